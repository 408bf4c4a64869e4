"""Formulas over a sheet, such as ``3 * strength``: the dice notation without dice."""

import re
from collections.abc import Mapping

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Value

_PLAIN = re.compile(
    r" *(?P<sign>-?) *(?:(?P<factor>\d{1,9}) *\* *)?(?:(?P<number>\d{1,9})|(?P<name>[a-z_]+)) *"
)
"""Most formulas are a number, a field, or so many times a field: worked out without the parser, often in a table."""


def _plain_value(formula: re.Match[str], names: Mapping[str, Value]) -> int | None:
    """Returns what such a formula comes to; None: it names what is no number."""
    value = int(formula["number"]) if formula["number"] else names.get(formula["name"])
    if not isinstance(value, int):
        return None
    return int(value) * int(formula["factor"] or 1) * (-1 if formula["sign"] else 1)


def evaluate(formula: str, names: Mapping[str, Value]) -> int:
    """Returns what a formula comes to.

    Names stand for numbers, a flag for 1 or 0; texts and rows of numbers have no name here.

    Raises:
        NotationError: the formula cannot be read, or uses a name that is not known.
        AppError: it has dice in it.
    """
    plain = _PLAIN.fullmatch(formula)
    if plain is not None and (value := _plain_value(plain, names)) is not None:
        return value
    from encounter_gui.dice.notation import parse  # lark, not needed before somebody joins
    from encounter_gui.dice.roll_expression import roll

    numbers = {name: int(value) for name, value in names.items() if isinstance(value, int)}
    return roll(parse(formula), _NoDice(formula), numbers).total


class _NoDice:
    """A source of faces that has none."""

    def __init__(self, formula: str) -> None:
        self._formula = formula

    def face(self, sides: int, lowest: int) -> int:
        """Refuses."""
        raise AppError(say("formula.has_dice", formula=self._formula))
