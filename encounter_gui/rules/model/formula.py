"""Formulas over a sheet, such as ``3 * strength``: the dice notation without dice."""

from collections.abc import Mapping

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Value


def evaluate(formula: str, names: Mapping[str, Value]) -> int:
    """Returns what a formula comes to.

    Names stand for numbers, a flag for 1 or 0; texts and rows of numbers have no name here.

    Raises:
        NotationError: the formula cannot be read, or uses a name that is not known.
        AppError: it has dice in it.
    """
    from encounter_gui.dice.notation import parse  # lark, not needed before somebody joins
    from encounter_gui.dice.roll_expression import roll

    numbers = {name: int(value) for name, value in names.items() if isinstance(value, int)}
    return roll(parse(formula), _NoDice(formula), numbers).total


class _NoDice:
    """A source of faces that has none."""

    def __init__(self, formula: str) -> None:
        self._formula = formula

    def face(self, sides: int, lowest: int) -> int:  # noqa: ARG002 - whatever die it is
        """Refuses."""
        raise AppError(say("formula.has_dice", formula=self._formula))
