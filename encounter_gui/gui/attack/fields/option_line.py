"""One option as a line: the shape of its side, its text, its muted note or why it cannot be chosen."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Option

_SHAPE_GAP = 7
_NOTE_GAP = 8
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.TextElideMode.ElideMiddle


def option_width(theme: Theme, option: Option) -> float:
    """Returns how wide an option wants to be."""
    # A hair more than it measures: a name that lacks half a pixel would lose three letters to dots.
    width = theme.fonts.width(option.text, "body", weight=500) + 2
    if option.side is not None:
        width += theme.icon_size("faction") + _SHAPE_GAP
    note = option.why_not or option.note
    return width + (_NOTE_GAP + theme.fonts.width(note, "body") if note else 0)


def paint_option(
    painter: QPainter, theme: Theme, option: Option, rect: QRectF, *, is_enabled: bool = True
) -> None:
    """Paints an option into a line; the text keeps its room, the note takes what is left."""
    if option.side is not None:
        side = theme.icon_size("faction")
        shape = QRectF(rect.left(), round(rect.center().y() - side / 2), side, side)
        paint_faction(painter, theme, shape, option.side)
        rect = rect.adjusted(side + _SHAPE_GAP, 0, 0, 0)
    text = theme.elided(option.text, "body", rect.width(), weight=500, mode=_MIDDLE)
    painter.setFont(theme.font("body", weight=500))
    painter.setPen(theme.colour("text.primary" if is_enabled else "text.disabled"))
    painter.drawText(rect, _LEFT, text)
    rect = rect.adjusted(theme.fonts.width(text, "body", weight=500) + _NOTE_GAP, 0, 0, 0)
    note = option.why_not or option.note
    if note and rect.width() > 16:
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(rect, _LEFT, theme.elided(note, "body", rect.width()))
