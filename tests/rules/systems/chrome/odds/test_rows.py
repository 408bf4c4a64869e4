"""Attacks in a row once more: the same rule over weighed rows, with every field of both combatants."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.rules.engine.reading.asks import Rule, fork
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.engine.reading.chain import Chain
from encounter_gui.rules.engine.reading.rows import Columns, Reading, Weighed
from encounter_gui.rules.systems.chrome.odds.attack import NumbersSaid, Strike
from encounter_gui.rules.systems.chrome.odds.hits import Hits, hit_number
from encounter_gui.rules.systems.chrome.odds.repeated import Left, in_row
from encounter_gui.rules.systems.chrome.rules import harm
from encounter_gui.rules.systems.chrome.rules.fighter import BIT, Fighter
from encounter_gui.rules.systems.chrome.rules.rolls import Roll, SeverPlan
from encounter_gui.rules.systems.chrome.rules.rolls import test as roll_test
from encounter_gui.rules.systems.chrome.rules.said import Said
from encounter_gui.rules.systems.chrome.rules.strike import Blow, approach, strike
from tests.helpers.examples import examples
from tests.rules.systems.chrome.odds.test_odds import attacks

ATTACKS = 4


def one_attack(
    play: Said, who: Fighter, target: Fighter, blow: Blow, places: SeverPlan
) -> Rule[None]:
    """One attack and the critical effects it leads to."""
    approach(play, who, target, by_enemy=blow.test is None)
    yield from strike(play, who, target, blow)
    if (yield from fork((target.effects > 0) & (target.health > 0))):
        yield from harm.owed_effects(play, target, who, places, target.effects)


def deciding(columns: Columns) -> Columns:
    """What decides about further attacks."""
    return {
        "health": columns["health"][:, 1],
        "marks": columns["marks"],
        "unnoticed": columns["unnoticed"][:, 0, 1],
    }


class Rows:
    """Attacks in a row as weighed rows; what helps is a better roll while its mark is there."""

    def __init__(self, first: Strike) -> None:
        """Begins with both as the attack says."""
        self.first, self.tests, self.wounds = first, Book(roll_test), Book(harm.wound)
        target = first.target
        fields = {name: np.zeros(2, each.dtype) for name, each in Fighter.fields().items()}
        fields["health"] = np.array([1, target.health])
        fields["is_in"] = np.ones(2, bool)
        fields["is_operator"] = np.array([first.test is not None, target.death is not None])
        fields["may_lose_head"] = np.array([False, target.may_lose_head])
        fields["marks"] = np.array([first.mine, first.theirs])
        fields["held"] = np.full(2, -1)
        for name in ("ammo", "jammed", "dropped", "two_handed"):
            fields[name] = np.zeros((2, 1), fields[name].dtype)
        fields["unnoticed"] = np.array([[False, first.unnoticed], [False, False]])
        reading = Reading(
            body=Fighter,
            rolls=Weighed(),
            said=NumbersSaid(first.fumble_stress),
            books={roll_test: self.tests, harm.wound: self.wounds},
        )
        self.chain = Chain(reading, fields, likeness=deciding)

    def attack(self) -> None:
        """Makes an attack in all states in which the target is not out."""
        columns = self.chain.columns
        here = columns["health"][:, 1] > 0
        if not here.any():
            return
        left = zip(
            *columns["marks"][here].T.tolist(),
            columns["unnoticed"][here, 0, 1].tolist(),
            strict=True,
        )
        plans = [helped(self.first, each) for each in left]
        self.chain.apply(
            one_attack,
            Blow(
                self.rolls([each.test for each in plans]),
                self.rolls([each.save for each in plans]),
                Hits(self.wounds, np.array([hit_number(self.wounds, each.harm) for each in plans])),
            ),
            self.first.target.places,
            where=here,
        )

    def rolls(self, plans: list[Roll | None]) -> Plans | None:
        """A column of tests."""
        if plans[0] is None:
            return None
        return Plans(self.tests, np.array([self.tests.number(each) for each in plans]))


def helped(first: Strike, left: Left) -> Strike:
    """An attack whose rolls are as good as what is left makes them."""
    mine, theirs, unnoticed = left
    tested, save = first.test, first.save
    if tested is not None:
        tested = replace(tested, target=tested.target + 10 * bool(mine) + 5 * unnoticed)
    if save is not None:
        save = replace(save, target=save.target + 10 * bool(theirs & BIT["grit"]))
        save = replace(save, edge=-1 if theirs & BIT["exposed"] else save.edge)
    return replace(
        first, test=tested, save=save, mine=mine, theirs=theirs, unnoticed=bool(unnoticed)
    )


@pytest.mark.rule("CHR-16", "CHR-24", "CHR-36", "CHR-40")
@examples(25)
@given(
    attacks,
    st.sampled_from([0, BIT["adrenaline"]]),
    st.sampled_from([0, BIT["grit"], BIT["exposed"], BIT["grit"] | BIT["exposed"]]),
    st.booleans(),
)
def test_attacks_in_a_row_equal_weighed_rows(
    strike: Strike, mine: int, theirs: int, unnoticed: bool
) -> None:
    """Out within so many, and the Health left, whatever helps the first that gets so far."""
    if strike.test is not None:
        strike = replace(strike, test=replace(strike.test, kept=~BIT["adrenaline"]))
    if strike.save is not None:
        strike = replace(strike, save=replace(strike.save, kept=~BIT["grit"]))
    first = helped(strike, (mine, theirs, unnoticed))
    found = in_row(first, ATTACKS, lambda left: helped(strike, left))
    rows = Rows(replace(strike, mine=mine, theirs=theirs, unnoticed=unnoticed))
    for number in range(ATTACKS):
        rows.attack()
        health = rows.chain.columns["health"][:, 1]
        gone = float(rows.chain.weight[health <= 0].sum())
        assert found.within[number] == pytest.approx(gone, abs=1e-12)
        full = strike.target.health
        for lost, chance in enumerate(found.health[number][:-1]):
            here = float(rows.chain.weight[health == full - lost].sum())
            assert chance == pytest.approx(here, abs=1e-12)
