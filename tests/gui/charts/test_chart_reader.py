"""Charts are read under the mouse and by keys, told in words, and copied as picture, SVG and table."""

import csv
import io
import os
import subprocess
import sys

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.exhibits import made_for, show_exhibit
from encounter_gui.gui.charts.fills import look_fill, luminance
from encounter_gui.gui.charts.heat_chart import HeatChart
from encounter_gui.gui.charts.spread_chart import SpreadChart
from encounter_gui.gui.charts.within_chart import WithinChart
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import OddsChart, Share, Spread, Within
from tests.gui.attack.odds.exhibit_values import BARS, GRID, OUTCOMES, STRIP
from tests.gui.charts.pointing import point_at

SPREAD = Spread(title="Wounds", unit="wounds", lowest=0, probabilities=(0.4, 0.3, 0.2, 0.1))
WITHIN = Within(title="Down within", chances=(0.25, 0.4375, 0.578125))
ALL: tuple[OddsChart, ...] = (BARS, GRID, OUTCOMES, STRIP, SPREAD, WITHIN)


def shown(exhibit: OddsChart, qtbot: QtBot, icons: Icons, texts: MessageCatalog):
    chart = made_for(type(exhibit), icons, texts, None)
    qtbot.addWidget(chart)
    chart.resize(300, 160)
    chart.show()
    qtbot.waitExposed(chart)
    show_exhibit(chart, exhibit)
    if isinstance(chart, SpreadChart):
        chart.load()
    return chart


def pasted() -> list[list[str]]:
    """The table on the clipboard, as a spreadsheet reads it."""
    text = bytes(QGuiApplication.clipboard().mimeData().data("text/csv").data()).decode()
    return list(csv.reader(io.StringIO(text)))


def test_the_bar_under_the_mouse_says_its_exact_value(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    chart = shown(SPREAD, qtbot, icons, texts)
    mark = chart.reader._marks()[2].place.center()
    point_at(chart, mark.x(), mark.y())
    assert chart.reader.said == "wounds 2: 20.00 %; 2 or more: 30.0 %"
    point_at(chart, mark.x(), 2)
    assert chart.reader.said == ""


def test_each_bar_is_read_where_it_is_painted(qtbot: QtBot, icons: Icons, texts: MessageCatalog):
    """A third up, the highest bar is painted where it is read, and the lowest is not so high."""
    chart = shown(SPREAD, qtbot, icons, texts)
    chart.clearFocus()
    picture = chart.grab().toImage()
    first, *_, last = (mark.place.center().toPoint() for mark in chart.reader._marks())
    high, low = chart.height() // 2, chart.height() - 22
    assert picture.pixelColor(first.x(), high) == picture.pixelColor(first.x(), low)
    assert picture.pixelColor(last.x(), high) != picture.pixelColor(last.x(), low)


def test_arrow_keys_go_from_value_to_value(qtbot: QtBot, icons: Icons, texts: MessageCatalog):
    chart = shown(WITHIN, qtbot, icons, texts)
    chart.setFocus()
    qtbot.waitUntil(chart.hasFocus)
    assert chart.reader.said.startswith("1: 25")
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reader.said.startswith("2: 44")
    qtbot.keyClick(chart, Qt.Key.Key_End)
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reader.said.startswith("3: 58")
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    assert chart.reader.said.startswith("1: 25")


def test_up_and_down_go_to_the_same_column_of_the_next_row(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    chart = shown(STRIP, qtbot, icons, texts)
    assert isinstance(chart, HeatChart)
    chart.setFocus()
    qtbot.waitUntil(chart.hasFocus)
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    before = chart.reader.said
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert chart.reader.said.split(" · ")[0] == STRIP.rows[1].text
    qtbot.keyClick(chart, Qt.Key.Key_Up)
    assert chart.reader.said == before


@pytest.mark.parametrize("exhibit", ALL, ids=lambda each: type(each).__name__)
def test_a_chart_is_copied_as_table_drawing_and_picture(
    exhibit: OddsChart, qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    """The same from the menu of every chart."""
    chart = shown(exhibit, qtbot, icons, texts)
    menu = chart.reader.make_menu(chart)
    picture, drawing, table = menu.actions()
    table.trigger()
    assert len(pasted()) > 1
    assert len({len(row) for row in pasted()}) == 1
    drawing.trigger()
    svg = bytes(QGuiApplication.clipboard().mimeData().data("image/svg+xml").data())
    assert svg.startswith(b"<?xml")
    assert svg.count(b"<path") + svg.count(b"<rect") + svg.count(b"<text") > 5
    picture.trigger()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (600, 320)
    colours = {image.pixelColor(x, y).rgb() for x in range(0, 600, 3) for y in range(0, 320, 3)}
    assert len(colours) > 3


def test_the_right_button_opens_the_menu_and_ctrl_c_copies_the_table(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    chart = shown(WITHIN, qtbot, icons, texts)
    chart.setFocus()
    qtbot.waitUntil(chart.hasFocus)
    qtbot.keyClick(chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert pasted() == [
        ["Down within", "Chance (%)"],
        ["1", "25.00"],
        ["2", "43.75"],
        ["3", "57.81"],
    ]
    assert chart.findChild(QMenu) is None


def test_a_screen_reader_is_told_new_values_at_once(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    chart = shown(WITHIN, qtbot, icons, texts)
    assert isinstance(chart, WithinChart)
    before = chart.accessibleDescription()
    chart.show_within(replace(WITHIN, chances=(0.5, 0.75, 0.875)))
    assert "50" in chart.accessibleDescription() != before


def test_shares_differ_in_grey_by_lightness_or_pattern(theme_dark: Theme):
    """Each pair of looks has another lightness, or else one of them a pattern of its own."""
    looks = ("none", "weak", "good", "strong", "bad")
    light = {look: luminance(look_fill(theme_dark, look)) for look in looks}
    patterned = {"none", "weak", "strong", "bad"}
    for one in looks:
        for other in looks:
            if one < other and abs(light[one] - light[other]) < 0.03:
                assert {one, other} & patterned


def test_what_is_read_is_forgotten_when_the_chart_shows_something_shorter(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    chart = shown(OUTCOMES, qtbot, icons, texts)
    mark = chart.reader._marks()[-1].place.center()
    point_at(chart, mark.x(), mark.y())
    assert chart.reader.said
    show_exhibit(
        chart, replace(OUTCOMES, shares=(Share(text="Hit", probability=1.0, look="good"),))
    )
    assert chart.reader.said == ""


@pytest.mark.parametrize("copied", ["copy_table((('wounds', '1'),))", "copy_drawing(QLabel('1'))"])
def test_the_program_ends_as_usual_after_a_copy(copied: str) -> None:
    """Off screen the clipboard goes with the process: what is on it must not need Python any more."""
    script = (
        "from PySide6.QtWidgets import QApplication, QLabel\n"
        "from encounter_gui.gui.charts.reading.copies import copy_drawing, copy_table\n"
        f"app = QApplication([])\n{copied}\n"
        "print(*app.clipboard().mimeData().formats())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        timeout=60,
        check=False,
    )
    kind = "text/csv" if "table" in copied else "image/svg+xml"
    assert done.stdout.split() == [kind, "text/plain"]
    assert done.returncode == 0
