"""The column of the fight: how table, bench and log share its height."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

_HEIGHTS = (306, 184, 98)
"""The heights of table, bench and log as designed, in logical pixels."""
_TABLE_SHARE = 0.75
"""What the table takes at most of the height beyond the designed one."""


class FightColumn(QSplitter):
    """Gives a larger window to the rows of the table first, then to the log; what was set by hand stays."""

    def __init__(self, table_height: Callable[[], int], parent: QWidget | None = None) -> None:
        """Takes what says how high the table is with all of its rows, in logical pixels."""
        super().__init__(Qt.Orientation.Vertical, parent)
        self._table_height = table_height
        self.is_by_hand = False
        """Whether the heights have been set by hand, today or when they were kept."""
        self.setHandleWidth(4)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._keep)

    def take_parts(self, table: QWidget, bench: QWidget, log: QWidget) -> None:
        """Takes the parts, from above to below."""
        for place, part in enumerate((table, bench, log)):
            self.addWidget(part)
            self.setStretchFactor(place, (1, 0, 2)[place])
        self.setSizes(list(_HEIGHTS))

    @Slot()
    def _keep(self) -> None:
        self.is_by_hand = True

    @Slot()
    def share_out(self) -> None:
        """Gives table and log their heights, if there is more than the designed one and all parts are seen."""
        table, bench, log, *others = self.sizes()
        least, _, low = _HEIGHTS
        beyond = table + log - least - low
        if self.is_by_hand or beyond <= 0 or not (table and bench and log) or any(others):
            return
        rows = least + min(max(self._table_height() - least, 0), round(beyond * _TABLE_SHARE))
        if rows != table:
            self.setSizes([rows, bench, table + log - rows, *others])

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_out()
