"""A page that has all of the window right of the rail: docks and library give way to it, and come back as they were."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QStackedWidget, QWidget
from shiboken6 import isValid


class WholePage(QObject):
    """Shows the page, and leaves it as soon as another part of the window is wanted."""

    changed = Signal()
    """The page is shown, or is not any more."""

    def __init__(self, window: QMainWindow) -> None:
        """Has no page yet."""
        super().__init__(window)
        self._window = window
        self.name = ""
        self._page: QWidget | None = None
        self._pages: QStackedWidget
        self._parts: Callable[[], Iterable[QWidget | None]]
        self._under: QWidget | None = None
        self._hidden: dict[QWidget, QSize] = {}
        self._focus: QWidget | None = None

    def take(
        self,
        name: str,
        page: QWidget,
        pages: QStackedWidget,
        parts: Callable[[], Iterable[QWidget | None]],
    ) -> None:
        """Takes a page by its name, the pages it becomes one of, and what returns the parts that give way to it."""
        self.name, self._page, self._pages, self._parts = name, page, pages, parts
        pages.addWidget(page)

    @property
    def is_shown(self) -> bool:
        """Whether the page is shown."""
        return self._under is not None

    def show(self) -> None:
        """Shows the page."""
        page = self._page
        if page is None or self.is_shown:
            return
        self._focus = QApplication.focusWidget()
        self._under = self._pages.currentWidget()
        self._pages.setCurrentWidget(page)
        around = (each for each in self._parts() if each is not None and each is not self._pages)
        self._hidden = {each: each.size() for each in around if not each.isHidden()}
        for each in self._hidden:
            each.hide()
        self.changed.emit()

    def leave(self) -> None:
        """Shows again what was there before, with the keyboard where it was."""
        under = self._under
        if under is None:
            return
        had_focus = self._page is not None and self._page.isAncestorOf(
            QApplication.focusWidget() or self._pages
        )
        self._under = None
        self._show_parts()
        self._pages.setCurrentWidget(under)
        if had_focus and self._focus is not None and isValid(self._focus):
            self._focus.setFocus()
        self.changed.emit()

    def _show_parts(self) -> None:
        """Shows what gave way, each as large as it was, before the page under it takes what they leave."""
        for each in self._hidden:
            each.show()
        layout = self._window.layout()
        docks = [each for each in self._hidden if isinstance(each, QDockWidget)]
        if layout is not None and docks:
            layout.activate()  # docks have no size before they are laid out
            widths = [self._hidden[each].width() for each in docks]
            heights = [self._hidden[each].height() for each in docks]
            self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
            self._window.resizeDocks(docks, heights, Qt.Orientation.Vertical)
            layout.activate()
        self._hidden = {}
