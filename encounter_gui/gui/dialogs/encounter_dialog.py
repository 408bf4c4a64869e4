"""A new encounter in the campaign: its name and the ruleset it is played by."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QPushButton, QWidget

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.dialogs.frame import buttons, dressed


class EncounterDialog(QDialog):
    """Asks for both; the name may be left as it is proposed."""

    chosen = Signal(str, str)
    """Name and ruleset id. The dialog closes."""

    def __init__(
        self,
        rulesets: Sequence[str],
        proposed: str,
        words: Catalogue,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the ids of the rulesets there are, and the name to propose."""
        super().__init__(parent)
        column = dressed(self, words.word("gui.encounter.title"))
        self.name = QLineEdit(proposed, self)
        self.name.setAccessibleName(words.word("gui.encounter.name"))
        self.name.selectAll()
        self.ruleset = QComboBox(self)
        self.ruleset.addItems(list(rulesets))
        self.ruleset.setAccessibleName(words.word("gui.encounter.ruleset"))
        form = QFormLayout()
        form.addRow(words.word("gui.encounter.name"), self.name)
        form.addRow(words.word("gui.encounter.ruleset"), self.ruleset)
        column.addLayout(form)
        create = QPushButton(words.word("gui.encounter.create"), self)
        create.clicked.connect(self._choose)
        cancel = QPushButton(words.word("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        column.addStretch(1)
        column.addLayout(buttons(cancel, create))
        self.resize(420, 170)

    @Slot()
    def _choose(self) -> None:
        name = self.name.text().strip() or self.name.placeholderText()
        if name and self.ruleset.currentText():
            self.accept()
            self.chosen.emit(name, self.ruleset.currentText())
