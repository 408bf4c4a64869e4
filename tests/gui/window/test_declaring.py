"""Declaring at the real window: the sheet in the place of bench and log, by keys only or by the mouse only."""

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.declare.declare_layout import layout_of
from encounter_gui.gui.declare.declare_list import DeclareList
from encounter_gui.gui.declare.declare_panel import DeclarePanel
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.model.commands import Add, Next
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.view import DeclareRow
from tests.gui.window.conftest import Start, look, show

Key = Qt.Key


def begun(start: Start, qtbot: QtBot, tmp_path: Path, sample: str) -> Program:
    """A sample fight that has come to its next declaring."""
    program = start()
    program.campaigns.create(tmp_path / "Declared.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{sample}.toml")
    show(program, qtbot)
    controller = program.controller
    for _ in range(60):
        if controller.system.declare_sheet(controller.context) is not None:
            break
        program.window.actions_of["next"].trigger()
        if isinstance(controller.waits_for, tuple):
            controller.answer((None,) * len(controller.waits_for))
    qtbot.waitUntil(lambda: program.window.large_panels.current is not None)
    return program


@pytest.fixture
def harbour(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The sample of phases, while phase 4 is declared."""
    return begun(start, qtbot, tmp_path, "night-harbour")


@pytest.fixture
def bridge(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The sample of D6 pools, while a turn is declared."""
    return begun(start, qtbot, tmp_path, "canal-bridge")


def sheet(program: Program) -> DeclarePanel:
    look(program)
    panel = program.window.large_panels.current
    assert isinstance(panel, DeclarePanel)
    return panel


def rows(program: Program) -> tuple[DeclareRow, ...]:
    return sheet(program).list.rows.sheet.rows


def place(program: Program, name: str) -> int:
    return next(at for at, row in enumerate(rows(program)) if row.name.startswith(name))


def row(program: Program, name: str) -> DeclareRow:
    return rows(program)[place(program, name)]


def click_option(program: Program, qtbot: QtBot, name: str, option: str) -> None:
    """Clicks an option of a row where it is painted."""
    shown = sheet(program).list
    rect = QRectF(shown.visualRect(shown.rows.index(place(program, name))))
    part = shown.delegate.layout_for(rect.width()).options[option].of(rect)
    click(shown, qtbot, part.center().toPoint())


def click(shown: DeclareList, qtbot: QtBot, point: QPoint) -> None:
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=point)


def declared(program: Program, name: str) -> do.Declare:
    """What somebody has declared, as it stands in the log."""
    who = next(
        each.id
        for each in program.controller.context.state.combatants.values()
        if each.name.startswith(name)
    )
    commands = [entry.command for entry in program.controller.session.log.path()]
    kept = next(
        each
        for each in reversed(commands)
        if each.get("do") == "declare" and each.get("who") == who
    )
    return msgspec.convert(kept, do.Declare)


def test_it_opens_by_itself_and_has_the_keyboard(harbour: Program) -> None:
    panel = sheet(harbour)
    assert panel.list.hasFocus()
    assert not harbour.window.log.isVisible()
    assert not harbour.window.attack_panel.isVisible()
    first = panel.list.current
    assert first is not None
    assert first.status == "silent"


def test_a_phase_is_declared_by_keys_alone(harbour: Program, qtbot: QtBot) -> None:
    shown = sheet(harbour).list
    qtbot.keyClick(shown, Key.Key_2)
    qtbot.keyClick(shown, Key.Key_D)
    qtbot.keyClick(shown, Key.Key_I)
    editor = shown.field
    assert editor.hasFocus()
    qtbot.keyClicks(editor, "behind the crates; then no")
    qtbot.keyClick(editor, Key.Key_Return)
    assert shown.hasFocus()
    assert row(harbour, "Vesper").total == "−6"
    qtbot.keyClick(shown, Key.Key_Return)
    who = row(harbour, "Vesper").who
    assert declared(harbour, "Vesper") == do.Declare(
        who=who, actions=2, stances=("ducking",), intent="behind the crates; then no"
    )
    assert shown.current == row(harbour, "Static")
    qtbot.keyClick(shown, Key.Key_F)
    qtbot.keyClick(shown, Key.Key_F)
    qtbot.keyClick(shown, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert declared(harbour, "Static").full == "sprint"
    assert {each.status for each in rows(harbour) if each.side == "pc"} == {"said"}
    phase = harbour.controller.context.state.round
    qtbot.keyClick(shown, Key.Key_N)
    state = harbour.controller.context.state
    assert (state.round, state.group >= 0) == (phase, True)
    assert state.combatants[who].gauges["actions"] == 2
    look(harbour)
    assert harbour.window.large_panels.current is None
    assert harbour.window.log.isVisible()


def test_escape_leaves_the_intent_as_it_was_and_the_sheet_open(
    harbour: Program, qtbot: QtBot
) -> None:
    shown = sheet(harbour).list
    qtbot.keyClick(shown, Key.Key_I)
    qtbot.keyClicks(shown.field, "nonsense")
    qtbot.keyClick(shown.field, Key.Key_Escape)
    assert shown.hasFocus()
    assert row(harbour, "Vesper").intent == ""


def test_a_phase_is_declared_by_the_mouse_alone(harbour: Program, qtbot: QtBot) -> None:
    panel = sheet(harbour)
    click_option(harbour, qtbot, "Vesper", "actions/3")
    click_option(harbour, qtbot, "Vesper", "stances/snap_shot")
    click_option(harbour, qtbot, "Rook", "stances/hunkering")
    assert declared(harbour, "Vesper").actions == 3
    assert declared(harbour, "Vesper").stances == ("snap_shot",)
    qtbot.mouseClick(panel.rest, Qt.MouseButton.LeftButton)
    assert declared(harbour, "Rook").stances == ("hunkering",)
    qtbot.mouseClick(harbour.window.turn_bar.next, Qt.MouseButton.LeftButton)
    assert harbour.controller.context.state.group >= 0


def test_what_was_pressed_is_declared_when_another_row_is_entered(
    harbour: Program, qtbot: QtBot
) -> None:
    shown = sheet(harbour).list
    qtbot.keyClick(shown, Key.Key_3)
    qtbot.keyClick(shown, Key.Key_Down)
    assert declared(harbour, "Vesper").actions == 3
    assert row(harbour, "Vesper").status == "said"


@pytest.mark.parametrize("way", ["begin", "escape", "close"])
def test_what_was_pressed_is_never_lost(harbour: Program, qtbot: QtBot, way: str) -> None:
    shown = sheet(harbour).list
    qtbot.keyClick(shown, Key.Key_3)
    match way:
        case "begin":
            qtbot.keyClick(shown, Key.Key_N)
        case "escape":
            qtbot.keyClick(shown, Key.Key_Escape)
        case _:
            harbour.controller.close()
            harbour.campaigns.open_encounter(harbour.campaigns.encounter)
    assert declared(harbour, "Vesper").actions == 3


def test_the_table_and_the_panel_follow_the_row(harbour: Program, qtbot: QtBot) -> None:
    shown = sheet(harbour).list
    qtbot.keyClick(shown, Key.Key_Down)
    who = row(harbour, "Static").who
    assert harbour.controller.selected == (who,)
    assert harbour.connections.views.shown == who
    harbour.window.table.select([row(harbour, "Rook").who])
    assert shown.current == row(harbour, "Rook")


def test_foes_are_covered_until_f8_is_held(harbour: Program, qtbot: QtBot) -> None:
    shown = sheet(harbour).list
    harbour.window.table.select([row(harbour, "Marrow").who])
    before = row(harbour, "Marrow").command
    qtbot.keyClick(shown, Key.Key_3)
    assert row(harbour, "Marrow").command == before
    qtbot.keyPress(shown, Key.Key_F8)
    assert not shown.rows.is_covering
    qtbot.keyClick(shown, Key.Key_3)
    qtbot.keyRelease(shown, Key.Key_F8)
    assert shown.rows.is_covering
    qtbot.keyClick(shown, Key.Key_Return)
    assert declared(harbour, "Marrow").actions == 3


def test_the_pill_uncovers_them_by_the_mouse(harbour: Program, qtbot: QtBot) -> None:
    panel = sheet(harbour)
    qtbot.mouseClick(panel.cover, Qt.MouseButton.LeftButton)
    assert not panel.list.rows.is_covering
    click_option(harbour, qtbot, "Marrow", "actions/2")
    assert row(harbour, "Marrow").total == "−5"
    qtbot.mouseClick(panel.cover, Qt.MouseButton.LeftButton)
    assert panel.list.rows.is_covering


def test_what_cannot_be_declared_is_not_taken(harbour: Program, qtbot: QtBot) -> None:
    """Dr Amadi gives first aid: one action, no more. Source: PHA-71."""
    click_option(harbour, qtbot, "Dr Amadi", "actions/3")
    assert row(harbour, "Dr Amadi").command == do.Declare(who=row(harbour, "Dr Amadi").who)
    assert "first aid" in sheet(harbour)._refusal.text


def test_escape_leaves_it_and_the_action_brings_it_back(harbour: Program, qtbot: QtBot) -> None:
    window = harbour.window
    qtbot.keyClick(sheet(harbour).list, Key.Key_Escape)
    look(harbour)
    assert window.large_panels.current is None
    assert window.attack_panel.isVisible()
    harbour.controller.select(())
    look(harbour)
    assert window.large_panels.current is None
    window.actions_of["declare"].trigger()
    assert sheet(harbour).list.hasFocus()


def test_it_can_be_told_not_to_open_by_itself(harbour: Program, qtbot: QtBot, start: Start) -> None:
    window = harbour.window
    window.actions_of["declare_automatic"].trigger()
    look(harbour)
    assert window.large_panels.current is None
    window.actions_of["declare"].trigger()
    assert isinstance(window.large_panels.current, DeclarePanel)
    other = start()
    assert not other.window.actions_of["declare_automatic"].isChecked()


def test_npcs_do_what_they_did_unless_told_otherwise(harbour: Program, qtbot: QtBot) -> None:
    shown = sheet(harbour).list
    qtbot.mouseClick(sheet(harbour).cover, Qt.MouseButton.LeftButton)
    harbour.window.table.select([row(harbour, "Okoro").who])
    qtbot.keyClick(shown, Key.Key_2)
    who = row(harbour, "Okoro").who
    to_next_declaring(harbour)
    assert row(harbour, "Okoro").status == "filled"
    harbour.window.actions_of["next"].trigger()
    assert harbour.controller.context.state.combatants[who].gauges["actions"] == 2


def to_next_declaring(program: Program) -> None:
    """Goes on until the next phase or turn is declared; the program rolls."""
    controller = program.controller
    begun_in = controller.context.state.round
    while controller.context.state.round == begun_in or not controller.system.declare_sheet(
        controller.context
    ):
        program.window.actions_of["next"].trigger()
        if isinstance(controller.waits_for, tuple):
            controller.answer((None,) * len(controller.waits_for))


def test_a_click_and_undo_take_one_declaration_back(harbour: Program, qtbot: QtBot) -> None:
    shown = sheet(harbour).list
    qtbot.keyClick(shown, Key.Key_3)
    qtbot.keyClick(shown, Key.Key_S)
    qtbot.keyClick(shown, Key.Key_Return)
    harbour.window.actions_of["undo"].trigger()
    assert row(harbour, "Vesper").status == "silent"
    assert row(harbour, "Vesper").total == "0"


def test_movement_is_declared_with_the_turn(bridge: Program, qtbot: QtBot) -> None:
    shown = sheet(bridge).list
    first = shown.current
    assert first is not None
    qtbot.keyClick(shown, Key.Key_1)
    qtbot.keyClick(shown, Key.Key_N)
    if isinstance(bridge.controller.waits_for, tuple):
        bridge.controller.answer((None,) * len(bridge.controller.waits_for))
    assert bridge.controller.context.combatant(first.who).has("running")
    look(bridge)
    assert bridge.window.large_panels.current is None


def test_while_dice_are_asked_for_the_strip_can_be_seen(bridge: Program, qtbot: QtBot) -> None:
    bridge.controller.start(Next(), ask=True)
    if bridge.controller.waits_for is None:
        pytest.skip("nobody at the table rolls")
    assert bridge.window.log.prompt.isVisible()
    bridge.window.log.prompt.dismiss()
    look(bridge)
    assert isinstance(bridge.window.large_panels.current, DeclarePanel)


def test_nobody_declares_in_the_past(harbour: Program) -> None:
    harbour.controller.view_entry(harbour.controller.session.log.path()[-2].id)
    look(harbour)
    assert harbour.window.large_panels.current is None
    harbour.controller.view_head()
    look(harbour)
    assert harbour.window.large_panels.current is not None


def test_the_row_is_told_to_a_screen_reader(harbour: Program) -> None:
    model = sheet(harbour).list.rows
    words = model.data(model.index(place(harbour, "Vesper")), Qt.ItemDataRole.AccessibleTextRole)
    assert words == "Vesper Kane: nothing said, 1, 0"
    words = model.data(model.index(place(harbour, "Marrow")), Qt.ItemDataRole.AccessibleTextRole)
    assert words == "Marrow: covered"


def test_who_is_declared_for_is_marked_in_the_table(harbour: Program, qtbot: QtBot) -> None:
    shown = sheet(harbour).list
    qtbot.keyClick(shown, Key.Key_Down)
    assert harbour.window.table._pointed.declaring == row(harbour, "Static").who
    qtbot.keyClick(shown, Key.Key_Escape)
    look(harbour)
    assert harbour.window.table._pointed.declaring is None


def test_a_sheet_without_room_says_keys_in_place_of_words(harbour: Program) -> None:
    shown = sheet(harbour).list
    assert not shown.delegate.layout_for(1008).is_small
    small = shown.delegate.layout_for(660)
    assert small.is_small
    assert small.intent.width >= 100
    assert isinstance(row(harbour, "Vesper").who, str | CombatantId)


def test_the_sheet_has_the_keyboard_when_dice_typed_in_the_strip_have_opened_it(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Initiative is typed, Enter takes it, the sheet opens: the next key is the sheet's."""
    harbour = start()
    harbour.campaigns.create(tmp_path / "Begun.encounter")
    harbour.campaigns.create_encounter("Begun", "phases")
    controller, prompt = harbour.controller, harbour.window.log.prompt
    assert controller.perform(Add(creature="rook", side="pc"))
    assert controller.perform(Add(creature="jackal_gunner", side="foe"))
    show(harbour, qtbot)
    harbour.window.table.setFocus()
    harbour.window.actions_of["next"].trigger()
    assert prompt.take_focus()
    assert isinstance(controller.waits_for, tuple)
    qtbot.keyClicks(prompt.field, "435" * len(controller.waits_for))
    qtbot.keyClick(prompt.field, Key.Key_Return)
    assert sheet(harbour).list.hasFocus()
    first = sheet(harbour).list.current
    assert first is not None
    qtbot.keyClick(sheet(harbour).list, Key.Key_2)
    qtbot.keyClick(sheet(harbour).list, Key.Key_Return)
    assert declared(harbour, first.name).actions == 2


@pytest.mark.parametrize("game", ["harbour", "bridge"])
def test_an_intent_that_was_typed_without_enter_is_declared_by_moving_on(
    request: pytest.FixtureRequest, qtbot: QtBot, game: str
) -> None:
    """The yellow button is pressed with the mouse, which leaves the keyboard where it is."""
    program = request.getfixturevalue(game)
    shown = sheet(program).list
    who = next(row for row in rows(program) if row.status == "silent")
    shown.go_to(who.who)
    qtbot.keyClick(shown, Key.Key_I)
    qtbot.keyClicks(shown.field, "behind the crates")
    program.window.actions_of["next"].trigger()
    plans = [
        plan
        for entry in program.controller.session.log.path()
        for plan in entry.command.get("plans", (entry.command,))
        if plan.get("who") == who.who
    ]
    assert "behind the crates" in {plan.get("intent") for plan in plans}


@pytest.mark.parametrize("game", ["harbour", "bridge"])
def test_the_log_names_who_declares(
    request: pytest.FixtureRequest, qtbot: QtBot, game: str
) -> None:
    program = request.getfixturevalue(game)
    silent = [row.name for row in rows(program) if row.status == "silent"]
    qtbot.keyClick(sheet(program).list, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    texts = program.controller.context.texts
    said = texts.sentence(program.controller.session.log.path()[-1].label)
    assert said.startswith("Declared: ")
    assert all(name in said for name in silent)


def test_after_the_sheet_the_keyboard_is_in_the_table_when_the_strip_had_it_before(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Initiative typed, declared by keys, begun with N: Enter then leads to the attack and explains no old line."""
    program = start()
    program.campaigns.create(tmp_path / "Begun.encounter")
    program.campaigns.create_encounter("Begun", "phases")
    assert program.controller.perform(Add(creature="rook", side="pc"))
    assert program.controller.perform(Add(creature="jackal_gunner", side="foe"))
    show(program, qtbot)
    program.window.table.setFocus()
    program.window.actions_of["next"].trigger()
    prompt = program.window.log.prompt
    assert prompt.take_focus()
    qtbot.keyClicks(prompt.field, "435")
    qtbot.keyClick(prompt.field, Key.Key_Return)
    qtbot.keyClick(prompt.field, Key.Key_Return)  # the foe's field is left blank
    qtbot.keyClick(sheet(program).list, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(sheet(program).list, Key.Key_N)
    look(program)
    assert program.window.large_panels.current is None
    assert program.window.table.hasFocus()


def test_names_get_the_room_that_intents_do_not_need(harbour: Program, theme_dark: Theme) -> None:
    """“Okoro, dock gua…” stood beside hundreds of pixels of empty intent."""
    controller = harbour.controller
    shown = controller.system.declare_sheet(controller.context)
    assert shown is not None
    longest = max(theme_dark.fonts.width(row.name, "row", weight=700) for row in shown.rows)
    for width in (400, 718, 1006, 2000):
        laid_out = layout_of(theme_dark, shown, width)
        name, intent = laid_out.name, laid_out.intent
        assert name.left + name.width <= intent.left + 2
        assert laid_out.is_small or name.width >= longest + 18
        assert laid_out.is_small == (width < 1000)
        assert intent.width > 100 or width == 400
