"""What runs on the campaign's clock: how a game declares it, and how it begins and ends with what it is due to.

Nobody starts or stops it: whoever bleeds has a bleeding that runs, and where the bleeding is stopped nothing runs any
more, by whatever command, undo or hand of the game master it came to that.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Expiry, Record, Running
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, no_follow_ups, with_events
from encounter_gui.rules.engine.time.clock import seconds_of_round

REMINDER = "reminder"
"""The kind of what the game master wants to be reminded of, in every game."""

CONDITION = "condition"
"""The kind under which a condition is ended by hand that ends by the clock."""

Asks = Literal["test", "damage", "healing", "end"]
"""What comes of something that falls due: dice of somebody, harm, healing, or the end of an effect."""

_T = TypeVar("_T")

Of = Callable[[RulesContext, Combatant, str], _T]
"""Something that is worked out of a combatant and the key of one of several of a kind."""


def _nothing_known(context: RulesContext, combatant: Combatant, key: str) -> dict[str, Record]:
    return {}


def _once(context: RulesContext, combatant: Combatant, key: str) -> int:
    return 0


def _by_nobody(context: RulesContext, combatant: Combatant, key: str) -> CombatantId | None:
    return None


def _no_end(context: RulesContext, combatant: Combatant, running: Running) -> int | None:
    return None


def _no_dice(context: RulesContext, combatant: Combatant, running: Running) -> str:
    return ""


def _never_by_hand(
    context: RulesContext, combatant: Combatant, running: Running
) -> Iterable[ev.Event]:
    return ()


def _stays_on_clock(
    context: RulesContext, combatant: Combatant, running: Running, left: int
) -> Iterable[ev.Event]:
    return ()


class RunningKind(Struct, frozen=True, kw_only=True):
    """One kind of what runs on the clock, as a game declares it.

    ``kind`` is its key; what it is called is the text ``<game>.running.<kind>``, which may name ``{place}`` and
    ``{by}``. ``rule`` is the id of its rule, ``asks`` what comes of it.

    ``keys`` returns the keys of what runs because of a combatant as it is: ``("",)`` for one, the places of its body
    for one each, nothing where nothing runs. None: commands start it (``RunningSet``), and it runs until it is due, or
    until the one it is ``by`` is gone.

    ``first`` returns how many seconds after now it falls due for the first time, ``every`` how many seconds later again
    (0: once), ``values`` what is kept with it. Counters of a fight are read by ``first`` when the fight is over, and
    ``joins`` returns the events that put what is left (seconds from the beginning of round 1, see ``round_due``) into
    them when another one begins, the last one goes on, or somebody joins one: it then runs by them, and no longer on
    the clock. By default it stays on the clock while a fight runs, and falls due in the round that
    reaches it. ``by`` returns who does it; None: nobody.

    ``fall_due`` plays what comes of it, or owes what has to be rolled. It is called once for each time it is due, in
    the order of ``priority`` where several are due at once. ``dice`` returns the arithmetic of what it asks for, with
    the number to reach, e.g. ``3d6 + 5 ≥ 18``; empty: no dice. ``ends`` returns at which second it kills or ends for
    good if nobody does anything, as far as that is known. ``is_deadly``: that end is death. ``stopped`` returns the
    events with which the game master ends it, and what brings it about with it; none: it cannot be ended by hand.
    """

    kind: str
    rule: str
    asks: Asks
    fall_due: Callable[[Resolution, CombatantId, Running], None]
    keys: Callable[[RulesContext, Combatant], Iterable[str]] | None = None
    first: Of[int] = _once
    every: Of[int] = _once
    values: Of[dict[str, Record]] = _nothing_known
    by: Of[CombatantId | None] = _by_nobody
    priority: int = 50
    joins: Callable[[RulesContext, Combatant, Running, int], Iterable[ev.Event]] = _stays_on_clock
    dice: Callable[[RulesContext, Combatant, Running], str] = _no_dice
    ends: Callable[[RulesContext, Combatant, Running], int | None] = _no_end
    is_deadly: bool = False
    stopped: Callable[[RulesContext, Combatant, Running], Iterable[ev.Event]] = _never_by_hand


def only_if(holds: bool) -> tuple[str, ...]:  # noqa: FBT001 - the one question
    """Returns the keys of what runs at most once for a combatant: the empty one if it does, none if it does not."""
    return ("",) if holds else ()


def at_due(context: RulesContext, combatant: Combatant, running: Running) -> int:
    """Returns the second at which something is over for good that is so once it falls due."""
    return running.due


class TimeRules(Struct, frozen=True, kw_only=True):
    """What of a game runs on the campaign's clock, by kind.

    ``moments`` are the keys of the records of combatants, and of the values of what runs, that are seconds of the
    clock; one with a dot at its end stands for all that begin so.
    """

    kinds: tuple[RunningKind, ...] = ()
    moments: tuple[str, ...] = ()

    def kind(self, key: str) -> RunningKind | None:
        """Returns the kind with a key; None: the game has none."""
        return next((each for each in self.kinds if each.kind == key), None)


# ---- beginning and ending with what it is due to


def keeps_clock(context: RulesContext) -> bool:
    """Returns whether the clock runs by itself and not by the rounds of a fight: between fights, or after one."""
    state = context.state
    has_passed = bool(state.clock) and state.stage == "ready"
    return state.stage in ("ended", "between") or has_passed


def kept(rules: TimeRules, context: RulesContext, outcome: Outcome) -> Outcome:
    """Returns the outcome of a command, with what runs on the clock because of it, and what does so no more.

    Conditions that rules have put on for rounds end by the clock as well: no round is played.
    """
    if not _may_change(context.state, outcome):
        return outcome
    after = with_events(context, outcome.events)
    if not keeps_clock(after):
        return outcome
    timed = end_by_clock(after)
    more = (*timed, *changes(rules, with_events(after, timed)))
    return replace(outcome, events=(*outcome.events, *more)) if more else outcome


def _may_change(state: EncounterState, outcome: Outcome) -> bool:
    """Returns whether the clock may run by itself after a command: asked first, it costs nothing in a fight."""
    if state.stage in ("ended", "between") or (state.stage == "ready" and state.clock):
        return True
    return any(isinstance(each, ev.StageSet | ev.ClockSet) for each in outcome.events)


def changes(rules: TimeRules, context: RulesContext) -> Iterator[ev.Event]:
    """Yields what begins to run on the clock in a state, and what does so no more."""
    for combatant in context.state.combatants.values():
        runs = {(each.kind, each.key) for each in combatant.running}
        wanted = list[tuple[RunningKind, str]]()
        for kind in rules.kinds:
            wanted += ((kind, key) for key in _keys(context, kind, combatant))
        held = {(kind.kind, key) for kind, key in wanted}
        for each in combatant.running:
            if (each.kind, each.key) not in held and rules.kind(each.kind) is not None:
                yield ev.RunningEnded(who=combatant.id, running=each.kind, key=each.key)
        for kind, key in wanted:
            if (kind.kind, key) not in runs:
                yield begin(context, kind, combatant, key)


def begin(context: RulesContext, kind: RunningKind, combatant: Combatant, key: str) -> ev.Event:
    """Returns the event with which something of a kind begins to run now."""
    now = context.state.clock
    running = Running(
        kind=kind.kind,
        key=key,
        since=now,
        due=now + max(kind.first(context, combatant, key), 0),
        every=kind.every(context, combatant, key),
        by=kind.by(context, combatant, key),
        values=kind.values(context, combatant, key),
    )
    return ev.RunningSet(who=combatant.id, running=running)


def _keys(context: RulesContext, kind: RunningKind, combatant: Combatant) -> Iterable[str]:
    """Returns the keys of what runs because of a combatant, or what a command has started and nobody has left."""
    if kind.keys is not None:
        return kind.keys(context, combatant)
    state = context.state
    return tuple(
        each.key
        for each in combatant.running
        if each.kind == kind.kind and (each.by is None or each.by in state.combatants)
    )


def shifted(rules: TimeRules, combatant: Combatant, by: int) -> Combatant:
    """Returns a combatant as it is on another clock, on which each moment is so many seconds later."""
    return replace(
        combatant,
        memo=_later(rules, combatant.memo, by),
        running=tuple(later(rules, each, by) for each in combatant.running),
        conditions=tuple(
            replace(each, until=replace(each.until, at=each.until.at + by))
            if each.until is not None and each.until.at is not None
            else each
            for each in combatant.conditions
        ),
    )


def later(rules: TimeRules, running: Running, by: int) -> Running:
    """Returns what runs as it does on a clock on which each moment is so many seconds later."""
    values = _later(rules, running.values, by)
    return replace(running, since=running.since + by, due=running.due + by, values=values)


def _later(rules: TimeRules, records: Mapping[str, Record], by: int) -> dict[str, Record]:
    return {
        key: value + by if isinstance(value, int) and _is_moment(rules, key) else value
        for key, value in records.items()
    }


def _is_moment(rules: TimeRules, key: str) -> bool:
    return any(
        key.startswith(each) if each.endswith(".") else key == each for each in rules.moments
    )


# ---- from a fight to the clock, and back


def leave_fight(resolution: Resolution) -> None:
    """Has the clock go on from the end of a fight: what its rounds still counted is told in seconds from then on.

    The round in which it ends counts as a whole, so that what would have ended with it has ended.
    """
    state, seconds = resolution.context.state, seconds_of_round(resolution.context.ruleset.time)
    resolution.record(ev.ClockSet(to=state.clock + state.round * seconds))
    resolution.record(*end_by_clock(resolution.context), follow_ups=no_follow_ups)


def end_by_clock(context: RulesContext) -> tuple[ev.ConditionAdded | ev.AreaSet, ...]:
    """Returns the conditions that end with a round, or at a turn of one, as they end by the clock: no round comes.

    So do the areas of a plan whose fight is over; those of one that has not begun wait for its rounds. What waits for a
    turn ends with the round of that turn.
    """
    state, seconds = context.state, seconds_of_round(context.ruleset.time)
    first = state.clock - (state.round if state.stage == "ended" else 0) * seconds
    areas = state.plan.areas if state.plan is not None and state.stage == "ended" else ()
    return (
        *(
            ev.ConditionAdded(
                who=combatant.id,
                condition=replace(each, until=Expiry(at=first + each.until.round * seconds)),
            )
            for combatant in state.combatants.values()
            for each in combatant.conditions
            if each.until is not None and each.until.at is None
        ),
        *(
            ev.AreaSet(area=replace(each, until=Expiry(at=first + each.until.round * seconds)))
            for each in areas
            if each.until is not None and each.until.at is None
        ),
    )


def begin_rounds(rules: TimeRules, resolution: Resolution, clock: int | None) -> None:
    """Has rounds move the clock on from now, where a fight begins or goes on after all; nothing while one runs.

    What runs on the clock and has a counter in the game runs by that from then on. ``clock`` is the second at which a
    fight that begins does so; None: as it stands.
    """
    context = resolution.context
    state = context.state
    if state.stage == "ready" and state.combatants:
        if clock is not None and clock != state.clock:
            resolution.record(ev.ClockSet(to=clock))
    elif state.stage == "ended" and state.round:
        passed = state.round * seconds_of_round(context.ruleset.time)
        resolution.record(ev.ClockSet(to=max(state.clock - passed, 0)))
    else:
        return
    count_in_rounds(rules, resolution, state.combatants)


def count_in_rounds(rules: TimeRules, resolution: Resolution, who: Iterable[CombatantId]) -> None:
    """Puts what runs on the clock for these into the counters of a fight; what the game has none for stays on it."""
    context = resolution.context
    for combatant in map(context.combatant, who):
        for each in combatant.running:
            kind = rules.kind(each.kind)
            left = max(each.due - context.state.clock, 0)
            events = tuple(kind.joins(context, combatant, each, left)) if kind else ()
            if events:
                ended = ev.RunningEnded(who=combatant.id, running=each.kind, key=each.key)
                resolution.record(*events, ended, follow_ups=no_follow_ups)


def round_due(context: RulesContext, left: int) -> int:
    """Returns the round of a fight at whose end so many seconds have passed since its beginning.

    What is overdue is due at the end of the present round. Example: twelve seconds are left when a fight of six-second
    rounds begins: the second round.
    """
    return max(-(-left // seconds_of_round(context.ruleset.time)), context.state.round, 1)
