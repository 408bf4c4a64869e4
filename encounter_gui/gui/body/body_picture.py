"""The drawing of one body: what is where in it, and its picture, kept until something changes."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.body.body_layout import BodyLayout, PartPlace, element_of, fit, lay_out
from encounter_gui.gui.body.body_paint import paint_parts, paint_whole
from encounter_gui.gui.body.label_paint import LabelLines
from encounter_gui.gui.body.part_model import odds_words
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.rules.view import BodyPart, BodyView, PlaceOdds

_THIRD_LINE = 16.0


class BodyPicture:
    """Draws a body into an area, with chances laid over it or without."""

    def __init__(self, icons: Icons, figure: BodyFigure, texts: MessageCatalog) -> None:
        """Takes icons with the theme, the figure, and the texts; an empty body is shown."""
        self._icons = icons
        self._figure = figure
        self._texts = texts
        self._body: BodyView | None = None
        self._odds: Mapping[str, PlaceOdds] | None = None
        self._area = QRect()
        self._layout: BodyLayout | None = None
        self._pixmap: QPixmap | None = None

    # ---- what is drawn

    def show_body(self, body: BodyView | None) -> None:
        """Shows another body; None: an empty one."""
        self._body = body
        self._layout = self._pixmap = None

    def show_odds(self, odds: Mapping[str, PlaceOdds] | None) -> bool:
        """Takes chances by location, None: none are wanted; returns whether that changes anything."""
        if odds == self._odds:
            return False
        if (odds is None) != (self._odds is None):
            self._layout = None
        self._odds, self._pixmap = odds, None
        return True

    def fill(self, area: QRect) -> None:
        """Takes the area it is drawn into."""
        self._area = area
        self._layout = self._pixmap = None

    def forget(self) -> None:
        """Draws anew the next time: other colours, icons that were not there yet."""
        self._pixmap = None

    # ---- what is where

    @property
    def layout(self) -> BodyLayout | None:
        """Returns where everything is; None for a body without locations."""
        if self._layout is None and self._body is not None and self._body.parts:
            size = self._icons.theme.extent("body_label")
            if self._odds is not None or any(part.effect for part in self._body.parts):
                size = QSizeF(size.width(), size.height() + _THIRD_LINE)
            self._layout = lay_out(self._figure, self._body.parts, QRectF(self._area), size)
        return self._layout

    @property
    def drawn(self) -> tuple[BodyPart, ...]:
        """Returns the parts that the figure has a place for, in the order of the layout."""
        parts = self._body.parts if self._body is not None else ()
        return tuple(part for part in parts if element_of(part) in self._figure.paths)

    @property
    def outline(self) -> QRectF:
        """Returns the box around a body without locations."""
        inner = QRectF(self._area).adjusted(0, 0, 0, -40)
        return fit(self._figure, inner).mapRect(self._figure.view_box)

    def place_of(self, key: str) -> PartPlace | None:
        """Returns where a location is drawn; None: nowhere."""
        if self.layout is None:
            return None
        places = zip(self.layout.places, self.drawn, strict=True)
        return next((place for place, part in places if part.key == key), None)

    def key_at(self, point: QPointF) -> str:
        """Returns the location whose label or area is at a point; empty: none."""
        if self.layout is None:
            return ""
        for place, part in zip(self.layout.places, self.drawn, strict=True):
            if place.label.adjusted(-4, -3, 4, 3).contains(point):
                return part.key
        inverse, _ = self.layout.to_widget.inverted()
        location = self._figure.location_at(inverse.map(point))
        return next((part.key for part in self.drawn if element_of(part) == location), "")

    def beside(self, key: str, across: int, down: int) -> str:
        """Returns the nearest location in a direction (each -1, 0 or 1) from another; empty: there is none.

        One that is not drawn, or an empty key, stands for the location in the middle of the figure.
        """
        places = self.layout.places if self.layout is not None else ()
        anchors = {part.key: place.anchor for place, part in zip(places, self.drawn, strict=False)}
        if not anchors:
            return ""
        middle = QPointF(
            sum(each.x() for each in anchors.values()) / len(anchors),
            sum(each.y() for each in anchors.values()) / len(anchors),
        )
        central = min(anchors.values(), key=lambda each: (each - middle).manhattanLength())
        start = anchors.get(key, central)
        found: dict[str, float] = {}
        for each, anchor in anchors.items():
            way = anchor - start
            ahead, aside = way.x() * across + way.y() * down, way.x() * down + way.y() * across
            if ahead > abs(aside):
                found[each] = way.manhattanLength()
        return min(found, key=lambda each: found[each], default="")

    # ---- painting

    def pixmap(self, ratio: float) -> QPixmap:
        """Returns the whole drawing at a device pixel ratio: hovering costs one blit."""
        if self._pixmap is None or self._pixmap.devicePixelRatio() != ratio:
            self._pixmap = QPixmap(self._area.size() * ratio)
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter)
            painter.end()
        return self._pixmap

    def _draw(self, painter: QPainter) -> None:
        if self.layout is not None:
            lines = {part.key: self._lines(part) for part in self.drawn}
            paint_parts(painter, self._icons, self.layout, self.drawn, self._odds or {}, lines)
        elif self._body is not None:
            paint_whole(painter, self._icons, self._figure, self._body, QRectF(self._area))

    def _lines(self, part: BodyPart) -> LabelLines:
        """What a label says besides the name; what chances leave no room for is in the tool tip."""
        has_cell, cap = self._has_letters(), self._cap(part)
        chances = odds_words(self._texts, (self._odds or {}).get(part.key))
        if part.is_lost:
            return LabelLines(has_cell=has_cell, cap=cap, note=self._texts.text_of("gui.body.lost"))
        if chances:
            hit, wound = chances
            return LabelLines(has_cell=has_cell, cap=cap, note=hit, third=wound, has_chances=True)
        return LabelLines(
            has_cell=has_cell, cap=cap, armor=part.armor, note=part.note, third=part.effect
        )

    def _has_letters(self) -> bool:
        body = self._body
        return body is not None and bool(body.levels or any(part.letter for part in body.parts))

    def _cap(self, part: BodyPart) -> str:
        """The key to type for it, where that is any use and not its whole name."""
        is_typed = self._body is not None and bool(self._body.asks)
        short = part.short.lower()
        return short if is_typed and short != part.name.lower() else ""
