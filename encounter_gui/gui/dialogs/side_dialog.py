"""What a side is called in this fight."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.rules.model.commands import NameSide

_LONGEST = 40


class SideDialog(QDialog):
    """Asks for the name of a side; an empty one restores the usual name."""

    named = Signal(object)
    """``NameSide``. The dialog closes."""

    def __init__(
        self, side: Side, name: str, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the side, and the name it has in this fight; empty: none of its own."""
        super().__init__(parent)
        column = set_up_dialog(self, texts.text_of("gui.side.title"))
        self._side = side
        own = texts.text_of(f"rules.sides.{side}")
        label = texts.text_of("gui.side.name", side=own)
        self.name = QLineEdit(name, self)
        self.name.setMaxLength(_LONGEST)
        self.name.setPlaceholderText(own)
        self.name.setAccessibleName(label)
        self.name.selectAll()
        column.addWidget(plain_label(label, self))
        column.addWidget(self.name)
        apply = QPushButton(texts.text_of("gui.side.apply"), self)
        apply.clicked.connect(self._choose)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        column.addStretch(1)
        column.addLayout(buttons(cancel, apply))
        self.resize(380, 130)

    @Slot()
    def _choose(self) -> None:
        self.accept()
        self.named.emit(NameSide(side=self._side, name=self.name.text().strip()))
