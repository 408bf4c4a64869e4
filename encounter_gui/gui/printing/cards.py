"""Cards and tents: small sheets to cut apart, with marks where to cut."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.printing.ink import Ink, boxes_height
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.reports.document import MOST_BOXES, Card, Tent

_PAD = 10.0
_LINE = 15.0
_MARK = 6.0


def paint_card(ink: Ink, painter: QPainter, card: Card, area: QRectF) -> None:
    """Paints the front of a card; what there is no room for is left out, from the end on."""
    inner = area.adjusted(_PAD, _PAD, -_PAD, -_PAD)
    head = QRectF(inner.left(), inner.top(), inner.width(), 20)
    ink.side(painter, QPointF(head.left() + 6, head.center().y()), card.side)
    number = QRectF(head.right() - 20, head.top(), 20, 20)
    ink.frame(painter, number, radius=4)
    ink.text(painter, number, str(card.number), "small", weight=700, align="center")
    ink.text(painter, head.adjusted(18, 0, -26, 0), card.name, "row", weight=700)
    ink.line(
        painter,
        head.bottomLeft() + QPointF(0, 2),
        head.bottomRight() + QPointF(0, 2),
        role="line.control",
    )
    y = head.bottom() + 6
    if card.role or card.chips:
        said = " · ".join(part for part in (card.role, *card.chips) if part)
        ink.text(
            painter,
            QRectF(inner.left(), y, inner.width(), _LINE),
            said,
            "small",
            role="text.secondary",
        )
        y += _LINE
    y = _gauges(ink, painter, card, inner, y)
    y = _stats(ink, painter, card, inner, y)
    for name, value, note in card.lines:
        if y + _LINE > inner.bottom():
            break
        row = QRectF(inner.left(), y, inner.width(), _LINE)
        said = " · ".join(part for part in (value, note) if part)
        ink.text(painter, QRectF(row.left(), y, row.width() * 0.5, _LINE), name, "small")
        ink.text(
            painter,
            QRectF(row.left() + row.width() * 0.42, y, row.width() * 0.58, _LINE),
            said,
            "small",
            weight=600,
            align="right",
        )
        y += _LINE


def _gauges(ink: Ink, painter: QPainter, card: Card, inner: QRectF, y: float) -> float:
    for name, boxes in card.gauges:
        if y + 2 * _LINE > inner.bottom():
            break
        row = QRectF(inner.left(), y, inner.width(), _LINE)
        ink.text(painter, row, name, "small", role="text.secondary")
        ink.text(painter, row, boxes.text, "small", weight=700, align="right")
        y += _LINE
        height = boxes_height(boxes.total, inner.width())
        if 0 < boxes.total <= MOST_BOXES and y + height < inner.bottom():
            ink.boxes(painter, QPointF(inner.left(), y), boxes.total, boxes.used, inner.width())
            y += height + 4
    return y


def _stats(ink: Ink, painter: QPainter, card: Card, inner: QRectF, y: float) -> float:
    if not card.stats or y + 30 > inner.bottom():
        return y
    width = inner.width() / len(card.stats)
    for place, (name, value) in enumerate(card.stats):
        left = inner.left() + place * width
        ink.text(
            painter, QRectF(left, y, width, 13), name, "caption", role="text.muted", align="center"
        )
        ink.text(
            painter, QRectF(left, y + 12, width, 16), value, "small", weight=700, align="center"
        )
    return y + 32


def paint_back(ink: Ink, painter: QPainter, card: Card, area: QRectF) -> None:
    """Paints the back of a card: its notes, and what did not fit on the front."""
    inner = area.adjusted(_PAD, _PAD, -_PAD, -_PAD)
    ink.text(
        painter,
        QRectF(inner.left(), inner.top(), inner.width(), _LINE),
        card.name,
        "small",
        role="text.muted",
    )
    y = inner.top() + _LINE + 4
    for text in card.back:
        height = ink.height(text, "small", inner.width()) + 2
        if y + height > inner.bottom():
            break
        ink.text(
            painter,
            QRectF(inner.left(), y, inner.width(), height),
            text,
            "small",
            wrap=True,
            middle=False,
        )
        y += height


def paint_tent(ink: Ink, painter: QPainter, tent: Tent, area: QRectF) -> None:
    """Paints a tent: its name once for the table and, upside down above the fold, once for its owner."""
    half = area.height() / 2
    fold = area.top() + half
    ink.line(painter, QPointF(area.left(), fold), QPointF(area.right(), fold), role="line.subtle")
    _tent_side(ink, painter, tent, QRectF(area.left(), fold, area.width(), half))
    with painting(painter):
        painter.translate(area.center().x(), area.top() + half / 2)
        painter.rotate(180)
        _tent_side(ink, painter, tent, QRectF(-area.width() / 2, -half / 2, area.width(), half))


def _tent_side(ink: Ink, painter: QPainter, tent: Tent, area: QRectF) -> None:
    inner = area.adjusted(16, 8, -16, -8)
    ink.text(
        painter,
        QRectF(inner.left(), inner.top(), 70, inner.height()),
        tent.score,
        "round",
        weight=700,
    )
    ink.side(painter, QPointF(inner.left() + 84, inner.center().y()), tent.side)
    ink.text(painter, inner.adjusted(100, 0, -30, 0), tent.name, "round", weight=700)
    ink.text(painter, inner, str(tent.number), "small", role="text.muted", align="right")


def paint_cut_marks(ink: Ink, painter: QPainter, area: QRectF) -> None:
    """Paints short lines at the corners of what is to be cut out."""
    for x, dx in ((area.left(), -_MARK), (area.right(), _MARK)):
        for y, dy in ((area.top(), -_MARK), (area.bottom(), _MARK)):
            ink.line(painter, QPointF(x, y + dy / 3), QPointF(x, y + dy), role="line.control")
            ink.line(painter, QPointF(x + dx / 3, y), QPointF(x + dx, y), role="line.control")
