"""Skill checks, opposed checks and saves by hand. Source: CWN-09, CWN-10, CWN-11, CWN-36j."""

from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.asking import Rolling, request, total, totals
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, sum_text
from encounter_gui.rules.engine.modifiers import total as sum_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.commands import Check, Oppose, Save
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear

ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillCheck:
    """What a skill check will be rolled with. ``extra``: dice more than two, of which the best two count.

    Source: CWN-10.
    """

    who: CombatantId
    difficulty: int
    modifiers: tuple[Modifier, ...] = ()
    gm: int = 0
    key: str = "check"
    extra: int = 0


def check_parts(
    context: RulesContext,
    actor: Combatant,
    skill: str,
    attribute: str = "",
    *,
    is_special: bool = True,
) -> tuple[Modifier, ...]:
    """Returns what is added to the dice of a skill check. Source: CWN-10.

    ``attribute`` empty: the best; several with spaces between: the best of them. ``is_special``: an NPC's specialty.
    """
    level = character.skill(context, actor, skill)
    name = character.field_name(context, skill)
    if not character.is_pc(actor):
        modifiers = [Modifier(name=name, amount=level if is_special else 0, rule="CWN-10")]
    else:
        best = character.best_modifier(context, actor, tuple(attribute.split()) or ATTRIBUTES)
        modifiers = [
            Modifier(name=name, amount=level, rule="CWN-10"),
            Modifier(name=character.field_name(context, best[0]), amount=best[1], rule="CWN-10"),
        ]
    return (*modifiers, *character.effects(context, actor, "check"))


def require_skill(context: RulesContext, skill: str) -> None:
    """Lets a skill pass that the sheet has.

    Raises:
        RuleError: it has none of this name.
    """
    if not any(each.key == skill and each.group == "skill" for each in context.ruleset.fields):
        raise refuse("rules.no_such_field", field=skill)


def _require_attributes(*attributes: str) -> None:
    """Lets attributes pass; empty is the best.

    Raises:
        RuleError: there is none of this name.
    """
    for attribute in attributes:
        if attribute and attribute not in ATTRIBUTES:
            raise refuse("rules.no_such_field", field=attribute)


def roll_check(
    resolution: Resolution,
    planned: SkillCheck,
    fact: str = "check",
    target: CombatantId | None = None,
) -> Rolling[tuple[int, bool]]:
    """Rolls a skill check, and returns its total and whether it succeeds. Source: CWN-10."""
    rolled = yield from _check_dice(resolution.context, planned)
    result = rolled + sum_of(planned.modifiers) + planned.gm
    is_done = bool(mechanics.succeeds(result, planned.difficulty))
    values = {"total": result, "difficulty": planned.difficulty, "success": is_done}
    resolution.fact(fact, planned.who, target, **values)
    sum_reason(resolution, planned.modifiers, rolled, result)
    return result, is_done


def _check_dice(context: RulesContext, planned: SkillCheck) -> Rolling[int]:
    if not planned.extra:
        return (yield from total(request(context, planned.key, planned.who, count=2)))
    dice = (request(context, planned.key, planned.who) for _ in range(2 + planned.extra))
    faces = yield from totals(*dice)
    return sum(sorted(faces)[-2:])


def sum_reason(
    resolution: Resolution, modifiers: tuple[Modifier, ...], rolled: int, result: int
) -> None:
    """Adds the arithmetic of a check to the reasons."""
    resolution.reason(
        "cwn.why.check", "CWN-10", rolled=rolled, parts=sum_text(modifiers), total=result
    )


def check(resolution: Resolution, command: Check) -> Rolling[Message]:
    """Rolls a skill check; in an encounter it takes the Main. Source: CWN-10, CWN-36j."""
    context = resolution.context
    actor = context.known_combatant(command.who)
    require_skill(context, command.skill)
    _require_attributes(command.attribute)
    require_work(context, actor, is_free=command.free)
    special = command.special or character.is_pc(actor)
    planned = SkillCheck(
        who=actor.id,
        difficulty=command.difficulty,
        modifiers=check_parts(context, actor, command.skill, command.attribute, is_special=special),
        gm=command.gm,
        extra=gear.rank(actor, "specialist") if command.special else 0,
    )
    result, is_done = yield from roll_check(resolution, planned)
    pay_work(resolution, actor.id, is_free=command.free)
    return say(
        f"cwn.log.check_{'done' if is_done else 'failed'}",
        who=actor.name,
        skill=character.field_name(context, command.skill),
        total=result,
        difficulty=command.difficulty,
    )


def require_work(context: RulesContext, actor: Combatant, *, is_free: bool = False) -> None:
    """Lets work pass: in a running encounter it takes the Main, else only a combatant that is up. Source: CWN-36j.

    Raises:
        RuleError: the combatant cannot act, or has no Main.
    """
    if context.state.stage == "running" and not is_free:
        action_budget.require(context, actor.id, "use_skill")
    elif character.is_down(actor):
        raise refuse("cwn.is_down", rule="CWN-57", who=actor.name)


def pay_work(resolution: Resolution, who: CombatantId, *, is_free: bool = False) -> None:
    """Uses up the Main that work takes in a running encounter. Source: CWN-36j."""
    if resolution.context.state.stage == "running" and not is_free:
        action_budget.spend(resolution, who, "use_skill")


def oppose(resolution: Resolution, command: Oppose) -> Rolling[Message]:
    """Rolls two checks against each other: in a tie a player character wins over others, else again. Source: CWN-11."""
    context = resolution.context
    actor, target = context.known_combatant(command.who), context.known_combatant(command.target)
    target_skill = command.target_skill or command.skill
    require_skill(context, command.skill)
    require_skill(context, target_skill)
    _require_attributes(command.attribute, command.target_attribute)
    if actor.id == target.id:
        raise refuse("cwn.at_oneself", rule="CWN-11", who=actor.name)
    require_work(context, actor, is_free=command.free)
    mine = check_parts(context, actor, command.skill, command.attribute)
    theirs = check_parts(context, target, target_skill, command.target_attribute)
    while True:
        dice = (
            request(context, "check", actor.id, count=2),
            request(context, "opposed", target.id, count=2),
        )
        rolled, other = yield from totals(*dice)
        result, against = rolled + sum_of(mine) + command.gm, other + sum_of(theirs)
        if result != against or character.is_pc(actor) != character.is_pc(target):
            break
    is_won = bool(mechanics.wins(result, against, character.is_pc(actor)))
    resolution.fact("opposed", actor.id, target.id, total=result, other=against, won=is_won)
    sum_reason(resolution, mine, rolled, result)
    sum_reason(resolution, theirs, other, against)
    pay_work(resolution, actor.id, is_free=command.free)
    return say(
        f"cwn.log.opposed_{'won' if is_won else 'lost'}",
        who=actor.name,
        target=target.name,
        skill=character.field_name(context, command.skill),
        total=result,
        other=against,
    )


def save(resolution: Resolution, command: Save) -> Rolling[Message]:
    """Rolls a saving throw. Source: CWN-09."""
    context = resolution.context
    actor = context.known_combatant(command.who)
    if character.is_dead(actor):
        raise refuse("cwn.target_dead", rule="CWN-57", target=actor.name)
    needed = character.save_target(context, actor, command.save)
    plus = save_bonus(context, actor) + command.gm
    die = yield from total(request(context, "save", actor.id, sides=20))
    is_saved = bool(mechanics.saves(die, needed, plus))
    values: dict[str, Value] = {
        "die": die,
        "total": die + plus,
        "target": needed,
        "saved": is_saved,
    }
    resolution.record(ev.Resolved(what="save", who=actor.id, values=values))
    return say(
        f"cwn.log.save_{'done' if is_saved else 'failed'}",
        who=actor.name,
        save=context.texts.text_of(f"cwn.save.{command.save}"),
        total=die + plus,
        target=needed,
    )


def save_bonus(context: RulesContext, actor: Combatant) -> int:
    """Returns what conditions do to a save. Source: CWN-09, CWN-64."""
    return sum_of(character.effects(context, actor, "save"))
