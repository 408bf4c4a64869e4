"""The pictures of the games: made of the marks of the table itself, with no words but numbers and letters."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QTransform

from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.painting.marks import Level
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.welcome.welcome_view import Picture

PICTURE = QSizeF(284, 132)
"""The box all pictures are drawn in, in their own units."""

_ROWS = (23.0, 54.0, 85.0)
_CURVE = (1, 1, 2, 4, 6, 9, 14, 17, 19, 18, 16, 12, 9, 7, 5, 4, 3, 2, 1)
_PIPS: Mapping[int, Sequence[tuple[int, int]]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def paint_picture(
    painter: QPainter, rect: QRectF, picture: Picture, icons: Icons, figure: BodyFigure
) -> None:
    """Paints the picture of a game, as large as fits into the middle of a rectangle."""
    scale = min(rect.width() / PICTURE.width(), rect.height() / PICTURE.height())
    painter.save()
    painter.translate(rect.center())
    painter.scale(scale, scale)
    painter.translate(-PICTURE.width() / 2, -PICTURE.height() / 2)
    _PAINTERS[picture](painter, icons, figure)
    painter.restore()


# ---- the games


def _paint_grid(painter: QPainter, icons: Icons, _figure: BodyFigure) -> None:
    theme = icons.theme
    for face in range(100):
        _paint_face(painter, theme, face)
    groups = (("pc", 2, True, 5), ("foe", 4, False, 3), ("pc", 2, False, 4))
    for top, (side, count, is_hollow, health) in zip(_ROWS, groups, strict=True):
        is_now = side == "foe"
        box = QRectF(133, top, 132, 25)
        _paint_frame(painter, theme, box, is_now=is_now)
        _paint_shapes(painter, theme, box, side, count, hollow=count if is_hollow else 0)
        for slot in range(5):
            _paint_slot(
                painter,
                theme,
                QPointF(207 + slot * 10, top + 6),
                is_left=slot < health,
                is_now=is_now,
            )


def _paint_face(painter: QPainter, theme: Theme, face: int) -> None:
    tens, units = divmod(face, 10)
    cell = QRectF(21 + 9 * units, 23 + 9 * tens, 8, 8)
    is_hit, is_double = face < 45, tens == units
    with painting(painter):
        if is_hit:
            painter.fillRect(cell, theme.colour("chart.s3"))
            if is_double:
                painter.setPen(pen(theme.colour("surface.dock"), 1.4))
                painter.drawEllipse(cell.center(), 2, 2)
            return
        painter.setPen(pen(theme.colour("line.divider")))
        painter.drawRect(inset(cell))
        role = "status.danger" if is_double else "line.control"
        painter.setPen(pen(theme.colour(role), 1.6 if is_double else 0.8))
        inner = inset(cell, 2)
        painter.drawLine(
            QLineF(inner.topLeft(), inner.bottomRight())
            if is_double
            else QLineF(inner.bottomLeft(), inner.topRight())
        )


def _paint_slot(
    painter: QPainter, theme: Theme, corner: QPointF, *, is_left: bool, is_now: bool
) -> None:
    slot = QRectF(corner, QSizeF(8, 13))
    ink = theme.colour("text.on_now" if is_now else "gauge.health_high")
    with painting(painter):
        if is_left:
            painter.fillPath(marks.rounded_path(slot, 2), ink)
            return
        painter.setPen(pen(theme.colour("text.on_now" if is_now else "gauge.tick")))
        painter.drawPath(marks.rounded_path(inset(slot), 2))
        inner = inset(slot, 2.5)
        painter.drawLine(QLineF(inner.bottomLeft(), inner.topRight()))


def _paint_sides(painter: QPainter, icons: Icons, _figure: BodyFigure) -> None:
    theme = icons.theme
    sides = (("pc", 3, 3), ("foe", 4, 1), ("neutral", 3, 0))
    gauges = ((9.0, 6.0), (5.5, 7.0), (12.0, 4.0))
    for top, (side, count, hollow), (health, soak) in zip(_ROWS, sides, gauges, strict=True):
        is_now = side == "foe"
        box = QRectF(21, top, 96, 26)
        _paint_frame(painter, theme, box, is_now=is_now)
        _paint_shapes(painter, theme, box, side, count, hollow=hollow)
        before = 9.0 if is_now else None
        life = Level(current=health, high=12, before=before)
        marks.paint_gauge(painter, theme, QRectF(129, top + 3, 88, 8), life)
        guard = Level(current=soak if not is_now else 5, high=10, role="gauge.soak")
        marks.paint_gauge(painter, theme, QRectF(129, top + 14, 48, 7), guard)
    for top, spent in zip(_ROWS, (2, 1, 0), strict=True):
        for action in range(2):
            _paint_capsule(
                painter,
                theme,
                QRectF(229 + 20 * action, top + 6, 16, 14),
                is_spent=action >= 2 - spent,
            )


def _paint_capsule(painter: QPainter, theme: Theme, box: QRectF, *, is_spent: bool) -> None:
    with painting(painter):
        if not is_spent:
            painter.fillPath(marks.rounded_path(box, 4), theme.colour("text.primary"))
            return
        painter.setPen(pen(theme.colour("text.muted")))
        painter.drawPath(marks.rounded_path(inset(box), 4))
        painter.drawLine(
            QLineF(box.left() + 3.5, box.center().y(), box.right() - 3.5, box.center().y())
        )


def _paint_figure(painter: QPainter, icons: Icons, figure: BodyFigure) -> None:
    theme = icons.theme
    _paint_body(painter, theme, figure, QRectF(24, 11, 64, 110))
    for place, word in enumerate(("", "", "3", "4")):
        box = QRectF(117 + 38 * place, 23, 33, 25)
        _paint_phase(painter, icons, box, word)
    for place, level in enumerate((0, 1, 2, 4, 3, 0)):
        marks.paint_wound_cell(painter, theme, QRectF(117 + 24.6 * place, 61, 20, 18), level)
    levels = (1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5)
    with painting(painter):
        for place, (share, level) in enumerate(zip(_CURVE, levels, strict=True)):
            bar = QRectF(116 + 7.8 * place, 115 - share * 1.15, 7, share * 1.15)
            path = marks.rounded_path(bar, 0)
            marks.paint_wound_area(painter, theme, path, level, pattern_scale=0.6)
        painter.setPen(pen(theme.colour("text.muted")))
        painter.drawLine(QLineF(113, 115.5, 265, 115.5))


_HURT = {"torso": 1, "arm-right": 2, "arm-left": 4, "leg-right": 2}


def _paint_body(painter: QPainter, theme: Theme, figure: BodyFigure, box: QRectF) -> None:
    view = figure.view_box
    scale = min(box.width() / view.width(), box.height() / view.height())
    centre = view.center()
    to_box = (
        QTransform.fromTranslate(-centre.x(), -centre.y())
        * QTransform.fromScale(scale, scale)
        * QTransform.fromTranslate(box.center().x(), box.center().y())
    )
    for location, path in figure.paths.items():
        level = _HURT.get(location, 0)
        marks.paint_wound_area(painter, theme, to_box.map(path), level, pattern_scale=0.6)


def _paint_phase(painter: QPainter, icons: Icons, box: QRectF, word: str) -> None:
    theme = icons.theme
    is_now = word == "3"
    _paint_frame(painter, theme, box, is_now=is_now, is_raised=bool(word) and not is_now)
    if not word:
        mark = QRectF(box.center() - QPointF(7, 7), QSizeF(14, 14))
        icons.paint(painter, "check", mark, theme.colour("text.muted"))
        return
    painter.setFont(theme.font("row", weight=700))
    painter.setPen(theme.colour("text.on_now" if is_now else "text.secondary"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)


def _paint_dice(painter: QPainter, icons: Icons, _figure: BodyFigure) -> None:
    theme = icons.theme
    for place, face in enumerate((6, 5, 4, 2, 6)):
        _paint_die(painter, theme, QRectF(21 + 30 * place, 23, 24, 24), face, is_filled=True)
    for place, face in enumerate((3, 5, 1, 4)):
        _paint_die(painter, theme, QRectF(21 + 30 * place, 57, 24, 24), face, is_filled=False)
    painter.setFont(theme.font("title"))
    for top, total, role in ((23, "23", "text.primary"), (57, "13", "text.secondary")):
        painter.setPen(theme.colour(role))
        painter.drawText(QRectF(172, top, 28, 24), Qt.AlignmentFlag.AlignCenter, total)
    tie = QRectF(207, 23, 58, 26)
    _paint_frame(painter, theme, tie, is_now=True)
    for x, side in ((218, "pc"), (240, "foe")):
        box = QRectF(x, 30, 12, 12)
        marks.paint_faction(painter, theme, box, side, colour=theme.colour("text.on_now"))
    marks.paint_dodge_dice(painter, theme, QRectF(209, 58, 58, 22), left=2, count=3)
    gauge = QRectF(21, 98, 244, 12)
    marks.paint_gauge(painter, theme, gauge, Level(current=2.5, high=4, low=-4, before=3.6))


def _paint_die(painter: QPainter, theme: Theme, box: QRectF, face: int, *, is_filled: bool) -> None:
    with painting(painter):
        if is_filled:
            painter.fillPath(marks.rounded_path(box, 5), theme.colour("text.primary"))
        else:
            painter.fillPath(marks.rounded_path(box, 5), theme.colour("surface.raised"))
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawPath(marks.rounded_path(inset(box), 5))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("surface.dock" if is_filled else "text.primary"))
        for across, down in _PIPS[face]:
            painter.drawEllipse(box.topLeft() + QPointF(6 + 6 * across, 6 + 6 * down), 1.8, 1.8)


# ---- what they share


def _paint_frame(
    painter: QPainter, theme: Theme, box: QRectF, *, is_now: bool, is_raised: bool = False
) -> None:
    shape = marks.rounded_path(inset(box), 4)
    with painting(painter):
        if is_now:
            painter.fillPath(shape, theme.colour("accent.now"))
            painter.setPen(pen(theme.colour("accent.now_edge")))
        else:
            if is_raised:
                painter.fillPath(shape, theme.colour("surface.raised"))
            painter.setPen(pen(theme.colour("line.divider" if theme.framed else "line.subtle")))
        painter.drawPath(shape)


def _paint_shapes(
    painter: QPainter, theme: Theme, box: QRectF, side: str, count: int, *, hollow: int
) -> None:
    """Paints the members of a side; the last ``hollow`` of them have acted."""
    is_now = side == "foe"
    step = (15.5 if count > 3 and not hollow else 18.0) if count < 3 or is_now else 22.0
    for place in range(count):
        at = QRectF(box.left() + 9 + place * step, box.center().y() - 6, 12, 12)
        ink = theme.colour("text.on_now") if is_now else None
        marks.paint_faction(painter, theme, at, side, colour=ink, hollow=place >= count - hollow)


_PAINTERS: Mapping[Picture, Callable[[QPainter, Icons, BodyFigure], None]] = {
    "grid": _paint_grid,
    "sides": _paint_sides,
    "figure": _paint_figure,
    "dice": _paint_dice,
}
