"""The end of a fight at the real window: the offer, the recap, carrying on, looking back, going on."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from encounter_gui import paths
from encounter_gui.gui.printing.print_window import PrintWindow
from encounter_gui.rules.model import commands as do
from tests.gui.window.conftest import show
from tests.gui.window.test_correcting import preview

EXAMPLES = paths.data_folder("resources") / "examples"


@pytest.fixture
def ended(start, qtbot, tmp_path):
    """The golden fight of D6 pools, ended; its recap is open."""
    program = start()
    program.campaigns.create(tmp_path / "Docks.encounter")
    program.campaigns.replay(EXAMPLES / "d6pool-dead-end.toml")
    show(program, qtbot)
    qtbot.waitUntil(lambda: is_open(program), timeout=20_000)
    return program


def is_open(program):
    recap = getattr(program, "recap", None)
    return recap is not None and program.window.large_panels.current is recap.panel


def members(program):
    parties = program.campaigns.campaign.prepared.parties.all()
    return [member for each in parties for member in each.value.members]


def test_a_line_typed_while_the_program_is_getting_ready_is_looked_for_and_enter_is_its_own(
    start, qtbot, tmp_path
):
    """The recap of an ended fight opens a moment after the start; Enter typed then carried on to the party."""
    program = start()
    program.campaigns.create(tmp_path / "Docks.encounter")
    program.campaigns.replay(EXAMPLES / "d6pool-dead-end.toml")
    show(program, qtbot)
    assert program.prep is None
    program.window.actions_of["command"].trigger()
    line = program.window.command.line
    qtbot.keyClicks(line, "stunned")
    qtbot.waitUntil(lambda: is_open(program), timeout=20_000)
    assert line.hasFocus()
    assert program.window.command.list.results.rows
    qtbot.keyClicks(line, "nobody")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert program.window.command.isVisible()
    assert not members(program)


def test_the_recap_of_an_ended_fight_stands_open_with_every_combatant(ended):
    panel = ended.recap.panel
    names = [panel.table.rows.index(row, 1).data() for row in range(3)]
    assert names == ["Hening", "Gang A", "Gang B"]
    assert "Squad holds" in panel.head.accessibleName()
    assert ended.recap.course.isVisible()
    assert ended.recap.carry_panel.isVisible()
    assert not ended.window.table.isVisible()


def test_the_tool_bar_names_the_ended_fight_and_after_which_turn(ended):
    words = ended.window.turn_bar.heading.accessibleName()
    assert ended.controller.context.state.name in words
    assert "after turn" in words
    assert "Fight over" not in words


def test_the_words_of_the_yellow_button_stand_in_its_middle(ended):
    """Words and key stand together: what they do not need is free at both sides of them."""
    button = ended.recap.carry_panel.carry
    picture = button.grab().toImage()
    row = picture.height() // 2
    ground = picture.pixel(6, row)
    inked = [
        x
        for x in range(6, picture.width() - 6)
        if any(picture.pixel(x, y) != ground for y in range(row - 4, row + 5))
    ]
    spare = (button.width() - button.width_with(button.words)) / 2
    assert spare > 20
    assert inked[0] >= spare
    assert picture.width() - 1 - inked[-1] >= spare


def test_a_press_on_a_turning_point_looks_back_and_live_brings_the_recap_again(ended, qtbot):
    turning = ended.recap.panel.turning
    entry = turning.shown.rows[1].entry
    qtbot.mouseClick(
        turning.viewport(),
        Qt.MouseButton.LeftButton,
        pos=turning.visualRect(turning.shown.index(1)).center(),
    )
    assert ended.controller.session.viewing == entry
    assert ended.window.table.isVisible()
    ended.controller.view_head()
    assert is_open(ended)


def test_the_number_of_a_turning_point_looks_back(ended, qtbot):
    ended.recap.panel.table.setFocus()
    qtbot.keyClick(ended.recap.panel.table, Qt.Key.Key_3)
    assert ended.controller.session.viewing == ended.recap.panel.turning.shown.rows[2].entry


def test_enter_carries_on_once_and_it_can_be_taken_back(ended, qtbot):
    carry = ended.recap.carry_panel
    assert [row.accessibleName() for row in carry.rows[:1]] == ["Grenade: 1 → 0"]
    qtbot.keyClick(ended.recap.panel.table, Qt.Key.Key_Return)
    assert [each.name for each in members(ended)] == ["Hening"]
    before = members(ended)
    assert ended.controller.is_between  # the party's time opens by itself
    ended.time.toggle()
    assert is_open(ended)
    assert not carry.carry.isEnabled()
    qtbot.keyClick(ended.recap.panel.table, Qt.Key.Key_Return)
    assert members(ended) == before
    qtbot.mouseClick(carry.take_back, Qt.MouseButton.LeftButton)
    assert members(ended) == []
    assert carry.carry.isEnabled()


def test_a_line_is_unticked_with_a_click_and_not_carried(ended, qtbot):
    carry = ended.recap.carry_panel
    qtbot.mouseClick(carry.rows[0], Qt.MouseButton.LeftButton)
    assert not carry.rows[0].isChecked()
    qtbot.mouseClick(carry.rows[-1], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(carry.carry, Qt.MouseButton.LeftButton)
    (hening,) = members(ended)
    assert hening.gauges["ammo.grenade"] == 1
    ended.time.toggle()
    assert len(hening.items) > len(ended.controller.context.state.combatants["hening"].items)


def test_the_next_encounter_has_the_party_as_it_comes_out_of_this_one(ended, qtbot):
    """What is ticked is carried on first; another encounter by the same rules stands open to be prepared."""
    before = ended.campaigns.encounter
    name, ruleset = ended.controller.context.state.name, ended.controller.context.ruleset.id
    switches = ended.controller.context.state.switches
    qtbot.mouseClick(ended.recap.carry_panel.next_encounter, Qt.MouseButton.LeftButton)
    assert ended.campaigns.encounter != before
    assert ended.controller.context.state.name == f"After {name}"
    assert ended.controller.context.ruleset.id == ruleset
    assert ended.controller.context.state.switches == switches
    (hening,) = members(ended)
    assert hening.gauges["ammo.grenade"] == 0
    assert ended.prep.plans.parties.party().members == (hening,)
    assert ended.window.shows_encounter
    lines = [each.kind for each in ended.prep.panel.roster.lines.lines]
    assert lines == ["party"]
    assert not is_open(ended)


def test_the_next_encounter_is_planned_with_nothing_ticked_too(ended, qtbot):
    for row in ended.recap.carry_panel.rows:
        row.setChecked(False)
    qtbot.mouseClick(ended.recap.carry_panel.next_encounter, Qt.MouseButton.LeftButton)
    (hening,) = members(ended)
    assert hening.gauges["ammo.grenade"] == 1
    assert ended.prep.plans.parties.party().members == (hening,)


def test_fight_on_takes_the_end_back(ended, qtbot):
    assert ended.window.turn_bar.next.text() == "Fight on"
    qtbot.keyClick(ended.recap.panel.table, Qt.Key.Key_N)
    assert ended.controller.context.state.stage == "running"
    assert not is_open(ended)
    assert ended.window.table.isVisible()
    assert ended.window.timeline.isVisible()


def test_close_fight_puts_the_recap_away_and_the_menu_brings_it_again(ended, qtbot):
    qtbot.mouseClick(ended.recap.carry_panel.close_fight, Qt.MouseButton.LeftButton)
    assert not is_open(ended)
    assert ended.window.table.isVisible()
    ended.window.actions_of["recap"].trigger()
    assert is_open(ended)
    qtbot.keyClick(ended.recap.panel.table, Qt.Key.Key_Escape)
    assert not is_open(ended)


def test_the_summary_is_exported_as_markdown_and_html(ended, qtbot, tmp_path):
    qtbot.keyClick(ended.recap.panel.table, Qt.Key.Key_X)
    qtbot.waitUntil(lambda: ended.window.findChild(QFileDialog) is not None)
    ended.window.findChild(QFileDialog).close()
    ended.printing.export_summary(str(tmp_path / "end.md"))
    ended.printing.export_summary(str(tmp_path / "end.html"))
    assert "Gang B leaves the fight" in (tmp_path / "end.md").read_text(encoding="utf-8")
    assert "<html" in (tmp_path / "end.html").read_text(encoding="utf-8")
    ended.printing.export_summary(str(tmp_path / "no" / "end.md"))
    assert ended.recap.carry_panel.message.tone == "danger"


def test_p_opens_the_print_window_on_the_summary(ended, qtbot):
    assert QApplication.activeWindow() is ended.window
    assert QApplication.focusWidget() is ended.recap.panel.open.view
    qtbot.keyClick(ended.recap.panel.table, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: ended.window.findChild(PrintWindow) is not None)
    printing = ended.window.findChild(PrintWindow)
    assert printing.reports == ("summary",)
    printing.close()


def test_it_fits_a_small_window(ended, qtbot):
    ended.window.resize(1024, 700)
    qtbot.wait(50)
    table = ended.recap.panel.table
    widths = sum(table.columnWidth(each) for each in range(table.rows.columnCount()))
    assert widths <= table.viewport().width() + 1
    assert ended.window.width() == 1024


# ---- the offer


def offered(program):
    offer = program.connections.prompts.offered
    return offer.notice.title if offer is not None else ""


def flee(program, *who):
    for each in who:
        assert program.controller.perform(do.Flag(who=(each,), flag="left"))


@pytest.fixture
def running(ended, qtbot):
    """The same fight going on, both foes back in it."""
    ended.controller.undo()
    for who in ("gang_a", "gang_b"):
        ended.controller.perform(do.Flag(who=(who,), flag="left", on=False))
    return ended


def test_when_one_side_is_out_the_program_offers_to_end(running, qtbot):
    """Gang A is down since turn 1: once Gang B has left, too, nobody of theirs is in the fight."""
    assert running.controller.context.state.stage == "running"
    assert offered(running) == ""
    flee(running, "gang_b")
    assert offered(running) == "Foes out:"
    running.connections.prompts.accept_offer()
    assert running.controller.context.state.stage == "ended"
    assert is_open(running)


def test_who_declines_is_not_asked_again(running, qtbot):
    flee(running, "gang_b")
    running.connections.prompts.put_off_offer()
    assert offered(running) == ""
    assert running.controller.perform(do.Note(text="They are gone."))
    assert offered(running) == ""
    assert running.controller.perform(do.Flag(who=("gang_b",), flag="left", on=False))
    flee(running, "gang_b")
    assert offered(running) == "Foes out:"


def test_the_recap_of_a_long_fight_is_worked_out_beside_the_window(ended, qtbot, monkeypatch):
    """It stands open at once and says so, and then has everybody; looking back meanwhile leaves it."""
    monkeypatch.setattr("encounter_gui.gui.recap.recap_controller._LONG", 10)
    ended.recap.close()
    ended.recap._shown = -1  # as after another end of the fight
    ended.recap.open()
    panel = ended.recap.panel
    assert is_open(ended)
    assert panel.waiting.isVisible()
    assert panel.waiting.geometry() == panel.rect()
    qtbot.waitUntil(lambda: not panel.waiting.isVisible(), timeout=10_000)
    assert panel.table.model().rowCount() == 3


def read_aloud(view, columns=1):
    """What a table or list says, row by row."""
    model = view.model()
    return [
        [str(model.index(row, column).data()) for column in range(columns)]
        for row in range(model.rowCount())
    ]


def correct_the_first_attack(program, qtbot):
    """Types the dice of the first attack as they lay, where they stand, with a word about it."""
    entries = program.controller.session.log.path()
    attack = next(each for each in entries if each.is_of("attack") and each.rolls[0].faces)
    view = program.window.log.log
    view.setFocus()
    view.select_entry(attack.id)
    qtbot.keyClick(view, Qt.Key.Key_F2)
    qtbot.keyClicks(
        QApplication.focusWidget(), " ".join(map(str, attack.rolls[0].faces)) + " read again"
    )
    preview(program, qtbot)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    return attack


@pytest.mark.parametrize("name", ["chrome-long-biomech", "cwn-long-loading-dock"])
def test_the_recap_of_a_corrected_fight_keeps_wounds_and_kills(start, qtbot, tmp_path, name):
    """A die of the first attack is corrected and all is played again: the recap tells the fight, not the correction."""
    program = start()
    program.campaigns.create(tmp_path / "Docks.encounter")
    program.campaigns.replay(EXAMPLES / f"{name}.toml")
    show(program, qtbot)
    qtbot.waitUntil(lambda: is_open(program), timeout=20_000)
    panel = program.recap.panel
    columns = panel.table.model().columnCount()
    rows, turned = read_aloud(panel.table, columns), read_aloud(panel.turning)
    program.recap.close()
    correct_the_first_attack(program, qtbot)
    qtbot.waitUntil(lambda: is_open(program), timeout=20_000)
    entries = program.controller.session.log.path()
    assert any(each.instead_of is not None for each in entries)
    assert read_aloud(panel.table, columns) == rows
    assert read_aloud(panel.turning) == turned
