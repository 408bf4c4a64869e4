"""The column of the fight: how table, bench and log share its height."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

_HEIGHTS = (306, 184, 98)
"""The heights of table, bench and log as designed, in logical pixels."""
_LEAST_LOG = 98
"""What a page leaves the log at least, in logical pixels."""
_TABLE_SHARE = 0.75
"""What the table takes at most of the height beyond the designed one."""


class FightColumn(QSplitter):
    """Gives a larger window to the rows of the table first, then to bench and log; what was set by hand stays."""

    def __init__(
        self,
        table_height: Callable[[], int],
        bench_height: Callable[[], int],
        parent: QWidget | None = None,
    ) -> None:
        """Takes what says how high table and bench are with all that is in them, in logical pixels."""
        super().__init__(Qt.Orientation.Vertical, parent)
        self._table_height, self._bench_height = table_height, bench_height
        self.is_by_hand = False
        """Whether the heights have been set by hand, today or when they were kept."""
        self._log: QWidget = self
        self._page: tuple[QWidget, Callable[[], int]] | None = None
        self._is_page_by_hand = False
        self.setHandleWidth(4)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._keep)

    def take_parts(self, table: QWidget, bench: QWidget, log: QWidget) -> None:
        """Takes the parts, from above to below."""
        self._log = log
        for place, part in enumerate((table, bench, log)):
            self.addWidget(part)
            self.setStretchFactor(place, (1, 0, 2)[place])
        self.setSizes(list(_HEIGHTS))

    def take_page(self, page: QWidget, height: Callable[[], int]) -> None:
        """Takes a page that gets the height it needs while it is seen, and what says how high that is."""
        self._page = (page, height)

    @Slot()
    def _keep(self) -> None:
        if self._page is not None and self._page[0].isVisible():
            self._is_page_by_hand = True
        else:
            self.is_by_hand = True

    @Slot()
    def share_out(self) -> None:
        """Gives the parts their heights, if there is more than the designed one and all of them are seen."""
        if self._page is not None and self._page[0].isVisible():
            self._share_with_page(*self._page)
            return
        table, bench, log, *others = self.sizes()
        least, usual, _ = _HEIGHTS
        whole = table + bench + log
        beyond = whole - sum(_HEIGHTS)
        if self.is_by_hand or beyond <= 0 or not (table and bench and log) or any(others):
            return
        more = min(max(self._table_height() - least, 0), round(beyond * _TABLE_SHARE))
        rows = least + more
        form = usual + min(max(self._bench_height() - usual, 0), beyond - more)
        if (rows, form) != (table, bench):
            self.setSizes([rows, form, whole - rows - form, *others])

    def _share_with_page(self, page: QWidget, height: Callable[[], int]) -> None:
        """Gives a page all the height it needs as far as a few rows of the log are left, and the log the rest."""
        sizes, at, log = self.sizes(), self.indexOf(page), self.indexOf(self._log)
        if self._is_page_by_hand or not all(sizes[each] for each in (at, log)):
            return
        room = sizes[at] + sizes[log]
        wanted = max(min(height(), room - _LEAST_LOG), 0)
        if wanted != sizes[at]:
            sizes[at], sizes[log] = wanted, room - wanted
            self.setSizes(sizes)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_out()
