"""Table, odds and forecast agree: outcome by outcome of one attack, and fight by fight."""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.forecast.start import MOST_COMBATANTS, plan_of
from encounter_gui.rules.engine.battlefield.orders import DOCTRINES, Orders
from encounter_gui.rules.engine.battlefield.stopping import never
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.battle.attacks import HAND, NO_ARM, Attacks, Strikes
from encounter_gui.rules.systems.d6pool.battle.game import D6PoolGame
from encounter_gui.rules.systems.d6pool.battle.preparing import prepare
from encounter_gui.rules.systems.d6pool.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.d6pool.odds.attack import strike_odds
from tests.helpers.forecast_checks import assert_alike, assert_goes_as_forecast, played
from tests.helpers.table import Table
from tests.rules.systems.d6pool.battle.table_player import TablePlayer

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

DRAWN = 100_000
ROLLS = [400, pytest.param(int(os.environ.get("D6POOL_ROLLS", "4000")), marks=pytest.mark.deep)]

SHOTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "shot": ({"items": ["revolver"], "held": "revolver"}, {}),
    "shot with a laser sight": (
        {"items": [CarriedDef(item="baretta_96f", values={"laser": True})], "held": "baretta_96f"},
        {},
    ),
    "burst": ({"items": ["smg"], "held": "smg"}, {}),
    "blow": ({"items": ["sword"], "held": "sword"}, {}),
    "bare hands": ({"unarmed": 4}, {}),
    "stunned, at somebody wounded": (
        {"items": ["revolver"], "held": "revolver", "conditions": ["stunned"]},
        {"left": 7},
    ),
    "wounded, at somebody stunned in cover": (
        {"items": ["revolver"], "held": "revolver", "left": 9},
        {"conditions": ["stunned", "cover_50"]},
    ),
}
"""Who attacks, and whom: what is particular about them."""

PLAIN = {
    "strength": 4,
    "dexterity": 4,
    "firearms": 4,
    "armed": 4,
    "pain_resistance": 4,
    "health": 12,
}


@pytest.fixture
def table(ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """An empty table."""
    return Table(system_for("d6pool"), ruleset, texts)


def join(table: Table, side: str, **more: Any) -> CombatantId:
    """Somebody with conditions and less left than at first."""
    left, conditions = more.pop("left", None), more.pop("conditions", ())
    who = table.join(side, side=side, **{**PLAIN, **more})
    if left is not None:
        table.happen(ev.GaugeSet(who=who, gauge="th", to=left))
    for key in conditions:
        table.happen(ev.ConditionAdded(who=who, condition=Condition(key=key)))
    return who


def exact(table: Table, command: do.Attack) -> dict[int, float]:
    """The chances of an attack by the odds: −2 a miss, −1 a stun, else so many wounds."""
    strike = plan_attack(table.context, command).strike
    odds = strike_odds(strike, left=12, health=12)
    found = {each: float(odds.hit * p) for each, p in enumerate(odds.wounds)}
    found[0] -= odds.stun
    return {-2: 1 - odds.hit, -1: odds.stun, **found}


def _strikes(table: Table) -> Strikes:
    game = prepare(table.context, never).game
    assert isinstance(game, D6PoolGame)
    return game.setting.strikes


@pytest.mark.rule("D6P-19", "D6P-20", "D6P-28", "D6P-29", "D6P-33", "D6P-34", "D6P-35")
@pytest.mark.parametrize("kind", SHOTS)
def test_outcomes_of_the_batch_are_those_of_the_exact_odds(kind: str, table: Table) -> None:
    """100,000 outcomes of each kind of attack, chi-square."""
    ours, theirs = SHOTS[kind]
    who, target = join(table, "pc", **ours), join(table, "foe", **theirs)
    modes = [
        table.combatant(each).has("stunned") + 2 * (table.gauge(each) < PLAIN["health"])
        for each in (who, target)
    ]
    attacks = Attacks(_strikes(table), most_dodge=0)
    numbers = (0, modes[0], HAND, 1, modes[1], 0)
    plans = attacks.strikes(*(np.full(1, each) for each in numbers), 0, 0)
    rng = np.random.Generator(np.random.PCG64(7))
    drawn = plans.book.drawn(rng, np.full(DRAWN, plans.index[0]))
    outcomes = np.where(drawn.stuns, -1, np.where(drawn.is_hit, drawn.wounds, -2))
    assert_alike(Counter(outcomes.tolist()), exact(table, do.Attack(who=who, target=target)))


@pytest.mark.rule("D6P-19", "D6P-20", "D6P-28", "D6P-29", "D6P-33", "D6P-34", "D6P-35")
@pytest.mark.parametrize("kind", SHOTS)
@pytest.mark.parametrize("times", ROLLS)
def test_attacks_at_the_table_have_the_outcomes_of_the_batch(
    kind: str, times: int, table: Table
) -> None:
    """The same attacks rolled by the procedure of the table."""
    ours, theirs = SHOTS[kind]
    who = join(table, "pc", dexterity=6, **{k: v for k, v in ours.items() if k != "conditions"})
    target = join(table, "foe", **{**theirs, "dexterity": 1, "conditions": ()})
    table.play(Next())
    table.play(Next(), 1, 1)
    for each, more in ((who, ours), (target, theirs)):
        for key in more.get("conditions", ()):
            table.happen(ev.ConditionAdded(who=each, condition=Condition(key=key)))
    command = do.Attack(who=who, target=target)
    chances = exact(table, command)
    player, counts = TablePlayer(table, seed=5), Counter[int]()
    for _ in range(times):
        player.context = table.context
        player.command(command)
        counts[_outcome(player)] += 1
    assert_alike(counts, chances)


def _outcome(player: TablePlayer) -> int:
    (values,) = (
        event.values
        for event in player.happened
        if isinstance(event, ev.Resolved) and event.what == "attack"
    )
    if not values["hit"]:
        return -2
    if values["stunned"]:
        return -1
    return int(str(values["wounds"]))


# ------------------------------------------------------------------ whole fights

FIGHTS = [
    25,
    pytest.param(120, marks=pytest.mark.deep),
    pytest.param(400, marks=[pytest.mark.deep, pytest.mark.night]),
]


def brawl(table: Table) -> None:
    """Two against two, with all classes of weapons, and a neutral one."""
    join(table, "pc", items=["revolver", "light_kevlar"], held="revolver", pain_resistance=5)
    join(table, "ally", items=["sword"], held="sword", dexterity=6, health=9)
    join(table, "foe", items=["smg"], held="smg", firearms=3, pain_resistance=5)
    join(table, "foe", items=["knife"], held="knife", dexterity=5, armed=3)
    join(table, "neutral", items=[])


def wounded(table: Table) -> None:
    """In the middle of a turn: one has shot once, results of the tie wait, one is aiming, one bleeds."""
    first = join(table, "pc", items=["baretta_96f"], held="baretta_96f")
    join(table, "pc", items=["revolver"], held="revolver", left=-2)
    second = join(table, "foe", items=["baretta_96f"], held="baretta_96f")
    join(table, "foe", items=["revolver"], held="revolver", dexterity=2, conditions=["aimed"])
    table.play(Next())
    table.play(Next(), 3, 3, 2)
    assert set(table.context.state.acting) == {first, second}
    table.play(do.Attack(who=first, target=second), *[6, 6, 3, 3], *[2] * 6, *[1] * 4)
    assert table.context.state.held


@pytest.mark.rule("D6P-15", "D6P-16", "D6P-17", "D6P-24", "D6P-43", "D6P-48")
@pytest.mark.parametrize("make", [brawl, wounded])
@pytest.mark.parametrize("times", FIGHTS)
def test_fights_at_the_table_are_won_as_often_as_forecast(
    make: Callable[[Table], None], times: int, table: Table
) -> None:
    """Who wins, who is still in, who is dead, how long it takes: within 4 standard errors."""
    make(table)
    battle = prepare(table.context, never)
    player = TablePlayer(table, seed=9, most_rounds=40)
    result = played(battle, 20_000, 3, 40)
    assert_goes_as_forecast(player, battle.who, result, times, _is_dead)


def dodging(table: Table) -> None:
    """Two shots at once and a tie of attackers at the first of the others; one has dice for one attack alone."""
    join(table, "pc", items=["baretta_96f"], held="baretta_96f", dodge=4)
    join(table, "pc", items=["baretta_96f"], held="baretta_96f", dodge=1)
    join(table, "foe", items=["smg"], held="smg", dodge=3, pain_resistance=5)
    join(table, "foe", items=["knife"], held="knife", dodge=5, conditions=["unaware"])


@pytest.mark.rule("D6P-15", "D6P-31")
@pytest.mark.parametrize("stun_counts", [False, True])
@pytest.mark.parametrize("times", FIGHTS)
def test_fights_of_sides_that_defend_themselves_are_won_as_often_as_forecast(
    times: int, stun_counts: bool, table: Table
) -> None:
    """Every attack is dodged or parried with as many dice as the rules allow, while there are some."""
    table.switch("d6pool.stunHitsDodge", stun_counts)
    dodging(table)
    battle = prepare(table.context, never)
    player = TablePlayer(table, seed=9, most_rounds=40)
    player.defends = True
    result = played(battle, 20_000, 3, 40, defends=True)
    assert_goes_as_forecast(player, battle.who, result, times, _is_dead)
    without = played(battle, 20_000, 3, 40)
    assert result.rounds.mean() > without.rounds.mean() + 0.1


def _is_dead(combatant: Combatant) -> bool:
    return combatant.gauges["th"] <= -int(str(combatant.sheet["health"]))


@pytest.mark.parametrize("doctrine", DOCTRINES)
def test_the_same_seed_plays_the_same_fights(doctrine: Any, table: Table) -> None:
    """Under any doctrine; every combatant, every round, every round of ammunition."""
    brawl(table)
    battle = prepare(table.context, never)
    orders = Orders(pc=doctrine, most_rounds=30)
    one, two = (battle.play(500, np.random.Generator(np.random.PCG64(1)), orders) for _ in range(2))
    for name in ("winner", "rounds", "alive", "out_round", "ammo"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert ((one.out_round == 0).any(axis=1) | (one.winner == 2)).all()
    assert (one.rounds <= 30).all()


def test_a_fight_that_is_over_is_won_at_once(table: Table) -> None:
    """Nobody shoots any more; those who were out stay so."""
    join(table, "pc", items=["revolver"], held="revolver")
    join(table, "foe", left=-1)
    result = prepare(table.context, never).play(
        10, np.random.Generator(np.random.PCG64(1)), Orders()
    )
    assert (result.winner == 0).all()
    assert (result.rounds == 1).all()
    assert (result.out_round == (0, 1)).all()
    assert (result.ammo[:, 0] == 6).all()


@pytest.mark.rule("D6P-19", "D6P-24")
def test_a_burst_that_no_magazine_holds_is_a_fight_with_bare_hands(table: Table) -> None:
    """Reloading would be without end: it is full, and the burst refused."""
    small = CarriedDef(item="smg", values={"magazine": 4})
    join(table, "pc", items=[small], held="smg", unarmed=5)
    join(table, "foe")
    assert _strikes(table).arms[0] == NO_ARM


def test_a_fight_of_very_many_is_refused_before_anything_is_worked_out(table: Table) -> None:
    """What a forecast needs grows with their number squared; those who are alike are looked at once."""
    for number in range(MOST_COMBATANTS):
        join(table, "foe" if number % 2 else "pc", items=["smg"], held="smg")
    plan = plan_of(table.system, table.context, Orders(), 0)
    assert len(plan.battle.who) == MOST_COMBATANTS
    assert _strikes(table).kinds.count == 2
    join(table, "foe")
    with pytest.raises(RuleError) as refused:
        plan_of(table.system, table.context, Orders(), 0)
    assert refused.value.message.key == "forecast.too_many"
