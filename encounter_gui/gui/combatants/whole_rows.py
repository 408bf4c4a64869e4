"""The place of the combatant table, in which no row is cut in half."""

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.combatants.table import CombatantTable


class WholeRows(QWidget):
    """Leaves free below the last whole row what is too low for another one.

    It places the table by hand: a layout would put off what it is told while it is at work.
    """

    def __init__(self, table: CombatantTable) -> None:
        """Takes the table."""
        super().__init__()
        self._table = table
        table.setParent(self)
        rows = table.rows
        for changed in (rows.modelReset, rows.rowsInserted, rows.rowsRemoved):
            changed.connect(self._fit)
        for bar in (table.horizontalScrollBar(), table.verticalScrollBar()):
            bar.rangeChanged.connect(self._fit)
        table.verticalHeader().sectionResized.connect(self._fit)

    @Slot()
    def _fit(self) -> None:
        room = self.rect()
        room.setHeight(room.height() - self._table.spare_height(room.height()))
        if self._table.geometry() != room:
            self._table.setGeometry(room)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        return self._table.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return self._table.minimumSizeHint()
