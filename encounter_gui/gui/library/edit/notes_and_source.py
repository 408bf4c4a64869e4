"""Notes with the picture, and where a creature came from: raw source, what was not understood, what was guessed."""

from msgspec import structs
from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.fields.portrait import Portrait
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.library.list.picture_drop import PictureDrop
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import FlowLayout, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.link_row import LinkRow
from encounter_gui.play.prep.note_links import linked_names
from encounter_gui.play.prep.record_edits import with_creature
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import Ruleset

_MOST_SHOWN = 100_000


def _shown_creature(_: QPoint) -> str:
    """The picture is that of the creature in the editor wherever on it something is dropped."""
    return "shown"


class NotesPage(QWidget):
    """The page for the game master's notes on a creature, and for its picture."""

    portrait_chosen = Signal(bytes)
    """A picture as PNG; empty: none any more."""
    refused = Signal(str)
    """What cannot be shown, in words."""

    def __init__(
        self,
        draft: Draft[LibraryCreature],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the draft, icons with the theme, and the texts."""
        super().__init__(parent)
        self._draft = draft
        self.notes = _Notes(self)
        self.notes.setAccessibleName(texts.text_of("gui.editor.tab.notes"))
        self.notes.setPlaceholderText(texts.text_of("gui.editor.notes_hint"))
        self.notes.setTabChangesFocus(True)
        self.portrait = Portrait(icons, texts, self)
        row = row_layout(self, margins=(15, 12, 15, 12), spacing=16)
        self.links = LinkRow(texts.text_of("gui.links"), self)
        add_items(row, (column_layout(None, (self.notes, 1), self.links), 1), self.portrait)
        self.notes.textChanged.connect(self._write)
        self.portrait.chosen.connect(self.portrait_chosen)
        self._pictures = PictureDrop(self.portrait, _shown_creature, self)
        self._pictures.dropped.connect(lambda _, path: self.portrait.take_file(path))
        self.portrait.refused.connect(self.refused)

    def show_draft(self, picture: bytes) -> None:
        """Shows the notes of the draft, and a picture (PNG; empty: none)."""
        note = self._draft.value.creature.note
        if note != self.notes.toPlainText():
            with QSignalBlocker(self.notes):
                self.notes.setPlainText(note)
        self.links.show_links([(name, name) for name in linked_names(note)])
        self.portrait.show_picture(picture)

    @Slot()
    def _write(self) -> None:
        note = self.notes.toPlainText()
        self._draft.set("note", with_creature(self._draft.value, note=note))


class _Notes(QPlainTextEdit):
    """Its undo is the editor's."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = QKeySequence.StandardKey
        if event.matches(keys.Undo) or event.matches(keys.Redo):
            event.ignore()
        else:
            super().keyPressEvent(event)


class SourcePage(QWidget):
    """Read only, but for the guesses: those somebody has looked at are guesses no longer."""

    def __init__(
        self,
        draft: Draft[LibraryCreature],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the draft, icons with the theme, and the texts."""
        super().__init__(parent)
        self._draft = draft
        self._texts = texts
        self._ruleset: Ruleset | None = None
        self.origin = QLabel(self)
        self.unknown = QLabel(self)
        for label in (self.origin, self.unknown):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.guesses_head = SectionHead(icons, texts.text_of("gui.editor.guesses"), parent=self)
        self._guesses = QWidget(self)
        self._flow = FlowLayout(self._guesses)
        self.raw = QPlainTextEdit(self)
        self.raw.setReadOnly(True)
        self.raw.setFont(icons.theme.font("dice", weight=400))
        self.raw.setAccessibleName(texts.text_of("gui.editor.tab.source"))
        self.raw.setTabChangesFocus(True)
        column = column_layout(self, margins=(15, 12, 15, 12))
        add_items(column, self.origin, self.guesses_head, self._guesses, self.unknown)
        column.addWidget(self.raw, 1)

    @property
    def guesses(self) -> tuple[QPushButton, ...]:
        """Returns a button for each guess that is left."""
        buttons = (self._flow.itemAt(place) for place in range(self._flow.count()))
        widgets = (item.widget() for item in buttons if item is not None)
        return tuple(w for w in widgets if isinstance(w, QPushButton))

    def show_source(self, raw: str, ruleset: Ruleset) -> None:
        """Shows where the creature came from; a very long source is cut."""
        self._ruleset = ruleset
        self.raw.setPlainText(raw[:_MOST_SHOWN])
        self.show_draft()

    def show_draft(self) -> None:
        """Shows what the draft says."""
        entry, text_of = self._draft.value, self._texts.text_of
        source = entry.source
        made = (
            text_of("gui.editor.made_here") if not entry.creature.source else entry.creature.source
        )
        self.origin.setText(
            text_of("gui.editor.origin", file=source.file, adapter=source.adapter)
            if source is not None
            else made
        )
        self.raw.setVisible(bool(self.raw.toPlainText()))
        unknown = ", ".join(entry.unknown)
        self.unknown.setText(text_of("gui.editor.unknown", keys=unknown) if unknown else "")
        self.unknown.setVisible(bool(unknown))
        self._show_guesses(entry.guessed)

    def _show_guesses(self, guessed: tuple[str, ...]) -> None:
        self.guesses_head.setVisible(bool(guessed))
        self._guesses.setVisible(bool(guessed))
        if tuple(button.property("field") for button in self.guesses) == guessed:
            return
        for button in self.guesses:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        names = {f.key: f.name for f in self._ruleset.fields} if self._ruleset else {}
        for key in guessed:
            name = names.get(key, key)
            button = QPushButton(self._texts.text_of("gui.editor.guess_is_right", name=name), self)
            button.setProperty("small", "true")
            button.setProperty("field", key)
            button.clicked.connect(self._confirm)
            self._flow.addWidget(button)
            button.show()

    @Slot()
    def _confirm(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            key = button.property("field")
            left = tuple(each for each in self._draft.value.guessed if each != key)
            self._draft.set("", structs.replace(self._draft.value, guessed=left))
