"""Lists of creatures of the fifth edition's kind, read for what every tracker needs: name, health, armour, attacks."""

from collections.abc import Iterator, Mapping

from encounter_gui.interchange.adapter import Adapter, Piece, health_warnings, origin_of, raw_text
from encounter_gui.interchange.documents import Document, Json, at, mapping, rows
from encounter_gui.interchange.formats.attack_text import attack, with_attacks
from encounter_gui.interchange.formats.stat_blocks import (
    Values,
    assumed_health,
    stat_block,
    with_health,
)
from encounter_gui.interchange.formats.value_parsing import first_whole, text, whole
from encounter_gui.interchange.imported import Flat, Found

_LISTS = ("monster", "monsters", "results", "creatures")
_NAMES = {
    "hp_max": ("hit_points", "hp.average", "hp", "HP"),
    "initiative": ("initiative", "initiative_bonus"),
}
_ARMOR = ("armor_class", "ac", "AC")
_DICE = ("hit_points_roll", "hit_dice", "hp.formula")
_ABILITIES = (
    *("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"),
    *("str", "dex", "con", "int", "wis", "cha"),
)
_LOOKED_AT = 1_000
"""In how many records of a list one has to show that is a creature."""

_WORDS = ("desc", "description", "entries")


def is_list(document: Document) -> bool:
    """Returns whether a document holds records that have a name and anything like health or armour."""
    return document.kind == "json" and any(True for _ in _alive(document, _LOOKED_AT))


def blocks(document: Document) -> Iterator[Mapping[str, Json]]:
    """Yields every record that looks like a creature."""
    return _alive(document, None)


def _alive(document: Document, most: int | None) -> Iterator[Mapping[str, Json]]:
    data = document.data
    found = (
        data
        if isinstance(data, list)
        else next((data[key] for key in _LISTS if key in mapping(data)), [data])
    )
    for each in rows(found)[:most] if isinstance(found, list) else []:
        record = mapping(each)
        if isinstance(record.get("name"), str) and _looks_alive(record):
            yield record


def _looks_alive(record: Mapping[str, Json]) -> bool:
    return any(key in record for key in ("hit_points", "hp", "HP", "hit_dice", *_ARMOR))


def read_block(block: Mapping[str, Json]) -> Values:
    """Returns the values of a record under our names."""
    said = next((value for key in _DICE if isinstance(value := at(block, key), str)), None)
    values = with_health(stat_block(block, _NAMES), said)
    armor = next((n for key in _ARMOR if (n := _armor(block.get(key))) is not None), None)
    if armor is not None:
        values["ac"] = armor
    for name in _ABILITIES:
        number = whole(block.get(name))
        if number is not None:
            values[f"stat_{name[:3]}"] = number
    attacks = tuple(
        _attack(mapping(each)) for each in rows(block.get("actions", block.get("action")))
    )
    return with_attacks(values, attacks)


def _armor(value: Json) -> int | None:
    """Armour is a number, a list of numbers, or a list of records with one."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, Mapping):
        value = value.get("value", value.get("ac"))
    return first_whole(value)


def _attack(action: Mapping[str, Json]) -> Mapping[str, Flat]:
    return attack(text(action.get("name")), _words(action), action)


def _words(record: Mapping[str, Json]) -> str:
    value = next((record[key] for key in _WORDS if key in record), "")
    return "\n".join(text(each) for each in value) if isinstance(value, list) else text(value)


def notes_of(block: Mapping[str, Json]) -> str:
    """Returns everything said about it in words, and every action that is no attack."""
    actions = [mapping(each) for each in rows(block.get("actions", block.get("action")))]
    others = (each for each in actions if not {"attack_bonus", "damage"} & set(_attack(each)))
    said = (f"{text(each.get('name'))}: {_words(each)}" for each in others)
    return "\n".join(line for line in (_words(block), *said) if line)


def _creatures(document: Document) -> Iterator[Piece]:
    for block in blocks(document):
        raw = raw_text(block)
        values = read_block(block)
        name = text(block.get("name"))
        yield Found(
            name=name,
            type="npc",
            ruleset="",
            values=values,
            origin=origin_of(document, "list", raw),
            raw=raw,
            notes=notes_of(block),
            warnings=health_warnings(name, values),
            assumed=assumed_health(values, stat_block(block, _NAMES)),
        )


ADAPTER = Adapter(id="list", endings=(".json",), knows=is_list, read=_creatures)
