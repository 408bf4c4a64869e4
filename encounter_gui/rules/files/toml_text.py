"""TOML as people write it: read to plain data, or to a sentence that says where it is wrong."""

import re
from collections.abc import Callable
from typing import Any

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import say

MOST_DEPTH = 100
"""Deepest nesting of tables and lists that is read; the rulesets that ship stay below 6."""

# A dotted key is a table in a table for each of its dots, and the parser's time grows with the square of them.
_DEEP_KEY = re.compile(
    rf"""(?<![\w\-"'])(?:(?:[\w\-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{MOST_DEPTH}}}"""
)
_AT = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def parse(file: str, text: str, floats: Callable[[str], float] = float) -> dict[str, Any]:
    """Returns the content of a TOML file; ``floats`` makes numbers of those that have a point or an exponent.

    Raises:
        DataError: it is not TOML, the place names line and column; or it is nested more than ``MOST_DEPTH`` deep.
    """
    import tomllib  # a start of the window reads no TOML

    try:
        content = None if _DEEP_KEY.search(text) else tomllib.loads(text, parse_float=floats)
    except RecursionError:
        content = None
    except ValueError as error:
        raise _not_toml(file, text, str(error)) from error
    if content is None or _is_deep(content):
        raise DataError(Place(file=file), say("data.nested_too_deep", most=MOST_DEPTH))
    return content


def _is_deep(content: object) -> bool:
    """Returns whether tables and lists lie in one another further than anybody reads: not by calling itself."""
    level = [content]
    for _ in range(MOST_DEPTH):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return bool(level)


def _not_toml(file: str, text: str, reason: str) -> DataError:
    """Returns the error with the place taken out of the parser's sentence; some sentences have none."""
    match = _AT.search(reason)
    if match is None:
        return DataError(Place(file=file), say("data.not_toml", reason=reason))
    sentence = reason[: match.start()]
    if match["line"]:
        place = Place(file=file, pointer=f"line {match['line']}, column {match['column']}")
        return DataError(place, say("data.not_toml", reason=sentence))
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    place = Place(file=file, pointer=f"line {line}, column {column}")
    return DataError(place, say("data.not_toml_end", reason=sentence))
