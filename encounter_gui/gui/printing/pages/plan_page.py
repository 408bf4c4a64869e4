"""The plan of an encounter on paper: tokens with numbers, areas told apart by hatching, never by colour alone."""

from collections.abc import Iterator

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from encounter_gui.encounter.place import Point
from encounter_gui.gui.printing.pages.page_blocks import PageBlock
from encounter_gui.gui.printing.pages.printer_pen import HAIR, PagePainter
from encounter_gui.gui.printing.pages.tables import gap, title_slab
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.patterns import paint_pattern
from encounter_gui.gui.theme.painting.pictures import decoded
from encounter_gui.gui.theme.painting.shapes import faction_path
from encounter_gui.gui.theme.theme import Pattern
from encounter_gui.reports.document import DrawnArea, PlanDrawing
from encounter_gui.reports.token_spots import (
    LEAST_STEP,
    TOKEN,
    corners_of,
    every_step,
    middle,
    spots,
)
from encounter_gui.rules.view.field import Token

_HIGHEST = 420.0
_FOOT = 26.0
_PALE = 0.35
_BEHIND = 0.7
_FAINT = 0.45
_LOWER = 3.0
_MOST_SIDE = 2_400
_HATCHES = {
    "cover": Pattern(kind="diagonal", pitch=6, stroke=0.8, opacity=0.55),
    "dark": Pattern(kind="crosshatch", pitch=5, stroke=0.7, opacity=0.5),
    "smoke": Pattern(kind="dots", pitch=7, stroke=0.9, opacity=0.6),
    "difficult": Pattern(kind="crosses", pitch=9, stroke=0.8, opacity=0.55),
}


def plan_slabs(
    page_painter: PagePainter, drawing: PlanDrawing, width: float
) -> tuple[PageBlock, ...]:
    """Returns a plan under its title, as wide as there is room for."""
    scale = min(width / drawing.width, _HIGHEST / drawing.height)

    def draw(painter: QPainter, corner: QPointF) -> None:
        with painting(painter):
            painter.translate(corner)
            paint_plan(page_painter, painter, drawing, scale)

    plan = PageBlock(height=drawing.height * scale + _FOOT, draw=draw)
    legend = ", ".join(drawing.legend)
    lines = page_painter.wrapped(legend, "small", width) if legend else []
    return (
        title_slab(page_painter, drawing.title, width),
        plan,
        *(_legend(page_painter, line, width) for line in lines),
        gap(10),
    )


def _legend(page_painter: PagePainter, line: str, width: float) -> PageBlock:
    height = page_painter.metrics("small").height() + 2

    def draw(painter: QPainter, corner: QPointF) -> None:
        page_painter.text(painter, QRectF(corner.x(), corner.y(), width, height), line, "small")

    return PageBlock(height=height, draw=draw)


def paint_plan(
    page_painter: PagePainter, painter: QPainter, drawing: PlanDrawing, scale: float
) -> None:
    """Paints a plan with its upper left corner at the origin, and its scale below it."""
    ground = QRectF(0, 0, drawing.width * scale, drawing.height * scale)
    with painting(painter):
        painter.setClipRect(ground)
        _paint_picture(painter, drawing, scale)
        _paint_grid(page_painter, painter, drawing, scale)
        for area in drawing.areas:
            _paint_area(page_painter, painter, area, scale)
    placed = list(spots(drawing, scale))
    boxes = [QRectF(x - TOKEN / 2, y - TOKEN / 2, TOKEN, TOKEN) for _, (x, y) in placed]
    taken = list(boxes)
    for area in drawing.areas:
        _paint_label(page_painter, painter, area, scale, ground, taken)
    for (token, _), box in zip(placed, boxes, strict=True):
        _paint_token(page_painter, painter, token, box)
    for (token, _), box in zip(placed, boxes, strict=True):
        _paint_letters(page_painter, painter, token, box, ground, taken)
    page_painter.frame(painter, ground, radius=0)
    _paint_scale(page_painter, painter, drawing, scale, ground)


def _paint_picture(painter: QPainter, drawing: PlanDrawing, scale: float) -> None:
    backdrop = drawing.backdrop
    if backdrop is None or not drawing.picture:
        return
    image = decoded(drawing.picture, _MOST_SIDE)
    if image.isNull():
        return
    x, y, width = (each * scale for each in (*backdrop.at, backdrop.width))
    height = width * backdrop.pixels[1] / backdrop.pixels[0]
    with painting(painter):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(_PALE)
        painter.drawImage(QRectF(x, y, width, height), image)


def _paint_grid(
    page_painter: PagePainter, painter: QPainter, drawing: PlanDrawing, scale: float
) -> None:
    step = drawing.step * every_step(drawing, scale, LEAST_STEP) * scale
    width, height = drawing.width * scale, drawing.height * scale
    lines = [QLineF(x, 0, x, height) for x in _lines(width, step)]
    lines += [QLineF(0, y, width, y) for y in _lines(height, step)]
    with painting(painter):
        painter.setOpacity(_FAINT)
        painter.setPen(pen(page_painter.theme.colour("line.divider"), HAIR / 2))
        painter.drawLines(lines)


def _lines(length: float, step: float) -> Iterator[float]:
    return (number * step for number in range(1, int(length / step) + 1))


def _paint_area(
    page_painter: PagePainter, painter: QPainter, drawn: DrawnArea, scale: float
) -> None:
    area, path = drawn.area, QPainterPath()
    if area.shape == "circle":
        radius = area.radius * scale
        path.addEllipse(_at(area.points[0], scale), radius, radius)
    else:
        path.addPolygon(QPolygonF([_at(each, scale) for each in corners_of(area)]))
        path.closeSubpath()
    ink = page_painter.theme.colour("text.primary")
    if area.kind in _HATCHES:
        paint_pattern(painter, path, _HATCHES[area.kind], ink)
    edge = QPen(ink, HAIR)
    if area.kind == "entry":
        edge.setStyle(Qt.PenStyle.DashLine)
    with painting(painter):
        painter.setPen(edge)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)


def _paint_label(
    page_painter: PagePainter,
    painter: QPainter,
    drawn: DrawnArea,
    scale: float,
    ground: QRectF,
    taken: list[QRectF],
) -> None:
    """Paints the name of an area on white, at its middle or the next free line below; longer ones are cut."""
    if not drawn.label:
        return
    metrics = page_painter.metrics("small")
    width = min(metrics.horizontalAdvance(drawn.label) + 6, ground.width())
    height = metrics.height()
    centre = _at(middle(drawn.area), scale)
    left = min(max(centre.x() - width / 2, 0), ground.width() - width)
    top = min(max(centre.y() - height / 2, 0), ground.height() - height)
    rows = [top + step * height for step in (0, 1, -1, 2, -2, 3, -3, 4, -4)]
    inside = [QRectF(left, y, width, height) for y in rows if 0 <= y <= ground.height() - height]
    free = (box for box in inside if not any(box.intersects(each) for each in taken))
    box = next(free, None)
    if box is None:
        return  # its hatching is there; a text upon another could not be read
    taken.append(box)
    with painting(painter):
        painter.fillRect(box, page_painter.theme.colour("surface.window"))
        page_painter.text(painter, box, drawn.label, "small", align="center")


def _paint_token(page_painter: PagePainter, painter: QPainter, token: Token, box: QRectF) -> None:
    theme = page_painter.theme
    role = "text.muted" if token.is_out else "text.primary"
    path = faction_path(theme.faction(token.side), box)
    edge = QPen(theme.colour(role), 1.4)
    if token.is_hidden:
        edge.setStyle(Qt.PenStyle.DotLine)
    with painting(painter):
        painter.fillPath(path, theme.colour("surface.window"))
        painter.setPen(edge)
        painter.drawPath(path)
    if token.side == "foe":  # there is more room in the lower part of a triangle
        box = box.translated(0, _LOWER)
    page_painter.text(
        painter, box, str(token.number), "caption", weight=700, role=role, align="center"
    )


def _paint_letters(
    page_painter: PagePainter,
    painter: QPainter,
    token: Token,
    box: QRectF,
    ground: QRectF,
    taken: list[QRectF],
) -> None:
    """Paints two letters beside a token, on the first side that is free; where none is, its number has to do."""
    said = f"{token.initials} {token.floor:+d}" if token.floor else token.initials
    metrics = page_painter.metrics("caption")
    width, height = metrics.horizontalAdvance(said) + 2, metrics.height()
    middle_y, middle_x = box.center().y() - height / 2, box.center().x() - width / 2
    for x, y in (
        (box.right() + 1, middle_y),
        (middle_x, box.top() - height),
        (box.left() - width - 1, middle_y),
        (middle_x, box.bottom()),
    ):
        room = QRectF(x, y, width, height)
        if ground.contains(room) and not any(room.intersects(each) for each in taken):
            taken.append(room)
            ground_colour = QColor(page_painter.theme.colour("surface.window"))
            ground_colour.setAlphaF(_BEHIND)
            painter.fillRect(room, ground_colour)
            page_painter.text(painter, room, said, "caption", weight=600)
            return


def _paint_scale(
    page_painter: PagePainter,
    painter: QPainter,
    drawing: PlanDrawing,
    scale: float,
    ground: QRectF,
) -> None:
    length, y = drawing.scale_bar * scale, ground.bottom() + 13
    with painting(painter):
        painter.setPen(pen(page_painter.theme.colour("text.primary"), 1.4))
        painter.drawLines(
            [
                QLineF(1, y, length + 1, y),
                QLineF(1, y - 4, 1, y + 4),
                QLineF(length + 1, y - 4, length + 1, y + 4),
            ]
        )
    area = QRectF(length + 8, y - 8, 120, 16)
    page_painter.text(painter, area, f"{drawing.scale_bar:g} {drawing.unit}", "small")


def _at(point: Point, scale: float) -> QPointF:
    return QPointF(point[0] * scale, point[1] * scale)
