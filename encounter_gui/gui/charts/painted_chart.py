"""What the small painted charts of the odds panel have in common: a title, and all their figures in words."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.reading.chart_reader import ChartReader, Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import LEFT, paint_text
from encounter_gui.rules.view import Share

TITLE = 16
"""Height of the title line of every exhibit."""

_LOW_ROW, _LOWEST_ROW, _FEW_ROWS = 15, 12, 6


def least_row(count: int) -> int:
    """Returns the least height of each of so many rows: many may be low, so that all are shown."""
    return _LOW_ROW if count <= _FEW_ROWS else _LOWEST_ROW


class PaintedChart(QWidget):
    """Painted without pyqtgraph: what has a few dozen marks needs no axes."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._title = ""
        self._words: tuple[str, ...] = ()
        self.reader = ChartReader(self, (icons, texts), self.marks, self.table)
        self.setAccessibleName(texts.text_of("gui.attack.chart"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def room(self) -> ChartSize:
        """Returns how much room it needs for what it shows."""
        raise NotImplementedError

    def marks(self) -> Sequence[Mark]:
        """Returns the values it shows, where they are drawn and in words."""
        return ()

    def table(self) -> ChartTable:
        """Returns what it shows as a table, the heads of the columns first."""
        return ()

    def share_table(self, shares: Sequence[Share]) -> ChartTable:
        """Returns shares as a table, with their notes."""
        heads = (self._title, self._texts.text_of("gui.chart.chance"))
        return (heads, *((each.text, exact(each.probability)) for each in shares))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.room.width, self.room.height)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), "\n".join((self._title, *self._words)), self)
            return True
        return super().event(event)

    def describe(self, title: str, words: Sequence[str]) -> None:
        """Takes another title, and everything it shows in words."""
        self._title, self._words = title, tuple(words)
        self.setAccessibleName(title or self._texts.text_of("gui.attack.chart"))
        self.setAccessibleDescription("; ".join(words))
        self.reader.follow()
        self.update()

    def chance_words(self, name: str, chance: float) -> str:
        """Returns a name with its chance, e.g. ``Hit: 57 %``."""
        return self._texts.text(say("gui.attack.choice", option=name, percent=percent(chance)))

    def share_words(self, share: Share) -> str:
        """Returns a share in words, with its note."""
        words = self.chance_words(share.text, share.probability)
        return f"{words}, {share.note}" if share.note else words

    def paint_title(self, painter: QPainter) -> None:
        """Writes the title into the first line."""
        line = QRectF(0, 0, self.width(), TITLE)
        self.write(painter, line, self._title, font="small", role="text.muted")

    def write(
        self,
        painter: QPainter,
        place: QRectF,
        text: str,
        *,
        font: str = "body",
        weight: int = 0,
        role: str = "text.primary",
        align: Qt.AlignmentFlag = LEFT,
    ) -> None:
        """Writes a line, elided to its place."""
        theme = self._icons.theme
        if theme.fonts.width(text, font, weight=weight) > place.width():
            text = theme.elided(text, font, place.width(), weight=weight)
        paint_text(painter, theme, place, text, font, role, align, weight=weight)

    def name_in(self, place: QRectF, name: str, font: str = "small", *, weight: int = 0) -> str:
        """Returns a name as it fits, elided in the middle: “Gunner A” keeps its A."""
        metrics = self._icons.theme.metrics(font, weight=weight)
        return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, int(place.width()))

    def row_font(self, height: float) -> str:
        """Returns the font for a row of this height."""
        return "body" if height >= _LOW_ROW - 1 else "caption"

    def text_width(self, text: str, font: str = "body", *, weight: int = 0) -> float:
        """Returns how wide a word is."""
        return self._icons.theme.fonts.width(text, font, weight=weight)
