"""A line as words: what stands between quotation marks is one word, whatever is in it."""

import re
from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

_MOST = 200
"""Words of a line that are told apart; what stands behind them is one, so that no line takes long to read."""

_WORD = re.compile(r"\"([^\"]*)(?:\"|$)|“([^”]*)(?:”|$)|(\S+)")


class Word(Struct, frozen=True, kw_only=True):
    """A word of a line: what it says, and where it stands in the line, with its quotation marks."""

    text: str
    start: int
    length: int


def words_in(line: str) -> tuple[Word, ...]:
    """Returns the words of a line; quotation marks with nothing between them are none."""
    found = (match for match in _WORD.finditer(line) if match.group().strip('"“”').strip())
    words = [
        Word(
            text=next(part for part in match.groups() if part is not None),
            start=match.start(),
            length=len(match.group()),
        )
        for match in islice(found, _MOST)
    ]
    behind = words[-1].start + words[-1].length if words else 0
    rest = line[behind:].strip() if len(words) == _MOST else ""
    if rest:
        words.append(Word(text=rest, start=line.index(rest, behind), length=len(rest)))
    return tuple(words)


def texts_of(line: str) -> list[str]:
    """Returns what the words of a line say."""
    return [word.text for word in words_in(line)]


def said(word: str) -> str:
    """Returns a word in small letters and without the stop, comma or mark at its end."""
    return word.casefold().rstrip(",.!?;:") or word


def is_said(words: Sequence[str], at: int, wanted: Sequence[str]) -> bool:
    """Returns whether some words stand at a place of a line."""
    part = words[at : at + len(wanted)]
    return len(part) == len(wanted) and all(map(str.__eq__, map(said, part), wanted))
