"""A label and, beside it, a button for each thing it leads to."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from encounter_gui.gui.widgets.layouts import FlowLayout

MOST = 12
"""How many are named."""
_HEIGHT = 24
"""Of the buttons, so that the label stands beside them."""

Link = tuple[str, object]
"""What stands on a button, and what it leads to."""


class LinkRow(QWidget):
    """Names what it leads to; hidden if there is nothing."""

    chosen = Signal(object)
    """What the clicked button leads to."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        """Takes the words before the buttons."""
        super().__init__(parent)
        self._links: tuple[Link, ...] = ()
        self.buttons: list[QPushButton] = []
        self.label = QLabel(label, self)
        self.label.setMinimumHeight(_HEIGHT)
        self._flow = FlowLayout(self)
        self._flow.addWidget(self.label)
        self.hide()

    def show_links(self, links: Sequence[Link]) -> None:
        """Shows buttons; of many links, the first."""
        shown = tuple(links[:MOST])
        if shown != self._links:
            self._links = shown
            for button in self.buttons:
                self._flow.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = [self._button(text) for text, _ in shown]
        self.setVisible(bool(shown))

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text.replace("&", "&&"), self)
        button.setProperty("small", "true")
        button.clicked.connect(self._choose)
        self._flow.addWidget(button)
        button.show()
        return button

    @Slot()
    def _choose(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton) and button in self.buttons:
            self.chosen.emit(self._links[self.buttons.index(button)][1])
