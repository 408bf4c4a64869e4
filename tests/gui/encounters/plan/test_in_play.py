"""What was prepared, in play: the start, parties, waves and reminders; and what it costs in keys and clicks."""

import dataclasses

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.gui.encounters.hit_points_dialog import HitPointsDialog
from encounter_gui.gui.encounters.party_dialog import PartyDialog
from encounter_gui.gui.encounters.read_aloud import ReadAloudDialog
from encounter_gui.play.prep.record_edits import with_creature
from encounter_gui.rules.model.commands import Add, Adjust, Next, Remove
from encounter_gui.rules.model.prepared import Reminder, Wave
from encounter_gui.rules.systems import SYSTEMS
from tests.gui.encounters.conftest import Hand, Reopen
from tests.gui.encounters.test_builder import answer, creatures, drop, own, roster
from tests.helpers.nameless import nameless

Key = Qt.Key
Ctrl = Qt.KeyboardModifier.ControlModifier


def names(program: Program) -> list[str]:
    """Returns who takes part, in order of joining."""
    return [combatant.name for combatant in program.controller.context.state.combatants.values()]


def offered(program: Program) -> str:
    """Returns what the strip offers; empty if nothing."""
    offer = program.connections.prompts.offered
    return f"{offer.notice.title} {offer.notice.text}" if offer is not None else ""


def to_round(program: Program, wanted: int) -> None:
    """Moves the fight on to a round; the app rolls."""
    for _ in range(200):
        if program.controller.context.state.round >= wanted:
            return
        program.controller.perform(Next())
    raise AssertionError(f"round {wanted} never came")


def with_wave(prep: Prep, round_: int | None = 2) -> None:
    """Plans a bouncer, and two more as a wave."""
    prep.plans.editor.type_roster("1 bouncer")
    recruits = prep.plans.recruits.typed("2 gangers")
    prep.plans.editor.set_wave(0, Wave(name="Second boat", recruits=recruits, round=round_))


# ---- the start


def test_start_has_everybody_join_and_asks_for_initiative(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """One click: who is planned is on the table, and the keyboard is where the dice are typed."""
    prep.plans.editor.type_roster("2 bouncers")
    hand.click(prep.panel.start)
    assert names(program) == ["Bouncer 1", "Bouncer 2"]
    assert program.controller.context.state.stage == "running"
    assert program.controller.waits_for is not None
    assert program.window.log.prompt.field.hasFocus()
    assert not program.window.shows_encounter


def test_the_turn_is_followed_after_the_start(program: Program, prep: Prep) -> None:
    """Those who joined do not stay selected: whoever acts is, at the start and after a wave."""
    with_wave(prep)
    prep.plans.editor.type_roster("3 gangers")
    prep.plans.staging.start()
    program.controller.step()
    assert program.window.table.selected() == program.controller.context.state.acting[:1]
    to_round(program, 2)
    before = program.window.table.selected()
    program.connections.prompts.accept_offer()
    assert program.window.table.selected() == before


def test_next_starts_what_is_prepared(program: Program, prep: Prep, hand: Hand) -> None:
    """N on an encounter nobody has joined yet is no empty fight."""
    prep.plans.editor.type_roster("2 bouncers")
    program.window.table.setFocus()
    hand.press(Key.Key_N)
    assert names(program) == ["Bouncer 1", "Bouncer 2"]
    assert program.controller.waits_for is not None


def test_starting_twice_duplicates_nobody(program: Program, prep: Prep) -> None:
    """Also when the beginning is taken back, and not the joining."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.staging.start()
    prep.plans.staging.start()
    program.controller.put_off()
    program.controller.undo()
    assert program.controller.context.state.stage == "ready"
    prep.plans.staging.start()
    assert len(names(program)) == 2


def test_undoing_the_start_brings_the_plan_back(program: Program, prep: Prep) -> None:
    """Nobody is on the table then, and it can be started again."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.staging.start()
    program.controller.put_off()
    program.controller.undo()
    program.controller.undo()
    assert names(program) == []
    assert not prep.plans.document.is_joined
    prep.plans.staging.start()
    assert len(names(program)) == 2


def test_a_start_is_remembered_after_a_restart(prep: Prep, reopen: Reopen) -> None:
    """The same fight opened again has not to be started again."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.staging.start()
    other = reopen()
    assert other.prep is not None
    assert other.prep.plans.document.is_joined
    assert len(names(other)) == 2


def test_who_was_put_on_the_table_by_hand_is_started_with(program: Program, prep: Prep) -> None:
    """A plan is not needed for a fight."""
    program.controller.perform(Add(creature="bouncer"))
    prep.plans.staging.start()
    assert names(program) == ["Bouncer"]
    assert program.controller.context.state.stage == "running"


# ---- parties


def test_a_party_carries_its_damage_into_the_next_fight(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """Saved from a fight by its menu, chosen in another: nobody is healed on the way."""
    program.controller.perform(Add(creature="hening", side="pc"))
    program.controller.perform(Add(creature="bouncer"))
    (pc, _) = program.controller.context.state.combatants.values()
    program.controller.perform(Adjust(who=(pc.id,), change="-4"))
    gauge = program.controller.context.ruleset.main_gauge
    assert gauge is not None
    hurt = program.controller.context.combatant(pc.id).gauges[gauge.key]
    prep.panel.party.menu().actions()[-1].trigger()
    dialog = program.window.findChild(PartyDialog)
    assert isinstance(dialog, PartyDialog)
    dialog.name.setCurrentText("Squad")
    hand.click(dialog.keep)
    program.campaigns.create_encounter("Lock", "d6pool")
    choice = prep.panel.party.menu().actions()[0]
    assert choice.text() == "Squad (1)"
    choice.trigger()
    assert prep.panel.roster.lines.lines[0].kind == "party"
    prep.plans.staging.start()
    (joined,) = program.controller.context.state.combatants.values()
    assert joined.name == pc.name
    assert joined.gauges[gauge.key] == hurt


def save_as_party(program: Program, hand: Hand, name: str) -> None:
    """Types the name of a party into the dialog that asks for it, and saves."""
    dialog = program.window.findChildren(PartyDialog)[-1]
    dialog.name.setCurrentText(name)
    hand.click(dialog.keep)


def test_a_party_is_saved_from_the_roster_before_anybody_is_on_the_table(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """The plan has the party instead of its lines, which undo brings back; who starts is there once."""
    prep.plans.editor.type_roster("1 hening, 2 bouncers")
    prep.plans.editor.set_recruit(0, structs.replace(prep.plans.plan.recruits[0], side="pc"))
    save = prep.panel.party.menu().actions()[-1]
    assert save.isEnabled()
    save.trigger()
    save_as_party(program, hand, "Squad")
    assert [(each.name, each.count) for each in prep.plans.parties.parties()] == [("Squad", 1)]
    assert [line.name for line in prep.panel.roster.lines.lines] == ["Squad", "Bouncer"]
    prep.plans.document.undo()
    assert roster(prep) == ["1 Hening", "2 Bouncer"]
    prep.plans.document.redo()
    hand.click(prep.panel.start)
    assert names(program) == ["Hening", "Bouncer 1", "Bouncer 2"]


def test_no_party_of_a_roster_without_player_characters(program: Program, prep: Prep) -> None:
    """It says what to do; roster and parties stay."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.parties.save_party("Squad")
    assert "player characters" in program.window.log.prompt.text
    assert prep.plans.parties.parties() == ()
    assert roster(prep) == ["2 Bouncer"]


def test_a_party_is_saved_from_the_creatures_selected_in_the_library(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """Whoever is no player character among them is left out; the encounter is as before."""
    made = rook, vex, _ = own(prep), own(prep, name="Vex"), own(prep, name="Mugger")
    for each in (rook, vex):
        creature = dataclasses.replace(each.value.creature, side="pc")
        prep.library().change({each.key: structs.replace(each.value, creature=creature)})
    hand.press(Key.Key_L)
    panel = program.room.parts.panel
    panel.list.select([item.key for item in made], rook.key)
    panel.list.menu_requested.emit(QPoint(5, 5))
    menu = next(each for each in panel.findChildren(QMenu) if each.isVisible())
    entry = next(each for each in menu.actions() if each.data() == "party")
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())
    save_as_party(program, hand, "Crew")
    (party,) = prep.plans.document.campaign.prepared.parties.all()
    assert party.value.name == "Crew"
    assert sorted(each.name for each in party.value.members) == ["Rook", "Vex"]
    assert prep.plans.plan.party is None
    assert names(program) == []


def test_the_page_of_a_creature_says_where_it_is_used_and_leads_there(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """Encounters by roster, wave or party, and parties; nothing is said of one that is used nowhere."""
    made, nobody = own(prep), own(prep, name="Vex")
    first = prep.plans.document.title
    with_wave(prep)
    prep.plans.editor.set_wave(
        0,
        structs.replace(prep.plans.plan.waves[0], recruits=prep.plans.recruits.of_keys([made.key])),
    )
    program.campaigns.create_encounter("Lock", "d6pool")
    prep.plans.editor.drop((made.key,))
    prep.plans.editor.set_recruit(0, structs.replace(prep.plans.plan.recruits[0], side="pc"))
    prep.plans.parties.save_party("Squad")
    program.campaigns.create_encounter("Roof", "d6pool")
    hand.press(Key.Key_L)
    program.room.parts.edit(nobody.key)
    used_in = program.room.parts.editor.sheet.used_in
    assert used_in.buttons == []
    assert not used_in.isVisible()
    program.room.parts.edit(made.key)
    assert [each.text() for each in used_in.buttons] == [first, "Lock", "Party Squad"]
    with qtbot.waitSignal(used_in.party_requested):
        QTimer.singleShot(0, prep.panel.party.menu(), prep.panel.party.menu().close)
        hand.click(used_in.buttons[2])
    prep.plans.editor.drop((made.key,))
    assert [each.text() for each in used_in.buttons] == [first, "Lock", "Roof", "Party Squad"]
    hand.click(used_in.buttons[1])
    qtbot.waitUntil(lambda: prep.plans.document.title == "Lock", timeout=10_000)


def test_a_party_of_the_same_name_is_brought_up_to_date(program: Program, prep: Prep) -> None:
    """Saved again, there is still one of that name, with who is there now."""
    program.controller.perform(Add(creature="hening", side="pc"))
    prep.plans.parties.save_party("Squad")
    program.controller.perform(Add(creature="fixer", side="pc"))
    prep.plans.parties.save_party("Squad")
    assert [(each.name, each.count) for each in prep.plans.parties.parties()] == [("Squad", 2)]


def test_a_party_is_deleted_once_that_is_confirmed(
    program: Program, prep: Prep, qtbot: QtBot
) -> None:
    """From the menu of the encounter it is planned for; the plan goes without."""
    program.controller.perform(Add(creature="hening", side="pc"))
    prep.plans.parties.save_party("Squad")
    prep.plans.parties.choose_party(prep.plans.parties.parties()[0].row)
    delete = next(each for each in prep.panel.party.menu().actions() if "Delete" in each.text())
    delete.trigger()
    answer(program, qtbot, "Delete")
    assert prep.plans.parties.parties() == ()
    assert prep.plans.plan.party is None


def test_no_party_without_player_characters(program: Program, prep: Prep) -> None:
    """It says so instead of keeping an empty one."""
    program.controller.perform(Add(creature="bouncer"))
    prep.plans.parties.save_party("Squad")
    assert "player characters" in program.window.log.prompt.text
    assert prep.plans.parties.parties() == ()


# ---- waves


def test_a_wave_is_offered_in_its_round_and_never_forced(program: Program, prep: Prep) -> None:
    """Not before; then in the strip, without a dialog."""
    with_wave(prep)
    prep.plans.staging.start()
    to_round(program, 1)
    assert offered(program) == ""
    to_round(program, 2)
    assert offered(program) == "Second boat comes now: 2 × Ganger"
    assert program.window.log.prompt.text.startswith("Second boat")
    assert QApplication.activeModalWidget() is None
    assert len(names(program)) == 1


def test_accepting_a_planned_wave_is_one_key(program: Program, prep: Prep, hand: Hand) -> None:
    """Budget of task 7: 1."""
    with_wave(prep)
    prep.plans.staging.start()
    to_round(program, 2)
    program.window.table.setFocus()
    hand.count = 0
    hand.press(Key.Key_W)
    assert names(program) == ["Bouncer", "Ganger 1", "Ganger 2"]
    assert hand.count == 1
    assert offered(program) == ""
    assert program.controller.session.log.path()[-1].command["wave"] == "Second boat"


def test_accepting_a_planned_wave_is_one_click(program: Program, prep: Prep, hand: Hand) -> None:
    """Or the button in the strip."""
    with_wave(prep)
    prep.plans.staging.start()
    to_round(program, 2)
    hand.count = 0
    hand.click(program.window.log.prompt.button)
    assert len(names(program)) == 3
    assert hand.count == 1


def test_a_wave_comes_once_and_undo_offers_it_again(program: Program, prep: Prep) -> None:
    """Undone it has not come; redone it has."""
    with_wave(prep)
    prep.plans.staging.start()
    to_round(program, 2)
    program.connections.prompts.accept_offer()
    to_round(program, 3)
    assert offered(program) == ""
    while len(names(program)) > 1:
        program.controller.undo()
    assert offered(program).startswith("Second boat")
    program.controller.redo()
    assert offered(program) == ""


def test_a_wave_put_off_is_offered_in_the_next_round(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """Escape puts it off for this round; nothing of it is lost."""
    with_wave(prep)
    prep.plans.staging.start()
    to_round(program, 2)
    program.window.log.prompt.take_focus()
    hand.press(Key.Key_Escape)
    assert offered(program) == ""
    assert len(names(program)) == 1
    to_round(program, 3)
    assert offered(program).startswith("Second boat")


def test_a_wave_is_still_due_after_a_restart(program: Program, prep: Prep, reopen: Reopen) -> None:
    """What was offered and not accepted is offered again; what came is not."""
    with_wave(prep)
    prep.plans.staging.start()
    to_round(program, 2)
    other = reopen()
    assert offered(other).startswith("Second boat")
    other.connections.prompts.accept_offer()
    assert len(names(other)) == 3


def test_a_wave_at_a_moment_in_words_is_sent_by_hand(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """Nobody but the game master knows when; its box has the button then."""
    with_wave(prep, None)
    prep.panel.show_tab("later")
    assert not prep.panel.later.waves[0].send.isVisible()
    prep.plans.staging.start()
    to_round(program, 2)
    assert offered(program) == ""
    program.window.show_encounter(shown=True)
    hand.click(prep.panel.later.waves[0].send)
    assert len(names(program)) == 3
    assert not prep.panel.later.waves[0].state.isHidden()


def test_a_wave_is_made_by_hand_typed_and_dropped_on(prep: Prep, hand: Hand) -> None:
    """Added, typed, dropped on, given a round: all in its box."""
    prep.panel.show_tab("later")
    hand.click(prep.panel.later.add_wave)
    hand.type("2 gangers")
    hand.press(Key.Key_Tab)
    (box,) = prep.panel.later.waves
    made = own(prep)
    assert drop(box, creatures(made.key))
    assert box.who.text() == "2 Ganger, 1 Rook"
    box.when.round.setFocus()
    box.when.round.selectAll()
    hand.type("4")
    hand.press(Key.Key_Tab)
    (wave,) = prep.plans.plan.waves
    assert (wave.round, [each.count for each in wave.recruits]) == (4, ["2", "1"])


def test_a_line_is_moved_into_a_wave(prep: Prep) -> None:
    """From the roster to those who wait."""
    prep.plans.editor.type_roster("2 bouncers, 1 ganger")
    prep.panel.roster.setCurrentIndex(prep.panel.roster.lines.index(1))
    prep.panel.form.wave.menu().actions()[-1].trigger()
    assert roster(prep) == ["2 Bouncer"]
    assert [each.creature for each in prep.plans.plan.waves[0].recruits] == ["ganger"]


# ---- reminders


def test_a_reminder_is_said_once_and_logged(program: Program, prep: Prep, hand: Hand) -> None:
    """Escape and Enter both mean it was heard; the log tells it was."""
    prep.plans.editor.type_roster("1 bouncer")
    prep.plans.editor.set_reminders((Reminder(text="The tide turns", round=2),))
    prep.plans.staging.start()
    to_round(program, 2)
    assert offered(program) == "Reminder: The tide turns"
    program.window.log.prompt.take_focus()
    hand.press(Key.Key_Escape)
    assert offered(program) == ""
    assert "The tide turns" in str(program.controller.session.log.path()[-1].command["text"])
    to_round(program, 3)
    assert offered(program) == ""


def test_enter_dismisses_a_reminder(program: Program, prep: Prep, hand: Hand) -> None:
    """The button has the keyboard after F6."""
    prep.plans.editor.type_roster("1 bouncer")
    prep.plans.editor.set_reminders((Reminder(text="The tide turns", round=1),))
    prep.plans.staging.start()
    program.controller.put_off()
    hand.press(Key.Key_F6)
    assert program.window.log.prompt.button.hasFocus()
    hand.press(Key.Key_Return)
    assert offered(program) == ""
    assert "The tide turns" in str(program.controller.session.log.path()[-1].command["text"])


def test_a_reminder_waits_for_somebody_to_fall(program: Program, prep: Prep) -> None:
    """By the name in the fight; not while they stand."""
    prep.plans.editor.type_roster("1 bouncer, 1 ganger")
    prep.plans.editor.set_reminders((Reminder(text="The others run", falls="Bouncer"),))
    prep.plans.staging.start()
    program.controller.perform(Next())
    bouncer, ganger = program.controller.context.state.combatants.values()
    program.controller.perform(Adjust(who=(ganger.id,), change="=-90"))
    assert offered(program) == ""
    program.controller.perform(Adjust(who=(bouncer.id,), change="=-90"))
    assert offered(program) == "Reminder: The others run"


def test_two_reminders_of_the_same_words_are_both_said(program: Program, prep: Prep) -> None:
    """Each in its round."""
    prep.plans.editor.type_roster("1 bouncer")
    tide = Reminder(text="The tide turns", round=1)
    prep.plans.editor.set_reminders((tide, structs.replace(tide, round=3)))
    prep.plans.staging.start()
    program.controller.perform(Next())
    assert offered(program)
    program.connections.prompts.accept_offer()
    to_round(program, 2)
    assert not offered(program)
    to_round(program, 3)
    assert offered(program)


def test_a_reminder_is_written_in_the_panel(prep: Prep, hand: Hand) -> None:
    """Text and round, kept when the field is left; the trash removes it."""
    prep.panel.show_tab("later")
    hand.click(prep.panel.later.add_reminder)
    hand.type("The tide turns")
    hand.press(Key.Key_Tab)
    (row,) = prep.panel.later.reminders
    row.when.words.setFocus()
    hand.type("Bouncer")
    hand.press(Key.Key_Tab)
    (kept,) = prep.plans.plan.reminders
    assert (kept.text, kept.falls) == ("The tide turns", "Bouncer")
    hand.click(row.remove)
    assert prep.plans.plan.reminders == ()


# ---- hit points from the table


def typed_lot(prep: Prep) -> None:
    """A creature of the campaign's own whose hit points are typed for each copy."""
    made = own(prep, name="Rook", ruleset="cwn", key="gang_gunman")
    prep.library().change({made.key: structs.replace(made.value, total="typed")})


def totals_dialog(program: Program) -> HitPointsDialog:
    """What asks for them."""
    (dialog,) = program.window.findChildren(HitPointsDialog)
    return dialog


def test_typed_hit_points_are_asked_for_at_the_start(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """Nobody joins before; too many and words are refused in place; the last copy has what the sheet says."""
    program.campaigns.create_encounter("Lock", "cwn")
    typed_lot(prep)
    prep.plans.editor.type_roster("3 rook")
    program.window.table.setFocus()
    hand.press(Key.Key_N)
    dialog = totals_dialog(program)
    assert nameless(dialog) == []
    assert names(program) == []
    for wrong in ("5 6 7 8", "many"):
        dialog.fields[0].setText(wrong)
        dialog.go.click()
        assert "Rook" in dialog.trouble.text()
        assert names(program) == []
    dialog.fields[0].setText("5 7")
    dialog.go.click()
    on_sheet = program.controller.context.ruleset.creature("gang_gunman")
    assert on_sheet is not None
    joined = program.controller.context.state.combatants.values()
    assert [combatant.sheet["hp"] for combatant in joined] == [5, 7, on_sheet.sheet["hp"]]
    assert program.controller.context.state.stage == "running"
    assert prep.plans.document.is_joined


def test_typed_hit_points_put_off_leave_everything_as_it_was(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """Escape: the fight has not begun, and can be started again."""
    program.campaigns.create_encounter("Lock", "cwn")
    typed_lot(prep)
    prep.plans.editor.type_roster("1d4+1 rook")
    prep.plans.staging.start()
    totals_dialog(program).reject()
    assert names(program) == []
    assert program.controller.context.state.stage == "ready"
    assert prep.plans.plan.recruits[0].count == "1d4+1"


def test_typed_hit_points_of_a_wave_are_asked_for_when_it_comes(
    program: Program, prep: Prep
) -> None:
    """As at the start."""
    program.campaigns.create_encounter("Lock", "cwn")
    typed_lot(prep)
    prep.plans.editor.type_roster("1 gang gunman")
    recruits = prep.plans.recruits.typed("2 rook")
    prep.plans.editor.set_wave(0, Wave(name="Second boat", recruits=recruits, round=2))
    prep.plans.staging.start()
    assert not prep.plans.staging.send_wave(0)
    dialog = totals_dialog(program)
    dialog.fields[0].setText("11, 12")
    dialog.go.click()
    late = list(program.controller.context.state.combatants.values())[1:]
    assert [combatant.sheet["hp"] for combatant in late] == [11, 12]
    assert prep.plans.progress.waves_come() == {0}


# ---- what is read aloud


def read_aloud(prep: Prep, text: str = "Rain on the deck. " * 20) -> str:
    """Plans a bouncer, and what the players hear when it begins."""
    prep.plans.editor.type_roster("1 bouncer")
    prep.plans.editor.write("", text, "")
    return text.strip()


def test_what_is_read_aloud_is_offered_at_the_beginning_and_shown_whole(
    program: Program, prep: Prep, hand: Hand, reopen: Reopen
) -> None:
    """A line of it in the strip; W shows all of it over the fight, which does not wait. Once, also after a restart."""
    text = read_aloud(prep)
    assert offered(program) == ""
    prep.plans.staging.start()
    program.controller.step()
    assert offered(program).startswith("Read aloud: Rain on the deck.")
    assert len(offered(program)) < 100
    program.window.table.setFocus()
    hand.press(Key.Key_W)
    (shown,) = program.window.findChildren(ReadAloudDialog)
    assert shown.text.toPlainText() == text
    assert shown.isVisible()
    assert not shown.isModal()
    assert nameless(shown) == []
    assert offered(program) == ""
    shown.close()
    assert offered(reopen()) == ""


def test_what_is_read_aloud_can_be_left_out(program: Program, prep: Prep, hand: Hand) -> None:
    """Escape; and whoever goes on without is not asked in the second round any more."""
    read_aloud(prep)
    prep.plans.staging.start()
    program.controller.step()
    program.window.log.prompt.take_focus()
    hand.press(Key.Key_Escape)
    assert offered(program) == ""
    assert program.window.findChildren(ReadAloudDialog) == []
    program.controller.undo()
    assert offered(program).startswith("Read aloud")
    to_round(program, 2)
    assert offered(program) == ""


# ---- what it costs


def four_characters(prep: Prep) -> None:
    """Puts four player characters into the library."""
    for name in ("Vesper", "Static", "Rook", "Amadi"):
        made = own(prep, key="hening", name=name)
        prep.library().change({made.key: structs.replace(made.value, kind="pc")})


def initiatives(program: Program) -> list[tuple[int, ...]]:
    """Returns the faces that were typed."""
    entry = program.controller.session.log.path()[-1]
    return [rolled.faces or () for rolled in entry.rolls if rolled.physical]


def test_starting_a_prepared_fight_is_within_its_budget(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """Task 1 prepared: four characters with typed initiative and six alike, at most 13."""
    four_characters(prep)
    prep.plans.editor.type_roster("pcs, 6 gangers")
    program.window.table.setFocus()
    hand.count = 0
    hand.press(Key.Key_N)
    hand.type("4 2 6 5")
    hand.press(Key.Key_Return)
    assert len(names(program)) == 10
    assert initiatives(program) == [(4,), (2,), (6,), (5,)]
    assert program.controller.context.state.acting
    assert hand.count <= 13


def test_starting_a_fight_from_nothing_is_within_its_budget(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """Task 1 cold: the same from an encounter nobody is in, at most 22."""
    four_characters(prep)
    program.window.table.setFocus()
    hand.count = 0
    hand.press(Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    hand.type("pcs,6 gange")
    hand.press(Key.Key_Return)
    hand.click(prep.panel.start)
    hand.type("4265")
    hand.press(Key.Key_Return)
    assert len(names(program)) == 10
    assert initiatives(program) == [(4,), (2,), (6,), (5,)]
    assert hand.count <= 22


def test_removing_everybody_leaves_the_plan(program: Program, prep: Prep) -> None:
    """The table is one thing, what was prepared another."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.staging.start()
    program.controller.put_off()
    program.controller.perform(Remove(who=tuple(program.controller.context.state.combatants)))
    assert roster(prep) == ["2 Bouncer"]


@pytest.mark.parametrize("ruleset", list(SYSTEMS))
def test_every_game_starts_with_what_was_prepared(
    program: Program, prep: Prep, ruleset: str
) -> None:
    """Whoever is planned stands on the table, and the fight waits for dice or for the first turn."""
    program.campaigns.create_encounter("Lock", ruleset)
    foe = next(each for each in program.controller.context.ruleset.creatures if each.side == "foe")
    hero = program.controller.context.ruleset.creatures[-1]
    prep.plans.editor.type_roster(f"2 {foe.name}, 1 {hero.name}")
    prep.plans.staging.start()
    assert len(names(program)) == 3
    is_running = program.controller.context.state.stage == "running"
    assert program.controller.waits_for is not None or is_running
    waits = program.controller.waits_for
    prep.plans.staging.start()
    assert len(names(program)) == 3
    assert program.controller.waits_for == waits


def test_notes_link_creatures_and_encounters_both_ways(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """[[Name]] is a button below the notes; the creature's page says who links to it; an unknown name says so."""
    made, friend = own(prep, name="Vex"), own(prep, name="Marrow")
    note = with_creature(friend.value, note="Owes [[vex]] money since [[Docks|the docks]].")
    prep.library().change({friend.key: note})
    first = prep.plans.document.title
    program.campaigns.create_encounter("Docks", "d6pool")
    prep.plans.editor.write("", "", "Ask [[Vex]] about [[Nobody]].")
    hand.press(Key.Key_L)
    program.room.parts.edit(made.key)
    editor = program.room.parts.editor
    said = [each.text() for each in editor.sheet.used_in.buttons]
    assert said == ["Linked from Docks", "Linked from Marrow"]
    hand.click(editor.sheet.used_in.buttons[1])
    qtbot.waitUntil(lambda: editor.key == friend.key, timeout=10_000)
    editor.tabs.setCurrentIndex(1)
    assert [each.text() for each in editor.notes.links.buttons] == ["vex", "Docks"]
    hand.click(editor.notes.links.buttons[0])
    qtbot.waitUntil(lambda: editor.key == made.key, timeout=10_000)
    prep.panel.show_tab("notes")
    links = prep.panel.notes.links
    assert [each.text() for each in links.buttons] == ["Vex", "Nobody"]
    hand.click(links.buttons[1])
    assert "“Nobody”" in program.window.log.prompt.text
    prep.open_link(first)
    qtbot.waitUntil(lambda: prep.plans.document.title == first, timeout=10_000)


def test_the_palette_finds_what_is_written_of_any_encounter(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """By the beginnings of words of notes and of what is read aloud; Enter opens the encounter at its notes."""
    first = prep.plans.document.title
    prep.plans.editor.write(
        "", "Rain on the cranes.", "The foreman lies.\nKestrel holds the ledger."
    )
    program.campaigns.create_encounter("Roof", "d6pool")
    program.window.table.setFocus()
    hand.press(Key.Key_K, Ctrl)
    panel = program.window.command
    qtbot.waitUntil(lambda: panel.isVisible() and panel.line.hasFocus(), timeout=10_000)
    hand.type("kestr ledg")
    ((_, hit),) = panel.list.results.rows
    assert (hit.found.title, hit.found.note) == (f"Notes: {first}", "Kestrel holds the ledger.")
    qtbot.waitUntil(lambda: panel.is_seen)
    hand.press(Key.Key_Return)
    qtbot.waitUntil(lambda: prep.plans.document.title == first, timeout=10_000)
    assert prep.panel.tab == "notes"
    assert prep.panel.notes.isVisible()
