"""The recap of a fight: who stands, who did what, what turned it, how the dice fell, what was spent."""

from msgspec import Struct

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import Segment
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view import Cell, Chip


class SideResult(Struct, frozen=True, kw_only=True):
    """How a side came out of the fight, in words: ``3 down, 1 fled``."""

    side: Side
    name: str
    words: str


class Total(Struct, frozen=True, kw_only=True):
    """A number of the whole fight and what it counts: ``92``, ``entries``."""

    number: str
    words: str


class RecapColumn(Struct, frozen=True, kw_only=True):
    """A column that counts results: its title and, in full, its tool tip."""

    title: str
    tip: str


class CombatantRecap(Struct, frozen=True, kw_only=True):
    """What one combatant did and suffered, and how it stands.

    ``gauge`` is the cell of the table that shows its health. ``chips`` say its state; empty: ``state`` does in a word.
    ``counts`` belong to the columns of the game. ``dealt`` and ``taken`` are what is shown, ``share`` is how long the
    bar of what was dealt is, from 0 to 1. ``fired`` of ``loaded`` rounds, 0 where it has reloaded; both 0: it has
    nothing that fires.
    """

    who: CombatantId
    name: str
    side: Side
    is_out: bool
    gauge: Cell | None
    gauge_words: str
    state: str
    chips: tuple[Chip, ...]
    hits: int
    attacks: int
    counts: tuple[int, ...]
    dealt: str
    share: float
    taken: str
    felled: tuple[str, ...]
    fired: int
    loaded: int


class CoursePoint(Struct, frozen=True, kw_only=True):
    """How a side stood after an entry; ``at`` is when, in rounds from 0, ``value`` in percent."""

    at: float
    value: float
    entry: EntryId


class CourseLine(Struct, frozen=True, kw_only=True):
    """One line of the course of the fight; ``name`` stands at its end."""

    name: str
    side: Side
    points: tuple[CoursePoint, ...]


class Course(Struct, frozen=True, kw_only=True):
    """The course of a fight in percent over its rounds.

    ``title`` says whose figure it is and ``note`` what kind. ``rounds`` are the names of the rounds in order, each one
    wide. Lines of a forecast take the place of these lines as they are.
    """

    title: str
    note: str
    rounds: tuple[str, ...]
    lines: tuple[CourseLine, ...]


class TurningPoint(Struct, frozen=True, kw_only=True):
    """An entry that turned the fight: what it did to the strength of ``side``, in percent, before and after.

    ``number`` is the same in the list and on the course, where it stands at ``at``.
    """

    number: int
    entry: EntryId
    stamp: str
    side: Side
    sentence: tuple[Segment, ...]
    of: Side
    of_name: str
    before: int
    after: int
    at: float

    @property
    def change(self) -> int:
        """How many points the side lost (below 0) or won back."""
        return self.after - self.before


class DiceStrip(Struct, frozen=True, kw_only=True):
    """How the main die fell for a side; ``words`` place the mean among all that could have been."""

    side: Side
    name: str
    faces: tuple[int, ...]
    mean: float
    words: str


class DiceLuck(Struct, frozen=True, kw_only=True):
    """The faces of the main die by side, on an axis from ``least`` to ``most``; ``expected`` is a fair die's mean."""

    die: str
    least: int
    most: int
    expected: float
    strips: tuple[DiceStrip, ...]


class Recap(Struct, frozen=True, kw_only=True):
    """A fight at its end. ``result`` is who holds the field, ``result_words`` how."""

    result: str
    result_words: str
    result_side: Side | None
    others: tuple[SideResult, ...]
    totals: tuple[Total, ...]
    health: str
    dealt: str
    columns: tuple[RecapColumn, ...]
    rows: tuple[CombatantRecap, ...]
    course: Course
    points: tuple[TurningPoint, ...]
    luck: DiceLuck | None
    spent: tuple[str, ...]
