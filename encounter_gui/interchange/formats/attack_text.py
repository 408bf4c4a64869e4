"""Attacks as stat blocks of the fifth edition tell them: in a sentence with the bonus, the reach and the dice."""

import re
from collections.abc import Iterable, Mapping

from encounter_gui.interchange.documents import Json
from encounter_gui.interchange.formats.stat_blocks import Values
from encounter_gui.interchange.formats.value_parsing import dice, first_whole, whole
from encounter_gui.interchange.imported import Flat

_TO_HIT = re.compile(r"([+\-−–]\s*\d{1,3})\s*to\s*hit", re.IGNORECASE)
_DICE = re.compile(r"(\d{1,3}\s*d\s*\d{1,3}(?:\s*[+\-−–]\s*\d{1,3})?)", re.IGNORECASE)
_HIT = re.compile(r"\bHit:?\s*(\d{1,4})", re.IGNORECASE)
_RANGED = re.compile(r"\b(?:ranged|range)\b", re.IGNORECASE)
_MELEE = re.compile(r"\b(?:melee|reach)\b", re.IGNORECASE)


def attack(name: str, words: str, record: Mapping[str, Json] | None = None) -> dict[str, Flat]:
    """Returns an attack: name, ``text``, ``attack_bonus``, ``damage`` (its first dice, or a number) and ``melee``.

    ``record`` may hold bonus and dice in fields of their own. With neither bonus nor dice it is another action.
    """
    fields = record or {}
    found: dict[str, Flat] = {"name": name, "text": words}
    bonus = whole(fields.get("attack_bonus"))
    said = _TO_HIT.search(words)
    if bonus is None and said is not None:
        bonus = first_whole(re.sub(r"\s", "", said[1]))
    damage = _damage(words, fields)
    if damage:
        found["damage"] = damage
    if bonus is None:
        return found
    found["attack_bonus"] = bonus
    found["melee"] = bool(_MELEE.search(words)) or not _RANGED.search(words)
    return found


def _damage(words: str, fields: Mapping[str, Json]) -> str:
    """Returns the dice of a hit as text; where there are none, the number; empty: neither is said."""
    own = fields.get("damage_dice")
    more = whole(fields.get("damage_bonus")) or 0
    if isinstance(own, str) and own.strip():
        text = own if not more or re.search(r"[+\-−]", own) else f"{own}{more:+d}"
        return str(text).replace(" ", "")
    hit = words.partition("Hit:")[2] or words
    found = _DICE.search(hit)
    if found is not None and dice(found[1])[0] is not None:
        return re.sub(r"\s", "", found[1]).replace("−", "-").replace("–", "-")
    number = _HIT.search(words)
    return number[1] if number is not None else ""


_TRAUMA = re.compile(r"trauma (\d{0,2}d\d{1,3}(?:\+\d{1,3})?) ?[x×] ?(\d{1,3})", re.IGNORECASE)
_SHOCK = re.compile(r"shock (\d{1,3}) ?/ ?(\d{1,3})", re.IGNORECASE)
_REACH = re.compile(r"(\d{1,6})/(\d{1,6}) ?m\b")
_ROUNDS = re.compile(r"(\d{1,4}) rounds|\bmag(?:azine)? (\d{1,4})", re.IGNORECASE)


def weapon_words(words: str) -> dict[str, Flat]:
    """Returns what our stat blocks say of a weapon beside its dice: ``trauma 1d6 x3, shock 2/15, 8 rounds``."""
    found: dict[str, Flat] = {}
    if match := _TRAUMA.search(words):
        found |= {"trauma_die": match[1], "trauma_rating": int(match[2])}
    if match := _SHOCK.search(words):
        found |= {"shock": int(match[1]), "shock_ac": int(match[2])}
    if match := _REACH.search(words):
        found["range"] = (int(match[1]), int(match[2]))
    if match := _ROUNDS.search(words):
        rounds = int(match[1] or match[2])
        found |= {"magazine": rounds, "ammo": rounds}
    return found


def with_attacks(values: Values, attacks: Iterable[Mapping[str, Flat]]) -> Values:
    """Returns values with these attacks, and the best bonus at range and in melee; other actions are left out."""
    real = tuple(each for each in attacks if "attack_bonus" in each or "damage" in each)
    best: dict[str, Flat] = {}
    for key, is_melee in (("attack_bonus", False), ("attack_bonus_melee", True)):
        bonuses = [each["attack_bonus"] for each in real if each.get("melee") is is_melee]
        numbers = [each for each in bonuses if isinstance(each, int)]
        if numbers:
            best[key] = max(numbers)
    return {**best, **values, "weapons": real} if real else {**best, **values}
