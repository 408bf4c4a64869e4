"""What is written of an encounter: its folder, what is read aloud, and notes."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.layouts import add_items, column_layout
from encounter_gui.gui.widgets.link_row import LinkRow
from encounter_gui.play.prep.note_links import linked_names
from encounter_gui.rules.model.prepared import EncounterPlan


class NotesPage(QWidget):
    """Kept whenever a field is left."""

    written = Signal(str, str, str)
    """Folder, read-aloud text, notes."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self.folder = QLineEdit(self)
        self.read_aloud = WrittenText(self)
        self.notes = WrittenText(self)
        column = column_layout(self, margins=(10, 10, 10, 10), spacing=4)
        for field, key in (
            (self.folder, "folder"), (self.read_aloud, "read_aloud"), (self.notes, "notes"),
        ):  # fmt: skip
            label = QLabel(texts.text_of(f"gui.encounters.{key}"), self)
            label.setBuddy(field)
            field.setAccessibleName(label.text())
            field.setPlaceholderText(texts.text_of(f"gui.encounters.{key}_hint"))
            add_items(column, label, (field, 0 if field is self.folder else 1), 6)
        self.links = LinkRow(texts.text_of("gui.links"), self)
        column.addWidget(self.links)
        self.read_aloud.textChanged.connect(self._show_links)
        self.notes.textChanged.connect(self._show_links)
        self.folder.editingFinished.connect(self._tell)
        self.read_aloud.left.connect(self._tell)
        self.notes.left.connect(self._tell)

    def show_plan(self, plan: EncounterPlan) -> None:
        """Shows the texts of a plan; a field somebody writes in stays as it is."""
        if not self.folder.hasFocus():
            self.folder.setText(plan.folder)
        self.read_aloud.show_text(plan.read_aloud)
        self.notes.show_text(plan.notes)

    @Slot()
    def _show_links(self) -> None:
        text = f"{self.read_aloud.toPlainText()}\n{self.notes.toPlainText()}"
        self.links.show_links([(name, name) for name in linked_names(text)])

    @Slot()
    def _tell(self) -> None:
        self.written.emit(
            self.folder.text(), self.read_aloud.toPlainText(), self.notes.toPlainText()
        )


class WrittenText(QPlainTextEdit):
    """Several lines; Tab leaves it."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # lines wrap

    def show_text(self, text: str) -> None:
        """Shows a text, unless somebody writes in it."""
        if not self.hasFocus() and text != self.toPlainText():
            self.setPlainText(text)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
