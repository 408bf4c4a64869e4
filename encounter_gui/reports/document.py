"""The shape of everything that can be printed: documents of parts, parts of blocks, tables of cells."""

from typing import Literal

import msgspec

from encounter_gui.encounter.plan import Area, Backdrop, Unit
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view import BodyView, CombatantView
from encounter_gui.rules.view.field import Token

Align = Literal["left", "right", "center"]


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The shape all pieces of a document share: immutable values."""


# ---- cells


class Words(Part, frozen=True, kw_only=True):
    """A text; struck through for who is out."""

    text: str
    is_strong: bool = False
    is_muted: bool = False
    is_struck: bool = False


class Name(Part, frozen=True, kw_only=True):
    """A combatant's name behind the shape of its side."""

    text: str
    side: Side
    is_out: bool = False


class Boxes(Part, frozen=True, kw_only=True):
    """A running number as boxes to tick, in fives: ``used`` of ``total`` crossed. Beyond ``MOST_BOXES``: a bar."""

    total: int
    used: int
    text: str = ""


class Wounds(Part, frozen=True, kw_only=True):
    """A row of wound marks by place: (place, level from 0, letter)."""

    marks: tuple[tuple[str, int, str], ...]


Cell = Words | Name | Boxes | Wounds

MOST_BOXES = 40
"""More than this is drawn as a bar with its numbers."""


# ---- blocks


class Column(Part, frozen=True, kw_only=True):
    """A column of a table: ``share`` of the width beside the others', 0: as narrow as its content."""

    title: str
    align: Align = "left"
    share: float = 0.0
    parts: tuple[str, ...] = ()


class Heading(Part, frozen=True, kw_only=True):
    """A heading inside a part; ``note`` stands at the right. It is never the last thing on a page."""

    text: str
    note: str = ""


class Paragraph(Part, frozen=True, kw_only=True):
    """Running text; ``look`` sets read-aloud text off."""

    text: str
    look: Literal["plain", "aloud", "muted"] = "plain"


class Table(Part, frozen=True, kw_only=True):
    """Rows under a head that is repeated on every page; a row is never torn."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    note: str = ""
    is_plain: bool = False
    """Without a head: names and values."""
    is_dense: bool = False
    """Small type and low rows, for much on one page."""


class WriteIn(Part, frozen=True, kw_only=True):
    """Empty lines to write on; with 0 as many as there is room for to the foot of the page."""

    title: str
    lines: int = 4


class Turns(Part, frozen=True, kw_only=True):
    """The turn order as boxes to tick: who with which score, a group of ``steps`` boxes for each of ``rounds``.

    In the first round shown ``past`` steps are over; ``done`` are those who are ticked in the step after them.
    """

    title: str
    order: tuple[tuple[str, str], ...]
    rounds: tuple[str, ...]
    steps: int = 1
    done: tuple[int, ...] = ()
    past: int = 0


class Line(Part, frozen=True, kw_only=True):
    """One line of a chart: its name and a value for each place; None: no value there."""

    name: str
    values: tuple[float | None, ...]
    side: Side | None = None


class LineChart(Part, frozen=True, kw_only=True):
    """Values over places such as rounds."""

    title: str
    places: tuple[str, ...]
    lines: tuple[Line, ...]
    unit: str = ""


class Bar(Part, frozen=True, kw_only=True):
    """One bar; ``other`` is a second value beside it, such as what was expected; ``note`` is written behind it."""

    name: str
    value: float
    other: float | None = None
    note: str = ""
    side: Side | None = None


class BarChart(Part, frozen=True, kw_only=True):
    """Values side by side."""

    title: str
    bars: tuple[Bar, ...]
    unit: str = ""
    other: str = ""


class DrawnArea(Part, frozen=True, kw_only=True):
    """An area of a plan, and what is written in it: its name, and what it means to the rules."""

    area: Area
    label: str


class PlanDrawing(Part, frozen=True, kw_only=True):
    """The plan of an encounter: width, height and ``step`` of its grid in ``unit``, who stands where, and areas.

    ``picture`` are the bytes of the PNG or JPEG it is drawn on, where ``backdrop`` says; empty: there is none.
    ``legend`` are the numbers and names of those who are in no table beside it.
    """

    title: str
    width: float
    height: float
    unit: Unit
    step: float
    areas: tuple[DrawnArea, ...] = ()
    tokens: tuple[Token, ...] = ()
    backdrop: Backdrop | None = None
    picture: bytes = b""
    legend: tuple[str, ...] = ()

    @property
    def scale_bar(self) -> float:
        """How long the bar is that shows the scale: about a sixth of the plan, in a round number of units."""
        most = self.width / 5
        lengths = (digit * 10**power for power in range(5) for digit in (1, 2, 5))
        return max((each for each in lengths if each <= most), default=1)


class Beside(Part, frozen=True, kw_only=True):
    """Two columns of blocks; ``share`` is how much of the width the left one takes."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"
    share: float = 0.6


Block = Heading | Paragraph | Table | WriteIn | Turns | LineChart | BarChart | PlanDrawing | Beside


# ---- parts


class Flow(Part, frozen=True, kw_only=True):
    """Blocks one below the other, over as many pages as they need."""

    title: str
    subtitle: str = ""
    note: str = ""
    blocks: tuple[Block, ...] = ()


class BodySheet(Part, frozen=True, kw_only=True):
    """A combatant as a body sheet: the figure with its places, and the sheet beside it.

    ``ammunition`` are the rounds of what it carries, by the item's name; ``words`` the captions of what is written in.
    ``is_continued``: lines alone, those that found no room on the sheet before.
    """

    body: BodyView
    sheet: CombatantView
    is_continued: bool = False
    ammunition: tuple[tuple[str, Boxes], ...] = ()
    words: tuple[tuple[str, str], ...] = ()


class Card(Part, frozen=True, kw_only=True):
    """A combatant as a card, front; ``back`` are lines for its back.

    ``places`` are the locations of its body as (name, armour, wound level, letter), ``levels`` the letters of
    the wounds with where they begin; ``ammunition`` the rounds of what it carries, by the item's name. ``lists`` are
    (name, value) of what is looked up least, such as skills: they give way first where there is little room.
    """

    name: str
    side: Side
    number: int
    role: str = ""
    gauges: tuple[tuple[str, Boxes], ...] = ()
    stats: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[str, str, str], ...] = ()
    lists: tuple[tuple[str, str], ...] = ()
    chips: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    places: tuple[tuple[str, str, int, str], ...] = ()
    levels: tuple[tuple[int, str, str], ...] = ()
    ammunition: tuple[tuple[str, Boxes], ...] = ()


class Tent(Part, frozen=True, kw_only=True):
    """A name to fold and put up at the table, with initiative and number."""

    name: str
    side: Side
    score: str
    number: int


class Grid(Part, frozen=True, kw_only=True):
    """Figures, cards or tents, so many on a page, with cut marks where they are to be cut apart."""

    title: str
    cells: tuple[BodySheet | Card | Tent, ...]
    per_page: int
    has_backs: bool = False
    note: str = ""


class Document(Part, frozen=True, kw_only=True):
    """Everything printed together. The footer of each page says campaign, fight, part, date and page n of m."""

    campaign: str
    fight: str
    date: str
    ruleset: str
    parts: tuple[Flow | Grid, ...] = ()
