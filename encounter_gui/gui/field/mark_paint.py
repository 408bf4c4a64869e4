"""Paints what lies over the plan: rings, the line to the target, what holds people together, and what is being done."""

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, cos, degrees, hypot, pi, sin

from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF, QRegion

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.field.ground_paint import dashed, write_haloed
from encounter_gui.gui.field.plan_state import Blast, MovePath, Outline, Ruler
from encounter_gui.gui.field.token_layout import SIZE, box_at
from encounter_gui.gui.field.token_paint import edge_towards
from encounter_gui.gui.field.view_port import ViewPort
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.text_runs import Run, paint_runs, runs_width
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Bond, RangeRing, SightLine

PLATE_ABOVE = 20.0
"""How far above a token that is moved the plate stands that says how much of the move it takes."""

Places = Mapping[CombatantId, QPointF]
"""Where everybody is seen."""

_LINE = 16.0
_SIDE = 8.0
_DASHES: tuple[tuple[float, ...], ...] = ((), (5, 3.5), (1, 2.2))
_ANGLES = (180, 0, 90, 270, *range(10, 360, 10))
_DOT = 2.6
_APART = 5.0
"""Words of a ring that stand nearer to others read as one with them."""
_IN_IT = 15.5
"""The ring around a token that stands in what is swept."""
_NARROW = 680.0
"""On a plan that is narrower, plates show their first line only."""
_MOST_OF_ROOM = 0.6
"""How much of the width a plate takes at most."""
_SEPARATOR = " · "
_HIDES = 5
"""How much worse it is for a plate to hide a square pixel of people or words than to be a third of one farther off."""


def paint_rings(
    painter: QPainter,
    theme: Theme,
    rings: Sequence[RangeRing],
    at: QPointF,
    scale: float,
    room: QRectF,
    taken: Sequence[QRectF],
) -> list[QRectF]:
    """Paints how far somebody gets, the nearest filled; where a ring is seen its words stand on it.

    Returns where those words are.
    """
    labels, written = list(taken), list[QRectF]()
    for number, ring in enumerate(rings):
        radius = float(ring.radius) * scale
        role = "accent.interactive" if ring.is_open else "text.muted"
        colour = theme.colour(role)
        with painting(painter):
            painter.setClipRect(room)
            if not number and ring.is_open:
                fill = QColor(colour)
                fill.setAlphaF(0.07)
                painter.setBrush(fill)
            style = _DASHES[min(ring.cost, len(_DASHES) - 1)]
            painter.setPen(dashed(colour, 1.6 if ring.is_open else 1.3, style))
            painter.drawEllipse(at, radius, radius)
        wide = theme.fonts.width(ring.text, "small", weight=600)
        for angle in _ANGLES:
            x, y = cos(angle * pi / 180), sin(angle * pi / 180)
            box = QRectF(0, 0, wide + 4, _LINE)
            box.moveCenter(QPointF(at.x() + x * radius, at.y() + y * radius))
            around = box.adjusted(-_APART, -_APART, _APART, _APART)
            if room.contains(box) and not any(around.intersects(each) for each in labels):
                labels.append(box)
                written.append(box)
                write_haloed(painter, theme, box, ring.text, role=role, weight=600)
                break
    return written


def paint_bonds(
    painter: QPainter,
    theme: Theme,
    bonds: Sequence[Bond],
    places: Places,
    room: QRectF,
    taken: Sequence[QRectF],
) -> None:
    """Paints who is in melee with whom as a bracket, and who screens somebody as an arc."""
    boxes = list(taken)
    for bond in _joined(bonds):
        points = [places[who] for who in bond.who if who in places]
        if len(points) < 2:
            continue
        if bond.kind == "screen":
            _paint_arc(painter, theme, bond, points[0], points[1], boxes)
        else:
            _paint_bracket(painter, theme, bond, points, room, boxes)


def _joined(bonds: Sequence[Bond]) -> list[Bond]:
    """Returns bonds with those who are in one melee under one bracket; its word is what stands before a colon."""
    joined: list[Bond] = []
    for bond in bonds:
        text = bond.text.split(":")[0] if bond.kind == "engaged" else bond.text
        who = set(bond.who)
        if bond.kind == "engaged":
            same = [
                each
                for each in joined
                if each.kind == "engaged" and each.text == text and who & set(each.who)
            ]
            for each in same:
                joined.remove(each)
                who |= set(each.who)
        order = tuple(who) if bond.kind == "engaged" else bond.who
        joined.append(Bond(kind=bond.kind, text=text, who=order))
    return joined


def _paint_arc(
    painter: QPainter,
    theme: Theme,
    bond: Bond,
    one: QPointF,
    other: QPointF,
    boxes: list[QRectF],
) -> None:
    far = max(hypot(other.x() - one.x(), other.y() - one.y()) + 14, 24)
    towards = -degrees(atan2(other.y() - one.y(), other.x() - one.x()))
    colour = theme.colour("accent.interactive")
    with painting(painter):
        painter.setPen(pen(colour, 1.8))
        box = QRectF(one.x() - far, one.y() - far, 2 * far, 2 * far)
        painter.drawArc(box, round((towards - 35) * 16), 70 * 16)
    wide = theme.fonts.width(bond.text, "small", weight=500)
    angle = -(towards - 35) * pi / 180
    end = QPointF(one.x() + cos(angle) * far, one.y() + sin(angle) * far)
    place = QRectF(end.x() - wide / 2, end.y() + 3, wide, _LINE)
    _write_free(painter, theme, bond.text, place, boxes, "accent.interactive")


def bracket_boxes(bonds: Sequence[Bond], places: Places, room: QRectF) -> list[QRectF]:
    """Returns where brackets are: no letters stand there."""
    boxes: list[QRectF] = []
    for bond in _joined(bonds):
        points = [places[who] for who in bond.who if who in places]
        if bond.kind != "screen" and len(points) > 1:
            left, top, bottom, arm = _bracket(points, room)
            box = QRectF(left, top, arm, bottom - top).normalized()
            boxes.append(box.adjusted(-2, 0, 2, 0))
    return boxes


def _bracket(points: Sequence[QPointF], room: QRectF) -> tuple[float, float, float, float]:
    """Returns where a bracket beside these stands, from where to where, and how far its arms reach."""
    half = SIZE / 2
    left = min(point.x() for point in points) - half - 9
    top = min(point.y() for point in points) - half - 1
    bottom = max(point.y() for point in points) + half + 1
    if left < room.left() + 4:
        return max(point.x() for point in points) + half + 9, top, bottom, -4.0
    return left, top, bottom, 4.0


def _paint_bracket(
    painter: QPainter,
    theme: Theme,
    bond: Bond,
    points: Sequence[QPointF],
    room: QRectF,
    boxes: list[QRectF],
) -> None:
    left, top, bottom, arm = _bracket(points, room)
    role = "text.primary" if bond.kind == "engaged" else "accent.interactive"
    with painting(painter):
        painter.setPen(pen(theme.colour(role), 1.5))
        painter.drawPolyline(
            QPolygonF(
                [
                    QPointF(left + arm, top),
                    QPointF(left, top),
                    QPointF(left, bottom),
                    QPointF(left + arm, bottom),
                ]
            )
        )
    wide = theme.fonts.width(bond.text, "small", weight=500)
    place = QRectF(left - wide / 2, bottom + 2, wide, _LINE)
    _write_free(painter, theme, bond.text, place, boxes, role)


def _write_free(
    painter: QPainter,
    theme: Theme,
    text: str,
    place: QRectF,
    boxes: list[QRectF],
    role: str,
) -> None:
    """Writes a word at its place, or a little lower or beside it where that is taken."""
    for by in ((0, 0), (0, 12), (-30, 6), (30, 6), (0, 24), (-48, -10), (48, -10)):
        box = place.translated(*by)
        if not any(box.intersects(each) for each in boxes):
            boxes.append(box)
            write_haloed(painter, theme, box, text, role=role)
            return


def paint_line(
    painter: QPainter,
    theme: Theme,
    line: SightLine,
    places: Places,
    scale: float,
    room: QRectF,
    taken: Sequence[QRectF],
) -> QRectF | None:
    """Paints the line to the target with its plate, and what the attack sweeps; returns where the plate lies.

    The line passes below what is ``taken``: a number or a word that it crosses is not struck out.
    """
    start, end = places.get(line.who), places.get(line.target)
    if start is None or end is None:
        return None
    swept = swept_path(line, start, end, scale)
    if not swept.isEmpty():
        colour = theme.colour("status.danger")
        fill = QColor(colour)
        fill.setAlphaF(0.09)
        with painting(painter):
            painter.setClipRect(room)
            painter.setBrush(fill)
            painter.setPen(dashed(colour, 1.2, (3, 2.2)))
            painter.drawPath(swept)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(colour, 1.6))
            for who in line.in_it:
                if who in places:
                    painter.drawEllipse(places[who], _IN_IT, _IN_IT)
    role = "status.danger" if line.why_not else "text.primary"
    first, last = edge_towards(start, end, 17), edge_towards(end, start, 19)
    middle = QPointF((start.x() + end.x()) / 2, (start.y() + end.y()) / 2)
    with painting(painter):
        painter.setClipRegion(
            _beside(room, [each for each in taken if not _is_end(each, start, end)])
        )
        painter.setPen(dashed(theme.colour(role), 1.6, (4, 3) if line.why_not else ()))
        if QLineF(start, end).length() > 2 * SIZE:
            painter.drawLine(first, last)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(role))
            painter.drawEllipse(middle, _DOT, _DOT)
    rows = [_fitting(theme, _runs(line.head, is_head=True), room)]
    if line.why_not and room.width() >= _NARROW:
        rows.append(_fitting(theme, [Run(text=line.why_not, role="status.danger")], room))
    elif room.width() >= _NARROW:
        rows.append(_fitting(theme, _runs(line.text, is_head=False), room))
    if line.swept:
        rows.append(_fitting(theme, [Run(text=line.swept, role="status.danger")], room))
    box = _plate_place(theme, rows, middle, room, taken)
    edge = QPointF(min(max(middle.x(), box.left() + 8), box.right() - 8), box.bottom())
    if box.top() > middle.y():
        edge.setY(box.top())
    with painting(painter):
        painter.setPen(pen(theme.colour("line.control"), 1))
        painter.drawLine(middle, edge)
    paint_plate(painter, theme, box, rows)
    return box


def _is_end(box: QRectF, start: QPointF, end: QPointF) -> bool:
    return box.contains(start) or box.contains(end)


def _beside(room: QRectF, boxes: Iterable[QRectF]) -> QRegion:
    """Returns the room without these boxes."""
    region = QRegion(room.toAlignedRect())
    for box in boxes:
        region -= QRegion(box.toAlignedRect())
    return region


def swept_path(line: SightLine, start: QPointF, end: QPointF, scale: float) -> QPainterPath:
    """Returns the strip or the cone that an attack sweeps as it is seen; empty: it sweeps nothing."""
    path, along = QPainterPath(), QLineF(start, end)
    if not along.length():
        return path
    if line.degrees:
        far = float(line.length) * scale
        box = QRectF(start.x() - far, start.y() - far, 2 * far, 2 * far)
        path.moveTo(start)
        path.arcTo(box, along.angle() - line.degrees / 2, line.degrees)
        path.closeSubpath()
    elif line.width:
        half = float(line.width) * scale / 2
        across = QPointF(-along.dy(), along.dx()) * (half / along.length())
        path.addPolygon(QPolygonF([start + across, end + across, end - across, start - across]))
        path.closeSubpath()
    return path


def _runs(text: str, *, is_head: bool) -> list[Run]:
    """Returns a line of a plate in runs: of its head the distance is bold, of the rest the last word of each part."""
    parts = text.split(_SEPARATOR)
    runs: list[Run] = []
    for number, part in enumerate(parts):
        if number:
            runs.append(Run(text=_SEPARATOR, role="text.secondary"))
        before, space, last = part.rpartition(" ")
        if is_head:
            runs.append(Run(text=part, weight=0 if number else 700))
        elif before:
            runs += [Run(text=before + space, role="text.secondary"), Run(text=last, weight=700)]
        else:
            runs.append(Run(text=part, weight=700))
    return runs


def _fitting(theme: Theme, runs: list[Run], room: QRectF) -> list[Run]:
    """Returns the runs of a line that take no more than a part of the room: the longest is cut in its middle."""
    over = runs_width(theme, runs, "body") - room.width() * _MOST_OF_ROOM
    if over <= 0:
        return runs
    at = max(range(len(runs)), key=lambda each: len(runs[each].text))
    wide = runs_width(theme, [runs[at]], "body")
    text = theme.fonts.elided(
        runs[at].text,
        "body",
        max(wide - over, 0),
        weight=runs[at].weight or 400,
        mode=Qt.TextElideMode.ElideMiddle,
    )
    return [*runs[:at], replace(runs[at], text=text), *runs[at + 1 :]]


def _plate_place(
    theme: Theme,
    rows: Sequence[Sequence[Run]],
    middle: QPointF,
    room: QRectF,
    taken: Sequence[QRectF],
) -> QRectF:
    """Returns where a plate hides least: above, below, or at the edges; near what it is about."""
    wide = max(runs_width(theme, runs, "body") for runs in rows) + 2 * _SIDE
    high = _LINE * len(rows) + 6
    most = max(room.right() - wide - 6, 6.0)
    lefts = (
        middle.x() - wide / 2,
        middle.x() - wide / 4,
        middle.x() - 3 * wide / 4,
        middle.x() + 24,
        middle.x() - wide - 24,
        middle.x() + 80,
        middle.x() - wide - 80,
        room.left(),
        most,
    )
    tops = (
        room.top() + 5,
        middle.y() - high - 30,
        middle.y() - high - 70,
        middle.y() + 30,
        middle.y() + 64,
        room.bottom() - high - 5,
    )
    places = [
        QRectF(min(max(x, room.left() + 6), most), y, wide, high)
        for y in tops
        for x in lefts
        if room.top() + 2 <= y and y + high + 2 <= room.bottom()
    ]
    if not places:
        return QRectF(min(max(lefts[0], 6.0), most), room.top() + 5, wide, high)

    def cost(box: QRectF) -> float:
        hidden = sum(_area(box & each) for each in taken if box.intersects(each))
        away = hypot(box.center().x() - middle.x(), box.center().y() - middle.y())
        return hidden * _HIDES + away * 3 + (4000 if box.contains(middle) else 0)

    return min(places, key=cost)


def _area(box: QRectF) -> float:
    return box.width() * box.height()


def paint_plate(
    painter: QPainter,
    theme: Theme,
    box: QRectF,
    rows: Sequence[Sequence[Run]],
    *,
    edge: str = "line.control",
) -> None:
    """Paints a plate with its lines."""
    with painting(painter):
        painter.setPen(pen(theme.colour(edge), 1))
        painter.setBrush(theme.colour("surface.overlay"))
        painter.drawRoundedRect(box, 3, 3)
    for number, runs in enumerate(rows):
        line = QRectF(
            box.left() + _SIDE, box.top() + 3 + number * _LINE, box.width() - 2 * _SIDE + 1, _LINE
        )
        paint_runs(painter, theme, line, runs, "body")


def paint_path(
    painter: QPainter, theme: Theme, path: MovePath, port: ViewPort, room: QRectF, *, is_named: bool
) -> None:
    """Paints the way of somebody who is being moved, and what it comes to."""
    end = port.to_surface(path.end)
    is_beyond = path.offer is not None and path.offer.is_beyond
    role = "status.danger" if is_beyond else "accent.interactive"
    with painting(painter):
        painter.setPen(dashed(theme.colour(role), 2, (3, 2)))
        if path.start is not None:
            start = port.to_surface(path.start)
            painter.drawLine(start, end)
            painter.setPen(pen(theme.colour(role), 1.2))
            painter.drawEllipse(start, 4, 4)
    if is_named and path.offer is not None and path.offer.text:
        runs = [Run(text=path.offer.text, role=role if is_beyond else "text.primary", weight=600)]
        wide = runs_width(theme, runs, "body") + 2 * _SIDE
        top = end.y() - SIZE / 2 - PLATE_ABOVE
        box = QRectF(end.x() + SIZE / 2 + 8, top, wide, _LINE + 6)
        if box.right() > room.right() - 4:
            box.moveRight(end.x() - SIZE / 2 - 8)
        box.moveTop(max(box.top(), room.top() + 3))
        paint_plate(painter, theme, box, [runs], edge=role)


def paint_ruler(
    painter: QPainter, theme: Theme, ruler: Ruler, port: ViewPort, room: QRectF
) -> None:
    """Paints what is measured: a line with its length, and a ring."""
    start, end = port.to_surface(ruler.start), port.to_surface(ruler.end)
    colour = theme.colour("accent.interactive")
    with painting(painter):
        painter.setPen(pen(colour, 1.8))
        painter.drawLine(start, end)
        for point in (start, end):
            painter.drawEllipse(point, 3, 3)
        if ruler.ring:
            painter.setPen(dashed(colour, 1.4, (4, 3)))
            painter.drawEllipse(start, ruler.ring * port.scale, ruler.ring * port.scale)
    runs = [Run(text=ruler.text, weight=700)]
    wide = runs_width(theme, runs, "body") + 2 * _SIDE
    box = QRectF(end.x() + 10, end.y() - 28, wide, _LINE + 6)
    if box.right() > room.right() - 4:
        box.moveRight(end.x() - 10)
    box.moveTop(max(box.top(), room.top() + 3))
    paint_plate(painter, theme, box, [runs], edge="accent.interactive")


def paint_outline(painter: QPainter, theme: Theme, outline: Outline, port: ViewPort) -> None:
    """Paints an area that is being drawn."""
    points = [port.to_surface(each) for each in outline.points]
    if not points:
        return
    path = QPainterPath()
    if outline.is_circle and len(points) > 1:
        far = QLineF(points[0], points[-1]).length()
        path.addEllipse(points[0], far, far)
    elif outline.is_box and len(points) > 1:
        path.addRect(QRectF(points[0], points[-1]).normalized())
    else:
        path.addPolygon(QPolygonF(points))
    colour = theme.colour("accent.interactive")
    fill = QColor(colour)
    fill.setAlphaF(0.1)
    with painting(painter):
        painter.setBrush(fill)
        painter.setPen(dashed(colour, 1.6, (4, 2.5)))
        painter.drawPath(path)
        painter.setBrush(colour)
        for point in points:
            painter.drawRect(box_at(point).adjusted(8, 8, -8, -8))


def paint_blast(
    painter: QPainter,
    theme: Theme,
    blast: Blast,
    port: ViewPort,
    room: QRectF,
    taken: Sequence[QRectF],
) -> QRectF:
    """Paints a blast that is proposed or aimed, and a plate with whom it touches; returns where the plate lies."""
    at, radius = port.to_surface(blast.at), blast.radius * port.scale
    colour = theme.colour("status.danger")
    fill = QColor(colour)
    fill.setAlphaF(0.09)
    with painting(painter):
        painter.setClipRect(room)
        painter.setBrush(fill)
        painter.setPen(dashed(colour, 1.6, (3, 2.2)))
        painter.drawEllipse(at, radius, radius)
        painter.setPen(pen(colour, 1.6))
        painter.drawLine(at - QPointF(5, 0), at + QPointF(5, 0))
        painter.drawLine(at - QPointF(0, 5), at + QPointF(0, 5))
    rows = [_fitting(theme, _runs(blast.head, is_head=True), room)]
    if blast.text and room.width() >= _NARROW:
        rows.append(_fitting(theme, [Run(text=blast.text, role="text.secondary")], room))
    rim = QPointF(at.x() + radius * 0.7, at.y() + radius * 0.7)
    box = _plate_place(theme, rows, rim, room, taken)
    with painting(painter):
        painter.setPen(pen(colour, 1))
        near = QPointF(
            min(max(rim.x(), box.left()), box.right()), min(max(rim.y(), box.top()), box.bottom())
        )
        painter.drawLine(rim, near)
    paint_plate(painter, theme, box, rows, edge="status.danger")
    return box
