"""A picture file dropped on a creature becomes its portrait."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.library.fields.portrait import is_picture_name

TAKES_PICTURES = "takes_pictures"
"""Property of a widget on which a picture is not a file to be imported."""


class PictureDrop(QObject):
    """Takes one picture file that is dropped on a widget where a creature is; other drags are left alone."""

    dropped = Signal(str, str)
    """The key of the creature, and the path of the picture."""

    def __init__(
        self, widget: QWidget, creature_at: Callable[[QPoint], str], parent: QObject
    ) -> None:
        """Takes the widget, and what returns the key of the creature at a point of it; empty: there is none."""
        super().__init__(parent)
        self._creature_at = creature_at
        widget.setAcceptDrops(True)
        widget.setProperty(TAKES_PICTURES, True)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent) or not picture_in(event.mimeData()):
            return super().eventFilter(watched, event)
        key = self._creature_at(event.position().toPoint())
        if not key:
            event.ignore()
            return True
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(key, picture_in(event.mimeData()))
        return True


def picture_in(data: QMimeData) -> str:
    """Returns the path of the one picture file that is dragged; empty: it is something else."""
    paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    return paths[0] if len(paths) == 1 and is_picture_name(paths[0]) else ""
