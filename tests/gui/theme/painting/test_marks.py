"""Marks say what they say without colour, at any pixel ratio and on paper."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPdfWriter
from PySide6.QtWidgets import QApplication

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.rules.view import Chip

Paint = Callable[[QPainter, Theme], object]

CELL = QRectF(0, 0, 20, 18)
STATES: tuple[marks.Pip, ...] = ("left", "spent", "kept")


def painted(
    theme: Theme, paint: Paint, *, width: int = 120, height: int = 28, ratio: int = 1
) -> QImage:
    image = QImage(width * ratio, height * ratio, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(theme.colour("surface.dock"))
    painter = QPainter(image)
    paint(painter, theme)
    painter.end()
    return image


def greys(image: QImage) -> list[int]:
    return [
        image.pixelColor(x, y).lightness()
        for y in range(image.height())
        for x in range(image.width())
    ]


def cell(theme: Theme, level: int) -> QImage:
    return painted(
        theme, lambda p, t: marks.paint_wound_cell(p, t, CELL, level), width=20, height=18
    )


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name().upper()
        for x in range(image.width())
        for y in range(image.height())
    }


@pytest.mark.parametrize("name", ["dark", "light", "high_contrast", "print"])
def test_neighbouring_wounds_differ_without_colour(
    qapp: QApplication, resources: Path, name: str
) -> None:
    """In grey, a quarter of a cell's pixels or more differ from those of the next level."""
    theme = read_theme(resources / "themes", name)
    for lower, upper in pairwise(greys(cell(theme, level)) for level in range(7)):
        differing = sum(abs(a - b) > 12 for a, b in zip(lower, upper, strict=True))
        assert differing > len(lower) / 4


def test_patterns_differ_on_one_ground(theme_dark: Theme) -> None:
    """Even with the same fill and no letter the six patterns are six pictures."""
    path = QPainterPath()
    path.addRect(QRectF(0, 0, 40, 28))
    black = QColor("black")
    pictures = [
        greys(
            painted(
                theme_dark,
                lambda p, t, n=n: marks.paint_pattern(p, path, t.wound(n).pattern, black),
            )
        )
        for n in range(1, 7)
    ]
    for index, first in enumerate(pictures):
        for second in pictures[index + 1 :]:
            assert sum(a != b for a, b in zip(first, second, strict=True)) > 40


def test_a_pattern_stays_inside_its_path(theme_dark: Theme) -> None:
    """Hatching never runs over the outline."""
    path = QPainterPath()
    path.addRect(QRectF(10, 5, 20, 10))
    pattern = theme_dark.wound(4).pattern
    image = painted(theme_dark, lambda p, t: marks.paint_pattern(p, path, pattern, QColor("white")))
    assert colours(image.copy(40, 0, 80, 28)) == {theme_dark.colour("surface.dock").name().upper()}
    assert len(colours(image.copy(10, 5, 20, 10))) > 1


def test_a_kept_cell_looks_like_a_fresh_one(theme_dark: Theme) -> None:
    """The second painting comes from the kept pixmap and is the same."""
    assert cell(theme_dark, 3) == cell(theme_dark, 3)


def test_themes_do_not_share_kept_cells(theme_dark: Theme, theme_light: Theme) -> None:
    """A cell kept for one theme is not shown in another."""
    assert cell(theme_dark, 4) != cell(theme_light, 4)


def test_cells_are_sharp_on_a_dense_screen(theme_dark: Theme) -> None:
    """At a ratio of 2 the cell has detail that doubling pixels would not give."""
    dense = painted(
        theme_dark,
        lambda p, t: marks.paint_wound_cell(p, t, CELL, 3),
        width=20,
        height=18,
        ratio=2,
    )
    doubled = cell(theme_dark, 3).scaled(40, 36)
    assert greys(dense) != greys(doubled)


def test_a_zero_in_the_middle_runs_both_ways(theme_light: Theme) -> None:
    """Above zero the right half fills, below zero the left."""
    bar = QRectF(0, 9, 100, 10)

    def picture(current: int) -> QImage:
        level = marks.Level(current=current, high=12, low=-12)
        return painted(theme_light, lambda p, t: marks.paint_gauge(p, t, bar, level))

    track = theme_light.colour("gauge.track").name().upper()
    assert picture(12).pixelColor(75, 14).name().upper() != track
    assert picture(12).pixelColor(25, 14).name().upper() == track
    assert picture(-12).pixelColor(75, 14).name().upper() == track
    assert track not in colours(picture(-12).copy(4, 11, 40, 6))


def test_below_zero_is_hatched(theme_light: Theme) -> None:
    """The negative run is told apart by its pattern, not only by its colour."""
    level = marks.Level(current=-8, high=12, low=-12)
    image = painted(theme_light, lambda p, t: marks.paint_gauge(p, t, QRectF(0, 9, 100, 10), level))
    assert len(colours(image.copy(22, 11, 24, 6))) > 2


@pytest.mark.parametrize(
    ("current", "role"),
    [(9, "high"), (6.1, "high"), (6, "mid"), (3.1, "mid"), (3, "low"), (0, "low"), (-4, "low")],
)
def test_health_changes_colour_at_half_and_a_quarter(current: float, role: str) -> None:
    """More than half is high, more than a quarter is mid."""
    assert marks.Level(current=current, high=12).colour_role == f"gauge.health_{role}"


def test_a_gauge_without_room_does_not_fail(theme_dark: Theme) -> None:
    """A combatant without any health still has a row; values beyond the ends stay inside."""
    for level in (marks.Level(current=0, high=0), marks.Level(current=50, high=12, low=-12)):
        image = painted(
            theme_dark, lambda p, t, v=level: marks.paint_gauge(p, t, QRectF(0, 9, 60, 10), v)
        )
        ground = theme_dark.colour("surface.dock").name().upper()
        assert colours(image.copy(62, 0, 50, 28)) == {ground}


def test_numbers_have_a_real_minus() -> None:
    """U+2212, and no point behind whole numbers."""
    assert marks.figure_text(-4) == "−4"
    assert marks.figure_text(2.5) == "2.5"


def test_slots_come_in_fives(theme_dark: Theme) -> None:
    """Ten slots of 10, nine gaps of 2, and 4 more in the middle."""
    assert marks.slots_width(theme_dark, 0) == 0
    assert marks.slots_width(theme_dark, 1) == 10
    assert marks.slots_width(theme_dark, 10) == 10 * 10 + 9 * 2 + 4


def test_the_first_chips_are_shown_and_the_rest_are_counted(theme_dark: Theme) -> None:
    """The order is that of the rules; what does not fit is +n."""
    chips = [
        Chip(text="Mortally wounded", kind="danger"),
        Chip(text="Prone", kind="warn"),
        Chip(text="Inspired", kind="good", remaining=2),
        Chip(text="Frail", kind="danger"),
    ]
    everything, none = marks.fit_chips(theme_dark, chips, 1000)
    assert list(everything) == chips
    assert none == 0
    some, hidden = marks.fit_chips(theme_dark, chips, 180)
    assert (list(some), len(some) + hidden) == (chips[: len(some)], 4)
    assert hidden > 0


def test_chips_that_just_fit_are_all_shown(theme_dark: Theme) -> None:
    """No room is kept for a +n that is not needed."""
    chips = [Chip(text="Prone"), Chip(text="Drawn −1", duration="this turn")]
    exact = sum(marks.chip_width(theme_dark, chip) for chip in chips) + 4
    assert marks.fit_chips(theme_dark, chips, exact)[1] == 0
    assert marks.fit_chips(theme_dark, chips, exact - 1)[1] == 1


def test_spending_an_action_moves_nothing(theme_dark: Theme) -> None:
    """A struck capsule is as wide as a filled one."""
    widths = {
        marks.capsules_width(theme_dark, [marks.Capsule(text="Main", state=state)])
        for state in STATES
    }
    assert len(widths) == 1


def test_capsules_differ_without_colour(theme_dark: Theme) -> None:
    """To spend, spent and kept are three pictures in grey, by much more than a few pixels."""
    pictures = [
        greys(
            painted(
                theme_dark,
                lambda p, t, state=state: marks.paint_capsules(
                    p, t, QRectF(0, 0, 60, 28), [marks.Capsule(text="Main", state=state)]
                ),
            )
        )
        for state in STATES
    ]
    for index, first in enumerate(pictures):
        for second in pictures[index + 1 :]:
            assert sum(abs(a - b) > 60 for a, b in zip(first, second, strict=True)) > 40


def test_a_physical_die_is_inverted(theme_dark: Theme) -> None:
    """The ground of a real die is the text colour; that of the app's is the dock."""
    app, real = (
        painted(theme_dark, lambda p, t, r=r: marks.paint_die(p, t, QPointF(2, 2), "5", physical=r))
        for r in (False, True)
    )
    ink = theme_dark.colour("text.primary").name().upper()
    assert real.pixelColor(4, 9).name().upper() == ink
    assert app.pixelColor(4, 9).name().upper() != ink


def test_pips_differ_by_shape(theme_dark: Theme) -> None:
    """Left, spent and kept are three pictures in grey."""
    pictures = {
        tuple(
            greys(
                painted(
                    theme_dark, lambda p, t, k=k: marks.paint_pips(p, t, QRectF(0, 0, 20, 28), [k])
                )
            )
        )
        for k in ("left", "spent", "kept")
    }
    assert len(pictures) == 3


@pytest.mark.parametrize("side", ["pc", "ally", "foe", "neutral"])
def test_shapes_fit_their_box(theme_dark: Theme, side: str) -> None:
    """A shape fills most of its rectangle and stays inside."""
    box = QRectF(10, 5, 11, 11)
    bounds = marks.faction_path(theme_dark.faction(side), box).boundingRect()
    assert box.adjusted(-0.01, -0.01, 0.01, 0.01).contains(bounds)
    assert bounds.width() > 8


def everything(painter: QPainter, theme: Theme, icons: Icons) -> None:
    row = QRectF(0, 0, 300, 28)
    path = QPainterPath()
    path.addEllipse(row)
    for level in range(7):
        marks.paint_wound_area(painter, theme, path, level, lost=level == 3)
        marks.paint_wound_badge(painter, theme, QPointF(20, 20), level)
    marks.paint_wound_strip(painter, theme, row, range(7), ringed={2})
    marks.paint_slots(painter, theme, row, marks.Level(current=3, high=10, before=6))
    marks.paint_gauge(painter, theme, row, marks.Level(current=3, high=10, before=6), ticks=(5,))
    marks.paint_gauge_number(painter, theme, row, marks.Level(current=3, high=10))
    marks.paint_chips(painter, theme, row, [Chip(text="Bleeding", icon="bleeding")] * 9, icons)
    marks.paint_capsules(painter, theme, row, [marks.Capsule(text="Main", state="spent")])
    marks.paint_dice(painter, theme, row, ["6", "12"], physical=True, icons=icons)
    marks.paint_dodge_dice(painter, theme, row, left=1, count=3)
    marks.paint_pips(painter, theme, row, ["left", "spent", "kept"])
    marks.paint_key_cap(painter, theme, QPointF(0, 0), "N")
    marks.paint_tag(painter, theme, QPointF(0, 0), "2nd")
    marks.paint_now(painter, theme, row)
    marks.paint_focus(painter, theme, row)
    marks.paint_changed(painter, theme, QPointF(4, 4))
    marks.paint_faction(painter, theme, row, "foe", hollow=True)
    marks.paint_runs(painter, theme, row, [marks.Run(text="9", weight=700), marks.Run(text="/12")])


def test_on_paper_lines_stay_lines(qapp: QApplication, resources: Path, icons: Icons) -> None:
    """Nothing is pasted into a PDF as a picture."""
    theme = read_theme(resources / "themes", "print")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    painter = QPainter(writer)
    everything(painter, theme, icons)
    painter.end()
    pdf = bytes(buffer.data().data())
    assert pdf.startswith(b"%PDF")
    assert b"/Subtype /Image" not in pdf


def test_painting_leaves_the_painter_as_it_was(theme_dark: Theme, icons: Icons) -> None:
    """Brush, hints, clip and transform are those from before."""
    image = QImage(300, 28, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    before = painter.brush(), painter.renderHints(), painter.hasClipping(), painter.transform()
    everything(painter, theme_dark, icons)
    assert (
        painter.brush(),
        painter.renderHints(),
        painter.hasClipping(),
        painter.transform(),
    ) == before
    painter.end()


def test_a_gauge_that_counts_harm_is_green_when_empty_and_hatches_what_a_blow_adds(
    theme_light: Theme,
) -> None:
    """Fatigue 1 of 10 is little harm; 3 → 8 shows what came, 8 → 3 hatches nothing, since nothing was lost."""
    assert marks.Level(current=1, high=10, is_harm=True).colour_role == "gauge.health_high"
    assert marks.Level(current=9, high=10, is_harm=True).colour_role == "gauge.health_low"
    bar = QRectF(0, 9, 100, 10)

    def drawn(level: marks.Level) -> QImage:
        return painted(theme_light, lambda p, t: marks.paint_gauge(p, t, bar, level))

    added = marks.Level(current=8, high=10, before=3, is_harm=True)
    assert drawn(added) != drawn(marks.Level(current=8, high=10, is_harm=True))
    healed = marks.Level(current=3, high=10, before=8, is_harm=True)
    assert drawn(healed) == drawn(marks.Level(current=3, high=10, is_harm=True))
