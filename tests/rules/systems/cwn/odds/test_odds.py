"""The odds panel against an independent oracle and against the table itself."""

from collections.abc import Generator, Iterator
from typing import Any

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Chosen, Rolled, RollRequest
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Item, Slot
from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Adjust, Command
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.combat import strike as strikes
from encounter_gui.rules.systems.cwn.odds import attack as attack_odds
from encounter_gui.rules.systems.cwn.odds.attack import (
    HarmOdds,
    blast_odds,
    strike_odds,
    suppressed_odds,
)
from encounter_gui.rules.systems.cwn.odds.repeated import CHAIN, Repeated, attacks_within
from encounter_gui.rules.systems.cwn.odds.threats import threat_of
from encounter_gui.rules.systems.cwn.rules.areas import AreaPlan
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.saves import SavePlan
from encounter_gui.rules.systems.cwn.rules.strike import Strike
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK
from tests.helpers.examples import examples
from tests.helpers.table import Table
from tests.rules.systems.cwn.bout import Bout

ROLLS = [2_000, pytest.param(34_000, marks=pytest.mark.deep)]
"""Of each of three kinds of attack: a hundred thousand in all."""

AREAS = [1_000, pytest.param(8_000, marks=pytest.mark.deep)]
"""Of each of two attacks on an area."""

_SIDES = st.sampled_from([2, 4, 6, 8, 10, 12])


@st.composite
def any_strike(draw: st.DrawFn) -> Strike:
    """Strikes of every kind: weak and strong, with and without Shock, Trauma Die, swarm and graze."""
    trauma = draw(
        st.none() | st.builds(DiceSum, count=st.just(1), sides=_SIDES, flat=st.integers(0, 2))
    )
    return Strike(
        hit=(Modifier(name="", amount=draw(st.integers(-6, 24))),),
        armor=(Modifier(name="", amount=draw(st.integers(5, 30))),),
        damage=DiceSum(
            count=draw(st.integers(0, 3)), sides=draw(_SIDES), flat=draw(st.integers(-3, 12))
        ),
        damage_plus=(Modifier(name="", amount=draw(st.integers(-2, 8))),),
        swarm=draw(st.integers(0, 3)),
        trauma=trauma,
        trauma_plus=draw(st.integers(0, 3)),
        trauma_target=draw(st.integers(4, 14)),
        rating=draw(st.integers(1, 4)),
        shock=draw(st.just(0) | st.integers(1, 15)),
        shock_parts=(),
        is_shock_ignored=False,
        graze=draw(st.none() | st.just(DiceSum(count=1, sides=6))),
        least=draw(st.integers(0, 1)),
        is_lethal=True,
        is_melee=True,
        soak=draw(st.integers(0, 15)),
        hp=draw(st.integers(0, 45)),
    )


def dice(count: int, sides: int) -> icepool.Die[int]:
    """The oracle's dice."""
    return count @ icepool.d(sides) if count else icepool.Die([0])


def oracle(strike: Strike) -> icepool.Die[Any]:
    """(how, damage before soak) of one strike, as the rule text says it: steps 2 to 8."""

    def play(die: int, trauma: int, damage: int, graze: int) -> tuple[str, int]:
        is_hit = die == 20 or (die != 1 and die + strike.bonus >= strike.armor_class)
        if not is_hit:
            lost = max(strike.shock, graze)
            return ("shock" if lost else "missed", lost)
        together = min(damage + strike.swarm, strike.damage_most)
        is_traumatic = strike.trauma is not None and trauma >= strike.trauma_target
        total = together * (strike.rating if is_traumatic else 1)
        return ("traumatic" if is_traumatic else "hit", max(total, strike.shock, strike.least))

    trauma = strike.trauma or DiceSum(count=0)
    damage = strike.damage
    return icepool.map(
        play,
        icepool.d20,
        dice(trauma.count, trauma.sides) + trauma.flat + strike.trauma_plus,
        dice(damage.count, damage.sides) + strike.damage.flat + total(strike.damage_plus),
        dice(strike.graze.count, strike.graze.sides) if strike.graze else icepool.Die([0]),
    )


def way(harm: HarmOdds, how: str) -> np.ndarray:
    """The weighted damage of one way; nothing where it never comes so."""
    found = [each.damage for each in harm.ways if each.how == how]
    return found[0] if found else np.zeros(1)


def truth_of(truth: icepool.Die[Any], how: str) -> dict[int, float]:
    """The oracle's chances of damage that comes in one way."""
    return {
        damage: float(truth.probability((kind, damage)))
        for kind, damage in truth.outcomes()
        if kind == how
    }


@pytest.mark.rule("CWN-25")
@pytest.mark.rule("CWN-39")
@examples(120)
@given(any_strike())
def test_odds_equal_the_oracle(strike: Strike) -> None:
    """Each way and each damage agrees with exact fractions within 1e-12, edges included."""
    harm, truth = strike_odds(strike), oracle(strike)
    for how in ("shock", "hit", "traumatic"):
        expected = truth_of(truth, how)
        found = way(harm, how)
        for damage, chance in expected.items():
            assert found[damage] == pytest.approx(chance, abs=1e-12), (how, damage)
        assert float(found.sum()) == pytest.approx(sum(expected.values()), abs=1e-12)
    missed = sum(truth_of(truth, "missed").values())
    assert harm.missed == pytest.approx(missed, abs=1e-12)
    assert harm.trauma == pytest.approx(sum(truth_of(truth, "traumatic").values()), abs=1e-12)
    assert float(harm.damage.sum()) == pytest.approx(1, abs=1e-12)
    assert harm.mean == pytest.approx(float(truth.map(lambda _, lost: lost).mean()), abs=1e-9)


@pytest.mark.rule("CWN-07")
@pytest.mark.rule("CWN-57")
@examples(30)
@given(any_strike(), st.integers(1, CHAIN))
def test_the_chain_equals_repeated_attacks(strike: Strike, k: int) -> None:
    """Down within k such attacks: k losses reach the soak pool and the hit points together, at least one of these."""
    points = strike.soak + max(strike.hp, 1)
    found = within(strike, strike)[k - 1]
    assert found == pytest.approx(_down_within(oracle(strike), points, k), abs=1e-12)
    assert strike_odds(strike).down == pytest.approx(within(strike, strike)[0], abs=1e-12)


def within(fresh: Strike, stopped: Strike, attacks: int = 1) -> tuple[float, ...]:
    """Down within so many actions of so many attacks, by whether the first Shock of a round was stopped."""
    bout = Bout()
    who, mark = bout.npc("A", items=[]), bout.npc("B", named=True, items=[])
    bout.put(mark, character.SOAK, fresh.soak)
    bout.put(mark, character.HP, max(fresh.hp, 1))
    pair = bout.combatant(who), bout.combatant(mark)
    action = Repeated(Fighter, 0, attacks)

    def of(is_stopped: bool, defends: bool) -> Strike:
        return stopped if is_stopped else fresh

    return attacks_within(bout.context, *pair, action, of)


def _down_within(truth: icepool.Die[Any], points: int, k: int) -> float:
    one = truth.map(lambda _, lost: min(lost, points))
    total = icepool.Die([0])
    for _ in range(k):
        total = (total + one).map(lambda lost: min(lost, points))
    return float(total.probability(">=", points))


@pytest.mark.rule("CWN-31")
def test_rounds_run_out_in_attacks_in_a_row() -> None:
    """Seven rounds are two bursts: the third action and all later ones add nothing."""
    bout = Bout()
    rifle = CarriedDef(item="submachine_gun", values={"magazine": 7})
    who, mark = bout.pc("A", items=[rifle]), bout.npc("B", hp=9)
    threat = threat_of(bout.context, do.Attack(who=who, target=mark, mode="burst"))
    assert threat is not None
    found = threat.within()
    assert found[1] > found[0] > 0
    assert found[2:] == (found[1],) * (CHAIN - 2)


@pytest.mark.rule("CWN-58")
def test_what_spares_life_does_not_kill_who_lies_there() -> None:
    """A taser on the mortally wounded, as often as one likes; a knife kills."""
    bout = Bout()
    who, mark = bout.pc("A", items=["taser_pistol", "knife"]), bout.npc("B", named=True)
    bout.play(Adjust(who=(mark,), change="-6"))
    for weapon, is_deadly in (("taser_pistol", False), ("knife", True)):
        threat = threat_of(bout.context, do.Attack(who=who, target=mark, weapon=weapon))
        assert threat is not None
        assert (threat.within()[-1] > 0) == is_deadly


@pytest.mark.rule("CWN-36g")
def test_total_defense_counts_until_the_own_next_turn() -> None:
    """In the first of several actions, one a round, not in the later ones."""
    bout = Bout()
    who, mark = bout.pc("A", items=["heavy_pistol"], shoot=1), bout.npc("B", hp=9, named=True)
    bout.start()
    command = do.Attack(who=who, target=mark)
    plain = threat_of(bout.context, command)
    bout.play(do.TotalDefense(who=mark))
    defended = threat_of(bout.context, command)
    assert plain is not None
    assert plain.harm is not None
    assert defended is not None
    assert defended.harm is not None
    expected = added_up(defended.harm.points, defended.harm.damage, plain.harm.damage)
    assert defended.within()[:5] == pytest.approx(expected[:5], abs=1e-12)


@pytest.mark.rule("CWN-69")
@examples(20)
@given(any_strike(), st.integers(2, 3))
def test_several_attacks_with_one_main_add_up(strike: Strike, attacks: int) -> None:
    """Down within two actions of n attacks each is down within 2n attacks."""
    single = within(strike, strike)
    assert within(strike, strike, attacks)[1] == pytest.approx(single[2 * attacks - 1], abs=1e-12)


@pytest.mark.rule("CWN-45q")
@examples(20)
@given(any_strike(), st.integers(1, 9))
def test_the_first_shock_of_a_round_that_is_stopped_is_stopped_once(
    strike: Strike, shock: int
) -> None:
    """Of two attacks in a round the second does Shock after a first miss, and none after a first hit."""
    first = replace(strike, shock=0, graze=None, is_shock_ignored=True, hp=abs(strike.hp) + 1)
    second = replace(first, shock=shock, is_shock_ignored=False)
    points = first.soak + first.hp
    down = 0.0
    for (kind, lost), chance in items(oracle(first)):
        follow = oracle(second if kind == "missed" else first)
        down += chance * sum(each for (_, more), each in items(follow) if lost + more >= points)
    assert within(first, second, 2)[0] == pytest.approx(down, abs=1e-12)


@pytest.mark.rule("CWN-45q")
def test_what_was_stopped_this_round_is_stopped_again_in_the_next(table: Table) -> None:
    """Where armor has stopped a Shock in this round the next one counts; in each later round one is stopped again."""
    who, mark = joined(table, "tarn", "Attacker"), joined(table, "response_captain", "Mark")
    skin = Item(key="skin", name="Skin", kind="gear", values={"ignores_shock": True})
    table.happen(ev.ItemPut(who=mark, item=skin))
    table.happen(ev.GaugeSet(who=mark, gauge=FIRST_SHOCK, to=1))
    command = do.Attack(who=who, target=mark)
    threat = threat_of(table.context, command)
    assert threat is not None
    assert threat.harm is not None
    table.happen(ev.GaugeSet(who=mark, gauge=FIRST_SHOCK, to=0))
    fresh = threat_of(table.context, command)
    assert fresh is not None
    assert fresh.harm is not None
    expected = added_up(threat.harm.points, threat.harm.damage, fresh.harm.damage)
    assert threat.within() == pytest.approx(expected, abs=1e-12)
    again = added_up(fresh.harm.points, fresh.harm.damage, fresh.harm.damage)
    assert fresh.within() == pytest.approx(again, abs=1e-12)
    assert max(threat.harm.damage - fresh.harm.damage) > 0.01  # Shock does not reach it at first
    assert threat.within()[5] > fresh.within()[5]


def added_up(points: int, first: np.ndarray, later: np.ndarray) -> list[float]:
    """The chances that so many losses add up to these points, the first of another kind."""
    found, total = [], first
    for _ in range(CHAIN):
        found.append(float(total[points:].sum()))
        total = np.convolve(total, later)
    return found


def items(truth: icepool.Die[Any]) -> list[tuple[Any, float]]:
    """Outcomes and their chances."""
    return [(each, float(truth.probability(each))) for each in truth.outcomes()]


@pytest.mark.rule("CWN-40")
@pytest.mark.rule("CWN-11")
@given(st.integers(-2, 6), st.lists(st.integers(-2, 6), min_size=1, max_size=3))
@examples(25)
def test_getting_past_screeners_equals_the_oracle(bonus: int, others: list[int]) -> None:
    """One roll of the attacker has to exceed that of each screener; a tie stops it."""
    best = icepool.Die([-99])
    for other in others:
        best = icepool.highest(best, 2 @ icepool.d6 + other)
    truth = 2 @ icepool.d6 + bonus > best
    assert attack_odds.past_chance(bonus, *others) == pytest.approx(float(truth.mean()), abs=1e-12)


@pytest.mark.rule("CWN-25")
def test_a_natural_1_misses_and_a_natural_20_hits() -> None:
    """However good or bad the bonus: 1 in 20 each."""
    assert attack_odds.landing_chance(100, 10) == pytest.approx(0.95)
    assert attack_odds.landing_chance(-100, 10) == pytest.approx(0.05)
    assert attack_odds.save_chance(-100, 0) == pytest.approx(0.95)
    assert attack_odds.save_chance(100, 0) == pytest.approx(0.05)


@pytest.mark.rule("CWN-39")
@given(st.integers(0, 20), st.integers(0, 3), st.integers(0, 24))
def test_mechanics_mean_the_same_for_numbers_and_arrays(
    damage: int, others: int, most: int
) -> None:
    """One rule, three readings: a number alone and the same number in an array give the same."""
    many = mechanics.swarm_damage(np.array([damage]), np.array([others]), np.array([most]))
    assert int(np.asarray(many)[0]) == mechanics.swarm_damage(damage, others, most)


_DICE = st.builds(DiceSum, count=st.integers(1, 3), sides=_SIDES, flat=st.integers(0, 4))


@st.composite
def any_area(draw: st.DrawFn) -> AreaPlan:
    """Areas of every kind on a victim: with and without a Trauma Die, and saves good and bad."""
    sides = draw(_SIDES)
    return AreaPlan(
        damage=draw(_DICE),
        damage_plus=draw(st.integers(-4, 6)),
        save=SavePlan(draw(st.integers(2, 20)), draw(st.integers(-3, 3))),
        trauma=draw(st.none() | st.just(DiceSum(count=1, sides=sides, flat=1))),
        trauma_plus=draw(st.integers(0, 2)),
        trauma_target=draw(st.integers(4, 12)),
        rating=draw(st.integers(1, 4)),
        armor=draw(st.integers(8, 24)),
        step=draw(st.sampled_from([0, 14])),
    )


def area_dice(plan: AreaPlan) -> tuple[icepool.Die[int], icepool.Die[int], icepool.Die[int]]:
    """The oracle's damage, d20 and Trauma Die."""
    trauma = plan.trauma or DiceSum(count=0)
    return (
        dice(plan.damage.count, plan.damage.sides) + plan.damage.flat + plan.damage_plus,
        icepool.d20,
        dice(trauma.count, trauma.sides) + trauma.flat + plan.trauma_plus,
    )


def saved(plan: AreaPlan, die: int) -> bool:
    """As the rule text says it."""
    return die == 20 or (die != 1 and die + plan.save.modifier >= plan.save.target)


def traumatic(plan: AreaPlan, trauma: int) -> bool:
    """Whether the Trauma Die makes it traumatic; without one it never is."""
    return plan.trauma is not None and trauma >= plan.trauma_target


@pytest.mark.rule("CWN-32")
@examples(40)
@given(any_area(), st.integers(1, 40))
def test_suppressive_fire_equals_the_oracle(plan: AreaPlan, points: int) -> None:
    """Who fails the save takes half, rounded up, which a Traumatic Hit multiplies; who saves, nothing."""
    harm = suppressed_odds(plan, points)

    def play(rolled: int, die: int, trauma: int) -> int:
        half = -((-rolled) // 2)
        multiplied = half * (plan.rating if traumatic(plan, trauma) else 1)
        return 0 if saved(plan, die) else max(multiplied, 0)

    truth = icepool.map(play, *area_dice(plan))
    same_damage(harm, truth)
    assert harm.down == pytest.approx(float(truth.probability(">=", points)), abs=1e-12)


@pytest.mark.rule("CWN-41")
@examples(40)
@given(any_area())
def test_a_blast_equals_the_oracle(plan: AreaPlan) -> None:
    """A save halves, rounded down; then Trauma multiplies; then each point of melee AC above the step takes 1."""
    harm = blast_odds(plan, 12)

    def play(rolled: int, die: int, trauma: int) -> int:
        share = max(rolled // 2 if saved(plan, die) else rolled, 0)
        lost = share * (plan.rating if traumatic(plan, trauma) else 1)
        return max(lost - max(plan.armor - plan.step, 0), 0) if plan.step else lost

    same_damage(harm, icepool.map(play, *area_dice(plan)))
    is_traumatic = area_dice(plan)[2].map(lambda trauma: traumatic(plan, trauma))
    assert harm.trauma == pytest.approx(float(is_traumatic.mean()), abs=1e-12)


def same_damage(harm: HarmOdds, truth: icepool.Die[int]) -> None:
    """Every damage has the oracle's chance."""
    expected = np.zeros(harm.damage.size)
    for lost, chance in zip(truth.outcomes(), truth.probabilities(), strict=True):
        expected[lost] = float(chance)
    assert harm.damage == pytest.approx(expected, abs=1e-12)


def joined(table: Table, creature: str, name: str) -> CombatantId:
    """Somebody of the library at the table."""
    known = table.context.ruleset.creature(creature)
    assert known is not None
    number = table.context.state.next_number
    combatant = table.system.recruit(table.context, known, name=name, number=number)
    table.happen(ev.CombatantAdded(combatant=combatant))
    return combatant.id


ATTACKS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "burst": ("gang_gunman", "gang_member", {"mode": "burst"}),
    "shock": ("tarn", "response_captain", {"how": "snap"}),
    "swarm": ("gang_lieutenant", "response_captain", {"how": "swarm"}),
}


@pytest.mark.rule("CWN-25")
@pytest.mark.rule("CWN-31")
@pytest.mark.parametrize("kind", ATTACKS)
@pytest.mark.parametrize("rolls", ROLLS)
def test_odds_agree_with_table_rolls(table: Table, kind: str, rolls: int) -> None:
    """The procedure the table plays, driven many times, comes out as the odds say: chi-square, fixed seed."""
    attacker, target, fields = ATTACKS[kind]
    who, mark = joined(table, attacker, "Attacker"), joined(table, target, "Mark")
    if kind == "swarm":
        gathered(table, who, mark)
    command = do.Attack(who=who, target=mark, **fields)
    harm = strike_odds(attack_plan.first_strike(table.context, command))
    counts: dict[tuple[str, int], int] = {}
    rolled = Dice()
    for _ in range(rolls):
        resolution = Resolution(table.context)
        result = rolled.played(strikes.roll_strike(resolution, command, mark, command.how))
        key = (result.kind, result.blow.amount)
        counts[key] = counts.get(key, 0) + 1
    assert chi_square(harm, counts, rolls) < 4


@pytest.mark.rule("CWN-07")
@pytest.mark.parametrize("plays", [300, pytest.param(20_000, marks=pytest.mark.deep)])
def test_down_within_three_agrees_with_attacks_played_at_the_table(
    table: Table, plays: int
) -> None:
    """Three bursts of the table against soak and hit points together, within four standard errors."""
    who, mark = joined(table, "gang_gunman", "Attacker"), joined(table, "gang_bruiser", "Mark")
    command = do.Attack(who=who, target=mark, mode="burst")
    threat = threat_of(table.context, command)
    assert threat is not None
    expected, downs, rolled = threat.within()[2], 0, Dice()
    for _ in range(plays):
        resolution = Resolution(table.context)
        for _ in range(3):
            result = rolled.played(strikes.roll_strike(resolution, command, mark, command.how))
            target = resolution.combatant(mark)
            soaked = min(character.soak_now(target), int(result.blow.amount))
            left = character.hp_now(target) - (int(result.blow.amount) - soaked)
            resolution.set_gauge(mark, character.HP, left)
            resolution.set_gauge(mark, character.SOAK, character.soak_now(target) - soaked)
            if left <= 0:
                downs += 1
                break
    assert 0.1 < expected < 0.95
    assert abs(downs / plays - expected) < 4 * (expected * (1 - expected) / plays) ** 0.5


@pytest.mark.rule("CWN-32")
@pytest.mark.rule("CWN-41")
@pytest.mark.parametrize("kind", ["suppress", "blast"])
@pytest.mark.parametrize("rolls", AREAS)
def test_areas_agree_with_table_rolls(table: Table, kind: str, rolls: int) -> None:
    """Suppressive fire and a frag grenade, each played many times by its very procedure."""
    who, mark = joined(table, "gang_gunman", "Attacker"), joined(table, "gang_bruiser", "Mark")
    command = prepared(table, kind, who, mark)
    threat = threat_of(table.context, command)
    assert threat is not None
    assert threat.harm is not None
    counts = np.zeros(threat.harm.damage.size)
    dice_ = Dice()
    for _ in range(rolls):
        outcome = dice_.played(table.system.procedure(table.context, command))
        (lost,) = [
            int(str(event.values.get("damage", 0)))
            for event in outcome.events
            if isinstance(event, ev.Resolved) and event.what == kind
        ]
        counts[lost] += 1
    assert spread_apart(threat.harm.damage * rolls, counts) < 4


def prepared(table: Table, kind: str, who: CombatantId, mark: CombatantId) -> Command:
    """The fight runs, the attacker has what it takes, and this is the command."""
    table.happen(
        ev.StageSet(to="running"),
        ev.RoundBegan(number=1),
        ev.OrderSet(slots=(Slot(who=who, score=4, group=0), Slot(who=mark, score=3, group=1))),
        ev.TurnMoved(group=0),
    )
    if kind == "blast":
        return do.Blast(weapon="frag_grenade", targets=(do.Caught(target=mark),))
    rifle = table.context.ruleset.item("automatic_rifle")
    assert rifle is not None
    table.happen(
        ev.ItemPut(who=who, item=rifle.copy()),
        ev.MemoSet(who=who, key="held", value="automatic_rifle"),
        ev.GaugeSet(who=who, gauge="ammo.automatic_rifle", to=10),
    )
    return do.Suppress(who=who, targets=(do.InCone(target=mark),))


def gathered(table: Table, who: CombatantId, mark: CombatantId) -> None:
    """The attacker and two others have joined a swarm."""
    others = [joined(table, "street_thug", f"Thug {number}") for number in (1, 2)]
    for each in (who, *others):
        condition = Condition(key="swarming", about=mark)
        table.happen(ev.ConditionAdded(who=each, condition=condition))


class Dice:
    """Dice of a seeded roller, by the thousand; whoever may interrupt does not."""

    def __init__(self) -> None:
        """Begins anew with the same seed."""
        self.roller = Roller.seeded(7)
        self.faces: dict[int, Iterator[int]] = {}

    def played(self, procedure: Generator[Any, Any, Any]) -> Any:
        """Plays a generator of the table to its end."""
        answer: Any = None
        while True:
            try:
                asked = procedure.send(answer)
            except StopIteration as done:
                return done.value
            if isinstance(asked, tuple):
                answer = tuple(self._rolled(request) for request in asked)
            else:
                answer = Chosen(option="keep")

    def _rolled(self, request: RollRequest) -> Rolled:
        total = sum(self._face(request.sides) for _ in range(request.count))
        return Rolled(request=request, faces=None, total=total, physical=False)

    def _face(self, sides: int) -> int:
        face = next(self.faces.get(sides, iter(())), None)
        if face is not None:
            return face
        self.faces[sides] = iter(self.roller.faces(50_000, sides))
        return next(self.faces[sides])


def chi_square(harm: HarmOdds, counts: dict[tuple[str, int], int], rolls: int) -> float:
    """How far the counts are from the odds, in standard deviations of a chi-square."""
    expected = {("missed", 0): harm.missed * rolls}
    for each in harm.ways:
        for damage, chance in enumerate(each.damage.tolist()):
            expected[each.how, damage] = chance * rolls
    assert all(expected.get(key, 0) > 0 for key in counts), "the table did what the odds rule out"
    keys = tuple(expected)
    seen = np.array([counts.get(key, 0) for key in keys])
    return spread_apart(np.array([expected[key] for key in keys]), seen)


def spread_apart(expected: Any, counts: Any) -> float:
    """How many standard deviations of a chi-square counts are from what is expected; where 5 or more are."""
    shown = expected > 5
    square = float((((counts - expected) ** 2)[shown] / expected[shown]).sum())
    freedom = int(shown.sum()) - 1
    return float((square - freedom) / np.sqrt(2 * freedom))
