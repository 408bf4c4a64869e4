"""The foot below the rows: what the marks mean, and the way to end what the keyboard is on."""

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.time.row_delegate import SIDE

_HEIGHT = 28
_DIAMOND = 5.0


class PageFoot(QWidget):
    """Paints the legend; its button ends the effect of the row."""

    end_requested = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self.end = QPushButton(texts.text_of("gui.time.end"), self)
        self.end.setToolTip(texts.text_of("gui.time.end.tip"))
        self.end.setProperty("small", "true")
        self.end.setProperty("flat", "true")
        self.end.clicked.connect(self.end_requested)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.end.sizeHint()
        top = (self.height() - size.height()) // 2
        self.end.setGeometry(self.width() - size.width() - 6, top, size.width(), size.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, text_of, painter = self._icons.theme, self._texts.text_of, QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.divider"))
        middle, x = self.height() / 2, SIDE + 5
        colour = theme.colour("text.secondary")
        with painting(painter):
            painter.setBrush(colour)
            steps = [(0, -_DIAMOND), (_DIAMOND, 0), (0, _DIAMOND), (-_DIAMOND, 0)]
            painter.drawPolygon(QPolygonF([QPointF(x + dx, middle + dy) for dx, dy in steps]))
        x = self._words(painter, x + 12, text_of("gui.time.legend.due")) + 16
        with painting(painter):
            painter.setPen(pen(colour, 2.0))
            painter.drawLine(QLineF(x, middle - 5, x, middle + 5))
        x = self._words(painter, x + 10, text_of("gui.time.legend.repeats")) + 16
        self._words(painter, x, text_of("gui.time.legend.scale"))

    def _words(self, painter: QPainter, x: float, words: str) -> float:
        theme = self._icons.theme
        shown = theme.elided(words, "small", max(self.end.x() - x - 8, 0))
        place = QRectF(x, 0, self.end.x() - x, self.height())
        marks.paint_text(painter, theme, place, shown, "small", "text.muted")
        return x + theme.fonts.width(words, "small")
