"""What the general commands lead to under these rules: joining, being gone, changes by hand.

Source: CHR-26, CHR-48, CHR-57, CHR-63.
"""

from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import general_commands, joining
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying, panic
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.turns import order, rounds

FOLLOWED = (
    ask.Add,
    ask.Afflict,
    ask.Duplicate,
    ask.Flag,
    ask.Join,
    ask.Remove,
    ask.Relieve,
    ask.SetField,
)
"""The general commands that these rules make more of."""


def followed(system: joining.Recruits, course: Course, command: ask.Command) -> Rolling[Message]:
    """Plays a general command, with what these rules make of its result."""
    before = course.scene
    _beforehand(course, command)
    outcome: Outcome = yield from general_commands.general(system, before, command)
    course.happen(*outcome.events)
    yield from _newcomers(before, course, command, outcome)
    match command:
        case ask.Afflict(who=ids):
            for combatant in before.combatants(ids):
                if character.is_cold(course.one(combatant.id)) and not character.is_cold(combatant):
                    dying.let_go(course, combatant.id)
        case ask.SetField(who=who, field=("health" | "conviction") as gauge):
            most = number(course.one(who).sheet.get(gauge))
            if course.one(who).gauges.get(gauge, 0) > most:
                course.set_gauge(who, gauge, most)
    return outcome.label


def _beforehand(course: Course, command: ask.Command) -> None:
    """What follows from somebody being woken or let go by hand, or gone. Source: CHR-48, CHR-57."""
    match command:
        case ask.Relieve(who=who, condition=condition):
            for combatant in course.scene.combatants(who):
                _relieved(course, combatant, condition)
        case ask.Remove(who=who) | ask.Flag(who=who, flag="left", on=True):
            for combatant in course.scene.combatants(who):
                dying.let_go(course, combatant.id)


def _relieved(course: Course, combatant: Combatant, condition: str) -> None:
    """Whoever is woken makes the Panic Check of waking; a grapple ends for both. Source: CHR-48, CHR-57."""
    if _is(course.scene, condition, "unconscious"):
        dying.came_to(course, combatant.id)
    for mine, theirs in (("grappling", "grappled"), ("grappled", "grappling")):
        known = combatant.condition(mine)
        if known is None or known.by is None or not _is(course.scene, condition, mine):
            continue
        other = course.scene.state.combatants.get(known.by)
        back = other.condition(theirs) if other is not None else None
        if back is not None and back.by == combatant.id:
            course.relieve(known.by, theirs)


def _is(context: RulesContext, condition: str, key: str) -> bool:
    """Whether a condition is meant, by key or by name."""
    known = context.ruleset.condition(key)
    return condition.casefold() in (key, known.name.casefold() if known else key)


def _newcomers(
    before: RulesContext, course: Course, command: ask.Command, outcome: Outcome
) -> Rolling[None]:
    """Whoever is new, or comes back into the fight, joins it. Source: CHR-26, CHR-63."""
    match command:
        case ask.Add() | ask.Duplicate() | ask.Join():
            for event in outcome.events:
                if isinstance(event, ev.CombatantAdded):
                    rounds.require_unspent_turn(course, course.one(event.combatant.id))
                    yield from _joined(course, course.one(event.combatant.id))
        case ask.Flag(flag="left", on=False):
            for combatant in before.combatants(command.who):
                if "left" in combatant.flags:
                    yield from _joined(course, course.one(combatant.id))


def _joined(course: Course, combatant: Combatant) -> Rolling[None]:
    """Somebody joins a running fight: among the enemies at once; whoever trusts no one is shaken.

    Source: CHR-26, CHR-63.
    """
    if not action_budget.is_running(course.scene):
        return
    slots = order.joined(course.scene, combatant)
    has_slot = any(slot.who == combatant.id for slot in course.scene.state.slots)
    if slots is not None and not has_slot:
        course.happen(ev.OrderSet(slots=slots))
        if course.scene.state.group == next(
            slot.group for slot in slots if slot.who == combatant.id
        ):
            action_budget.begin_turn(course, combatant.id)
    yield from panic.distrusted(course, combatant)
