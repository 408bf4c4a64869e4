"""For each combatant a small curve: in how many of the fights it is in after each round."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.forecast.forecast_run import Fate
from encounter_gui.gui.forecast.forecast_words import counted_percent
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.painting.text_runs import RIGHT

_COLUMNS, _WIDE, _GAP = 3, 110.0, 10.0
_LEAST_HIGH, _HIGH = 45.0, 58.0
_NAME, _SHAPE, _FIGURE, _DOT = 15.0, 9.0, 42.0, 2.5
_OFTEN = 0.2
_MOST = 12


class SurvivalGrid(PaintedChart):
    """Step curves with the same axes; beside each name how often it falls first, in per cent.

    There are three a row, or as many as there is room for. Of many, those are shown that fall first most often.
    """

    fates: tuple[Fate, ...] = ()
    _first_round = 1
    _unit = "round"

    def show_fates(self, fates: Sequence[Fate], first_round: int, unit: str) -> None:
        """Shows these combatants, whose curves begin after this round; ``unit`` is what the game calls one."""
        self._unit = unit
        often = sorted(fates, key=lambda each: -each.first_out)[:_MOST]
        self.fates = tuple(each for each in fates if each in often)
        self._first_round = first_round
        rounds = max((len(each.still_in) for each in fates), default=1)
        title = self._texts.text_of(
            f"gui.forecast.still_in.{unit}", first=first_round, last=first_round + rounds - 1
        )
        self.describe(title, [self._words_of(each) for each in fates])
        self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(self.room.least_height)
        self.updateGeometry()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _words_of(self, fate: Fate) -> str:
        end = fate.still_in[-1] if fate.still_in else 1.0
        return self._texts.text_of(
            "gui.forecast.fate_of",
            who=fate.name,
            up=counted_percent(end),
            alive=counted_percent(fate.alive),
            first=counted_percent(fate.first_out),
        )

    @property
    @override
    def room(self) -> ChartSize:
        wide = round(_COLUMNS * (_WIDE + _GAP))
        least, high = (round(TITLE + self._rows * each) for each in (_LEAST_HIGH, _HIGH))
        return ChartSize(least_width=wide, least_height=least, width=wide, height=high)

    @property
    def _columns(self) -> int:
        return max(_COLUMNS, int((self.width() + _GAP) / (_WIDE + _GAP)))

    @property
    def _rows(self) -> int:
        return -(-len(self.fates) // self._columns) or 1

    def _place(self, number: int) -> QRectF:
        row, column = divmod(number, self._columns)
        wide = (self.width() - (self._columns - 1) * _GAP) / self._columns
        high = min((self.height() - TITLE) / self._rows, 2 * _HIGH)
        return QRectF(column * (wide + _GAP), TITLE + row * high, wide, high - 4)

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            each for number, fate in enumerate(self.fates) for each in self._marks_of(fate, number)
        ]

    def _marks_of(self, fate: Fate, number: int) -> list[Mark]:
        chart = _chart_in(self._place(number))
        step = chart.width() / max(len(fate.still_in), 1)
        return [
            Mark(
                QRectF(chart.left() + at * step, chart.top(), step, chart.height()),
                self._texts.text_of(
                    f"gui.forecast.in_after.{self._unit}",
                    who=fate.name,
                    round=self._first_round + at,
                    percent=f"{share * 100:.1f}",
                    words=self._words_of(fate),
                ),
            )
            for at, share in enumerate(fate.still_in)
        ]

    @override
    def table(self) -> ChartTable:
        most = max((len(each.still_in) for each in self.fates), default=0)
        rounds = (str(self._first_round + at) for at in range(most))
        return (
            (self._title, *rounds, self._texts.text_of("gui.forecast.falls_first")),
            *(
                (each.name, *(exact(share) for share in each.still_in), exact(each.first_out))
                for each in self.fates
            ),
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(QPainter(self)) as painter:
            self.paint_title(painter)
            note = self._texts.text_of("gui.forecast.falls_first")
            head = QRectF(0, 0, self.width(), TITLE)
            self.write(painter, head, note, font="small", role="text.muted", align=RIGHT)
            for number, fate in enumerate(self.fates):
                self._paint_fate(painter, fate, self._place(number))

    def _paint_fate(self, painter: QPainter, fate: Fate, box: QRectF) -> None:
        theme = self._icons.theme
        shape = QRectF(box.left(), box.top() + (_NAME - _SHAPE) / 2, _SHAPE, _SHAPE)
        marks.paint_faction(painter, theme, shape, fate.side)
        line = QRectF(box.left(), box.top(), box.width(), _NAME)
        often = self.text_width(counted_percent(fate.first_out), "small", weight=700)
        named = line.adjusted(_SHAPE + 4, 0, -often - 4, 0)
        name = self.name_in(named, fate.name, weight=500)
        self.write(painter, named, name, font="small", weight=500)
        is_often = fate.first_out >= _OFTEN
        self.write(
            painter,
            line,
            counted_percent(fate.first_out),
            font="small",
            weight=700 if is_often else 0,
            role="text.primary" if is_often else "text.secondary",
            align=RIGHT,
        )
        self._paint_curve(painter, fate, _chart_in(box))

    def _paint_curve(self, painter: QPainter, fate: Fate, chart: QRectF) -> None:
        theme, colour = self._icons.theme, self._icons.theme.colour(f"faction.{fate.side}")
        values = (1.0, *fate.still_in)
        step = chart.width() / max(len(fate.still_in), 1)
        curve = QPainterPath(chart.topLeft())
        for number, value in enumerate(values):
            high = chart.bottom() - chart.height() * value
            curve.lineTo(chart.left() + max(number - 1, 0) * step, high)
            curve.lineTo(chart.left() + number * step, high)
        ground = QPainterPath(curve)
        ground.lineTo(chart.bottomRight())
        ground.lineTo(chart.bottomLeft())
        light = QColor(theme.colour(f"faction.{fate.side}"))
        light.setAlphaF(0.2)
        painter.fillPath(ground, light)
        half = chart.center().y()
        painter.setPen(pen(theme.colour("line.control"), 1.0))
        painter.drawLine(chart.bottomLeft(), chart.bottomRight())
        dotted = pen(theme.colour("text.muted"), 1.0)
        dotted.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(dotted)
        painter.drawLine(QPointF(chart.left(), half), QPointF(chart.right(), half))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(colour, 1.75))
        painter.drawPath(curve)
        end = QPointF(chart.right(), chart.bottom() - chart.height() * values[-1])
        painter.setBrush(colour)
        painter.drawEllipse(end, _DOT, _DOT)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        top = min(max(end.y() - _NAME / 2, chart.top()), chart.bottom() - _NAME + 2)
        figure = QRectF(end.x() + 5, top, _FIGURE - 3, _NAME)
        words = self._texts.text_of("gui.forecast.share", percent=counted_percent(values[-1]))
        self.write(painter, figure, words, font="small", weight=700)


def _chart_in(box: QRectF) -> QRectF:
    """Returns where the curve stands in the place of a combatant: below its name, left of its last figure."""
    return QRectF(
        box.left(), box.top() + _NAME + 2, box.width() - _FIGURE, box.height() - _NAME - 4
    )
