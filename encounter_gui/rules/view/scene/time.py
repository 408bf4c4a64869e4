"""The campaign's clock and what runs on it, as the page of the time between fights shows it."""

from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import View


class RunningRow(View, frozen=True, kw_only=True):
    """Something that runs: a row of the page.

    ``kind`` and ``key`` are what ``EndRunning`` takes; ``kind`` is ``condition`` where a condition ends (``key`` names
    it). ``who`` are those it runs for, all with the same moment; none: it is a reminder of nobody's. ``names`` and
    ``side`` are theirs (the side of the first). ``what`` are finished words, e.g. ``bleeds, 1 wound a minute``.

    ``due`` is a second of the campaign's clock; ``due_text`` says when that is (``in 35 s``, ``now``). ``since`` is the
    second at which it began, ``every`` after how many seconds it falls due again (0: once). ``asks`` is what comes of
    it. ``dice`` is the arithmetic of its dice (``3d6 + 5 ≥ 18``), ``asks_text`` what comes of it where it has none.
    ``ends`` is the second at which it ends for good, as far as that is known, ``end_text`` says so (``dead in 7 min
    35 s``); ``is_deadly``: that end is death. ``rule`` is the id of its rule. ``can_end``: the game master may end it.
    ``conditions`` are those that end with it then, each with whose it is.
    """

    kind: str
    key: str
    who: tuple[CombatantId, ...]
    names: str
    what: str
    due: int
    due_text: str
    since: int
    side: Side | None = None
    every: int = 0
    asks: Literal["test", "damage", "healing", "end", "reminder"]
    dice: str = ""
    asks_text: str = ""
    ends: int | None = None
    end_text: str = ""
    is_deadly: bool = False
    rule: str = ""
    can_end: bool = True
    conditions: tuple[tuple[CombatantId, str], ...] = ()


class TimeView(View, frozen=True, kw_only=True):
    """The clock: ``now`` is its second, ``day`` counted from 1, ``time`` e.g. ``22:47:20``, ``moment`` both in words.

    ``date`` is the day in words. ``fight`` is what the last fight was called, empty before the first; ``since_fight``
    says how long ago it was over. ``night`` says until when it is night, empty by day. ``rows`` are what runs, the next
    to fall due first.
    """

    now: int
    day: int
    time: str
    moment: str
    date: str = ""
    fight: str = ""
    since_fight: str = ""
    night: str = ""
    rows: tuple[RunningRow, ...]
