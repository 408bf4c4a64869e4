"""What is refused, before any die, and says what to do."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Afflict, Command, Finish, Next
from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.playing import PLAIN, Phased, duel

WHO, MARK = CombatantId("shooter_1"), CombatantId("mark_2")


@pytest.mark.rule("PHA-26", "PHA-35", "PHA-76", "PHA-77")
@pytest.mark.parametrize(
    ("command", "key"),
    [
        (do.Draw(who=WHO, weapon="heavy_pistol"), "already_in_hand"),
        (do.Draw(who=WHO, weapon="cannon"), "no_such_weapon"),
        (do.Reload(who=WHO, weapon="smg"), "not_in_hand"),
        (do.Reload(who=WHO, weapon="cannon"), "no_such_weapon"),
        (do.ClearJam(who=WHO), "not_jammed"),
        (do.StandUp(who=WHO), "not_prone"),
        (do.BreakFree(who=WHO), "not_held"),
        (do.LetGo(who=WHO), "holds_nobody"),
        (do.StopAid(who=WHO), "not_aiding"),
        (do.Rouse(who=WHO), "is_awake"),
        (do.Jump(who=WHO), "no_distance"),
        (do.Accident(who=WHO, count=0), "bad_dice"),
        (do.Other(who=MARK), "not_your_turn"),
        (do.Oppose(who=WHO, target=WHO, characteristic="strength"), "not_oneself"),
        (do.Task(who=WHO, characteristic="strength", level="absurd"), "no_such_level"),
        (do.Declare(who=WHO, actions=4), "bad_action_count"),
        (do.Amputate(who=WHO, place="tail"), "no_such_place"),
    ],
)
def test_what_makes_no_sense_now(command: Command, key: str) -> None:
    """Nothing changes, and there are words for it."""
    made = duel()
    before = made.table.context.state
    assert made.table.refused(command) == f"phases.{key}"
    assert made.table.context.state is before


@pytest.mark.rule("PHA-22")
def test_who_declared_a_full_action_takes_no_other() -> None:
    """Run declared is Run, or a defense in its place."""
    made = duel()
    table = made.table
    table.phase(**{made.who: {"full": "run"}})
    assert table.refused(do.Recover(who=made.who)) == "phases.declared_full"
    assert table.refused(do.AllOutDodge(who=made.who)) == "phases.declared_full"
    table.play(do.Move(who=made.who, gait="run"))


@pytest.mark.rule("PHA-25", "PHA-31")
def test_a_run_given_up_for_a_defense_is_no_run() -> None:
    """The gait declared with it is gone."""
    made = duel()
    table = made.table
    table.phase(**{made.mark: {"full": "sprint"}})
    made.attack(6, 6, 6, 1, 1, 2, choose=("dodge",))
    assert "gait" not in table.combatant(made.mark).memo
    table.turn_of(made.mark)
    assert table.refused(do.Move(who=made.mark, gait="sprint")) == "phases.needs_whole_phase"


@pytest.mark.rule("PHA-76")
@pytest.mark.parametrize("condition", ["unconscious", "incapacitated", "clinically_dead", "dead"])
def test_who_is_down_does_nothing(condition: str) -> None:
    """Neither acts nor tests nor has a turn."""
    made = duel()
    table = made.table
    table.play(Afflict(who=(made.who,), condition=condition))
    for command in (do.Other(who=made.who), do.Task(who=made.who, characteristic="strength")):
        assert table.refused(command) == "phases.is_out"
    table.play(Next())
    assert table.context.state.acting == (made.mark,)


@pytest.mark.rule("PHA-14", "PHA-16")
def test_who_cannot_move_neither_climbs_nor_jumps() -> None:
    """Grabbed, one stays; out of a fight the unconscious do not climb."""
    made = duel()
    table = made.table
    table.suffer(made.who, "grabbed", by=made.mark)
    assert table.refused(do.Climb(who=made.who)) == "phases.cannot_move"
    assert table.refused(do.Jump(who=made.who, feet=3)) == "phases.cannot_move"
    table.play(Finish())
    table.suffer(made.mark, "unconscious")
    assert table.refused(do.Climb(who=made.mark)) == "phases.is_out"
    assert table.refused(do.Swim(who=made.mark)) == "phases.is_out"


@pytest.mark.rule("PHA-73")
@pytest.mark.parametrize(("level", "key"), [(0, "no_wound_there"), (6, "beyond_healing")])
def test_what_cannot_be_treated(level: int, key: str) -> None:
    """No wound, or a limb that is gone; and what heals by itself needs no surgery."""
    made = duel()
    table = made.table
    table.play(Finish())
    table.hurt(made.mark, "left_arm", level)
    assert table.refused(do.Heal(who=made.mark, place="left_arm")) == f"phases.{key}"
    surgery: dict[str, Any] = {"who": made.who, "patient": made.mark}
    assert table.refused(do.Surgery(**surgery, place="left_arm")) == f"phases.{key}"
    table.hurt(made.mark, "torso", 2)
    assert table.refused(do.Surgery(**surgery, place="torso")) == "phases.needs_no_surgery"


@pytest.mark.rule("PHA-20", "PHA-21")
def test_surprise_needs_two_sides() -> None:
    """There is nobody to notice, or to ambush, among friends."""
    table = Phased()
    one = table.join("One", side="pc", **PLAIN)
    table.join("Two", side="ally", **PLAIN)
    assert table.refused(do.Notice()) == "phases.no_other_side"
    assert table.refused(do.Ambush(who=(one,))) == "phases.nobody_to_ambush"
    assert Phased().refused(Next()) == "phases.nobody"


@pytest.mark.rule("PHA-71")
def test_the_wound_a_fumble_worsens_is_one_of_the_worst() -> None:
    """Of equal ones the game master picks."""
    made = duel(medicine=4)
    table = made.table
    table.suffer(made.mark, "in_shock", count=99)
    table.hurt(made.mark, "torso", 3)
    table.hurt(made.mark, "left_arm", 2)
    aid = do.FirstAid(who=made.who, patient=made.mark, place="left_arm")
    assert table.refused(aid) == "phases.not_worst"


@pytest.mark.rule("PHA-53")
def test_who_is_taken_off_the_list_holds_nobody() -> None:
    """A holder that goes down, or leaves, lets go."""
    made = duel()
    table = made.table
    table.suffer(made.mark, "grabbed", by=made.who)
    table.suffer(made.who, "grabbing", by=made.mark)
    table.play(Afflict(who=(made.who,), condition="unconscious"))
    assert not table.combatant(made.mark).has("grabbed")
    table.happen(ev.ConditionRemoved(who=made.who, key="unconscious"))
    table.suffer(made.mark, "grabbed", by=made.who)
    table.suffer(made.who, "grabbing", by=made.mark)
    table.play(do.Leave(who=made.who))
    assert not table.combatant(made.mark).has("grabbed")
