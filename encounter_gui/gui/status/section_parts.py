"""The pieces a section of a sheet is drawn from: how high each is, and how it is painted."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.status.tall_gauge import level_of, paint_tall
from encounter_gui.gui.theme.marks import figure_text, paint_dodge_dice, paint_gauge
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import DiceCell, Fact, GaugeCell, Section

SIDE = 10.0
HEADING = 24.0
_GAUGE, _GAUGE_ROW = 52.0, 26.0
_STATS, _DICE, _FACT, _COLUMNS = 40.0, 30.0, 24.0, 56.0
_VALUE_AT = 128.0
_BAR = 14.0
_Flag = Qt.AlignmentFlag
_MIDDLE = _Flag.AlignVCenter


def is_tall(section: Section) -> bool:
    """Whether the gauges are drawn tall, ends named; several side by side, or plain ones, are rows."""
    return len(section.gauges) == 1 and (section.gauges[0].low < 0 or bool(section.gauges[0].marks))


def section_height(section: Section) -> float:
    """Returns the height of a whole section, its hairline above included."""
    height = 1.0 + (HEADING if section.title else 0)
    if is_tall(section):
        height += _GAUGE
    elif section.gauges:
        height += len(section.gauges) * _GAUGE_ROW + 10
    height += _STATS if section.stats else 0
    height += _DICE if section.dice else 0
    height += len(section.facts) * _FACT
    return height + (_COLUMNS if section.columns else 0)


def paint_section(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    """Paints a section into a rectangle of its height."""
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.colour("line.subtle"))
    y = rect.top() + 1
    if section.title:
        _paint_heading(painter, theme, section, QRectF(rect.left(), y, rect.width(), HEADING))
        y += HEADING
    inner = rect.adjusted(SIDE, 0, -SIDE, 0)
    if is_tall(section):
        paint_tall(
            painter,
            theme,
            section.gauges[0],
            QRectF(inner.left() + 2, y, inner.width() - 2, _GAUGE),
        )
        y += _GAUGE
    elif section.gauges:
        _paint_gauges(painter, theme, section.gauges, inner, y + 5)
        y += len(section.gauges) * _GAUGE_ROW + 10
    if section.stats:
        _paint_columns(painter, theme, section.stats, QRectF(rect.left(), y, rect.width(), _STATS))
        y += _STATS
    if section.dice:
        _paint_dice(painter, theme, section.dice, QRectF(inner.left() + 2, y, inner.width(), _DICE))
        y += _DICE
    for fact in section.facts:
        _paint_fact(painter, theme, fact, QRectF(inner.left(), y, inner.width(), _FACT))
        y += _FACT
    if section.columns:
        _paint_columns(
            painter, theme, section.columns, QRectF(rect.left(), y, rect.width(), _COLUMNS)
        )


def _paint_heading(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    painter.fillRect(rect, theme.colour("surface.row_alt"))
    line = rect.adjusted(SIDE, 0, -SIDE, 0)
    painter.setFont(theme.font("small", weight=600))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(line, _Flag.AlignLeft | _MIDDLE, section.title)
    room = line.width() - theme.fonts.width(section.title, "small", weight=600) - 8
    note = theme.metrics("small").elidedText(section.note, Qt.TextElideMode.ElideLeft, room)
    painter.setFont(theme.font("small"))
    painter.setPen(theme.colour("text.muted"))
    painter.drawText(line, _Flag.AlignRight | _MIDDLE, note)


def _paint_gauges(
    painter: QPainter, theme: Theme, gauges: Sequence[GaugeCell], inner: QRectF, y: float
) -> None:
    names = max(theme.fonts.width(gauge.name, "body") for gauge in gauges) + 10
    numbers = (
        max(
            theme.fonts.width(f"{gauge.current} / {gauge.high}", "row", weight=700)
            for gauge in gauges
        )
        + 10
    )
    for gauge in gauges:
        row = QRectF(inner.left(), y, inner.width(), _GAUGE_ROW)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(row, _Flag.AlignLeft | _MIDDLE, gauge.name)
        bar = QRectF(
            round(row.left() + names),
            row.center().y() - _BAR / 2,
            row.width() - names - numbers,
            _BAR,
        )
        paint_gauge(painter, theme, bar, level_of(gauge))
        _paint_number(painter, theme, row, gauge)
        y += _GAUGE_ROW


def _paint_number(painter: QPainter, theme: Theme, row: QRectF, gauge: GaugeCell) -> None:
    of = f" / {figure_text(gauge.high)}"
    painter.setFont(theme.font("row", weight=400))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(row, _Flag.AlignRight | _MIDDLE, of)
    painter.setFont(theme.font("row", weight=700))
    painter.setPen(theme.colour("text.primary"))
    before = row.adjusted(0, 0, -theme.fonts.width(of, "row", weight=400), 0)
    painter.drawText(before, _Flag.AlignRight | _MIDDLE, figure_text(gauge.current))


def _paint_columns(painter: QPainter, theme: Theme, facts: Sequence[Fact], rect: QRectF) -> None:
    """A row of figures under their names, parted by hairlines; notes, if any, below."""
    step = rect.width() / len(facts)
    height = 16.0
    for index, fact in enumerate(facts):
        left = rect.left() + index * step
        cell = QRectF(left, rect.top() + 3, step, height)
        if index:
            painter.fillRect(
                QRectF(round(left), rect.top() + 5, 1, rect.height() - 10),
                theme.colour("line.subtle"),
            )
        _write(painter, theme, cell, fact.name, "small", 400, "text.muted")
        _write(painter, theme, cell.translated(0, height), fact.value, "row", 700, "text.primary")
        if fact.note:
            _write(
                painter,
                theme,
                cell.translated(0, 2 * height),
                fact.note,
                "small",
                400,
                "text.muted",
            )


def _write(
    painter: QPainter, theme: Theme, cell: QRectF, text: str, font: str, weight: int, role: str
) -> None:
    painter.setFont(theme.font(font, weight=weight))
    painter.setPen(theme.colour(role))
    shown = theme.metrics(font, weight=weight).elidedText(
        text, Qt.TextElideMode.ElideRight, cell.width() - 2
    )
    painter.drawText(cell, _Flag.AlignCenter, shown)


def _paint_dice(painter: QPainter, theme: Theme, dice: DiceCell, rect: QRectF) -> None:
    paint_dodge_dice(painter, theme, rect, left=dice.left, count=dice.total)


def _paint_fact(painter: QPainter, theme: Theme, fact: Fact, row: QRectF) -> None:
    """Name, value, and the note at the right; a long name pushes the value, and the note gives way."""
    value_width = theme.fonts.width(fact.value, "body", weight=700)
    room = row.width() - value_width - 8
    name = theme.metrics("body").elidedText(fact.name, Qt.TextElideMode.ElideRight, room)
    painter.setFont(theme.font("body"))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(row, _Flag.AlignLeft | _MIDDLE, name)
    wanted = max(_VALUE_AT - SIDE, theme.fonts.width(name, "body") + 8)
    x = row.left() + min(wanted, row.width() - value_width)
    painter.setFont(theme.font("body", weight=700))
    painter.setPen(theme.colour("text.primary"))
    painter.drawText(QPointF(x, _baseline(theme, row)), fact.value)
    left = row.right() - x - value_width - 10
    note = theme.metrics("small").elidedText(fact.note, Qt.TextElideMode.ElideRight, left)
    painter.setFont(theme.font("small"))
    painter.setPen(theme.colour("text.muted"))
    painter.drawText(row, _Flag.AlignRight | _MIDDLE, note)


def _baseline(theme: Theme, row: QRectF) -> float:
    metrics = theme.metrics("body", weight=700)
    return row.center().y() + (metrics.ascent() - metrics.descent()) / 2
