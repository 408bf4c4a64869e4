"""Creatures of the fifth edition in our games: converted by scale, spread as they were, claws still claws."""

import json
import random
from collections.abc import Sequence

import pytest

from encounter_gui.interchange.converting import Proposal, propose
from encounter_gui.interchange.import_dispatch import read_files
from encounter_gui.interchange.scales import converted
from encounter_gui.rules.files.consistency import item_faults
from encounter_gui.rules.systems import SYSTEMS
from tests.helpers.rulesets import shipped

HEALTH = {"chrome": "health", "cwn": "hp", "d6pool": "health", "phases": "stamina"}
ATTACK = {"chrome": "combat", "cwn": "attack", "d6pool": "armed", "phases": "melee"}
DRAGON = {
    "name": "Old Drake",
    "hit_points": 367,
    "armor_class": 21,
    "strength": 27,
    "actions": [
        {"name": "Multiattack", "desc": "It makes three attacks."},
        {
            "name": "Bite",
            "desc": "Melee Weapon Attack: +14 to hit, reach 15 ft., one target. Hit: 19 (2d10 + 8) piercing damage.",
        },
        {
            "name": "Claw",
            "attack_bonus": 13,
            "damage_dice": "2d6",
            "damage_bonus": 8,
            "desc": "Reach 10 ft.",
        },
        {
            "name": "Spit",
            "desc": "Ranged Weapon Attack: +11 to hit, range 60/120 ft. Hit: 7 acid damage.",
        },
    ],
}


def block(name: str, hp: int, ac: int, bonus: int) -> dict[str, object]:
    """A stat block of the fifth edition's kind."""
    sentence = f"Melee Weapon Attack: +{bonus} to hit, reach 5 ft., one target. Hit: {hp // 8 + 2} (1d8 + 2) damage."
    return {
        "name": name,
        "hit_points": hp,
        "armor_class": [{"type": "natural", "value": ac}],
        "strength": 10 + bonus,
        "actions": [{"name": "Claws", "desc": sentence}],
    }


def many() -> list[dict[str, object]]:
    """Three hundred, as such lists are: most of them small, a few enormous."""
    chance = random.Random(5)
    found = []
    for number in range(300):
        level = int(24 * chance.random() ** 2.2)
        hp = max(1, round((4 + 14 * level + level * level * 0.4) * chance.uniform(0.7, 1.3)))
        ac = min(25, max(8, round(11.5 + level * 0.45 + chance.gauss(0, 1.6))))
        bonus = min(17, max(0, round(3 + level * 0.5 + chance.gauss(0, 0.8))))
        found.append(block(f"Beast {number}", hp, ac, bonus))
    return found


def proposals(ruleset: str, blocks: Sequence[object]) -> list[Proposal]:
    read = read_files([("srd.json", json.dumps(blocks).encode())])
    assert len(read.creatures) == len(blocks)
    return [propose(each, shipped(ruleset)) for each in read.creatures]


def ranks(values: Sequence[float]) -> list[float]:
    """Returns the rank of each value; equal ones share theirs."""
    order = sorted(values)
    first = {value: order.index(value) for value in set(order)}
    count = {value: order.count(value) for value in first}
    return [first[value] + (count[value] - 1) / 2 for value in values]


def correlation(left: Sequence[float], right: Sequence[float]) -> float:
    """Returns Spearman's rank correlation."""
    a, b = ranks(left), ranks(right)
    mean = (len(a) - 1) / 2
    both = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    size = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return float(both / size**0.5)


def armor_of(proposal: Proposal) -> int:
    sheet = proposal.entry.creature.sheet
    for key in ("soak", "ac"):
        if isinstance(value := sheet.get(key), int):
            return value
    worn = [each.values for each in proposal.entry.creature.items if each.kind == "armor"]
    return max((int(each.get("level", each.get("value", 0))) for each in worn), default=0)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_hit_points_attack_and_armor_are_spread_as_in_the_source(ruleset: str) -> None:
    """Rank correlation of at least 0.9 each; not one value for all."""
    blocks = many()
    made = proposals(ruleset, blocks)
    sheets = [each.entry.creature.sheet for each in made]
    health = correlation([b["hit_points"] for b in blocks], [s[HEALTH[ruleset]] for s in sheets])
    attack = correlation([b["strength"] for b in blocks], [s[ATTACK[ruleset]] for s in sheets])
    armor = correlation(
        [b["armor_class"][0]["value"] for b in blocks], [armor_of(each) for each in made]
    )
    print(f"{ruleset}: hit points {health:.3f}, attack {attack:.3f}, armor {armor:.3f}")
    assert min(health, attack, armor) >= 0.9


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_claws_stay_claws(ruleset: str) -> None:
    """A dragon carries no pistol, each of its attacks keeps its name, and it can be played."""
    (dragon,) = proposals(ruleset, [DRAGON])
    rules = shipped(ruleset)
    arms = {each.name: each for each in dragon.entry.creature.items if each.kind == "weapon"}
    assert {"Bite", "Claw"} <= set(arms)
    for each in arms.values():
        assert list(item_faults(rules, "weapon", each.values, each.name)) == []
    assert dragon.entry.creature.sheet.get("strength") != 27
    assert "Multiattack: It makes three attacks." in dragon.entry.creature.note


def test_the_bonus_of_an_attack_is_read() -> None:
    """Of a sentence and of fields of its own; the best of each kind is the creature's."""
    (found,) = read_files([("a.json", json.dumps([DRAGON]).encode())]).creatures
    assert (found.values["attack_bonus"], found.values["attack_bonus_melee"]) == (11, 14)
    bite, claw, spit = found.values["weapons"]
    assert (bite["attack_bonus"], bite["damage"], bite["melee"]) == (14, "2d10+8", True)
    assert (claw["attack_bonus"], claw["damage"], claw["melee"]) == (13, "2d6+8", True)
    assert (spit["attack_bonus"], spit["damage"], spit["melee"]) == (11, "7", False)


def test_every_proposal_is_marked() -> None:
    """None of the numbers of another game is taken for one of ours."""
    (dragon,) = proposals("chrome", [DRAGON])
    assert {"health", "soak", "combat", "strength"} <= set(dragon.entry.guessed)


@pytest.mark.parametrize(
    ("at", "here"), [(-5, 1), (0, 1), (5, 6), (10, 11), (15, 16), (20, 21), (99, 21)]
)
def test_between_points_lie_straight_lines(at: int, here: int) -> None:
    """Outside them the nearest counts."""
    assert converted("hp 0:1 10:11 20:21", {"hp": at}) == here


def test_steps_and_formulas() -> None:
    """Dice go by steps; what is no scale is a formula."""
    steps = "damage 1:1d4 4:1d6 7:1d8"
    assert [converted(steps, {"damage": at}) for at in (0, 3, 4, 9)] == ["1d4", "1d4", "1d6", "1d8"]
    assert converted("max(1, hp // 5)", {"hp": 22}) == 4
