"""The line of an offer: icon, name, cost, and at the right why it is refused."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.rules.view import ActionOption

OFFER = 24
_SIDE, _GAP = 10.0, 7.0


def is_allowed(offer: ActionOption) -> bool:
    """Whether it can be taken."""
    return not offer.why_not and offer.command is not None


def reason(offer: ActionOption) -> str:
    """Why it is refused, in short where that can be said; empty: it is not."""
    return (offer.short or offer.why_not) if offer.why_not else ""


def paint_offer(painter: QPainter, icons: Icons, offer: ActionOption, rect: QRectF) -> None:
    """Paints an offer over a ground that is already there."""
    theme, allowed = icons.theme, is_allowed(offer)
    line = rect.adjusted(_SIDE, 0, -_SIDE, 0)
    hair = QRectF(line.left(), line.bottom() - 1, line.width(), 1)
    painter.fillRect(hair, theme.colour("line.subtle"))
    side = theme.icon_size("inline")
    place = QRectF(line.left(), round(line.center().y() - side / 2), side, side)
    name, role = ("ok", "status.good") if allowed else ("blocked", "text.muted")
    icons.paint(painter, name, place, theme.colour(role))
    line.adjust(side + _GAP, 0, 0, 0)
    line.adjust(_paint_words(painter, icons, offer, line), 0, 0, 0)
    why = theme.elided(reason(offer), "small", max(0.0, line.width()))
    paint_text(painter, theme, line, why, "small", "text.secondary", RIGHT)


def _paint_words(painter: QPainter, icons: Icons, offer: ActionOption, line: QRectF) -> float:
    """Name and cost from the left; returns the width they and a gap take. The reason keeps its own, or a third."""
    theme = icons.theme
    why = theme.fonts.width(reason(offer), "small")
    room = line.width() - (min(why + _GAP, line.width() / 3) if why else 0.0)
    name = theme.elided(offer.text, "body", room, weight=500)
    role = "text.primary" if is_allowed(offer) else "text.muted"
    paint_text(painter, theme, line, name, "body", role, weight=500)
    used = theme.fonts.width(name, "body", weight=500) + _GAP
    note = theme.elided(offer.note, "small", max(0.0, room - used))
    paint_text(painter, theme, line.adjusted(used, 0, 0, 0), note, "small", "text.muted")
    return used + (theme.fonts.width(note, "small") + _GAP if note else 0.0)
