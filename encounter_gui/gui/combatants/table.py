"""The combatant table: rows by turn, several of them selected at once, everything reachable by keys."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.combatants.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.count_delegates import (
    ChipsDelegate,
    DiceDelegate,
    PipsDelegate,
    WoundsDelegate,
)
from encounter_gui.gui.combatants.empty_state import EmptyState
from encounter_gui.gui.combatants.gauge_delegate import GaugeDelegate
from encounter_gui.gui.combatants.header import CombatantHeader
from encounter_gui.gui.combatants.model import CombatantModel
from encounter_gui.gui.combatants.name_delegate import NameDelegate
from encounter_gui.gui.combatants.number_delegates import MarkDelegate, NumberDelegate, TextDelegate
from encounter_gui.gui.combatants.row_paint import Pointed, RowPainter
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import CellKind, Change, Column, Row
