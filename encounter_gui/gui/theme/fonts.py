"""The two families in their few sizes: Inter for words and numbers, JetBrains Mono for dice, commands and keys."""

import sys
from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

# macOS counts 72 logical dots per inch where the others count 96: the same points would come out a quarter smaller.
_POINT_SCALE = 4 / 3 if sys.platform == "darwin" else 1.0

_MOST_REMEMBERED = 4096
"""How many widths, and how many lines that were cut, are remembered."""

_LONGEST = 500
"""Letters of the longest line that is remembered: a file of strangers may hold words without end."""

ELLIPSIS = "…"

_SystemFont = QFontDatabase.SystemFont


class FontSpec(Struct, frozen=True, kw_only=True):
    """One named font: its size in points at 96 dpi, its weight (100 to 900) and which family it is of."""

    points: float
    weight: int
    mono: bool = False


class Families(Struct, frozen=True, kw_only=True):
    """The wanted families in order, and the OpenType features switched on in all of them."""

    ui: tuple[str, ...]
    mono: tuple[str, ...]
    features: tuple[str, ...] = ("tnum",)


def cut_at_words(text: str, cut: str) -> str:
    """Returns a line that was cut to ``cut`` without the pieces of words beside the ellipsis, as far as words are left.

    ``Corporate secu…ner A`` is ``Corporate…A``; a single long word stays cut within it.
    """
    head, dots, tail = cut.partition(ELLIPSIS)
    if not dots or cut == text:
        return cut
    if not text.startswith(f"{head.rstrip()} ") and " " in head.strip():
        head = head.rstrip().rpartition(" ")[0]
    if tail and not text.endswith(f" {tail.lstrip()}") and " " in tail.strip():
        tail = tail.lstrip().partition(" ")[2]
    return f"{head.rstrip()}{dots}{tail.lstrip()}"


class Fonts:
    """Makes each font, and its metrics, once; a missing family falls back to the platform's own.

    Needs a QGuiApplication when the first font is asked for, not before.
    """

    def __init__(self, families: Families, specs: Mapping[str, FontSpec]) -> None:
        """Takes the families and the named sizes."""
        self._families = families
        self._specs = specs
        self._fonts: dict[tuple[str, int], QFont] = {}
        self._metrics: dict[tuple[str, int], QFontMetricsF] = {}
        self._widths: dict[tuple[str, int, str], float] = {}
        self._elided: dict[tuple[str, str, int, float, Qt.TextElideMode], str] = {}

    @property
    def names(self) -> Sequence[str]:
        """Returns the names a font can be asked for by."""
        return tuple(self._specs)

    def font(
        self, name: str, *, weight: int = 0, italic: bool = False, struck: bool = False
    ) -> QFont:
        """Returns the font of this name; a weight of 0 means the name's own weight.

        Raises:
            KeyError: No font has this name.
        """
        font = self._cached_font(name, weight)
        if italic or struck:
            font = QFont(font)
            font.setItalic(italic)
            font.setStrikeOut(struck)
        return font

    def metrics(self, name: str, *, weight: int = 0) -> QFontMetricsF:
        """Returns the metrics of a font on the screen; for paper, measure the font with the device instead."""
        key = (name, weight)
        if key not in self._metrics:
            self._metrics[key] = QFontMetricsF(self._cached_font(name, weight))
        return self._metrics[key]

    def width(self, text: str, name: str, *, weight: int = 0) -> float:
        """Returns how many logical pixels a line of text takes; remembered, so meant for words that recur."""
        if len(text) > _LONGEST:
            return self.metrics(name, weight=weight).horizontalAdvance(text)
        key = (name, weight, text)
        if key not in self._widths:
            if len(self._widths) > _MOST_REMEMBERED:
                self._widths.clear()
            self._widths[key] = self.metrics(name, weight=weight).horizontalAdvance(text)
        return self._widths[key]

    def elided(
        self, text: str, name: str, room: float, *, weight: int, mode: Qt.TextElideMode
    ) -> str:
        """Returns a line as it fits a room in logical pixels; remembered, as the same is painted again and again."""
        if len(text) > _LONGEST:
            return cut_at_words(
                text, self.metrics(name, weight=weight).elidedText(text, mode, room)
            )
        key = (text, name, weight, room, mode)
        if key not in self._elided:
            if len(self._elided) > _MOST_REMEMBERED:
                self._elided.clear()
            cut = self.metrics(name, weight=weight).elidedText(text, mode, room)
            self._elided[key] = cut_at_words(text, cut)
        return self._elided[key]

    def _cached_font(self, name: str, weight: int) -> QFont:
        key = (name, weight)
        if key not in self._fonts:
            self._fonts[key] = self._made(self._specs[name], weight)
        return self._fonts[key]

    def _made(self, spec: FontSpec, weight: int) -> QFont:
        families = self._families.mono if spec.mono else self._families.ui
        system = _SystemFont.FixedFont if spec.mono else _SystemFont.GeneralFont
        font = QFont([*families, QFontDatabase.systemFont(system).family()])
        font.setStyleHint(QFont.StyleHint.Monospace if spec.mono else QFont.StyleHint.SansSerif)
        font.setPointSizeF(spec.points * _POINT_SCALE)
        font.setWeight(QFont.Weight(weight or spec.weight))
        for feature in self._families.features:
            font.setFeature(QFont.Tag(feature), 1)
        return font
