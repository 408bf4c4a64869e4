"""How rules that ask for no dice are played as parts of a procedure of the table."""

from collections.abc import Callable
from typing import TypeVar

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.reading.asks import Rule, undivided
from encounter_gui.rules.engine.reading.table import EventStore, TablePlay
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter

_T = TypeVar("_T")


def record(
    resolution: Resolution,
    rule: Callable[..., Rule[_T]],
    who: CombatantId,
    *more: object,
    body: type[Fighter] = Fighter,
) -> _T:
    """Plays a rule of one combatant whose events are true at once, in a tie as well; returns what it does.

    Here and below the rule reads what it needs before it writes.
    """
    return _played(TablePlay(resolution, is_cost=True, reads_first=True), rule, body, who, *more)


def apply(
    resolution: Resolution, rule: Callable[..., Rule[_T]], who: CombatantId, *more: object
) -> _T:
    """Plays a rule of one combatant whose events are effects, held in a tie; returns what it does."""
    return _played(TablePlay(resolution, reads_first=True), rule, Fighter, who, *more)


def _played(
    play: TablePlay,
    rule: Callable[..., Rule[_T]],
    body: type[Fighter],
    who: CombatantId,
    *more: object,
) -> _T:
    found = undivided(rule(play, body(EventStore(play, who)), *more))
    play.flush()
    return found
