"""The odds panel of phases and wounds: a shot at somebody in armour who has wounds already."""

from functools import cache
from typing import Any

import icepool

from encounter_gui.rules.systems.phases.mechanics import stacked_level
from encounter_gui.rules.systems.phases.odds import attack as attack_odds
from encounter_gui.rules.systems.phases.odds import in_a_row, wounds
from encounter_gui.rules.systems.phases.odds import rolls as roll_odds
from encounter_gui.rules.systems.phases.rules import damage_dice
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy

NAME = "Phases"

_ATTACK: dict[str, Any] = {
    "most": (1,),
    "is_passive": False,
    "per_shot": False,
    "by_margin": False,
    "jams": True,
    "rule": "one",
    "is_summed": False,
    "graze": 1,
    "graze_armor": True,
    "shares": (0.1, 0.3, 0.1, 0.1, 0.2, 0.2),
    "armor": (6, 8, 8, 8, 8, 8),
    "factor": (2, 1, 1, 1, 1, 1),
    "thresholds": (1, 6, 13, 19, 26),
}

VICTIM = wounds.Victim(
    levels=(0, 1, 3, 0, 0, 2),
    body=Anatomy(
        keys=tuple("abcdef"),
        head=0,
        torso=1,
        arms=(2, 3),
        legs=(4, 5),
        head_stuns=3,
        head_out=4,
        arm_drops=3,
        leg_falls=4,
        destroys=True,
        tests_flesh=True,
        penalties=(0, 0, -1, -2, -3, -4, -4),
        adds_penalties=False,
        dns=(0, 12, 14, 16, 18, 20, 20),
        intervals=(20,) * 7,
        cool_dn=16,
        out_dice=1,
        reanimates=20,
    ),
    cool=9,
    stamina=6,
    is_tested=True,
    is_in_shock=False,
    drops_in_shock=False,
    is_out=False,
)

CASES = [
    attack_odds.Case(totals=(total,), defense=11, damage=(dice, 0, 1, 0), **_ATTACK)
    for total in (9, 13)
    for dice in (3, 4, 5)
]


def forget() -> None:
    """Empties what is kept for an attack or a target; pools of dice stay, as they do in every system."""
    for made in (
        roll_odds.margins,
        roll_odds.damage,
        damage_dice.dealt,
        roll_odds.sum_of_hits,
        roll_odds.pellets,
        roll_odds.least_damage,
        wounds.one_hit,
        in_a_row.within,
        in_a_row.soon,
        attack_odds._harm_of,
        attack_odds.first_odds,
        attack_odds.action_odds,
    ):
        made.cache_clear()


def attack(case: attack_odds.Case) -> attack_odds.ActionOdds:
    """Works one attack out."""
    return attack_odds.action_odds(case, VICTIM)


def within(case: attack_odds.Case, attack: attack_odds.ActionOdds) -> None:
    """Works out being out within three and ten such attacks."""
    in_a_row.within(case, VICTIM)
    in_a_row.soon(case, VICTIM)


def ours(case: attack_odds.Case) -> None:
    """Makes the whole panel, with the chart of damage."""
    chances = attack_odds.action_odds(case, VICTIM)
    attack_odds.hit_damage(case, chances.dos, VICTIM.body.torso)
    in_a_row.within(case, VICTIM)
    in_a_row.soon(case, VICTIM)


def peer_attack(case: attack_odds.Case) -> "tuple[icepool.Die[int], list[icepool.Die[int]]]":
    """Works the same attack out in icepool: the margin, and the wound in each place."""
    margin = (3 @ icepool.d6 + case.totals[0]) - (3 @ icepool.d6 + case.defense)
    lead = margin.map(lambda each: max(each, -1))
    dealt = icepool.map(_dealt, lead, _dice(case.damage[0]))
    return margin, [_levels(dealt, case, place) for place in range(len(case.shares))]


def peer(case: attack_odds.Case) -> list[float]:
    """Makes the same panel in icepool: hit, wounds by place, damage, and out within ten by head, torso and COOL."""
    margin, levels = peer_attack(case)
    found = [float(margin.probability(">", 0)), float(margin.probability("==", 0))]
    found += [float(die.probability("==", level)) for die in levels for level in range(6)]
    return found + _chain(case, levels)


def _dealt(lead: int, dice: int) -> int:
    return lead + dice if lead > 0 else int(lead == 0)


@cache
def _die() -> "icepool.Die[int]":
    """A damage die that explodes four deep: what icepool finds in the time of a breath."""
    die: icepool.Die[int] = icepool.d6
    for _ in range(4):
        further = 5 + die
        die = icepool.Die([1, 2, 3, 4, 5, further])
    return die


@cache
def _dice(count: int) -> "icepool.Die[int]":
    """Pools of dice are kept, as ours are."""
    return count @ _die()


def _levels(dealt: "icepool.Die[int]", case: attack_odds.Case, place: int) -> "icepool.Die[int]":
    armor, factor = case.armor[place], case.factor[place]

    def level(damage: int) -> int:
        past = max(damage - armor, 0) * factor
        return sum(past >= least for least in case.thresholds)

    return dealt.map(level)


def _chain(case: attack_odds.Case, levels: "list[icepool.Die[int]]") -> list[float]:
    places = icepool.Die({place: round(share * 10) for place, share in enumerate(case.shares)})
    events = places.map(lambda place: levels[place].map(lambda level: (place, level)))
    cool = 3 @ icepool.d6
    state: icepool.Die[Any] = icepool.Die([(VICTIM.levels[0], VICTIM.levels[1], False, False)])
    found = []
    for _ in range(in_a_row.CHAIN):
        state = icepool.map(_wounded, state, events, cool, star=False)
        found.append(float(state.map(lambda each: each[3]).probability("==", True)))
    return found


def _wounded(state: Any, event: Any, dice: int) -> Any:
    head, torso, held, out = state
    place, level = event
    if out or not level:
        return state
    before = (head, torso, *VICTIM.levels[2:])[place]
    new = int(stacked_level(before, level, VICTIM.body.destroys))
    head, torso = (new, torso) if place == 0 else (head, new) if place == 1 else (head, torso)
    worst = max(head, torso, new, *VICTIM.levels[2:])
    fails = not held and dice + VICTIM.cool + VICTIM.body.penalties[worst] < VICTIM.body.cool_dn
    return (head, torso, True, bool(head >= VICTIM.body.head_out or torso >= 6 or fails))
