"""What a new phase brings by itself: first aid done, Shock Tests due, the end of the clinically dead; time that passes.

Source: PHA-11, PHA-70 to PHA-72.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_with_round
from encounter_gui.rules.engine.obligations import ObligationKind, due_at
from encounter_gui.rules.engine.reading.table import events_of
from encounter_gui.rules.engine.resolution import Resolution, no_follow_ups, release_held
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.phases.actions.movement import lose_breath_in_fight
from encounter_gui.rules.systems.phases.commands import PassTime
from encounter_gui.rules.systems.phases.harm import dying, first_aid
from encounter_gui.rules.systems.phases.harm.wounds import owed_number
from encounter_gui.rules.systems.phases.rules import costs
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.sheet import character, clocks
from encounter_gui.rules.systems.phases.turns import merging

MOST_PHASES = 1200
"""More phases than an hour's is a slip of the finger."""

CLOCKED = ("aiding", "clinically_dead", "in_shock")
"""Conditions that lead to something in the phase they count. Source: PHA-70 to PHA-72."""


def take_from_clock(resolution: Resolution) -> None:
    """Has the phases of a fight count what ran on the campaign's clock; sleepers wake. Source: PHA-63, PHA-70.

    What runs stays on the clock, to the second: if the fight is over before it is due, nothing is lost by phases.
    """
    context = resolution.context
    events = [
        event for each in context.state.combatants.values() for event in _taken(context, each)
    ]
    resolution.record(*events, follow_ups=no_follow_ups)


def _taken(context: RulesContext, combatant: Combatant) -> Iterator[ev.Event]:
    if clocks.is_asleep(combatant):
        yield ev.RunningEnded(who=combatant.id, running=clocks.ASLEEP)
    for key in clocks.COUNTED:
        known, found = combatant.condition(key), clocks.running_of(context, combatant, key)
        if known is not None and found is not None:
            phase = clocks.phase_at(context, found[1].due)
            if phase != known.count:
                counted = replace(known, count=phase)
                yield ev.ConditionAdded(who=combatant.id, condition=counted)


def begin_phase(resolution: Resolution, number: int, *, passed: int = 1) -> None:
    """Begins a phase: deaths, tests that are due become owed, and everybody's actions are new.

    ``passed`` are the phases since the last one that was begun. Source: PHA-11, PHA-24, PHA-70 to PHA-72.
    """
    for combatant in resolution.context.state.combatants.values():
        resolution.record(*events_of(resolution.context, Fighter, costs.carry_over, combatant.id))
    helpers = _with_due(resolution, "aiding", number)
    resolution.record(ev.RoundBegan(number=number))
    lose_breath_in_fight(resolution)
    for combatant in _with_due(resolution, "clinically_dead", number):
        dying.die(resolution, combatant)
    for combatant in helpers:
        first_aid.owe_test(resolution, combatant.id, number - 1)
    for combatant in _with_due(resolution, "in_shock", number):
        if not combatant.has("clinically_dead") and not character.is_dead(combatant):
            dying.owe_clock_shock(resolution, combatant.id)
    first_aid.end_in_vain(resolution)
    context = resolution.context
    events = (
        event
        for combatant in context.state.combatants.values()
        for event in _new_phase_events(context, combatant, number, passed)
    )
    resolution.record(*events)


def _new_phase_events(
    context: RulesContext, combatant: Combatant, phase: int, passed: int
) -> Iterator[ev.Event]:
    """Yields what a phase begins with for one combatant: nothing used, nothing declared. Source: PHA-24, PHA-33."""
    gauges = [character.ACTIONS, character.USED, character.LOST, character.MOVED]
    by_round = context.switch("phases.recoilSpan") == "round"
    if not by_round or costs.forgets_recoil(phase, passed):
        gauges.append(character.RECOIL)
    for gauge in gauges:
        if combatant.gauges.get(gauge):
            yield ev.GaugeSet(who=combatant.id, gauge=gauge, to=0)
    for key in ("full", "singles", "intent", "plan"):
        if combatant.memo.get(key):
            yield ev.MemoSet(who=combatant.id, key=key, value="")


def _with_due(resolution: Resolution, key: str, number: int) -> tuple[Combatant, ...]:
    """Returns the combatants whose condition has come to its phase."""
    return tuple(
        combatant
        for combatant in resolution.context.state.combatants.values()
        if (known := combatant.condition(key)) is not None
        and known.count is not None
        and known.count <= number
    )


# ---- time that passes


def pass_time(resolution: Resolution, command: ask.PassTime) -> Message:
    """Lets phases of a running fight go by, as far as the first in which a test is due. Source: PHA-11, PHA-70, PHA-71.

    A time that is said is so many phases, one begun counted as a whole.

    Raises:
        RuleError: no time passes, too many phases do, or a moment is said: a fight knows phases.
    """
    phases = _phases_of(resolution.context, command)
    if not 1 <= phases <= MOST_PHASES:
        raise refuse("phases.bad_phases", rule="PHA-11", most=MOST_PHASES)
    told = release_held(resolution, merging.merge, merging.told_of)
    if told:
        resolution.add_message(say("rules.tie.told", told=told))
    return _pass_phases(resolution, resolution.context.state.round + phases, phases)


def _phases_of(context: RulesContext, command: ask.PassTime) -> int:
    """Returns the phases that a command lets go by in a fight. Source: PHA-11."""
    phases = command.phases if isinstance(command, PassTime) else 0
    if command.until or command.to:
        raise refuse("rules.clock.in_fight")
    if phases and command.for_:
        raise refuse("rules.clock.say_one")
    if not command.for_:
        return phases
    seconds = clock.read_span(context, command.for_)
    return -(-seconds // clock.seconds_of_round(context.ruleset.time))


def settle_pass_time(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Lets the phases go by that are left, as far as the next in which a test is due. Source: PHA-11."""
    yield from ()
    return _pass_phases(resolution, owed_number(owed[0], "last"), owed_number(owed[0], "whole"))


def _pass_phases(resolution: Resolution, last: int, whole: int) -> Message:
    """Passes to a phase; where a test is due on the way, what is left is owed. ``whole`` are all phases of it."""
    start = number = resolution.context.state.round
    while number < last:
        before, number = number, _next_due(resolution, number, last)
        _arrive(resolution, number, number - before, whole)
        if due_at(resolution.context.state, "now"):
            break
    if number < last:
        resolution.owe(PASS_TIME.of(None, last=last, whole=whole))
    turn, phase = character.phase_in_round(number)
    text = f": {resolution.text}" if resolution.text else ""
    return say("phases.log.passed", phases=number - start, round=turn, phase=phase, told=text)


def _arrive(resolution: Resolution, number: int, passed: int, whole: int) -> None:
    before = replace(resolution.context.state, round=number - 1)
    resolution.record(*ended_with_round(before, resolution.context.ruleset.time))
    resolution.record(*_standstill_events(resolution))
    if whole > 1:
        resolution.record(*_recovery_events(resolution))
    begin_phase(resolution, number, passed=passed)


def _standstill_events(resolution: Resolution) -> tuple[ev.Event, ...]:
    """Returns the ends of gaits: nobody has moved while time went by. Source: PHA-11, PHA-31."""
    return tuple(
        ev.MemoSet(who=combatant.id, key="gait", value="")
        for combatant in resolution.context.state.combatants.values()
        if combatant.memo.get("gait")
    )


def _recovery_events(resolution: Resolution) -> tuple[ev.Event, ...]:
    """Returns the ends of what costs the next action: whole phases went by without one. Source: PHA-35, PHA-64."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=key)
        for combatant in resolution.context.state.combatants.values()
        for key in character.next_action_keys(combatant)
    )


def _next_due(resolution: Resolution, after: int, last: int) -> int:
    """Returns the first phase after one in which something is due; none before ``last``: that one."""
    counts = (
        known.count
        for combatant in resolution.context.state.combatants.values()
        for key in CLOCKED
        if (known := combatant.condition(key)) is not None and known.count is not None
    )
    return min((max(count, after + 1) for count in counts if count <= last), default=last)


PASS_TIME = ObligationKind(
    kind="pass_time",
    is_automatic=False,
    is_step=True,
    rule="PHA-11",
    priority=90,
    settle=settle_pass_time,
)
