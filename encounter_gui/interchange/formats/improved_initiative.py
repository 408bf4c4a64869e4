"""Improved Initiative: whole libraries in their two forms, saved encounters, and lists of stat blocks."""

from collections.abc import Iterator, Mapping

from encounter_gui.core.messages import say
from encounter_gui.interchange.adapter import Adapter, Piece, health_warnings, origin_of, raw_text
from encounter_gui.interchange.documents import Document, Json, at, json_inside, mapping, rows
from encounter_gui.interchange.formats.attack_text import attack, with_attacks
from encounter_gui.interchange.formats.stat_blocks import (
    Values,
    assumed_health,
    stat_block,
    with_health,
)
from encounter_gui.interchange.formats.value_parsing import text, whole
from encounter_gui.interchange.imported import Flat, Found, Skipped

_OLD = "ImprovedInitiative."
_KINDS = ("Creatures", "PersistentCharacters", "SavedEncounters")
_PARTS = ("Traits", "Actions", "Reactions", "LegendaryActions", "BonusActions", "MythicActions")
_NAMES = {
    "hp": ("CurrentHP", "HP.Value"),
    "hp_max": ("HP.Value",),
    "ac": ("AC.Value",),
    "initiative": ("InitiativeModifier",),
}
_KNOWN = {
    *(
        "Name",
        "Source",
        "Type",
        "HP",
        "AC",
        "InitiativeModifier",
        "Speed",
        "Abilities",
        "Description",
        "Player",
    ),
    *("Id", "Path", "Version", "Alias", "CurrentHP", "Hidden", "StatBlock", *_PARTS),
}

Block = tuple[Mapping[str, Json], str]
"""A stat block, and the folder or encounter it stands in."""


def is_improved_initiative(document: Document) -> bool:
    """Returns whether a document is one of its exports, or a list of its stat blocks."""
    if document.kind != "json":
        return False
    data = document.data
    if isinstance(data, list):
        return bool(data) and all(_is_block(mapping(each)) for each in data[:3])
    keys = mapping(data)
    return "Combatants" in keys or _is_block(keys) or any(_kind(key) for key in keys)


def blocks(document: Document) -> Iterator[Block]:
    """Yields every stat block, with the name of its folder or encounter."""
    data = document.data
    if isinstance(data, list):
        yield from ((mapping(each), "") for each in data)
    elif "Combatants" in data:
        yield from _combatants(data)
    elif _is_block(data):
        yield data, str(data.get("Path", ""))
    else:
        yield from _library(mapping(data))


def _library(data: Mapping[str, Json]) -> Iterator[Block]:
    """Old exports keep records as JSON inside a text; both forms may stand in one file, and a record in both."""
    seen: set[str] = set()
    for key, value in data.items():
        kind = _kind(key)
        identity = f"{kind}.{key.rpartition('.')[2]}"
        if not kind or key.removeprefix(_OLD) in _KINDS or identity in seen:
            continue
        seen.add(identity)
        record = mapping(_inside(value))
        if kind == "SavedEncounters":
            yield from _combatants(record)
        elif kind == "PersistentCharacters" and isinstance(record.get("StatBlock"), Mapping):
            yield {**record["StatBlock"], "Player": "player"}, str(record.get("Path", ""))
        elif record:
            yield record, str(record.get("Path", ""))


def _combatants(encounter: Mapping[str, Json]) -> Iterator[Block]:
    where = str(encounter.get("Name", ""))
    for each in rows(encounter.get("Combatants")):
        record = mapping(each)
        inner = mapping(record.get("StatBlock"))
        yield (
            {**inner, **{key: value for key, value in record.items() if key != "StatBlock"}},
            where,
        )


def _kind(key: str) -> str:
    """Returns ``Creatures`` for ``Creatures.abc`` and ``ImprovedInitiative.Creatures.abc``; empty for other keys."""
    first = key.removeprefix(_OLD).partition(".")[0]
    return first if first in _KINDS else ""


def _inside(value: Json) -> Json:
    return json_inside(value) if isinstance(value, str) else value


def _is_block(value: Mapping[str, Json]) -> bool:
    return isinstance(value.get("Name"), str) and isinstance(value.get("HP"), Mapping)


def read_block(block: Mapping[str, Json]) -> Values:
    """Returns the values of a stat block under our names."""
    values = with_health(stat_block(block, _NAMES), _dice_of(at(block, "HP.Notes")))
    for name, score in mapping(block.get("Abilities")).items():
        number = whole(score)
        if number is not None:
            values[f"stat_{name.casefold()}"] = number
    return with_attacks(values, (_attack(mapping(each)) for each in rows(block.get("Actions"))))


def _attack(action: Mapping[str, Json]) -> Mapping[str, Flat]:
    return attack(text(action.get("Name")), text(action.get("Content")))


def _dice_of(notes: Json) -> Json:
    """The dice stand in brackets: ``(18d10+36)``."""
    return notes.strip().strip("()") if isinstance(notes, str) else None


def name_of(block: Mapping[str, Json]) -> str:
    """Returns what a combatant is called: its own name before that of its kind."""
    return text(block.get("Alias")) or text(block.get("Name"))


def notes_of(block: Mapping[str, Json]) -> str:
    """Returns everything said about it in words."""
    lines = [text(block.get("Type")), text(block.get("Source")), text(block.get("Description"))]
    parts = (each for part in _PARTS for each in rows(block.get(part)))
    lines += [
        f"{text(at(each, 'Name'))}: {text(at(each, 'Content'))}".strip(": ") for each in parts
    ]
    return "\n".join(line for line in lines if line)


def unknown_keys(block: Mapping[str, Json]) -> tuple[str, ...]:
    """Returns the keys nothing is made of."""
    return tuple(key for key in block if key not in _KNOWN)


def _creatures(document: Document) -> Iterator[Piece]:
    for block, where in blocks(document):
        is_met = (
            "Combatants" in mapping(document.data) or "InitiativeGroup" in block or "Alias" in block
        )
        name = name_of(block)
        if not name:
            yield Skipped(
                file=document.name, name="", reason=say("import.nameless", file=document.name)
            )
            continue
        raw = raw_text(block)
        values = read_block(block)
        yield Found(
            name=name,
            type="pc" if text(block.get("Player")).casefold() not in ("", "npc") else "npc",
            ruleset="",
            values=values,
            origin=origin_of(
                document, "improved-initiative", raw, version=text(block.get("Version"))
            ),
            raw=raw,
            notes=notes_of(block),
            tags=(where,) if where else (),
            encounter=where if is_met else "",
            is_hidden=block.get("Hidden") is True,
            unknown=unknown_keys(block),
            warnings=health_warnings(name, values),
            assumed=assumed_health(values, stat_block(block, _NAMES)),
        )


ADAPTER = Adapter(
    id="improved-initiative", endings=(".json",), knows=is_improved_initiative, read=_creatures
)
