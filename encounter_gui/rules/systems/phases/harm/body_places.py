"""What wounds do to a location and to the combatant, without a roll. Source: PHA-53, PHA-61, PHA-64."""

from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Play, Rule
from encounter_gui.rules.engine.reading.table import events_of
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.systems.phases.rules import marks
from encounter_gui.rules.systems.phases.rules.anatomy import anatomy
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.harm import affect, stun
from encounter_gui.rules.systems.phases.rules.wounding import STUNS, at_place
from encounter_gui.rules.systems.phases.sheet import character

HOLDS = (("grabbing", "grabbed"), ("grabbed", "grabbing"), ("clinched", "clinched"))
"""Conditions of a hold, and the condition of the other combatant in it. Source: PHA-53."""


def wound_events(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    """Returns a location at a new wound level, with its effects; tests are not part of it. Source: PHA-61, PHA-64."""
    wound = marks.location_event(combatant, place, level)
    if level <= character.wound(combatant, place):
        return (wound,)
    after, body = with_events(context, (wound,)), anatomy(context)
    found = at_place(body, body.keys.index(place), level)
    return (wound, *events_of(after, Fighter, affect, combatant.id, found, body))


def level_events(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    """Returns a location at a worse level, with its effects but without a stun. Source: PHA-61, PHA-64."""
    wound = marks.location_event(combatant, place, level)
    after, body = with_events(context, (wound,)), anatomy(context)
    found = at_place(body, body.keys.index(place), level)
    return (wound, *events_of(after, Fighter, affect, combatant.id, int(found) & ~STUNS, body))


def stun_events(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the loss of the next action: one of this phase, or else one of the next. Source: PHA-64."""
    there = {**context.state.combatants, combatant.id: combatant}
    before = replace(context, state=replace(context.state, combatants=there))
    return events_of(before, Fighter, _stunned, combatant.id)


def _stunned(play: Play, who: Fighter) -> Rule[None]:
    yield from ()
    stun(who, truth=True)


def death_events(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the death of a combatant; nothing if it is dead already. Source: PHA-61, PHA-65, PHA-71, PHA-72."""
    if character.is_dead(combatant):
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=Condition(key="dead")),)


def hold_ends(combatant: Combatant, *only: str) -> tuple[ev.Event, ...]:
    """Returns the end of every grab and clinch a combatant is in, or only of these. Source: PHA-53.

    The other combatant of each hold is freed by the follow-ups.
    """
    keys = only or tuple(key for key, _ in HOLDS)
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=key) for key in keys if combatant.has(key)
    )
