"""Table, odds and forecast agree: outcome by outcome of one attack, and fight by fight."""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.field_battle import FieldBattle
from encounter_gui.rules.engine.battlefield.orders import DOCTRINES, Orders
from encounter_gui.rules.engine.battlefield.stopping import never
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.battle.game import ChromeGame
from encounter_gui.rules.systems.chrome.battle.preparing import prepare
from encounter_gui.rules.systems.chrome.battle.sequence import EXTRA, TURN
from encounter_gui.rules.systems.chrome.odds.threats import threat_of
from encounter_gui.rules.systems.chrome.rules.fighter import BIT
from tests.helpers.forecast_checks import assert_alike, assert_goes_as_forecast, played
from tests.rules.systems.chrome.battle.table_player import TablePlayer
from tests.rules.systems.chrome.conftest import Crew

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

DRAWN = 100_000
ROLLS = [300, pytest.param(int(os.environ.get("CHROME_ROLLS", "4000")), marks=pytest.mark.deep)]

Sides = tuple[dict[str, Any], dict[str, Any]]

OPERATOR = {"kind": "operator"}
SHOTS: dict[str, Sides] = {
    "a shot": ({**OPERATOR, "items": ["pistol"]}, {"soak": 1}),
    "a shot with Advantage, at somebody in cover": (
        {**OPERATOR, "items": ["assault_rifle"], "conditions": ["adrenaline"]},
        {"soak": 2, "conditions": ["in_cover"]},
    ),
    "a shot that shocks": ({**OPERATOR, "items": ["taser"]}, {"synthetic": True}),
    "a blow that severs": ({**OPERATOR, "items": ["katana"]}, {"soak": 3}),
    "a listed attack": ({"items": ["guard_rifle"]}, {**OPERATOR, "items": ["kevlar_vest"]}),
    "claws, at somebody prone": (
        {"items": ["horror_claws"]},
        {**OPERATOR, "conditions": ["prone", "grit"]},
    ),
    "an Operator shoots at another": (
        {**OPERATOR, "items": ["shotgun"]},
        {**OPERATOR, "items": ["kevlar_vest"], "reflex": 30},
    ),
}
"""Who attacks, and whom; nobody can be killed by one attack."""


@pytest.fixture
def crew(ruleset: Ruleset, texts: MessageCatalog) -> Crew:
    """An empty table."""
    return Crew(ruleset, texts)


def begun(battle: FieldBattle, fights: int, orders: Orders) -> tuple[ChromeGame, Battlefield]:
    """Many fights as they begin."""
    game = battle.begun(orders)
    assert isinstance(game, ChromeGame)
    field = Battlefield(game, fights, np.random.default_rng(7), orders)
    game.begin(field)
    return game, field


def join(crew: Crew, side: str, **more: Any) -> CombatantId:
    """Somebody with much Health and some conditions."""
    conditions, items = more.pop("conditions", ()), more.pop("items", ())
    sheet = {"health": 100, "conviction": 500, "speed": 99, **more}
    if sheet.pop("kind", "enemy") == "operator":
        who = crew.operator(side, *items, side=side, **sheet)
    else:
        who = crew.enemy(side, *items, side=side, **sheet)
    for key in conditions:
        crew.happen(ev.ConditionAdded(who=who, condition=Condition(key=key)))
    return who


def duel(crew: Crew, kind: str) -> do.Attack:
    """Puts the two on the table and returns the attack."""
    ours, theirs = (dict(each) for each in SHOTS[kind])
    who, target = join(crew, "pc", **ours), join(crew, "foe", **theirs)
    band = "short" if ours["items"][0] not in ("katana", "horror_claws") else "close"
    return do.Attack(who=who, target=target, band=band)  # type: ignore[arg-type]


def exact(crew: Crew, command: do.Attack) -> dict[int, float]:
    """The chances of each loss of Health by the odds, but that a lost head is counted with those alive."""
    threat = threat_of(crew.context, command)
    assert threat is not None
    found: dict[int, float] = {}
    for blow in threat.odds.hits:
        found[blow.damage] = found.get(blow.damage, 0.0) + blow.chance
    found[0] = found.get(0, 0.0) + 1.0 - sum(found.values())
    return found


@pytest.mark.rule("CHR-15", "CHR-16", "CHR-36", "CHR-37", "CHR-38", "CHR-41", "CHR-43")
@pytest.mark.parametrize("kind", SHOTS)
def test_outcomes_of_the_batch_are_those_of_the_exact_odds(kind: str, crew: Crew) -> None:
    """100,000 attacks of each kind, chi-square; the dead of a lost head left out."""
    command = duel(crew, kind)
    battle = prepare(crew.context, never)
    game, field = begun(battle, DRAWN, Orders())
    every = np.arange(DRAWN)
    mine, theirs = np.zeros(DRAWN, np.int64), np.ones(DRAWN, np.int64)
    game.strike(field, every, mine, theirs, mine)
    game.settle(field, every)
    left = field.columns["health"][:, 1]
    beheaded = left == 0
    lost = np.where(beheaded, 0, 100 - left)
    chances = exact(crew, command)
    if not beheaded.any():
        assert_alike(Counter(lost.tolist()), chances)
        return
    threat = threat_of(crew.context, command)
    assert threat is not None
    alive = {
        blow.damage: sum(
            each.chance * (1 - each.out) for each in threat.odds.hits if each.damage == blow.damage
        )
        for blow in threat.odds.hits
    }
    alive[0] = 1 - threat.odds.hit + threat.odds.out
    assert_alike(Counter(lost.tolist()), alive)


@pytest.mark.rule("CHR-15", "CHR-16", "CHR-36", "CHR-37", "CHR-38", "CHR-41", "CHR-43")
@pytest.mark.parametrize("kind", SHOTS)
@pytest.mark.parametrize("times", ROLLS)
def test_attacks_at_the_table_have_the_outcomes_of_the_odds(
    kind: str, times: int, crew: Crew
) -> None:
    """The same attacks rolled by the procedure of the table."""
    command = duel(crew, kind)
    player = TablePlayer(crew, seed=5)
    chances = exact(crew, command)
    player.command(Next())
    while command.who not in player.context.state.acting:
        player.command(Next())
    conditions = {
        each: tuple(crew.combatant(each).conditions) for each in (command.who, command.target)
    }
    crew.context = player.context
    for who, known in conditions.items():
        for condition in known:
            crew.happen(ev.ConditionAdded(who=who, condition=condition))
    counts = Counter[int]()
    for _ in range(times):
        player.context = crew.context
        player.command(command)
        (values,) = (
            event.values
            for event in player.happened
            if isinstance(event, ev.Resolved) and event.what == "attack"
        )
        counts[int(str(values["damage"]))] += 1
    assert_alike(counts, chances)


# ------------------------------------------------------------------ whole fights

FIGHTS = [
    12,
    pytest.param(150, marks=pytest.mark.deep),
    pytest.param(600, marks=[pytest.mark.deep, pytest.mark.night]),
]


def squad(crew: Crew) -> None:
    """Operators of all kinds, a drone on their side, foes with claws and rifles, and somebody neutral."""
    crew.operator("Ace", "shotgun", "knife", conviction=10, prime="reflex", speed=40)
    crew.operator("Bea", "katana", "pistol", "kevlar_vest", conviction=8, prime="body", speed=40)
    crew.enemy("Drone", "drone_guns", side="ally", health=8, synthetic=True)
    crew.enemy("Horror", "horror_claws", health=12, soak=1)
    crew.enemy("Guard", "guard_rifle", health=6)
    crew.operator("Traitor", "flamer", side="foe", conviction=6)
    crew.operator("Bystander", "pistol", side="neutral")


def under_way(crew: Crew) -> None:
    """In the middle of a turn: one action is spent, somebody is out, a weapon is empty, one burns."""
    first = crew.operator("Ace", "pistol", "kevlar_vest", speed=60, conviction=9)
    second = crew.operator("Bea", CarriedDef(item="smg"), speed=50, conviction=9)
    down = crew.operator("Cid", "pistol", speed=30)
    foe = crew.enemy("Guard", "guard_rifle", health=10)
    crew.enemy("Horror", "horror_claws", health=9)
    crew.play(Next())
    crew.play(Next(), 12, 45, 70)
    assert crew.context.state.acting == (first,)
    crew.play(do.Attack(who=first, target=foe, band="short"), 70)
    crew.happen(
        ev.GaugeSet(who=second, gauge="ammo.smg", to=0),
        ev.GaugeSet(who=down, gauge="health", to=2),
        ev.ConditionAdded(who=down, condition=Condition(key="ablaze")),
        ev.ConditionAdded(who=foe, condition=Condition(key="shocked")),
        ev.ConditionAdded(who=second, condition=Condition(key="exposed")),
    )


@pytest.mark.rule("CHR-22")
def test_a_condition_ends_with_its_round(ruleset: Ruleset, texts: MessageCatalog) -> None:
    """Prone, with Saves at Disadvantage, in the first round alone she is down after two as often as both say."""
    fights = 40_000

    def share_down(rounds: int, *conditions: Condition) -> float:
        crew = Crew(ruleset, texts)
        one = crew.operator("Ace", health=1, conviction=500)
        crew.enemy("Guard", "knife", health=400)
        crew.happen(*(ev.ConditionAdded(who=one, condition=each) for each in conditions))
        battle = prepare(crew.context, never)
        assert battle.left_out == ()
        result = played(battle, fights, 3, rounds)
        return float((result.out_round[:, 0] > 0).mean())

    plain, prone = share_down(1), share_down(1, Condition(key="prone"))
    assert prone > plain + 0.05
    first = Condition(key="prone", until=Expiry(round=1))
    expected = 1 - (1 - prone) * (1 - plain)
    error = (0.25 / fights) ** 0.5
    assert abs(share_down(2, first) - expected) < 8 * error
    assert abs(share_down(2, Condition(key="prone")) - expected) > 8 * error


@pytest.mark.rule("CHR-25", "CHR-26", "CHR-28", "CHR-31", "CHR-57", "CHR-59", "CHR-62", "CHR-73")
@pytest.mark.parametrize("make", [squad, under_way])
@pytest.mark.parametrize("times", FIGHTS)
def test_fights_at_the_table_go_as_often_as_forecast(
    make: Callable[[Crew], None], times: int, crew: Crew
) -> None:
    """Who wins, who is still in, who is dead, how long it takes: within 4 standard errors."""
    make(crew)
    _compare(crew, times)


@pytest.mark.rule("CHR-29n", "CHR-31", "CHR-34")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("advantage", [False, True])
@pytest.mark.parametrize("times", FIGHTS)
def test_fights_with_cover_go_as_often_as_forecast(times: int, advantage: bool, crew: Crew) -> None:
    """Both sides go into cover from shots where the orders to defend say so, also with Advantage on Saves."""
    crew.switch("chrome.coverAdvantage", advantage)
    squad(crew)
    _compare(crew, times, defends=True)


SWITCHES: dict[str, Any] = {
    "rerollInitiativeEachRound": True,
    "severOnAnyHit": True,
    "enemyMajorActions": "two",
    "soakOnlyAttacks": False,
    "deadlyPanicAfterSoak": True,
    "advantageByOutcome": False,
    "maxAttacksPerTurn": 1,
    "surpriseSpan": "turn",
    "initiativeStress": False,
    "stressOnFailedSave": 2,
    "critFailDoublesDamage": True,
    "enemyCritOnCritFail": False,
    "minDamageOne": False,
    "deathSave": "fear",
    "doubleZeroIsCrit": False,
}


@pytest.mark.deep
@pytest.mark.timeout(300)
@pytest.mark.parametrize("switch", SWITCHES)
def test_house_rules_do_in_a_forecast_what_they_do_at_the_table(switch: str, crew: Crew) -> None:
    """Each by itself, in a fight with blades, fire, shocks, surprise and panic."""
    crew.switch(f"chrome.{switch}", SWITCHES[switch])
    squad(crew)
    third = crew.operator("Cid", "taser", conviction=12, prime="fear", speed=70, body=70)
    for key in ("surprised", "ultra_sharp"):
        crew.happen(ev.ConditionAdded(who=third, condition=Condition(key=key)))
    crew.enemy("Bot", "drone_guns", "scrapper_pistol", health=8, soak=2, synthetic=True)
    _compare(crew, 200)


def _compare(crew: Crew, times: int, *, defends: bool = False) -> None:
    battle = prepare(crew.context, never)
    player = TablePlayer(crew, seed=9, most_rounds=40)
    player.defends = defends
    result = played(battle, 20_000, 3, 40, defends=defends)
    assert_goes_as_forecast(
        player, battle.who, result, times, lambda each: each.gauges["health"] <= 0
    )
    assert (player.times_hidden > 0) == defends


@pytest.mark.rule("CHR-25", "CHR-26")
def test_who_strikes_first_is_before_the_enemies_in_the_first_round_alone(crew: Crew) -> None:
    """Whatever the Speed Checks say: their extra Major Actions and the order come back with the second round."""
    crew.operator("Ace", "pistol", speed=40)
    crew.operator("Bea", "pistol", speed=50)
    crew.enemy("Guard", "guard_rifle")
    battle = prepare(crew.context, never)
    assert battle.can_strike_first

    def places(orders: Orders, *, is_first: bool = True) -> tuple[Any, Any]:
        game, field = begun(battle, 500, orders)
        field.is_first = is_first
        found = game.order(field)
        before = (found[:, :2, TURN] < found[:, 2:, TURN]).sum(axis=1)
        return before, found[:, :2, EXTRA] >= 0

    rolled, extra = places(Orders())
    assert set(rolled.tolist()) == {0, 1, 2}
    assert extra.any()
    for side, count in (("pc", 2), ("foe", 0)):
        orders = Orders(strikes_first=side)  # type: ignore[arg-type]
        before, extra = places(orders)
        assert (before == count).all()
        assert bool(extra.any()) == (side == "pc")
        assert (places(orders, is_first=False)[0] == rolled).all()
    crew.enemy("Drone", "drone_guns", side="ally")
    assert not prepare(crew.context, never).can_strike_first


@pytest.mark.rule("CHR-63")
def test_the_gutless_stay_where_the_orders_say_when_a_side_flees(crew: Crew) -> None:
    """Fear 0: by the rules alone it flees before its first attack; a side that stays to the last makes no Fear Save."""
    who = crew.operator("Ace", "pistol", fear=0, speed=99)
    crew.happen(ev.ConditionAdded(who=who, condition=Condition(key="gutless")))
    crew.enemy("Guard", "guard_rifle", health=2)
    battle = prepare(crew.context, never)
    flown = battle.play(500, np.random.default_rng(1), Orders())
    assert (flown.winner == 1).all()
    assert flown.alive[:, 0].all()
    stays = battle.play(500, np.random.default_rng(1), Orders(pc_flees=100))
    assert (stays.winner == 0).mean() > 0.5


@pytest.mark.parametrize("doctrine", DOCTRINES)
def test_the_same_seed_plays_the_same_fights(doctrine: Any, crew: Crew) -> None:
    """Under any doctrine; every combatant, every round, every shot."""
    squad(crew)
    battle = prepare(crew.context, never)
    orders = Orders(pc=doctrine, foe=doctrine, most_rounds=30)
    one, two = (battle.play(300, np.random.default_rng(1), orders) for _ in range(2))
    for name in ("winner", "rounds", "alive", "out_round", "ammo"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert ((one.out_round == 0).any(axis=1) | (one.winner == 2)).all()
    assert (one.rounds <= 30).all()


@pytest.mark.rule("CHR-63")
def test_who_rages_without_a_weapon_attacks_once_it_is_picked_up(crew: Crew) -> None:
    """A frenzy waits for a weapon as long as the turn lasts: picked up, it is used at once; the next turn has none."""
    who = join(crew, "pc", items=["pistol"], kind="operator", conditions=["frenzy"])
    join(crew, "foe")
    crew.happen(ev.GaugeSet(who=who, gauge="dropped.pistol", to=1))
    battle, raging = prepare(crew.context, never), BIT["frenzy"]
    every, own = np.arange(4), np.zeros(4, np.int64)
    game, field = begun(battle, 4, Orders())
    assert (field.columns["marks"][:, 0] & raging).all()
    game.spend(field, every, own)
    assert not (field.columns["marks"][:, 0] & raging).any()
    assert (field.columns["ammo"][:, 0] == crew.combatant(who).gauges["ammo.pistol"] - 1).all()
    game, field = begun(battle, 4, Orders())
    game.end_turns(field, every, own, own > 0)
    assert not (field.columns["marks"][:, 0] & raging).any()
