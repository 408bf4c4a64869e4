"""Words on their way to a terminal: a name must not move its cursor, change its title, or turn its lines around."""

import re
from typing import TextIO

# Control characters but tab and line break, the marks that change the direction of writing, and the halves of
# characters by which Python keeps what is no UTF-8 in the name of a file.
_ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """Returns a text in which what acts on a terminal is seen, not obeyed: as JSON writes such characters."""
    return _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class TerminalStream:
    """A stream that writes everything visibly; what is written is text for people, or JSON."""

    def __init__(self, stream: TextIO) -> None:
        """Takes the stream that is written to."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes a text."""
        return self._stream.write(visible(text))

    def flush(self) -> None:
        """Hands on what was written."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Returns whether this is a terminal."""
        return self._stream.isatty()
