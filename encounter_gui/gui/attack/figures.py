"""The large odds: a word, a figure, a muted note."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue, say
from encounter_gui.gui.charts.percent import percent
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Figure, Odds

_TITLE = 16
_ROW = 26
_LABEL, _FIGURE, _GAP = 52, 48, 7
_WIDTH = 164
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Figures(QWidget):
    """Shows the figures of some odds under their title; all of it is its accessible description too."""

    def __init__(self, icons: Icons, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._catalogue = catalogue
        self._title = ""
        self._figures: tuple[Figure, ...] = ()
        self.setAccessibleName(catalogue.word("gui.attack.odds"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_odds(self, odds: Odds | None) -> None:
        """Shows other figures; None: none."""
        title, figures = (odds.title, odds.figures) if odds else ("", ())
        if (title, figures) == (self._title, self._figures):
            return
        self._title, self._figures = title, figures
        self.setAccessibleName(title or self._catalogue.word("gui.attack.odds"))
        self.setAccessibleDescription("; ".join(self._words(figure) for figure in figures))
        self.update()

    def _words(self, figure: Figure) -> str:
        key = "gui.attack.figure"
        words = self._catalogue.text(
            say(key, label=figure.label, percent=percent(figure.probability))
        )
        return f"{words}, {figure.note}" if figure.note else words

    def _row_height(self) -> float:
        return min(_ROW, max(16.0, (self.height() - _TITLE) / max(1, len(self._figures))))

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, _TITLE + 4 * _ROW)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            index = int((event.y() - _TITLE) // self._row_height())
            tip = self._figures[index].tip if 0 <= index < len(self._figures) else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(QRectF(0, 0, self.width(), _TITLE), _LEFT, self._title)
        height = self._row_height()
        for index, figure in enumerate(self._figures):
            self._paint_figure(
                painter, figure, QRectF(0, _TITLE + index * height, self.width(), height)
            )

    def _paint_figure(self, painter: QPainter, figure: Figure, row: QRectF) -> None:
        theme = self._icons.theme
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.muted"))
        label = theme.metrics("body").elidedText(figure.label, Qt.TextElideMode.ElideRight, _LABEL)
        painter.drawText(row, _LEFT, label)
        painter.setFont(theme.font("figure"))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(
            QRectF(0, row.top(), _LABEL + _FIGURE, row.height()),
            _RIGHT,
            percent(figure.probability),
        )
        note = row.adjusted(_LABEL + _FIGURE + _GAP, 2, 0, 2)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        words = theme.metrics("small").elidedText(
            figure.note, Qt.TextElideMode.ElideRight, note.width()
        )
        painter.drawText(note, _LEFT, words)
