"""The tables of a ruleset as a person reads and changes them: one declared schema of what may stand where.

What a value may be is read off the classes that the reader of the files validates with, and off what a ruleset declares
of the values of its items and sheets. So a table and a file can never disagree about it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from encounter_gui.encounter.values import Value
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.model.games.declared_game import AttackDef
from encounter_gui.rules.model.ruleset import (
    ActionDef,
    CarriedDef,
    ConditionDef,
    CreatureDef,
    Effect,
    FieldDef,
    GaugeDef,
    ItemDef,
    ItemFieldDef,
    LocationDef,
    ModifierDef,
    NumberDef,
    Ruleset,
    SwitchDef,
    WoundLevelDef,
)
from encounter_gui.rules.model.value_text import as_item_field

Shape = Literal["value", "words", "effects", "carried"]
"""What a cell holds: one value, several words, effects on rolls, or things that somebody carries."""


class Column(Struct, frozen=True, kw_only=True):
    """A column: the place of its values below an entry, and what they may be.

    ``field.name`` is empty where the name of the column is a text of the program: that of ``section.key``. A column
    that ``is_fixed`` is shown and not changed: formulas and keys stay in the files. ``default`` counts where nothing is
    said. One that ``is_open`` holds values of several kinds: each entry stays of the kind it is.
    """

    path: Place
    field: ItemFieldDef
    shape: Shape = "value"
    is_fixed: bool = False
    default: Any = None
    is_open: bool = False

    @property
    def key(self) -> str:
        """What tells it apart from the other columns of its table."""
        return ".".join(self.path)


class Row(Struct, frozen=True, kw_only=True):
    """An entry of a table: where it stands, what it is called, and the rule and sentence it belongs to.

    The sentence of a number may say where its value belongs, as ``NumberDef`` has it.
    """

    place: Place
    name: str
    rule: str = ""
    text: str = ""
    kind: str = ""


class TableDef(Struct, frozen=True, kw_only=True):
    """A table: ``key`` names it, ``section`` is where it stands in the files. ``can_grow``: it may get new entries."""

    key: str
    section: str
    columns: tuple[Column, ...]
    can_grow: bool = True
    kinds: tuple[str, ...] = ()

    def column(self, path: Place) -> Column | None:
        """Returns the column of values at this path below an entry; None: there is none."""
        return next((each for each in self.columns if each.path == path), None)


_CLASSES: Mapping[str, type] = {
    "conditions": ConditionDef,
    "locations": LocationDef,
    "wound_levels": WoundLevelDef,
    "gauges": GaugeDef,
    "actions": ActionDef,
    "modifiers": ModifierDef,
    "switches": SwitchDef,
    "numbers": NumberDef,
    "fields": FieldDef,
    "items": ItemDef,
    "creatures": CreatureDef,
    "attacks": AttackDef,
}
"""The class of the entries of each section."""

_SHOWN: Mapping[str, tuple[str, ...]] = {
    "conditions": (
        "name",
        "effects",
        "lasts",
        "rounds",
        "kind",
        "icon",
        "by_hand",
        "is_seen",
        "text",
        "timed_text",
    ),
    "locations": ("name", "short", "rolls", "penalty", "side"),
    "wound_levels": ("name", "letter", "penalty", "threshold"),
    "gauges": ("name", "short", "most", "floor", "ticks", "counts_harm"),
    "actions": ("name", "cost", "spends", "is_allowed", "text"),
    "modifiers": ("name", "amount", "group", "on", "of_target"),
    "switches": ("name", "default", "text"),
    "numbers": ("value",),
    "attacks": (
        "name",
        "roll",
        "against",
        "draw",
        "damage",
        "soak",
        "least",
        "lowers",
        "on_hit",
        "on_harm",
        "needs",
        "text",
    ),
    "fields": ("name", "short", "default", "least", "most"),
    "items": ("name",),
    "creatures": ("name", "side", "is_named", "items", "held", "off", "tags", "note"),
}
"""The columns of each section, in their order; those of items and sheets come after."""

FIXED = frozenset({"most", "floor", "threshold", "group", "on", "side", "of_target"})
"""What is shown and stays in the files: formulas, and what an entry hangs together with."""

_CHANGEABLE = frozenset({("fields", "most"), ("creatures", "side")})

_GROWS = frozenset({"conditions", "modifiers", "items", "creatures"})

_KINDS: Mapping[str, tuple[str, ...]] = {
    "weapons": ("weapon",),
    "armor": ("armor",),
    "explosives": ("explosive",),
    "gear": ("gear",),
}
"""The tables of items, with the kinds of items that stand in each."""

_LISTS: Mapping[str, Callable[[str], bool]] = {
    "names": lambda name: name in ("names", "name_patterns") or name.startswith("loadout_"),
    "scales": lambda name: name.startswith(("import_", "convert", "natural_", "export")),
}
"""The tables of number rows and words that have a page of their own; ``lists`` are all the others."""


def tables_of(ruleset: Ruleset) -> tuple[TableDef, ...]:
    """Returns the tables of a ruleset that have anything in them, in the order in which people look for them."""
    items = (_items(ruleset, key, kinds) for key, kinds in _KINDS.items())
    sections = (
        "attacks",
        "conditions",
        "locations",
        "wound_levels",
        "numbers",
        "actions",
        "modifiers",
    )
    rest = ("switches", "gauges", "fields")
    found = (
        *items,
        *(_section(ruleset, each) for each in sections),
        _section(ruleset, "creatures"),
        *(_section(ruleset, each) for each in rest),
        *(_list(key) for key in (*_LISTS, "lists")),
    )
    return tuple(each for each in found if rows_of(ruleset, each))


def rows_of(ruleset: Ruleset, table: TableDef) -> tuple[Row, ...]:
    """Returns the entries of a table, in the order of the files."""
    return tuple(_rows(ruleset, table))


def _rows(ruleset: Ruleset, table: TableDef) -> Iterator[Row]:
    match table.section:
        case "numbers":
            for key, number in ruleset.numbers.items():
                yield Row(place=("numbers", key), name=key, rule=number.rule, text=number.text)
        case "tables":
            for name, content in ruleset.tables.items():
                if _list_of(name) == table.key:
                    yield from (
                        Row(place=("tables", name, key), name=key, kind=name) for key in content
                    )
        case "items":
            for each in ruleset.items:
                if each.kind in table.kinds:
                    yield Row(place=("items", each.key), name=each.name, kind=each.kind)
        case section:
            yield from (_row(section, each) for each in getattr(ruleset, section))


def _row(section: str, entry: Any) -> Row:  # noqa: ANN401 - an entry of any of the sections
    key = str(entry.level if section == "wound_levels" else entry.key)
    rule, text = (getattr(entry, name, "") for name in ("rule", "text"))
    return Row(place=(section, key), name=entry.name, rule=rule, text=text)


def _items(ruleset: Ruleset, key: str, kinds: tuple[str, ...]) -> TableDef:
    values = (
        Column(path=("values", each.key), field=each)
        for each in ruleset.item_fields
        if set(each.on) & set(kinds)
    )
    return TableDef(key=key, section="items", kinds=kinds, columns=(*_columns("items"), *values))


def _section(ruleset: Ruleset, section: str) -> TableDef:
    sheet = (
        Column(path=("sheet", each.key), field=as_item_field(each), default=each.default)
        for each in (ruleset.fields if section == "creatures" else ())
    )
    return TableDef(
        key=section,
        section=section,
        columns=(*_columns(section), *sheet),
        can_grow=section in _GROWS,
    )


def _list(key: str) -> TableDef:
    """Returns a table of tables: each value of each of them is an entry, and its own place."""
    column = Column(path=(), field=ItemFieldDef(key="value", name="", kind="text"), is_open=True)
    return TableDef(key=key, section="tables", columns=(column,), can_grow=False)


def _list_of(name: str) -> str:
    return next((key for key, holds in _LISTS.items() if holds(name)), "lists")


@cache
def _columns(section: str) -> tuple[Column, ...]:
    return tuple(_column(section, name) for name in _SHOWN[section])


def _column(section: str, name: str) -> Column:
    kind, shape, options = _kind(get_type_hints(_CLASSES[section])[name])
    declared = next(each for each in fields(_CLASSES[section]) if each.name == name)
    return Column(
        path=(name,),
        field=ItemFieldDef(key=name, name="", kind=kind, options=options),
        shape=shape,
        is_fixed=name in FIXED and (section, name) not in _CHANGEABLE,
        default=None if declared.default is MISSING else declared.default,
        is_open=get_type_hints(_CLASSES[section])[name] == Value,
    )


def _kind(
    hint: Any,  # noqa: ANN401 - a type
) -> tuple[Literal["number", "text", "flag", "row"], Shape, tuple[Value, ...]]:
    """Returns what a value of this type is read as, and what it may be; empty: anything."""
    arguments = tuple(each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is Literal:
        return "text", "value", get_args(hint)
    if hint in (bool, int, str):
        return {bool: "flag", int: "number", str: "text"}[hint], "value", ()  # type: ignore[return-value]
    if get_origin(hint) is tuple:
        if arguments[0] is int:
            return "row", "value", ()
        shapes: Mapping[Any, Shape] = {Effect: "effects", CarriedDef: "carried"}
        return "text", shapes.get(arguments[0], "words"), ()
    if len(arguments) == 1:
        return _kind(arguments[0])
    return "text", "value", ()
