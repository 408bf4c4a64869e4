"""No command line changes a file that it did not announce, whatever path it is given."""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from encounter_gui.__main__ import main
from encounter_gui.cli import main as command_line
from encounter_gui.cli.output_option import extended_campaign, output_path
from tests.cli.test_forecast_command import FIGHT

SWEEP = 'fight = "dock.toml"\nfights = 50\n[vary]\ncount.gang = [1]\n'
SHEET = "name,hp\nRook,5\n"

FORMS = {
    "dice": ("dice 2d6",),
    "odds": ("odds dock.toml", "odds --from night.encounter --encounter Loading_dock"),
    "forecast": (
        "forecast dock.toml --fights 50",
        "forecast --from night.encounter --encounter Loading_dock --fights 50",
        "forecast --grid sweep.toml --out new.md",
    ),
    "play": ("play dock.toml --into new.md",),
    "import": ("import sheet.csv --into new.md --ruleset cwn",),
    "export": ("export night.encounter --out new.md",),
    "print": ("print night.encounter --what roster --out new.md",),
    "verify": ("verify night.encounter",),
    "repair": ("repair night.encounter --out new.md",),
    "ruleset new": ("ruleset new docks",),
    "ruleset check": ("ruleset check cwn",),
    "ruleset show": ("ruleset show cwn",),
    "ruleset diff": ("ruleset diff cwn cwn",),
    "ruleset list": ("ruleset list",),
    "ruleset pack": ("ruleset pack house --out new.md",),
    "ruleset add": (
        "ruleset add house.ruleset",
        "ruleset add house.ruleset --into night.encounter",
    ),
    "ruleset remove": ("ruleset remove house",),
    "": ("night.encounter --draw new.png",),
}
"""How each command is used, so that it succeeds; a path that it takes stands in one of them."""

CAMPAIGNS = (
    *("night.encounter", "other.encounter", "./folder/../night.encounter", "link.md", "hard.md"),
    *("link.encounter", "named.encounter", "disguised.md"),
    *("night.encounter-wal", "night.encounter-shm", "night.encounter.lock", "link-of-journal"),
)
"""Paths at which nothing may be written: campaigns, by whatever name, and what belongs to one."""

TARGETS = (*CAMPAIGNS, "plan.md", "twin.md", "folder", "new.md", "no/new.md", "x" * 300)

FIRST = ("night.encounter", "hard.md", "link.encounter", "plan.md", "new.md")
"""What is tried for every change; all of it before something is handed on."""


def parsers() -> dict[str, argparse.ArgumentParser]:
    """What reads the arguments of each command; of none, those of the window."""
    found = {"": command_line._windows()}
    for name, parser in below(command_line._commands()).items():
        acts = below(parser)
        found |= {f"{name} {act}": each for act, each in acts.items()} or {name: parser}
    return found


def below(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of what a command may be followed by."""
    choices = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    return {name: each for choice in choices for name, each in choice.choices.items()}


def paths_of(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """The arguments of a command that are paths: by their option, those without one by their place."""
    kinds = (Path, output_path, extended_campaign)
    return {
        (each.option_strings or [each.dest])[-1]: each
        for each in parser._actions
        if each.type in kinds
    }


def lines() -> Iterator[tuple[str, str, int, argparse.Action]]:
    """Every way to use a command, each time with the place of one of its paths in the line."""
    for name, parser in parsers().items():
        for form in FORMS[name]:
            words = form.split()
            for option, action in paths_of(parser).items():
                if option in words:
                    yield name, form, words.index(option) + 1, action
                elif not option.startswith("-") and not words[len(name.split())].startswith("-"):
                    yield name, form, len(name.split()), action


def test_every_command_and_every_path_of_it_is_tried() -> None:
    """A new command, or a new option that takes a path, has to be named in ``FORMS``."""
    found = {(name, action.dest) for name, _, _, action in lines()}
    wanted = {(n, a.dest) for n, parser in parsers().items() for a in paths_of(parser).values()}
    assert set(FORMS) == set(parsers())
    assert {name.partition(" ")[0] for name in FORMS} == {*command_line._COMMANDS, ""}
    assert found == wanted


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two campaigns and other files."""
    folder = tmp_path_factory.mktemp("template")
    (folder / "dock.toml").write_text(FIGHT.replace("Loading dock", "Loading_dock"), "utf-8")
    (folder / "sweep.toml").write_text(SWEEP, "utf-8")
    (folder / "sheet.csv").write_text(SHEET, "utf-8")
    (folder / "house").mkdir()
    (folder / "house" / "ruleset.toml").write_text('name = "House"\nextends = "cwn"\n', "utf-8")
    assert (
        main(["ruleset", "pack", str(folder / "house"), "--out", str(folder / "house.ruleset")])
        == 0
    )
    for each in ("night", "other"):
        into = str(folder / f"{each}.encounter")
        assert main(["play", str(folder / "dock.toml"), "--into", into]) == 0
    return folder


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for a copy of it, and for what is the user's."""
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    return tmp_path / "sandbox"


def fill(template: Path, folder: Path) -> None:
    """Makes the files anew, with links between them."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(template, folder)
    (folder / "folder").mkdir()
    (folder / "plan.md").write_text("The plan.", "utf-8")
    (folder / "twin.md").hardlink_to(folder / "plan.md")
    (folder / "named.encounter").write_text("Damaged beyond all knowing.", "utf-8")
    shutil.copy(folder / "other.encounter", folder / "disguised.md")
    (folder / "link.md").symlink_to("night.encounter")
    (folder / "link.encounter").symlink_to("other.encounter")
    (folder / "link-of-journal").symlink_to("night.encounter-wal")
    (folder / "hard.md").hardlink_to(folder / "night.encounter")
    for each in (".new.md.part", ".plan.md.part", "new.md.lock", "plan.md.lock"):
        (folder / each).write_text("Somebody else's.", "utf-8")


def content(folder: Path) -> dict[str, bytes | str]:
    """Every file in a folder, and where every link leads."""
    found = (each for each in folder.rglob("*") if each.is_symlink() or each.is_file())
    return {
        str(each.relative_to(folder)): str(each.readlink())
        if each.is_symlink()
        else each.read_bytes()
        for each in found
    }


def changed(folder: Path, before: dict[str, bytes | str]) -> set[str]:
    """The names of files that are not what they were, or were not there."""
    after = content(folder)
    return {each for each in before.keys() | after.keys() if before.get(each) != after.get(each)}


def announced(command: str, words: list[str]) -> set[str]:
    """What a command may write if it succeeds: the files that its options for that name."""
    names: set[str] = set()
    for option, action in paths_of(parsers()[command]).items():
        if action.type is Path or option not in words:
            continue
        target = Path(words[words.index(option) + 1])
        names.add(os.path.relpath(os.path.realpath(target)))
        if action.type is extended_campaign and target.exists():  # the same file by all its names
            names |= {
                each.name for each in Path().iterdir() if each.exists() and each.samefile(target)
            }
    return names


CASES = [
    pytest.param(
        *line,
        target,
        id=f"{line[0] or 'window'}-{line[3].dest}-{number}-{target[:20]}",
        marks=() if target in FIRST else pytest.mark.deep,
    )
    for number, line in enumerate(lines())
    for target in TARGETS
]


@pytest.mark.parametrize(("command", "form", "place", "action", "target"), CASES)
def test_only_what_is_announced_is_written(
    template: Path,
    sandbox: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    form: str,
    place: int,
    action: argparse.Action,
    target: str,
) -> None:
    """Each path of each command is each of the targets once, with and without ``--force``; all else stays as it was."""
    is_output = action.type is output_path
    for force in ([], ["--force"]) if is_output else ([],):
        fill(template, sandbox)
        monkeypatch.chdir(sandbox)  # it is made anew
        before = content(sandbox)
        words = form.split()
        words[place] = target
        allowed = announced(command, words) if len(target) < 100 else set()
        code = run([*words, *force], monkeypatch)
        said = "".join(capsys.readouterr())
        assert changed(sandbox, before) <= (set() if code else allowed)
        assert "Traceback" not in said
        if code:
            assert said.strip()
        if is_output:
            is_new = target == "new.md"
            is_wished = target in ("plan.md", "twin.md") and bool(force)
            is_repaired = target == "named.encounter" and command == "repair" and bool(force)
            assert (code == 0) == (is_new or is_wished or is_repaired), said
            if command:
                assert bool(changed(sandbox, before)) == (code == 0)


def run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Runs the program; instead of a window that opens or is drawn, 0 (see below)."""
    monkeypatch.setattr("encounter_gui.__main__._run_window", lambda options: 0)
    return main(words)


@pytest.mark.deep
def test_the_window_is_drawn_over_a_picture_only_if_that_is_wished(tmp_path: Path) -> None:
    """Nothing is written into a missing folder, or in a format that there is not, and both are said."""
    old, kept = tmp_path / "old.png", tmp_path / "kept.png"
    old.write_bytes(b"older")
    kept.hardlink_to(old)
    assert "is there already" in drawn(old)
    assert old.read_bytes() == b"older"
    assert drawn(old, "--force") == ""
    assert old.read_bytes().startswith(b"\x89PNG")
    assert kept.read_bytes() == b"older"
    assert "there is no folder" in drawn(tmp_path / "no" / "new.png")
    assert "End its name in .png" in drawn(tmp_path / "new.docx")
    assert {each.name for each in tmp_path.iterdir()} == {"old.png", "kept.png", "DATA", "CONFIG"}


def drawn(path: Path, *more: str) -> str:
    """Draws the window of the sample campaign, and returns what is said on standard error."""
    home = path.parent if path.parent.is_dir() else path.parent.parent
    user = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("DATA", "CONFIG")}
    done = subprocess.run(
        [sys.executable, "-m", "encounter_gui", "--sample", "--draw", str(path), *more],
        capture_output=True,
        text=True,
        env={**os.environ, **user, "QT_QPA_PLATFORM": "offscreen"},
        timeout=120,
        check=False,
    )
    assert (done.returncode == 0) == (done.stderr == "")
    return done.stderr
