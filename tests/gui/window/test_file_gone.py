"""The campaign file is deleted, renamed or replaced while the window has it open: said loudly, nothing lost."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.errors import SaveError
from encounter_gui.core.messages import say
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import Start, end, show

GANG = Add(creature="gang_a")


@pytest.fixture(autouse=True)
def nothing_rescued() -> None:
    """Leaves nothing of the test before in the folder of rescued campaigns."""
    shutil.rmtree(paths.user_folder() / "rescued", ignore_errors=True)


def count(program: Program) -> int:
    """How many combatants there are."""
    return len(program.controller.context.state.combatants)


def test_a_deleted_file_is_said_at_once_and_play_goes_on(program: Program, tmp_path: Path) -> None:
    (tmp_path / "Docks.encounter").unlink()
    assert program.controller.perform(GANG)
    banner = program.window.banner
    assert banner.isVisible()
    assert "“Docks.encounter” is no longer in" in banner.text("gone")
    assert program.window.kept.accessibleName() == "Only in memory · Docks.encounter"
    assert count(program) == 4


def test_a_look_a_second_finds_it_gone_without_any_command(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "Docks.encounter").rename(tmp_path / "Moved.encounter")
    qtbot.waitUntil(lambda: bool(program.window.banner.text("gone")), timeout=4000)
    (tmp_path / "Moved.encounter").rename(tmp_path / "Docks.encounter")
    qtbot.waitUntil(program.window.banner.isHidden, timeout=4000)
    assert program.window.kept.accessibleName().startswith("All changes kept")


def test_saved_somewhere_else_play_goes_on_there(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "Docks.encounter").unlink()
    assert program.controller.perform(GANG)
    program.handlers.files.copy_requested.emit(str(tmp_path / "Saved.encounter"))
    assert program.window.banner.isHidden()
    assert program.window.kept.accessibleName().endswith("Saved.encounter")
    assert "Saved" in program.window.windowTitle()
    assert program.controller.perform(GANG)
    program.campaigns.close()
    program.campaigns.open(tmp_path / "Saved.encounter")
    assert count(program) == 5
    assert not list((paths.user_folder() / "rescued").glob("Docks*.encounter"))


def test_closed_without_saving_all_is_in_the_rescued_file_which_opens_next(
    program: Program, start: Start, qtbot: QtBot, tmp_path: Path, settings_file: Path
) -> None:
    (tmp_path / "Docks.encounter").unlink()
    assert program.controller.perform(GANG)
    end(program)
    rescued = Path(Settings(settings_file).get(kept.CAMPAIGN))
    assert rescued.parent == paths.user_folder() / "rescued"
    again = start()
    again.campaigns.open(rescued)
    show(again, qtbot)
    assert count(again) == 4
    assert "“Docks.encounter” was no longer in" in again.window.banner.text("rescued")
    qtbot.waitUntil(lambda: again.window.banner.button("rescued").isVisible())
    again.window.banner.button("rescued").click()
    qtbot.waitUntil(again.window.banner.isHidden)


def test_another_file_in_its_place_can_be_opened_and_ours_is_kept(
    program: Program, start: Start, tmp_path: Path
) -> None:
    path = tmp_path / "Docks.encounter"
    other = start()
    other.campaigns.create(tmp_path / "Other.encounter")
    other.campaigns.close()
    (tmp_path / "Other.encounter").rename(path)
    assert program.controller.perform(GANG)
    assert "another file" in program.window.banner.text("gone")
    program.campaigns.open(path)
    assert count(program) == 0
    assert program.window.banner.isHidden()
    (rescued,) = (paths.user_folder() / "rescued").glob("Docks*.encounter")
    program.campaigns.open(rescued)
    assert count(program) == 4


def test_the_file_alone_is_at_most_a_second_behind(
    program: Program, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    assert program.controller.perform(GANG)
    journal = tmp_path / "Docks.encounter-wal"
    qtbot.waitUntil(lambda: journal.stat().st_size == 0, timeout=2000)
    alone = tmp_path / "copied.encounter"
    alone.write_bytes((tmp_path / "Docks.encounter").read_bytes())
    other = start()
    other.campaigns.open(alone)
    assert count(other) == 4


@pytest.mark.parametrize("encounters", [3])
def test_another_encounter_leaves_the_file_whole_at_once(
    program: Program, tmp_path: Path, encounters: int
) -> None:
    for number in range(encounters):
        program.campaigns.create_encounter(f"Scene {number}", "cwn")
        assert (tmp_path / "Docks.encounter-wal").stat().st_size == 0


def test_the_palette_finds_nobody_in_a_library_that_cannot_be_read(
    program: Program, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when it is searched nor when it makes itself ready: what is wrong stands in the banner."""
    qtbot.waitUntil(lambda: hasattr(program, "palette"), timeout=10_000)

    def malformed(*_: object) -> None:
        raise SaveError(say("storage.record_failed", file="Docks.encounter", reason="malformed"))

    with monkeypatch.context() as patch:
        patch.setattr(OpenCampaign, "library", malformed)
        assert program._creatures() is None
        program.palette._search_once()


def test_damage_of_the_file_that_has_written_over_it_is_not_said(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    """Everything is proved in another thread, which may read what another program has just written."""
    care, banner = program.files.file_care, program.window.banner
    care._say_found("the row 3 of the library")
    assert "the row 3 of the library" in banner.text("damage")
    with (tmp_path / "Docks.encounter").open("r+b") as file:
        file.truncate(5000)
    qtbot.waitUntil(lambda: "has written over it" in banner.text("gone"), timeout=10_000)
    assert banner.text("damage") == ""
    care._say_found("everything")
    assert banner.text("damage") == ""


def test_written_over_by_another_program_is_said_without_any_command_and_nothing_is_lost(
    program: Program, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "Docks.encounter"
    assert program.controller.perform(GANG)
    with path.open("r+b") as file:  # the same file, as cp and sync tools write over it
        file.truncate(5000)
    qtbot.waitUntil(
        lambda: "has written over it" in program.window.banner.text("gone"), timeout=10000
    )
    assert program.controller.perform(GANG)
    program.handlers.files.copy_requested.emit(str(tmp_path / "Saved.encounter"))
    assert program.window.banner.isHidden()
    assert count(program) == 5
    assert path.stat().st_size == 5000
