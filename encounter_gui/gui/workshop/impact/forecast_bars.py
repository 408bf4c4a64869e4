"""Who holds the field, before a change and after it: a bar of both sides for each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.forecast.forecast_words import counted_percent
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.painting.side_bars import paint_side_fill
from encounter_gui.gui.theme.painting.text_runs import RIGHT
from encounter_gui.gui.workshop.impact.muted_chart import MutedChart

if TYPE_CHECKING:  # numpy, which is loaded in the other thread
    from encounter_gui.play.impact.forecasts import ForecastImpact, WinShares

_ROW, _BAR = 20.0, 11.0
_NAME, _SHARE = 60.0, 44.0


class ForecastBars(MutedChart):
    """Shows the share of the fights that the player characters' side holds, and its foes, twice."""

    _impact: "ForecastImpact | None" = None

    def show_impact(self, title: str, impact: "ForecastImpact | None") -> None:
        """Shows a forecast before and after; None: there is none."""
        self._impact = impact
        self.describe(title, [self._words_of(name, each) for name, each in self._rows()])
        self.setFixedHeight(round(_ROW * 2) if impact is not None else 0)

    def _rows(self) -> "Sequence[tuple[str, WinShares]]":
        impact = self._impact
        if impact is None:
            return ()
        names = map(self._texts.text_of, ("gui.impact.before", "gui.impact.after"))
        return tuple(zip(names, (impact.before, impact.after), strict=True))

    def _words_of(self, name: str, shares: "WinShares") -> str:
        return self._texts.text_of("gui.impact.share", name=name, percent=self._percent(shares))

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(QRectF(0, place * _ROW, self.width(), _ROW), self._words_of(name, each))
            for place, (name, each) in enumerate(self._rows())
        ]

    @override
    def table(self) -> ChartTable:
        sides = [self._texts.text_of(f"gui.forecast.side.{side}") for side in ("pc", "foe")]
        rows = ((name, exact(each.pc.share), exact(each.foe.share)) for name, each in self._rows())
        return ((self._title, *sides), *rows)

    @property
    @override
    def room(self) -> ChartSize:
        height = round(_ROW * 2)
        return ChartSize(least_width=180, least_height=height, width=272, height=height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._icons.theme
        with painting(QPainter(self)) as painter:
            for place, (name, shares) in enumerate(self._rows()):
                row = QRectF(0, place * _ROW, self.width(), _ROW)
                is_loud = bool(place) and not self.is_stale
                role = "text.primary" if is_loud else "text.muted"
                weight = 600 if is_loud else 0
                self.write(painter, row, name, role=role, weight=weight)
                bar = QRectF(_NAME, row.top() + (_ROW - _BAR) / 2, 0, _BAR)
                bar.setRight(self.width() - _SHARE)
                painter.setOpacity(0.5 if self.is_stale else 1.0)
                painter.fillRect(bar, theme.colour("gauge.track"))
                mine, theirs = (round(bar.width() * each.share) for each in (shares.pc, shares.foe))
                paint_side_fill(painter, theme, QRectF(bar.left(), bar.top(), mine, _BAR), "pc")
                left = bar.right() - theirs
                paint_side_fill(painter, theme, QRectF(left, bar.top(), theirs, _BAR), "foe")
                painter.setOpacity(1.0)
                self.write(
                    painter, row, self._percent(shares), role=role, weight=weight, align=RIGHT
                )

    def _percent(self, shares: "WinShares") -> str:
        share = counted_percent(shares.pc.share, shares.fights)
        return self._texts.text_of("gui.forecast.share", percent=share)
