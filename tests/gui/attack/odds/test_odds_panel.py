"""The odds panel with every kind of exhibit: what is shown, where, and what stays while a modifier moves."""

from itertools import combinations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.comparison_rows import ComparisonRows
from encounter_gui.gui.attack.odds.odds_panel import OddsPanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import HeadlineNumber, Odds
from tests.gui.attack.form_values import ODDS
from tests.gui.attack.odds.exhibit_values import BARS, CLAWS, DEFENCE, OUTCOMES, SHOT, SWARM, WITHIN

ALL = {"comparison": ODDS, "outcomes": SWARM, "strip": SHOT, "faces": CLAWS}
KINDS = {
    "comparison": ["ComparisonRows", "WithinChart", "SpreadChart"],
    "outcomes": ["OutcomeChart", "WithinChart", "SpreadChart"],
    "strip": ["HeatChart", "SpreadChart"],
    "faces": ["BarRows", "ComparisonRows", "FaceChart"],
}


@pytest.fixture
def panel(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> OddsPanel:
    panel = OddsPanel(icons, texts)
    qtbot.addWidget(panel)
    panel.resize(642, 137)
    panel.show()
    return panel


def shown(panel: OddsPanel) -> list[str]:
    return [type(each).__name__ for each in panel.exhibits]


def parts(panel: OddsPanel) -> list[QWidget]:
    return [each for each in panel.children() if isinstance(each, QWidget) and each.isVisible()]


@pytest.mark.parametrize("name", ALL)
def test_at_the_laptop_size_each_panel_shows_what_its_mock_shows(panel: OddsPanel, name: str):
    """642 × 137 beside the modifiers of a bench at 1366 × 768."""
    panel.show_odds(ALL[name])
    assert shown(panel) == KINDS[name]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("height", [72, 100, 137, 200])
def test_nothing_overlaps_at_any_width(panel: OddsPanel, name: str, height: int):
    """However narrow the bench becomes: parts stand beside each other, inside, or are left out."""
    remarked = replace(ALL[name], remark="Veteran’s Luck may turn one hit into a miss.")
    for odds in (ALL[name], remarked):
        panel.show_odds(odds)
        for width in range(panel.minimumSizeHint().width(), 1200, 37):
            panel.resize(width, height)
            places = [part.geometry() for part in parts(panel)]
            assert all(panel.rect().contains(place) for place in places)
            assert not any(rect.intersects(other) for rect, other in combinations(places, 2))


def test_what_is_left_out_is_still_said(panel: OddsPanel):
    """Who cannot see hears all, whatever the room."""
    panel.show_odds(SHOT)
    panel.resize(420, 137)
    assert shown(panel) == ["HeatChart"]
    heard = panel.accessibleDescription().replace("\u00a0", " ")
    assert "Through armour, body, % of hits: damage: 0: 12 %" in heard
    assert "Down within 1 … 10: 1: 38 %" in heard
    panel.resize(1100, 137)
    assert panel.accessibleDescription() == ""


def test_dragging_a_modifier_keeps_every_widget_and_its_place(panel: OddsPanel):
    """Other numbers, same widgets, same places: nothing flickers or moves under the eye."""
    panel.show_odds(SWARM)
    before = {each: each.geometry() for each in parts(panel)}
    made = len(panel.findChildren(QObject))
    for step in range(20):
        hit = HeadlineNumber(label="Hit", probability=step / 20)
        none, stands, down = OUTCOMES.shares
        shares = (
            replace(none, probability=1 - step / 20),
            replace(stands, probability=step / 20),
            replace(down, probability=0.0),
        )
        panel.show_odds(
            replace(
                SWARM,
                headline_numbers=(hit, *SWARM.headline_numbers[1:]),
                charts=(replace(OUTCOMES, shares=shares), WITHIN, SWARM.charts[2]),
            )
        )
    assert {each: each.geometry() for each in parts(panel)} == before
    assert len(panel.findChildren(QObject)) == made


def test_another_system_takes_the_place_of_the_last(panel: OddsPanel):
    """What the last odds showed is hidden and silent; coming back finds the same widgets."""
    panel.show_odds(SWARM)
    first = panel.exhibits[0]
    panel.show_odds(CLAWS)
    assert first.isHidden()
    assert first.accessibleDescription() == ""
    panel.show_odds(SWARM)
    assert panel.exhibits[0] is first


def test_two_of_a_kind_have_a_widget_each(qtbot: QtBot, panel: OddsPanel):
    """Two questions may be compared at once; a click in either chooses."""
    other = replace(DEFENCE, title="Hurt, by advantage", key="advantage")
    panel.show_odds(replace(CLAWS, charts=(DEFENCE, other)))
    first, second = panel.exhibits
    assert isinstance(second, ComparisonRows)
    assert (first.accessibleName(), second.accessibleName()) == (DEFENCE.title, other.title)
    with qtbot.waitSignal(panel.chosen) as chosen:
        qtbot.mouseClick(second.rows[1], Qt.MouseButton.LeftButton)
    assert chosen.args == ["advantage", "counter"]


def test_the_remark_stands_where_there_is_room(panel: OddsPanel):
    """Below a column that leaves some, else below the figures, else in a line of its own."""
    words = "One hit may become a miss: Veteran’s Luck is not in these odds"
    panel.show_odds(
        Odds(
            title="This attack",
            headline_numbers=SWARM.headline_numbers,
            charts=(OUTCOMES,),
            remark=words,
        )
    )
    assert panel.remark.y() > panel.exhibits[0].geometry().bottom()
    assert panel.remark.x() == panel.exhibits[0].x()
    panel.show_odds(replace(SHOT, remark="Short"))
    assert (panel.remark.x(), panel.remark.geometry().bottom()) == (0, 136)
    panel.show_odds(replace(SHOT, remark=" ".join([words] * 3)))
    assert panel.remark.x() == panel.exhibits[0].x()
    assert panel.remark.height() < 20
    assert panel.remark.toolTip() == " ".join([words] * 3)
    panel.resize(panel.figures.wanted_width + 16 + 140, panel.height())
    assert not panel.exhibits
    assert panel.remark.height() == panel.remark.height_for(140)
    panel.show_odds(SHOT)
    assert panel.remark.isHidden()


def test_without_odds_a_sentence_says_what_is_missing(panel: OddsPanel):
    """No old exhibit stays."""
    panel.show_odds(SHOT)
    panel.show_odds(None)
    assert shown(panel) == []
    assert "once attacker" in panel.accessibleDescription()


def test_five_figures_have_a_row_each(panel: OddsPanel):
    """Also where the panel is low: rows move together, none is cut."""
    five = tuple(HeadlineNumber(label=f"Chance {number}", probability=0.5) for number in range(5))
    panel.show_odds(replace(SWARM, headline_numbers=five, remark=""))
    for height in (137, 90):
        panel.resize(642, height)
        image = panel.figures.grab().toImage()
        ground = image.pixelColor(image.width() - 1, image.height() - 1).name()
        rows = [
            any(image.pixelColor(x, y).name() != ground for x in range(image.width()))
            for y in range(16, image.height())
        ]
        runs = sum(not before and now for before, now in zip([False, *rows], rows, strict=False))
        assert runs == 5
        assert not rows[-1]


def test_a_note_that_comes_and_goes_does_not_move_the_charts(panel: OddsPanel):
    """Under the same labels the figures keep the widest width they had."""
    panel.show_odds(SWARM)
    width = panel.figures.width()
    plain = tuple(replace(number, note="") for number in SWARM.headline_numbers)
    panel.show_odds(replace(SWARM, headline_numbers=plain))
    assert panel.figures.width() == width


def test_many_rows_are_lower_rather_than_left_out(panel: OddsPanel):
    """Ten values of Health, eight outcomes or seven choices still fit at the laptop's size."""
    share = BARS.shares[0]
    bars = replace(BARS, shares=tuple(replace(share, text=str(each)) for each in range(10)))
    outcomes = replace(OUTCOMES, shares=tuple(replace(share, text=str(each)) for each in range(8)))
    option = DEFENCE.options[0]
    choices = replace(DEFENCE, options=(option,) * 7, probabilities=(0.5,) * 7)
    for exhibit in (bars, outcomes, choices):
        panel.show_odds(replace(CLAWS, charts=(exhibit,)))
        assert len(panel.exhibits) == 1
