"""The slots of the timeline as a list: what the strip paints is what a screen reader reads."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.core.messages import Catalogue, say
from encounter_gui.rules.view import Timeline, TimelineSlot

_Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex


class SlotModel(QAbstractListModel):
    """Holds the slots of one timeline; an update in place changes only what differs."""

    def __init__(self, catalogue: Catalogue, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._catalogue = catalogue
        self._timeline = Timeline(caption="")

    @property
    def timeline(self) -> Timeline:
        """Returns what is shown."""
        return self._timeline

    def slot_at(self, place: int) -> TimelineSlot:
        """Returns a slot, counted from 0."""
        return self._timeline.slots[place]

    def now(self) -> tuple[int, ...]:
        """Returns the places of the slots that act now: none, one, or several at once."""
        return tuple(place for place, slot in enumerate(self._timeline.slots) if slot.look == "now")

    def show(self, timeline: Timeline) -> bool:
        """Shows another timeline; returns whether the slots could be changed in place."""
        old, new = self._timeline, timeline
        if len(old.slots) != len(new.slots):
            self.beginResetModel()
            self._timeline = new
            self.endResetModel()
            return False
        self._timeline = new
        for place, (before, after) in enumerate(zip(old.slots, new.slots, strict=True)):
            if before != after or _texts(old, place) != _texts(new, place):
                self.dataChanged.emit(self.index(place), self.index(place))
        return True

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._timeline.slots)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._timeline.slots):
            return None
        slot = self.slot_at(index.row())
        match role:
            case _Role.DisplayRole:
                return slot.text
            case _Role.AccessibleTextRole | _Role.ToolTipRole:
                return self._spoken(index.row(), slot)
            case _:
                return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        # A separator can be read, but there is nobody to select.
        is_one = self.slot_at(index.row()).who is not None
        flags = Qt.ItemFlag.ItemIsEnabled
        return flags | Qt.ItemFlag.ItemIsSelectable if is_one else flags

    def _spoken(self, place: int, slot: TimelineSlot) -> str:
        if slot.who is None:
            return " ".join(part for part in (slot.text, slot.note) if part)
        look = "now_tied" if slot.look == "now" and slot.is_tied else slot.look
        state = self._catalogue.word(f"gui.fight.slot.{look}")
        side = self._catalogue.word(f"gui.fight.side.{slot.side}") if slot.side else ""
        note = self._catalogue.text(say("gui.fight.slot.note", note=slot.note)) if slot.note else ""
        texts = _texts(self._timeline, place)
        return ", ".join(part for part in (slot.text, side, state, note, *texts) if part)


def _texts(timeline: Timeline, place: int) -> tuple[str, ...]:
    return tuple(effect.text for effect in timeline.effects if effect.start == place)
