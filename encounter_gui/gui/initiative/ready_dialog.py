"""What a combatant that holds its turn waits for."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.rules.model.commands import HoldTurn

_LONGEST = 200


class ReadyDialog(QDialog):
    """Asks for a few words; without any the turn is held until it is taken up."""

    held = Signal(object)
    """``HoldTurn``. The dialog closes."""

    def __init__(
        self, who: CombatantId, name: str, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the combatant and its name."""
        super().__init__(parent)
        self._who = who
        column = set_up_dialog(self, texts.text_of("gui.turn.ready_title"))
        label = texts.text_of("gui.turn.ready_for", who=name)
        self.field = QLineEdit(self)
        self.field.setMaxLength(_LONGEST)
        self.field.setPlaceholderText(texts.text_of("gui.turn.ready_hint"))
        self.field.setAccessibleName(label)
        column.addWidget(plain_label(label, self))
        column.addWidget(self.field)
        take = QPushButton(texts.text_of("gui.turn.ready_take"), self)
        take.clicked.connect(self._take)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        column.addLayout(buttons(cancel, take))
        self.resize(380, 130)

    @Slot()
    def _take(self) -> None:
        self.accept()
        self.held.emit(HoldTurn(who=self._who, until=self.field.text().strip()))
