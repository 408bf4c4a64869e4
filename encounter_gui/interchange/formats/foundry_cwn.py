"""Cities Without Number out of Foundry VTT: the three shapes in which two systems keep its people and drones.

What a file says is taken as it stands, even where two systems disagree about the same foe.
"""

import re
from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.documents import Json, at, mapping
from encounter_gui.interchange.formats.cwn_defaults import DEFAULTS, with_defaults
from encounter_gui.interchange.formats.foundry import Actor, gear
from encounter_gui.interchange.formats.value_parsing import (
    average,
    dice,
    is_nothing,
    text,
    whole,
    without_variables,
)
from encounter_gui.interchange.imported import Flat

SYSTEMS = ("swnr", "cities-without-number")
TYPES = {
    "npc": "npc",
    "drone": "drone",
    "vehicle": "vehicle",
    "character": "pc",
    "mech": "vehicle",
    "ship": "vehicle",
}
"""What can be taken over, and what it is called here."""

_UNNAMED = "Attack"
"""An attack of the body that the file gives no name; it comes last, so that nobody holds it who has a weapon."""

_KNOWN = {"hitDice", "attacks", "biography", "notes", "armor"}
_HP_TEXT = re.compile(r"(\d{1,9})\s*HP", re.IGNORECASE)
_DICE_AND_SOAK = re.compile(r"(\d{1,9})\s*\+\s*(\d{1,9})")
_BARE = re.compile(r"(\d+)d?", re.IGNORECASE)

Paths = Mapping[str, tuple[str, ...]]

_PATHS: Paths = {
    "hp": ("health.value",),
    "hp_max": ("health.max",),
    "ac": ("armorClass.ranged", "baseAc", "ac"),
    "ac_melee": ("armorClass.melee", "meleeAc"),
    "attack_bonus": ("attackBonus.ranged", "ab"),
    "attack_bonus_melee": ("attackBonus.melee", "meleeAb"),
    "skill": ("skillBonus",),
    "save": ("saveTarget", "saves"),
    "morale": ("moraleTarget", "moralScore"),
    "move": ("movement.speed", "speed"),
    "trauma_target": ("traumaTarget.total", "traumaTarget"),
    "soak": ("damageSoak.value", "baseSoakTotal.value"),
    "soak_max": ("damageSoak.max", "baseSoakTotal.max"),
    "danger": ("dangerValue",),
}
"""Our names and where the numbers stand, in either system; the first that is there counts."""


class Sheet(Struct):
    """Values on their way: what has been read, what has to be said about it, and what does not stand in the file."""

    values: dict[str, Flat] = field(default_factory=dict)
    warnings: list[Message] = field(default_factory=list)
    has_variables: bool = False
    assumed: set[str] = field(default_factory=set)


def read_actor(actor: Actor) -> Sheet:
    """Returns the values of an actor under our names, with everything that had to be assumed."""
    sheet = Sheet()
    for name, paths in _PATHS.items():
        number = next((n for path in paths if (n := whole(at(actor.data, path))) is not None), None)
        if number is not None:
            sheet.values[name] = number
    _hit_dice(actor, sheet)
    _health(actor, sheet)
    _worn_items(actor, sheet)
    _hull(actor, sheet)
    _fill(actor, sheet)
    weapons = [_weapon(name, data, sheet) for name, data in gear(actor, "weapon")]
    attacks = [*_built_in(actor, sheet), *_of_npc(actor, weapons)]
    sheet.values["weapons"] = tuple(sorted(attacks, key=lambda each: each["name"] == _UNNAMED))
    implants = [name for name, data in gear(actor, "cyberware") if not data.get("disabled")]
    if implants:
        sheet.values["cyberware"] = ", ".join(implants)
    return sheet


def unknown_keys(actor: Actor) -> tuple[str, ...]:
    """Returns the keys of its data that nothing is made of; the raw source keeps them."""
    known = {path.partition(".")[0] for paths in _PATHS.values() for path in paths} | _KNOWN
    return tuple(key for key in actor.data if key not in known)


def _hit_dice(actor: Actor, sheet: Sheet) -> None:
    said = actor.data.get("hitDice")
    if is_nothing(said):
        return
    words = str(said).strip()
    if health := _HP_TEXT.fullmatch(words):
        sheet.values.setdefault("hp_max", int(health[1]))
    elif both := _DICE_AND_SOAK.fullmatch(words):
        sheet.values["hit_dice"] = f"{both[1]}d8"
        sheet.values["soak"] = _number(sheet, "soak") + int(both[2])
        sheet.values["soak_max"] = _number(sheet, "soak_max") + int(both[2])
    elif bare := _BARE.fullmatch(words):
        sheet.values["hit_dice"] = f"{bare[1]}d8"
    else:
        sheet.values["hit_dice"] = words.replace(" ", "")


def _health(actor: Actor, sheet: Sheet) -> None:
    most, now = sheet.values.get("hp_max"), sheet.values.get("hp")
    if most is None and now is None:
        known, _ = dice(sheet.values.get("hit_dice"))
        if known is None:
            sheet.warnings.append(say("import.no_health", name=actor.name))
            return
        most = average(known)
        sheet.assumed |= {"hp", "hp_max"}
        sheet.warnings.append(
            say("import.average_health", name=actor.name, hp=most, dice=known.text)
        )
    sheet.values["hp_max"] = most if most is not None else now or 0
    sheet.values["hp"] = now if now is not None else sheet.values["hp_max"]


def _worn_items(actor: Actor, sheet: Sheet) -> None:
    """One of the systems keeps armour apart from the body and adds it up when it is shown; the other has the sums."""
    pieces = []
    for name, data in gear(actor, "armor"):
        ranged, melee = whole(at(data, "armorClass.ranged")), whole(at(data, "armorClass.melee"))
        soak = whole(at(data, "soak.max"))
        piece: dict[str, Flat] = {
            "name": name,
            "ac": ranged if ranged is not None else whole(data.get("ac")) or 0,
            "ac_melee": melee if melee is not None else whole(data.get("meleeAc")) or 0,
            "soak": soak if soak is not None else whole(data.get("damageSoak")) or 0,
            "trauma_target": whole(data.get("traumaTargetMod"))
            or whole(data.get("traumaDiePenalty"))
            or 0,
        }
        pieces.append(piece)
        if data.get("use", True) is False:
            piece["stowed"] = True
        elif "baseAc" in actor.data:
            now = whole(at(data, "soak.value"))
            full = _number(piece, "soak")
            sheet.values["soak"] = _number(sheet, "soak") + (full if now is None else now)
            sheet.values["soak_max"] = _number(sheet, "soak_max") + full
            target = sheet.values.get("trauma_target", DEFAULTS["trauma_target"])
            sheet.values["trauma_target"] = int(str(target)) + _number(piece, "trauma_target")
    if pieces:
        sheet.values["armor"] = tuple(pieces)


def _hull(actor: Actor, sheet: Sheet) -> None:
    """The armour of a vehicle takes from damage, as Soak does here; that Soak is used up is said."""
    said = actor.data.get("armor")
    armor = (
        whole(said)
        if not isinstance(said, Mapping)
        else whole(at(said, "max") or at(said, "value"))
    )
    if armor and TYPES.get(actor.type) == "vehicle":
        sheet.values["soak"] = _number(sheet, "soak") + armor
        sheet.values["soak_max"] = _number(sheet, "soak_max") + armor
        sheet.warnings.append(say("import.vehicle_armor", name=actor.name, armor=armor))


def _fill(actor: Actor, sheet: Sheet) -> None:
    """What is missing counts as the systems themselves count it: not as 0."""
    values = sheet.values
    if values.get("save") == 0:
        del values["save"]
        sheet.assumed.add("save")
        sheet.warnings.append(say("import.save_empty", name=actor.name, save=DEFAULTS["save"]))
    if actor.type == "npc":
        values.setdefault("attack_bonus", 0)
    sheet.values = with_defaults(values)


def _built_in(actor: Actor, sheet: Sheet) -> list[Mapping[str, Flat]]:
    """An attack of the body itself; with a number of 0, or without damage, it is only what an empty sheet says."""
    attacks = mapping(actor.data.get("attacks"))
    number = whole(attacks.get("number")) or 0
    made = _damage(attacks.get("damage"), sheet)
    if number <= 0 or not made:
        return []
    weapon: dict[str, Flat] = {
        "name": text(attacks.get("name")) or _UNNAMED,
        "damage": _with_bonus(made, whole(attacks.get("bonusDamage")) or 0),
        "melee": True,
    }
    if number > 1:
        weapon["attacks"] = number
    return [_with_trauma(weapon, attacks)]


def _of_npc(actor: Actor, weapons: list[dict[str, Flat]]) -> list[Mapping[str, Flat]]:
    """The system adds an NPC's bonus to whatever weapon it uses; without damage of its own its attacks are made so."""
    attacks = mapping(actor.data.get("attacks"))
    bonus = whole(attacks.get("bonusDamage")) or 0
    number = whole(attacks.get("number")) or 0
    for weapon in weapons:
        weapon["damage"] = _with_bonus(str(weapon["damage"]), bonus)
        if number > 1 and is_nothing(attacks.get("damage")):
            weapon["attacks"] = number
    return list(weapons)


def _with_bonus(damage: str, bonus: int) -> str:
    """Returns damage with so much more; what is no dice stays as it is."""
    known, _ = dice(damage)
    return replace(known, flat=known.flat + bonus).text if known is not None and bonus else damage


def _weapon(name: str, data: Mapping[str, Json], sheet: Sheet) -> dict[str, Flat]:
    weapon: dict[str, Flat] = {
        "name": name,
        "damage": _damage(data.get("damageFormula", data.get("damage")), sheet),
    }
    reach = _range(data.get("range"))
    if reach:
        weapon["range"] = reach
    stat = str(data.get("attribute", data.get("stat", ""))).casefold()
    weapon["melee"] = _is_melee(data, reach, stat)
    full = whole(at(data, "magazine.max")) or whole(at(data, "ammo.max")) or 0
    if full:
        left = whole(at(data, "magazine.value"))
        left = whole(at(data, "ammo.value")) if left is None else left
        weapon |= {"magazine": full, "ammo": full if left is None else left}
    bonus = whole(data.get("ab"))
    if bonus:
        weapon["hit_bonus"] = bonus
    for mark, keys in _MARKS.items():
        if any(at(data, key) is True for key in keys):
            weapon[mark] = True
    return _with_trauma(weapon, data)


_MARKS: Paths = {
    "burst": ("isBurstFireable", "ammo.burst"),
    "suppress": ("ammo.suppress", "canSuppress"),
    "nonlethal": ("isNonLethal",),
    "two_handed": ("isTwoHanded",),
    "thrown": ("isThrowable",),
}


def _is_melee(data: Mapping[str, Json], reach: tuple[int, ...], stat: str) -> bool:
    """The mark for it is often forgotten: whatever reaches no further than two metres is swung, not fired."""
    if reach:
        return reach[-1] <= 2 or (data.get("isThrowable") is True and stat == "str")
    return data.get("isMelee") is True or stat in ("str", "str/dex")


def _range(value: Json) -> tuple[int, ...]:
    if isinstance(value, str):
        parts = [whole(part) for part in value.split("/")]
    else:
        near = whole(at(value, "normal"))
        parts = [whole(at(value, "effective")) if near is None else near, whole(at(value, "max"))]
    return tuple(part for part in parts if part is not None)


def _damage(value: Json, sheet: Sheet) -> str:
    """Returns damage as dice; a text that is none is kept as it is."""
    known, has_variable = dice(value)
    sheet.has_variables |= has_variable
    if known is not None:
        return known.text
    if has_variable:
        return without_variables(text(value))
    return "" if is_nothing(value) else text(value)


def _with_trauma(weapon: dict[str, Flat], data: Mapping[str, Json]) -> dict[str, Flat]:
    die, rating = at(data, "trauma.die"), whole(at(data, "trauma.rating"))
    if not is_nothing(die) and rating:
        weapon |= {"trauma_die": str(die).replace(" ", ""), "trauma_rating": rating}
    for shock_path, ac_path in (("shock.damage", "shock.threshold"), ("shock.dmg", "shock.ac")):
        shock, ac = whole(at(data, shock_path)), whole(at(data, ac_path))
        if shock and ac:
            weapon |= {"shock": shock, "shock_ac": ac}
    return weapon


def _number(sheet: Sheet | Mapping[str, Flat], name: str) -> int:
    value = (sheet.values if isinstance(sheet, Sheet) else sheet).get(name, 0)
    return value if isinstance(value, int) else 0
