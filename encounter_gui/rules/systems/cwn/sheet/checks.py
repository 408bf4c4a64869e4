"""Skill checks, opposed checks and saves by hand. Source: CWN-09, CWN-10, CWN-11, CWN-36j."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.modifiers import Part, sum_text, total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.commands import Check, Oppose, Save
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear

ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def check_parts(
    scene: Scene, one: Combatant, skill: str, attribute: str = "", *, special: bool = True
) -> tuple[Part, ...]:
    """Returns what is added to the dice of a skill check. Source: CWN-10.

    ``attribute`` empty: the best; several with spaces between: the best of them. ``special``: an NPC's specialty.
    """
    if not character.is_pc(one):
        level = character.skill(scene, one, skill) if special else 0
        parts = [Part(name=character.field_name(scene, skill), amount=level, rule="CWN-10")]
    else:
        key, plus = character.best_modifier(scene, one, tuple(attribute.split()) or ATTRIBUTES)
        level = character.skill(scene, one, skill)
        parts = [
            Part(name=character.field_name(scene, skill), amount=level, rule="CWN-10"),
            Part(name=character.field_name(scene, key), amount=plus, rule="CWN-10"),
        ]
    return (*parts, *character.effects(scene, one, "check"))


def known_skill(scene: Scene, skill: str) -> None:
    """Lets a skill pass that the sheet has.

    Raises:
        RuleError: it has none of this name.
    """
    if not any(each.key == skill and each.group == "skill" for each in scene.ruleset.fields):
        raise refuse("rules.no_such_field", field=skill)


def known_attribute(attribute: str) -> None:
    """Lets an attribute pass; empty is the best.

    Raises:
        RuleError: there is none of this name.
    """
    if attribute and attribute not in ATTRIBUTES:
        raise refuse("rules.no_such_field", field=attribute)


def check(scene: Scene, command: Check) -> Procedure:
    """Rolls a skill check; in a fight it takes the Main. Source: CWN-10, CWN-36j."""
    one = scene.known(command.who)
    known_skill(scene, command.skill)
    known_attribute(command.attribute)
    paid = at_work(scene, one, free=command.free)
    more = gear.rank(one, "specialist") if command.special else 0
    is_special = command.special or character.is_pc(one)
    parts = check_parts(scene, one, command.skill, command.attribute, special=is_special)
    rolled = yield from rolls.check("check", one.id, more)
    result = rolled + total(parts) + command.gm
    is_done = bool(mechanics.succeeds(result, command.difficulty))
    values = {"total": result, "difficulty": command.difficulty, "success": is_done}
    return Outcome(
        label=say(
            f"cwn.log.check_{'done' if is_done else 'failed'}",
            who=one.name,
            skill=character.field_name(scene, command.skill),
            total=result,
            difficulty=command.difficulty,
        ),
        events=(ev.Resolved(what="check", who=one.id, values=values), *paid),
        reasons=(sum_reason(parts, rolled, result),),
    )


def at_work(scene: Scene, one: Combatant, *, free: bool = False) -> tuple[ev.Event, ...]:
    """Returns what work costs: in a fight the Main; else nothing, but hands that can. Source: CWN-36j.

    Raises:
        RuleError: it cannot act, or has no Main.
    """
    if scene.state.stage == "running" and not free:
        return action_budget.paid(scene, action_budget.actor(scene, one.id, "main"), "main")
    if character.is_down(one):
        raise refuse("cwn.is_down", rule="CWN-57", who=one.name)
    return ()


def sum_reason(parts: tuple[Part, ...], rolled: int, result: int) -> Reason:
    """Returns the arithmetic of a check."""
    text = say("cwn.why.check", rolled=rolled, parts=sum_text(parts), total=result)
    return Reason(text=text, rule="CWN-10")


def oppose(scene: Scene, command: Oppose) -> Procedure:
    """Rolls two checks against each other: in a tie a player character wins over others, else again. Source: CWN-11."""
    one, target = scene.known(command.who), scene.known(command.target)
    for skill in (command.skill, command.target_skill or command.skill):
        known_skill(scene, skill)
    for attribute in (command.attribute, command.target_attribute):
        known_attribute(attribute)
    if one.id == target.id:
        raise refuse("cwn.at_oneself", rule="CWN-11", who=one.name)
    paid = at_work(scene, one, free=command.free)
    mine = check_parts(scene, one, command.skill, command.attribute)
    theirs = check_parts(
        scene, target, command.target_skill or command.skill, command.target_attribute
    )
    while True:
        rolled, other = yield from rolls.together(
            rolls.request("check", one.id, 6, 2), rolls.request("opposed", target.id, 6, 2)
        )
        result, against = rolled + total(mine) + command.gm, other + total(theirs)
        if result != against or character.is_pc(one) != character.is_pc(target):
            break
    is_won = bool(mechanics.wins(result, against, character.is_pc(one)))
    values = {"total": result, "other": against, "won": is_won}
    return Outcome(
        label=say(
            f"cwn.log.opposed_{'won' if is_won else 'lost'}",
            who=one.name,
            target=target.name,
            skill=character.field_name(scene, command.skill),
            total=result,
            other=against,
        ),
        events=(
            ev.Resolved(what="opposed", who=one.id, target=target.id, values=values),
            *paid,
        ),
        reasons=(sum_reason(mine, rolled, result), sum_reason(theirs, other, against)),
    )


def save(scene: Scene, command: Save) -> Procedure:
    """Rolls a saving throw. Source: CWN-09."""
    one = scene.known(command.who)
    if character.is_dead(one):
        raise refuse("cwn.target_dead", rule="CWN-57", target=one.name)
    target = character.save_target(scene, one, command.save)
    plus = save_bonus(scene, one) + command.gm
    die = yield from rolls.one("save", one.id, 20)
    is_saved = bool(mechanics.saves(die, target, plus))
    values = {"die": die, "total": die + plus, "target": target, "saved": is_saved}
    return Outcome(
        label=say(
            f"cwn.log.save_{'done' if is_saved else 'failed'}",
            who=one.name,
            save=scene.words.word(f"cwn.save.{command.save}"),
            total=die + plus,
            target=target,
        ),
        events=(ev.Resolved(what="save", who=one.id, values=values),),
    )


def save_bonus(scene: Scene, one: Combatant) -> int:
    """Returns what conditions do to a save. Source: CWN-09, CWN-64."""
    return total(character.effects(scene, one, "save"))
