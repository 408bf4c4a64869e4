"""Effect rules over many rows, and in a row with chances, against an interpreter that goes one way at a time."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest

from encounter_gui.rules.engine.reading.asks import QUIET, Array, Dice, Fork, Play, Rule, fork
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.engine.reading.chain import Chain
from encounter_gui.rules.engine.reading.rows import Columns, Drawn, Reading, Weighed, play
from tests.rules.engine.reading.duel import Blow, Duelist, Plain, Swing, attack, swing, ways

PLANS = (Swing(3), Swing(5, 6), Swing(1, 2), Swing(7))


class Scripted:
    """Each row has what its dice come to, by their keys; a run may ask for rows that it is not for, which have none."""

    def __init__(self, totals: list[dict[str, int]]) -> None:
        self.totals = totals

    def dice(self, wanted: Dice, rows: Array) -> tuple[None, None, Array]:
        return None, None, np.array([self._total(wanted, row) for row in rows.tolist()])

    def _total(self, wanted: Dice, row: int) -> int:
        return self.totals[row].get(wanted.key, 0)

    def roll(self, plans: Plans, rows: Array) -> tuple[None, None, Any]:
        found = []
        for number, row in zip(plans.index.tolist(), rows.tolist(), strict=True):
            run, answer = plans.book.rule(QUIET, plans.book.plan(number)), None
            try:
                while True:
                    wanted = run.send(answer)
                    if isinstance(wanted, Fork):
                        answer = bool(wanted.truth)
                    elif isinstance(wanted, tuple):
                        answer = [self._total(each, row) for each in wanted]
                    else:
                        answer = self._total(wanted, row)
            except StopIteration as done:
                found.append(done.value)
        return (
            None,
            None,
            Blow(
                np.array([each.harm for each in found]), np.array([each.is_grave for each in found])
            ),
        )


def states() -> Iterator[Plain]:
    rng = np.random.default_rng(7)
    for _ in range(8):
        yield tuple(
            {
                "hp": int(rng.integers(1, 5)),
                "ammo": int(rng.integers(1, 3)),
                "shield": bool(rng.random() < 0.4),
                "is_in": True,
                "dazed": False,
                "wound": (0, 0, 0),
            }
            for _ in range(2)
        )


def columns_of(all_states: list[Plain]) -> Columns:
    names = all_states[0][0]
    found = {name: np.array([[one[name] for one in each] for each in all_states]) for name in names}
    return {**found, "melee": np.zeros((len(all_states), 2, 2), bool)}


def test_rows_do_what_one_fight_does() -> None:
    """Every way of a dozen states with four plans at once: each row ends as the interpreter ends that way.

    Its owed tests come by priority, its forks divide the rows many times, a place and a fact of two are written.
    """
    every = [
        (state, number, after, value, faces)
        for state in states()
        for number, plan in enumerate(PLANS)
        for _, after, value, faces in ways(attack, state, (plan,))
    ]
    book = Book(swing)
    index = np.array([book.number(PLANS[number]) for _, number, *_ in every])
    columns = columns_of([state for state, *_ in every])
    reading = Reading(body=Duelist, rolls=Scripted([faces for *_, faces in every]))
    rows = np.arange(len(every))
    people = np.zeros(rows.size, int), np.ones(rows.size, int)
    ends = play(reading, attack, columns, rows, people, Plans(book, index))
    assert len(every) > 2_000
    assert sorted(np.concatenate([each.of for each in ends]).tolist()) == rows.tolist()
    values = np.zeros(rows.size, int)
    for each in ends:
        values[each.of] = each.value
    for row, (_, _, after, value, _) in enumerate(every):
        assert values[row] == value
        for who, one in enumerate(after):
            for name in one.keys() - {"melee"}:
                assert np.array_equal(columns[name][row, who], one[name]), (row, who, name)
            assert columns["melee"][row, who, 1 - who] == one["melee"]


@pytest.mark.parametrize("plan", PLANS)
def test_two_attacks_in_a_row_have_the_chances_of_all_ways(plan: Swing) -> None:
    """Alike states are one, what the first attack uses up is gone for the second."""
    for start in islice(states(), 3):
        expected: Counter[Any] = Counter()
        between: dict[Any, tuple[Fraction, Plain]] = {}
        for chance, after, _, _ in ways(attack, start, (plan,)):
            key = tuple(_key(one) for one in after)
            between[key] = (between.get(key, (Fraction(0),))[0] + chance, after)
        for first, state in between.values():
            for second, after, _, _ in ways(attack, state, (plan,)):
                expected[tuple(_key(one) for one in after)] += first * second
        chain = Chain(
            Reading(body=Duelist, rolls=Weighed(), books={}),
            {name: np.array([one[name] for one in start]) for name in start[0]},
        )
        for _ in range(2):
            chain.apply(_without_pairs, plan)
        assert chain.weight.sum() == pytest.approx(1.0, abs=1e-12)
        found: Counter[Any] = Counter()
        for row, weight in enumerate(chain.weight.tolist()):
            one = tuple(
                _key({name: chain.columns[name][row, who] for name in start[0]}) for who in range(2)
            )
            found[one] += weight
        assert len(found) == chain.weight.size
        assert found.keys() == expected.keys()
        for key, chance in expected.items():
            assert found[key] == pytest.approx(float(chance), abs=1e-13)


def _without_pairs(play: Play, who: Duelist, target: Duelist, plan: Swing) -> Rule[Any]:
    """The attack without its fact of two, which a chain of two columns does not have."""

    class Silent:
        def __getattr__(self, name: str) -> Any:
            return NoPairs() if name == "melee" else getattr(who, name)

        def __setattr__(self, name: str, value: Any) -> None:
            setattr(who, name, value)

    class NoPairs:
        def begin(self, other: Any, truth: Any) -> None: ...

    return attack(play, Silent(), target, plan)  # type: ignore[arg-type]


def _key(one: dict[str, Any]) -> tuple[Any, ...]:
    names = ("hp", "ammo", "shield", "is_in", "dazed")
    return (*(int(one[name]) for name in names), tuple(int(each) for each in one["wound"]))


def test_drawn_rows_have_the_chances_of_all_ways() -> None:
    """40,000 fights by chance against the recursion: within five standard errors."""
    start = next(states())
    expected: Counter[int] = Counter()
    for chance, after, _, _ in ways(attack, start, (PLANS[0],)):
        expected[after[1]["hp"]] += chance
    count = 40_000
    columns = columns_of([start] * count)
    reading = Reading(body=Duelist, rolls=Drawn(np.random.default_rng(3)), books={})
    rows = np.arange(count)
    play(reading, attack, columns, rows, (rows * 0, rows * 0 + 1), PLANS[0])
    for hp, chance in expected.items():
        share, p = float(np.mean(columns["hp"][:, 1] == hp)), float(chance)
        assert abs(share - p) < 5 * (p * (1 - p) / count) ** 0.5 + 1e-9


def test_what_lasts_for_the_round_ends_with_it() -> None:
    """And states that differ in nothing else become one."""
    start = {"hp": [1, 1], "ammo": [1, 1], "shield": [False, True], "is_in": [True, True]}
    more = {"dazed": [False, False], "wound": [[0, 0, 0], [0, 0, 0]]}
    chain = Chain(
        Reading(body=Duelist, rolls=Weighed(), books={}),
        {name: np.array(each) for name, each in (start | more).items()},
    )
    chain.apply(lambda play, who, target: _coin(target))
    assert chain.weight.size == 2
    assert chain.chance("shield") == 0.5
    chain.expire("round")
    assert chain.weight.tolist() == [1.0]
    assert chain.chance("shield") == 0.0


def _coin(target: Duelist) -> Rule[None]:
    face = yield Dice("coin", ((1, 2),))
    if (yield from fork(face == 1)):
        target.shield = False


def test_what_still_decides_makes_states_one() -> None:
    """A likeness that looks at nothing but hit points keeps the chance of being out."""
    start = next(states())
    fields = {name: np.array([one[name] for one in start]) for name in start[0]}
    reading = Reading(body=Duelist, rolls=Weighed(), books={})
    whole, short = (
        Chain(reading, fields, likeness=each)
        for each in (None, lambda columns: {"hp": columns["hp"], "shield": columns["shield"]})
    )
    for chain in (whole, short):
        for _ in range(3):
            chain.apply(_without_pairs, PLANS[0])
    assert short.weight.size < whole.weight.size
    down = [float(each.weight[each.columns["hp"][:, 1] <= 0].sum()) for each in (whole, short)]
    assert down[0] == pytest.approx(down[1], abs=1e-14)
    assert Fraction(0) < Fraction(down[0]) < 1
