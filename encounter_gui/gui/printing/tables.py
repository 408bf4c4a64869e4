"""Tables on paper: column widths, rows that are never torn, a head that is repeated."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.printing.ink import Ink, boxes_height, boxes_width
from encounter_gui.gui.printing.slabs import Slab
from encounter_gui.gui.theme.wounds import paint_wound_cell
from encounter_gui.reports.document import (
    MOST_BOXES,
    Boxes,
    Cell,
    Column,
    Name,
    Table,
    Words,
    Wounds,
)

_PAD = 5.0
_ROW = 22.0
_HEAD = 18.0
_TITLE = 26.0
_AFTER = 12.0
_WOUND, _WOUND_GAP = 17.0, 2.0
_WIDEST = 150.0
_SHAPE = 16.0


def table_slabs(ink: Ink, table: Table, width: float) -> tuple[Slab, ...]:
    """Returns the slabs of a table: title, head, rows, and a gap behind the last."""
    if not table.rows:
        return ()
    widths = column_widths(ink, table, width)
    slabs: list[Slab] = []
    if table.title:
        slabs.append(_title(ink, table.title, width))
    head = None if table.is_plain else _head(ink, table, widths)
    if head is not None:
        slabs.append(head)
    rows = [_row(ink, table, row, widths, head) for row in table.rows]
    slabs += rows
    slabs.append(Slab(height=_AFTER, draw=_nothing))
    return tuple(slabs)


def column_widths(ink: Ink, table: Table, width: float) -> tuple[float, ...]:
    """Returns how wide each column is: as its content wants, with what is left shared out.

    Where there is too little room, each column keeps the least it needs (a name, five boxes, its longest word), and the
    rest is divided as the contents want more than that.
    """
    wanted, least = _wishes(ink, table, _cell_width), _wishes(ink, table, _least_width)
    spare = width - sum(wanted)
    if spare >= 0:
        shares = [column.share for column in table.columns]
        total = sum(shares) or len(shares)
        return tuple(
            w + spare * (s if sum(shares) else 1.0) / total
            for w, s in zip(wanted, shares, strict=True)
        )
    room = width - sum(least)
    if room < 0:
        return tuple(each * width / sum(least) for each in least)
    more = [w - n for w, n in zip(wanted, least, strict=True)]
    return tuple(n + room * m / (sum(more) or 1.0) for n, m in zip(least, more, strict=True))


def _wishes(ink: Ink, table: Table, of: Callable[[Ink, Cell], float]) -> list[float]:
    heads = [0.0 if table.is_plain else _head_width(ink, column) for column in table.columns]
    return [
        max(head, *(of(ink, row[place]) for row in table.rows if place < len(row)))
        for place, head in enumerate(heads)
    ]


def _head_width(ink: Ink, column: Column) -> float:
    """A head may wrap between its words, but no word of it is cut."""
    words = column.title.split() or [""]
    return max(ink.width(word, "small") for word in words) + 2 * _PAD


def _least_width(ink: Ink, cell: Cell) -> float:
    match cell:
        case Words():
            weight = 600 if cell.is_strong else 0
            longest = max(
                (ink.width(word, "row", weight) for word in cell.text.split()), default=0.0
            )
            return min(longest, _WIDEST) + 2 * _PAD + 1
        case Name():
            return min(ink.width(cell.text, "row", 600), _WIDEST) + _SHAPE + 2 * _PAD + 1
        case Boxes():
            text = ink.width(f" {cell.text}", "small") + 4 if cell.text else 0.0
            return (
                (boxes_width(min(cell.total, 5)) if cell.total <= MOST_BOXES else 0.0)
                + text
                + 2 * _PAD
            )
        case Wounds():
            return _cell_width(ink, cell)


def _cell_width(ink: Ink, cell: Cell) -> float:
    match cell:
        case Words():
            return (
                min(ink.width(cell.text, "row", 600 if cell.is_strong else 0), _WIDEST * 2)
                + 2 * _PAD
                + 1
            )
        case Name():
            return ink.width(cell.text, "row", 600) + _SHAPE + 2 * _PAD + 1
        case Boxes():
            shown = boxes_width(min(cell.total, 10)) if cell.total <= MOST_BOXES else 70.0
            text = ink.width(f" {cell.text}", "small") + 4 if cell.text else 0.0
            return shown + text + 2 * _PAD
        case Wounds():
            return len(cell.marks) * (_WOUND + _WOUND_GAP) + 2 * _PAD


def _row(
    ink: Ink, table: Table, row: Sequence[Cell], widths: Sequence[float], head: Slab | None
) -> Slab:
    height = max(
        _ROW if not table.is_plain else 19.0,
        *(_cell_height(ink, c, w) for c, w in zip(row, widths, strict=False)),
    )
    whole = sum(widths)

    def draw(painter: QPainter, corner: QPointF) -> None:
        x = corner.x()
        for cell, column, width in zip(row, table.columns, widths, strict=False):
            area = QRectF(x + _PAD, corner.y(), width - 2 * _PAD, height)
            _paint(ink, painter, cell, column, area)
            x += width
        end = corner + QPointF(0, height)
        ink.line(painter, end, end + QPointF(whole, 0), role="line.subtle")

    return Slab(height=height, draw=draw, head=head)


def _cell_height(ink: Ink, cell: Cell, width: float) -> float:
    inner = width - 2 * _PAD
    match cell:
        case Words():
            return ink.height(cell.text, "row", inner, 600 if cell.is_strong else 0) + 6
        case Name():
            return ink.height(cell.text, "row", inner - _SHAPE, 600) + 6
        case Boxes() if cell.total <= MOST_BOXES:
            text = ink.width(f" {cell.text}", "small") + 4 if cell.text else 0.0
            return boxes_height(cell.total, max(inner - text, 5 * 11.0)) + 8
        case Boxes() | Wounds():
            return _ROW


def _paint(ink: Ink, painter: QPainter, cell: Cell, column: Column, area: QRectF) -> None:
    match cell:
        case Words():
            ink.text(
                painter,
                area,
                cell.text,
                "row",
                weight=600 if cell.is_strong else 0,
                role="text.muted" if cell.is_muted else "text.primary",
                align=column.align,
                wrap=True,
                struck=cell.is_struck,
            )
        case Name():
            centre = QPointF(area.left() + 6, area.center().y())
            ink.side(painter, centre, cell.side, is_out=cell.is_out)
            ink.text(
                painter,
                area.adjusted(_SHAPE, 0, 0, 0),
                cell.text,
                "row",
                weight=600,
                wrap=True,
                struck=cell.is_out,
            )
        case Boxes():
            _paint_boxes(ink, painter, cell, area)
        case Wounds():
            _paint_wounds(ink, painter, cell, area)


def _paint_boxes(ink: Ink, painter: QPainter, cell: Boxes, area: QRectF) -> None:
    text = ink.width(f" {cell.text}", "small") + 4 if cell.text else 0.0
    if cell.total > MOST_BOXES:
        ink.text(painter, area, cell.text, "row", align="left")
        return
    room = max(area.width() - text, 5 * 11.0)
    height = boxes_height(cell.total, room)
    corner = QPointF(area.left(), area.center().y() - height / 2)
    ink.boxes(painter, corner, cell.total, cell.used, room)
    if cell.text:
        width = min(boxes_width(cell.total), room)
        left = QRectF(area.left() + width + 2, area.top(), area.width() - width - 2, area.height())
        ink.text(painter, left, cell.text, "small", role="text.secondary")


def _paint_wounds(ink: Ink, painter: QPainter, cell: Wounds, area: QRectF) -> None:
    x = area.left()
    for _, level, _letter in cell.marks:
        box = QRectF(x, area.center().y() - _WOUND / 2, _WOUND, _WOUND)
        if level:
            paint_wound_cell(painter, ink.theme, box, level)
        else:
            ink.frame(painter, box, radius=2)
        x += _WOUND + _WOUND_GAP


def _head(ink: Ink, table: Table, widths: Sequence[float]) -> Slab:
    whole = sum(widths)
    height = max(
        _HEAD,
        *(
            ink.height(c.title, "small", w - 2 * _PAD) + 3
            for c, w in zip(table.columns, widths, strict=True)
        ),
    )

    def draw(painter: QPainter, corner: QPointF) -> None:
        x = corner.x()
        for column, width in zip(table.columns, widths, strict=True):
            area = QRectF(x + _PAD, corner.y(), width - 2 * _PAD, height)
            if column.parts:
                _paint_parts(ink, painter, column.parts, area)
            else:
                ink.text(
                    painter,
                    area,
                    column.title,
                    "small",
                    role="text.muted",
                    align=column.align,
                    wrap=True,
                )
            x += width
        end = corner + QPointF(0, height)
        ink.line(painter, end, end + QPointF(whole, 0), role="line.control", width=1.2)

    return Slab(height=height + 1, draw=draw, keeps_next=True)


def _paint_parts(ink: Ink, painter: QPainter, parts: Sequence[str], area: QRectF) -> None:
    for place, part in enumerate(parts):
        box = QRectF(area.left() + place * (_WOUND + _WOUND_GAP), area.top(), _WOUND, area.height())
        ink.text(painter, box, part, "small", role="text.muted", align="center")


def _title(ink: Ink, title: str, width: float) -> Slab:
    def draw(painter: QPainter, corner: QPointF) -> None:
        area = QRectF(corner.x(), corner.y(), width, _TITLE - 4)
        ink.text(painter, area, title, "row", weight=700)
        end = corner + QPointF(0, _TITLE - 3)
        ink.line(painter, end, end + QPointF(width, 0), role="line.control", width=1.2)

    return Slab(height=_TITLE, draw=draw, keeps_next=True)


def title_slab(ink: Ink, title: str, width: float) -> Slab:
    """Returns a small title with a line below it, kept with what follows."""
    return _title(ink, title, width)


def _nothing(painter: QPainter, corner: QPointF) -> None:
    """A gap."""


def gap(height: float) -> Slab:
    """Returns an empty slab."""
    return Slab(height=height, draw=_nothing)
