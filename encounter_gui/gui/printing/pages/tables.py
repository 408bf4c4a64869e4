"""Tables on paper: column widths, rows that are never torn, a head that is repeated."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.printing.pages.page_blocks import Draw, PageBlock
from encounter_gui.gui.printing.pages.printer_pen import (
    PagePainter,
    boxes_height,
    boxes_width,
    widest_line,
)
from encounter_gui.gui.theme.canvas import painting
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

_PAD = 4.0
_ROW, _LOW = 21.0, 16.0
_HEAD = 18.0
_TITLE = 23.0
_AFTER = 9.0
_WOUND, _WOUND_GAP = 17.0, 2.0
_WIDEST = 150.0
_WHOLE = 112.0
"""A text that is no wider than this is not broken into lines as long as there is any other way."""
_SHAPE = 15.0
_AT_A_TIME = 10
"""Boxes on a line of a cell, if they can be had."""


def table_slabs(page_painter: PagePainter, table: Table, width: float) -> tuple[PageBlock, ...]:
    """Returns the slabs of a table: title, head, rows, and a gap behind the last."""
    if not table.rows:
        return ()
    needed = sum(_wishes(page_painter, table, _broken_width))
    if (
        needed > width + 0.5
    ):  # small paper: all of the table smaller, rather than numbers in two lines
        factor = max(width / needed, page_painter.smallest())
        return _scale(_slabs(page_painter, table, width / factor), factor)
    return _slabs(page_painter, table, width)


def _slabs(page_painter: PagePainter, table: Table, width: float) -> tuple[PageBlock, ...]:
    widths = column_widths(page_painter, table, width)
    blocks: list[PageBlock] = []
    title = _title(page_painter, table.title, width, table.note) if table.title else None
    if title is not None:
        blocks.append(title)
    head = title if table.is_plain else _head(page_painter, table, widths)
    if head is not None and head is not title:
        blocks.append(head)
    rows = [_row(page_painter, table, row, widths, head) for row in table.rows]
    blocks += rows
    blocks.append(PageBlock(height=_AFTER, draw=_nothing))
    return tuple(blocks)


def _scale(blocks: Sequence[PageBlock], factor: float) -> tuple[PageBlock, ...]:
    """Returns slabs drawn smaller; a head that several share stays one."""
    made: dict[int, PageBlock] = {}
    scaled: list[PageBlock] = []
    for block in blocks:
        head = made.get(id(block.head)) if block.head is not None else None
        small = replace(
            block, height=block.height * factor, draw=_smaller(block.draw, factor), head=head
        )
        made[id(block)] = small
        scaled.append(small)
    return tuple(scaled)


def _smaller(draw: Draw, factor: float) -> Draw:
    def smaller(painter: QPainter, corner: QPointF) -> None:
        with painting(painter):
            painter.translate(corner)
            painter.scale(factor, factor)
            draw(painter, QPointF(0, 0))

    return smaller


def column_widths(page_painter: PagePainter, table: Table, width: float) -> tuple[float, ...]:
    """Returns how wide each column is: as its content wants, with what is left shared out.

    Where there is too little room, each column keeps the least it needs (a name, five boxes, its longest word), and the
    rest is divided as the contents want more than that.
    """
    wanted, least = (
        _wishes(page_painter, table, _cell_width),
        _wishes(page_painter, table, _least_width),
    )
    for of in (
        _tight_width,
        _broken_width,
    ):  # texts are broken between any words, then boxes in fives
        least = least if sum(least) <= width else _wishes(page_painter, table, of)
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


def _wishes(
    page_painter: PagePainter, table: Table, of: Callable[[PagePainter, Table, Cell], float]
) -> list[float]:
    heads = [
        0.0 if table.is_plain else _head_width(page_painter, column) for column in table.columns
    ]
    return [
        max(head, *(of(page_painter, table, row[place]) for row in table.rows if place < len(row)))
        for place, head in enumerate(heads)
    ]


def _head_width(page_painter: PagePainter, column: Column) -> float:
    """A head may wrap between its words, but no word of it is cut."""
    words = column.title.split() or [""]
    return max(page_painter.width(word, "small") for word in words) + 2 * _PAD


def _face(table: Table, cell: Words | Name) -> tuple[str, int]:
    """Returns font and weight: names and what decides are larger, except where much stands close together."""
    is_strong = isinstance(cell, Name) or cell.is_strong
    return "body" if is_strong and not (table.is_dense or table.is_plain) else "small", (
        600 if is_strong else 0
    )


def _shape(cell: Words | Name) -> float:
    return _SHAPE if isinstance(cell, Name) else 0.0


def _broken_width(page_painter: PagePainter, table: Table, cell: Cell) -> float:
    match cell:
        case Words() if table.is_dense:  # two chances and their sign belong together
            return page_painter.width(cell.text, *_face(table, cell)) + 2 * _PAD + 1
        case Words() | Name():
            face = _face(table, cell)
            longest = max(
                (page_painter.width(word, *face) for word in cell.text.split()), default=0.0
            )
            return min(longest, _WIDEST) + _shape(cell) + 2 * _PAD + 1
        case Boxes():
            return _boxes_width(page_painter, cell, 5)
        case Wounds():
            return _cell_width(page_painter, table, cell)


def _tight_width(page_painter: PagePainter, table: Table, cell: Cell) -> float:
    is_text = isinstance(cell, Words | Name)
    return (
        _broken_width(page_painter, table, cell)
        if is_text
        else _least_width(page_painter, table, cell)
    )


def _least_width(page_painter: PagePainter, table: Table, cell: Cell) -> float:
    match cell:
        case Words() | Name():
            whole = page_painter.width(cell.text, *_face(table, cell)) + _shape(cell) + 2 * _PAD + 1
            limit = _WIDEST if isinstance(cell, Name) else _WHOLE
            return whole if whole <= limit else _broken_width(page_painter, table, cell)
        case Boxes():
            return _boxes_width(page_painter, cell, _AT_A_TIME)
        case Wounds():
            return _cell_width(page_painter, table, cell)


def _cell_width(page_painter: PagePainter, table: Table, cell: Cell) -> float:
    match cell:
        case Words() | Name():
            width = page_painter.width(cell.text, *_face(table, cell))
            return min(width, 2 * _WIDEST) + _shape(cell) + 2 * _PAD + 1
        case Boxes():
            return _boxes_width(page_painter, cell, _AT_A_TIME)
        case Wounds():
            return len(cell.marks) * (_WOUND + _WOUND_GAP) + 2 * _PAD


def _boxes_width(page_painter: PagePainter, cell: Boxes, at_a_time: int) -> float:
    shown = boxes_width(min(cell.total, at_a_time)) if cell.total <= MOST_BOXES else 0.0
    return shown + _boxes_text(page_painter, cell) + 2 * _PAD


def _boxes_text(page_painter: PagePainter, cell: Boxes) -> float:
    return page_painter.width(f" {cell.text}", "small") + 4 if cell.text else 0.0


def _row(
    page_painter: PagePainter,
    table: Table,
    row: Sequence[Cell],
    widths: Sequence[float],
    head: PageBlock | None,
) -> PageBlock:
    height = max(
        _LOW if table.is_plain or table.is_dense else _ROW,
        *(_cell_height(page_painter, table, c, w) for c, w in zip(row, widths, strict=False)),
    )
    whole = sum(widths)

    def draw(painter: QPainter, corner: QPointF) -> None:
        for cell, column, area in zip(
            row, table.columns, _areas(corner, widths, height), strict=False
        ):
            _paint(page_painter, painter, table, cell, column, area)
        end = corner + QPointF(0, height)
        page_painter.line(painter, end, end + QPointF(whole, 0), role="line.subtle")

    return PageBlock(height=height, draw=draw, head=head)


def _areas(corner: QPointF, widths: Sequence[float], height: float) -> Iterator[QRectF]:
    """Yields where each cell is painted; the first begins, and the last ends, flush with the table."""
    x = corner.x()
    for place, width in enumerate(widths):
        left = _PAD if place else 0.0
        right = _PAD if place < len(widths) - 1 else 0.0
        yield QRectF(x + left, corner.y(), width - left - right, height)
        x += width


def _cell_height(page_painter: PagePainter, table: Table, cell: Cell, width: float) -> float:
    inner = width - 2 * _PAD
    spare = 3 if table.is_plain or table.is_dense else 6
    match cell:
        case Words() | Name():
            font, weight = _face(table, cell)
            return page_painter.height(cell.text, font, inner - _shape(cell), weight) + spare
        case Boxes() if cell.total <= MOST_BOXES:
            room = max(inner - _boxes_text(page_painter, cell), boxes_width(5))
            return boxes_height(cell.total, room) + spare + 2
        case Boxes() | Wounds():
            return _LOW + spare - 2


def _paint(
    page_painter: PagePainter,
    painter: QPainter,
    table: Table,
    cell: Cell,
    column: Column,
    area: QRectF,
) -> None:
    match cell:
        case Words() | Name():
            _paint_words(page_painter, painter, table, cell, column, area)
        case Boxes():
            _paint_boxes(page_painter, painter, cell, area)
        case Wounds():
            _paint_wounds(page_painter, painter, cell, area)


def _paint_words(
    page_painter: PagePainter,
    painter: QPainter,
    table: Table,
    cell: Words | Name,
    column: Column,
    area: QRectF,
) -> None:
    font, weight = _face(table, cell)
    is_muted = isinstance(cell, Words) and cell.is_muted
    if isinstance(cell, Name):
        centre = QPointF(area.left() + 5.5, area.center().y())
        page_painter.side(painter, centre, cell.side, is_out=cell.is_out)
    page_painter.text(
        painter,
        area.adjusted(_shape(cell), 0, 0, 0),
        cell.text,
        font,
        weight=weight,
        role="text.muted" if is_muted else "text.primary",
        align="left" if isinstance(cell, Name) else column.align,
        wrap=True,
        struck=cell.is_out if isinstance(cell, Name) else cell.is_struck,
    )


def _paint_boxes(page_painter: PagePainter, painter: QPainter, cell: Boxes, area: QRectF) -> None:
    if cell.total > MOST_BOXES:
        page_painter.text(painter, area, cell.text, "body", weight=600)
        return
    room = max(area.width() - _boxes_text(page_painter, cell), boxes_width(5))
    height = boxes_height(cell.total, room)
    corner = QPointF(area.left(), area.center().y() - height / 2)
    page_painter.boxes(painter, corner, cell.total, cell.used, room)
    if cell.text:
        x = area.left() + widest_line(cell.total, room) + 3
        left = QRectF(x, area.top(), area.right() - x, area.height())
        page_painter.text(painter, left, cell.text, "small", role="text.secondary")


def _paint_wounds(page_painter: PagePainter, painter: QPainter, cell: Wounds, area: QRectF) -> None:
    x, side = area.left(), min(_WOUND, area.height() - 2)
    for _, level, letter in cell.marks:
        box = QRectF(x, area.center().y() - side / 2, side, side)
        page_painter.wound(painter, box, level, letter)
        x += _WOUND + _WOUND_GAP


def _head(page_painter: PagePainter, table: Table, widths: Sequence[float]) -> PageBlock:
    whole = sum(widths)
    height = max(
        _HEAD,
        *(
            page_painter.height(c.title, "small", w - 2 * _PAD) + 3
            for c, w in zip(table.columns, widths, strict=True)
        ),
    )

    def draw(painter: QPainter, corner: QPointF) -> None:
        for column, area in zip(table.columns, _areas(corner, widths, height), strict=True):
            if column.parts:
                _paint_parts(page_painter, painter, column.parts, area)
            else:
                page_painter.text(
                    painter,
                    area,
                    column.title,
                    "small",
                    role="text.muted",
                    align=column.align,
                    wrap=True,
                )
        end = corner + QPointF(0, height)
        page_painter.line(painter, end, end + QPointF(whole, 0), role="line.control", width=1.2)

    return PageBlock(height=height + 1, draw=draw, keeps_next=True)


def _paint_parts(
    page_painter: PagePainter, painter: QPainter, parts: Sequence[str], area: QRectF
) -> None:
    for place, part in enumerate(parts):
        box = QRectF(area.left() + place * (_WOUND + _WOUND_GAP), area.top(), _WOUND, area.height())
        page_painter.text(painter, box, part, "small", role="text.muted", align="center")


def _title(page_painter: PagePainter, title: str, width: float, note: str = "") -> PageBlock:
    def draw(painter: QPainter, corner: QPointF) -> None:
        area = QRectF(corner.x(), corner.y(), width, _TITLE - 4)
        beside = page_painter.width(note, "small") + 8 if note else 0.0
        page_painter.text(painter, area.adjusted(0, 0, -beside, 0), title, "body", weight=700)
        page_painter.text(painter, area, note, "small", role="text.muted", align="right")
        end = corner + QPointF(0, _TITLE - 3)
        page_painter.line(painter, end, end + QPointF(width, 0), role="line.control", width=1.2)

    return PageBlock(height=_TITLE, draw=draw, keeps_next=True)


def title_slab(page_painter: PagePainter, title: str, width: float) -> PageBlock:
    """Returns a small title with a line below it, kept with what follows."""
    return _title(page_painter, title, width)


def _nothing(painter: QPainter, corner: QPointF) -> None:
    """A gap."""


def gap(height: float) -> PageBlock:
    """Returns an empty slab."""
    return PageBlock(height=height, draw=_nothing)
