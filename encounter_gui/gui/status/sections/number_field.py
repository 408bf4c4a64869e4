"""A number of the sheet while it is typed anew: a field at its line, and between what it may lie."""

import re

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, mark_wrong
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.rules.view import SettableNumber

_NUMBER = re.compile(r"\s*([-−–+]?)\s*(\d{1,4})\s*")
_FIELD = 72
_LEAST_WIDTH = 240
_LOWEST = 9999


class NumberField(QFrame):
    """Takes ``12``, or ``+3`` and ``-1`` from what it is; Enter sets it, Escape leaves it as it was."""

    number_typed = Signal(str, int)
    """A number's key, and what it shall be."""
    closed = Signal(bool)
    """Put away, whether the number was set or not; True: by keys, so that the keyboard has to go somewhere."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._number = SettableNumber(key="", name="", value=0)
        self._title = QLabel(self)
        self.field = QLineEdit(self)
        self._hint = QLabel(self)
        self._dress()
        self._lay_out()
        self.field.textEdited.connect(self._say_range)
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
        self._hint.setFont(theme.font("small"))
        self._hint.setWordWrap(True)
        self.field.setFont(theme.font("dice"))
        self.field.setMaxLength(6)
        self.field.setFixedWidth(_FIELD)

    def _lay_out(self) -> None:
        line = row_layout(spacing=6)
        line.addWidget(self._title, 1)
        line.addWidget(self.field)
        column = column_layout(self, margins=(10, 3, 6, 4), spacing=2)
        column.addLayout(line)
        column.addWidget(self._hint)

    @property
    def hint(self) -> str:
        """Returns what stands below the field: between what the number may lie, or what is wrong."""
        return self._hint.text()

    def open_at(self, number: SettableNumber, place: QRect) -> None:
        """Opens over a line of the widget it lies in, what the number is now selected."""
        self._number = number
        self._title.setText(number.name)
        self.field.setAccessibleName(number.name)
        self.field.setText(str(number.value).replace("-", "−"))
        self._say_range()
        width = max(_LEAST_WIDTH, place.width())
        self.setGeometry(place.left(), place.top() - 4, width, self.heightForWidth(width))
        self._stay_inside()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
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

    @Slot()
    def _press(self) -> None:
        number = self._number
        to = self._typed_value()
        if to is None or not number.least <= to <= number.most:
            self._say(self._range(), is_wrong=True)
            return
        self._close(by_keys=True)
        if to != number.value:
            self.number_typed.emit(number.key, to)

    def _typed_value(self) -> int | None:
        """Returns what the number shall be; with a sign it is counted from what it is. None: no number is typed."""
        found = _NUMBER.fullmatch(self.field.text())
        if found is None:
            return None
        sign, amount = found[1], int(found[2])
        if sign == "+":
            return self._number.value + amount
        if not sign:
            return amount
        return -amount if self._number.least < 0 else self._number.value - amount

    @Slot()
    def _say_range(self) -> None:
        self._say(self._range(), is_wrong=False)

    def _range(self) -> str:
        number = self._number
        is_endless = number.most >= SettableNumber(key="", name="", value=0).most
        ends = "signed" if number.least < 0 else "open" if is_endless else "ends"
        least = str(max(number.least, -_LOWEST)).replace("-", "−")
        return self._texts.text(say(f"gui.status.number.{ends}", least=least, most=number.most))

    def _say(self, sentence: str, *, is_wrong: bool) -> None:
        self._hint.setText(sentence)
        self.field.setAccessibleDescription(sentence)
        role = "status.danger" if is_wrong else "text.muted"
        colour_label(self._hint, self._icons.theme, role)
        mark_wrong(self.field, is_wrong=is_wrong)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Escape must not reach the window's own shortcuts while something is typed here.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        if event.type() == QEvent.Type.FocusOut and watched is self.field:
            self.close_unset()
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
        if event.key() == Qt.Key.Key_Escape:
            self.close_unset()
