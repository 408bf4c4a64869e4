"""Duels whose win chance a small Markov chain gives, written here from the rule text, against 10,000 fights played out.

The chain knows two people who stand face to face: initiative (CWN-15), d20 against AC (CWN-25), Trauma (CWN-08), Shock
(CWN-25 steps 6 and 7), soak (CWN-07), magazines (CWN-36l), guns in melee (CWN-27), several attacks (CWN-69), Total
Defense (CWN-24, CWN-36g) by who gives its Main up for it when a hit would more likely than not put it down.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.ruleset import CarriedDef
from tests.rules.systems.cwn.bout import Bout

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

ROUNDS = 100


@dataclass(frozen=True)
class Arm:
    """One way to attack: bonus, damage dice and what is added, Trauma Die and Rating, Shock amount and AC."""

    hit: int
    dice: int
    sides: int
    plus: int = 0
    trauma: int = 0
    rating: int = 1
    shock: int = 0
    shock_ac: int = 0
    melee: bool = False
    attacks: int = 1


@dataclass(frozen=True)
class Duelist:
    """One of the two: soak and hit points, both AC, Trauma Target, magazine (0: none), arms in hand and bare.

    ``crowded`` is what the d20 loses in melee with an armed enemy; None: then only bare hands are left. ``defends``: it
    goes over to Total Defense when that is worth its Main.
    """

    pool: int
    arm: Arm
    bare: Arm
    ac: int = 12
    ac_melee: int = 12
    magazine: int = 0
    crowded: int | None = 0
    defends: bool = False

    @property
    def is_armed(self) -> bool:
        """Whether it hampers shooting in melee: it holds a melee weapon."""
        return self.arm.melee


@cache
def harm(arm: Arm, ac: int, less: int = 0) -> dict[int, float]:
    """Returns the chance of each damage of one attack, by counting every face."""
    found: dict[int, float] = defaultdict(float)
    shock = max(arm.shock, 0) if arm.shock_ac >= ac else 0
    rolls = list(product(range(1, arm.sides + 1), repeat=arm.dice))
    faces = range(1, arm.trauma + 1) if arm.trauma else (0,)
    for die in range(1, 21):
        if die == 1 or (die != 20 and die + arm.hit + less < ac):
            found[shock] += 1 / 20
            continue
        for face, roll in product(faces, rolls):
            times = arm.rating if arm.trauma and face >= 6 else 1
            damage = max((sum(roll) + arm.plus) * times, shock, 1)
            found[damage] += 1 / (20 * len(faces) * len(rolls))
    return dict(found)


@cache
def harm_if_answered(arm: Arm, ac: int, less: int, left: int) -> dict[tuple[int, bool], float]:
    """Returns the chance of each damage to who has so much left and a Main, and of whether it gives that up.

    A hit by less than 2 becomes a miss (AC +2), Shock does nothing: then it is worth it, if it is put down otherwise.
    """
    shock = max(arm.shock, 0) if arm.shock_ac >= ac else 0
    hits = harm(Arm(hit=99, **{key: getattr(arm, key) for key in _OF_A_HIT}), ac)
    wounds = {key: p / 0.95 for key, p in hits.items()}
    wounds[shock] = wounds.get(shock, 0.0) - 0.05 / 0.95
    is_deadly = sum(p for damage, p in wounds.items() if damage >= left) > 0.5 + 1e-9
    found: dict[tuple[int, bool], float] = defaultdict(float)
    for die in range(1, 21):
        if die == 1 or (die != 20 and die + arm.hit + less < ac):
            gives_up = shock > 0 and shock >= left
            found[0 if gives_up else shock, gives_up] += 1 / 20
        elif is_deadly and die != 20 and die + arm.hit + less < ac + 2:
            found[0, True] += 1 / 20
        else:
            for damage, p in wounds.items():
                found[damage, False] += p / 20
    return dict(found)


_OF_A_HIT = ("dice", "sides", "plus", "trauma", "rating", "shock", "shock_ac")


def blow(arm: Arm, other: Duelist, less: int, left: int, main: str) -> dict[tuple[int, str], float]:
    """Returns the chance of each damage of one attack, with what the other's Main is after it.

    It is ``used``, ``left`` for Total Defense, or ``given`` up for it: then AC is 2 better and Shock does nothing.
    """
    ac = other.ac_melee if arm.melee else other.ac
    if main == "left":
        answered = harm_if_answered(arm, ac, less, left)
        return {(damage, "given" if up else "left"): p for (damage, up), p in answered.items()}
    if main == "given":
        arm, ac = replace(arm, shock=0), ac + 2
    return {(damage, main): p for damage, p in harm(arm, ac, less).items()}


def turn(
    me: Duelist, other: Duelist, state: tuple[int, int, int, bool], main: str
) -> dict[Any, float]:
    """Returns the states after a turn of ``me``: the other's pool, my rounds, in melee, the other's Main."""
    _, pool, rounds, melee = state
    if me.magazine and rounds == 0:
        return {(pool, me.magazine, melee, main): 1.0}
    crowd = melee and other.is_armed and not me.arm.melee
    arm, less = (me.bare, 0) if crowd and me.crowded is None else (me.arm, 0)
    if crowd and me.crowded:
        less = me.crowded
    left = rounds - 1 if me.magazine and arm is me.arm else rounds
    after = {(pool, main): 1.0}
    for _ in range(arm.attacks):
        further: dict[tuple[int, str], float] = defaultdict(float)
        for (now, kept), chance in after.items():
            if now <= 0:
                further[now, kept] += chance
                continue
            for (damage, then), p in blow(arm, other, less, now, kept).items():
                further[max(now - damage, 0), then] += chance * p
        after = dict(further)
    return {(now, left, melee or arm.melee, kept): p for (now, kept), p in after.items()}


def win_chance(pc: Duelist, foe: Duelist) -> float:
    """Returns the chance that the player character wins within 100 rounds."""
    first = sum(mine >= theirs for mine, theirs in product(range(1, 9), repeat=2)) / 64
    return first * _wins(pc, foe) + (1 - first) * _loses(foe, pc)


def _loses(first: Duelist, second: Duelist) -> float:
    """Returns the chance that who comes second wins."""
    return _played(first, second)[1]


def _wins(first: Duelist, second: Duelist) -> float:
    return _played(first, second)[0]


def _played(first: Duelist, second: Duelist) -> tuple[float, float]:
    states: dict[Any, float] = {
        (first.pool, second.pool, first.magazine, second.magazine, False, "used"): 1.0
    }
    won = [0.0, 0.0]
    for number in range(2 * ROUNDS):
        index = number % 2
        me, other = (first, second) if index == 0 else (second, first)
        after: dict[Any, float] = defaultdict(float)
        for state, chance in states.items():
            pools, rounds, melee, main = list(state[:2]), list(state[2:4]), *state[4:]
            if index == 1 and main == "given":  # who has given its Main up does nothing in its turn
                after[(*state[:5], "used")] += chance
                continue
            view = (pools[index], pools[1 - index], rounds[index], melee)
            main = "left" if index == 0 and other.defends else "used"
            for (pool, left, close, kept), p in turn(me, other, view, main).items():
                if pool <= 0:
                    won[index] += chance * p
                    continue
                pools[1 - index], rounds[index] = pool, left
                after[(*pools, *rounds, close, kept)] += chance * p
        states = dict(after)
    return won[0], won[1]


PC_BARE = Arm(hit=-2, dice=1, sides=2, trauma=6, rating=1, melee=True)
NPC_BARE = Arm(hit=2, dice=1, sides=2, trauma=6, rating=1, melee=True)
PC_PISTOL = Arm(hit=1, dice=1, sides=8, trauma=6, rating=3)
NPC_PISTOL = Arm(hit=2, dice=1, sides=8, trauma=6, rating=3)
PC_SWORD = Arm(hit=0, dice=1, sides=8, trauma=8, rating=2, shock=2, shock_ac=13, melee=True)
NPC_KNIFE = Arm(hit=2, dice=1, sides=4, trauma=6, rating=3, shock=1, shock_ac=15, melee=True)
PC_SHOTGUN = Arm(hit=1, dice=3, sides=4, trauma=10, rating=3)
PC_RIFLE = Arm(hit=1, dice=1, sides=10, plus=2, trauma=8, rating=3)
NPC_CLAWS = Arm(
    hit=4, dice=1, sides=6, trauma=6, rating=2, shock=2, shock_ac=99, melee=True, attacks=2
)
CLAWS = CarriedDef(
    item="knife",
    values={"damage": "1d6", "trauma": "d6", "rating": 2, "shock": 2, "shock_ac": 99, "attacks": 2},
)

MAGAZINES = CarriedDef(item="spare_magazine", values={"count": 99})

Case = tuple[Duelist, Duelist, dict[str, Any], dict[str, Any]]

CASES: dict[str, Case] = {
    "pistols": (
        Duelist(pool=12, arm=PC_PISTOL, bare=PC_BARE, ac=10, ac_melee=10, magazine=8, crowded=-4),
        Duelist(pool=9, arm=NPC_PISTOL, bare=NPC_BARE, magazine=8, crowded=-4),
        {"items": ["heavy_pistol", MAGAZINES], "hp": 12, "shoot": 1},
        {"items": ["heavy_pistol"], "hp": 9},
    ),
    "sword and knife: Shock": (
        Duelist(pool=12, arm=PC_SWORD, bare=PC_BARE, ac=10, ac_melee=10),
        Duelist(pool=10, arm=NPC_KNIFE, bare=NPC_BARE),
        {"items": ["sword"], "hp": 12},
        {"items": ["knife"], "hp": 10},
    ),
    "soak": (
        Duelist(pool=14, arm=PC_SWORD, bare=PC_BARE, ac=10, ac_melee=10),
        Duelist(pool=15, arm=NPC_KNIFE, bare=NPC_BARE),
        {"items": ["sword"], "hp": 9, "soak": 5},
        {"items": ["knife"], "hp": 10, "soak": 5},
    ),
    "a shotgun that is reloaded": (
        Duelist(pool=14, arm=PC_SHOTGUN, bare=PC_BARE, ac=10, ac_melee=10, magazine=2),
        Duelist(pool=25, arm=NPC_PISTOL, bare=NPC_BARE, magazine=8, crowded=-4),
        {"items": ["shotgun", MAGAZINES], "hp": 14, "shoot": 1},
        {"items": ["heavy_pistol"], "hp": 25},
    ),
    "a pistol against a knife": (
        Duelist(pool=14, arm=PC_PISTOL, bare=PC_BARE, ac=10, ac_melee=10, magazine=8, crowded=-4),
        Duelist(pool=12, arm=NPC_KNIFE, bare=NPC_BARE),
        {"items": ["heavy_pistol", MAGAZINES], "hp": 14, "shoot": 1},
        {"items": ["knife"], "hp": 12},
    ),
    "a rifle against a knife": (
        Duelist(pool=20, arm=PC_RIFLE, bare=PC_BARE, ac=10, ac_melee=10, magazine=6, crowded=None),
        Duelist(pool=8, arm=NPC_KNIFE, bare=NPC_BARE),
        {"items": ["rifle", MAGAZINES], "hp": 20, "shoot": 1},
        {"items": ["knife"], "hp": 8},
    ),
    "two attacks, Shock at every AC": (
        Duelist(pool=18, arm=PC_SWORD, bare=PC_BARE, ac=10, ac_melee=10),
        Duelist(pool=10, arm=NPC_CLAWS, bare=NPC_BARE),
        {"items": ["sword"], "hp": 18},
        {"items": [CLAWS], "held": "knife", "hp": 10, "attack": 4},
    ),
}


def _defending(case: str, *, foe: bool) -> Case:
    """Returns a duel in which the player character, and a foe with a name, defend themselves."""
    one, two, pc_sheet, foe_sheet = CASES[case]
    return (
        replace(one, defends=True),
        replace(two, defends=foe),
        pc_sheet,
        {**foe_sheet, "named": foe},
    )


CASES |= {
    "pistols, both defend": _defending("pistols", foe=True),
    "two attacks, Shock at every AC, one defends": _defending(
        "two attacks, Shock at every AC", foe=False
    ),
    "sword and knife, both defend": _defending("sword and knife: Shock", foe=True),
}


def _battle(pc: dict[str, Any], foe: dict[str, Any]) -> Any:
    """Returns the duel as the program plays it out."""
    bout = Bout()
    bout.pc("Vee", **pc)
    bout.npc("Gang", **foe)
    return bout.system.battle(bout.context)


def _agrees(case: str, fights: int) -> None:
    pc, foe, pc_sheet, foe_sheet = CASES[case]
    expected = win_chance(pc, foe)
    orders = Orders(pc_defends=pc.defends, foe_defends=foe.defends)
    result = _battle(pc_sheet, foe_sheet).play(fights, np.random.default_rng(11), orders)
    found = float((result.winner == 0).mean())
    error = sqrt(expected * (1 - expected) / fights)
    assert abs(found - expected) <= 4 * error, (case, expected, found)


@pytest.mark.parametrize("case", [each for each in CASES if each != "pistols, both defend"])
def test_a_duel_is_won_as_often_as_the_chain_says(case: str) -> None:
    """Within 4 standard errors in 10,000 fights (CWN-07, CWN-08, CWN-15, CWN-25, CWN-27, CWN-36l, CWN-69)."""
    _agrees(case, 10_000)


@pytest.mark.deep
@pytest.mark.parametrize("case", CASES)
def test_a_duel_is_won_as_often_as_the_chain_says_in_100_000_fights(case: str) -> None:
    """The same within 4 standard errors in 100,000 fights."""
    _agrees(case, 100_000)
