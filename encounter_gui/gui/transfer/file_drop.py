"""Files and folders dropped anywhere on the window."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QMainWindow
from typing_extensions import override

from encounter_gui.gui.library.list.picture_drop import TAKES_PICTURES, picture_in
from encounter_gui.play.rulesets.pack import ENDING

_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove)


class FileDrop(QObject):
    """Takes files from the window and from those parts of it that take drops of their own."""

    dropped = Signal(tuple)
    """``tuple[Path, ...]``: files and folders."""
    rules_dropped = Signal(tuple)
    """``tuple[Path, ...]``: files with rules; they are looked at by themselves."""

    def __init__(self, window: QMainWindow) -> None:
        """Takes the window, whose parts are there already."""
        super().__init__(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        for view in window.findChildren(QAbstractItemView):
            if view.viewport().acceptDrops():
                view.viewport().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _DRAGS or event.type() == QEvent.Type.Drop:
            if _is_for_a_creature(watched, event):
                return False
            return isinstance(event, QDropEvent) and self._take(event)
        return False

    def _take(self, event: QDropEvent) -> bool:
        paths = local_paths(event.mimeData())
        if not paths:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            rules = tuple(each for each in paths if each.suffix.lower() == ENDING)
            rest = tuple(each for each in paths if each not in rules)
            if rest:
                self.dropped.emit(rest)
            if rules:
                self.rules_dropped.emit(rules)
        return True


def _is_for_a_creature(watched: QObject, event: QEvent) -> bool:
    """A picture is no roster: a part that takes pictures decides what becomes of it."""
    is_drop = isinstance(event, QDropEvent) and bool(picture_in(event.mimeData()))
    return is_drop and bool(watched.property(TAKES_PICTURES))


def local_paths(data: QMimeData) -> tuple[Path, ...]:
    """Returns the files and folders in what is dragged or copied; nothing that would have to be fetched."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
