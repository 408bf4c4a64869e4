"""A line of text in one look, or in several weights and colours: log sentences, ``9/12``, prompts."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.theme import Theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


def paint_text(  # noqa: PLR0913 - where, what, and how it looks
    painter: QPainter,
    theme: Theme,
    place: QRectF | QRect,
    text: str,
    font: str,
    role: str,
    align: Qt.AlignmentFlag = LEFT,
    *,
    weight: int = 0,
) -> None:
    """Writes a line in the font and the colour of these names; a weight of 0 is the font's own."""
    painter.setFont(theme.font(font, weight=weight))
    painter.setPen(theme.colour(role))
    painter.drawText(place, align, text)


class Run(Struct, frozen=True, kw_only=True):
    """A piece of a line: its text, colour role, and weight; 0 is the font's own."""

    text: str
    role: str = "text.primary"
    weight: int = 0


def runs_width(theme: Theme, runs: Sequence[Run], font: str = "row") -> float:
    """Returns the width of a line made of runs, in the font of this name."""
    return sum(theme.fonts.width(run.text, font, weight=run.weight) for run in runs)


def paint_runs(
    painter: QPainter, theme: Theme, rect: QRectF, runs: Sequence[Run], font: str = "row"
) -> float:
    """Writes runs from the left of a rectangle, in its vertical middle; returns the width written.

    What does not fit is cut at the right edge: the caller knows which run may be elided.
    """
    x = rect.left()
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    for run in runs:
        width = theme.fonts.width(run.text, font, weight=run.weight)
        painter.setFont(theme.font(font, weight=run.weight))
        painter.setPen(theme.colour(run.role))
        place = QRectF(x, rect.top(), width + 1, rect.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, run.text)
        x += width
    painter.restore()
    return x - rect.left()
