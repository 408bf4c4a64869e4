"""The welcome screen: what the first start shows, what later ones do, and how far the first attack is."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.app.start.welcome_assembly import game_choices
from encounter_gui.cli.window_options import WindowOptions
from encounter_gui.gui.control import settings
from encounter_gui.gui.control.settings import Setting, Settings
from encounter_gui.gui.welcome.welcome_page import WelcomePage
from encounter_gui.play.session.rollers import Rollers, rollers_text
from encounter_gui.rules.systems import SYSTEMS
from tests.gui.window.conftest import Start, end

GAMES = [game.ruleset for game in game_choices()]


def shown(program: Program, qtbot: QtBot) -> WelcomePage:
    """Shows the window, and returns its welcome screen once everything is there."""
    with qtbot.waitActive(program.window):
        program.window.show()
        program.window.activateWindow()
    qtbot.waitUntil(lambda: program.tasks.is_done, timeout=10_000)
    assert program.start.welcome is not None
    return program.start.welcome.page


def press(key: Qt.Key, qtbot: QtBot) -> None:
    """Presses a key wherever the keyboard is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key)


def test_the_first_start_asks_which_game_and_decides_nothing(
    first: Program, qtbot: QtBot, home: Path
) -> None:
    page = shown(first, qtbot)
    assert first.window.is_welcome
    assert not first.controller.is_open
    assert [card.game.ruleset for card in page.cards] == GAMES
    assert set(GAMES) == set(SYSTEMS)
    assert not list(home.glob("*.encounter"))
    assert not first.window.table.isVisible()
    assert not first.window.turn_bar.isVisible()


def test_every_sample_has_a_card_that_calls_it_by_its_name() -> None:
    texts = paths.message_catalog()
    assert {game.sample for game in game_choices()} == {path.stem for path in paths.samples()}
    for game in game_choices():
        fight = tomllib.loads(paths.sample(game.sample).read_text("utf-8"))["fight"]
        assert fight["name"] == texts.text_of(f"welcome.{game.ruleset}.sample")
        assert fight["ruleset"] == game.ruleset


@pytest.mark.parametrize("place", range(1, len(GAMES) + 1))
def test_a_digit_chooses_a_game_and_enter_opens_its_sample(
    first: Program, qtbot: QtBot, place: int
) -> None:
    page = shown(first, qtbot)
    press(Qt.Key(Qt.Key.Key_0 + place), qtbot)
    card = page.cards[place - 1]
    assert card.is_chosen
    assert card.open.is_primary
    assert [each.open.is_primary for each in page.cards].count(True) == 1
    press(Qt.Key.Key_Return, qtbot)
    assert not first.window.is_welcome
    context = first.controller.context
    assert context.ruleset.id == GAMES[place - 1]
    assert context.state.stage == "running"
    assert first.window.table.isVisible()
    assert first.window.turn_bar.isVisible()
    assert first.window.timeline.isVisible()


@pytest.mark.parametrize("ruleset", GAMES)
def test_from_the_first_start_to_the_first_resolved_attack_in_eight_actions(
    start: Start, qtbot: QtBot, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dice are rolled by whom a new campaign has them rolled by: those of the player characters are typed."""
    by_default = Setting(key=settings.ROLLERS.key, default=rollers_text(Rollers()))
    monkeypatch.setattr(settings, "ROLLERS", by_default)
    program = start()
    program.start.begin(WindowOptions())
    shown(program, qtbot)
    actions = 2
    press(Qt.Key(Qt.Key.Key_1 + GAMES.index(ruleset)), qtbot)
    press(Qt.Key.Key_Return, qtbot)
    before = len(program.controller.session.log.path())
    resolve = program.window.attack_panel.set_up.dice.resolve
    qtbot.waitUntil(resolve.isEnabled, timeout=5000)
    qtbot.mouseClick(resolve, Qt.MouseButton.LeftButton)
    actions += 1
    while len(program.controller.session.log.path()) == before:
        actions += 1
        assert actions <= 8
        prompt = program.window.log.prompt
        if prompt.field.hasFocus():  # Enter alone rolls no dice of the table
            qtbot.mouseClick(prompt.button, Qt.MouseButton.LeftButton)
        else:
            press(Qt.Key.Key_Return, qtbot)
    command = program.controller.session.log.path()[before].command
    assert "attack" in str(command).lower(), command


def test_an_empty_encounter_is_of_the_chosen_game_and_opens_prep(
    first: Program, qtbot: QtBot, home: Path
) -> None:
    page = shown(first, qtbot)
    qtbot.mouseClick(page.cards[2].empty, Qt.MouseButton.LeftButton)
    assert first.controller.context.ruleset.id == GAMES[2]
    assert first.window.is_prep
    assert list(home.glob("*.encounter")) == [home / "My campaign.encounter"]


def test_a_second_empty_encounter_leaves_the_first_campaign_alone(
    first: Program, qtbot: QtBot, home: Path
) -> None:
    page = shown(first, qtbot)
    qtbot.mouseClick(page.cards[0].empty, Qt.MouseButton.LeftButton)
    first.window.actions_of["close"].trigger()
    qtbot.mouseClick(page.cards[1].empty, Qt.MouseButton.LeftButton)
    assert first.controller.context.ruleset.id == GAMES[1]
    names = {path.name for path in home.glob("*.encounter")}
    assert names == {"My campaign.encounter", "My campaign 2.encounter"}


def test_a_new_campaign_is_of_the_chosen_game(first: Program, qtbot: QtBot, tmp_path: Path) -> None:
    page = shown(first, qtbot)
    page.choose(GAMES[1])
    qtbot.mouseClick(page.begin.entries["new"], Qt.MouseButton.LeftButton)
    dialog = first.window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "Docks.encounter"))
    assert first.controller.context.ruleset.id == GAMES[1]
    dialog.reject()


def test_a_later_start_offers_to_go_on_where_it_stopped(
    first: Program, qtbot: QtBot, start: Start
) -> None:
    """Closed in an orderly way, the program asks; Enter goes on."""
    shown(first, qtbot)
    press(Qt.Key.Key_2, qtbot)
    press(Qt.Key.Key_Return, qtbot)
    state = first.controller.session.state
    end(first)
    later = start()
    later.start.begin(WindowOptions())
    page = shown(later, qtbot)
    assert later.window.is_welcome
    recent = page.recent.last
    assert recent is not None
    assert (recent.name, recent.tag) == ("Samples", "d20")
    assert recent.standing == "Redline depot, round 3"
    assert recent.when == f"{datetime.now(UTC).astimezone():%H:%M}"
    assert page.recent.go_on.is_primary
    assert not any(card.open.is_primary for card in page.cards)
    press(Qt.Key.Key_Return, qtbot)
    assert later.controller.session.state == state


def test_after_a_crash_the_program_opens_where_it_was(
    first: Program, qtbot: QtBot, start: Start, settings_file: Path
) -> None:
    """Nobody closed it: there is nothing to ask. What was remembered is what was on the disk when it was cut off."""
    shown(first, qtbot)
    press(Qt.Key.Key_1, qtbot)
    press(Qt.Key.Key_Return, qtbot)
    state = first.controller.session.state
    remembered = settings_file.read_bytes()
    end(first)
    settings_file.write_bytes(remembered)
    again = start()
    again.start.begin(WindowOptions())
    assert not again.window.is_welcome
    assert again.controller.session.state == state


def test_a_start_opens_the_last_campaign_where_that_is_set(
    first: Program, qtbot: QtBot, start: Start, settings_file: Path
) -> None:
    shown(first, qtbot)
    press(Qt.Key.Key_Return, qtbot)
    end(first)
    Settings(settings_file).set(settings.START, "last")
    again = start()
    again.start.begin(WindowOptions())
    assert not again.window.is_welcome
    assert again.controller.is_open


def test_a_campaign_that_is_gone_keeps_its_row_and_can_be_found(
    first: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    page = shown(first, qtbot)
    first.campaigns.create(tmp_path / "Docks.encounter", GAMES[0])
    first.start.show_welcome()
    first.campaigns.create(tmp_path / "Pier.encounter", GAMES[0])
    first.start.show_welcome()
    (tmp_path / "Pier.encounter").rename(tmp_path / "Pier nine.encounter")
    first.start.show_welcome()
    gone, there = page.recent._shown
    assert (gone.name, gone.is_missing) == ("Pier", True)
    assert page.recent.last == there
    page.find_requested.emit(gone.path)
    dialog = first.window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "Pier nine.encounter"))
    dialog.reject()
    assert first.controller.is_open
    first.start.show_welcome()
    assert [each.name for each in page.recent._shown] == ["Pier nine", "Docks"]


@pytest.mark.parametrize("spoilt", ["missing", "text", "folder"])
def test_what_is_wrong_with_a_campaign_given_as_argument_is_told_in_the_window(
    start: Start, qtbot: QtBot, tmp_path: Path, spoilt: str
) -> None:
    path = tmp_path / "Docks.encounter"
    if spoilt == "text":
        path.write_text("no campaign", encoding="utf-8")
    elif spoilt == "folder":
        path.mkdir()
    program = start()
    program.start.begin(WindowOptions(campaign=path))
    page = shown(program, qtbot)
    assert program.window.is_welcome
    assert page.trouble.isVisible()
    assert "Docks.encounter" in page.trouble.text()
    press(Qt.Key.Key_Return, qtbot)  # and there is a way on
    assert program.controller.is_open


def test_closing_the_campaign_leads_to_the_welcome_screen_and_back(
    first: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    page = shown(first, qtbot)
    first.campaigns.create(tmp_path / "Docks.encounter", GAMES[3])
    with qtbot.waitActive(first.window):
        first.window.activateWindow()
    first.window.table.setFocus()
    qtbot.keyClick(first.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert first.window.is_welcome
    assert not first.controller.is_open
    qtbot.mouseClick(page.recent.go_on, Qt.MouseButton.LeftButton)
    assert first.controller.is_open
    assert first.window.table.isVisible()
