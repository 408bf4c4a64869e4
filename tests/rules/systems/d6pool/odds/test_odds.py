"""The odds panel against an independent oracle and against the table itself."""

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.dice.roller import Roller
from encounter_gui.rules.engine.reading.table import TablePlay, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.attack_form.form import strike_of
from encounter_gui.rules.systems.d6pool.odds.attack import strike_odds
from encounter_gui.rules.systems.d6pool.odds.panel import of_strike
from encounter_gui.rules.systems.d6pool.rules.strike import Blow, Strike, strike, strike_of_dice
from encounter_gui.rules.view import Comparison, Spread
from tests.helpers.examples import examples
from tests.rules.systems.d6pool.conftest import Duel

strikes = st.fixed_dictionaries(
    {
        "attack": st.integers(0, 12),
        "dodge": st.integers(0, 2),
        "difficulty": st.sampled_from([5, 10, 15, 20, 30]),
        "damage": st.integers(0, 14),
        "resistance": st.integers(0, 12),
        "left": st.integers(-20, 24),
        "health": st.integers(1, 24),
        "is_certain": st.booleans(),
    }
)


def d6(dice: int) -> icepool.Die[int]:
    """The oracle's pool."""
    return dice @ icepool.d6 if dice else icepool.Die([0])


def oracle(case: dict[str, int]) -> icepool.Die[int]:
    """Wounds of one strike as the rule text says it, −1 for a miss, 0 for a stun."""

    def play(attack: int, dodge: int, damage: int, resistance: int) -> int:
        hit = bool(case["is_certain"]) or (
            case["attack"] > 0 and attack >= case["difficulty"] + dodge
        )
        if not hit:
            return -1
        if case["damage"] <= 0 or damage <= resistance:
            return 0
        return damage - resistance

    hit = icepool.map(
        lambda a, d: play(a, d, 0, 0),
        d6(case["attack"]),
        d6(0 if case["is_certain"] else case["dodge"]),
    )
    harm = icepool.map(
        lambda m, r: max(play(10**6, 0, m, r), 0) if case["attack"] or case["is_certain"] else 0,
        d6(case["damage"]),
        d6(case["resistance"]),
    )
    return icepool.map(lambda h, w: w if h >= 0 else -1, hit, harm)


def chance(die: icepool.Die[int], least: int) -> float:
    """The chance of so much or more."""
    return float(die.probability(">=", least))


@pytest.mark.rule("D6P-29")
@pytest.mark.rule("D6P-35")
@examples(120)
@given(strikes)
def test_odds_equal_the_oracle(case: dict[str, int]) -> None:
    """Hit, wound, stun, down and dead agree with exact fractions within 1e-12, edges included."""
    numbers = {key: case[key] for key in ("attack", "dodge", "damage", "resistance")}
    plan = strike_of_dice(dn=case["difficulty"], is_certain=bool(case["is_certain"]), **numbers)
    odds = strike_odds(plan, left=case["left"], health=case["health"])
    truth = oracle(case)
    expected = {
        "hit": chance(truth, 0),
        "wound": chance(truth, 1),
        "stun": float(truth.probability("==", 0)) if case["damage"] > 0 else 0.0,
        "down": chance(truth, case["left"]) if case["left"] > 0 else 1.0,
        "dead": chance(truth, case["left"] + case["health"])
        if case["left"] + case["health"] > 0
        else 1.0,
    }
    for name, value in expected.items():
        assert getattr(odds, name) == pytest.approx(value, abs=1e-12), name
    assert float(odds.wounds.sum()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("rolls", [4_000, pytest.param(100_000, marks=pytest.mark.deep)])
def test_odds_agree_with_table_rolls(duel: Duel, rolls: int) -> None:
    """The procedure the table plays, driven many times, comes out as the odds say (chi-square, fixed seed)."""
    command = do.Attack(who=duel.who, target=duel.mark, dodge=1, modifiers=("size_10m",))
    found = strike_of(duel.table.context, command)
    assert found is not None
    plan, target = found
    odds = of_strike(plan, target)
    counts = np.zeros(odds.wounds.size + 1)
    for blow in table_rolls(duel, plan, rolls):
        counts[1 + blow.wounds if blow.is_hit else 0] += 1
    expected = np.concatenate(([1 - odds.hit], odds.hit * odds.wounds)) * rolls
    shown = expected > 5
    square = float((((counts - expected) ** 2)[shown] / expected[shown]).sum())
    freedom = int(shown.sum()) - 1
    assert (square - freedom) / np.sqrt(2 * freedom) < 4


def table_rolls(duel: Duel, plan: Strike, times: int) -> list[Blow]:
    """Plays the very rule of the table with dice of a seeded roller."""
    dice = Roller.seeded(7)
    faces = iter(dice.faces(times * 18, 6))
    struck = []
    people = {"who": duel.who, "target": duel.mark}
    for _ in range(times):
        play = TablePlay(Resolution(duel.table.context))
        procedure = rolled_at_table(play, strike, plan, people)
        answer = None
        while True:
            try:
                (request,) = procedure.send(answer)  # type: ignore[arg-type,misc]  # None starts it
            except StopIteration as done:
                struck.append(done.value)
                break
            total = sum(next(faces) for _ in range(request.count))
            answer = (_rolled(request, total),)
    return struck


def _rolled(request: object, total: int) -> object:
    from encounter_gui.dice.requests import Rolled

    return Rolled(request=request, faces=None, total=total, physical=False)  # type: ignore[arg-type]  # a request


@given(st.integers(0, 60), st.integers(0, 60))
def test_mechanics_mean_the_same_for_numbers_and_arrays(damage: int, resistance: int) -> None:
    """One rule, three readings: a number alone and the same number in an array give the same."""
    many = mechanics.wounds(np.array([damage]), np.array([resistance]))
    assert (
        int(np.asarray(many)[0])
        == mechanics.wounds(damage, resistance)
        == max(damage - resistance, 0)
    )


def test_the_bench_shows_the_odds_of_the_command_it_would_perform(duel: Duel) -> None:
    """The panel's hit chance is that of the bench's own command, and follows a modifier."""
    system, context = duel.table.system, duel.table.context
    form = system.attack_form(context, {"target": duel.mark})
    assert form.command is not None
    assert not form.why_not
    odds = system.odds(context, form.command)
    assert odds is not None
    easier = system.attack_form(context, {"target": duel.mark, "group:size": "size_10m"})
    assert easier.command is not None
    better = system.odds(context, easier.command)
    assert better is not None
    assert better.headline_numbers[0].probability > odds.headline_numbers[0].probability
    comparison, _, spread = odds.charts
    assert isinstance(comparison, Comparison)
    assert comparison.probabilities[0] > comparison.probabilities[2]
    assert isinstance(spread, Spread)
    assert sum(spread.probabilities) == pytest.approx(1, abs=0.01)


def test_a_refused_attack_says_why_on_the_bench(duel: Duel) -> None:
    """The bench refuses exactly what the procedure refuses."""
    context = duel.table.context
    form = duel.table.system.attack_form(context, {"target": duel.mark, "weapon": "knife"})
    assert "Draw it first" in form.why_not
    assert replace(form, why_not="").command is not None
