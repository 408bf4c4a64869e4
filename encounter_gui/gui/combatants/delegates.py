"""Which delegate paints which kind of cell."""

from collections.abc import Mapping

from PySide6.QtCore import QObject

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.combatants.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.count_delegates import (
    ChipsDelegate,
    DiceDelegate,
    PipsDelegate,
    WoundsDelegate,
)
from encounter_gui.gui.combatants.gauge_delegate import GaugeDelegate
from encounter_gui.gui.combatants.name_delegate import NameDelegate
from encounter_gui.gui.combatants.number_delegates import MarkDelegate, NumberDelegate, TextDelegate
from encounter_gui.gui.combatants.row_paint import RowPainter
from encounter_gui.rules.view import CellKind


def delegates(
    rows: RowPainter, catalogue: Catalogue, parent: QObject
) -> Mapping[CellKind, CellDelegate]:
    """Returns one delegate for each kind of cell."""
    return {
        "mark": MarkDelegate(rows, parent),
        "number": NumberDelegate(rows, parent),
        "name": NameDelegate(rows, catalogue.word("gui.fight.target"), parent),
        "gauge": GaugeDelegate(rows, parent),
        "text": TextDelegate(rows, parent),
        "dice": DiceDelegate(rows, parent),
        "chips": ChipsDelegate(rows, parent),
        "pips": PipsDelegate(rows, parent),
        "wounds": WoundsDelegate(rows, parent),
    }
