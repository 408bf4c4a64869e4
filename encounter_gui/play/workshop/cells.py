"""Cells of the tables of a ruleset as text and back."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from encounter_gui.rules.files.tables import Column
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.model.value_text import read_value, value_text

_EFFECT = re.compile(r"(?P<on>[a-z_]+)\s*(?P<amount>[+-]?\d+)")


def cell_text(column: Column, value: object, items: Mapping[str, str] = {}) -> str:
    """Returns a value, as the files of a ruleset hold it, as it is shown and typed; empty for none.

    ``items`` are the names of the things there are, by their keys: those carried are called so.
    """
    match column.shape:
        case "words":
            return ", ".join(map(str, value)) if isinstance(value, list | tuple) else ""
        case "effects":
            entries = value if isinstance(value, list | tuple) else ()
            return ", ".join(map(_effect_text, entries))
        case "carried":
            entries = value if isinstance(value, list | tuple) else ()
            return ", ".join(_carried_text(each, items) for each in entries)
        case _:
            return value_text(tuple(value) if isinstance(value, list) else value)  # type: ignore[arg-type]


def as_read(column: Column, text: str) -> str:
    """Returns a cell as it is read: a value of an item that may be below zero adds to something, and has its sign."""
    is_modifier = column.path[:1] == ("values",) and (column.field.least or 0) < 0
    has_sign = is_modifier and column.field.kind == "number" and text.isdecimal() and int(text)
    return with_sign(int(text)) if has_sign else text


def read_cell(
    column: Column,
    text: str,
    before: object = None,
    items: Mapping[str, str] = {},
) -> Any:  # noqa: ANN401 - as files hold it
    """Returns the value, as the files of a ruleset hold it, that a text stands for; None: empty, nothing.

    ``before`` is what stood there: of things carried, those that stay keep the values of their own. ``items`` are
    the names of the things there are, by their keys.

    Raises:
        ValueError: it cannot be one of this column.
    """
    said = text.strip().replace("−", "-")
    match column.shape:
        case "words":
            return [each.strip() for each in said.split(",") if each.strip()]
        case "effects":
            return [_effect(each.strip()) for each in said.split(",") if each.strip()]
        case "carried":
            known = list(before) if isinstance(before, list | tuple) else []
            return [_carried(each, known, items) for each in _names(said, known, items)]
        case _:
            value = read_value(column.field, text)
            if column.field.dice and value is not None:
                return "".join(said.split()).lower()  # as it was written: d8 is not made 1d8
            return list(value) if isinstance(value, tuple) else value


def _field(entry: object, name: str) -> object:
    return entry.get(name, "") if isinstance(entry, Mapping) else getattr(entry, name, "")


def _effect_text(entry: object) -> str:
    amount = _field(entry, "amount")
    return f"{_field(entry, 'on')} {with_sign(amount) if isinstance(amount, int) else amount}"


def _effect(said: str) -> dict[str, Any]:
    found = _EFFECT.fullmatch(said)
    if found is None:
        raise ValueError(said)
    return {"on": found["on"], "amount": int(found["amount"])}


def _carried_text(entry: object, items: Mapping[str, str]) -> str:
    """Returns what a thing that somebody carries is called: by its own name, by that of the thing, or by its key."""
    item = str(_field(entry, "item"))
    return str(_field(entry, "name")) or items.get(item, item)


def _names(said: str, known: list[Any], items: Mapping[str, str]) -> Iterator[str]:
    """Yields the things named between commas; a name that has commas itself is one."""
    names = {*items.values(), *(_carried_text(each, items) for each in known)}
    spoken = {each.casefold() for each in names}
    parts = [each.strip() for each in said.split(",")]
    while parts:
        lengths = range(len(parts), 0, -1)
        whole = (length for length in lengths if ", ".join(parts[:length]).casefold() in spoken)
        length = next(whole, 1)
        name = ", ".join(parts[:length])
        if name:
            yield name
        parts = parts[length:]


def _carried(said: str, known: list[Any], items: Mapping[str, str]) -> Any:  # noqa: ANN401 - as files hold it
    wanted = said.casefold()
    for each in known:
        if wanted in (_carried_text(each, items).casefold(), str(_field(each, "item"))):
            known.remove(each)
            return each
    named = (key for key, name in items.items() if name.casefold() == wanted)
    return {"item": next(named, said)}
