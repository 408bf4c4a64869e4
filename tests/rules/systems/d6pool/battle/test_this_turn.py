"""What holds for one action or one turn as a forecast begins, and what is held of a tie."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.rules.engine.battlefield.battle import BattleResult
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.stopping import never
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.battle.preparing import prepare
from tests.helpers.table import Table

FIGHTS = 2_000
PLAIN = {
    "strength": 4,
    "dexterity": 4,
    "firearms": 4,
    "armed": 4,
    "pain_resistance": 4,
    "health": 12,
    "dodge": 3,
}


def join(table: Table, side: Any, weapon: str, **more: Any) -> CombatantId:
    """Somebody with a weapon in hand."""
    items = [weapon] if weapon else []
    return table.join(side, side=side, items=items, held=weapon, **{**PLAIN, **more})


def forecast(context: RulesContext) -> BattleResult:
    """What comes of the fight from this state on; the same seed each time."""
    return prepare(context, never).play(FIGHTS, np.random.Generator(np.random.PCG64(5)), Orders())


def are_equal(one: BattleResult, other: BattleResult) -> bool:
    """Whether every fight goes the same way."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in BattleResult.__struct_fields__
    )


@pytest.mark.rule("D6P-12", "D6P-15")
def test_a_hero_point_for_a_turn_is_gone_with_it(table: Table) -> None:
    """All have acted; the doubled Dexterity is none of the initiatives to come."""
    who = join(table, "pc", "revolver")
    join(table, "foe", "revolver")
    table.play(Next())
    table.happen(ev.GaugeSet(who=who, gauge="hero", to=1))
    table.play(do.Hero(who=who))
    table.play(Next(), 1, 1)
    slots = tuple(replace(each, is_done=True) for each in table.context.state.slots)
    table.happen(ev.OrderSet(slots=slots))
    heroic = forecast(table.context)
    table.happen(ev.ConditionRemoved(who=who, key="heroic"))
    assert are_equal(heroic, forecast(table.context))


@pytest.mark.rule("D6P-12")
def test_a_hero_point_for_an_action_is_gone_with_it(table: Table) -> None:
    """The shot has missed, and was the only one of its action."""
    who, target = join(table, "pc", "revolver", dexterity=6), join(table, "foe", "revolver")
    table.begin(3, 1)
    table.happen(ev.GaugeSet(who=who, gauge="hero", to=1))
    table.play(do.Attack(who=who, target=target, hero=True), *[1] * 8)
    missed = forecast(table.context)
    table.happen(ev.MemoSet(who=who, key="hero", value=""))
    assert are_equal(missed, forecast(table.context))


@pytest.mark.rule("D6P-14", "D6P-18")
def test_what_has_been_declared_weighs_on_the_turn(table: Table) -> None:
    """Between declaring and initiative: as if it ran already."""
    join(table, "pc", "revolver")
    foe = join(table, "foe", "revolver")
    table.play(Next())
    plain = forecast(table.context)
    declared = replace(table.context)
    table.play(do.Declare(who=foe, moves=("run",)))
    declared = table.context
    running = Condition(key="running", until=Expiry(round=1))
    table.context = declared
    runs = forecast(table.context)
    table.happen(
        ev.MemoSet(who=foe, key="plan", value=""), ev.ConditionAdded(who=foe, condition=running)
    )
    assert are_equal(runs, forecast(table.context))
    assert (runs.winner == 0).mean() > (plain.winner == 0).mean() + 0.05


@pytest.mark.rule("D6P-16", "D6P-21")
def test_who_drew_in_the_first_action_has_both_attacks_in_the_second(table: Table) -> None:
    """Drawing takes one attack of its own action, and a die of those of the turn."""
    who = join(table, "pc", "knife", dexterity=8)
    carried = replace(table.combatant(who), items=(*table.combatant(who).items, _pistol(table)))
    table.happen(ev.CombatantRemoved(who=who), ev.CombatantAdded(combatant=carried))
    foe = join(table, "foe", "revolver", dexterity=1)
    table.begin(3, 3)
    table.play(do.Draw(who=who, weapon="baretta_96f"))
    table.happen(ev.GaugeSet(who=who, gauge="ammo.baretta_96f", to=15))
    table.play(do.Attack(who=who, target=foe), *[1] * 3)
    drew = forecast(table.context)
    table.happen(ev.GaugeSet(who=who, gauge="drew", to=0))
    assert are_equal(drew, forecast(table.context))


def _pistol(table: Table) -> Any:
    item = table.context.ruleset.item("baretta_96f")
    assert item is not None
    return item.copy()


@pytest.mark.rule("D6P-15", "D6P-17")
def test_the_second_shot_of_a_tie_sees_what_the_first_has_done(table: Table) -> None:
    """Whom it has put down is not shot at again: no round more is spent, and the fight is over."""
    who, foe = join(table, "pc", "baretta_96f"), join(table, "foe", "knife", armed=0)
    table.begin(3, 3)
    table.play(do.Attack(who=who, target=foe), *[6, 6, 3, 3], *[6] * 6, *[1] * 4)
    assert table.context.state.held
    left = table.combatant(who).gauges["ammo.baretta_96f"]
    found = forecast(table.context)
    assert (found.ammo[:, 0] == left).all()
    assert (found.winner == 0).all()


@pytest.mark.rule("D6P-38", "D6P-39", "D6P-40")
def test_a_grenade_in_hand_is_thrown(table: Table) -> None:
    """As long as there are any; then there are bare hands."""
    who = join(table, "pc", "grenade", throwing=6, unarmed=0, dexterity=8)
    join(table, "foe", "knife", armed=1, dexterity=1)
    table.happen(ev.GaugeSet(who=who, gauge="ammo.grenade", to=3))
    found = forecast(table.context)
    assert (found.winner == 0).mean() > 0.3
    assert found.ammo[:, 0].min() == 0
    table.happen(ev.GaugeSet(who=who, gauge="ammo.grenade", to=0))
    assert (forecast(table.context).winner == 0).mean() < 0.05


@pytest.mark.rule("D6P-40")
def test_of_a_grenade_in_the_air_it_is_said_that_it_is_not_played(table: Table) -> None:
    """Whom it strikes has to be named."""
    who = join(table, "pc", "grenade", throwing=6, dexterity=6)
    join(table, "foe", "knife", dexterity=1)
    table.begin(3, 1)
    assert not prepare(table.context, never).left_out
    table.play(do.Throw(who=who), *[6] * 6)
    (left_out,) = prepare(table.context, never).left_out
    assert left_out.key == "d6pool_in_air"
    assert left_out.who == (who,)
