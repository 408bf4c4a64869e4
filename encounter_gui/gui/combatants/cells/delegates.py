"""Which delegate paints which kind of cell."""

from collections.abc import Mapping

from PySide6.QtCore import QObject

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.band_delegate import BandDelegate
from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.count_delegates import (
    CapsulesDelegate,
    ChipsDelegate,
    DiceDelegate,
    PipsDelegate,
    WoundsDelegate,
)
from encounter_gui.gui.combatants.cells.gauge_delegate import GaugeDelegate, SlotsDelegate
from encounter_gui.gui.combatants.cells.name_delegate import NameDelegate
from encounter_gui.gui.combatants.cells.number_delegates import (
    MarkDelegate,
    NumberDelegate,
    TextDelegate,
)
from encounter_gui.gui.combatants.cells.row_paint import RowPainter
from encounter_gui.rules.view import CellKind


def delegates(
    rows: RowPainter, texts: MessageCatalog, parent: QObject
) -> Mapping[CellKind, CellDelegate]:
    """Returns one delegate for each kind of column; each knows the others, for cells of their kinds."""
    made: dict[CellKind, CellDelegate] = {
        "mark": MarkDelegate(rows, parent),
        "band": BandDelegate(rows, parent),
        "number": NumberDelegate(rows, parent),
        "name": NameDelegate(rows, texts.text_of("gui.fight.target"), parent),
        "gauge": GaugeDelegate(rows, parent),
        "slots": SlotsDelegate(rows, parent),
        "dice": DiceDelegate(rows, parent),
        "chips": ChipsDelegate(rows, parent),
        "pips": PipsDelegate(rows, texts.text_of("gui.declare.now"), parent),
        "capsules": CapsulesDelegate(rows, parent),
        "wounds": WoundsDelegate(rows, parent),
        "text": TextDelegate(rows, parent),
    }
    for delegate in made.values():
        # A text outside its own columns is plain: the last that paints its kind, not the number.
        delegate.share(made.values())
    return made
