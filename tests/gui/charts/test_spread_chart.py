import subprocess
import sys
from itertools import combinations, groupby

import pyqtgraph as pg
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
from encounter_gui.gui.charts.spread_plot import SpreadPlot
from encounter_gui.gui.charts.spread_words import bar_chances, bar_names, last_bar, level_of
from encounter_gui.gui.charts.threshold_lines import word_lines
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Share, ShareLook, Spread, SpreadPart, Threshold
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


@pytest.mark.parametrize("spread", [SPREAD, replace(SPREAD, parts=PARTS.parts)])
def test_the_picture_is_what_the_plot_itself_paints(
    chart: SpreadChart, spread: Spread, monkeypatch: pytest.MonkeyPatch
):
    """To the pixel, at once and when it is painted from the picture."""
    chart.load()
    chart.show_spread(spread)
    pictures = [chart.grab().toImage(), chart.grab().toImage()]
    monkeypatch.setattr(SpreadPlot, "paintEvent", pg.PlotWidget.paintEvent)
    assert pictures == [chart.grab().toImage()] * 2


def test_another_spread_another_theme_and_another_size_are_seen(
    qtbot: QtBot, texts: MessageCatalog, theme_dark: Theme, theme_light: Theme
):
    """What is painted from a picture shows what has changed since."""
    icons = Icons(theme_dark)
    chart = SpreadChart(icons, texts)
    qtbot.addWidget(chart)
    chart.resize(262, 136)
    chart.load()
    chart.show_spread(SPREAD)
    seen = [chart.grab().toImage()]
    chart.show_spread(replace(SPREAD, probabilities=(0.5, 0.5)))
    seen.append(chart.grab().toImage())
    icons.use(theme_light)
    seen.append(chart.grab().toImage())
    chart.resize(300, 150)
    plot = chart.plot
    assert plot is not None
    qtbot.waitUntil(lambda: plot.width() == 300)
    seen.append(chart.grab().toImage())
    assert all(one != other for one, other in combinations(seen, 2))


def test_values_are_whole_numbers_on_the_axis(chart: SpreadChart):
    """Nobody takes half a wound."""
    chart.load()
    chart.show_spread(replace(SPREAD, probabilities=(0.5, 0.5)))
    assert chart.plot is not None
    ticks = chart.plot.getAxis("bottom")._tickLevels[0]
    assert [text for _, text in ticks] == ["0", "1"]


# ---- what lies beyond the edge


LONG = Spread(
    title="Wounds if hit, %",
    unit="wounds",
    lowest=0,
    probabilities=(*(0.0,) * 30, *(0.02,) * 40, *(0.2 / 30,) * 30),
    thresholds=(
        Threshold(value=6, text="TH 0", level=4),
        Threshold(value=12, text="dead", level=6),
        Threshold(value=200, text="never", level=6),
    ),
    mean=55.0,
)
"""Everything lies far beyond the dead mark; its own end is at 99."""


def test_the_last_bar_holds_what_lies_beyond_it(chart: SpreadChart):
    """All bars together are 100 %, however far the distribution goes on."""
    chart.show_spread(LONG)
    chart.load()
    assert chart.plot is not None
    heights = list(chart.plot.bars.opts["height"])
    assert list(chart.plot.bars.opts["x"]) == list(range(61))
    assert sum(heights) == pytest.approx(100)
    assert heights[-1] == pytest.approx(100 * sum(LONG.probabilities[60:]))


def test_parts_beyond_the_edge_stand_in_the_last_bar(chart: SpreadChart):
    """The parts of the open bar are the sums of theirs, so that the bars are still the whole."""
    parts = (
        SpreadPart(name="hit", look="good", probabilities=(0.0, *(0.005,) * 99)),
        SpreadPart(name="Traumatic", look="strong", probabilities=(0.0,) * 98 + (0.3, 0.205)),
    )
    whole = tuple(map(sum, zip(*(part.probabilities for part in parts), strict=True)))
    chart.show_spread(replace(LONG, probabilities=whole, parts=parts, thresholds=()))
    chart.load()
    assert chart.plot is not None
    hit, traumatic = (dict(_by_value(bars)) for _, bars in chart.plot.parts.stacks())
    assert hit[60] == pytest.approx((0, 20))
    assert traumatic == {60: pytest.approx((20, 50.5))}


def test_the_open_bar_is_named_with_a_plus_and_runs_out(
    qtbot: QtBot, chart: SpreadChart, theme_dark: Theme
):
    """The axis says ``60+`` below it, and thin lines go on to its right."""
    chart.load()
    chart.show_spread(LONG)
    chart.show()
    qtbot.waitExposed(chart)
    assert chart.plot is not None
    ticks = chart.plot.getAxis("bottom")._tickLevels[0]
    assert (60, "60+") in ticks
    assert all(value <= 60 for value, _ in ticks)
    QApplication.processEvents()
    image = chart.grab().toImage()
    right = round(chart.plot.place_of(60.5))
    fill, high = theme_dark.wound(6).fill, range(20, chart.height() - 18)
    is_filled = [
        any(image.pixelColor(x, y) == fill for y in high)
        for x in range(right - 4, chart.width() - 2)
    ]
    lines = [is_now for is_now, _ in groupby(is_filled)]
    assert lines == [True, False, True, False, True, False]
    ended = replace(LONG, probabilities=(*(0.0,) * 30, *(0.025,) * 30, 0.25))
    chart.show_spread(ended)
    assert "60+" not in [text for _, text in chart.plot.getAxis("bottom")._tickLevels[0]]


def test_words_say_what_lies_beyond(chart: SpreadChart):
    """The description names the open bar, and each mark has the chance of all that reaches it."""
    chart.show_spread(LONG)
    words = chart.accessibleDescription().replace("\u00a0", " ")
    assert ", 59: 2 %, 60+: 40 %; TH 0: 100 %; dead: 100 %; never: 0 %" in words


@pytest.mark.parametrize("last", [17, 22, 26, 29, 31, 41, 52])
@pytest.mark.parametrize("width", [150, 203, 262, 420])
def test_the_name_of_the_last_bar_touches_no_other_mark(
    qtbot: QtBot, chart: SpreadChart, theme_dark: Theme, last: int, width: int
):
    """However the round marks fall, and however narrow the chart is."""
    chart.load()
    chart.resize(width, 136)
    chart.show()
    tail = (*(0.997 / last,) * last, *(0.0001,) * 30)
    chart.show_spread(replace(LONG, probabilities=tail, thresholds=()))
    assert chart.plot is not None
    qtbot.waitUntil(lambda: chart.plot.width() == width)
    QApplication.processEvents()
    *_, (before, mark), (at, name) = chart.plot.getAxis("bottom")._tickLevels[0]
    assert name.endswith("+")
    half = sum(theme_dark.fonts.width(text, "caption") for text in (mark, name)) / 2
    assert chart.plot.place_of(at) - chart.plot.place_of(before) > half


def test_the_open_bar_says_so_under_the_mouse(qtbot: QtBot, chart: SpreadChart):
    """Its tool tip is ``60 or more`` with the chance of all of that."""
    chart.show_spread(LONG)
    chart.load()
    chart.show()
    qtbot.waitExposed(chart)
    words = [mark.words for mark in chart._marks()]
    assert len(words) == 61
    assert words[-1] == "wounds 60 or more: 40.00 %"
    assert words[30] == "wounds 30: 2.00 %; 30 or more: 100.0 %"


def test_the_table_of_a_chart_is_complete(chart: SpreadChart):
    """What is copied holds every value up to the end, one row each, and adds up to 100."""
    chart.show_spread(LONG)
    _, *rows = chart.reader.table
    assert [row[0] for row in rows] == [str(value) for value in range(100)]
    assert sum(float(row[1]) for row in rows) == pytest.approx(100, abs=0.2)


def test_the_last_row_of_a_table_holds_a_tail_too_small_to_write(chart: SpreadChart):
    """Exploding dice have no end: rows of 0.00 are left out, and the last row says that more lies beyond."""
    tail = tuple(0.5**power for power in range(1, 60))
    chart.show_spread(replace(LONG, probabilities=tail, thresholds=()))
    _, *rows = chart.reader.table
    assert rows[-1][0].endswith("+")
    assert len(rows) < 20
    assert sum(float(row[1]) for row in rows) == pytest.approx(100, abs=0.02)


def test_an_outcome_without_a_bar_is_said_and_copied(chart: SpreadChart):
    """No damage at all has no bar: the words and the table say how likely it is."""
    aside = Share(text="no damage", probability=0.35, look="none")
    spread = replace(SPREAD, lowest=1, probabilities=(0.4, 0.25), thresholds=(), aside=aside)
    chart.show_spread(spread)
    words = chart.accessibleDescription().replace("\u00a0", " ")
    assert words == "wounds: 1: 40 %, 2: 25 %; no damage: 35 %"
    assert "no damage" in chart.toolTip()
    assert chart.reader.table[1:] == (("no damage", "35.00"), ("1", "40.00"), ("2", "25.00"))


def test_every_mark_that_can_be_met_is_drawn(chart: SpreadChart):
    """The dead mark of somebody with much Health stands in the chart, however unlikely it is to be reached."""
    far = replace(LONG, thresholds=(Threshold(value=90, text="dead", level=6),))
    chart.show_spread(far)
    chart.load()
    assert chart.plot is not None
    assert chart.plot.bars.opts["x"][-1] == 90
    low, high = chart.plot.viewRange()[0]
    assert low < 90 < high


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=150).filter(lambda each: sum(each) > 0.1),
    st.lists(st.integers(0, 200), max_size=4),
    st.integers(0, 3),
)
def test_bars_are_the_whole_of_any_distribution(
    weights: list[float], edges: list[int], lowest: int
):
    """Whatever its shape, the bars sum to 1, and no bar holds two wound levels."""
    whole = sum(weights)
    spread = Spread(
        title="",
        unit="",
        lowest=lowest,
        probabilities=tuple(each / whole for each in weights),
        thresholds=tuple(Threshold(value=edge, text="x", level=1) for edge in edges),
    )
    bars = bar_chances(spread, spread.probabilities)
    assert sum(bars) == pytest.approx(1, abs=1e-9)
    assert len(bars) == len(bar_names(spread))
    last = last_bar(spread)
    beyond = {level_of(spread, value) for value in range(last, lowest + len(weights))}
    edges_met = [edge for edge in edges if last < edge < lowest + len(weights)]
    assert len(beyond) <= 1 or not any(
        sum(spread.probabilities[edge - lowest :]) > 1e-9 for edge in edges_met
    )


def _by_value(bars: list[QRectF]) -> list[tuple[int, tuple[float, float]]]:
    return [(round(bar.center().x()), (bar.top(), bar.height())) for bar in bars]


def colours(chart: SpreadChart) -> set[str]:
    image = chart.grab().toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
