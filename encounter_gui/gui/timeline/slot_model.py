"""The slots of the timeline as a list: what the strip paints is what a screen reader reads."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.timeline.slot_words import SlotWords, effects
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Member, Timeline, TimelineSlot

_Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex


class SlotModel(QAbstractListModel):
    """Holds the slots of one timeline; an update in place changes only what differs."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._words = SlotWords(texts)
        self._timeline = Timeline(caption="")
        self._now: tuple[int, ...] = ()
        self._places: Mapping[CombatantId, Sequence[int]] = {}
        self._walked: CombatantId | None = None

    @property
    def timeline(self) -> Timeline:
        """Returns what is shown."""
        return self._timeline

    def slot_at(self, place: int) -> TimelineSlot:
        """Returns a slot, counted from 0."""
        return self._timeline.slots[place]

    def now(self) -> tuple[int, ...]:
        """Returns the places of the slots that act now: none, one, or several at once."""
        return self._now

    def member_at(self, place: int, who: CombatantId | None) -> Member | None:
        """Returns a member of a slot; None if it is none of them."""
        members = self.slot_at(place).members if 0 <= place < self.rowCount() else ()
        return next((member for member in members if member.who == who), None)

    def places_of(self, who: CombatantId) -> Sequence[int]:
        """Returns the slots that somebody has, alone or as a member."""
        return self._places.get(who, ())

    @property
    def walked(self) -> CombatantId | None:
        """Returns the member that the keyboard has walked to; None: to the slot as a whole."""
        return self._walked

    def walk(self, place: int, who: CombatantId | None) -> None:
        """Moves the keyboard to a member of the slot at a place, to be its accessible text; None: to the slot."""
        self._walked = who
        if not 0 <= place < self.rowCount():
            return
        self.dataChanged.emit(self.index(place), self.index(place))

    def show(self, timeline: Timeline) -> bool:
        """Shows another timeline; returns whether the slots could be changed in place."""
        old, new = self._timeline, timeline
        self._now = tuple(place for place, slot in enumerate(new.slots) if slot.look == "now")
        self._places = _places_of_all(new)
        if len(old.slots) != len(new.slots):
            self.beginResetModel()
            self._timeline = new
            self.endResetModel()
            return False
        self._timeline = new
        lasted, lasts = effects(old), effects(new)
        for place, (before, after) in enumerate(zip(old.slots, new.slots, strict=True)):
            if before != after or lasted.get(place) != lasts.get(place):
                self.dataChanged.emit(self.index(place), self.index(place))
        return True

    def uneven(self) -> Sequence[tuple[int, TimelineSlot]]:
        """Returns the slots that are not as wide as all the others, separators and those of several, by place."""
        slots = enumerate(self._timeline.slots)
        return [(place, slot) for place, slot in slots if slot.members or slot.who is None]

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._timeline.slots)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._timeline.slots):
            return None
        place = index.row()
        match role:
            case _Role.DisplayRole:
                return self.slot_at(place).text
            case _Role.AccessibleTextRole:
                return self._spoken_text(place)
            case _Role.ToolTipRole:
                return plain_tip(self._words.tip(self._timeline, place))
            case _:
                return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        # A separator can be read, but there is nobody to select.
        flags = Qt.ItemFlag.ItemIsEnabled
        is_separator = self.slot_at(index.row()).is_separator
        return flags if is_separator else flags | Qt.ItemFlag.ItemIsSelectable

    def member_tip(self, place: int, member: Member) -> str:
        """Returns what the tool tip over the shape of a member says."""
        return plain_tip(self._words.member(self.slot_at(place), member))

    def _spoken_text(self, place: int) -> str:
        member = self.member_at(place, self._walked)
        if member is not None:
            return self._words.member(self.slot_at(place), member)
        return self._words.spoken(self._timeline, place)


def _places_of_all(timeline: Timeline) -> Mapping[CombatantId, Sequence[int]]:
    """Returns the slots of everybody: a large fight is asked for one after the other."""
    found: dict[CombatantId, list[int]] = {}
    for place, slot in enumerate(timeline.slots):
        if slot.who is not None:
            found.setdefault(slot.who, []).append(place)
        for member in slot.members:
            if member.who != slot.who:
                found.setdefault(member.who, []).append(place)
    return found
