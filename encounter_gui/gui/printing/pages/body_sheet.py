"""A combatant as a body sheet: the figure as on the screen, wound tracks at each place, and the sheet beside it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from encounter_gui.gui.body.body_layout import PartPlace, fit, lay_out
from encounter_gui.gui.body.body_paint import paint_badge
from encounter_gui.gui.printing.pages.body_sheet_lines import left_out, paint_hits, paint_sheet
from encounter_gui.gui.printing.pages.printer_pen import PagePainter, boxes_width
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.body_figure import BodyFigure as Drawing
from encounter_gui.gui.theme.painting.wounds import paint_wound_area
from encounter_gui.reports.document import MOST_BOXES, BodySheet
from encounter_gui.rules.view import BodyPart, CombatantView, Fact, Section

_HEAD = 34.0
_SHEETS, _WIDE_SHEETS = (0.35, 0.4, 0.46), (0.45, 0.52)
"""How much of the width the lines take, the usual first; more where there is little to say about places."""
_LABEL, _SHORT_LABEL = QSizeF(136, 76), QSizeF(112, 56)
_TRACK, _TRACK_GAP = 18.0, 4.0
_FOOT = 56.0
_TWO = 280.0
"""From this width on lines may stand in two columns."""
_LINE = 16.0
_PAD = 12.0
_HITS, _MOST_HITS, _LEAST_FIGURE = 80.0, 4, 250.0
"""Room for the hits taken below a figure with wound tracks, if that stays high enough."""
_BODIES, _LOW_BODIES = (0.56, 0.52), (0.56, 0.5, 0.44)
"""How much of the height the figure takes, the usual first; less where there is little to say about places."""
_FULL = QSizeF(500, 680)
"""What a sheet that is higher than wide is laid out for; it is drawn larger or smaller to fill its place."""
_LEAST = QSizeF(600, 380)
"""From this size on the lines stand beside the figure, and nothing overlaps."""


def is_readable(page_painter: PagePainter, area: QSizeF) -> bool:
    """Returns whether a body sheet of this size has room for everything that stands at the figure's places."""
    beside = area.width() >= _LEAST.width() and area.height() >= _LEAST.height()
    return beside or _factor(area) >= page_painter.smallest()


def continued(page_painter: PagePainter, cell: BodySheet, area: QSizeF) -> Iterator[BodySheet]:
    """Yields a body sheet, and what finds no room on it as sheets of the same size behind it."""
    yield cell
    place = _place(page_painter, cell, area)
    found = _left_out(page_painter, cell, place)
    shown = len(list(_chips(page_painter, cell.sheet, _head(place))))
    if shown < len(cell.sheet.chips):
        chips = tuple(Fact(name=each.words(), value="") for each in cell.sheet.chips[shown:])
        found = (Section(title="", facts=chips), *found)
    if found:
        sheet = replace(cell.sheet, sections=found, note="", chips=())
        yield from continued(page_painter, replace(cell, sheet=sheet, is_continued=True), area)


def paint_figure(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, area: QRectF
) -> None:
    """Paints a body sheet into an area: sheet beside the figure, or below it where the area is higher than wide."""
    place = _place(page_painter, cell, area.size())
    with painting(painter):
        painter.translate(area.topLeft())
        with page_painter.drawn_at(place.factor, painter):
            _paint(page_painter, drawing, painter, cell, place)


def _paint(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, place: "_Place"
) -> None:
    page_painter.frame(painter, place.whole, radius=4, width=1.2)
    _paint_head(page_painter, painter, cell.sheet, _head(place))
    if place.body is not None:
        corner = place.body.bottomRight()
        start = QPointF(0, corner.y()) if place.is_stacked else QPointF(corner.x(), _HEAD)
        page_painter.line(painter, start, corner, role="line.control")
        _paint_body(page_painter, drawing, painter, cell, place.body)
    paint_sheet(page_painter, painter, cell, _layouts(place))


def _head(place: "_Place") -> QRectF:
    return QRectF(0, 0, place.whole.width(), _HEAD)


def _left_out(page_painter: PagePainter, cell: BodySheet, place: "_Place") -> tuple[Section, ...]:
    with page_painter.drawn_at(place.factor):
        return left_out(page_painter, cell, _layouts(place))


class _Place(Struct, frozen=True, kw_only=True):
    """Where the parts of a body sheet stand, before it is drawn ``factor`` times as large; no body: lines only."""

    factor: float
    whole: QRectF
    body: QRectF | None
    lines: QRectF
    is_stacked: bool


def _factor(area: QSizeF) -> float:
    return min(area.width() / _FULL.width(), area.height() / _FULL.height(), 1.25)


def _place(page_painter: PagePainter, cell: BodySheet, area: QSizeF) -> _Place:
    """Returns where everything stands: the figure as large as usual, or smaller if all lines then find room."""
    has_tracks = bool(cell.body.levels)
    if area.width() <= area.height():
        shares = _BODIES if has_tracks else _LOW_BODIES
    else:
        shares = _SHEETS if has_tracks or not cell.body.parts else _WIDE_SHEETS
    places = [_divided(cell, area, share) for share in shares]
    fitting = (each for each in places if not _left_out(page_painter, cell, each))
    return next(fitting, places[-1])


def _divided(cell: BodySheet, area: QSizeF, share: float) -> _Place:
    is_stacked = area.width() <= area.height()
    factor = 1.0 if not is_stacked or cell.is_continued else _factor(area)
    width, height = area.width() / factor, area.height() / factor
    inside = QRectF(0, _HEAD, width, height - _HEAD)
    body: QRectF | None = None
    if not cell.is_continued and is_stacked:
        body = QRectF(0, _HEAD, width, inside.height() * share)
        inside.setTop(body.bottom())
    elif not cell.is_continued:
        body = QRectF(0, _HEAD, width - max(width * share, 190.0), inside.height())
        inside.setLeft(body.right())
    return _Place(
        factor=factor,
        whole=QRectF(0, 0, width, height),
        body=body,
        lines=inside.adjusted(_PAD, 4, -_PAD, -8),
        is_stacked=is_stacked,
    )


def _layouts(place: _Place) -> Sequence[Sequence[QRectF]]:
    """Returns the ways in which lines may stand in columns, the best one first."""
    one, two = (place.lines,), _halves(place.lines)
    if place.is_stacked:
        return (two,)
    return (one, two) if place.lines.width() >= _TWO else (one,)


def _halves(area: QRectF) -> tuple[QRectF, QRectF]:
    half = (area.width() - 2 * _PAD) / 2
    left = QRectF(area.left(), area.top(), half, area.height())
    return left, QRectF(area.right() - half, area.top(), half, area.height())


def _paint_head(
    page_painter: PagePainter, painter: QPainter, view: CombatantView, area: QRectF
) -> None:
    page_painter.line(painter, area.bottomLeft(), area.bottomRight(), role="line.control")
    page_painter.side(painter, QPointF(area.left() + 18, area.center().y()), view.side)
    number = QRectF(area.right() - 34, area.center().y() - 10, 22, 20)
    page_painter.frame(painter, number, radius=4)
    page_painter.text(painter, number, str(view.number), "small", weight=700, align="center")
    chips = list(_chips(page_painter, view, area))
    for box, text in chips:
        page_painter.frame(painter, box, radius=4)
        page_painter.text(painter, box, text, "small", align="center")
    x = chips[-1][0].left() - 6 if chips else number.left() - 10
    if len(chips) < len(view.chips):
        rest = QRectF(x - 30, area.top(), 30, area.height())
        page_painter.text(painter, rest, f"+{len(view.chips) - len(chips)}", "small", align="right")
        x -= 36
    name = QRectF(area.left() + 32, area.top(), x - area.left() - 38, area.height())
    page_painter.fitted(painter, name, view.name, "title", weight=700)
    after = name.left() + page_painter.width(view.name, "title", 700) + 12
    if after < name.right() - 20:
        beside = QRectF(after, area.top(), name.right() - after, area.height())
        page_painter.text(painter, beside, view.role, "small", role="text.muted")


def _chips(
    page_painter: PagePainter, view: CombatantView, area: QRectF
) -> Iterator[tuple[QRectF, str]]:
    """Yields the conditions for which there is room at the right of the name, from the right, with their words."""
    name = min(page_painter.width(view.name, "title", 700) + 12, area.width() * 0.45)
    x = area.right() - 44
    for chip in view.chips:
        text = chip.words()
        width = page_painter.width(text, "small") + 14
        if x - width < area.left() + 62 + name:
            return
        yield QRectF(x - width, area.center().y() - 9, width, 18), text
        x -= width + 6


# ------------------------------------------------------------------ the figure


def _paint_body(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, area: QRectF
) -> None:
    foot = QRectF(area.left() + _PAD, area.bottom() - _FOOT, area.width() - 2 * _PAD, _FOOT)
    place = QRectF(area.left() + 2, area.top() + 8, area.width() - 4, area.height() - _FOOT - 8)
    if cell.body.parts:
        label = _LABEL if cell.body.levels else _SHORT_LABEL
        if cell.body.levels and place.height() - _HITS >= _LEAST_FIGURE:
            place.setHeight(place.height() - _HITS)
            hits = QRectF(foot.left(), place.bottom(), foot.width(), _HITS - 6)
            paint_hits(page_painter, painter, cell, hits, _MOST_HITS)
        layout = lay_out(drawing, cell.body.parts, place, label)
        for part_place, part in zip(layout.places, cell.body.parts, strict=False):
            _paint_part(page_painter, painter, cell, part_place, part)
    else:
        _paint_whole(page_painter, drawing, painter, cell, place)
    _paint_notes(page_painter, painter, dict(cell.words).get("notes", ""), cell.sheet.note, foot)


def _paint_whole(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, area: QRectF
) -> None:
    """A body without places: the figure, and beside it what is known of the whole, with room for the hits taken."""
    body = cell.body
    left = QRectF(area.left(), area.top(), area.width() * 0.46, area.height())
    to_page = fit(drawing, left)
    for path in drawing.paths.values():
        paint_wound_area(painter, page_painter.theme, to_page.map(path), body.level)
    if body.level:
        anchor = drawing.anchors.get("torso") or drawing.view_box.center()
        paint_badge(painter, page_painter.theme, to_page.map(anchor), body.level, body.letter)
    right = QRectF(left.right(), area.top() + 4, area.right() - left.right() - _PAD, area.height())
    y = right.top()
    said = [(body.text, ""), (body.armor, "")]
    said += [(fact.name, fact.value) for fact in body.facts]
    for name, value in said:
        if name:
            row = QRectF(right.left(), y, right.width(), _LINE)
            page_painter.text(painter, row, name, "small", role="text.secondary")
            page_painter.text(painter, row, value, "small", weight=600, align="right")
            page_painter.line(painter, row.bottomLeft(), row.bottomRight(), role="line.subtle")
            y += _LINE + 1
    room = QRectF(right.left(), y + 10, right.width(), right.bottom() - y - 10)
    paint_hits(page_painter, painter, cell, room, 12)


def _paint_part(
    page_painter: PagePainter, painter: QPainter, cell: BodySheet, place: PartPlace, part: BodyPart
) -> None:
    with painting(painter):
        painter.setPen(pen(page_painter.theme.colour("line.divider"), 0.8))
        painter.drawLine(*place.leader)
    paint_wound_area(painter, page_painter.theme, place.path, part.level, lost=part.is_lost)
    if part.level and not part.is_lost:
        paint_badge(painter, page_painter.theme, place.anchor, part.level, part.letter)
    label = place.label
    name = QRectF(label.left(), label.top(), label.width(), _LINE)
    page_painter.text(painter, name, part.name, "body", weight=700)
    page_painter.text(painter, name, part.note, "small", role="text.muted", align="right")
    row = QRectF(label.left(), name.bottom(), label.width(), _LINE - 2)
    _paint_armour(page_painter, painter, cell, part, row)
    track = QRectF(label.left(), row.bottom() + 2, label.width(), _TRACK)
    below = QRectF(
        label.left(), track.bottom() + (12 if cell.body.levels else -12), label.width(), 13
    )
    _paint_track(page_painter, painter, cell, part.level, track)
    if part.text:
        page_painter.fitted(painter, below, part.text, "caption", role="text.secondary")


def _paint_armour(
    page_painter: PagePainter, painter: QPainter, cell: BodySheet, part: BodyPart, row: QRectF
) -> None:
    """Armour as boxes to cross where it is a number, else in words."""
    word = dict(cell.words).get("armour", "")
    if not part.armor.isdecimal() or not 0 < int(part.armor) <= MOST_BOXES:
        if part.armor or cell.body.levels:
            said = f"{word}  {part.armor or '–'}"
            page_painter.text(painter, row, said, "small", role="text.secondary")
        return
    page_painter.text(painter, row, word, "small", role="text.secondary")
    left = page_painter.width(word, "small") + 6
    corner = QPointF(row.left() + left, row.top() + 2)
    total, room = int(part.armor), row.width() - left
    factor = min(room / boxes_width(total), 1.0)
    with painting(painter):
        painter.translate(corner)
        painter.scale(factor, factor)
        page_painter.boxes(painter, QPointF(0, 0), total, 0, boxes_width(total))


def _paint_track(
    page_painter: PagePainter, painter: QPainter, cell: BodySheet, level: int, row: QRectF
) -> None:
    """A cell for each wound level, the present one filled, those below it passed; the thresholds stand underneath.

    Without levels there is a line to write on.
    """
    levels = [each for each in cell.body.levels if each.level]
    if not levels:
        page_painter.line(
            painter, row.bottomLeft() + QPointF(0, 8), row.bottomRight() + QPointF(0, 8)
        )
    for number, threshold in enumerate(levels):
        box = QRectF(row.left() + number * (_TRACK + _TRACK_GAP), row.top(), _TRACK, _TRACK - 3)
        if threshold.level == level:
            page_painter.wound(painter, box, level, threshold.text)
        else:
            page_painter.frame(painter, box, radius=3)
            role = "text.disabled" if threshold.level < level else "text.primary"
            page_painter.text(painter, box, threshold.text, "small", role=role, align="center")
        below = QRectF(box.left() - 4, box.bottom(), box.width() + 8, 12)
        value = str(threshold.value or "")
        page_painter.text(painter, below, value, "caption", role="text.muted", align="center")


def _paint_notes(
    page_painter: PagePainter, painter: QPainter, title: str, note: str, area: QRectF
) -> None:
    """What is noted of somebody, and lines to write more; fewer where something stands there already."""
    page_painter.text(
        painter, QRectF(area.left(), area.top(), 60, 16), title, "small", role="text.muted"
    )
    if note:
        left = page_painter.width(title, "small") + 8
        page_painter.fitted(painter, area.adjusted(left, 1, 0, -14), note, "small", middle=False)
    for number in range(1 if note else 0, 2):
        y = area.top() + 20 + number * 24
        page_painter.line(
            painter, QPointF(area.left(), y), QPointF(area.right(), y), role="line.divider"
        )
