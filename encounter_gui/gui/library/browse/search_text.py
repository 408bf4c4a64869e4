"""What is typed into the search field: how many, and who."""

MOST = 100


def split_count(text: str) -> tuple[int, str]:
    """Returns how many are wanted (0: not said) and what they are called.

    Example:
        >>> split_count("4 ganger")
        (4, 'ganger')
    """
    first, _, rest = text.strip().partition(" ")
    if first.isdecimal() and 1 <= int(first) <= MOST:
        return int(first), rest.strip()
    return 0, text.strip()
