"""Painting of what is counted by eye: action pips, dodge dice, faces of rolled dice."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme

Pip = Literal["left", "spent", "kept"]
"""An action: still to spend, spent, or kept for a reaction."""

_DIE_GAP = 2.0
_HAND = 14.0
_HAND_GAP = 4.0


def pips_width(theme: Theme, count: int) -> float:
    """Returns the width of a row of action pips."""
    return max(0.0, count * (theme.size("pip") + theme.size("pip_gap")) - theme.size("pip_gap"))


def paint_pips(painter: QPainter, theme: Theme, rect: QRectF, pips: Sequence[Pip]) -> None:
    """Paints action pips from the left: filled, a ring, a ring with a dot."""
    side = theme.size("pip")
    for index, pip in enumerate(pips):
        x = rect.left() + index * (side + theme.size("pip_gap")) + side / 2
        centre = QPointF(x, rect.center().y())
        with painting(painter):
            _paint_pip(painter, theme, centre, side / 2, pip)


def dodge_dice_width(theme: Theme, count: int) -> float:
    """Returns the width of a row of dodge dice."""
    return max(0.0, count * (_dodge_side(theme) + _DIE_GAP) - _DIE_GAP)


def paint_dodge_dice(
    painter: QPainter, theme: Theme, rect: QRectF, *, left: int, count: int
) -> None:
    """Paints dodge dice from the left: those left are filled and show a pip, spent ones are outlines."""
    side = _dodge_side(theme)
    row = centred(rect, rect.width(), side)
    for index in range(count):
        die = QRectF(row.left() + index * (side + _DIE_GAP), row.top(), side, side)
        with painting(painter):
            _paint_dodge_die(painter, theme, die, filled=index < left)


def die_width(theme: Theme, face: str) -> float:
    """Returns the width of a die face: square, wider for two and three digits."""
    return max(theme.size("die_face"), round(theme.fonts.width(face, "dice")) + 5.0)


def paint_die(
    painter: QPainter, theme: Theme, position: QPointF, face: str, *, physical: bool = False
) -> float:
    """Paints one rolled face and returns its width: outlined from the app, inverted from a real die."""
    box = QRectF(position, QSizeF(die_width(theme, face), theme.size("die_face")))
    with painting(painter):
        if physical:
            painter.setBrush(theme.colour("text.primary"))
            painter.drawRoundedRect(box, theme.radius("chip"), theme.radius("chip"))
        else:
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRoundedRect(inset(box), theme.radius("chip"), theme.radius("chip"))
    painter.setFont(theme.font("dice"))
    painter.setPen(theme.colour("surface.dock" if physical else "text.primary"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, face)
    return box.width()


def dice_width(theme: Theme, faces: Sequence[str], *, physical: bool = False) -> float:
    """Returns the width of a row of faces, with the hand before them if they are physical."""
    faces_width = sum(die_width(theme, face) for face in faces) + _DIE_GAP * max(0, len(faces) - 1)
    return faces_width + (_HAND + _HAND_GAP if physical else 0.0)


def dice_rects(
    theme: Theme, rect: QRectF, faces: Sequence[str], *, physical: bool = False
) -> tuple[QRectF, ...]:
    """Returns where the faces of a row stand that begins at the left of a rectangle."""
    row = centred(rect, rect.width(), theme.size("die_face"))
    x = row.left() + (_HAND + _HAND_GAP if physical else 0.0)
    found = list[QRectF]()
    for face in faces:
        found.append(QRectF(x, row.top(), die_width(theme, face), row.height()))
        x += found[-1].width() + _DIE_GAP
    return tuple(found)


def paint_dice(
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    faces: Sequence[str],
    *,
    physical: bool = False,
    icons: Icons | None = None,
) -> None:
    """Paints rolled faces from the left of a rectangle; real dice are inverted and stand behind a hand."""
    row = centred(rect, rect.width(), theme.size("die_face"))
    if physical and icons is not None:
        hand = centred(QRectF(row.left(), row.top(), _HAND, row.height()), _HAND, _HAND)
        icons.paint(painter, "hand", hand, theme.colour("text.muted"))
    places = dice_rects(theme, rect, faces, physical=physical)
    for face, place in zip(faces, places, strict=True):
        paint_die(painter, theme, place.topLeft(), face, physical=physical)


def _paint_pip(painter: QPainter, theme: Theme, centre: QPointF, radius: float, pip: Pip) -> None:
    ink = theme.colour("text.primary")
    if pip == "left":
        painter.setBrush(ink)
        painter.drawEllipse(centre, radius, radius)
        return
    painter.setPen(pen(ink if pip == "kept" else theme.colour("line.control"), 1.2))
    painter.drawEllipse(centre, radius - 0.6, radius - 0.6)
    if pip == "kept":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(centre, radius / 2, radius / 2)


def _dodge_side(theme: Theme) -> float:
    return theme.size("die_face") - 2


def _paint_dodge_die(painter: QPainter, theme: Theme, die: QRectF, *, filled: bool) -> None:
    radius = theme.radius("chip")
    if not filled:
        painter.setPen(pen(theme.colour("line.control")))
        painter.drawRoundedRect(inset(die), radius, radius)
        return
    painter.setBrush(theme.colour("gauge.dodge"))
    painter.drawRoundedRect(die, radius, radius)
    painter.setBrush(theme.colour("surface.dock"))
    painter.drawEllipse(die.center(), 1.8, 1.8)
