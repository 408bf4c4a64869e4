"""Edits of prepared values, each as the value after it."""

from dataclasses import replace
from typing import Any

from msgspec import structs

from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import ItemDef


def with_creature(entry: LibraryCreature, **changes: Any) -> LibraryCreature:  # noqa: ANN401 - as ``replace`` takes them
    """Returns an entry whose creature (name, side, items and so on) is changed."""
    return structs.replace(entry, creature=replace(entry.creature, **changes))


def with_field(entry: LibraryCreature, key: str, value: Value | None) -> LibraryCreature:
    """Returns an entry with a field of the sheet set; None: it is not on the sheet, and counts as its default.

    A field whose value an import guessed is no longer marked as guessed.
    """
    sheet = {each: kept for each, kept in entry.creature.sheet.items() if each != key}
    if value is not None:
        sheet[key] = value
    guessed = tuple(each for each in entry.guessed if each != key)
    return structs.replace(with_creature(entry, sheet=sheet), guessed=guessed)


def with_item_value(item: ItemDef, key: str, value: Value | None) -> ItemDef:
    """Returns an item with a value set; None: it has no such value."""
    values = {each: kept for each, kept in item.values.items() if each != key}
    if value is not None:
        values[key] = value
    return replace(item, values=values)
