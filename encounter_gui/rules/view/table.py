"""The combatant table: its columns, and a cell of each kind."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Literal

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import figure_text
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import Chip, View

Align = Literal["left", "right", "center"]
Budget = Literal["free", "spent", "kept"]
CellKind = Literal[
    "mark",
    "band",
    "number",
    "name",
    "gauge",
    "slots",
    "text",
    "dice",
    "chips",
    "pips",
    "capsules",
    "wounds",
]
"""What a column mostly holds. A cell of another kind may stand in it: a text where there is no gauge to draw."""


SortKey = tuple[float, str]
"""What a column is sorted by: a number first, then words."""

_SIGNS: dict[Budget, str] = {"free": "●", "spent": "○", "kept": "◉"}


class Column(View, frozen=True, kw_only=True):
    """A column of the combatant table; ``width`` in logical pixels at 1366, 0 takes what is left.

    ``parts`` are the heads of its equal parts, as (short, whole) words: the locations over a column of wounds.
    """

    key: str
    title: str
    kind: CellKind
    width: int
    align: Align = "left"
    tip: str = ""
    parts: tuple[tuple[str, str], ...] = ()


class Cell(View, frozen=True, kw_only=True):
    """A cell of any kind: what is painted, said in words, for copying, sorting, screen readers and paper.

    What paints a kind is a ``CellDelegate``; where paper draws it instead of writing its words, ``cell_of`` says so.
    """

    @abstractmethod
    def words(self) -> str:
        """Returns the cell as it is written: ``8/12``, ``Wounded −1, Prone``."""

    @abstractmethod
    def sort_key(self) -> SortKey:
        """Returns what a column of such cells is sorted by."""


class TextCell(Cell, frozen=True, kw_only=True):
    """A text or number; ``note`` stands muted beside it, at the right edge. ``sort`` orders the column."""

    text: str
    note: str = ""
    sort: float = 0
    is_strong: bool = False

    @override
    def words(self) -> str:
        return f"{self.text}  {self.note}".strip()

    @override
    def sort_key(self) -> SortKey:
        return self.sort, self.text.casefold()


class NameCell(Cell, frozen=True, kw_only=True):
    """A combatant's name; at most one tag is drawn: target, ghost, skull (out), struck eye (hidden)."""

    name: str
    side: Side
    is_out: bool = False
    is_hidden: bool = False
    is_ghost: bool = False

    @override
    def words(self) -> str:
        return self.name

    @override
    def sort_key(self) -> SortKey:
        return 0, self.name.casefold()


class GaugeCell(Cell, frozen=True, kw_only=True):
    """A running number between ``low`` and ``high``; ``low`` below 0 puts a zero mark into the track.

    ``role`` is a colour role; empty: a colour by how much is left. ``marks`` name values under a tall gauge; ``ticks``
    are values at which a line divides the track. ``number`` is its key, where the game master may set it.
    ``before`` is where it stood before a change that is only being typed; None: there is none. ``is_harm``: a higher
    number is worse.
    """

    name: str
    current: int
    low: int
    high: int
    role: str = ""
    text: str = ""
    marks: tuple[tuple[int, str], ...] = ()
    ticks: tuple[int, ...] = ()
    number: str = ""
    before: int | None = None
    is_harm: bool = False

    @override
    def words(self) -> str:
        return self.text or f"{figure_text(self.current)}/{figure_text(self.high)}"

    @override
    def sort_key(self) -> SortKey:
        return self.current, ""


class CountCell(Cell, frozen=True, kw_only=True):
    """``left`` of ``total``."""

    name: str
    left: int
    total: int

    @override
    def words(self) -> str:
        return f"{self.left}/{self.total}"

    @override
    def sort_key(self) -> SortKey:
        return self.left, ""


class DiceCell(CountCell, frozen=True, kw_only=True):
    """Dice to spend, drawn as squares."""


class ChipsCell(Cell, frozen=True, kw_only=True):
    """The conditions of a row, most urgent first."""

    chips: tuple[Chip, ...] = ()

    @override
    def words(self) -> str:
        return ", ".join(chip.words() for chip in self.chips)

    @override
    def sort_key(self) -> SortKey:
        return len(self.chips), self.words().casefold()


class PipsCell(Cell, frozen=True, kw_only=True):
    """Actions: per action whether it is still to spend; ``tags`` follow (``2nd``).

    ``text`` stands there instead of none, with the icon of this name before it. ``is_declaring``: it says how far the
    combatant has come with declaring.
    """

    name: str
    pips: tuple[Budget, ...] = ()
    tags: tuple[str, ...] = ()
    text: str = ""
    icon: str = ""
    is_declaring: bool = False

    @override
    def words(self) -> str:
        return self.text or " ".join(("".join(_SIGNS[pip] for pip in self.pips), *self.tags))

    @override
    def sort_key(self) -> SortKey:
        return self.pips.count("free"), self.text.casefold()


class WoundsCell(Cell, frozen=True, kw_only=True):
    """One cell a location, in the ruleset's order: (location name, wound level from 0, its letter)."""

    cells: tuple[tuple[str, int, str], ...] = ()

    @override
    def words(self) -> str:
        return " ".join(letter or "–" for _, _, letter in self.cells)

    @override
    def sort_key(self) -> SortKey:
        return sum(level for _, level, _ in self.cells), ""


class SlotsCell(CountCell, frozen=True, kw_only=True):
    """A short gauge as boxes, in groups of five: what is left filled, lost ones struck.

    ``number`` is its key, where the game master may set it.
    """

    number: str = ""


class Capsule(View, frozen=True, kw_only=True):
    """An action that has a name, as a word in a capsule, struck when it is spent."""

    text: str
    state: Budget
    tip: str = ""


class CapsulesCell(Cell, frozen=True, kw_only=True):
    """Named actions of a budget (``Main``, ``Move``); ``tags`` follow; ``text`` stands there instead of none."""

    name: str
    capsules: tuple[Capsule, ...] = ()
    tags: tuple[str, ...] = ()
    text: str = ""

    @override
    def words(self) -> str:
        named = (f"{_SIGNS[each.state]}{each.text}" for each in self.capsules)
        return self.text or " ".join((*named, *self.tags))

    @override
    def sort_key(self) -> SortKey:
        return sum(each.state == "free" for each in self.capsules), self.text.casefold()


class BandCell(Cell, frozen=True, kw_only=True):
    """The part of the order a row belongs to (a side, a block): drawn once, beside the first row of each run.

    Rows of one run have equal cells.
    """

    text: str
    note: str = ""
    side: Side | None = None
    is_now: bool = False

    @override
    def words(self) -> str:
        return f"{self.text} · {self.note}" if self.note else self.text

    @override
    def sort_key(self) -> SortKey:
        return 0, self.words().casefold()


class Row(View, frozen=True, kw_only=True):
    """One combatant in the table, cells by column key.

    ``is_planned``: it is prepared for the encounter and joins when that begins; nothing can be done with it yet.
    ``group`` is the name of the group it is one of; "" : none. ``members`` are all who stand in the row of a group, by
    id and number; ``who`` is the one of them that is next: whoever deals with the row deals with it.

    The cells come last: two rows are compared field by field, and lazy cells are worked out only if all else is equal.
    """

    who: CombatantId
    number: int
    is_now: bool = False
    is_done: bool = False
    is_out: bool = False
    is_tied: bool = False
    is_planned: bool = False
    group: str = ""
    members: tuple[tuple[CombatantId, int], ...] = ()
    cells: Mapping[str, Cell]
