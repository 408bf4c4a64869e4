"""Where the fight stands, readable from across the table: state, round, part, and who acts."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Heading

_BADGE, _PAD, _GAP = 22.0, 9.0, 8.0


class HeadingView(QWidget):
    """Paints the heading in one line; what does not fit is cut from the names of those who act."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._icons = icons
        self._heading = Heading(state="", round="")
        self._effects = self._effects_tip = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    def show_heading(self, heading: Heading) -> None:
        """Shows where the fight stands; a screen reader says it when somebody else acts."""
        if heading == self._heading:
            return
        is_news = heading.actors != self._heading.actors and bool(heading.actors)
        self._heading = heading
        self._say()
        words = self._words()
        self.updateGeometry()
        self.update()
        if is_news and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def show_effects(self, line: str, tip: str) -> None:
        """Shows in a second, small line what Next will do by itself; ``tip`` says all of it. Empty: nothing."""
        if (line, tip) != (self._effects, self._effects_tip):
            self._effects, self._effects_tip = line, tip
            self._say()
            self.update()

    def _say(self) -> None:
        words = self._words()
        self.setAccessibleName(words)
        self.setAccessibleDescription(self._effects_tip)
        self.setToolTip(plain_tip("\n".join(part for part in (words, self._effects_tip) if part)))

    def _words(self) -> str:
        heading = self._heading
        parts = (heading.state, heading.round, heading.part, heading.actors)
        return " · ".join(part for part in parts if part)

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, 40)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._badge_width() + 2 * _GAP + self._round_width()), 40)

    def _badge_width(self) -> float:
        return (
            2 * _PAD + 16 + self._icons.theme.fonts.width(self._heading.state, "body", weight=600)
        )

    def _round_width(self) -> float:
        return self._icons.theme.fonts.width(self._heading.round, "round")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        x = self._paint_badge(painter) + _GAP if self._heading.state else 0.0
        theme = self._icons.theme
        painter.setFont(theme.font("round"))
        painter.setPen(theme.colour("text.primary"))
        room = QRectF(x, 0, self.width() - x, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._heading.round)
        x = self._paint_part(painter, x + self._round_width() + _GAP)
        line = self.height() / 2 if self._effects else self.height()
        if self._heading.actors:
            self._paint_actors(painter, x, line)
        if self._effects:
            self._paint_effects(painter, x, line)

    def _paint_badge(self, painter: QPainter) -> float:
        """Returns where it ends."""
        theme, running = self._icons.theme, self._heading.is_running
        box = QRectF(0, (self.height() - _BADGE) / 2, self._badge_width(), _BADGE)
        ground = "status.good_fill" if running else "surface.raised"
        with painting(painter):
            painter.setBrush(theme.colour(ground))
            painter.drawRoundedRect(box, theme.radius("pill"), theme.radius("pill"))
        ink = theme.colour("status.good" if running else "text.secondary")
        icon = QRectF(box.left() + _PAD, box.center().y() - 5, 10, 10)
        self._icons.paint(painter, "play" if running else "pause", icon, ink)
        painter.setFont(theme.font("body", weight=600))
        painter.setPen(ink)
        words = box.adjusted(_PAD + 16, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._heading.state)
        return box.right()

    def _paint_part(self, painter: QPainter, x: float) -> float:
        """Returns where the next thing may begin."""
        theme, part = self._icons.theme, self._heading.part
        if not part:
            return x + _GAP
        painter.setFont(theme.font("row", weight=400))
        painter.setPen(theme.colour("text.muted"))
        room = QRectF(x, 1, self.width() - x, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, part)
        return x + theme.fonts.width(part, "row", weight=400) + 2 * _GAP

    def _paint_effects(self, painter: QPainter, x: float, top: float) -> None:
        theme, room = self._icons.theme, max(0.0, self.width() - x)
        words = theme.metrics("small").elidedText(self._effects, Qt.TextElideMode.ElideRight, room)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.secondary"))
        place = QRectF(x, top - 1, room, self.height() - top)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_actors(self, painter: QPainter, x: float, height: float) -> None:
        theme, side = self._icons.theme, self._heading.side
        room = self.width() - x
        if side is not None and room > 40:
            place = QRectF(QPointF(x, height / 2 - 5.5), QSize(11, 11).toSizeF())
            marks.paint_faction(painter, theme, place, side)
            x += 11 + 7
        metrics = theme.metrics("row", weight=600)
        room = max(0.0, self.width() - x)
        painter.setFont(theme.font("row", weight=600))
        painter.setPen(theme.colour("text.primary"))
        words = metrics.elidedText(self._heading.actors, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(x, 0, room, height), Qt.AlignmentFlag.AlignVCenter, words)
