"""Panels that take the place of parts of the fight for a while: declaring, a forecast, a recap."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from shiboken6 import isValid
from typing_extensions import override

from encounter_gui.gui.large.large_panel import LargePanel

Part = Literal["table", "bench", "log"]
"""A part of the fight's column, from above to below."""


_LEAST_TABLE = 196
"""Below this height the table gives no more to a panel: its head and six rows, in logical pixels."""
_LEAST_LEFT = 140
"""How high what a modest panel leaves has to be to be worth it, in logical pixels."""


class _Covered(Struct, frozen=True, kw_only=True):
    """What is put back when the last large panel closes."""

    heights: Mapping[Part, int]
    focus: QWidget | None


class _Place(Struct, frozen=True, kw_only=True):
    """The parts that a panel hides, and those that keep one line below it; ``wish`` is the height it can do with.

    ``before`` is the part over which it stands where that is none of those that are lowered; None: below all.
    """

    over: frozenset[Part]
    lowered: frozenset[Part]
    before: Part | None = None
    wish: int = 0


class LargePanels(QObject):
    """Opens panels over parts of the fight's column, at most one at a time.

    The parts are hidden or lowered, never changed: what was typed into them, and their heights, are there again
    afterwards.
    """

    changed = Signal(object)
    """``QWidget | None``: the panel that stands open from now on; None: all parts are seen again."""
    dismissed = Signal(object)
    """``QWidget``: Escape was pressed in this panel, and it is closed now."""

    def __init__(self, column: QSplitter, parts: Mapping[Part, QWidget], home: QWidget) -> None:
        """Takes the column and its parts, in its order, and where the keyboard goes that can go nowhere else."""
        super().__init__(column)
        self._home = home
        self._column = column
        self._parts = dict(parts)
        self._is_shown = dict.fromkeys(parts, True)
        self._places: dict[QWidget, _Place] = {}
        self._wishes: dict[QWidget, _Place] = {}
        """The places of those that leave the lowest part to be seen where they can do with less, as they were given."""
        self._covered: _Covered | None = None
        self._given = 0
        """How much of its height the table has given to the panel that stands open."""
        self._below: tuple[QWidget, int] | None = None
        """The part that is seen below the panel as low as it can be, and how high that was."""
        for part in parts.values():
            part.installEventFilter(self)
        self.current: QWidget | None = None
        """The panel that stands open; None: all parts are seen."""

    def add(
        self,
        panel: QWidget,
        over: Iterable[Part],
        *,
        lowered: Iterable[Part] = (),
        has_escape: bool = True,
    ) -> None:
        """Takes a panel, closed as yet, and the parts whose place it takes.

        ``has_escape``: Escape in it closes it. ``lowered``: the parts that are seen below it, as low as they can be.
        """
        self._places[panel] = _Place(over=frozenset(over), lowered=frozenset(lowered))
        panel.hide()
        self._column.addWidget(panel)
        self._column.setStretchFactor(self._column.indexOf(panel), 1)
        if not has_escape:
            return
        key = QShortcut(QKeySequence(Qt.Key.Key_Escape), panel)
        key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        key.activated.connect(self._dismiss)

    def add_modest(self, panel: QWidget, over: Iterable[Part], least: Part) -> None:
        """Takes a panel that needs no more than its size hint: what is left is shown of the ``least`` of its parts.

        Where that would be too little to read, it takes all of their place.
        """
        self.add(panel, over)
        self._wishes[panel] = _Place(over=frozenset(over), lowered=frozenset({least}))

    def cover(self, panel: QWidget, over: Iterable[Part], before: Part) -> None:
        """Has a panel take the place of other parts, also while it stands open; it stands over the part ``before``."""
        self._places[panel] = _Place(over=frozenset(over), lowered=frozenset(), before=before)
        if panel is self.current:
            self._show_only(panel)

    def _fit(self, panel: QWidget, heights: Mapping[Part, int]) -> None:
        """Decides how much a panel leaves of its parts to be seen, from the heights of the parts without it."""
        modest = self._wishes.get(panel)
        if modest is None:
            self._leave_rest(panel, heights)
            return
        room = sum(heights[part] for part in modest.over if self._is_shown[part])
        wish = panel.sizeHint().height()
        has_room = all(self._is_shown[part] for part in modest.lowered)
        if has_room and room - wish >= _LEAST_LEFT:
            over = modest.over - modest.lowered
            self._places[panel] = _Place(over=over, lowered=modest.lowered, wish=wish)
        else:
            self._places[panel] = _Place(over=modest.over, lowered=frozenset())

    def _leave_rest(self, panel: QWidget, heights: Mapping[Part, int]) -> None:
        """Leaves the part below a panel what the panel has no use for, where that is enough to be read."""
        place = self._places[panel]
        most = panel.most_height if isinstance(panel, LargePanel) and place.lowered else 0
        parts = place.over | place.lowered
        room = sum(heights[part] for part in parts if self._is_shown[part])
        wish = most if most and room - most >= _LEAST_LEFT else 0
        self._places[panel] = replace(place, wish=wish)

    def open(self, panel: QWidget) -> None:
        """Shows a panel in the place of its parts; another one that stands open is closed for it."""
        if panel is self.current:
            return
        if self._covered is None:
            focus = QApplication.focusWidget()
            is_here = focus is not None and self._column.isAncestorOf(focus)
            self._covered = _Covered(heights=self._heights(), focus=focus if is_here else None)
        self._fit(panel, self._covered.heights)
        self._show_only(panel)
        self._set_heights(self._covered.heights, panel)
        self._given = 0
        self.current = panel
        self.give_room()
        self.changed.emit(panel)

    @Slot()
    def give_room(self) -> None:
        """Gives the panel that stands open the height it needs, as far as the table can do without it."""
        panel, table = self.current, self._parts["table"]
        if not isinstance(panel, LargePanel) or table.isHidden():
            return
        sizes = self._column.sizes()
        at, above = self._column.indexOf(panel), self._column.indexOf(table)
        more = min(panel.least_height - sizes[at], sizes[above] - _LEAST_TABLE)
        if more > 0:
            self._given += more
            sizes[at] += more
            sizes[above] -= more
            self._column.setSizes(sizes)

    def close(self, panel: QWidget | None = None) -> None:
        """Brings the parts back as they were, the keyboard included; with a panel only if it stands open."""
        covered = self._covered
        if covered is None or (panel is not None and panel is not self.current):
            return
        had_focus = self.current is not None and self.current.isAncestorOf(
            QApplication.focusWidget() or self._column
        )
        self._covered = self.current = None
        heights = dict(covered.heights)
        if not self._parts["table"].isHidden():
            # The table may have been given another height meanwhile, which is what the eye has got used to.
            heights["table"] = self._heights()["table"] + self._given
        self._given = 0
        self._show_only(None)
        self._set_heights(heights)
        if had_focus and covered.focus is not None:
            self._return_focus(covered.focus)
        self.changed.emit(None)

    def _return_focus(self, before: QWidget) -> None:
        """Takes the keyboard back to where it was; from the strip, which has closed meanwhile, to the table."""
        is_there = isValid(before) and before.isVisibleTo(self._column)
        is_in_log = is_there and self._parts["log"].isAncestorOf(before)
        (before if is_there and not is_in_log else self._home).setFocus()

    def show_part(self, part: Part, is_shown: bool) -> None:
        """Shows or hides a part; one that is covered now, afterwards."""
        self._is_shown[part] = is_shown
        self._parts[part].setVisible(is_shown and not self._is_covered(part))

    def _is_covered(self, part: Part) -> bool:
        return self.current is not None and part in self._places[self.current].over

    def _show_only(self, panel: QWidget | None) -> None:
        hidden = self._places[panel].over if panel is not None else frozenset[Part]()
        going = {*self._places, *map(self._parts.__getitem__, hidden)} - {panel}
        focus = QApplication.focusWidget()
        if focus is not None and any(each.isAncestorOf(focus) for each in going):
            # What is hidden with the keyboard would have Qt look for the next stop in all of the window.
            self._home.setFocus()
        for other, place in self._places.items():
            other.setVisible(other is panel)
            under = place.lowered or ({place.before} if place.before else ())
            if under:
                below = min(self._column.indexOf(self._parts[each]) for each in under)
                # Closed it is the last again: the heights of the parts are kept for the next start by their place.
                self._column.insertWidget(below if other is panel else self._column.count(), other)
        for part, widget in self._parts.items():
            widget.setVisible(self._is_shown[part] and part not in hidden)

    def _heights(self) -> dict[Part, int]:
        sizes = self._column.sizes()
        return {part: sizes[self._column.indexOf(each)] for part, each in self._parts.items()}

    def _set_heights(self, heights: Mapping[Part, int], panel: QWidget | None = None) -> None:
        """Gives the parts their heights, and a panel the height of those whose place it takes."""
        wanted = [0] * self._column.count()
        taken = 0
        self._below = None
        place = self._places[panel] if panel is not None else None
        others = sum(heights[part] for part in place.over if self._is_shown[part]) if place else 0
        for part, height in heights.items():
            each = self._parts[part]
            if place is not None and part in place.over | place.lowered and self._is_shown[part]:
                left = self._least_height(each) if part in place.lowered else 0
                if left and place.wish:
                    left = max(left, height + others - place.wish)
                elif left:
                    self._below = (each, left)
                taken += height - left + self._column.handleWidth() * (part in place.over)
                wanted[self._column.indexOf(each)] = left
            else:
                wanted[self._column.indexOf(each)] = height
        if panel is not None:
            wanted[self._column.indexOf(panel)] = max(taken - self._column.handleWidth(), 0)
        self._column.setSizes(wanted)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self._below is not None:
            part, height = self._below
            if watched is part:
                self._lower_again(part, height)
        return super().eventFilter(watched, event)

    def _lower_again(self, part: QWidget, height: int) -> None:
        """Gives the panel what a part below it needs no more; where somebody has made the part higher, it stays so."""
        panel, sizes = self.current, self._column.sizes()
        at, less = self._column.indexOf(part), height - part.minimumSizeHint().height()
        if panel is None or less <= 0 or abs(sizes[at] - height) > self._column.handleWidth():
            return
        sizes[at] -= less
        sizes[self._column.indexOf(panel)] += less
        self._below = (part, height - less)
        self._column.setSizes(sizes)

    def _least_height(self, part: QWidget) -> int:
        """Returns how low a part can be in the width of the column; until it is laid out there, words wrap as before.

        A part that was covered still has the width that it had then, and needs more height in it.
        """
        part.resize(self._column.width(), part.height())
        layout = part.layout()
        if layout is not None:
            layout.activate()
        return part.minimumSizeHint().height()

    def _dismiss(self) -> None:
        panel = self.current
        if panel is not None:
            self.close()
            self.dismissed.emit(panel)
