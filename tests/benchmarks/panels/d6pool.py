"""The odds panel of D6 pools, and the same panel in icepool."""

import icepool

from encounter_gui.rules.systems.d6pool.odds import attack as attack_odds
from encounter_gui.rules.systems.d6pool.odds.repeated import CHAIN, Mark, NextAttack, down_within

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
    """Makes the whole panel: one attack, and down within ten of them in one turn, stun carried."""
    attack_odds.strike_odds(**case)  # type: ignore[arg-type]  # the cases have its fields
    like = NextAttack(
        attack=case["attack"],
        dodge=(case["dodge"], case["dodge"]),
        difficulty=case["difficulty"],
        damage=case["damage"],
    )
    resist = case["resistance"]
    resistance = (resist, resist - 1, resist, resist - 1)
    down_within((like,) * CHAIN, Mark(left=case["left"], mode=0, resistance=resistance))


def peer(case: dict[str, int]) -> list[float]:
    """Makes the same panel in icepool."""
    attack, dodge = case["attack"] @ icepool.d6, case["dodge"] @ icepool.d6
    hit = icepool.map(lambda a, d: a >= case["difficulty"] + d, attack, dodge)
    one = [hit.if_else(_harm(case, resist), -1) for resist in (0, 1)]
    state, within = icepool.Die([(0, 0)]), []
    for _ in range(CHAIN):
        state = state.map(lambda lost, stunned: _after(case, one[stunned], lost, stunned))
        within.append(float(state.marginals[0].probability(">=", case["left"])))
    return within


def _harm(case: dict[str, int], less: int) -> icepool.Die[int]:
    damage, resist = case["damage"] @ icepool.d6, (case["resistance"] - less) @ icepool.d6
    return icepool.map(lambda m, r: min(max(m - r, 0), case["left"]), damage, resist)


def _after(case: dict[str, int], one: icepool.Die[int], lost: int, stunned: int) -> object:
    return one.map(lambda w: (min(lost + max(w, 0), case["left"]), stunned or int(w == 0)))
