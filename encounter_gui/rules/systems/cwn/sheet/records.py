"""What the rules remember about combatants and the encounter, as typed values: who fights whom, what lies there.

Each record has one function that reads it and one that returns the event of writing it. An empty value is forgotten.
"""

from collections.abc import Iterable, Mapping
from typing import get_args

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.read_once import read_once
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Record, Side

_MELEE, _BLOCKED, _DROPPED, _THROWN = "melee", "blocked", "dropped", "thrown"
_LATE, _SURPRISE, _MORALE_SEEN = "late", "surprise", "morale_seen."
_SCORES = "initiative"


def _keys(value: Record | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def ids_of(value: Record | None) -> tuple[CombatantId, ...]:
    """Returns the ids in a record; none if it holds no tuple."""
    return tuple(map(CombatantId, _keys(value)))


@read_once
def melee_of(combatant: Combatant) -> tuple[CombatantId, ...]:
    """Returns everybody a combatant is noted to be in melee with, up or not. Source: CWN-18, CWN-27."""
    return ids_of(combatant.memo.get(_MELEE))


def set_melee(who: CombatantId, foes: Iterable[CombatantId]) -> ev.Event:
    """Returns the event that notes with whom a combatant is in melee."""
    return ev.MemoSet(who=who, key=_MELEE, value=tuple(foes))


def blocked_by(combatant: Combatant) -> tuple[CombatantId, ...]:
    """Returns the attackers that a screener has faced this round. Source: CWN-40."""
    return ids_of(combatant.memo.get(_BLOCKED))


def set_blocked(who: CombatantId, attackers: Iterable[CombatantId]) -> ev.Event:
    """Returns the event that notes which attackers a screener has faced this round."""
    return ev.MemoSet(who=who, key=_BLOCKED, value=tuple(attackers))


def dropped_by(combatant: Combatant) -> tuple[str, ...]:
    """Returns the keys of the items that a combatant has let fall, in that order. Source: CWN-36m."""
    return _keys(combatant.memo.get(_DROPPED))


def set_dropped(who: CombatantId, items: Iterable[str]) -> ev.Event:
    """Returns the event that notes which items a combatant has let fall."""
    return ev.MemoSet(who=who, key=_DROPPED, value=tuple(items))


def thrown_by(combatant: Combatant) -> tuple[str, ...]:
    """Returns those of the items on the ground that were thrown: they lie where they fell. Source: CWN-36n, CWN-36o."""
    return _keys(combatant.memo.get(_THROWN))


def lying_events(who: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of an item that does not lie on the ground any more. Source: CWN-36n."""
    rest = (each for each in dropped_by(who) if each != key)
    events = (set_dropped(who.id, rest),)
    if key not in thrown_by(who):
        return events
    return (*events, set_thrown(who.id, (each for each in thrown_by(who) if each != key)))


def set_thrown(who: CombatantId, items: Iterable[str]) -> ev.Event:
    """Returns the event that notes which of the items on the ground were thrown."""
    return ev.MemoSet(who=who, key=_THROWN, value=tuple(items))


def late_of(state: EncounterState) -> tuple[CombatantId, ...]:
    """Returns who has joined and acts apart from its side from the next round on. Source: CWN-46."""
    return ids_of(state.memo.get(_LATE))


def set_late(who: Iterable[CombatantId]) -> ev.Event:
    """Returns the event that notes who acts apart from its side from the next round on."""
    return ev.FightMemoSet(key=_LATE, value=tuple(who))


def kept_scores(state: EncounterState) -> dict[Side, int]:
    """Returns the initiative of sides that was rolled by itself, or set by hand. Source: CWN-15."""
    record = state.memo.get(_SCORES)
    if not isinstance(record, Mapping):
        return {}
    return {side: score for side in get_args(Side) if isinstance(score := record.get(side), int)}


def set_kept_scores(scores: Mapping[Side, int]) -> ev.Event:
    """Returns the event that keeps the initiative of sides."""
    return ev.FightMemoSet(key=_SCORES, value=dict(scores.items()))


def is_free_round(state: EncounterState) -> bool:
    """Returns whether the free round of a surprise is on. Source: CWN-14."""
    return bool(state.memo.get(_SURPRISE))


def set_free_round(*, is_on: bool) -> ev.Event:
    """Returns the event that begins or ends the free round of a surprise."""
    return ev.FightMemoSet(key=_SURPRISE, value=is_on)


def morale_seen(state: EncounterState, side: Side) -> tuple[str, ...]:
    """Returns for what a side has had to check Morale already. Source: CWN-66."""
    return _keys(state.memo.get(f"{_MORALE_SEEN}{side}"))


def set_morale_seen(side: Side, points: Iterable[str]) -> ev.Event:
    """Returns the event that notes for what a side has had to check Morale already."""
    return ev.FightMemoSet(key=f"{_MORALE_SEEN}{side}", value=tuple(points))
