"""Items and conditions in words: their most telling numbers, what they do, and everything about them in a sentence."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.library.fields.field_text import with_sign
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.ruleset import ConditionDef, ItemDef, ItemFieldDef, Ruleset
from encounter_gui.rules.model.value_text import value_text

ITEM_ICONS: Mapping[str, str] = {
    "weapon": "target",
    "armor": "armour",
    "explosive": "grenade",
    "gear": "settings",
}
KINDS = ("weapon", "armor", "explosive", "gear")
"""Kinds of items, in the order in which they are listed."""
ConditionKind = Literal["danger", "warn", "good", "info", "neutral"]
CONDITION_KINDS: tuple[ConditionKind, ...] = ("danger", "warn", "good", "info", "neutral")
"""Kinds of conditions, the most pressing first."""
_MOST_TOLD = 2
_DIGIT = re.compile(r"\d")


def icon_of(extra: CustomEntry) -> str:
    """Returns the icon of an item or condition; one that has none is a mere tag."""
    if isinstance(extra, ItemDef):
        return ITEM_ICONS[extra.kind]
    return extra.icon or "tag"


def role_of(extra: CustomEntry) -> str:
    """Returns the colour role an icon is drawn in."""
    if isinstance(extra, ItemDef) or extra.kind == "neutral":
        return "text.secondary"
    return f"status.{extra.kind}"


def note_of(ruleset: Ruleset, extra: CustomEntry, texts: MessageCatalog) -> str:
    """Returns the most telling numbers of an item, or what a condition does."""
    if isinstance(extra, ConditionDef):
        return extra.text or effect_text(extra, texts)
    told = [value for _, value in _numbers(ruleset, extra)][: _MOST_TOLD + 1]
    if not all(
        isinstance(value, int) for value in told
    ):  # three plain numbers are as short as two of others
        told = told[:_MOST_TOLD]
    return " · ".join(map(value_text, told)) or str(extra.values.get("text", ""))


def facts_of(
    ruleset: Ruleset, extra: CustomEntry, texts: MessageCatalog
) -> Iterator[tuple[str, str]]:
    """Yields everything there is to know, as names and values in words."""
    yield texts.text_of("gui.thing.kind"), texts.text_of(f"gui.thing.{extra.kind}")
    if isinstance(extra, ConditionDef):
        lasts = "rounds_told" if extra.rounds else extra.lasts or "removed"
        yield (
            texts.text_of("gui.thing.lasts"),
            texts.text_of(f"gui.thing.lasts.{lasts}", count=extra.rounds, unit=ruleset.time.round),
        )
        if extra.effects:
            yield texts.text_of("gui.thing.effects"), effect_text(extra, texts)
        if extra.text:
            yield texts.text_of("gui.thing.text"), extra.text
        return
    fields = {each.key: each for each in ruleset.item_fields}
    for key, value in extra.values.items():
        yield short_name(fields[key]) if key in fields else key, value_text(value)


def spoken_entry(ruleset: Ruleset, extra: CustomEntry, texts: MessageCatalog) -> str:
    """Returns the name of an item or condition with all its values, for screen readers."""
    facts = (f"{name} {value}" for name, value in facts_of(ruleset, extra, texts))
    return ", ".join([extra.name, *facts])


def effect_text(condition: ConditionDef, texts: MessageCatalog) -> str:
    """Returns what a condition adds to which rolls, e.g. ``hit rolls −2, saves −1``."""
    each = (
        f"{effect_name(effect.on, texts)} {plus(effect.amount)}" for effect in condition.effects
    )
    return ", ".join(each)


def effect_name(on: str, texts: MessageCatalog) -> str:
    """Returns what an effect is on, in words: rulesets have keys for it."""
    return texts.text_or(f"gui.thing.on.{on}", on.replace("_", " "))


def plus(amount: int) -> str:
    """Returns an amount with its sign."""
    return f"+{amount}" if amount > 0 else with_sign(amount)


def short_name(field: ItemFieldDef) -> str:
    """Returns what a value is called: how it is written follows the first comma, semicolon or colon."""
    return re.split("[,;:]", field.name)[0]


def hint_of(field: ItemFieldDef) -> str:
    """Returns how a value is written, which stands in its name after the first comma, semicolon or colon; or ""."""
    rest = field.name[len(short_name(field)) :]
    return rest.lstrip(",;: ")


def fields_on(ruleset: Ruleset, kind: str) -> tuple[ItemFieldDef, ...]:
    """Returns the values items of a kind may have."""
    return tuple(each for each in ruleset.item_fields if kind in each.on)


def kinds_in(ruleset: Ruleset) -> tuple[str, ...]:
    """Returns the kinds of items that may have values in a ruleset, or are in its library."""
    known = {kind for each in ruleset.item_fields for kind in each.on}
    known |= {each.kind for each in ruleset.items}
    return tuple(kind for kind in KINDS if kind in known)


def effects_in(ruleset: Ruleset) -> tuple[str, ...]:
    """Returns what the conditions of a ruleset have effects on."""
    met = {effect.on: None for each in ruleset.conditions for effect in each.effects}
    return tuple(sorted(met))


def icons_in(ruleset: Ruleset) -> tuple[str, ...]:
    """Returns the icons that conditions of a ruleset have."""
    return tuple(sorted({each.icon for each in ruleset.conditions if each.icon}))


def _numbers(ruleset: Ruleset, item: ItemDef) -> Iterable[tuple[str, Value]]:
    """Values that hold numbers, in the ruleset's own order: it begins with what matters most."""
    for field in fields_on(ruleset, item.kind):
        value = item.values.get(field.key)
        if value is None or isinstance(value, bool) or field.options:
            continue
        if not isinstance(value, str) or (field.key != "text" and _DIGIT.search(value)):
            yield field.key, value
