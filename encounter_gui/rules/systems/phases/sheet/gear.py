"""Weapons, armour and techniques of the phases system, read from items and from the ruleset."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.model.dice_sum import DiceSum, read_dice
from encounter_gui.rules.model.items import Arm, number
from encounter_gui.rules.model.ruleset import Ruleset

WeaponClass = Literal["melee", "ranged", "thrown", "unarmed"]
FireMode = Literal[
    "single", "double", "semi", "burst", "full", "laser", "slug", "shot", "blow", "throw"
]

ACTIONS: tuple[FireMode, ...] = ("single", "double", "semi")
"""How a weapon fires one shot at a time: once a phase, once an action, three times an action. Source: PHA-34."""

LOADS: tuple[FireMode, ...] = ("slug", "shot")
"""What a shotgun fires, as its action type allows. Source: PHA-34."""

MODES: tuple[FireMode, ...] = (*ACTIONS, "burst", "full", "laser", *LOADS, "blow", "throw")
TECHNIQUE = "technique_"
"""Before the key of a technique in the name of its table."""

UNARMED = Item(
    key="unarmed",
    name="Unarmed",
    kind="weapon",
    values={
        "class": "unarmed",
        "damage": "1d6-2",
        "minimum": 1,
        "skill": "hand_to_hand",
        "specialty": "unarmed",
    },
)
"""What everybody has when nothing else is in hand. Source: PHA-04, spec section 12."""

_SKILL = {
    "melee": "melee",
    "ranged": "marksmanship",
    "thrown": "athletics",
    "unarmed": "hand_to_hand",
}
_SPECIALTY = {"thrown": "throwing"}


class Damage(Struct, frozen=True, kw_only=True):
    """Dice that explode, then a flat number, then a divisor, rounded down, and the least that comes to.

    ``dice`` is a number of six-sided ones, or any others in the notation. Source: PHA-04, PHA-39.
    """

    dice: int | str
    flat: int = 0
    divisor: int = 1
    minimum: int = 0

    @property
    def text(self) -> str:
        """As it is written: ``3d6+1``, or ``(3d6+1)/2``."""
        whole = (
            DiceSum(count=0, flat=self.flat, notation=self.dice)
            if isinstance(self.dice, str)
            else DiceSum(count=self.dice, flat=self.flat)
        ).text
        return f"({whole})/{self.divisor}" if self.divisor > 1 else whole


class Weapon(Arm, frozen=True, kw_only=True):
    """A weapon as the rules see it. Source: PHA-04.

    ``modes`` are those it can be used in, ``action`` how it fires single shots. ``burst`` is X, ``rof`` the most
    rounds of a salvo. ``pellets`` is the most of a shot load, each doing ``pellet_damage``. ``magazine`` 0: it needs
    no ammunition. ``characteristic`` is what an attack that is not aimed adds.
    """

    kind: WeaponClass
    modes: tuple[FireMode, ...]
    action: FireMode
    damage: Damage
    pellet_damage: Damage
    pellets: int
    burst: int
    rof: int
    recoil: int
    magazine: int
    count: int
    hands: int
    can_jam: bool
    skill: str
    specialty: str
    characteristic: str

    @property
    def is_melee(self) -> bool:
        """Whether it strikes at arm's length."""
        return self.kind in ("melee", "unarmed")

    @property
    def is_firearm(self) -> bool:
        """Whether recoil means anything to it. Source: PHA-33."""
        return self.kind == "ranged"

    @property
    def uses_ammo(self) -> bool:
        """Whether it runs out. Source: PHA-77."""
        return bool(self.magazine or self.count)


class Technique(Struct, frozen=True, kw_only=True):
    """A melee technique of the ruleset. Source: PHA-53.

    ``penalty`` is what the roll takes, ``skills`` those it can be used with. ``effect`` is what a win does: ``drop``,
    ``prone``, ``grab``, ``tackle`` or ``clinch``. ``defends``: it can be a Specific Defense. ``needs_move``: only
    after moving in the phase.
    """

    key: str
    name: str
    characteristic: str
    penalty: int
    skills: tuple[str, ...]
    specialty: str
    effect: str
    defends: bool
    needs_move: bool


@read_once
def weapon_of(item: Item) -> Weapon:
    """Returns the weapon an item is."""
    return _weapon_of(item.key, item.name, tuple(item.values.items()))


@lru_cache(512)
def _weapon_of(key: str, name: str, known: tuple[tuple[str, Value], ...]) -> Weapon:
    values = dict(known)
    kind = _class(values.get("class"))
    named = str(values.get("modes", "")).split()
    return Weapon(
        key=key,
        name=name,
        kind=kind,
        modes=_modes(kind, named),
        action=next((mode for mode in ACTIONS if mode in named), "double"),
        damage=_damage(values, "damage"),
        pellet_damage=_damage(values, "pellet_damage"),
        pellets=number(values.get("pellets")),
        burst=number(values.get("burst")),
        rof=number(values.get("rof")),
        recoil=number(values.get("recoil")),
        magazine=number(values.get("magazine")),
        count=number(values.get("count")),
        hands=number(values.get("hands")) or 1,
        can_jam=bool(values.get("can_jam", False)),
        skill=str(values.get("skill") or _SKILL[kind]),
        specialty=str(values.get("specialty") or _SPECIALTY.get(kind, "")),
        characteristic=str(
            values.get("characteristic")
            or ("strength" if kind in ("melee", "unarmed") else "reflexes")
        ),
    )


def _class(value: Value | None) -> WeaponClass:
    match value:
        case "ranged" | "thrown" | "unarmed":
            return value
        case _:
            return "melee"


def _modes(kind: WeaponClass, named: Iterable[str]) -> tuple[FireMode, ...]:
    if kind in ("melee", "unarmed"):
        return ("blow",)
    if kind == "thrown":
        return ("throw",)
    known: tuple[FireMode, ...] = tuple(mode for word in named for mode in MODES if mode == word)
    loads = tuple(mode for mode in known if mode in LOADS)
    rapid = tuple(mode for mode in known if mode not in (*LOADS, *ACTIONS))
    return (*loads, *rapid) if loads else known or ("double",)


def _damage(values: Mapping[str, Value], key: str) -> Damage:
    known = read_dice(values.get(key)) or DiceSum(count=0)
    is_six_sided = not known.notation and all(sides == 6 for _, sides in known.kinds)
    dice = known.count if is_six_sided else known.dice_text
    if key != "damage":
        return Damage(dice=dice, flat=known.flat)
    return Damage(
        dice=dice,
        flat=known.flat,
        divisor=max(number(values.get("divisor")), 1),
        minimum=max(number(values.get("minimum")), 0),
    )


def weapons(combatant: Combatant) -> tuple[Item, ...]:
    """Returns what a combatant can attack with, bare hands last."""
    carried = tuple(item for item in combatant.items if item.kind == "weapon")
    bare = any(str(item.values.get("class")) == "unarmed" for item in carried)
    return carried if bare else (*carried, UNARMED)


def find(combatant: Combatant, key: str) -> Item | None:
    """Returns the weapon with this key; empty: what is in the right hand, the left one, or bare hands."""
    wanted = (
        key
        or combatant.memo_text("held")
        or combatant.memo_text("off")
        or bare_hands(combatant).key
    )
    return next((item for item in weapons(combatant) if item.key == wanted), None)


def bare_hands(combatant: Combatant) -> Item:
    """Returns what a combatant strikes with whose hands are empty."""
    found = (item for item in combatant.items if str(item.values.get("class")) == "unarmed")
    return next(found, UNARMED)


def armor_value(combatant: Combatant, place: str) -> int:
    """Returns the armour over a location; 0: none is worn there."""
    return armor_by_place(combatant).get(place, 0)


def armor_by_place(combatant: Combatant) -> dict[str, int]:
    """Returns the armour over each location that has any: of several pieces the best counts. Source: PHA-42."""
    found: dict[str, int] = {}
    for item in combatant.items:
        value = number(item.values.get("value"))
        for place in covered(item):
            found[place] = max(value, found.get(place, value))
    return found


def covered(item: Item) -> tuple[str, ...]:
    """Returns the locations that a piece of armour covers; none of what is no armour. Source: PHA-42."""
    covers = item.values.get("covers", "") if item.kind == "armor" else ""
    return tuple(str(covers).split())


def technique(ruleset: Ruleset, key: str) -> Technique | None:
    """Returns a technique of the ruleset; None: it has no such. Source: PHA-53."""
    table = ruleset.tables.get(f"{TECHNIQUE}{key}")
    if table is None:
        return None
    return Technique(
        key=key,
        name=str(table.get("name", key)),
        characteristic=str(table.get("characteristic", "strength")),
        penalty=abs(number(table.get("penalty"))),
        skills=tuple(str(table.get("skills", "hand_to_hand")).split()),
        specialty=str(table.get("specialty") or key),
        effect=str(table.get("effect", "")),
        defends=bool(table.get("defends", False)),
        needs_move=bool(table.get("needs_move", False)),
    )


def techniques(ruleset: Ruleset) -> tuple[Technique, ...]:
    """Returns every technique of the ruleset, in its order. Source: PHA-53."""
    found = (
        technique(ruleset, name.removeprefix(TECHNIQUE))
        for name in ruleset.tables
        if name.startswith(TECHNIQUE)
    )
    return tuple(each for each in found if each is not None)
