"""A creature as plain data for formats that are tables or blocks: nothing of it is lost on the way back."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from encounter_gui.encounter.values import Side, Value
from encounter_gui.interchange.documents import Json, json_inside, mapping
from encounter_gui.rules.files.ruleset_errors import too_large
from encounter_gui.rules.model.prepared import CreatureKind, LibraryCreature, SourceNote, Total
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef

EXACT = "encounter_gui"
"""The column of a table, and the key of a block, under which such a record stands as JSON on one line."""

_NEEDED = ("sheet", "items")


class Known(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the library knows of a creature beyond its sheet; all but its portrait, see ``LibraryCreature``."""

    kind: CreatureKind = "npc"
    role: str = ""
    threat: int = 0
    folder: str = ""
    public_name: str = ""
    base: str = ""
    source: SourceNote | None = None
    guessed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    total: Total = "sheet"


class Exact(msgspec.Struct, frozen=True, kw_only=True):
    """What is exact about a creature in a file of another shape; ``known`` None: older files do not say."""

    key: str
    name: str
    side: Side = "foe"
    is_named: bool = False
    sheet: Mapping[str, Value] = {}
    items: tuple[CarriedDef, ...] = ()
    held: str = ""
    off: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    source: str = ""
    known: Known | None = None


_OF_CREATURE = tuple(field for field in Exact.__struct_fields__ if field != "known")


def record(entry: LibraryCreature) -> dict[str, Any]:
    """Returns what brings a creature back exactly, as plain data."""
    creature = {field: getattr(entry.creature, field) for field in _OF_CREATURE}
    known = Known(**{field: getattr(entry, field) for field in Known.__struct_fields__})
    return dict(msgspec.to_builtins(Exact(**creature, known=known)))


def entry_of(value: Json) -> tuple[CreatureDef | None, LibraryCreature | None]:
    """Returns the creature of a record that ``record`` made, and with it all the library knew where that is told.

    None: it is no such record, or was edited past reading.
    """
    data = mapping(parse_record(value))
    if not all(key in data for key in _NEEDED) or next(too_large(data), None) is not None:
        return None, None
    try:
        exact = msgspec.convert(data, Exact, strict=False)
    except msgspec.ValidationError:
        return None, None
    creature = CreatureDef(**{field: getattr(exact, field) for field in _OF_CREATURE})
    if exact.known is None:
        return creature, None
    known = {field: getattr(exact.known, field) for field in Known.__struct_fields__}
    return creature, LibraryCreature(creature=creature, **known)


def compact(value: Json) -> str:
    """Returns data as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parse_record(value: Json) -> Json:
    """Returns the data of a text that is JSON, and what is no text as it is; None: it is no JSON."""
    return json_inside(value) if isinstance(value, str) else value
