"""Rolls and odds of dice expressions for the window; the notation is loaded only when the first one is asked for."""

from msgspec import Struct


class DiceOdds(Struct, frozen=True, kw_only=True):
    """The range of an expression (None: no bound), its mean, and the chance of each value from ``lowest`` on."""

    least: int | None
    most: int | None
    mean: float
    text: str = ""
    lowest: int = 0
    chances: tuple[float, ...] = ()


class DiceRoll(Struct, frozen=True, kw_only=True):
    """A roll: its total, and each die in words; an exploded one as ``6+3``."""

    total: int
    dice: tuple[str, ...]


def odds_of(text: str) -> DiceOdds:
    """Returns the odds of an expression.

    Raises:
        AppError: it is none, or too large.
    """
    from encounter_gui.dice.bounds import bounds
    from encounter_gui.dice.distribution import distribution
    from encounter_gui.dice.notation import parse

    expression = parse(text)
    least, most = bounds(expression)
    found = distribution(expression)
    return DiceOdds(
        least=least,
        most=most,
        mean=found.mean,
        text=text,
        lowest=found.lo,
        chances=tuple(found.p.tolist()),
    )


def rolled(text: str) -> DiceRoll:
    """Returns a roll of an expression.

    Raises:
        AppError: it is none, or too large.
    """
    from encounter_gui.dice.notation import parse
    from encounter_gui.dice.roll_expression import RollerFaces, roll
    from encounter_gui.dice.roller import Roller

    result = roll(parse(text), RollerFaces(Roller.seeded(None)))
    return DiceRoll(
        total=result.total, dice=tuple("+".join(map(str, die.faces)) for die in result.dice)
    )
