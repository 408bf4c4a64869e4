"""A tiny distribution for a tool tip: words, and below them bars as a picture in the text."""

from base64 import b64encode
from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QPainter, QPixmap

from encounter_gui.gui.charts.fills import paint_look_bar
from encounter_gui.gui.charts.spread_words import bar_chances
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Odds, Spread, Within

_WIDE, _HIGH = 160, 36


def tip_with_bars(words: str, caption: str, chances: Sequence[float], theme: Theme) -> str:
    """Returns a tool tip of words with bars below, and what the bars are; without chances the words alone."""
    shown = tuple(chances)
    if not any(shown):
        return words
    from html import escape  # a hundred thousand names of letters

    lines = "<br>".join(escape(line) for line in words.split("\n") if line)
    picture = b64encode(_picture(shown, theme)).decode()
    return f'{lines}<br>{escape(caption)}<br><img src="data:image/png;base64,{picture}">'


def bars_of(odds: Odds, probability: float) -> tuple[str, tuple[float, ...]]:
    """Returns title and chances of the distribution behind a figure; empty: none is known.

    A chance to be out within so many attacks is one of a chain, any other stands on the damage.
    """
    for chart in odds.charts:
        if isinstance(chart, Within) and probability in chart.chances:
            return chart.title, chart.chances
    for chart in odds.charts:
        if isinstance(chart, Spread):
            return chart.title, bar_chances(chart, chart.probabilities)
    return "", ()


def _picture(chances: Sequence[float], theme: Theme) -> bytes:
    pixmap = QPixmap(_WIDE, _HIGH)
    pixmap.fill(theme.colour("surface.sunken"))
    painter = QPainter(pixmap)
    top, step = max(chances), _WIDE / len(chances)
    for place, chance in enumerate(chances):
        if chance:
            high = max(1, round((_HIGH - 2) * chance / top))
            left, right = round(place * step), round((place + 1) * step)
            bar = QRectF(left, _HIGH - high, max(1, right - left - 1), high)
            paint_look_bar(painter, theme, bar, "good")
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "PNG")
    return bytes(buffer.data().data())
