"""What takes longer than a frame keeps its place in the odds panel, and says nothing until it is there."""

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.odds_panel import OddsPanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Bars, LaterBars, LaterNumber, LaterWithin, Odds, Within
from encounter_gui.rules.view.later_odds import is_whole, whole
from tests.gui.attack.odds.exhibit_values import BARS, CLAWS, OUTCOMES, SWARM, WITHIN

SOON = SWARM.headline_numbers[3]


def first_of(odds: Odds) -> Odds:
    """The same odds with chances in a row, and the Health left, to come later."""

    def later(chart: object) -> object:
        if isinstance(chart, Within):
            return LaterWithin(
                title=chart.title, note=chart.note, most=10, work=lambda: chart.chances
            )
        if isinstance(chart, Bars):
            heads = tuple(replace(share, probability=0.0) for share in chart.shares)
            return LaterBars(title=chart.title, shares=heads, work=lambda: chart.shares)
        return chart

    numbers = tuple(
        LaterNumber(
            label=each.label, note=each.note, tip=each.tip, work=lambda each=each: each.probability
        )
        if each.label == SOON.label
        else each
        for each in odds.headline_numbers
    )
    return replace(odds, headline_numbers=numbers, charts=tuple(map(later, odds.charts)))


@pytest.fixture
def panel(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> OddsPanel:
    panel = OddsPanel(icons, texts)
    qtbot.addWidget(panel)
    panel.resize(642, 137)
    panel.show()
    return panel


@pytest.mark.parametrize("odds", [SWARM, CLAWS])
def test_the_whole_is_what_the_odds_would_have_been_at_once(odds: Odds):
    first = first_of(odds)
    assert not is_whole(first)
    assert whole(first) == odds
    assert whole(odds) is odds


@pytest.mark.parametrize("odds", [SWARM, CLAWS])
@pytest.mark.parametrize("width", [420, 642, 1100])
def test_nothing_moves_when_the_rest_comes(panel: OddsPanel, odds: Odds, width: int):
    """The first frame and the second have the same exhibits in the same places."""
    panel.resize(width, 137)
    panel.show_odds(first_of(odds))
    before = [(each, each.geometry()) for each in panel.exhibits]
    figures = panel.figures.geometry()
    panel.show_odds(odds)
    assert [(each, each.geometry()) for each in panel.exhibits] == before
    assert panel.figures.geometry() == figures


def test_until_it_comes_no_figure_is_seen_or_heard(panel: OddsPanel):
    """Neither that of the odds before, nor a zero: three dots, an empty axis, and a word about why."""
    panel.show_odds(SWARM)
    panel.show_odds(first_of(SWARM))
    assert "Out in 3 …" in panel.figures.accessibleDescription()
    assert "76" not in panel.figures.accessibleDescription()
    assert panel.within.accessibleDescription() == "Being worked out"
    assert "Being worked out" in panel.within.toolTip()
    assert len(panel.within.reader.table) == 1
    panel.show_odds(SWARM)
    assert "Out in 3 76" in panel.figures.accessibleDescription()
    assert panel.within.accessibleDescription().startswith("1: 38")
    assert len(panel.within.reader.table) == 11


def test_bars_that_come_later_show_their_heads_alone(panel: OddsPanel):
    panel.resize(900, 137)
    panel.show_odds(first_of(CLAWS))
    bars = panel.exhibits[0]
    waiting = bars.grab().toImage()
    assert bars.accessibleDescription() == "Being worked out"
    panel.show_odds(CLAWS)
    assert panel.exhibits[0] is bars
    assert len(bars.reader.table) == 1 + len(BARS.shares)
    assert bars.grab().toImage() != waiting


def test_the_tip_of_a_figure_to_come_shows_no_chain_of_another(panel: OddsPanel):
    """Its own chain is not known yet."""
    panel.show_odds(first_of(replace(SWARM, charts=(OUTCOMES, WITHIN))))
    assert "<img" not in panel.figures.tip_of(3)
    panel.show_odds(replace(SWARM, charts=(OUTCOMES, WITHIN)))
    assert "<img" in panel.figures.tip_of(3)
