"""Other games out of Foundry VTT: two cyberpunk systems by name, others by what most systems have in common."""

from collections.abc import Iterator, Mapping

from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.documents import Json, at, mapping
from encounter_gui.interchange.formats.foundry import Actor, gear
from encounter_gui.interchange.formats.value_parsing import dice, is_nothing, text, whole
from encounter_gui.interchange.imported import Flat

_HEALTH = ("health", "hp", "derivedStats.hp", "attributes.hp", "wounds", "hitPoints")
_NOW, _MOST = ("value", "currentHP", "current"), ("max", "maxHP", "value")
_ARMOR = ("ac", "baseAc", "armorClass", "aac", "attributes.ac", "defense")
_ARMOR_PARTS = ("value", "total", "ranged")
_INITIATIVE = ("initiative.value", "initiative.mod", "initiativeMod", "attributes.init.mod")
_DAMAGE = ("damage", "damageFormula", "damage.formula")

NO_ACTORS = frozenset(
    {
        *("weapon", "armor", "armour", "ammo", "equipment", "gear", "item", "loot", "consumable"),
        *("cyberware", "program", "skill", "feat", "spell", "trait", "effect", "container"),
    }
)
"""Kinds of things that are exported in the same shape as actors and fight no more than a coat does."""

Values = dict[str, Flat]


def read_actor(actor: Actor) -> tuple[Values, tuple[Message, ...]]:
    """Returns the values of an actor under our names, and what had to be said."""
    match actor.system:
        case "cyberpunk2020":
            return _cyberpunk_2020(actor), ()
        case "cyberpunk-red-core":
            return _cyberpunk_red(actor), ()
        case _:
            return _generic(actor)


def _cyberpunk_2020(actor: Actor) -> Values:
    """Numbers often stand there as texts; damage is wound boxes filled, from 0 to 40."""
    values: Values = {}
    for key, stat in mapping(actor.data.get("stats")).items():
        base, extra = whole(at(stat, "base")), whole(at(stat, "tempMod")) or 0
        if base is not None:
            values[f"stat_{key}"] = base + extra
    boxes = whole(actor.data.get("damage"))
    if boxes is not None:
        values |= {"damage_taken": boxes, "hp_max": 40, "hp": 40 - boxes}
    for place, stopping in _layers(actor).items():
        values[f"sp_{place}"] = stopping
    for name, data in gear(actor, "skill"):
        level = whole(data.get("chipLevel" if data.get("isChipped") else "level"))
        if level:
            values[f"skill_{_slug(name)}"] = level
    values["weapons"] = tuple(_weapon_2020(name, data) for name, data in gear(actor, "weapon"))
    return values


def _layers(actor: Actor) -> dict[str, int]:
    """Stopping power by place; of several worn pieces all count, less what has been shot off each."""
    places: dict[str, int] = {}
    for _, data in gear(actor, "armor"):
        if data.get("equipped") is False:
            continue
        for place, piece in mapping(data.get("coverage")).items():
            power = (whole(at(piece, "stoppingPower")) or 0) - (whole(at(piece, "ablation")) or 0)
            places[_slug(place)] = places.get(_slug(place), 0) + max(power, 0)
    return places


def _weapon_2020(name: str, data: Mapping[str, Json]) -> Mapping[str, Flat]:
    weapon: Values = {"name": name, "damage": _dice_text(data.get("damage"))}
    pairs = {
        "magazine": "shots",
        "ammo": "shotsLeft",
        "rof": "rof",
        "range": "range",
        "accuracy": "accuracy",
    }
    for own, theirs in pairs.items():
        number = whole(data.get(theirs))
        if number is not None:
            weapon[own] = number
    return weapon


def _cyberpunk_red(actor: Actor) -> Values:
    data = actor.data
    values: Values = {}
    for key, stat in mapping(data.get("stats")).items():
        number = whole(at(stat, "value"))
        if number is not None:
            values[f"stat_{key}"] = number
    for own, path in {
        "hp": "derivedStats.hp.value",
        "hp_max": "derivedStats.hp.max",
        "seriously_wounded": "derivedStats.seriouslyWounded",
        "death_save": "derivedStats.deathSave.value",
        "sp_body": "externalData.currentArmorBody.value",
        "sp_head": "externalData.currentArmorHead.value",
        "sp_shield": "externalData.currentArmorShield.value",
    }.items():
        number = whole(at(data, path))
        if number is not None:
            values[own] = number
    state = at(data, "derivedStats.currentWoundState")
    if isinstance(state, str) and state != "notWounded":
        values["wound_state"] = state
    values["weapons"] = tuple(_weapon_red(name, each) for name, each in gear(actor, "weapon"))
    return values


def _weapon_red(name: str, data: Mapping[str, Json]) -> Mapping[str, Flat]:
    weapon: Values = {"name": name, "damage": _dice_text(data.get("damage"))}
    pairs = {
        "magazine": "magazine.max",
        "ammo": "magazine.value",
        "rof": "rof",
        "attack_bonus": "attackmod",
    }
    for own, path in pairs.items():
        number = whole(at(data, path))
        if number is not None:
            weapon[own] = number
    return weapon


def _generic(actor: Actor) -> tuple[Values, tuple[Message, ...]]:
    values: Values = {}
    said: list[Message] = [say("import.guessed", name=actor.name, system=actor.system or "?")]
    health = next((h for path in _HEALTH if (h := _health(at(actor.data, path))) is not None), None)
    if health is not None:
        values["hp"], values["hp_max"] = health
    else:
        said.append(say("import.no_health", name=actor.name))
    if actor.system == "wwn":
        values |= _wwn(actor.data)
    armor = next((n for path in _ARMOR if (n := _armor(at(actor.data, path))) is not None), None)
    if armor is not None:
        values["ac"] = armor
    initiative = next(
        (n for path in _INITIATIVE if (n := whole(at(actor.data, path))) is not None), None
    )
    if initiative is not None:
        values["initiative"] = initiative
    values["weapons"] = tuple(_weapons(actor))
    return values, tuple(said)


def _wwn(data: Mapping[str, Json]) -> Values:
    paths = {
        "attack_bonus": "thac0.bba",
        "morale": "details.morale",
        "skill": "details.skill",
        "save": "saves.baseSave",
    }
    found = {own: whole(at(data, path)) for own, path in paths.items()}
    values: Values = {own: number for own, number in found.items() if number is not None}
    if not is_nothing(at(data, "hp.hd")):
        values["hit_dice"] = _dice_text(at(data, "hp.hd"))
    return values


def _health(value: Json) -> tuple[int, int] | None:
    number = whole(value)
    if number is not None:
        return number, number
    most = next((n for key in _MOST if (n := whole(at(value, key))) is not None), None)
    now = next((n for key in _NOW if (n := whole(at(value, key))) is not None), None)
    if most is None:
        return (now, now) if now is not None else None
    return (most if now is None else now), most


def _armor(value: Json) -> int | None:
    number = whole(value)
    if number is not None:
        return number
    return next((n for part in _ARMOR_PARTS if (n := whole(at(value, part))) is not None), None)


def _weapons(actor: Actor) -> Iterator[Mapping[str, Flat]]:
    for name, data in gear(actor, "weapon"):
        damage = next((d for path in _DAMAGE if (d := _dice_text(at(data, path)))), "")
        yield {"name": name, "damage": damage}


def _dice_text(value: Json) -> str:
    known, _ = dice(value)
    if known is not None:
        return known.text
    return "" if is_nothing(value) else text(value)


def _slug(name: str) -> str:
    return "_".join(
        part for part in "".join(c if c.isalnum() else " " for c in name.casefold()).split()
    )
