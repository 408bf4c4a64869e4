"""A change by hand as typed: ``-7`` hurts, ``+3`` heals, ``=5`` sets, a bare number hurts."""

import re

_CHANGE = re.compile(r"\s*([-−–+=]?)\s*([-−–]?)\s*(\d{1,6})\s*")
_MINUS = "-−–"


def read_change(text: str) -> str | None:
    """Returns a change as commands take it (``-7``, ``+3``, ``=5``, ``=-2``); None for anything else.

    Any dash is a minus; a number without a sign is damage.
    """
    found = _CHANGE.fullmatch(text)
    if found is None:
        return None
    sign, second, number = found.groups()
    if second and sign != "=":
        return None
    sign = "-" if not sign or sign in _MINUS else sign
    return f"{sign}{'-' if second else ''}{int(number)}"
