"""How fast the odds panel is, beside the same panel in icepool."""

import time
from collections.abc import Callable
from statistics import median

import icepool

from encounter_gui.rules.systems.d6pool import odds
from tests.benchmarks.figure import Figure

CASES = [
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
]


def figures() -> list[Figure]:
    """Times both panels in turns, so that whatever else runs disturbs both alike."""
    ours, warm, peers = [], [], []
    for case in CASES:
        odds.hit_chance.cache_clear()
        odds.wound_spread.cache_clear()
        ours.append(_timed(lambda case=case: odds.strike_odds(**case)))
        warm.append(_timed(lambda case=case: odds.strike_odds(**case)))
        peers.append(_timed(lambda case=case: _icepool_panel(**case)))
    own, theirs = median(ours), median(peers)
    return [
        Figure("odds panel, nothing cached", own * 1000, "ms", limit=0.5),
        Figure("odds panel, a modifier dragged back", median(warm) * 1000, "ms", limit=0.5),
        Figure("the same panel in icepool", theirs * 1000, "ms"),
        Figure("faster than icepool", theirs / own, "×", limit=20, more_is_better=True),
    ]


def _timed(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def _icepool_panel(**case: int) -> list[float]:
    attack, dodge = case["attack"] @ icepool.d6, case["dodge"] @ icepool.d6
    hit = icepool.map(lambda a, d: a >= case["difficulty"] + d, attack, dodge)
    harm = icepool.map(
        lambda m, r: max(m - r, 0), case["damage"] @ icepool.d6, case["resistance"] @ icepool.d6
    )
    one = hit.if_else(harm.map(lambda wounds: min(wounds, case["left"])), 0)
    total, within = one, []
    for _ in range(odds.CHAIN):
        within.append(float(total.probability(">=", case["left"])))
        total = (total + one).map(lambda lost: min(lost, case["left"]))
    return within
