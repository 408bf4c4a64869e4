"""What is shown when the program itself has made a mistake: the fight goes on."""

import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from encounter_gui.core.messages import MessageCatalog


class CrashReporter(QObject):
    """Takes the place of ``sys.excepthook``: says it on standard error, in a file and in a box, one box at a time."""

    def __init__(
        self, window: QWidget, texts: MessageCatalog, write: Callable[[str], Path | None]
    ) -> None:
        """Takes the window to show it over, and what keeps a text in a file and returns it (None: no room for it)."""
        super().__init__(window)
        self._write = write
        self._window = window
        self._texts = texts

    def report(
        self, kind: type[BaseException], bug: BaseException, trace: TracebackType | None
    ) -> None:
        """Shows a mistake."""
        traceback.print_exception(kind, bug, trace)
        text = "".join(traceback.format_exception(kind, bug, trace))
        kept = self._write(text)
        if self._window.findChild(QMessageBox, "bug_box") is not None:
            return
        box = QMessageBox(self._window)
        box.setObjectName("bug_box")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self._texts.text_of("gui.bug.title"))
        box.setText(self._texts.text_of("gui.bug.text"))
        if kept is not None:
            box.setInformativeText(self._texts.text_of("gui.bug.file", file=str(kept)))
        box.setDetailedText(text)
        box.open()
