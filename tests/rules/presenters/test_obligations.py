"""What is owed, as notices."""

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import Kinds
from encounter_gui.rules.model.commands import Settle
from encounter_gui.rules.presenters.obligations import notices, owed_tests
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.view import Notice
from tests.helpers.rulesets import shipped

VEX, TACK = CombatantId("vex"), CombatantId("tack")


def context_of(*owed: Obligation) -> RulesContext:
    """Returns an encounter of two in which this is owed."""
    combatants = {
        who: Combatant(id=who, number=number, name=who.capitalize())
        for number, who in enumerate((VEX, TACK), start=1)
    }
    state = EncounterState(ruleset="chrome", combatants=combatants, obligations=owed)
    return RulesContext(state=state, ruleset=shipped("chrome"), texts=message_catalog())


def kinds() -> Kinds:
    """Returns the kinds of a game that has tests rolled together and tests rolled alone."""
    return system_for("chrome").obligation_kinds


def test_each_test_has_a_notice_with_the_command_that_settles_it() -> None:
    """It names who owes it and why."""
    reason = say("rules.owed_kind.resume")
    context = context_of(
        Obligation(id=3, kind="death_save", who=VEX, reason=reason),
        Obligation(id=4, kind="death_save", who=TACK),
    )
    first, second = notices(context, kinds())
    assert (first.title, first.text) == ("Save at 0 Health", "Vex · Interrupted action")
    assert second.text == "Tack"
    assert [each.command for each in (first, second)] == [Settle(ids=(3,)), Settle(ids=(4,))]
    assert first.button == "Settle"


def test_tests_that_are_rolled_together_share_a_notice() -> None:
    """All of them are settled at once; a reason is told where it is the same for all."""
    context = context_of(
        Obligation(id=1, kind="panic", who=VEX), Obligation(id=2, kind="panic", who=TACK)
    )
    together = {**kinds(), "panic": replace(kinds()["panic"], together=True)}
    (notice,) = notices(context, together)
    assert (notice.title, notice.text) == ("Panic Check", "Vex, Tack")
    assert notice.command == Settle(ids=(1, 2))
    assert (
        len(notices(context, {**kinds(), "panic": replace(kinds()["panic"], together=False)})) == 2
    )


def test_the_chance_is_told_where_there_is_one_to_tell() -> None:
    """In whole percent."""
    context = context_of(Obligation(id=1, kind="panic", who=VEX))
    half = replace(kinds()["panic"], chance=lambda context, obligation: 0.5)
    (notice,) = notices(context, {"panic": half})
    assert notice.note == "50\u00a0% to pass"


def test_what_a_notice_of_a_game_tells_of_needs_no_other() -> None:
    """Another of the same kind has one; so has an interrupted command, which is nobody's kind."""
    context = context_of(
        Obligation(id=1, kind="panic", who=VEX),
        Obligation(id=2, kind="panic", who=TACK),
        Obligation(id=3, kind="resume", who=TACK),
    )
    said = Notice(title="Vex may panic", text="", owed=(1,))
    found = notices(context, kinds(), (said,))
    assert [each.title for each in found] == ["Panic Check", "Interrupted action"]
    assert [each.command for each in found] == [Settle(ids=(2,)), Settle(ids=(3,))]


def test_what_is_owed_has_a_row_unless_a_notice_offers_something_else() -> None:
    """A notice that only settles it looks like its row; one with another command stands for it."""
    context = context_of(
        *(Obligation(id=number, kind="death_save", who=VEX) for number in (1, 2, 3))
    )
    said = (
        Notice(title="Save", text="", kind="danger", command=Settle(ids=(1,)), owed=(1,)),
        Notice(title="Sign", text="", owed=(2,)),
    )
    rows = owed_tests(system_for("chrome").dry_run(context), kinds(), said)
    assert [(each.ids, each.kind) for each in rows] == [((1,), "danger"), ((3,), "warn")]
