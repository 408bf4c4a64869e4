"""One word of a new game: what it is called, a field, and below it what is wrong with it, or what it means."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong, plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.message_label import MessageLabel

_NAME_WIDTH = 92
"""Width of the names at the left, in logical pixels."""


class WordField(QWidget):
    """A line in which a word or a formula of the game is typed."""

    changed = Signal()
    """The person has typed something else."""

    def __init__(self, name: str, hint: str, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes what it is called and what it means, which stands below it while nothing is wrong."""
        super().__init__(parent)
        self._hint = hint
        label = plain_label(name, self, wraps=False)
        label.setFixedWidth(_NAME_WIDTH)
        self.field = QLineEdit(self)
        self.field.setAccessibleName(name)
        self.field.setAccessibleDescription(hint)
        label.setBuddy(self.field)
        self.message = MessageLabel(icons, self)
        self.message.say(hint, "hint")
        self.field.textEdited.connect(self.changed)
        below = row_layout(None, _NAME_WIDTH + 8, (self.message, 1))
        column_layout(self, row_layout(None, label, (self.field, 1), spacing=8), below, spacing=2)

    @property
    def text(self) -> str:
        """What is typed."""
        return self.field.text()

    def show_text(self, text: str) -> None:
        """Shows another word."""
        if self.field.text() != text:
            self.field.setText(text)

    def show_problem(self, problem: str) -> None:
        """Shows what is wrong; empty: nothing is."""
        mark_wrong(self.field, is_wrong=bool(problem))
        self.message.say(problem or self._hint, "danger" if problem else "hint")
        self.field.setAccessibleDescription(problem or self._hint)
