"""Themes from their TOML files: one with the sizes all share, one with the colours of each."""

import zlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from PySide6.QtGui import QColor

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import say
from encounter_gui.gui.theme.fonts import Families, Fonts, FontSpec
from encounter_gui.gui.theme.theme import (
    ROLES,
    FactionStyle,
    Pattern,
    PatternKind,
    ShapeKind,
    Theme,
    WoundStyle,
)

_LOOK = "look.toml"


def read_theme(folder: Path, name: str) -> Theme:
    """Returns the theme ``name`` of a folder that holds ``look.toml`` and ``<name>.toml``.

    Raises:
        DataError: A file is missing, is not TOML, or lacks a value; names the file and the role.
    """
    return load_theme(read_table(folder / _LOOK), read_table(folder / f"{name}.toml"), name=name)


def load_theme(look: Mapping[str, Any], colours: Mapping[str, Any], *, name: str) -> Theme:
    """Returns the theme made of the shared look and one set of colours, both as parsed TOML.

    Raises:
        DataError: A role or size is missing or not what it should be.
    """
    shared, own = _Table(_LOOK, "", look), _Table(f"{name}.toml", "", colours)
    palette = {role: own.colour(role) for role in ROLES}
    return Theme(
        name=name,
        digest=f"{zlib.crc32(repr((name, look, colours)).encode()):08x}",
        colours=MappingProxyType(palette),
        wounds=MappingProxyType(_wounds(shared, own, palette)),
        factions=MappingProxyType(_factions(shared, palette)),
        sizes=MappingProxyType(shared.table("size").pairs()),
        spaces=MappingProxyType(shared.table("space").numbers()),
        radii=MappingProxyType(shared.table("radius").numbers()),
        icons=MappingProxyType(shared.table("icon").numbers()),
        motion=MappingProxyType(_durations(shared.table("motion"))),
        dashes=MappingProxyType(shared.table("chart").table("dash").texts()),
        palette=MappingProxyType(shared.table("palette").texts()),
        fonts=_fonts(shared.table("font")),
        framed=own.has("lines") and own.table("lines").flag("everywhere"),
    )


class _Table:
    """A table of a parsed file that knows where it stands, so that what is wrong can be named."""

    def __init__(self, file: str, pointer: str, data: Mapping[str, Any]) -> None:
        self._file = file
        self._pointer = pointer
        self._data = data

    def names(self) -> tuple[str, ...]:
        return tuple(self._data)

    def has(self, key: str) -> bool:
        return key in self._data

    def table(self, key: str) -> "_Table":
        value = self._value(key, Mapping, "a table")
        return _Table(self._file, f"{self._pointer}{key}.", value)

    def text(self, key: str) -> str:
        return str(self._value(key, str, "text"))

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.text(key)
        if value not in allowed:
            raise self.wrong(key, "one of " + ", ".join(allowed))
        return value

    def number(self, key: str) -> float:
        return float(self._value(key, int | float, "a number"))

    def flag(self, key: str) -> bool:
        if not isinstance(self._data.get(key), bool):
            raise self.wrong(key, "true or false")
        return bool(self._data[key])

    def numbers(self) -> dict[str, float]:
        return {key: self.number(key) for key in self._data}

    def texts(self) -> dict[str, str]:
        return {key: self.text(key) for key in self._data}

    def pairs(self) -> dict[str, tuple[float, float]]:
        return {key: self._pair(key) for key in self._data}

    def points(self, key: str) -> tuple[tuple[float, float], ...]:
        try:
            return tuple((float(x), float(y)) for x, y in self._value(key, list, "points"))
        except (TypeError, ValueError):
            raise self.wrong(key, "a list of [x, y]") from None

    def list_of_text(self, key: str) -> tuple[str, ...]:
        return tuple(str(item) for item in self._value(key, list, "a list of text"))

    def colour(self, role: str) -> QColor:
        *groups, key = role.split(".")
        table = self
        for group in groups:
            table = table.table(group)
        value = table.text(key)
        colour = QColor(value) if len(value) == 7 and value[0] == "#" else QColor()
        if not colour.isValid():
            raise table.wrong(key, "a colour such as #52C7DA")
        return colour

    def wrong(self, key: str, expected: str) -> DataError:
        place = Place(file=self._file, pointer=f"{self._pointer}{key}")
        if key not in self._data:
            return DataError(place, say("theme.missing", file=self._file, role=place.pointer))
        found = repr(self._data[key])
        return DataError(
            place,
            say("theme.wrong", file=self._file, role=place.pointer, found=found, expected=expected),
        )

    def _pair(self, key: str) -> tuple[float, float]:
        value = self._data[key]
        if not isinstance(value, list):
            side = self.number(key)
            return side, side
        if len(value) != 2 or not all(isinstance(number, int | float) for number in value):
            raise self.wrong(key, "a number or [width, height]")
        return float(value[0]), float(value[1])

    def _value(self, key: str, kind: Any, expected: str) -> Any:
        value = self._data.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.wrong(key, expected)
        return value


def read_table(path: Path) -> dict[str, Any]:
    """Returns the content of one of its files.

    Raises:
        DataError: it is missing, or is not TOML.
    """
    import tomllib  # not where all themes are kept as they were read before

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        place = Place(file=path.name)
        reason = error.strerror or "" if isinstance(error, OSError) else str(error)
        raise DataError(place, say("theme.unreadable", file=path.name, reason=reason)) from error


def _wounds(look: _Table, own: _Table, palette: Mapping[str, QColor]) -> dict[int, WoundStyle]:
    levels = look.table("wound_level")
    return {
        int(key): WoundStyle(
            level=int(key),
            name=levels.table(key).text("name"),
            letter=levels.table(key).text("letter"),
            fill=palette[f"wound.{key}.fill"],
            ink=palette[f"wound.{key}.ink"],
            edge=palette[f"wound.{key}.edge"],
            pattern=_pattern(levels.table(key), own),
        )
        for key in ("0", "1", "2", "3", "4", "5", "6")
    }


def _pattern(level: _Table, own: _Table) -> Pattern:
    kind: PatternKind = level.choice("pattern", get_args(PatternKind))  # type: ignore[assignment]
    if kind == "none":
        return Pattern(kind=kind)
    pattern = Pattern(
        kind=kind,
        pitch=level.number("pitch"),
        stroke=level.number("size"),
        opacity=level.number("opacity"),
    )
    if not own.has("pattern"):
        return pattern
    paper = own.table("pattern")
    scaled = pattern.scaled(paper.number("scale"))
    return Pattern(
        kind=kind, pitch=scaled.pitch, stroke=scaled.stroke, opacity=paper.number("opacity")
    )


def _factions(look: _Table, palette: Mapping[str, QColor]) -> dict[str, FactionStyle]:
    sides = look.table("faction")
    return {side: _faction(side, sides.table(side), palette) for side in sides.names()}


def _faction(side: str, table: _Table, palette: Mapping[str, QColor]) -> FactionStyle:
    shape: ShapeKind = table.choice("shape", get_args(ShapeKind))  # type: ignore[assignment]
    if f"faction.{side}" not in palette:
        raise table.wrong("colour", "a colour role")
    return FactionStyle(
        side=side,
        colour=palette[f"faction.{side}"],
        shape=shape,
        points=table.points("points") if table.has("points") else (),
        radius=table.number("radius") if table.has("radius") else 0,
    )


def _durations(table: _Table) -> dict[str, int]:
    return {key: int(table.number(key)) for key in table.names() if key.endswith("_ms")}


def _fonts(table: _Table) -> Fonts:
    families = Families(
        ui=(table.text("ui"), table.text("fallback")),
        mono=(table.text("mono"),),
        features=table.list_of_text("features"),
    )
    plain = {"ui", "mono", "fallback", "features", "line_height"}
    return Fonts(
        families, {key: _spec(table.table(key)) for key in table.names() if key not in plain}
    )


def _spec(table: _Table) -> FontSpec:
    mono = table.has("family") and table.choice("family", ("ui", "mono")) == "mono"
    return FontSpec(points=table.number("pt"), weight=int(table.number("weight")), mono=mono)
