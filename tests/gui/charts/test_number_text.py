import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.gui.charts.number_text import marks, percent, round_step


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (0, "0 %"),
        (0.0001, "< 1 %"),
        (0.0099, "< 1 %"),
        (0.01, "1 %"),
        (0.634, "63 %"),
        (0.994, "99 %"),
        (0.996, "> 99 %"),
        (1, "100 %"),
    ],
)
def test_what_is_possible_never_reads_as_impossible_or_certain(probability: float, words: str):
    """Odds are whole percent; below 1 % reads < 1 %."""
    assert percent(probability).replace("\u00a0", " ") == words


def test_the_sign_can_be_left_out():
    """Small bars have no room for it."""
    assert percent(0.42, sign=False) == "42"


@pytest.mark.parametrize(
    ("span", "most", "step"), [(29.7, 2, 10), (12, 6, 2), (0.5, 2, 0.2), (7, 8, 1)]
)
def test_a_step_is_round_and_as_small_as_fits(span: float, most: int, step: float):
    """Axes are labelled at 1, 2 or 5 times a power of ten."""
    assert round_step(span, most) == pytest.approx(step)


@given(st.floats(0.01, 1e4), st.integers(1, 8))
def test_never_more_steps_than_asked_for(span: float, most: int):
    """No axis is crowded, however large its numbers."""
    assert len(marks(0, span, round_step(span, most))) <= most + 1


def test_marks_include_both_ends():
    """The ends of an axis are named if they are round."""
    assert marks(-12, 12, 6) == (-12, -6, 0, 6, 12)
