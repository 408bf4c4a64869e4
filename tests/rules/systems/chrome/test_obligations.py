"""What an action leaves owed: it is kept before the next die, settled in order, waived, or without an object."""

from typing import Any

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.obligations import KINDS
from tests.rules.systems.chrome.conftest import Crew

CLAWS = "horror_claws"


def one_entry(table: Crew, command: ask.Command, *faces: int, choose: tuple[str, ...] = ()) -> None:
    """Plays one entry of a gesture and nothing that follows from it."""
    table.asked, table.entries = [], []
    table._play_entry(command, list(faces), list(choose))


def fallen(table: Crew, **sheet: Any) -> CombatantId:
    """Returns an Operator that has just fallen to 0 Health in a fight, beside a friend and a horror."""
    one = table.operator("Flux", **sheet)
    table.operator("Rook")
    horror = table.enemy("Horror", CLAWS)
    table.begin(10, 10)
    table.until(horror)
    table.set_gauge(one, "health", 2)
    one_entry(table, do.Attack(who=horror, target=one, defence="waive"))
    return one


def chips(table: Crew, who: CombatantId) -> list[str]:
    """The words of the chips of a combatant."""
    view = table.system.combatant_view(table.context, who)
    return [each.text for each in view.chips]


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-73")
def test_damage_is_true_before_the_save_at_0_health(table: Crew) -> None:
    """The hit is kept with its own dice; the Save is owed, and nobody is dead yet."""
    one = fallen(table)
    assert table.health(one) == 0
    assert table.owed(one) == ["death_save"]
    assert "died" not in table.combatant(one).memo
    assert "Dead" not in chips(table, one)
    one_entry(table, ask.Settle(), 10, 3)
    assert (table.health(one), table.combatant(one).has("unconscious")) == (1, True)
    assert table.owed() == []


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-59")
def test_a_failed_save_frightens_the_squad(table: Crew) -> None:
    """Who saw it owes a Panic Check, with the reason in words."""
    one = fallen(table)
    one_entry(table, ask.Settle(), 90)
    assert "Dead" in chips(table, one)
    (obligation,) = table.context.state.obligations
    assert (obligation.kind, obligation.due) == ("panic", "now")
    assert obligation.reason is not None
    assert table.context.texts.sentence(obligation.reason) == "Flux is dead"
    assert table.combatant(one).memo["presence_due"] == "2"


@pytest.mark.rule("CHR-57")
def test_nobody_moves_on_past_a_save(table: Crew) -> None:
    """Next says what is owed and by whom; anything else may be played meanwhile."""
    one = fallen(table)
    assert table.refused(ask.Next()) == "rules.owed_for_sure"
    assert "waive" not in table.why_not(ask.Next())
    one_entry(table, do.Stress(who=(one,), amount=1))
    assert table.owed(one) == ["death_save"]
    assert table.refused(ask.Waive()) == "rules.cannot_waive"


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-58")
@pytest.mark.parametrize("way", ["heal", "kill", "remove"])
def test_a_save_loses_its_object(table: Crew, way: str) -> None:
    """Health by hand, death by the game master's word, or being gone: nothing is rolled any more."""
    one = fallen(table)
    command: ask.Command = {
        "heal": ask.Adjust(who=(one,), change="+3"),
        "kill": do.Kill(who=one),
        "remove": ask.Remove(who=(one,)),
    }[way]
    one_entry(table, command)
    assert "death_save" not in table.owed()
    left = table.context.state.combatants.get(one)
    assert (left is not None and "died" in left.memo) is (way == "kill")


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-54")
@pytest.mark.rule("CHR-73")
def test_critical_effects_wait_for_the_save(table: Crew) -> None:
    """A Sever is rolled after the Save at 0 Health, and not at all on the dead."""
    one = table.operator("Flux")
    horror = table.enemy("Horror", CLAWS)
    table.begin(10)
    table.until(horror)
    table.set_gauge(one, "health", 2)
    attack = do.Attack(who=horror, target=one, defence="save")
    one_entry(table, attack, 77)
    assert table.owed(one) == ["death_save", "critical_effects"]
    one_entry(table, ask.Settle(), 90)
    assert table.owed(one) == []


@pytest.mark.rule("CHR-42")
@pytest.mark.rule("CHR-73")
def test_a_counter_attack_is_owed(table: Crew) -> None:
    """The attack is kept without it; waived, nobody strikes back."""
    one, horror = table.operator("Flux", "knife"), table.enemy("Horror", CLAWS)
    table.begin(10)
    table.until(horror)
    one_entry(table, do.Attack(who=horror, target=one, defence="counter"))
    assert table.owed(one) == ["counter"]
    before = table.health(horror)
    one_entry(table, ask.Waive(note="too slow"))
    assert (table.owed(), table.health(horror)) == ([], before)
    assert "too slow" in table.lines[0]


@pytest.mark.rule("CHR-73")
def test_one_panic_check_in_a_gesture(table: Crew) -> None:
    """Who has checked in a gesture is frightened by nothing more of it, across all its entries."""
    one, two = table.operator("A", speed=60), table.operator("B")
    table.set_gauge(one, "conviction", 1)
    table.set_gauge(one, "health", 1)
    table.play(do.PanicCheck(who=(one, two)), 13, 1, 90)
    assert table.facts("panic_check") == [one, two]
    assert table.facts("dead") == [one]
    voided = [each for each in table.last.events if isinstance(each, ev.ObligationSettled)]  # type: ignore[union-attr]  # played
    assert [each.how for each in voided].count("void") == 1


@pytest.mark.rule("CHR-60")
def test_a_presence_waits_for_the_panic_out_of_a_fight(table: Crew) -> None:
    """It appears once nobody owes a check any more: it cannot soothe the fright of its own death."""
    one, two = table.operator("A", background="cult"), table.operator("B")
    one_entry(table, do.Kill(who=one))
    assert not table.combatant(one).has("presence")
    one_entry(table, ask.Settle(), 1)
    assert table.combatant(one).has("presence")
    assert not table.combatant(two).has("presence")


@pytest.mark.rule("CHR-62")
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_check_put_off_is_a_condition_too(table: Crew, by_hand: bool) -> None:
    """Put on by the command or by hand it is owed, and holds nothing up; taken off or waived it is not."""
    one = table.operator("Flux")
    later: ask.Command = do.PanicCheck(who=(one,), later=True)
    if by_hand:
        later = ask.Afflict(who=(one,), condition="panic_due")
    table.play(later)
    assert table.owed(one) == ["panic"]
    assert due_at(table.context.state, "round_end") == ()
    table.play(ask.Relieve(who=(one,), condition="panic_due"))
    assert table.owed(one) == []
    table.play(later)
    table.play(ask.Waive())
    assert (table.owed(one), table.combatant(one).has("panic_due")) == ([], False)


@pytest.mark.rule("CHR-57", "CHR-73")
def test_the_check_of_the_unconscious_is_shown_as_waiting(table: Crew) -> None:
    """It is owed on, so it has a row; to settle it now is refused with the reason."""
    one = table.operator("Flux")
    table.play(ask.Afflict(who=(one,), condition="panic_due"))
    table.afflict(one, "unconscious")
    (waiting,) = table.context.state.obligations
    (row,) = table.system.owed(table.context)
    assert (row.ids, row.who, row.kind) == ((waiting.id,), (one,), "info")
    assert table.refused(ask.Settle(ids=row.ids)) == "chrome.cannot_panic"
    table.happen(ev.ConditionRemoved(who=one, key="unconscious"))
    assert table.system.owed(table.context)[0].kind == "danger"


@pytest.mark.rule("CHR-62")
def test_the_check_of_who_has_left_is_still_shown(table: Crew) -> None:
    """No notice speaks of who is gone, but the check is owed, and Finish asks about it: so it has a row."""
    one = table.operator("Flux")
    table.play(ask.Afflict(who=(one,), condition="panic_due"))
    table.play(ask.Flag(who=(one,), flag="left"))
    (waiting,) = table.context.state.obligations
    (row,) = table.system.owed(table.context)
    (notice,) = (each for each in table.system.notices(table.context) if each.command is not None)
    assert (row.ids, row.who) == ((waiting.id,), (one,))
    assert notice.command == ask.Settle(ids=(waiting.id,))


@pytest.mark.rule("CHR-64")
def test_what_is_owed_in_an_old_campaign_is_owed_now(table: Crew) -> None:
    """A condition without an obligation becomes one with the next command; a Distortion counts down."""
    one = table.operator("Flux")
    table.afflict(one, "distortion_due", count=2)
    table.play(ask.Note(text="later that day"))
    assert table.owed(one) == ["distortion", "distortion"]
    table.play(do.Distort(who=one, text="hums"))
    assert table.owed(one) == ["distortion"]
    assert table.combatant(one).condition("distortion_due").count == 1  # type: ignore[union-attr]  # it is there
    assert table.refused(ask.Settle()) == "chrome.write_distortion"


@pytest.mark.rule("CHR-63")
def test_the_gutless_owe_a_save_in_their_turn_only(table: Crew) -> None:
    """It holds nobody up: who does not fight does not need it; settled, it finds the courage."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard")
    table.afflict(one, "gutless")
    table.begin(10)
    assert table.owed(one) == ["gutless"]
    table.until(guard)
    assert table.owed() == []
    table.until(one)
    one_entry(table, ask.Settle(), 20)
    assert (table.owed(), table.combatant(one).condition("gutless").count) == ([], 1)  # type: ignore[union-attr]  # it stays


@pytest.mark.rule("CHR-63")
def test_a_frenzy_is_settled_by_an_attack(table: Crew) -> None:
    """The game master says who is closest; the first weapon that can be used is; waived, the frenzy ends."""
    one, other, guard = table.operator("Flux", "knife"), table.operator("B"), table.enemy("Guard")
    table.begin(10, 20)
    table.play(ask.Afflict(who=(one,), condition="frenzy"))
    assert table.owed(one) == ["frenzy_attack"]
    assert table.refused(ask.Next()) == "chrome.frenzy_waits"
    state = table.context.state
    one_entry(table, ask.Settle(), 20, choose=(guard,))
    assert (table.health(guard), table.combatant(one).has("frenzy")) == (8, False)
    assert table.owed() == []
    table.context = type(table.context)(
        state=state, ruleset=table.context.ruleset, texts=table.context.texts
    )
    table.play(ask.Waive())
    assert (table.owed(), table.combatant(one).has("frenzy")) == ([], False)
    assert other in table.context.state.combatants


@pytest.mark.rule("CHR-63")
def test_distrust_is_owed_when_somebody_joins(table: Crew) -> None:
    """Each newcomer asks for a Save; who is gone again asks for none."""
    one = table.operator("Flux")
    table.afflict(one, "trust_no_one")
    table.begin(10)
    one_entry(table, ask.Add(creature="mend"))
    assert table.owed(one) == ["trust_save"]
    newcomer = next(reversed(table.context.state.combatants))
    one_entry(table, ask.Remove(who=(newcomer,)))
    assert table.owed() == []


def test_every_kind_has_its_name_and_its_rule(table: Crew) -> None:
    """What a prompt says of an obligation is in the texts."""
    for kind in KINDS.values():
        assert table.context.texts.text_of(f"chrome.owed.{kind.kind}")
        assert kind.rule.startswith("CHR-")
        assert kind.refusal in ("rules.owed", "chrome.frenzy_waits")
    with pytest.raises(RuleError):
        next(table.system.procedure(table.context, ask.Settle()))
