"""The win chance in the tool bar; a click opens the whole forecast, or closes it."""

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.forecast_controller import ForecastStatus
from encounter_gui.gui.forecast.forecast_words import chip_words, counted_percent, interval, played
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

_DOCTRINES = " · "
"""What stands before the doctrines."""

_HEIGHT, _PADDING, _ICON, _GAP = 30, 9.0, 14.0, 6.0


class ForecastChip(QAbstractButton):
    """Shows ``Win 62 % ±3 · simple``, without room ``62 %`` alone; muted while a new state is worked out.

    It is not there before the first forecast of an encounter. From then on it keeps its place; its tool tip says why
    there is no forecast now.
    """

    def __init__(
        self, action: QAction, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the action that opens the forecast."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._is_current = True
        self._short = ""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(texts.text_of("gui.forecast.title"))
        self.clicked.connect(action.trigger)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    @Slot(object)
    def show_status(self, status: ForecastStatus) -> bool:
        """Shows a forecast, or says in the tool tip why there is none; returns whether it has to be seen."""
        self._is_current = status.is_current
        words, tip = "", status.reason
        forecast = status.forecast
        if forecast is not None:
            words = chip_words(forecast, self._texts)
            key = "gui.forecast.chip.short" + ("_waves" if forecast.waves else "")
            self._short = self._texts.text_of(
                key, percent=counted_percent(forecast.pc.share, forecast.fights)
            )
            wins = self._texts.text_of(
                "gui.forecast.wins", chance=interval(forecast.pc, forecast.fights, self._texts)
            )
            lines = (wins, played(forecast, self._texts), *forecast.left_out)
            tip = "\n".join((*lines, self._texts.text_of("forecast.warning")))
        elif status.reason and self.text():
            words = self._short = self._texts.text_of("gui.forecast.chip.none")
        self.setText(words)
        self.setAccessibleName(words or self._texts.text_of("gui.forecast.title"))
        self.setAccessibleDescription(tip)
        self.setToolTip(plain_tip(tip))
        self.updateGeometry()
        self.update()
        return bool(words)

    @override
    def nextCheckState(self) -> None:
        """A click asks for the forecast; whether it is open is told afterwards."""

    def _width(self, words: str) -> int:
        text = self._icons.theme.fonts.width(words, "body", weight=600)
        return ceil(2 * _PADDING + _ICON + _GAP + text) + 2

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._width(self.text()), _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(self._short), _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        ink = theme.colour("text.primary" if self._is_current else "text.muted")
        edge = theme.colour("accent.interactive")
        with painting(painter):
            painter.setBrush(theme.colour("accent.interactive_fill"))
            painter.setPen(pen(edge, 1.0))
            if self.hasFocus():
                painter.setPen(pen(theme.colour("accent.focus"), 2.0))
            radius = theme.radius("control")
            painter.drawRoundedRect(inset(QRectF(self.rect()), 1.0), radius, radius)
            if self.isChecked():
                under = QRectF(radius, self.height() - 3.0, self.width() - 2 * radius, 2.0)
                painter.fillRect(under, edge)
        box = QRectF(_PADDING, (self.height() - _ICON) / 2, _ICON, _ICON)
        self._icons.paint(painter, "forecast", box, ink)
        painter.setFont(theme.font("body", weight=600))
        painter.setPen(ink)
        room = QRectF(self.rect()).adjusted(_PADDING + _ICON + _GAP, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._words())

    def _words(self) -> str:
        """Returns what there is room for: all of it, with some of the doctrines, without any, the chance alone."""
        room = self.width() - self._width("")
        metrics = self._icons.theme.metrics("body", weight=600)
        words = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        chance, _, doctrines = self.text().partition(_DOCTRINES)
        first = doctrines.split(",")[0].split(" ")[0]
        if words.startswith(f"{chance}{_DOCTRINES}{first}"):
            return words
        return chance if metrics.horizontalAdvance(chance) <= room else self._short
