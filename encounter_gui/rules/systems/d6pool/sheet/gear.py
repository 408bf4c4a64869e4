"""Weapons, armour and explosives of the D6-pool system, read from a combatant's items."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.model.items import Arm, number, numbers
from encounter_gui.rules.model.metres import Metres

RangeBand = Literal["short", "medium", "long", "extreme"]
BANDS: tuple[RangeBand, ...] = get_args(RangeBand)
FireMode = Literal["SS", "SA", "FA", "melee", "thrown"]
MODES: tuple[FireMode, ...] = get_args(FireMode)

OTHER_HAND = "off"
"""The record of what is in the hand that is not used first."""

UNARMED = Item(
    key="unarmed",
    name="Unarmed",
    kind="weapon",
    values={"class": "melee", "damage": -1, "damage_adds_strength": True, "skill": "unarmed"},
)
"""What everybody has when nothing else is in hand; damage Strength − 1. Source: D6P-05, spec section 11."""


class _SkilledArm(Arm, frozen=True, kw_only=True):
    """What weapons and explosives have in common."""

    skill: str
    ranges: tuple[int, ...]


class Weapon(_SkilledArm, frozen=True, kw_only=True):
    """A weapon as the rules see it. Source: D6P-05.

    ``mode`` is what it does unless another of ``modes`` is chosen. ``damage`` is the damage level, or what is added to
    Strength where ``adds_strength``. ``ranges`` are the last metres of Short, Medium, Long and Extreme; empty for
    melee. ``magazine`` 0: it needs no ammunition.
    """

    mode: FireMode
    modes: tuple[FireMode, ...]
    damage: int
    adds_strength: bool
    magazine: int
    is_single_load: bool
    has_laser: bool
    is_smart: bool
    scope: int


class Explosive(_SkilledArm, frozen=True, kw_only=True):
    """A grenade or charge as the rules see it. Source: D6P-06.

    ``ranges`` for throwing and ``blast`` from the landing point, both in metres; ``damage`` by blast range.
    """

    blast: tuple[int, ...]
    damage: tuple[int, ...]


@read_once
def weapon_of(item: Item) -> Weapon:
    """Returns the weapon an item is."""
    values = item.values
    kind = str(values.get("class", "melee"))
    return Weapon(
        key=item.key,
        name=item.name,
        mode=next((mode for mode in MODES if mode == kind), "melee"),
        modes=_modes(kind, str(values.get("modes", ""))),
        damage=number(values.get("damage")),
        adds_strength=bool(values.get("damage_adds_strength", False)),
        skill=skill_of(item),
        ranges=numbers(values.get("ranges")),
        magazine=number(values.get("magazine")),
        is_single_load=bool(values.get("single_load", False)),
        has_laser=bool(values.get("laser", False)),
        is_smart=bool(values.get("smart", False)),
        scope=number(values.get("scope")),
    )


def explosive_of(item: Item) -> Explosive:
    """Returns the explosive an item is."""
    return Explosive(
        key=item.key,
        name=item.name,
        skill=skill_of(item),
        ranges=numbers(item.values.get("ranges")),
        blast=numbers(item.values.get("blast")),
        damage=numbers(item.values.get("blast_damage")),
    )


def skill_of(item: Item) -> str:
    """Returns the skill that a weapon or an explosive is used with. Source: D6P-05, D6P-06."""
    usual = "armed" if str(item.values.get("class", "melee")) == "melee" else "firearms"
    return str(item.values.get("skill") or ("throwing" if item.kind == "explosive" else usual))


def weapons(combatant: Combatant) -> tuple[Item, ...]:
    """Returns what a combatant can attack with, explosives included, bare hands last."""
    carried = tuple(item for item in combatant.items if item.kind in ("weapon", "explosive"))
    return carried if any(item.key == UNARMED.key for item in carried) else (*carried, UNARMED)


def held_key(combatant: Combatant) -> str:
    """Returns the key of what a combatant has in hand; empty: bare hands."""
    return combatant.memo_text("held")


def in_hands(combatant: Combatant) -> tuple[str, ...]:
    """Returns the keys of what is in the two hands, what is used first in front. Source: D6P-21."""
    hands = (combatant.memo_text("held"), combatant.memo_text(OTHER_HAND))
    return tuple(key for key in hands if key)


def in_use(combatant: Combatant) -> tuple[str, str] | None:
    """Returns the weapon and mode that a combatant attacks with in this action; None: it has not attacked yet."""
    using = combatant.memo.get("using")
    if not isinstance(using, Mapping):
        return None
    return str(using.get("weapon", "")), str(using.get("mode", ""))


def find(combatant: Combatant, key: str) -> Item | None:
    """Returns the weapon or explosive with this key; empty: what is in hand."""
    wanted = key or combatant.memo_text("held") or UNARMED.key
    return next((item for item in weapons(combatant) if item.key == wanted), None)


def armor_level(combatant: Combatant) -> int:
    """Returns the armour level: of several worn the best counts. Source: D6P-07, D6P-34."""
    levels = [number(item.values.get("level")) for item in combatant.items if item.kind == "armor"]
    return max(levels, default=0)


def band_at(metres: Metres | Fraction, limits: tuple[int, ...]) -> RangeBand | None:
    """Returns the band of a distance; None beyond the last. A limit lies inside its band. Source: D6P-26, D6P-40."""
    for band, limit in zip(BANDS, limits, strict=False):
        if metres <= limit:
            return band
    return None


def nearer_band(band: RangeBand, steps: int) -> RangeBand:
    """Returns the band that many steps nearer, Short at the least. Source: D6P-27."""
    return BANDS[max(BANDS.index(band) - steps, 0)]


def _modes(kind: str, modes: str) -> tuple[FireMode, ...]:
    named = {kind, *modes.split()}
    return tuple(mode for mode in MODES if mode in named) or ("melee",)
