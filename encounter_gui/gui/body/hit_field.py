"""A blow by hand: a small field at the place that is hit, for so much damage before armor."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.body.hit_text import Hit, place_in, read_hit
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, mark_wrong
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import BodyPart

_LONGEST = 24
_WIDTH = 208
_FIELD = 104
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HitField(QFrame):
    """Takes ``14`` for the place that was pointed at, or ``la14``; Enter hits, Escape closes and nothing has happened.

    Ctrl+Enter hits and rolls what that leads to; while nothing is typed, arrow keys point at another place.

    What cannot be read, or is refused, is said below the field and stays typed.
    """

    hit = Signal(str, int, bool)
    """A place's key, damage before armor, and whether what it leads to is rolled at once.

    The field stays open until it is told that it was done.
    """
    turned = Signal(int)
    """An arrow key (``Qt.Key``) while nothing is typed: another place is meant."""
    place_typed = Signal(str)
    """The key of the place that is typed so far; empty: none yet."""
    dismissed = Signal()
    """Put away by Escape."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._parts: Sequence[BodyPart] = ()
        self._pointed = ""
        self._asks = ""
        self._title = QLabel(self)
        self.field = QLineEdit(self)
        self._hint = QLabel(self)
        self._dress()
        self._lay_out()
        self.field.textEdited.connect(self._edit)
        self.field.installEventFilter(self)
        icons.recoloured.connect(self._colour)
        self.hide()

    def _dress(self) -> None:
        text_of = self._texts.text_of
        self.setProperty("dock", "true")
        self.setAutoFillBackground(True)
        self.setAccessibleName(text_of("gui.hit.title"))
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setFont(self._icons.theme.font("body", weight=600))
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setFont(self._icons.theme.font("small"))
        self._hint.setWordWrap(True)
        self.field.setFont(self._icons.theme.font("dice"))
        self.field.setAccessibleName(text_of("gui.hit.title"))
        self.field.setMaxLength(_LONGEST)
        self.field.setFixedWidth(_FIELD)
        self.setFixedWidth(_WIDTH)

    def _lay_out(self) -> None:
        line = row_layout(spacing=6)
        line.addWidget(self._title, 1)
        line.addWidget(self.field)
        column = column_layout(self, margins=(8, 5, 5, 5), spacing=3)
        column.addLayout(line)
        column.addWidget(self._hint)

    # ---- what it shows

    @property
    def hint(self) -> str:
        """Returns what stands below the field: how to type, or what is wrong."""
        return self._hint.text()

    @property
    def pointed(self) -> str:
        """Returns the key of the place that digits alone hit; empty: it has to be typed."""
        return self._pointed

    def open_at(self, parts: Sequence[BodyPart], pointed: str, title: str, asks: str) -> None:
        """Opens for a body, at a place or, with none, for any that is typed; what is typed already stays.

        ``title`` says what is hit, ``asks`` what is wanted.
        """
        if self.isHidden():
            self.field.clear()
        self._parts, self._pointed = parts, pointed
        width = _WIDTH - _FIELD - 20
        middle = Qt.TextElideMode.ElideMiddle
        theme = self._icons.theme
        self._title.setText(theme.elided(title, "body", width, weight=600, mode=middle))
        self._title.setToolTip(plain_tip(title))
        self._asks = asks
        self.field.setPlaceholderText(asks if pointed else self._example())
        self.field.setAccessibleName(f"{title}, {asks}")
        self._say("")
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def complain(self, sentence: str) -> None:
        """Says why this cannot be; what was typed stays."""
        self._say(sentence)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_empty(self) -> None:
        """Puts it away: it was done, or it is about somebody else."""
        self.hide()
        self.field.clear()

    # ---- typing

    @Slot(str)
    def _edit(self, text: str) -> None:
        self._say("")
        found = place_in(text, self._parts)
        self.place_typed.emit(found[0] if found else self._pointed)

    def _press(self, *, is_settled: bool) -> None:
        read = read_hit(self.field.text(), self._parts, self._pointed)
        if isinstance(read, Hit):
            self.hit.emit(read.place, read.damage, is_settled)
        else:
            self.complain(self._texts.text(read))

    def _example(self) -> str:
        """A whole line as it may be typed: with the longest short there is, which shows that all of it counts."""
        shorts = [part.short.lower() for part in self._parts]
        return f"{max(shorts, key=len, default='')}14"

    def _say(self, complaint: str) -> None:
        key = "gui.hit.help" if self._pointed else "gui.hit.help_where"
        help_text = self._texts.text(say(key, asks=self._asks, example=self._example()))
        self._hint.setText(complaint or help_text)
        self.field.setAccessibleDescription(self._hint.text())
        mark_wrong(self.field, is_wrong=bool(complaint))
        self._colour()
        self.resize(_WIDTH, self.heightForWidth(_WIDTH))
        self._stay_inside()

    def _stay_inside(self) -> None:
        """A longer sentence makes it grow; it never grows out of sight."""
        around = self.parentWidget()
        if around is not None:
            self.move(self.x(), max(0, min(self.y(), around.height() - self.height() - 2)))

    @Slot()
    def _colour(self) -> None:
        is_wrong = self.field.property("wrong") == "true"
        role = "status.danger" if is_wrong else "text.muted"
        colour_label(self._hint, self._icons.theme, role)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            key = event.key()
            # Escape must not reach the window's own shortcuts while something is typed here.
            if event.type() == QEvent.Type.ShortcutOverride and key == Qt.Key.Key_Escape:
                event.accept()
                return True
            is_press = event.type() == QEvent.Type.KeyPress
            if is_press and key in _ENTER:
                held = event.modifiers()
                self._press(is_settled=bool(held & Qt.KeyboardModifier.ControlModifier))
                return True
            if is_press and key in _ARROWS and not self.field.text():
                self.turned.emit(key)
                return True
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Keys that the field does not want must not walk through the figure behind it.
        event.accept()
        if event.key() == Qt.Key.Key_Escape:
            self.close_empty()
            self.dismissed.emit()
