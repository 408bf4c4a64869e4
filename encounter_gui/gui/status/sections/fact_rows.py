"""Lines of a sheet: name, value and note; as a form, or as a list with the notes in a column."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Fact, Section

ROW = 24.0
_VALUE_AT = 118.0
_GAP = 8.0
_RIGHT = Qt.TextElideMode.ElideRight
_Flag = Qt.AlignmentFlag


def is_list(section: Section) -> bool:
    """Whether the heading's note stands over the notes, as ``rounds`` does over those of the weapons."""
    return bool(section.note) and not section.columns and any(fact.note for fact in section.facts)


def paint_facts(
    painter: QPainter, theme: Theme, facts: Sequence[Fact], inner: QRectF, *, as_list: bool
) -> None:
    """Paints lines below one another, from the top of a rectangle."""
    for number, fact in enumerate(facts):
        row = QRectF(inner.left(), inner.top() + number * ROW, inner.width(), ROW)
        if as_list and number:
            hair = QRectF(row.left(), row.top(), row.width(), 1)
            painter.fillRect(hair, theme.colour("line.subtle"))
        (_paint_listed if as_list else _paint_form)(painter, theme, fact, row)


def _paint_listed(painter: QPainter, theme: Theme, fact: Fact, row: QRectF) -> None:
    """Name, value behind it, what the heading's note announces at the right; the value gives way first."""
    note = theme.fonts.width(fact.note, "row", weight=700)
    painter.setFont(theme.font("row", weight=700))
    painter.setPen(theme.colour("text.primary"))
    painter.drawText(row, _Flag.AlignRight | _Flag.AlignVCenter, fact.note)
    room = row.width() - note - _GAP
    name = theme.metrics("body", weight=600).elidedText(fact.name, _RIGHT, room)
    painter.setFont(theme.font("body", weight=600))
    painter.drawText(row, _Flag.AlignLeft | _Flag.AlignVCenter, name)
    used = theme.fonts.width(name, "body", weight=600) + _GAP
    value = theme.metrics("body").elidedText(fact.value, _RIGHT, max(0.0, room - used))
    painter.setFont(theme.font("body"))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(row.adjusted(used, 0, 0, 0), _Flag.AlignLeft | _Flag.AlignVCenter, value)


def _paint_form(painter: QPainter, theme: Theme, fact: Fact, row: QRectF) -> None:
    """Name, value, and the note at the right; a long name pushes the value, and the note gives way."""
    value_width = theme.fonts.width(fact.value, "body", weight=700)
    room = row.width() - value_width - _GAP
    name = theme.metrics("body").elidedText(fact.name, _RIGHT, room)
    painter.setFont(theme.font("body"))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(row, _Flag.AlignLeft | _Flag.AlignVCenter, name)
    wanted = max(_VALUE_AT, theme.fonts.width(name, "body") + _GAP)
    x = row.left() + min(wanted, row.width() - value_width)
    painter.setFont(theme.font("body", weight=700))
    painter.setPen(theme.colour("text.primary"))
    painter.drawText(QPointF(x, _baseline(theme, row)), fact.value)
    left = row.right() - x - value_width - 10
    note = theme.metrics("small").elidedText(fact.note, _RIGHT, left)
    painter.setFont(theme.font("small"))
    painter.setPen(theme.colour("text.muted"))
    painter.drawText(row, _Flag.AlignRight | _Flag.AlignVCenter, note)


def _baseline(theme: Theme, row: QRectF) -> float:
    metrics = theme.metrics("body", weight=700)
    return row.center().y() + (metrics.ascent() - metrics.descent()) / 2
