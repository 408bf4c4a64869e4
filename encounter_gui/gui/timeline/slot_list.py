"""The slots side by side: a list like any other to screen readers, NOW always in sight."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.timeline.slot_delegate import GAP, NOTCH, Pointed, SlotDelegate
from encounter_gui.gui.timeline.slot_model import Index, SlotModel
from encounter_gui.rules.view import Member, Timeline


class SlotList(QListView):
    """Shows the turn order from left to right; the strip knows what the mouse and the keyboard point at."""

    moved = Signal()
    """The slots stand somewhere else: scrolled, resized, or others."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._slots = SlotModel(texts, self)
        self.setModel(self._slots)
        self._pointed = Pointed()
        self._painting = SlotDelegate(icons, self._slots, self._pointed, self)
        self.setItemDelegate(self._painting)
        self.setAccessibleName(texts.text_of("gui.fight.timeline.slots"))
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

    @property
    def slots(self) -> SlotModel:
        """Returns the model with the slots."""
        return self._slots

    def show_timeline(self, timeline: Timeline) -> None:
        """Shows another turn order; follows NOW when it has moved."""
        if timeline == self._slots.timeline:
            return
        before, widths = self._slots.now(), self._painting.widths()
        in_place = self._slots.show(timeline)
        is_moved = not in_place or self._slots.now() != before
        if not in_place or widths != self._painting.widths():
            # Slots of several are as wide as what they say: those behind them have moved.
            self.doItemsLayout()
        if is_moved:
            self._follow_now()
        self.moved.emit()

    def forget_pictures(self) -> None:
        """Paints all slots anew: colours, fonts or icons are others now."""
        self._painting.forget()
        self.doItemsLayout()
        self.viewport().update()

    def follow_now(self) -> None:
        """Scrolls so that NOW has one slot before it, and all who act now can be seen if they fit."""
        if self._slots.now():
            # visualRect is stale until the items are laid out again.
            self.doItemsLayout()
            self._follow_now()

    def _follow_now(self) -> None:
        now = self._slots.now()
        if not now:
            return
        bar = self.horizontalScrollBar()
        first = self.rect_of(now[0]).left() + bar.value()
        last = self.rect_of(now[-1]).right() + bar.value()
        width, room = self.viewport().width(), round(self._icons.theme.extent("slot").width())
        if last - bar.value() > width - room or first - bar.value() < room:
            bar.setValue(max(0, first - room))

    def select_combatant(self, who: CombatantId) -> None:
        """Shows which slot is that of the selected combatant: its next one from NOW on, else its first."""
        before, self._pointed.selected = self._pointed.selected, who or None
        for each in {before, self._pointed.selected}:
            if each is not None:
                self._update_slots_of(each)
        place = self.next_place(who)
        if place < 0:
            self.clearSelection()
        elif place != self.currentIndex().row() or not self.selectionModel().hasSelection():
            self.go_to(place)

    def _update_slots_of(self, who: CombatantId) -> None:
        for place in self._slots.places_of(who):
            self.update(self._slots.index(place))

    def next_place(self, who: CombatantId) -> int:
        """Returns the slot of a combatant from NOW on, else its first; −1: it has none."""
        places = self._slots.places_of(who)
        start = min(self._slots.now(), default=0)
        return next((at for at in places if at >= start), places[0] if places else -1)

    def go_to(self, place: int) -> None:
        """Makes a slot the current one without scrolling."""
        self.setAutoScroll(False)
        self.setCurrentIndex(self._slots.index(place))
        self.setAutoScroll(True)

    def rect_of(self, place: int) -> QRect:
        """Returns where a slot stands in the strip, which may be out of sight."""
        return self.visualRect(self._slots.index(place)).adjusted(0, 0, -GAP, -NOTCH)

    def member_rect(self, place: int, who: CombatantId) -> QRect:
        """Returns where the shape of a member stands in the strip; empty if it has none."""
        rects = (rect for member, rect in self.members_of(place) if member.who == who)
        return next((rect.toRect() for rect in rects), QRect())

    def members_of(self, place: int) -> Sequence[tuple[Member, QRectF]]:
        """Returns the members of a slot that have a shape, with the places of these."""
        return self._painting.members_of(place, QRectF(self.rect_of(place))).shown

    @override
    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = ()) -> None:
        # A list lays all of its items out again for each that looks different; ours are as wide as before.
        QAbstractItemView.dataChanged(self, topLeft, bottomRight, roles)

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
