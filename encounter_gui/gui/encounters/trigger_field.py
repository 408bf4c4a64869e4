"""The field for when a wave or reminder is due: a round, or a moment in words."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.line_edit import NumberField
from encounter_gui.gui.widgets.tool_tips import plain_tip

_MOST = 99
_WIDTH = 46


class TriggerField(QWidget):
    """A number field for the round (0: no round), and a text field for a moment in words."""

    changed = Signal()

    def __init__(self, hint: str, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the placeholder of the text field, and the texts."""
        super().__init__(parent)
        self.round = NumberField(self)
        self.round.setRange(0, _MOST)
        self.round.setSpecialValueText("–")
        self.round.setFixedWidth(_WIDTH)
        self.round.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.round.setAccessibleName(texts.text_of("gui.encounters.round"))
        self.round.setToolTip(plain_tip(texts.text_of("gui.encounters.round_help")))
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(hint)
        self.words.setAccessibleName(hint)
        label = QLabel(texts.text_of("gui.encounters.round"), self)
        label.setBuddy(self.round)
        row_layout(self, label, self.round, (self.words, 1), spacing=6)
        self.round.editingFinished.connect(self._tell)
        self.words.editingFinished.connect(self._tell)

    def show_when(self, round_: int | None, words: str) -> None:
        """Shows a moment."""
        if not self.round.hasFocus():
            self.round.setValue(round_ or 0)
        if not self.words.hasFocus():
            self.words.setText(words)

    @property
    def when(self) -> tuple[int | None, str]:
        """Returns the round, None: none; and the words."""
        return self.round.value() or None, self.words.text().strip()

    @Slot()
    def _tell(self) -> None:
        self.changed.emit()
