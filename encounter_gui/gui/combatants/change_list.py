"""The targets of a change by hand, one line each: who, from where to where, and what comes of it."""

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Slot,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cell_words import Spoken
from encounter_gui.gui.combatants.cells.gauge_delegate import paint_change
from encounter_gui.gui.combatants.cells.name_delegate import paint_shape
from encounter_gui.gui.combatants.cells.number_delegates import paint_number
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.combatants.model import Index
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ChangePreview, Chip

_Role = Qt.ItemDataRole
_NUMBER = (14.0, 26.0)
_NAME = (48.0, 190.0)
_GAUGE = (252.0, 190.0)
_OUTCOME = 466.0
_SHAPE_GAP = 7.0


class ChangeListModel(QAbstractListModel):
    """Holds what a change would do; while somebody types, only the lines that differ change."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._spoken = Spoken(texts)
        self._changes: tuple[ChangePreview, ...] = ()

    @property
    def changes(self) -> tuple[ChangePreview, ...]:
        """Returns what is shown."""
        return self._changes

    def show(self, changes: tuple[ChangePreview, ...]) -> None:
        """Shows these changes."""
        old, same = self._changes, [change.who for change in self._changes]
        if same != [change.who for change in changes]:
            self.beginResetModel()
            self._changes = changes
            self.endResetModel()
            return
        self._changes = changes
        for place, (before, after) in enumerate(zip(old, changes, strict=True)):
            if before != after:
                self.dataChanged.emit(self.index(place), self.index(place))

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._changes)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._changes):
            return None
        spoken = self._spoken.change(self._changes[index.row()])
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return spoken
        return plain_tip(spoken) if role == _Role.ToolTipRole else None


class ChangeListDelegate(QStyledItemDelegate):
    """Paints one target as its row in the table is painted."""

    def __init__(self, icons: Icons, model: ChangeListModel, parent: QObject | None = None) -> None:
        """Takes icons with the theme, and the changes."""
        super().__init__(parent)
        self._icons = icons
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, round(self._icons.theme.size("row_list")))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._icons.theme, QRectF(option.rect)
        change = self._model.changes[index.row()]
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            marks.paint_focus(painter, theme, rect)
        paint_number(painter, theme, self._part(rect, *_NUMBER), change.number)
        name = self._part(rect, *_NAME)
        paint_shape(painter, theme, name, change.side)
        name.adjust(theme.icon_size("faction") + _SHAPE_GAP, 0, 0, 0)
        write(painter, theme, name, change.name, font="row", weight=500, role="text.primary")
        if change.gauges:
            paint_change(painter, theme, self._part(rect, *_GAUGE), change.gauges[0])
        if change.outcome:
            chip = Chip(text=change.outcome, kind=change.kind)
            top = rect.top() + round((rect.height() - theme.size("chip")) / 2)
            place = QPointF(rect.left() + _OUTCOME, top)
            marks.paint_chip(painter, theme, place, chip, self._icons)

    @staticmethod
    def _part(rect: QRectF, left: float, width: float) -> QRectF:
        return QRectF(rect.left() + left, rect.top(), width, rect.height())


class ChangeList(QListView):
    """Shows the targets."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self.rows = ChangeListModel(texts, self)
        self.setModel(self.rows)
        self.setItemDelegate(ChangeListDelegate(icons, self.rows, self))
        self.setAccessibleName(texts.text_of("gui.fight.changes"))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        icons.loaded.connect(self._repaint)
        icons.recoloured.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        self.viewport().update()
