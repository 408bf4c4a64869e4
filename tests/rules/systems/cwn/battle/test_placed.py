"""Forecasts of fights on a plan: who is too far is not attacked, people close in, cover and range count.

Source: CWN-22, CWN-25, CWN-28, CWN-29.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battlefield.battle import BattleResult
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.field.sight import apart, distance, nearest_first
from encounter_gui.rules.model.commands import Next, Put, PutArea, SetPlan
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat.attack_plan import first_strike
from encounter_gui.rules.systems.cwn.field.rules import RULES
from encounter_gui.rules.systems.cwn.odds.attack import strike_odds
from encounter_gui.rules.systems.cwn.sheet import action_budget, character
from tests.helpers.forecast_checks import played
from tests.rules.systems.cwn.battle.test_agreement import MAGAZINES, Doctrine

pytestmark = pytest.mark.timeout(300)

FIGHTS = 4_000
PISTOL_NORMAL = 10
SHOOTER: dict[str, Any] = {"items": ["heavy_pistol", MAGAZINES], "shoot": 2, "hp": 14}


def table_on_a_plan(seed: int = 1) -> "OnThePlan":
    table = OnThePlan(seed)
    table.play(SetPlan(size=(400, 100)))
    return table


class OnThePlan(Doctrine):
    """The doctrine of a forecast on a plan, played at the table with moves: everybody goes for the nearest."""

    def at(self, who: CombatantId, x: float, y: float = 50) -> CombatantId:
        """Puts somebody somewhere."""
        self.play(Put(who=(who,), at=(x, y)))
        return who

    def forecast(self, *, most_rounds: int = 100, fights: int = FIGHTS) -> BattleResult:
        """Returns what comes of the fight."""
        battle = self.system.battle(self.context)
        return played(battle, fights, 3, most_rounds)

    def _act(self, who: CombatantId) -> None:
        state = self.context.state
        actor = self.combatant(who)
        if not character.can_act(actor) or not action_budget.actions_left(actor, "main"):
            return
        foes = [
            each
            for each, _ in nearest_first(state, who)
            if (each.side == "foe") != (actor.side == "foe") and not character.is_out(each)
        ]
        if foes and (distance(state, who, foes[0].id) or 0) > self._wants(actor):
            self.play(do.Run(who=who, to=self._way(actor, foes[0])))
        by_joining = sorted(foes, key=lambda each: list(state.combatants).index(each.id))
        for each in by_joining:
            try:
                self._strike(do.Attack(who=who, target=each.id))
            except RuleError:
                continue
            return

    def _wants(self, actor: Any) -> float:
        """Returns how near somebody wants to be: to reach, or the normal range of a heavy pistol."""
        return RULES.reach if actor.memo["held"] == "sword" else PISTOL_NORMAL

    def _way(self, actor: Any, other: Any) -> tuple[float, float]:
        """Returns as far as a Move goes: one that is longer is the game master's to allow."""
        most = character.move_rate(self.context, actor)
        plan, here, there = self.context.state.plan, actor.place, other.place
        assert plan is not None
        end = moving.beside(RULES, plan, here, there)
        if actor.memo["held"] != "sword":
            share = PISTOL_NORMAL / apart(plan, here, there)
            x, y = (there.x + (here.x - there.x) * share, there.y + (here.y - there.y) * share)
            end = replace(here, x=round(x, 3), y=round(y, 3))
        return moving.along_way(self.context, RULES, here, end, most).point


def losses(result: BattleResult) -> int:
    """Returns the first round in which anybody is out."""
    rounds = result.out_round
    return int(rounds[rounds > 0].min())


@pytest.mark.parametrize("has_plan", [False, True])
def test_a_plan_on_which_nobody_stands_changes_nothing(has_plan: bool) -> None:
    found = []
    for plans in (False, has_plan):
        table = OnThePlan(1)
        if plans:
            table.play(SetPlan(size=(40, 40)))
        table.pc("Vee", **SHOOTER)
        table.pc("Jax", items=["sword"], stab=1)
        table.npc("Gang", items=["rifle"], hp=14)
        battle = table.system.battle(table.context)
        assert battle.left_out == ()
        found.append(played(battle, FIGHTS, 3, 100))
    for name in BattleResult.__struct_fields__:
        assert np.array_equal(getattr(found[0], name), getattr(found[1], name))


def test_within_reach_and_normal_range_all_is_as_without_places() -> None:
    found = []
    for stands in (False, True):
        table = table_on_a_plan()
        people = [
            table.pc("Vee", **SHOOTER),
            table.pc("Kit", **SHOOTER),
            table.npc("Gang", items=["heavy_pistol"], hp=9),
            table.npc("Thug", items=["heavy_pistol"], hp=14),
        ]
        for number, each in enumerate(people if stands else ()):
            table.at(each, 10 + 3 * number)
        found.append(table.forecast())
    for name in BattleResult.__struct_fields__:
        assert np.array_equal(getattr(found[0], name), getattr(found[1], name))


@pytest.mark.rule("CWN-22")
@pytest.mark.parametrize(
    ("apart", "met"),
    [(2, 1), (12, 1), (22, 1), (23, 2), (32, 2), (42, 2), (43, 3), (100, 5), (300, 15)],
)
def test_two_with_swords_meet_when_both_have_gone_so_far(apart: float, met: int) -> None:
    """10 m a Move each, and a blow reaches 2 m: who moves second in a round finds the other 10 m nearer."""
    table = table_on_a_plan()
    for name, x in (("Vee", 10), ("Jax", 10 + apart)):
        sheet: dict[str, Any] = {"items": ["sword"], "hp": 1}
        who = table.pc(name, stab=4, **sheet) if x == 10 else table.npc(name, attack=15, **sheet)
        table.at(who, x)
    result = table.forecast()
    assert losses(result) == met
    if met > 1:
        assert not table.forecast(most_rounds=met - 1, fights=500).out_round.any()


def test_the_one_who_is_too_far_to_reach_in_a_move_is_struck_first() -> None:
    """22 m apart: only who moves second in the first round gets there, so that the other has no first blow."""
    table = table_on_a_plan()
    table.at(table.pc("Vee", items=["sword"], hp=1, stab=4), 10)
    table.at(table.npc("Boss", items=["sword"], hp=1, attack=15), 32)
    battle = table.system.battle(table.context)
    first = {
        side: battle.play(
            FIGHTS, np.random.default_rng(1), Orders(most_rounds=1, strikes_first=side)
        ).out_round
        for side in ("pc", "foe")
    }
    assert not first["pc"][:, 1].any()
    assert first["pc"][:, 0].any()
    assert not first["foe"][:, 0].any()
    assert first["foe"][:, 1].any()


@pytest.mark.rule("CWN-28")
def test_nobody_shoots_beyond_the_range_and_less_is_hit_beyond_the_normal_one() -> None:
    """A heavy pistol: 10 m normal, 100 m at most. Who cannot get nearer shoots with −2."""
    outs = {}
    for gap in (8, 60, 250):
        table = table_on_a_plan()
        who = table.at(table.pc("Vee", **SHOOTER | {"move": 1}), 10)
        other = table.at(table.npc("Gang", items=[], hp=1, attack=-9, ac=14), 10 + gap)
        assert who != other
        outs[gap] = float((table.forecast(most_rounds=1).out_round[:, 1] > 0).mean())
    assert outs[250] == 0
    assert outs[8] == pytest.approx(_hits(table, 8), abs=0.032)
    assert outs[60] == pytest.approx(_hits(table, 60), abs=0.032)
    assert outs[8] - outs[60] == pytest.approx(0.1, abs=0.04)


def _hits(table: OnThePlan, metres: float, *modifiers: str) -> float:
    """The chance that the first shoots the second at a distance that is said, and not taken from the plan."""
    who, target = table.context.state.combatants
    attack = do.Attack(who=who, target=target, metres=metres, modifiers=modifiers)
    ways = strike_odds(first_strike(table.context, attack)).ways
    return float(sum(each.chance for each in ways if each.how in ("hit", "traumatic")))


@pytest.mark.rule("CWN-29")
def test_cover_stood_in_lowers_the_chance_by_its_modifier_and_is_kept() -> None:
    """Near total cover: −4. Who shoots from it stays in it, beyond the normal range, too."""
    table = table_on_a_plan()
    table.play(
        PutArea(shape="rectangle", at=(58, 40), size=(4, 20), is_="cover", step="cover_near_total")
    )
    table.at(table.pc("Vee", **SHOOTER | {"move": 0, "items": ["rifle", MAGAZINES]}), 10)
    table.at(table.npc("Gang", items=["heavy_pistol"], hp=1, attack_ranged=-9, ac=12), 60)
    found = float((table.forecast(most_rounds=1).out_round[:, 1] > 0).mean())
    assert found == pytest.approx(_hits(table, 50, "cover_near_total"), abs=0.032)
    assert found < _hits(table, 50) - 0.1
    battle: Any = table.system.battle(table.context)
    standing = battle.game.start.standing
    assert (standing.pace[:, :, 1] == 0).all()  # the heavy pistol shoots 50 m from cover


def test_who_has_nobody_left_goes_on_to_the_next() -> None:
    """A sword against two who do nothing, 40 m from each other: both fall in the end."""
    table = table_on_a_plan()
    table.at(table.pc("Vee", items=["sword"], hp=40, stab=4), 10)
    for x in (40, 80):
        table.at(table.npc(f"Gang {x}", items=[], hp=1, attack=-20, ac=5, morale=12, move=0), x)
        table.play(do_helpless(table, f"Gang {x}"))
    result = table.forecast()
    assert (result.winner == 0).mean() > 0.99
    second = result.out_round[:, 2]
    assert losses(result) == 3
    assert int(second[second > 0].min()) == 7  # 39 m more to its reach: the fourth Move on


def do_helpless(table: OnThePlan, name: str) -> Any:
    """Returns what makes somebody unable to do anything."""
    from encounter_gui.rules.model.commands import Afflict

    who = next(each.id for each in table.context.state.combatants.values() if each.name == name)
    return Afflict(who=(who,), condition="helpless")


@pytest.mark.parametrize("gap", [12, 30, 45])
@pytest.mark.parametrize("times", [120, pytest.param(1000, marks=pytest.mark.deep)])
def test_fights_with_moves_at_the_table_go_as_forecast(gap: float, times: int) -> None:
    """Swords and a pistol, each for the nearest: who wins within 4 standard errors, and how long it takes."""
    table = table_on_a_plan(seed=9)
    table.at(table.pc("Vee", items=["sword"], hp=10, stab=1, soak=2), 50, 40)
    table.at(table.pc("Kit", **SHOOTER | {"hp": 7}), 50, 44)
    table.at(table.npc("Gang", items=["sword"], hp=9, attack=4, morale=12), 50 + gap, 40)
    table.at(table.npc("Thug", items=["sword"], hp=6, attack=3, morale=12), 50 + gap, 44)
    result = table.forecast(fights=10_000)
    expected, start = float((result.winner == 0).mean()), table.context
    won, rounds = 0, Counter[int]()
    for _ in range(times):
        table.context = start
        won += table.winner() == 0
        rounds[table.context.state.round] += 1
    assert abs(won - times * expected) <= 4 * (times * expected * (1 - expected)) ** 0.5
    mean = sum(number * count for number, count in rounds.items()) / times
    spread = float(result.rounds.std()) / times**0.5
    assert abs(mean - float(result.rounds.mean())) <= 4 * spread


@pytest.mark.rule("CWN-22")
def test_a_forecast_in_a_round_starts_from_the_present_places_and_moves() -> None:
    """22 m apart Vee has made her Move of 10 m, and strikes nobody in this round; Boss still has his, and does."""
    seen = set()
    for seed in range(12):
        table = table_on_a_plan(seed)
        who = table.at(table.pc("Vee", items=["sword"], hp=1, stab=4), 10)
        other = table.at(table.npc("Boss", items=["sword"], hp=1, attack=15), 32)
        table.play(Next())
        while who not in table.context.state.acting:
            table.play(Next())
        table.play(do.Run(who=who, to=(20, 50)))
        number = table.context.state.round
        out = table.forecast(most_rounds=number, fights=300).out_round
        is_over = action_budget.is_over(table.context.state, other)
        assert not out[:, 1].any()
        assert out[:, 0].any() == (not is_over)
        assert table.forecast(most_rounds=number + 1, fights=300).out_round.any()
        seen.add(is_over)
    assert seen == {False, True}


def test_somebody_who_stands_nowhere_is_reached_by_all_as_before() -> None:
    table = table_on_a_plan()
    table.at(table.pc("Vee", items=["sword"], hp=1, stab=4), 10)
    table.at(table.npc("Far", items=["sword"], hp=1, attack=15, morale=12), 390)
    table.npc("Anywhere", items=["sword"], hp=1, attack=-20, morale=12)
    outs = table.forecast(most_rounds=1).out_round
    assert outs[:, 2].any()
    assert not outs[:, 1].any()
