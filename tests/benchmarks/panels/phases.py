"""The odds panel of phases and wounds: a shot at somebody in armour who has wounds already."""

from functools import cache
from typing import Any

import icepool

from encounter_gui.rules.systems.phases.mechanics import stacked_level
from encounter_gui.rules.systems.phases.odds import attack as attack_odds
from encounter_gui.rules.systems.phases.odds import rolls as roll_odds
from encounter_gui.rules.systems.phases.odds import three_attacks, wound_chain

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

VICTIM = wound_chain.Victim(
    levels=(0, 1, 3, 0, 0, 2),
    head=0,
    torso=1,
    head_out=4,
    destroys=True,
    penalties=(0, 0, -1, -2, -3, -4, -4),
    adds_penalties=False,
    cool=9,
    cool_dn=16,
    is_tested=True,
    flesh_tested=True,
    shock=6,
    shock_dns=(0, 12, 14, 16, 18, 20, 20),
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
        roll_odds.overall_margins,
        roll_odds.pass_chances,
        roll_odds.damage,
        roll_odds.pellet,
        roll_odds.sum_of_hits,
        roll_odds.pellets,
        roll_odds.least_damage,
        wound_chain.chain,
        three_attacks.course,
        attack_odds._harm_of,
    ):
        made.cache_clear()


def ours(case: attack_odds.Case) -> None:
    """Makes the whole panel, with the chart of damage."""
    chances = attack_odds.action_odds(case, VICTIM)
    attack_odds.hit_damage(case, chances.dos, VICTIM.torso)


def peer(case: attack_odds.Case) -> list[float]:
    """Makes the same panel in icepool: hit, wounds by place, damage, and out within ten by head, torso and COOL."""
    margin = (3 @ icepool.d6 + case.totals[0]) - (3 @ icepool.d6 + case.defense)
    found = [float(margin.probability(">", 0)), float(margin.probability("==", 0))]
    lead = margin.map(lambda each: max(each, -1))
    dealt = icepool.map(_dealt, lead, _dice(case.damage[0]))
    levels = [_levels(dealt, case, place) for place in range(len(case.shares))]
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
    for _ in range(attack_odds.CHAIN):
        state = icepool.map(_wounded, state, events, cool, star=False)
        found.append(float(state.map(lambda each: each[3]).probability("==", True)))
    return found


def _wounded(state: Any, event: Any, dice: int) -> Any:
    head, torso, held, out = state
    place, level = event
    if out or not level:
        return state
    before = (head, torso, *VICTIM.levels[2:])[place]
    new = int(stacked_level(before, level, VICTIM.destroys))
    head, torso = (new, torso) if place == 0 else (head, new) if place == 1 else (head, torso)
    worst = max(head, torso, new, *VICTIM.levels[2:])
    fails = not held and dice + VICTIM.cool + VICTIM.penalties[worst] < VICTIM.cool_dn
    return (head, torso, True, bool(head >= VICTIM.head_out or torso >= 6 or fails))
