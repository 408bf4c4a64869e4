"""Cards and tents: small sheets to cut apart, with marks where to cut."""

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.printing.pages.page_blocks import Draw
from encounter_gui.gui.printing.pages.printer_pen import PagePainter, boxes_height, boxes_width
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.reports.content.sheets import is_of
from encounter_gui.reports.document import MOST_BOXES, Boxes, Card, Tent

_PAD = 9.0
_LINE = 14.0
_MARK = 6.0
_STATS = 28.0
_STAT_GAP = 7.0
_MORE = 12.0
_PLACE = 15.0
_TENT = 2.2
_LARGEST = 1.4
_USUAL = 78000.0
"""The area of a card that is drawn as designed."""
_WIDE = 280.0

Piece = tuple[float, Draw]
"""A part of a card, by how high it is."""


def paint_card(page_painter: PagePainter, painter: QPainter, card: Card, area: QRectF) -> None:
    """Paints the front of a card, as large as everything on it fits.

    What finds no room in the smallest readable type is left out, lists such as skills first; all of it is on the back.
    """
    inner = area.adjusted(_PAD, _PAD, -_PAD, -_PAD)
    factor = _factor(page_painter, card, inner)
    with painting(painter):
        painter.translate(inner.topLeft())
        painter.scale(factor, factor)
        width, height = inner.width() / factor, inner.height() / factor
        _paint_head(page_painter, painter, card, width)
        y = _head_height(page_painter, card, width)
        pieces = list(_pieces(page_painter, card, width))
        if (
            y + sum(needed for needed, _ in pieces) > height + 0.5
        ):  # the foot says that there is more
            height -= _MORE
            foot = QRectF(0, height, width, _MORE)
            page_painter.text(painter, foot, "…", "small", weight=700, align="right", middle=False)
        for needed, draw in pieces:
            if y + needed > height + 0.5:
                break
            draw(painter, QPointF(0, y))
            y += needed


def _factor(page_painter: PagePainter, card: Card, inner: QRectF) -> float:
    """How much larger or smaller than designed a card is drawn, so that all of it fits."""
    factor, smallest = _most(page_painter, inner), page_painter.smallest()
    while factor > smallest:
        width = inner.width() / factor
        needed = _head_height(page_painter, card, width) + sum(
            h for h, _ in _pieces(page_painter, card, width)
        )
        if needed <= inner.height() / factor:
            return factor
        factor -= 0.025
    return smallest


def _most(page_painter: PagePainter, inner: QRectF) -> float:
    """Cards are drawn larger on larger paper, but a short one not so much larger than a full one."""
    factor = math.sqrt(inner.width() * inner.height() / _USUAL) * 1.1
    return min(max(factor, page_painter.smallest()), _LARGEST)


def _paint_head(page_painter: PagePainter, painter: QPainter, card: Card, width: float) -> None:
    page_painter.side(painter, QPointF(6, 9), card.side)
    number = QRectF(width - 22, 0, 22, 18)
    page_painter.frame(painter, number, radius=4)
    page_painter.text(painter, number, str(card.number), "small", weight=700, align="center")
    below = _head_height(page_painter, card, width) - 3.5
    name = QRectF(17, 0, width - 45, below - 2.5)
    page_painter.text(painter, name, card.name, "row", weight=700, wrap=True)
    after = page_painter.width(card.name, "row", 700) + 8
    if after < name.width() - 24:
        page_painter.text(
            painter, name.adjusted(after, 0, 0, 0), card.role, "small", role="text.muted"
        )
    page_painter.line(painter, QPointF(0, below), QPointF(width, below), role="line.control")


def _head_height(page_painter: PagePainter, card: Card, width: float) -> float:
    """How high the head is: a long name stands on several lines."""
    name = page_painter.height(card.name, "row", width - 45, 700)
    return max(name + 1, 18.0) + 6


def _pieces(page_painter: PagePainter, card: Card, width: float) -> Iterator[Piece]:
    if card.chips:
        yield from _wrap(page_painter, " · ".join(card.chips), width, 0)
    for name, boxes in card.gauges:
        yield _gauge(page_painter, name, boxes, width)
    if card.stats:
        yield from _stats(page_painter, card, width)
    if card.levels and card.places:
        yield from _tracks(page_painter, card, width)
    else:
        yield from _places(page_painter, card, width)
    short: list[tuple[str, str]] = []
    for name, value, note in card.lines:
        rounds = next((each for item, each in card.ammunition if is_of(name, item)), None)
        has_boxes = rounds is not None and rounds.total <= MOST_BOXES
        shown = "" if has_boxes and note[:1].isdecimal() else note
        said = " · ".join(part for part in (value, shown) if part)
        if not has_boxes and _needed_height(page_painter, name, said) <= (width - 10) / 2:
            short.append((name, said))
            continue
        yield from _line(page_painter, name, said, width)
        if rounds is not None and has_boxes:
            yield _rounds(page_painter, rounds, width)
    for start in range(0, len(short), 2):
        yield _pair(page_painter, short[start : start + 2], width)
    for name, value in card.lists:
        yield from _line(page_painter, name, value, width)


def _gauge(page_painter: PagePainter, name: str, boxes: Boxes, width: float) -> Piece:
    """Name, boxes and number in a line; boxes below where they do not fit."""
    title = f"{name}  {boxes.text}"
    left = page_painter.width(title, "small", 600) + 10
    is_beside = boxes_width(boxes.total) <= width - left
    shown = 0 < boxes.total <= MOST_BOXES
    below = boxes_height(boxes.total, width) + 4 if shown and not is_beside else 0.0

    def draw(painter: QPainter, corner: QPointF) -> None:
        row = QRectF(corner.x(), corner.y(), width, _LINE)
        page_painter.text(painter, row, title, "small", weight=600)
        if shown and is_beside:
            start = corner + QPointF(width - boxes_width(boxes.total) + 2, 2.5)
            page_painter.boxes(painter, start, boxes.total, boxes.used, width)
        elif shown:
            page_painter.boxes(
                painter, corner + QPointF(0, _LINE + 1), boxes.total, boxes.used, width
            )

    return _LINE + below + 1, draw


def _stats(page_painter: PagePainter, card: Card, width: float) -> Iterator[Piece]:
    """Yields rows of names over values, as many beside one another as there is room for."""
    row: list[tuple[float, str, str]] = []
    x = 0.0
    for name, value in card.stats:
        wide = max(page_painter.width(name, "caption"), page_painter.width(value, "small", 700))
        if row and x + wide > width:
            yield _stat_row(page_painter, row, width)
            row, x = [], 0.0
        row.append((x, name, value))
        x += wide + _STAT_GAP
    yield _stat_row(page_painter, row, width)


def _stat_row(
    page_painter: PagePainter, stats: Sequence[tuple[float, str, str]], width: float
) -> Piece:
    def draw(painter: QPainter, corner: QPointF) -> None:
        for x, name, value in stats:
            above = QRectF(corner.x() + x, corner.y(), width - x, 13)
            below = above.translated(0, 11)
            page_painter.text(painter, above, name, "caption", role="text.muted")
            page_painter.text(painter, below, value, "small", weight=700)

    return _STATS, draw


def _tracks(page_painter: PagePainter, card: Card, width: float) -> Iterator[Piece]:
    """Yields the places in two columns: name, armour as boxes, and a cell for each wound level."""
    count = 2 if width >= _WIDE else 1
    half = (width - 10 * (count - 1)) / count
    yield _thresholds(page_painter, card, width)
    for start in range(0, len(card.places), count):
        those = card.places[start : start + count]

        def draw(
            painter: QPainter,
            corner: QPointF,
            those: tuple[tuple[str, str, int, str], ...] = those,
        ) -> None:
            for place, (name, armour, level, letter) in enumerate(those):
                row = QRectF(corner.x() + place * (half + 10), corner.y(), half, _PLACE)
                said = f"{name} {armour}".strip()
                page_painter.text(painter, row, said, "caption")
                x = row.right() - len(card.levels) * 13
                for number, (each, sign, _) in enumerate(card.levels):
                    box = QRectF(x + number * 13, row.top() + 1.5, 12, 12)
                    if each == level:
                        page_painter.wound(painter, box, level, letter)
                    else:
                        page_painter.frame(painter, box, radius=2)
                        page_painter.text(
                            painter, box, sign, "caption", role="text.muted", align="center"
                        )

        yield _PLACE, draw
    yield 3.0, _nothing


def _thresholds(page_painter: PagePainter, card: Card, width: float) -> Piece:
    said = "   ".join(f"{letter} {value}" for _, letter, value in card.levels)

    def draw(painter: QPainter, corner: QPointF) -> None:
        row = QRectF(corner.x(), corner.y(), width, _LINE)
        page_painter.text(painter, row, said, "caption", role="text.muted", align="right")

    return _LINE - 1, draw


def _places(page_painter: PagePainter, card: Card, width: float) -> Iterator[Piece]:
    """Yields what is special at places, where wounds have no levels of their own."""
    said = [
        " ".join(part for part in (name, armour, letter) if part)
        for name, armour, level, letter in card.places
        if level
    ]
    if said:
        yield from _wrap(page_painter, " · ".join(said), width, 0)


def _rounds(page_painter: PagePainter, boxes: Boxes, width: float) -> Piece:
    def draw(painter: QPainter, corner: QPointF) -> None:
        page_painter.boxes(painter, corner + QPointF(0, 1), boxes.total, boxes.used, width)

    return boxes_height(boxes.total, width) + 5, draw


def _needed_height(page_painter: PagePainter, name: str, value: str) -> float:
    return page_painter.width(name, "small") + 8 + page_painter.width(value, "small", 600)


def _pair(page_painter: PagePainter, those: list[tuple[str, str]], width: float) -> Piece:
    """Two short lines side by side."""
    half = (width - 10) / 2

    def draw(painter: QPainter, corner: QPointF) -> None:
        for place, (name, value) in enumerate(those):
            row = QRectF(corner.x() + place * (half + 10), corner.y(), half, _LINE)
            page_painter.text(painter, row, name, "small", role="text.secondary")
            page_painter.text(painter, row, value, "small", weight=600, align="right")

    return _LINE, draw


def _line(page_painter: PagePainter, name: str, value: str, width: float) -> Iterator[Piece]:
    if _needed_height(page_painter, name, value) > width:
        yield from _wrap(page_painter, f"{name}: {value}" if name else value, width, 0)
        return

    def draw(painter: QPainter, corner: QPointF) -> None:
        row = QRectF(corner.x(), corner.y(), width, _LINE)
        page_painter.text(painter, row, name, "small", role="text.secondary")
        page_painter.text(painter, row, value, "small", weight=600, align="right")

    yield _LINE, draw


def _wrap(page_painter: PagePainter, text: str, width: float, weight: int) -> Iterator[Piece]:
    for line in page_painter.wrapped(text, "small", width, weight):

        def draw(painter: QPainter, corner: QPointF, line: str = line) -> None:
            page_painter.text(painter, QRectF(corner.x(), corner.y(), width, _LINE), line, "small")

        yield _LINE, draw


def _nothing(painter: QPainter, corner: QPointF) -> None:
    """A gap."""


def paint_back(page_painter: PagePainter, painter: QPainter, card: Card, area: QRectF) -> None:
    """Paints the back of a card: its notes and all its lines, as large as they fit."""
    inner = area.adjusted(_PAD, _PAD, -_PAD, -_PAD)
    factor, smallest = _most(page_painter, inner), page_painter.smallest("small")
    while factor > smallest:
        width = inner.width() / factor
        height = (
            _LINE + 4 + sum(page_painter.height(text, "small", width) + 2 for text in card.back)
        )
        if height <= inner.height() / factor:
            break
        factor = max(factor - 0.025, smallest)
    with painting(painter):
        painter.translate(inner.topLeft())
        painter.scale(factor, factor)
        width, room = inner.width() / factor, inner.height() / factor
        page_painter.text(
            painter, QRectF(0, 0, width, _LINE), card.name, "small", role="text.muted"
        )
        y = _LINE + 4
        for text in card.back:
            height = page_painter.height(text, "small", width) + 2
            if y + height > room + 0.5:
                break
            where = QRectF(0, y, width, height)
            page_painter.text(painter, where, text, "small", wrap=True, middle=False)
            y += height


def paint_tent(page_painter: PagePainter, painter: QPainter, tent: Tent, area: QRectF) -> None:
    """Paints a tent: its name once for the table and, upside down above the fold, once for its owner."""
    half = area.height() / 2
    fold = area.top() + half
    page_painter.line(
        painter, QPointF(area.left(), fold), QPointF(area.right(), fold), role="line.subtle"
    )
    for turned in (False, True):
        with painting(painter):
            painter.translate(area.center().x(), fold + (-half / 2 if turned else half / 2))
            painter.rotate(180 if turned else 0)
            _tent_side(
                page_painter,
                painter,
                tent,
                QRectF(-area.width() / 2, -half / 2, area.width(), half),
            )


def _tent_side(page_painter: PagePainter, painter: QPainter, tent: Tent, area: QRectF) -> None:
    """Large, to be read across a table: score, shape, name; the number small at the right."""
    inner = area.adjusted(14, 6, -14, -6)
    score = 46.0 if tent.score else 0.0
    beside = score + 28.0
    factor = _TENT
    while factor > page_painter.smallest("round"):
        width = (inner.width() - 40) / factor - beside
        if page_painter.height(tent.name, "round", width, 700) * factor <= inner.height():
            break
        factor -= 0.05
    with painting(painter):
        painter.translate(inner.left(), inner.center().y())
        painter.scale(factor, factor)
        height = inner.height() / factor
        row = QRectF(0, -height / 2, (inner.width() - 40) / factor, height)
        page_painter.text(painter, row, tent.score, "round", weight=700)
        page_painter.side(painter, QPointF(score + 7, 0), tent.side)
        name = row.adjusted(score + 18, 0, -10, 0)
        page_painter.text(painter, name, tent.name, "round", weight=700, wrap=True)
    page_painter.text(painter, inner, str(tent.number), "title", role="text.muted", align="right")


def paint_cut_marks(page_painter: PagePainter, painter: QPainter, area: QRectF) -> None:
    """Paints short lines at the corners of what is to be cut out."""
    for x, dx in ((area.left(), -_MARK), (area.right(), _MARK)):
        for y, dy in ((area.top(), -_MARK), (area.bottom(), _MARK)):
            page_painter.line(
                painter, QPointF(x, y + dy / 3), QPointF(x, y + dy), role="line.control"
            )
            page_painter.line(
                painter, QPointF(x + dx / 3, y), QPointF(x + dx, y), role="line.control"
            )
