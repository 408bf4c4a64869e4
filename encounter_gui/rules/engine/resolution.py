"""What a command has come to so far: the one collector of events, shared by all rule systems."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, Param, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import ChainNumber, Outcome, Reason
from encounter_gui.encounter.evolve import COMBATANT_EVENTS, fold
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState, Held
from encounter_gui.encounter.values import (
    Combatant,
    Condition,
    LocationState,
    Record,
    Value,
)
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import not_shortened
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.automation import (
    EFFECTS,
    TIME,
    TOLD,
    Dial,
    Moment,
    Withholding,
    events_of,
    is_told,
    moment_of,
)

TAIL = "tail"
"""The parameter of a log line that takes the clauses added to it; without it they follow the line."""

_A_PLACE = 100
"""By how much the priority of what is owed rises with each action before that has something open."""

WAITS = "waits"
"""The parameter of a log line that says in it whether what it tells waits for the rest of a tie."""

FollowUps = Callable[[RulesContext, RulesContext], Iterable[ev.Event | Message]]
"""What the rules add for changed combatants, from the context before and after: bleeding, lost aim, ended grapples.

A message becomes a clause of the log line.
"""

_MOST_ROUNDS = 20
"""Follow-ups of follow-ups beyond this depth are a mistake in the rules of a system, not a long chain."""


def no_follow_ups(before: RulesContext, after: RulesContext) -> Iterable[ev.Event | Message]:
    """Returns nothing: the rules add nothing by themselves."""
    return ()


def place_of(obligation: Obligation) -> int:
    """Returns how many actions with something open came before the one by which something is owed."""
    return obligation.priority // _A_PLACE


def with_events(context: RulesContext, events: Iterable[ev.Event]) -> RulesContext:
    """Returns the context after these events."""
    state = fold(context.state, events)
    return context if state is context.state else replace(context, state=state)


Spent = Callable[[ev.Event], bool]
"""Whether what an event uses up (an action, a die for dodging, a round) is gone for all in a tie as soon as it is."""


def nothing_spent(event: ev.Event) -> bool:
    """Returns False: in a game without ties nothing has to be told apart."""
    return False


class Resolution:
    """Collects the events of one command; each is true for everything that is worked out after it.

    ``context`` contains everything so far. In a tie it is the state before the tie, with what has been spent by
    anybody and all that the actor has done itself: what others do in the same tie is not there yet. Events are
    returned by ``outcome``; until then nothing has happened. ``carried`` are values handed on to every obligation that
    is added: what a gesture has to remember from one entry to the next. ``as_of`` is the moment from which what follows
    counts, where the command does what was left before. ``place`` is how many actions before have something open, which
    comes first: see ``place_of``.

    Where rules do not apply themselves (``dial``), what they would do becomes an obligation of the game master's;
    ``context`` is as if all of it had been done, so that the rest of the command is what it is by the book. ``moment``
    says what kind of events the command makes: see ``Withholding``. ``worsening`` is what follows where passing time
    has changed a combatant, and nothing has hit it anew; by default what usually follows.
    """

    def __init__(
        self,
        context: RulesContext,
        *,
        actor: CombatantId | None = None,
        holds: bool = False,
        spent: Spent = nothing_spent,
        follow_ups: FollowUps = no_follow_ups,
        worsening: FollowUps | None = None,
        dial: Dial | None = None,
    ) -> None:
        """Takes the context before the command, who acts, and whether what it does waits for the rest of a tie.

        ``spent`` says what does not wait. ``dial`` None: all rules apply themselves.
        """
        self.actor = actor
        self.holds = holds and actor is not None
        self.carried: Mapping[str, Record] = {}
        self.place = 0
        self.moment = EFFECTS if actor is not None else ""
        self.as_of: Moment | None = None
        self._withholding = Withholding(dial, context.ruleset) if dial else None
        self._actual = context
        self._follow_ups, self._is_spent = follow_ups, spent
        self._worsening = worsening or follow_ups
        self.context = view_of_tie(context, actor, follow_ups) if self.holds else context
        self._events: list[ev.Event] = []
        self._own: list[ev.Event] = []
        self._held: list[ev.Event] = []
        self._reasons: list[Reason] = []
        self._numbers: list[tuple[CombatantId | None, ChainNumber]] = []
        self._known_keys: Counter[str] = Counter()
        self._texts: list[str] = []
        self._told: dict[str, str] = {}

    # ---- what is known by now

    def combatant(self, who: CombatantId) -> Combatant:
        """Returns a combatant as it is by now.

        Raises:
            KeyError: there is none.
        """
        return self.context.combatant(who)

    @property
    def view(self) -> RulesContext:
        """What rolls are made from: ``context``."""
        return self.context

    @property
    def waits(self) -> bool:
        """Whether something of the command waits for the rest of a tie."""
        return bool(self._own or self._held)

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """Everything so far; in a tie what waits as events that hold it."""
        now = moment_of(self.context.state)
        left = self._withholding.left(now) if self._withholding else ()
        events = (
            *self._events,
            *(self._carrying(ev.ObligationAdded(obligation=each)) for each in left),
        )
        if not self.waits or self.actor is None:
            return events
        held = (*self._own, *self._held)
        return (*events, ev.ResultHeld(by=self.actor, events=held, own=len(self._own)))

    @property
    def is_proposing(self) -> bool:
        """Whether something so far waits for the game master to confirm it."""
        return self._withholding is not None and self._withholding.is_proposing

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The lines of the arithmetic so far."""
        return tuple(self._reasons)

    @property
    def text(self) -> str:
        """The clauses of the log line so far, separated by semicolons."""
        return "; ".join(self._texts)

    @property
    def clause_count(self) -> int:
        """How many clauses the log line has so far."""
        return len(self._texts)

    def take_text(self, start: int) -> str:
        """Takes the clauses off the log line that were added after the first so many; returns them, with commas."""
        taken, self._texts = self._texts[start:], self._texts[:start]
        return ", ".join(taken)

    # ---- events

    def record(self, *events: ev.Event, follow_ups: FollowUps | None = None) -> None:
        """Adds facts, costs, and what a combatant itself does. What follows from them is added, too.

        In a tie what changes combatants is held until everybody has rolled, but for what is spent.
        ``follow_ups`` says what follows from these events where it is not what usually follows.
        """
        now = events
        if self.holds:
            now = tuple(
                each for each in events if not is_of_combatant(each) or self._is_spent(each)
            )
        if now:
            self._record(now, follow_ups or self._usual(now), self.moment, is_effect=False)
        if len(now) < len(events):
            self._hold((each for each in events if each not in now), is_effect=False)

    def apply(self, *events: ev.Event) -> None:
        """Adds effects on combatants: in a tie they are held until everybody has rolled, but for what is spent."""
        if not self.holds:
            self._record(events, self._follow_ups, self.moment, is_effect=True)
            return
        now = tuple(each for each in events if self._is_spent(each))
        if now:
            self._record(now, self._follow_ups, self.moment, is_effect=False)
        self._hold((each for each in events if each not in now), is_effect=True)

    def release(self, *events: ev.Event) -> None:
        """Adds effects that were held in a tie: true now, with what follows from them."""
        self._record(events, self._follow_ups, EFFECTS, is_effect=True)

    def worsen(self, *events: ev.Event) -> None:
        """Adds what passing time does to combatants, and what follows where nothing has hit anew."""
        self._record(events, self._worsening, self.moment, is_effect=False)

    def confirm(self, *events: ev.Event, rule: str = "") -> None:
        """Adds what no rule does by itself, and what follows from it: what was left to the game master, a move.

        ``rule`` is the key of the rule that left it.
        """
        follow_ups = self._worsening if rule == TIME else self._follow_ups
        self._record(events, follow_ups, "", is_effect=False)

    def suppose(self, *events: ev.Event) -> None:
        """Works out all that comes as if these events were true, without adding them."""
        if events:
            self._true_now(events, self._follow_ups)

    def fact(
        self,
        what: str,
        who: CombatantId | None = None,
        target: CombatantId | None = None,
        **values: Value,
    ) -> None:
        """Records what a roll came to."""
        self.record(ev.Resolved(what=what, who=who, target=target, values=values))

    def reason(self, key: str, rule: str = "", **params: Param) -> None:
        """Adds a line of the arithmetic, with the id of the rule it follows, and the numbers worked out for it."""
        self.reason_of(None, key, rule, **params)

    def reason_of(self, whose: CombatantId | None, key: str, rule: str, **params: Param) -> None:
        """Adds a line of the arithmetic of one of several whose numbers are worked out together.

        The numbers of the others wait for their lines. ``whose`` None: the line takes all that wait.
        """
        waiting = [each for each in self._numbers if whose and each[0] not in (None, whose)]
        numbers = tuple(each[1] for each in self._numbers if each not in waiting)
        reason = Reason(text=say(key, **params), rule=rule, numbers=numbers)
        self._numbers = waiting
        self._reasons.append(reason)
        if self.context.told is not None:
            self.context.told(reason)

    def number(self, key: str, value: int, name: str = "", *, of: CombatantId | None = None) -> int:
        """Returns a number the rules have worked out, or what the game master has put in its place.

        It belongs to the line of the arithmetic that follows, of ``of`` if that is said. ``key`` is its name among
        those of the command, of one that occurs several times with a number; ``name`` are the words for it, by default
        the text ``rules.number.<key>``.
        """
        self._known_keys[key] += 1
        count = self._known_keys[key]
        own = key if count == 1 else f"{key}#{count}"
        given = self.context.given.get(own, value)
        words = name or self.context.texts.text_of(f"rules.number.{key}")
        was = value if given != value else None
        self._numbers.append((of, ChainNumber(key=own, name=words, value=given, was=was)))
        return given

    def number_of(self, who: CombatantId, key: str, value: int) -> int:
        """Returns a number of one of several whom a command reaches, as ``number`` does; its words name them."""
        words = self.context.texts.text_of(f"rules.number.{key}")
        return self.number(f"{key}.{who}", value, f"{self.combatant(who).name}: {words}", of=who)

    def parts(
        self,
        key: str,
        parts: Iterable[Modifier],
        whose: str = "",
        *,
        of: CombatantId | None = None,
    ) -> tuple[Modifier, ...]:
        """Returns what speaks for and against a roll, each part as ``number`` returns it.

        ``whose`` is the name of whose roll it is, where several are made together, and ``of`` who that is.
        """
        before = f"{whose}: " if whose else ""
        found = []
        for each in parts:
            amount = self.number(f"{key}.{each.word}", each.amount, before + each.name, of=of)
            found.append(each if amount == each.amount else replace(each, amount=amount))
        return tuple(found)

    def add_text(self, key: str, *, at: int | None = None, **params: Param) -> None:
        """Adds a clause to the log line; ``at``: before the clause with this number."""
        self.add_message(say(key, **params), at=at)

    def add_message(self, message: Message, *, at: int | None = None) -> None:
        """Adds a clause to the log line that is made already."""
        place = len(self._texts) if at is None else at
        self._texts.insert(place, self.context.texts.sentence(message))

    def retell(self, name: str, message: Message) -> None:
        """Adds a clause of what comes again and again, in place of the last one that was told under this name."""
        text, before = self.context.texts.sentence(message), self._told.get(name)
        if before in self._texts:
            self._texts[self._texts.index(before)] = text
        else:
            self._texts.append(text)
        self._told[name] = text

    def owe(
        self,
        obligation: Obligation,
        *,
        is_effect: bool = True,
    ) -> None:
        """Adds an obligation; as an effect it is held in a tie, so that it becomes owed when the tie is released."""
        event = ev.ObligationAdded(obligation=obligation)
        if is_effect:
            self.apply(event)
        else:
            self.record(event)

    # ---- effects by name; none of them makes an event where nothing changes

    def change_gauge(self, who: CombatantId, gauge: str, by: int) -> None:
        """Changes a running number by this much."""
        if by:
            self.apply(ev.GaugeChanged(who=who, gauge=gauge, by=by))

    def set_gauge(self, who: CombatantId, gauge: str, to: int) -> None:
        """Sets a running number."""
        if self.combatant(who).gauges.get(gauge, 0) != to:
            self.apply(ev.GaugeSet(who=who, gauge=gauge, to=to))

    def add_condition(self, who: CombatantId, condition: Condition) -> None:
        """Puts a condition on a combatant, replacing one of the same key; what was said to last longer does so."""
        before = self.combatant(who).condition(condition.key)
        condition = not_shortened(before, condition)
        if before != condition:
            self.apply(ev.ConditionAdded(who=who, condition=condition))

    def remove_conditions(self, who: CombatantId, *keys: str) -> None:
        """Takes conditions off a combatant, those of them that are on it."""
        for key in keys:
            if self.combatant(who).has(key):
                self.apply(ev.ConditionRemoved(who=who, key=key))

    def set_record(self, who: CombatantId, key: str, value: Record) -> None:
        """Keeps a value the rules remember about a combatant; an empty one is forgotten."""
        known = self.combatant(who).memo.get(key)
        if known != value and (known or value):
            self.apply(ev.MemoSet(who=who, key=key, value=value))

    def set_flag(self, who: CombatantId, flag: str, *, on: bool) -> None:
        """Puts a mark on a combatant or takes it off."""
        if (flag in self.combatant(who).flags) != on:
            self.apply(ev.FlagSet(who=who, flag=flag, on=on))

    def mark_location(self, who: CombatantId, place: str, mark: str, *, on: bool = True) -> None:
        """Puts a mark on a place of the body or takes it off."""
        known = self.combatant(who).locations.get(place, LocationState())
        rest = tuple(each for each in known.marks if each != mark)
        marks = (*rest, mark) if on else rest
        if marks != known.marks:
            self.apply(ev.LocationSet(who=who, location=place, level=known.level, marks=marks))

    # ---- the end

    def outcome(self, label: Message) -> Outcome:
        """Returns the events, the reasons, and the log line with its clauses.

        A label with the parameter ``tail`` takes the clauses there, each after a semicolon. For another label the
        caller uses ``text`` itself. Where something waits for the rest of a tie, the line says so: in its parameter
        ``waits``, or at its end.
        """
        if TAIL in label.params:
            tail = "".join(f"; {text}" for text in self._texts)
            label = Message(key=label.key, params={**label.params, TAIL: tail})
        if self.waits:
            waits = self.context.texts.text_of("rules.tie.waits")
            if WAITS in label.params:
                label = Message(key=label.key, params={**label.params, WAITS: waits})
            else:
                text = self.context.texts.sentence(label)
                label = say("rules.log.more", text=text, tail=waits)
        return Outcome(label=label, events=self.events, reasons=self.reasons)

    def with_clauses(self, label: Message) -> Message:
        """Returns a log line that has no place for clauses with the clauses after it."""
        if not self._texts or TAIL in label.params:
            return label
        return say("rules.log.more", text=self.context.texts.sentence(label), tail=f"; {self.text}")

    # ---- inside

    def _usual(self, events: Iterable[ev.Event]) -> FollowUps:
        """Returns what follows: what is done by hand because passing time demands it is no hit."""
        by_time = all(is_told(self._actual.state, each, TIME) for each in events)
        return self._worsening if by_time else self._follow_ups

    def _record(
        self, events: Sequence[ev.Event], follow_ups: FollowUps, moment: str, *, is_effect: bool
    ) -> None:
        """Adds events and what follows from them, those left out that are left to the game master."""
        before = self.context.state
        follow_ups = self._from_then(follow_ups)
        found, clauses = self._true_now(events, follow_ups)
        if self._withholding is not None:
            first = tuple(self._carrying(event) for event in self._not_owed_twice(events))
            self._actual, found, clauses = _with_follow_ups(
                self._actual,
                self._withholding.of_command(before, first, moment, is_effect=is_effect),
                self._with_carried(follow_ups),
                self._follow_ups_at_once,
            )
        self._events += found
        for clause in clauses:
            self.add_message(clause)

    def _follow_ups_at_once(
        self, context: RulesContext, events: Sequence[ev.Event]
    ) -> tuple[ev.Event, ...]:
        known = tuple(self._not_owed_twice(events))
        if self._withholding is None:
            return known
        clocks = tuple(each for each in known if _sets_clock(context, each))
        rest = [each for each in known if each not in clocks]
        return (*clocks, *self._withholding.of_follow_ups(context.state, rest))

    def _not_owed_twice(self, events: Iterable[ev.Event]) -> Iterator[ev.Event]:
        """Yields events without obligations that are owed already for what is now done by hand."""
        for event in events:
            if not isinstance(event, ev.ObligationAdded) or not _is_owed_for_told(
                self._actual.state, event.obligation
            ):
                yield event

    def _hold(self, events: Iterable[ev.Event], *, is_effect: bool) -> None:
        """Holds events for the rest of a tie, in order; what follows from them is added when they are released."""
        held = tuple(events)
        if not held:
            return
        self._own += () if is_effect else held
        self._held += held if is_effect else ()
        self._true_now(held, self._follow_ups)

    def _true_now(
        self, events: Iterable[ev.Event], follow_ups: FollowUps
    ) -> tuple[tuple[ev.Event, ...], tuple[Message, ...]]:
        """Makes events true in ``context``; returns them with what follows from them, and clauses."""
        first = tuple(map(self._carrying, events)) if self.carried else tuple(events)
        self.context, found, clauses = _with_follow_ups(
            self.context, first, self._with_carried(follow_ups)
        )
        return found, clauses

    def _from_then(self, follow_ups: FollowUps) -> FollowUps:
        """Returns follow-ups that count from the moment in which what they follow was left."""
        if self.as_of is None:
            return follow_ups
        number, group = self.as_of

        def then(context: RulesContext) -> RulesContext:
            return replace(context, state=replace(context.state, round=number, group=group))

        return lambda before, after: follow_ups(then(before), then(after))

    def _with_carried(self, follow_ups: FollowUps) -> FollowUps:
        """Returns follow-ups whose obligations have the values that are handed on."""
        if not self.carried:
            return follow_ups
        return lambda before, after: (
            each if isinstance(each, Message) else self._carrying(each)
            for each in follow_ups(before, after)
        )

    def _carrying(self, event: ev.Event) -> ev.Event:
        """Returns an event, an obligation in it with the values that are handed on to it."""
        if not self.carried or not isinstance(event, ev.ObligationAdded):
            return event
        owed = event.obligation
        is_placed = place_of(owed) or self.carried.keys() & owed.values.keys()
        is_unplaced = owed.due == "now" and not is_placed
        priority = owed.priority + _A_PLACE * self.place * is_unplaced
        values = {**self.carried, **owed.values}
        return ev.ObligationAdded(obligation=replace(owed, values=values, priority=priority))


def _all(context: RulesContext, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    return tuple(events)


def _sets_clock(context: RulesContext, event: ev.Event) -> bool:
    """Returns whether an event only says until when a condition lasts that is on already: that is no second one."""
    if not isinstance(event, ev.ConditionAdded):
        return False
    combatant, condition = context.state.combatants.get(event.who), event.condition
    known = combatant.condition(condition.key) if combatant else None
    if known is None or known.count is not None or known.until is not None:
        return False
    return replace(condition, count=None, until=None) == known


def _with_follow_ups(
    context: RulesContext,
    events: tuple[ev.Event, ...],
    follow_ups: FollowUps,
    at_once: Callable[[RulesContext, Sequence[ev.Event]], tuple[ev.Event, ...]] = _all,
) -> tuple[RulesContext, tuple[ev.Event, ...], tuple[Message, ...]]:
    """Returns the context after events and all that follows from them; these events, and their clauses.

    ``at_once`` returns those of the events that follow by themselves; by default all.
    """
    found, clauses = list(events), list[Message]()
    for _ in range(_MOST_ROUNDS):
        before, context = context, with_events(context, events)
        if context.state.combatants is before.state.combatants:
            return context, tuple(found), tuple(clauses)
        follows = tuple(follow_ups(before, context))
        floors = gauges.raised_to_floors(context, events)
        followed = [each for each in follows if not isinstance(each, Message)]
        events = (*at_once(context, followed), *floors)
        clauses += (each for each in follows if isinstance(each, Message))
        if not events:
            return context, tuple(found), tuple(clauses)
        found += events
    raise RuntimeError(f"follow-ups without end: {events}")


def _is_owed_for_told(state: EncounterState, obligation: Obligation) -> bool:
    """Returns whether the same is owed already, by what the game master was told to do by hand and is doing now."""
    told = (each for each in state.obligations if each.kind == TOLD)
    is_doing = any(
        getattr(event, "who", None) == obligation.who for each in told for event in events_of(each)
    )
    same = (obligation.kind, obligation.who)
    return is_doing and any((each.kind, each.who) == same for each in state.obligations)


def view_of_tie(
    context: RulesContext, by: CombatantId | None, follow_ups: FollowUps = no_follow_ups
) -> RulesContext:
    """Returns what somebody sees who acts in a tie: the state before it, with all that it has done itself, in order."""
    for each in context.state.held:
        if by and each.by == by:
            context = _with_follow_ups(context, each.events, follow_ups)[0]
    return context


def is_of_combatant(event: ev.Event) -> bool:
    """Returns whether an event changes a combatant, not only the turn order or what is owed."""
    return isinstance(event, COMBATANT_EVENTS)


# ---- what has waited in a tie

Merge = Callable[[Resolution, Sequence[Held]], None]
"""Makes what waits true; it is given in the order of the turns, of each combatant in the order of its own actions."""

Told = Callable[[RulesContext, RulesContext], Iterable[Message]]
"""What is said of what a tie has come to, from the context before and after: who is wounded, down, dead."""


def merged(resolution: Resolution, held: Sequence[Held]) -> None:
    """Makes true first what everybody has done, then at once what it does to others: amounts add up."""
    effects = [event for each in held for event in each.events[each.own :]]
    for each in held:
        if each.own:
            resolution.confirm(*each.events[: each.own])
    if effects:
        resolution.release(*effects)


def nothing_told(before: RulesContext, after: RulesContext) -> Iterable[Message]:
    """Returns nothing."""
    return ()


def in_order_of_turns(state: EncounterState) -> tuple[Held, ...]:
    """Returns what waits in the order of the turns, of each combatant in its own; of who is gone at the end."""
    places = {slot.who: place for place, slot in enumerate(state.slots)}
    there = {who: place for place, who in enumerate(state.combatants)}
    last = len(places) + len(there)

    def place(held: Held) -> tuple[int, int]:
        return places.get(held.by, last), there.get(held.by, last)

    return tuple(sorted(state.held, key=place))


def held_by(held: Iterable[Held]) -> tuple[CombatantId, ...]:
    """Returns whose actions wait, each once."""
    return tuple(dict.fromkeys(each.by for each in held))


def release_held(resolution: Resolution, merge: Merge = merged, told: Told = nothing_told) -> str:
    """Makes what waits in a tie true, with what follows from it; returns what it has come to, in words."""
    before = resolution.context
    if not before.state.held:
        return ""
    start = resolution.clause_count
    resolution.record(ev.HeldReleased())
    merge(resolution, in_order_of_turns(before.state))
    for message in told(before, resolution.context):
        resolution.add_message(message)
    return resolution.take_text(start)
