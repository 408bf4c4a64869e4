"""What is shown on the plan besides its view: who is selected, what is being done, and what all of it says."""

from typing import Literal

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.rules.view import FieldView, MoveOffer

Tool = Literal["move", "place", "measure", "area"]

TOOLS: tuple[tuple[Tool, str, str], ...] = (
    ("move", "V", "move_token"),
    ("place", "P", "place"),
    ("measure", "X", "measure"),
    ("area", "Z", "area"),
)
"""The tools in order, each with its key and its icon."""


class FieldState(Struct, frozen=True, kw_only=True):
    """The plan as it stands, who is selected, and who is aimed at."""

    view: FieldView = FieldView()
    selected: tuple[CombatantId, ...] = ()
    target: CombatantId | None = None


class MovePath(Struct, frozen=True, kw_only=True):
    """Somebody on the way: from and to where on the plan, and what that comes to; None: nothing is known of it."""

    who: CombatantId
    start: Point | None
    end: Point
    offer: MoveOffer | None = None


class Ruler(Struct, frozen=True, kw_only=True):
    """What is measured: from where to where, a ring round the start, and the words."""

    start: Point
    end: Point
    ring: float = 0
    text: str = ""


class Outline(Struct, frozen=True, kw_only=True):
    """An area that is being drawn: its corners so far, or with ``is_circle`` its centre and a point of its rim."""

    points: tuple[Point, ...] = ()
    is_circle: bool = False
    is_box: bool = False


class Blast(Struct, frozen=True, kw_only=True):
    """A blast that is proposed: where, how far, and whom it touches, in two lines."""

    at: Point
    radius: float
    floor: int = 0
    name: str = ""
    who: tuple[CombatantId, ...] = ()
    head: str = ""
    text: str = ""


class Doing(Struct, frozen=True, kw_only=True):
    """What is being done on the plan, and nowhere else yet."""

    paths: tuple[MovePath, ...] = ()
    ruler: Ruler | None = None
    outline: Outline | None = None
    blast: Blast | None = None
    area: str | None = None
    """The key of the area that is selected."""
    area_by: Point = (0, 0)
    """How far that area is being dragged."""
    cursor: Point | None = None
    """Where the keyboard points."""
    band: tuple[Point, Point] | None = None
    """Two corners of what is being selected."""
