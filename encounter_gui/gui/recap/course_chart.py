"""The course of the fight in the place of the timeline: a line for each side over the rounds, turning points on it."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.recap.number_disc import DISC, paint_disc
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.reports.recap.recap import Course, CourseLine, TurningPoint

_CAPTION = 112.0
_PADDING = 12.0
_LEFT, _RIGHT, _TOP, _FOOT = 140.0, 96.0, 12.0, 16.0
_LABEL = 54.0
_DASHES: Mapping[Side, Sequence[float]] = {
    "pc": (),
    "ally": (6.0, 2.0),
    "foe": (3.0, 2.0),
    "neutral": (1.0, 2.0),
}
_NEAR = 12.0
_VCENTER = Qt.AlignmentFlag.AlignVCenter


class CourseChart(QWidget):
    """Paints a course. A press on a number looks back to its entry, one elsewhere to the nearest step."""

    entry_chosen = Signal(int)

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._course: Course | None = None
        self._points: tuple[TurningPoint, ...] = ()
        self.setProperty("dock", "true")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        icons.recoloured.connect(self.update)

    def show_course(self, course: Course, points: tuple[TurningPoint, ...]) -> None:
        """Shows another course, with its turning points."""
        self._course, self._points = course, points
        self.setAccessibleName(course.title)
        ends = (
            self._texts.text_of(
                "recap.course.line",
                side=line.name,
                first=round(line.points[0].value),
                last=round(line.points[-1].value),
            )
            for line in course.lines
            if line.points
        )
        self.setAccessibleDescription("; ".join((course.note, *ends)))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(1358, round(self._icons.theme.size("timeline")))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(400, 60)

    # ---- places

    @property
    def _plot(self) -> QRectF:
        return QRectF(_LEFT, _TOP, self.width() - _LEFT - _RIGHT, self.height() - _TOP - _FOOT)

    def _place(self, at: float, value: float) -> QPointF:
        plot, count = self._plot, max(len(self._course.rounds) if self._course else 1, 1)
        x = plot.left() + plot.width() * at / count
        return QPointF(x, plot.bottom() - plot.height() * value / 100)

    def disc_place(self, number: int) -> QPointF:
        """Returns where the disc of a turning point is: above its dot, or below where that is too high."""
        point = self._points[number - 1]
        dot = self._place(point.at, point.after)
        near = [
            each
            for each in self._points[: number - 1]
            if abs(self._place(each.at, 0).x() - dot.x()) < DISC
        ]
        is_above = dot.y() - DISC > 2 and len(near) % 2 == 0
        offset = -(DISC / 2 + 4) if is_above else DISC / 2 + 4
        beside = len(near) // 2 * (DISC + 1)
        return QPointF(dot.x() + beside, dot.y() + offset)

    # ---- painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._course is None:
            return
        painter, theme, plot = QPainter(self), self._icons.theme, self._plot
        with painting(painter):
            painter.setBrush(theme.colour("surface.dock"))
            painter.setPen(pen(theme.colour("line.divider")))
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, theme.radius("dock"), theme.radius("dock"))
        self._paint_caption(painter)
        self._paint_axes(painter, plot)
        for line in self._course.lines:
            self._paint_line(painter, line)
        self._paint_ends(painter)
        for point in self._points:
            dot, disc = self._place(point.at, point.after), self.disc_place(point.number)
            painter.setPen(pen(theme.colour("text.primary")))
            painter.drawLine(dot, disc)
            paint_disc(painter, theme, disc, point.number)

    def _paint_caption(self, painter: QPainter) -> None:
        theme, course = self._icons.theme, self._course
        if course is None:
            return
        painter.setFont(theme.font("body", weight=700))
        painter.setPen(theme.colour("text.primary"))
        words = theme.elided(course.title, "body", _CAPTION - _PADDING, weight=700)
        painter.drawText(QRectF(_PADDING, 8, _CAPTION - _PADDING, 16), _VCENTER, words)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        room = QRectF(_PADDING, 25, _CAPTION - 2 * _PADDING, self.height() - 28)
        painter.drawText(room, Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, course.note)

    def _paint_axes(self, painter: QPainter, plot: QRectF) -> None:
        theme, course = self._icons.theme, self._course
        painter.setFont(theme.font("caption"))
        for value in (0, 50, 100):
            y = round(plot.bottom() - plot.height() * value / 100)
            role = "chart.axis" if not value else "chart.grid"
            painter.setPen(pen(theme.colour(role)))
            painter.drawLine(QPointF(plot.left(), y + 0.5), QPointF(plot.right(), y + 0.5))
            painter.setPen(theme.colour("text.muted"))
            label = QRectF(plot.left() - 34, y - 8, 28, 16)
            painter.drawText(label, Qt.AlignmentFlag.AlignRight | _VCENTER, str(value))
        rounds = course.rounds if course is not None else ()
        step = self._label_step(len(rounds))
        for place, name in enumerate(rounds):
            x = round(self._place(place, 0).x()) + 0.5
            if place % step and len(rounds) > 40:
                continue
            painter.setPen(pen(theme.colour("chart.grid" if place % step else "chart.axis")))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            if place % step == 0:
                painter.setPen(theme.colour("text.secondary"))
                room = QRectF(x + 5, plot.bottom() + 1, 100, _FOOT - 1)
                painter.drawText(room, _VCENTER, name)

    def _label_step(self, count: int) -> int:
        """Returns every which round is named, so that the names have room."""
        wide = self._plot.width() / max(count, 1)
        return max(1, -(-int(_LABEL) // max(int(wide), 1)))

    def _paint_line(self, painter: QPainter, line: CourseLine) -> None:
        theme = self._icons.theme
        colour = theme.faction(line.side).colour
        places = [self._place(each.at, each.value) for each in line.points]
        if not places:
            return
        path = QPainterPath(places[0])
        for place in places[1:]:
            path.lineTo(place)
        with painting(painter):
            if line.side == "pc":
                area = QPainterPath(path)
                area.lineTo(places[-1].x(), self._plot.bottom())
                area.lineTo(places[0].x(), self._plot.bottom())
                area.closeSubpath()
                ground = QColor(colour)
                ground.setAlphaF(0.14)
                painter.fillPath(area, ground)
            stroke = QPen(colour, 1.75)
            if _DASHES[line.side]:
                stroke.setDashPattern(list(_DASHES[line.side]))
            painter.setPen(stroke)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)
        for place in places[1:]:
            paint_faction(painter, theme, QRectF(place.x() - 3.5, place.y() - 3.5, 7, 7), line.side)

    def _paint_ends(self, painter: QPainter) -> None:
        """Writes each line's name and last value at its end, apart from each other."""
        theme, course = self._icons.theme, self._course
        lines = [line for line in course.lines if line.points] if course is not None else []
        least = 0.0
        for line in sorted(lines, key=lambda each: -each.points[-1].value):
            end = self._place(line.points[-1].at, line.points[-1].value)
            y = max(end.y(), least + 6)
            least = y + 8
            x = self._plot.right() + 6
            paint_faction(painter, theme, QRectF(x, y - 4.5, 9, 9), line.side)
            value = str(round(line.points[-1].value))
            painter.setFont(theme.font("body", weight=700))
            painter.setPen(theme.colour("text.primary"))
            painter.drawText(QRectF(x + 13, y - 8, 30, 16), _VCENTER, value)
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("text.secondary"))
            after = x + 13 + max(26.0, theme.fonts.width(value, "body", weight=700) + 5)
            room = QRectF(after, y - 8, self.width() - after - 4, 16)
            name = theme.elided(line.name, "small", room.width())
            painter.drawText(room, _VCENTER, name)

    # ---- pointing

    def _point_at(self, place: QPointF) -> TurningPoint | None:
        for point in reversed(self._points):
            distance = self.disc_place(point.number) - place
            if abs(distance.x()) <= _NEAR and abs(distance.y()) <= _NEAR:
                return point
        return None

    def _entry_at(self, place: QPointF) -> int | None:
        """Returns the entry of the step nearest to a place; None outside the chart."""
        if self._course is None or not self._plot.adjusted(-8, -8, 8, 8).contains(place):
            return None
        steps = [each for line in self._course.lines for each in line.points]
        if not steps:
            return None
        return min(steps, key=lambda each: abs(self._place(each.at, 0).x() - place.x())).entry

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_link = self._point_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = self._point_at(event.position())
        entry = point.entry if point is not None else self._entry_at(event.position())
        if entry is not None and event.button() == Qt.MouseButton.LeftButton:
            self.entry_chosen.emit(entry)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            point = self._point_at(QPointF(event.pos()))
            words = "".join(text for text, _ in point.sentence) if point is not None else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)
