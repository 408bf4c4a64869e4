"""A page that has all of the window right of the rail: docks and library give way to it, and come back as they were."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget
from shiboken6 import isValid


class WholePage(QObject):
    """Shows the page, and leaves it as soon as another part of the window is wanted."""

    changed = Signal()
    """The page is shown, or is not any more."""

    def __init__(self, window: QWidget) -> None:
        """Has no page yet."""
        super().__init__(window)
        self.name = ""
        self._page: QWidget | None = None
        self._pages: QStackedWidget
        self._parts: Callable[[], Iterable[QWidget | None]]
        self._under: QWidget | None = None
        self._hidden: tuple[QWidget, ...] = ()
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
        self._hidden = tuple(each for each in around if not each.isHidden())
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
        self._pages.setCurrentWidget(under)
        for each in self._hidden:
            each.show()
        self._hidden = ()
        if had_focus and self._focus is not None and isValid(self._focus):
            self._focus.setFocus()
        self.changed.emit()
