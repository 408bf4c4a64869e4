"""Numbers and lists as people write them."""

MINUS = "−"


def signed(amount: int) -> str:
    """Returns a modifier with its sign, e.g. ``−2`` or ``+1``."""
    return f"{MINUS if amount < 0 else '+'}{abs(amount)}"


def plain(amount: int) -> str:
    """Returns a number with a proper minus."""
    return f"{MINUS if amount < 0 else ''}{abs(amount)}"
