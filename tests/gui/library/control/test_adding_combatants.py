"""A: whoever is to join is looked up in the library, from anywhere and at any moment."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.errors import SaveError
from encounter_gui.core.messages import say
from encounter_gui.gui.library.browse.library_panel import LibraryPanel
from encounter_gui.rules.model.commands import Settle
from tests.gui.library.conftest import Ctrl, Hands, Key, begin, names, own, shown
from tests.gui.window.conftest import Start, show

# ---- where it leads


def test_a_opens_the_library_ready_to_be_typed_into(adding: LibraryPanel, program: Program) -> None:
    """Beside the fight, which stays."""
    assert adding.search.hasFocus()
    assert program.window.table.isVisible()
    assert not program.window.is_prep


def test_before_the_fight_begins_a_adds_to_the_table(program: Program, hands: Hands) -> None:
    """L prepares; A adds: nobody is planned, they are there."""
    hands.press(Key.Key_A)
    assert not program.window.is_prep
    hands.type("2 enfo")
    hands.press(Key.Key_Return)
    assert names(program)[3:] == ["Enforcer 1", "Enforcer 2"]


def test_own_creatures_are_found_like_those_of_the_ruleset(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """Everything is searched."""
    own(program, "Marrow")
    hands.type("marr")
    assert shown(adding) == ["Marrow"]
    hands.press(Key.Key_Return)
    assert names(program)[3:] == ["Marrow"]


def test_a_works_before_the_library_has_been_read(
    start: Start, qtbot: QtBot, hands: Hands, tmp_path: Path
) -> None:
    """Pressed the moment the window is there, it waits for the library rather than do nothing."""
    program = start()
    program.campaigns.create(tmp_path / "Docks.encounter")
    with qtbot.waitActive(program.window):
        program.window.show()
        program.window.activateWindow()
    assert program.prep is None
    program.window.table.setFocus()
    hands.press(Key.Key_A)
    hands.type("enfo")
    hands.press(Key.Key_Return)
    assert names(program) == ["Enforcer"]
    qtbot.waitUntil(lambda: program.prep is not None)
    assert program.room.parts.panel.search.hasFocus()


def test_a_in_prep_goes_to_the_search_and_changes_nothing_else(
    prepared: Program, hands: Hands
) -> None:
    """What is being prepared stays: who is found is planned."""
    prepared.room.parts.panel.list.setFocus()
    hands.press(Key.Key_A)
    assert prepared.room.parts.panel.search.hasFocus()
    assert prepared.window.is_prep


# ---- one after the other


def test_after_enter_the_next_name_is_typed_over_the_last(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """Nothing has to be cleared between two of a party."""
    hands.type("2 enfo")
    hands.press(Key.Key_Return)
    hands.type("fixer")
    hands.press(Key.Key_Return)
    assert names(program)[3:] == ["Enforcer 1", "Enforcer 2", "Fixer"]


def test_enter_again_adds_one_more_and_the_field_says_so(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """The number has been used up; what the field and the button show is what Enter does."""
    hands.type("4 enfo")
    assert "4" in adding.add.words
    hands.press(Key.Key_Return)
    assert adding.search.text() == "enfo"
    assert "4" not in adding.add.words
    hands.press(Key.Key_Return)
    assert len(names(program)) == 3 + 4 + 1


def test_a_number_that_was_refused_stays_typed(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """Nothing happened, so nothing typed is lost."""
    program.controller.view_entry(program.controller.session.log.path()[0].id)
    hands.type("4 enfo")
    hands.press(Key.Key_Return)
    assert adding.search.text() == "4 enfo"
    assert "4" in adding.add.words


def test_all_who_joined_can_be_seen(
    adding: LibraryPanel, program: Program, hands: Hands, qtbot: QtBot
) -> None:
    """However many were there before: the table shows the new ones, as many as it has room for."""
    hands.type("12 ganger")
    hands.press(Key.Key_Return)
    hands.type("4 enfo")
    hands.press(Key.Key_Return)
    table = program.window.table

    def are_seen() -> bool:
        places = [index.row() for index in table.selectionModel().selectedRows()]
        rows = [table.visualRect(table.rows.index(place, 0)) for place in places]
        return len(rows) == 4 and all(table.viewport().rect().contains(row) for row in rows)

    qtbot.waitUntil(are_seen)


def test_joining_has_its_mark_in_the_log(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """As adding by a command has."""
    hands.type("enfo")
    hands.press(Key.Key_Return)
    row = program.window.log.log.rows.row_at(0)
    assert row.icon == "plus"


# ---- and back


def test_esc_closes_the_library_and_gives_the_keyboard_back(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """One key, also right after somebody was added."""
    hands.type("enfo")
    hands.press(Key.Key_Return)
    hands.press(Key.Key_Escape)
    assert not adding.isVisible()
    assert program.window.table.hasFocus()


def test_esc_clears_a_name_that_is_being_typed_first(adding: LibraryPanel, hands: Hands) -> None:
    """It may have been a slip; the second closes."""
    hands.type("enx")
    hands.press(Key.Key_Escape)
    assert adding.isVisible()
    assert adding.search.text() == ""
    hands.press(Key.Key_Escape)
    assert not adding.isVisible()


def test_the_name_searched_last_is_selected_when_a_is_pressed_again(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """A, Enter: another of the same."""
    hands.type("enfo")
    hands.press(Key.Key_Return)
    hands.press(Key.Key_Escape)
    hands.press(Key.Key_A)
    assert adding.search.selectedText() == "enfo"
    hands.press(Key.Key_Return)
    assert names(program)[3:] == ["Enforcer", "Enforcer 2"]


def test_a_slip_is_taken_back_from_the_search_field(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """Ctrl+Z right after Enter means those who joined, and nobody who joined before."""
    hands.type("enfo")
    hands.press(Key.Key_Return)
    hands.press(Key.Key_Z, Ctrl)
    assert len(names(program)) == 3
    assert not adding.notice.isVisible()


def test_undo_in_the_library_never_reaches_past_it_into_the_fight(
    adding: LibraryPanel, program: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Once the fight has gone on, Ctrl+Z in the dock is about the library alone again."""
    hands.type("enfo")
    hands.press(Key.Key_Return)
    assert adding.notice.undo.isVisible()
    program.controller.session.perform(Settle())
    program.controller.step()
    assert not adding.notice.isVisible()
    hands.press(Key.Key_Z, Ctrl)
    assert len(names(program)) == 4


def test_a_change_of_the_library_is_taken_back_before_the_joining(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """The last thing first."""
    (item,) = own(program, "Marrow")
    hands.type("marr")
    hands.press(Key.Key_Return)
    program.room.parts.library.edits.tag([item.key], ["docks"], [])
    hands.press(Key.Key_Z, Ctrl)
    assert names(program)[3:] == ["Marrow"]
    assert program.room.parts.library.creatures.one(item.key) == item


# ---- what cannot be


def test_many_who_joined_are_said_in_a_short_sentence(adding: LibraryPanel, hands: Hands) -> None:
    """Who is first, who is last, how many."""
    hands.type("12 enfo")
    hands.press(Key.Key_Return)
    said = adding.notice.message.text
    assert said == "Enforcer 1 to Enforcer 12 joined the fight, 12 in all"


def test_a_long_sentence_is_told_in_full(adding: LibraryPanel, program: Program) -> None:
    """The dock is narrow: it takes as many lines as it needs."""
    program.room.parts.controllers.joining.add(("cwn:assassin",), 1)
    message = adding.notice.message
    one_line = message.heightForWidth(2_000)
    assert message.heightForWidth(message.width()) > one_line
    assert message.height() >= message.heightForWidth(message.width())


def test_nobody_joins_the_past_and_it_is_said(
    adding: LibraryPanel, program: Program, hands: Hands
) -> None:
    """While an earlier moment is looked at."""
    program.controller.view_entry(program.controller.session.log.path()[0].id)
    before = len(program.controller.session.log)
    hands.type("enfo")
    hands.press(Key.Key_Return)
    assert len(program.controller.session.log) == before
    assert "Back to live" in adding.notice.message.text


def test_a_ruleset_that_is_damaged_is_named_and_the_rest_can_be_used(
    start: Start, qtbot: QtBot, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files were spoilt after the campaign was made: the fight goes on by its own copy of the rules."""
    program = start()
    program.campaigns.create(tmp_path / "Docks.encounter")
    spoilt = tmp_path / "data" / "rulesets" / "d6pool"
    spoilt.mkdir(parents=True)
    (spoilt / "ruleset.toml").write_text('name = "D6 pools\n', encoding="utf-8")
    monkeypatch.setattr("encounter_gui.paths.user_folder", lambda: tmp_path / "data")
    show(program, qtbot)
    hands.press(Key.Key_A)
    panel = program.room.parts.panel
    said = panel.notice.message.text
    assert panel.notice.isVisible()
    assert "D6 pools" in said
    assert "d6pool/ruleset.toml" in said
    assert panel.facets.pills[0].toggle_shown.text == "D6 pools"
    own(program, "Marrow")
    hands.type("marr")
    hands.press(Key.Key_Return)
    assert names(program) == ["Marrow"]


def test_a_library_that_cannot_be_read_says_so_in_the_strip(
    program: Program, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The campaign's own creatures cannot be read: no dock, no crash, one sentence."""
    begin(program)

    def unreadable() -> None:
        raise SaveError(say("storage.record_failed", file="Docks", reason="disk error"))

    monkeypatch.setattr(program.room, "_shelves", unreadable)
    program.room.parts.library.close()
    for key, modifier in ((Key.Key_A, Qt.KeyboardModifier.NoModifier), (Key.Key_F, Ctrl)):
        hands.press(key, modifier)
        assert not program.room.parts.panel.isVisible()
        assert program.window.table.hasFocus()
        assert "disk error" in program.window.log.prompt.state.error


def test_a_dock_left_open_shows_the_library_of_the_campaign_that_is_opened(
    adding: LibraryPanel, program: Program, tmp_path: Path
) -> None:
    """The creatures of the campaign before are gone from it."""
    own(program, "Marrow")
    assert "Marrow" in shown(adding)
    program.campaigns.create(tmp_path / "Other.encounter")
    assert adding.isVisible()
    assert "Marrow" not in shown(adding)
    assert "Enforcer" in shown(adding)
