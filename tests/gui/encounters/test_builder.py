"""An encounter prepared in the real window: typed, dropped, counted, changed, kept."""

import dataclasses

import pytest
from msgspec import structs
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.gui.widgets.creature_drag import CREATURES
from encounter_gui.play.prep.creature_repository import CreatureItem
from encounter_gui.play.prep.record_edits import with_creature
from encounter_gui.rules.model.prepared import LibraryCreature, Reminder, Wave
from tests.gui.encounters.conftest import Hand, Reopen, fight

Key = Qt.Key
Alt, Ctrl = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
_BUTTON = Qt.MouseButton.LeftButton


def own(
    prep: Prep, key: str = "ganger", name: str = "Rook", ruleset: str = "d6pool"
) -> CreatureItem:
    """Adds a creature of the campaign's own, like one of the ruleset's."""
    like = prep.library().one(f"{ruleset}:{key}")
    assert like is not None
    creature = dataclasses.replace(like.value.creature, key=name.casefold(), name=name)
    (made,) = prep.library().add(ruleset, [LibraryCreature(creature=creature)])
    return made


def roster(prep: Prep) -> list[str]:
    """Returns the lines of the roster as they are shown."""
    lines = prep.panel.roster.lines.lines
    return [f"{line.count} {line.name}" for line in lines if line.kind == "recruit"]


def drop(widget: QWidget, data: QMimeData) -> bool:
    """Drags something onto a widget and lets go, as Qt tells of it; returns whether it was taken."""
    middle, actions = QPoint(10, 10), Qt.DropAction.CopyAction
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(middle, actions, data, _BUTTON, none)
    QApplication.sendEvent(widget, enter)
    let_go = QDropEvent(middle.toPointF(), actions, data, _BUTTON, none)
    if enter.isAccepted():
        QApplication.sendEvent(widget, let_go)
    return enter.isAccepted() and let_go.isAccepted()


def creatures(*keys: str) -> QMimeData:
    """Returns creatures of the library as they are dragged."""
    data = QMimeData()
    data.setData(CREATURES, "\n".join(keys).encode())
    return data


def answer(program: Program, qtbot: QtBot, word: str) -> None:
    """Presses a button of the question that is asked."""
    box = program.window.findChild(QMessageBox, "encounter_question")
    assert isinstance(box, QMessageBox)
    button = next(each for each in box.findChildren(QPushButton) if word in each.text())
    qtbot.mouseClick(button, _BUTTON)


# ---- who


def test_pcs_adds_whoever_is_on_the_side_of_the_player_characters(prep: Prep) -> None:
    """By the button of the side or by that of the kind; they are planned as player characters either way."""
    by_side = own(prep, name="Ash")
    prep.library().change({by_side.key: with_creature(by_side.value, side="pc")})
    by_kind = own(prep, name="Bex")
    prep.library().change({by_kind.key: structs.replace(by_kind.value, kind="pc")})
    own(prep, name="Olek")
    prep.plans.editor.type_roster("pcs")
    assert roster(prep) == ["1 Ash", "1 Bex"]
    sides = [line.side for line in prep.panel.roster.lines.lines if line.kind == "recruit"]
    assert sides == ["pc", "pc"]


def test_pcs_says_that_there_are_none(program: Program, prep: Prep) -> None:
    """It added nobody, and said nothing."""
    assert not prep.plans.editor.type_roster("pcs")
    assert "no player characters" in program.window.log.prompt.text


def with_parties(prep: Prep, *names: str) -> None:
    """Saves parties of one character each."""
    item = own(prep, name="Ash")
    prep.library().change({item.key: with_creature(item.value, side="pc")})
    for name in names:
        prep.plans.parties.save_creatures(name, [item.key])


@pytest.mark.parametrize("word", ["pcs", "squad", "Squad", "party", "night crew"])
def test_the_party_is_called_by_a_word_or_by_its_name(
    program: Program, prep: Prep, hand: Hand, word: str
) -> None:
    """As in the line of a fight; beside it others are typed as always, and one undo takes back all of it."""
    with_parties(prep, "Night crew")
    hand.press(Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    hand.type(f"{word}, 2 bouncers")
    hand.press(Key.Key_Return)
    kinds = [(line.kind, line.name) for line in prep.panel.roster.lines.lines]
    assert kinds[0] == ("party", "Night crew")
    assert [each for each, _ in kinds] == ["party", "recruit"]
    prep.plans.document.undo()
    assert not prep.panel.roster.lines.lines


def test_of_several_parties_the_name_decides(program: Program, prep: Prep) -> None:
    with_parties(prep, "Night crew", "Day crew")
    assert not prep.plans.editor.type_roster("pcs")
    assert "Night crew" in program.window.log.prompt.text
    assert not prep.plans.editor.type_roster("night crew, day crew")
    assert prep.plans.editor.type_roster("day crew")
    assert prep.plans.parties.party().name == "Day crew"  # type: ignore[union-attr]


def test_an_empty_encounter_is_there_to_be_prepared(program: Program, prep: Prep) -> None:
    """The panel stands at the right by itself; it begins nothing while nobody is planned."""
    assert prep.panel.isVisible()
    assert not prep.panel.start.isEnabled()


def test_a_roster_is_typed(prep: Prep, hand: Hand) -> None:
    """Shift+E leads to the field wherever the keyboard is; Enter adds all lines."""
    hand.press(Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    hand.type("1d4+1 gangers, 2 bouncers")
    hand.press(Key.Key_Return)
    assert roster(prep) == ["1d4+1 Ganger", "2 Bouncer"]
    assert prep.panel.summary.text().startswith("4–7 ")
    assert prep.panel.add.text() == ""


def test_more_of_the_same_make_the_line_longer(prep: Prep) -> None:
    """Typed twice is one line; dice stay a line of their own."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.editor.type_roster("1 bouncer, 1d4 bouncers")
    assert roster(prep) == ["3 Bouncer", "1d4 Bouncer"]


def test_what_nobody_is_called_is_said_where_it_was_typed(prep: Prep, hand: Hand) -> None:
    """Nothing is added, nothing of the line is lost, and typing on forgives it."""
    hand.press(Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    hand.type("2 bouncers, 3 dragoons")
    hand.press(Key.Key_Return)
    assert "dragoons" in prep.panel.trouble.text()
    assert prep.panel.add.text() == "2 bouncers, 3 dragoons"
    assert roster(prep) == []
    hand.type("x")
    assert not prep.panel.trouble.isVisible()


def test_creatures_are_dropped_from_the_library(prep: Prep) -> None:
    """The keys of the library come as text, one a line; shipped and own ones alike."""
    made = own(prep)
    assert drop(prep.panel.roster.viewport(), creatures("d6pool:bouncer", made.key))
    assert roster(prep) == ["1 Bouncer", "1 Rook"]
    assert prep.plans.plan.recruits[1].own == made.row


def test_other_things_are_not_dropped_on_the_roster(prep: Prep) -> None:
    """Text from anywhere is no creature."""
    data = QMimeData()
    data.setText("d6pool:bouncer")
    assert not drop(prep.panel.roster.viewport(), data)
    assert roster(prep) == []


def test_a_creature_of_another_game_is_refused(program: Program, prep: Prep) -> None:
    """It says which game the encounter is for; nothing is added."""
    other = next(item for item in prep.library().items if item.ruleset == "cwn")
    assert not prep.plans.editor.drop((other.key,))
    assert other.value.name in program.window.log.prompt.text
    assert roster(prep) == []


def test_plus_and_minus_count(prep: Prep, hand: Hand) -> None:
    """On the line, by key or by its buttons; never below one; dice are added to."""
    prep.plans.editor.type_roster("2 bouncers, 1d4 gangers")
    hand.click_row(prep.panel.roster, 0)
    hand.press(Key.Key_Plus)
    assert roster(prep)[0] == "3 Bouncer"
    for _ in range(4):
        hand.press(Key.Key_Minus)
    assert roster(prep)[0] == "1 Bouncer"
    hand.click_row(prep.panel.roster, 1)
    hand.click(prep.panel.form.more)
    assert roster(prep)[1] == "1d4+1 Ganger"
    hand.click(prep.panel.form.fewer)
    assert roster(prep)[1] == "1d4 Ganger"


def test_lines_are_moved_and_removed(prep: Prep, hand: Hand) -> None:
    """Alt with the arrows moves, Delete takes out, Ctrl+Z takes that back."""
    prep.plans.editor.type_roster("2 bouncers, 1d4 gangers")
    hand.click_row(prep.panel.roster, 0)
    hand.press(Key.Key_Down, Alt)
    assert roster(prep) == ["1d4 Ganger", "2 Bouncer"]
    hand.press(Key.Key_Delete)
    assert roster(prep) == ["1d4 Ganger"]
    hand.press(Key.Key_Z, Ctrl)
    assert roster(prep) == ["1d4 Ganger", "2 Bouncer"]


def test_undo_in_the_panel_leaves_the_fight_alone(program: Program, prep: Prep, hand: Hand) -> None:
    """Ctrl+Z with the roster in hand is about the roster."""
    before = program.controller.session.log.head
    prep.plans.editor.type_roster("2 bouncers")
    hand.click_row(prep.panel.roster, 0)
    hand.press(Key.Key_Z, Ctrl)
    assert roster(prep) == []
    assert program.controller.session.log.head == before


# ---- as what


def test_a_line_says_as_what_they_join(program: Program, prep: Prep, hand: Hand) -> None:
    """Count, side, variant, hidden, name and group are of this encounter."""
    prep.plans.editor.type_roster("2 bouncers")
    hand.click_row(prep.panel.roster, 0)
    form = prep.panel.form
    form.side.setCurrentIndex(form.side.findData("ally"))
    form.side.activated.emit(form.side.currentIndex())
    form.overlay.setCurrentIndex(form.overlay.findData("elite"))
    form.overlay.activated.emit(form.overlay.currentIndex())
    hand.click(form.hidden)
    hand.click(form.unfold)
    hand.click(form.name)
    hand.type("Doorman")
    hand.press(Key.Key_Return)
    hand.click(form.group)
    hand.type("door")
    hand.press(Key.Key_Return)
    recruit = prep.plans.plan.recruits[0]
    assert (recruit.side, recruit.overlay, recruit.is_hidden) == ("ally", "elite", True)
    assert (recruit.name, recruit.group) == ("Doorman", "door")
    prep.plans.staging.start()
    joined = list(program.controller.context.state.combatants.values())
    assert [combatant.name for combatant in joined] == ["Doorman 1", "Doorman 2"]
    assert all(combatant.side == "ally" and "hidden" in combatant.flags for combatant in joined)
    assert all(combatant.memo["group"] == "door" for combatant in joined)


def test_a_count_that_is_none_is_marked_and_not_kept(prep: Prep, hand: Hand) -> None:
    """Letters are no count; dice are."""
    prep.plans.editor.type_roster("2 bouncers")
    hand.click_row(prep.panel.roster, 0)
    count = prep.panel.form.count
    count.selectAll()
    count.setFocus()
    hand.type("many")
    hand.press(Key.Key_Return)
    assert count.property("wrong") == "true"
    assert roster(prep) == ["2 Bouncer"]
    count.selectAll()
    hand.type("2d6")
    hand.press(Key.Key_Return)
    assert roster(prep) == ["2d6 Bouncer"]


def test_conditions_are_planned(program: Program, prep: Prep, hand: Hand) -> None:
    """Each of them begins with it; a click takes it off the plan again."""
    prep.plans.editor.type_roster("2 bouncers")
    hand.click_row(prep.panel.roster, 0)
    form = prep.panel.form
    key = str(form.condition.itemData(1))
    form.condition.setCurrentIndex(1)
    form.condition.activated.emit(1)
    assert [each.key for each in prep.plans.plan.recruits[0].conditions] == [key]
    prep.plans.staging.start()
    assert all(
        combatant.has(key) for combatant in program.controller.context.state.combatants.values()
    )


def test_a_copy_is_changed_without_the_library(program: Program, prep: Prep, hand: Hand) -> None:
    """A number of this encounter alone; the line is marked, the library keeps its own."""
    made = own(prep)
    prep.plans.editor.drop((made.key,))
    hand.click_row(prep.panel.roster, 0)
    form = prep.panel.form
    hand.click(form.unfold)
    form.field.setCurrentIndex(form.field.findData("strength"))
    hand.click(form.value)
    hand.type("9")
    hand.press(Key.Key_Return)
    assert prep.plans.plan.recruits[0].sheet == {"strength": 9}
    assert prep.panel.roster.lines.lines[0].is_different
    kept = prep.library().one(made.key)
    assert kept is not None
    assert kept.value == made.value
    prep.plans.staging.start()
    (combatant,) = program.controller.context.state.combatants.values()
    assert combatant.sheet["strength"] == 9
    assert prep.library().one(made.key) == kept


def changed_copy(prep: Prep, hand: Hand) -> CreatureItem:
    """Plans an own creature that is stronger here."""
    made = own(prep)
    prep.plans.editor.drop((made.key,))
    recruit = prep.plans.plan.recruits[0]
    from msgspec import structs

    prep.plans.editor.set_recruit(0, structs.replace(recruit, sheet={"strength": 9}))
    hand.click_row(prep.panel.roster, 0)
    hand.click(prep.panel.form.unfold)
    return made


def test_updating_the_copy_asks_first(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """What was changed here is dropped only when that is said."""
    changed_copy(prep, hand)
    hand.click(prep.panel.form.update_copy)
    answer(program, qtbot, "Cancel")
    assert prep.plans.plan.recruits[0].sheet == {"strength": 9}
    hand.click(prep.panel.form.update_copy)
    answer(program, qtbot, "Update")
    assert prep.plans.plan.recruits[0].sheet == {}


def test_writing_into_the_library_asks_first(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """Then the original is as the copy was, and the copy differs no more."""
    made = changed_copy(prep, hand)
    hand.click(prep.panel.form.into_library)
    answer(program, qtbot, "Change")
    kept = prep.library().one(made.key)
    assert kept is not None
    assert kept.value.creature.sheet["strength"] == 9
    assert prep.plans.plan.recruits[0].sheet == {}


def test_a_creature_that_is_gone_is_marked_and_refused(program: Program, prep: Prep) -> None:
    """The line says so before the fight, the refusal says it again, and nobody joins."""
    made = own(prep)
    prep.plans.editor.drop((made.key,))
    prep.plans.editor.type_roster("2 bouncers")
    prep.library().remove([made.key])
    prep.plans.tell()
    assert prep.panel.roster.lines.lines[0].is_missing
    prep.plans.staging.start()
    assert not program.controller.context.state.combatants
    assert program.window.log.prompt.text


# ---- what is written, and what stays


def test_everything_planned_is_there_after_a_restart(
    prep: Prep, hand: Hand, reopen: Reopen
) -> None:
    """Roster, texts and folder are in the campaign's file the moment they are left."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.panel.show_tab("notes")
    prep.panel.notes.folder.setFocus()
    hand.type("Chapter 2")
    hand.press(Key.Key_Tab)
    hand.type("Rain on the deck.")
    hand.press(Key.Key_Tab)
    hand.type("They want the case.")
    hand.press(Key.Key_Tab)
    before = prep.plans.plan
    other = reopen().prep
    assert other is not None
    assert other.plans.plan == before
    assert (before.folder, before.read_aloud, before.notes) == (
        "Chapter 2",
        "Rain on the deck.",
        "They want the case.",
    )


def test_what_is_still_being_written_stays_with_its_encounter(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """Another encounter opened with the keyboard still in a field: the words do not move over to it."""
    first = program.campaigns.encounter
    prep.plans.editor.set_wave(0, Wave(name="Second boat", round=2))
    prep.panel.show_tab("notes")
    prep.panel.notes.notes.setFocus()
    hand.type("They want the case.")
    program.campaigns.create_encounter("Lock", "d6pool")
    assert prep.plans.plan.notes == ""
    assert prep.panel.notes.notes.toPlainText() == ""
    prep.plans.editor.set_wave(0, Wave(name="Sentries", round=3))
    prep.panel.show_tab("later")
    prep.panel.later.waves[0].name.setFocus()
    hand.type(" in the dark")
    program.campaigns.open_encounter(first)
    assert prep.plans.plan.notes == "They want the case."
    assert [wave.name for wave in prep.plans.plan.waves] == ["Second boat"]


def test_what_is_being_written_is_kept_when_the_program_ends(
    prep: Prep, hand: Hand, reopen: Reopen
) -> None:
    """Nothing has to be left first."""
    prep.panel.show_tab("notes")
    prep.panel.notes.notes.setFocus()
    hand.type("They want the case.")
    other = reopen().prep
    assert other is not None
    assert other.plans.plan.notes == "They want the case."


def test_the_title_names_the_encounter(program: Program, prep: Prep, hand: Hand) -> None:
    """Everywhere: in the panel, the window's title and the list."""
    prep.panel.title.selectAll()
    prep.panel.title.setFocus()
    hand.type("Pier 9")
    hand.press(Key.Key_Return)
    assert program.window.windowTitle().startswith("Pier 9 ")
    assert fight(prep, 0).text(0) == "Pier 9"


def test_sums_speak_of_threat_and_hit_dice(program: Program, prep: Prep) -> None:
    """As far as the game has them; the mean where dice decide how many."""
    program.campaigns.create_encounter("Lock", "cwn")
    creatures = program.controller.context.ruleset.creatures
    creature = next(each for each in creatures if each.sheet.get("danger"))
    danger, dice = creature.sheet.get("danger", 0), creature.sheet.get("hd", 0)
    assert isinstance(danger, int)
    assert isinstance(dice, int)
    prep.plans.editor.type_roster(f"4 {creature.name}")
    assert str(4 * danger) in prep.panel.sums.text()
    assert str(4 * dice) in prep.panel.sums.text()


# ---- several fights


def test_several_fights_stand_side_by_side(program: Program, prep: Prep, hand: Hand) -> None:
    """In their folders, each with how far it is; Enter opens one, with its own plan."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.editor.write("Chapter 1", "", "")
    program.campaigns.create_encounter("Lock", "d6pool")
    assert roster(prep) == []
    prep.panel.show_tab("all")
    tree = prep.panel.fights.tree
    assert [fight(prep, at).text(0) for at in range(2)] == ["Lock", "Chapter 1"]
    inside = fight(prep, 1, 0)
    assert inside.text(1) == "not started"
    tree.setCurrentItem(inside)
    tree.setFocus()
    hand.press(Key.Key_Return)
    assert roster(prep) == ["2 Bouncer"]


def test_a_fight_is_duplicated_with_its_plan_not_begun(
    program: Program, prep: Prep, hand: Hand
) -> None:
    """The same roster once more; what came in the first is still to come in the second."""
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.staging.start()
    prep.panel.show_tab("all")
    program.window.show_encounter(shown=True)
    hand.click(prep.panel.fights.duplicate)
    assert roster(prep) == ["2 Bouncer"]
    assert program.controller.context.state.stage == "ready"
    assert not program.controller.context.state.combatants
    stages = [each.stage for each in prep.panel.fights._fights]
    assert sorted(stages) == ["ready", "running"]


def test_a_fight_is_renamed_in_the_list(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """F2 on it; the window is called so too."""
    program.window.show_encounter(shown=True)
    prep.panel.show_tab("all")
    tree = prep.panel.fights.tree
    tree.setCurrentItem(fight(prep, 0))
    tree.setFocus()
    hand.press(Key.Key_F2)
    hand.type("Pier 9")
    hand.press(Key.Key_Return)
    # Qt lets the editor see the key first, and takes over the text after that.
    qtbot.waitUntil(lambda: program.window.windowTitle().startswith("Pier 9 "))
    assert fight(prep, 0).text(0) == "Pier 9"


def test_a_fight_is_deleted_but_not_the_open_one(
    program: Program, prep: Prep, hand: Hand, qtbot: QtBot
) -> None:
    """Asked first; the one on the desk stays, and says why."""
    program.window.show_encounter(shown=True)
    prep.panel.show_tab("all")
    assert not prep.panel.fights.remove.isEnabled()
    assert "stays" in prep.panel.fights.remove.toolTip()
    hand.click(prep.panel.fights.duplicate)
    prep.panel.show_tab("all")
    other = next(at for at in range(2) if not fight(prep, at).font(0).bold())
    prep.panel.fights.tree.setCurrentItem(fight(prep, other))
    prep.panel.fights.tree.setFocus()
    hand.press(Key.Key_Delete)
    answer(program, qtbot, "Cancel")
    assert prep.panel.fights.tree.topLevelItemCount() == 2
    hand.click(prep.panel.fights.remove)
    answer(program, qtbot, "Delete")
    assert prep.panel.fights.tree.topLevelItemCount() == 1
    assert prep.panel.fights._fights[0].is_open


def test_gear_is_drawn_where_it_is_asked_for(program: Program, prep: Prep, hand: Hand) -> None:
    """A question mark behind a name makes up names and gear; without it each carries what it has in the library."""
    prep.plans.editor.type_roster("3 gangers?, 1 ganger")
    first, second = prep.plans.plan.recruits
    assert (first.name, first.draws_gear) == ("?", True)
    assert (second.name, second.draws_gear) == ("", False)
    hand.click_row(prep.panel.roster, 1)
    hand.click(prep.panel.form.unfold)
    hand.click(prep.panel.form.gear)
    assert prep.plans.plan.recruits[1].draws_gear


def test_everything_in_the_panel_has_a_name(program: Program, prep: Prep, hand: Hand) -> None:
    """A screen reader says what it is, on every page."""
    prep.plans.editor.type_roster("2 bouncers")
    hand.click_row(prep.panel.roster, 0)
    hand.click(prep.panel.form.unfold)
    prep.plans.editor.to_wave(0, 0)
    prep.plans.editor.type_roster("2 bouncers")
    prep.plans.editor.set_reminders((Reminder(text="The tide turns", round=2),))
    for page in ("roster", "later", "notes", "all"):
        prep.panel.show_tab(page)
        nameless = [
            f"{type(each).__name__} on {page}"
            for each in prep.panel.findChildren(QWidget)
            if isinstance(each, QAbstractButton | QAbstractItemView | QComboBox | QLineEdit)
            and each.isVisible()
            and not isinstance(each, QHeaderView)
            and not each.objectName().startswith("qt_")
            and not (each.accessibleName() or (isinstance(each, QAbstractButton) and each.text()))
        ]
        assert not nameless, nameless


def test_the_library_adds_to_the_plan_in_prep(program: Program, prep: Prep, hand: Hand) -> None:
    """What the library's button adds stands in the roster, as many as were asked for."""
    program.window.actions_of["prep"].trigger()
    program.room.plan_requested.emit(("d6pool:bouncer", "d6pool:bouncer"))
    assert roster(prep) == ["2 Bouncer"]
