"""Fields of the editor: a number within its range, a text, and the label that says how it stands to its base."""

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.library.fields.field_text import range_words, trouble_with, with_sign
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.ruleset import FieldDef

_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
_VOWELS = frozenset("aeiou")
"""A word without any of them is an abbreviation and written in capitals: NPC."""

_UNDO, _REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


class PlainEdit(QLineEdit):
    """A line of text whose undo is the editor's: one history, not one a field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Takes the widget it lies in."""
        super().__init__(parent)
        self.setMaxLength(LONGEST)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(_UNDO) or event.matches(_REDO):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mark_wrong(self, is_wrong: bool) -> None:
        """Shows by its frame whether what is typed cannot be."""
        mark_wrong(self, is_wrong=is_wrong)

    def show_text(self, text: str) -> None:
        """Shows another text, from its beginning; the cursor stays where somebody types."""
        if text != self.text():
            with QSignalBlocker(self):
                self.setText(text)
            if not self.hasFocus():
                self.home(False)


class NumberEdit(PlainEdit):
    """A number of the sheet. One out of range stays as typed, is marked, and says what is allowed."""

    value_changed = Signal(str, object)
    """The field's key, and its number; None: it is not on the sheet."""
    trouble_changed = Signal(str, str)
    """The field's key, and what is wrong with what is typed, in words; empty: nothing."""

    def __init__(
        self, field: FieldDef, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the field and the texts."""
        super().__init__(parent)
        self.field: FieldDef = field
        """The field it is for."""
        self._texts = texts
        self.trouble: str = ""
        """What is wrong with what is typed; empty: nothing."""
        self._shown: Value | None = None
        self.setPlaceholderText(_spoken_value(field.default))
        self.setAccessibleName(field.name)
        self.textEdited.connect(self._read)

    def show_value(self, value: Value | None) -> None:
        """Shows another value; what is typed and wrong stays until it is right, or another creature comes."""
        is_same, self._shown = value == self._shown, value
        if self.trouble and is_same:
            return
        if self.trouble or value != self._typed_value():
            self.show_text("" if value is None else _spoken_value(value))
        self._say(trouble_with(self.field, value, self._texts) if value is not None else "")

    def forget(self) -> None:
        """Drops what was typed and wrong: it was about another creature."""
        if self.trouble:
            self.show_text("" if self._shown is None else _spoken_value(self._shown))
        self._say("")

    def _typed_value(self) -> int | None:
        text = self.text().strip().replace("−", "-")
        digits = text.removeprefix("-").removeprefix("+")
        return int(text) if digits.isdecimal() and len(digits) < 7 else None

    @Slot()
    def _read(self) -> None:
        value = self._typed_value()
        if value is None and self.text().strip():
            self._say(self._texts.text_of("gui.editor.no_number", name=self.field.name))
            return
        trouble = trouble_with(self.field, value, self._texts) if value is not None else ""
        self._say(trouble)
        if not trouble:
            self.value_changed.emit(self.field.key, value)

    def _say(self, trouble: str) -> None:
        if trouble == self.trouble:
            return
        self.trouble = trouble
        self.mark_wrong(bool(trouble))
        self.setToolTip(plain_tip(trouble))
        self.setAccessibleDescription(trouble or range_words(self.field))
        self.trouble_changed.emit(self.field.key, trouble)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        default = self.field.default if isinstance(self.field.default, int) else 0
        before = self._typed_value()
        wanted = (default if before is None else before) + step
        least, most = self.field.least, self.field.most
        wanted = wanted if least is None else max(least, wanted)
        wanted = wanted if most is None else min(most, wanted)
        self.setText(_spoken_value(wanted))
        self._read()


class ChoiceBox(QComboBox):
    """A list of choices that leaves chords such as Ctrl+Z to the editor around it; Qt's own swallows them."""

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if e.modifiers() & Qt.KeyboardModifier.ControlModifier:
            e.ignore()
        else:
            super().keyPressEvent(e)


class WordChoice(ChoiceBox):
    """One of the words a field of the sheet may be."""

    word_chosen = Signal(str)
    """The word, as it is kept."""

    def __init__(self, field: FieldDef, parent: QWidget | None = None) -> None:
        """Takes the field."""
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._field = field
        for word in field.options:
            shown = word.capitalize() if _VOWELS & set(word) else word.upper()
            self.addItem(shown or "–", word)
        self.activated.connect(lambda place: self.word_chosen.emit(self.itemData(place)))

    def show_value(self, value: Value | None) -> None:
        """Shows a value; None: the one a missing value counts as. Another word of an older file is shown as it is."""
        word = str(self._field.default if value is None else value)
        self.setPlaceholderText(word)
        self.setCurrentIndex(self.findData(word))


class FieldLabel(QWidget):
    """The name of a field, a dot before it where it differs from its base, a question mark where it was guessed."""

    def __init__(self, icons: Icons, text: str, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the name."""
        super().__init__(parent)
        self._icons = icons
        self._text = text
        self._differs = self._is_guessed = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def differs(self) -> bool:
        """Returns whether it carries the dot."""
        return self._differs

    @property
    def is_guessed(self) -> bool:
        """Returns whether it carries the question mark."""
        return self._is_guessed

    def mark(self, *, differs: bool, is_guessed: bool, tip: str = "") -> None:
        """Sets the marks, and what they mean in words."""
        if (differs, is_guessed) != (self._differs, self._is_guessed):
            self._differs, self._is_guessed = differs, is_guessed
            self.update()
        self.setToolTip(plain_tip(tip))

    @override
    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        return QSize(round(theme.fonts.width(self._text, "body")) + 14, 17)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(30, 17)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        x = 0.0
        if self._differs:
            marks.paint_changed(painter, theme, QPointF(3, self.height() / 2))
            x = 10.0
        if self._is_guessed:
            painter.setFont(theme.font("body", weight=700))
            painter.setPen(theme.colour("status.warn"))
            painter.drawText(QRectF(x, 0, 10, self.height()), Qt.AlignmentFlag.AlignVCenter, "?")
            x += 10.0
        room = QRectF(x, 0, self.width() - x, self.height())
        text = theme.elided(self._text, "body", room.width())
        marks.paint_text(painter, theme, room, text, "body", "text.secondary")


def _spoken_value(value: Value) -> str:
    return (
        with_sign(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)
    )
