"""Paints what people stand on: the picture below, the grid, the areas without their words, and the scale."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.plan import Area
from encounter_gui.gui.field.view_port import ViewPort
from encounter_gui.gui.theme.canvas import paint_cached, painting, pen
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Pattern, Theme
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.view import FieldView

_LEAST_STEP = 8.0
"""Below so many logical pixels a step only every fifth line is drawn."""
_FIFTH = 5
_BAR = (70.0, 150.0)
"""How long the scale bar is at least and at most, in logical pixels."""
_NICE = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_FAINT = 0.4
_HALO = 3.0
WORDS = 14.0
"""How high a line of small words is."""

_PATTERNS: Mapping[str, Pattern] = {
    "dark": Pattern(kind="diagonal", pitch=4.2, stroke=0.9, opacity=0.30),
    "smoke": Pattern(kind="dots", pitch=7, stroke=0.9, opacity=0.55),
    "difficult": Pattern(kind="diagonal", pitch=6.5, stroke=0.9, opacity=0.55),
    "entry": Pattern(kind="vertical", pitch=7, stroke=0.9, opacity=0.35),
    "": Pattern(kind="none"),
    "cover": Pattern(kind="none"),
}
_DASHED = ("smoke", "entry")


def write_haloed(  # noqa: PLR0913 - where, what, and how it looks
    painter: QPainter,
    theme: Theme,
    place: QRectF,
    text: str,
    *,
    role: str = "text.primary",
    font: str = "small",
    weight: int = 500,
    ground: str = "surface.dock",
) -> None:
    """Writes a word that stays legible on lines and hatching: around its letters is some of the ground."""
    wide = theme.fonts.width(text, font, weight=weight)
    box = QRectF(0, 0, round(wide) + 2 * _HALO + 2, WORDS + 2 * _HALO)
    box.moveCenter(place.center())
    key = f"field:{theme.digest}:{text}:{role}:{font}:{weight}:{ground}"

    def draw(inner: QPainter, at: QRectF) -> None:
        with painting(inner):
            path = QPainterPath()
            face = theme.font(font, weight=weight)
            metrics = theme.metrics(font, weight=weight)
            base = at.center().y() + (metrics.ascent() - metrics.descent()) / 2
            path.addText(QPointF(at.left() + _HALO + 1, base), face, text)
            around = pen(theme.colour(ground), 2 * _HALO)
            around.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            inner.strokePath(path, around)
        # The letters themselves as text: hinted, as everywhere else.
        line = at.adjusted(_HALO + 1, 0, 0, 0)
        marks.paint_text(inner, theme, line, text, font, role, marks.LEFT, weight=weight)

    paint_cached(painter, key, box, draw)


def area_path(area: Area, port: ViewPort, by: tuple[float, float] = (0, 0)) -> QPainterPath:
    """Returns the border of an area where it is seen, moved by so much of the plan."""
    points = [port.to_surface((x + by[0], y + by[1])) for x, y in area.points]
    path = QPainterPath()
    match area.shape:
        case "rectangle":
            path.addRect(QRectF(points[0], points[1]).normalized())
        case "circle":
            radius = area.radius * port.scale
            path.addEllipse(points[0], radius, radius)
        case "polygon":
            path.addPolygon(QPolygonF(points))
            path.closeSubpath()
    return path


def area_box(area: Area) -> QRectF:
    """Returns the rectangle of the plan that an area lies in."""
    if area.shape == "circle":
        (x, y), radius = area.points[0], area.radius
        return QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
    return QPolygonF([QPointF(x, y) for x, y in area.points]).boundingRect()


class Ground(Struct, frozen=True, kw_only=True):
    """What lies below everybody: the plan, how it is seen, and the picture below it; None: there is none.

    ``moving`` is the key of the area that is being moved: it is left to whoever moves it.
    """

    view: FieldView
    port: ViewPort
    room: QRectF
    picture: QImage | None = None
    moving: str | None = None
    scale: QRectF
    """Where the scale stands."""


def paint_ground(painter: QPainter, theme: Theme, texts: MessageCatalog, ground: Ground) -> None:
    """Paints all of it."""
    view, port, room = ground.view, ground.port, ground.room
    painter.fillRect(room, theme.colour("surface.window"))
    if not view.is_there:
        return
    box = port.box(view.width, view.height)
    painter.fillRect(box & room, theme.colour("surface.dock"))
    if ground.picture is not None:
        _paint_backdrop(painter, view, port, box & room, ground.picture)
    _paint_grid(painter, theme, view, port, box, room)
    areas = [each for each in view.areas if each.key != ground.moving]
    for area in areas:
        paint_area(painter, theme, area, port)
    _paint_scale(painter, theme, view, port, ground.scale, scale_text(view, port, texts))


def _paint_backdrop(
    painter: QPainter, view: FieldView, port: ViewPort, seen: QRectF, picture: QImage
) -> None:
    lies = view.backdrop
    if lies is None or not lies.pixels[0]:
        return
    corner = port.to_surface(lies.at)
    wide = lies.width * port.scale
    place = QRectF(corner.x(), corner.y(), wide, wide * lies.pixels[1] / lies.pixels[0])
    with painting(painter):
        painter.setClipRect(seen)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(0.75)
        painter.drawImage(place, picture)


def _paint_grid(
    painter: QPainter, theme: Theme, view: FieldView, port: ViewPort, box: QRectF, room: QRectF
) -> None:
    step = view.step * port.scale
    fine: list[QLineF] = []
    strong: list[QLineF] = []
    seen = box & room
    if seen.isEmpty():
        return
    each = 1
    while step * each < _LEAST_STEP:
        each *= _FIFTH
    for start, first, last, size, is_upright in (
        (box.left(), seen.left(), seen.right(), view.width, True),
        (box.top(), seen.top(), seen.bottom(), view.height, False),
    ):
        lines = int(size / view.step + 1e-9)
        low = max(0, int((first - start) / step))
        for number in range(low - low % each, lines + 1, each):
            at = round(start + number * step) + 0.5
            if at > last + 1:
                break
            line = (
                QLineF(at, seen.top(), at, seen.bottom())
                if is_upright
                else QLineF(seen.left(), at, seen.right(), at)
            )
            (strong if number % (_FIFTH * max(each // _FIFTH, 1)) == 0 else fine).append(line)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    if theme.framed:  # its lines are as strong as its letters
        painter.setOpacity(_FAINT)
    for lines_of, role in ((fine, "line.subtle"), (strong, "line.divider")):
        painter.setPen(pen(theme.colour(role), 1))
        painter.drawLines(lines_of)
    painter.setPen(pen(theme.colour("line.control"), 1))
    painter.drawRect(box)
    painter.restore()


def paint_area(
    painter: QPainter,
    theme: Theme,
    area: Area,
    port: ViewPort,
    *,
    by: tuple[float, float] = (0, 0),
    is_selected: bool = False,
) -> None:
    """Paints an area without its words."""
    path = area_path(area, port, by)
    ink = theme.colour("text.secondary")
    ground = theme.colour("surface.sunken" if area.kind == "dark" else "text.secondary")
    fill = QColor(ground)
    fill.setAlphaF({"dark": 0.85, "cover": 0.22, "smoke": 0.12}.get(area.kind, 0.08))
    with painting(painter):
        painter.fillPath(path, fill)
    box = path.boundingRect()
    if not box.isEmpty():
        marks.paint_pattern(painter, path, _PATTERNS[area.kind], ink)
    with painting(painter):
        role = "accent.focus" if is_selected else "line.control"
        line = pen(theme.colour(role), 2 if is_selected else 1.2)
        if area.kind in _DASHED or (area.shape == "circle" and not area.kind):
            line.setStyle(Qt.PenStyle.DashLine)
            line.setDashPattern([3, 2.2])
        painter.setPen(line)
        painter.drawPath(path)


def scale_boxes(room: QRectF) -> tuple[QRectF, ...]:
    """Returns about where the scale may stand, the usual place first."""
    wide, high = 240.0, 24.0
    left, right = room.left() + 8, room.right() - wide - 8
    top, bottom = room.top() + 4, room.bottom() - high - 2
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return tuple(QRectF(x, y, wide, high) for x, y in corners)


def scale_length(view: FieldView, port: ViewPort) -> float:
    """Returns the length that the scale bar stands for, in the plan's unit."""
    least, most = _BAR
    for steps in _NICE:
        if least <= steps * view.step * port.scale <= most:
            return steps * view.step
    return next(
        (each * view.step for each in _NICE if each * view.step * port.scale >= least),
        _NICE[-1] * view.step,
    )


def scale_text(view: FieldView, port: ViewPort, texts: MessageCatalog) -> str:
    """Returns what stands beside the scale bar: its length, and that of a step of the grid."""
    length = metres_text(scale_length(view, port))
    step = metres_text(view.step)
    return texts.text_of("gui.field.scale", length=length, step=step, unit=view.unit)


def _paint_scale(
    painter: QPainter, theme: Theme, view: FieldView, port: ViewPort, place: QRectF, text: str
) -> None:
    length = scale_length(view, port)
    wide = length * port.scale
    bar = QRectF(place.left() + 6, place.bottom() - 15, wide, 6)
    with painting(painter):
        painter.fillRect(bar.adjusted(-1, -1, 1, 1), theme.colour("surface.dock"))
        half = QRectF(bar.left(), bar.top(), bar.width() / 2, bar.height())
        painter.fillRect(half, theme.colour("text.secondary"))
        painter.setPen(pen(theme.colour("text.secondary"), 1))
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5))
    wide = theme.fonts.width(text, "small", weight=500)
    beside = QRectF(bar.right() + 8, bar.center().y() - WORDS / 2, wide, WORDS)
    write_haloed(painter, theme, beside, text, role="text.secondary")


def dashed(colour: QColor, width: float, pattern: Sequence[float]) -> QPen:
    """Returns a pen with dashes of these lengths, in widths of the line."""
    line = pen(colour, width)
    if pattern:
        line.setDashPattern(list(pattern))
    return line
