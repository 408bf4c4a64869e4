"""Numbers as charts write them: probabilities, and round steps for axes."""

from math import ceil, floor

_SPACE = "\u00a0"  # keeps number and sign on one line


def percent(probability: float, *, sign: bool = True) -> str:
    """Returns a probability (0 to 1) in whole percent.

    What is rare but possible never reads 0, and what can fail never 100.
    """
    if 0 < probability < 0.01:
        figure = f"<{_SPACE}1"
    elif 0.995 <= probability < 1 - 1e-12:
        figure = f">{_SPACE}99"
    else:
        figure = f"{probability * 100:.0f}"
    return f"{figure}{_SPACE}%" if sign else figure


_STEPS = (1, 2, 5)


def round_step(span: float, most: int) -> float:
    """Returns the smallest round step that fits at most ``most`` times in a span: 1, 2, 5, 10, 20 …, down to 0.01."""
    size = 0.01
    while True:
        for digit in _STEPS:
            if floor(span / (digit * size) + 1e-9) <= most:
                return digit * size
        size *= 10


def marks(low: float, high: float, step: float) -> tuple[float, ...]:
    """Returns the multiples of a step from ``low`` to ``high``, both included."""
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple(index * step for index in range(first, last + 1))
