"""Weapons, grenades, armor, consumables and an enemy's special abilities, read from a combatant's items."""

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from msgspec import Struct

from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.model.items import Arm, number
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.model.ruleset import Ruleset

RangeBand = Literal["close", "short", "long"]
BANDS: tuple[RangeBand, ...] = get_args(RangeBand)
WeaponClass = Literal["melee", "firearm", "thrown"]
CLASSES: tuple[WeaponClass, ...] = get_args(WeaponClass)

OTHER_HAND = "off"
"""The record of what is in the hand that is not used first."""

JAM, DROPPED = "jam", "dropped"
"""Before an item's key in the gauges that say that a weapon is jammed, or lies on the ground."""


class Weapon(Arm, frozen=True, kw_only=True):
    """A weapon, or one of an enemy's listed attacks, as the rules see it. Source: CHR-06, CHR-09, CHR-11.

    ``tiers`` are the damage at Close, Short and Long range, 0 where it cannot be used. ``magazine`` 0: it needs no
    shots. ``save`` is what a target saves with, ``attacks`` how many an enemy makes a turn. ``skill`` is the one that
    helps with it, by name.
    """

    kind: WeaponClass
    tiers: tuple[int, int, int]
    magazine: int
    effects: tuple[str, ...]
    is_two_handed: bool
    save: str
    attacks: int
    skill: str
    grapples: bool

    @property
    def is_ranged(self) -> bool:
        """Whether cover helps against it. Source: CHR-34."""
        return self.kind != "melee"

    @property
    def bands(self) -> tuple[RangeBand, ...]:
        """The bands it can be used at. Source: CHR-06."""
        return tuple(band for band in BANDS if self.works_at(band))

    def tier(self, band: RangeBand) -> int:
        """Returns its damage at a band; 0: it does none. Source: CHR-09."""
        return self.tiers[BANDS.index(band)]

    def works_at(self, band: RangeBand) -> bool:
        """Returns whether it can be used at a band; a mere grab works at Close. Source: CHR-06, CHR-48."""
        return self.tier(band) > 0 or (self.grapples and band == "close")


class Grenade(Arm, frozen=True, kw_only=True):
    """A grenade as the rules see it: damage to its target, and to everything near. Source: CHR-46."""

    centre: int
    near: int
    effects: tuple[str, ...]
    skill: str


class Ability(Struct, frozen=True, kw_only=True):
    """A special ability of an enemy: who fails the Save takes Stress, makes a Panic Check, or both.

    Source: CHR-11, CHR-71.
    """

    key: str
    name: str
    save: str
    stress: int
    panics: bool
    uses: int


@read_once
def weapon_of(item: Item) -> Weapon:
    """Returns the weapon an item is."""
    values = item.values
    kind = str(values.get("class", "melee"))
    grapples = bool(values.get("grapple", False))
    return Weapon(
        key=item.key,
        name=item.name,
        kind=next((each for each in CLASSES if each == kind), "melee"),
        tiers=(
            number(values.get("close")),
            number(values.get("short")),
            number(values.get("long")),
        ),
        magazine=number(values.get("magazine")),
        effects=_words(values.get("effects")),
        is_two_handed=number(values.get("hands")) > 1,
        save=str(values.get("save") or ("body" if grapples else "reflex")),
        attacks=number(values.get("attacks")) or 1,
        skill=str(values.get("skill") or ""),
        grapples=grapples,
    )


def grenade_of(item: Item) -> Grenade:
    """Returns the grenade an item is."""
    return Grenade(
        key=item.key,
        name=item.name,
        centre=number(item.values.get("close")),
        near=number(item.values.get("short")),
        effects=_words(item.values.get("effects")),
        skill=str(item.values.get("skill") or ""),
    )


def ability_of(item: Item) -> Ability:
    """Returns the special ability an item is."""
    return Ability(
        key=item.key,
        name=item.name,
        save=str(item.values.get("save") or "fear"),
        stress=number(item.values.get("stress")),
        panics=bool(item.values.get("panic", False)),
        uses=number(item.values.get("attacks")) or 1,
    )


def weapons(combatant: Combatant) -> tuple[Item, ...]:
    """Returns what a combatant can attack with, grenades included."""
    return tuple(item for item in combatant.items if item.kind in ("weapon", "explosive"))


def abilities(combatant: Combatant) -> tuple[Ability, ...]:
    """Returns an enemy's special abilities. Source: CHR-11."""
    return tuple(ability_of(item) for item in combatant.items if item.values.get("special"))


def consumables(combatant: Combatant) -> tuple[Item, ...]:
    """Returns the medpacks and other consumables a combatant has. Source: CHR-29i, CHR-29j."""
    return tuple(item for item in combatant.items if item.kind == "gear" and "count" in item.values)


def find(combatant: Combatant, key: str) -> Item | None:
    """Returns the weapon or grenade with this key; empty: what is in hand, or the first that is no grenade."""
    arms = weapons(combatant)
    if key:
        return next((item for item in arms if item.key == key), None)
    held = combatant.memo_text("held")
    mine = next((item for item in arms if item.key == held), None)
    return mine or next((item for item in arms if item.kind == "weapon"), None)


def other_hand_key(combatant: Combatant) -> str:
    """Returns the key of the weapon in the other hand; empty: there is none, or it is the one that is used first."""
    key = combatant.memo_text(OTHER_HAND)
    return "" if key == combatant.memo_text("held") or is_dropped(combatant, key) else key


def is_jammed(combatant: Combatant, key: str) -> bool:
    """Returns whether a weapon is jammed. Source: CHR-40."""
    return combatant.gauges.get(f"{JAM}.{key}", 0) > 0


def is_dropped(combatant: Combatant, key: str) -> bool:
    """Returns whether a weapon lies on the ground. Source: CHR-40, CHR-55."""
    return combatant.gauges.get(f"{DROPPED}.{key}", 0) > 0


def troubled_keys(combatant: Combatant, trouble: str) -> tuple[str, ...]:
    """Returns the keys of the weapons that are jammed, or dropped."""
    return tuple(
        item.key for item in combatant.items if combatant.gauges.get(f"{trouble}.{item.key}", 0) > 0
    )


def worn_soak(combatant: Combatant) -> int:
    """Returns the Soak of armor and CyberTech; what does not stack leaves no other armor. Source: CHR-10."""
    worn = [item for item in combatant.items if item.kind == "armor"]
    alone = [_soak(item) for item in worn if item.values.get("no_stack")]
    armor = max(alone) if alone else sum(_soak(item) for item in worn)
    return armor + sum(_soak(item) for item in combatant.items if item.kind == "gear")


def worn_with_flag(combatant: Combatant, flag: str) -> Item | None:
    """Returns the first thing a combatant wears that says this of itself (``no_decapitation``, say). Source: CHR-10."""
    return next((item for item in combatant.items if item.values.get(flag)), None)


def edges(combatant: Combatant, kinds: Iterable[str]) -> tuple[tuple[Item, int], ...]:
    """Returns what worn things and CyberTech speak for (1) or against (−1) a roll of these kinds.

    Source: CHR-10, CHR-16.
    """
    wanted = set(kinds)
    return tuple(_edges(combatant, wanted))


def _edges(combatant: Combatant, wanted: set[str]) -> Iterator[tuple[Item, int]]:
    for item in combatant.items:
        if item.kind not in ("armor", "gear"):
            continue
        if wanted & set(_words(item.values.get("advantage"))):
            yield item, 1
        against = set(_words(item.values.get("disadvantage")))
        if item.values.get("speed_disadvantage"):
            against.add("speed")
        if wanted & against:
            yield item, -1


def extra_majors(combatant: Combatant) -> int:
    """Returns the Major Actions a turn that CyberTech adds. Source: CHR-25, CHR-28."""
    return sum(number(item.values.get("majors")) for item in combatant.items if item.kind == "gear")


def metres(combatant: Combatant) -> int:
    """Returns how many metres a turn armor and CyberTech add to the Speed Stat, or take off it. Source: CHR-32."""
    return sum(number(item.values.get("metres")) for item in combatant.items)


def band_at(ruleset: Ruleset, metres: Metres) -> RangeBand | None:
    """Returns the band of a distance; None beyond the last. A limit lies inside its band. Source: CHR-07."""
    limits = ruleset.tables["bands"]
    return next((band for band in BANDS if metres <= number(limits.get(band))), None)


def _soak(item: Item) -> int:
    return number(item.values.get("soak"))


def _words(value: Value | None) -> tuple[str, ...]:
    return tuple(_split(value)) if isinstance(value, str) else ()


def _split(value: str) -> Iterator[str]:
    yield from value.replace(",", " ").split()


def at_hand(combatant: Combatant) -> Item | None:
    """Returns what is in hand; else the first weapon that does not lie on the ground, else a grenade; None: nothing."""
    arms = weapons(combatant)
    held = combatant.item(combatant.memo_text("held"))
    if held in arms:
        return held
    there = [item for item in arms if not is_dropped(combatant, item.key)]
    return min(there, key=lambda item: item.kind != "weapon", default=None)
