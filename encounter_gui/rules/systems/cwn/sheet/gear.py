"""Weapons, armour, explosives and other things of the CWN system, read from a combatant's items.

Items of kind ``gear`` are Edges, Foci, cyberware, armour mods and drugs. Their number values add to what the name
says: ``hit_bonus``, ``damage_bonus``, ``shock_bonus``, ``trauma_die``, ``trauma_target``, ``ac``, ``ac_melee``,
``soak``, ``move``, ``initiative``; ``base_ac`` is the least both armour classes start from. ``trait`` names what only
code can do, ``rank`` how good it is at it. The printed numbers of NPCs contain all of this but the traits.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.model.dice_sum import DiceSum, read_dice, read_sum
from encounter_gui.rules.model.items import Arm, number, numbers

Reach = Literal["melee", "ranged", "thrown"]
Effect = Literal["frag", "flash", "gas", "smoke", "mine", "charge", "mortar"]
AttackMode = Literal["melee", "thrown", "single", "burst"]

HELD, OTHER_HAND = "held", "other_hand"
"""Records: what is in hand, and what is in the other hand, by the key of the item. Source: CWN-36k."""

ANY_AC = 99
"""A Shock rating that reaches every AC. Source: CWN-68."""

UNARMED = Item(
    key="unarmed",
    name="Unarmed",
    kind="weapon",
    values={
        "class": "unarmed",
        "damage": "1d2",
        "attribute": "str_dex",
        "skill": "punch",
        "trauma": "d6",
        "rating": 1,
        "hands": 1,
        "blunt": True,
    },
)
"""What everybody has when nothing else is in hand. Source: CWN-12, spec section 10."""


class Weapon(Arm, frozen=True, kw_only=True):
    """A weapon as the rules see it. Source: CWN-12.

    ``reach`` is how it attacks by itself. ``shock_ac`` 99: any; ``shock`` 0 with ``shock_ac`` 0: it does none.
    ``trauma`` None: it has no Trauma Die. ``ranges`` are normal and maximum in metres, of throwing it where it is a
    melee weapon; empty: it cannot be. ``magazine`` 0: it needs no ammunition. ``attacks`` are made with one Main.
    ``skills`` are those it may be used with, of which the best counts. ``can_spare``: it may be used nonlethally.
    ``uses`` more than 0: each blow takes one of so many.
    """

    reach: Reach
    damage: DiceSum
    attribute: str
    skills: tuple[str, ...]
    ranges: tuple[int, ...]
    nearest: int
    magazine: int
    shock: int
    shock_ac: int
    trauma: DiceSum | None
    rating: int
    hands: int
    attacks: int
    is_unarmed: bool
    has_burst: bool
    can_suppress: bool
    is_nonlethal: bool
    can_spare: bool
    is_integral: bool
    is_heavy: bool
    is_pistol: bool
    is_crude: bool
    is_bow: bool
    harms_machines: bool
    hit: int
    people_hit: int
    uses: int

    @property
    def modes(self) -> tuple[AttackMode, ...]:
        """What it can do, first what it does by itself. Source: CWN-12, CWN-31."""
        if self.reach == "melee":
            return ("melee", "thrown") if self.ranges else ("melee",)
        if self.reach == "thrown":
            return ("thrown",)
        return ("single", "burst") if self.has_burst else ("single",)


class Explosive(Arm, frozen=True, kw_only=True):
    """A grenade, mine, charge or mortar shell as the rules see it. Source: CWN-41, CWN-42.

    ``radius`` in metres from where it goes off. ``ac_step``: each point of melee AC above it takes off 1; 0: none.
    """

    effect: Effect
    damage: DiceSum | None
    radius: int
    ranges: tuple[int, ...]
    nearest: int
    trauma: DiceSum | None
    rating: int
    ac_step: int
    is_nonlethal: bool
    harms_machines: bool

    @property
    def is_placed(self) -> bool:
        """Whether it is laid somewhere instead of thrown."""
        return not self.ranges


@read_once
def weapon_of(item: Item) -> Weapon:
    """Returns the weapon an item is."""
    return _weapon_of(item.key, item.name, tuple(item.values.items()))


@lru_cache(512)
def _weapon_of(key: str, name: str, known: tuple[tuple[str, Value], ...]) -> Weapon:
    values = dict(known)
    kind = str(values.get("class", "melee"))
    reach: Reach = (
        "ranged" if kind in ("ranged", "launcher") else "thrown" if kind == "thrown" else "melee"
    )
    skill = str(values.get("skill") or ("shoot" if reach == "ranged" else "stab"))
    return Weapon(
        key=key,
        name=name,
        reach=reach,
        damage=read_dice(values.get("damage")) or DiceSum(count=0),
        attribute=str(values.get("attribute") or ("dex" if reach == "ranged" else "str_dex")),
        skills=tuple(skill.split()),
        ranges=numbers(values.get("range")),
        nearest=number(values.get("range_least")),
        magazine=number(values.get("magazine")),
        shock=number(values.get("shock")),
        shock_ac=number(values.get("shock_ac")),
        trauma=_trauma_die(values),
        rating=max(number(values.get("rating")), 1),
        hands=number(values.get("hands")) or 1,
        attacks=max(number(values.get("attacks")), 1),
        is_unarmed=kind == "unarmed",
        has_burst=bool(values.get("burst")),
        can_suppress=bool(values.get("suppress")),
        is_nonlethal=bool(values.get("nonlethal")),
        can_spare=bool(values.get("blunt")),
        is_integral=bool(values.get("integral")),
        is_heavy=bool(values.get("heavy")),
        is_pistol=bool(values.get("pistol")),
        is_crude=bool(values.get("crude")),
        is_bow=bool(values.get("bow")),
        harms_machines=bool(values.get("machines")),
        hit=number(values.get("hit")),
        people_hit=number(values.get("people_hit")),
        uses=number(values.get("count")) if reach == "melee" and values.get("integral") else 0,
    )


def _trauma_die(values: Mapping[str, Value]) -> DiceSum | None:
    """A Trauma Die is of one kind: a sum of several is none. Source: CWN-26."""
    die = read_sum(values.get("trauma"))
    return die if die is None or not die.more else None


def explosive_of(item: Item) -> Explosive:
    """Returns the explosive an item is."""
    values = item.values
    effect = str(values.get("effect", "frag"))
    known: tuple[Effect, ...] = ("frag", "flash", "gas", "smoke", "mine", "charge", "mortar")
    return Explosive(
        key=item.key,
        name=item.name,
        effect=next((each for each in known if each == effect), "frag"),
        damage=read_dice(values.get("damage")),
        radius=number(values.get("radius")),
        ranges=numbers(values.get("range")),
        nearest=number(values.get("range_least")),
        trauma=_trauma_die(values),
        rating=max(number(values.get("rating")), 1),
        ac_step=number(values.get("ac_step")),
        is_nonlethal=bool(values.get("nonlethal")),
        harms_machines=bool(values.get("machines")),
    )


def weapons(combatant: Combatant) -> tuple[Item, ...]:
    """Returns what a combatant can attack with, explosives included, bare hands last."""
    carried = tuple(item for item in combatant.items if item.kind in ("weapon", "explosive"))
    return carried if any(item.key == UNARMED.key for item in carried) else (*carried, UNARMED)


def find(combatant: Combatant, key: str) -> Item | None:
    """Returns the weapon or explosive with this key; empty: what is in hand, or else part of the body.

    Of two things in hand the first counts that can be attacked with. Source: CWN-25, CWN-36k.
    """
    there = {item.key: item for item in weapons(combatant)}
    if key:
        return there.get(key)
    held = next((each for each in in_hands(combatant) if each in there), None)
    if held is not None:
        return there[held]
    return next((item for item in there.values() if item.values.get("integral")), UNARMED)


def ready_weapon(combatant: Combatant) -> Item | None:
    """Returns what an attack is made with by itself: a weapon in either hand, else part of the body; None: neither.

    Explosives and launchers are no weapons here: they are thrown, or loaded. Source: CWN-25, CWN-36k.
    """
    there = {item.key: item for item in combatant.items if _strikes(item)}
    held = next((there[each] for each in in_hands(combatant) if each in there), None)
    return held or next((each for each in there.values() if each.values.get("integral")), None)


def second_weapon(combatant: Combatant) -> Item | None:
    """Returns the weapon in the hand that is not used by itself; None: there is none. Source: CWN-36k."""
    first = ready_weapon(combatant)
    there = (combatant.item(each) for each in in_hands(combatant))
    return next((each for each in there if each and each is not first and _strikes(each)), None)


def _strikes(item: Item) -> bool:
    return item.kind == "weapon" and item.values.get("class") != "launcher"


def held_key(combatant: Combatant) -> str:
    """Returns the key of what is in hand; empty: nothing."""
    return combatant.memo_text(HELD)


def in_hands(combatant: Combatant) -> tuple[str, ...]:
    """Returns the keys of everything in hand: with one-handed things it may be two. Source: CWN-36k."""
    return tuple(key for key in (combatant.memo_text(HELD), combatant.memo_text(OTHER_HAND)) if key)


def launcher_of(combatant: Combatant) -> str:
    """Returns the key of the launcher a combatant has in hand; empty: none. Source: CWN-41."""
    items = (combatant.item(key) for key in in_hands(combatant))
    return next((item.key for item in items if item and item.values.get("class") == "launcher"), "")


def usable_hands(combatant: Combatant) -> int:
    """Returns how many hands a combatant can use: each ruined arm takes one. Source: CWN-64."""
    ruined = combatant.condition("one_hand")
    return 2 if ruined is None else max(2 - max(len(ruined.keys), 1), 0)


def hands_for(item: Item) -> int:
    """Returns how many hands an item takes. Source: CWN-12."""
    return number(item.values.get("hands")) or 1


def is_readied(combatant: Combatant, weapon: Weapon) -> bool:
    """Returns whether a weapon can be used without readying it: in hand, or part of the body. Source: CWN-25."""
    return weapon.is_unarmed or weapon.is_integral or weapon.key in in_hands(combatant)


def worn_items(combatant: Combatant) -> tuple[Item, ...]:
    """Returns the armour, shields and accessories that are worn; over a suit no accessory counts. Source: CWN-06."""
    items = tuple(item for item in combatant.items if item.kind == "armor")
    if not any(item.values.get("suit") for item in items):
        return items
    return tuple(item for item in items if not item.values.get("accessory"))


def rank(combatant: Combatant, trait: str) -> int:
    """Returns how good a combatant is at a trait; 0: it has none."""
    found = 0
    for item in combatant.items:
        if item.values.get("trait") == trait:
            found = max(found, number(item.values.get("rank")), 1)
    return found


def from_gear(combatant: Combatant, key: str) -> tuple[tuple[str, int], ...]:
    """Returns what each thing of kind gear adds to a number, by its name; 0s are left out."""
    found = (
        (item.name, number(item.values.get(key)))
        for item in combatant.items
        if item.kind == "gear" and item.values.get("sort") != "drug"
    )
    return tuple((name, amount) for name, amount in found if amount)
