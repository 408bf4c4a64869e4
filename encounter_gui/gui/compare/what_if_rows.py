"""What would change the attack on the bench, and by how much: a row each, a click makes it so."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import paint_look_bar
from encounter_gui.gui.charts.painted_chart import PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.compare.measure import LATER, Measure
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.painting.text_runs import RIGHT
from encounter_gui.rules.view import Measures, WhatIf

_HEAD, _ROW = 22, 20
_BOX, _HIT, _BY, _THEN = 12, 40, 40, 48
_HIT_MEASURE = Measure("hit")
_LEAST_WITH_BARS = 290
_LEAST_BARS = 56.0
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class WhatIfRows(PaintedChart):
    """Shows circumstances with what they change, in a given order; a click or Space takes one onto the bench."""

    picked = Signal(dict)
    """``FormChoices``: the circumstance."""
    left = Signal()
    """The mouse is not over the rows any more."""

    rows: tuple[WhatIf, ...] = ()
    """What is shown, from the top."""
    _now: Measures | None = None
    _measure = Measure()

    def show_what_if(
        self, what_if: tuple[WhatIf, ...], now: Measures | None, measure: Measure
    ) -> None:
        """Shows these against what the bench comes to now, without those that have no value or change nothing."""
        self._now, self._measure = now, measure
        known = tuple(each for each in what_if if measure.is_moved(each.measures, now))
        self.rows = known if measure.comes_later(now) or measure.of(now) is not None else ()
        self.setMinimumHeight(_HEAD + _ROW * len(self.rows))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        title = self._texts.text_of(
            "gui.compare.what_if",
            now=measure.text_of(now),
        )
        self.describe(title, [self._row_words(each) for each in self.rows])
        self.updateGeometry()

    @property
    @override
    def room(self) -> ChartSize:
        high = _HEAD + _ROW * len(self.rows)
        return ChartSize(least_width=220, least_height=high, width=350, height=high)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.room.least_width, self.room.height)

    def _row_words(self, row: WhatIf) -> str:
        hit, by = self._differences(row)
        then = self._measure.text_of(row.measures)
        return self._texts.text_of("gui.compare.if", text=row.text, hit=hit, by=by, then=then)

    def _differences(self, row: WhatIf) -> tuple[str, str]:
        now = self._now
        if now is None:
            return "", ""
        hit = _HIT_MEASURE.difference(row.measures.hit, now.hit)
        value, before = self._measure.of(row.measures), self._measure.of(now)
        return hit, LATER if value is None or before is None else self._measure.difference(
            value, before
        )

    def _change(self, row: WhatIf) -> float:
        """Returns by how much a row changes the value; 0 as long as that is not known."""
        value, before = self._measure.of(row.measures), self._measure.of(self._now)
        return 0.0 if value is None or before is None else value - before

    def _row(self, index: int) -> QRectF:
        return QRectF(0, _HEAD + index * _ROW, self.width(), _ROW)

    @override
    def marks(self) -> Sequence[Mark]:
        return [Mark(self._row(at), self._row_words(each)) for at, each in enumerate(self.rows)]

    @override
    def table(self) -> ChartTable:
        hit, by = _HIT_MEASURE.name(self._texts), self._measure.name(self._texts)
        return (
            (self._title, f"± {hit}", f"± {by}", by),
            *(
                (
                    each.text,
                    *self._differences(each),
                    self._measure.text_of(each.measures),
                )
                for each in self.rows
            ),
        )

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pick(event.position().y())

    def _pick(self, y: float) -> None:
        index = int((y - _HEAD) // _ROW)
        if 0 <= index < len(self.rows):
            self.picked.emit(dict(self.rows[index].choices))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = self.reader.place
        if Qt.Key(event.key()) in _ENTER and place is not None:
            self._pick(place.y())
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        hit_at, middle, half, by_at = self._places()
        self.write(
            painter, QRectF(0, 0, hit_at - 4, _HEAD), self._title, font="small", role="text.muted"
        )
        for left, wide, key in ((hit_at, _HIT, "hit"), (by_at + _BY, _THEN, "then")):
            words = self._texts.text_of(f"gui.compare.head.{key}")
            place = QRectF(left, 0, wide, _HEAD)
            self.write(painter, place, words, font="small", role="text.muted", align=RIGHT)
        painter.fillRect(QRectF(0, _HEAD - 1, self.width(), 1), theme.colour("line.subtle"))
        changes = [self._change(each) for each in self.rows]
        widest = max(map(abs, changes), default=0.0)
        for index, (each, change) in enumerate(zip(self.rows, changes, strict=True)):
            share = change / widest if widest else 0.0
            self._paint_row(painter, self._row(index), each, (middle, half * share))
        if self.rows and half:
            line = QRectF(middle, _HEAD, 1, _ROW * len(self.rows))
            painter.fillRect(line, theme.colour("chart.axis"))

    def _places(self) -> tuple[float, float, float, float]:
        """Where the change of the hit begins, the middle of the bars, their half, where the change begins."""
        by_at = self.width() - _THEN - _BY
        longest = max((self.text_width(each.text) for each in self.rows), default=0.0)
        room = by_at - _HIT - max(longest + _BOX + 14, self.text_width(self._title, "small") + 6)
        bars = max(room, _LEAST_BARS) if self.width() >= _LEAST_WITH_BARS else 0.0
        return by_at - bars - _HIT, by_at - bars / 2 - 4, max(0.0, bars / 2 - 8), by_at

    def _paint_row(
        self, painter: QPainter, row: QRectF, what_if: WhatIf, bar: tuple[float, float]
    ) -> None:
        theme = self._icons.theme
        hit_at, _, _, by_at = self._places()
        box = QRectF(1, round(row.center().y() - _BOX / 2), _BOX, _BOX)
        with painting(painter):
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRoundedRect(inset(box), 2, 2)
            if what_if.is_on:
                painter.fillRect(inset(box, 3), theme.colour("accent.interactive"))
        words = QRectF(_BOX + 8, row.top(), hit_at - _BOX - 12, row.height())
        self.write(painter, words, what_if.text)
        hit, by = self._differences(what_if)
        place = QRectF(hit_at, row.top(), _HIT, row.height())
        self.write(painter, place, hit, role="text.secondary", align=RIGHT)
        middle, long = bar
        if round(abs(long)):
            left = middle if long > 0 else middle - round(abs(long))
            part = QRectF(round(left), row.top() + 4, round(abs(long)), row.height() - 8)
            paint_look_bar(painter, theme, part, "good" if long > 0 else "weak")
        place = QRectF(by_at, row.top(), _BY, row.height())
        self.write(painter, place, by, weight=700, align=RIGHT)
        place = QRectF(by_at + _BY, row.top(), _THEN, row.height())
        then = self._measure.text_of(what_if.measures)
        self.write(painter, place, then, role="text.secondary", align=RIGHT)
