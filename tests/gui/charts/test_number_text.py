import pytest

from encounter_gui.gui.charts.number_text import percent


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
