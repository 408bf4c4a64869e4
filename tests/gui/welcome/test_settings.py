"""The settings page: every choice holds at once and is kept; the docks of the rail; windows that open once."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QToolButton
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.app.start.welcome_assembly import game_choices
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.settings.settings_page import SettingsPage
from encounter_gui.gui.settings.settings_view import TEXT_SIZES, largest_text_size
from encounter_gui.gui.widgets.screen_fit import TITLE_BAR
from tests.gui.window.conftest import Start, end, show

GAMES = [game.ruleset for game in game_choices()]


@pytest.fixture
def program(start: Start, qtbot: QtBot) -> Program:
    """The sample of the first game."""
    program = start()
    program.start.open_sample(GAMES[0])
    show(program, qtbot)
    qtbot.waitUntil(lambda: program.prep is not None, timeout=15_000)
    return program


def page_of(program: Program) -> SettingsPage:
    """Opens the settings page."""
    program.window.actions_of["settings"].trigger()
    page = program.window.findChild(SettingsPage)
    assert isinstance(page, SettingsPage)
    return page


def titles(program: Program) -> list[str]:
    """Returns the columns of the table."""
    return [column.title for column in program.window.table.rows.columns]


@pytest.mark.parametrize("game", GAMES)
def test_columns_of_the_table_are_hidden_at_once_and_stay_so(
    start: Start, qtbot: QtBot, game: str
) -> None:
    program = start()
    program.start.open_sample(game)
    show(program, qtbot)
    page = page_of(program)
    before = titles(program)
    box = page.columns["weapon"]
    title = box.text()
    assert title in before
    box.click()
    assert titles(program) == [each for each in before if each != title]
    end(program)
    again = start()
    again.start.open_sample(game)
    assert title not in titles(again)
    other = next(each for each in GAMES if each != game)
    again.start.open_sample(other)
    assert "weapon" in [column.key for column in again.window.table.rows.columns]


def test_the_theme_is_applied_at_once(program: Program, qtbot: QtBot) -> None:
    page = page_of(program)
    qtbot.mouseClick(page.theme.button(1), Qt.MouseButton.LeftButton)
    assert program.theme_choice.icons.theme.name == "light"
    assert program.window.actions_of["theme_light"].isChecked()


def test_who_rolls_for_a_side_is_changed_at_once(program: Program, qtbot: QtBot) -> None:
    page = page_of(program)
    for button in page.rollers["foe"].buttons():
        if button.objectName() == "roller_foe_hand":
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert program.controller.rollers.of_side("foe") == "hand"


def test_the_declare_sheet_follows_its_box(program: Program, qtbot: QtBot) -> None:
    page = page_of(program)
    action = program.window.actions_of["declare_automatic"]
    before = action.isChecked()
    page.declares.click()
    assert action.isChecked() is not before


def test_game_and_start_are_kept(program: Program, settings_file: Path) -> None:
    page = page_of(program)
    place = page.game.findData(GAMES[2])
    page.game.setCurrentIndex(place)
    page.game.activated.emit(place)
    page.start.button(1).click()
    again = Settings(settings_file)
    program._settings.sync()
    assert again.get(kept.GAME) == GAMES[2]
    assert again.get(kept.START) == "last"


def test_the_languages_are_those_there_are_texts_in(program: Program) -> None:
    page = page_of(program)
    assert [page.language.itemText(at) for at in range(page.language.count())] == ["English"]
    assert paths.languages() == ("en",)


def test_another_text_size_opens_the_window_anew_with_the_same_campaign(
    program: Program, qtbot: QtBot
) -> None:
    page = page_of(program)
    assert TEXT_SIZES[0] == 80
    assert TEXT_SIZES[-1] == 200
    path = program.campaigns.campaign.path.resolve() if program.campaigns.is_open else None
    page.text_size.button(TEXT_SIZES.index(80)).click()
    assert program.restarts_with == path
    assert program.restarts_in_settings
    assert not program.window.isVisible()
    assert program._settings.get(kept.TEXT_SIZE) == 80


def test_no_text_is_offered_for_which_the_screen_has_no_room(program: Program) -> None:
    """Where a window is larger than its screen, the way back to a smaller text may be out of sight."""
    least = program.window.minimumSize()
    rooms = {(1366, 728): 150, (1920, 1040): 200, (1024, 660): 110, (800, 600): 100}
    for room, most in rooms.items():
        assert largest_text_size(room, (least.width(), least.height() + TITLE_BAR)) == most
    page = page_of(program)
    assert program.preferences is not None
    largest = program.preferences.view().largest_text
    can = [size for at, size in enumerate(TEXT_SIZES) if page.text_size.button(at).isEnabled()]
    assert can == [size for size in TEXT_SIZES if size <= largest]


def test_the_settings_open_again_where_the_text_size_is_chosen(
    program: Program, qtbot: QtBot
) -> None:
    """So that one size after the other can be tried."""
    program.show_text_size()
    page = page_of(program)
    qtbot.waitUntil(page.text_size.checkedButton().hasFocus)
    page.reject()


@pytest.mark.parametrize("action", ["settings", "about", "shortcuts", "rules_help", "initiative"])
def test_a_window_opens_once(program: Program, qtbot: QtBot, action: str) -> None:
    for _ in range(3):
        program.window.actions_of.by_id[action].trigger()  # type: ignore[index]  # one of the ids
    opened = [each for each in program.window.findChildren(QDialog) if each.isVisible()]
    assert len(opened) == 1
    opened[0].reject()


@pytest.mark.parametrize(("action", "tab"), [("waves", "later"), ("notes", "notes")])
def test_waves_and_notes_open_a_panel_and_close_it(program: Program, action: str, tab: str) -> None:
    assert program.prep is not None
    program.window.actions_of.by_id[action].trigger()  # type: ignore[index]  # one of the ids
    assert program.window.shows_encounter
    assert program.prep.panel.isVisible()
    assert program.prep.panel.tab == tab
    button = program.window.rail.findChild(QToolButton, f"rail_{action}")
    assert isinstance(button, QToolButton)
    assert button.isChecked()
    assert not program.window.command.isVisible()
    program.window.actions_of.by_id[action].trigger()  # type: ignore[index]  # one of the ids
    assert not program.window.shows_encounter


def test_dice_open_a_panel_beside_the_fight(program: Program, qtbot: QtBot) -> None:
    program.window.table.setFocus()
    qtbot.keyClick(program.window.table, Qt.Key.Key_R)
    field = QApplication.focusWidget()
    assert field is not None
    assert field.isVisible()
    qtbot.keyClicks(field, "2d1+3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    dice = program.handlers.dialogs._dice
    assert dice is not None
    assert dice.total.text() == "5"
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not dice.isVisible()
    assert program.window.status.isVisible()
    assert program.window.table.hasFocus()


def test_replaying_a_fight_begins_where_the_samples_are(program: Program) -> None:
    program.window.actions_of["replay"].trigger()
    dialog = program.window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert dialog.directory().absolutePath() == str(paths.sample("redlines").parent)
    dialog.reject()


def test_a_turn_is_timed_quietly_where_that_is_wanted(
    program: Program, qtbot: QtBot, settings_file: Path
) -> None:
    """Off at first; on the page it is chosen; each turn begins at 0; a look back stops it, and nothing keeps it."""
    bar, controller = program.window.turn_bar, program.controller
    entries = len(controller.session.log.path())
    assert not bar.timer.is_on
    page = page_of(program)

    def choose(timer: str) -> None:
        button = page.findChild(QToolButton, f"timer_{timer}")
        assert isinstance(button, QToolButton)
        button.click()

    choose("up")
    assert bar.timer.is_on
    qtbot.waitUntil(lambda: bar.timer.text() not in ("", "0:00"), timeout=10_000)
    controller.view_entry(controller.session.log.path()[3].id)
    stopped = bar.timer.text()
    qtbot.wait(1100)
    assert bar.timer.text() == stopped
    controller.view_head()
    qtbot.waitUntil(lambda: bar.timer.text() != stopped, timeout=10_000)
    choose("60")
    assert bar.timer.seconds() <= 60
    assert len(controller.session.log.path()) == entries
    assert Settings(settings_file).get(kept.TURN_TIMER) == "60"
    choose("off")
    assert bar.timer.text() == ""
