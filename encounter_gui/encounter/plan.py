"""The plan of a fight: its size, its areas, and the picture it is drawn on."""

from typing import Literal

from msgspec import Struct

from encounter_gui.encounter.place import Point
from encounter_gui.encounter.values import Expiry

Unit = Literal["m", "ft"]
"""What a plan is measured in: metres or feet."""

Shape = Literal["rectangle", "circle", "polygon"]

AreaKind = Literal["", "cover", "dark", "smoke", "difficult", "entry"]
"""What an area means to the rules; empty: nothing, it is only shown. New arrivals come in by an ``entry``."""


class Area(Struct, frozen=True, kw_only=True):
    """A part of the plan with a name, and with what it means to the rules.

    ``points`` are two opposite corners of a rectangle, the centre of a circle (``radius`` in the plan's unit), or the
    corners of a polygon in order. ``step`` says how much of its kind it is in the game's own words: the key of a
    situational modifier, or of a kind of ground; empty: the least. ``amount`` is the game master's own modifier for
    whoever attacks across it; 0: none. ``until``: it ends by itself then; None: it stays.
    """

    key: str
    shape: Shape
    points: tuple[Point, ...]
    radius: float = 0
    name: str = ""
    kind: AreaKind = ""
    step: str = ""
    amount: int = 0
    floor: int = 0
    until: Expiry | None = None


class Backdrop(Struct, frozen=True, kw_only=True):
    """A picture the plan is drawn on: the SHA-256 of its file in hexadecimal, where it lies, and how wide it is.

    ``at`` is its upper left corner and ``width`` its width, in the plan's unit; ``pixels`` are its own, so that its
    height is known without it.
    """

    picture: str
    at: Point = (0, 0)
    width: float
    pixels: tuple[int, int]


class Plan(Struct, frozen=True, kw_only=True):
    """The plan of a fight: its size, what it is measured in, its areas, and the picture below them.

    ``storey`` is how high a floor is above the one below it, in the plan's unit.
    """

    width: float
    height: float
    unit: Unit = "m"
    name: str = ""
    storey: float = 3
    areas: tuple[Area, ...] = ()
    backdrop: Backdrop | None = None

    def area(self, key: str) -> Area | None:
        """Returns the area with this key, or None."""
        return next((each for each in self.areas if each.key == key), None)
