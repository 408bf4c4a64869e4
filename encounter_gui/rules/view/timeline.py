"""The heading and the timeline."""

from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import ChipKind, View

SlotLook = Literal["done", "now", "next", "later", "out"]


class Heading(View, frozen=True, kw_only=True):
    """What the tool bar says: the state word, the round, a part of it, who acts, and what Next will do.

    ``is_copy``: it is a copy of a fight, in which rules are tried.
    """

    state: str
    round: str
    part: str = ""
    actors: str = ""
    side: Side | None = None
    next: str = ""
    is_running: bool = False
    is_copy: bool = False


class Member(View, frozen=True, kw_only=True):
    """Somebody inside a slot that stands for several: may still act in it (``free``), has acted, or is out."""

    who: CombatantId
    name: str
    side: Side
    state: Literal["free", "now", "spent", "out"] = "free"


class TimelineSlot(View, frozen=True, kw_only=True):
    """A slot of the timeline: of one combatant (``who``), or of several, a side or block, with its ``members``.

    Neither: a separator, whose text opens the next part or round. ``short`` stands where the text has no room.
    """

    text: str
    short: str = ""
    look: SlotLook = "later"
    who: CombatantId | None = None
    side: Side | None = None
    note: str = ""
    is_tied: bool = False
    members: tuple[Member, ...] = ()
    can_be_ordered: bool = False
    """Whether its members may be dragged before one another, or the slot itself among its like."""

    @property
    def is_separator(self) -> bool:
        """Whether it only parts other slots."""
        return self.who is None and not self.members


class EffectBar(View, frozen=True, kw_only=True):
    """A lasting effect: under whose slot it starts, and at which slot it ends (None: open).

    Where there is no room for all, those of lower ``rank`` are shown.
    """

    text: str
    kind: ChipKind
    start: int
    end: int | None = None
    rank: int = 0


class Timeline(View, frozen=True, kw_only=True):
    """The turn order as a strip: caption, slots and separators in order, effects by slot index."""

    caption: str
    note: str = ""
    slots: tuple[TimelineSlot, ...] = ()
    effects: tuple[EffectBar, ...] = ()
