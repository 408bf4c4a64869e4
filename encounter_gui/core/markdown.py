"""Words in a Markdown file: as they are, whatever marks stand in them."""

import re

_MARK = re.compile(r"([\\`*_\[\]<>|#~&])")
_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def escaped(text: str) -> str:
    """Returns words that Markdown shows as they are, in one line: a break would end a cell or a list."""
    plain = _MARK.sub(r"\\\1", " ".join(text.splitlines()))
    return _START.sub(_start, plain)


def _start(match: re.Match[str]) -> str:
    """A line that begins like a list is a line that begins like a list."""
    space, mark = match.groups()
    return f"{space}{mark}\\" if mark.isdigit() else f"{space}\\{mark}"
