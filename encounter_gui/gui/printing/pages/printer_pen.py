"""A pen for paper: texts, boxes and marks in the looks of a theme, measured without a screen."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from msgspec import Struct, field
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QTextLayout

from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.patterns import paint_pattern
from encounter_gui.gui.theme.painting.shapes import paint_faction
from encounter_gui.gui.theme.painting.wounds import letter_path
from encounter_gui.gui.theme.theme import Theme

HAIR = 0.75 * 96 / 72
"""The thinnest line: 0.75 pt."""

SMALLEST_TEXT = 7.0
"""Points: no text is printed smaller, this one can still be read at a table."""

BOX = 9.0
BOX_GAP = 2.0
FIVE_GAP = 3.0

_LOOKLESS = ("Cc", "Cf", "Mn", "Me", "Zs", "Zl", "Zp")
_MIDDLE = Qt.TextElideMode.ElideMiddle
_SWAPS = (QFont.Tag("tnum"), QFont.Tag("calt"))


@lru_cache(4096)
def has_font(letter: str) -> bool:
    """Returns whether any font of this computer can draw a letter; what has no look of its own needs none."""
    if letter.isascii() or unicodedata.category(letter) in _LOOKLESS:
        return True
    layout = QTextLayout(letter, QFont())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(all(run.glyphIndexes()) for run in layout.glyphRuns())


class PagePainter(Struct):
    """What a page is painted with. Measuring needs no painter.

    Letters that its font lacks are painted in another that has them. ``without_font`` are those painted so far that
    none has: a box stands in their place.
    """

    theme: Theme
    without_font: set[str] = field(default_factory=set)
    _metrics: dict[tuple[str, int], QFontMetricsF] = field(default_factory=dict)
    _fonts: dict[tuple[str, int, bool], QFont] = field(default_factory=dict)
    _factor: float = 1.0

    @property
    def lacking(self) -> str:
        """The letters painted so far that no font has, each with its number; empty: none."""
        return ", ".join(f"{each} (U+{ord(each):04X})" for each in sorted(self.without_font))

    def font(self, name: str, weight: int = 0, *, struck: bool = False) -> QFont:
        """Returns a font of the theme for paper: unhinted, so that widths do not depend on the device."""
        key = (name, weight, struck)
        if key not in self._fonts:
            font = QFont(self.theme.font(name, weight=weight, struck=struck))
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            # What these put in the place of a digit or a minus has no character: nobody could search a PDF for it.
            for feature in _SWAPS:
                font.setFeature(feature, 0)
            self._fonts[key] = font
        return self._fonts[key]

    def smallest(self, name: str = "caption") -> float:
        """Returns how much smaller than designed a text of a font may be drawn; the captions are the smallest."""
        return min(SMALLEST_TEXT / self.font(name).pointSizeF() / self._factor, 1.0)

    @contextmanager
    def drawn_at(self, factor: float, painter: QPainter | None = None) -> Iterator[None]:
        """Draws everything inside so much larger; without a painter it is only measured for that."""
        self._factor *= factor
        try:
            if painter is None:
                yield
            else:
                with painting(painter):
                    painter.scale(factor, factor)
                    yield
        finally:
            self._factor /= factor

    def metrics(self, name: str, weight: int = 0) -> QFontMetricsF:
        """Returns the metrics of a font on paper."""
        key = (name, weight)
        if key not in self._metrics:
            self._metrics[key] = QFontMetricsF(self.font(name, weight))
        return self._metrics[key]

    def width(self, text: str, name: str, weight: int = 0) -> float:
        """Returns how wide a text is on one line."""
        return self.metrics(name, weight).horizontalAdvance(text)

    def height(self, text: str, name: str, width: float, weight: int = 0) -> float:
        """Returns how high a text is when it is wrapped to a width."""
        if not text:
            return 0.0
        return len(self.wrapped(text, name, width, weight)) * self.metrics(name, weight).height()

    def text(  # noqa: PLR0913 - where, what, and in which look
        self,
        painter: QPainter,
        area: QRectF,
        text: str,
        name: str,
        *,
        weight: int = 0,
        role: str = "text.primary",
        align: str = "left",
        wrap: bool = False,
        struck: bool = False,
        middle: bool = True,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        """Paints a text into an area; what is too long for one line is cut with an ellipsis, unless it wraps."""
        painter.setFont(self.font(name, weight, struck=struck))
        if not text.isascii():
            self.without_font.update(letter for letter in set(text) if not has_font(letter))
        painter.setPen(self.theme.colour(role))
        metrics = self.metrics(name, weight)
        lines = (
            self.wrapped(text, name, area.width(), weight)
            if wrap
            else [metrics.elidedText(" ".join(text.split()), elide, area.width() + 0.5)]
        )
        step = metrics.height()
        top = area.top() if not middle else area.center().y() - step * len(lines) / 2
        for number, line in enumerate(lines):
            spare = area.width() - metrics.horizontalAdvance(line)
            left = area.left() + {"left": 0.0, "right": spare, "center": spare / 2}[align]
            painter.drawText(QPointF(left, top + number * step + metrics.ascent()), line)

    def fitted(
        self,
        painter: QPainter,
        area: QRectF,
        text: str,
        name: str,
        *,
        weight: int = 0,
        role: str = "text.primary",
        middle: bool = True,
    ) -> None:
        """Paints a text into an area, smaller and on several lines if need be; cut only if that is not enough."""
        factor = 1.0
        while factor >= self.smallest(name):
            inner = QRectF(0, 0, area.width() / factor, area.height() / factor)
            if self.height(text, name, inner.width(), weight) <= max(
                inner.height(), self.metrics(name, weight).height()
            ):
                with painting(painter):
                    painter.translate(area.topLeft())
                    painter.scale(factor, factor)
                    look = {"weight": weight, "role": role, "wrap": True, "middle": middle}
                    self.text(painter, inner, text, name, **look)  # type: ignore[arg-type]  # as named above
                return
            factor -= 0.05
        self.text(painter, area, text, name, weight=weight, role=role, elide=_MIDDLE)

    def wrapped(self, text: str, name: str, width: float, weight: int = 0) -> list[str]:
        """Returns a text in lines of at most this width, broken between words, and words where they are too long."""
        lines: list[str] = []
        for paragraph in text.splitlines() or [""]:
            lines += self._wrap(paragraph, name, width, weight)
        return lines

    def _wrap(self, text: str, name: str, width: float, weight: int) -> list[str]:
        lines: list[str] = []
        line = ""
        for word in text.split():
            grown = f"{line} {word}".strip()
            if self.width(grown, name, weight) <= width + 0.5:
                line = grown
                continue
            if line:
                lines.append(line)
            *whole, line = self._broken(word, name, width, weight)
            lines += whole
        return [*lines, line] if line or not lines else lines

    def _broken(self, word: str, name: str, width: float, weight: int) -> list[str]:
        pieces: list[str] = []
        while len(word) > 1 and self.width(word, name, weight) > width + 0.5:
            cut = next(
                (
                    n
                    for n in range(len(word) - 1, 1, -1)
                    if self.width(word[:n], name, weight) <= width
                ),
                1,
            )
            pieces.append(word[:cut])
            word = word[cut:]
        return [*pieces, word]

    def line(
        self,
        painter: QPainter,
        start: QPointF,
        end: QPointF,
        *,
        role: str = "line.divider",
        width: float = HAIR,
    ) -> None:
        """Paints a line."""
        with painting(painter):
            painter.setPen(pen(self.theme.colour(role), width))
            painter.drawLine(start, end)

    def frame(
        self, painter: QPainter, area: QRectF, *, radius: float = 3.0, width: float = HAIR
    ) -> None:
        """Paints a frame."""
        with painting(painter):
            painter.setPen(pen(self.theme.colour("line.control"), width))
            painter.drawRoundedRect(area, radius, radius)

    def wound(self, painter: QPainter, box: QRectF, level: int, letter: str) -> None:
        """Paints a wound mark, as vectors: its pattern with the letter on it; an empty frame for level 0."""
        if not level:
            self.frame(painter, box)
            return
        style = self.theme.wound(level)
        path = QPainterPath()
        path.addRoundedRect(box, 3, 3)
        with painting(painter):
            painter.fillPath(path, style.fill)
            paint_pattern(painter, path, style.pattern, style.ink)
            painter.setPen(pen(style.edge, HAIR))
            painter.drawPath(path)
            said = letter_path(letter, self.font("small", 800), box)
            halo = pen(style.fill, 4)
            halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(said, halo)
            painter.fillPath(said, style.ink)

    def side(self, painter: QPainter, centre: QPointF, side: Side, *, is_out: bool = False) -> None:
        """Paints the shape of a side."""
        box = QRectF(centre.x() - 5, centre.y() - 5, 10, 10)
        paint_faction(painter, self.theme, box, side, defeated=is_out)

    def boxes(
        self, painter: QPainter, corner: QPointF, total: int, used: int, width: float
    ) -> float:
        """Paints boxes to tick in fives, used ones crossed, over as many lines as they need; returns the height.

        Boxes are lost from the last one on, as points are.
        """
        a_line = boxes_on_line(total, width)
        with painting(painter):
            painter.setPen(pen(self.theme.colour("line.control"), HAIR))
            for number in range(total):
                line, place = divmod(number, a_line)
                x = corner.x() + place * (BOX + BOX_GAP) + place // 5 * FIVE_GAP
                box = QRectF(x, corner.y() + line * (BOX + BOX_GAP + 1), BOX, BOX)
                painter.drawRect(box)
                if number >= total - used:
                    painter.drawLine(box.bottomLeft(), box.topRight())
        return boxes_height(total, width) if total else BOX


def boxes_width(total: int) -> float:
    """Returns how wide boxes are on one line."""
    return total * (BOX + BOX_GAP) + max(0, (total - 1) // 5) * FIVE_GAP


def boxes_on_line(total: int, width: float) -> int:
    """Returns how many boxes stand on a line: all if they fit, else whole tens, or five if ten do not."""
    if boxes_width(total) <= width + 0.5:
        return max(total, 1)
    tens = 0
    while boxes_width(10 * (tens + 1)) <= width + 0.5:
        tens += 1
    return 10 * tens or 5


def widest_line(total: int, width: float) -> float:
    """Returns how wide boxes come to be within a width: the first line is full if there is another."""
    return boxes_width(min(boxes_on_line(total, width), total))


def boxes_height(total: int, width: float) -> float:
    """Returns how high boxes are within a width."""
    if total <= 0:
        return 0.0
    lines = -(-total // boxes_on_line(total, width))
    return lines * BOX + (lines - 1) * (BOX_GAP + 1)
