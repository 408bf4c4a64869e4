"""Every version of the own rules in a window of its own."""

from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.workshop.side.versions_list import VersionsList

_SIZE = 460, 420


class HistoryDialog(QDialog):
    """Shows the versions; it closes once one is chosen."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        column = set_up_dialog(self, texts.text_of("gui.workshop.history"))
        self.versions = VersionsList(icons, texts, self)
        column.addWidget(self.versions, 1)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        column.addLayout(buttons(close))
        self.versions.restore_requested.connect(self.accept)
        self.versions.reset_requested.connect(self.accept)
        self.resize(*_SIZE)
