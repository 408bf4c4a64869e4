"""Shapes that several old strings share. Frozen: files written long ago are read through them."""

from collections.abc import Callable, Mapping
from typing import Any

TextLift = Callable[[str], Any]
"""Turns the text of an old record into its value now."""

ConditionLift = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns an old condition, as plain data, into what it is now."""


def words_of(text: str) -> list[str]:
    """Returns the words of a text split at blanks."""
    return text.split()


def items_of(text: str) -> list[str]:
    """Returns the items of a text split at semicolons."""
    return [item for item in text.split("; ") if item]


def number_of(text: str) -> Any:  # noqa: ANN401 - an int, or the text where it is none
    """Returns the whole number a text stands for; the text itself if it stands for none."""
    try:
        return int(text)
    except ValueError:
        return text


def merge(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """Returns tables as one.

    Raises:
        ValueError: two tables lift the same key differently; events do not say which game they belong to.
    """
    found: dict[str, Any] = {}
    for table in tables:
        for key, lift in table.items():
            if found.setdefault(key, lift) is not lift:
                raise ValueError(f"two games lift {key!r} differently")
    return found
