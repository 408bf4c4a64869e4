"""What a reader of another tool's files is, and what all of them do alike."""

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256

from msgspec import Struct

from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.documents import Document, Json
from encounter_gui.interchange.imported import (
    Found,
    FoundEncounter,
    FoundExtra,
    FoundGear,
    FoundRules,
    Origin,
    Skipped,
)

Piece = Found | FoundEncounter | FoundExtra | FoundGear | FoundRules | Skipped | Message
"""What a reader yields: a creature, an encounter, an item or condition, own rules, what is left out, or a warning."""

Reader = Callable[[Document], Iterator[Piece]]


class Adapter(Struct, frozen=True, kw_only=True):
    """A reader: its id, the endings of its files, how it knows its documents, and what it reads of them.

    ``endings`` (``.json``) are those that are looked for in a folder and offered when files are chosen.
    """

    id: str
    endings: tuple[str, ...]
    knows: Callable[[Document], bool]
    read: Reader


def origin_of(
    document: Document, adapter: str, raw: str, system: str = "", version: str = ""
) -> Origin:
    """Returns where a creature comes from; ``raw`` is its source as ``raw_text`` writes it."""
    return Origin(
        file=document.name,
        adapter=adapter,
        system=system,
        version=version,
        sha256=sha256(raw.encode()).hexdigest(),
    )


def raw_text(source: Json) -> str:
    """Returns the source of a creature as it is kept beside it: compact JSON."""
    return json.dumps(source, ensure_ascii=False, separators=(",", ":"), default=str)


def health_warnings(name: str, values: Mapping[str, object]) -> tuple[Message, ...]:
    """Returns a warning where the source does not say how much health a creature has."""
    return () if "hp_max" in values else (say("import.no_health", name=name),)
