"""Blocks of a document as slabs of a page."""

from collections.abc import Sequence
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.printing.charts import bar_slabs, line_slabs
from encounter_gui.gui.printing.ink import BOX, HAIR, Ink
from encounter_gui.gui.printing.slabs import Placed, Slab, foot, merged, stacked
from encounter_gui.gui.printing.tables import gap, table_slabs, title_slab
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.reports.document import (
    BarChart,
    Beside,
    Block,
    Heading,
    LineChart,
    Paragraph,
    Table,
    Turns,
    WriteIn,
)

_HEADING = 30.0
_LINE = 24.0
_TURN = 19.0
_GUTTER = 24.0
_STEP = 19.0


def placed_blocks(
    ink: Ink, blocks: Sequence[Block], width: float, height: float, first: float
) -> list[list[Placed]]:
    """Returns blocks on pages of a height, from ``first`` on the first one."""
    pages: list[list[Placed]] = [[]]
    y = first
    waiting: list[Slab] = []
    for block in blocks:
        if isinstance(block, Beside):
            pages, y = _join(pages, stacked(waiting, height, first=y))
            waiting = []
            pages, y = _join(pages, _beside(ink, block, width, height, y))
        else:
            waiting += slabs_of(ink, block, width)
    pages, _ = _join(pages, stacked(waiting, height, first=y))
    return pages


def _join(pages: list[list[Placed]], more: list[list[Placed]]) -> tuple[list[list[Placed]], float]:
    """Returns pages with more behind them, whose first page is the last one there is; and where the last one ends."""
    joined = [*pages[:-1], [*pages[-1], *more[0]], *more[1:]] if more else pages
    return joined, foot(joined[-1])


def _beside(ink: Ink, block: Beside, width: float, height: float, y: float) -> list[list[Placed]]:
    left_width = (width - _GUTTER) * block.share
    right_width = width - _GUTTER - left_width
    left = [slab for each in block.left for slab in slabs_of(ink, each, left_width)]
    right = [slab for each in block.right for slab in slabs_of(ink, each, right_width)]
    return merged(
        stacked(left, height, first=y),
        stacked(right, height, first=y, x=left_width + _GUTTER),
    )


def slabs_of(ink: Ink, block: Block, width: float) -> tuple[Slab, ...]:  # noqa: PLR0911 - one case a kind of block
    """Returns the slabs of a block within a width."""
    match block:
        case Heading():
            return (_heading(ink, block, width),)
        case Paragraph():
            return _paragraph(ink, block, width)
        case Table():
            return table_slabs(ink, block, width)
        case WriteIn():
            return _write_in(ink, block, width)
        case Turns():
            return _turns(ink, block, width)
        case LineChart():
            return line_slabs(ink, block, width)
        case BarChart():
            return bar_slabs(ink, block, width)
        case Beside():
            return tuple(
                s for each in (*block.left, *block.right) for s in slabs_of(ink, each, width)
            )
        case _:
            assert_never(block)


def _heading(ink: Ink, block: Heading, width: float) -> Slab:
    def draw(painter: QPainter, corner: QPointF) -> None:
        area = QRectF(corner.x(), corner.y() + 4, width, _HEADING - 8)
        ink.text(painter, area, block.text, "title", weight=700)
        ink.text(painter, area, block.note, "small", role="text.muted", align="right")

    return Slab(height=_HEADING, draw=draw, keeps_next=True)


def _paragraph(ink: Ink, block: Paragraph, width: float) -> tuple[Slab, ...]:
    """A slab for each line break, so that a long text may go on over the page; each of them is short."""
    indent = 14.0 if block.look == "aloud" else 0.0
    role = "text.muted" if block.look == "muted" else "text.primary"
    slabs = [
        slab
        for text in block.text.splitlines() or [""]
        for slab in _lines(ink, text, width, indent, role)
    ]
    return (*slabs, gap(10))


def _lines(ink: Ink, text: str, width: float, indent: float, role: str) -> list[Slab]:
    made = []
    for line in ink.wrapped(text, "row", width - indent):
        height = ink.metrics("row").height() + 3

        def draw(
            painter: QPainter, corner: QPointF, line: str = line, height: float = height
        ) -> None:
            area = QRectF(corner.x() + indent, corner.y(), width - indent, height)
            ink.text(painter, area, line, "row", role=role)
            if indent:
                start = corner + QPointF(3, 0)
                ink.line(painter, start, start + QPointF(0, height), role="line.control", width=2)

        made.append(Slab(height=height, draw=draw))
    return made


def _write_in(ink: Ink, block: WriteIn, width: float) -> tuple[Slab, ...]:
    def draw(painter: QPainter, corner: QPointF) -> None:
        end = corner + QPointF(0, _LINE - 1)
        ink.line(painter, end, end + QPointF(width, 0), role="line.divider")

    return (
        title_slab(ink, block.title, width),
        *(Slab(height=_LINE, draw=draw) for _ in range(block.lines)),
        gap(12),
    )


def _turns(ink: Ink, block: Turns, width: float) -> tuple[Slab, ...]:
    name = min(150.0, width * 0.4)
    each = (width - 44 - name) / max(len(block.rounds), 1)

    def draw_head(painter: QPainter, corner: QPointF) -> None:
        for place, text in enumerate(block.rounds):
            area = QRectF(corner.x() + 44 + name + place * each, corner.y(), each, _TURN)
            ink.text(painter, area, text, "small", weight=600)

    head = Slab(height=_TURN, draw=draw_head, keeps_next=True)
    rows = [_turn(ink, block, place, name, each, head) for place in range(len(block.order))]
    return (title_slab(ink, block.title, width), head, *rows, gap(12))


def _turn(ink: Ink, block: Turns, place: int, name: float, each: float, head: Slab) -> Slab:
    score, who = block.order[place]

    def draw(painter: QPainter, corner: QPointF) -> None:
        ink.text(
            painter,
            QRectF(corner.x(), corner.y(), 34, _TURN),
            score,
            "small",
            role="text.muted",
            align="right",
        )
        ink.text(painter, QRectF(corner.x() + 44, corner.y(), name - 6, _TURN), who, "small")
        with painting(painter):
            painter.setPen(pen(ink.theme.colour("line.control"), HAIR))
            for round_ in range(len(block.rounds)):
                for step in range(block.steps):
                    x = corner.x() + 44 + name + round_ * each + step * _STEP
                    box = QRectF(x, corner.y() + (_TURN - BOX - 2) / 2, BOX + 2, BOX + 2)
                    painter.drawRect(box)
                    if not round_ and place in block.done:
                        painter.drawLine(box.bottomLeft(), box.topRight())

    return Slab(height=_TURN, draw=draw, head=head)
