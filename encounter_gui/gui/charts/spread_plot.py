"""The exact distribution as a chart. Importing this module imports pyqtgraph: some 0.15 s and 50 MB."""

from operator import attrgetter

import pyqtgraph as pg
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import (
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from encounter_gui.gui.charts.number_text import marks, round_step
from encounter_gui.gui.charts.part_bars import PartBars
from encounter_gui.gui.charts.spread_words import (
    bar_chances,
    bar_names,
    is_open,
    last_bar,
    level_of,
)
from encounter_gui.gui.charts.threshold_lines import ThresholdLines, word_lines
from encounter_gui.gui.charts.wound_bars import WoundBars
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Spread

_GRID_LINES = 2
_X_MARKS = 6
_WORD_ROOM = 0.09
_OPEN_ROOM = 0.03
_NAME_GAP = 6.0
"""The pixels between the name of the last bar and the mark before it."""
_WORDS_HIGH = 2.0
_MOST_FOR_WORDS = 0.6
_LEFT, _BOTTOM = 24, 15


class SpreadPlot(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Bars in per cent over values, updated in place. Mouse and wheel leave it as it is.

    It is painted from a picture as long as it shows the same: what lies beside it is painted far more often.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._picture: QPixmap | None = None  # pyqtgraph resizes and paints before we are made
        super().__init__(parent)
        self._theme = theme
        self.bars = WoundBars(theme)
        self.parts = PartBars(theme)
        self.thresholds = ThresholdLines(theme)
        self._spread: Spread | None = None
        self._freeze()
        self.scene().changed.connect(
            self._forget_picture
        )  # pyqtgraph lays axes out while it paints
        self.addItem(self.bars)
        self.addItem(self.parts, ignoreBounds=True)
        self.addItem(self.thresholds, ignoreBounds=True)
        self.set_theme(theme)

    def _freeze(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        plot = self.getPlotItem()
        plot.disableAutoRange()
        plot.setContentsMargins(0, 0, 2, 0)
        plot.layout.setContentsMargins(0, 0, 0, 0)

    def set_theme(self, theme: Theme) -> None:
        """Paints with another theme from now on."""
        self._theme = theme
        self._forget_picture()
        self.setBackground(theme.colour("chart.background"))
        self.bars.set_theme(theme)
        self.parts.set_theme(theme)
        self.thresholds.set_theme(theme)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(
                QPen(theme.colour("chart.axis" if side == "bottom" else "chart.background"), 1)
            )
            axis.setTextPen(QPen(theme.colour("chart.axis")))
            axis.setTickPen(QPen(theme.colour("chart.grid"), 1))
            axis.setStyle(
                tickFont=theme.font("caption"),
                tickLength=0,
                tickTextOffset=3,
                hideOverlappingLabels=False,
            )
        self.getAxis("left").setWidth(_LEFT)
        self.getAxis("left").setGrid(255)
        self.getAxis("left").setZValue(-1)  # the grid lies behind the bars
        self.getAxis("bottom").setHeight(_BOTTOM)

    def show_spread(self, spread: Spread) -> None:
        """Shows a distribution; the axes fit it, and only what is worth drawing is in view."""
        self._spread = spread
        self._forget_picture()
        values = range(spread.lowest, last_bar(spread) + 1)
        goes_on = is_open(spread)
        self.bars.show_bars(
            x=values,
            height=[chance * 100 for chance in bar_chances(spread, spread.probabilities)],
            levels=[level_of(spread, value) for value in values],
            goes_on=goes_on,
        )
        self.bars.setVisible(not spread.parts)
        parts = [(part.look, bar_chances(spread, part.probabilities)) for part in spread.parts]
        self.parts.show_parts(spread.lowest, parts, goes_on=goes_on)
        self.thresholds.show_thresholds(spread.thresholds)
        self._fit(spread)

    def place_of(self, value: float) -> float:
        """Returns where a value stands across, in the pixels of this widget."""
        box = self.getPlotItem().getViewBox()
        (low, high), area = box.viewRange()[0], box.sceneBoundingRect()
        return float(area.left() + (value - low) / (high - low) * area.width())

    def _fit(self, spread: Spread) -> None:
        """Leaves the top free for the words."""
        top = max((*bar_chances(spread, spread.probabilities), 0.001)) * 100
        low, high = spread.lowest, last_bar(spread)
        # A word on the last line needs room to its right, and so does the end of an open bar.
        margin = max(0.6, (high - low) * _WORD_ROOM) if spread.thresholds else 0.6
        margin += (high - low + 1) * _OPEN_ROOM if is_open(spread) else 0.0
        across = (low - 0.6, high + margin)
        up = (0, top / (1 - self._share_of_words(spread, across)))
        self.setRange(xRange=across, yRange=up, padding=0)
        self.getAxis("left").setTicks([_labels(0, top, _GRID_LINES)])
        self.getAxis("bottom").setTicks([self._value_labels(spread, across)])
        self.scene().prepareForPaint()  # else it is found out while painting, which paints it again

    def _share_of_words(self, spread: Spread, across: tuple[float, float]) -> float:
        """The part of the height that the words of the thresholds take, in as many lines as they need."""
        room = max(1.0, self.height() - _BOTTOM)
        low, high = across
        wide = max(1.0, self.width() - _LEFT)
        words = [
            ((edge.value - 0.5 - low) / (high - low) * wide, self.thresholds.word_width(edge.text))
            for edge in sorted(spread.thresholds, key=attrgetter("value"))
            if edge.text and low <= edge.value - 0.5 <= high
        ]
        lines = 1 + max((line for _, line in word_lines(words, 0.0, wide)), default=0)
        height = lines * self._theme.metrics("small", weight=600).height() + _WORDS_HIGH
        return float(min(_MOST_FOR_WORDS, height / room))

    def _value_labels(self, spread: Spread, across: tuple[float, float]) -> list[tuple[float, str]]:
        """Round marks; an open last bar always has its name, and those too close to it give way."""
        high = last_bar(spread)
        labels = _labels(spread.lowest, high, _X_MARKS, least=1)
        if not is_open(spread):
            return labels
        name = bar_names(spread)[-1].replace("-", "−")
        wide = max(1.0, self.width() - _LEFT)
        room = (
            (self._theme.fonts.width(name, "caption") + _NAME_GAP) / wide * (across[1] - across[0])
        )
        return [*(label for label in labels if label[0] < high - room), (high, name)]

    @Slot()
    def _forget_picture(self) -> None:
        self._picture = None
        self.viewport().update()

    @override
    def resizeEvent(self, ev: QResizeEvent) -> None:
        self._picture = None
        super().resizeEvent(ev)
        spread: Spread | None = getattr(self, "_spread", None)
        if spread is not None:
            self._fit(spread)

    @override
    def paintEvent(self, ev: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        engine, picture = painter.paintEngine(), self._picture
        if engine.type() != QPaintEngine.Type.Raster:  # it is copied as a drawing
            painter.end()
            super().paintEvent(ev)
            return
        ratio = engine.paintDevice().devicePixelRatioF()
        if picture is None or picture.devicePixelRatioF() != ratio:
            picture = self._picture = self._painted(ratio)
        painter.drawPixmap(0, 0, picture)

    def _painted(self, ratio: float) -> QPixmap:
        picture = QPixmap(self.viewport().size() * ratio)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        self.render(painter)
        painter.end()
        return picture

    @override
    def wheelEvent(self, ev: QWheelEvent) -> None:
        """Ignores the wheel, so that the scroll area around the chart gets it."""
        ev.ignore()


def _labels(low: float, high: float, most: int, *, least: float = 0) -> list[tuple[float, str]]:
    """Round marks, no finer than the least step: values are whole numbers, chances are not."""
    step = max(least, round_step(0.99 * (high - low), most))
    return [(mark, f"{mark:g}".replace("-", "−")) for mark in marks(low, high, step)]
