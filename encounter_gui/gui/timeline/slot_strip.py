"""The slots side by side: a list like any other to keys and screen readers, NOW always in sight."""

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.timeline.slot_delegate import GAP, NOTCH, SlotDelegate
from encounter_gui.gui.timeline.slot_model import SlotModel
from encounter_gui.rules.view import Timeline


class SlotStrip(QListView):
    """Shows the turn order from left to right."""

    picked = Signal(str)
    """A click or Enter on the slot of this combatant (its id)."""
    moved = Signal()
    """The slots stand somewhere else: scrolled, resized, or others."""

    def __init__(self, icons: Icons, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._slots = SlotModel(catalogue, self)
        self.setModel(self._slots)
        self.setItemDelegate(SlotDelegate(icons, self._slots, self))
        self.setAccessibleName(catalogue.word("gui.fight.timeline.slots"))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.horizontalScrollBar().valueChanged.connect(self.moved)
        self.clicked.connect(self._pick)

    @property
    def slots(self) -> SlotModel:
        """Returns the model with the slots."""
        return self._slots

    def show_timeline(self, timeline: Timeline) -> None:
        """Shows another turn order; follows NOW unless the keyboard is in the strip and NOW did not move."""
        before = self._slots.now()
        in_place = self._slots.show(timeline)
        if not in_place or self._slots.now() != before:
            self.follow_now()
        self.moved.emit()

    def follow_now(self) -> None:
        """Scrolls so that NOW has one slot before it, and all who act now can be seen if they fit."""
        now = self._slots.now()
        if not now:
            return
        # visualRect is stale until the items are laid out again.
        self.doItemsLayout()
        bar = self.horizontalScrollBar()
        first = self.rect_of(now[0]).left() + bar.value()
        last = self.rect_of(now[-1]).right() + bar.value()
        width, room = self.viewport().width(), self.rect_of(now[0]).width()
        if last - bar.value() > width - room or first - bar.value() < room:
            bar.setValue(max(0, first - room))

    def select_combatant(self, who: CombatantId) -> None:
        """Shows which slot is that of the selected combatant: its next one from NOW on, else its first."""
        places = [at for at, slot in enumerate(self._slots.timeline.slots) if slot.who == who]
        start = min(self._slots.now(), default=0)
        place = next((at for at in places if at >= start), places[0] if places else -1)
        if place < 0:
            self.clearSelection()
        elif place != self.currentIndex().row() or not self.selectionModel().hasSelection():
            self.setAutoScroll(False)
            self.setCurrentIndex(self._slots.index(place))
            self.setAutoScroll(True)

    def rect_of(self, place: int) -> QRect:
        """Returns where a slot stands in the strip, which may be out of sight."""
        return self.visualRect(self._slots.index(place)).adjusted(0, 0, -GAP, -NOTCH)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are shortcuts here."""

    @Slot(QModelIndex)
    def _pick(self, index: QModelIndex) -> None:
        who = self._slots.slot_at(index.row()).who if index.isValid() else None
        if who is not None:
            self.picked.emit(who)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        # A strip of one line has nowhere to go but sideways.
        delta = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (delta.x() or delta.y()))
        event.accept()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.follow_now()
        self.moved.emit()

    @override
    def minimumSizeHint(self) -> QSize:
        size = self._icons.theme.extent("slot")
        return QSize(round(size.width()), round(size.height()) + NOTCH)
