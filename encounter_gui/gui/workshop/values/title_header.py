"""The titles over the columns of the workshop: the first stands over the names, right of the dots before them."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget
from typing_extensions import override

from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.icons import Icons

_SIDE = 6


class TitleHeader(QHeaderView):
    """Paints titles in the small font."""

    def __init__(self, icons: Icons, first: int, last: int, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, where the first title begins, and what is free behind the last, in pixels."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._icons, self._first, self._last = icons, first, last
        self.setSectionsClickable(False)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme, model = self._icons.theme, self.model()
        painter.fillRect(rect, theme.colour("surface.dock"))
        line = QRectF(rect.left(), rect.bottom(), rect.width(), 1)
        painter.fillRect(line, theme.colour("line.divider"))
        title = str(model.headerData(logicalIndex, Qt.Orientation.Horizontal) or "")
        role = Qt.ItemDataRole.TextAlignmentRole
        align = model.headerData(logicalIndex, Qt.Orientation.Horizontal, role)
        side = Qt.AlignmentFlag(align) & Qt.AlignmentFlag.AlignHorizontal_Mask
        left = _SIDE if logicalIndex else self._first
        is_last = logicalIndex == model.columnCount() - 1
        room = QRectF(rect).adjusted(left, 0, -self._last if is_last else -_SIDE, 0)
        write(painter, theme, room, title, font="small", role="text.muted", align=side)
