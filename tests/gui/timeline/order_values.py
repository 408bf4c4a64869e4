"""A turn order as a system would show it."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view import EffectBar, SlotLook, Timeline, TimelineSlot


def slot(
    number: int, name: str, look: SlotLook, side: Side = "foe", *, is_tied: bool = False
) -> TimelineSlot:
    """Returns the slot of the combatant with the id ``c<number>``."""
    who = CombatantId(f"c{number}")
    return TimelineSlot(text=name, look=look, who=who, side=side, note="9", is_tied=is_tied)


TURN = Timeline(
    caption="Turn 3",
    note="First actions",
    slots=(
        slot(1, "Kestrel", "done", "pc"),
        slot(2, "Skinner", "done"),
        slot(3, "Brandt", "now", "pc", is_tied=True),
        slot(4, "Lem", "now", is_tied=True),
        slot(5, "Ines", "next", "ally"),
        slot(6, "Hook", "out"),
        TimelineSlot(text="Second actions"),
        slot(1, "Kestrel", "later", "pc"),
        TimelineSlot(text="Turn 4", note="roll init"),
    ),
    effects=(
        EffectBar(text="Skinner stunned −1", kind="warn", start=1, end=7),
        EffectBar(text="Kestrel in cover", kind="info", start=0),
        EffectBar(text="Hook bleeding", kind="danger", start=5),
    ),
)


def crowd(now: int, count: int = 40) -> Timeline:
    """Returns a long turn in which one acts."""
    looks: list[SlotLook] = [
        "done" if at < now else "now" if at == now else "later" for at in range(count)
    ]
    slots = tuple(slot(at, f"Gang {at}", look) for at, look in enumerate(looks))
    return Timeline(caption="Turn 1", slots=slots)
