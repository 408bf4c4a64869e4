"""The table of initiatives: Tab and Shift+Tab go from field to field, Enter takes all."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.typed_dice import Reading
from encounter_gui.gui.dice.dice_line import DiceLine
from encounter_gui.gui.initiative.initiative_model import (
    NAME,
    TYPED,
    InitiativeModel,
)
from encounter_gui.gui.theme.icons import Icons

Index = QModelIndex | QPersistentModelIndex
_Move = QAbstractItemView.CursorAction
_STEPS = {_Move.MoveNext: 1, _Move.MovePrevious: -1}


class InitiativeField(DiceLine):
    """The field of a row: dice, or what they and the modifier come to."""

    def __init__(
        self,
        model: InitiativeModel,
        place: int,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget,
    ) -> None:
        """Takes the model and the place of the row in it."""
        super().__init__(icons, texts, parent)
        self._model, self._place = model, place
        self.setProperty("small", "true")

    @override
    def read(self, text: str) -> Reading:
        """Returns what a text is read as, which the model says."""
        is_there = self._place < len(self._model.rows)
        return self._model.reading(self._place, text) if is_there else Reading()


class _FieldDelegate(QStyledItemDelegate):
    def __init__(
        self, model: InitiativeModel, icons: Icons, texts: MessageCatalog, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model, self._icons, self._texts = model, icons, texts

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        return InitiativeField(self._model, index.row(), self._icons, self._texts, parent)


class InitiativeTable(QTableView):
    """Only the fields can be edited; a click on who rolls steps on, a click on the die rolls that row again."""

    taken = Signal()
    """Enter in a field."""
    again_requested = Signal(int)
    """The place of a row that is to be rolled again."""
    left = Signal()
    """Escape in a field with nothing new in it."""
    roller_stepped = Signal(int)
    """The place of a row whose rolls go to the next roller."""

    def __init__(
        self,
        model: InitiativeModel,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the model, icons with the theme, and the texts."""
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegateForColumn(TYPED, _FieldDelegate(model, icons, texts, self))
        self.setAccessibleName(texts.text_of("gui.initiative.title"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(
            triggers.CurrentChanged | triggers.SelectedClicked | triggers.AnyKeyPressed
        )
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in enumerate((0, 60, 140, 110, 80, 60)):
            if width:
                self.setColumnWidth(column, width)
        self.clicked.connect(self._click)

    def begin(self, place: int) -> None:
        """Puts the keyboard into the field of a row."""
        index = self.model().index(place, TYPED)
        if index.isValid():
            self.setFocus()
            self.setCurrentIndex(index)
            if self.state() != QAbstractItemView.State.EditingState:
                self.edit(index)

    @override
    def moveCursor(self, cursorAction: _Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        # Tab stays in the column of the fields; behind the last it leaves the table.
        step = _STEPS.get(cursorAction)
        if step is None:
            return super().moveCursor(cursorAction, modifiers)
        place = self.currentIndex().row() + step
        return self.model().index(place, TYPED)

    @override
    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        known = self.currentIndex().data(Qt.ItemDataRole.EditRole)
        is_same = isinstance(editor, QLineEdit) and editor.text() == str(known or "")
        super().closeEditor(editor, hint)
        if hint == QAbstractItemDelegate.EndEditHint.RevertModelCache and is_same:
            self.left.emit()
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache:
            self.taken.emit()

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        match index.column():
            case 5:
                self.again_requested.emit(index.row())
            case 1:
                self.roller_stepped.emit(index.row())
