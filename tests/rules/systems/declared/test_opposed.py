"""The small opposed game: played with typed dice, its odds and its forecast equal to its exact Markov chain."""

from collections import defaultdict
from functools import cache
from itertools import product

import numpy as np
import pytest

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import FOE_WINS, PC_WINS
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.systems.declared import commands as do
from tests.helpers.declared import alley_with, rich, table_of
from tests.helpers.table import Table

FIGHTS = 100_000
HEALTH = 3


def _brawl(table: Table, mine: int, *theirs: int) -> list[str]:
    """Lets one with so much Fight join, then its foes; returns the ids."""
    first = table.join("Hero", side="pc", fight=mine)
    return [first, *(table.join(f"Foe {at}", fight=each) for at, each in enumerate(theirs, 1))]


def _health(table: Table, who: str) -> int:
    found: Combatant = table.context.state.combatants[who]
    return found.gauges["health"]


def test_a_brawl_at_the_table_asks_for_faces_in_order(alley):
    hero, foe = _brawl(alley, 3, 2)
    alley.begin(4, 6)  # 7 against 8: the foe acts first
    assert alley.context.state.acting == (foe,)
    result = alley.play(do.Attack(who=foe, target=hero), 6, 5, 4, 3)
    assert [each.request.key for each in alley.rolls] == ["attack", "defense"]
    assert [each.request.who for each in alley.rolls] == [foe, hero]
    assert (result["total"], result["against"], result["hit"], result["harm"]) == (13, 10, True, 1)
    assert _health(alley, hero) == 2
    assert alley.refused(do.Attack(who=foe, target=hero)) == "declared.no_attack_left"
    alley.next()
    result = alley.play(do.Attack(who=hero, target=foe), 1, 1, 2, 1)  # 5 against 5: a draw misses
    assert result["hit"] is False
    assert _health(alley, foe) == 3


def test_who_has_nothing_left_is_out_and_not_aimed_at(alley):
    hero, foe = _brawl(alley, 3, 2)
    alley.begin(6, 1)
    for _ in range(HEALTH):
        while alley.context.state.acting != (hero,):
            alley.next(*(() if alley.context.state.slots else (6, 1)))
        alley.play(do.Attack(who=hero, target=foe), 6, 6, 1, 1)
        alley.next()
    assert alley.system.derived_conditions(alley.context, foe) == ("out",)
    rows = {each.who: each for each in alley.system.rows(alley.context)}
    assert rows[foe].is_out
    assert not rows[hero].is_out


# ---- the game once more, using nothing of the program


@cache
def _two_dice() -> dict[int, int]:
    found: dict[int, int] = defaultdict(int)
    for one, other in product(range(1, 7), repeat=2):
        found[one + other] += 1
    return dict(found)


@cache
def _hits(mine: int, theirs: int) -> float:
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


def _chain(fights: tuple[int, ...], rounds: int = 100) -> tuple[float, list[float]]:
    """The chance that the first one wins against all others, and that the fight ends in round 1, 2 …."""
    states = {(HEALTH,) * len(fights): 1.0}
    orders, won, ends = _orders(fights), 0.0, []
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
                    hit = _hits(fights[who], fights[target])
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


@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (0, 4), (5, 5)])
def test_the_odds_equal_counting_all_dice(mine, theirs):
    table = table_of(alley_with())
    hero, foe = _brawl(table, mine, theirs)
    command = do.Attack(who=hero, target=foe)
    odds = table.system.odds(table.context, command)
    hit = _hits(mine, theirs)
    numbers = {each.id: each.probability for each in odds.headline_numbers}
    assert numbers["hit"] == pytest.approx(hit, abs=1e-12)
    assert numbers["harm"] == pytest.approx(hit, abs=1e-12)
    assert numbers["out.1"] == pytest.approx(0.0, abs=1e-12)
    within = next(each for each in odds.charts if each.id == "out")
    exact = [
        1 - sum(_binomial(k, hit, n) for k in range(HEALTH))
        for n in range(1, len(within.chances) + 1)
    ]
    assert within.chances == pytest.approx(exact, abs=1e-12)


def _binomial(k: int, p: float, n: int) -> float:
    from math import comb

    return comb(n, k) * p**k * (1 - p) ** (n - k) if k <= n else 0.0


@pytest.mark.parametrize("fights", [(3, 2), (5, 2, 1), (4, 1, 1, 1)])
def test_the_forecast_equals_the_exact_chain(fights):
    table = table_of(alley_with())
    _brawl(table, *fights)
    result = table.system.battle(table.context).play(
        FIGHTS, np.random.default_rng(33), Orders(most_rounds=100)
    )
    won, ends = _chain(fights)
    error = (won * (1 - won) / FIGHTS) ** 0.5
    assert np.mean(result.winner == PC_WINS) == pytest.approx(won, abs=4 * error)
    assert np.mean(result.winner == FOE_WINS) == pytest.approx(1 - won, abs=4 * error)
    for number, chance in enumerate(ends[:8], 1):
        sigma = (chance * (1 - chance) / FIGHTS) ** 0.5
        assert np.mean(result.rounds == number) == pytest.approx(chance, abs=4 * sigma)


def test_without_a_weapon_its_numbers_count_nothing() -> None:
    """What is in hand is left out where nothing is chosen to attack with."""
    table = table_of(rich("by the margin"))
    hero = table.join("Hero", side="pc", fight=3, items=["pipe"])
    foe = table.join("Foe", fight=2)
    table.begin(6, 1)
    spread = {}
    for weapon in ("", "pipe", "-"):
        form = table.system.attack_form(table.context, {"target": foe, "weapon": weapon})
        assert isinstance(form.command, do.Attack)
        odds = table.system.odds(table.context, form.command)
        spread[weapon] = next(each.mean for each in odds.charts if each.id == "damage_if_hit")
    assert spread[""] == spread["pipe"] == pytest.approx(spread["-"] + 2)
    result = table.play(do.Attack(who=hero, target=foe, weapon="-"), 4)
    assert result["damage"] == 3  # 4 + 3 against 4
