"""Changes by hand as they are typed."""

import pytest

from encounter_gui.gui.damage.change_text import read_change


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("-7", "-7"),
        ("−7", "-7"),
        ("–7", "-7"),
        (" - 7 ", "-7"),
        ("7", "-7"),
        ("+3", "+3"),
        ("=5", "=5"),
        ("=-2", "=-2"),
        ("=−2", "=-2"),
        ("-007", "-7"),
    ],
)
def test_changes_are_read_as_they_are_written(text: str, wanted: str) -> None:
    """Any dash is a minus; a number alone hurts."""
    assert read_change(text) == wanted


@pytest.mark.parametrize("text", ["", "-", "+", "=", "+-3", "--3", "3+", "a", "1.5", "-1234567"])
def test_anything_else_is_no_change(text: str) -> None:
    """Half-typed changes preview nothing."""
    assert read_change(text) is None
