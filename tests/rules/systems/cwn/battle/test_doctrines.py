"""One against two under every doctrine, and with a side that flees: against a chain written from the rule text.

Whoever fights alone has so many hit points that it stays, and one attack in each round (CWN-17, CWN-25), so initiative
changes nothing: the chain is what the two have left.
"""

from collections import defaultdict
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest

from encounter_gui.rules.engine.battlefield.orders import Doctrine, Orders
from tests.rules.systems.cwn.battle.test_duels import PC_SWORD, harm
from tests.rules.systems.cwn.bout import Bout

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

FIGHTS, ROUNDS = 10_000, 12
POOLS = (9, 6)

Left = tuple[int, int]


def _most(left: Left, value: Callable[[int], int]) -> int:
    """Returns which of the two who stand has most of something, the first where both have as much."""
    return max((one for one in (0, 1) if left[one] > 0), key=lambda one: (value(one), -one))


AIMS: dict[Doctrine, Callable[[Left], int]] = {
    "simple": lambda left: _most(left, lambda one: -one),
    "nearest": lambda left: _most(left, lambda one: -one),
    "weakest": lambda left: _most(left, lambda one: -left[one]),
    "strongest": lambda left: _most(left, lambda one: left[one]),
    "focus": lambda left: _most(left, lambda one: 100 * (POOLS[one] - left[one]) - left[one]),
    "spread": lambda left: _most(left, lambda one: left[one] - POOLS[one]),
}


def chain(aim: Callable[[Left], int], gone: int) -> tuple[list[float], list[float]]:
    """Returns the chances that it is over by each round, so many gone, and that each of the two is down then."""
    states: dict[Left, float] = {POOLS: 1.0}
    over, down, ended = list[float](), [0.0, 0.0], 0.0
    for _ in range(ROUNDS):
        after: dict[Left, float] = defaultdict(float)
        for left, chance in states.items():
            aimed = aim(left)
            for damage, p in harm(PC_SWORD, 12).items():
                now = list(left)
                now[aimed] = max(now[aimed] - damage, 0)
                first, second = now
                if now.count(0) >= gone:
                    ended += chance * p
                    for one in (0, 1):
                        down[one] += chance * p * (now[one] == 0)
                else:
                    after[first, second] += chance * p
        states = after
        over.append(ended)
    return over, down


@pytest.mark.parametrize("flees", [None, 50, 100])
@pytest.mark.parametrize("doctrine", AIMS)
def test_two_fall_as_the_chain_says(doctrine: Doctrine, flees: int | None) -> None:
    """How long it takes and who is down, within 4.5 standard errors (CWN-17, CWN-25); at 50 % one loss is enough."""
    bout = Bout()
    bout.pc("Vee", items=["sword"], hp=10_000)
    for pool in POOLS:
        bout.npc("Gang", hp=pool, morale=12)
    over, down = chain(AIMS[doctrine], 1 if flees == 50 else 2)
    orders = Orders(pc=doctrine, foe_flees=flees, most_rounds=ROUNDS)
    battle = bout.system.battle(bout.context)
    result = battle.play(FIGHTS, np.random.default_rng(5), orders)
    is_won = result.winner == 0
    found = [float((is_won & (result.rounds <= number + 1)).mean()) for number in range(ROUNDS)]
    found += [float((is_won & (result.out_round[:, one] > 0)).mean()) for one in (1, 2)]
    for expected, share in zip([*over, *down], found, strict=True):
        error = sqrt(max(expected * (1 - expected), 1e-4) / FIGHTS)
        assert abs(share - expected) <= 4.5 * error
