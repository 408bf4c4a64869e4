"""A creature as plain data for formats that are tables or blocks: nothing of it is lost on the way back."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from encounter_gui.encounter.values import Side, Value
from encounter_gui.interchange.documents import Json, json_inside, mapping
from encounter_gui.rules.files.ruleset_errors import too_large
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef

EXACT = "encounter_gui"
"""The column of a table, and the key of a block, under which such a record stands as JSON on one line."""

_NEEDED = ("sheet", "items")


class Exact(msgspec.Struct, frozen=True, kw_only=True):
    """What is exact about a creature in a file of another shape."""

    key: str
    name: str
    side: Side = "foe"
    is_named: bool = False
    sheet: Mapping[str, Value] = {}
    items: tuple[CarriedDef, ...] = ()
    held: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    source: str = ""


def record(entry: LibraryCreature) -> dict[str, Any]:
    """Returns what brings a creature back exactly, as plain data."""
    creature = entry.creature
    return dict(
        msgspec.to_builtins(
            Exact(**{field: getattr(creature, field) for field in Exact.__struct_fields__})
        )
    )


def creature_of(value: Json) -> CreatureDef | None:
    """Returns the creature of a record that ``record`` made; None: it is none, or was edited past reading."""
    data = mapping(parse_record(value))
    if not all(key in data for key in _NEEDED) or next(too_large(data), None) is not None:
        return None
    try:
        exact = msgspec.convert(data, Exact, strict=False)
    except msgspec.ValidationError:
        return None
    return CreatureDef(**{field: getattr(exact, field) for field in Exact.__struct_fields__})


def compact(value: Json) -> str:
    """Returns data as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parse_record(value: Json) -> Json:
    """Returns the data of a text that is JSON, and what is no text as it is; None: it is no JSON."""
    return json_inside(value) if isinstance(value, str) else value
