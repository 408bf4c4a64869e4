"""Between which numbers the fields of commands lie, in every game: what is typed may be a slip, or come from a file.

The ranges are wide: what a rule allows, it says itself. They keep sums readable and work bounded.
"""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.model.commands import Command

_MODIFIER = (-100, 100)
_DISTANCE = (0, 1_000_000)
_USUAL = (-1_000_000, 1_000_000)

RANGES: dict[str, tuple[int, int]] = {
    "away": _DISTANCE,
    "defense_gm": _MODIFIER,
    "feet": _DISTANCE,
    "gm": _MODIFIER,
    "height": _DISTANCE,
    "inches": _DISTANCE,
    "metres": _DISTANCE,
    "moved": _DISTANCE,
    "radius": _DISTANCE,
    "storey": _DISTANCE,
    "width": _DISTANCE,
}
"""The least and the greatest value of a field, by its name; of any other number ``_USUAL``."""

_FREE = {"to"}
"""Numbers whose range follows from what they set: the rules say it."""


def range_of(field: str) -> tuple[int, int]:
    """Returns the least and the greatest value of a field of a command."""
    return RANGES.get(field, _USUAL)


def require_in_range(command: Command) -> None:
    """Makes sure that every number of a command, also of its parts, can be meant.

    Raises:
        RuleError: one is out of its range; says which field, and between which numbers it lies.
    """
    for field, value in _numbers(command):
        least, most = range_of(field)
        if not least <= value <= most:
            raise refuse(
                "rules.number_of_command", field=field, value=value, least=least, most=most
            )


def _numbers(struct: msgspec.Struct) -> Iterator[tuple[str, float]]:
    """Yields the fields that have a range and hold a number, also those of structs within."""
    numbers, others = _fields(type(struct))
    for name in numbers:
        value = getattr(struct, name)
        if value is not None:
            yield name, value
    for name in others:
        for each in getattr(struct, name) or ():
            if isinstance(each, msgspec.Struct) and not isinstance(each, Combatant):
                yield from _numbers(each)


@lru_cache(maxsize=512)
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the names of fields with numbers that have a range, and of those with several structs."""
    types = {each.name: each.type for each in msgspec.structs.fields(kind)}
    numbers = tuple(
        name for name, type_ in types.items() if _is_number(type_) and name not in _FREE
    )
    several = tuple(name for name, type_ in types.items() if str(type_).startswith("tuple["))
    return numbers, several


def _is_number(type_: object) -> bool:
    return str(type_).replace("<class '", "").split("'")[0].split(" ")[0] in {"int", "float"}
