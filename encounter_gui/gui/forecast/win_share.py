"""The win chance as a large figure, over a bar of both sides with a box as wide as the interval."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.forecast.forecast_run import Forecast
from encounter_gui.gui.forecast.forecast_words import counted_percent, half, interval
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.side_bars import paint_side_fill
from encounter_gui.gui.theme.painting.text_runs import LEFT, RIGHT

_FIGURE, _BAR, _NAMES, _LEAST_BOX, _GAP = 30.0, 14.0, 18.0, 8.0, 6.0


class WinShare(PaintedChart):
    """Says who holds the field in the end: the player characters' side, its foes, nobody."""

    _forecast: Forecast | None = None
    has_title = True
    """Without it the figures begin at the top: beside others of which one has said what they are."""

    def show_forecast(self, forecast: Forecast) -> None:
        """Shows these chances."""
        self._forecast = forecast
        texts = self._texts
        sides = (("pc", forecast.pc), ("foe", forecast.foe))
        words = [
            f"{texts.text_of(f'gui.forecast.side.{side}')}: {interval(chance, forecast.fights, texts)}"
            for side, chance in sides
        ]
        draw = (
            f"{texts.text_of('forecast.draw')}: {interval(forecast.draw, forecast.fights, texts)}"
        )
        title = texts.text_of("gui.forecast.win")
        waves = forecast.waves
        self.describe(f"{title}, {waves.short(texts)}" if waves else title, [*words, draw])

    @property
    def _top(self) -> float:
        return float(TITLE) if self.has_title else 0.0

    @override
    def marks(self) -> Sequence[Mark]:
        place = QRectF(0, self._top, self.width(), self.height() - self._top)
        return [Mark(place, "\n".join(self._words))] if self._forecast else ()

    @override
    def table(self) -> ChartTable:
        heads = (self._title, self._texts.text_of("gui.chart.chance"))
        forecast = self._forecast
        if forecast is None:
            return (heads,)
        names = [self._texts.text_of(f"gui.forecast.side.{side}") for side in ("pc", "foe")]
        shares = (forecast.pc.share, forecast.foe.share)
        return (heads, *((name, exact(p)) for name, p in zip(names, shares, strict=True)))

    @property
    @override
    def room(self) -> ChartSize:
        height = round(self._top + _FIGURE + _BAR + _NAMES)
        return ChartSize(least_width=170, least_height=height, width=200, height=height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        forecast = self._forecast
        if forecast is None:
            return
        with painting(QPainter(self)) as painter:
            if self.has_title:
                self.paint_title(painter)
            self._paint_figures(painter, forecast)
            self._paint_bar(painter, forecast)

    def _paint_figures(self, painter: QPainter, forecast: Forecast) -> None:
        line = QRectF(0, self._top, self.width(), _FIGURE)
        share = self._texts.text_of(
            "gui.forecast.share", percent=counted_percent(forecast.pc.share, forecast.fights)
        )
        self.write(painter, line, share, font="round")
        after = line.adjusted(self.text_width(share, "round") + _GAP, 0, 0, 0)
        self.write(painter, after, f"±{half(forecast.pc)}", role="text.secondary")
        other = self._texts.text_of(
            "gui.forecast.share", percent=counted_percent(forecast.foe.share, forecast.fights)
        )
        self.write(painter, line, other, font="title", align=RIGHT)

    def _paint_bar(self, painter: QPainter, forecast: Forecast) -> None:
        theme, width = self._icons.theme, float(self.width())
        top = self._top + _FIGURE
        mine, theirs = width * forecast.pc.share, width * forecast.foe.share
        painter.fillRect(QRectF(0, top, width, _BAR), theme.colour("gauge.track"))
        paint_side_fill(painter, theme, QRectF(0, top, mine, _BAR), "pc")
        paint_side_fill(painter, theme, QRectF(width - theirs, top, theirs, _BAR), "foe")
        span = max(width * 2 * forecast.pc.half, _LEAST_BOX)
        left = min(max(mine - span / 2, 0.0), width - span)
        painter.setPen(pen(theme.colour("text.primary"), 1.5))
        painter.drawRect(QRectF(left, top - 1, span, _BAR + 2))
        names = QRectF(0, top + _BAR, width, _NAMES)
        for side, align in (("pc", LEFT), ("foe", RIGHT)):
            words = self._texts.text_of(f"gui.forecast.side.{side}")
            self.write(painter, names, words, font="small", role="text.secondary", align=align)
