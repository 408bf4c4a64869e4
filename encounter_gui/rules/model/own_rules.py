"""The own rules of a campaign: what its game master changes about a game, version by version."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

DRAFT = 0
"""The version of what is not saved as one yet."""

Author = Literal["me", "file", "restored"]
"""Where a version is from: made here, taken in from a file, or an earlier one made the newest again."""


class OwnRules(msgspec.Struct, frozen=True, kw_only=True):
    """One version of the own rules for a game; it is never changed, only followed by others.

    ``version`` counts from 1; 0 is the draft. ``at`` is the moment in UTC (ISO 8601) and ``author`` who has made it, as
    far as a file said so. ``data`` holds what differs from the game, tables within tables, entries by their keys.
    ``typed`` holds what was typed in the draft and cannot be read yet, by the place it was typed at (names joined by
    tabs). ``book`` holds what the game said at each place when it was changed, so that a book which changes is noticed.
    ``pack`` and ``pack_version`` are the id and the version of the file that these rules, or those they were made of,
    were taken in from, and ``licence`` what it allowed; empty: they are from no file.
    """

    name: str
    version: int = DRAFT
    at: str = ""
    source: Author = "me"
    author: str = ""
    note: str = ""
    data: Mapping[str, Any] = {}
    typed: Mapping[str, str] = {}
    book: Mapping[str, Any] = {}
    pack: str = ""
    pack_version: str = ""
    licence: str = ""

    @property
    def is_draft(self) -> bool:
        """Whether it is not a version yet."""
        return self.version == DRAFT
