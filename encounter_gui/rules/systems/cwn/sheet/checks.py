"""Skill checks, opposed checks and saves by hand. Source: CWN-09, CWN-10, CWN-11, CWN-36j."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, sum_text, total
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.commands import Check, Oppose, Save
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear

ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def check_parts(
    context: RulesContext,
    combatant: Combatant,
    skill: str,
    attribute: str = "",
    *,
    special: bool = True,
) -> tuple[Modifier, ...]:
    """Returns what is added to the dice of a skill check. Source: CWN-10.

    ``attribute`` empty: the best; several with spaces between: the best of them. ``special``: an NPC's specialty.
    """
    if not character.is_pc(combatant):
        level = character.skill(context, combatant, skill) if special else 0
        modifiers = [
            Modifier(name=character.field_name(context, skill), amount=level, rule="CWN-10")
        ]
    else:
        key, plus = character.best_modifier(
            context, combatant, tuple(attribute.split()) or ATTRIBUTES
        )
        level = character.skill(context, combatant, skill)
        modifiers = [
            Modifier(name=character.field_name(context, skill), amount=level, rule="CWN-10"),
            Modifier(name=character.field_name(context, key), amount=plus, rule="CWN-10"),
        ]
    return (*modifiers, *character.effects(context, combatant, "check"))


def known_skill(context: RulesContext, skill: str) -> None:
    """Lets a skill pass that the sheet has.

    Raises:
        RuleError: it has none of this name.
    """
    if not any(each.key == skill and each.group == "skill" for each in context.ruleset.fields):
        raise refuse("rules.no_such_field", field=skill)


def known_attribute(attribute: str) -> None:
    """Lets an attribute pass; empty is the best.

    Raises:
        RuleError: there is none of this name.
    """
    if attribute and attribute not in ATTRIBUTES:
        raise refuse("rules.no_such_field", field=attribute)


def check(context: RulesContext, command: Check) -> Procedure:
    """Rolls a skill check; in a fight it takes the Main. Source: CWN-10, CWN-36j."""
    combatant = context.known_combatant(command.who)
    known_skill(context, command.skill)
    known_attribute(command.attribute)
    paid = at_work(context, combatant, free=command.free)
    more = gear.rank(combatant, "specialist") if command.special else 0
    is_special = command.special or character.is_pc(combatant)
    modifiers = check_parts(
        context, combatant, command.skill, command.attribute, special=is_special
    )
    rolled = yield from rolls.check("check", combatant.id, more)
    result = rolled + total(modifiers) + command.gm
    is_done = bool(mechanics.succeeds(result, command.difficulty))
    values = {"total": result, "difficulty": command.difficulty, "success": is_done}
    return Outcome(
        label=say(
            f"cwn.log.check_{'done' if is_done else 'failed'}",
            who=combatant.name,
            skill=character.field_name(context, command.skill),
            total=result,
            difficulty=command.difficulty,
        ),
        events=(ev.Resolved(what="check", who=combatant.id, values=values), *paid),
        reasons=(sum_reason(modifiers, rolled, result),),
    )


def at_work(
    context: RulesContext, combatant: Combatant, *, free: bool = False
) -> tuple[ev.Event, ...]:
    """Returns what work costs: in a fight the Main; else nothing, but hands that can. Source: CWN-36j.

    Raises:
        RuleError: it cannot act, or has no Main.
    """
    if context.state.stage == "running" and not free:
        return action_budget.paid(
            context, action_budget.actor(context, combatant.id, "main"), "main"
        )
    if character.is_down(combatant):
        raise refuse("cwn.is_down", rule="CWN-57", who=combatant.name)
    return ()


def sum_reason(modifiers: tuple[Modifier, ...], rolled: int, result: int) -> Reason:
    """Returns the arithmetic of a check."""
    text = say("cwn.why.check", rolled=rolled, parts=sum_text(modifiers), total=result)
    return Reason(text=text, rule="CWN-10")


def oppose(context: RulesContext, command: Oppose) -> Procedure:
    """Rolls two checks against each other: in a tie a player character wins over others, else again. Source: CWN-11."""
    combatant, target = (
        context.known_combatant(command.who),
        context.known_combatant(command.target),
    )
    for skill in (command.skill, command.target_skill or command.skill):
        known_skill(context, skill)
    for attribute in (command.attribute, command.target_attribute):
        known_attribute(attribute)
    if combatant.id == target.id:
        raise refuse("cwn.at_oneself", rule="CWN-11", who=combatant.name)
    paid = at_work(context, combatant, free=command.free)
    mine = check_parts(context, combatant, command.skill, command.attribute)
    theirs = check_parts(
        context, target, command.target_skill or command.skill, command.target_attribute
    )
    while True:
        rolled, other = yield from rolls.together(
            rolls.request("check", combatant.id, 6, 2), rolls.request("opposed", target.id, 6, 2)
        )
        result, against = rolled + total(mine) + command.gm, other + total(theirs)
        if result != against or character.is_pc(combatant) != character.is_pc(target):
            break
    is_won = bool(mechanics.wins(result, against, character.is_pc(combatant)))
    values = {"total": result, "other": against, "won": is_won}
    return Outcome(
        label=say(
            f"cwn.log.opposed_{'won' if is_won else 'lost'}",
            who=combatant.name,
            target=target.name,
            skill=character.field_name(context, command.skill),
            total=result,
            other=against,
        ),
        events=(
            ev.Resolved(what="opposed", who=combatant.id, target=target.id, values=values),
            *paid,
        ),
        reasons=(sum_reason(mine, rolled, result), sum_reason(theirs, other, against)),
    )


def save(context: RulesContext, command: Save) -> Procedure:
    """Rolls a saving throw. Source: CWN-09."""
    combatant = context.known_combatant(command.who)
    if character.is_dead(combatant):
        raise refuse("cwn.target_dead", rule="CWN-57", target=combatant.name)
    target = character.save_target(context, combatant, command.save)
    plus = save_bonus(context, combatant) + command.gm
    die = yield from rolls.roll_one("save", combatant.id, 20)
    is_saved = bool(mechanics.saves(die, target, plus))
    values = {"die": die, "total": die + plus, "target": target, "saved": is_saved}
    return Outcome(
        label=say(
            f"cwn.log.save_{'done' if is_saved else 'failed'}",
            who=combatant.name,
            save=context.texts.text_of(f"cwn.save.{command.save}"),
            total=die + plus,
            target=target,
        ),
        events=(ev.Resolved(what="save", who=combatant.id, values=values),),
    )


def save_bonus(context: RulesContext, combatant: Combatant) -> int:
    """Returns what conditions do to a save. Source: CWN-09, CWN-64."""
    return total(character.effects(context, combatant, "save"))
