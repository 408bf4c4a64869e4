"""The parts of the window that the keyboard goes round, and in which of them it is."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from encounter_gui.gui.keys.live_caps import PART, part_of, repaint_caps

Region = str
"""The name of a part: ``table``, ``strip``, ``bench``, …; empty: none of them."""

_KEYS = Qt.FocusReason.ShortcutFocusReason


class Regions(QObject):
    """Knows the parts in the order in which F6 goes round, and takes the keyboard from one to the next."""

    changed = Signal(str)
    """The keyboard is in this part from now on; empty: in none."""

    def __init__(self, window: QMainWindow, parts: Mapping[Region, QWidget]) -> None:
        """Takes the window and its parts in the order of F6; the innermost around a widget is its part."""
        super().__init__(window)
        self._window = window
        self._parts: dict[Region, QWidget] = {}
        self._entrances: dict[Region, Callable[[], bool]] = {}
        self._current: Region = ""
        for name, part in parts.items():
            self.add(name, part)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    @property
    def current(self) -> Region:
        """Returns the part in which the keyboard is."""
        return self._current

    @property
    def names(self) -> tuple[Region, ...]:
        """Returns the parts in the order of F6."""
        return tuple(self._parts)

    def add(self, name: Region, part: QWidget) -> None:
        """Takes one more part, the last in the order; one of a name that is known belongs to that part."""
        part.setProperty(PART, name)
        self._parts.setdefault(name, part)

    def use_entrance(self, name: Region, enter: Callable[[], bool]) -> None:
        """Has a part entered in its own way; ``enter`` returns whether the keyboard is there now."""
        self._entrances[name] = enter

    def region_of(self, widget: QWidget | None) -> Region:
        """Returns the part a widget stands in; empty: in none."""
        part = part_of(widget)
        return "" if part is None else str(part.property(PART))

    def enter(self, name: Region) -> bool:
        """Takes the keyboard to a part; returns whether it is there now."""
        part = self._parts.get(name)
        if name in self._entrances:
            return self._entrances[name]()
        if part is None or not part.isVisible() or not part.isEnabled():
            return False
        first = first_stop(part)
        if first is None:
            return False
        first.setFocus(_KEYS)
        return True

    @Slot()
    def enter_next(self) -> None:
        """Takes the keyboard to the next part that can take it."""
        self._step(1)

    @Slot()
    def enter_previous(self) -> None:
        """Takes the keyboard to the part before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        names = self.names
        start = names.index(self._current) if self._current in names else (-1 if by > 0 else 0)
        for count in range(1, len(names) + 1):
            if self.enter(names[(start + by * count) % len(names)]):
                return

    @Slot(QWidget, QWidget)
    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or now.window() is not self._window:
            return
        repaint_caps()
        region = self.region_of(now)
        if region != self._current:
            self._current = region
            self.changed.emit(region)


def first_stop(part: QWidget) -> QWidget | None:
    """Returns where Tab would come to first in a part; None: nowhere."""
    if _is_stop(part):
        return part
    within = [each for each in part.findChildren(QWidget) if _is_stop(each)]
    return min(within, key=lambda each: _place(each, part), default=None)


def _is_stop(widget: QWidget) -> bool:
    return (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.focusProxy() is None
        and widget.isVisible()
        and widget.isEnabled()
    )


def _place(widget: QWidget, part: QWidget) -> tuple[int, int]:
    corner = widget.mapTo(part, widget.rect().center())
    return corner.y() // 16, corner.x()
