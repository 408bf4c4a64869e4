"""Rounds, surprise, Speed Checks, the three blocks, and turns that are lost."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from tests.rules.systems.chrome.conftest import Crew


def order(table: Crew) -> list[str]:
    """Returns the names in order of turns, extra Major Actions in brackets."""
    slots = table.context.state.slots
    names = [(table.combatant(slot.who).name, slot.lane) for slot in slots]
    return [f"({name})" if lane else name for name, lane in names]


def acting(table: Crew) -> list[str]:
    """Returns the names of those whose turn it is."""
    return [table.combatant(who).name for who in table.context.state.acting]


@pytest.mark.rule("CHR-22")
def test_a_round_is_ten_seconds_and_one_turn_each(ruleset: Ruleset, table: Crew) -> None:
    """Everybody acts once, then the next round follows with whole turns again."""
    assert ruleset.time.seconds == 10
    one, guard = table.operator("Flux"), table.enemy("Guard", "scrapper_pistol")
    table.begin(10)
    seen = [acting(table)]
    table.next()
    seen.append(acting(table))
    assert table.context.state.round == 1
    table.next()
    seen.append(acting(table))
    assert seen == [["Flux"], ["Guard"], ["Flux"]]
    assert table.context.state.round == 2
    assert table.gauge(one, "majors") == 2
    table.play(ask.Finish())
    assert table.context.state.stage == "ended"
    assert guard in table.context.state.combatants


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-26")
def test_three_blocks(table: Crew) -> None:
    """Who succeeded, by Speed; all enemies as one; who failed, by Speed. All Speed Checks are typed together."""
    table.operator("Slow", speed=20)
    table.operator("Fast", speed=60)
    table.enemy("Guard", "guard_rifle")
    table.operator("Late", speed=50)
    table.operator("Later", speed=30)
    table.enemy("Drone", "drone_guns")
    table.begin(10, 20, 80, 70)
    assert order(table) == ["Fast", "Slow", "Guard", "Drone", "Late", "Later"]
    assert [slot.group for slot in table.context.state.slots] == [0, 1, 2, 2, 3, 4]
    assert len(table.asked) == 4


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-18")
@pytest.mark.rule("CHR-19")
def test_a_speed_check_costs_and_brings_as_any_other(table: Crew) -> None:
    """A failure is 1 Stress, a Critical Failure 2, a Critical Success 2 Conviction."""
    ids = [table.operator(name) for name in ("A", "B", "C", "D")]
    table.enemy("Guard")
    for who in ids:
        table.set_gauge(who, "conviction", 10)
    table.begin(10, 70, 77, 11)
    assert [table.conviction(who) for who in ids] == [10, 9, 8, 12]


@pytest.mark.rule("CHR-18")
def test_initiative_may_cost_no_stress(table: Crew) -> None:
    """By switch a plain failure costs nothing, a Critical Failure still 2."""
    table.switch("chrome.initiativeStress", False)
    one, two = table.operator("A"), table.operator("B")
    table.begin(70, 77)
    assert (table.conviction(one), table.conviction(two)) == (20, 18)


@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-25")
def test_extra_major_actions_come_before_round_1(table: Crew) -> None:
    """A Critical Success is 1 Major Action at once; several by Speed; the turn itself stays whole."""
    slow, fast = table.operator("Slow", speed=30), table.operator("Fast", speed=60)
    table.enemy("Guard")
    table.begin(11, 22)
    assert order(table) == ["(Fast)", "(Slow)", "Fast", "Slow", "Guard"]
    assert (acting(table), table.gauge(fast, "majors")) == (["Fast"], 1)
    table.play(do.Activate(who=fast))
    assert table.refused(do.Activate(who=fast)) == "chrome.no_action_left"
    table.next()
    table.next()
    assert (acting(table), table.gauge(fast, "majors")) == (["Fast"], 2)
    table.next()
    table.next()
    table.next()
    assert table.context.state.round == 2
    assert order(table) == ["Fast", "Slow", "Guard"]
    assert table.gauge(slow, "majors") == 0


@pytest.mark.rule("CHR-17")
@pytest.mark.rule("CHR-25")
def test_a_critical_failure_is_a_slow_start(table: Crew) -> None:
    """One Major Action in the first turn, two in the next."""
    one = table.operator("Flux")
    table.begin(77)
    assert table.gauge(one, "majors") == 1
    table.next()
    assert table.gauge(one, "majors") == 2


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-23")
def test_a_slow_start_waits_for_a_turn_really_taken(table: Crew) -> None:
    """Surprised in round 1, the one Major Action is that of round 2."""
    one = table.operator("Flux")
    table.enemy("Guard")
    table.play(ask.Next())
    table.play(do.Surprise(who=(one,)), 90)
    table.next(77)
    assert acting(table) == ["Guard"]
    table.next()
    table.next()
    assert (table.context.state.round, acting(table)) == (2, ["Flux"])
    assert table.gauge(one, "majors") == 1


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-10")
def test_combat_armor_slows_the_speed_check(table: Crew) -> None:
    """Two d100, the worse counts; somebody else rolls one."""
    one, other = table.operator("Flux", "combat_armor"), table.operator("Rook")
    table.begin(10, 70, 20)
    assert [request.count for request in table.asked] == [2, 1]  # type: ignore[union-attr]  # rolls
    assert table.combatant(one).memo["initiative"] == {"block": "after", "roll": 70}
    assert table.combatant(other).memo["initiative"] == {"block": "before", "roll": 20}


@pytest.mark.rule("CHR-25")
def test_initiative_may_be_rolled_every_round(table: Crew) -> None:
    """Once a fight; by switch every round."""
    table.operator("Flux")
    table.enemy("Guard")
    table.begin(10)
    table.next()
    table.next()
    assert order(table) == ["Flux", "Guard"]
    table.switch("chrome.rerollInitiativeEachRound", True)
    table.next()
    table.next(80)
    assert order(table) == ["Guard", "Flux"]


@pytest.mark.rule("CHR-26")
def test_ties_go_to_the_lower_roll_then_to_the_game_master(table: Crew) -> None:
    """Equal Speed: the lower Speed roll; equal rolls: free choice, which lasts."""
    table.enemy("Guard")
    a, b, c = table.operator("A"), table.operator("B"), table.operator("C")
    table.begin(30, 30, 20)
    assert order(table) == ["C", "A", "B", "Guard"]
    assert table.system.reorder_command(table.context, a, c) is None
    assert table.refused(do.Order(who=a, before=c)) == "chrome.order_fixed"
    moved = table.system.reorder_command(table.context, b, a)
    assert moved == do.Order(who=b, before=a)
    table.play(moved)
    assert order(table) == ["C", "B", "A", "Guard"]
    assert [slot.group for slot in table.context.state.slots] == [0, 1, 2, 3]
    for _ in range(4):
        table.next()
    assert table.context.state.round == 2
    assert order(table) == ["C", "B", "A", "Guard"]


@pytest.mark.rule("CHR-26")
def test_enemies_act_in_any_order(table: Crew) -> None:
    """They are one group; the game master drags them about, but not out of their block."""
    table.operator("Flux")
    late = table.operator("Late", speed=30)
    g1, g2, g3 = (table.enemy(name, "guard_rifle") for name in ("G1", "G2", "G3"))
    table.begin(10, 70)
    table.play(do.Order(who=g3, before=g1))
    assert order(table) == ["Flux", "G3", "G1", "G2", "Late"]
    table.play(do.Order(who=g3, before=None))
    assert order(table) == ["Flux", "G1", "G2", "G3", "Late"]
    moved = table.system.reorder_command(table.context, g1, late)
    assert moved is not None
    table.play(moved)
    assert order(table) == ["Flux", "G2", "G3", "G1", "Late"]
    assert table.system.reorder_command(table.context, late, g1) is None
    table.next()
    assert set(acting(table)) == {"G1", "G2", "G3"}
    assert g2 in table.context.state.acting


@pytest.mark.rule("CHR-23")
def test_surprise_at_the_start_takes_all_of_round_1(table: Crew) -> None:
    """A failed Fear Save: no turn, no counter-attack, no extra Major Action; but a Speed Check, and Saves."""
    one, two = table.operator("Flux", "knife"), table.operator("Rook", "knife")
    horror = table.enemy("Horror", "horror_claws")
    table.play(ask.Next())
    table.play(do.Surprise(who=(one, two)), 70, 20)
    assert table.combatant(one).condition("surprised") is not None
    assert not table.combatant(two).has("surprised")
    assert (table.conviction(one), table.conviction(two)) == (19, 20)
    table.next(11, 30)
    assert order(table) == ["Flux", "Rook", "Horror"]
    assert acting(table) == ["Rook"]
    table.next()
    attack = do.Attack(who=horror, target=one, defence="counter")
    assert table.refused(attack) == "chrome.no_counter"
    table.play(do.Attack(who=horror, target=one), 20)
    assert table.result("attack")["defence"] == "save"
    table.next()
    assert (table.context.state.round, acting(table)) == (2, ["Flux"])
    assert not table.combatant(one).has("surprised")


@pytest.mark.rule("CHR-23")
def test_surprise_may_take_just_the_turn(table: Crew) -> None:
    """By switch the extra Major Action and counter-attacks remain."""
    table.switch("chrome.surpriseSpan", "turn")
    one = table.operator("Flux", "knife")
    horror = table.enemy("Horror", "horror_claws")
    table.play(ask.Next())
    table.play(do.Surprise(who=(one,)), 70)
    table.next(11)
    assert order(table) == ["(Flux)", "Flux", "Horror"]
    assert (acting(table), table.gauge(one, "majors")) == (["Flux"], 1)
    table.next()
    assert acting(table) == ["Horror"]
    assert not table.combatant(one).has("surprised")
    table.play(do.Attack(who=horror, target=one, defence="counter"), 90)
    assert table.result("counter")["hit"] is False


@pytest.mark.rule("CHR-23")
def test_surprise_in_mid_fight_lasts_until_the_slot_is_passed_over(table: Crew) -> None:
    """Once, in this round or the next."""
    one, two = table.operator("Flux", speed=50), table.operator("Rook", speed=30)
    table.enemy("Guard", "guard_rifle")
    table.begin(10, 20)
    table.play(do.Surprise(who=(two,)), 70)
    table.next()
    assert acting(table) == ["Guard"]
    assert not table.combatant(two).has("surprised")
    table.play(do.Surprise(who=(one, two)), 70, 70)
    table.next()
    assert (table.context.state.round, acting(table)) == (2, ["Guard"])
    table.next()
    assert acting(table) == ["Flux"]


@pytest.mark.rule("CHR-23")
@pytest.mark.parametrize("save", ["fear", "sanity", "body", "reflex", "speed"])
def test_what_surprise_is_rolled_against(table: Crew, save: str) -> None:
    """A house rule names another Save, or a Speed Check."""
    table.switch("chrome.surpriseSave", save)
    one = table.operator("Flux", **{save: 77})
    table.play(ask.Next())
    table.play(do.Surprise(who=(one,)), 76)
    assert not table.combatant(one).has("surprised")
    assert table.result("test")["test"] == save


@pytest.mark.rule("CHR-24")
def test_advantage_on_enemies_that_have_not_noticed(table: Crew) -> None:
    """For the first attack on each; the mark is one's own, and the game master may take it off."""
    one, two = table.operator("Flux", "pistol"), table.operator("Rook", "pistol")
    g1, g2 = table.enemy("G1"), table.enemy("G2")
    table.begin(10, 20)
    table.play(do.Unnoticed(who=(one,)))
    table.play(do.Attack(who=one, target=g1, band="short"), 60, 70)
    table.play(do.Attack(who=one, target=g1, band="short"), 60)
    assert table.combatant(one).memo["unnoticed"] == (g2,)
    table.play(do.Unnoticed(who=(one,), by=(g2,), on=False))
    assert "unnoticed" not in table.combatant(one).memo
    table.next()
    table.play(do.Attack(who=two, target=g2, band="short"), 60)
    assert table.refused(do.Unnoticed(who=(g1,))) == "chrome.no_stats"


@pytest.mark.rule("CHR-27")
def test_who_is_down_before_its_turn_does_not_act(table: Crew) -> None:
    """A dead enemy acts no more; an unconscious Operator is passed over."""
    one, two = table.operator("Flux", "sniper_rifle", speed=50), table.operator("Rook", speed=30)
    g1, g2 = table.enemy("G1", "guard_rifle", health=4), table.enemy("G2", "guard_rifle")
    table.begin(10, 20)
    table.play(do.Attack(who=one, target=g1, band="long"), 20)
    assert table.health(g1) == 0
    table.afflict(two, "unconscious", until=Expiry(round=9))
    table.next()
    assert g2 in table.context.state.acting
    attack = do.Attack(who=g1, target=one, band="short")
    assert table.refused(attack) == "chrome.cannot_act"
    table.next()
    assert g1 not in {slot.who for slot in table.context.state.slots}


@pytest.mark.rule("CHR-26")
def test_who_joins_late_gets_a_place(table: Crew) -> None:
    """An enemy at once among the enemies, an Operator by a Speed Check when the next round begins."""
    table.operator("Flux")
    table.enemy("Guard", "guard_rifle")
    table.begin(10)
    table.play(ask.Add(creature="corp_guard", name="Backup"))
    assert order(table) == ["Flux", "Guard", "Backup"]
    table.next()
    assert acting(table) == ["Guard", "Backup"]
    table.play(ask.Add(creature="nova"))
    table.next(20)
    assert order(table) == ["Flux", "Nova", "Guard", "Backup"]
    assert table.context.state.round == 2


def test_a_fight_without_anybody_does_not_begin(table: Crew) -> None:
    """Nor does it go on without anybody who can act at all."""
    assert table.refused(ask.Next()) == "chrome.nobody"
    one = table.operator("Flux")
    table.afflict(one, "unconscious", until=Expiry(round=50))
    table.play(ask.Next())
    assert table.refused(ask.Next()) == "chrome.nobody_left"


def test_rounds_pass_while_everybody_is_out(table: Crew) -> None:
    """Bleeding goes on, sleepers wake up: each step is one round."""
    one = table.operator("Flux")
    table.begin(10)
    table.afflict(one, "unconscious", until=Expiry(round=3))
    table.next()
    table.next()
    assert table.context.state.round == 3
    table.next(1)
    assert (table.context.state.round, table.context.state.acting) == (4, (one,))
    assert table.facts("panic_check") == [one]


def test_a_finished_fight_can_be_taken_up_again(table: Crew) -> None:
    """The order and the round stay."""
    table.operator("Flux")
    table.begin(10)
    table.play(ask.Finish())
    assert table.refused(ask.Finish()) == "rules.not_running"
    table.next()
    assert (table.context.state.stage, table.context.state.round) == ("running", 1)


def test_somebody_who_waits_is_done(table: Crew) -> None:
    """Nothing is left of the turn."""
    one, guard = table.operator("Flux"), table.enemy("Guard", "guard_rifle")
    table.begin(10)
    table.play(do.Wait(who=one))
    assert table.refused(do.Activate(who=one)) == "chrome.no_action_left"
    table.next()
    table.play(do.Wait(who=guard))
    assert table.refused(do.Move(who=guard)) == "chrome.no_action_left"
    assert table.refused(do.Wait(who=one)) == "chrome.not_your_turn"
    assert table.refused(do.Wait(who=CombatantId("nobody"))) == "rules.no_such_combatant"


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-28")
def test_cybertech_changes_initiative(table: Crew) -> None:
    """Advantage on the Speed Check, acting first whatever it shows, and more Major Actions, as the item says."""
    wires = CarriedDef(item="reflex_booster", values={"acts_first": True, "majors": 1})
    one, two = (
        table.operator("Flux", wires),
        table.operator("Rook", "reflex_booster", "combat_armor"),
    )
    table.enemy("Guard")
    table.begin(80, 70, 60)
    assert order(table) == ["Flux", "Guard", "Rook"]
    assert table.gauge(one, "majors") == 3
    assert table.combatant(two).memo["initiative"] == {"block": "after", "roll": 60}


@pytest.mark.rule("CHR-16")
def test_cybertech_helps_only_where_it_says(table: Crew) -> None:
    """A targeting eye with attacks, not with other Combat Checks."""
    one, guard = table.operator("Flux", "pistol", "targeting_eye"), table.enemy("Guard")
    table.begin(10)
    table.play(do.Check(who=one, test="combat"), 30)
    table.play(do.Attack(who=one, target=guard, band="short"), 70, 30)
    assert table.health(guard) == 8


def test_who_comes_from_another_fight_rolls_anew(table: Crew) -> None:
    """What was rolled elsewhere does not count here."""
    table.operator("Flux")
    table.begin(10)
    table.play(ask.Duplicate(who=CombatantId("flux_1")))
    twin = table.combatant(CombatantId("flux_2_2"))
    table.play(ask.Remove(who=(twin.id,)))
    table.play(ask.Add(combatant=replace(twin, memo={"initiative": "before 3"})))
    table.next(90)
    assert order(table) == ["Flux", "Flux 2"]
    assert table.combatant(twin.id).memo["initiative"] == {"block": "after", "roll": 90}


@pytest.mark.rule("CHR-26")
def test_each_speed_check_has_its_own_numbers_below_its_own_line(table: Crew) -> None:
    """Also what speaks for and against it, with the name of whose it is."""
    table.operator("Nova", speed=35)
    table.operator("Rook", "combat_armor", speed=30)
    table.begin(35, 62, 40)
    assert table.last is not None
    lines = {
        str(each.text.params["who"]): [number.name for number in each.numbers]
        for each in table.last.reasons
    }
    assert lines == {
        "Nova": ["Nova: Speed", "Nova: To reach"],
        "Rook": ["Rook: Combat Armor", "Rook: Speed", "Rook: To reach"],
    }
