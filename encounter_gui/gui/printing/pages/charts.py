"""Charts on paper: lines told apart by dash and name, bars by their side's shape; never by colour alone."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from encounter_gui.gui.printing.pages.page_blocks import PageBlock
from encounter_gui.gui.printing.pages.printer_pen import HAIR, PagePainter
from encounter_gui.gui.printing.pages.tables import gap, title_slab
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.patterns import paint_pattern
from encounter_gui.gui.theme.theme import Pattern
from encounter_gui.reports.document import Bar, BarChart, Line, LineChart

_HEIGHT = 150.0
_AXIS, _NAMES = 42.0, 110.0
_FOOT = 18.0
_BAR = 17.0
_SAID = 110.0
_TOGETHER = 14
_LABEL = 150.0
_DASHES: dict[str, Sequence[float]] = {
    "pc": (),
    "ally": (6, 3),
    "foe": (1.5, 2.5),
    "neutral": (8, 3, 2, 3),
}
_HATCH = Pattern(kind="diagonal", pitch=4, stroke=0.9, opacity=0.9)


def line_slabs(page_painter: PagePainter, chart: LineChart, width: float) -> tuple[PageBlock, ...]:
    """Returns a line chart under its title."""
    most = max((v for line in chart.lines for v in line.values if v is not None), default=0) or 1.0

    def draw(painter: QPainter, corner: QPointF) -> None:
        plot = QRectF(
            corner.x() + _AXIS, corner.y() + 6, width - _AXIS - _NAMES, _HEIGHT - _FOOT - 6
        )
        _grid(page_painter, painter, plot, most, chart.unit)
        _places(page_painter, painter, plot, chart.places)
        ends: list[float] = []
        for line in chart.lines:
            _line(page_painter, painter, plot, line, most, len(chart.places), ends)

    chart_slab = PageBlock(height=_HEIGHT, draw=draw)
    return (title_slab(page_painter, chart.title, width), chart_slab, gap(12))


def _grid(
    page_painter: PagePainter, painter: QPainter, plot: QRectF, most: float, unit: str
) -> None:
    for share in (0.0, 0.5, 1.0):
        y = plot.bottom() - plot.height() * share
        page_painter.line(
            painter, QPointF(plot.left(), y), QPointF(plot.right(), y), role="line.subtle"
        )
        label = f"{most * share:.0f}{f' {unit}' if unit else ''}"
        area = QRectF(plot.left() - _AXIS, y - 8, _AXIS - 5, 16)
        page_painter.text(painter, area, label, "caption", role="text.muted", align="right")


def _places(
    page_painter: PagePainter, painter: QPainter, plot: QRectF, places: Sequence[str]
) -> None:
    step = max(1, round(len(places) * 22 / max(plot.width(), 1)))
    for place, text in enumerate(places):
        if place % step == 0:
            x = _x(plot, place, len(places))
            page_painter.text(
                painter,
                QRectF(x - 20, plot.bottom() + 3, 40, 14),
                text,
                "caption",
                role="text.muted",
                align="center",
            )


def _line(
    page_painter: PagePainter,
    painter: QPainter,
    plot: QRectF,
    line: Line,
    most: float,
    count: int,
    ends: list[float],
) -> None:
    points = [
        QPointF(_x(plot, place, count), plot.bottom() - plot.height() * value / most)
        for place, value in enumerate(line.values)
        if value is not None
    ]
    if not points:
        return
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    stroke = QPen(page_painter.theme.colour("text.primary"), 1.8)
    dashes = _DASHES.get(line.side or "pc", ())
    if dashes:
        stroke.setDashPattern(list(dashes))
    with painting(painter):
        painter.setPen(stroke)
        painter.drawPath(path)
    y = points[-1].y()
    while any(abs(y - other) < 14 for other in ends):
        y += 14
    ends.append(y)
    if line.side is not None:
        page_painter.side(painter, QPointF(plot.right() + 10, y), line.side)
    page_painter.fitted(
        painter, QRectF(plot.right() + 20, y - 8, _NAMES - 22, 16), line.name, "small"
    )


def _x(plot: QRectF, place: int, count: int) -> float:
    return plot.left() + plot.width() * (place / (count - 1) if count > 1 else 0.5)


def bar_slabs(page_painter: PagePainter, chart: BarChart, width: float) -> tuple[PageBlock, ...]:
    """Returns bars under their title, a slab each: a long chart goes on over the page, a short one stays whole."""
    most = max((max(bar.value, bar.other or 0.0) for bar in chart.bars), default=0) or 1.0
    is_short = len(chart.bars) <= _TOGETHER
    title = f"{chart.title}, | {chart.other}" if chart.other else chart.title
    return (
        title_slab(page_painter, title, width),
        *(
            _bar(
                page_painter, bar, most, width, keeps_next=place < len(chart.bars) - 1 and is_short
            )
            for place, bar in enumerate(chart.bars)
        ),
        gap(12),
    )


def _bar(
    page_painter: PagePainter, bar: Bar, most: float, width: float, *, keeps_next: bool
) -> PageBlock:
    height = max(page_painter.height(bar.name, "small", _LABEL - 22) + 2, _BAR)

    def draw(painter: QPainter, corner: QPointF) -> None:
        if bar.side is not None:
            page_painter.side(painter, corner + QPointF(6, height / 2), bar.side)
        label = QRectF(corner.x() + 16, corner.y(), _LABEL - 22, height)
        page_painter.text(painter, label, bar.name, "small", wrap=True)
        middle = corner.y() + (height - _BAR) / 2
        scale = (width - _LABEL - _SAID) / most
        area = QRectF(corner.x() + _LABEL, middle + 3, bar.value * scale, _BAR - 6)
        path = QPainterPath()
        path.addRect(area)
        paint_pattern(painter, path, _HATCH, page_painter.theme.colour("text.secondary"))
        with painting(painter):
            painter.setPen(pen(page_painter.theme.colour("text.primary"), HAIR))
            painter.drawRect(area)
            if bar.other is not None:
                x = corner.x() + _LABEL + bar.other * scale
                painter.setPen(
                    QPen(page_painter.theme.colour("text.primary"), 2, Qt.PenStyle.SolidLine)
                )
                painter.drawLine(QPointF(x, middle), QPointF(x, middle + _BAR))
        right = corner.x() + _LABEL + max(bar.value, bar.other or 0) * scale + 6
        text = f"{bar.value:g}" if bar.other is None else f"{bar.value:g} | {bar.other:.1f}"
        said = f"{text}: {bar.note}" if bar.note else text
        page_painter.text(painter, QRectF(right, middle, _SAID + 20, _BAR), said, "small")

    return PageBlock(height=height, draw=draw, keeps_next=keeps_next)
