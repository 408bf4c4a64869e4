"""The library in the window, by keys and clicks."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.library.browse.library_panel import LibraryPanel
from encounter_gui.gui.library.list.list_lines import CreatureLine
from encounter_gui.gui.widgets.creature_drag import dragged_keys
from encounter_gui.play.prep.record_edits import with_field
from tests.gui.library.conftest import (
    Ctrl,
    Hands,
    Key,
    Shift,
    begin,
    creature,
    names,
    own,
    reopened,
    shown,
)
from tests.gui.window.conftest import Start, show

# ---- finding


def test_letters_narrow_the_list_and_say_how_many(panel: LibraryPanel, hands: Hands) -> None:
    """As it is typed; the best fit is selected."""
    assert panel.search.hasFocus()
    hands.type("enfo")
    assert shown(panel) == ["Enforcer"]
    assert panel.list.current() == "d6pool:enforcer"
    assert panel.search.count_text.startswith("1 of ")


def test_the_fights_own_ruleset_is_the_filter_at_first(panel: LibraryPanel) -> None:
    """Others are a click away."""
    lines = [line for line in panel.list.rows.lines if isinstance(line, CreatureLine)]
    assert {line.key.partition(":")[0] for line in lines} == {"d6pool"}
    assert panel.facets.pills[0].toggle_shown.is_on


def test_a_pill_switches_its_facet(panel: LibraryPanel, qtbot: QtBot) -> None:
    """A click turns a suggested tag on, another off again."""
    before = shown(panel)
    pill = next(each for each in panel.facets.pills if not each.toggle_shown.is_on)
    tag = pill.toggle_shown.text
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert 0 < len(shown(panel)) < len(before)
    pill = next(each for each in panel.facets.pills if each.toggle_shown.text == tag)
    assert pill.toggle_shown.is_on
    qtbot.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert shown(panel) == before


def test_the_menu_offers_every_facet_with_counts(panel: LibraryPanel, qtbot: QtBot) -> None:
    """Choosing the ruleset that is on shows all rulesets."""
    menu = panel.facets.menu()
    rulesets = menu.actions()[0].menu()
    chosen = next(each for each in rulesets.actions() if each.isChecked())
    chosen.trigger()
    assert len(shown(panel)) == len(panel._controller.creatures)
    menu.deleteLater()


def test_a_filter_kept_under_a_name_is_there_after_reopening(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """It is the campaign's, not the window's."""
    hands.type("gang")
    panel.facets.keeping_begun.emit()
    hands.type("Gangs")
    hands.press(Key.Key_Return)
    panel.search.setFocus()
    hands.press(Key.Key_Escape)
    assert len(shown(panel)) > 6
    path = program.campaigns.campaign.path
    program.campaigns.close()
    program.campaigns.open(path)
    program.room.parts.panel  # noqa: B018 - furnishes
    program.room._open_library()
    program.room.parts.controllers.filters.use_filter("Gangs")
    assert program.room.parts.library.text == "gang"
    assert [each.name for each in program.room.parts.controllers.filters.filters] == ["Gangs"]
    program.room.parts.controllers.filters.drop_filter("Gangs")
    assert program.room.parts.controllers.filters.filters == ()


def test_arrows_walk_the_list_while_the_name_is_typed(panel: LibraryPanel, hands: Hands) -> None:
    """The focus stays in the field; headings are stepped over; Shift grows the selection."""
    hands.type("gang")
    first = panel.list.current()
    hands.press(Key.Key_Down)
    second = panel.list.current()
    assert second != first
    hands.press(Key.Key_Up)
    hands.press(Key.Key_Down, Shift)
    assert set(panel.list.selected()) == {first, second}
    assert panel.search.hasFocus()


def test_a_heading_folds_its_group(panel: LibraryPanel, qtbot: QtBot) -> None:
    """By a click, and by ← in the list."""
    before = shown(panel)
    place = panel.list.visualRect(panel.list.rows.index(0)).center()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(shown(panel)) < len(before)
    panel.list.setCurrentIndex(panel.list.rows.index(0))
    qtbot.keyClick(panel.list, Key.Key_Right)
    assert shown(panel) == before


def test_what_was_added_is_found_again_among_the_recent(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """Whatever is searched for since."""
    hands.type("enfo")
    hands.press(Key.Key_Return)
    hands.type("xyz")
    assert shown(panel) == []
    menu = panel.facets.menu()
    recent = next(each.menu() for each in menu.actions() if each.text() == "Recently added")
    (chosen,) = recent.actions()
    assert chosen.text() == "Enforcer"
    chosen.trigger()
    assert panel.list.current() == "d6pool:enforcer"
    menu.deleteLater()


def test_the_recent_are_remembered_by_the_campaign(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """Opened again it still knows them, newest first."""
    for name in ("enfo", "ganger"):
        hands.type(name)
        hands.press(Key.Key_Return)
    used = [item.value.name for item in program.room.parts.library.creatures.recent]
    assert used == ["Ganger", "Enforcer"]
    assert program.campaigns.is_open
    path = program.campaigns.campaign.path
    program.campaigns.close()
    program.campaigns.open(path)
    if not program.room.parts.library.is_open:
        hands.press(Key.Key_L)
    assert [item.value.name for item in program.room.parts.library.creatures.recent] == used


# ---- adding to the fight


def test_enter_adds_to_the_fight_and_counts_the_copies(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """One Enter, one step that can be taken back."""
    entries = len(program.controller.session.log)
    hands.type("4 enforcer")
    hands.press(Key.Key_Return)
    assert names(program)[3:] == [f"Enforcer {n}" for n in range(1, 5)]
    assert len(program.controller.session.log) == entries + 1
    line = panel.list.rows.line_at(panel.list.currentIndex().row())
    assert isinstance(line, CreatureLine)
    assert line.copies == 4
    program.controller.undo()
    assert len(names(program)) == 3


def test_four_more_by_a_button(panel: LibraryPanel, program: Program, qtbot: QtBot) -> None:
    """+4 adds four of what is selected."""
    panel.list.select(["d6pool:enforcer"])
    qtbot.mouseClick(panel.several, Qt.MouseButton.LeftButton)
    assert len(names(program)) == 7


def test_several_selected_join_together(
    panel: LibraryPanel, program: Program, qtbot: QtBot
) -> None:
    """One of each, in one step."""
    panel.list.select(["d6pool:enforcer", "d6pool:fixer"])
    qtbot.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    assert sorted(names(program)[3:]) == ["Enforcer", "Fixer"]


def test_creatures_are_dragged_onto_the_table(panel: LibraryPanel, program: Program) -> None:
    """What is dragged names the creatures; dropped on the table, they join."""
    (item,) = own(program, "Marrow")
    panel.list.select([item.key])
    data = panel.list.rows.mimeData(panel.list.selectedIndexes())
    assert dragged_keys(data) == (item.key,)
    drop(program, data)
    assert names(program)[3:] == ["Marrow"]
    assert [c.origin for c in program.controller.context.state.combatants.values()][3] == item.key


def drop(program: Program, data: QMimeData) -> None:
    """Drops something on the table of combatants."""
    viewport = program.window.table.viewport()
    how = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    entering = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, data, *how)
    QApplication.sendEvent(viewport, entering)
    assert entering.isAccepted()
    falling = QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, data, *how)
    QApplication.sendEvent(viewport, falling)


def test_a_creature_of_another_ruleset_is_refused_in_the_dock(
    panel: LibraryPanel, program: Program
) -> None:
    """It says which ruleset the fight is played by, and nobody joins."""
    program.room.parts.controllers.joining.add(("cwn:assassin",), 1)
    assert "D6 pools" in panel.notice.message.text
    assert len(names(program)) == 3


def test_hit_points_typed_for_each_copy(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """A creature marked so asks; each number is a copy. A word among them is refused in place."""
    (item,) = own(program, "Marrow")
    from msgspec import structs

    program.room.parts.library.creatures.change(
        {item.key: structs.replace(item.value, total="typed")}
    )
    hands.type("marrow")
    hands.press(Key.Key_Return)
    assert panel.ask.isVisible()
    hands.type("12 nine")
    hands.press(Key.Key_Return)
    assert panel.ask.message.tone == "danger"
    assert len(names(program)) == 3
    panel.ask.field.clear()
    hands.type("12 9")
    hands.press(Key.Key_Return)
    new = list(program.controller.context.state.combatants.values())[3:]
    assert [combatant.sheet["health"] for combatant in new] == [12, 9]
    assert panel.search.hasFocus()


# ---- changing the library


def test_delete_is_the_docks_and_comes_back_with_undo(
    panel: LibraryPanel, program: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Del and Ctrl+Z in the list are about creatures; the fight stays as it is."""
    kept = own(program, "Marrow", "Okoro")
    entries = len(program.controller.session.log)
    panel.list.select([item.key for item in kept])
    panel.list.setFocus()
    hands.press(Key.Key_Delete)
    assert reopen_shelf(program) == []
    assert len(names(program)) == 3
    hands.press(Key.Key_Z, Ctrl)
    assert reopen_shelf(program) == ["Marrow", "Okoro"]
    hands.press(Key.Key_Y, Ctrl)
    assert reopen_shelf(program) == []
    qtbot.mouseClick(panel.notice.undo, Qt.MouseButton.LeftButton)
    assert reopen_shelf(program) == ["Marrow", "Okoro"]
    assert len(program.controller.session.log) == entries


def reopen_shelf(program: Program) -> list[str]:
    """The campaign's own creatures, read from its file anew."""
    return [
        kept.value.name for kept in program.campaigns.campaign._campaign.prepared.creatures.all()
    ]


def test_what_comes_with_a_ruleset_cannot_be_deleted(panel: LibraryPanel, hands: Hands) -> None:
    """It says what to do instead."""
    panel.list.select(["d6pool:enforcer"])
    panel.list.setFocus()
    hands.press(Key.Key_Delete)
    assert "Enforcer" in panel.notice.message.text
    assert panel.notice.message.tone == "danger"
    assert "Enforcer" in shown(panel)


def test_duplicate_makes_a_copy_of_the_campaigns_own(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """Ctrl+D in the dock; the window's own Ctrl+D duplicates no combatant meanwhile."""
    hands.type("enforcer")
    hands.press(Key.Key_D, Ctrl)
    assert reopen_shelf(program) == ["Enforcer copy"]
    assert len(names(program)) == 3


def test_a_variant_is_the_creature_and_what_differs(panel: LibraryPanel, program: Program) -> None:
    """The overlay of the ruleset is added to the sheet; the variant knows its base."""
    panel.list.select(["d6pool:gang_a"])
    panel.do("vary:elite")
    (made,) = [item for item in program.room.parts.library.creatures.items if item.is_own]
    base = program.room.parts.library.creatures.one("d6pool:gang_a")
    assert made.value.name == "Gang A (elite)"
    assert made.value.creature.sheet["firearms"] == base.value.creature.sheet["firearms"] + 2
    assert program.room.parts.library.base_of(made) == base
    assert panel.list.selected() == (made.key,)


def test_tags_of_several_at_once(panel: LibraryPanel, program: Program, hands: Hands) -> None:
    """Ctrl+T asks in place."""
    kept = own(program, "Marrow", "Okoro")
    panel.list.select([item.key for item in kept])
    panel.list.setFocus()
    hands.press(Key.Key_T, Ctrl)
    hands.type("docks")
    hands.press(Key.Key_Return)
    tags = [program.room.parts.library.creatures.one(item.key).value.creature.tags for item in kept]
    assert tags == [("docks",), ("docks",)]
    assert panel.list.hasFocus()


def test_a_field_of_several_at_once_is_shown_before_it_is_set(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """= in the list; out of range says what is allowed, and nothing has changed."""
    kept = own(program, "Marrow", "Okoro")
    panel.list.select([item.key for item in kept])
    panel.list.setFocus()
    hands.type("=dex 50")
    assert "1–20" in panel.ask.message.text
    hands.press(Key.Key_Return)
    assert panel.ask.isVisible()
    assert program.room.parts.library.creatures.one(kept[0].key) == kept[0]
    hands.press(Key.Key_Backspace)
    assert panel.ask.message.text == "Dexterity: 3 → 5 · 2 creatures"
    hands.press(Key.Key_Return)
    sheets = [
        program.room.parts.library.creatures.one(item.key).value.creature.sheet for item in kept
    ]
    assert sheets == [{"dexterity": 5}, {"dexterity": 5}]


def test_esc_in_a_question_changes_nothing(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """And the keyboard is where it was."""
    (item,) = own(program, "Marrow")
    panel.list.select([item.key])
    panel.list.setFocus()
    hands.type("=dex 5")
    hands.press(Key.Key_Escape)
    assert not panel.ask.isVisible()
    assert panel.list.hasFocus()
    assert program.room.parts.library.creatures.one(item.key) == item


def test_updating_copies_gives_them_the_new_numbers_and_keeps_their_wounds(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """What a copy has suffered is not the library's business."""
    (item,) = own(program, "Marrow")
    program.room.parts.controllers.joining.add((item.key,), 2)
    copy = list(program.controller.context.state.combatants.values())[3]
    from encounter_gui.rules.model.commands import Adjust

    program.controller.perform(Adjust(who=(copy.id,), change="-4"))
    hurt = program.controller.context.combatant(copy.id).gauges["th"]
    program.room.parts.library.creatures.change({item.key: with_field(item.value, "firearms", 7)})
    program.room.parts.controllers.joining.update_copies(item.key)
    copies = list(program.controller.context.state.combatants.values())[3:]
    assert [each.sheet["firearms"] for each in copies] == [7, 7]
    assert copies[0].gauges["th"] == hurt


# ---- in the window


def test_beside_a_fight_nothing_but_the_width_of_the_middle_changes(
    program: Program, hands: Hands, qtbot: QtBot
) -> None:
    """The dock opens at the left; timeline, panel and the heights in the middle stay, and come back with Esc."""
    begin(program)
    window = program.window
    parts = (window.timeline, window.status, window.turn_bar)
    before = [(part.mapTo(window, QPoint(0, 0)), part.size()) for part in parts]
    tops = [
        each.mapTo(window, QPoint(0, 0)).y()
        for each in (window.table, window.attack_panel, window.log)
    ]
    right = window.table.mapTo(window, QPoint(window.table.width(), 0)).x()
    width = window.table.width()
    hands.press(Key.Key_L)
    assert program.room.parts.panel.isVisible()
    assert [(part.mapTo(window, QPoint(0, 0)), part.size()) for part in parts] == before
    assert tops == [
        each.mapTo(window, QPoint(0, 0)).y()
        for each in (window.table, window.attack_panel, window.log)
    ]
    qtbot.waitUntil(lambda: window.table.width() < width)
    assert window.table.mapTo(window, QPoint(window.table.width(), 0)).x() == right
    hands.press(Key.Key_Escape)
    assert not program.room.parts.panel.isVisible()
    assert window.table.hasFocus()
    qtbot.waitUntil(lambda: window.table.width() == width)


def test_a_fight_that_has_not_begun_is_prepared(
    program: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Library, editor and encounter; a fight that begins takes the window back."""
    qtbot.waitUntil(lambda: program.prep is not None)
    hands.press(Key.Key_L)
    assert program.window.is_prep
    assert program.room.parts.editor.isVisible()
    assert not program.window.timeline.isVisible()
    assert program.window.shows_encounter
    program.controller.step()
    assert not program.window.is_prep
    assert program.window.table.isVisible()
    assert program.window.timeline.isVisible()


def test_the_rail_opens_the_library_then_prep_then_the_fight(
    program: Program, qtbot: QtBot
) -> None:
    """One button, three states."""
    begin(program)
    button = program.window.rail.findChild(type(program.room.parts.panel.new), "rail_library")
    for dock, prep in ((True, False), (True, True), (False, False)):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert (program.room.parts.panel.isVisible(), program.window.is_prep) == (dock, prep)


def test_in_prep_what_is_added_is_planned(prepared: Program, hands: Hands, qtbot: QtBot) -> None:
    """The fight has not begun: the roster at the right takes it."""
    qtbot.waitUntil(lambda: prepared.prep is not None)
    assert prepared.window.shows_encounter
    hands.type("3 enforcer")
    hands.press(Key.Key_Return)
    assert len(names(prepared)) == 3
    (line,) = prepared.prep.plans.plan.recruits
    assert (line.creature, line.count) == ("enforcer", "3")


# ---- many


@pytest.fixture
def many(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """A campaign with 5,000 creatures of its own."""
    program = start()
    program.campaigns.create(tmp_path / "Many.encounter")
    show(program, qtbot)
    library = program._library_services().creatures
    library.add(
        "d6pool",
        [creature(f"Creature {n:04}", f"tag{n % 40}", firearms=n % 9) for n in range(5_000)],
    )
    return program


def test_five_thousand_are_found_listed_and_walked(many: Program, hands: Hands) -> None:
    """All are there, the right ones are found, the last can be reached and scrolled to."""
    begin_prep(many, hands)
    panel = many.room.parts.panel
    assert len(shown(panel)) == 5_000 + len(many.room.parts.library.ruleset("d6pool").creatures)
    panel.list.scrollToBottom()
    assert panel.list.verticalScrollBar().value() == panel.list.verticalScrollBar().maximum()
    hands.type("creature 4321")
    assert shown(panel) == ["Creature 4321"]
    assert panel.search.count_text == f"1 of {len(many.room.parts.library.creatures)}"
    hands.press(Key.Key_Escape)
    many.room.parts.library.edits.tag([many.room.parts.library.found[0].key], ["boss"], [])
    panel.facets.narrowed.emit(
        type(many.room.parts.library.wanted)(
            tags=frozenset({"tag7"}), rulesets=frozenset({"d6pool"})
        )
    )
    assert len(shown(panel)) == 125


def begin_prep(program: Program, hands: Hands) -> None:
    """Opens the library."""
    hands.press(Key.Key_L)
    assert program.room.parts.panel.search.hasFocus()


def test_own_creatures_are_in_the_file(panel: LibraryPanel, program: Program) -> None:
    """Nothing has to be saved by hand."""
    own(program, "Marrow")
    path = program.campaigns.campaign.path
    program.end()
    assert reopened(path) == ["Marrow"]
