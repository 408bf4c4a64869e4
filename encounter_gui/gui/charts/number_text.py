"""Probabilities as a game master reads them."""

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
