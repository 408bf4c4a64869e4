"""The field in which an intent is typed, over its row of the declare sheet."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.rules.view import DeclareRow


class IntentField(QLineEdit):
    """Hands on what was typed when it is left, by Enter, by a click elsewhere, or with the window; not after Escape."""

    written = Signal(str, str)
    """A combatant's id and its intent."""
    left = Signal()
    """Enter or Escape: the keyboard goes back to the rows."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes icons with the theme, and the texts; it is hidden until it is begun."""
        super().__init__(parent)
        self._texts = texts
        self._who = CombatantId("")
        self._before = ""
        self.setMaxLength(LONGEST)
        self.setFont(icons.theme.font("small"))
        self.hide()

    def begin(self, row: DeclareRow) -> None:
        """Takes the keyboard for the intent of a row."""
        self._who, self._before = row.who, row.intent
        self.setText(row.intent)
        self.setAccessibleName(self._texts.text_of("gui.declare.intent.of", who=row.name))
        self.show()
        self.setFocus()
        self.end(False)

    @override
    def event(self, event: QEvent) -> bool:
        # Escape leaves the field; in the panel around it, it would close the sheet.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.hand_on()
            self.left.emit()
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()  # the list behind it: all others declare as well
        elif event.key() == Qt.Key.Key_Escape:
            self.setText(self._before)
            self.hand_on()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.hand_on()

    @Slot()
    def hand_on(self) -> None:
        """Says what was typed, once, and goes."""
        who, self._who = self._who, CombatantId("")
        self.hide()
        text = self.text().strip()
        if who and text != self._before:
            self.written.emit(who, text)
