"""Exhibits are placed so that none overlaps another, none is cut, and what has no room is left out."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from encounter_gui.gui.attack.odds.exhibit_layout import COLUMN_GAP, ROW_GAP, placed
from encounter_gui.gui.charts.exhibit_size import ChartSize

SMALL = ChartSize(least_width=150, least_height=56, width=190, height=76, stacks=True)
GROWING = ChartSize(least_width=150, least_height=54, width=190, height=64, stacks=True, grows=True)
TALL = ChartSize(least_width=220, least_height=106, width=244, height=136)
SPREAD = ChartSize(least_width=150, least_height=72, width=262, height=136, takes_rest=True)


@st.composite
def rooms(draw: st.DrawFn) -> ChartSize:
    least_width, least_height = draw(st.integers(40, 260)), draw(st.integers(20, 140))
    stacks = draw(st.booleans())
    return ChartSize(
        least_width=least_width,
        least_height=least_height,
        width=least_width + draw(st.integers(0, 100)),
        height=least_height + draw(st.integers(0, 60)),
        stacks=stacks,
        grows=draw(st.booleans()),
        takes_rest=not stacks and draw(st.booleans()),
    )


@given(st.lists(rooms(), max_size=6), st.integers(0, 900), st.integers(0, 300))
def test_none_overlaps_or_is_cut(needs: list[ChartSize], width: int, height: int):
    """In every panel of every size: each is inside, as large as it must be, and alone in its place."""
    places = placed(needs, width, height)
    shown = [(need, place) for need, place in zip(needs, places, strict=True) if place is not None]
    assert all(QRect(0, 0, width, height).contains(place) for _, place in shown)
    assert all(
        place.width() >= need.least_width and place.height() >= need.least_height
        for need, place in shown
    )
    assert not any(rect.intersects(other) for (_, rect), (_, other) in combinations(shown, 2))


@given(st.lists(rooms(), min_size=1, max_size=6), st.integers(0, 900), st.integers(0, 300))
def test_the_first_is_shown_if_it_fits(needs: list[ChartSize], width: int, height: int):
    """The order is that of importance: nothing later takes the room of the first."""
    fits = needs[0].least_width <= width and needs[0].least_height <= height
    assert (placed(needs, width, height)[0] is not None) == fits


def test_small_ones_share_a_column():
    """At the laptop's size a comparison and the chances within k attacks stand above each other."""
    comparison, within, spread = placed((SMALL, GROWING, SPREAD), 466, 137)
    assert comparison == QRect(0, 0, 190, 69)
    assert within == QRect(0, 69 + ROW_GAP, 190, 64)
    assert spread == QRect(190 + COLUMN_GAP, 0, 466 - 190 - COLUMN_GAP, 137)


def test_a_low_panel_puts_them_side_by_side():
    """Without the height for both, the second takes a column of its own, if there is one."""
    comparison, within = placed((SMALL, GROWING), 400, 100)
    assert comparison is not None
    assert within is not None
    assert (comparison.top(), within.top()) == (0, 0)
    assert placed((SMALL, GROWING), 300, 100)[1] is None


def test_the_spread_takes_what_is_left():
    """A wider window widens the chart with an axis, nothing else."""
    narrow, wide = placed((TALL, SPREAD), 500, 137), placed((TALL, SPREAD), 900, 137)
    assert narrow[0] == wide[0]
    assert wide[1] is not None
    assert wide[1].right() == 899


def test_what_has_no_room_leaves_it_to_the_next():
    """A narrow panel shows the chart that fits rather than nothing."""
    assert placed((TALL, SPREAD), 180, 137) == (None, QRect(0, 0, 180, 137))
    assert placed((TALL, SPREAD), 100, 137) == (None, None)
