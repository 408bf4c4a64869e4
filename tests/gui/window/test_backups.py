"""Backups in the window: made while playing, listed with what is in them, opened as a new file."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.files.backups_dialog import BackupsDialog
from encounter_gui.rules.model.commands import Add
from encounter_gui.storage.file.backups import all_backups
from tests.gui.window.conftest import Start

GANG = Add(creature="gang_a")


def opened(program: Program, qtbot: QtBot) -> BackupsDialog:
    program.window.actions_of["backups"].trigger()
    qtbot.waitUntil(lambda: program.window.findChild(BackupsDialog) is not None)
    dialog = program.window.findChild(BackupsDialog)
    assert dialog is not None
    return dialog


def test_one_is_made_soon_after_opening_and_opens_as_a_new_file(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "Docks.encounter"
    qtbot.waitUntil(lambda: len(all_backups(path)) == 1, timeout=8000)
    assert program.controller.perform(GANG)
    dialog = opened(program, qtbot)
    assert dialog.list.count() == 1
    assert dialog.list.item(0).text().startswith("Today ")
    assert "4 entries" in dialog.content.toPlainText()
    dialog.restore.click()
    qtbot.waitUntil(lambda: program.window.windowTitle().count("Docks from ") == 1)
    assert len(program.controller.context.state.combatants) == 3
    program.campaigns.open(path)
    assert len(program.controller.context.state.combatants) == 4


def test_a_second_folder_gets_one_at_once(
    program: Program, qtbot: QtBot, tmp_path: Path, settings_file: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    dialog = opened(program, qtbot)
    assert not dialog.no_folder.isEnabled()
    dialog.use_folder(str(stick))
    assert str(stick) in dialog.folder.text()
    dialog.reject()
    qtbot.waitUntil(lambda: len(list(stick.glob("Docks backups/*.encounter"))) == 1, timeout=8000)
    program._settings.sync()
    assert Settings(settings_file).get(kept.BACKUP_FOLDER) == str(stick)


def test_a_folder_that_is_gone_is_said(program: Program, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("no folder", encoding="utf-8")
    dialog = opened(program, qtbot)
    dialog.use_folder(str(tmp_path / "stick"))
    dialog.reject()
    qtbot.waitUntil(lambda: "could not be written" in program.window.log.prompt.text, timeout=8000)
    assert len(all_backups(tmp_path / "Docks.encounter")) == 1


def test_a_campaign_that_cannot_be_opened_offers_its_backups(
    program: Program, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "Docks.encounter"
    qtbot.waitUntil(lambda: len(all_backups(path)) == 1, timeout=8000)
    program.campaigns.close()
    path.write_bytes(path.read_bytes()[:5000])
    program.handlers.files.open_requested.emit(str(path))
    qtbot.waitUntil(lambda: program.window.findChild(BackupsDialog) is not None)
    dialog = program.window.findChild(BackupsDialog)
    assert dialog is not None
    assert dialog.list.count() == 1
    dialog.restore.click()
    qtbot.waitUntil(lambda: program.window.windowTitle().count("Docks from ") == 1)
    assert len(program.controller.context.state.combatants) == 3


def test_none_is_made_of_a_file_that_was_just_written_over(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    """Not of another's file, and nothing is said of it beside what the banner says."""
    path = tmp_path / "Docks.encounter"
    qtbot.waitUntil(lambda: len(all_backups(path)) == 1, timeout=10_000)
    before = [each.path.read_bytes() for each in all_backups(path)]
    assert program.controller.perform(GANG)
    path.write_bytes(b"another")
    program.files.backups._look()  # an hour later
    assert program.campaigns.campaign.place == "replaced"
    assert [each.path.read_bytes() for each in all_backups(path)] == before
    assert "could not be written" not in program.window.log.prompt.accessibleDescription()
