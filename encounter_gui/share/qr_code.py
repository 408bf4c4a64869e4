"""An address as a QR code."""

from functools import cache


@cache
def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """Returns the squares of a QR code row by row, True where it is black; without the white margin it needs."""
    import segno  # 27 ms, and only when something is shared

    made = segno.make(text, error="m", micro=False)
    return tuple(tuple(bool(each) for each in row) for row in made.matrix)
