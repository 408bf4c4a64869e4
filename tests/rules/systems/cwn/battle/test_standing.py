"""What stands when a forecast begins, by the rules until it ends: screens, swarms, Total Defense, surprise, dazzling.

Each chance is worked out here from the rule text, against 20,000 fights played out.
"""

import pickle
from itertools import product

import numpy as np
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.forecast.settling import battle_of
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.commands import Afflict, Next
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat.attack_plan import first_strike
from encounter_gui.rules.systems.cwn.harm.injuries import INJURY_SAVE
from encounter_gui.rules.systems.cwn.mechanics import saves
from encounter_gui.rules.systems.cwn.odds.attack import strike_odds
from encounter_gui.rules.systems.cwn.rules.injury import plan_of
from tests.rules.systems.cwn.battle.test_agreement import Doctrine
from tests.rules.systems.cwn.bout import Bout

FIGHTS = 20_000
SURE = 19 / 20
"""A blow that only a 1 of the d20 misses."""

_TWO_DICE = [sum(dice) for dice in product(range(1, 7), repeat=2)]


def past(mine: int, others: int) -> float:
    """The chance that 2d6 and this is more than other 2d6 and that."""
    pairs = list(product(_TWO_DICE, repeat=2))
    return sum(one + mine > other + others for one, other in pairs) / len(pairs)


def out_of(bout: Bout, rounds: int) -> dict[CombatantId, float]:
    """In which share of the fights each is out after so many rounds."""
    battle = bout.system.battle(bout.context)
    assert battle.left_out == ()
    result = battle.play(FIGHTS, np.random.default_rng(4), Orders(most_rounds=rounds))
    shares = (result.out_round > 0).mean(axis=0)
    return dict(zip(battle.who, map(float, shares), strict=True))


def close(share: float, chance: float) -> bool:
    """Within 4 standard errors."""
    return abs(share - chance) <= 4 * (chance * (1 - chance) / FIGHTS) ** 0.5 + 1e-9


def harmless(bout: Bout, name: str, **more: int) -> CombatantId:
    """Adds a player character whom any blow puts down, and who does no harm."""
    return bout.pc(name, items=[], hp=1, punch=-1, **more)


def brute(bout: Bout, name: str = "Brute", **more: int) -> CombatantId:
    """Adds a foe who only misses with a 1, whom nobody puts down; bare hands do no Shock."""
    sheet = {"attack": 30, "hp": 400, "skill": 1, "morale": 12} | more
    return bout.npc(name, items=[], **sheet)


def test_a_screen_takes_the_blow_as_often_as_the_check_says() -> None:
    """Attacker 2d6 + 1 against 2d6 + 1: 44 % get past, the others meet the screener (CWN-40, CWN-11)."""
    bout = Bout()
    ward, guard = harmless(bout, "Ash"), harmless(bout, "Vee", stab=1)
    brute(bout)
    bout.start()
    bout.play(do.Screen(who=guard, ally=ward))
    shares = out_of(bout, 1)
    assert close(shares[ward], past(1, 1) * SURE)
    assert close(shares[guard], (1 - past(1, 1)) * SURE)


def test_a_screen_ends_with_the_turn_of_the_screener() -> None:
    """In the next round every blow meets the ally, whether or not the screener stands (CWN-40)."""
    bout = Bout()
    ward, guard = harmless(bout, "Ash"), bout.pc("Vee", items=[], hp=400, punch=-1, stab=1)
    brute(bout)
    bout.start()
    bout.play(do.Screen(who=guard, ally=ward))
    spared = 1 - past(1, 1) * SURE
    shares = out_of(bout, 2)
    assert close(shares[ward], 1 - spared * (1 - SURE))
    assert shares[guard] == 0


def test_a_screen_faces_so_many_attackers_as_its_skill() -> None:
    """Stab 1: the second attacker of the round meets no check, and the first does with its next blow too (CWN-40)."""
    bout = Bout()
    ward, guard = harmless(bout, "Ash"), bout.pc("Vee", items=[], hp=400, punch=-1, stab=1)
    brute(bout, "A"), brute(bout, "B")
    bout.start()
    bout.play(do.Screen(who=guard, ally=ward))
    first = past(1, 1) * SURE
    assert close(out_of(bout, 1)[ward], first + (1 - first) * SURE)


def test_bodies_stop_no_bullets() -> None:
    """A shot meets the ally, whoever screens her (CWN-40)."""
    bout = Bout()
    ward, guard = harmless(bout, "Ash"), harmless(bout, "Vee", stab=1)
    bout.npc("Gun", items=["heavy_pistol"], attack_ranged=30, hp=400, morale=12)
    bout.start()
    bout.play(do.Screen(who=guard, ally=ward))
    shares = out_of(bout, 1)
    assert shares[guard] == 0
    assert shares[ward] > 0.9


def test_total_defense_ends_with_the_own_next_turn() -> None:
    """d20 + 2 against AC 14 while it lasts, against AC 12 from the own next turn on (CWN-36g)."""
    bout = Bout()
    ward = harmless(bout, "Ash", ac=12, ac_melee=12)
    brute(bout, attack=2)
    bout.start()
    bout.play(do.TotalDefense(who=ward))
    defended, open_to = 9 / 20, 11 / 20
    assert close(out_of(bout, 1)[ward], defended)
    assert close(out_of(bout, 2)[ward], 1 - (1 - defended) * (1 - open_to))


def test_a_swarm_that_has_joined_strikes_first_and_once() -> None:
    """Three joined: d20 + 2 + 4 with what the first of them holds, and nobody else has a Main left (CWN-39)."""
    bout = Bout()
    ward = harmless(bout, "Ash")
    gang = [
        bout.npc(name, items=["heavy_pistol"], attack=2, attack_ranged=2, morale=12, hp=400)
        for name in ("A", "B", "C")
    ]
    bout.start(1, 8)
    for each in gang:
        bout.play(do.Swarm(who=each, target=ward))
    command = do.Attack(who=gang[0], target=ward, how="swarm")
    odds = strike_odds(first_strike(bout.context, command))
    plain = strike_odds(first_strike(bout.context, do.Attack(who=gang[0], target=ward)))
    assert sum(odds.damage[1:]) == pytest.approx(sum(plain.damage[1:]) + 4 / 20)
    assert close(out_of(bout, 1)[ward], float(sum(odds.damage[1:])))


@pytest.mark.parametrize("is_on", [True, False])
def test_the_dazzled_lose_the_next_main(*, is_on: bool) -> None:
    """It strikes in the round under way, not in the next, and again after that (CWN-42, CWN-17)."""
    bout = Bout()
    ward, foe = harmless(bout, "Ash"), brute(bout)
    if is_on:
        bout.start()
    bout.play(Afflict(who=(foe,), condition="dazzled"))
    for rounds, blows in ((1, 1), (2, 1), (3, 2)):
        assert close(out_of(bout, rounds)[ward], 1 - (1 - SURE) ** blows), rounds


@pytest.mark.parametrize("begun", [0, 1, 2])
def test_the_surprised_do_nothing_in_the_free_round(begun: int) -> None:
    """The others act alone for a round; then the surprised act like anybody (CWN-14)."""
    bout = Bout()
    ward, foe = harmless(bout, "Ash"), brute(bout)
    bout.play(Afflict(who=(ward,), condition="surprised"))
    for _ in range(begun):
        bout.play(Next())
    assert close(out_of(bout, 1)[ward], SURE)

    caught = Bout()
    ward, foe = harmless(caught, "Ash"), brute(caught)
    caught.play(Afflict(who=(foe,), condition="surprised"))
    for _ in range(begun):
        caught.play(Next())
    assert out_of(caught, 1)[ward] == 0
    assert close(out_of(caught, 2)[ward], SURE)


@pytest.mark.parametrize("times", [60, pytest.param(600, marks=pytest.mark.deep)])
@pytest.mark.timeout(600)
def test_what_stands_goes_at_the_table_as_forecast(times: int) -> None:
    """A screen, Total Defense, a dazzled foe and a swarm: who wins, within 4 standard errors (CWN-36g, 39, 40, 42)."""
    table = Doctrine(seed=3)
    ward = table.pc("Ash", items=["sword"], hp=8, soak=2)
    guard = table.pc("Vee", items=["sword"], hp=8, stab=1)
    gang = [table.npc(name, items=["sword"], hp=7, attack=3, morale=12) for name in "ABC"]
    table.play(Next())
    while not set(gang) & set(table.context.state.acting):
        table.play(Next())
    table.play(Afflict(who=(gang[2],), condition="dazzled"))
    while guard not in table.context.state.acting:
        table.play(Next())
    table.play(do.Screen(who=guard, ally=ward))
    for who in (ward, guard):
        table.play(do.TotalDefense(who=who))
    battle = table.system.battle(table.context)
    result = battle.play(40_000, np.random.default_rng(1), Orders())
    expected, start = float((result.winner == 0).mean()), table.context
    won = 0
    for _ in range(times):
        table.context = start
        won += table.winner() == 0
    print(f"{expected:.4f} expected, {won / times:.4f} at the table")
    assert abs(won - times * expected) <= 4 * (times * expected * (1 - expected)) ** 0.5


def test_who_is_in_melee_with_a_rifle_shoots_once_the_foe_is_down() -> None:
    """A rifle takes two hands and is no use in melee; the next foe is shot at (CWN-27)."""
    bout = Bout()
    shooter = bout.pc("Vee", items=["rifle"], held="rifle", hp=400, soak=0, shoot=1, punch=2)
    near = bout.npc("Near", hp=1, attack=-20, ac=5, ac_melee=5, morale=12)
    bout.npc("Far", items=[], hp=400, attack=-20, morale=12)
    bout.start()
    bout.play(do.Engage(who=shooter, target=near))
    battle = bout.system.battle(bout.context)
    result = battle.play(2_000, np.random.default_rng(4), Orders(most_rounds=4))
    left = result.ammo[:, battle.who.index(shooter)]
    assert left.min() >= 0
    assert (left < bout.gauge(shooter, "ammo.rifle")).mean() > 0.9


def test_the_pistol_in_the_other_hand_is_used_beside_a_thing_that_is_no_weapon() -> None:
    """At the table by itself, and in the forecast (CWN-25, CWN-36k)."""
    bout = Bout()
    shooter = bout.pc("Vee", items=["heavy_pistol", "medkit"], held="medkit", shoot=3)
    target = bout.npc("Far", items=[], hp=1, ac=1, ac_melee=30, attack=-20, morale=12)
    bout.happen(ev.MemoSet(who=shooter, key="other_hand", value="heavy_pistol"))
    bout.start()
    assert close(out_of(bout, 1)[target], SURE)
    assert bout.strike(shooter, target, 10, 1, 5)["hit"]


@pytest.mark.parametrize(("shoot", "focus"), [(1, []), (0, []), (0, ["deadeye_2"])])
def test_a_bow_is_loaded_and_shot_in_one_turn(shoot: int, focus: list[str]) -> None:
    """On Turn by the trained, else with the Move: three rounds are three shots (CWN-36l, CWN-45h)."""
    bout = Bout()
    shooter = bout.pc("Vee", items=["advanced_bow", *focus], shoot=shoot, dexterity=10)
    target = bout.npc("Far", items=[], hp=1, ac=13, attack=-20, morale=12)
    bout.start()
    strike = first_strike(bout.context, do.Attack(who=shooter, target=target))
    once = strike_odds(strike).hit
    assert 0.2 < once < 0.9
    assert close(out_of(bout, 3)[target], 1 - (1 - once) ** 3)


def test_who_has_used_the_move_cannot_load_a_bow_with_it() -> None:
    """Untrained, with an empty bow and the Move used: only fists in this round, the bow again in the next (CWN-36l)."""
    bout = Bout()
    shooter = bout.pc("Vee", items=["advanced_bow"], shoot=0, punch=-1, dexterity=10)
    target = bout.npc("Far", items=[], hp=1, ac=5, ac_melee=40, attack=-20, morale=12)
    bout.start()
    strike = first_strike(bout.context, do.Attack(who=shooter, target=target))
    once = strike_odds(strike).hit
    bout.put(shooter, "ammo.advanced_bow", 0)
    bout.put(shooter, "move", 1)
    fists = 1 / 20
    assert close(out_of(bout, 1)[target], fists)
    assert close(out_of(bout, 2)[target], 1 - (1 - fists) * (1 - once))


def test_a_rifle_costs_the_main_to_reload_unless_one_is_a_deadeye() -> None:
    """A magazine of one: shot, reload, shot; with Deadeye 2 three shots (CWN-36l, CWN-45h)."""
    for focus, times in (([], 2), (["deadeye_2"], 3)):
        bout = Bout()
        rifle = CarriedDef(item="rifle", values={"magazine": 1})
        spares = CarriedDef(item="spare_magazine", values={"count": 9})
        shooter = bout.pc("Vee", items=[rifle, spares, *focus], shoot=0)
        target = bout.npc("Far", items=[], hp=1, ac=13, attack=-20, morale=12)
        bout.start()
        strike = first_strike(bout.context, do.Attack(who=shooter, target=target))
        once = strike_odds(strike).hit
        assert close(out_of(bout, 3)[target], 1 - (1 - once) ** times)


def test_a_fight_is_the_same_for_another_process() -> None:
    """It goes there as bytes, without the texts of this one."""
    bout = Bout()
    bout.pc("Vee", items=["sword"], hp=9)
    bout.npc("Gang", hp=9)
    bout.start()
    battle = bout.system.battle(bout.context)
    again = pickle.loads(pickle.dumps(battle))
    one, other = (
        each.play(200, np.random.default_rng(4), Orders(pc_defends=True))
        for each in (battle, again)
    )
    assert one.winner.tolist() == other.winner.tolist()
    assert one.ammo.tolist() == other.ammo.tolist()


def test_a_save_owed_after_a_traumatic_hit_is_rolled_before_the_forecast() -> None:
    """Who lies there dies of a failed save and one of the rows that nobody survives (CWN-63, CWN-64)."""
    bout = Bout()
    lying, up = harmless(bout, "Ash"), bout.pc("Vee", items=[], hp=400, punch=-1)
    brute(bout, attack=-30)
    bout.start()
    for key in ("traumatized", "mortally_wounded"):
        bout.happen(ev.ConditionAdded(who=lying, condition=Condition(key=key)))
    owed = INJURY_SAVE.of(lying, reason=say("cwn.why.injury_save", who="Ash"))
    bout.happen(ev.ObligationAdded(obligation=owed))
    battle = battle_of(bout.system, bout.context)
    assert battle.left_out == ()
    result = battle.play(FIGHTS, np.random.default_rng(4), Orders(most_rounds=1))
    plan = plan_of(bout.context, bout.combatant(lying))
    missed = sum(not saves(face, plan.target, plan.modifier) for face in range(1, 21)) / 20
    dies = missed * len(plan.deadly) / 12
    assert 0 < dies < 1
    assert close(1 - float(result.alive[:, battle.who.index(lying)].mean()), dies)
    assert result.alive[:, battle.who.index(up)].all()
