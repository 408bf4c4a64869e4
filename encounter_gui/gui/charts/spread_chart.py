"""The chart of an exact distribution, from the first paint on; pyqtgraph comes when it is first seen."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import paint_swatch
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.reading.chart_reader import ChartReader, Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.charts.spread_words import (
    aside_words,
    bar_chances,
    is_open,
    part_words,
    spread_words,
    table_rows,
)
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Spread

if TYPE_CHECKING:  # at run time it would bring pyqtgraph along
    from encounter_gui.gui.charts.spread_plot import SpreadPlot

_TITLE = 16
_SWATCH = 8
_NARROWEST, _WISHED = 150, 262
_ODDS_MS = 60
"""After so long the odds have come that are worked out anew wherever the room for the chart has changed with them."""
_Align = Qt.AlignmentFlag


class SpreadChart(QWidget):
    """Title, mean and bars of a spread; the words of the chart are its accessible description.

    Painting it for the first time with something to show starts the import, after that paint.
    """

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._spread: Spread | None = None
        self.plot: SpreadPlot | None = None
        """The pyqtgraph widget; None until it was first needed."""
        self._loader = QTimer(self, singleShot=True, interval=0)
        self._placing = QTimer(self, singleShot=True, interval=_ODDS_MS)
        self.setAccessibleName(texts.text_of("gui.attack.chart"))
        self.reader = ChartReader(self, (icons, texts), self._marks, self._table)
        self._loader.timeout.connect(self.load)
        self._placing.timeout.connect(self._place)
        icons.recoloured.connect(self._recolour)

    @property
    def room(self) -> ChartSize:
        """Returns how much room it needs."""
        return ChartSize(
            least_width=_NARROWEST, least_height=72, width=_WISHED, height=136, takes_rest=True
        )

    def show_spread(self, spread: Spread | None) -> None:
        """Shows a distribution in place of the last one; None: nothing to show."""
        if spread == self._spread:
            return
        self._spread = spread
        self.setAccessibleName(spread.title if spread else self._texts.text_of("gui.attack.chart"))
        self.setAccessibleDescription(spread_words(spread) if spread else "")
        self.setToolTip(
            plain_tip("\n".join((*part_words(spread), *aside_words(spread))) if spread else "")
        )
        self._update_plot()
        self.reader.follow()
        self.update()

    def _marks(self) -> Sequence[Mark]:
        """The bars worth drawing, each as high as the chart; none before the plot is there."""
        spread, plot = self._spread, self.plot
        if spread is None or plot is None:
            return ()
        self._place()
        high = max(0, self.height() - _TITLE)
        words = self._bar_words(spread)
        edges = [plot.place_of(spread.lowest + index - 0.5) for index in range(len(words) + 1)]
        return [
            Mark(QRectF(left, _TITLE, right - left, high), said)
            for (left, right), said in zip(pairwise(edges), words, strict=True)
        ]

    def _bar_words(self, spread: Spread) -> Sequence[str]:
        """What each bar says: its value with the chance of it, that of it or more, and the parts it is made of."""
        chances = bar_chances(spread, spread.probabilities)
        parts = [(part.name, bar_chances(spread, part.probabilities)) for part in spread.parts]
        last = len(chances) - 1 if is_open(spread) else -1
        words = []
        for index, chance in enumerate(chances):
            head = self._texts.text_of(
                "gui.chart.or_more" if index == last else "gui.chart.value",
                value=str(spread.lowest + index).replace("-", "−"),
                unit=spread.unit,
                percent=f"{100 * chance:.2f}",
                more=f"{100 * sum(chances[index:]):.1f}",
            )
            made_of = (f"{name}: {percent(each[index])}" for name, each in parts if each[index])
            words.append("\n".join((head, *made_of)))
        return words

    def _table(self) -> ChartTable:
        spread = self._spread
        if spread is None:
            return ()
        names = tuple(part.name for part in spread.parts)
        aside = spread.aside
        none = ((aside.text, exact(aside.probability), *("" for _ in names)),) if aside else ()
        return (
            (spread.unit, self._texts.text_of("gui.chart.chance"), *names),
            *none,
            *((name, *map(exact, chances)) for name, chances in table_rows(spread)),
        )

    @Slot()
    def load(self) -> None:
        """Imports pyqtgraph at once, for tests and for idle moments; once only."""
        if self.plot is None:
            from encounter_gui.gui.charts.spread_plot import SpreadPlot

            self.plot = SpreadPlot(self._icons.theme, self)
            self.plot.setAccessibleName(self.accessibleName())
            self.plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._place()
            self._update_plot()
            self.reader.follow()

    def _update_plot(self) -> None:
        if self.plot is None:
            return
        self.plot.setVisible(self._spread is not None)
        if self._spread is not None:
            self._place()
            self.plot.setAccessibleName(self._spread.title)
            self.plot.show_spread(self._spread)

    @Slot()
    def _place(self) -> None:
        """Gives the plot its room: laying it out and painting it is dear, so that it is done once, with the odds."""
        self._placing.stop()
        if self.plot is not None:
            self.plot.setGeometry(0, _TITLE, self.width(), max(0, self.height() - _TITLE))

    @Slot()
    def _recolour(self) -> None:
        if self.plot is not None:
            self.plot.set_theme(self._icons.theme)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WISHED, 136)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, 72)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.plot is not None:
            self._placing.start()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._spread is None:
            return
        if self.plot is None:
            self._loader.start()
        painter = QPainter(self)
        self._paint_title(painter, self._spread)

    def _paint_title(self, painter: QPainter, spread: Spread) -> None:
        theme = self._icons.theme
        line = QRectF(0, 0, self.width() - 2, _TITLE)
        mean = self._texts.text(say("gui.attack.mean", mean=f"{spread.mean:.1f}"))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(line, _Align.AlignRight | _Align.AlignVCenter, mean)
        room = line.width() - theme.fonts.width(mean, "small") - 8
        title = theme.elided(spread.title, "small", room)
        painter.drawText(line, _Align.AlignLeft | _Align.AlignVCenter, title)
        used = theme.fonts.width(title, "small") + 12
        self._paint_legend(painter, spread, line.adjusted(used, 0, room - line.width(), 0))

    def _paint_legend(self, painter: QPainter, spread: Spread, place: QRectF) -> None:
        """Names the parts between title and mean, if there is room for all: half a legend misleads."""
        theme = self._icons.theme
        widths = [_SWATCH + 14 + theme.fonts.width(part.name, "small") for part in spread.parts]
        if sum(widths) > place.width():
            return
        x = place.left()
        for part, width in zip(spread.parts, widths, strict=True):
            swatch = QRectF(x, round(place.center().y() - _SWATCH / 2), _SWATCH, _SWATCH)
            paint_swatch(painter, theme, swatch, part.look)
            words = place.adjusted(x + _SWATCH + 4 - place.left(), 0, 0, 0)
            painter.drawText(words, _Align.AlignLeft | _Align.AlignVCenter, part.name)
            x += width
