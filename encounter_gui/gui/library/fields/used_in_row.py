"""Where a creature is used: a button for each encounter and party that holds it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.flow_layout import FlowLayout
from encounter_gui.play.prep.creature_uses import CreatureUse

_MOST = 12
"""How many are named."""
_HEIGHT = 24
"""Of the buttons, so that the label stands beside them."""


class UsedInRow(QWidget):
    """Names the encounters and parties; hidden if there are none."""

    encounter_requested = Signal(int)
    """An encounter is to be opened."""
    party_requested = Signal()
    """The parties are to be shown."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._texts = texts
        self._uses: tuple[CreatureUse, ...] = ()
        self.buttons: list[QPushButton] = []
        self.label = QLabel(texts.text_of("gui.editor.used_in"), self)
        self.label.setMinimumHeight(_HEIGHT)
        self._flow = FlowLayout(self)
        self._flow.addWidget(self.label)
        self.hide()

    def show_uses(self, uses: Sequence[CreatureUse]) -> None:
        """Shows where the creature is used; of many, the first."""
        shown = tuple(uses[:_MOST])
        if shown != self._uses:
            self._uses = shown
            for button in self.buttons:
                self._flow.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = [self._button(use) for use in shown]
        self.setVisible(bool(shown))

    def _button(self, use: CreatureUse) -> QPushButton:
        text = use.name
        if use.encounter is None:
            text = self._texts.text_of("gui.editor.used_in_party", name=use.name)
        button = QPushButton(text.replace("&", "&&"), self)
        button.setProperty("small", "true")
        button.setProperty("encounter", use.encounter)
        button.clicked.connect(self._open)
        self._flow.addWidget(button)
        button.show()
        return button

    @Slot()
    def _open(self) -> None:
        button = self.sender()
        encounter = button.property("encounter") if button is not None else None
        if encounter is None:
            self.party_requested.emit()
        else:
            self.encounter_requested.emit(int(encounter))
