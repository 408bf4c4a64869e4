"""What this program is: its name, a few lines, and where it keeps what."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label

_WIDTH = 460


class AboutDialog(QDialog):
    """Shows a text whose first line is its title; it can be selected and copied. Esc closes it."""

    def __init__(
        self,
        title: str,
        text: str,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the title of the window, the text, and icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        column = set_up_dialog(self, title)
        name, _, rest = text.strip().partition("\n")
        self.name = plain_label(name, self)
        self.text = plain_label(rest.strip(), self)
        for label in (self.name, self.text):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setMinimumWidth(_WIDTH)
            column.addWidget(label)
        column.addSpacing(6)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        column.addLayout(buttons(close))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        theme = self._icons.theme
        for label, font, role in (
            (self.name, "round", "text.primary"),
            (self.text, "body", "text.secondary"),
        ):
            dress_label(label, theme, font, role)
        self.adjustSize()  # to these fonts
