"""Running numbers of rows, whatever kind of cell shows them."""

from collections.abc import Iterable

from encounter_gui.gui.theme.marks import figure_text
from encounter_gui.rules.view import Cell, Change, GaugeCell, Row, SlotsCell


def value(cell: Cell | None) -> int | None:
    """Returns where a running number stands; None for a cell that shows none."""
    match cell:
        case GaugeCell():
            return cell.current
        case SlotsCell():
            return cell.left
        case _:
            return None


def is_of(cell: Cell | None, change: Change) -> bool:
    """Returns whether a cell shows the number that a change is about."""
    return isinstance(cell, GaugeCell | SlotsCell) and cell.name == change.before.name


def longest_figure(rows: Iterable[Row], key: str) -> str:
    """Returns the longest text that may stand beside a bar of a column, whatever its gauges come to."""
    cells = (row.cells.get(key) for row in rows)
    kinds = {_kind(cell) for cell in cells}
    return max((text for kind in kinds for text in _texts(*kind)), key=len, default="")


def _kind(cell: Cell | None) -> tuple[int, int, str]:
    match cell:
        case GaugeCell():
            return cell.low, cell.high, cell.text
        case SlotsCell():
            return 0, cell.total, ""
        case _:
            return 0, 0, ""


def _texts(low: int, high: int, text: str) -> tuple[str, ...]:
    ends = (f"{figure_text(end)}/{figure_text(high)}" for end in (low, high))
    return (text,) if text else tuple(ends)
