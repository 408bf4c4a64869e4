"""Themes are read from TOML; what is wrong is named by file and role."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QIcon, QPainter, QPixmap

from encounter_gui.core.errors import DataError
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import ROLES
from encounter_gui.gui.theme.theme_file import load_theme, read_theme
from encounter_gui.rules.view import Chip

NAMES = ("dark", "light", "high_contrast", "print")
SOURCE = Path(__file__).parents[3] / "encounter_gui" / "gui"
ROLE_CALL = re.compile(r"""colour\(\s*["']([a-z_]+(?:\.[a-z0-9_]+)+)["']""")
ROLE_WORD = re.compile(
    r"""["']((?:surface|line|text|accent|faction|wound|gauge|status|chart)\.[a-z0-9_.]+)["']"""
)


def tables(resources: Path, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    folder = resources / "themes"
    parsed = [
        tomllib.loads((folder / f"{file}.toml").read_text("utf-8")) for file in ("look", name)
    ]
    return parsed[0], parsed[1]


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_theme_names_every_role(resources: Path, name: str) -> None:
    """A role that a painter asks for exists in all four themes."""
    theme = read_theme(resources / "themes", name)
    assert [role for role in ROLES if not theme.colour(role).isValid()] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_theme_names_a_role_nobody_knows(resources: Path, name: str) -> None:
    """A colour that is never asked for is a misspelt role."""
    _, colours = tables(resources, name)
    own = {"pattern", "lines"}
    found = {
        f"{group}.{key}" if not isinstance(value, dict) else f"{group}.{key}.{part}"
        for group, table in colours.items()
        if group not in own
        for key, value in table.items()
        for part in (value if isinstance(value, dict) else ("",))
    }
    assert found == set(ROLES)


def test_every_role_named_in_the_code_exists() -> None:
    """Dotted words that look like roles, anywhere in the window's source, are roles."""
    unknown = {
        (path.name, role)
        for path in SOURCE.rglob("*.py")
        for text in [path.read_text("utf-8")]
        for role in {*ROLE_CALL.findall(text), *ROLE_WORD.findall(text)}
        if role not in ROLES
    }
    assert unknown == set()


def test_every_palette_role_is_a_colour_role(resources: Path) -> None:
    """What Qt's palette takes its colours from exists."""
    look, _ = tables(resources, "dark")
    assert set(look["palette"].values()) <= set(ROLES)


def test_an_unknown_role_is_a_bug(resources: Path) -> None:
    """A misspelt role does not paint something else."""
    theme = read_theme(resources / "themes", "dark")
    with pytest.raises(KeyError):
        theme.colour("surface.nowhere")


def test_what_is_fainter_does_not_change_the_theme(icons: Icons) -> None:
    """All that paints shares the colours of the theme: a fainter one is made of a copy."""
    theme = icons.theme
    before = {role: colour.rgba() for role, colour in theme.colours.items()}
    disabled = icons.icon("plus", "text.primary").pixmap(16, 16, QIcon.Mode.Disabled)
    picture = QPixmap(300, 20)
    painter = QPainter(picture)
    chip = Chip(text="Stunned", duration="2 rounds", kind="danger")
    marks.paint_chips(painter, theme, QRectF(0, 0, 300, 20), (chip,), icons)
    painter.end()
    assert not disabled.isNull()
    assert {role: colour.rgba() for role, colour in theme.colours.items()} == before


def test_sizes_with_two_numbers(resources: Path) -> None:
    """A thing with width and height gives both, and its height as its size."""
    theme = read_theme(resources / "themes", "dark")
    assert theme.extent("wound_cell").toTuple() == (20, 18)
    assert theme.size("wound_cell") == 18


def test_paper_hatches_finer_and_darker(resources: Path) -> None:
    """On paper a pattern has 0.6 of the pitch, and ink of 0.8 to 0.95."""
    paper = read_theme(resources / "themes", "print").wound(4).pattern
    assert paper.pitch == pytest.approx(5 * 0.6)
    assert 0.8 <= paper.opacity <= 0.95


def test_themes_that_differ_have_different_digests(resources: Path) -> None:
    """A kept picture of one theme is never shown in another."""
    assert len({read_theme(resources / "themes", name).digest for name in NAMES}) == 4


def test_series_dashes_differ(theme_dark: Any) -> None:
    """Six chart series are told apart without colour."""
    assert len({tuple(theme_dark.dash(f"s{number}")) for number in range(1, 7)}) == 6


@pytest.mark.parametrize("value", ["#12345", "red", "#GGGGGG", 7, True])
def test_a_wrong_colour_is_named(resources: Path, value: object) -> None:
    """The message names the file, the role and what was found."""
    look, colours = tables(resources, "dark")
    colours["surface"]["row_now"] = value
    with pytest.raises(DataError) as error:
        load_theme(look, colours, name="mine")
    assert error.value.place.file == "mine.toml"
    assert error.value.place.pointer == "surface.row_now"
    assert error.value.message.params["found"] == repr(value)


def test_a_missing_role_is_named(resources: Path) -> None:
    """A role left out is told apart from one that is wrong."""
    look, colours = tables(resources, "dark")
    del colours["wound"]["3"]["ink"]
    with pytest.raises(DataError) as error:
        load_theme(look, colours, name="mine")
    assert error.value.message.key == "theme.missing"
    assert error.value.place.pointer == "wound.3.ink"


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("size", "row", "tall"),
        ("size", "slot", [90]),
        ("faction", "pc", 3),
        ("wound_level", "2", {"name": "x", "letter": "L", "pattern": "zigzag"}),
        ("font", "row", {"pt": "ten", "weight": 400}),
    ],
)
def test_a_wrong_look_is_named(resources: Path, table: str, key: str, value: object) -> None:
    """The shared file is checked as well."""
    look, colours = tables(resources, "dark")
    look[table][key] = value
    with pytest.raises(DataError) as error:
        load_theme(look, colours, name="dark")
    assert error.value.place.file == "look.toml"
    assert error.value.place.pointer.startswith(f"{table}.{key}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing file is a message, not a traceback."""
    with pytest.raises(DataError) as error:
        read_theme(tmp_path, "dark")
    assert error.value.place.file == "look.toml"


@pytest.mark.parametrize("content", [b"[surface", b"\xff\xfe\x00"])
def test_a_file_that_is_not_toml(tmp_path: Path, content: bytes) -> None:
    """Neither bad syntax nor bad encoding gets further than a message."""
    (tmp_path / "look.toml").write_bytes(content)
    with pytest.raises(DataError) as error:
        read_theme(tmp_path, "dark")
    assert error.value.message.key == "theme.unreadable"
