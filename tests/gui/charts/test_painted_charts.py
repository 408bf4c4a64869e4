"""Outcomes, bars, heat strips and face grids: what is painted, and the same in words."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.bar_rows import BarRows
from encounter_gui.gui.charts.face_chart import FaceChart, runs
from encounter_gui.gui.charts.fills import look_fill
from encounter_gui.gui.charts.heat_chart import HeatChart, heat
from encounter_gui.gui.charts.outcome_chart import OutcomeChart
from encounter_gui.gui.charts.painted_chart import PaintedChart
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from tests.gui.attack.odds.exhibit_values import BARS, GRID, OUTCOMES, STRIP
from tests.gui.charts.pointing import point_at


@pytest.fixture
def outcomes(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> OutcomeChart:
    chart = OutcomeChart(icons, texts)
    qtbot.addWidget(chart)
    chart.resize(200, 100)
    chart.show_outcomes(OUTCOMES)
    return chart


@pytest.fixture
def bars(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> BarRows:
    chart = BarRows(icons, texts)
    qtbot.addWidget(chart)
    chart.resize(180, 79)
    chart.show_bars(BARS)
    return chart


@pytest.fixture
def strip(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> HeatChart:
    chart = HeatChart(icons, texts)
    qtbot.addWidget(chart)
    chart.show_strip(STRIP)
    chart.resize(chart.room.width, 137)
    return chart


@pytest.fixture
def grid(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> FaceChart:
    chart = FaceChart(icons, texts)
    qtbot.addWidget(chart)
    chart.show_grid(GRID)
    chart.resize(chart.room.width, 140)
    return chart


def heard(chart: PaintedChart) -> str:
    return chart.accessibleDescription().replace("\u00a0", " ")


def tip(chart: PaintedChart, x: float, y: float) -> str:
    point_at(chart, x, y)
    return chart.reader.said.replace("\u00a0", " ")


def count(image: QImage, colour: str, place: QRectF) -> int:
    """How many pixels of a place have exactly a colour."""
    box = place.toRect()
    return sum(
        image.pixelColor(x, y).name() == colour
        for x in range(box.left(), box.right() + 1)
        for y in range(box.top(), box.bottom() + 1)
    )


# ---- outcomes


def test_outcomes_are_there_in_words(outcomes: OutcomeChart):
    """The painted bar can be heard, every share with its number."""
    assert outcomes.accessibleName() == "Outcome"
    assert heard(outcomes) == "Shock only, 8: 5 %; Hit, stands: 57 %; Traumatic, down: 38 %"


def test_each_part_of_the_bar_is_as_long_as_its_share(outcomes: OutcomeChart, theme_dark: Theme):
    """Of 200 pixels a hit of 57 % takes 114 less the gap; its ground is that of its look."""
    line = outcomes.grab().toImage()
    blue = look_fill(theme_dark, "good").name()
    row = [line.pixelColor(x, 22).name() for x in range(200)]
    assert row.count(blue) == 113
    assert (row.index(blue), row[9]) == (10, row[123])


def test_a_part_says_what_it_is(outcomes: OutcomeChart):
    """The mouse over a part names it; beside the bar there is nothing special to say."""
    assert tip(outcomes, 60, 22) == "Hit, stands: 57 %"
    assert tip(outcomes, 60, 2) == ""


def test_an_impossible_outcome_stays_in_the_legend(outcomes: OutcomeChart):
    """While a modifier moves, rows keep their place; the bar has no part for 0."""
    none, hit, rest = OUTCOMES.shares
    shares = (replace(none, probability=0.0), replace(hit, probability=0.62), rest)
    before = outcomes.room
    outcomes.show_outcomes(replace(OUTCOMES, shares=shares))
    assert heard(outcomes).startswith("Shock only, 8: 0 %")
    assert outcomes.room == before
    assert not outcomes.grab().isNull()


# ---- bars


def test_bars_are_there_in_words(bars: BarRows):
    """Every row with its chance."""
    assert bars.accessibleName() == "Health after both attacks, of 7"
    assert heard(bars) == "7: 4 %; 5: 31 %; 3: 65 %"


def test_bars_are_as_long_as_likely(bars: BarRows, theme_dark: Theme):
    """Same scale for all rows: from 0 to 1."""
    image = bars.grab().toImage()
    blue = look_fill(theme_dark, "good").name()
    first, second = (
        sum(image.pixelColor(x, 16 + 21 * row + 10).name() == blue for x in range(180))
        for row in (0, 1)
    )
    assert second / first == pytest.approx(31 / 4, rel=0.2)


def test_what_is_possible_has_a_bar(bars: BarRows, theme_dark: Theme):
    """One in a thousand is still drawn."""
    rare = replace(BARS, shares=(replace(BARS.shares[0], probability=0.001),))
    bars.show_bars(rare)
    blue = look_fill(theme_dark, "good").name()
    assert count(bars.grab().toImage(), blue, QRectF(0, 16, 180, 21)) >= 10


def test_a_row_says_what_it_is(bars: BarRows):
    """The mouse over a row names it."""
    assert tip(bars, 90, 16 + 25) == "5: 31 %"
    assert tip(bars, 90, 5) == ""
    assert tip(bars, 90, 78.9) == "3: 65 %"


# ---- heat strip


def test_a_heat_strip_is_there_in_words(strip: HeatChart):
    """Every location with its share and everything a hit there may do."""
    words = heard(strip).split("; ")
    assert len(words) == 6
    assert words[0] == "Head: 10 % (same: 12 %, F: < 1 %, L: 6 %, M: 13 %, S: 17 %, C: 52 %)"
    assert words[2] == "R arm: 10 % (same: 60 %, S: 37 %, C: 3 %)"


def test_a_cell_has_the_heat_of_its_chance(strip: HeatChart, theme_dark: Theme):
    """The ground mixes the two heat colours by the chance; what cannot be keeps the dock's."""
    assert heat(theme_dark, 0) == theme_dark.colour("chart.heat_0")
    assert heat(theme_dark, 1) == theme_dark.colour("chart.heat_1")
    image = strip.grab().toImage()
    for row, column in ((0, 5), (2, 0), (2, 1)):
        cell = strip.cell(row, column).adjusted(2, 2, -2, -2)
        ground = heat(theme_dark, STRIP.rows[row].chances[column]).name()
        assert count(image, ground, cell) > 0.4 * cell.width() * cell.height()


def test_numbers_are_printed_in_every_cell_that_can_be(strip: HeatChart):
    """A cell with a chance, however small, has ink in it; one without has none."""
    image = strip.grab().toImage()

    def colours(row: int, column: int) -> int:
        box = strip.cell(row, column).adjusted(2, 2, -2, -2).toRect()
        return len({
            image.pixelColor(x, y).name()
            for x in range(box.left(), box.right())
            for y in range(box.top(), box.bottom())
        })  # fmt: skip

    for row, line in enumerate(STRIP.rows):
        for column, chance in enumerate(line.chances):
            assert (colours(row, column) > 1) == (chance > 0)


def test_cells_are_28_by_17_where_there_is_room(strip: HeatChart):
    """Sizes are the design's; in less room all shrink alike and stay inside."""
    assert strip.cell(0, 0).size().toTuple() == (28, 17)
    least = strip.room
    strip.resize(least.least_width, least.least_height)
    assert strip.cell(0, 0).size().toTuple() == (24, 12)
    assert strip.cell(5, 5).right() <= strip.width()
    assert strip.cell(5, 5).bottom() <= strip.height()


def test_cells_stay_where_they_are_while_an_aim_is_dragged(strip: HeatChart):
    """One place alone has a shorter name: the strip does not move for it, nor what stands beside it."""
    before, cell = strip.room.width, strip.cell(0, 0)
    shortest = min(STRIP.rows, key=lambda row: len(row.text))
    strip.show_strip(replace(STRIP, rows=(shortest,)))
    assert (strip.room.width, strip.cell(0, 0).left()) == (before, cell.left())
    strip.show_strip(None)
    strip.show_strip(replace(STRIP, rows=(shortest,)))
    assert strip.room.width < before


def test_a_cell_says_what_it_is(strip: HeatChart):
    """The mouse over a cell names location and wound; over a name, the whole row."""
    place = strip.cell(3, 2).center()
    assert tip(strip, place.x(), place.y()) == "L arm · L: 38 %"
    assert tip(strip, 4, place.y()).startswith("L arm: 10 % (same")


# ---- face grid


def test_a_face_grid_is_there_in_words(grid: FaceChart):
    """Every part of the legend with its chance and its faces."""
    words = heard(grid).split("; ")
    assert words[1] == "Critical save: 4 %, 00, 11, 22, 33"
    assert words[3] == "Critical fail: 6 %, 44, 55, 66, 77, 88, 99"
    assert words[0].startswith("Save: 40 %, 01–10, 12–21")


def test_tens_go_down_and_units_across(grid: FaceChart):
    """Face 37 is in the fourth row and the eighth column; all hundred are inside."""
    first, face = grid.cell(0), grid.cell(37)
    step = grid.cell(1).left() - first.left()
    assert (face.left() - first.left(), face.top() - first.top()) == (7 * step, 3 * step)
    assert grid.cell(99).bottom() <= grid.height()


def test_faces_are_painted_by_what_they_come_to(grid: FaceChart, theme_dark: Theme):
    """A save has the colour of a success, doubles above it that of a mishap."""
    image = grid.grab().toImage()
    saved = theme_dark.colour("gauge.health_high").name()
    mishap = theme_dark.colour("gauge.health_low").name()
    assert count(image, saved, grid.cell(12)) > 60
    assert count(image, mishap, grid.cell(12)) == 0
    assert count(image, mishap, grid.cell(44)) > 20


def test_a_face_says_what_it_comes_to(grid: FaceChart):
    """The mouse over a face names it with two digits."""
    place = grid.cell(7).center()
    assert tip(grid, place.x(), place.y()) == "07: Save"
    assert tip(grid, 2, 2) == ""


@pytest.mark.parametrize(
    ("faces", "words"), [([], ""), ([0], "00"), ([0, 1, 2, 7, 99], "00–02, 07, 99")]
)
def test_faces_in_a_row_are_one_run(faces: list[int], words: str):
    """Nobody wants to hear forty numbers."""
    assert runs(faces) == words


# ---- all of them


def test_nothing_to_show_leaves_nothing(
    outcomes: OutcomeChart, bars: BarRows, strip: HeatChart, grid: FaceChart
):
    """Without odds no old figures are painted or said."""
    outcomes.show_outcomes(None)
    bars.show_bars(None)
    strip.show_strip(None)
    grid.show_grid(None)
    for chart in (outcomes, bars, strip, grid):
        assert chart.accessibleDescription() == ""
        image = chart.grab().toImage()
        corner = image.pixelColor(0, 0).name()
        assert count(image, corner, QRectF(image.rect())) == image.width() * image.height()
