"""The odds panel of D6 pools, and the same panel in icepool."""

import icepool

from encounter_gui.rules.systems.d6pool.odds import attack as attack_odds

NAME = "D6 pools"

CASES = tuple(
    {
        "attack": attack,
        "dodge": dodge,
        "difficulty": 15,
        "damage": 6,
        "resistance": resist,
        "left": 9,
        "health": 9,
    }
    for attack in (4, 5, 6)
    for dodge in (0, 1, 2)
    for resist in (4, 5, 6)
)


def forget() -> None:
    """Empties what is kept between panels."""
    attack_odds.hit_chance.cache_clear()
    attack_odds.wound_spread.cache_clear()


def ours(case: dict[str, int]) -> None:
    """Makes the whole panel."""
    attack_odds.strike_odds(**case)  # type: ignore[arg-type]  # the cases have its fields


def peer(case: dict[str, int]) -> list[float]:
    """Makes the same panel in icepool."""
    attack, dodge = case["attack"] @ icepool.d6, case["dodge"] @ icepool.d6
    hit = icepool.map(lambda a, d: a >= case["difficulty"] + d, attack, dodge)
    harm = icepool.map(
        lambda m, r: max(m - r, 0), case["damage"] @ icepool.d6, case["resistance"] @ icepool.d6
    )
    one = hit.if_else(harm.map(lambda wounds: min(wounds, case["left"])), 0)
    total, within = one, []
    for _ in range(attack_odds.CHAIN):
        within.append(float(total.probability(">=", case["left"])))
        total = (total + one).map(lambda lost: min(lost, case["left"]))
    return within
