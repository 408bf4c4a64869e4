"""Two distributions over each other: the same values for both, whichever goes further."""

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.workshop.impact.before_after_chart import BeforeAfterChart, beside
from encounter_gui.rules.view import Bars, Share, Spread


@pytest.fixture
def chart(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> BeforeAfterChart:
    made = BeforeAfterChart(icons, texts)
    qtbot.addWidget(made)
    made.resize(272, 122)
    return made


def spread(lowest: int, *chances: float) -> Spread:
    return Spread(title="Damage, %", unit="damage", lowest=lowest, probabilities=chances)


def bars(**chances: float) -> Bars:
    shares = tuple(
        Share(text=text.strip("_"), probability=chance, look="good")
        for text, chance in chances.items()
    )
    return Bars(title="Health after it", shares=shares)


def test_both_stand_over_the_values_of_either(chart: BeforeAfterChart) -> None:
    chart.show_pair(spread(1, 0.5, 0.5), spread(2, 0.25, 0.75))
    assert chart.reader.table == (
        ("damage", "before", "after"),
        ("1", "50.00", "0.00"),
        ("2", "50.00", "25.00"),
        ("3", "0.00", "75.00"),
    )


def test_a_new_attack_has_nothing_before_it(chart: BeforeAfterChart) -> None:
    chart.show_pair(None, spread(1, 0.5, 0.5))
    assert chart.reader.table[1:] == (("1", "0.00", "50.00"), ("2", "0.00", "50.00"))


def test_what_is_left_stands_from_the_most_to_nothing(chart: BeforeAfterChart) -> None:
    chart.show_pair(bars(_6=0.4, _2=0.6), bars(_6=0.5, _0=0.5))
    assert [row[0] for row in chart.reader.table[1:]] == ["6", "2", "0"]


def test_one_without_a_distribution_is_of_no_value(chart: BeforeAfterChart) -> None:
    chart.show_pair(None, None)
    assert chart.reader.table == ()
    assert chart.marks() == ()


def test_bars_are_muted_while_they_are_worked_out(chart: BeforeAfterChart) -> None:
    """The picture is another one, the words are the same."""
    chart.show_pair(spread(1, 0.5, 0.5), spread(2, 0.25, 0.75))
    said, known = chart.accessibleDescription(), painted(chart)
    chart.mute(is_stale=True)
    assert painted(chart) != known
    assert chart.accessibleDescription() == said


def painted(chart: BeforeAfterChart) -> QImage:
    image = QImage(chart.size(), QImage.Format.Format_RGB32)
    image.fill(0)
    chart.render(image)
    return image


def test_the_last_value_says_that_it_stands_for_more(chart: BeforeAfterChart) -> None:
    """A long tail is gathered in the last bar, as in the chart of the odds."""
    tail = spread(0, *(0.5**place for place in range(1, 200)))
    chart.show_pair(tail, tail)
    *_, last = chart.reader.table
    assert last[0].endswith("+")
    rows = chart.reader.table[1:]
    assert sum(float(each[1]) for each in rows) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize(("x", "begins"), [(100.0, 104.0), (206.0, 210.0), (240.0, 174.0)])
def test_words_stand_beside_their_line_never_over_it(x: float, begins: float) -> None:
    """At the right end they stand before it."""
    assert beside(x, 62.0, 272.0) == begins
