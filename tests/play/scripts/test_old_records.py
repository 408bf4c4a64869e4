"""Scripts written before records had parts name them as they did: in one text."""

import pytest

from encounter_gui.play.scripts.expectations import is_met


@pytest.mark.parametrize(
    ("expected", "found", "met"),
    [
        ("1 snap_shot", {"actions": 1, "full": "", "stances": ["snap_shot"]}, True),
        ("2 ducking snap_shot", {"actions": 2, "stances": ("ducking", "snap_shot")}, True),
        ("baretta_96f SA", {"weapon": "baretta_96f", "mode": "SA"}, True),
        ("sword axe", ["sword", "axe"], True),
        ("2 snap_shot", {"actions": 1, "full": "", "stances": ["snap_shot"]}, False),
        ("sword", ["sword", "axe"], False),
        ("sword", "sword", True),
        ("1", 1, False),
    ],
)
def test_a_record_meets_its_words(expected: str, found: object, *, met: bool) -> None:
    """Its values in order, without those that are empty; a number by itself stays a number."""
    assert is_met(expected, found) is met
