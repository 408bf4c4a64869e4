"""Gauges and health slots as lines: name, bar or boxes, number; names and numbers in columns of their own."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.painting.marks import (
    Level,
    Run,
    figure_text,
    gauge_level,
    paint_gauge,
    paint_runs,
    paint_slots,
    runs_width,
    slots_width,
)
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import GaugeCell, SlotsCell

_ROW, _BAR, _AROUND = 26.0, 14.0, 10.0
_GAP = 10.0
_WIDEST_NAME = 110.0


def rows_height(count: int) -> float:
    """Returns the height of so many lines; none: nothing."""
    return count * _ROW + _AROUND if count else 0.0


def rows(count: int) -> tuple[tuple[float, float], ...]:
    """Returns the top and height of so many lines."""
    return tuple((_AROUND / 2 + number * _ROW, _ROW) for number in range(count))


def paint_rows(
    painter: QPainter,
    theme: Theme,
    slots: SlotsCell | None,
    gauges: Sequence[GaugeCell],
    inner: QRectF,
) -> None:
    """Paints slots, then gauges, below one another into the width of a rectangle."""
    cells: list[SlotsCell | GaugeCell] = [slots] if slots else []
    cells += gauges
    names = min(_WIDEST_NAME, max(theme.fonts.width(cell.name, "body") for cell in cells) + _GAP)
    # As wide as the widest they can come to: a number that changes moves no bar.
    numbers = max(runs_width(theme, _number(cell, at=_widest(cell))) for cell in cells) + _GAP
    for number, cell in enumerate(cells):
        row = QRectF(inner.left(), inner.top() + _AROUND / 2 + number * _ROW, inner.width(), _ROW)
        _paint_name(painter, theme, row, cell.name, names)
        bar = row.adjusted(round(names), 0, -numbers, 0)
        _paint_bar(painter, theme, bar, cell)
        runs = _number(cell, at=_current(cell))
        place = row.adjusted(row.width() - runs_width(theme, runs) - 1, 0, 0, 0)
        paint_runs(painter, theme, place, runs)


def _paint_name(painter: QPainter, theme: Theme, row: QRectF, name: str, width: float) -> None:
    shown = theme.elided(name, "body", width - 4)
    paint_text(painter, theme, row, shown, "body", "text.muted")


def _paint_bar(painter: QPainter, theme: Theme, row: QRectF, cell: SlotsCell | GaugeCell) -> None:
    if isinstance(cell, SlotsCell):
        level = Level(current=cell.left, high=cell.total)
        if slots_width(theme, cell.total) <= row.width():
            paint_slots(painter, theme, row, level)
            return
        ticks: Sequence[int] = ()
    else:
        level, ticks = gauge_level(cell), cell.ticks
    bar = QRectF(row.left(), row.center().y() - _BAR / 2, row.width(), _BAR)
    paint_gauge(painter, theme, bar, level, ticks=ticks)


def _current(cell: SlotsCell | GaugeCell) -> int:
    return cell.left if isinstance(cell, SlotsCell) else cell.current


def _widest(cell: SlotsCell | GaugeCell) -> int:
    return (
        cell.total
        if isinstance(cell, SlotsCell)
        else max(cell.high, cell.low, key=lambda value: len(str(value)))
    )


def _number(cell: SlotsCell | GaugeCell, *, at: int) -> tuple[Run, ...]:
    """``7`` beside boxes that can be counted, ``14 / 20`` beside a bar."""
    now = Run(text=figure_text(at), weight=700)
    if isinstance(cell, SlotsCell):
        return (now,)
    if cell.before is not None:
        return (Run(text=f"{figure_text(cell.before)} → ", role="text.secondary", weight=400), now)
    return (now, Run(text=f" / {figure_text(cell.high)}", role="text.secondary", weight=400))
