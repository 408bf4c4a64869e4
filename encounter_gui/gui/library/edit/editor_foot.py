"""The last line of the editor: what edits change, what is wrong, or a question before changes are lost."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.message_line import MessageLine, Tone
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton


class EditorFoot(QWidget):
    """Shows messages and the question about unsaved changes below the fields, so that none is covered."""

    update_requested = Signal()
    """The copies in the fight are to have these numbers as well."""
    save_chosen = Signal()
    drop_chosen = Signal()
    stay_chosen = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self.is_asking: bool = False
        """Whether an answer is waited for."""
        self.message = MessageLine(icons, self)
        self.update_copies = ShortcutButton(icons, "", self)
        self.save, self.drop, self.stay = (ShortcutButton(icons, "", self) for _ in range(3))
        row = row_layout(self, (self.message, 1), margins=(15, 8, 15, 8), spacing=6)
        for button, key in (
            (self.update_copies, "update"),
            (self.save, "leave.save"),
            (self.drop, "leave.drop"),
            (self.stay, "leave.stay"),
        ):
            button.show_words(texts.text_of(f"gui.editor.{key}"))
            row.addWidget(button)
        self.stay.show_words(texts.text_of("gui.editor.leave.stay"), "Esc")
        self.update_copies.clicked.connect(self.update_requested)
        self.save.clicked.connect(self._save)
        self.drop.clicked.connect(self._drop)
        self.stay.clicked.connect(self._stay)
        self.end()

    def say(self, text: str, tone: Tone = "hint", *, has_copies: bool = False) -> None:
        """Shows a message; while a question waits for an answer, nothing changes."""
        if self.is_asking:
            return
        self.message.say(((text, False),) if text else (), tone)
        self.update_copies.setVisible(has_copies)

    def ask(self, name: str, *, can_save: bool) -> None:
        """Asks whether to save or drop the unsaved changes of an item with this name, or to go on editing."""
        self.say(self._texts.text_of("gui.editor.leave", name=name), "danger")
        self.is_asking = True
        self.update_copies.hide()
        for button in (self.save, self.drop, self.stay):
            button.show()
        self.save.setEnabled(can_save)
        (self.save if can_save else self.drop).setFocus()

    def end(self) -> None:
        """Hides the question and its buttons."""
        self.is_asking = False
        for button in (self.save, self.drop, self.stay):
            button.hide()
        self.update_copies.hide()

    @Slot()
    def _save(self) -> None:
        self.end()
        self.save_chosen.emit()

    @Slot()
    def _drop(self) -> None:
        self.end()
        self.drop_chosen.emit()

    @Slot()
    def _stay(self) -> None:
        self.end()
        self.stay_chosen.emit()
