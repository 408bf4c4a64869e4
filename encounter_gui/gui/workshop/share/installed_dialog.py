"""The rulesets there are for all campaigns: a person's own, and those that something waits for."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import question_box, row_size, set_up_dialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip

COLUMNS = ("name", "version", "extends", "used")
_SIZE = (720, 420)
_WIDTHS = (220, 80, 150)


class InstalledRow(Struct, frozen=True, kw_only=True):
    """A ruleset as a row: its words, and what they are about.

    ``is_waited_for``: it is not there, and what was made with it waits. ``trouble`` says why one cannot be used.
    """

    id: str
    name: str
    version: str = ""
    extends: str = ""
    used: str = ""
    trouble: str = ""
    is_waited_for: bool = False


class InstalledDialog(QDialog):
    """Shows them; what is to be done goes up by signals."""

    take_requested = Signal()
    """Files are to be chosen: new ones, or newer ones of those that are there."""
    remove_requested = Signal(str)
    """The id of one that is to be taken away; the question has been answered."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._rows: tuple[InstalledRow, ...] = ()
        self.list = QTreeWidget(self)
        self.empty = plain_label(texts.text_of("gui.rulesets.none"), self)
        self.trouble = plain_label("", self)
        self.take = QPushButton(texts.text_of("gui.rulesets.take"), self)
        self.remove = QPushButton(texts.text_of("gui.rulesets.remove"), self)
        self._lay_out()

    def _lay_out(self) -> None:
        texts = self._texts
        column = set_up_dialog(self, texts.text_of("gui.rulesets.title"))
        column.addWidget(plain_label(texts.text_of("gui.rulesets.about"), self))
        column.addWidget(self.empty)
        self.list.setHeaderLabels([texts.text_of(f"gui.rulesets.{each}") for each in COLUMNS])
        self.list.setRootIsDecorated(False)
        self.list.setAllColumnsShowFocus(True)
        self.list.setAccessibleName(texts.text_of("gui.rulesets.title"))
        header = self.list.header()
        for place, width in enumerate(_WIDTHS):
            header.resizeSection(place, width)
        header.setSectionResizeMode(len(COLUMNS) - 1, QHeaderView.ResizeMode.Stretch)
        self.list.currentItemChanged.connect(self._follow)
        column.addWidget(self.list, 1)
        self.trouble.hide()
        column.addWidget(self.trouble)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        close.setDefault(True)
        self.take.clicked.connect(self.take_requested)
        self.remove.clicked.connect(self._ask_remove)
        column.addLayout(row_layout(None, self.take, self.remove, STRETCH, close))
        self.resize(*_SIZE)

    def show_rows(self, rows: Sequence[InstalledRow]) -> None:
        """Shows the rulesets there are; the one that was current stays so."""
        before = self.current
        self._rows = tuple(rows)
        self.list.clear()
        for row in rows:
            text = self._texts.text_of("gui.rulesets.waits") if row.is_waited_for else row.version
            item = QTreeWidgetItem([row.name, text, row.extends, row.trouble or row.used])
            item.setSizeHint(0, row_size(self.list))
            item.setData(0, Qt.ItemDataRole.UserRole, row.id)
            if row.trouble:
                item.setToolTip(len(COLUMNS) - 1, plain_tip(row.trouble))
            if row.trouble or row.is_waited_for:
                item.setIcon(0, self._icons.icon("warning"))
            self.list.addTopLevelItem(item)
            if before is not None and row.id == before.id:
                self.list.setCurrentItem(item)
        first = self.list.topLevelItem(0)
        if self.list.currentItem() is None and first is not None:
            self.list.setCurrentItem(first)
        self.empty.setVisible(not rows)
        self.list.setFocus()
        self.trouble.hide()
        self._follow()

    @property
    def current(self) -> InstalledRow | None:
        """The row that is current; None: there is none."""
        item = self.list.currentItem()
        wanted = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else ""
        return next((each for each in self._rows if each.id == wanted), None)

    @Slot()
    def _follow(self) -> None:
        row = self.current
        self.remove.setEnabled(row is not None and not row.is_waited_for)

    @Slot()
    def _ask_remove(self) -> None:
        row = self.current
        if row is None or row.is_waited_for:
            return
        texts = self._texts
        used = texts.text_of("gui.rulesets.remove_used", used=row.used) if row.used else ""
        box = question_box(
            self,
            "remove_ruleset_question",
            texts.text_of("gui.rulesets.remove_question", name=row.name),
            keep=texts.text_of("gui.cancel"),
            act=texts.text_of("gui.rulesets.remove_act"),
            help_text=" ".join(
                part for part in (used, texts.text_of("gui.rulesets.remove_help")) if part
            ),
        )
        box.accepted.connect(lambda: self.remove_requested.emit(row.id))
        box.open()

    def refuse(self, text: str) -> None:
        """Says why one could not be taken away."""
        self.trouble.setText(text)
        colour_label(self.trouble, self._icons.theme, "status.danger")
        self.trouble.show()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Del takes the current one away, Insert takes some in."""
        if event.key() == Qt.Key.Key_Delete:
            self._ask_remove()
        elif event.key() == Qt.Key.Key_Insert:
            self.take_requested.emit()
        else:
            super().keyPressEvent(event)
