"""What is typed as an answer in the dock: tags to add and take off, hit points for each copy."""

import re

_MOST_DIGITS = 7


def read_tags(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the tags to add and those to take off.

    Example:
        >>> read_tags("boss, docks -gang")
        (('boss', 'docks'), ('gang',))
    """
    words = [word for word in re.split(r"[,\s]+", text) if word.strip("+-−")]
    less = tuple(word[1:] for word in words if word[0] in "-−")
    more = tuple(word.removeprefix("+") for word in words if word[0] not in "-−")
    return more, less


def read_totals(text: str) -> tuple[int, ...] | None:
    """Returns the numbers of a text such as ``12 9 14``; None if something in it is no number."""
    words = [word for word in re.split(r"[,;\s]+", text) if word]
    if not words or not all(word.isdecimal() and len(word) < _MOST_DIGITS for word in words):
        return None
    return tuple(int(word) for word in words)
