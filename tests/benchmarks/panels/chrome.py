"""The odds panel of CHROME, and the same panel in icepool."""

import icepool
from msgspec.structs import replace

from encounter_gui.rules.engine.reading.spread import known_spread
from encounter_gui.rules.systems.chrome.odds import attack as attack_odds
from encounter_gui.rules.systems.chrome.odds.attack import Strike, StrikeOdds, Target
from encounter_gui.rules.systems.chrome.odds.repeated import in_row
from encounter_gui.rules.systems.chrome.rules import rolls
from encounter_gui.rules.systems.chrome.rules.fighter import EFFECT_BIT
from encounter_gui.rules.systems.chrome.rules.harm import HarmPlan
from encounter_gui.rules.systems.chrome.rules.rolls import Roll

NAME = "CHROME"

_TARGET = Target(health=7, death=Roll(46, is_save=True), panics=True, conviction=14, is_edgy=True)

CASES = tuple(
    Strike(
        target=_TARGET,
        save=Roll(save, edge, plain_stress=1, critical_stress=3, is_save=True, is_prime=True),
        harm=HarmPlan(tier=damage, effects=EFFECT_BIT["sever"], deadly=99, panics=True),
    )
    for save in (35, 44, 60)
    for edge in (-1, 0, 1)
    for damage in (2, 4, 5)
)
"""Two claws on an Operator, each to be saved against."""

_ATTACKS = 2


def forget() -> None:
    """Empties what is kept between panels."""
    for kept in (
        known_spread,
        attack_odds.strike_odds,
        rolls.rank_dist,
        rolls.face_dist,
        rolls.kept_faces,
        attack_odds.faces,
    ):
        kept.cache_clear()


def attack(case: Strike) -> StrikeOdds:
    """Works one attack out."""
    return attack_odds.strike_odds(case)


def within(case: Strike, attack: StrikeOdds) -> None:
    """Works out ten such attacks in a row: being out, and the Health left."""
    in_row(case)


def ours(case: Strike) -> None:
    """Makes the whole panel: the attack, attacks in a row, the Health left, each Advantage, every face."""
    within(case, attack(case))
    for roll in _edges(case):
        attack_odds.success(attack_odds.by_rank(roll))
        attack_odds.faces(roll.target, roll.zero)


def _edges(case: Strike) -> list[Roll]:
    save = case.save or Roll(0)
    return [replace(save, edge=edge) for edge in (1, 0, -1)]


def peer_attack(case: Strike) -> "icepool.Die[tuple[int, ...]]":
    """Works the same attack out in icepool: what it does, and the Health lost."""
    return icepool.map(
        lambda save, death, place, die: _struck(case, save, death, place, die),
        _ranks(case.save or Roll(0)),
        _ranks(_TARGET.death or Roll(0)),
        icepool.d10,
        icepool.d20,
    )


def peer(case: Strike) -> list[float]:
    """Makes the same panel in icepool."""
    strike = peer_attack(case)
    found = [float(strike.marginals[place].probability("==", 1)) for place in range(5)]
    health = case.target.health
    one = strike.marginals[5]
    total, within = one, []
    for attacks in range(1, attack_odds.CHAIN + 1):
        within.append(float(total.probability(">=", health)))
        if attacks == _ATTACKS:
            found += [float(total.probability("==", lost)) for lost in range(health + 1)]
        total = (total + one).map(lambda lost: min(lost, health))
    saved = [float(_ranks(roll).probability(">=", 2)) for roll in _edges(case)]
    return [*found, *within, *saved]


def _rank(face: int, target: int) -> int:
    is_double = face % 11 == 0
    return (3 if is_double else 2) if face < target else (0 if is_double else 1)


def _ranks(roll: Roll) -> icepool.Die[int]:
    d100 = icepool.z(100)
    if not roll.edge:
        return d100.map(lambda face: _rank(face, roll.target))
    best = max if roll.edge > 0 else min
    return icepool.map(
        lambda first, second: best(_rank(first, roll.target), _rank(second, roll.target)),
        d100,
        d100,
    )


def _struck(case: Strike, save: int, death: int, place: int, die: int) -> tuple[int, ...]:
    """Hit, critical, out, dead, panic, and the Health lost."""
    if save >= 2:
        return (0, 0, 0, 0, 0, 0)
    is_critical = save == 0
    damage, health = case.harm.tier, case.target.health
    falls = damage >= health
    dies = falls and death < 2
    beheaded = is_critical and not dies and place == 10
    out = falls or beheaded
    conviction = max(case.target.conviction - (3 if is_critical else 1), 0)
    return (
        1,
        int(is_critical),
        int(out),
        int(dies or beheaded),
        int(not out and die >= conviction),
        health if out else damage,
    )
