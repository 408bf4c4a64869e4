"""One look, as values: every colour by its role, every size by its name. Frozen; widgets are handed one."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF

from encounter_gui.gui.theme.fonts import Fonts

PatternKind = Literal["none", "dots", "diagonal", "crosshatch", "vertical", "crosses"]
ShapeKind = Literal["diamond", "circle", "triangle", "square"]

_GROUPS: Mapping[str, str] = {
    "surface": "window dock row_alt raised raised_hover sunken overlay row_hover row_selected row_now row_preview",
    "line": "subtle divider control",
    "text": "primary secondary muted disabled on_now on_accent",
    "accent": "now now_hover now_edge interactive interactive_fill focus",
    "faction": "pc ally foe neutral",
    **{f"wound.{level}": "fill ink edge" for level in range(7)},
    "gauge": "track tick health_high health_mid health_low health_negative soak conviction strain ammo dodge",
    "status": "danger danger_fill warn warn_fill good good_fill info info_fill",
    "chart": "background grid axis s1 s2 s3 s4 s5 s6 heat_0 heat_1",
}

ROLES: tuple[str, ...] = tuple(
    f"{group}.{name}" for group, names in _GROUPS.items() for name in names.split()
)
"""Every colour role a theme has to name; nothing paints with any other colour."""

_DASHES: Mapping[str, tuple[float, ...]] = {
    "solid": (),
    "dash": (4, 2.5),
    "dot": (1, 2),
    "dash-dot": (4, 2, 1, 2),
    "long-dash": (8, 3),
    "dash-dot-dot": (4, 2, 1, 2, 1, 2),
}


class Pattern(Struct, frozen=True, kw_only=True):
    """How an area is hatched.

    ``pitch`` is the distance of two lines and ``stroke`` their width, both in logical pixels; ``opacity`` is that of
    the ink, 0 to 1.
    """

    kind: PatternKind
    pitch: float = 0
    stroke: float = 0
    opacity: float = 0

    def scaled(self, factor: float) -> "Pattern":
        """Returns the same pattern, larger or smaller."""
        return replace(self, pitch=self.pitch * factor, stroke=self.stroke * factor)


class WoundStyle(Struct, frozen=True, kw_only=True):
    """How a wound level looks: ground, letter and pattern ink, outline on any row ground, letter, pattern."""

    level: int
    name: str
    letter: str
    fill: QColor
    ink: QColor
    edge: QColor
    pattern: Pattern


class FactionStyle(Struct, frozen=True, kw_only=True):
    """How a side looks: its colour, and a shape in a box of 12 × 12.

    ``points`` are the corners; a circle has none, and a ``radius`` instead.
    """

    side: str
    colour: QColor
    shape: ShapeKind
    points: tuple[tuple[float, float], ...] = ()
    radius: float = 0


class Theme(Struct, frozen=True, kw_only=True, eq=False):
    """Everything painted asks here; an unknown name is a bug and raises KeyError.

    Sizes are logical pixels. ``digest`` differs between any two themes that draw differently: part of the key of
    every cached picture. ``framed`` themes (high contrast, paper) draw a line around what elsewhere is only a ground.
    """

    name: str
    digest: str
    colours: Mapping[str, QColor]
    wounds: Mapping[int, WoundStyle]
    factions: Mapping[str, FactionStyle]
    sizes: Mapping[str, tuple[float, float]]
    spaces: Mapping[str, float]
    radii: Mapping[str, float]
    icons: Mapping[str, float]
    motion: Mapping[str, int]
    dashes: Mapping[str, str]
    palette: Mapping[str, str]
    fonts: Fonts
    framed: bool = False

    def colour(self, role: str) -> QColor:
        """Returns the colour of a dotted role such as ``surface.row_now``; the theme's own, which nobody changes."""
        return self.colours[role]

    def wound(self, level: int) -> WoundStyle:
        """Returns how a wound level looks: 0 is unhurt, 6 the worst."""
        return self.wounds[level]

    def faction(self, side: str) -> FactionStyle:
        """Returns how a side looks: ``pc``, ``ally``, ``foe`` or ``neutral``."""
        return self.factions[side]

    def size(self, name: str) -> float:
        """Returns a size in logical pixels; where the theme gives width and height, the height."""
        return self.sizes[name][1]

    def extent(self, name: str) -> QSizeF:
        """Returns a width and height in logical pixels; equal where the theme gives one number."""
        return QSizeF(*self.sizes[name])

    def space(self, name: str) -> float:
        """Returns a step of the 4 px grid: hair, xs, s, m, l, xl, xxl."""
        return self.spaces[name]

    def radius(self, name: str) -> float:
        """Returns the corner radius of a cell, chip, control, dock or pill."""
        return self.radii[name]

    def icon_size(self, name: str) -> float:
        """Returns the side of an icon by where it stands: chip, inline, button, rail, faction."""
        return self.icons[name]

    def duration(self, name: str) -> int:
        """Returns a duration in milliseconds, e.g. ``gauge_ms``; 0 when nothing may move."""
        return self.motion[name]

    def dash(self, series: str) -> Sequence[float]:
        """Returns the dash pattern of a chart series (``s1`` … ``s6``) in pen widths; empty means solid."""
        return _DASHES[self.dashes[series]]

    def font(
        self, name: str, *, weight: int = 0, italic: bool = False, struck: bool = False
    ) -> QFont:
        """Returns a font by name, e.g. ``row``; a weight of 0 means the name's own."""
        return self.fonts.font(name, weight=weight, italic=italic, struck=struck)

    def metrics(self, name: str, *, weight: int = 0) -> QFontMetricsF:
        """Returns the screen metrics of a font, kept from call to call."""
        return self.fonts.metrics(name, weight=weight)

    def elided(
        self,
        text: str,
        font: str,
        room: float,
        *,
        weight: int = 0,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> str:
        """Returns a line as it fits a room in logical pixels, cut with an ellipsis where it is too long."""
        return self.fonts.elided(text, font, room, weight=weight, mode=mode)
