"""How the fight moves on: beginning, phases, declaring, whose turn it is. Source: PHA-11, PHA-19, PHA-24."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.durations import ended_with_round
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases.commands import PassTime, Wait
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.course import Course, held_events
from encounter_gui.rules.systems.phases.turns import declarations, order
from encounter_gui.rules.systems.phases.turns.phase_clock import next_due, time_passes

MOST_PHASES = 1200
"""More phases than an hour's is a slip of the finger."""


def step(scene: Scene) -> Procedure:
    """Moves the fight on by one step: begin, reveal what was declared, next group, next phase. Source: PHA-11."""
    if scene.state.stage != "running":
        return _begin(scene)
    if declarations.is_open(scene):
        return _reveal(scene)
    return _advance(scene)


def _begin(scene: Scene) -> Procedure:
    if not scene.state.combatants:
        raise refuse("phases.nobody")
    if scene.state.stage == "ended" and scene.state.round:
        return Outcome(label=say("phases.log.resumed"), events=(ev.StageSet(to="running"),))
    rolled, reasons = yield from order.initiative(scene, order.unrolled(scene))
    calm = (
        ev.ConditionRemoved(who=one.id, key="cool_held")
        for one in scene.state.combatants.values()
        if one.has("cool_held")
    )
    events = (ev.StageSet(to="running"), ev.RoundBegan(number=1), *calm, *rolled)
    after = replace(scene, state=fold(scene.state, events))
    slots = order.of_phase(after)
    listed = ", ".join(f"{scene.one(slot.who).name} {slot.score}" for slot in slots)
    return Outcome(
        label=say("phases.log.begun", order=listed or scene.words.word("phases.dash")),
        events=events,
        reasons=reasons,
    )


def _reveal(scene: Scene) -> Procedure:
    """Newcomers roll initiative; then everything declared comes true at once, and the first act. Source: PHA-24."""
    rolled, reasons = yield from order.initiative(scene, order.unrolled(scene))
    known = (*rolled, *declarations.revealed(replace(scene, state=fold(scene.state, rolled))))
    after = replace(scene, state=fold(scene.state, known))
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


def _advance(scene: Scene) -> Procedure:
    settled = release(scene)
    after = replace(scene, state=fold(scene.state, settled))
    group = order.next_group(after, after.state.group)
    if group is None:
        return (yield from _next_phase(after, settled))
    return Outcome(label=_acts(after, group), events=(*settled, ev.TurnMoved(group=group)))


def _acts(scene: Scene, group: int) -> Message:
    names = ", ".join(
        scene.one(slot.who).name
        for slot in scene.state.slots
        if slot.group == group and takes_part(scene, slot)
    )
    return say("phases.log.acts", who=names)


def _next_phase(scene: Scene, settled: tuple[ev.Event, ...]) -> Procedure:
    """A phase is over and the next begins, with the tests that fall due. Source: PHA-11, PHA-70, PHA-71, PHA-72."""
    number = scene.state.round + 1
    course = Course(scene, None)
    course.now(*ended_with_round(scene.state))
    yield from time_passes(course, number)
    course.now(*_fresh(course.after, number))
    turn, phase = character.phase_in_round(number)
    told = f": {course.told}" if course.results else ""
    return Outcome(
        label=say("phases.log.phase", round=turn, phase=phase, told=told),
        events=(*settled, *course.events),
        reasons=tuple(course.reasons),
    )


def _fresh(scene: Scene, number: int, *, passed: int = 1) -> tuple[ev.Event, ...]:
    return tuple(
        event
        for one in scene.state.combatants.values()
        for event in action_budget.fresh_phase(scene, one, number, passed=passed)
    )


def pass_time(scene: Scene, command: PassTime) -> Procedure:
    """Lets phases go by, each with the tests that fall due in it. Source: PHA-11, PHA-70, PHA-71.

    Raises:
        RuleError: the fight is not running, or no time passes.
    """
    if scene.state.stage != "running":
        raise refuse("rules.not_running")
    if not 1 <= command.phases <= MOST_PHASES:
        raise refuse("phases.bad_phases", rule="PHA-11", most=MOST_PHASES)
    course = Course(scene, None)
    course.now(*release(scene))
    number = scene.state.round
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


def _gathered(scene: Scene) -> tuple[ev.Event, ...]:
    """Returns the ends of what costs the next action: whole phases went by without one. Source: PHA-35, PHA-64."""
    return tuple(
        ev.ConditionRemoved(who=one.id, key=key)
        for one in scene.state.combatants.values()
        for key in ("stunned", "off_balance")
        if one.has(key)
    )


def release(scene: Scene) -> tuple[ev.Event, ...]:
    """Returns the events that let the waiting results of a tie take effect together. Source: PHA-19."""
    if not scene.state.held:
        return ()
    return (ev.HeldReleased(), *held_events(scene.state))


def apply_held(scene: Scene) -> Procedure:
    """Lets the waiting results take effect now. Source: PHA-19.

    Raises:
        RuleError: nothing waits.
    """
    yield from ()
    if not scene.state.held:
        raise refuse("phases.nothing_waits", rule="PHA-19")
    return Outcome(
        label=say("phases.log.applied", results=len(scene.state.held)),
        events=release(scene),
        reasons=(Reason(text=say("phases.why.tie"), rule="PHA-19"),),
    )


def finish(scene: Scene) -> Procedure:
    """Ends the fight; what still waits takes effect first. Source: PHA-19.

    Raises:
        RuleError: it is not running.
    """
    yield from ()
    if scene.state.stage != "running":
        raise refuse("rules.not_running")
    events = (*release(scene), ev.StageSet(to="ended"))
    return Outcome(label=say("rules.log.finished"), events=events)


def without(scene: Scene, outcome: Outcome) -> Outcome:
    """Returns what removing somebody comes to: where nobody is left to wait for, results wait no longer.

    Source: PHA-19.
    """
    after = replace(scene, state=fold(scene.state, outcome.events))
    if not after.state.held or len(after.state.acting) > 1:
        return outcome
    return replace(outcome, events=(*outcome.events, *release(after)))


def wait(scene: Scene, command: Wait) -> Procedure:
    """Somebody does nothing more on its turn; what it declared is still there for defenses. Source: PHA-25.

    Raises:
        RuleError: it is not its turn.
    """
    yield from ()
    one = action_budget.actor(scene, command.who)
    return Outcome(
        label=say("phases.log.waits", who=one.name),
        events=(ev.SlotDone(who=one.id, group=scene.state.group),),
    )
