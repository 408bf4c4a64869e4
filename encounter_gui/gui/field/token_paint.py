"""Paints tokens: the shape of a side with a number, two letters beside it, and what is the matter with somebody."""

from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from encounter_gui.gui.field.ground_paint import dashed, write_haloed
from encounter_gui.gui.field.token_layout import SIZE, Spot, box_at
from encounter_gui.gui.theme.canvas import inset, paint_cached, painting, pen
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Token

_DISC, _CORNER, _CORNER_ARM = 17.0, 16.0, 8.0
_PIXEL = 2.0
_ROUND = 9.0
"""How far marks reach beyond a token, in logical pixels."""
_LUMA = (0.299, 0.587, 0.114)
_BRIGHT = 140.0


def paint_spot(
    painter: QPainter,
    theme: Theme,
    spot: Spot,
    *,
    is_selected: bool = False,
    is_target: bool = False,
    is_lit: bool = False,
    acts: bool = False,
) -> None:
    """Paints a token where it stands, with all its marks; of a stack the foremost and how many there are."""
    token = spot.token
    paint_token(
        painter,
        theme,
        token,
        spot.at,
        is_selected=is_selected,
        is_target=is_target,
        is_lit=is_lit,
        acts=acts,
    )
    if spot.count > 1:
        _paint_count(painter, theme, spot.at, spot.count)
    if spot.label is not None:
        role = "text.muted" if token.is_out else "text.primary"
        write_haloed(painter, theme, spot.label, letters(token), role=role, font="body", weight=600)


def letters(token: Token) -> str:
    """Returns what stands beside a token: two letters, and its floor where that is not the ground."""
    if not token.floor:
        return token.initials
    arrow = "↑" if token.floor > 0 else "↓"
    return f"{token.initials} {arrow}{abs(token.floor)}"


def paint_token(  # noqa: PLR0913 - what it is, and each of its marks
    painter: QPainter,
    theme: Theme,
    token: Token,
    at: QPointF,
    *,
    is_selected: bool = False,
    is_target: bool = False,
    is_lit: bool = False,
    acts: bool = False,
) -> None:
    """Paints a token without its letters."""
    with painting(painter):
        if acts or is_selected or is_lit:
            _paint_disc(painter, theme, at, is_selected=is_selected, is_lit=is_lit, acts=acts)
        marks_of = (token.is_out, token.is_hidden, token.is_prone, token.may_act)
        key = f"token:{theme.digest}:{token.side}:{token.number}:{marks_of}"
        box = box_at(at).adjusted(-_ROUND, -_ROUND, _ROUND, _ROUND)
        paint_cached(
            painter, key, box, lambda inner, place: _paint_shape(inner, theme, token, place)
        )
        if is_target:
            _paint_corners(painter, theme, at)


def _paint_disc(
    painter: QPainter, theme: Theme, at: QPointF, *, is_selected: bool, is_lit: bool, acts: bool
) -> None:
    if acts:
        painter.setBrush(theme.colour("surface.row_now"))
    elif is_lit:
        painter.setBrush(theme.colour("surface.row_hover"))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
    if is_selected:
        painter.setPen(pen(theme.colour("accent.focus"), theme.size("focus_width")))
    elif acts:
        painter.setPen(pen(theme.colour("accent.now_edge"), 1.6))
    else:
        painter.setPen(pen(theme.colour("text.secondary"), 1.2))
    painter.drawEllipse(at, _DISC, _DISC)


def _paint_shape(painter: QPainter, theme: Theme, token: Token, place: QRectF) -> None:
    """Paints shape, number and what is the matter with somebody; on a picture that is kept."""
    style = theme.faction(token.side)
    box, at = inset(place, _ROUND), place.center()
    if token.is_prone:
        bar = QRectF(at.x() - SIZE / 2, at.y() + SIZE / 2 + 2, SIZE, 2)
        painter.fillRect(bar.adjusted(-1, -1, 1, 1), theme.colour("surface.dock"))
        painter.fillRect(bar, theme.colour("text.primary"))
    with painting(painter):
        if token.is_out or token.is_hidden:
            colour = theme.colour("text.muted") if token.is_out else style.colour
            path = marks.faction_path(style, inset(box, 1))
            painter.fillPath(path, theme.colour("surface.dock"))
            width = 1.5 if token.is_out else 1.8
            painter.setPen(dashed(colour, width, () if token.is_out else (2, 1.4)))
            painter.drawPath(path)
        else:
            path = marks.faction_path(style, box)
            edge = pen(theme.colour("surface.dock"), 2)
            edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, edge)
            painter.fillPath(path, style.colour)
    if token.is_out:
        ink = theme.colour("text.muted")
    elif token.is_hidden:
        ink = theme.colour("text.primary")
    else:
        ink = _ink_on(theme, token.side)
    # The middle of a triangle lies lower than that of its box, and is narrow.
    low = 3.0 if style.shape == "triangle" else 0.0
    digits = len(str(token.number))
    is_tight = digits > 2 or (digits > 1 and style.shape in ("triangle", "diamond"))
    painter.setFont(theme.font("caption" if is_tight else "small", weight=700))
    painter.setPen(ink)
    painter.drawText(place.translated(0, low), Qt.AlignmentFlag.AlignCenter, str(token.number))
    if token.may_act:
        with painting(painter):
            _paint_may_act(painter, theme, at)


def _ink_on(theme: Theme, side: str) -> QColor:
    """Returns the colour of a number on the colour of a side: whichever of light and dark stands out."""
    dark, light = (theme.colour(each) for each in ("text.on_now", "surface.dock"))
    if _brightness(dark.rgb()) > _brightness(light.rgb()):
        dark, light = light, dark
    ground = theme.faction(side).colour
    if _brightness(ground.rgb()) >= _BRIGHT:
        return dark
    lightest = theme.colour("text.primary")
    return light if _brightness(light.rgb()) > _brightness(lightest.rgb()) else lightest


@lru_cache(64)
def _brightness(rgb: int) -> float:
    colour = QColor(rgb)
    parts = (colour.red(), colour.green(), colour.blue())
    return sum(share * part for share, part in zip(_LUMA, parts, strict=True))


def _paint_may_act(painter: QPainter, theme: Theme, at: QPointF) -> None:
    corner = QPointF(at.x() - SIZE / 2 - 3, at.y() - SIZE / 2 - 1)
    shape = QPolygonF([corner + QPointF(-3, -4), corner + QPointF(4.5, 0), corner + QPointF(-3, 4)])
    painter.setPen(pen(theme.colour("surface.dock"), 1))
    painter.setBrush(theme.colour("accent.now_edge"))
    painter.drawPolygon(shape)


def _paint_corners(painter: QPainter, theme: Theme, at: QPointF) -> None:
    path = QPainterPath()
    far, near = _CORNER, _CORNER - _CORNER_ARM
    for x in (-1, 1):
        for y in (-1, 1):
            path.moveTo(at.x() + x * far, at.y() + y * near)
            path.lineTo(at.x() + x * far, at.y() + y * far)
            path.lineTo(at.x() + x * near, at.y() + y * far)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.colour("accent.interactive"), _PIXEL))
    painter.drawPath(path)


def _paint_count(painter: QPainter, theme: Theme, at: QPointF, count: int) -> None:
    text = f"×{count}"
    wide = theme.fonts.width(text, "caption", weight=700) + 6
    place = QRectF(at.x() + 4, at.y() - SIZE / 2 - 7, wide, 13)
    with painting(painter):
        painter.setBrush(theme.colour("surface.overlay"))
        painter.setPen(pen(theme.colour("line.control"), 1))
        painter.drawRoundedRect(place, 6, 6)
    marks.paint_text(
        painter, theme, place, text, "caption", "text.primary", marks.CENTRE, weight=700
    )


def paint_body(painter: QPainter, theme: Theme, token: Token, at: QPointF, radius: float) -> None:
    """Paints how far a large body reaches, in logical pixels."""
    if radius <= SIZE / 2:
        return
    colour = QColor(theme.faction(token.side).colour)
    with painting(painter):
        painter.setPen(pen(colour, 1.2))
        colour.setAlphaF(0.18)
        painter.setBrush(colour)
        painter.drawEllipse(at, radius, radius)


def edge_towards(start: QPointF, end: QPointF, gap: float) -> QPointF:
    """Returns the point so far from the start on the way to the end; the start, where they are nearer."""
    line = QLineF(start, end)
    if line.length() <= gap:
        return start
    return line.pointAt(gap / line.length())
