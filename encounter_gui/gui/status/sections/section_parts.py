"""The pieces a section of a sheet is drawn from, in order: how high each is, and how it is painted."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.status.sections import fact_rows, gauge_rows, stat_rows
from encounter_gui.gui.status.sections.stat_rows import column_places, stat_places
from encounter_gui.gui.status.sections.tall_gauge import paint_tall
from encounter_gui.gui.theme.painting.marks import paint_dodge_dice
from encounter_gui.gui.theme.painting.text_runs import LEFT, RIGHT, paint_text
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Section

SIDE = 10.0
HEADING = 24.0
_HAIR = 1.0
_MOST_KEPT = 512
_GAUGE, _DICE = 52.0, 30.0
_NOTE_GAP, _NOTE_LINE = 8.0, 14.0
_Paint = Callable[[QPainter, Theme, Section, QRectF], None]


def is_tall(section: Section) -> bool:
    """Whether the gauge is drawn tall, its ends named; several, or plain ones, are rows."""
    has_ends = len(section.gauges) == 1 and (section.gauges[0].low < 0 or section.gauges[0].marks)
    return bool(has_ends) and section.slots is None


@lru_cache(maxsize=_MOST_KEPT)
def measure(
    theme: Theme, section: Section, width: int
) -> tuple[int, tuple[tuple[str, QRect], ...]]:
    """Returns how high a section without offers is, its hairline included, and the places of its values by key."""
    places: list[tuple[str, QRect]] = []
    y = _HAIR
    for height, paint in _pieces(theme, section, width):
        piece = QRectF(0, y, width, height)
        places += [
            (key, _pixels(place)) for key, place in _values(theme, section, piece, paint) if key
        ]
        y += height
    return round(y), tuple(places)


def _pixels(place: QRectF) -> QRect:
    """Returns a place in whole pixels: both of its sides are rounded, so that neighbours touch and never overlap."""
    left, top = round(place.left()), round(place.top())
    return QRect(left, top, round(place.right()) - left, round(place.bottom()) - top)


def _values(
    theme: Theme, section: Section, piece: QRectF, paint: _Paint
) -> Iterator[tuple[str, QRectF]]:
    """Yields the key of each value in a piece, and its place: its whole line, or its figure."""
    if paint is _paint_tall:
        yield section.gauges[0].number, piece
    elif paint is _paint_gauges:
        cells = (*((section.slots,) if section.slots else ()), *section.gauges)
        for cell, (top, row) in zip(cells, gauge_rows.rows(len(cells)), strict=True):
            yield cell.number, QRectF(0, piece.top() + top, piece.width(), row)
    elif paint is _paint_stats:
        has_title = bool(section.title)
        for fact, place in stat_places(theme, section.stats, piece, has_title=has_title):
            yield fact.number, place
    elif paint is _paint_columns:
        for fact, place in column_places(theme, section.columns, piece):
            yield fact.number, place
    elif paint is _paint_facts:
        top = piece.top()
        heights = _fact_heights(theme, section, piece.width())
        for fact, row in zip(section.facts, heights, strict=True):
            yield fact.number, QRectF(0, top, piece.width(), row)
            top += row


def paint_section(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    """Paints a section from the top of a rectangle."""
    hair = QRectF(rect.left(), rect.top(), rect.width(), _HAIR)
    painter.fillRect(hair, theme.colour("line.subtle"))
    y = hair.bottom()
    for height, paint in _pieces(theme, section, rect.width()):
        paint(painter, theme, section, QRectF(rect.left(), y, rect.width(), height))
        y += height


def _fact_heights(theme: Theme, section: Section, width: float) -> tuple[float, ...]:
    as_list = fact_rows.is_list(section)
    return fact_rows.heights(theme, section.facts, width - 2 * SIDE, as_list=as_list)


def _pieces(theme: Theme, section: Section, width: float) -> Iterator[tuple[float, _Paint]]:
    has_title = bool(section.title)
    if has_title:
        yield _heading_height(theme, section, width), _paint_heading
    if is_tall(section):
        yield _GAUGE, _paint_tall
    elif section.gauges or section.slots:
        count = len(section.gauges) + (section.slots is not None)
        yield gauge_rows.rows_height(count), _paint_gauges
    if section.stats:
        yield stat_rows.stats_height(theme, section.stats, width, has_title=has_title), _paint_stats
    if section.dice:
        yield _DICE, _paint_dice
    if section.facts:
        yield sum(_fact_heights(theme, section, width)), _paint_facts
    if section.columns:
        yield stat_rows.COLUMNS, _paint_columns


def _inner(rect: QRectF) -> QRectF:
    return rect.adjusted(SIDE, 0, -SIDE, 0)


def _heading_height(theme: Theme, section: Section, width: float) -> float:
    """Returns the height of title and note: beside each other, or the note below in a narrow panel."""
    title = theme.fonts.width(section.title, "small", weight=600)
    needed = title + _NOTE_GAP + theme.fonts.width(section.note, "small")
    is_narrow = bool(section.note) and needed > width - 2 * SIDE
    return HEADING + _NOTE_LINE * is_narrow


def _paint_heading(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    painter.fillRect(rect, theme.colour("surface.row_alt"))
    line = _inner(rect)
    line.setHeight(HEADING)
    title = theme.elided(section.title, "small", line.width(), weight=600)
    paint_text(painter, theme, line, title, "small", "text.secondary", weight=600)
    is_below = rect.height() > HEADING
    line.translate(0, _NOTE_LINE * is_below)
    side = LEFT if is_below else RIGHT
    paint_text(painter, theme, line, section.note, "small", "text.muted", side)


def _paint_tall(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    paint_tall(painter, theme, section.gauges[0], _inner(rect).adjusted(2, 0, 0, 0))


def _paint_gauges(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    gauge_rows.paint_rows(painter, theme, section.slots, section.gauges, _inner(rect))


def _paint_stats(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    stat_rows.paint_stats(painter, theme, section.stats, rect, has_title=bool(section.title))


def _paint_dice(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    if section.dice:
        inner = _inner(rect).adjusted(2, 0, 0, 0)
        paint_dodge_dice(painter, theme, inner, left=section.dice.left, count=section.dice.total)


def _paint_facts(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    as_list = fact_rows.is_list(section)
    fact_rows.paint_facts(painter, theme, section.facts, _inner(rect), as_list=as_list)


def _paint_columns(painter: QPainter, theme: Theme, section: Section, rect: QRectF) -> None:
    stat_rows.paint_columns(painter, theme, section.columns, rect)
