"""One delegate for each kind of cell; each paints its row's ground first, then its own content."""

from PySide6.QtCore import QModelIndex, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.model import Index
from encounter_gui.gui.combatants.name_delegate import NameDelegate
from encounter_gui.gui.combatants.row_paint import PADDING, RowPainter, padded, write
from encounter_gui.gui.theme import marks
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.rules.view import (
    CellKind,
    ChipsCell,
    Column,
    DiceCell,
    GaugeCell,
    PipsCell,
    Row,
    TextCell,
    WoundsCell,
)
