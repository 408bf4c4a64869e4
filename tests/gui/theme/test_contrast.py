"""Every theme can be read: contrast by WCAG 2, computed anew from the colours that ship."""

from itertools import product
from pathlib import Path

import pytest
from PySide6.QtGui import QColor

from encounter_gui.gui.theme.theme import ROLES, Theme
from encounter_gui.gui.theme.theme_file import read_theme

NAMES = ("dark", "light", "high_contrast", "print")

ROWS = ("surface.dock", *(role for role in ROLES if role.startswith("surface.row_")))
GROUNDS = (*ROWS, "surface.window", "surface.raised", "surface.overlay")
STATUSES = ("danger", "warn", "good", "info")

TEXT: tuple[tuple[str, str], ...] = (
    *product(("text.primary", "text.secondary", "text.muted"), GROUNDS),
    *product((f"faction.{side}" for side in ("pc", "ally", "foe", "neutral")), ROWS),
    *((f"wound.{level}.ink", f"wound.{level}.fill") for level in range(7)),
    *((f"status.{kind}", f"status.{kind}_fill") for kind in STATUSES),
    *(("text.primary", f"status.{kind}_fill") for kind in STATUSES),
    *(("text.secondary", f"status.{kind}_fill") for kind in STATUSES),
    ("text.on_now", "accent.now"),
    ("text.on_now", "accent.now_hover"),
    ("text.on_accent", "accent.interactive"),
    ("text.primary", "accent.interactive_fill"),
    ("text.primary", "surface.sunken"),
    ("surface.dock", "text.primary"),  # physical dice and unspent capsules are inverted
    ("chart.axis", "chart.background"),
)
GRAPHICS: tuple[tuple[str, str], ...] = (
    *product(("accent.focus", "accent.now_edge"), ROWS),
    *((f"wound.{level}.edge", ground) for level in range(7) for ground in ROWS),
    *(
        (f"gauge.{name}", "gauge.track")
        for name in ("health_high", "health_mid", "health_low", "health_negative", "soak", "dodge")
    ),
    ("line.control", "surface.window"),
    ("line.control", "surface.dock"),
    ("line.control", "surface.raised"),
    *((f"chart.s{number}", "chart.background") for number in range(1, 7)),
)


def luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(theme: Theme, first: str, second: str) -> float:
    low, high = sorted(luminance(theme.colour(role)) for role in (first, second))
    return (high + 0.05) / (low + 0.05)


def too_faint(theme: Theme, pairs: tuple[tuple[str, str], ...], limit: float) -> list[str]:
    return [
        f"{front} on {ground}: {contrast(theme, front, ground):.2f}"
        for front, ground in pairs
        if contrast(theme, front, ground) < limit
    ]


@pytest.mark.parametrize("name", NAMES)
def test_text_can_be_read(resources: Path, name: str) -> None:
    """Text has at least 4.5 to 1 on every ground it may stand on."""
    assert too_faint(read_theme(resources / "themes", name), TEXT, 4.5) == []


@pytest.mark.parametrize("name", NAMES)
def test_graphics_can_be_seen(resources: Path, name: str) -> None:
    """Lines, fills and marks that mean something have at least 3 to 1."""
    assert too_faint(read_theme(resources / "themes", name), GRAPHICS, 3.0) == []


def test_black_on_white_is_21() -> None:
    """The formula itself, at its known end."""
    assert (luminance(QColor("#FFFFFF")) + 0.05) / (luminance(QColor("#000000")) + 0.05) == (
        pytest.approx(21)
    )
