"""What ends a command from outside is told in a sentence, and a reader that has gone is no mistake."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from encounter_gui.__main__ import main
from tests.cli.test_forecast_command import FIGHT

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "canal-bridge.toml"
PROGRAM = (sys.executable, "-m", "encounter_gui")


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight as a file."""
    path = tmp_path / "dock.toml"
    path.write_text(FIGHT, "utf-8")
    return path


@pytest.mark.parametrize(
    "line",
    [
        "verify {long}",
        "play dock.toml --into {long}",
        "{long}",
        "odds {long}",
        "repair {long} --out a",
    ],
)
def test_a_name_that_is_too_long_is_said(
    fight: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """With the name, and exit code 2; nothing is written."""
    monkeypatch.chdir(fight.parent)
    long = "x" * 300
    if line == "{long}":  # the window: what it is to open is looked at by the same code
        line = "export {long}"
    assert main(line.format(long=long).split()) == 2
    said = capsys.readouterr().err
    assert long in said
    assert "name too long" in said
    assert said.count("\n") == 1
    assert [each.name for each in fight.parent.iterdir()] == ["dock.toml"]


@pytest.mark.parametrize(
    "words", [("odds", str(SAMPLE), "--json"), ("dice", "3d6", "--json"), ("--diagnose",)]
)
def test_a_pipe_that_closes_early_ends_quietly(words: tuple[str, ...]) -> None:
    """As ``odds … --json | head -c 10`` closes it: nothing is said, and the exit code is that of SIGPIPE."""
    here, there = os.pipe()
    os.close(here)
    done = subprocess.run(
        [*PROGRAM, *words],
        stdout=there,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(there)
    assert done.stderr == ""
    assert done.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
def test_an_output_that_takes_nothing_is_said() -> None:
    """A disk that is full, where the shell has the output go."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, "odds", str(SAMPLE), "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stderr == "What was to be printed could not be written: No space left on device.\n"
    assert done.returncode == 2


def test_a_closed_output_is_no_mistake() -> None:
    """As ``>&-`` of a shell closes it before the program begins."""
    done = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *PROGRAM, "odds", str(SAMPLE)],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_an_import_that_cannot_be_kept_leaves_no_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it comes from is kept with each creature, and a name that is no UTF-8 cannot be."""
    sheet = tmp_path / os.fsdecode(b"sh\xffet.csv")
    sheet.write_text("name,hp\nRook,5\n", "utf-8")
    into = tmp_path / "a.encounter"
    assert main(["import", str(sheet), "--into", str(into), "--ruleset", "cwn"]) == 2
    assert "could not be written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [sheet]


def test_a_name_that_is_no_utf8_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Linux lets names be any bytes: what is no character is shown as JSON writes it."""
    monkeypatch.chdir(tmp_path)
    assert main(["play", str(SAMPLE), "--into", "a.encounter"]) == 0
    name = os.fsdecode(b"f\xffght.json")
    assert main(["export", "a.encounter", "--out", name]) == 0
    assert rb"f\udcffght.json" in capsysbinary.readouterr().out
