"""Creatures dragged from the library and dropped onto the table of combatants join the fight."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.widgets.creature_drag import CREATURES, dragged_keys

_COMING = (QEvent.Type.DragEnter, QEvent.Type.DragMove)


class DropTarget(QObject):
    """Accepts creatures that are dropped on a widget; other drags are left to the widget itself."""

    dropped = Signal(tuple)
    """The keys of the creatures."""

    def __init__(self, widget: QWidget, parent: QObject | None = None) -> None:
        """Takes the widget they may be dropped on."""
        super().__init__(parent)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent) or not event.mimeData().hasFormat(CREATURES):
            return super().eventFilter(watched, event)
        if event.type() in _COMING:
            event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.Drop:
            event.acceptProposedAction()
            self.dropped.emit(dragged_keys(event.mimeData()))
            return True
        return super().eventFilter(watched, event)
