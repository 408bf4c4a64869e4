"""The numbers of an attack that people read: before, after, and what they are made of."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable, exact
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.painting.text_runs import CENTRE, RIGHT
from encounter_gui.gui.workshop.impact.muted_chart import MutedChart
from encounter_gui.play.impact.attack import ImpactLine

_ROW = 24.0
_BEFORE, _ARROW, _AFTER = 114.0, 16.0, 132.0
"""Where the number before ends, how wide the arrow is, and where the number after begins."""


class ImpactLines(MutedChart):
    """Shows each number before and after; one that is the same once."""

    _lines: tuple[ImpactLine, ...] = ()

    def show_lines(self, title: str, lines: Sequence[ImpactLine]) -> None:
        """Shows these numbers; ``title`` is what they are of, for who cannot see where they stand."""
        self._lines = tuple(lines)
        self.describe(title, [self._words_of(each) for each in self._lines])
        self.setFixedHeight(round(_ROW * len(self._lines)))

    def _words_of(self, line: ImpactLine) -> str:
        key = "gui.impact.line_same" if line.is_same else "gui.impact.line"
        said = self._texts.text_of(
            key,
            label=line.label,
            before=_figure(line, line.before),
            after=_figure(line, line.after),
        )
        notes = (line.note,) if line.note == line.note_before else (line.note_before, line.note)
        note = " → ".join(each for each in notes if each)
        return self._texts.text_of("gui.impact.line_note", line=said, note=note) if note else said

    def _row(self, place: int) -> QRectF:
        return QRectF(0, place * _ROW, self.width(), _ROW)

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(self._row(place), self._words_of(each)) for place, each in enumerate(self._lines)
        ]

    @override
    def table(self) -> ChartTable:
        heads = (self._title, *map(self._texts.text_of, ("gui.impact.before", "gui.impact.after")))
        return (
            heads,
            *(
                (each.label, _exact(each, each.before), _exact(each, each.after))
                for each in self._lines
            ),
        )

    @property
    @override
    def room(self) -> ChartSize:
        height = round(_ROW * max(1, len(self._lines)))
        return ChartSize(least_width=240, least_height=height, width=272, height=height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(QPainter(self)) as painter:
            for place, line in enumerate(self._lines):
                self._paint_line(painter, line, self._row(place))

    def _paint_line(self, painter: QPainter, line: ImpactLine, row: QRectF) -> None:
        is_quiet = self.is_stale or line.is_same
        self.write(painter, QRectF(0, row.top(), 62, _ROW), line.label, role="text.secondary")
        if not line.is_same:
            before = QRectF(62, row.top(), _BEFORE - 62, _ROW)
            self.write(painter, before, _figure(line, line.before), role="text.muted", align=RIGHT)
            arrow = QRectF(_BEFORE, row.top(), _ARROW, _ROW)
            to = self._texts.text_of("gui.impact.to")
            self.write(painter, arrow, to, role="text.muted", align=CENTRE)
        after = QRectF(_AFTER, row.top(), 62, _ROW)
        figure = _figure(line, line.after)
        font = "row" if line.is_same else "figure"
        self.write(
            painter, after, figure, font=font, role="text.muted" if is_quiet else "text.primary"
        )
        left = _AFTER + self.text_width(figure, font) + 8
        note = QRectF(left, row.top(), self.width() - left, _ROW)
        self.write(painter, note, line.note, font="small", role="text.muted", align=RIGHT)


def _figure(line: ImpactLine, number: float | None) -> str:
    """Returns a number as it is written; a dash for none."""
    if number is None:
        return "–"
    return percent(number) if line.kind == "chance" else f"{number:.1f}"


def _exact(line: ImpactLine, number: float | None) -> str:
    if number is None:
        return ""
    return exact(number) if line.kind == "chance" else f"{number:.4f}"
