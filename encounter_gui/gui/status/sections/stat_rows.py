"""Figures under their names: one row where they fit, two where they are many, one line where they are few and short."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.painting.text_runs import (
    CENTRE,
    Run,
    paint_runs,
    paint_text,
    runs_width,
)
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Fact

COLUMNS = 56.0
"""The height of a row of columns with notes, in logical pixels."""
_LARGE, _SMALL, _INLINE = 50.0, 40.0, 24.0
_MOST_SHORT, _MOST_LONG = 7, 4
_SHORT = 4
_INLINE_SIGNS = 52
_LEAST_DIGITS = 3
_LEAST_GAP = 4.0
_AROUND_NAME = 8.0
_SIDE = 10.0
_NAME, _VALUE, _NOTE = 16.0, 16.0, 16.0


def stats_height(theme: Theme, facts: Sequence[Fact], width: float, *, has_title: bool) -> float:
    """Returns the height of figures in a panel so wide, in logical pixels."""
    if is_inline(facts, has_title=has_title):
        return _INLINE * len(_lines(theme, facts, width))
    count = len(_rows_in(theme, facts, width))
    if any(fact.note for fact in facts):
        return count * COLUMNS
    return count * (_LARGE if _is_large(facts, has_title=has_title) else _SMALL)


def is_inline(facts: Sequence[Fact], *, has_title: bool) -> bool:
    """Whether names and values stand in one line: under a heading, if they are short."""
    signs = sum(len(fact.name) + max(_LEAST_DIGITS, len(fact.value)) + 3 for fact in facts)
    is_plain = not any(fact.note for fact in facts)
    return has_title and is_plain and len(facts) <= _MOST_LONG and signs <= _INLINE_SIGNS


def rows_of(facts: Sequence[Fact]) -> tuple[tuple[Fact, ...], ...]:
    """Returns figures in rows of about the same length: seven short names fit into one, or four long ones."""
    is_short = all(len(fact.name) <= _SHORT for fact in facts)
    most = _MOST_SHORT if is_short else _MOST_LONG
    count = -(-len(facts) // most)
    each = -(-len(facts) // max(1, count))
    return tuple(tuple(facts[start : start + each]) for start in range(0, len(facts), each or 1))


def paint_stats(
    painter: QPainter, theme: Theme, facts: Sequence[Fact], rect: QRectF, *, has_title: bool
) -> None:
    """Paints figures into a rectangle of their height."""
    if is_inline(facts, has_title=has_title):
        _paint_inline(painter, theme, facts, rect)
        return
    is_large = _is_large(facts, has_title=has_title)
    for number, (row, line) in enumerate(_lines_of(theme, facts, rect)):
        if number:
            hair = QRectF(line.left() + _SIDE, line.top(), line.width() - 2 * _SIDE, 1)
            painter.fillRect(hair, theme.colour("line.subtle"))
        paint_columns(painter, theme, row, line, is_large=is_large)


def stat_places(
    theme: Theme, facts: Sequence[Fact], rect: QRectF, *, has_title: bool
) -> Iterator[tuple[Fact, QRectF]]:
    """Yields where each figure is painted in a rectangle of their height."""
    if is_inline(facts, has_title=has_title):
        for number, line in enumerate(_lines(theme, facts, rect.width())):
            yield from _inline_places(theme, line, rect.adjusted(0, number * _INLINE, 0, 0))
        return
    for row, place in _lines_of(theme, facts, rect):
        yield from column_places(theme, row, place)


def column_places(
    theme: Theme, facts: Sequence[Fact], rect: QRectF
) -> Iterator[tuple[Fact, QRectF]]:
    """Yields where each figure of a row of columns is painted."""
    edges = _edges(theme, facts, rect)
    for fact, left, right in zip(facts, edges[:-1], edges[1:], strict=True):
        yield fact, QRectF(left, rect.top(), right - left, rect.height())


def _lines_of(
    theme: Theme, facts: Sequence[Fact], rect: QRectF
) -> Iterator[tuple[Sequence[Fact], QRectF]]:
    rows = _rows_in(theme, facts, rect.width())
    height = rect.height() / len(rows)
    for number, row in enumerate(rows):
        yield row, QRectF(rect.left(), rect.top() + number * height, rect.width(), height)


def paint_columns(
    painter: QPainter, theme: Theme, facts: Sequence[Fact], rect: QRectF, *, is_large: bool = False
) -> None:
    """A row of figures under their names, parted by hairlines; notes, if any, below."""
    value_height = _VALUE + 6 if is_large else _VALUE
    top = rect.top() + (6 if is_large else 3)
    for index, (fact, place) in enumerate(column_places(theme, facts, rect)):
        left, step = place.left(), place.width()
        if index:
            hair = QRectF(round(left), rect.top() + 5, 1, rect.height() - 10)
            painter.fillRect(hair, theme.colour("line.subtle"))
        name = QRectF(left, top, step, _NAME)
        value = QRectF(left, name.bottom(), step, value_height)
        _write(painter, theme, name, fact.name, "small", 400, "text.muted")
        font = "figure" if is_large else "row"
        _write(painter, theme, value, fact.value, font, 700, "text.primary")
        if fact.note:
            note = QRectF(left, value.bottom(), step, _NOTE)
            _write(painter, theme, note, fact.note, "small", 400, "text.muted")


def _edges(theme: Theme, facts: Sequence[Fact], rect: QRectF) -> tuple[float, ...]:
    """The edges of the columns: equal ones, unless a name is too long for its own and others have room to give."""
    needs = _needs(theme, facts)
    step = rect.width() / len(facts)
    spare = rect.width() - sum(needs)
    if max(needs) <= step or spare < 0:
        needs, spare = [step] * len(facts), 0.0
    edges = [rect.left()]
    for need in needs:
        edges.append(edges[-1] + need + spare / len(facts))
    return tuple(edges)


def _needs(theme: Theme, facts: Sequence[Fact]) -> list[float]:
    """Returns how wide each column has to be for its name."""
    return [theme.fonts.width(fact.name, "small") + _AROUND_NAME for fact in facts]


def _rows_in(theme: Theme, facts: Sequence[Fact], width: float) -> tuple[Sequence[Fact], ...]:
    """Returns figures in rows as ``rows_of`` does; in a panel too narrow for the names, in twice as many."""
    rows = rows_of(facts)
    if all(sum(_needs(theme, row)) <= width or len(row) < 2 for row in rows):
        return rows
    return tuple(half for row in rows for half in _halves(row))


def _halves(facts: Sequence[Fact]) -> tuple[Sequence[Fact], ...]:
    middle = -(-len(facts) // 2)
    return (facts[:middle], facts[middle:]) if len(facts) > 1 else (facts,)


def _is_large(facts: Sequence[Fact], *, has_title: bool) -> bool:
    return not has_title and len(facts) <= _MOST_LONG and not any(fact.note for fact in facts)


def _lines(theme: Theme, facts: Sequence[Fact], width: float) -> tuple[Sequence[Fact], ...]:
    """Returns inline figures in one line, or in two where a panel is too narrow for one."""
    needed = sum(runs_width(theme, _runs(fact), "body") for fact in facts)
    is_narrow = needed + _LEAST_GAP * (len(facts) - 1) > width - 2 * _SIDE
    return _halves(facts) if is_narrow else (facts,)


def _runs(fact: Fact) -> tuple[Run, Run]:
    name = Run(text=f"{fact.name} ", role="text.secondary", weight=400)
    return name, Run(text=fact.value, weight=700)


def _paint_inline(painter: QPainter, theme: Theme, facts: Sequence[Fact], rect: QRectF) -> None:
    for number, line in enumerate(_lines(theme, facts, rect.width())):
        _paint_line(painter, theme, line, rect.adjusted(0, number * _INLINE, 0, 0))


def _paint_line(painter: QPainter, theme: Theme, facts: Sequence[Fact], rect: QRectF) -> None:
    for fact, place in _inline_places(theme, facts, rect):
        paint_runs(painter, theme, place, _runs(fact), "body")


def _inline_places(
    theme: Theme, facts: Sequence[Fact], rect: QRectF
) -> Iterator[tuple[Fact, QRectF]]:
    room = rect.width() - 2 * _SIDE
    step = room / len(facts)
    widths = [runs_width(theme, _runs(fact), "body") for fact in facts]
    # Equal steps, so that the next combatant's stand in the same places; unequal ones only where they must.
    is_equal = max(widths) + 6 <= step
    gap = (room - sum(widths)) / max(1, len(facts) - 1)
    x = rect.left() + _SIDE
    for fact, width in zip(facts, widths, strict=True):
        yield fact, QRectF(x, rect.top(), width + 2, _INLINE)
        x += step if is_equal else width + max(_LEAST_GAP, gap)


def _write(
    painter: QPainter, theme: Theme, cell: QRectF, text: str, font: str, weight: int, role: str
) -> None:
    shown = theme.elided(text, font, cell.width(), weight=weight)
    paint_text(painter, theme, cell, shown, font, role, CENTRE, weight=weight)
