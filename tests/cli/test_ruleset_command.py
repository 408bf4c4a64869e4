"""The command ``ruleset``: what it says, what it writes, and with which code it ends."""

from pathlib import Path

import pytest

from encounter_gui.cli.main import parse

HOUSE = """name = "House"
version = "3"
extends = "cwn"

[[items]]
key = "combat_rifle"
[items.values]
hit = 1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a ruleset in it, in a profile of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "profile"))
    monkeypatch.chdir(tmp_path)
    house = tmp_path / "house"
    house.mkdir()
    (house / "ruleset.toml").write_text(HOUSE, encoding="utf-8")
    return house


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The code with which the command ends, and all it says."""
    code = parse(("ruleset", *arguments))
    captured = capsys.readouterr()
    assert isinstance(code, int)
    return code, captured.out + captured.err


def test_packed_taken_in_shown_and_taken_away(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way of a ruleset from one table to another."""
    assert said(capsys, "check", str(folder)) == (
        0,
        "House, version 3: nothing is wrong with it.\n",
    )
    code, text = said(capsys, "pack", "house", "--author", "Mira")
    assert (code, "house.ruleset" in text) == (0, True)
    assert said(capsys, "add", "house.ruleset") == (0, "House, version 3, is there now.\n")
    assert said(capsys, "add", "house.ruleset")[1] == (
        "House, version 3, is there already, the very same.\n"
    )
    code, text = said(capsys, "list")
    assert "house  House  (own)" in text
    code, text = said(capsys, "show", "house")
    assert "items: 112, 1 own" in text
    assert said(capsys, "diff", "cwn", "house") == (1, "+ items.combat_rifle.values.hit: 1\n")
    assert said(capsys, "diff", "house", "house.ruleset") == (0, "They do not differ.\n")
    assert said(capsys, "remove", "house")[0] == 0
    assert "own" not in said(capsys, "list")[1]


def test_a_newer_one_says_what_it_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "pack", "house")
    said(capsys, "add", "house.ruleset")
    file = folder / "ruleset.toml"
    file.write_text(HOUSE.replace("hit = 1", "hit = 2").replace('"3"', '"4"'), encoding="utf-8")
    assert said(capsys, "pack", str(folder))[0] == 2  # it is there
    assert said(capsys, "pack", str(folder), "--out", "house.ruleset", "--force")[0] == 0
    code, text = said(capsys, "add", "house.ruleset")
    assert code == 0
    assert text == (
        "House: version 4 in place of 3, 1 differences\n  items.combat_rifle.values.hit: 1 → 2\n"
    )


def test_what_is_wrong_is_said_line_by_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the code of a check that found something; nothing that is wrong is packed."""
    (folder / "ruleset.toml").write_text(HOUSE.replace("hit", "hti") + 'icon = "x"\n', "utf-8")
    code, text = said(capsys, "check", str(folder))
    assert code == 1
    assert "house/ruleset.toml:8: items.combat_rifle.values.hti" in text
    assert said(capsys, "pack", str(folder))[0] == 2
    assert not Path("house.ruleset").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "nothing"),
        ("remove", "cwn"),
        ("add", "missing.ruleset"),
        ("diff", "cwn", "nothing"),
        ("pack", "nothing"),
    ],
)
def test_what_cannot_be_done_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, text = said(capsys, *arguments)
    assert code == 2
    assert text.strip()
