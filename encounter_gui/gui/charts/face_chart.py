"""What every face of a d100 comes to: a square of squares, tens down and units across."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.core.messages import say
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import ink_on
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.painted_chart import TITLE, PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.theme.canvas import inset, paint_cached, painting, pen
from encounter_gui.gui.theme.painting.text_runs import CENTRE, RIGHT
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import FaceGrid, Share, ShareLook

_SIDE = 10
_CELL, _LOW_CELL = 11, 8
_UNITS, _TENS = 12, 20
_ROW = 18
_GAP, _FIGURE = 8, 40
_MOST_LEGEND = 130
_FILLS: Mapping[ShareLook, str] = {
    "none": "surface.sunken",
    "weak": "chart.s2",
    "good": "gauge.health_high",
    "strong": "gauge.health_mid",
    "bad": "gauge.health_low",
}
"""Other colours than a share has: here a success is the defender's as often as the attacker's."""


class FaceChart(PaintedChart):
    """Shows a face grid with its legend. Each look has a mark of its own in the square."""

    _grid = FaceGrid(title="", faces=(), legend=())

    def show_grid(self, grid: FaceGrid | None) -> None:
        """Shows this one, in place; None: none."""
        grid = grid or FaceGrid(title="", faces=(), legend=())
        if grid == self._grid:
            return
        self._grid = grid
        words = [self._legend_words(share) for share in grid.legend]
        self.describe(grid.title, words)

    def _legend_words(self, share: Share) -> str:
        """A part of the legend, its chance, and its faces, e.g. ``Critical save: 5 %, 00 11 22``."""
        faces = runs([face for face, look in enumerate(self._grid.faces) if look == share.look])
        return ", ".join(part for part in (self.share_words(share), faces) if part)

    @property
    @override
    def room(self) -> ChartSize:
        legend = self._legend_width
        side = _TENS + _SIDE * _CELL + _GAP
        return ChartSize(
            least_width=_TENS + _SIDE * _LOW_CELL + _GAP + legend,
            least_height=TITLE + _UNITS + _SIDE * _LOW_CELL,
            width=side + legend + _FIGURE,
            height=TITLE + _UNITS + _SIDE * _CELL,
        )

    @property
    def _legend_width(self) -> int:
        text = max((self.text_width(share.text) for share in self._grid.legend), default=0.0)
        return min(_MOST_LEGEND, _CELL + 6 + round(text) + 2)

    def _size(self) -> int:
        """The side of a square: as large as the height allows, and the width beside the legend."""
        high = self.height() - TITLE - _UNITS
        wide = self.width() - _TENS - _GAP - self._legend_width
        return max(1, min(_CELL, int(high / _SIDE), max(_LOW_CELL, int(wide / _SIDE))))

    def cell(self, face: int) -> QRectF:
        """Returns the place of a face, 0 to 99."""
        size = self._size()
        row, column = divmod(face, _SIDE)
        return QRectF(_TENS + column * size, TITLE + _UNITS + row * size, size - 1, size - 1)

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(
                self.cell(face).adjusted(0, 0, 1, 1),
                self._texts.text(say("gui.attack.face", face=name, outcome=outcome)),
            )
            for face, (name, outcome) in enumerate(self._outcomes())
        ]

    @override
    def table(self) -> ChartTable:
        return ((self._grid.title, self._texts.text_of("gui.chart.outcome")), *self._outcomes())

    def _outcomes(self) -> list[tuple[str, str]]:
        """Each face, and what it comes to."""
        names = {share.look: share.text for share in reversed(self._grid.legend)}
        return [(f"{face:02d}", names.get(look, "")) for face, look in enumerate(self._grid.faces)]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_title(painter)
        if self._grid.faces:
            self._paint_heads(painter)
        for face, look in enumerate(self._grid.faces):
            paint_face(painter, self._icons.theme, self.cell(face), look)
        for index, share in enumerate(self._grid.legend):
            self._paint_legend(painter, index, share)

    def _paint_heads(self, painter: QPainter) -> None:
        for unit in range(_SIDE):
            cell = self.cell(unit)
            place = QRectF(cell.left() - 1, TITLE - 1, cell.width() + 2, _UNITS)
            self.write(painter, place, str(unit), font="caption", role="chart.axis", align=CENTRE)
        for ten in range(0, _SIDE, 2):
            cell = self.cell(ten * _SIDE)
            place = QRectF(0, cell.top() - 2, _TENS - 4, cell.height() + 4)
            self.write(painter, place, f"{ten}0", font="caption", role="chart.axis", align=RIGHT)

    def _paint_legend(self, painter: QPainter, index: int, share: Share) -> None:
        size = self._size()
        left = _TENS + _SIDE * size + _GAP
        row = QRectF(left, TITLE + _UNITS + index * _ROW - 4, self.width() - left, _ROW)
        swatch = QRectF(left, round(row.center().y() - size / 2), size - 1, size - 1)
        paint_face(painter, self._icons.theme, swatch, share.look)
        words = row.adjusted(size + 5, 0, 0, 0)
        self.write(painter, words, share.text, role="text.secondary")
        widest = max(self.text_width(each.text) for each in self._grid.legend)
        if words.width() >= widest + _FIGURE - 2:  # all or none
            chance = percent(share.probability)
            self.write(painter, words, chance, weight=600, align=RIGHT)


def runs(faces: list[int]) -> str:
    """Returns faces as a game master reads them, two digits each: ``00, 04–06``."""
    spans: list[tuple[int, int]] = []
    for face in faces:
        if spans and spans[-1][1] == face - 1:
            spans[-1] = (spans[-1][0], face)
        else:
            spans.append((face, face))
    return ", ".join(f"{a:02d}" if a == b else f"{a:02d}–{b:02d}" for a, b in spans)


def paint_face(painter: QPainter, theme: Theme, rect: QRectF, look: ShareLook) -> None:
    """Paints one square of the grid, kept from one repaint to the next."""
    key = f"face:{theme.digest}:{look}"
    paint_cached(painter, key, rect, lambda inner, place: _draw_face(inner, theme, place, look))


def _draw_face(painter: QPainter, theme: Theme, rect: QRectF, look: ShareLook) -> None:
    ground = theme.colour(_FILLS[look])
    ink = theme.colour("line.control") if look == "none" else ink_on(ground)
    painter.fillRect(rect, ground)
    with painting(painter):
        painter.setPen(pen(ink, 1.4))
        _draw_mark(painter, inset(rect, 2.5), look)
        if look == "none" or theme.framed:
            painter.setPen(pen(theme.colour("line.divider")))
            painter.drawRect(inset(rect))


def _draw_mark(painter: QPainter, box: QRectF, look: ShareLook) -> None:
    """The sign that tells looks apart without colour."""
    match look:
        case "good":
            return
        case "none":
            painter.drawLine(box.bottomLeft(), box.topRight())
        case "weak":
            painter.drawLine(
                QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y())
            )
        case "strong":
            painter.drawEllipse(box)
        case "bad":
            painter.drawLine(box.bottomLeft(), box.topRight())
            painter.drawLine(box.topLeft(), box.bottomRight())
        case _:
            assert_never(look)
