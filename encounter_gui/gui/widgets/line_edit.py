"""What holds for every line that is typed."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QFocusEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QSpinBox, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons

LONGEST = 1_000
"""Characters a line takes: more is pasted by mistake, and no number of so many digits can be read."""

_BESIDE = 5
_CLEAR = "_q_qlineeditclearaction"
"""What Qt calls the action behind its clear button."""


_FOR_A_WHILE = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


def is_left_for_good(event: QFocusEvent) -> bool:
    """Returns whether the keyboard leaves a field for another part of the window: what is typed is handed on then.

    Another window or a menu has it only for a while.
    """
    return event.type() == QEvent.Type.FocusOut and event.reason() not in _FOR_A_WHILE


def set_in(field: QAbstractSpinBox) -> None:
    """Sets a number off from the frame of its field: Qt follows no padding of a style sheet there."""
    field.lineEdit().setTextMargins(_BESIDE, 0, _BESIDE, 0)


def add_clear_button(field: QLineEdit, icons: Icons, texts: MessageCatalog) -> None:
    """Gives a field the cross that empties it, in the colours of the theme and with a name: Qt's own has neither."""
    field.setClearButtonEnabled(True)
    for action in field.findChildren(QAction, _CLEAR):
        action.setIcon(icons.icon("close"))
        action.setText(texts.text_of("gui.field.clear"))


class NumberField(QSpinBox):
    """A field for a whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_in(self)
