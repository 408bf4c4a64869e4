"""Grenades: the throw, the blast, its Saves and its Soak."""

from typing import Any

import pytest

from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.chrome import commands as do
from tests.rules.systems.chrome.conftest import Crew


class Yard:
    """A thrower with three grenades, two friends, and two enemies close together."""

    def __init__(self, table: Crew) -> None:
        """Takes the table; the thrower acts."""
        self.table = table
        three = CarriedDef(item="frag_grenade", values={"count": 3})
        self.combatant = table.operator("Flux", three, speed=60)
        self.two = table.operator("Rook", "kevlar_vest", speed=50)
        self.three = table.operator("Third", speed=40)
        self.g1 = table.enemy("G1", soak=1, health=30)
        self.g2 = table.enemy("G2", health=30)
        table.begin(10, 10, 10)
        for who in (self.combatant, self.two, self.three):
            table.set_gauge(who, "conviction", 10)

    def throw(self, *faces: int, **more: Any) -> None:
        """Throws a grenade at the first enemy, the second next to it."""
        caught = more.pop("caught", (do.Caught(target=self.g2),))
        command = do.Throw(who=self.combatant, target=self.g1, caught=caught, **more)
        self.table.play(command, *faces)


@pytest.fixture
def yard(table: Crew) -> Yard:
    """The thrower's turn in round 1."""
    return Yard(table)


@pytest.mark.rule("CHR-29c")
@pytest.mark.rule("CHR-46")
@pytest.mark.parametrize(("roll", "first", "second"), [(30, 5, 4), (60, 0, 0), (44, 11, 8)])
def test_a_grenade(yard: Yard, roll: int, first: int, second: int) -> None:
    """Its target takes the Close damage, the rest within 20 m the Short damage; a critical doubles; Soak once."""
    yard.throw(roll)
    assert yard.table.health(yard.g1) == 30 - first
    assert yard.table.health(yard.g2) == 30 - second
    assert yard.table.gauge(yard.combatant, "ammo.frag_grenade") == 2
    assert yard.table.gauge(yard.combatant, "majors") == 1


@pytest.mark.rule("CHR-46")
def test_a_fumbled_throw_hits_the_squad(yard: Yard) -> None:
    """2 Stress and the Short damage for thrower and squad, Reflex Saves allowed; no complication besides."""
    yard.throw(77, 70, 20, 88, 1)
    table = yard.table
    assert table.keys() == ["throw", "save", "save", "save", "panic"]
    assert [table.health(who) for who in (yard.combatant, yard.two, yard.three)] == [6, 10, 6]
    assert [table.conviction(who) for who in (yard.combatant, yard.two, yard.three)] == [7, 10, 7]
    assert table.facts("complication") == []
    assert table.health(yard.g1) == 30


@pytest.mark.rule("CHR-46")
def test_who_is_near_a_fumbled_throw_may_be_said(yard: Yard) -> None:
    """The thrower is always in it; who waives the Save is hit."""
    yard.throw(
        77,
        near=(do.Caught(target=yard.two, waive=True), do.Caught(target=yard.combatant, waive=True)),
    )
    table = yard.table
    assert [table.health(who) for who in (yard.combatant, yard.two, yard.three)] == [6, 8, 10]


@pytest.mark.rule("CHR-46")
@pytest.mark.rule("CHR-44")
def test_the_squads_own_in_a_blast(yard: Yard) -> None:
    """An Operator in it may save; a critical blast frightens whom it hurts, the enemies roll nothing."""
    caught = (do.Caught(target=yard.two), do.Caught(target=yard.three))
    yard.throw(44, 70, 20, 1, caught=caught)
    table = yard.table
    assert table.keys() == ["throw", "save", "save", "panic"]
    assert table.health(yard.two) == 10 - (8 - 2)
    assert table.health(yard.three) == 10


@pytest.mark.rule("CHR-47")
def test_cover_between(yard: Yard) -> None:
    """One Soak more for who has cover from the blast."""
    yard.throw(30, cover=True, caught=(do.Caught(target=yard.g2, cover=True),))
    assert yard.table.health(yard.g1) == 30 - 4
    assert yard.table.health(yard.g2) == 30 - 3


@pytest.mark.rule("CHR-46")
def test_an_enemys_grenade_needs_no_roll(table: Crew) -> None:
    """It goes off where it should; Operators save, and Deadly damage frightens."""
    one, two = table.operator("Flux", speed=60), table.operator("Rook")
    guard = table.enemy("Guard", "frag_grenade")
    table.begin(80, 80)
    command = do.Throw(who=guard, target=one, caught=(do.Caught(target=two),))
    table.play(command, 70, 20, 1)
    assert table.keys() == ["save", "save", "panic"]
    assert (table.health(one), table.health(two)) == (4, 10)
    assert table.refused(command) == "chrome.none_left"


@pytest.mark.rule("CHR-40")
@pytest.mark.rule("CHR-46")
def test_exposed_to_an_enemys_grenade(table: Crew) -> None:
    """The Save against it is at Disadvantage, and then it is over; a friend's grenade does not count."""
    one, guard = table.operator("Flux"), table.enemy("Guard", "frag_grenade")
    table.begin(80)
    table.afflict(one, "exposed")
    table.play(do.Throw(who=guard, target=one), 20, 30)
    assert not table.combatant(one).has("exposed")


@pytest.mark.rule("CHR-46")
def test_what_cannot_be_thrown(yard: Yard) -> None:
    """Beyond Short, what is no grenade, what is gone, at oneself."""
    table = yard.table
    far = do.Throw(who=yard.combatant, target=yard.g1, band="long")
    assert table.refused(far) == "chrome.throw_too_far"
    far = do.Throw(who=yard.combatant, target=yard.g1, metres=21)
    assert table.refused(far) == "chrome.throw_too_far"
    gone = do.Throw(who=yard.combatant, target=yard.g1, weapon="pistol")
    assert table.refused(gone) == "chrome.no_such_weapon"
    assert (
        table.refused(do.Throw(who=yard.combatant, target=yard.combatant))
        == "chrome.against_oneself"
    )
    shot = do.Attack(who=yard.combatant, target=yard.g1, weapon="frag_grenade", band="short")
    assert table.refused(shot) == "chrome.throw_it"
    table.set_gauge(yard.combatant, "ammo.frag_grenade", 0)
    assert table.refused(do.Throw(who=yard.combatant, target=yard.g1)) == "chrome.none_left"


@pytest.mark.rule("CHR-34")
@pytest.mark.rule("CHR-24")
def test_advantage_on_a_throw_and_behind_cover(yard: Yard) -> None:
    """Unnoticed, the throw has Advantage; by switch so has the Save behind cover."""
    table = yard.table
    table.switch("chrome.coverAdvantage", True)
    table.play(do.Unnoticed(who=(yard.combatant,), by=(yard.g1,)))
    yard.throw(70, 30, 70, 20, caught=(do.Caught(target=yard.two, cover=True),))
    assert table.health(yard.two) == 10
    assert table.result("throw")["outcome"] == "success"


@pytest.mark.rule("CHR-43")
@pytest.mark.rule("CHR-46")
def test_a_fumbled_save_against_a_blast(table: Crew) -> None:
    """It is the enemy's critical hit: a Panic Check, and by house rule twice the damage."""
    one, guard = (
        table.operator("Flux"),
        table.enemy(
            "Guard",
            CarriedDef(item="frag_grenade", values={"count": 2, "effects": "ablaze"}),
            "guard_rifle",
        ),
    )
    table.switch("chrome.enemyMajorActions", "two")
    table.begin(80)
    table.switch("chrome.critFailDoublesDamage", True)
    table.set_gauge(one, "health", 10)
    table.play(do.Throw(who=guard, target=one), 20)
    table.switch("chrome.enemyCritOnCritFail", False)
    table.play(do.Throw(who=guard, target=one), 77, 1)
    assert (table.health(one), table.combatant(one).has("ablaze")) == (4, False)
    table.set_gauge(guard, "ammo.frag_grenade", 1)
    table.next()
    table.next()
    table.set_gauge(one, "health", 10)
    table.switch("chrome.enemyCritOnCritFail", True)
    table.switch("chrome.critFailDoublesDamage", False)
    table.play(do.Throw(who=guard, target=one), 77, 1)
    assert (table.health(one), table.combatant(one).has("ablaze")) == (4, True)


@pytest.mark.rule("CHR-63")
def test_a_frenzied_throw(yard: Yard) -> None:
    """A grenade is an attack too: at once, and the frenzy is over."""
    table = yard.table
    table.next()
    table.afflict(yard.combatant, "frenzy")
    yard.throw(30)
    assert not table.combatant(yard.combatant).has("frenzy")
    other = do.Throw(who=yard.combatant, target=yard.g1, weapon="frag_grenade")
    assert table.refused(other) == "chrome.not_your_turn"
