"""Looks of shares can be told apart, by contrast and without colour."""

from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from encounter_gui.gui.charts.face_chart import paint_face
from encounter_gui.gui.charts.fills import ink_on, look_fill, look_ink, luminance, paint_swatch
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.rules.view import ShareLook

THEMES = ("dark", "light", "high_contrast", "print")
LOOKS: tuple[ShareLook, ...] = get_args(ShareLook)


def contrast(color: QColor, other: QColor) -> float:
    low, high = sorted((luminance(color), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("look", LOOKS)
def test_a_look_can_be_seen_on_the_chart(resources: Path, name: str, look: ShareLook):
    """Each fill, or the line around it, has at least 3 to 1 on the chart's ground, and its ink on the fill."""
    theme = read_theme(resources / "themes", name)
    fill, ink = look_fill(theme, look), look_ink(theme, look)
    seen = ink if look == "none" else fill
    assert contrast(seen, theme.colour("chart.background")) >= 3
    assert contrast(ink, fill) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_a_number_can_be_read_on_any_heat(resources: Path, name: str):
    """White or black, whichever is read better, has at least 4.5 to 1 on every ground."""
    theme = read_theme(resources / "themes", name)
    for role in ("chart.heat_0", "chart.heat_1"):
        ground = theme.colour(role)
        assert contrast(ink_on(ground), ground) >= 4.5
    assert all(
        contrast(ink_on(QColor(grey, grey, grey)), QColor(grey, grey, grey)) >= 4.5
        for grey in range(256)
    )


def shape(theme: Theme, look: ShareLook, kind: str) -> frozenset[tuple[int, int]]:
    """The pixels of a mark that differ from the ground in its middle: what is left without colour."""
    image = QImage(12, 12, QImage.Format.Format_RGB32)
    image.fill(theme.colour("surface.dock"))
    painter = QPainter(image)
    paint = paint_face if kind == "face" else paint_swatch
    paint(painter, theme, QRectF(0, 0, 12, 12), look)
    painter.end()
    counts: dict[str, int] = {}
    pixels = {(x, y): image.pixelColor(x, y).name() for x in range(12) for y in range(12)}
    for name in pixels.values():
        counts[name] = counts.get(name, 0) + 1
    ground = max(counts, key=lambda name: counts[name])
    return frozenset(place for place, name in pixels.items() if name != ground)


@pytest.mark.parametrize("kind", ["swatch", "face"])
def test_looks_differ_without_colour(theme_dark: Theme, kind: str):
    """Pattern or mark is the second sign: no two looks have the same."""
    shapes = {look: shape(theme_dark, look, kind) for look in LOOKS}
    assert all(shapes[one] != shapes[other] for one, other in combinations(LOOKS, 2))
