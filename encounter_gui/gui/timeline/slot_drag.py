"""Dragging somebody along the turn order: from the press to the gap it is let go in."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.timeline.slot_order import Before, place_after_drop

People = Sequence[tuple[CombatantId, QRect]]
"""Those among whom somebody is dragged, left to right, with their places in the strip."""


class SlotDrag(Struct, kw_only=True, eq=False):
    """One press of the mouse; a drag once it has moved far enough, if there is anybody to be dragged among."""

    who: CombatantId
    place: int
    begun: QPoint
    people: People
    gap: int = -1
    """Where it would be put, counted in gaps from the left; −1 while nothing is dragged."""

    @property
    def is_on(self) -> bool:
        """Whether somebody is being dragged."""
        return self.gap >= 0

    def move(self, to: QPoint) -> bool:
        """Takes a movement of the mouse; returns whether it drags."""
        if not self.is_on and not self._may_begin(to):
            return False
        self.gap = sum(rect.center().x() < to.x() for _, rect in self.people)
        return True

    def result(self) -> tuple[Before] | None:
        """Returns before whom it is put; None: it stays where it is."""
        return (
            place_after_drop([who for who, _ in self.people], self.who, self.gap)
            if self.is_on
            else None
        )

    def caret(self) -> int:
        """Returns where the line is drawn that shows the gap."""
        if self.gap < len(self.people):
            return self.people[self.gap][1].left() - 1
        return self.people[-1][1].right() + 1

    def _may_begin(self, to: QPoint) -> bool:
        distance = (to - self.begun).manhattanLength()
        is_one_of_them = any(who == self.who for who, _ in self.people)
        return is_one_of_them and distance >= QApplication.startDragDistance()
