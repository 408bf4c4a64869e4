"""The parts of the window that the keyboard goes round, and in which of them it is."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from encounter_gui.gui.keys.live_caps import PART, part_of, repaint_caps

Region = str
"""The name of a part: ``table``, ``strip``, ``bench``, …; empty: none of them."""

TABLE: Region = "table"

LAST_STOP = "last_stop"
"""The property of what Tab comes to after everything else in its part, whenever that was made."""

_AS_THE_EYE_GOES = {
    name: place
    for place, names in enumerate(
        (
            ("toolbar",),
            ("timeline",),
            ("rail",),
            ("library",),
            ("table", "editor", "tuning", "time", "workshop"),
            ("bench", "damage", "declare", "simultaneous", "compare", "forecast", "field", "recap"),
            ("strip",),
            ("log",),
            ("explanation",),
            ("sheet", "encounter"),
        )
    )
    for name in names
}
"""The parts of the window from above to below and from left to right; what stands in the same place has the same."""

_KEYS = Qt.FocusReason.ShortcutFocusReason


class Regions(QObject):
    """Knows the parts in the order in which F6 goes round, and takes the keyboard from one to the next."""

    changed = Signal(str)
    """The keyboard is in this part from now on; empty: in none."""

    def __init__(self, window: QMainWindow, parts: Mapping[Region, QWidget | None]) -> None:
        """Takes the window and its parts in the order of F6; the innermost around a widget is its part.

        None keeps the place in that order of a part that is made later.
        """
        super().__init__(window)
        self._window = window
        self._parts: dict[Region, QWidget | None] = dict.fromkeys(parts)
        self._entrances: dict[Region, Callable[[], bool]] = {}
        self._current: Region = ""
        for name, part in parts.items():
            if part is not None:
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
        if self._parts.get(name) is None:
            self._parts[name] = part

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

    def step_focus(self, by: int) -> bool:
        """Takes the keyboard one stop on, or with -1 back, as the eye goes; returns whether there is another.

        From what has just gone it goes to the table; where that is not seen, to the first stop of the same part.
        """
        chain = self._stops()
        focus = QApplication.focusWidget()
        if not chain:
            return False
        if focus not in chain and focus is not None:
            region = self.region_of(focus)
            table = [each for each in chain if self.region_of(each) == TABLE]
            near = [each for each in chain if self.region_of(each) == region]
            (table or near or chain)[0].setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        place = chain.index(focus) if focus is not None else -1
        reason = Qt.FocusReason.TabFocusReason if by > 0 else Qt.FocusReason.BacktabFocusReason
        chain[(place + by) % len(chain)].setFocus(reason)
        return True

    def _stops(self) -> list[QWidget]:
        """Returns all that Tab comes to: part after part, in each group after group, in that by place."""
        found = [each for each in self._window.findChildren(QWidget) if _is_stop(each)]
        found = [each for each in found if each.window() is self._window]
        groups = {parent: at for at, parent in enumerate(dict.fromkeys(map(_parent, found)))}
        found.sort(
            key=lambda each: (
                _AS_THE_EYE_GOES.get(self.region_of(each), len(_AS_THE_EYE_GOES)),
                bool(each.property(LAST_STOP)),
                groups[_parent(each)],
                _place(each, self._window),
            )
        )
        return found

    @Slot()
    def _follow(self) -> None:
        # Without the widgets of the signal: the one that had the keyboard may be on its way out.
        now = QApplication.focusWidget()
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
        widget.isVisible()
        and widget.isEnabled()
        and widget.focusProxy() is None
        and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    )


def _parent(widget: QWidget) -> QWidget | None:
    return widget.parentWidget()


def _place(widget: QWidget, part: QWidget) -> tuple[int, int]:
    corner = widget.mapTo(part, widget.rect().center())
    return corner.y() // 16, corner.x()
