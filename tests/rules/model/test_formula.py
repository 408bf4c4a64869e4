"""Formulas over a sheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import AppError
from encounter_gui.dice.notation_errors import DiceSyntaxError, NotationError
from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.formula import evaluate

SHEET: dict[str, Value] = {
    "strength": 4,
    "smart": True,
    "name": "Lem",
    "ranges": (1, 2),
    "health": 12,
}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("3 * strength", 12),
        ("-health", -12),
        ("strength + smart", 5),
        ("max(strength, 10) // 3", 3),
        ("floor(strength / 3)", 1),
        ("ceil(strength / 3)", 2),
        ("2 − 5", -3),
        ("7", 7),
    ],
)
def test_a_formula_is_worked_out(formula: str, value: int) -> None:
    """Names stand for the numbers of the sheet, a flag for 1."""
    assert evaluate(formula, SHEET) == value


@given(st.integers(0, 20), st.integers(0, 20))
def test_a_formula_is_python_arithmetic(one: int, other: int) -> None:
    """Whole numbers, and // rounds down."""
    assert evaluate("3 * a - b // 2", {"a": one, "b": other}) == 3 * one - other // 2


@pytest.mark.parametrize("formula", ["strenght", "name + 1", "ranges"])
def test_a_name_that_is_no_number_is_refused(formula: str) -> None:
    """A slip must not count as 0."""
    with pytest.raises(NotationError):
        evaluate(formula, SHEET)


def test_dice_are_refused() -> None:
    """What is worked out cannot be rolled."""
    with pytest.raises(AppError) as caught:
        evaluate("1d6 + strength", SHEET)
    assert caught.value.message.key == "formula.has_dice"


def test_what_is_no_formula_is_refused_with_its_place() -> None:
    """Line and column come with the error."""
    with pytest.raises(DiceSyntaxError) as caught:
        evaluate("3 * * strength", SHEET)
    assert caught.value.column == 5
