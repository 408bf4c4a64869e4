"""What mouse and keys do with the slots: pick people, walk through them, put them in another order."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.screen_reader import tell_focus
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.timeline import slot_order
from encounter_gui.gui.timeline.slot_drag import People, SlotDrag
from encounter_gui.gui.timeline.slot_list import SlotList
from encounter_gui.rules.view import Member, Timeline

_Key = Qt.Key
_STEPS = {_Key.Key_Left: -1, _Key.Key_Right: 1}
_CARET = 2


class SlotStrip(SlotList):
    """The slots under the game master's hands."""

    picked = Signal(str)
    """A click or Enter on the slot or the shape of this combatant (its id)."""
    reordered = Signal(str, str)
    """A combatant (its id) is to come before another (its id; "": last)."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(icons, texts, parent)
        self._drag: SlotDrag | None = None
        self._moved: CombatantId | None = None
        self.clicked.connect(self._pick)
        self.selectionModel().currentChanged.connect(self._leave_member)

    @override
    def show_timeline(self, timeline: Timeline) -> None:
        if self._drag is not None and timeline.slots != self._slots.timeline.slots:
            # Where somebody was dragged from is no longer there.
            self._end_drag()
        super().show_timeline(timeline)
        self._follow_moved()

    # ---- keys

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = _Key(event.key()), event.modifiers()
        is_plain = not modifiers & ~Qt.KeyboardModifier.KeypadModifier
        if key == _Key.Key_Escape and self._drag is not None:
            self._end_drag()
        elif key in (_Key.Key_Return, _Key.Key_Enter):
            self._pick_one(self.currentIndex().row(), self._slots.walked)
        elif key in _STEPS and modifiers & Qt.KeyboardModifier.AltModifier:
            self._move_current(_STEPS[key])
        elif event.text().isdecimal():
            event.ignore()  # a number selects a combatant
        elif not (key in _STEPS and is_plain and self._walk(_STEPS[key])):
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are shortcuts here."""

    def _walk(self, step: int) -> bool:
        """Steps from the slot to its members, one by one; returns False where it leaves them."""
        place = self.currentIndex().row()
        if place < 0:
            return False
        stops = [None, *(member.who for member in self._slots.slot_at(place).members)]
        walked = self._slots.walked
        at = (stops.index(walked) if walked in stops else 0) + step
        if not 0 <= at < len(stops):
            return False
        self._go_to_member(place, stops[at])
        return True

    def _go_to_member(self, place: int, who: CombatantId | None) -> None:
        self._slots.walk(place, who)
        tell_focus(self, place)

    @Slot(QModelIndex, QModelIndex)
    def _leave_member(self, _now: QModelIndex, before: QModelIndex) -> None:
        if self._slots.walked is not None:
            self._slots.walk(before.row(), None)

    def _move_current(self, step: int) -> None:
        """Asks for the focused combatant to change places with its neighbour."""
        place = self.currentIndex().row()
        if place < 0:
            return
        who = self._slots.walked or self._slots.slot_at(place).who
        people = slot_order.queue(self._slots.timeline, place)
        before = slot_order.place_after_step(people, who, step) if who is not None else None
        if who is not None and before is not None:
            self._moved = who
            self.reordered.emit(who, before[0] or "")

    def _follow_moved(self) -> None:
        """Keeps the keyboard at who has just been moved by it."""
        who, self._moved = self._moved, None
        place = self.next_place(who) if who is not None else -1
        if place < 0 or self._slots.member_at(place, who) is not None:
            return
        self.go_to(place)

    # ---- mouse

    def _member_under(self, point: QPoint) -> tuple[int, Member | None]:
        """Returns the slot at a point and the member whose shape is there."""
        place = self.indexAt(point).row()
        if place < 0 or not self._slots.slot_at(place).members:
            return place, None
        shown = self.members_of(place)
        return place, next((member for member, rect in shown if rect.contains(point)), None)

    def _people(self, place: int) -> People:
        """Returns those among whom somebody of a slot may be dragged, with their places."""
        timeline = self._slots.timeline
        queue = slot_order.queue(timeline, place)
        if timeline.slots[place].members:
            rects = ((who, self.member_rect(place, who)) for who in queue)
            return [(who, rect) for who, rect in rects if not rect.isEmpty()]
        places = slot_order.run(timeline, place) if queue else ()
        return [(who, self.rect_of(at)) for who, at in zip(queue, places, strict=True)]

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        place, member = self._member_under(point)
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            who = member.who if member is not None else self._slots.slot_at(place).who
            people = self._people(place) if who is not None else ()
            self._drag = SlotDrag(
                who=who or CombatantId(""), place=place, begun=point, people=people
            )
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None and self._drag.move(event.position().toPoint()):
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()
        elif self._drag is None:
            super().mouseMoveEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag = self._drag
        if drag is None or not drag.is_on:
            super().mouseReleaseEvent(event)
            self._drag = None
            return
        before = drag.result()
        self._end_drag()
        if before is not None:
            self.reordered.emit(drag.who, before[0] or "")

    def _end_drag(self) -> None:
        self._drag = None
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().unsetCursor()
        self.viewport().update()

    @Slot(QModelIndex)
    def _pick(self, index: QModelIndex) -> None:
        member = self._member_under(self._drag.begun)[1] if self._drag is not None else None
        self._pick_one(index.row(), member.who if member is not None else None)

    def _pick_one(self, place: int, who: CombatantId | None) -> None:
        """Picks a member, or whose slot it is; of several, the first that may act."""
        if place < 0:
            return
        slot = self._slots.slot_at(place)
        order = ("now", "free", "spent", "out")
        first = min(slot.members, key=lambda member: order.index(member.state), default=None)
        who = who or slot.who or (first.who if first is not None else None)
        if who is not None:
            self.picked.emit(who)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        drag = self._drag
        if drag is not None and drag.is_on:
            is_now = self._slots.slot_at(drag.place).look == "now" and self._drags_member(drag)
            ink = self._icons.theme.colour("text.on_now" if is_now else "accent.interactive")
            rect = self.rect_of(drag.place)
            line = QRect(drag.caret() - _CARET // 2, rect.top() + 2, _CARET, rect.height() - 4)
            QPainter(self.viewport()).fillRect(line, ink)

    def _drags_member(self, drag: SlotDrag) -> bool:
        return self._slots.member_at(drag.place, drag.who) is not None

    @override
    def event(self, event: QEvent) -> bool:
        # Escape ends the drag, whatever else it is for in this window.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == _Key.Key_Escape
            and self._drag is not None
        ):
            event.accept()
            return True
        return super().event(event)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place, member = self._member_under(event.pos())
            if member is not None:
                tip = self._slots.member_tip(place, member)
                QToolTip.showText(event.globalPos(), tip, self.viewport())
                return True
        return super().viewportEvent(event)
