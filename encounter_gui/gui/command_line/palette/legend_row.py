"""Below the line: what each of its words was understood to be, and what the rules make of it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.command_line.preview import Legend, Reading
from encounter_gui.gui.theme.icons import Icons

_HEIGHT, _SIDE, _BAR, _GAP = 26, 12.0, 12.0, 16.0
_LEAST_NOTE = 60.0
_ROLES = {"change": "status.danger", "thing": "accent.interactive", "option": "status.warn"}


class LegendRow(QWidget):
    """One line of words, each with a bar in the colour of its underline; a note at the right, muted."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._icons = icons
        self._legend: tuple[Legend, ...] = ()
        self._note = ""

    def show_reading(self, reading: Reading) -> None:
        """Shows what a line was understood to be; nothing: it is not there."""
        self._legend, self._note = reading.legend, reading.note
        self.setAccessibleName(reading.words)
        self.setToolTip(reading.note)
        self.setVisible(bool(reading.legend))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.subtle"))
        metrics, x = theme.metrics("body"), _SIDE
        for legend in self._legend:
            painter.fillRect(QRectF(x, self.height() / 2 - 2, _BAR, 3), self._colour(legend))
            x += _BAR + 6
            words = metrics.elidedText(
                legend.words, Qt.TextElideMode.ElideRight, max(self.width() - x - _SIDE, 0.0)
            )
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.primary"))
            painter.drawText(QPointF(x, self._baseline()), words)
            x += metrics.horizontalAdvance(words) + _GAP
        self._paint_note(painter, x)

    def _paint_note(self, painter: QPainter, left: float) -> None:
        theme, room = self._icons.theme, self.width() - left - _SIDE
        if not self._note or room < _LEAST_NOTE:
            return
        words = theme.elided(self._note, "body", room)
        painter.setPen(theme.colour("text.muted"))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(left, 0, room, self.height()), right, words)

    def _baseline(self) -> float:
        metrics = self._icons.theme.metrics("body")
        return (self.height() + metrics.ascent() - metrics.descent()) / 2

    def _colour(self, legend: Legend) -> QColor:
        theme = self._icons.theme
        if legend.kind in _ROLES:
            return theme.colour(_ROLES[legend.kind])
        return theme.faction(legend.kind).colour
