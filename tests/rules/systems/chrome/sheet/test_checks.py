"""Stat Checks, Saves, Advantage, criticals, Conviction, Burn and Opposed Checks."""

from typing import Any

import pytest

from encounter_gui.dice.requests import Total, accept
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.checks import checks
from tests.rules.systems.chrome.conftest import Crew


@pytest.mark.rule("CHR-12")
def test_the_dice(table: Crew) -> None:
    """d100 runs from 00 to 99, d20 from 1, d10 from 1 to 10."""
    one = table.operator("Flux", "pistol")
    table.play(do.Check(who=one, test="combat"), 0)
    assert table.rolls[0].request.notation == "1z100"
    table.play(do.PanicCheck(who=(one,)), 1)
    assert table.rolls[0].request.notation == "1d20"
    table.play(do.Locate(who=one), 10)
    assert table.rolls[0].request.notation == "1d10"


@pytest.mark.rule("CHR-13")
@pytest.mark.rule("CHR-15")
@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-18")
@pytest.mark.parametrize(
    ("roll", "outcome", "conviction"),
    [
        (49, "success", 10),
        (50, "failure", 9),
        (44, "critical_success", 12),
        (55, "critical_failure", 8),
        (0, "critical_success", 12),
        (99, "critical_failure", 8),
    ],
)
def test_a_stat_of_50(table: Crew, roll: int, outcome: str, conviction: int) -> None:
    """DV-CHR-1: under is success, doubles are critical, and each has its price or gain."""
    one = table.operator("Flux", combat=50)
    table.set_gauge(one, "conviction", 10)
    table.play(do.Check(who=one, test="combat"), roll)
    assert table.result("test")["outcome"] == outcome
    assert table.conviction(one) == conviction


@pytest.mark.rule("CHR-14")
@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-18")
@pytest.mark.parametrize(
    ("roll", "outcome", "conviction", "panic"),
    [
        (39, "success", 10, ()),
        (40, "failure", 9, ()),
        (33, "critical_success", 12, ()),
        (44, "critical_failure", 7, (1,)),
    ],
)
def test_a_save_of_40(
    table: Crew, roll: int, outcome: str, conviction: int, panic: tuple[int, ...]
) -> None:
    """A Save is rolled like a Stat; its Critical Failure is 3 Stress and a Panic Check."""
    one = table.operator("Flux", fear=40)
    table.set_gauge(one, "conviction", 10)
    table.play(do.Check(who=one, test="fear"), roll, *panic)
    assert table.result("test")["outcome"] == outcome
    assert table.conviction(one) == conviction
    assert table.facts("panic_check") == [one] * len(panic)


@pytest.mark.rule("CHR-15")
def test_00_is_doubles_unless_the_house_says_otherwise(table: Crew) -> None:
    """By switch 00 is a plain success; on a Stat of 0 it would be a plain failure."""
    table.switch("chrome.doubleZeroIsCrit", False)
    one, other = table.operator("Flux"), table.operator("Dud", strength=0)
    table.play(do.Check(who=one, test="combat"), 0)
    assert table.result("test")["outcome"] == "success"
    table.play(do.Check(who=other, test="strength"), 0)
    assert table.result("test")["outcome"] == "failure"


@pytest.mark.rule("CHR-16")
@pytest.mark.parametrize(
    ("edge", "faces", "kept", "outcome"),
    [
        (1, (44, 10), 44, "critical_success"),
        (1, (10, 44), 44, "critical_success"),
        (-1, (44, 10), 10, "success"),
        (1, (60, 55), 60, "failure"),
        (-1, (60, 55), 55, "critical_failure"),
        (1, (30, 20), 20, "success"),
        (-1, (30, 20), 30, "success"),
        (-1, (70, 60), 70, "failure"),
    ],
)
def test_advantage_goes_by_outcome(
    table: Crew, edge: Any, faces: tuple[int, int], kept: int, outcome: str
) -> None:
    """DV-CHR-5 with Stat 50: the better outcome counts, within one the lower number; Disadvantage reverses it."""
    one = table.operator("Flux")
    table.play(do.Check(who=one, test="combat", edge=edge), *faces)
    assert table.rolls[0].request.count == 2
    result = table.result("test")
    assert (result["roll"], result["outcome"]) == (kept, outcome)


@pytest.mark.rule("CHR-16")
@pytest.mark.parametrize(
    ("edge", "kept", "outcome"), [(1, 10, "success"), (-1, 44, "critical_success")]
)
def test_advantage_by_number(table: Crew, edge: Any, kept: int, outcome: str) -> None:
    """DV-CHR-5, switch off: the lower number counts, with Disadvantage the higher, doubles or not."""
    table.switch("chrome.advantageByOutcome", False)
    one = table.operator("Flux")
    table.play(do.Check(who=one, test="combat", edge=edge), 44, 10)
    assert (table.result("test")["roll"], table.result("test")["outcome"]) == (kept, outcome)


@pytest.mark.rule("CHR-16")
def test_both_cancel_and_none_adds_up(table: Crew) -> None:
    """One Advantage and one Disadvantage are one roll; two Advantages are two dice, not three."""
    one = table.operator("Flux")
    table.play(do.Check(who=one, test="combat", edge=1, modifiers=("injured",)), 30)
    table.play(do.Check(who=one, test="combat", edge=1, modifiers=("injured", "helped")), 30)
    table.play(do.Check(who=one, test="combat", edge=1, modifiers=("helped", "drug")), 30, 31)
    table.play(do.Check(who=one, test="combat", modifiers=("complicated", "injured")), 30, 31)
    assert table.result("test")["roll"] == 31
    odd = do.Check(who=one, test="combat", modifiers=("rust",))
    assert table.refused(odd) == "chrome.no_such_modifier"


@pytest.mark.rule("CHR-16")
def test_a_sum_of_two_is_no_answer(table: Crew) -> None:
    """Who types only the sum of two d100 is asked again for both."""
    one = table.operator("Flux")
    command = do.Check(who=one, test="combat", edge=1)
    procedure = table.system.procedure(table.context, command)
    (request,) = next(procedure)  # type: ignore[misc]  # a roll
    again = procedure.send((accept(request, Total(value=54)),))
    assert again == (request,)


@pytest.mark.rule("CHR-17")
def test_a_critical_failure_of_the_prime_save_hits_the_whole_squad(table: Crew) -> None:
    """3 Stress and a Panic Check for every Operator awake in the squad, once each, the roller included."""
    one = table.operator("Flux", prime="fear")
    two, ally = table.operator("Rook"), table.operator("Ally", side="ally")
    out, rival = table.operator("Out"), table.operator("Rival", side="foe")
    table.afflict(out, "unconscious")
    table.play(do.Check(who=one, test="fear"), 99, 1, 1, 1)
    assert [table.conviction(each) for each in (one, two, ally, out, rival)] == [17, 17, 17, 20, 20]
    assert set(table.facts("panic_check")) == {one, two, ally}
    assert len(table.facts("panic_check")) == 3


@pytest.mark.rule("CHR-18")
@pytest.mark.parametrize("amount", [0, 1, 2])
def test_stress_of_a_failed_save_is_a_house_rule(table: Crew, amount: int) -> None:
    """0, 1 or 2."""
    table.switch("chrome.stressOnFailedSave", amount)
    one = table.operator("Flux")
    table.play(do.Check(who=one, test="body"), 90)
    assert table.conviction(one) == 20 - amount


@pytest.mark.rule("CHR-19")
@pytest.mark.parametrize(
    ("test", "skill", "roll", "gain"),
    [
        ("combat", "", 30, 0),
        ("combat", "firearms", 30, 1),
        ("combat", "Stealth", 30, 0),
        ("combat", "Firearms", 33, 2),
        ("fear", "", 30, 1),
        ("fear", "", 33, 2),
        ("body", "", 30, 0),
        ("body", "Firearms", 30, 0),
    ],
)
def test_what_brings_conviction(table: Crew, test: Any, skill: str, roll: int, gain: int) -> None:
    """A skill on a Stat Check or the Prime Save: 1; a Critical Success: 2, and never both."""
    one = table.operator("Flux", skills="Firearms, Hacking", prime="fear")
    table.set_gauge(one, "conviction", 10)
    table.play(do.Check(who=one, test=test, skill=skill), roll)
    assert table.conviction(one) == 10 + gain


@pytest.mark.rule("CHR-19")
def test_conviction_never_exceeds_its_most(table: Crew) -> None:
    """At the most, nothing is gained."""
    one = table.operator("Flux")
    table.set_gauge(one, "conviction", 19)
    table.play(do.Check(who=one, test="combat"), 33)
    assert table.conviction(one) == 20


@pytest.mark.rule("CHR-20")
def test_burning_raises_the_target(table: Crew) -> None:
    """Each Conviction spent before the roll is one more to roll under; a success costs no more than that."""
    one = table.operator("Flux")
    table.play(do.Check(who=one, test="combat", burn=5), 54)
    assert table.result("test")["aim"] == 55
    assert table.result("test")["outcome"] == "success"
    assert table.conviction(one) == 15
    assert not table.combatant(one).has("distortion_due")


@pytest.mark.rule("CHR-20")
def test_burned_conviction_is_told_in_the_log_line(table: Crew) -> None:
    """The line of a check, and that of an attack, says who burned how much."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard")
    table.play(do.Check(who=one, test="combat", burn=5), 54)
    assert "Flux burns 5 Conviction" in table.label
    table.begin(20)
    table.play(do.Attack(who=one, target=guard, burn=3), 20)
    assert "Flux burns 3 Conviction" in table.label
    table.play(do.Check(who=one, test="combat"), 20)
    assert "burns" not in table.label


@pytest.mark.rule("CHR-20")
@pytest.mark.rule("CHR-64")
def test_failing_while_burning_may_distort(table: Crew) -> None:
    """The game master is prompted for a Distortion, and writes it down."""
    one = table.operator("Flux")
    table.play(do.Check(who=one, test="combat", burn=5), 70)
    assert table.conviction(one) == 14
    due = table.combatant(one).condition("distortion_due")
    assert due is not None
    assert due.count == 1
    assert table.refused(do.Distort(who=one, text=" ")) == "chrome.empty_text"
    table.play(do.Distort(who=one, text="hears the sea"))
    assert not table.combatant(one).has("distortion_due")
    assert table.combatant(one).memo["distortions"] == ("hears the sea",)


@pytest.mark.rule("CHR-20")
def test_what_cannot_be_burned(table: Crew) -> None:
    """Not more than there is, nothing below 0, and nothing at all where the house does not have it."""
    one = table.operator("Flux")
    assert table.refused(do.Check(who=one, test="combat", burn=21)) == "chrome.burn_too_much"
    assert table.refused(do.Check(who=one, test="combat", burn=-1)) == "chrome.burn_too_much"
    table.switch("chrome.burn", False)
    assert table.refused(do.Check(who=one, test="combat", burn=1)) == "chrome.no_burn"


@pytest.mark.rule("CHR-21")
@pytest.mark.parametrize(
    ("mine", "yours", "winner"),
    [
        (55, 12, 1),  # DV-CHR-7: a Critical Success beats a lower success
        (99, 70, -1),  # a single Critical Failure loses even to a failure
        (70, 99, 1),
        (99, 12, -1),
        (11, 22, 1),  # both Critical Success: the lower number
        (30, 70, 1),
        (70, 12, -1),
        (30, 12, -1),
        (12, 30, 1),
        (70, 80, 0),
        (99, 88, 0),
    ],
)
def test_opposed_checks(table: Crew, mine: int, yours: int, winner: int) -> None:
    """Stats 60 and 40, in the order of the rule."""
    one, other = table.operator("A", combat=60), table.operator("B", combat=40)
    table.play(do.Oppose(who=one, target=other, test="combat"), mine, yours)
    assert table.result("opposed")["winner"] == winner


@pytest.mark.rule("CHR-21")
@pytest.mark.parametrize("same", [22, 30])
def test_equal_numbers_are_rolled_again(table: Crew, same: int) -> None:
    """Two successes of a kind with the same number decide nothing; only the last rolls bring Stress and Conviction."""
    one, other = table.operator("A", combat=60), table.operator("B", combat=40)
    for who in (one, other):
        table.set_gauge(who, "conviction", 10)
    table.play(do.Oppose(who=one, target=other, test="combat"), same, same, 20, 80)
    assert table.result("opposed")["winner"] == 1
    assert (table.conviction(one), table.conviction(other)) == (10, 9)


@pytest.mark.rule("CHR-21")
def test_a_critical_failure_may_only_make_things_worse(table: Crew) -> None:
    """By switch, where the other side failed too, nobody wins; against a success it still loses."""
    table.switch("chrome.opposedCritFail", "deteriorates")
    one, other = table.operator("A", combat=60), table.operator("B", combat=40)
    table.play(do.Oppose(who=one, target=other, test="combat"), 99, 70)
    assert table.result("opposed")["winner"] == 0
    table.play(do.Oppose(who=one, target=other, test="combat"), 99, 12)
    assert table.result("opposed")["winner"] == -1


@pytest.mark.rule("CHR-21")
def test_sides_may_test_different_things(table: Crew) -> None:
    """A Stat against a Save; an enemy has neither."""
    one, other = table.operator("A", strength=60), table.operator("B", body=20)
    table.play(do.Oppose(who=one, target=other, test="strength", target_test="body"), 50, 30)
    assert table.result("opposed")["winner"] == 1
    guard = table.enemy("Guard")
    assert table.refused(do.Oppose(who=one, target=guard, test="strength")) == "chrome.no_stats"
    assert table.refused(do.Oppose(who=one, target=one, test="speed")) == "chrome.against_oneself"


@pytest.mark.rule("CHR-60")
def test_who_is_dead_rolls_nothing(table: Crew) -> None:
    """Nor who is unconscious; only a Presence does."""
    one = table.operator("Flux")
    table.afflict(one, "unconscious")
    assert table.refused(do.Check(who=one, test="combat")) == "chrome.is_out"
    table.play(ask.Next())
    table.play(do.Kill(who=one))
    assert table.refused(do.Check(who=one, test="combat")) == "chrome.is_out"
    table.afflict(one, "presence")
    table.play(do.Check(who=one, test="combat"), 30)


def test_ranks_are_in_order() -> None:
    """Every roll has one outcome, and the words are those of the ranks."""
    ranks = [int(mechanics.rank(roll, 40)) for roll in range(100)]
    assert ranks.count(mechanics.CRITICAL_SUCCESS) == 4
    assert ranks.count(mechanics.CRITICAL_FAILURE) == 6
    assert checks.OUTCOMES[mechanics.rank(39, 40)] == "success"
