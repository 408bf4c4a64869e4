"""A window beside the main one that is never larger than its screen."""

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QWidget
from typing_extensions import override

TITLE_BAR = 40
"""Logical pixels that a window manager's title bar and borders take at most."""

_BORDERS = 8
"""Logical pixels of the borders at both sides."""


class ScreenFit(QObject):
    """Makes a window small enough for its screen, task bar and title bar counted, whenever it is shown."""

    def __init__(self, window: QWidget) -> None:
        """Takes the window, whose content must be able to scroll."""
        super().__init__(window)
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            fit_on_screen(watched)
        return False


def fit_on_screen(window: QWidget) -> None:
    """Makes a window small enough for its screen and moves it there, all of it in sight."""
    room = window.screen().availableGeometry()
    most = QSize(room.width() - _BORDERS, room.height() - TITLE_BAR)
    size = window.size().boundedTo(most)
    if window.minimumWidth() > most.width() or window.minimumHeight() > most.height():
        window.setMinimumSize(window.minimumSize().boundedTo(most))
    if size != window.size():
        window.resize(size)
    left = max(room.left(), min(window.x(), room.right() + 1 - size.width()))
    top = max(room.top(), min(window.y(), room.bottom() + 1 - TITLE_BAR - size.height()))
    if (left, top) != (window.x(), window.y()):
        window.move(left, top)
