"""What combatants carry: numbers read from items, copies for new combatants, and ammunition."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.free_keys import FreeKeys
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset

HELD, OTHER_HANDS = "held", ("off", "other_hand")
"""The records of what is in the hand that is used first, and, game by game, in the other one."""

MAGAZINE, COUNT = "magazine", "count"
"""The values of an item that say how many rounds it holds, or how many of it there are."""


class Arm(Struct, frozen=True, kw_only=True):
    """What weapons, grenades and other explosives have in common in every game, as the rules see them."""

    key: str
    name: str

    @property
    def ammo(self) -> str:
        """The gauge that counts its rounds, or how many of it are left."""
        return ammo_gauge(self.key)


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


def keys_of(items: Sequence[CarriedDef]) -> tuple[str, ...]:
    """Returns the key of each thing a creature carries: its own, else the library item's, numbered from the second on.

    The first of a kind has the bare key only if it is the first, so that the bare key always means the first.
    """
    own = {each.key for each in items if each.key}
    free, kinds, found = FreeKeys(own), set[str](), list[str]()
    for each in items:
        if each.key and each.item not in kinds | own:
            free.take(each.item)
        kinds.add(each.item)
        found.append(each.key or free.take(each.item))
    return tuple(found)


def is_key_taken(items: Sequence[CarriedDef], place: int) -> bool:
    """Returns whether the own key of the thing at a place already means another one."""
    key, item = items[place].key, items[place].item
    others = [each for number, each in enumerate(items) if number != place]
    is_first = all(each.item != item for each in items[:place])
    kinds = (each.item for each in others if each.item != item or not is_first)
    return key in {*(each.key for each in others), *kinds}


def names_of(ruleset: Ruleset, items: Sequence[CarriedDef]) -> tuple[str, ...]:
    """Returns everything that means one of these things: keys, library items, names."""
    made = things_of(ruleset, items)
    names = (*(each.key for each in made), *(each.item for each in items))
    return tuple(dict.fromkeys((*names, *(each.name for each in made))))


def copies(ruleset: Ruleset, items: Sequence[CarriedDef]) -> tuple[Item, ...]:
    """Returns a combatant's own copies of what a creature carries, with the values it changes, each told apart.

    Raises:
        RuleError: the ruleset has no such item.
    """
    for each in items:
        if not each.kind and ruleset.item(each.item) is None:
            raise refuse("rules.no_such_item", item=each.item)
    return things_of(ruleset, items)


def things_of(ruleset: Ruleset, items: Sequence[CarriedDef]) -> tuple[Item, ...]:
    """Returns what a creature carries as things, each told apart; what the ruleset does not know counts as gear."""
    made: list[Item] = []
    for carried, key in zip(items, keys_of(items), strict=True):
        made.append(told_apart(replace(_copy(ruleset, carried), key=key), carried.name, made))
    return tuple(made)


def told_apart(item: Item, name: str, others: Iterable[Item]) -> Item:
    """Returns an item with a name that no other copy of the same library item has.

    ``name`` is what it is to be called; empty: as the library item, and by its own key where it has one.
    """
    if not name:
        own = item.key.replace("_", " ")
        name = item.name if _is_numbered(item) else f"{item.name} ({own})"
    names = {each.name for each in others if each.sort == item.sort}
    number, free = 2, name
    while free in names:
        free, number = f"{name} ({number})", number + 1
    return replace(item, name=free, origin="" if item.key == item.sort else item.sort)


def received(item: Item, owned: Sequence[Item]) -> Item:
    """Returns an item under the key and the name it has among the things of whoever gets it from somebody else."""
    taken = {each.key for each in owned}
    is_numbered = _is_numbered(item)
    if is_numbered and any(each.sort == item.sort for each in owned):
        taken.add(item.sort)
    key = FreeKeys(taken).take(item.sort if is_numbered else item.key)
    name = re.sub(r" \(\d+\)$", "", item.name) if is_numbered else item.name
    return told_apart(replace(item, key=key, origin=item.sort), name, owned)


def _is_numbered(item: Item) -> bool:
    """Returns whether an item's key is its library item's, with a number or without, and none of its own."""
    return re.fullmatch(rf"{re.escape(item.sort)}(_\d+)?", item.key) is not None


def find_item(items: Iterable[Item], said: str) -> Item | None:
    """Returns the item a text means; None: there is none.

    A text is a key, a library item's key (the first copy of it), or a name.
    """
    known = tuple(items)
    wanted = said.casefold()
    by_key = (each for each in known if each.key == said)
    by_sort = (each for each in known if each.sort == said)
    by_name = (each for each in known if each.name.casefold() == wanted)
    return next(by_key, None) or next(by_sort, None) or next(by_name, None)


def other_hand_of(combatant: Combatant) -> str:
    """Returns the key of what is in the other hand; empty: nothing is."""
    return next((key for hand in OTHER_HANDS if (key := combatant.memo_text(hand))), "")


def one_of_several(combatant: Combatant) -> Item | None:
    """Returns the weapon in hand of which a combatant carries another of its kind; None: it need not be told apart."""
    hands = (combatant.memo_text(HELD), other_hand_of(combatant))
    there = (combatant.item(key) for key in hands if key)
    weapon = next((each for each in there if each and each.kind == "weapon"), None)
    kinds = [each.sort for each in combatant.items]
    return weapon if weapon is not None and kinds.count(weapon.sort) > 1 else None


def in_both_hands(items: Sequence[Item], held: str, off: str) -> tuple[str, str]:
    """Returns the keys of what is in hand and in the other hand, for what is said of them; empty: nothing is.

    Where both say the same library item, the other hand has the second copy of it.
    """
    first = find_item(items, held) if held else None
    others = [each for each in items if each is not first]
    second = (find_item(others, off) or find_item(items, off)) if off else None
    return first.key if first else held, second.key if second else off


def hand_keys(ruleset: Ruleset, creature: CreatureDef) -> tuple[str, str]:
    """Returns the keys of what a creature has in hand and in the other hand; empty: nothing, or nothing it carries."""
    things = things_of(ruleset, creature.items)
    keys = {each.key for each in things}
    held, off = in_both_hands(things, creature.held, creature.off)
    return held if held in keys else "", off if off in keys else ""


def _copy(ruleset: Ruleset, carried: CarriedDef) -> Item:
    key, known = carried.item, None if carried.kind else ruleset.item(carried.item)
    if known is not None:
        return replace(known.copy(**carried.values), origin=key)
    kind = carried.kind or "gear"
    return Item(key=key, name=key, kind=kind, values=carried.values, origin=key)
