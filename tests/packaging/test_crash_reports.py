"""A crash leaves a text in a file of one's own; the next start tells of it, once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from encounter_gui.app.trouble.crash_reports import MOST, CrashReports

NOW = "2026-11-22T17:00:00+00:00"


@pytest.fixture
def reports(tmp_path: Path) -> CrashReports:
    """An empty folder of reports."""
    return CrashReports(tmp_path / "crashes", lambda: NOW)


def test_a_report_is_told_once(reports: CrashReports) -> None:
    """It holds the text and the versions."""
    path = reports.write("Traceback: it broke")
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert "it broke" in text
    assert "Encounter GUI" in text
    assert reports.unseen() == path
    assert reports.unseen() is None


def test_two_in_one_second_are_two_and_old_ones_go(reports: CrashReports) -> None:
    """The folder does not grow without end."""
    paths = {reports.write(f"number {number}") for number in range(MOST + 5)}
    assert len(paths) == MOST + 5
    assert sum(path is not None and path.exists() for path in paths) == MOST


def test_a_folder_that_cannot_be_written_is_no_second_mistake(tmp_path: Path) -> None:
    """A file lies where the folder should be."""
    (tmp_path / "crashes").write_text("", encoding="utf-8")
    reports = CrashReports(tmp_path / "crashes", lambda: NOW)
    assert reports.write("it broke") is None
    reports.watch()
    reports.stop()
    assert reports.unseen() is None


def child(folder: Path, ending: str) -> None:
    """Runs a program that watches itself and ends so."""
    code = (
        "import sys, os, ctypes; from pathlib import Path\n"
        "from encounter_gui.app.trouble.crash_reports import CrashReports\n"
        f"reports = CrashReports(Path({str(folder)!r}), lambda: {NOW!r}); reports.watch()\n{ending}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=False, timeout=30, capture_output=True)


def test_a_program_that_dies_without_a_word_has_left_where_it_stood(tmp_path: Path) -> None:
    """A crash below Python: no handler of exceptions sees it."""
    child(tmp_path, "ctypes.string_at(0)")
    found = CrashReports(tmp_path, lambda: NOW).unseen()
    assert found is not None
    assert "string_at" in found.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["reports.stop()", "os.kill(os.getpid(), 9)"])
def test_who_ends_as_meant_or_is_killed_has_nothing_to_tell(tmp_path: Path, ending: str) -> None:
    """And no files are left behind."""
    child(tmp_path, ending)
    assert CrashReports(tmp_path, lambda: NOW).unseen() is None
    assert not list(tmp_path.glob("*.txt"))


def test_another_window_that_still_runs_has_not_crashed(tmp_path: Path) -> None:
    """Its file stays."""
    first = CrashReports(tmp_path, lambda: NOW)
    first.watch()
    (tmp_path / f"died-{os.getppid()}.txt").write_text("Fatal Python error", encoding="utf-8")
    assert first.unseen() is None
    assert (tmp_path / f"died-{os.getppid()}.txt").exists()
    first.stop()


def test_the_diagnosis_names_versions_screens_and_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a person copies into a report."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "encounter_gui", "--diagnose"],
        check=True,
        timeout=60,
        capture_output=True,
        text=True,
    )
    for words in (
        "Encounter GUI",
        "Qt 6",
        "SQLite 3",
        "Window system: offscreen",
        "Screen",
        "Font Inter",
    ):
        assert words in done.stdout
    assert str(tmp_path) in done.stdout
