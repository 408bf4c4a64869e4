"""Which key caps are shown: those whose keys do what they say from where the keyboard is."""

from weakref import WeakSet

from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

PART = "key_region"
"""The property by which a part of the window says its name."""

_SHOWING: WeakSet[QWidget] = WeakSet()

TAKES_LETTERS = "takes_letters"
"""The property by which a field for dice says that letters are keys of the window in it (``false``)."""


def show_caps(widget: QWidget) -> None:
    """Has a widget painted again when the keyboard moves: it shows caps."""
    _SHOWING.add(widget)


def repaint_caps() -> None:
    """Has everything that shows caps painted again."""
    for widget in list(_SHOWING):
        if isValid(widget) and widget.isVisible():
            widget.update()


def part_of(widget: QWidget | None) -> QWidget | None:
    """Returns the part of the window a widget stands in; None: in none, or there is no widget."""
    while widget is not None and not widget.property(PART):
        widget = None if widget.isWindow() else widget.parentWidget()
    return widget


def has_keyboard(widget: QWidget, *also_in: str) -> bool:
    """Returns whether the keyboard is in the widget's own part, or in one of these others.

    What stands in no part, such as a dialog, always has it.
    """
    own = part_of(widget)
    now = part_of(QApplication.focusWidget())
    return own is None or own is now or (now is not None and now.property(PART) in also_in)


def is_enter_elsewhere(widget: QWidget) -> bool:
    """Returns whether Enter presses another button than this widget: one that has the keyboard itself."""
    focus = QApplication.focusWidget()
    return isinstance(focus, QAbstractButton) and focus is not widget


def is_typing() -> bool:
    """Returns whether letters are typed where the keyboard is."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
        return not focus.isReadOnly() and focus.property(TAKES_LETTERS) != "false"
    return False
