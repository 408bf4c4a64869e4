"""The notice of the preparation workspace, which covers the prompt strip above the log."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip


class PrepNotice(QWidget):
    """Shows a sentence with a button for what it offers and one to dismiss it; hidden while there is none."""

    accepted = Signal()
    dismissed = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self.text = plain_label("", self)
        self.accept = QPushButton(self)
        self.accept.setProperty("small", "true")
        self.dismiss = QToolButton(self)
        self.dismiss.setIcon(icons.icon("close"))
        self.dismiss.setAccessibleName(texts.text_of("gui.encounters.dismiss"))
        self.dismiss.setToolTip(plain_tip(self.dismiss.accessibleName()))
        row = QHBoxLayout()
        row.addWidget(self.accept)
        row.addStretch(1)
        row.addWidget(self.dismiss)
        column = column_layout(self, margins=(10, 6, 6, 6), spacing=4)
        column.addWidget(self.text)
        column.addLayout(row)
        self.accept.clicked.connect(self.accepted)
        self.dismiss.clicked.connect(self.dismissed)
        self.hide()

    def show_words(self, text: str, button: str = "") -> None:
        """Shows a sentence, and a button with this text unless it is empty; an empty sentence hides the notice."""
        self.text.setText(text)
        self.accept.setText(button)
        self.accept.setVisible(bool(button))
        self.setVisible(bool(text))
