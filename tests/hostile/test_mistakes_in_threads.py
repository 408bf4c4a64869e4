"""A mistake of the program in another thread is reported by the window, and the rest goes on."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.gui.control.background_tasks import BackgroundTasks
from encounter_gui.gui.transfer.import_job import ImportJob, ImportOptions


class UnforeseenError(Exception):
    """Nobody has foreseen it."""


def fail() -> str:
    raise UnforeseenError


def test_a_chore_that_raises_keeps_no_other_from_being_done(qtbot: QtBot) -> None:
    """Whoever waits for the chores is told that they are done, and the mistake is raised where it is seen."""
    done: list[str] = []

    def note() -> str:
        done.append("after it")
        return "no room on the disk"

    tasks = BackgroundTasks()
    with qtbot.captureExceptions() as raised, qtbot.waitSignal(tasks.done, timeout=5_000) as told:
        tasks.start([fail, note])
    assert done == ["after it"]
    assert told.args == ["no room on the disk"]
    assert [kind for kind, _, _ in raised] == [UnforeseenError]
    assert tasks.is_done


def test_an_import_that_raises_is_over_and_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    """The dialog is not left waiting for ever."""
    (tmp_path / "a.csv").write_text("name,hp\nA,5\n", encoding="utf-8")

    def no_ruleset(key: str) -> object:
        raise UnforeseenError(key)

    job = ImportJob(no_ruleset, (), no_ruleset)  # type: ignore[arg-type]
    with qtbot.waitSignal(job.failed, timeout=5_000) as told:
        job.read([tmp_path / "a.csv"], ImportOptions(fallback="cwn"))
    assert isinstance(told.args[0], UnforeseenError)


@pytest.mark.deep
def test_a_start_that_fails_in_part_still_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """``--draw`` ends with a picture, and the mistake is on standard error."""
    import subprocess
    import sys

    code = (
        "import sys; from encounter_gui.app import program\n"
        "def broken(): raise ZeroDivisionError('a chore')\n"
        "program.warmed_up = broken\n"
        "from encounter_gui.__main__ import main\n"
        "sys.exit(main(['--sample', '--draw', sys.argv[1]]))\n"
    )
    picture = tmp_path / "a.png"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    ended = subprocess.run(
        [sys.executable, "-c", code, str(picture)],
        check=False,
        timeout=60,
        capture_output=True,
        text=True,
    )
    assert picture.exists()
    assert ended.returncode == 0
    assert "a chore" in ended.stderr
