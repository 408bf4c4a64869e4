"""Tests that are owed as a forecast begins: settled by the table's procedures, each way by its chance (issue 15)."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Condition
from encounter_gui.forecast.settling import SettledBattle, battle_of, settled
from encounter_gui.forecast.start import plan_of
from encounter_gui.forecast.unplayed import unplayed, unplayed_words
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.commands import Add, Damage, DamageTarget, Next, Settle
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

STATS = ("strength", "speed", "intellect", "combat", "sanity", "fear", "body", "reflex")

BY_SUM = {
    total: [dice for dice in product(range(1, 7), repeat=3) if sum(dice) == total]
    for total in range(3, 19)
}
"""How 3d6 may fall, by what they come to."""


def table_of(system: str) -> Table:
    """An empty table of a game."""
    return Table(system_for(system), shipped(system), message_catalog())


def hurt(amount: int) -> tuple[Table, CombatantId]:
    """A fight in phases in which the foe has just taken so much on the torso; what it owes is not rolled."""
    table = table_of("phases")
    table.join("A", side="pc", items=["heavy_pistol"], held="heavy_pistol")
    foe = table.join("B", side="foe", items=["knife"], held="knife", stamina=5, cool=5)
    table.play(Next(), 3, 3, 3, 3, 3, 3)
    table.play(Next())
    targets = (DamageTarget(who=foe, place="torso"),)
    table.one_command(Damage(targets=targets, amount=amount), [], [])
    return table, foe


def share(ways: object, is_so: Callable[[EncounterState], bool]) -> float:
    """In which share of the ways something is so."""
    assert isinstance(ways, tuple)
    return float(sum(chance for chance, context in ways if is_so(context.state)))


@pytest.mark.rule("PHA-62")
@pytest.mark.rule("PHA-63")
def test_each_way_of_tests_that_are_owed_has_its_chance() -> None:
    """A Moderate wound asks for Shock and COOL: the states after both, by the chances of 3d6 each."""
    table, foe = hurt(13)
    kinds = [each.kind for each in due_at(table.context.state, "now")]
    assert kinds == ["shock_test", "cool_test"]
    ways = settled(table.system, table.context)
    assert sum(chance for chance, _ in ways) == pytest.approx(1.0)
    assert not any(due_at(each.state, "now") for _, each in ways)
    found = {
        key: share(ways, lambda state, key=key: state.combatants[foe].has(key))  # type: ignore[misc]
        for key in ("in_shock", "cool_held")
    }
    played, start = dict.fromkeys(found, 0), table.context
    for first, second in product(BY_SUM, repeat=2):
        table.context = start
        for total in (first, second):
            if due_at(table.context.state, "now"):
                table.one_command(Settle(), [*BY_SUM[total][0], 3, 3, 3], [])
        for key in played:
            times = len(BY_SUM[first]) * len(BY_SUM[second])
            played[key] += times * table.combatant(foe).has(key)
    for key, chance in found.items():
        assert chance == pytest.approx(played[key] / 216**2), key
        assert 0.05 < chance < 0.95, key


def test_a_forecast_begins_from_all_of_them_and_leaves_nothing_out() -> None:
    """As many fights from each state as chance has it; the sentence about what is owed is gone."""
    table, _ = hurt(13)
    battle = battle_of(table.system, table.context)
    assert isinstance(battle, SettledBattle)
    assert sum(battle.chances) == pytest.approx(1.0)
    assert table.system.battle(table.context).awaits_tests
    assert not battle.awaits_tests
    assert not battle.left_out
    plan = plan_of(table.system, table.context, Orders(), 1)
    assert not any(
        "owed" in words for words in unplayed_words(unplayed(plan, table.context), table.context)
    )
    fights = 20_000
    whole = battle.play(fights, np.random.default_rng(1), Orders())
    parts = [
        chance * (each.play(fights, np.random.default_rng(2), Orders()).winner == 0).mean()
        for chance, each in zip(battle.chances, battle.battles, strict=True)
    ]
    won = (whole.winner == 0).mean()
    assert whole.winner.shape == (fights,)
    assert whole.alive.shape == (fights, 2)
    assert abs(won - sum(parts)) < 4 * (2 * 0.25 / fights) ** 0.5


def test_where_nothing_is_owed_the_fight_is_as_it_is() -> None:
    """No states besides the one that is there."""
    table = table_of("phases")
    table.join("A", side="pc", items=["heavy_pistol"], held="heavy_pistol")
    table.join("B", side="foe", items=["knife"], held="knife")
    assert not isinstance(battle_of(table.system, table.context), SettledBattle)


@pytest.mark.rule("CHR-63")
def test_a_fear_save_that_is_owed_in_chrome_is_rolled() -> None:
    """Who trusts no one owes it as another joins: made or failed by the d100, Fear 40."""
    table = table_of("chrome")
    one = table.join("Flux", side="pc", kind="operator", **dict.fromkeys(STATS, 40))
    table.join("Guard", side="foe", items=["knife"], held="knife", kind="enemy", health=10)
    table.happen(ev.ConditionAdded(who=one, condition=Condition(key="trust_no_one")))
    table.play(Next())
    table.play(Next(), 10)
    table.one_command(Add(creature="mend"), [], [])
    before = table.combatant(one).gauges
    assert [each.kind for each in due_at(table.context.state, "now")] == ["trust_save"]
    assert table.system.battle(table.context).awaits_tests
    ways = settled(table.system, table.context)
    lost = share(ways, lambda state: state.combatants[one].gauges != before)
    assert lost == pytest.approx(0.6, abs=0.02)
    assert not battle_of(table.system, table.context).awaits_tests
