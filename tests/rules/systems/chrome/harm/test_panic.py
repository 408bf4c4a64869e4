"""Panic Checks, the rows of the table, Distortions, and Conviction given to others."""

from typing import Any

import pytest

from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from tests.rules.systems.chrome.conftest import Crew


def panic(table: Crew, who: Any, face: int, *more: int, choose: tuple[str, ...] = ()) -> None:
    """Makes somebody with Conviction 1 panic by this row."""
    table.set_gauge(who, "conviction", 1)
    table.play(do.PanicCheck(who=(who,)), face, *more, choose=choose)


@pytest.mark.rule("CHR-61")
@pytest.mark.parametrize(("face", "row"), [(11, None), (12, "Nosebleed"), (20, "Ultra-Sharp")])
def test_a_panic_check(table: Crew, face: int, row: str | None) -> None:
    """DV-CHR-4: a d20 under Conviction 12 holds, from 12 up its own row follows."""
    one = table.operator("Flux")
    table.set_gauge(one, "conviction", 12)
    table.play(do.PanicCheck(who=(one,)), face)
    assert table.result("panic_check")["panics"] is (row is not None)
    if row:
        assert table.result("panic")["name"] == row


@pytest.mark.rule("CHR-61")
def test_the_stress_of_it_comes_first(table: Crew) -> None:
    """At Conviction 12 a fumbled Save leaves 9 to roll against."""
    one = table.operator("Flux")
    table.set_gauge(one, "conviction", 12)
    table.play(do.Check(who=one, test="fear"), 77, 9)
    assert table.result("panic_check")["conviction"] == 9
    assert table.result("panic")["row"] == 9


@pytest.mark.rule("CHR-62")
def test_several_who_panic_frighten_the_rest(table: Crew) -> None:
    """Two of the squad panic, so the others who see it check as well, once; another side does not care."""
    one, two = table.operator("A"), table.operator("B")
    three, rival = table.operator("C"), table.operator("Rival", side="foe")
    for who in (one, two):
        table.set_gauge(who, "conviction", 1)
    table.play(do.PanicCheck(who=(one, two)), 9, 9, 1)
    assert table.facts("panic_check") == [one, two, three]
    table.play(do.PanicCheck(who=(one,)), 9)
    assert table.facts("panic_check") == [one]
    assert rival in table.context.state.combatants


@pytest.mark.rule("CHR-62")
def test_the_game_master_may_call_for_it(table: Crew) -> None:
    """A horror comes through the door: several at once; enemies do not panic."""
    one, two, guard = table.operator("A", speed=10), table.operator("B"), table.enemy("Guard")
    table.play(do.PanicCheck(who=(one, two)), 1, 1)
    assert table.facts("panic_check") == [two, one]
    assert table.refused(do.PanicCheck(who=(guard,))) == "chrome.no_stats"


@pytest.mark.rule("CHR-63")
@pytest.mark.parametrize(
    ("face", "key"),
    [
        (20, "ultra_sharp"),
        (19, "adrenaline"),
        (18, "grit"),
        (11, "gutless"),
        (10, "on_the_edge"),
        (9, "reality_blur"),
        (7, "crushing_doubt"),
        (6, "trust_no_one"),
        (5, "frenzy"),
    ],
)
def test_rows_that_last(table: Crew, face: int, key: str) -> None:
    """A condition stays."""
    one = table.operator("Flux")
    panic(table, one, face)
    assert table.combatant(one).has(key)


@pytest.mark.rule("CHR-63")
@pytest.mark.parametrize(
    ("face", "stress", "damage"), [(17, 1, 0), (16, 1, 0), (13, 2, 2), (12, 2, 2)]
)
def test_rows_of_stress_and_damage(table: Crew, face: int, stress: int, damage: int) -> None:
    """Creeping Tension and Nosebleed; the damage ignores Soak."""
    one = table.operator("Flux", "combat_armor")
    table.set_gauge(one, "conviction", 5)
    table.play(do.PanicCheck(who=(one,)), face)
    assert (table.conviction(one), table.health(one)) == (5 - stress, 10 - damage)


@pytest.mark.rule("CHR-63")
@pytest.mark.parametrize("face", [15, 14])
def test_bad_vibes_spread(table: Crew, face: int) -> None:
    """2 Stress, and 1 for the nearest Operator, who is asked for if there are several."""
    one, two = table.operator("Flux"), table.operator("Rook")
    table.set_gauge(one, "conviction", 5)
    table.play(do.PanicCheck(who=(one,)), face)
    assert (table.conviction(one), table.conviction(two)) == (3, 19)
    three = table.operator("Third")
    table.play(do.PanicCheck(who=(one,)), face, choose=[three])
    assert (table.conviction(one), table.conviction(three)) == (1, 19)


@pytest.mark.rule("CHR-63")
def test_crash_and_burn(table: Crew) -> None:
    """No Conviction is left."""
    one = table.operator("Flux")
    table.set_gauge(one, "conviction", 8)
    table.play(do.PanicCheck(who=(one,)), 8)
    assert table.conviction(one) == 0


@pytest.mark.rule("CHR-63")
@pytest.mark.rule("CHR-57")
def test_a_nosebleed_may_kill(table: Crew) -> None:
    """The damage of a row leads to the Body Save, and a death to the checks of those who see it."""
    one, two = table.operator("Flux"), table.operator("Rook")
    table.set_gauge(one, "health", 2)
    panic(table, one, 12, 70, 1)
    assert table.keys() == ["panic", "death", "panic"]
    assert (table.health(one), table.facts("panic_check")) == (0, [one, two])


@pytest.mark.rule("CHR-63")
@pytest.mark.rule("CHR-64")
@pytest.mark.parametrize(("face", "most"), [(3, 20), (2, 19), (1, 18)])
def test_the_lowest_rows(table: Crew, face: int, most: int) -> None:
    """A Distortion to come, and less Conviction for good. Ours, to be changed."""
    one = table.operator("Flux")
    panic(table, one, face)
    assert table.combatant(one).sheet["conviction"] == most
    assert table.combatant(one).has("distortion_due")
    table.play(do.Stress(who=(one,), amount=-30))
    assert table.conviction(one) == most


@pytest.mark.rule("CHR-63")
def test_fainting(table: Crew) -> None:
    """1d10 rounds; no Panic Check on waking."""
    one = table.operator("Flux")
    table.enemy("Guard", "guard_rifle")
    table.begin(10)
    panic(table, one, 4, 2)
    assert table.combatant(one).has("fainted")
    table.next()
    table.next()
    assert table.context.state.round == 2
    table.next()
    assert (table.context.state.round, table.context.state.acting) == (3, (one,))
    assert not table.combatant(one).has("fainted")


@pytest.mark.rule("CHR-63")
def test_ultra_sharp_lasts_to_the_end_of_the_scene(table: Crew) -> None:
    """Advantage on all Stat Checks and Saves, until the fight is finished."""
    one = table.operator("Flux")
    table.begin(10)
    table.afflict(one, "ultra_sharp")
    for test in ("combat", "fear", "combat"):
        table.play(do.Check(who=one, test=test), 10, 20)
    table.play(ask.Finish())
    assert not table.combatant(one).has("ultra_sharp")


@pytest.mark.rule("CHR-63")
def test_boosts_help_once(table: Crew) -> None:
    """Adrenaline the next Stat Check, Grit the next Save, each not the other."""
    one = table.operator("Flux")
    table.afflict(one, "adrenaline")
    table.afflict(one, "grit")
    table.play(do.Check(who=one, test="fear"), 49)
    assert table.result("test")["outcome"] == "success"
    assert table.combatant(one).has("adrenaline")
    table.play(do.Check(who=one, test="combat"), 10, 20)
    table.play(do.Check(who=one, test="combat"), 10)
    table.play(do.Check(who=one, test="fear"), 49)
    assert table.result("test")["outcome"] == "failure"


@pytest.mark.rule("CHR-63")
def test_crushing_doubt_gains_nothing(table: Crew) -> None:
    """Neither by a roll, nor from a friend, nor by the game master's Conviction."""
    one, two = table.operator("Flux"), table.operator("Rook")
    table.set_gauge(one, "conviction", 10)
    table.afflict(one, "crushing_doubt")
    table.play(do.Check(who=one, test="combat"), 44)
    table.play(do.Lend(who=two, target=one, amount=3))
    assert (table.conviction(one), table.conviction(two)) == (10, 17)


@pytest.mark.rule("CHR-63")
@pytest.mark.parametrize(("roll", "fights"), [(20, True), (70, False)])
def test_the_gutless_must_find_courage(table: Crew, roll: int, fights: bool) -> None:
    """A Fear Save before the first attack of a fight; who fails flees."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard")
    table.afflict(one, "gutless")
    table.begin(10)
    shot = do.Attack(who=one, target=guard, band="short")
    assert table.refused(shot) == "chrome.gutless"
    table.play(do.Engage(who=one), roll)
    assert ("left" in table.combatant(one).flags) is not fights
    if fights:
        table.play(shot, 20)
        assert table.refused(do.Engage(who=one)) == "chrome.not_gutless"
        gutless = table.combatant(one).condition("gutless")
        assert gutless is not None
        assert gutless.count == 1


@pytest.mark.rule("CHR-63")
def test_courage_is_found_again_in_every_fight(table: Crew) -> None:
    """A new fight asks anew."""
    one = table.operator("Flux")
    table.afflict(one, "gutless", count=1)
    table.play(ask.Next())
    known = table.combatant(one).condition("gutless")
    assert known is not None
    assert known.count is None


@pytest.mark.rule("CHR-63")
def test_on_the_edge(table: Crew) -> None:
    """A Panic Check whenever this one or somebody near fails a Prime Save; other Saves do not matter."""
    one, two = table.operator("Flux", prime="fear"), table.operator("Rook", prime="body")
    table.afflict(one, "on_the_edge")
    table.play(do.Check(who=one, test="fear"), 70, 1)
    assert table.facts("panic_check") == [one]
    table.play(do.Check(who=two, test="body"), 70, 1)
    assert table.facts("panic_check") == [one]
    table.play(do.Check(who=two, test="fear"), 70)
    assert table.facts("panic_check") == []


@pytest.mark.rule("CHR-63")
def test_trust_no_one(table: Crew) -> None:
    """Whenever anyone joins, a Fear Save or 1 Stress, on top of that of the failed Save."""
    one, two = table.operator("Flux"), table.operator("Rook")
    table.afflict(one, "trust_no_one")
    table.begin(10, 10)
    table.play(do.Rejoin(who=two), 70)
    assert table.conviction(one) == 18
    table.play(ask.Add(creature="mend"), 20)
    assert table.conviction(one) == 18
    table.play(do.Leave(who=two))
    table.play(ask.Flag(who=(two,), flag="left", on=False), 70)
    assert table.conviction(one) == 16
    table.play(ask.Add(creature="corp_guard"))


@pytest.mark.rule("CHR-63")
def test_a_frenzied_attack_comes_at_once(table: Crew) -> None:
    """Out of turn, at no cost, on friend or foe; nobody moves on before it."""
    one, two = table.operator("Flux", "knife", speed=20), table.operator("Rook")
    table.begin(10, 10)
    panic(table, one, 5)
    assert table.refused(ask.Next()) == "chrome.frenzy_waits"
    table.play(do.Attack(who=one, target=two, defence="save"), 20, 70)
    assert table.health(two) == 8
    assert not table.combatant(one).has("frenzy")
    again = do.Attack(who=one, target=two)
    assert table.refused(again) == "chrome.not_your_turn"
    table.next()
    assert table.gauge(one, "majors") == 2


@pytest.mark.rule("CHR-29l")
@pytest.mark.rule("CHR-67")
@pytest.mark.parametrize(
    ("roll", "given", "left"),
    [(20, 10 + 1 + 3, 7), (70, 10 - 1, 7), (33, 10 + 2 + 6, 7), (77, 10 - 3, 4)],
)
def test_lending_conviction_in_a_fight(table: Crew, roll: int, given: int, left: int) -> None:
    """A Major Action; the ally's Prime Save decides: all of it, nothing, twice as much, or panic for both."""
    one, two = table.operator("Flux"), table.operator("Rook", prime="fear", speed=20)
    table.begin(10, 10)
    for who in (one, two):
        table.set_gauge(who, "conviction", 10)
    faces = (1, 1) if roll == 77 else ()
    table.play(do.Lend(who=one, target=two, amount=3), roll, *faces)
    assert (table.conviction(two), table.conviction(one)) == (given, left)
    assert table.gauge(one, "majors") == 1


@pytest.mark.rule("CHR-67")
def test_lending_conviction_at_leisure(table: Crew) -> None:
    """It just passes over; not more than there is, not to oneself, and in a fight not without a Prime Save."""
    one, two = table.operator("Flux"), table.operator("Rook")
    table.set_gauge(two, "conviction", 10)
    table.play(do.Lend(who=one, target=two, amount=4))
    assert (table.conviction(one), table.conviction(two)) == (16, 14)
    much = do.Lend(who=one, target=two, amount=17)
    assert table.refused(much) == "chrome.burn_too_much"
    assert table.refused(do.Lend(who=one, target=one, amount=1)) == "chrome.no_lending"
    table.begin(10, 10)
    assert table.refused(do.Lend(who=one, target=two, amount=1)) == "chrome.no_prime"


@pytest.mark.rule("CHR-11")
def test_a_special_ability_that_frightens(table: Crew) -> None:
    """Everybody it reaches saves at once; who fails makes a Panic Check."""
    one, two = table.operator("Flux"), table.operator("Rook", speed=20)
    champion = table.enemy("Champion", "champion_blade", "void_dread")
    table.begin(80, 80)
    table.play(do.Special(who=champion, ability="void_dread", targets=(one, two)), 70, 20, 1)
    assert table.keys() == ["save", "save", "panic"]
    assert table.facts("panic_check") == [one]


def test_a_second_distortion_waits_its_turn(table: Crew) -> None:
    """Each is written down by itself."""
    one = table.operator("Flux")
    panic(table, one, 3)
    panic(table, one, 3)
    table.play(do.Distort(who=one, text="no shadow; none"))
    assert table.combatant(one).has("distortion_due")
    table.play(do.Distort(who=one, text="hums"))
    assert not table.combatant(one).has("distortion_due")
    assert table.combatant(one).memo["distortions"] == ("no shadow; none", "hums")


@pytest.mark.rule("CHR-11")
def test_an_enemy_has_no_conviction_to_be_given(table: Crew) -> None:
    """Neither by hand: it has no such number."""
    guard = table.enemy("Guard")
    table.play(ask.Adjust(who=(guard,), change="+4", gauge="conviction"))
    assert table.conviction(guard) == 0
