"""What is shown when the program itself has made a mistake: the fight goes on."""

import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from encounter_gui.core.messages import MessageCatalog


class CrashReporter(QObject):
    """Takes the place of ``sys.excepthook``: says it on standard error and in a box, one box at a time."""

    def __init__(self, window: QWidget, texts: MessageCatalog) -> None:
        """Takes the window to show it over."""
        super().__init__(window)
        self._window = window
        self._texts = texts

    def report(
        self, kind: type[BaseException], bug: BaseException, trace: TracebackType | None
    ) -> None:
        """Shows a mistake."""
        traceback.print_exception(kind, bug, trace)
        if self._window.findChild(QMessageBox, "bug_box") is not None:
            return
        box = QMessageBox(self._window)
        box.setObjectName("bug_box")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self._texts.text_of("gui.bug.title"))
        box.setText(self._texts.text_of("gui.bug.text"))
        box.setDetailedText("".join(traceback.format_exception(kind, bug, trace)))
        box.open()
