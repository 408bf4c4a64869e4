"""What stands when a forecast begins, by the rules until it ends: screens, swarms, Total Defense, surprise, dazzling.

Each chance is worked out here from the rule text, against 20,000 fights played out.
"""

from itertools import product

import numpy as np
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.model.commands import Afflict, Next
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.cwn.odds.attack import strike_odds
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
    odds = strike_odds(plan_attack(bout.context, command).strike)
    plain = strike_odds(plan_attack(bout.context, do.Attack(who=gang[0], target=ward)).strike)
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
