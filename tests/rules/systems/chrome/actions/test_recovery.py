"""Rest, downtime and hacking."""

from typing import Any

import pytest

from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import hacking
from tests.rules.systems.chrome.conftest import Crew


@pytest.mark.rule("CHR-69")
@pytest.mark.rule("CHR-17")
@pytest.mark.parametrize(
    ("roll", "health", "conviction"),
    [(28, 7, 10), (46, 4, 9), (33, 10, 12), (40, 5, 10), (77, 2, 10)],
)
def test_resting_for_health(table: Crew, roll: int, health: int, conviction: int) -> None:
    """GT-CHR-2: Body 45 and 28 heals 3. A Critical Success heals all; a Critical Failure is 2 damage, no more."""
    one = table.operator("Flux", "combat_armor", body=45)
    table.set_gauge(one, "health", 4)
    table.set_gauge(one, "conviction", 10)
    table.play(do.Rest(who=one, aim="health"), roll)
    assert (table.health(one), table.conviction(one)) == (health, conviction)


@pytest.mark.rule("CHR-69")
@pytest.mark.rule("CHR-17")
@pytest.mark.parametrize(
    ("roll", "conviction", "panic"), [(12, 6 + 5, ()), (70, 4, ()), (33, 20, ()), (77, 4, (1,))]
)
def test_resting_for_conviction(
    table: Crew, roll: int, conviction: int, panic: tuple[int, ...]
) -> None:
    """A Fear Save: a point for every five under, a failure 2 Stress; criticals: all of it, or 2 Stress and panic."""
    one = table.operator("Flux", fear=40)
    table.set_gauge(one, "conviction", 6)
    table.play(do.Rest(who=one, aim="conviction"), roll, *panic)
    assert table.conviction(one) == conviction


@pytest.mark.rule("CHR-17")
def test_a_critical_rest_may_just_double(table: Crew) -> None:
    """By switch twice the usual: 2 × (40 − 11) ÷ 5 = 10, besides the 2 of any Critical Success."""
    table.switch("chrome.restCrit", "double")
    one = table.operator("Flux", fear=40)
    table.set_gauge(one, "conviction", 2)
    table.play(do.Rest(who=one, aim="conviction"), 11)
    assert table.conviction(one) == 14


@pytest.mark.rule("CHR-69")
def test_once_a_day(table: Crew) -> None:
    """For both at once or one after the other, but not again before a new day; and not in a fight."""
    one = table.operator("Flux")
    table.play(do.Rest(who=one, aim="health"), 30)
    assert table.refused(do.Rest(who=one)) == "chrome.rested_today"
    table.play(do.Rest(who=one, aim="conviction"), 30)
    table.play(do.NewDay())
    table.play(do.Rest(who=one), 30, 30)
    table.play(do.NewDay())
    table.begin(10)
    assert table.refused(do.Rest(who=one)) == "chrome.no_rest_now"
    assert table.refused(do.Downtime(who=(one,))) == "chrome.no_rest_now"


@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-57")
def test_a_bad_rest_may_kill(table: Crew) -> None:
    """2 damage at 2 Health ask for the Body Save."""
    one = table.operator("Flux")
    table.set_gauge(one, "health", 2)
    table.play(do.Rest(who=one, aim="health"), 77, 70)
    assert table.health(one) == 0


@pytest.mark.rule("CHR-69")
@pytest.mark.rule("CHR-54")
def test_downtime_restores_everything(table: Crew) -> None:
    """Health, Conviction, limbs; nothing of the mission lasts. The dead stay dead."""
    one, dead = table.operator("Flux", "pistol"), table.operator("Dead")
    table.play(do.Kill(who=dead), 1)
    table.play(do.MarkPlace(who=one, place="left_arm", mark="severed"))
    table.play(do.MarkPlace(who=one, place="left_arm", mark="bleeding"))
    table.play(do.MarkPlace(who=one, place="torso", mark="ruined"))
    table.afflict(one, "gutless")
    for gauge, value in (("health", 2), ("conviction", 3), ("jam.pistol", 1)):
        table.set_gauge(one, gauge, value)
    table.play(do.Downtime(who=(one,)))
    now = table.combatant(one)
    assert (table.health(one), table.conviction(one)) == (10, 20)
    assert now.locations["left_arm"].marks == ()
    assert now.locations["torso"].marks == ("ruined",)
    assert table.system.derived_conditions(table.context, one) == ()
    assert not now.conditions
    assert table.refused(do.Downtime(who=(dead,))) == "chrome.dead_already"


@pytest.mark.rule("CHR-29h")
@pytest.mark.rule("CHR-70")
def test_hacking_is_a_clock(table: Crew) -> None:
    """Successes add up to the rating, each check a Major Action; a failure loses all of them."""
    one = table.operator("Glitch", skills="Hacking")
    table.begin(10)
    table.set_gauge(one, "conviction", 10)
    first: Any = do.Hack(who=one, system="door")
    assert table.refused(first) == "chrome.no_rating"
    table.play(do.Hack(who=one, system="door", rating=3), 20)
    assert hacking.clocks(table.context) == {"door": "1/3"}
    assert (table.conviction(one), table.gauge(one, "majors")) == (11, 1)
    table.play(first, 70)
    assert hacking.clocks(table.context) == {"door": "0/3"}
    assert table.refused(first) == "chrome.no_action_left"


@pytest.mark.rule("CHR-70")
@pytest.mark.rule("CHR-17")
def test_critical_hacking(table: Crew) -> None:
    """A Critical Success counts twice; a Critical Failure is a System Lockdown."""
    one = table.operator("Glitch")
    table.play(do.Hack(who=one, system="door", rating=3), 33)
    table.play(do.Hack(who=one, system="door"), 20)
    assert table.result("hack")["open"] is True
    assert table.refused(do.Hack(who=one, system="door")) == "chrome.system_open"
    table.play(do.Hack(who=one, system="core", rating=2), 77)
    assert hacking.clocks(table.context)["core"] == "locked"
    assert table.refused(do.Hack(who=one, system="core")) == "chrome.system_locked"
    table.play(do.Reboot(system="core"))
    assert "core" not in hacking.clocks(table.context)
    assert table.refused(do.Reboot(system="core")) == "chrome.no_such_system"


def test_conviction_lowered_by_hand_takes_what_is_above_it(table: Crew) -> None:
    """A new most of 12 leaves no 20."""
    one = table.operator("Flux")
    table.play(ask.SetField(who=one, field="conviction", to=12))
    assert table.conviction(one) == 12
    table.play(ask.Adjust(who=(one,), gauge="conviction", change="-4"))
    assert table.conviction(one) == 8


def test_the_dead_do_not_rest(table: Crew) -> None:
    """Nor are they given medpacks; and the unconscious do nothing at leisure either."""
    one, two = table.operator("Flux", "medpack"), table.operator("Rook", "medpack")
    table.play(do.Kill(who=one), 1)
    table.afflict(one, "presence")
    assert table.refused(do.Rest(who=one)) == "chrome.dead_already"
    assert table.refused(do.UseItem(who=two, item="medpack", target=one)) == "chrome.dead_already"
    table.afflict(two, "unconscious")
    assert table.refused(do.UseItem(who=two, item="medpack")) == "chrome.cannot_act"
    assert table.refused(do.Free(who=two)) == "chrome.is_out"
    assert table.refused(do.Hack(who=two, system=" ")) == "chrome.is_out"


def test_cover_out_of_a_fight(table: Crew) -> None:
    """Nobody counts moves there."""
    one = table.operator("Flux")
    table.play(do.TakeCover(who=one))
    assert table.combatant(one).has("in_cover")
    assert table.refused(do.Hack(who=one, system=" ", rating=2)) == "chrome.name_system"
