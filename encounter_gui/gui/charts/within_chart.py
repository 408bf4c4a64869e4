"""The chance to be done within so many attacks: a small bar and its figure for each."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.reading.chart_reader import ChartReader, Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import CENTRE, paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import LaterWithin, Within

_TITLE = 15
_FIGURE = 12
_AXIS = 12
_GAP = 3
_CENTRE = Qt.AlignmentFlag.AlignCenter


class WithinChart(QWidget):
    """Painted without pyqtgraph: ten bars are too small to need axes. Its description says every figure."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._title = ""
        self._note = ""
        self._chances: tuple[float, ...] = ()
        self._awaited = 0
        """How many chances are still being worked out: the axis stands without them."""
        self.reader = ChartReader(self, (icons, texts), self._marks, self._table)
        self.setAccessibleName(texts.text_of("gui.attack.chart"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_within(self, within: Within | None) -> None:
        """Shows these chances, in place; None: none."""
        title, chances = (within.title, within.chances) if within else ("", ())
        note = within.note if within else ""
        awaited = within.most if isinstance(within, LaterWithin) else 0
        shown = (title, chances, note, awaited)
        if shown == (self._title, self._chances, self._note, self._awaited):
            return
        self._title, self._chances, self._note, self._awaited = shown
        self.setAccessibleName(title or self._texts.text_of("gui.attack.chart"))
        words = self._words()
        said = [", ".join(words), *([note] if note else [])]
        self.setAccessibleDescription(". ".join(said))
        told = "\n".join(said)
        self.setToolTip(plain_tip(f"{title}: {told}" if words else ""))
        self.reader.follow()
        self.update()

    def _words(self) -> list[str]:
        if self._awaited:
            return [self._texts.text_of("gui.chart.awaited")]
        return [
            self._texts.text(say("gui.attack.within", count=index + 1, percent=percent(chance)))
            for index, chance in enumerate(self._chances)
        ]

    def _marks(self) -> Sequence[Mark]:
        words = self._words()
        step, high = self.width() / max(1, len(words)), self.height() - _TITLE
        return [
            Mark(QRectF(index * step, _TITLE, step, high), said) for index, said in enumerate(words)
        ]

    def _table(self) -> ChartTable:
        heads = (self._title, self._texts.text_of("gui.chart.chance"))
        return (heads, *((str(k), exact(each)) for k, each in enumerate(self._chances, 1)))

    @property
    def room(self) -> ChartSize:
        """Returns how much room it needs; its title is not cut."""
        title = ceil(self._icons.theme.fonts.width(self._title, "small"))
        return ChartSize(
            least_width=max(150, title),
            least_height=54,
            width=max(190, title),
            height=64,
            stacks=True,
            grows=True,
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.room.width, self.room.height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.room.least_width, self.room.least_height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        elide = Qt.TextElideMode.ElideRight
        title = theme.elided(self._title, "small", self.width() + 1, mode=elide)
        paint_text(painter, theme, QRectF(0, 0, self.width(), _TITLE), title, "small", "text.muted")
        step = self.width() / max(1, len(self._chances), self._awaited)
        said = ""
        for index, chance in enumerate(self._chances or (0.0,) * self._awaited):
            figure = "" if self._awaited else self._figure(chance, step)
            left, right = round(index * step), round((index + 1) * step)
            self._paint_bar(
                painter,
                QRectF(left, _TITLE, right - left, self.height() - _TITLE),
                index,
                chance,
                "" if figure == said else figure,
            )
            said = figure

    def _figure(self, chance: float, room: float) -> str:
        """The chance in per cent; without its sign of order where that would cover the neighbour."""
        figure = percent(chance, sign=False).replace("\u00a0", "")
        if self._icons.theme.fonts.width(figure, "caption", weight=500) > room + 1:
            return figure.lstrip("<>")
        return figure

    def _paint_bar(
        self, painter: QPainter, place: QRectF, index: int, chance: float, figure: str
    ) -> None:
        theme = self._icons.theme
        room = place.height() - _FIGURE - _AXIS
        height = round(room * chance)
        floor = round(place.bottom() - _AXIS)
        bar = QRectF(place.left() + 1, floor - height, place.width() - _GAP, height)
        painter.fillRect(bar, theme.colour("chart.s1"))
        painter.fillRect(QRectF(place.left(), floor, place.width(), 1), theme.colour("chart.grid"))
        above = QRectF(place.left() - 3, bar.top() - _FIGURE, place.width() + 4, _FIGURE)
        paint_text(painter, theme, above, figure, "caption", "text.primary", CENTRE, weight=500)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour("chart.axis"))
        painter.drawText(
            QRectF(place.left(), floor + 1, place.width() - 1, _AXIS), _CENTRE, str(index + 1)
        )
