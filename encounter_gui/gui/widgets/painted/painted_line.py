"""One line of words in a font and a colour of the theme, cut where there is no room for it."""

from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip


class PaintedLine(QWidget):
    """Paints its words; all of them are in the tool tip, and said by a screen reader."""

    def __init__(
        self,
        icons: Icons,
        font: str = "small",
        role: str = "text.secondary",
        align: Qt.AlignmentFlag = marks.RIGHT,
        parent: QWidget | None = None,
        *,
        weight: int = 0,
    ) -> None:
        """Takes icons with the theme, the names of font and colour, and where the words stand; weight 0: the font's."""
        super().__init__(parent)
        self._icons, self._font, self._role, self._align = icons, font, role, align
        self._weight = weight
        self.words: str = ""
        """What it says."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_words(self, words: str) -> None:
        """Says something else."""
        if words != self.words:
            self.words = words
            self.setAccessibleName(words)
            self.setToolTip(plain_tip(words))
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        metrics = self._icons.theme.metrics(self._font)
        width = self._icons.theme.fonts.width(self.words, self._font, weight=self._weight)
        return QSize(ceil(width) + 2, ceil(metrics.height()) + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._icons.theme
        shown = theme.elided(self.words, self._font, self.width(), weight=self._weight)
        room, painter = self.rect(), QPainter(self)
        marks.paint_text(
            painter, theme, room, shown, self._font, self._role, self._align, weight=self._weight
        )
