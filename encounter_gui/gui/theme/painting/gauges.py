"""Gauges and health slots: how much is left, how much has just gone, and the number that says it."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from encounter_gui.core.messages import figure_text
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.painting.patterns import LOST, NEGATIVE, paint_pattern, rounded_path
from encounter_gui.gui.theme.painting.text_runs import Run, paint_runs, runs_width
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import GaugeCell

_GROUP = 5
_GROUP_GAP = 4.0
_SLOT_GAP = 2.0


class Level(Struct, frozen=True, kw_only=True):
    """What a gauge shows.

    ``low`` is 0, or the floor of systems that go below zero. ``before`` is the value a blow started from, None when
    nothing has just changed. ``role`` is the fill's colour role; empty means health, by the share left. ``is_harm``:
    it counts harm, so that full is worst and what a blow adds is hatched.
    """

    current: float
    high: float
    low: float = 0
    before: float | None = None
    role: str = ""
    is_harm: bool = False

    @property
    def colour_role(self) -> str:
        """Returns the role of the fill: with more than half left high, more than a quarter mid, else low."""
        if self.role:
            return self.role
        share = self.current / self.high if self.high > 0 else 0
        share = 1 - share if self.is_harm else share
        return f"gauge.health_{'high' if share > 0.5 else 'mid' if share > 0.25 else 'low'}"


def gauge_level(cell: GaugeCell, *, before: int | None = None) -> Level:
    """Returns a gauge as the painters take it; ``before`` is where a change that is being shown began.

    None: where the cell itself says it began, if anywhere.
    """
    return Level(
        current=cell.current,
        high=cell.high,
        low=cell.low,
        before=cell.before if before is None else before,
        role=cell.role,
        is_harm=cell.is_harm,
    )


def paint_gauge(
    painter: QPainter, theme: Theme, rect: QRectF, level: Level, *, ticks: Sequence[float] = ()
) -> None:
    """Paints a bar over the whole rectangle; with a floor below zero it has a zero mark and runs both ways.

    ``ticks`` are values at which a line divides the bar.
    """
    inner = inset(rect, 1)
    with painting(painter):
        painter.fillPath(rounded_path(rect, theme.radius("cell")), theme.colour("gauge.track"))
        _paint_run(painter, theme, inner, level)
        _paint_loss(painter, theme, inner, level)
        for tick in ticks:
            line = QRectF(_place(inner, level, tick) - 0.5, inner.top(), 1, inner.height())
            painter.fillRect(line, theme.colour("gauge.track"))
    _paint_frame(painter, theme, rect)
    if level.low < 0:
        zero = QRectF(_place(rect, level, 0) - 0.75, rect.top() - 1, 1.5, rect.height() + 2)
        painter.fillRect(zero, theme.colour("text.secondary"))


def paint_gauge_number(painter: QPainter, theme: Theme, rect: QRectF, level: Level) -> None:
    """Writes ``9/12`` at the right of a rectangle, or ``17→16`` while something changes; what counts is bold."""
    now = Run(text=figure_text(level.current), weight=700)
    if level.before is None:
        runs = (now, Run(text=f"/{figure_text(level.high)}", role="text.secondary", weight=400))
    else:
        before = f"{figure_text(level.before)}→"
        runs = (Run(text=before, role="text.secondary", weight=400), now)
    paint_runs(painter, theme, rect.adjusted(rect.width() - runs_width(theme, runs), 0, 0, 0), runs)


def slots_width(theme: Theme, count: int) -> float:
    """Returns the width of a row of health slots."""
    return _slot_place(theme, count - 1) + theme.extent("health_slot").width() if count else 0.0


def paint_slots(painter: QPainter, theme: Theme, rect: QRectF, level: Level) -> None:
    """Paints one slot per point from the left, in groups of five; lost ones are struck, freshly lost ones hatched."""
    size = theme.extent("health_slot")
    row = centred(rect, rect.width(), size.height())
    with painting(painter):
        for number in range(int(level.high)):
            corner = QPointF(row.left() + _slot_place(theme, number), row.top())
            _paint_slot(painter, theme, QRectF(corner, size), level, number)


def _paint_slot(painter: QPainter, theme: Theme, slot: QRectF, level: Level, number: int) -> None:
    shape = rounded_path(inset(slot), theme.radius("cell"))
    if number < level.current:
        painter.fillPath(rounded_path(slot, theme.radius("cell")), theme.colour(level.colour_role))
        return
    painter.fillPath(shape, theme.colour("gauge.track"))
    if level.before is not None and number < level.before:
        _paint_lost(painter, theme, shape)
    else:
        painter.setPen(pen(theme.colour("gauge.tick")))
        inner = inset(slot, 2.5)
        painter.drawLine(QLineF(inner.bottomLeft(), inner.topRight()))
    painter.setPen(pen(theme.colour("gauge.tick")))
    painter.drawPath(shape)


def _paint_run(painter: QPainter, theme: Theme, rect: QRectF, level: Level) -> None:
    run = _span(rect, level, 0, level.current)
    if level.current >= 0:
        painter.fillRect(run, theme.colour(level.colour_role))
        return
    painter.fillRect(run, theme.colour("gauge.health_negative"))
    paint_pattern(painter, _as_path(run), NEGATIVE, theme.colour("surface.dock"))


def _paint_loss(painter: QPainter, theme: Theme, rect: QRectF, level: Level) -> None:
    if level.before is None or level.before == level.current:
        return
    if (level.before < level.current) is not level.is_harm:
        return
    lost = _span(rect, level, *sorted((level.current, level.before)))
    _paint_lost(painter, theme, _as_path(lost))


def _paint_lost(painter: QPainter, theme: Theme, path: QPainterPath) -> None:
    painter.fillPath(path, theme.colour("status.danger"))
    paint_pattern(painter, path, LOST, theme.colour("gauge.track"))


def _paint_frame(painter: QPainter, theme: Theme, rect: QRectF) -> None:
    with painting(painter):
        painter.setPen(pen(theme.colour("line.divider")))
        painter.drawRoundedRect(inset(rect), theme.radius("cell"), theme.radius("cell"))


def _span(rect: QRectF, level: Level, first: float, last: float) -> QRectF:
    left, right = sorted((_place(rect, level, first), _place(rect, level, last)))
    return QRectF(left, rect.top(), right - left, rect.height())


def _place(rect: QRectF, level: Level, value: float) -> float:
    if level.low < 0 < level.high:
        middle = rect.center().x()
        share = value / level.high if value >= 0 else value / -level.low
        return middle + max(-1.0, min(1.0, share)) * rect.width() / 2
    span = level.high - level.low
    share = (value - level.low) / span if span > 0 else 0
    return rect.left() + max(0.0, min(1.0, share)) * rect.width()


def _as_path(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(rect)
    return path


def _slot_place(theme: Theme, number: int) -> float:
    step = theme.extent("health_slot").width() + _SLOT_GAP
    return number * step + number // _GROUP * _GROUP_GAP
