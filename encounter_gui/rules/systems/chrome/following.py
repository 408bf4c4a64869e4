"""What the general commands lead to under these rules: joining, being gone, changes by hand.

Source: CHR-26, CHR-48, CHR-57, CHR-63.
"""

from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules import commands as ask
from encounter_gui.rules import general
from encounter_gui.rules.carried import number
from encounter_gui.rules.system import Scene
from encounter_gui.rules.systems.chrome import budget, character, dying, ordering, panic, turns
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.rolling import Rolling

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


def followed(system: general.Recruits, course: Course, command: ask.Command) -> Rolling[Message]:
    """Plays a general command, with what these rules make of its result."""
    before = course.scene
    _beforehand(course, command)
    outcome: Outcome = yield from general.general(system, before, command)
    course.happen(*outcome.events)
    for one in _newcomers(before, command, outcome):
        yield from _joined(course, course.one(one.id))
    match command:
        case ask.Afflict(who=those):
            for one in general.named(before, those):
                if character.is_cold(course.one(one.id)) and not character.is_cold(one):
                    dying.let_go(course, one.id)
        case ask.SetField(who=who, field=("health" | "conviction") as gauge):
            most = number(course.one(who).sheet.get(gauge))
            if course.one(who).gauges.get(gauge, 0) > most:
                course.set_gauge(who, gauge, most)
    return outcome.label


def _newcomers(before: Scene, command: ask.Command, outcome: Outcome) -> tuple[Combatant, ...]:
    """Who joins, or comes back into a running fight."""
    match command:
        case ask.Add() | ask.Duplicate() | ask.Join():
            added = (each for each in outcome.events if isinstance(each, ev.CombatantAdded))
            return tuple(event.combatant for event in added)
        case ask.Flag(flag="left", on=False):
            return tuple(one for one in general.named(before, command.who) if "left" in one.flags)
    return ()


def _joined(course: Course, one: Combatant) -> Rolling[None]:
    """Somebody joins a fight: if it runs, among the enemies at once; whoever trusts no one is shaken.

    Source: CHR-26, CHR-63.
    """
    if "left" not in one.flags and not _has_slot(course.scene, one) and not one.memo.get(_BACK):
        pass
    if not budget.is_running(course.scene):
        return
    slots = ordering.joined(course.scene, one)
    if slots is not None and not _has_slot(course.scene, one):
        course.happen(ev.OrderSet(slots=slots))
        if course.scene.state.group == next(slot.group for slot in slots if slot.who == one.id):
            budget.begin_turn(course, one.id)
    yield from panic.distrusted(course, one)
