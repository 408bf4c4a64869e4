"""The encounters of the campaign in their folders, with how far each is: several fights ready side by side."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.plan.plan_view import Fight
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip

_INSET = 7
_ID = Qt.ItemDataRole.UserRole
_PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class EncountersPage(QWidget):
    """A tree: Enter opens, F2 renames, Del deletes."""

    opened = Signal(int)
    duplicated = Signal(int)
    renamed = Signal(int, str)
    """An encounter, and what it is to be called."""
    new_requested = Signal()
    removed = Signal(int)
    """An encounter is to be deleted."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._fights: tuple[Fight, ...] = ()
        self.tree = FightTree(self)
        self.open = QPushButton(texts.text_of("gui.encounters.open"), self)
        self.duplicate = QPushButton(texts.text_of("gui.encounters.duplicate"), self)
        self.rename = QPushButton(texts.text_of("gui.encounters.rename"), self)
        self.new = QPushButton(texts.text_of("gui.encounters.new"), self)
        self.remove = QToolButton(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        tree, header = self.tree, self.tree.header()
        tree.setAccessibleName(self._texts.text_of("gui.encounters.all"))
        tree.setHeaderHidden(True)
        tree.setColumnCount(2)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        tree.setUniformRowHeights(True)
        tree.setIndentation(14)
        tree.setRootIsDecorated(False)
        tree.setEditTriggers(QTreeWidget.EditTrigger.EditKeyPressed)
        buttons = row_layout(margins=(10, 8, 10, 10), spacing=6)
        for button in (self.open, self.duplicate, self.rename, self.new):
            button.setProperty("small", "true")
            buttons.addWidget(button)
        self.remove.setIcon(self._icons.icon("trash"))
        self.remove.setAccessibleName(self._texts.text_of("gui.encounters.delete"))
        buttons.addWidget(self.remove)
        inset = column_layout(None, tree, margins=(_INSET, 2, _INSET, 0))
        column_layout(self, (inset, 1), buttons, spacing=0)

    def _connect(self) -> None:
        self.tree.itemActivated.connect(self._open)
        self.tree.itemChanged.connect(self._rename)
        self.tree.currentItemChanged.connect(self._fit)
        self.open.clicked.connect(self._open)
        self.duplicate.clicked.connect(self._duplicate)
        self.rename.clicked.connect(self._begin_rename)
        self.new.clicked.connect(self.new_requested)
        self.remove.clicked.connect(self._remove)
        self.tree.delete_pressed.connect(self._remove)

    # ---- state downward

    def show_fights(self, fights: Sequence[Fight]) -> None:
        """Shows the encounters; those without a folder first."""
        if tuple(fights) == self._fights:
            return
        is_other = {f.id for f in fights if f.is_open} != {f.id for f in self._fights if f.is_open}
        chosen = None if is_other else self.chosen
        self._fights = tuple(fights)
        self.tree.blockSignals(True)
        self.tree.clear()
        folders: dict[str, QTreeWidgetItem] = {}
        for fight in sorted(fights, key=lambda each: (each.folder != "", each.folder.casefold())):
            parent = self._folder(folders, fight.folder) if fight.folder else None
            item = self._item(fight)
            if parent is None:
                self.tree.addTopLevelItem(item)
            else:
                parent.addChild(item)
            if fight.id == chosen or (chosen is None and fight.is_open):
                self.tree.setCurrentItem(item)
        self.tree.expandAll()
        self.tree.blockSignals(False)
        self._fit()

    def _folder(self, folders: dict[str, QTreeWidgetItem], name: str) -> QTreeWidgetItem:
        if name not in folders:
            item = folders[name] = QTreeWidgetItem([name, ""])
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item.setSizeHint(0, QSize(0, round(self._icons.theme.size("row_list"))))
            item.setIcon(0, self._icons.icon("folder"))
            item.setForeground(0, self._icons.theme.colour("text.secondary"))
            self.tree.addTopLevelItem(item)
        return folders[name]

    def _item(self, fight: Fight) -> QTreeWidgetItem:
        theme = self._icons.theme
        stage = self._texts.text_of(f"gui.encounters.stage.{fight.stage}")
        tip = fight.ruleset
        if fight.copy_of:
            stage = self._texts.text_of("rules_of_fight.copy_stage", stage=stage)
            tip = self._texts.text_of("rules_of_fight.copy_tip", name=fight.copy_of)
        item = QTreeWidgetItem([fight.name, stage])
        item.setData(0, _ID, int(fight.id))
        item.setSizeHint(0, QSize(0, round(theme.size("row_list"))))
        item.setFlags(_PLAIN | Qt.ItemFlag.ItemIsEditable)
        item.setFont(0, theme.font("row"))
        item.setForeground(1, theme.colour("text.muted"))
        item.setFont(1, theme.font("small"))
        item.setToolTip(0, plain_tip(tip))
        if fight.copy_of:
            item.setIcon(0, self._icons.icon("copy"))
        if fight.is_open:
            item.setFont(0, theme.font("row", weight=700))
            item.setForeground(0, theme.colour("accent.interactive"))
        return item

    # ---- intents upward

    @property
    def chosen(self) -> int | None:
        """Returns the encounter that is selected; None: none, or a folder."""
        item = self.tree.currentItem() if self.tree.topLevelItemCount() else None
        found = item.data(0, _ID) if item is not None else None
        return found if isinstance(found, int) else None

    @Slot()
    def _fit(self) -> None:
        fight = next((each for each in self._fights if each.id == self.chosen), None)
        self.open.setEnabled(fight is not None and not fight.is_open)
        for button in (self.duplicate, self.rename):
            button.setEnabled(fight is not None)
        self.remove.setEnabled(fight is not None and not fight.is_open)
        key = "delete_open" if fight is not None and fight.is_open else "delete"
        self.remove.setToolTip(plain_tip(self._texts.text_of(f"gui.encounters.{key}")))

    @Slot()
    def _open(self) -> None:
        if self.chosen is not None:
            self.opened.emit(self.chosen)

    @Slot()
    def _duplicate(self) -> None:
        if self.chosen is not None:
            self.duplicated.emit(self.chosen)

    @Slot()
    def _remove(self) -> None:
        if self.chosen is not None and self.remove.isEnabled():
            self.removed.emit(self.chosen)

    @Slot()
    def _begin_rename(self) -> None:
        item = self.tree.currentItem()
        if item is not None and self.chosen is not None:
            self.tree.editItem(item, 0)

    @Slot(QTreeWidgetItem, int)
    def _rename(self, item: QTreeWidgetItem, _column: int) -> None:
        found = item.data(0, _ID)
        if isinstance(found, int):
            self.renamed.emit(found, item.text(0))


class FightTree(QTreeWidget):
    """Enter means open, wherever it is pressed."""

    delete_pressed = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        item = self.currentItem() if is_enter and self.topLevelItemCount() else None
        if item is not None and self.state() != QTreeWidget.State.EditingState:
            self.itemActivated.emit(item, 0)
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)
