"""What combatants carry: numbers read from items, copies for new combatants, and ammunition."""

from collections.abc import Iterable

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset

MAGAZINE, COUNT = "magazine", "count"
"""The values of an item that say how many rounds it holds, or how many of it there are."""


def number(value: Value | None) -> int:
    """Returns a value as a whole number; what is none counts as 0."""
    return int(value) if isinstance(value, int) else 0


def numbers(value: Value | None) -> tuple[int, ...]:
    """Returns a value as a row of numbers; what is none is empty."""
    return value if isinstance(value, tuple) else ()


def ammo_gauge(item: str) -> str:
    """Returns the gauge that counts the rounds in an item, or how many of it are left."""
    return f"ammo.{item}"


def most_ammo(item: Item) -> int:
    """Returns how many rounds an item holds, or how many of it there were; 0: it needs none."""
    return number(item.values.get(MAGAZINE)) or number(item.values.get(COUNT))


def full_ammo(items: Iterable[Item]) -> dict[str, int]:
    """Returns the gauges of full magazines."""
    return {ammo_gauge(item.key): most for item in items if (most := most_ammo(item))}


def ammo_text(combatant: Combatant, item: Item) -> str:
    """Returns rounds left of the magazine, e.g. ``12/15``; empty for what needs none."""
    left = combatant.gauges.get(ammo_gauge(item.key))
    if left is None:
        return ""
    most = number(item.values.get(MAGAZINE))
    return f"{left}/{most}" if most else str(left)


def copies(ruleset: Ruleset, creature: CreatureDef) -> tuple[Item, ...]:
    """Returns a combatant's own copies of what a creature carries, with the values it changes.

    Raises:
        RuleError: the ruleset has no such item.
    """
    made: list[Item] = []
    for carried in creature.items:
        item = _copy(ruleset, carried)
        made.append(replace(item, name=carried.name) if carried.name else item)
    return tuple(made)


def _copy(ruleset: Ruleset, carried: CarriedDef) -> Item:
    if carried.kind:
        return Item(key=carried.item, name=carried.item, kind=carried.kind, values=carried.values)
    known = ruleset.item(carried.item)
    if known is None:
        raise refuse("rules.no_such_item", item=carried.item)
    return known.copy(**carried.values)
