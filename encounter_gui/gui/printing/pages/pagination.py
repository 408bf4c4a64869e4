"""Documents cut into pages: what stands where, a footer on each, all of it known before anything is painted."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.printing.pages.blocks import placed_blocks
from encounter_gui.gui.printing.pages.body_sheet import continued, is_readable, paint_figure
from encounter_gui.gui.printing.pages.cards import (
    paint_back,
    paint_card,
    paint_cut_marks,
    paint_tent,
)
from encounter_gui.gui.printing.pages.page_blocks import Placed
from encounter_gui.gui.printing.pages.paper import FOOTER, Paper
from encounter_gui.gui.printing.pages.printer_pen import PagePainter
from encounter_gui.gui.theme.painting.body_figure import BodyFigure as Drawing
from encounter_gui.reports.document import BodySheet, Card, Document, Flow, Grid, Tent

_TITLE = 54.0
_GRID_TITLE = 26.0
_GAP = 12.0
_MIDDLE = Qt.TextElideMode.ElideMiddle
_SHAPES = {1: (1, 1), 2: (1, 2), 4: (2, 2), 8: (2, 4), 9: (3, 3)}

Paint = Callable[[QPainter, QRectF], None]


class Page(Struct, frozen=True, kw_only=True):
    """A page that is ready to be painted; ``title`` names it in lists."""

    number: int
    title: str
    paint: Callable[[QPainter], None]


def pages_of(
    document: Document,
    paper: Paper,
    page_painter: PagePainter,
    drawing: Drawing,
    texts: MessageCatalog,
) -> tuple[Page, ...]:
    """Returns the pages of a document on some paper."""
    sheets: list[tuple[str, Paint]] = []
    for part in document.parts:
        room = _room(paper, len(sheets) + 1)
        if isinstance(part, Grid) and part.has_backs and len(sheets) % 2:
            sheets.append(
                (part.title, _blank)
            )  # a front is never printed on the back of something else
        made = (
            _flow(part, room, page_painter)
            if isinstance(part, Flow)
            else _grid(part, room, page_painter, drawing)
        )
        sheets += [(part.title, paint) for paint in made]
    total = len(sheets)
    return tuple(
        Page(
            number=number,
            title=title,
            paint=_whole(document, paper, page_painter, texts, (number, total, title), paint),
        )
        for number, (title, paint) in enumerate(sheets, 1)
    )


def _blank(painter: QPainter, room: QRectF) -> None:
    """An empty page."""


def _room(paper: Paper, number: int) -> QRectF:
    return paper.room(number).adjusted(0, 0, 0, -FOOTER)


def _whole(
    document: Document,
    paper: Paper,
    page_painter: PagePainter,
    texts: MessageCatalog,
    place: tuple[int, int, str],
    paint: Paint,
) -> Callable[[QPainter], None]:
    number, total, title = place

    def draw(painter: QPainter) -> None:
        painter.save()
        painter.scale(paper.scale, paper.scale)
        room = paper.room(number)
        paint(painter, room.adjusted(0, 0, 0, -FOOTER))
        ruleset = document.ruleset
        rights = (
            texts.text_of("report.footer", part=title, ruleset=ruleset, page=number, pages=total),
            texts.text_of("report.footer_short", part=title, page=number, pages=total),
            texts.text_of("report.footer_page", page=number, pages=total),
        )
        _footer(
            document,
            page_painter,
            painter,
            QRectF(room.left(), room.bottom() - 20, room.width(), 20),
            rights,
        )
        painter.restore()

    return draw


def _footer(
    document: Document,
    page_painter: PagePainter,
    painter: QPainter,
    area: QRectF,
    rights: Sequence[str],
) -> None:
    """Says at the left whose fight it is and of which day, at the right as much as there is room for beside it."""
    page_painter.line(painter, area.topLeft(), area.topRight(), role="line.divider")
    room = area.width() - page_painter.width(rights[-1], "small") - 24
    left = _whose(document, page_painter, room)
    room = area.width() - page_painter.width(left, "small") - 12
    right = next((text for text in rights if page_painter.width(text, "small") <= room), rights[-1])
    width = page_painter.width(right, "small") + 12
    page_painter.text(painter, area.adjusted(0, 4, -width, 0), left, "small", role="text.muted")
    page_painter.text(
        painter, area.adjusted(0, 4, 0, 0), right, "small", role="text.muted", align="right"
    )


def _whose(document: Document, page_painter: PagePainter, room: float) -> str:
    """Returns campaign, fight and day; names that are too long for it give way, the day never."""
    names = [name for name in (document.campaign, document.fight) if name]
    spare = room - page_painter.width(f" · {document.date}", "small")
    spare -= page_painter.width(" · ", "small") * (len(names) - 1)
    widths = [page_painter.width(name, "small") for name in names]
    if sum(widths) > spare:
        short = min(*widths, spare / 2) if len(widths) > 1 else 0.0
        names = [
            page_painter.metrics("small").elidedText(name, _MIDDLE, max(spare - short, short, 0.0))
            if width > short
            else name
            for name, width in zip(names, widths, strict=True)
        ]
    return " · ".join(part for part in (*names, document.date) if part)


def _flow(flow: Flow, room: QRectF, page_painter: PagePainter) -> Iterator[Paint]:
    placed = placed_blocks(page_painter, flow.blocks, room.width(), room.height(), _TITLE)
    for number, page in enumerate(placed):
        yield _flow_page(flow, page, page_painter, has_title=number == 0)


def _flow_page(
    flow: Flow, page: list[Placed], page_painter: PagePainter, *, has_title: bool
) -> Paint:
    def paint(painter: QPainter, room: QRectF) -> None:
        if has_title:
            _title(flow, page_painter, painter, room)
        for placed in page:
            placed.slab.draw(painter, room.topLeft() + QPointF(placed.x, placed.y))

    return paint


def _title(flow: Flow, page_painter: PagePainter, painter: QPainter, room: QRectF) -> None:
    top = QRectF(room.left(), room.top(), room.width(), 26)
    note = page_painter.width(flow.note, "row", 700) + 10 if flow.note else 0.0
    page_painter.fitted(painter, top.adjusted(0, 0, -note, 0), flow.title, "round", weight=700)
    page_painter.text(painter, top, flow.note, "row", weight=700, align="right")
    below = QRectF(room.left(), room.top() + 26, room.width(), 18)
    page_painter.fitted(painter, below, flow.subtitle, "small", role="text.muted")


# ------------------------------------------------------------------ grids


def _grid(grid: Grid, room: QRectF, page_painter: PagePainter, drawing: Drawing) -> Iterator[Paint]:
    columns, rows = _SHAPES.get(grid.per_page, (2, 4))
    first = next(iter(grid.cells), None)
    cells: Sequence[BodySheet | Card | Tent] = grid.cells
    if isinstance(first, Tent):
        columns, rows = 1, grid.per_page
    if isinstance(first, BodySheet):
        columns, rows = _readable(page_painter, room, (columns, rows))
        size = _cell_size(_below_title(room), (columns, rows))
        sheets = (cell for cell in grid.cells if isinstance(cell, BodySheet))
        cells = [each for cell in sheets for each in continued(page_painter, cell, size)]
    per_page = columns * rows
    for start in range(0, max(len(cells), 1), per_page):
        those = tuple(cells[start : start + per_page])
        yield _grid_page(grid, those, (columns, rows), page_painter, drawing, is_back=False)
        if grid.has_backs:
            yield _grid_page(grid, those, (columns, rows), page_painter, drawing, is_back=True)


def _readable(page_painter: PagePainter, room: QRectF, wanted: tuple[int, int]) -> tuple[int, int]:
    """Returns how body sheets stand on a page: as wanted, or as many fewer as can be read on this paper."""
    for shape in (wanted, (1, 2), (2, 1)):
        if shape[0] * shape[1] <= wanted[0] * wanted[1] and is_readable(
            page_painter, _cell_size(_below_title(room), shape)
        ):
            return shape
    return 1, 1


def _below_title(room: QRectF) -> QRectF:
    return room.adjusted(0, _GRID_TITLE, 0, 0)


def _cell_size(area: QRectF, shape: tuple[int, int]) -> QSizeF:
    columns, rows = shape
    width = (area.width() - (columns - 1) * _GAP) / columns
    return QSizeF(width, (area.height() - (rows - 1) * _GAP) / rows)


def _grid_page(
    grid: Grid,
    cards: tuple[BodySheet | Card | Tent, ...],
    shape: tuple[int, int],
    page_painter: PagePainter,
    drawing: Drawing,
    *,
    is_back: bool,
) -> Paint:
    columns, _ = shape

    def paint(painter: QPainter, room: QRectF) -> None:
        area = room
        if isinstance(next(iter(cards), None), BodySheet):
            title = QRectF(room.left(), room.top(), room.width(), _GRID_TITLE - 6)
            page_painter.text(painter, title, grid.title, "title", weight=700)
            after = page_painter.width(grid.title, "title", 700) + 12
            page_painter.text(
                painter, title.adjusted(after, 0, 0, 0), grid.note, "small", role="text.muted"
            )
            area = _below_title(room)
        size = _cell_size(area, shape)
        width, height = size.width(), size.height()
        for number, cell in enumerate(cards):
            row, column = divmod(number, columns)
            if is_back:
                column = columns - 1 - column  # turned over along the long edge
            box = QRectF(
                area.left() + column * (width + _GAP),
                area.top() + row * (height + _GAP),
                width,
                height,
            )
            _paint_cell(page_painter, drawing, painter, cell, box, is_back=is_back)

    return paint


def _paint_cell(
    page_painter: PagePainter,
    drawing: Drawing,
    painter: QPainter,
    cell: BodySheet | Card | Tent,
    box: QRectF,
    *,
    is_back: bool,
) -> None:
    match cell:
        case BodySheet():
            paint_figure(page_painter, drawing, painter, cell, box)
            return
        case Card() if is_back:
            paint_back(page_painter, painter, cell, box)
        case Card():
            paint_card(page_painter, painter, cell, box)
        case Tent():
            paint_tent(page_painter, painter, cell, box)
    paint_cut_marks(page_painter, painter, box)
