"""The fights of a forecast against fights played by the table's own procedures, and against the exact odds."""

import os
from collections import Counter
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.dice.roller import Roller
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.commands import Adjust, Next
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat.attack_plan import first_strike, strike_at
from encounter_gui.rules.systems.cwn.odds.attack import strike_odds
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.turns import morale
from tests.helpers.forecast_checks import assert_alike, assert_calibrated, played
from tests.rules.systems.cwn.bout import Bout

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

MAGAZINES = CarriedDef(item="spare_magazine", values={"count": 99})


class Doctrine(Bout):
    """A table that rolls its own dice, keeps every choice, and plays as the doctrine ``simple`` says."""

    def __init__(self, seed: int, *, defends: bool = False) -> None:
        """Takes the seed of the dice, and whether everybody who is asked goes over to Total Defense where it pays."""
        super().__init__()
        self._roller, self._defends = Roller.seeded(seed), defends
        self._attack = do.Attack(who=CombatantId(""), target=CombatantId(""))
        self.times_defended = 0

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        if isinstance(asked, Choice):
            if self._defends and "defend" in asked.options and self._pays(asked):
                self.times_defended += 1
                return Chosen(option="defend")
            return Chosen(option="keep" if "keep" in asked.options else asked.options[0])
        return tuple(self._roller.answer(request) for request in asked)

    def _pays(self, asked: Choice) -> bool:
        """Returns whether it makes harmless what would rather put the target down than not. Source: CWN-36g."""
        values = asked.label.params
        assert asked.who is not None  # the target, or who screens it
        strike = strike_at(self.context, self._attack, self.combatant(asked.who))
        total = int(str(values["total"]))
        left = strike.soak + strike.hp
        if asked.label.key == "cwn.choose.miss":
            return strike.shock >= left
        hits = [each for each in strike_odds(strike).ways if each.how in ("hit", "traumatic")]
        deadly = (
            2 * sum(each.at_least(left) for each in hits) > sum(each.chance for each in hits) + 1e-9
        )
        return deadly and total < int(str(values["ac"])) + 2 and total < 20 + strike.bonus

    def winner(self) -> int:
        """Plays the fight to its end: 0 the player characters win, 1 their foes, 2 nobody within 100 rounds."""
        self.play(Next())
        while self.context.state.round <= 100:
            if (over := self._over()) is not None:
                return over
            self._check_morale()
            if (over := self._over()) is not None:
                return over
            for who in self.context.state.acting:
                self._act(who)
                if (over := self._over()) is not None:
                    return over
            self.play(Next())
        return 2

    def _over(self) -> int | None:
        up = {
            each.side != "foe"
            for each in self.context.state.combatants.values()
            if not character.is_out(each)
        }
        if len(up) == 2:
            return None
        return 2 if not up else 0 if True in up else 1

    def _check_morale(self) -> None:
        owed = morale.owed_checks(self.context.state)
        if not owed or owed[0].side is None:
            return
        members = morale.may_break(self.context.state, owed[0].side)
        self.play(do.Morale(who=tuple(each.id for each in members)))
        for each in members:
            if self.context.combatant(each.id).has("broken"):
                self.play(do.Leave(who=each.id))

    def _act(self, who: CombatantId) -> None:
        actor = self.context.combatant(who)
        if not character.can_act(actor) or not action_budget.actions_left(actor, "main"):
            return
        enemies = (
            each.id
            for each in self.context.state.combatants.values()
            if (each.side == "foe") != (actor.side == "foe") and not character.is_out(each)
        )
        target = next(enemies)
        item = gear.find(actor, "")
        weapon = gear.weapon_of(item) if item else None
        try:
            if weapon and weapon.magazine and not actor.gauges.get(weapon.ammo):
                self.play(do.Reload(who=who))
                if not action_budget.actions_left(self.combatant(who), "main"):
                    return
            self._strike(do.Attack(who=who, target=target))
        except RuleError:
            self._strike(do.Attack(who=who, target=target, weapon="unarmed"))
        while any(each.kind == "next_attack" for each in self.context.state.obligations):
            self.play(do.Settle())

    def _strike(self, attack: do.Attack) -> None:
        self._attack = attack
        self.play(attack)


def _people(bout: Bout, rng: np.random.Generator) -> None:
    """Adds two to four on each side, with arms, armour and nerve of all kinds."""
    arms = ["heavy_pistol", "rifle", "shotgun", "sword", "knife", "big_club"]
    for number in range(int(rng.integers(2, 4))):
        items = [arms[rng.integers(len(arms))], MAGAZINES]
        level = int(rng.integers(1, 4))
        bout.pc(
            f"PC {number}",
            items=items,
            level=level,
            hp=int(rng.integers(4, 8)) * level,
            shoot=int(rng.integers(0, 3)),
            stab=int(rng.integers(0, 3)),
            soak=int(rng.integers(0, 6)),
        )
    for number in range(int(rng.integers(2, 5))):
        dice = int(rng.integers(1, 4))
        bout.npc(
            f"Foe {number}",
            named=bool(rng.random() < 0.2),
            items=[arms[rng.integers(len(arms))]],
            hd=dice,
            hp=5 * dice,
            attack=int(rng.integers(0, 6)),
            attack_ranged=int(rng.integers(0, 6)),
            morale=int(rng.integers(6, 11)),
            soak=int(rng.integers(0, 6)),
            ac=int(rng.integers(10, 17)),
            ac_melee=int(rng.integers(10, 17)),
        )


def _calibrated(fights: int, *, defends: bool = False) -> None:
    """Different fights, each played once at the table, against the forecast made of it beforehand."""
    rng = np.random.default_rng(20)
    found = []
    times = 0
    for number in range(fights):
        table = Doctrine(seed=number, defends=defends)
        _people(table, rng)
        battle = table.system.battle(table.context)
        assert battle.left_out == ()
        result = played(battle, 2_000, number, 100, defends=defends)
        found.append((result.winner, table.winner() == 0))
        times += table.times_defended
    assert_calibrated(found, errors=3.5)
    assert (times > fights / 10) == defends


@pytest.mark.timeout(300)
def test_fights_at_the_table_are_won_as_often_as_forecast() -> None:
    """60 different fights played out once each by the table's procedures: by decile within 3.5 standard errors."""
    _calibrated(60)


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("defends", [False, True])
def test_400_fights_at_the_table_are_won_as_often_as_forecast(defends: bool) -> None:
    """The same with 400, and with Total Defense on both sides (CWN-36g)."""
    _calibrated(400, defends=defends)


@pytest.mark.parametrize("times", [80, pytest.param(1000, marks=pytest.mark.deep)])
def test_total_defense_at_the_table_goes_as_forecast(times: int) -> None:
    """So many fights with it on both sides: who wins, within 4 standard errors (CWN-24, CWN-36g)."""
    table = Doctrine(seed=7, defends=True)
    table.pc("Vee", items=["sword"], hp=9, soak=2)
    table.npc("Boss", named=True, items=["knife"], hp=9, attack=5, morale=12)
    result = played(table.system.battle(table.context), 20_000, 1, 100, defends=True)
    expected, start = float((result.winner == 0).mean()), table.context
    won = 0
    for _ in range(times):
        table.context = start
        won += table.winner() == 0
    assert table.times_defended > times / 20
    assert abs(won - times * expected) <= 4 * (times * expected * (1 - expected)) ** 0.5


ATTACKS: dict[str, dict[str, Any]] = {
    "a shot": {"items": ["heavy_pistol"], "shoot": 1},
    "a blow with Shock": {"items": ["sword"], "stab": 1},
    "a blow with two hands": {"items": ["big_club"], "strength": 16},
    "kept and exploding dice": {
        "items": [CarriedDef(item="heavy_pistol", values={"damage": "2d6kh1 + 1d4!"})],
        "shoot": 1,
    },
    "fists": {"items": [], "punch": 1},
}


def _one_attack(sheet: dict[str, Any]) -> tuple[Doctrine, CombatantId, CombatantId]:
    table = Doctrine(seed=5)
    who = table.pc("Vee", **sheet)
    target = table.npc("Gang", hp=400, soak=0, ac=12, ac_melee=13)
    return table, who, target


@pytest.mark.parametrize("kind", ATTACKS)
def test_an_attack_does_in_a_forecast_what_its_odds_say(kind: str) -> None:
    """100,000 attacks played out, one round each: damage by chi-square against the exact odds (CWN-25)."""
    table, who, target = _one_attack(ATTACKS[kind])
    strike = first_strike(table.context, do.Attack(who=who, target=target))
    exact = strike_odds(strike).damage
    battle: Any = table.system.battle(table.context)
    fights, orders = 100_000, Orders()
    field = Battlefield(battle.begun(orders), fights, np.random.default_rng(3), orders)
    every, first = np.arange(fights), np.zeros(fights, np.int64)
    field.game.act(field, every, first, first)
    lost = 400 - field.columns["hp"][:, 1]
    assert_alike(Counter(lost.tolist()), dict(enumerate(exact)))


def _at_the_table(kind: str, count: int) -> None:
    table, who, target = _one_attack(ATTACKS[kind])
    table.play(Next())
    table.play(Next())
    while who not in table.context.state.acting:
        table.play(Next())
    start = table.context
    exact = strike_odds(first_strike(start, do.Attack(who=who, target=target))).damage
    found = Counter[int]()
    for _ in range(count):
        table.context = replace(start)
        table.play(do.Attack(who=who, target=target))
        found[int(table.fact("attack")["damage"])] += 1
    assert_alike(found, dict(enumerate(exact)))


@pytest.mark.parametrize("kind", ATTACKS)
def test_an_attack_does_at_the_table_what_its_odds_say(kind: str) -> None:
    """1,500 attacks by the table's procedure, by chi-square against the same odds (CWN-25)."""
    _at_the_table(kind, 1_500)


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", ATTACKS)
def test_many_attacks_at_the_table_do_what_their_odds_say(kind: str) -> None:
    """The same with 8,000; ``CWN_ROLLS=100000`` takes some minutes a kind."""
    _at_the_table(kind, int(os.environ.get("CWN_ROLLS", "8000")))


def test_morale_breaks_as_often_as_two_dice_say() -> None:
    """Two foes, one dead at the start: Morale 8 is due at their turn (CWN-66), and 10 of 36 leave at once."""
    table = Doctrine(seed=1)
    table.pc("Vee", items=[], punch=-1, hp=500)
    table.npc("Gang A", items=["knife"], hp=400, morale=8)
    dead = table.npc("Gang B", items=["knife"], hp=4)
    table.play(Adjust(who=(dead,), change="-4"))
    result = table.system.battle(table.context).play(
        20_000, np.random.default_rng(2), Orders(most_rounds=1)
    )
    share = float((result.winner == 0).mean())
    expected = 10 / 36
    assert abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / 20_000)
