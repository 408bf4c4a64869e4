"""What stands in a dock with nothing to show: one sentence and one button."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from encounter_gui.core.messages import MessageCatalog


class EmptyState(QWidget):
    """Says that there is nobody yet, and how to change that."""

    add_requested = Signal()

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        text = QLabel(texts.text_of("gui.fight.empty"), self)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button = QPushButton(texts.text_of("gui.fight.empty.button"), self)
        self._button.setAccessibleName(texts.text_of("gui.fight.empty.button"))
        column = QVBoxLayout(self)
        column.addStretch()
        column.addWidget(text)
        column.addSpacing(4)
        column.addWidget(self._button, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        self._button.clicked.connect(self._press)

    @property
    def button(self) -> QPushButton:
        """Returns the one button."""
        return self._button

    @Slot()
    def _press(self) -> None:
        self.add_requested.emit()
