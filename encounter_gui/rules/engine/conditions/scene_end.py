"""What ends with the fight, kept so that a fight which goes on after all has it back."""

from collections.abc import Callable, Iterator

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, no_follow_ups

ENDED_WITH_FIGHT = "ended_with_fight"
"""The key of what the fight remembers of its end."""


class _Gauge(msgspec.Struct, frozen=True):
    who: CombatantId
    key: str
    before: int
    after: int


class _Memo(msgspec.Struct, frozen=True):
    """A record of a combatant, or of the encounter where ``who`` is None; an empty one is forgotten."""

    who: CombatantId | None
    key: str
    before: Record
    after: Record


class _Removed(msgspec.Struct, frozen=True):
    who: CombatantId
    condition: Condition


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    gauges: tuple[_Gauge, ...] = ()
    memos: tuple[_Memo, ...] = ()
    conditions: tuple[_Removed, ...] = ()


_decoder = msgspec.json.Decoder(_Kept)


def keep_what_ended(resolution: Resolution, before: EncounterState) -> None:
    """Remembers how the end of the fight has changed gauges, records and conditions since a state; nothing if not."""
    kept = _changes(before, resolution.context.state)
    if kept != _Kept():
        text = msgspec.json.encode(kept).decode()
        resolution.record(ev.FightMemoSet(key=ENDED_WITH_FIGHT, value=text))


ComesBack = Callable[[RulesContext, Combatant, str], bool]
"""Whether a condition or gauge of a combatant, by key, is there again when a fight goes on."""


def take_back_end(resolution: Resolution, comes_back: ComesBack) -> None:
    """Gives back what ended with the fight, as far as nobody has changed it since, or joined, left or fallen."""
    state = resolution.context.state
    text = state.memo_text(ENDED_WITH_FIGHT)
    if not text:
        return
    resolution.record(ev.FightMemoSet(key=ENDED_WITH_FIGHT, value=""))
    try:
        kept = _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError):  # a file of strangers
        return
    events = _given_back(resolution.context, kept, comes_back)
    resolution.record(*tuple(events), follow_ups=no_follow_ups)


def forget_end(resolution: Resolution) -> None:
    """Forgets what ended with the fight: time has passed since, it cannot come back."""
    if ENDED_WITH_FIGHT in resolution.context.state.memo:
        resolution.record(ev.FightMemoSet(key=ENDED_WITH_FIGHT, value=""))


def _changes(before: EncounterState, after: EncounterState) -> _Kept:
    gauges, memos, conditions = list[_Gauge](), list[_Memo](), list[_Removed]()
    pairs = [(before.combatants[who], now) for who, now in after.combatants.items()]
    for was, now in pairs:
        gauges += [
            _Gauge(who=was.id, key=key, before=value, after=now.gauges[key])
            for key, value in was.gauges.items()
            if now.gauges[key] != value
        ]
        memos += _memo_changes(was, now)
        conditions += [
            _Removed(who=was.id, condition=each) for each in was.conditions if not now.has(each.key)
        ]
    memos += [
        _Memo(who=None, key=key, before=value, after=after.memo.get(key, ""))
        for key, value in before.memo.items()
        if after.memo.get(key, "") != value
    ]
    return _Kept(gauges=tuple(gauges), memos=tuple(memos), conditions=tuple(conditions))


def _memo_changes(was: Combatant, now: Combatant) -> Iterator[_Memo]:
    for key, value in was.memo.items():
        after = now.memo.get(key, "")
        if after != value:
            yield _Memo(who=was.id, key=key, before=value, after=after)


def _given_back(context: RulesContext, kept: _Kept, comes_back: ComesBack) -> Iterator[ev.Event]:
    state, known = context.state, context.state.combatants
    for removed in kept.conditions:
        who, key = known.get(removed.who), removed.condition.key
        if who is not None and not who.has(key) and comes_back(context, who, key):
            yield ev.ConditionAdded(who=removed.who, condition=removed.condition)
    for gauge in kept.gauges:
        who = known.get(gauge.who)
        if (
            who is not None
            and who.gauges.get(gauge.key) == gauge.after
            and comes_back(context, who, gauge.key)
        ):
            yield ev.GaugeSet(who=gauge.who, gauge=gauge.key, to=gauge.before)
    for memo in kept.memos:
        if memo.who is None:
            if state.memo.get(memo.key, "") == memo.after:
                yield ev.FightMemoSet(key=memo.key, value=memo.before)
        elif memo.who in known and known[memo.who].memo.get(memo.key, "") == memo.after:
            yield ev.MemoSet(who=memo.who, key=memo.key, value=memo.before)
