"""What chunks of fights add up to, on results written down by hand."""

import pickle

import numpy as np
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.exact import Dist, shift
from encounter_gui.forecast.forecast import (
    CHUNK,
    FIRST_CHUNK,
    Plan,
    added,
    counted,
    play_chunk,
    share_of,
    still_in,
    tallies,
    won,
)
from encounter_gui.forecast.start import plan_of
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.aims import decided, distances, likely_loss, targets
from encounter_gui.rules.engine.battlefield.battle import BattleResult, LeftOut
from encounter_gui.rules.engine.battlefield.orders import Doctrine, Orders
from encounter_gui.rules.engine.battlefield.stopping import StoppedError
from encounter_gui.rules.engine.reading.outcome_tables import OutcomeTables
from encounter_gui.rules.systems import system_for
from tests.benchmarks import forecast_bench
from tests.helpers.placed import on_a_plan, put
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


class Coin:
    """A fight of two that ends in the first round: by a fair coin one of them is out, and dead."""

    who = (CombatantId("vee"), CombatantId("gang"))
    left_out: tuple[LeftOut, ...] = ()
    can_strike_first = False

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Tosses a coin for each fight."""
        foes_win = rng.random(fights) < 0.5
        alive = np.stack([~foes_win, foes_win], axis=1)
        return BattleResult(
            winner=foes_win.astype(np.int8),
            rounds=np.ones(fights, np.int16),
            alive=alive,
            out_round=(~alive).astype(np.int16),
            ammo=np.stack([np.full(fights, -1), np.full(fights, 3)], axis=1).astype(np.int16),
        )


class Tosses(Coin):
    """Coins tossed again and again, so that there is a second roll to stop at."""

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Tosses a hundred times."""
        for _ in range(100):
            result = super().play(fights, rng, orders)
        return result


def _result() -> BattleResult:
    """Three fights of one against one: won in round 2, lost in round 1, both out in round 3."""
    return BattleResult(
        winner=np.array([0, 1, 2], np.int8),
        rounds=np.array([2, 1, 3], np.int16),
        alive=np.array([[True, False], [True, True], [False, True]]),
        out_round=np.array([[0, 2], [1, 0], [3, 3]], np.int16),
        ammo=np.array([[4, -1], [6, -1], [2, -1]], np.int16),
    )


def test_fights_are_counted_as_they_went() -> None:
    """Wins, lengths, who lives, who is out when and first, losses and rounds left, of three known fights."""
    tally = counted(_result(), (False, True), 5)
    assert tally.won.tolist() == [1, 1, 1]
    assert tally.rounds.tolist() == [0, 1, 1, 1, 0, 0]
    assert tally.alive.tolist() == [2, 2]
    assert tally.first_out.tolist() == [1.5, 1.5]
    assert tally.lost.tolist() == [1, 2, 0]
    assert tally.lost_foes.tolist() == [1, 2, 0]
    assert tally.ammo.tolist() == [12, -1]
    assert still_in(tally, 0, 3) == pytest.approx((2 / 3, 2 / 3, 1 / 3))


def test_two_tallies_add_up() -> None:
    """Twice the same fights: every count twice, no count of what is not counted."""
    tally = counted(_result(), (False, True), 5)
    twice = added(tally, tally)
    assert twice.fights == 6
    assert twice.out.sum() == 2 * tally.out.sum()
    assert twice.ammo.tolist() == [24, -1]


def test_the_same_seed_gives_the_same_numbers() -> None:
    """Chunk by chunk: the sum after each is the same again, and another seed gives another."""
    plan = Plan(battle=Coin(), is_foe=(False, True), seed=7)
    first, again = ([each.won.tolist() for each in tallies(plan, 12_000)] for _ in range(2))
    assert first == again
    assert [sum(each) for each in first] == [FIRST_CHUNK, FIRST_CHUNK + CHUNK, 12_000]
    other = Plan(battle=Coin(), is_foe=(False, True), seed=8)
    assert [each.won.tolist() for each in tallies(other, 7_500)] != first


def test_an_interval_holds_the_true_chance() -> None:
    """A fair coin lies in about 95 of 100 intervals: at least 180 of 200, 5 standard errors less than expected."""
    held = 0
    for seed in range(200):
        *_, tally = tallies(Plan(battle=Coin(), is_foe=(False, True), seed=seed), 1_000)
        pc, _, _ = won(tally)
        held += pc.low <= 0.5 <= pc.high
    assert 175 <= held <= 200


def test_a_certain_share_says_what_is_not_known() -> None:
    """100 wins in 100 fights are no proof: the interval ends at 1 and begins below."""
    share = share_of(100, 100)
    assert (share.share, share.high) == (1.0, 1.0)
    assert share.low == pytest.approx(0.963, abs=0.001)


def test_outcomes_are_drawn_as_their_table_says() -> None:
    """Two tables side by side: 100,000 draws of each within 5 standard errors of every chance."""
    tables = OutcomeTables()
    chances = [np.array([0.25, 0.5, 0.25]), np.array([0.9, 0.1])]
    rows = [tables.add(each, np.arange(each.size) - 1) for each in chances]
    wanted = np.repeat(rows, 100_000)
    drawn = tables.draw(np.random.default_rng(1), wanted)
    for row, p in zip(rows, chances, strict=True):
        found = np.bincount(drawn[wanted == row] + 1, minlength=p.size) / 100_000
        assert np.all(abs(found - p) < 5 * np.sqrt(p * (1 - p) / 100_000))


def test_many_outcomes_are_drawn_as_few_are() -> None:
    """Many at once find their places by another way than a few: the same dice give the same outcomes, whatever row."""
    tables, dice = OutcomeTables(), np.random.default_rng(2)
    for size in (1, 2, 7, 40, 600):
        tables.add(dice.random(size) ** 4, np.arange(size))
    rows = dice.integers(0, 5, 20_000)
    at_once = tables.draw(np.random.default_rng(3), rows)
    few = np.random.default_rng(3)
    assert at_once.tolist() == [
        each for part in np.split(rows, 200) for each in tables.draw(few, part).tolist()
    ]
    tables.add(np.ones(1), np.array([77]))
    assert set(tables.draw(few, np.full(2_000, 5)).tolist()) == {77}


@pytest.mark.parametrize(
    ("doctrine", "target"),
    [("simple", 1), ("nearest", 2), ("weakest", 4), ("strongest", 2), ("focus", 3), ("spread", 1)],
)
def test_each_doctrine_aims_at_its_own(doctrine: Doctrine, target: int) -> None:
    """The first who stands; nearest; with least or most left; who has lost most, then with least left; least lost."""
    standing = np.array([[False, True, True, True, True]])
    left, taken = np.array([[1, 5, 9, 3, 2]]), np.array([[0, 0, 4, 4, 3]])
    far = np.array([[0, 2, 1, 3, 1]])
    foes = np.array([False])
    orders = Orders(pc=doctrine, foe="simple")
    assert targets(orders, foes, standing, left, taken, far).tolist() == [target]
    other_side = Orders(pc="simple", foe=doctrine)
    both = np.array([True, False])
    twice = [np.repeat(each, 2, axis=0) for each in (standing, left, taken, far)]
    assert targets(other_side, both, *twice).tolist() == [target, 1]


def test_everybody_faces_the_one_in_the_same_place() -> None:
    """The first of one side is nearest to the first of the other, however they joined."""
    far = distances(np.array([False, True, False, True, True]))
    assert far[0].tolist() == [0, 0, 1, 1, 2]
    assert far[2].tolist() == [1, 1, 0, 0, 1]


@pytest.mark.parametrize(
    ("flees", "over"),
    [
        (None, [False, False, False, True]),
        (100, [False, False, False, True]),
        (75, [False, False, False, True]),
        (51, [False, False, True, True]),
        (50, [False, False, True, True]),
        (25, [False, True, True, True]),
        (0, [False, True, True, True]),
    ],
)
def test_a_side_flees_at_its_share_of_losses(flees: int | None, over: list[bool]) -> None:
    """Of three, nobody, one, two and all are gone: with 0 the first loss is enough, 100 and none stay to the last."""
    foes = np.array([False, True, True, True])
    is_in = np.array([[True, *[True] * (3 - gone), *[False] * gone] for gone in range(4)])
    found, winner = decided(Orders(foe_flees=flees), foes, is_in)
    assert found.tolist() == over
    assert set(winner[found].tolist()) == {0}
    found, winner = decided(Orders(pc_flees=flees), ~foes, is_in)
    assert found.tolist() == over
    assert set(winner[found].tolist()) == {1}


def test_a_chunk_stops_at_the_next_roll() -> None:
    """Told to stop while it is played: no further roll, nothing counted."""
    rolls = iter([False, True])
    plan = Plan(battle=Tosses(), is_foe=(False, True))
    with pytest.raises(StoppedError):
        play_chunk(plan, 0, 10, lambda: next(rolls))
    assert next(rolls, None) is None


@pytest.mark.parametrize("game", ["d6pool", "cwn", "phases", "chrome"])
def test_a_preparation_stops_at_the_next_combatant(game: str) -> None:
    """Told to stop while it is worked out where people will stand: nobody else is asked about."""
    table = getattr(forecast_bench, game)(3)
    on_a_plan(table)
    for number, who in enumerate(tuple(table.context.state.combatants)):
        put(table, who, 10 + 5 * number)
    asked = iter([False, False, True])
    with pytest.raises(StoppedError):
        plan_of(table.system, table.context, Orders(), 3, lambda: next(asked))
    assert next(asked, None) is None


def test_who_is_out_already_is_not_the_first_to_fall() -> None:
    """Out in round 1 as the third fight has it, but out before it: the other is the first."""
    tally = counted(_result(), (False, True), 5, (False, True))
    assert tally.first_out.tolist() == [2.0, 0.0]


@pytest.mark.parametrize("key", ["chrome", "cwn", "phases", "d6pool"])
def test_a_side_without_enemies_has_won_also_where_it_defends_itself(key: str) -> None:
    """Nobody attacks, so there is nothing to defend against."""
    table = Table(system_for(key), shipped(key), message_catalog())
    table.join("Vee", side="pc")
    orders = Orders(pc_defends=True, foe_defends=True)
    result = table.system.battle(table.context).play(20, np.random.default_rng(1), orders)
    assert (result.winner == 0).all()


def test_a_likely_loss_is_what_comes_more_often_than_not() -> None:
    """Of 1d6, half the time 10 more: 6 or more with 7 in 12, 7 or more with 6; how likely it is at all is no matter."""
    die = Dist(1, np.full(6, 1 / 6))
    assert likely_loss((0.1, die), (0.1, shift(die, 10))) == 6
    assert likely_loss((1.0, die)) == 3


@pytest.mark.parametrize("game", ["d6pool", "cwn", "phases", "chrome"])
def test_another_process_plays_the_same_fights(game: str) -> None:
    """A plan is handed over as bytes: what a fight is prepared with may hold no words to speak in, and no function."""
    table = getattr(forecast_bench, game)(3)
    plan = plan_of(table.system, table.context, Orders(), 3)
    other = pickle.loads(pickle.dumps(plan))
    here, there = (play_chunk(each, 1, 300) for each in (plan, other))
    assert here.won.tolist() == there.won.tolist()
    assert here.ammo.tolist() == there.ammo.tolist()
    assert (here.out == there.out).all()
