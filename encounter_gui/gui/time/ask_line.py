"""A line in which something is asked before it is done: a reason, or words and a time."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import set_look
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import Margins, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.message_line import MessageLine
from encounter_gui.gui.widgets.painted.painted_line import PaintedLine
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton

_FIELDS = 2


class AskLine(QWidget):
    """Asks for one or two texts; Enter answers, Escape leaves all as it is."""

    answered = Signal(tuple)
    """What was typed, a text for each field."""
    left = Signal()
    """Nothing is to be done."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
        *,
        is_narrow: bool = False,
        margins: Margins = (0, 0, 0, 0),
    ) -> None:
        """Takes icons with the theme, and the words; ``is_narrow``: the title stands over the field."""
        super().__init__(parent)
        self._texts = texts
        self._count = 0
        self.title = PaintedLine(icons, "body", "text.primary", marks.LEFT, self)
        self.fields = tuple(QLineEdit(self) for _ in range(_FIELDS))
        self.act = ShortcutButton(icons, "↵", self)
        self.cancel = ShortcutButton(icons, "Esc", self)
        self.cancel.show_words(texts.text_of("gui.time.cancel"))
        self.trouble = MessageLine(icons, self)
        for field in self.fields:
            field.setMaxLength(LONGEST)
            field.returnPressed.connect(self._answer)
            field.textEdited.connect(self._forget_refusal)
        self.act.clicked.connect(self._answer)
        self.cancel.clicked.connect(self.left)
        row = row_layout(spacing=6)
        if is_narrow:
            column = column_layout(
                self, self.title, self.fields[0], row, margins=margins, spacing=4
            )
            row.addStretch(1)
        else:
            row.addWidget(self.title)
            for field in self.fields:
                row.addWidget(field, 1)
            column = column_layout(self, row, margins=margins, spacing=2)
        row.addWidget(self.act)
        row.addWidget(self.cancel)
        column.addWidget(self.trouble)
        self.trouble.hide()

    def ask(self, title: str, hints: Sequence[str], action: str) -> None:
        """Asks for as many texts as there are hints, with the keyboard in the first field."""
        self._count = len(hints)
        self.title.show_words(title)
        self.act.show_words(action)
        for place, field in enumerate(self.fields):
            field.setVisible(place < self._count)
            field.clear()
            hint = hints[place] if place < self._count else ""
            field.setPlaceholderText(hint)
            field.setAccessibleName(f"{title}: {hint}")
        self.show_refusal("")
        self.show()
        self.fields[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_refusal(self, sentence: str, place: int = 0) -> None:
        """Says below the fields why it is not done; empty: nothing is wrong. ``place``: the field to be changed."""
        self.trouble.say(((sentence, False),) if sentence else (), "danger")
        self.trouble.setVisible(bool(sentence))
        for at, field in enumerate(self.fields):
            set_look(field, "wrong", "true" if sentence and at == place else "false")
        if sentence:
            self.fields[place].setFocus(Qt.FocusReason.OtherFocusReason)
            self.fields[place].selectAll()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _forget_refusal(self) -> None:
        self.show_refusal("")

    @Slot()
    def _answer(self) -> None:
        self.answered.emit(tuple(field.text().strip() for field in self.fields[: self._count]))
