"""The help page that lists every key of a ruleset's files and what it may be: made from the schema that reads them.

``python -m tests.helpers.ruleset_keys_page`` writes it anew.
"""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from encounter_gui.rules.files.ruleset_errors import value_text
from encounter_gui.rules.model.games.declared_game import AttackDef, TurnsDef
from encounter_gui.rules.model.icon_names import ICON_NAMES
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
    TimeUnits,
    WoundLevelDef,
)
from encounter_gui.rules.model.text_format import without_value
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped

PAGE = Path(__file__).resolve().parents[2] / "resources" / "help" / "ruleset-keys.md"

GAMES = {
    "chrome": "CHROME",
    "cwn": "Cities Without Number",
    "phases": "Phases and wounds",
    "d6pool": "D6 pools",
}
SECTIONS: dict[str, type] = {
    "[time]": TimeUnits,
    "[[fields]]": FieldDef,
    "[[gauges]]": GaugeDef,
    "[[locations]]": LocationDef,
    "[[wound_levels]]": WoundLevelDef,
    "[[actions]]": ActionDef,
    "[[conditions]]": ConditionDef,
    "effects of a condition": Effect,
    "[[modifiers]]": ModifierDef,
    "[[switches]]": SwitchDef,
    "[numbers.NAME]": NumberDef,
    "[[item_fields]]": ItemFieldDef,
    "[[items]]": ItemDef,
    "[[creatures]]": CreatureDef,
    "items of a creature": CarriedDef,
    "[turns], of a declared game": TurnsDef,
    "[[attacks]], of a declared game": AttackDef,
}
_WORDS = {int: "a whole number", str: "text", bool: "true or false"}
_MANY: dict[Any, str] = {str: "texts", int: "whole numbers"}
_OUR_OWN = {"changed", "own_name", "own_version"}
_HEAD = (
    "Every key of a ruleset's files, what it may be, and what counts where it is left out. The page is made from the "
    "schema that reads the files: what is not here is refused. How the parts hang together: [rulesets](rulesets.md)."
)


def page() -> str:
    """Returns the page in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from ("# Keys of a ruleset", "", _HEAD, "", "## At the top of `ruleset.toml`", "")
    yield from _table(Ruleset, {each.name for each in fields(Ruleset)} - _plain_names())
    for title, kind in SECTIONS.items():
        name, comma, rest = title.partition(",")
        shown = f"`{name}`{comma}{rest}" if title.startswith("[") else title.capitalize()
        yield from ("", f"## {shown}", "")
        yield from _table(kind, set())
    yield from (
        "",
        "`icon` is one of these: " + ", ".join(f"`{each}`" for each in sorted(ICON_NAMES)) + ".",
    )
    for game, name in GAMES.items():
        yield from _game(game, name)


def _plain_names() -> set[str]:
    """Returns the keys of a ruleset that are values of their own, no tables with a section here."""
    hints = get_type_hints(Ruleset)
    return {name for name, hint in hints.items() if hint is str} - _OUR_OWN


def _table(kind: type, left_out: set[str]) -> Iterator[str]:
    hints = get_type_hints(kind)
    yield from ("| key | may be | left out |", "|---|---|---|")
    for each in fields(kind):
        if each.name not in left_out | _OUR_OWN:
            yield f"| `{each.name}` | {_kind(hints[each.name])} | {_default(each)} |"


def _kind(hint: Any) -> str:
    arguments = tuple(each for each in get_args(hint) if each is not NoneType)
    origin = get_origin(hint)
    if origin is Literal:
        return "one of " + ", ".join(f"`{value_text(each)}`" for each in get_args(hint))
    if hint in _WORDS:
        return _WORDS[hint]
    if origin is tuple:
        return f"a list of {_MANY.get(arguments[0], 'tables, see below')}"
    if isinstance(hint, type) and hint in SECTIONS.values():
        return "tables, see below"
    if arguments and origin is not None and hasattr(origin, "keys"):
        return "a table: " + _kind(arguments[-1])
    if len(arguments) > 1:
        return "a whole number, text, true or false, or a list of whole numbers"
    return _kind(arguments[0])


def _default(each: "Field[Any]") -> str:
    if each.default is MISSING and each.default_factory is MISSING:
        return "must be there"
    if each.default is MISSING:
        return "empty"
    if each.default is None:
        return "not said"
    return "empty" if each.default in ("", ()) else f"`{value_text(each.default)}`"


def _game(game: str, name: str) -> Iterator[str]:
    ruleset, system = shipped(game), system_for(game)
    yield from ("", f"## {name}", "")
    effects = ", ".join(f"`{each}`" for each in system.effects)
    yield from (f"Effects of conditions may be `on`: {effects}.", "")
    yield from ("Values of items:", "", "| key | of | may be | |", "|---|---|---|---|")
    for each in ruleset.item_fields:
        on = ", ".join(each.on)
        yield f"| `{each.key}` | {on} | {_item_value(each)} | {each.name}{f', {each.rule}' if each.rule else ''} |"
    yield from ("", "Numbers of the rules:", "", "| key | range | |", "|---|---|---|")
    for key, number in ruleset.numbers.items():
        text = f"{without_value(number.text)}.".replace("|", "/")
        yield f"| `numbers.{key}` | {number.least} to {number.most} | {text} {number.rule} |"


def _item_value(field: ItemFieldDef) -> str:
    if field.options:
        return "one of " + ", ".join(f"`{value_text(each)}`" for each in field.options)
    if field.dice:
        return "dice of one kind" if field.dice == "one_kind" else "dice"
    words = {
        "number": "a whole number",
        "text": "text",
        "flag": "true or false",
        "row": f"{field.length or 'some'} numbers{', rising' if field.ascending else ''}",
    }
    low = "" if field.least is None else f", from {field.least}"
    high = "" if field.most is None else f" to {field.most}"
    return f"{words[field.kind]}{low}{high}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
