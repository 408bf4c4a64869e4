import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.fills import look_fill
from encounter_gui.gui.charts.spread_chart import SpreadChart
from encounter_gui.gui.charts.threshold_lines import word_lines
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import ShareLook, Spread, Threshold
from tests.gui.attack.odds.exhibit_values import PARTS

SPREAD = Spread(
    title="Wounds if hit, %",
    unit="wounds",
    lowest=0,
    probabilities=(0.4, 0.3, 0.2, 0.0996, 0.0004),
    thresholds=(
        Threshold(value=0, text="stunned", level=2),
        Threshold(value=1, text="", level=0),
        Threshold(value=3, text="down", level=4),
    ),
    mean=1.0,
)


@pytest.fixture
def chart(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> SpreadChart:
    chart = SpreadChart(icons, texts)
    qtbot.addWidget(chart)
    chart.resize(262, 136)
    return chart


def test_nothing_is_imported_before_a_chart_has_something_to_show():
    """The bench opens without pyqtgraph and numpy: the window is painted before them."""
    code = (
        "import sys, encounter_gui.gui.attack.attack_panel, encounter_gui.gui.status.status_panel;"
        "sys.exit(bool({'pyqtgraph', 'numpy', 'lark', 'qtawesome'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_first_paint_with_a_spread_brings_the_plot(qtbot: QtBot, chart: SpreadChart):
    """It is imported when it is first seen, after that paint."""
    chart.show()
    qtbot.waitExposed(chart)
    assert chart.plot is None
    chart.show_spread(SPREAD)
    qtbot.waitUntil(lambda: chart.plot is not None)


def test_bars_are_the_probabilities(chart: SpreadChart):
    """The chart shows exactly the odds, a bar a value."""
    chart.show_spread(SPREAD)
    chart.load()
    assert chart.plot is not None
    assert list(chart.plot.bars.opts["x"]) == [0, 1, 2, 3, 4]
    assert [height / 100 for height in chart.plot.bars.opts["height"]] == pytest.approx(
        SPREAD.probabilities
    )


def test_another_spread_updates_in_place(chart: SpreadChart):
    """Dragging a modifier redraws the same items, without flicker."""
    chart.load()
    chart.show_spread(SPREAD)
    assert chart.plot is not None
    items = chart.plot.getPlotItem().items[:]
    chart.show_spread(replace(SPREAD, probabilities=(0.5, 0.5)))
    assert chart.plot.getPlotItem().items == items
    assert list(chart.plot.bars.opts["height"]) == [50, 50]


def test_bars_take_the_fill_of_the_wound_they_cause(chart: SpreadChart, theme_dark: Theme):
    """From a threshold on a bar has its level's colour; level 0 is a plain series, below all it is grey."""
    chart.load()
    assert chart.plot is not None
    fill = chart.plot.bars.fill
    assert fill(4) == theme_dark.wound(4).fill
    assert fill(0) == theme_dark.colour("chart.s1")
    assert fill(None) == theme_dark.colour("line.control")


def test_a_bar_is_painted_in_its_colour(qtbot: QtBot, chart: SpreadChart, theme_dark: Theme):
    """What is read back from the screen is the level's fill."""
    chart.load()
    chart.show_spread(SPREAD)
    chart.show()
    qtbot.waitExposed(chart)
    QApplication.processEvents()
    image = chart.grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(0, 262, 2) for y in range(20, 120, 2)}
    assert {theme_dark.wound(2).fill.name(), theme_dark.colour("chart.s1").name()} <= seen


def test_the_description_says_the_whole_distribution(chart: SpreadChart):
    """A screen reader gets every bar worth drawing, and the chance to reach each threshold."""
    chart.show_spread(SPREAD)
    assert chart.accessibleName() == "Wounds if hit, %"
    words = chart.accessibleDescription().replace("\u00a0", " ")
    assert words == "wounds: 0: 40 %, 1: 30 %, 2: 20 %, 3: 10 %; stunned: 100 %; down: 10 %"


def test_the_wheel_passes_through(chart: SpreadChart):
    """Scrolling past a chart must not zoom it."""
    chart.load()
    chart.show_spread(SPREAD)
    assert chart.plot is not None
    before = chart.plot.viewRange()
    wheel = QWheelEvent(
        QPointF(80, 60), QPointF(80, 60), QPoint(0, 0), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    chart.plot.wheelEvent(wheel)
    assert not wheel.isAccepted()
    assert chart.plot.viewRange() == before


def test_nothing_to_show_hides_the_plot(chart: SpreadChart):
    """Without odds no old chart stays."""
    chart.load()
    chart.show_spread(SPREAD)
    chart.show_spread(None)
    assert chart.plot is not None
    assert chart.plot.isHidden()
    assert chart.accessibleDescription() == ""


def test_another_theme_recolours_the_plot(
    qtbot: QtBot, texts: MessageCatalog, theme_dark: Theme, theme_light: Theme
):
    """pyqtgraph knows no palette: the theme is handed on."""
    icons = Icons(theme_dark)
    chart = SpreadChart(icons, texts)
    qtbot.addWidget(chart)
    chart.load()
    icons.use(theme_light)
    assert chart.plot is not None
    assert chart.plot.backgroundBrush().color() == theme_light.colour("chart.background")
    assert chart.plot.bars.fill(4) == theme_light.wound(4).fill


# ---- parts


def test_parts_stand_on_each_other(chart: SpreadChart):
    """Bars made of parts: each begins where the one before ends, and together they are the whole."""
    chart.load()
    chart.show_spread(PARTS)
    assert chart.plot is not None
    assert not chart.plot.bars.isVisible()
    shock, hits, traumatic = (dict(_by_value(bars)) for _, bars in chart.plot.parts.stacks())
    assert shock[8] == pytest.approx((0, 5))
    assert hits[8] == pytest.approx((5, 7))
    tops = {value: floor + height for value, (floor, height) in (shock | hits | traumatic).items()}
    whole = [100 * chance for chance in PARTS.probabilities]
    assert [tops.get(value, 0.0) for value in range(len(whole))] == pytest.approx(whole)


def test_parts_are_painted_in_their_looks(qtbot: QtBot, chart: SpreadChart, theme_dark: Theme):
    """What is read back from the screen are the fills of the three looks, and no wound."""
    chart.load()
    chart.show_spread(PARTS)
    chart.show()
    qtbot.waitExposed(chart)
    seen = colours(chart)
    looks: tuple[ShareLook, ...] = ("weak", "good", "strong")
    assert {look_fill(theme_dark, look).name() for look in looks} <= seen
    assert theme_dark.wound(4).fill.name() not in seen


def test_a_spread_without_parts_follows_one_with(chart: SpreadChart):
    """Another weapon: plain bars again, and no part stays."""
    chart.load()
    chart.show_spread(PARTS)
    chart.show_spread(SPREAD)
    assert chart.plot is not None
    assert chart.plot.bars.isVisible()
    assert list(chart.plot.parts.stacks()) == []


def test_parts_are_said(chart: SpreadChart):
    """Each part with its whole chance and every value of it, in the description and the tool tip."""
    chart.show_spread(PARTS)
    words = chart.accessibleDescription().replace("\u00a0", " ")
    assert "; Shock: 5 % (8: 5 %); hit: 57 % (8: 7 %, 9: 3 %" in words
    assert chart.toolTip().startswith("Shock:")


# ---- the words of thresholds


@given(
    st.lists(st.tuples(st.floats(0, 200), st.floats(4, 90)), max_size=8).map(sorted),
    st.floats(100, 240),
)
def test_words_of_thresholds_never_cover_each_other(words: list[tuple[float, float]], right: float):
    """However close the lines stand, and however long the words are."""
    placed = word_lines(words, 0, right)
    boxes = [
        QRectF(left, 16 * line, width, 15)
        for (left, line), (_, width) in zip(placed, words, strict=True)
    ]
    assert not any(rect.intersects(other) for rect, other in combinations(boxes, 2))
    assert all(left >= 0 for left, _ in placed)


def test_a_word_without_room_at_the_right_stands_at_the_left():
    """The last line of a chart is often at its edge."""
    assert word_lines([(10, 40), (190, 40)], 0, 200) == [(14, 0), (146, 0)]


def test_words_in_two_lines_stay_above_the_bars(chart: SpreadChart):
    """Where words need more lines the bars give them the room."""
    chart.load()
    chart.show_spread(SPREAD)
    assert chart.plot is not None
    before = chart.plot.viewRange()[1][1]
    close = (Threshold(value=1, text="knocked out cold"), Threshold(value=2, text="dead at once"))
    chart.show_spread(replace(SPREAD, thresholds=close))
    assert chart.plot.viewRange()[1][1] > before


def test_values_are_whole_numbers_on_the_axis(chart: SpreadChart):
    """Nobody takes half a wound."""
    chart.load()
    chart.show_spread(replace(SPREAD, probabilities=(0.5, 0.5)))
    assert chart.plot is not None
    ticks = chart.plot.getAxis("bottom")._tickLevels[0]
    assert [text for _, text in ticks] == ["0", "1"]


def _by_value(bars: list[QRectF]) -> list[tuple[int, tuple[float, float]]]:
    return [(round(bar.center().x()), (bar.top(), bar.height())) for bar in bars]


def colours(chart: SpreadChart) -> set[str]:
    image = chart.grab().toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
