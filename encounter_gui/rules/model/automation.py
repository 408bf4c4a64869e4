"""How far the rules apply themselves: what a game master may take into their own hands, rule by rule.

Each of the rules here has a name on the screen and a setting of its own; see ``EncounterState.automation``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.codec import UnreadableError, decode_event, encode_event
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Automation, Record
from encounter_gui.rules.model.ruleset import Ruleset

EFFECTS = "effects"
"""What actions do to combatants: wounds, damage, conditions."""
DURATIONS = "durations"
"""Conditions that end by themselves when time passes."""
TIME = "time"
"""What else passing time does: bleeding, burning, dying."""
CONSEQUENCES = "consequences"
"""What the rules add where a combatant has changed, as far as no other rule of the table covers it."""

Told = (
    ev.GaugeChanged
    | ev.GaugeSet
    | ev.ConditionAdded
    | ev.ConditionRemoved
    | ev.LocationSet
    | ev.FlagSet
    | ev.SheetSet
    | ev.ItemPut
    | ev.ItemRemoved
    | ev.SideChanged
)
"""Events that change what a game master sees and can change by hand."""


class AutomatedRule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule that follows a change of a combatant: what it brings, by keys of conditions and gauges.

    ``rule`` is its id, or several. Its name is the text ``<system>.automation.<key>``.
    """

    key: str
    rule: str
    conditions: frozenset[str] = frozenset()
    gauges: frozenset[str] = frozenset()

    def covers(self, event: ev.Event) -> bool:
        """Returns whether an event that follows a change is of this rule."""
        match event:
            case ev.ConditionAdded():
                return event.condition.key in self.conditions
            case ev.ConditionRemoved():
                return event.key in self.conditions
            case ev.GaugeChanged() | ev.GaugeSet():
                return event.gauge in self.gauges
            case _:
                return False


class Dial(msgspec.Struct, frozen=True, kw_only=True):
    """How far the rules apply themselves in one encounter; ``rules`` are those the game tells apart.

    The conditions and gauges in ``counted`` are the accounts of turns, which are always kept by the program.
    """

    modes: Mapping[str, Automation]
    rules: Sequence[AutomatedRule] = ()
    counted: frozenset[str] = frozenset()

    def mode(self, key: str) -> Automation:
        """Returns how far a rule applies itself."""
        return mode_of(self.modes, key)

    def following(self, event: ev.Event) -> str:
        """Returns the key of the rule by which an event follows a change."""
        return next((each.key for each in self.rules if each.covers(event)), CONSEQUENCES)


def mode_of(modes: Mapping[str, Automation], key: str) -> Automation:
    """Returns how far a rule applies itself: as it is set, else as all others are, else by the book."""
    return modes.get(key) or modes.get("") or "book"


def dial_of(
    state: EncounterState, rules: Sequence[AutomatedRule], counted: frozenset[str] = frozenset()
) -> Dial | None:
    """Returns how far the rules apply themselves; None: all of them by the book."""
    if all(each == "book" for each in state.automation.values()):
        return None
    return Dial(modes=state.automation, rules=rules, counted=counted)


# ---- what is left to the game master

PROPOSED = "proposed"
"""The kind of an obligation to confirm what a rule would do; its values are made by ``left_to_game_master``."""
TOLD = "told"
"""The kind of an obligation to do by hand what a rule demands; its values are as those of ``PROPOSED``."""

STEP = "step"
"""The moment of commands that let time pass; of others it is ``EFFECTS``, a kind of obligation, or empty."""

_MOMENT = "left_at"
"""The value of what was left that says when."""

Moment = tuple[int, int]
"""A round, and the group that acts in it."""

_Slot = tuple[str, ...]
_Key = tuple[str, Moment]
"""By which rule something was left, and when."""


class Withholding:
    """Parts the events of one command: some become true at once, others are left to the game master.

    What is left keeps its order. Once something is left, what comes later in the same command and concerns the same
    number, condition or place is left with it, so that the end is the same in whatever order they come true.
    """

    def __init__(self, dial: Dial, ruleset: Ruleset) -> None:
        """Takes how far the rules apply themselves, and the ruleset: what it does not name no game master sees."""
        self._dial = dial
        self._ruleset = ruleset
        self._left: dict[_Key, list[ev.Event]] = {}
        self._slots: dict[_Slot, tuple[_Key, bool]] = {}

    def of_command(
        self, state: EncounterState, events: Sequence[ev.Event], moment: str, *, is_effect: bool
    ) -> tuple[ev.Event, ...]:
        """Returns the events of the command itself that become true at once; the others are left.

        ``state`` is the one before them. ``is_effect``: they are what an action does to combatants.
        """
        rules = [self._of_moment(state, event, moment, is_effect=is_effect) for event in events]
        return self._split_up(state, events, rules)

    def of_follow_ups(
        self, state: EncounterState, events: Sequence[ev.Event]
    ) -> tuple[ev.Event, ...]:
        """Returns what follows at once from a change that led to this state; the rest is left."""
        rules = [self._dial.following(event) if self._is_told(event) else "" for event in events]
        return self._split_up(state, events, rules)

    @property
    def is_proposing(self) -> bool:
        """Whether anything is left that the game master is to confirm."""
        return any(self._dial.mode(rule) == "assist" for rule, _ in self._left)

    def left(self, now: Moment) -> tuple[Obligation, ...]:
        """Returns what is left to the game master, by rule and moment in the order of the first event of each.

        ``now`` is when the command ends: what was left before says when.
        """
        return tuple(
            _left_obligation(rule, self._dial.mode(rule), events, when if when != now else None)
            for (rule, when), events in self._left.items()
        )

    def _of_moment(
        self, state: EncounterState, event: ev.Event, moment: str, *, is_effect: bool
    ) -> str:
        """Returns the key of the rule by which a command makes an event; empty: by none that could be left."""
        if not moment or not self._is_told(event):
            return ""
        if moment == STEP:
            return self._of_step(state, event)
        return moment if is_effect or moment != EFFECTS else ""

    def _is_told(self, event: ev.Event) -> bool:
        """Returns whether an event changes what a game master sees; counts of what is spent in a turn are not seen."""
        counted = self._dial.counted
        if isinstance(event, ev.GaugeChanged | ev.GaugeSet):
            return self._ruleset.gauge(event.gauge) is not None and event.gauge not in counted
        if isinstance(event, ev.ConditionAdded):
            return event.condition.key not in counted
        if isinstance(event, ev.ConditionRemoved):
            return event.key not in counted
        return isinstance(event, Told)

    def _of_step(self, state: EncounterState, event: ev.Event) -> str:
        match event:
            case ev.ConditionRemoved(who=who, key=key):
                combatant = state.combatants.get(who)
                condition = combatant.condition(key) if combatant else None
                return DURATIONS if condition is not None and condition.until is not None else ""
            case ev.GaugeChanged(gauge=gauge) | ev.GaugeSet(gauge=gauge):
                main = self._ruleset.main_gauge
                return TIME if main is not None and gauge == main.key else ""
            case ev.ConditionAdded() | ev.LocationSet():
                return TIME
            case _:
                return ""

    def _split_up(
        self, state: EncounterState, events: Sequence[ev.Event], rules: Sequence[str]
    ) -> tuple[ev.Event, ...]:
        at_once: list[ev.Event] = []
        now = moment_of(state)
        found = (self._left_by(*each, now) for each in zip(events, rules, strict=True))
        pairs = list(_added_up(zip(events, found, strict=True)))
        by_combatant = {_who(event): key for event, key in pairs if key}
        for event, key in pairs:
            # A record goes with what it is remembered about, the end of a condition with what comes in its place.
            goes_along = isinstance(event, ev.MemoSet | ev.ConditionRemoved)
            left_with = key or (by_combatant.get(_who(event)) if goes_along else None)
            if left_with:
                self._leave(event, left_with)
            else:
                at_once.append(event)
        return tuple(at_once)

    def _left_by(self, event: ev.Event, rule: str, now: Moment) -> _Key | None:
        """Returns with what an event is left; None: it becomes true at once."""
        known, is_relative = self._slots.get(_slot(event), (None, False))
        if known and not (is_relative and isinstance(event, ev.GaugeChanged)):
            return known
        return (rule, now) if rule and self._dial.mode(rule) != "book" else None

    def _leave(self, event: ev.Event, key: _Key) -> None:
        left = self._left.setdefault(key, [])
        if isinstance(event, ev.ConditionAdded):
            ended = ev.ConditionRemoved(who=event.who, key=event.condition.key)
            # What ends and begins again is on: nothing to take off by hand first.
            left[:] = [each for each in left if each != ended]
        left.append(event)
        slot = _slot(event)
        _, was_relative = self._slots.get(slot, (key, True))
        is_relative = was_relative and isinstance(event, ev.GaugeChanged)
        if slot:
            self._slots.setdefault(slot, (key, is_relative))
            self._slots[slot] = (self._slots[slot][0], is_relative)


def _added_up(
    pairs: Iterable[tuple[ev.Event, _Key | None]],
) -> Iterator[tuple[ev.Event, _Key | None]]:
    """Yields events that come at once; of those that are left, the changes of one number are one change."""
    pairs = tuple(pairs)
    numbers = [each for each, key in pairs if key and isinstance(each, ev.GaugeChanged)]
    fixed = {_slot(each) for each, _ in pairs if isinstance(each, ev.GaugeSet)}
    sums = Counter[_Slot]()
    for each in numbers:
        sums[_slot(each)] += each.by
    done = set[_Slot]()
    for event, key in pairs:
        slot = _slot(event)
        if key and isinstance(event, ev.GaugeChanged) and slot not in fixed:
            if slot not in done:
                yield msgspec.structs.replace(event, by=sums[slot]), key
            done.add(slot)
        else:
            yield event, key


def _who(event: ev.Event) -> CombatantId | None:
    return getattr(event, "who", None)


def _slot(event: ev.Event) -> _Slot:  # noqa: C901, PLR0911 - one case an event
    """Returns what an event changes; empty: nothing that a later event of the command could change as well."""
    match event:
        case ev.GaugeChanged() | ev.GaugeSet():
            return ("gauge", event.who, event.gauge)
        case ev.ConditionAdded():
            return ("condition", event.who, event.condition.key)
        case ev.ConditionRemoved():
            return ("condition", event.who, event.key)
        case ev.LocationSet():
            return ("place", event.who, event.location)
        case ev.FlagSet():
            return ("flag", event.who, event.flag)
        case ev.MemoSet():
            return ("memo", event.who, event.key)
        case ev.SheetSet():
            return ("field", event.who, event.field)
        case ev.ItemPut():
            return ("item", event.who, event.item.key)
        case ev.ItemRemoved():
            return ("item", event.who, event.key)
        case ev.SideChanged():
            return ("side", event.who)
        case _:
            return ()


def _left_obligation(
    rule: str, mode: Automation, events: Sequence[ev.Event], earlier: Moment | None
) -> Obligation:
    whom = dict.fromkeys(_who(event) for event in events)
    packed = [
        (kind, version, payload.decode()) for kind, version, payload in map(encode_event, events)
    ]
    return Obligation(
        kind=PROPOSED if mode == "assist" else TOLD,
        who=next(iter(whom)) if len(whom) == 1 else None,
        values={
            "automation": rule,
            "events": msgspec.json.encode(packed).decode(),
            **({} if earlier is None else {_MOMENT: {"round": earlier[0], "group": earlier[1]}}),
        },
        priority=1 if mode == "assist" else 2,
        due="now" if mode == "assist" else "any_time",
    )


def rule_of(obligation: Obligation) -> str:
    """Returns the key of the rule by which something is left to the game master."""
    return str(obligation.values.get("automation", ""))


def is_told(state: EncounterState, event: ev.Event, rule: str = "") -> bool:
    """Returns whether a rule has told the game master to do this by hand: doing it is no correction of the rule.

    ``rule`` is the key of the rule; empty: any.
    """
    told = (each for each in state.obligations if each.kind == TOLD)
    return any(event in events_of(each) for each in told if rule in ("", rule_of(each)))


def left_ends(state: EncounterState) -> frozenset[tuple[CombatantId, str]]:
    """Returns whose conditions, by key, have come to an end that is left to the game master."""
    return frozenset(
        (event.who, event.key)
        for each in state.obligations
        if is_left(each)
        for event in events_of(each)
        if isinstance(event, ev.ConditionRemoved)
    )


def is_put_on(state: EncounterState, who: CombatantId, key: str) -> bool:
    """Returns whether a rule has told the game master to put a condition on somebody."""
    told = (event for each in state.obligations if each.kind == TOLD for event in events_of(each))
    return any(
        isinstance(event, ev.ConditionAdded) and (event.who, event.condition.key) == (who, key)
        for event in told
    )


def events_of(obligation: Obligation) -> tuple[ev.Event, ...]:
    """Returns what an obligation leaves to the game master; nothing where it cannot be read."""
    try:
        packed = _packed.decode(str(obligation.values.get("events", "[]")))
        return tuple(decode_event(kind, version, data.encode()) for kind, version, data in packed)
    except (msgspec.MsgspecError, RecursionError, UnreadableError):
        return ()


def handed_on(obligation: Obligation) -> Mapping[str, Record]:
    """Returns the values that the command handed on to all that it left or made owed."""
    return {
        key: each
        for key, each in obligation.values.items()
        if key not in ("automation", "events", _MOMENT)
    }


def moment_of(state: EncounterState) -> Moment:
    """Returns the round and the group that acts in it."""
    return state.round, state.group


def left_at(obligation: Obligation) -> Moment | None:
    """Returns when something was left, if the command that left it has moved on since; else None."""
    match obligation.values.get(_MOMENT):
        case {"round": int(number), "group": int(group)} if is_left(obligation):
            return number, group
        case _:
            return None


def done_at(state: EncounterState, who: CombatantId) -> Moment | None:
    """Returns the moment that counts for what is done by hand to somebody: an earlier one in which it was told."""
    for each in state.obligations:
        known = left_at(each) if each.kind == TOLD else None
        if known is not None and who in _whom(each):
            return known
    return None


def _whom(obligation: Obligation) -> tuple[CombatantId | None, ...]:
    """Returns whom something that is left to the game master concerns: one combatant, or several."""
    if obligation.who is not None:
        return (obligation.who,)
    return tuple(map(_who, events_of(obligation)))


def is_left(obligation: Obligation) -> bool:
    """Returns whether an obligation is something that a rule would have done by itself."""
    return obligation.kind in (PROPOSED, TOLD)


_packed = msgspec.json.Decoder(list[tuple[str, int, str]])
