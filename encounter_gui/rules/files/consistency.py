"""What a ruleset of the right shape may still get wrong: names that lead nowhere, bounds, formulas."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from encounter_gui.core.errors import DataError
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Value
from encounter_gui.rules.files.declared_faults import declared_faults, misplaced
from encounter_gui.rules.files.formula_faults import formula_faults
from encounter_gui.rules.files.ruleset_errors import Source, unknown, value_text
from encounter_gui.rules.model.icon_names import GAUGE_ROLES, HEALTH_ROLE, ICON_NAMES
from encounter_gui.rules.model.items import is_key_taken, names_of
from encounter_gui.rules.model.ruleset import (
    CreatureDef,
    FieldDef,
    ItemFieldDef,
    Ruleset,
    SwitchDef,
)
from encounter_gui.rules.model.text_format import VALUE
from encounter_gui.rules.model.value_text import dice_fault

Fault = tuple[str, Message]
"""Where, as a dotted pointer, and what."""

LISTS = (
    "fields",
    "gauges",
    "locations",
    "wound_levels",
    "actions",
    "conditions",
    "modifiers",
    "switches",
    "item_fields",
    "attacks",
)
"""The lists of a ruleset whose entries may name a rule."""


def inconsistencies(ruleset: Ruleset, source: Source) -> Iterator[DataError]:
    """Yields every problem of a ruleset in which no single value is wrong by itself, one of each value.

    What every ruleset has to be is said before what its game asks of it.
    """
    values: set[str] = set()
    for pointer, message in (*_faults(ruleset), *_system(ruleset)):
        if pointer not in values or "." not in pointer:
            yield source.problem(pointer, message)
        values.add(pointer)


def _faults(ruleset: Ruleset) -> Iterator[Fault]:
    yield from _rules(ruleset)
    yield from _icons(ruleset)
    for field in ruleset.fields:
        yield from _field(field)
    yield from _gauges(ruleset)
    yield from _numbers(ruleset)
    yield from _locations(ruleset)
    yield from _formulas(ruleset)
    for switch in ruleset.switches:
        yield from _switch(switch)
    for item in ruleset.items:
        yield from item_faults(ruleset, item.kind, item.values, f"items.{item.key}.values")
    for creature in ruleset.creatures:
        yield from _creature(ruleset, creature)


def _system(ruleset: Ruleset) -> Iterator[Fault]:
    from encounter_gui.rules.systems import (  # not needed for a pinned ruleset
        EVERY_SYSTEM,
        system_for,
    )

    if ruleset.system in EVERY_SYSTEM:
        system = system_for(ruleset.system)
        yield from system.faults(ruleset)
        yield from system.costs.faults(ruleset)
        known = [each.key for each in system.numbers]
        for key in ruleset.numbers:
            if key not in known:
                yield f"numbers.{key}", unknown("ruleset.unknown_key", key, known)
        yield from _effects(ruleset, system.effects)
        yield from declared_faults(ruleset) if system.is_declared else misplaced(ruleset)
    else:
        listed = ", ".join(EVERY_SYSTEM)
        yield "system", unknown("ruleset.no_such_system", ruleset.system, EVERY_SYSTEM, all=listed)


def _effects(ruleset: Ruleset, known: Sequence[str]) -> Iterator[Fault]:
    """Yields effects of conditions on a kind of roll that the game does not make: they would do nothing."""
    for condition in ruleset.conditions:
        for effect in condition.effects:
            if effect.on not in known:
                pointer = f"conditions.{condition.key}.effects.{effect.on}.on"
                yield (
                    pointer,
                    unknown("ruleset.no_such_effect", effect.on, known, all=", ".join(known)),
                )


def _icons(ruleset: Ruleset) -> Iterator[Fault]:
    for condition in ruleset.conditions:
        if condition.icon and condition.icon not in ICON_NAMES:
            pointer = f"conditions.{condition.key}.icon"
            yield pointer, unknown("ruleset.no_such_icon", condition.icon, sorted(ICON_NAMES))


def _rules(ruleset: Ruleset) -> Iterator[Fault]:
    for name in LISTS:
        for each in getattr(ruleset, name):
            if each.rule and each.rule not in ruleset.rules:
                key = each.level if name == "wound_levels" else each.key
                yield (
                    f"{name}.{key}.rule",
                    unknown("ruleset.no_such_rule", each.rule, ruleset.rules),
                )

    for key, number in ruleset.numbers.items():
        if number.rule and number.rule not in ruleset.rules:
            message = unknown("ruleset.no_such_rule", number.rule, ruleset.rules)
            yield f"numbers.{key}.rule", message


def _numbers(ruleset: Ruleset) -> Iterator[Fault]:
    for key, number in ruleset.numbers.items():
        least, most, pointer = number.least, number.most, f"numbers.{key}"
        if least > most:
            yield f"{pointer}.most", say("ruleset.most_below_least", least=least, most=most)
        else:
            yield from _bounds(number.value, least, most, f"{pointer}.value")
        places, rest = len(VALUE.findall(number.text)), VALUE.sub("", number.text)
        if places > 1 or set("{}") & set(rest):
            yield f"{pointer}.text", say("ruleset.number_text", found=number.text)


def _field(field: FieldDef) -> Iterator[Fault]:
    pointer = f"fields.{field.key}"
    if field.least is not None and field.most is not None and field.least > field.most:
        yield f"{pointer}.most", say("ruleset.most_below_least", least=field.least, most=field.most)
    elif (
        field.kind == "number" or field.default != 0
    ):  # 0 is what all kinds have if nothing is said
        yield from sheet_value_faults(field, field.default, f"{pointer}.default")


def sheet_value_faults(field: FieldDef, value: Value, pointer: str) -> Iterator[Fault]:
    """Yields what is wrong with the value of a sheet field."""
    kinds: Mapping[str, type] = {"number": int, "flag": bool, "text": str}
    if type(value) is not kinds[field.kind]:
        yield pointer, say(f"ruleset.expects_{field.kind}", found=value_text(value))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _bounds(value, field.least, field.most, pointer)


def _bounds(value: int, least: int | None, most: int | None, pointer: str) -> Iterator[Fault]:
    if least is not None and value < least:
        yield pointer, say("ruleset.too_small", found=value, least=least)
    if most is not None and value > most:
        yield pointer, say("ruleset.too_big", found=value, most=most)


def _gauges(ruleset: Ruleset) -> Iterator[Fault]:
    roles = sorted((HEALTH_ROLE, *GAUGE_ROLES))
    for gauge in ruleset.gauges:
        if gauge.role and gauge.role not in roles:
            message = unknown("ruleset.no_such_role", gauge.role, roles, all=", ".join(roles))
            yield f"gauges.{gauge.key}.role", message
    main = [gauge.key for gauge in ruleset.gauges if gauge.is_main]
    for key in main[1:]:
        yield f"gauges.{key}.is_main", say("ruleset.second_main_gauge", first=main[0])
    if ruleset.gauges and not main:
        yield f"gauges.{ruleset.gauges[0].key}", say("ruleset.no_main_gauge")


def _locations(ruleset: Ruleset) -> Iterator[Fault]:
    taken: dict[int, str] = {}
    for location in ruleset.locations:
        for roll in location.rolls:
            other = taken.setdefault(roll, location.key)
            if other != location.key:
                message = say("ruleset.roll_taken", roll=roll, other=other)
                yield f"locations.{location.key}.rolls", message


def _formulas(ruleset: Ruleset) -> Iterator[Fault]:
    known = {field.key for field in ruleset.fields if field.kind != "text"}
    for pointer, formula, may_roll in _all_formulas(ruleset):
        yield from formula_faults(formula, known, pointer, may_roll=may_roll)


def _all_formulas(ruleset: Ruleset) -> Iterator[tuple[str, str, bool]]:
    """Yields pointer, formula, and whether it may have dice in it."""
    for gauge in ruleset.gauges:
        yield f"gauges.{gauge.key}.most", gauge.most, False
        yield f"gauges.{gauge.key}.floor", gauge.floor, False
    for level in ruleset.wound_levels:
        yield f"wound_levels.{level.level}.threshold", level.threshold, False
    for name, formula in ruleset.formulas.items():
        yield f"formulas.{name}", formula, True


def _switch(switch: SwitchDef) -> Iterator[Fault]:
    pointer = f"switches.{switch.key}.default"
    options = switch.options or (True, False)
    if switch.words and len(switch.words) != len(switch.options):
        counts = {"expected": len(switch.options), "found": len(switch.words)}
        yield f"switches.{switch.key}.words", say("ruleset.expects_words", **counts)
    if not any(_same(switch.default, option) for option in options):
        listed = ", ".join(value_text(option) for option in options)
        yield (
            pointer,
            say("ruleset.expects_one_of", options=listed, found=value_text(switch.default)),
        )


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def item_faults(
    ruleset: Ruleset, kind: str, values: Mapping[str, Value], pointer: str
) -> Iterator[Fault]:
    """Yields what is wrong with an item's values; a ruleset without ``item_fields`` allows any."""
    if not ruleset.item_fields:
        return
    allowed = {each.key: each for each in ruleset.item_fields if kind in each.on}
    for key, value in values.items():
        if key in allowed:
            yield from _item_value(allowed[key], value, f"{pointer}.{key}")
        else:
            yield f"{pointer}.{key}", unknown("ruleset.unknown_key", key, allowed)


def _item_value(field: ItemFieldDef, value: Value, pointer: str) -> Iterator[Fault]:
    kinds: Mapping[str, type] = {"number": int, "flag": bool, "text": str, "row": tuple}
    if type(value) is not kinds[field.kind]:
        yield pointer, say(f"ruleset.expects_{field.kind}", found=value_text(value))
        return
    if field.options and not any(_same(value, option) for option in field.options):
        options = ", ".join(value_text(option) for option in field.options)
        yield pointer, say("ruleset.expects_one_of", options=options, found=value_text(value))
    elif field.dice and isinstance(value, str) and (wrong := dice_fault(field, value)) is not None:
        yield pointer, wrong
    if isinstance(value, tuple):
        yield from _row(field, value, pointer)
    elif field.kind == "number" and isinstance(value, int):
        yield from _bounds(value, field.least, field.most, pointer)


def _row(field: ItemFieldDef, row: tuple[int, ...], pointer: str) -> Iterator[Fault]:
    if field.length and len(row) != field.length:
        yield pointer, say("ruleset.expects_length", length=field.length, found=value_text(row))
    elif field.ascending and any(one >= other for one, other in pairwise(row)):
        yield pointer, say("ruleset.expects_ascending", found=value_text(row))
    else:
        for value in row:
            yield from _bounds(value, field.least, field.most, pointer)


def _creature(ruleset: Ruleset, creature: CreatureDef) -> Iterator[Fault]:
    pointer = f"creatures.{creature.key}"
    yield from sheet_faults(ruleset, creature.sheet, f"{pointer}.sheet")
    library = {item.key: item for item in ruleset.items}
    for number, carried in enumerate(creature.items):
        place = f"{pointer}.items.{carried.key or carried.item}"
        if carried.key and is_key_taken(creature.items, number):
            yield f"{place}.key", say("ruleset.key_twice", name=carried.key)
        if carried.kind:
            yield from item_faults(ruleset, carried.kind, carried.values, f"{place}.values")
        elif carried.item not in library:
            yield f"{place}.item", unknown("ruleset.no_such_item", carried.item, library)
        else:
            kind = library[carried.item].kind
            yield from item_faults(ruleset, kind, carried.values, f"{place}.values")
    kinds = {each.item for each in creature.items}
    for name, hand in (("held", creature.held), ("off", creature.off)):
        if hand and hand not in kinds and hand not in (has := names_of(ruleset, creature.items)):
            yield f"{pointer}.{name}", unknown("ruleset.not_carried", hand, has)


def sheet_faults(ruleset: Ruleset, sheet: Mapping[str, Value], pointer: str) -> Iterator[Fault]:
    """Yields what is wrong with a sheet: fields nobody knows, values of the wrong kind or out of range."""
    known = {field.key: field for field in ruleset.fields}
    for key, value in sheet.items():
        if key in known:
            yield from sheet_value_faults(known[key], value, f"{pointer}.{key}")
        else:
            yield f"{pointer}.{key}", unknown("ruleset.unknown_key", key, known)
