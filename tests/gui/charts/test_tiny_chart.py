"""The distribution behind a figure stands in its tool tip, drawn in small."""

from base64 import b64decode

from PySide6.QtGui import QImage

from encounter_gui.gui.charts.reading.tiny_chart import bars_of, tip_with_bars
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Odds, Spread, Within

SPREAD = Spread(title="Damage", unit="damage", lowest=0, probabilities=(0.5, 0.25, 0.25))
WITHIN = Within(title="Down within", chances=(0.3, 0.51))


def test_a_chance_of_the_chain_stands_on_the_chain_and_any_other_on_the_damage():
    odds = Odds(charts=(SPREAD, WITHIN))
    assert bars_of(odds, 0.51) == ("Down within", (0.3, 0.51))
    assert bars_of(odds, 0.8) == ("Damage", (0.5, 0.25, 0.25))
    assert bars_of(Odds(), 0.8) == ("", ())


def test_the_bars_are_as_high_as_the_chances_and_words_are_no_markup(
    qapp: object, theme_dark: Theme
):
    tip = tip_with_bars("<b>Hit</b>", "Damage", SPREAD.probabilities, theme_dark)
    assert tip.startswith("&lt;b&gt;Hit")
    image = QImage.fromData(b64decode(tip.split("base64,")[1].split('"')[0]))
    bar = theme_dark.colour("chart.s1")
    heights = [
        sum(image.pixelColor(x, y) == bar for y in range(image.height())) for x in (20, 80, 140)
    ]
    assert heights == [34, 17, 17]


def test_without_a_distribution_the_words_stand_alone(theme_dark: Theme):
    assert tip_with_bars("Hit", "", (), theme_dark) == "Hit"


def test_the_small_picture_is_of_the_whole_distribution_too(qapp: object, theme_dark: Theme):
    """What lies beyond the last bar stands in it: damage far beyond death is no empty picture."""
    far = Spread(title="Damage", unit="damage", lowest=0, probabilities=(*(0.0,) * 70, 0.4, 0.6))
    title, bars = bars_of(Odds(charts=(far,)), 0.8)
    assert (title, sum(bars), len(bars)) == ("Damage", 1.0, 61)
    tip = tip_with_bars("Hit", title, bars, theme_dark)
    image = QImage.fromData(b64decode(tip.split("base64,")[1].split('"')[0]))
    bar, last = theme_dark.colour("chart.s1"), range(image.width() - 3, image.width())
    assert any(image.pixelColor(x, 20) == bar for x in last)
