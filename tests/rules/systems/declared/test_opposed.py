"""The small opposed game: played with typed dice, its odds and its forecast equal to its exact Markov chain."""

import numpy as np
import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import FOE_WINS, PC_WINS
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared.variants import Strikes
from tests.helpers.declared import alley_with, rich, table_of
from tests.helpers.opposed_chain import HEALTH, chain, hits
from tests.helpers.table import Table

FIGHTS = 100_000


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


@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (0, 4), (5, 5)])
def test_the_odds_equal_counting_all_dice(mine, theirs):
    table = table_of(alley_with())
    hero, foe = _brawl(table, mine, theirs)
    command = do.Attack(who=hero, target=foe)
    odds = table.system.odds(table.context, command)
    hit = hits(mine, theirs)
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
    won, ends = chain(fights)
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


def test_many_of_a_group_are_of_one_kind_whatever_has_become_of_them() -> None:
    """A plan of attack is made once for all who roll alike: hurt or not, with whatever initiative."""
    table = table_of(alley_with())
    hero, *foes = _brawl(table, 3, *(2 for _ in range(20)))
    table.begin(*(1 + each % 6 for each in range(21)))
    table.happen(*(ev.GaugeSet(who=each, gauge="health", to=1) for each in foes[::2]))
    members = tuple(table.context.state.combatants.values())
    strikes = Strikes(table.context, members)
    assert strikes.kinds.count == 2
    assert table.context.combatant(hero).id == members[0].id
