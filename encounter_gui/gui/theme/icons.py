"""Icons by our own names, in any colour and size, loaded only after the first paint.

Until ``load`` has run every icon is empty and nothing waits for it: the window is painted first.
"""

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QIcon,
    QIconEngine,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPixmap,
    QRawFont,
)
from typing_extensions import override

from encounter_gui.gui.theme.canvas import paint_cached, painting
from encounter_gui.gui.theme.icon_names import DRAWN, GLYPHS
from encounter_gui.gui.theme.path_data import painter_path
from encounter_gui.gui.theme.theme import Theme

_BOX = 24.0
_SET = "phosphor"
_MOST_PIXMAPS = 256
"""How many pictures of icons are kept: each name in a size or two, and in two colours."""

ICON_NAMES: frozenset[str] = frozenset(GLYPHS) | frozenset(DRAWN)
"""Every name an icon can be asked for by."""


class Icons(QObject):
    """Hands out icons of one line set, recoloured by the roles of the current theme.

    Icons taken before loading, or before the theme changed, draw themselves rightly at their next repaint: connect
    ``loaded`` and ``recoloured`` to the ``update`` of what shows them.
    """

    loaded = Signal()
    recoloured = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        """Takes the theme whose roles colour the icons."""
        super().__init__(parent)
        self._theme = theme
        self._font: QRawFont | None = None
        self._glyphs: Mapping[str, str] = {}
        self._paths: dict[str, QPainterPath] = {}
        self._pixmaps: dict[tuple[str, float, int, float], QPixmap] = {}

    @property
    def is_loaded(self) -> bool:
        """Returns whether icons draw anything yet."""
        return self._font is not None

    @property
    def theme(self) -> Theme:
        """Returns the theme whose roles colour the icons."""
        return self._theme

    def use(self, theme: Theme) -> None:
        """Sets the theme that gives the colours, and emits ``recoloured``."""
        self._theme = theme
        self.recoloured.emit()

    def load(self) -> None:
        """Reads the icon font (about 20 ms) and emits ``loaded``; further calls do nothing."""
        if self._font is not None:
            return
        self._font, self._glyphs = _read_set()
        self.loaded.emit()

    def icon(self, name: str, role: str = "text.secondary") -> QIcon:
        """Returns an icon for buttons, actions and items in the colour of a role; fainter when disabled.

        Raises:
            KeyError: No icon, or no role, has this name.
        """
        _check(name)
        self._theme.colour(role)
        return QIcon(_Engine(self, name, role))

    def paint(self, painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
        """Paints an icon as large as fits into the middle of a rectangle; nothing before ``load``.

        Raises:
            KeyError: No icon has this name.
        """
        _check(name)
        if self._font is None:
            return
        side = min(rect.width(), rect.height())
        box = QRectF(0, 0, side, side)
        box.moveCenter(rect.center())
        key = f"icon:{name}:{colour.rgba():x}"
        paint_cached(painter, key, box, lambda inner, at: self._draw(inner, name, at, colour))

    def pixmap(self, name: str, size: float, colour: QColor, ratio: float = 1.0) -> QPixmap:
        """Returns an icon as a picture, kept: ``size`` logical pixels square at a device's pixel ratio."""
        key = (name, size, colour.rgba(), ratio)
        if self._font is None:
            return self._drawn(name, size, colour, ratio)
        if key not in self._pixmaps:
            if len(self._pixmaps) > _MOST_PIXMAPS:
                self._pixmaps.clear()
            self._pixmaps[key] = self._drawn(name, size, colour, ratio)
        return self._pixmaps[key]

    def _drawn(self, name: str, size: float, colour: QColor, ratio: float) -> QPixmap:
        side = round(size * ratio)
        pixmap = QPixmap(QSize(side, side))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, name, QRectF(QPointF(0, 0), QSizeF(size, size)), colour)
        painter.end()
        return pixmap

    def _draw(self, painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
        with painting(painter):
            painter.translate(rect.topLeft())
            painter.scale(rect.width() / _BOX, rect.height() / _BOX)
            painter.fillPath(self._path(name), colour)

    def _path(self, name: str) -> QPainterPath:
        if name not in self._paths:
            drawn = DRAWN.get(name)
            self._paths[name] = self._outline(name) if drawn is None else self._stroke(drawn)
        return self._paths[name]

    def _outline(self, name: str) -> QPainterPath:
        font = self._font or QRawFont()
        glyph = font.glyphIndexesForString(self._glyphs[GLYPHS[name]])[0]
        path = font.pathForGlyph(glyph)
        path.translate(0, font.ascent())
        path.setFillRule(Qt.FillRule.WindingFill)
        return path

    def _stroke(self, data: str) -> QPainterPath:
        stroker = QPainterPathStroker()
        stroker.setWidth(self._theme.icon_size("stroke"))
        stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
        stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        path = stroker.createStroke(painter_path(data))
        path.setFillRule(Qt.FillRule.WindingFill)
        return path


class _Engine(QIconEngine):
    """Draws one icon in the colour its role has at that moment."""

    def __init__(self, icons: Icons, name: str, role: str) -> None:
        super().__init__()
        self._icons = icons
        self._name = name
        self._role = role

    @override
    def clone(self) -> QIconEngine:
        return _Engine(self._icons, self._name, self._role)

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        self._icons.paint(painter, self._name, QRectF(rect), self._colour(mode))

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    @override
    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        side = min(size.width(), size.height())
        return self._icons.pixmap(self._name, side, self._colour(mode), scale)

    def _colour(self, mode: QIcon.Mode) -> QColor:
        theme = self._icons.theme
        colour = QColor(theme.colour(self._role))
        if mode == QIcon.Mode.Disabled:
            colour.setAlphaF(colour.alphaF() * theme.icon_size("opacity_disabled"))
        return colour


def _check(name: str) -> None:
    if name not in ICON_NAMES:
        raise KeyError(name)


def _read_set() -> tuple[QRawFont, Mapping[str, str]]:
    """Reads one of the fonts that ``qtawesome`` comes with, and its names.

    The package is not imported: that takes 0.2 s, and in another thread it has crashed PySide.
    """
    spec = find_spec("qtawesome")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("qtawesome", name="qtawesome")
    folder = Path(spec.submodule_search_locations[0]) / "fonts"
    font = next(folder.glob(f"{_SET}-[0-9]*.ttf"))
    names = json.loads(next(folder.glob(f"{_SET}-charmap-*.json")).read_text("utf-8"))
    unhinted = QFont.HintingPreference.PreferNoHinting
    glyphs = {name: chr(int(code, 16)) for name, code in names.items()}
    return QRawFont(str(font), _BOX, unhinted), glyphs


def beside_icon(words: str) -> str:
    """Returns the words of a tool button with room before them: Qt leaves two pixels between them and the icon."""
    return f"\N{THIN SPACE}\N{THIN SPACE}{words}"
