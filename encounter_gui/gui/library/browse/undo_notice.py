"""What has just happened to the library, with a button that takes it back."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.message_label import MessageLabel
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton


class UndoNotice(QWidget):
    """One sentence; it stays until something else is said."""

    undo_requested = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self.message = MessageLabel(icons, self)
        self.undo = ShortcutButton(icons, "", self)
        self.undo.show_words(texts.text_of("gui.library.undo"))
        self.undo.setToolTip("Ctrl+Z")
        self.undo.clicked.connect(self.undo_requested)
        row = row_layout(self, margins=(10, 4, 10, 4))
        row.addWidget(self.message, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.undo)
        self.hide()

    def say(self, text: str, *, can_undo: bool = False, is_trouble: bool = False) -> None:
        """Says something else; nothing hides the line."""
        self.message.say(text, "danger" if is_trouble else "result")
        self.undo.setVisible(can_undo)
        self.setVisible(bool(text))
