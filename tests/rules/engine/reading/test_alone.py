"""An effect rule read exactly as a part of a roll rule, and dice that are read each outcome by itself."""

from collections import Counter
from fractions import Fraction
from typing import ClassVar

import pytest
from msgspec import Struct

from encounter_gui.rules.engine.reading.alone import played
from encounter_gui.rules.engine.reading.asks import QUIET, Dice, Outcome, Play, Rule, Whole, dice
from encounter_gui.rules.engine.reading.fields import ValueStore
from encounter_gui.rules.engine.reading.spread import spread
from tests.rules.engine.reading.duel import Duelist, Swing, swing, ways


class Fight(Struct, frozen=True):
    hp: int
    swing: Swing


class Left(Outcome):
    hp: Whole
    ammo: Whole


def once(play: Play, plan: Fight) -> Rule[Left]:
    """One swing, of which the harm is taken."""
    who = Duelist(ValueStore(ammo=2))
    target = Duelist(ValueStore(hp=plan.hp))

    def strike() -> Rule[None]:
        who.ammo -= 1
        blow = yield from swing(play, plan.swing)
        target.hp -= blow.harm

    yield from played(QUIET, strike())
    return Left(target.hp, who.ammo)


@pytest.mark.parametrize("target", range(8))
def test_fields_written_by_an_effect_rule_have_their_chances(target: int) -> None:
    """As every die by recursion has them; who shoots has a shot less, whatever happens."""
    plan = Fight(9, Swing(target))
    expected: Counter[int] = Counter()
    for chance, _, blow, _ in ways(lambda play: swing(play, plan.swing), (), ()):
        expected[9 - int(blow.harm)] += chance
    found = spread(once, plan)
    got: Counter[int] = Counter()
    for hp, ammo, p in zip(found.of["hp"], found.of["ammo"], found.p, strict=True):
        assert ammo == 1
        got[int(hp)] += p
    assert {hp: float(chance) for hp, chance in expected.items()} == pytest.approx(
        {hp: chance for hp, chance in got.items() if chance}, abs=1e-15
    )


class Apart(Dice, frozen=True, kw_only=True):
    """Dice whose outcomes are read one by one."""

    branches: ClassVar[bool] = True


class Sum(Outcome):
    total: Whole


def added(play: Play, kind: type[Dice]) -> Rule[Sum]:
    one = yield from dice(kind("one", ((1, 3),)))
    two = yield from dice(Dice("two", ((1, 6),)))
    three = yield from dice(kind("three", ((1, 2),)))
    return Sum(one * two + three)


def test_it_is_no_matter_how_dice_are_read() -> None:
    """Each outcome a way of its own, or all along an axis."""
    chances = [Counter[int]() for _ in range(2)]
    for counts, kind in zip(chances, (Dice, Apart), strict=True):
        found = spread(added, kind)
        for total, p in zip(found.of["total"], found.p, strict=True):
            counts[int(total)] += p
    assert dict(chances[0]) == pytest.approx(dict(chances[1]), abs=1e-15)
    assert chances[0][4] == pytest.approx(float(Fraction(4, 36)), abs=1e-15)
