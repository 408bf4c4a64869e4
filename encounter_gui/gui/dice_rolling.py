"""What rolls dice for the window; the notation and its odds are loaded only when it is first called."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolling:
    """Takes an expression; ``odds`` returns least, most (None: no bound) and mean, ``roll`` the total and the dice.

    Both raise AppError for what is no expression.
    """

    odds: Callable[[str], tuple[int | None, int | None, float]]
    roll: Callable[[str], tuple[int, tuple[str, ...]]]
