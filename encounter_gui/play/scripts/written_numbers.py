"""Numbers that a script expects of odds and forecasts: equal to the digits that are written, or near enough."""

from collections.abc import Mapping
from decimal import Decimal
from math import isfinite
from typing import Any

from encounter_gui.core.messages import Message, say
from encounter_gui.rules.files.ruleset_errors import value_text

ROOTS = ("odds", "forecast")
"""The first words of paths that lead to such a number."""

_RANGE = frozenset({"near", "within"})
_EXACT = 1e-9
"""A number that is no further from a whole one, or from the end of a range, is as good as there."""

_NOISE = 1e-12
"""Numbers that are worked out in another order differ by less: so do digits that nobody can tell apart."""

_SHOWN_DIGITS = 6
"""A number that was found is said with at least so many digits behind the point."""


class WrittenFloat(float):
    """A number with a point or an exponent, and how it is written: ``0.1560`` has four digits, not three."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "WrittenFloat":
        """Takes the number as it stands in a file."""
        number = super().__new__(cls, text)
        number.text = text
        return number


def plain_floats(value: Any, but: tuple[str, ...] = ()) -> Any:  # noqa: ANN401 - what TOML came to
    """Returns plain data with plain floats in place of those that know their digits; not below the keys in ``but``."""
    if isinstance(value, dict):
        return {key: each if key in but else plain_floats(each, but) for key, each in value.items()}
    if isinstance(value, list):
        return [plain_floats(each, but) for each in value]
    return float(value) if isinstance(value, WrittenFloat) else value


def is_expected_number(path: str, value: object) -> bool:
    """Returns whether a table is what is expected of one number, and not a table of paths."""
    if path.partition(".")[0] not in ROOTS or not isinstance(value, Mapping):
        return False
    return not value or not _RANGE.isdisjoint(value)


def number_fault(expected: object) -> Message | None:
    """Returns what is wrong with what is expected of a number; None: nothing is."""
    if isinstance(expected, Mapping):
        numbers = tuple(expected.values())
        is_range = expected.keys() == _RANGE and all(_is_number(each) for each in numbers)
        if is_range and expected["within"] >= 0:
            return None
    elif _is_number(expected):
        return None
    return say("fight.expects_chance", found=_found_in_file(expected))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _found_in_file(expected: object) -> str:
    if isinstance(expected, Mapping) and expected:
        parts = (f"{key} = {value_text(each)}" for key, each in expected.items())
        return f"{{ {', '.join(parts)} }}"
    return value_text(expected)


def is_as_written(expected: Any, found: float) -> bool:  # noqa: ANN401 - as ``number_fault`` lets pass
    """Returns whether a number is what was written.

    ``0.1566`` is any number that is 0.1566 when rounded to four digits; a whole number is that number and no other;
    a table says itself how far from ``near`` it may be.
    """
    if isinstance(expected, Mapping):
        return bool(abs(found - expected["near"]) <= expected["within"] + _EXACT)
    if isinstance(expected, int):
        return abs(found - expected) <= _EXACT
    return bool(abs(found - expected) <= 0.5 * 10.0 ** -_digits(expected) + _NOISE)


def _digits(expected: float) -> int:
    """Returns how many digits stand behind the point, with an exponent counted: ``1.5e-3`` has four."""
    text = expected.text if isinstance(expected, WrittenFloat) else repr(expected)
    exponent = Decimal(text).as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def expected_text(expected: Any) -> str:  # noqa: ANN401 - as ``number_fault`` lets pass
    """Returns what was expected as its file has it: ``0.1560``, ``0.56 ± 0.01``."""
    if isinstance(expected, Mapping):
        return f"{expected_text(expected['near'])} ± {expected_text(expected['within'])}"
    return expected.text if isinstance(expected, WrittenFloat) else str(expected)


def found_text(found: float, expected: Any) -> str:  # noqa: ANN401 - as ``number_fault`` lets pass
    """Returns a number with digits enough to see that it is not what was expected."""
    parts = expected.values() if isinstance(expected, Mapping) else (expected,)
    most = max((_digits(each) for each in parts if isinstance(each, float)), default=0)
    return f"{found:.{max(most + 2, _SHOWN_DIGITS)}f}"
