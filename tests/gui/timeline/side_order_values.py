"""Orders of whole sides, and of blocks between single combatants, as systems would show them."""

from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view import EffectBar, Member, SlotLook, Timeline, TimelineSlot

_States = Literal["free", "now", "spent", "out"]


def member(number: int, name: str, side: Side = "foe", state: _States = "free") -> Member:
    """Returns the combatant with the id ``c<number>`` as a member of a slot."""
    return Member(who=CombatantId(f"c{number}"), name=name, side=side, state=state)


def side_slot(
    text: str, look: SlotLook, side: Side, note: str, *members: Member, can_be_ordered: bool = False
) -> TimelineSlot:
    """Returns the slot of a side."""
    return TimelineSlot(
        text=text,
        look=look,
        side=side,
        note=note,
        members=members,
        can_be_ordered=can_be_ordered,
    )


def single(
    number: int, name: str, look: SlotLook = "later", *, can_be_ordered: bool = True
) -> TimelineSlot:
    """Returns the slot of one of the squad, which may be moved among its like."""
    who = CombatantId(f"c{number}")
    return TimelineSlot(text=name, look=look, who=who, side="pc", can_be_ordered=can_be_ordered)


SQUAD = (
    member(1, "Halloran", "pc", "spent"),
    member(2, "Vee", "pc", "spent"),
    member(3, "Sister Ash", "pc", "spent"),
)
REDLINES = (
    member(4, "Cutter", state="now"),
    member(5, "Bruiser", state="free"),
    member(6, "Gunman A", state="spent"),
    member(7, "Gunman B", state="out"),
)
HALCYON = tuple(member(number, f"Corp guard {number - 7}", "neutral") for number in (8, 9, 10))
FRESH = tuple(
    member(number, name, "pc") for number, name in ((1, "Halloran"), (2, "Vee"), (3, "Sister Ash"))
)

SIDES = Timeline(
    caption="Round 3",
    note="sides, 6 s",
    slots=(
        side_slot("Squad", "done", "pc", "7", *SQUAD),
        side_slot("Redlines", "now", "foe", "6", *REDLINES, can_be_ordered=True),
        side_slot("Halcyon security", "next", "neutral", "3", *HALCYON),
        TimelineSlot(text="Round 4"),
        side_slot("Squad", "later", "pc", "7", *FRESH, can_be_ordered=True),
        side_slot("Redlines", "later", "foe", "6", *REDLINES[:3]),
        side_slot("Halcyon security", "later", "neutral", "3", *HALCYON),
    ),
    effects=(
        EffectBar(text="Screening Vee · to Halloran’s next turn", kind="info", start=0, end=3),
        EffectBar(text="Swarm on Halloran · 2 joined", kind="warn", start=1),
        EffectBar(text="Wave 2 arrives · round 4", kind="danger", start=5),
    ),
)

BLOCKS = Timeline(
    caption="Round 3",
    note="about 10 s",
    slots=(
        single(1, "Nova", "done", can_be_ordered=False),
        single(2, "Tack", "done", can_be_ordered=False),
        side_slot(
            "Enemies",
            "now",
            "foe",
            "2 of 4 acted",
            *(
                member(at, f"Scrapper {at}", state="spent" if at > 4 else "free")
                for at in (3, 4, 5, 6)
            ),
            can_be_ordered=True,
        ),
        single(8, "Bishop", "next"),
        single(9, "Sable"),
        single(10, "Juno"),
        TimelineSlot(text="Round 4", note="10 s"),
        single(1, "Nova"),
        single(2, "Tack"),
    ),
)


def crowded(count: int = 40) -> Timeline:
    """Returns a round of two large sides with long names, of which some have acted and some are out."""
    states: tuple[_States, ...] = ("spent", "out", "free", "free")
    half = count // 2
    gang = tuple(member(at, f"Gang {at}", state=states[at % 4]) for at in range(half))
    squad = tuple(member(at, f"Trooper {at}", "pc") for at in range(half, count))
    return Timeline(
        caption="Round 1",
        slots=(
            side_slot("Redline enforcers of the harbour district", "now", "foe", "6", *gang, can_be_ordered=True),
            side_slot("Squad", "next", "pc", "4", *squad),
            TimelineSlot(text="Round 2"),
        ),
    )  # fmt: skip
