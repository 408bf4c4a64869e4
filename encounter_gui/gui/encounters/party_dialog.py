"""What a party is called that is kept as it comes out of a fight."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label


class PartyDialog(QDialog):
    """A new name makes a party; the name of one there is brings it up to date."""

    named = Signal(str)
    """The party's name. The dialog closes."""

    def __init__(
        self, names: Sequence[str], texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the names of the parties there are."""
        super().__init__(parent)
        column = set_up_dialog(self, texts.text_of("gui.encounters.party_title"))
        column.addWidget(plain_label(texts.text_of("gui.encounters.party_text"), self))
        self.name = QComboBox(self)
        self.name.setEditable(True)
        self.name.addItems(names or [texts.text_of("gui.encounters.party_first")])
        self.name.setAccessibleName(texts.text_of("gui.encounters.party_name"))
        field = self.name.lineEdit()
        if field is not None:
            field.selectAll()
        column.addWidget(self.name)
        column.addStretch(1)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        self.keep = QPushButton(texts.text_of("gui.encounters.party_keep"), self)
        self.keep.clicked.connect(self._keep)
        column.addLayout(buttons(cancel, self.keep))
        self.resize(400, 170)

    @Slot()
    def _keep(self) -> None:
        name = self.name.currentText().strip()
        if name:
            self.accept()
            self.named.emit(name)
