"""Each rule at its own moment: where one rule reaches into another's, the later one reads what is true by then."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.model.commands import Afflict, Flag, SetAutomation, Settle
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.phases.harm.wounds import COOL_TEST
from encounter_gui.rules.systems.phases.sheet import character
from tests.play.scripts.test_help_examples import HELP
from tests.rules.systems.phases.playing import HIT, PLAIN, WORDS, Duel, duel

FIRST = Expiry(round=1)
PASS, FAIL = (6, 6, 5), (1, 1, 2)


def bonus(made: Duel, **fields: Any) -> int:
    """What an attack on the mark is rolled with."""
    command = do.Attack(who=made.who, target=made.mark, **fields)
    return plan_attack(made.table.context, command).discharges[0].bonus.amount


@pytest.mark.rule("PHA-21", "PHA-64")
def test_a_stun_in_the_phase_of_an_ambush_costs_an_action_of_the_next() -> None:
    """PHA-64: the ambushed have no action in phase 1 that it could cost."""
    made = duel()
    made.table.suffer(made.mark, "ambushed", until=FIRST)
    made.table.play(do.Wound(who=made.mark, place="head", level=3))
    assert made.table.gauge(made.mark, character.LOST) == 0
    assert made.table.combatant(made.mark).has("stunned")
    made.table.phase()
    assert made.table.gauge(made.mark, character.LOST) == 1
    assert not made.table.combatant(made.mark).has("stunned")


@pytest.mark.rule("PHA-21", "PHA-28", "PHA-29")
@pytest.mark.parametrize("key", ["ambushed", "hunkering", "snap_shot"])
def test_what_lasts_for_a_phase_ends_with_it_also_if_it_was_there_before_the_fight(
    key: str,
) -> None:
    """PHA-21: by hand, before the fight or in it, it ends as by the rules."""
    made = Duel()
    made.table.suffer(made.mark, key)
    made.table.start()
    assert made.table.combatant(made.mark).has(key)
    made.table.phase()
    assert not made.table.combatant(made.mark).has(key)
    if key != "snap_shot":
        made.table.play(Afflict(who=(made.mark,), condition=key))
        made.table.phase()
        assert not made.table.combatant(made.mark).has(key)


def _aided(place: str) -> Duel:
    made = duel(medicine=1, tech=1)
    made.table.hurt(made.mark, "torso", 2)
    made.table.hurt(made.mark, "left_leg", 2)
    made.table.suffer(made.mark, "in_shock", count=500)
    made.table.play(do.FirstAid(who=made.who, patient=made.mark, place=place))
    made.table.play(do.PassTime(phases=19))
    return made


@pytest.mark.rule("PHA-71")
def test_a_fumbled_first_aid_worsens_the_wound_that_is_worst_then() -> None:
    """PHA-71: not the one named at its beginning, if another has become worse."""
    made = _aided("torso")
    made.table.hurt(made.mark, "right_arm", 3)
    made.table.play(do.PassTime(phases=1), *FAIL)
    wounds = [made.table.wound(made.mark, place) for place in ("torso", "right_arm")]
    assert wounds == [2, 4]
    made = _aided("left_leg")
    made.table.play(do.PassTime(phases=1), *FAIL)
    wounds = [made.table.wound(made.mark, place) for place in ("torso", "left_leg")]
    assert wounds == [2, 3]


@pytest.mark.rule("PHA-53", "PHA-71")
def test_the_test_of_first_aid_takes_what_weighs_on_actions() -> None:
    """PHA-53: Grabbed takes 3 from it, as from every action."""
    made = _aided("")
    made.table.suffer(made.who, "grabbed", by=made.mark)
    found = made.table.play(do.PassTime(phases=1), 4, 4, 4)
    assert found["total"] == 12 + 2 - 3


@pytest.mark.rule("PHA-35", "PHA-51")
@pytest.mark.parametrize("declares", [True, False])
def test_an_all_out_dodge_is_the_next_action_of_who_is_off_balance(declares: bool) -> None:
    """PHA-35: −3 on every roll of it, declared or aborted to, and it ends with the phase."""
    made = Duel(items=["smg"], held="smg")
    made.table.suffer(made.mark, "off_balance")
    plan = {made.mark: {"full": "all_out_dodge"}} if declares else {}
    made.table.start(**{made.who: {"actions": 2}, **plan})
    for _ in range(2):
        choose = {} if declares else {"defense": "all_out_dodge"}
        made.table.play(
            do.Attack(who=made.who, target=made.mark, shots=1, **choose), 4, 4, 4, 1, 1, 2
        )
        assert made.table.result("defense")["bonus"] == 5 + 3 + 3 - 3
    made.table.phase()
    assert not made.table.combatant(made.mark).has("off_balance")


@pytest.mark.rule("PHA-35", "PHA-51")
def test_an_all_out_dodge_that_nobody_tries_ends_being_off_balance_too() -> None:
    """PHA-35: it was the next action."""
    made = Duel()
    made.table.suffer(made.mark, "off_balance")
    made.table.start(**{made.mark: {"full": "all_out_dodge"}})
    made.table.phase()
    assert not made.table.combatant(made.mark).has("off_balance")


def _tracked() -> Duel:
    """The mark has a Serious wound that the game master is told to enter, and has not."""
    made = duel({"actions": 2})
    made.table.play(SetAutomation(to="track"))
    made.table.alone(
        do.Attack(who=made.who, target=made.mark, place="torso", shots=1, defense="standard"),
        *(3, 3, 3), *(6, 6, 4), *(5, 5, 5),
    )  # fmt: skip
    assert made.table.wound(made.mark, "torso") == 0
    return made


def _cool(made: Duel) -> dict[str, Any]:
    owed = next(
        each for each in made.table.context.state.obligations if each.kind == COOL_TEST.kind
    )
    assert COOL_TEST.sum(made.table.context, owed) == "3d6 + 9 ≥ 16"
    made.table.alone(Settle(ids=(owed.id,)), 6, 5, 5)
    return made.table.result("cool")


@pytest.mark.rule("PHA-63", "PHA-66")
def test_a_wound_that_is_only_told_counts_against_the_test_that_it_leads_to() -> None:
    """PHA-66: in whatever order the game master enters the wound and rolls."""
    made = _tracked()
    assert _cool(made)["total"] == 16 + 12 - 3


@pytest.mark.rule("PHA-63", "PHA-66")
def test_what_is_told_comes_before_the_tests_that_it_leads_to() -> None:
    """PHA-66: settled in the program's own order."""
    made = _tracked()
    made.table.alone(Settle())
    assert made.table.wound(made.mark, "torso") == 4


@pytest.mark.rule("PHA-78")
@pytest.mark.parametrize("how", ["dead", "unconscious", "left"])
def test_who_is_out_does_not_fire_the_rest(how: str) -> None:
    """PHA-78: what waits of a semi-automatic action ends with its owner."""
    made = duel(items=["heavy_pistol"], held="heavy_pistol")
    made.table.alone(
        do.Attack(
            who=made.who, target=made.mark, mode="semi", shots=3, place="torso", defense="standard"
        ),
        *(3, 3, 3), *HIT, *(3, 3, 3),
    )  # fmt: skip
    assert "next_shot" in [each.kind for each in made.table.context.state.obligations]
    if how == "left":
        made.table.alone(Flag(who=(made.who,), flag="left", on=True))
    else:
        made.table.alone(Afflict(who=(made.who,), condition=how))
    owed = [each.kind for each in made.table.context.state.obligations]
    assert "next_shot" not in owed
    assert "cool_test" in owed


@pytest.mark.rule("PHA-53", "PHA-71", "PHA-74")
def test_a_mook_put_out_by_shock_lets_go_and_gives_up_first_aid() -> None:
    """PHA-74: out of the fight is out of it."""
    made = duel()
    table, mark = made.table, made.mark
    table.switch("phases.mookRule", True)
    patient = table.join("Patient", **PLAIN)
    table.suffer(patient, "in_shock", count=500)
    table.suffer(mark, "aiding", by=patient, count=20)
    table.suffer(mark, "grabbing", by=made.who)
    table.suffer(made.who, "grabbed", by=mark)
    table.happen(ev.MemoSet(who=mark, key="gait", value="jog"))
    table.play(Afflict(who=(mark,), condition="in_shock"))
    assert not any(table.combatant(mark).has(each) for each in ("aiding", "grabbing"))
    assert not table.combatant(made.who).has("grabbed")
    assert character.gait(table.combatant(mark)) == "still"


@pytest.mark.rule("PHA-20", "PHA-21")
def test_what_is_rolled_last_for_surprise_counts() -> None:
    """PHA-20: rolled again, the +2 of before is gone; one kind of surprise does not add to the other."""
    made = Duel()
    table = made.table

    def edges() -> list[int]:
        return [table.gauge(each, character.EDGE) for each in (made.who, made.mark)]

    table.play(do.Notice(), 6, 6, 6, 1, 1, 2)
    assert edges() == [2, 0]
    table.play(do.Notice(), 1, 1, 2, 6, 6, 6)
    assert edges() == [0, 2]
    table.play(do.Ambush(who=(made.who,)), 6, 6, 6, 1, 1, 2)
    assert edges() == [0, 0]
    assert table.combatant(made.mark).has("ambushed")
    table.play(do.Ambush(who=(made.who,)), 1, 1, 2, 6, 6, 6)
    assert edges() == [0, 2]
    assert not any(table.combatant(made.mark).has(each) for each in ("ambushed", "unaware"))


@pytest.mark.rule("PHA-28", "PHA-31")
def test_what_is_said_of_a_target_by_state_and_by_hand_counts_once() -> None:
    """PHA-28: of one group the worst."""
    made = duel()
    plain = bonus(made)
    assert bonus(made, modifiers=("target_ducking", "target_hunkering")) == plain - 6
    assert bonus(made, modifiers=("target_jogging", "target_running")) == plain - 2
    made.table.suffer(made.mark, "ducking")
    assert bonus(made, modifiers=("target_ducking",)) == plain - 3
    assert bonus(made, modifiers=("target_hunkering",)) == plain - 6
    made.table.suffer(made.mark, "immobile")
    assert bonus(made, modifiers=("target_immobile", "target_ducking")) == plain - 3 + 2
    made.table.happen(ev.ConditionRemoved(who=made.mark, key="immobile"))
    made.table.happen(ev.ConditionRemoved(who=made.mark, key="ducking"))
    made.table.suffer(made.mark, "prone")
    assert bonus(made, modifiers=("target_ducking", "target_jogging")) == plain - 3 - 1


@pytest.mark.rule("PHA-11", "PHA-24", "PHA-77")
def test_refusals_and_lines_say_what_is() -> None:
    """PHA-77: what is thrown is not reloaded; where nothing is declared nothing is said to be; one phase goes by."""
    made = duel(items=["throwing_knife"], held="throwing_knife")
    made.table.happen(ev.GaugeSet(who=made.who, gauge="ammo.throwing_knife", to=0))
    assert made.refused() == "phases.none_left"
    made = duel()
    made.table.switch("phases.penaltyMode", "escalating")
    for _ in range(3):
        made.table.play(do.Other(who=made.who))
    assert made.refused() == "phases.no_action_left_now"
    offers = made.table.system.action_options(made.table.context, made.mark)
    assert not any(
        isinstance(each.command, do.Declare) and each.command.actions > 1 for each in offers
    )
    made.table.play(do.PassTime(phases=1))
    assert made.table.last is not None
    assert "1 phase goes by" in WORDS.text(made.table.last.label)


@pytest.mark.rule("PHA-65")
def test_taking_off_is_offered_while_a_wound_is_critical() -> None:
    """PHA-65: head, arm or leg, by the game master's choice."""
    made = duel()
    for place in ("torso", "left_arm"):
        made.table.hurt(made.mark, place, 5)
    made.table.hurt(made.mark, "right_leg", 4)

    def offered() -> list[do.Amputate]:
        options = made.table.system.action_options(made.table.context, made.mark)
        return [each.command for each in options if isinstance(each.command, do.Amputate)]

    (command,) = offered()
    assert command.place == "left_arm"
    made.table.play(command)
    assert made.table.wound(made.mark, "left_arm") == 6
    assert offered() == []


@pytest.mark.rule("PHA-30")
def test_bare_hands_of_another_skill_are_a_weapon_of_their_own() -> None:
    """PHA-30: under water with Underwater Combat."""
    fins = CarriedDef(item="fist", values={"skill": "underwater_combat"})
    made = duel(items=[fins], held="", underwater_combat=7, hand_to_hand=1)
    assert bonus(made, weapon="fist") == 5 + 7


SETTLED = {
    "PHA-03": "Distances, as long as nobody is placed on a plan",
    "PHA-10": "the rules have it for surprise",
    "PHA-13": "as only you know whether there is one",
    "PHA-16": "the rules say nothing of its end",
    "PHA-20": "what is rolled last counts",
    "PHA-30": "unless the fighter carries a weapon of the class *unarmed*",
    "PHA-65": "as the rules leave it to you",
    "PHA-73": "as the rules name\n  none",
}


@pytest.mark.rule(*SETTLED)
@pytest.mark.parametrize("rule", SETTLED)
def test_what_is_left_to_the_game_master_is_said_with_its_reason(rule: str) -> None:
    """PHA-03, PHA-10, PHA-13, PHA-16, PHA-20, PHA-30, PHA-65, PHA-73: each has its sentence in the help."""
    page = (HELP / "phases.md").read_text("utf-8")
    assert SETTLED[rule] in page
