"""The backups of a campaign: when each was made, what is in it, and opening one as a new file."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, row_size, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label


class BackupRow(Struct, frozen=True, kw_only=True):
    """A backup as the list shows it: its file, and when it was made."""

    path: str
    title: str


class BackupsDialog(QDialog):
    """Lists backups, newest first; the one that is chosen is described beside the list."""

    restore_requested = Signal(str)
    """The file of a backup that is to be opened as a new campaign. The dialog closes."""
    folder_chosen = Signal(str)
    """The folder in which backups are to be made besides; empty: in none."""

    def __init__(
        self,
        rows: Sequence[BackupRow],
        describe: Callable[[str], str],
        folder: str,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the backups, what describes one, and the folder that was chosen before (empty: none)."""
        super().__init__(parent)
        self._describe = describe
        self._texts = texts
        column = set_up_dialog(self, texts.text_of("backups.title"))
        column.addWidget(plain_label(texts.text_of("backups.about"), self))
        self.list = QListWidget(self)
        self.list.setAccessibleName(texts.text_of("backups.list"))
        for row in rows:
            item = QListWidgetItem(row.title, self.list)
            item.setSizeHint(row_size(self))
            item.setData(Qt.ItemDataRole.UserRole, row.path)
        self.content = QPlainTextEdit(self)
        self.content.setReadOnly(True)
        self.content.setAccessibleName(texts.text_of("backups.content"))
        beside = QHBoxLayout()
        beside.addWidget(self.list, 2)
        beside.addWidget(self.content, 3)
        column.addLayout(beside, 1)
        column.addLayout(self._folder_line(folder))
        self.restore = QPushButton(texts.text_of("backups.restore"), self)
        self.restore.clicked.connect(self._restore)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.reject)
        column.addLayout(buttons(close, self.restore))
        self.list.currentItemChanged.connect(self._show_content)
        self.list.itemActivated.connect(self._restore)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(rows))
        self._show_content()
        self.resize(680, 420)

    def _folder_line(self, folder: str) -> QHBoxLayout:
        self.folder = QLabel(self)
        self.folder.setTextFormat(Qt.TextFormat.PlainText)
        self.choose = QPushButton(self._texts.text_of("backups.choose"), self)
        self.choose.setProperty("small", "true")
        self.choose.clicked.connect(self._ask_folder)
        self.no_folder = QPushButton(self._texts.text_of("backups.none"), self)
        self.no_folder.setProperty("small", "true")
        self.no_folder.clicked.connect(self._forget_folder)
        line = QHBoxLayout()
        line.addWidget(self.folder, 1)
        line.addWidget(self.choose)
        line.addWidget(self.no_folder)
        self._show_folder(folder)
        return line

    def _show_folder(self, folder: str) -> None:
        key = "backups.folder" if folder else "backups.no_folder"
        self.folder.setText(self._texts.text_of(key, folder=folder))
        self.no_folder.setEnabled(bool(folder))

    @Slot()
    def _show_content(self) -> None:
        item = self.list.currentItem()
        self.restore.setEnabled(item is not None)
        path = "" if item is None else str(item.data(Qt.ItemDataRole.UserRole))
        nothing = self._texts.text_of("backups.empty")
        self.content.setPlainText(self._describe(path) if path else nothing)

    @Slot()
    def _restore(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.accept()
            self.restore_requested.emit(str(item.data(Qt.ItemDataRole.UserRole)))

    @Slot()
    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, self._texts.text_of("backups.choose").rstrip("…"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.use_folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot()
    def _forget_folder(self) -> None:
        self.use_folder("")

    @Slot(str)
    def use_folder(self, folder: str) -> None:
        """Has backups made in a folder besides; empty: in none."""
        self._show_folder(folder)
        self.folder_chosen.emit(folder)
