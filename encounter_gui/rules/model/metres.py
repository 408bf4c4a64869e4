"""Distances in metres, in every game: whole, or with a part as in 10.5.

Written with a decimal point. Commands read them from files, and from what is typed, by the type of their field.
"""

from decimal import Decimal
from math import ceil

Metres = int | float
"""A distance in metres."""


def exactly(metres: Metres) -> Decimal:
    """Returns a distance to be added to others without error: 0.1 three times is 0.3."""
    return Decimal(str(metres))


def metres_text(metres: Metres | Decimal) -> int | str:
    """Returns a distance for texts, facts and records: a number where it is whole, else as it was typed (``10.5``)."""
    whole = int(metres)
    return whole if metres == whole else f"{exactly(float(metres)).normalize():f}"


def metres_count(metres: Metres | Decimal) -> int:
    """Returns a distance as a running number counts it: a part of a metre as a whole one."""
    return ceil(metres)
