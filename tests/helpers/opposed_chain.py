"""A small opposed game once more, using nothing of the program: 2d6 and Fight each, one harm a hit, three health."""

from collections import defaultdict
from functools import cache
from itertools import product

HEALTH = 3


@cache
def _two_dice() -> dict[int, int]:
    found: dict[int, int] = defaultdict(int)
    for one, other in product(range(1, 7), repeat=2):
        found[one + other] += 1
    return dict(found)


@cache
def hits(mine: int, theirs: int) -> float:
    """The chance that 2d6 + mine is higher than 2d6 + theirs."""
    good = sum(
        p * q for (a, p), (b, q) in product(_two_dice().items(), repeat=2) if a + mine > b + theirs
    )
    return good / 36**2


def _orders(speeds: tuple[int, ...]) -> dict[tuple[int, ...], float]:
    """The chance of each order of a round: 1d6 + Fight, equal ones as they joined."""
    found: dict[tuple[int, ...], float] = defaultdict(float)
    for rolled in product(range(1, 7), repeat=len(speeds)):
        totals = [die + speed for die, speed in zip(rolled, speeds, strict=True)]
        order = tuple(sorted(range(len(speeds)), key=lambda each: (-totals[each], each)))
        found[order] += 6.0 ** -len(speeds)
    return dict(found)


def chain(
    fights: tuple[int, ...], rounds: int = 100, order: tuple[int, ...] = ()
) -> tuple[float, list[float]]:
    """The chance that the first one wins against all others, and that the fight ends in round 1, 2 ….

    ``order`` is the one of every round; empty: it is rolled anew in each.
    """
    states = {(HEALTH,) * len(fights): 1.0}
    orders: dict[tuple[int, ...], float] = {order: 1.0} if order else _orders(fights)
    won, ends = 0.0, list[float]()
    for _ in range(rounds):
        following: dict[tuple[int, ...], float] = defaultdict(float)
        ended = 0.0
        for start, (order, chance) in product(list(states.items()), orders.items()):
            now = {start[0]: start[1] * chance}
            for who in order:
                after: dict[tuple[int, ...], float] = defaultdict(float)
                for state, p in now.items():
                    target = 0 if who else next((at for at in range(1, len(state)) if state[at]), 0)
                    if not state[who] or not state[0] or not any(state[1:]):
                        after[state] += p
                        continue
                    hit = hits(fights[who], fights[target])
                    after[state] += p * (1 - hit)
                    hurt = tuple(each - (at == target) for at, each in enumerate(state))
                    after[hurt] += p * hit
                now = after
            for state, p in now.items():
                if not any(state[1:]):
                    won += p
                    ended += p
                elif not state[0]:
                    ended += p
                else:
                    following[state] += p
        states = dict(following)
        ends.append(ended)
    return won, ends
