"""Skill checks, opposed checks and saves by hand. Source: CWN-09, CWN-10, CWN-11, CWN-36j."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine import checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import CheckPlan, RankName, by_target
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, game_master, values_of
from encounter_gui.rules.engine.modifiers import total as sum_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.commands import Check, Oppose, Save
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear

ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def skill_plan(
    context: RulesContext,
    who: CombatantId,
    parts: tuple[Modifier, ...],
    difficulty: int | None,
    *,
    gm: int = 0,
    key: str = "check",
    extra: int = 0,
) -> CheckPlan:
    """Returns a skill check; ``extra`` are dice more than two, of which the best two count. Source: CWN-10."""
    return CheckPlan(
        key=key,
        who=who,
        parts=(*parts, *game_master(context, gm, "")),
        target=difficulty,
        dice=2 + extra,
        by="each" if extra else "sum",
    )


def special_dice(actor: Combatant, *, is_special: bool) -> int:
    """Returns how many dice more a Specialist rolls in the skill of its training. Source: CWN-10."""
    return gear.rank(actor, "specialist") if is_special else 0


def best_two(plan: CheckPlan, shown: tuple[int, ...]) -> tuple[int, RankName]:
    """Returns the total of a skill check and whether it succeeds. Source: CWN-10."""
    return by_target(plan, sum(sorted(shown)[-2:]) + plan.bonus)


def save_plan(
    context: RulesContext, who: CombatantId, save: str, *, key: str = "", plus: int = 0
) -> CheckPlan:
    """Returns a saving throw; ``key`` empty: it is asked for by the name of the save. Source: CWN-09."""
    combatant = context.combatant(who)
    return CheckPlan(
        key=key or save,
        who=who,
        parts=(
            *character.effects(context, combatant, "save"),
            *game_master(context, plus, ""),
        ),
        target=character.save_target(context, combatant, save),
        sides=20,
        dice=1,
    )


def save_values(plan: CheckPlan) -> dict[str, int]:
    """Returns the modifiers of a save as values of a result; its base is 0, as the d20 alone counts. Source: CWN-09."""
    return values_of((Modifier(name="", amount=0), *plan.parts))


def saves(plan: CheckPlan, shown: tuple[int, ...]) -> tuple[int, RankName]:
    """Returns the total of a saving throw and whether it succeeds. Source: CWN-09."""
    die, needed = shown[0], plan.target or 0
    is_saved = bool(mechanics.saves(die, needed, plan.bonus))
    return die + plan.bonus, "success" if is_saved else "failure"


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
    known = context.ruleset.field(skill)
    if known is None or known.group != "skill":
        raise refuse("rules.no_such_field", field=skill)


def _require_attributes(*attributes: str) -> None:
    """Lets attributes pass; empty is the best."""
    for attribute in attributes:
        if attribute and attribute not in ATTRIBUTES:
            raise refuse("rules.no_such_field", field=attribute)


def roll_check(
    resolution: Resolution, plan: CheckPlan, fact: str = "check", target: CombatantId | None = None
) -> Rolling[tuple[int, bool]]:
    """Rolls a skill check, and returns its total and whether it succeeds. Source: CWN-10."""
    result = yield from checks.roll(resolution, plan, best_two)
    difficulty, is_done = plan.target or 0, result.is_success
    values = {"total": result.total, "difficulty": difficulty, "success": is_done}
    resolution.fact(fact, plan.who, target, **values, **plan.part_values)
    sum_reason(resolution, result)
    return result.total, is_done


def sum_reason(resolution: Resolution, result: checks.Check[CheckPlan]) -> None:
    """Adds the arithmetic of a check to the reasons."""
    rolled, total = result.total - result.plan.bonus, result.total
    resolution.reason_of(
        result.plan.who,
        "cwn.why.check",
        "CWN-10",
        rolled=rolled,
        parts=result.plan.text,
        total=total,
    )


def check(resolution: Resolution, command: Check) -> Rolling[Message]:
    """Rolls a skill check; in an encounter it takes the Main. Source: CWN-10, CWN-36j."""
    context = resolution.context
    actor = context.known_combatant(command.who)
    require_skill(context, command.skill)
    _require_attributes(command.attribute)
    require_work(context, actor, is_free=command.free)
    special = command.special or character.is_pc(actor)
    parts = check_parts(context, actor, command.skill, command.attribute, is_special=special)
    extra = special_dice(actor, is_special=command.special)
    plan = skill_plan(context, actor.id, parts, command.difficulty, gm=command.gm, extra=extra)
    result, is_done = yield from roll_check(resolution, plan)
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
    is_decided = character.is_pc(actor) != character.is_pc(target)
    first, second = yield from checks.roll_opposed(
        resolution,
        skill_plan(
            context,
            actor.id,
            mine,
            None,
            gm=command.gm,
            extra=special_dice(actor, is_special=command.special),
        ),
        skill_plan(
            context,
            target.id,
            theirs,
            None,
            key="opposed",
            extra=special_dice(target, is_special=command.target_special),
        ),
        best_two,
        again=lambda one, other: one.total == other.total and not is_decided,
    )
    result, against = first.total, second.total
    is_won = bool(mechanics.wins(result, against, character.is_pc(actor)))
    values = {"total": result, "other": against, "won": is_won}
    resolution.fact("opposed", actor.id, target.id, **values, **first.plan.part_values)
    sum_reason(resolution, first)
    sum_reason(resolution, second)
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
    plan = save_plan(context, actor.id, command.save, key="save", plus=command.gm)
    result = yield from checks.roll(resolution, plan, saves)
    record_save(resolution, "save", result, die=result.rolled)
    return say(
        f"cwn.log.save_{'done' if result.is_success else 'failed'}",
        who=actor.name,
        save=context.texts.text_of(f"cwn.save.{command.save}"),
        total=result.total,
        target=plan.target or 0,
    )


def record_save(
    resolution: Resolution, what: str, result: checks.Check[CheckPlan], **values: Value
) -> None:
    """Records what a saving throw came to, as a fact of who saved."""
    found = {**values, "total": result.total, "target": result.plan.target or 0}
    found["saved"] = result.is_success
    found |= save_values(result.plan)
    resolution.record(ev.Resolved(what=what, who=result.plan.who, values=found))


def save_bonus(context: RulesContext, actor: Combatant) -> int:
    """Returns what conditions do to a save. Source: CWN-09, CWN-64."""
    return sum_of(character.effects(context, actor, "save"))
