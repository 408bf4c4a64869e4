"""Blocks of a document as slabs of a page."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import structs
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.printing.pages.charts import bar_slabs, line_slabs
from encounter_gui.gui.printing.pages.page_blocks import PageBlock, Placed, foot, merge, stack
from encounter_gui.gui.printing.pages.plan_page import plan_slabs
from encounter_gui.gui.printing.pages.printer_pen import BOX, HAIR, PagePainter
from encounter_gui.gui.printing.pages.tables import gap, table_slabs, title_slab
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.reports.document import (
    BarChart,
    Beside,
    Block,
    Heading,
    LineChart,
    Paragraph,
    PlanDrawing,
    Table,
    Turns,
    WriteIn,
)

_HEADING = 26.0
_LINE = 22.0
_TURN = 18.0
_GUTTER = 24.0
_STEP = 18.0
_SCORE = 38.0
_NAME = 60.0
_LEAST, _MOST = 3, 40
"""Lines to write on: where there is room for fewer there are none, and never more."""


def placed_blocks(
    page_painter: PagePainter, blocks: Sequence[Block], width: float, height: float, first: float
) -> list[list[Placed]]:
    """Returns blocks on pages of a height, from ``first`` on the first one."""
    pages: list[list[Placed]] = [[]]
    y = first
    waiting: list[PageBlock] = []
    for block in blocks:
        if isinstance(block, Beside):
            pages, after = _join(pages, stack(waiting, height, first=y))
            y = max(after, y if len(pages) == 1 else 0.0)
            waiting = []
            pages, y = _join(pages, _beside(page_painter, block, width, height, y))
        else:
            waiting += slabs_of(page_painter, block, width)
    pages, _ = _join(pages, stack(waiting, height, first=y))
    return pages


def _join(pages: list[list[Placed]], more: list[list[Placed]]) -> tuple[list[list[Placed]], float]:
    """Returns pages with more behind them, whose first page is the last one there is; and where the last one ends."""
    joined = [*pages[:-1], [*pages[-1], *more[0]], *more[1:]] if more else pages
    return joined, foot(joined[-1])


def _beside(
    page_painter: PagePainter, block: Beside, width: float, height: float, y: float
) -> list[list[Placed]]:
    left_width = (width - _GUTTER) * block.share
    right_width = width - _GUTTER - left_width
    fill = next((b for b in block.left if isinstance(b, WriteIn) and not b.lines), None)
    left = [
        slab for b in block.left if b is not fill for slab in slabs_of(page_painter, b, left_width)
    ]
    tried = []
    for kept in range(len(block.right), -1, -1):
        moved = [s for each in block.right[kept:] for s in slabs_of(page_painter, each, left_width)]
        right = [
            s for each in block.right[:kept] for s in slabs_of(page_painter, each, right_width)
        ]
        columns = stack([*left, *moved], height, first=y), stack(right, height, first=y)
        tried.append((max(map(len, columns)), -kept, columns))
        if tried[-1][0] == 1 or fill is None:
            break
    _, _, (at_left, at_right) = min(tried, key=lambda each: each[:2])
    if fill is not None:
        while len(at_left) < len(at_right):
            at_left.append([])
        at_left[-1] += _lines_to_write_on(
            page_painter, fill, left_width, height, max(foot(at_left[-1]), _first(at_left, y))
        )
    return merge(at_left, _moved_down(at_right, left_width + _GUTTER))


def _first(pages: list[list[Placed]], y: float) -> float:
    return y if len(pages) == 1 else 0.0


def _moved_down(pages: list[list[Placed]], x: float) -> list[list[Placed]]:
    return [[replace(placed, x=x) for placed in page] for page in pages]


def _lines_to_write_on(
    page_painter: PagePainter, fill: WriteIn, width: float, height: float, y: float
) -> list[Placed]:
    """Returns lines to write on from ``y`` to the foot of a page; none where there is room for too few."""
    count = min(
        int((height - y - title_slab(page_painter, fill.title, width).height) / _LINE), _MOST
    )
    if count < _LEAST:
        return []
    blocks = _write_in(page_painter, structs.replace(fill, lines=count), width)[:-1]
    return stack(blocks, height, first=y)[0]


def slabs_of(page_painter: PagePainter, block: Block, width: float) -> tuple[PageBlock, ...]:  # noqa: PLR0911 - one case a kind of block
    """Returns the slabs of a block within a width."""
    match block:
        case Heading():
            return (_heading(page_painter, block, width),)
        case Paragraph():
            return _paragraph(page_painter, block, width)
        case Table():
            return table_slabs(page_painter, block, width)
        case WriteIn():
            return _write_in(page_painter, block, width)
        case Turns():
            return _turns(page_painter, block, width)
        case LineChart():
            return line_slabs(page_painter, block, width)
        case BarChart():
            return bar_slabs(page_painter, block, width)
        case PlanDrawing():
            return plan_slabs(page_painter, block, width)
        case Beside():
            return tuple(
                s
                for each in (*block.left, *block.right)
                for s in slabs_of(page_painter, each, width)
            )
        case _:
            assert_never(block)


def _heading(page_painter: PagePainter, block: Heading, width: float) -> PageBlock:
    def draw(painter: QPainter, corner: QPointF) -> None:
        area = QRectF(corner.x(), corner.y() + 4, width, _HEADING - 8)
        page_painter.text(painter, area, block.text, "title", weight=700)
        page_painter.text(painter, area, block.note, "small", role="text.muted", align="right")

    return PageBlock(height=_HEADING, draw=draw, keeps_next=True)


def _paragraph(page_painter: PagePainter, block: Paragraph, width: float) -> tuple[PageBlock, ...]:
    """A slab for each line break, so that a long text may go on over the page; each of them is short."""
    indent = 14.0 if block.look == "aloud" else 0.0
    role = "text.muted" if block.look == "muted" else "text.primary"
    blocks = [
        slab
        for text in block.text.splitlines() or [""]
        for slab in _lines(page_painter, text, width, indent, role)
    ]
    return (*blocks, gap(10))


def _lines(
    page_painter: PagePainter, text: str, width: float, indent: float, role: str
) -> list[PageBlock]:
    made = []
    for line in page_painter.wrapped(text, "body", width - indent):
        height = page_painter.metrics("body").height() + 3

        def draw(
            painter: QPainter, corner: QPointF, line: str = line, height: float = height
        ) -> None:
            area = QRectF(corner.x() + indent, corner.y(), width - indent, height)
            page_painter.text(painter, area, line, "body", role=role)
            if indent:
                start = corner + QPointF(3, 0)
                page_painter.line(
                    painter, start, start + QPointF(0, height), role="line.control", width=2
                )

        made.append(PageBlock(height=height, draw=draw))
    return made


def _write_in(page_painter: PagePainter, block: WriteIn, width: float) -> tuple[PageBlock, ...]:
    def draw(painter: QPainter, corner: QPointF) -> None:
        end = corner + QPointF(0, _LINE - 1)
        page_painter.line(painter, end, end + QPointF(width, 0), role="line.divider")

    return (
        title_slab(page_painter, block.title, width),
        *(PageBlock(height=_LINE, draw=draw) for _ in range(block.lines)),
        gap(12),
    )


def _turns(page_painter: PagePainter, block: Turns, width: float) -> tuple[PageBlock, ...]:
    block = structs.replace(block, rounds=block.rounds[: _rounds_for(block.steps, width)])
    group = max(block.steps * _STEP + 9, 62.0)
    name = max(min(150.0, width - _SCORE - group * len(block.rounds)), _NAME)
    each = (width - _SCORE - name) / max(len(block.rounds), 1)

    def draw_head(painter: QPainter, corner: QPointF) -> None:
        for place, text in enumerate(block.rounds):
            x = corner.x() + _SCORE + name + place * each
            page_painter.text(
                painter, QRectF(x, corner.y(), each, _TURN), text, "small", weight=600
            )
            for step in range(block.steps if block.steps > 1 else 0):
                area = QRectF(x + step * _STEP, corner.y() + _TURN - 3, BOX + 2, 13)
                number = str(step + 1)
                page_painter.text(
                    painter, area, number, "caption", role="text.muted", align="center"
                )

    height = _TURN + 10 if block.steps > 1 else _TURN
    head = PageBlock(height=height, draw=draw_head, keeps_next=True)
    rows = [
        _turn(page_painter, block, place, name, each, head) for place in range(len(block.order))
    ]
    return (title_slab(page_painter, block.title, width), head, *rows, gap(12))


def _rounds_for(steps: int, width: float) -> int:
    """How many rounds have room beside each other: on small paper fewer, rather than boxes on top of each other."""
    return max(int((width - _SCORE - _NAME) / max(steps * _STEP + 4, 40.0)), 1)


def _turn(
    page_painter: PagePainter, block: Turns, place: int, name: float, each: float, head: PageBlock
) -> PageBlock:
    score, who = block.order[place]
    height = max(page_painter.height(who, "small", name - 6) + 2, _TURN)

    def draw(painter: QPainter, corner: QPointF) -> None:
        first = QRectF(corner.x(), corner.y(), _SCORE - 10, height)
        page_painter.text(painter, first, score, "small", role="text.muted", align="right")
        room = QRectF(corner.x() + _SCORE, corner.y(), name - 6, height)
        page_painter.text(painter, room, who, "small", wrap=True)
        with painting(painter):
            painter.setPen(pen(page_painter.theme.colour("line.control"), HAIR))
            for round_ in range(len(block.rounds)):
                for step in range(block.steps):
                    x = corner.x() + _SCORE + name + round_ * each + step * _STEP
                    box = QRectF(x, corner.y() + (height - BOX - 2) / 2, BOX + 2, BOX + 2)
                    painter.drawRect(box)
                    if not round_ and _is_over(block, place, step):
                        painter.drawLine(box.bottomLeft(), box.topRight())

    return PageBlock(height=height, draw=draw, head=head)


def _is_over(block: Turns, place: int, step: int) -> bool:
    return step < block.past or (step == block.past and place in block.done)
