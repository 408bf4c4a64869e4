"""The lines of a body sheet beside its figure: gauges, figures, weapons with their rounds, and room for hits taken."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.printing.pages.page_blocks import Draw
from encounter_gui.gui.printing.pages.printer_pen import PagePainter, boxes_height, boxes_width
from encounter_gui.reports.content.sheets import is_of, is_short, section_boxes
from encounter_gui.reports.document import MOST_BOXES, BodySheet, Boxes
from encounter_gui.rules.view import Fact, Section

_TITLE, _ROW = 18.0, 15.0
_STATS, _STAT_WIDTH = 33.0, 32.0
_AFTER = 4.0
_HIT = 18.0
_MOST_HITS = 8


class _Piece(Struct, frozen=True, kw_only=True):
    """Some lines that stay together."""

    height: float
    draw: Draw
    said: str = ""


def paint_sheet(
    page_painter: PagePainter,
    painter: QPainter,
    cell: BodySheet,
    layouts: Sequence[Sequence[QRectF]],
) -> None:
    """Paints the sections of a sheet into columns; what does not fit is named in a last line.

    Of several ways to lay out columns it takes the first in which all fits in the usual size, else the one in which it
    is largest. What room is left in the last column is for hits taken.
    """
    factor, columns = _best(page_painter, cell, layouts)
    laid = _lay_out(page_painter, cell, _scale(columns, factor))
    with page_painter.drawn_at(factor, painter):
        for piece, corner in laid.placed:
            piece.draw(painter, corner)
        if laid.left_out:
            _paint_more(page_painter, painter, cell, laid)
        elif cell.body.parts and not cell.body.levels and not cell.is_continued:
            paint_hits(page_painter, painter, cell, laid.rest, _MOST_HITS)


def left_out(
    page_painter: PagePainter, cell: BodySheet, layouts: Sequence[Sequence[QRectF]]
) -> tuple[Section, ...]:
    """Returns the sections that find no room: they stand on a sheet of their own."""
    factor, columns = _best(page_painter, cell, layouts)
    return _lay_out(page_painter, cell, _scale(columns, factor)).left_out


def _best(
    page_painter: PagePainter, cell: BodySheet, layouts: Sequence[Sequence[QRectF]]
) -> tuple[float, Sequence[QRectF]]:
    factor, smallest = 1.0, page_painter.smallest()
    while factor > smallest:
        for columns in layouts:
            if not _lay_out(page_painter, cell, _scale(columns, factor)).left_out:
                return factor, columns
        factor -= 0.025
    return smallest, layouts[0]


class _Laid(Struct, frozen=True, kw_only=True):
    """Pieces with their places, what found none, and what room is left below the last one."""

    placed: tuple[tuple[_Piece, QPointF], ...]
    left_out: tuple[Section, ...]
    rest: QRectF


def _scale(columns: Sequence[QRectF], factor: float) -> list[QRectF]:
    return [
        QRectF(c.left() / factor, c.top() / factor, c.width() / factor, c.height() / factor)
        for c in columns
    ]


def _lay_out(page_painter: PagePainter, cell: BodySheet, columns: Sequence[QRectF]) -> _Laid:
    tops = [column.top() for column in columns]
    placed: list[tuple[_Piece, QPointF]] = []
    left_out: list[Section] = []
    for section in cell.sheet.sections:
        piece = _section(page_painter, cell, section, columns[0].width())
        for number, column in enumerate(columns):
            if tops[number] + piece.height <= column.bottom():
                placed.append((piece, QPointF(column.left(), tops[number])))
                tops[number] += piece.height
                break
        else:
            left_out.append(section)
    last = columns[-1]
    rest = QRectF(last.left(), tops[-1], last.width(), last.bottom() - tops[-1])
    if left_out and not placed:  # a section higher than a sheet is cut at its foot: it fits nowhere
        piece = _section(page_painter, cell, left_out.pop(0), columns[0].width())
        placed.append((piece, columns[0].topLeft()))
    return _Laid(placed=tuple(placed), left_out=tuple(left_out), rest=rest)


def _paint_more(page_painter: PagePainter, painter: QPainter, cell: BodySheet, laid: _Laid) -> None:
    """Says what stands on the next sheet; nothing where there is no line left for it."""
    titles = ", ".join(
        each.title or next((fact.name for fact in each.facts), "") for each in laid.left_out
    )
    said = f"{dict(cell.words).get('more', '')}: {titles}"
    step = page_painter.metrics("caption").height()
    lines = page_painter.wrapped(said, "caption", laid.rest.width())
    for number, line in enumerate(lines[: max(int((laid.rest.height() - 2) / step), 0)]):
        row = QRectF(laid.rest.left(), laid.rest.top() + 2 + number * step, laid.rest.width(), step)
        page_painter.text(painter, row, line, "caption", role="text.secondary")


def paint_hits(
    page_painter: PagePainter, painter: QPainter, cell: BodySheet, area: QRectF, most: int
) -> None:
    """Paints a grid to write hits into, at the foot of an area; nothing where there is no room for two."""
    words = dict(cell.words)
    count = min(int((area.height() - _TITLE - 4) / _HIT), most)
    if count < 2:
        return
    top = area.bottom() - count * _HIT
    title = QRectF(area.left(), top - _TITLE, area.width(), _TITLE - 2)
    page_painter.text(painter, title, words.get("hits", ""), "small", weight=700)
    note = words.get("hits_note", "") if cell.body.parts else ""
    if (
        page_painter.width(words.get("hits", ""), "small", 700)
        + page_painter.width(note, "caption")
        + 8
        < area.width()
    ):
        page_painter.text(painter, title, note, "caption", role="text.muted", align="right")
    for number in range(count + 1):
        y = top + number * _HIT
        role = "line.divider" if number else "line.control"
        page_painter.line(painter, QPointF(area.left(), y), QPointF(area.right(), y), role=role)
    for share in (0.35, 0.56, 0.77):
        x = area.left() + area.width() * share
        page_painter.line(painter, QPointF(x, top), QPointF(x, area.bottom()), role="line.divider")


# ------------------------------------------------------------------ a section


def _section(page_painter: PagePainter, cell: BodySheet, section: Section, width: float) -> _Piece:
    pieces = list(_pieces(page_painter, cell, section, width))

    def draw(painter: QPainter, corner: QPointF) -> None:
        y = corner.y()
        for piece in pieces:
            piece.draw(painter, QPointF(corner.x(), y))
            y += piece.height

    height = sum(piece.height for piece in pieces) + (_AFTER if pieces else 0.0)
    said = ", ".join(piece.said for piece in pieces if piece.said)
    return _Piece(
        height=height, draw=draw, said=f"{section.title}: {said}" if section.title else said
    )


def _pieces(
    page_painter: PagePainter, cell: BodySheet, section: Section, width: float
) -> Iterator[_Piece]:
    boxes = list(section_boxes(section))
    if section.title and section.title not in {name for name, _ in boxes}:
        yield _title(page_painter, section.title, section.note, width)
        yield from _rounds(page_painter, cell, section.title, width)
    for name, each in boxes:
        yield _gauge(page_painter, name, each, width)
    if section.stats:
        yield from _stats(page_painter, section.stats, width)
    if section.facts and not any(fact.value or fact.note for fact in section.facts):
        yield from _names(page_painter, ", ".join(fact.name for fact in section.facts), width)
    elif is_short(section):
        yield from _pairs(page_painter, section.facts, width)
    else:
        for fact in section.facts:
            rounds = list(_rounds(page_painter, cell, fact.name, width))
            yield _fact(page_painter, _without_count(fact) if rounds else fact, width)
            yield from rounds
    if section.columns:
        yield from _columns(page_painter, section.columns, width)


def _without_count(fact: Fact) -> Fact:
    """A number of rounds is not repeated above the boxes."""
    return structs.replace(fact, note="") if fact.note[:1].isdecimal() else fact


def _rounds(
    page_painter: PagePainter, cell: BodySheet, name: str, width: float
) -> Iterator[_Piece]:
    """Yields the rounds in a weapon, below its line."""
    boxes = next((b for item, b in cell.ammunition if is_of(name, item)), None)
    if boxes is not None and boxes.total <= MOST_BOXES:
        shown = boxes
        height = boxes_height(shown.total, width) + 5

        def draw(painter: QPainter, corner: QPointF) -> None:
            page_painter.boxes(painter, corner + QPointF(0, 2), shown.total, shown.used, width)

        yield _Piece(height=height, draw=draw)


def _title(page_painter: PagePainter, title: str, note: str, width: float) -> _Piece:
    def draw(painter: QPainter, corner: QPointF) -> None:
        row = QRectF(corner.x(), corner.y(), width, _TITLE - 2)
        page_painter.text(painter, row, title, "small", weight=700)
        if page_painter.width(title, "small", 700) + page_painter.width(note, "small") + 6 <= width:
            page_painter.text(painter, row, note, "small", role="text.muted", align="right")
        page_painter.line(painter, row.bottomLeft(), row.bottomRight())

    return _Piece(height=_TITLE, draw=draw, said=note)


def _gauge(page_painter: PagePainter, name: str, boxes: Boxes, width: float) -> _Piece:
    shown = 0 < boxes.total <= MOST_BOXES
    left, right = (
        page_painter.width(name, "small") + 8,
        page_painter.width(boxes.text, "small", 700) + 8,
    )
    is_beside = shown and left + boxes_width(boxes.total) + right <= width
    below = boxes_height(boxes.total, width) + 5 if shown and not is_beside else 0.0

    def draw(painter: QPainter, corner: QPointF) -> None:
        row = QRectF(corner.x(), corner.y(), width, _ROW)
        page_painter.text(painter, row, name, "small", role="text.secondary")
        page_painter.text(painter, row, boxes.text, "small", weight=700, align="right")
        if is_beside:
            x = width - right - boxes_width(boxes.total)
            page_painter.boxes(painter, corner + QPointF(x, 3), boxes.total, boxes.used, width)
        elif shown:
            page_painter.boxes(
                painter, corner + QPointF(0, _ROW + 1), boxes.total, boxes.used, width
            )

    return _Piece(height=_ROW + below, draw=draw, said=f"{name} {boxes.text}")


def _stats(page_painter: PagePainter, stats: Sequence[Fact], width: float) -> Iterator[_Piece]:
    """Yields rows of figures with their names above them, as many on a row as are not cut; one alone as a line."""
    widest = max(page_painter.width(fact.name, "caption") for fact in stats) + 1
    count = max(int(width / max(widest, _STAT_WIDTH - 4)), 1)
    if count == 1:
        yield from (_fact(page_painter, fact, width) for fact in stats)
        return
    rows = -(-len(stats) // count)
    count = -(-len(stats) // rows)
    for start in range(0, len(stats), count):
        yield _stat_row(page_painter, stats[start : start + count], count, width)


def _stat_row(page_painter: PagePainter, facts: Sequence[Fact], count: int, width: float) -> _Piece:
    step = width / count

    def draw(painter: QPainter, corner: QPointF) -> None:
        for place, fact in enumerate(facts):
            x = corner.x() + place * step
            name, value = QRectF(x, corner.y() + 2, step, 13), QRectF(x, corner.y() + 14, step, 16)
            page_painter.text(
                painter, name, fact.name, "caption", role="text.muted", align="center"
            )
            page_painter.text(painter, value, fact.value, "body", weight=700, align="center")
            if place:
                top = QPointF(x, corner.y() + 3)
                page_painter.line(painter, top, top + QPointF(0, _STATS - 6), role="line.subtle")

    said = ", ".join(f"{fact.name} {fact.value}" for fact in facts)
    return _Piece(height=_STATS, draw=draw, said=said)


def _fact(page_painter: PagePainter, fact: Fact, width: float) -> _Piece:
    """A line with name and value; what does not fit beside the name goes below, the note before the value."""
    said = " · ".join(part for part in (fact.value, fact.note) if part)
    beside = width - page_painter.width(fact.name, "small") - 8
    value, below = said, ""
    if page_painter.width(said, "small", 600) > beside:
        fits = page_painter.width(fact.value, "small", 600) <= beside
        value, below = (fact.value, fact.note) if fits else ("", said)
    lines = page_painter.wrapped(below, "caption", width - 8) if below else []
    height = _ROW + len(lines) * (_ROW - 3)

    def draw(painter: QPainter, corner: QPointF) -> None:
        row = QRectF(corner.x(), corner.y(), width, _ROW)
        page_painter.text(painter, row, fact.name, "small", role="text.secondary")
        page_painter.text(painter, row, value, "small", weight=600, align="right")
        for number, line in enumerate(lines):
            y = corner.y() + _ROW - 1 + number * (_ROW - 3)
            area = QRectF(corner.x(), y, width, _ROW - 3)
            page_painter.text(painter, area, line, "caption", role="text.secondary", align="right")
        end = corner + QPointF(0, height)
        page_painter.line(painter, end, end + QPointF(width, 0), role="line.subtle")

    return _Piece(height=height, draw=draw, said=f"{fact.name} {said}".strip())


def _pairs(page_painter: PagePainter, facts: Sequence[Fact], width: float) -> Iterator[_Piece]:
    """Yields short facts two on a line, and those that are too long for half a line on one of their own."""
    half = (width - 12) / 2
    short = [fact for fact in facts if _pair_width(page_painter, fact) <= half]
    for start in range(0, len(short), 2):
        yield _pair(page_painter, short[start : start + 2], width)
    yield from (
        _fact(page_painter, fact, width) for fact in facts if _pair_width(page_painter, fact) > half
    )


def _pair_width(page_painter: PagePainter, fact: Fact) -> float:
    return page_painter.width(fact.name, "small") + 4 + page_painter.width(fact.value, "small", 600)


def _pair(page_painter: PagePainter, facts: Sequence[Fact], width: float) -> _Piece:
    half = (width - 12) / 2

    def draw(painter: QPainter, corner: QPointF) -> None:
        for place, fact in enumerate(facts):
            row = QRectF(corner.x() + place * (half + 12), corner.y(), half, _ROW)
            spare = page_painter.width(fact.value, "small", 600) + 4
            name = row.adjusted(0, 0, -spare, 0)
            page_painter.text(painter, name, fact.name, "small", role="text.secondary")
            page_painter.text(painter, row, fact.value, "small", weight=600, align="right")
            page_painter.line(painter, row.bottomLeft(), row.bottomRight(), role="line.subtle")

    said = ", ".join(f"{fact.name} {fact.value}" for fact in facts)
    return _Piece(height=_ROW, draw=draw, said=said)


def _names(page_painter: PagePainter, text: str, width: float) -> Iterator[_Piece]:
    """Yields a list of names as running text."""
    for line in page_painter.wrapped(text, "small", width):

        def draw(painter: QPainter, corner: QPointF, line: str = line) -> None:
            page_painter.text(painter, QRectF(corner.x(), corner.y(), width, _ROW), line, "small")

        yield _Piece(height=_ROW, draw=draw, said=line)


def _columns(page_painter: PagePainter, columns: Sequence[Fact], width: float) -> Iterator[_Piece]:
    """Yields range bands and the like: as figures side by side where they fit, else line by line."""
    widest = max(
        max(page_painter.width(c.name, "caption"), page_painter.width(c.value, "body", 700))
        for c in columns
    )
    if (widest + 4) * len(columns) > width:
        yield from (_fact(page_painter, column, width) for column in columns)
        return
    yield _stat_row(page_painter, columns, len(columns), width)
    if any(column.note for column in columns):
        step = width / len(columns)

        def draw(painter: QPainter, corner: QPointF) -> None:
            for place, column in enumerate(columns):
                area = QRectF(corner.x() + place * step, corner.y() - 3, step, 12)
                page_painter.text(
                    painter, area, column.note, "caption", role="text.muted", align="center"
                )

        said = ", ".join(f"{column.name} {column.note}" for column in columns)
        yield _Piece(height=11, draw=draw, said=said)
