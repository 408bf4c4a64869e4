"""What the odds leave out, in muted words: in one line, or in a few where a corner is free."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

_LINE = 15
_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
_ONE_LINE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RemarkLine(QWidget):
    """Shows a remark; what does not fit is in its tool tip."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._text = ""

    @property
    def text(self) -> str:
        """Returns the remark; empty: none is shown."""
        return self._text

    def say(self, text: str) -> None:
        """Shows another remark; empty: none."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.setToolTip(plain_tip(text))
            self.update()

    def height_for(self, width: int) -> int:
        """Returns the height that all of it takes, wrapped to a width."""
        metrics = self._icons.theme.metrics("small")
        box = metrics.boundingRect(QRectF(0, 0, width, 1000), int(_WRAPPED), self._text)
        return max(_LINE, round(box.height()) + 1)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _LINE)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, place = QPainter(self), self._icons.theme, QRectF(self.rect())
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        if _LINE < self.height() >= self.height_for(self.width()):
            painter.drawText(place, int(_WRAPPED), self._text)
            return
        line = theme.elided(self._text, "small", place.width())
        painter.drawText(place, _ONE_LINE, line)
