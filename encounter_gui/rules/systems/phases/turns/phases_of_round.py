"""How the fight moves on: beginning, phases, declaring, whose turn it is. Source: PHA-11, PHA-19, PHA-24."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_with_round
from encounter_gui.rules.systems.phases.commands import PassTime, Wait
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.course import Course, held_events
from encounter_gui.rules.systems.phases.turns import declarations, order
from encounter_gui.rules.systems.phases.turns.phase_clock import next_due, time_passes

MOST_PHASES = 1200
"""More phases than an hour's is a slip of the finger."""


def step(context: RulesContext) -> Procedure:
    """Moves the fight on by one step: begin, reveal what was declared, next group, next phase. Source: PHA-11."""
    if context.state.stage != "running":
        return _begin(context)
    if declarations.is_open(context):
        return _reveal(context)
    return _advance(context)


def _begin(context: RulesContext) -> Procedure:
    if not context.state.combatants:
        raise refuse("phases.nobody")
    if context.state.stage == "ended" and context.state.round:
        return Outcome(label=say("phases.log.resumed"), events=(ev.StageSet(to="running"),))
    rolled, reasons = yield from order.initiative(context, order.unrolled(context))
    calm = (
        ev.ConditionRemoved(who=combatant.id, key="cool_held")
        for combatant in context.state.combatants.values()
        if combatant.has("cool_held")
    )
    events = (ev.StageSet(to="running"), ev.RoundBegan(number=1), *calm, *rolled)
    after = replace(context, state=fold(context.state, events))
    slots = order.of_phase(after)
    listed = ", ".join(f"{context.combatant(slot.who).name} {slot.score}" for slot in slots)
    return Outcome(
        label=say("phases.log.begun", order=listed or context.texts.text_of("phases.dash")),
        events=events,
        reasons=reasons,
    )


def _reveal(context: RulesContext) -> Procedure:
    """Newcomers roll initiative; then everything declared comes true at once, and the first act. Source: PHA-24."""
    rolled, reasons = yield from order.initiative(context, order.unrolled(context))
    known = (*rolled, *declarations.revealed(replace(context, state=fold(context.state, rolled))))
    after = replace(context, state=fold(context.state, known))
    ordered = ev.OrderSet(slots=order.of_phase(after))
    placed = (*known, ordered)
    after = replace(after, state=fold(after.state, (ordered,)))
    first = order.next_group(after, -1)
    if first is None:
        return (yield from _next_phase(after, placed))
    return Outcome(
        label=_acts(after, first),
        events=(*placed, ev.TurnMoved(group=first)),
        reasons=reasons,
    )


def _advance(context: RulesContext) -> Procedure:
    settled = release(context)
    after = replace(context, state=fold(context.state, settled))
    group = order.next_group(after, after.state.group)
    if group is None:
        return (yield from _next_phase(after, settled))
    return Outcome(label=_acts(after, group), events=(*settled, ev.TurnMoved(group=group)))


def _acts(context: RulesContext, group: int) -> Message:
    names = ", ".join(
        context.combatant(slot.who).name
        for slot in context.state.slots
        if slot.group == group and takes_part(context, slot)
    )
    return say("phases.log.acts", who=names)


def _next_phase(context: RulesContext, settled: tuple[ev.Event, ...]) -> Procedure:
    """A phase is over and the next begins, with the tests that fall due. Source: PHA-11, PHA-70, PHA-71, PHA-72."""
    number = context.state.round + 1
    course = Course(context, None)
    course.now(*ended_with_round(context.state))
    yield from time_passes(course, number)
    course.now(*_fresh(course.after, number))
    turn, phase = character.phase_in_round(number)
    told = f": {course.told}" if course.results else ""
    return Outcome(
        label=say("phases.log.phase", round=turn, phase=phase, told=told),
        events=(*settled, *course.events),
        reasons=tuple(course.reasons),
    )


def _fresh(context: RulesContext, number: int, *, passed: int = 1) -> tuple[ev.Event, ...]:
    return tuple(
        event
        for combatant in context.state.combatants.values()
        for event in action_budget.fresh_phase(context, combatant, number, passed=passed)
    )


def pass_time(context: RulesContext, command: PassTime) -> Procedure:
    """Lets phases go by, each with the tests that fall due in it. Source: PHA-11, PHA-70, PHA-71.

    Raises:
        RuleError: the fight is not running, or no time passes.
    """
    if context.state.stage != "running":
        raise refuse("rules.not_running")
    if not 1 <= command.phases <= MOST_PHASES:
        raise refuse("phases.bad_phases", rule="PHA-11", most=MOST_PHASES)
    course = Course(context, None)
    course.now(*release(context))
    number = context.state.round
    last = number + command.phases
    while number < last:
        number = next_due(course, number, last)
        yield from time_passes(course, number)
    before = replace(course.after.state, round=last - 1)
    course.now(*ended_with_round(before))
    if command.phases > 1:
        course.now(*_gathered(course.after))
    course.now(*_fresh(course.after, last, passed=command.phases))
    turn, phase = character.phase_in_round(last)
    told = f": {course.told}" if course.results else ""
    return Outcome(
        label=say("phases.log.passed", phases=command.phases, round=turn, phase=phase, told=told),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _gathered(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the ends of what costs the next action: whole phases went by without one. Source: PHA-35, PHA-64."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=key)
        for combatant in context.state.combatants.values()
        for key in ("stunned", "off_balance")
        if combatant.has(key)
    )


def release(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the events that let the waiting results of a tie take effect together. Source: PHA-19."""
    if not context.state.held:
        return ()
    return (ev.HeldReleased(), *held_events(context.state))


def apply_held(context: RulesContext) -> Procedure:
    """Lets the waiting results take effect now. Source: PHA-19.

    Raises:
        RuleError: nothing waits.
    """
    yield from ()
    if not context.state.held:
        raise refuse("phases.nothing_waits", rule="PHA-19")
    return Outcome(
        label=say("phases.log.applied", results=len(context.state.held)),
        events=release(context),
        reasons=(Reason(text=say("phases.why.tie"), rule="PHA-19"),),
    )


def finish(context: RulesContext) -> Procedure:
    """Ends the fight; what still waits takes effect first. Source: PHA-19.

    Raises:
        RuleError: it is not running.
    """
    yield from ()
    if context.state.stage != "running":
        raise refuse("rules.not_running")
    events = (*release(context), ev.StageSet(to="ended"))
    return Outcome(label=say("rules.log.finished"), events=events)


def without(context: RulesContext, outcome: Outcome) -> Outcome:
    """Returns what removing somebody comes to: where nobody is left to wait for, results wait no longer.

    Source: PHA-19.
    """
    after = replace(context, state=fold(context.state, outcome.events))
    if not after.state.held or len(after.state.acting) > 1:
        return outcome
    return replace(outcome, events=(*outcome.events, *release(after)))


def wait(context: RulesContext, command: Wait) -> Procedure:
    """Somebody does nothing more on its turn; what it declared is still there for defenses. Source: PHA-25.

    Raises:
        RuleError: it is not its turn.
    """
    yield from ()
    combatant = action_budget.actor(context, command.who)
    return Outcome(
        label=say("phases.log.waits", who=combatant.name),
        events=(ev.SlotDone(who=combatant.id, group=context.state.group),),
    )
