"""Painting of a body: areas, badges, labels, leader lines."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from encounter_gui.gui.body.body_layout import BodyLayout, PartPlace, fit
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.figure import Figure
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.marks import (
    key_cap_width,
    letter_path,
    paint_key_cap,
    paint_wound_area,
    paint_wound_cell,
)
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import BodyPart, BodyView

_BADGE = 20.0
_LARGE = 400.0
_NAME_GAP = 6.0
_SHIELD = 12.0
_SECOND = 20.0
_Flag = Qt.AlignmentFlag


def paint_whole(
    painter: QPainter, icons: Icons, figure: Figure, body: BodyView, area: QRectF
) -> None:
    """Paints a body without locations: one level over all of it, its letter on the chest, its words below."""
    theme = icons.theme
    words = QRectF(area.left(), area.bottom() - 40, area.width(), 36)
    to_widget = fit(figure, area.adjusted(0, 0, 0, -40))
    for path in figure.paths.values():
        paint_wound_area(
            painter,
            theme,
            to_widget.map(path),
            body.level,
            pattern_scale=_pattern_scale(to_widget.m11()),
        )
    anchor = figure.anchors.get("torso") or figure.view_box.center()
    paint_badge(painter, theme, to_widget.map(anchor), body.level, body.letter)
    painter.setFont(theme.font("row", weight=600))
    painter.setPen(theme.colour("text.primary"))
    painter.drawText(words, _Flag.AlignHCenter | _Flag.AlignTop, body.text)
    painter.setFont(theme.font("small"))
    painter.setPen(theme.colour("text.muted"))
    painter.drawText(words, _Flag.AlignHCenter | _Flag.AlignBottom, body.armor)


def paint_parts(
    painter: QPainter, icons: Icons, layout: BodyLayout, parts: tuple[BodyPart, ...]
) -> None:
    """Paints a body with locations and a label for each."""
    theme, scale = icons.theme, _pattern_scale(layout.scale)
    for place in layout.places:
        _paint_leader(painter, theme, place)
    for place, part in zip(layout.places, parts, strict=True):
        paint_wound_area(
            painter, theme, place.path, part.level, pattern_scale=scale, lost=part.is_lost
        )
    for place, part in zip(layout.places, parts, strict=True):
        if not part.is_lost:
            paint_badge(painter, theme, place.anchor, part.level, part.letter)
        _paint_label(painter, icons, place, part)


def paint_badge(painter: QPainter, theme: Theme, centre: QPointF, level: int, letter: str) -> None:
    """Paints the round badge of a wounded area; nothing where there is nothing to say."""
    if not level or not letter:
        return
    style = theme.wound(level)
    box = QRectF(centre.x() - _BADGE / 2, centre.y() - _BADGE / 2, _BADGE, _BADGE)
    with painting(painter):
        painter.setPen(pen(style.ink, 1.2))
        painter.setBrush(style.fill)
        painter.drawEllipse(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillPath(letter_path(letter, theme.font("row", weight=800), box), style.ink)


def paint_outline(
    painter: QPainter, theme: Theme, path: QPainterPath, label: QRectF, *, is_selected: bool
) -> None:
    """Paints what is selected, or pointed at, on figure and label alike."""
    width = theme.size("focus_width") if is_selected else 1.2
    line = pen(theme.colour("accent.focus" if is_selected else "accent.interactive"), width)
    with painting(painter):
        painter.strokePath(path, line)
        painter.setPen(line)
        painter.drawRoundedRect(
            label.adjusted(-4, -3, 4, 3), theme.radius("control"), theme.radius("control")
        )


def _pattern_scale(scale: float) -> float:
    """Patterns grow on large figures, so that they stay patterns."""
    return 1.5 if scale * 600 >= _LARGE else 1.0


def _paint_leader(painter: QPainter, theme: Theme, place: PartPlace) -> None:
    with painting(painter):
        painter.setPen(pen(theme.colour("line.control")))
        painter.drawLine(*place.leader)


def _paint_label(painter: QPainter, icons: Icons, place: PartPlace, part: BodyPart) -> None:
    theme, box = icons.theme, place.label
    cell = QRectF(box.topLeft(), theme.extent("wound_cell"))
    if place.is_right:
        cell.moveRight(box.right())
    paint_wound_cell(painter, theme, cell, part.level)
    room = box.width() - cell.width() - _NAME_GAP
    name = theme.metrics("body", weight=600).elidedText(
        part.name, Qt.TextElideMode.ElideRight, room
    )
    left = box.left() if place.is_right else cell.right() + _NAME_GAP
    line = QRectF(left, box.top(), room, cell.height())
    side = _Flag.AlignRight if place.is_right else _Flag.AlignLeft
    painter.setFont(theme.font("body", weight=600, struck=part.is_lost))
    painter.setPen(theme.colour("text.primary"))
    painter.drawText(line, side | _Flag.AlignVCenter, name)
    _paint_second(painter, icons, place, part)


def _paint_second(painter: QPainter, icons: Icons, place: PartPlace, part: BodyPart) -> None:
    """Key and armour below the name."""
    theme, box = icons.theme, place.label
    cap = key_cap_width(theme, part.short) if part.short else 0.0
    armor = theme.fonts.width(part.armor, "small") if part.armor else 0.0
    width = cap + (_NAME_GAP + _SHIELD + 3 + armor if part.armor else 0.0)
    x = box.right() - width if place.is_right else box.left()
    top = box.top() + _SECOND
    if part.short:
        paint_key_cap(painter, theme, QPointF(round(x), round(top)), part.short)
    if not part.armor:
        return
    x += cap + _NAME_GAP
    icons.paint(
        painter, "cover", QRectF(round(x), top + 2, _SHIELD, _SHIELD), theme.colour("text.muted")
    )
    painter.setFont(theme.font("small"))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(QRectF(x + _SHIELD + 3, top, armor + 2, 16), _Flag.AlignVCenter, part.armor)
