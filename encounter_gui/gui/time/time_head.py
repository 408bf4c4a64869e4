"""The head of the page: the clock, and the ways to let time pass."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.bindings import cap_of
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import set_look
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.time.clock_face import ClockFace
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.message_line import MessageLine
from encounter_gui.gui.widgets.painted.painted_line import PaintedLine
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.model.commands import PassTime
from encounter_gui.rules.view.scene.time import TimeView

STEPS: tuple[tuple[str, PassTime, str], ...] = (
    ("ten_minutes", PassTime(for_="10 min"), "1"),
    ("hour", PassTime(for_="1 h"), "2"),
    ("morning", PassTime(until="morning"), "3"),
)
"""What the buttons let pass: the word of their text, the command, the key."""

_NARROW = 720
"""Below this width the clock face gives its room to the buttons, in logical pixels."""


class TimeHead(QWidget):
    """Shows the clock; buttons and field say how far it shall go."""

    pass_requested = Signal(object)
    """``PassTime``: so much time is to pass."""
    next_requested = Signal()
    """Time is to pass to the next thing that is due."""
    reminder_requested = Signal()
    """Something is to be reminded of."""
    left = Signal()
    """The field is left; the keyboard belongs to the rows."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self.face = ClockFace(icons, self)
        self.time = PaintedLine(icons, "number", "text.primary", marks.LEFT, self)
        self.date = PaintedLine(icons, "row", "text.primary", marks.LEFT, self)
        self.since = PaintedLine(icons, "body", "text.muted", marks.LEFT, self)
        self.next = self._button("to_next", cap_of("next"))
        self.next.clicked.connect(self.next_requested)
        self.steps = {name: self._step(name, command, cap) for name, command, cap in STEPS}
        self.field = TimeField(icons, texts, self)
        self.go = self._button("go", "↵")
        self.reminder = self._button("reminder", "Shift R")
        self.note = PaintedLine(icons, "small", "text.muted", marks.RIGHT, self)
        self.note.show_words(texts.text_of("gui.time.note"))
        self.trouble = MessageLine(icons, self)
        self.field.returnPressed.connect(self._take)
        self.field.left.connect(self.left)
        self.field.textEdited.connect(self._forget_refusal)
        self.go.clicked.connect(self._take)
        self.reminder.clicked.connect(self.reminder_requested)
        self._lay_out()
        self.show_refusal("")

    def show_view(self, view: TimeView) -> None:
        """Shows another time."""
        self.face.show_time(view.now)
        self.time.show_words(view.time)
        self.next.show_words(self.next.words, cap_of("next"))
        self.date.show_words(view.date)
        self.since.show_words(" · ".join(part for part in (view.since_fight, view.night) if part))

    def show_refusal(self, sentence: str) -> None:
        """Says beside the field why time does not pass as was asked; empty: what every step does."""
        set_look(self.field, "wrong", "true" if sentence else "false")
        self.trouble.say(((sentence, False),) if sentence else (), "danger")
        self.trouble.setVisible(bool(sentence))
        self.note.setVisible(not sentence)
        if sentence:
            self.field.selectAll()

    def show_reminders(self, texts: Sequence[str]) -> None:
        """Says what a step of time has reminded of, until the next one."""
        said = self._texts.text_of("gui.time.reminded", what="; ".join(texts))
        self.show_refusal("")
        self.trouble.say(((said, True),), "result")
        self.trouble.show()
        self.note.hide()

    def clear(self) -> None:
        """Empties the field: what was asked for has been done."""
        self.field.clear()
        self.show_refusal("")

    def type_more(self) -> None:
        """Takes the keyboard to the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot()
    def _forget_refusal(self) -> None:
        self.show_refusal("")

    @Slot()
    def _take(self) -> None:
        """Hands on what was typed: how long, or until when."""
        text = self.field.text().strip()
        if not text:
            self.show_refusal(self._texts.text_of("gui.time.nothing_typed"))
            self.type_more()
        elif clock.kind_of(text) == "for":
            self.pass_requested.emit(PassTime(for_=text))
        else:
            self.pass_requested.emit(PassTime(until=text))

    # ---- laying out

    def _button(self, name: str, cap: str) -> ShortcutButton:
        button = ShortcutButton(self._icons, cap, self)
        button.show_words(self._texts.text_of(f"gui.time.{name}"))
        button.setToolTip(self._texts.text_of(f"gui.time.{name}.tip"))
        button.setFixedHeight(round(self._icons.theme.size("button")))
        return button

    def _step(self, name: str, command: PassTime, cap: str) -> ShortcutButton:
        button = self._button(name, cap)
        emit: Callable[[], None] = lambda: self.pass_requested.emit(command)  # noqa: E731
        button.clicked.connect(emit)
        return button

    def _lay_out(self) -> None:
        words = column_layout(None, STRETCH, self.time, self.date, self.since, STRETCH, spacing=2)
        first = row_layout(None, STRETCH, self.next, *self.steps.values(), spacing=6)
        second = row_layout(None, STRETCH, (self.field, 0), self.go, self.reminder, spacing=6)
        third = row_layout(None, (self.note, 1), (self.trouble, 1), spacing=0)
        right = column_layout(None, first, second, third, spacing=8)
        row_layout(self, self.face, (words, 2), (right, 3), margins=(16, 12, 12, 8), spacing=16)

    @override
    def sizeHint(self) -> QSize:
        return QSize(700, 113)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.face.setVisible(self.width() >= _NARROW)


class TimeField(QLineEdit):
    """The field in which a time, or a moment, is typed; Escape leaves it."""

    left = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self.setMinimumWidth(150)
        self.setFixedHeight(round(icons.theme.size("button")))
        self.setPlaceholderText(texts.text_of("gui.time.field"))
        self.setAccessibleName(texts.text_of("gui.time.field.name"))
        self.addAction(icons.icon("clock"), QLineEdit.ActionPosition.LeadingPosition)

    @override
    def sizeHint(self) -> QSize:
        return QSize(246, super().sizeHint().height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
            return
        super().keyPressEvent(event)
