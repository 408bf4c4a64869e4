"""Texts to read, such as what this program is."""

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
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
