"""The odds panel of a throw against the table itself, every roll of it played, and against the rule as sums."""

import itertools
import math
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.dice.requests import Faces, accept
from encounter_gui.encounter import events as ev
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.odds.throw import throw_odds
from encounter_gui.rules.systems.d6pool.rules.strike import ThrowPlan, pool_of
from encounter_gui.rules.view import Bars, Outcomes, Spread
from tests.helpers.examples import examples
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel

BLAST = (2, 4, 6, 10)


def thrown(table: Table, command: do.Throw, faces: tuple[int, ...]) -> dict[str, Any]:
    """What a throw comes to at the table with these dice; it is not kept."""
    procedure = table.system.procedure(table.context, command)
    answer: Any = None
    left = list(faces)
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration as done:
            events = done.value.events
            found = next(each for each in events if isinstance(each, ev.Resolved))
            return dict(found.values)
        assert isinstance(asked, tuple)
        answer = []
        for request in asked:
            shown, left = left[: request.count], left[request.count :]
            answer.append(accept(request, Faces(values=tuple(shown))))
        answer = tuple(answer)


def apart(metres: int, direction: int, standing: int) -> float:
    """How far somebody who stands in direction 2 is from where a throw came down; directions go clockwise."""
    turn = math.radians(60)
    one = (metres * math.cos(direction * turn), metres * math.sin(direction * turn))
    other = (standing * math.cos(2 * turn), standing * math.sin(2 * turn))
    return math.dist(one, other)


def band(distance: float) -> str:
    """The blast range of the grenade at a distance."""
    names = ("short", "medium", "long", "extreme")
    return next((n for n, most in zip(names, BLAST, strict=True) if distance <= most + 1e-9), "")


@pytest.fixture
def duel(table: Table) -> Duel:
    """A grenade in hand, 2 dice to throw with."""
    made = Duel(table, held="grenade", throwing=2)
    table.begin(3, 1)
    return made


@pytest.mark.rule("D6P-38", "D6P-39", "D6P-40")
@pytest.mark.parametrize("forward", [False, True])
def test_a_throw_of_two_dice_is_as_every_one_of_them_at_the_table(
    duel: Duel, forward: bool
) -> None:
    """36 throws, and for those that miss 36 deviations each."""
    table = duel.table
    table.switch("d6pool.scatter5Forward", forward)
    command = do.Throw(who=duel.who, weapon="grenade", band="short")
    lands, off = 0.0, [0.0] * 7
    bands = {
        standing: dict.fromkeys(("short", "medium", "long", "extreme", ""), 0.0)
        for standing in (0, 2, 7)
    }
    for dice in itertools.product(range(1, 7), repeat=2):
        ways = [()] if sum(dice) >= 10 else list(itertools.product(range(1, 7), repeat=2))
        for scatter in ways:
            found = thrown(table, command, (*dice, *scatter))
            share = 1 / 36 / len(ways)
            lands += share * found["landed"]
            off[found["metres"]] += share
            for standing, chances in bands.items():
                chances[band(apart(found["metres"], found["direction"], standing))] += share
    odds = table.system.odds(table.context, command)
    assert odds is not None
    assert [each.label for each in odds.headline_numbers] == [
        "At the point",
        "In the blast",
        "Hit there",
    ]
    assert odds.lands == pytest.approx(lands)
    spread = next(each for each in odds.charts if isinstance(each, Spread))
    assert spread.probabilities == pytest.approx(tuple(off))
    outcomes = next(each for each in odds.charts if isinstance(each, Outcomes))
    assert [each.probability for each in outcomes.shares] == pytest.approx(list(bands[0].values()))
    made = throw_odds(ThrowPlan(pool=pool_of(2), dn=10))
    for standing, chances in bands.items():
        assert made.bands(standing, BLAST) == pytest.approx(chances)


@pytest.mark.rule("D6P-40", "D6P-41")
def test_who_is_hit_at_the_point_is_summed_over_the_ranges_of_the_blast(duel: Duel) -> None:
    """Four dice against 10, 15 and 20, without dodge; where grenades always hit, whoever is in the blast."""
    table, command = duel.table, do.Throw(who=duel.who, weapon="grenade", band="short")
    four = 4 @ icepool.d6
    lands = float((2 @ icepool.d6 >= 10).probability(True))
    chances = [float((four >= dn).probability(True)) for dn in (10, 15, 20)]
    scattered = sum(2 / 6 * each for each in chances)
    odds = table.system.odds(table.context, command)
    assert odds is not None
    assert odds.headline_numbers[1].probability == pytest.approx(1)
    expected = lands * chances[0] + (1 - lands) * scattered
    assert odds.headline_numbers[2].probability == pytest.approx(expected)
    table.switch("d6pool.grenadeAlwaysHits", True)
    odds = table.system.odds(table.context, command)
    assert odds is not None
    assert odds.headline_numbers[2].probability == pytest.approx(1)


@pytest.mark.rule("D6P-38", "D6P-28")
def test_the_panel_follows_what_weighs_on_the_throw(duel: Duel) -> None:
    """The range, the game master's dice; what cannot be thrown so far has no odds, without a die nothing lands."""
    table = duel.table

    def lands(**more: Any) -> float | None:
        odds = table.system.odds(table.context, do.Throw(who=duel.who, weapon="grenade", **more))
        return odds.lands if odds else None

    assert lands(metres=5) == pytest.approx(6 / 36)
    assert lands(metres=5, gm=1) == pytest.approx(float((3 @ icepool.d6 >= 10).probability(True)))
    assert lands(metres=5.5) == 0
    assert lands(gm=-2) == 0
    assert lands(metres=31) is None
    form = table.system.attack_form(table.context, {"weapon": "grenade"})
    assert isinstance(form.command, do.Throw)
    odds = table.system.odds(table.context, form.command)
    assert odds is not None
    assert any(isinstance(each, Bars) for each in odds.charts)
    assert "map" in odds.remark


@examples(60)
@given(
    dice=st.integers(0, 10),
    dn=st.sampled_from([5, 10, 15, 20, 30]),
    standing=st.integers(0, 20) | st.sampled_from([0.5, 10.5, 3.25]),
)
def test_the_ranges_of_a_blast_are_all_there_is(dice: int, dn: int, standing: float) -> None:
    made = throw_odds(ThrowPlan(pool=pool_of(dice), dn=dn))
    assert sum(made.bands(standing, BLAST).values()) == pytest.approx(1)
    assert sum(made.off) == pytest.approx(1)
