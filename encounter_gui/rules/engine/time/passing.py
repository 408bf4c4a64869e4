"""Time that passes between fights: as far as is asked, or to the first thing that needs dice.

What falls due on the way does so in its order, each once, however large the step: the clock stops at every moment at
which something is due. Where that owes a test, the rest of the step is owed after it, and goes on by itself once the
test is settled.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Running
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.amounts import area_name
from encounter_gui.rules.engine.obligations import TIME_PASSES, ObligationKind, due_at
from encounter_gui.rules.engine.resolution import Resolution, no_follow_ups
from encounter_gui.rules.engine.time.clock import (
    LONGEST,
    moment_text,
    now_of,
    read_moment,
    read_span,
    span_text,
    too_long,
)
from encounter_gui.rules.engine.time.running import (
    CONDITION,
    REMINDER,
    RunningKind,
    TimeRules,
    changes,
    end_by_clock,
)
from encounter_gui.rules.model.automation import left_ends
from encounter_gui.rules.model.commands import EndRunning, PassTime, Remind

MOST_MOMENTS = 100_000
"""More moments at which something is due, in one step, are a fault of the rules: the step ends there."""


def kind_of(rules: TimeRules) -> ObligationKind:
    """Returns the rest of a step of time that waits until what has fallen due is settled."""

    def settle(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
        yield from ()
        (first, *_) = owed
        # Somebody may have come out of a fight that lasted longer than the rest of the step.
        to = max(int(str(first.values["to"])), resolution.context.state.clock)
        return _go(rules, resolution, to)

    def applies(context: RulesContext, owed: Obligation) -> bool:
        return context.state.stage != "running"

    return ObligationKind(
        kind=TIME_PASSES,
        rule="",
        settle=settle,
        priority=95,
        is_automatic=False,
        is_step=True,
        leaves_owed=True,  # time may pass with what was put off before
        holds_up=False,
        applies=applies,
    )


class Due(Struct, frozen=True, kw_only=True):
    """Something that falls due: at which second, whose it is, and what runs; ``ends``: a condition ends with it."""

    at: int
    who: CombatantId | None = None
    running: Running | None = None
    ends: str = ""


def due_things(rules: TimeRules, context: RulesContext) -> tuple[Due, ...]:
    """Returns everything that runs, the next to fall due first; of several at once in the order of the rules."""
    places = {kind.kind: (kind.priority, place) for place, kind in enumerate(rules.kinds)}

    def order(due: Due) -> tuple[int, int, int]:
        # What ends by itself does so before anything is rolled at the same moment.
        known = places.get(due.running.kind, (100, 0)) if due.running else (-1, 0)
        return (due.at, *known)

    return tuple(sorted(_running(context.state), key=order))


def _running(state: EncounterState) -> Iterator[Due]:
    left = left_ends(state)
    for combatant in state.combatants.values():
        for each in combatant.conditions:
            if (
                each.until is not None
                and each.until.at is not None
                and (combatant.id, each.key) not in left
            ):
                yield Due(at=each.until.at, who=combatant.id, ends=each.key)
        for running in combatant.running:
            yield Due(at=running.due, who=combatant.id, running=running)
    for running in state.running:
        yield Due(at=running.due, running=running)


# ---- passing


def pass_time(rules: TimeRules, resolution: Resolution, command: PassTime) -> Message:
    """Lets time pass: for so long, until a moment, or to the next thing that is due.

    Raises:
        RuleError: a fight runs, what is typed is no time, goes back or too far, or nothing is due.
    """
    context = resolution.context
    if context.state.stage == "running":
        raise refuse("rules.clock.in_fight")
    resolution.record(*changes(rules, context))
    return pass_to(rules, resolution, _target(rules, resolution.context, command))


def pass_to(rules: TimeRules, resolution: Resolution, to: int) -> Message:
    """Lets time pass to a second of the clock for everybody, as a command of a game that takes time does.

    It stops at the first moment at which something has to be settled; the rest is then owed. A second that is past is
    now. Returns the line that says so, with what came of it on the way.

    Raises:
        RuleError: it is too far ahead.
    """
    context = resolution.context
    since = context.state.clock
    if to - since > LONGEST:
        raise too_long()
    owed = (each for each in context.state.obligations if each.kind == TIME_PASSES)
    resolution.record(*(ev.ObligationSettled(id=each.id, how="void") for each in owed))
    resolution.record(*end_by_clock(resolution.context), follow_ups=no_follow_ups)
    resolution.record(*changes(rules, resolution.context))
    return _go(rules, resolution, max(to, since))


def _target(rules: TimeRules, context: RulesContext, command: PassTime) -> int:
    """Returns the second to which a command lets time pass."""
    said = [bool(command.for_), bool(command.until), bool(command.to)]
    if sum(said) != 1:
        raise refuse("rules.clock.say_one")
    now = context.state.clock
    if command.for_:
        return now + read_span(context, command.for_)
    if command.until:
        return read_moment(context, command.until)
    due = due_things(rules, context)
    if not due:
        raise refuse("rules.clock.nothing_due")
    return max(due[0].at, now)


def _go(rules: TimeRules, resolution: Resolution, to: int) -> Message:
    """Passes to a second, as far as the first moment at which something has to be settled; returns what is said."""
    since = resolution.context.state.clock
    first_new = resolution.context.state.next_obligation
    for _ in range(MOST_MOMENTS):
        due = due_things(rules, resolution.context)
        if not due or due[0].at > to:
            _set_clock(resolution, to)
            break
        _set_clock(resolution, max(due[0].at, resolution.context.state.clock))
        _fall_due(rules, resolution, resolution.context.state.clock)
        resolution.record(*changes(rules, resolution.context))
        if any(each.id >= first_new for each in due_at(resolution.context.state, "now")):
            break
    else:  # to owe the rest would have it go on for ever
        to = resolution.context.state.clock
    context = resolution.context
    now = context.state.clock
    if now < to:
        resolution.owe(kind_of(rules).of(None, to=to), is_effect=False)
    key = "rules.log.time_passed" if now > since else "rules.log.time_now"
    label = say(key, time=span_text(context, now - since), now=moment_text(context, now))
    return resolution.with_clauses(label)


def _set_clock(resolution: Resolution, to: int) -> None:
    """Has the clock stand at a second; the areas of the plan go that have ended by then."""
    if to != resolution.context.state.clock:
        resolution.record(ev.ClockSet(to=to))
    context = resolution.context
    for area in context.state.plan.areas if context.state.plan is not None else ():
        if area.until is not None and area.until.at is not None and area.until.at <= to:
            resolution.record(ev.AreaRemoved(key=area.key))
            resolution.add_message(say("rules.clock.area_over", what=area_name(context, area)))


def catch_up(rules: TimeRules, resolution: Resolution, before: RulesContext) -> str:
    """Plays what the rounds of a fight have reached since a state; returns what is told of it, empty if nothing is.

    What the game counts in rounds is not on the clock while a fight runs; all the rest falls due in the round that
    reaches it, at whose beginning it is played. Conditions end with the rounds themselves.
    """
    now, start = now_of(resolution.context), resolution.clause_count
    if now <= now_of(before):
        return ""
    for _ in range(MOST_MOMENTS):
        due = [each for each in due_things(rules, resolution.context) if each.running is not None]
        if not due or due[0].at > now:
            break
        _fall_due(rules, resolution, due[0].at)
    return resolution.take_text(start)


def _fall_due(rules: TimeRules, resolution: Resolution, now: int) -> None:
    """Plays everything that is due at a second, each once, in the order of the rules."""
    for due in due_things(rules, resolution.context):
        if due.at > now or not _is_still_due(resolution.context.state, due):
            continue
        if due.running is None:
            resolution.record(ev.ConditionRemoved(who=due.who or CombatantId(""), key=due.ends))
            resolution.add_message(_end_message(resolution.context, due))
        else:
            _play(rules.kind(due.running.kind), resolution, due.who, due.running)


def _is_still_due(state: EncounterState, due: Due) -> bool:
    """Returns whether what was due is so still, once other things of the same moment have been played."""
    if due.who is None:
        return due.running in state.running
    combatant = state.combatants.get(due.who)
    if combatant is None:
        return False
    return combatant.has(due.ends) if due.running is None else due.running in combatant.running


def _play(
    kind: RunningKind | None, resolution: Resolution, who: CombatantId | None, running: Running
) -> None:
    if running.every:
        again = Running(
            kind=running.kind,
            key=running.key,
            since=running.since,
            due=running.due + running.every,
            every=running.every,
            by=running.by,
            values=running.values,
        )
        resolution.record(ev.RunningSet(who=who, running=again))
    else:
        resolution.record(ev.RunningEnded(who=who, running=running.kind, key=running.key))
    if running.kind == REMINDER:
        resolution.add_message(say("rules.clock.reminded", text=running.key))
    elif kind is not None and who is not None:
        kind.fall_due(resolution, who, running)


def _end_message(context: RulesContext, due: Due) -> Message:
    combatant = context.combatant(due.who or CombatantId(""))
    known = context.ruleset.condition(due.ends)
    return say(
        "rules.clock.condition_over", who=combatant.name, what=known.name if known else due.ends
    )


# ---- by hand


def remind(resolution: Resolution, command: Remind) -> Message:
    """Has the game master reminded of something at a moment.

    Raises:
        RuleError: it says nothing, there is one of these words, or what is typed is no time.
    """
    context = resolution.context
    text = " ".join(command.text.split())
    if not text:
        raise refuse("rules.clock.no_words")
    if any((each.kind, each.key) == (REMINDER, text) for each in context.state.running):
        raise refuse("rules.clock.reminder_there", text=text)
    if bool(command.for_) == bool(command.until):
        raise refuse("rules.clock.say_one")
    now = now_of(context)
    due = (
        now + read_span(context, command.for_)
        if command.for_
        else read_moment(context, command.until)
    )
    resolution.record(ev.RunningSet(running=Running(kind=REMINDER, key=text, since=now, due=due)))
    return say("rules.log.reminder", text=text, at=moment_text(context, due))


def end_running(rules: TimeRules, resolution: Resolution, command: EndRunning) -> Message:
    """Ends something that runs, by the game master's word; what brings it about is taken away with it.

    Raises:
        RuleError: no such thing runs, or it lasts as long as what it is due to: that has to end.
    """
    context = resolution.context
    if command.running == CONDITION and command.who is not None:
        return _end_condition(resolution, command.who, command.key, command.note.strip())
    running = (
        context.state.running
        if command.who is None
        else context.known_combatant(command.who).running
    )
    found = [each for each in running if (each.kind, each.key) == (command.running, command.key)]
    if not found:
        raise refuse("rules.clock.not_running")
    what = running_name(context, command.who, found[0])
    kind = rules.kind(command.running)
    if kind is not None and command.who is not None:
        cause = tuple(kind.stopped(context, context.combatant(command.who), found[0]))
        if kind.keys is not None and not cause:
            raise refuse("rules.clock.ends_with", rule=kind.rule, what=what)
        resolution.record(*cause)
    resolution.record(ev.RunningEnded(who=command.who, running=command.running, key=command.key))
    return _ended(what, command.note.strip())


def _ended(what: str, note: str) -> Message:
    key = "rules.log.running_ended_because" if note else "rules.log.running_ended"
    return say(key, what=what, note=note)


def _end_condition(resolution: Resolution, who: CombatantId, key: str, note: str) -> Message:
    context = resolution.context
    combatant, known = context.known_combatant(who), context.ruleset.condition(key)
    if not combatant.has(key):
        raise refuse("rules.clock.not_running")
    resolution.record(ev.ConditionRemoved(who=who, key=key))
    name = known.name if known else key
    what = context.texts.text_of("rules.open.of", who=combatant.name, what=name)
    return resolution.with_clauses(_ended(what, note))


def running_name(context: RulesContext, who: CombatantId | None, running: Running) -> str:
    """Returns what runs, in words, with whose it is: ``Hook: bleeds``."""
    if who is None:
        return running.key
    what = what_runs(context, running)
    return context.texts.text_of("rules.open.of", who=context.combatant(who).name, what=what)


def what_runs(context: RulesContext, running: Running) -> str:
    """Returns what runs, in words: its text may name a place of the body, who does it, and how often it falls due.

    What somebody does may have a text of its own, with ``.by`` at its end.
    """
    if running.kind == REMINDER:
        return running.key
    places = context.ruleset.locations if running.key else ()
    place = next((each for each in places if each.key == running.key), None)
    by = context.state.combatants.get(running.by) if running.by else None
    key = f"{context.ruleset.system}.running.{running.kind}"
    if by is not None and context.texts.text_or(f"{key}.by", ""):
        key = f"{key}.by"
    return context.texts.text_of(
        key,
        place=place.name if place else running.key,
        by=by.name if by else "",
        every=span_text(context, running.every),
    )
