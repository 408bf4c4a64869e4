"""Where the strip of prompts stands: in the log, or below whatever page covers the log."""

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget
from typing_extensions import override


class StripPlace(QObject):
    """Keeps the strip in sight: a question that nobody sees stops the fight without a word.

    While its home is covered (a page of preparation, a recap, the log switched off), or where a page has it below the
    log, the strip stands at the end of a
    column that every page shares. The keyboard goes with it.
    """

    moved = Signal(bool)
    """The strip stands somewhere else from now on; whether that is away from home."""

    def __init__(self, strip: QWidget, home: QWidget, column: QBoxLayout, window: QWidget) -> None:
        """Takes the strip, the panel in whose layout it is the first, the column of all pages, and the window."""
        super().__init__(home)
        self._strip = strip
        self._home = home
        self._column = column
        self._window = window
        self._is_below = False
        self._under: QWidget | None = None
        home.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._home and event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self.settle()
        return super().eventFilter(watched, event)

    def add_under(self, widget: QWidget) -> None:
        """Takes what stands under the strip while that is at the end of the column; it is not shown yet."""
        self._under = widget
        widget.hide()
        self._column.addWidget(widget)

    def stand_below(self, is_below: bool) -> None:
        """Has the strip stand at the end of the column even while its home is seen, or at home again."""
        self._is_below = is_below
        self.settle()

    @Slot()
    def settle(self) -> None:
        """Moves the strip to where it can be seen, if it is not there.

        A window that is closed or minimized covers nothing: its strip stays where it is.
        """
        is_home = self._home.isVisibleTo(self._window) and not self._is_below
        if is_home == self._home.isAncestorOf(self._strip):
            return
        focus = QApplication.focusWidget()
        had_keyboard = focus is not None and self._strip.isAncestorOf(focus)
        was_hidden = self._strip.isHidden()
        layout = self._home.layout()
        if is_home and isinstance(layout, QBoxLayout):
            layout.insertWidget(0, self._strip)
        else:
            end = self._column.count() if self._under is None else self._column.count() - 1
            self._column.insertWidget(end, self._strip)
        self._strip.setHidden(was_hidden)
        if had_keyboard and focus is not None:
            focus.setFocus()
        self.moved.emit(not is_home and not self._is_below)
