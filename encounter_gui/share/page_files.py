"""The few files of the page: held in memory, looked up by name, never by a path."""

from collections.abc import Mapping

from msgspec import Struct, field

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}

FIRST = "page.html"
"""The file that the bare address leads to."""


class PageFiles(Struct, frozen=True, kw_only=True):
    """Files by name. What they hold is the same for everybody and says nothing about a fight."""

    files: Mapping[str, bytes] = field(default_factory=dict)

    def find(self, path: str) -> tuple[bytes, str] | None:
        """Returns the file for the path of a request and its type; None: there is none."""
        name = FIRST if path == "/" else path.removeprefix("/")
        data = self.files.get(name)
        if data is None:
            return None
        return data, _TYPES[name.rpartition(".")[2]]
