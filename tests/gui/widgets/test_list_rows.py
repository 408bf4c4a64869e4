"""What it takes to turn one list into another, and to see what several places would show."""

from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.gui.widgets.list_rows import turning_points

PLACES = st.lists(st.integers(0, 30), unique=True)


def scrolled(top: int, places: tuple[int, ...] | list[int], room: int) -> int:
    """Returns the first place that is seen once each of these has been scrolled to, as little as possible."""
    for place in places:
        top = min(max(top, place - room + 1), place)
    return top


@given(top=st.integers(0, 30), places=PLACES, room=st.integers(1, 12))
def test_turning_points_show_what_all_places_would(top: int, places: list[int], room: int) -> None:
    """Of a long way through the rows only few places need to be scrolled to."""
    assert scrolled(top, turning_points(places), room) == scrolled(top, places, room)


def test_a_way_that_goes_one_way_has_two_ends() -> None:
    """Half of a thousand rows may be now."""
    assert turning_points(range(500, 0, -1)) == (500, 1)
    assert turning_points([4]) == (4,)
    assert turning_points([]) == ()
    assert turning_points([3, 9, 2, 2_000]) == (3, 9, 2, 2_000)
