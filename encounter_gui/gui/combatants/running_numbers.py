"""Running numbers of rows, whatever kind of cell shows them."""

from collections.abc import Iterable

from msgspec.structs import replace

from encounter_gui.gui.theme.painting.marks import figure_text
from encounter_gui.rules.view import Cell, ChangePreview, GaugeCell, GaugeChange, SlotsCell


def value(cell: Cell | None) -> int | None:
    """Returns where a running number stands; None for a cell that shows none."""
    match cell:
        case GaugeCell():
            return cell.current
        case SlotsCell():
            return cell.left
        case _:
            return None


def change_of(cell: Cell | None, change: ChangePreview) -> GaugeChange | None:
    """Returns what a change does to the number that a cell shows; None: nothing, or it shows none."""
    if not isinstance(cell, GaugeCell | SlotsCell):
        return None
    return next(
        (each for each in change.gauges if each.before.name == cell.name and _differs(each)), None
    )


def sum_of_changes(cell: Cell | None, changes: Iterable[ChangePreview]) -> GaugeChange | None:
    """Returns what changes of several do to the number in which theirs are added up; None: nothing."""
    found = [each for change in changes if (each := change_of(cell, change)) is not None]
    now = value(cell)
    if not found or now is None:
        return None
    by = sum(each.after.current - each.before.current for each in found)
    low, high = (cell.low, cell.high) if isinstance(cell, GaugeCell) else (0, max(now, now + by))
    if isinstance(cell, SlotsCell):
        high = cell.total
    before = replace(
        found[0].before, current=now, low=low, high=high, text="", number="", marks=(), ticks=()
    )
    return GaugeChange(before=before, after=replace(before, current=now + by))


def _differs(change: GaugeChange) -> bool:
    return change.before.current != change.after.current


def longest_figure(cell: Cell | None) -> str:
    """Returns the longest text that may stand beside a bar, whatever its gauge comes to; "" where there is none."""
    match cell:
        case GaugeCell(text=text) if text:
            return text
        case GaugeCell():
            return max(_text(cell.low, cell.high), _text(cell.high, cell.high), key=len)
        case SlotsCell():
            return _text(cell.total, cell.total)
        case _:
            return ""


def _text(value: int, high: int) -> str:
    return f"{figure_text(value)}/{figure_text(high)}"
