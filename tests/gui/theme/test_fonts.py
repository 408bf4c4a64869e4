"""Numbers do not dance: figures are equally wide, sizes are points, metrics are kept."""

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo

from encounter_gui.gui.theme.fonts import cut_at_words
from encounter_gui.gui.theme.theme import Theme


@pytest.mark.parametrize("name", ["row", "small", "figure", "title"])
def test_figures_are_equally_wide(theme_dark: Theme, name: str) -> None:
    """With Inter, whose own figures differ, 1111 is as wide as 8888."""
    if "Inter" not in QFontDatabase.families():
        pytest.skip("Inter is not installed")
    metrics = theme_dark.metrics(name)
    assert metrics.horizontalAdvance("1111") == metrics.horizontalAdvance("8888")


def test_dice_are_monospaced(theme_dark: Theme) -> None:
    """Dice, whatever family is at hand, are in a fixed pitch."""
    assert QFontInfo(theme_dark.font("dice")).fixedPitch()


def test_sizes_are_fractions_of_points(theme_dark: Theme) -> None:
    """A row is 9.75 pt, which whole pixels could not say."""
    assert theme_dark.font("row").pointSizeF() == pytest.approx(9.75, abs=0.01)


def test_there_is_always_a_family_of_the_system(theme_dark: Theme) -> None:
    """The last family asked for is the platform's own."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    assert theme_dark.font("body").families()[-1] == system


def test_a_weight_replaces_the_names_own(theme_dark: Theme) -> None:
    """NOW is bold, everything else in a row is medium."""
    assert theme_dark.font("row").weight() == 500
    assert theme_dark.font("row", weight=700).weight() == 700


def test_struck_and_italic_leave_the_kept_font_alone(theme_dark: Theme) -> None:
    """A defeated name is struck; the next name is not."""
    assert theme_dark.font("row", struck=True, italic=True).strikeOut()
    assert not theme_dark.font("row").strikeOut()


def test_metrics_are_kept(theme_dark: Theme) -> None:
    """Painting a thousand rows measures the font once."""
    assert theme_dark.metrics("row") is theme_dark.metrics("row")


def test_an_unknown_font_is_a_bug(theme_dark: Theme) -> None:
    """A misspelt name does not fall back."""
    with pytest.raises(KeyError):
        theme_dark.font("huge")


@pytest.mark.parametrize(
    ("text", "cut", "shown"),
    [
        ("Corporate security gunner A", "Corporate secu…ner A", "Corporate…A"),
        ("Corporate security gunner A", "Corporate secur…", "Corporate…"),
        ("Corporate security gunner A", "Corporate security…", "Corporate security…"),
        ("Corporate security gunner A", "Corporate security …", "Corporate security…"),
        ("Halloran", "Hallo…", "Hallo…"),
        ("gunner A", "gu…A", "gu…A"),
        ("gunner A", "gunner A", "gunner A"),
        ("gunner A", "…", "…"),
        ("one … two", "one … two", "one … two"),
    ],
)
def test_long_names_are_cut_between_words(text: str, cut: str, shown: str) -> None:
    """The ellipsis stands behind a whole word where there is one; a single long word is cut within."""
    assert cut_at_words(text, cut) == shown
