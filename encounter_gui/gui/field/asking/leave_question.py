"""Asks on the plan who strikes at somebody who leaves melee, before they do."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.screen_reader import announce
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton

_Key = Qt.Key
_OWN = (_Key.Key_Return, _Key.Key_Enter, _Key.Key_0, _Key.Key_Escape)
_MARGIN = 6


class LeaveQuestion(QWidget):
    """One line over the plan: Enter lets them strike, 0 nobody, Escape keeps whoever moves where they stand."""

    answered = Signal(bool)
    """Whether they strike."""
    left = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes icons with the theme, the words, and the plan it stands on."""
        super().__init__(parent)
        self._icons, self._plan = icons, parent
        self.words = plain_label("", self, wraps=False)
        self.strike = ShortcutButton(icons, "↵", self)
        self.strike.show_words(texts.text_of("gui.field.leave.strike"))
        self.strike.clicked.connect(lambda: self.answered.emit(True))
        self.nobody = ShortcutButton(icons, "0", self)
        self.nobody.show_words(texts.text_of("gui.field.leave.nobody"))
        self.nobody.clicked.connect(lambda: self.answered.emit(False))
        self.stay = ShortcutButton(icons, "Esc", self)
        self.stay.show_words(texts.text_of("gui.field.leave.stay"))
        self.stay.clicked.connect(self.left)
        row_layout(
            self,
            self.words,
            self.strike,
            self.nobody,
            self.stay,
            margins=(10, 5, 8, 5),
            spacing=6,
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def ask(self, words: str, near: QRect) -> None:
        """Asks, beside a place of the plan but never over it, if the plan has room."""
        self.words.setText(words)
        self.setAccessibleName(words)
        self.adjustSize()
        self.move(self._corner(near))
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, words)

    def _corner(self, near: QRect) -> QPoint:
        room = self._plan.rect()
        x = min(near.center().x() - self.width() // 2, room.right() - self.width() - _MARGIN)
        above = near.top() - self.height() - _MARGIN
        below = min(near.bottom() + _MARGIN, room.bottom() - self.height() - _MARGIN)
        return QPoint(max(x, _MARGIN), above if above >= _MARGIN else below)

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps its keys from the shortcuts of the window."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() in _OWN:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case _Key.Key_Return | _Key.Key_Enter:
                self.answered.emit(not self.nobody.hasFocus())
            case _Key.Key_0:
                self.answered.emit(False)
            case _Key.Key_Escape:
                self.left.emit()
            case _Key.Key_Tab | _Key.Key_Backtab | _Key.Key_Space:
                super().keyPressEvent(event)
            case _:
                event.accept()  # nothing else is meant while this is asked

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        with painting(painter):
            painter.setPen(pen(theme.colour("status.warn"), 1))
            painter.setBrush(theme.colour("surface.overlay"))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)
