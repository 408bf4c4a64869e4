"""The text of an encounter that is read to the players: large, whole, and nothing beside it."""

from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog

_LARGER = 1.35
"""It is read from arm's length, with one's eyes on the players half of the time."""


class ReadAloudDialog(QDialog):
    """Stands over the fight until it is closed; nothing waits for it."""

    def __init__(self, text: str, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes what is read, and the words."""
        super().__init__(parent)
        self.setObjectName("reading")
        self.setModal(False)
        column = set_up_dialog(self, texts.text_of("gui.encounters.read_aloud"))
        self.text = QPlainTextEdit(text, self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(texts.text_of("gui.encounters.read_aloud"))
        font = self.text.font()
        font.setPointSizeF(font.pointSizeF() * _LARGER)
        self.text.setFont(font)
        column.addWidget(self.text, 1)
        close = QPushButton(texts.text_of("gui.encounters.read_done"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        column.addLayout(buttons(close))
        close.setFocus()
        self.resize(560, 320)
