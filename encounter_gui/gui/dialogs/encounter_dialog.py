"""A new encounter in the campaign: its name and the ruleset it is played by."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, row_layout
from encounter_gui.rules.model.games.ruleset_info import ListedRuleset


class EncounterDialog(QDialog):
    """Asks for the name and the ruleset of a new encounter; a name is proposed."""

    chosen = Signal(str, str)
    """Name and ruleset id. The dialog closes."""
    game_requested = Signal()
    """None of the games will do: one of one's own is to be made. The dialog closes."""

    def __init__(
        self,
        rulesets: Sequence[ListedRuleset],
        proposed: str,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the rulesets there are, and the name to propose."""
        super().__init__(parent)
        column = set_up_dialog(self, texts.text_of("gui.encounter.title"))
        self.name = QLineEdit(proposed, self)
        self.name.setAccessibleName(texts.text_of("gui.encounter.name"))
        self.name.selectAll()
        self.ruleset = QComboBox(self)
        for each in rulesets:
            self.ruleset.addItem(each.name, each)
        self.about = plain_label("", self)
        self.ruleset.currentIndexChanged.connect(self._explain)
        self.ruleset.setAccessibleName(texts.text_of("gui.encounter.ruleset"))
        form = QFormLayout()
        form.addRow(texts.text_of("gui.encounter.name"), self.name)
        form.addRow(texts.text_of("gui.encounter.ruleset"), self.ruleset)
        column.addLayout(form)
        column.addWidget(self.about)
        create = QPushButton(texts.text_of("gui.encounter.create"), self)
        create.clicked.connect(self._choose)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        self.own_game = QPushButton(texts.text_of("gui.encounter.own_game"), self)
        self.own_game.setProperty("link", "true")
        self.own_game.clicked.connect(self._ask_game)
        column.addLayout(row_layout(None, self.own_game, STRETCH))
        column.addStretch(1)
        column.addLayout(buttons(cancel, create))
        create.setDefault(True)
        self.resize(460, 225)
        self._explain()

    def choose(self, ruleset: str) -> None:
        """Proposes this ruleset, if there is one of that id."""
        ids = [self.ruleset.itemData(at).id for at in range(self.ruleset.count())]
        if ruleset in ids:
            self.ruleset.setCurrentIndex(ids.index(ruleset))

    @Slot()
    def _explain(self) -> None:
        chosen = self.ruleset.currentData()
        self.about.setText(chosen.text if chosen else "")

    @Slot()
    def _ask_game(self) -> None:
        self.reject()
        self.game_requested.emit()

    @Slot()
    def _choose(self) -> None:
        name = self.name.text().strip() or self.name.placeholderText()
        if name and self.ruleset.currentData():
            self.accept()
            self.chosen.emit(name, self.ruleset.currentData().id)
