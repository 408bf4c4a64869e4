"""What a new phase brings by itself: first aid done, Shock Tests due, the end of the clinically dead.

Source: PHA-11, PHA-70 to PHA-72.
"""

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.systems.phases.harm import dying, first_aid
from encounter_gui.rules.systems.phases.harm.body_places import died
from encounter_gui.rules.systems.phases.harm.wounds import Steps, shock_level, shock_test
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.course import Course

CLOCKED = ("aiding", "clinically_dead", "in_shock")
"""Conditions that come to something in a phase they count. Source: PHA-70 to PHA-72."""


def time_passes(course: Course, number: int) -> Steps:
    """Brings the phase with this number: first what the last one completed, then what is due now.

    Source: PHA-70, PHA-71, PHA-72.
    """
    for combatant in _with_due(course, "aiding", number):
        yield from first_aid.aid_done(course, combatant.id)
    course.now(ev.RoundBegan(number=number))
    for combatant in _with_due(course, "clinically_dead", number):
        course.now(*died(course.after, course.one(combatant.id)))
        course.tell("phases.told.died", who=combatant.name)
    for combatant in _with_due(course, "in_shock", number):
        if combatant.has("clinically_dead") or character.is_dead(combatant):
            continue
        passed = yield from shock_test(course, combatant.id, shock_level(course.one(combatant.id)))
        dying.shock_due(course, combatant.id, passed)
    first_aid.aid_in_vain(course)


def next_due(course: Course, after: int, last: int) -> int:
    """Returns the first phase after one in which something falls due; none before ``last``: that one."""
    counts = (
        known.count
        for combatant in course.after.state.combatants.values()
        for key in CLOCKED
        if (known := combatant.condition(key)) is not None and known.count is not None
    )
    return min((max(count, after + 1) for count in counts if count <= last), default=last)


def _with_due(course: Course, key: str, number: int) -> tuple[Combatant, ...]:
    """Returns those whose condition has come to its phase."""
    return tuple(
        combatant
        for combatant in course.after.state.combatants.values()
        if (known := combatant.condition(key)) is not None
        and known.count is not None
        and known.count <= number
    )
