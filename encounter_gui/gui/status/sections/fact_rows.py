"""Lines of a sheet: name, value and note; as a form, or as a list with the notes in a column."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Fact, Section

ROW = 24.0
_VALUE_AT = 118.0
_GAP = 8.0
_RAISED = 3.0
"""How much nearer words below a line stand to it than lines to each other."""
_HIGHEST = 1000.0
_WRAP = Qt.TextFlag.TextWordWrap.value


def is_list(section: Section) -> bool:
    """Whether the heading's note stands over the notes, as ``rounds`` does over those of the weapons."""
    return bool(section.note) and not section.columns and any(fact.note for fact in section.facts)


def heights(
    theme: Theme, facts: Sequence[Fact], width: float, *, as_list: bool
) -> tuple[float, ...]:
    """Returns how high each line is: what has no room beside the rest stands below it, all of it."""
    return tuple(_height(theme, fact, width, as_list=as_list) for fact in facts)


def _height(theme: Theme, fact: Fact, width: float, *, as_list: bool) -> float:
    words, kept = (fact.value, fact.note) if as_list else (fact.note, fact.value)
    taken = theme.fonts.width(fact.name, "body", weight=600 if as_list else 0) + _GAP
    taken += theme.fonts.width(kept, "row" if as_list else "body", weight=700) + _GAP
    if not words or taken + theme.fonts.width(words, "body" if as_list else "small") <= width:
        return ROW
    room = QRectF(0, 0, width, _HIGHEST)
    return ROW + theme.metrics("small").boundingRect(room, _WRAP, words).height()


def paint_facts(
    painter: QPainter, theme: Theme, facts: Sequence[Fact], inner: QRectF, *, as_list: bool
) -> None:
    """Paints lines below one another, from the top of a rectangle."""
    top = inner.top()
    wanted = heights(theme, facts, inner.width(), as_list=as_list)
    for number, (fact, height) in enumerate(zip(facts, wanted, strict=True)):
        row = QRectF(inner.left(), top, inner.width(), ROW)
        if as_list and number:
            hair = QRectF(row.left(), row.top(), row.width(), 1)
            painter.fillRect(hair, theme.colour("line.subtle"))
        is_split = height > ROW
        short = replace(fact, **{"value" if as_list else "note": ""}) if is_split else fact
        (_paint_listed if as_list else _paint_form)(painter, theme, short, row)
        if is_split:
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("text.secondary" if as_list else "text.muted"))
            below = QRectF(row.left(), row.bottom() - _RAISED, row.width(), height - ROW)
            painter.drawText(below, _WRAP, fact.value if as_list else fact.note)
        top += height


def _paint_listed(painter: QPainter, theme: Theme, fact: Fact, row: QRectF) -> None:
    """Name, value behind it, and what the heading's note announces at the right."""
    note = theme.fonts.width(fact.note, "row", weight=700)
    paint_text(painter, theme, row, fact.note, "row", "text.primary", RIGHT, weight=700)
    room = row.width() - note - _GAP
    name = theme.elided(fact.name, "body", room, weight=600)
    paint_text(painter, theme, row, name, "body", "text.primary", weight=600)
    used = theme.fonts.width(name, "body", weight=600) + _GAP
    paint_text(painter, theme, row.adjusted(used, 0, 0, 0), fact.value, "body", "text.secondary")


def _paint_form(painter: QPainter, theme: Theme, fact: Fact, row: QRectF) -> None:
    """Name, value, and the note at the right; a long name pushes the value, and a long note draws it back."""
    value_width = theme.fonts.width(fact.value, "body", weight=700)
    room = row.width() - value_width - _GAP
    name = theme.elided(fact.name, "body", room)
    paint_text(painter, theme, row, name, "body", "text.secondary")
    wanted = max(_VALUE_AT, theme.fonts.width(name, "body") + _GAP)
    note = theme.fonts.width(fact.note, "small") + _GAP if fact.note else 0.0
    latest = max(row.width() - value_width - note, theme.fonts.width(name, "body") + _GAP)
    x = row.left() + min(wanted, latest, row.width() - value_width)
    painter.setFont(theme.font("body", weight=700))
    painter.setPen(theme.colour("text.primary"))
    painter.drawText(QPointF(x, _baseline(theme, row)), fact.value)
    paint_text(painter, theme, row, fact.note, "small", "text.muted", RIGHT)


def _baseline(theme: Theme, row: QRectF) -> float:
    metrics = theme.metrics("body", weight=700)
    return row.center().y() + (metrics.ascent() - metrics.descent()) / 2
