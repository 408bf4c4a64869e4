"""Which delegate paints which kind of cell."""

from collections.abc import Mapping

from PySide6.QtCore import QObject

from encounter_gui.gui.combatants.cells import (
    band_delegate,
    count_delegates,
    gauge_delegate,
    name_delegate,
    number_delegates,
)
from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.row_paint import RowPainter
from encounter_gui.rules.view import CellKind

_DELEGATES: tuple[type[CellDelegate], ...] = (
    *band_delegate.DELEGATES,
    *name_delegate.DELEGATES,
    *gauge_delegate.DELEGATES,
    *count_delegates.DELEGATES,
    # Last: a text outside its own columns is plain, painted by the last that paints texts.
    *number_delegates.DELEGATES,
)


def delegates(rows: RowPainter, parent: QObject) -> Mapping[CellKind, CellDelegate]:
    """Returns one delegate for each kind of column; each knows the others, for cells of their kinds."""
    made = {each.kind: each(rows, parent) for each in _DELEGATES}
    for delegate in made.values():
        delegate.share(made.values())
    return made
