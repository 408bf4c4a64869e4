"""Plane geometry: what lies in a shape, what a line crosses, and points at distances."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.encounter.plan import Area
from encounter_gui.rules.engine.field import geometry

BOX = Area(key="box", shape="rectangle", points=((10, 10), (20, 14)))
DISC = Area(key="disc", shape="circle", points=((0, 0),), radius=5)
L_SHAPE = Area(
    key="l", shape="polygon", points=((0, 0), (10, 0), (10, 4), (4, 4), (4, 10), (0, 10))
)

NUMBER = st.floats(-50, 50, allow_nan=False).map(lambda value: round(value, 2))
POINT = st.tuples(NUMBER, NUMBER)


def test_a_border_belongs_to_its_shape() -> None:
    assert geometry.contains(BOX, (10, 12))
    assert geometry.contains(DISC, (3, 4))
    assert geometry.contains(L_SHAPE, (4, 7))
    assert not geometry.contains(L_SHAPE, (7, 7))


@pytest.mark.parametrize(
    ("start", "end", "within"),
    [
        ((0, 12), (30, 12), 10),  # right through
        ((0, 12), (15, 12), 5),  # into it
        ((0, 12), (9, 12), 0),  # it lies behind the end
        ((0, 10), (30, 10), 0),  # along its border
        ((5, 15), (11, 9), 0),  # over nothing: beside its corner
        ((12, 11), (18, 13), math.hypot(6, 2)),  # all of it within
    ],
)
def test_how_much_of_a_line_lies_in_a_rectangle(
    start: tuple[float, float], end: tuple[float, float], within: float
) -> None:
    assert geometry.length_within(BOX, start, end) == pytest.approx(within)


def test_a_line_through_both_legs_of_an_l_counts_both() -> None:
    assert geometry.length_within(L_SHAPE, (-1, 11), (11, -1)) == pytest.approx(
        math.hypot(10, 10) - math.hypot(2, 2), rel=1e-6
    )


def test_a_tangent_does_not_cross_a_circle() -> None:
    assert not geometry.crosses(DISC, (-10, 5), (10, 5))
    assert geometry.crosses(DISC, (-10, 4.9), (10, 4.9))


@given(start=POINT, end=POINT)
def test_what_lies_in_a_shape_is_never_more_than_the_line(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    whole = geometry.length(start, end)
    for area in (BOX, DISC, L_SHAPE):
        there = geometry.length_within(area, start, end)
        back = geometry.length_within(area, end, start)
        assert -1e-9 <= there <= whole + 1e-6
        assert there == pytest.approx(back, abs=1e-5)


@given(start=POINT, end=POINT, far=st.floats(0, 30))
def test_a_point_away_from_another_is_so_far_from_it(
    start: tuple[float, float], end: tuple[float, float], far: float
) -> None:
    assert geometry.length(end, geometry.away(start, end, far)) == pytest.approx(far, abs=1e-6)


@given(count=st.integers(1, 60))
def test_those_put_beside_each_other_stand_apart(count: int) -> None:
    points = geometry.around((0, 0), count, 1)
    assert len(points) == count
    gaps = [
        geometry.length(one, other)
        for place, one in enumerate(points)
        for other in points[place + 1 :]
    ]
    assert all(gap >= 0.9 for gap in gaps)


def test_directions_turn_clockwise() -> None:
    x, y = geometry.from_angle((0, 0), (10, 0), 1, 2)  # a sixth to the right of straight on
    assert (x, y) == pytest.approx((1, math.sqrt(3)))


def test_ground_that_overlaps_counts_by_its_worst_alone() -> None:
    """Ten of road, ten of mud, ten of mud and bog, ten of bog: 10 + 20 + 40 + 40."""
    mud = Area(key="mud", shape="rectangle", points=((10, -5), (30, 5)))
    bog = Area(key="bog", shape="rectangle", points=((20, -5), (40, 5)))
    ways = ((mud, 2.0), (bog, 4.0))
    assert geometry.weighted_length(ways, (0, 0), (40, 0)) == pytest.approx(110)
    assert geometry.weighted_length(ways, (0, 0), (0, 0)) == 0
    assert geometry.weighted_length((), (0, 0), (40, 0)) == pytest.approx(40)


SHAPES = st.one_of(
    st.builds(
        lambda one, other: Area(key="a", shape="rectangle", points=(one, other)), POINT, POINT
    ),
    st.builds(
        lambda at, radius: Area(key="a", shape="circle", points=(at,), radius=radius),
        POINT,
        st.floats(0.5, 30),
    ),
    st.lists(POINT, min_size=3, max_size=6).map(
        lambda corners: Area(key="a", shape="polygon", points=tuple(corners))
    ),
)


@given(area=SHAPES, start=POINT, end=POINT)
def test_a_quick_look_never_overlooks_an_area(
    area: Area, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Where it says that a line does not meet an area, the line neither crosses it nor ends in it."""
    if not geometry.may_meet(area, start, end):
        assert not geometry.crosses(area, start, end)
        assert not geometry.contains(area, end)
