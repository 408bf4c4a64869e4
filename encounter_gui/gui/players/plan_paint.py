"""Paints the plan on the players' screen: who stands where, and the areas, zoomed to what is there."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import AreaKind, Unit
from encounter_gui.gui.theme.painting.shapes import paint_faction
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.play.players.view import AreaShown, PlanShown, TokenShown

_LEAST: dict[Unit, float] = {"m": 16, "ft": 50}
"""No less of the plan is shown, in its unit."""

_TOKEN, _LETTERS, _SMALL = 22.0, 34, 30
"""Half the size of a token, and sizes of letters: of 1080 lines, to be read from four metres."""

_BESIDE = 0.06
"""How much of the width is left for the letters of who stands farthest to the right."""

_SCALES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

_DARK = 140  # of 255: what stands in the dark is still to be seen

_FILLS: dict[AreaKind, tuple[str, int, str]] = {
    "": ("surface.raised", 0, "line.control"),
    "cover": ("line.divider", 255, "text.muted"),
    "dark": ("", _DARK, "line.control"),
    "smoke": ("text.muted", 90, "text.muted"),
    "difficult": ("status.warn_fill", 255, "status.warn"),
}


def seen_part(plan: PlanShown) -> QRectF:
    """Returns what of a plan is shown: everything on it with some room, in its unit; without anything all of it."""
    points = [(each.x, each.y) for each in plan.tokens]
    for each in plan.areas:
        points += _corners(each)
    if not points:
        return QRectF(0, 0, plan.width, plan.height)
    across, down = zip(*points, strict=True)
    # The letters of tokens stand at their right.
    beside = (max(across) - min(across)) * _BESIDE
    left, width = _span((*across, max(across) + beside), plan.width, _LEAST[plan.unit])
    top, height = _span(down, plan.height, _LEAST[plan.unit])
    return QRectF(left, top, width, height)


def _span(values: Sequence[float], most: float, least: float) -> tuple[float, float]:
    start, end = min(values), max(values)
    room = max((end - start) * 0.1, least / 8)
    need = max(least, end - start + 2 * room)
    first = max(0.0, min((start + end) / 2 - need / 2, most - need))
    return first, min(need, most - first)


def _corners(area: AreaShown) -> tuple[Point, ...]:
    if area.shape != "circle":
        return area.points
    (x, y), r = area.points[0], area.radius
    return (x - r, y - r), (x + r, y + r)


class PlanPainter:
    """Paints one plan into a box."""

    def __init__(self, painter: QPainter, theme: Theme, box: QRectF, plan: PlanShown) -> None:
        """Takes what to paint on, the colours, where, and the plan."""
        self._painter, self._theme, self._box, self._plan = painter, theme, box, plan
        part = seen_part(plan)
        self._scale = min(box.width() / part.width(), box.height() / part.height())
        self._origin = QPointF(
            box.center().x() - part.center().x() * self._scale,
            box.center().y() - part.center().y() * self._scale,
        )
        acting = next((each.floor for each in plan.tokens if each.is_now), 0)
        self._floor = acting

    def paint(self) -> None:
        """Paints areas, tokens and the scale."""
        painter = self._painter
        painter.save()
        painter.setClipRect(self._box)
        painter.fillRect(self._box, self._theme.colour("surface.sunken"))
        for area in self._plan.areas:
            painter.setOpacity(1 if area.floor == self._floor else 0.4)
            self._area(area)
        for token in self._plan.tokens:
            painter.setOpacity(1 if token.floor == self._floor else 0.4)
            self._token(token)
        painter.setOpacity(1)
        self._scale_bar()
        painter.restore()

    def _at(self, x: float, y: float) -> QPointF:
        return QPointF(self._origin.x() + x * self._scale, self._origin.y() + y * self._scale)

    def _area(self, area: AreaShown) -> None:
        role, strength, line = _FILLS.get(area.kind, _FILLS[""])
        fill = QColor(self._theme.colour(role)) if role else QColor("black")
        fill.setAlpha(strength)
        pen = QPen(self._theme.colour(line), 2)
        if area.kind in ("smoke", "difficult"):
            pen.setStyle(Qt.PenStyle.DashLine)
        self._painter.setPen(pen)
        self._painter.setBrush(fill)
        corners = [self._at(*each) for each in _corners(area)]
        around = QPolygonF(corners).boundingRect()
        if area.shape == "circle":
            self._painter.drawEllipse(around)
        elif area.shape == "rectangle":
            self._painter.drawRect(around)
        else:
            self._painter.drawPolygon(QPolygonF(corners))
        if area.name:
            middle = QPointF(around.center().x(), around.top() - 8)
            self._words(middle, area.name, _SMALL, "text.secondary", is_centred=True)

    def _token(self, token: TokenShown) -> None:
        centre, r = self._at(token.x, token.y), max(token.radius * self._scale, _TOKEN)
        box = QRectF(centre.x() - r, centre.y() - r, 2 * r, 2 * r)
        if token.is_now:
            self._painter.setPen(QPen(self._theme.colour("accent.now_edge"), 6))
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            self._painter.drawEllipse(centre, r * 1.6, r * 1.6)
        role = "text.muted" if token.is_out else f"faction.{token.side}"
        colour = self._theme.colour(role)
        paint_faction(self._painter, self._theme, box, token.side, colour=colour)
        ink = "text.muted" if token.is_out else "text.primary"
        right = QPointF(centre.x() + r * 1.4 + (r * 0.5 if token.is_now else 0), centre.y() + 12)
        self._words(right, token.label, _LETTERS, ink, weight=700, is_struck=token.is_out)

    def _scale_bar(self) -> None:
        room = self._box.width() / 5 / self._scale
        length = next((each for each in _SCALES if each >= room), _SCALES[-1])
        left, low = self._box.left() + 24, self._box.bottom() - 24
        self._painter.setPen(QPen(self._theme.colour("text.secondary"), 3))
        right = left + length * self._scale
        self._painter.drawPolyline(
            [
                QPointF(left, low - 10),
                QPointF(left, low),
                QPointF(right, low),
                QPointF(right, low - 10),
            ]
        )
        middle = QPointF((left + right) / 2, low - 16)
        words = f"{length} {self._plan.unit}"
        self._words(middle, words, _SMALL, "text.secondary", is_centred=True)

    def _words(
        self,
        at: QPointF,
        words: str,
        size: int,
        ink: str,
        *,
        weight: int = 400,
        is_centred: bool = False,
        is_struck: bool = False,
    ) -> None:
        font = QFont(self._theme.font("body"))
        font.setPixelSize(size)
        font.setWeight(QFont.Weight(weight))
        font.setStrikeOut(is_struck)
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(words)
        left = at.x() - width / 2 if is_centred else at.x()
        left = max(self._box.left() + 4, min(left, self._box.right() - width - 4))
        base = max(at.y(), self._box.top() + metrics.ascent())
        self._painter.setFont(font)
        self._painter.setPen(self._theme.colour(ink))
        self._painter.drawText(QPointF(left, base), words)
