"""A question asked in place: a field, what comes of it in words, Enter and Esc. Nothing lies over anything."""

from typing import Literal

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.message_label import MessageLabel
from encounter_gui.gui.widgets.message_line import Tone
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton

Question = Literal["tag", "field", "totals", "filter"]


class InlineQuestion(QFrame):
    """Asks one thing at a time; what is wrong with an answer is said below it, and nothing is lost."""

    answered = Signal(str, str)
    """The question and what was typed."""
    edited = Signal(str, str)
    """The question and what is typed so far."""
    left = Signal()
    """Esc: nothing is wanted after all."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self.question: Question = "tag"
        """What is asked."""
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self.field = QLineEdit(self)
        self.field.setMaxLength(LONGEST)
        self.message = MessageLabel(icons, self)
        self.go = ShortcutButton(icons, "↵", self)
        self._lay_out()
        self.field.textEdited.connect(lambda text: self.edited.emit(self.question, text))
        self.field.returnPressed.connect(self._answer)
        self.go.clicked.connect(self._answer)
        self.hide()

    def _lay_out(self) -> None:
        row = row_layout(None, (self.field, 1), self.go, spacing=6)
        column_layout(self, self._title, row, self.message, margins=(10, 6, 10, 6), spacing=4)
        self.go.show_words(self._texts.text_of("gui.library.apply"))

    def ask(self, question: Question, title: str, text: str = "") -> None:
        """Asks something, and takes the keyboard."""
        self.question = question
        self._title.setText(title)
        self.field.setText(text)
        self.field.setPlaceholderText(self._texts.text_of(f"gui.library.ask.{question}"))
        self.field.setAccessibleName(title)
        self.say("", "hint")
        self.show()
        self.field.setFocus()

    def say(self, text: str, tone: Tone) -> None:
        """Says what would come of what is typed, or what is wrong with it."""
        self.message.say(text, tone)
        mark_wrong(self.field, is_wrong=bool(tone == "danger" and text))

    @Slot()
    def _answer(self) -> None:
        self.answered.emit(self.question, self.field.text())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
