"""A value of the sheet while it is typed anew: a field at its place, and what it may be."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.status.sections.typed_value import Find, TypedValue, may_be, read_typed
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, mark_wrong
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST, is_left_for_good
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.value_text import value_text
from encounter_gui.rules.view import SettableValue

_FIELD, _WIDE_FIELD = 72, 150
_FEW_SIGNS = 5
"""As many signs stand in the narrow field."""
_WIDTH, _LEAST_TITLE = 286, 90
"""How wide it is where there is room, and the least of it that its title keeps, in logical pixels."""
_TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}


def _find_nothing(_name: str) -> SettableValue | None:
    return None


class ValueField(QFrame):
    """Takes ``12``, or ``+3`` and ``-1`` from what a number is, or a word where the value is one.

    Enter sets it, Escape leaves it as it was, Tab sets it and goes on. Where a number is asked for, a few letters
    before it name another value: ``ac 18``. Beyond what the rules allow it takes Enter a second time.
    """

    value_typed = Signal(str, object, bool)
    """A value's key, what it shall be, and whether that is beyond what the rules allow."""
    closed = Signal(bool)
    """Put away, whether the value was set or not; True: by keys, so that the keyboard has to go somewhere."""
    stepped = Signal(str, int)
    """From the value with this key the keyboard goes one on, or with -1 back."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._value = SettableValue(key="", name="", value=0)
        self._find: Find = _find_nothing
        self._warned = ""
        self._title = QLabel(self)
        self.field = QLineEdit(self)
        self._hint = QLabel(self)
        self._dress()
        self._lay_out()
        self.field.textEdited.connect(self._read_on)
        self.field.returnPressed.connect(self._press)
        self.field.installEventFilter(self)
        self.hide()

    def _dress(self) -> None:
        theme = self._icons.theme
        self.setProperty("dock", "true")
        self.setAutoFillBackground(True)
        for label in (self._title, self._hint):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setFont(theme.font("body", weight=600))
        self._title.setMinimumWidth(_LEAST_TITLE)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._title.setWordWrap(True)
        self._hint.setFont(theme.font("small"))
        self._hint.setWordWrap(True)
        self.field.setFont(theme.font("dice"))
        self.field.setMaxLength(LONGEST)

    def _lay_out(self) -> None:
        line = row_layout(spacing=6)
        line.addWidget(self._title, 1)
        line.addWidget(self.field)
        column = column_layout(self, margins=(10, 3, 6, 4), spacing=2)
        column.addLayout(line)
        column.addWidget(self._hint)

    @property
    def hint(self) -> str:
        """Returns what stands below the field: what the value may be, or what is wrong."""
        return self._hint.text()

    @property
    def title(self) -> str:
        """Returns what stands before the field: which value it is about."""
        return self._title.text()

    @property
    def value(self) -> SettableValue:
        """Returns the value over which it was opened."""
        return self._value

    def find_by(self, find: Find) -> None:
        """Takes what finds a value by a few letters."""
        self._find = find

    def open_at(self, value: SettableValue, place: QRect) -> None:
        """Opens over a place of the widget it lies in, what the value is now selected."""
        self._value = value
        self._warned = ""
        self.field.setText(value_text(value.value))
        self._show_read(TypedValue(value=value, why=may_be(value, self._texts)))
        around = self.parentWidget()
        width = min(_WIDTH, around.width()) if around is not None else _WIDTH
        self.setGeometry(place.left(), place.top() - 4, width, self.heightForWidth(width))
        self._stay_inside()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def show_now(self, value: SettableValue) -> None:
        """Takes what the value is by now, while it is open; what is being typed stays."""
        is_untouched = self.field.text() == value_text(self._value.value)
        self._value = value
        if is_untouched and self.field.text() != value_text(value.value):
            self.field.setText(value_text(value.value))
            self.field.selectAll()

    def close_unset(self) -> None:
        """Puts it away; nothing was set."""
        if not self.isHidden():
            self._close(by_keys=self.field.hasFocus())

    def _close(self, *, by_keys: bool) -> None:
        self.hide()
        self.closed.emit(by_keys)

    def _stay_inside(self) -> None:
        around = self.parentWidget()
        if around is not None:
            left = max(0, min(self.x(), around.width() - self.width()))
            self.move(left, max(0, min(self.y(), around.height() - self.height())))

    def _read(self) -> TypedValue:
        return read_typed(self._value, self.field.text(), self._find, self._texts)

    @Slot()
    def _press(self) -> None:
        typed = self._accepted()
        if typed is not None:
            self._close(by_keys=True)
            self._tell(typed)

    def _accepted(self) -> TypedValue | None:
        """Returns what is to be set; None: the field says why it cannot be, or asks whether it shall be anyway."""
        typed, text = self._read(), self.field.text()
        if typed.to is None or (typed.is_beyond and self._warned != text):
            words = typed.why
            if typed.is_beyond:
                self._warned = text
                words = self._texts.text(
                    say("gui.status.value.beyond", least=typed.value.least, most=typed.value.most)
                )
            self._say(words, is_wrong=True)
            return None
        return typed

    def hand_on(self) -> None:
        """Sets what is typed once the keyboard is elsewhere; what cannot be set stays open, with the reason."""
        if self.isHidden():
            return
        is_untouched = self.field.text() == value_text(self._value.value)
        typed = None if is_untouched else self._accepted()
        if typed is not None or is_untouched or not self.field.text().strip():
            self._close(by_keys=False)
        if typed is not None:
            self._tell(typed)

    def _tell(self, typed: TypedValue) -> None:
        if typed.is_change:
            self.value_typed.emit(typed.value.key, typed.to, typed.is_beyond)

    def _step(self, by: int) -> None:
        """Sets what is typed, and has the next value opened."""
        typed = self._accepted()
        if typed is not None:
            self._tell(typed)
            self.stepped.emit(typed.value.key, by)

    @Slot()
    def _read_on(self) -> None:
        self._show_read(self._read())

    def _show_read(self, typed: TypedValue) -> None:
        """Says which value is meant, and what it may be."""
        name, words = typed.value.name, typed.why
        if typed.value.key != self._value.key:
            now = value_text(typed.value.value)
            words = self._texts.text(say("gui.status.value.now", now=now, may_be=words))
        self._title.setText(name)
        self._title.setToolTip(plain_tip(name))
        self.field.setAccessibleName(name)
        is_wide = typed.value.number is None or len(self.field.text()) > _FEW_SIGNS
        self.field.setFixedWidth(_WIDE_FIELD if is_wide else _FIELD)
        self._say(words, is_wrong=False)

    def _say(self, sentence: str, *, is_wrong: bool) -> None:
        self._hint.setText(sentence)
        self.field.setAccessibleDescription(sentence)
        role = "status.danger" if is_wrong else "text.muted"
        colour_label(self._hint, self._icons.theme, role)
        mark_wrong(self.field, is_wrong=is_wrong)
        if not self.isHidden():
            self.resize(self.width(), self.heightForWidth(self.width()))
            self._stay_inside()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Escape must not reach the window's own shortcuts while something is typed here, nor Tab leave the sheet.
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Escape, *_TABS):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in _TABS:
                self._step(_TABS[Qt.Key(event.key())])
                return True
        if isinstance(event, QFocusEvent) and watched is self.field and is_left_for_good(event):
            self.hand_on()
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
        if event.key() == Qt.Key.Key_Escape:
            self.close_unset()
