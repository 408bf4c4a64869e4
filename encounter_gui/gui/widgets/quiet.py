"""Clicks, and moving the keyboard, without painting more than what looks otherwise afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView
from typing_extensions import override

if TYPE_CHECKING:
    _Button = QAbstractButton
else:
    _Button = object

_LEFT = Qt.MouseButton.LeftButton
_OFF = Qt.WidgetAttribute.WA_UpdatesDisabled


@contextmanager
def without_repaint(view: QAbstractItemView) -> Iterator[None]:
    """Drops what is asked to be painted meanwhile, of the view and of its rows.

    Qt repaints both whenever the keyboard comes or goes. ``setUpdatesEnabled`` would repaint them afterwards.
    """
    widgets = [each for each in (view, view.viewport()) if not each.testAttribute(_OFF)]
    for widget in widgets:
        widget.setAttribute(_OFF, True)
    try:
        yield
    finally:
        for widget in widgets:
            widget.setAttribute(_OFF, False)


class QuietClick(_Button):
    """For a button that changes much: stands before its Qt class among the base classes.

    By itself Qt paints a button at once when it is pressed and again when it is let go, before ``clicked``: each time
    the window is laid out and painted, for what looks otherwise a moment later. Not for buttons that repeat themselves
    or open a menu.
    """

    _is_held = False

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == _LEFT and self.hitButton(event.position().toPoint()):
            self._is_held = True
            self.setDown(True)
        else:
            event.ignore()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._is_held = self._is_held and bool(
            event.buttons() & _LEFT
        )  # it may have been let go while it was off
        if self._is_held:
            self.setDown(self.hitButton(event.position().toPoint()))
        else:
            event.ignore()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != _LEFT or not self._is_held:
            event.ignore()
            return
        self._is_held = False
        if self.isDown():
            self.setDown(False)
            self.click()
