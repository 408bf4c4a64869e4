"""Who can be put before whom, as plain values."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.timeline.slot_order import place_after_drop, place_after_step, queue, run
from tests.gui.timeline.side_order_values import BLOCKS, SIDES

A, B, C = (CombatantId(name) for name in "abc")
PEOPLE = (A, B, C)


@pytest.mark.parametrize(
    ("who", "step", "wanted"),
    [
        (B, -1, (A,)),
        (B, 1, (None,)),
        (A, 1, (C,)),
        (C, -1, (B,)),
        (A, -1, None),
        (C, 1, None),
        (CombatantId("x"), 1, None),
    ],
)
def test_a_step_goes_past_one_neighbour(who: CombatantId, step: int, wanted: object) -> None:
    """None last; at the ends, and for strangers, there is no step."""
    assert place_after_step(PEOPLE, who, step) == wanted


@pytest.mark.parametrize(
    ("who", "gap", "wanted"),
    [(A, 0, None), (A, 1, None), (A, 2, (C,)), (A, 3, (None,)), (C, 0, (A,)), (C, 3, None)],
)
def test_a_drop_beside_itself_changes_nothing(who: CombatantId, gap: int, wanted: object) -> None:
    """Gaps count from before the first."""
    assert place_after_drop(PEOPLE, who, gap) == wanted


def test_members_are_moved_among_members() -> None:
    """Only where the system lets them."""
    assert queue(SIDES, 1) == ("c4", "c5", "c6", "c7")
    assert queue(SIDES, 2) == ()


def test_slots_are_moved_among_their_like_beside_them() -> None:
    """A block of others, a separator, and slots that stay end the run."""
    assert run(BLOCKS, 4) == range(3, 6)
    assert queue(BLOCKS, 4) == ("c8", "c9", "c10")
    assert queue(BLOCKS, 7) == ("c1", "c2")
    assert queue(BLOCKS, 0) == ()
    assert queue(BLOCKS, 6) == ()
