"""Panels that take the place of parts of the fight for a while: declaring, a forecast, a recap."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from shiboken6 import isValid

Part = Literal["table", "bench", "log"]
"""A part of the fight's column, from above to below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Covered:
    """What is put back when the last large panel closes."""

    sizes: tuple[int, ...]
    focus: QWidget | None


class LargePanels(QObject):
    """Opens panels over parts of the fight's column, at most one at a time.

    The parts are hidden, never changed: what was typed into them, and their heights, are there again afterwards.
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
        self._over: dict[QWidget, frozenset[Part]] = {}
        self._covered: _Covered | None = None
        self._current: QWidget | None = None

    @property
    def current(self) -> QWidget | None:
        """The panel that stands open; None: all parts are seen."""
        return self._current

    def add(self, panel: QWidget, over: Iterable[Part]) -> None:
        """Takes a panel, closed as yet, and the parts whose place it takes. Escape in it closes it."""
        self._over[panel] = frozenset(over)
        panel.hide()
        self._column.addWidget(panel)
        self._column.setStretchFactor(self._column.indexOf(panel), 1)
        key = QShortcut(QKeySequence(Qt.Key.Key_Escape), panel)
        key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        key.activated.connect(self._dismiss)

    def open(self, panel: QWidget) -> None:
        """Shows a panel in the place of its parts; another one that stands open is closed for it."""
        if panel is self._current:
            return
        if self._covered is None:
            focus = QApplication.focusWidget()
            is_here = focus is not None and self._column.isAncestorOf(focus)
            self._covered = _Covered(
                sizes=tuple(self._column.sizes()), focus=focus if is_here else None
            )
        self._show_only(panel)
        self._column.setSizes(self._sizes_with(panel, self._covered.sizes))
        self._current = panel
        self.changed.emit(panel)

    def close(self, panel: QWidget | None = None) -> None:
        """Brings the parts back as they were, the keyboard included; with a panel only if it stands open."""
        covered = self._covered
        if covered is None or (panel is not None and panel is not self._current):
            return
        had_focus = self._current is not None and self._current.isAncestorOf(
            QApplication.focusWidget() or self._column
        )
        self._covered = self._current = None
        sizes = list(covered.sizes)
        if not self._parts["table"].isHidden():
            # The table may have been given another height meanwhile, which is what the eye has got used to.
            sizes[0] = self._column.sizes()[0]
        self._show_only(None)
        self._column.setSizes(sizes)
        if had_focus and covered.focus is not None:
            self._return_focus(covered.focus)
        self.changed.emit(None)

    def _return_focus(self, before: QWidget) -> None:
        """Takes the keyboard back to where it was; from the strip, which has closed meanwhile, to the table."""
        is_there = isValid(before) and before.isVisibleTo(self._column)
        is_in_log = is_there and self._parts["log"].isAncestorOf(before)
        (before if is_there and not is_in_log else self._home).setFocus()

    def show_part(self, part: Part, is_shown: bool) -> None:  # noqa: FBT001 - says what it sets
        """Shows or hides a part; one that is covered now, afterwards."""
        self._is_shown[part] = is_shown
        self._parts[part].setVisible(is_shown and not self._is_covered(part))

    def _is_covered(self, part: Part) -> bool:
        return self._current is not None and part in self._over[self._current]

    def _show_only(self, panel: QWidget | None) -> None:
        hidden = self._over[panel] if panel is not None else frozenset[Part]()
        for other in self._over:
            other.setVisible(other is panel)
        for part, widget in self._parts.items():
            widget.setVisible(self._is_shown[part] and part not in hidden)

    def _sizes_with(self, panel: QWidget, sizes: tuple[int, ...]) -> list[int]:
        """Returns the sizes in the column with a panel as high as the parts whose place it takes."""
        over = self._over[panel]
        taken = [
            sizes[place]
            for place, part in enumerate(self._parts)
            if part in over and self._is_shown[part]
        ]
        wanted = [0] * self._column.count()
        for place, part in enumerate(self._parts):
            if part not in over:
                wanted[place] = sizes[place]
        gaps = self._column.handleWidth() * (len(taken) - 1)
        wanted[self._column.indexOf(panel)] = sum(taken) + max(gaps, 0)
        return wanted

    def _dismiss(self) -> None:
        panel = self._current
        if panel is not None:
            self.close()
            self.dismissed.emit(panel)
