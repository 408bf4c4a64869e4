"""Texts to read: the shortcuts, the help on fight scripts, what this program is."""

from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.actions import ACTIONS, Actions
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog


class TextDialog(QDialog):
    """Shows a text that can be read, searched by eye and copied; Esc closes it."""

    def __init__(
        self,
        title: str,
        text: str,
        font: QFont,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the text, and the font it is written in."""
        super().__init__(parent)
        column = set_up_dialog(self, title)
        self.text = QPlainTextEdit(text, self)
        self.text.setReadOnly(True)
        self.text.setFont(font)
        self.text.setAccessibleName(title)
        column.addWidget(self.text, 1)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        column.addLayout(buttons(close))
        self.resize(640, 520)


def shortcuts_text(actions: Actions, texts: MessageCatalog) -> str:
    """Returns all actions that have keys, a line each, and the keys of the table."""
    lines = []
    for spec in ACTIONS:
        keys = [
            each.toString(QKeySequence.SequenceFormat.NativeText)
            for each in actions[spec.id].shortcuts()
        ]
        if keys:
            name = actions[spec.id].text().replace("&", "").rstrip("…")
            lines.append(f"{' / '.join(keys):<24}{name}")
    return "\n".join([*lines, "", texts.text_of("gui.shortcuts.table")])
