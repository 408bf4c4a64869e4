"""A combatant as a body sheet: the figure as on the screen, wound tracks at each place, and the sheet beside it."""

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from encounter_gui.gui.body.body_layout import PartPlace, fit, lay_out
from encounter_gui.gui.body.body_paint import paint_badge
from encounter_gui.gui.printing.pages.body_sheet_lines import paint_hits, paint_sheet
from encounter_gui.gui.printing.pages.printer_pen import PagePainter, boxes_width
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.painting.body_figure import BodyFigure as Drawing
from encounter_gui.gui.theme.painting.wounds import paint_wound_area
from encounter_gui.reports.document import MOST_BOXES, BodySheet
from encounter_gui.rules.view import BodyPart, CombatantView

_HEAD = 34.0
_SHEET, _WIDE_SHEET = 0.35, 0.45
"""How much of the width the lines take; more where there is little to say about places."""
_LABEL, _SHORT_LABEL = QSizeF(136, 76), QSizeF(112, 56)
_TRACK, _TRACK_GAP = 18.0, 4.0
_FOOT = 56.0
_TWO = 280.0
"""From this width on lines may stand in two columns."""
_LINE = 16.0
_PAD = 12.0
_BODY = 0.56
_FULL = QSizeF(500, 680)
"""What a sheet that is higher than wide is laid out for; it is drawn larger or smaller to fill its place."""


def paint_figure(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, area: QRectF
) -> None:
    """Paints a body sheet into an area: sheet beside the figure, or below it where the area is higher than wide."""
    if area.width() > area.height():
        _paint_beside(page_painter, drawing, painter, cell, area)
        return
    factor = min(area.width() / _FULL.width(), area.height() / _FULL.height())
    with painting(painter):
        painter.translate(area.topLeft())
        painter.scale(factor, factor)
        whole = QRectF(0, 0, area.width() / factor, area.height() / factor)
        _paint_stacked(page_painter, drawing, painter, cell, whole)


def _paint_beside(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, area: QRectF
) -> None:
    page_painter.frame(painter, area, radius=4, width=1.2)
    head = QRectF(area.left(), area.top(), area.width(), _HEAD)
    _paint_head(page_painter, painter, cell.sheet, head, is_blank=cell.is_blank)
    share = _SHEET if cell.body.levels or not cell.body.parts else _WIDE_SHEET
    split = area.right() - max(area.width() * share, 190.0)
    top = QPointF(split, head.bottom())
    page_painter.line(painter, top, QPointF(split, area.bottom()), role="line.control")
    left = QRectF(area.left(), head.bottom(), split - area.left(), area.height() - _HEAD)
    _paint_body(page_painter, drawing, painter, cell, left)
    right = QRectF(split, head.bottom(), area.right() - split, area.height() - _HEAD)
    inner = right.adjusted(_PAD, 4, -_PAD, -8)
    layouts = ((inner,), _halves(inner)) if inner.width() >= _TWO else ((inner,),)
    paint_sheet(page_painter, painter, cell, layouts)


def _paint_stacked(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, area: QRectF
) -> None:
    page_painter.frame(painter, area, radius=4, width=1.2)
    head = QRectF(area.left(), area.top(), area.width(), _HEAD)
    _paint_head(page_painter, painter, cell.sheet, head, is_blank=cell.is_blank)
    split = head.bottom() + (area.height() - _HEAD) * _BODY
    start = QPointF(area.left(), split)
    page_painter.line(painter, start, QPointF(area.right(), split), role="line.control")
    body = QRectF(area.left(), head.bottom(), area.width(), split - head.bottom())
    _paint_body(page_painter, drawing, painter, cell, body)
    below = QRectF(area.left(), split, area.width(), area.bottom() - split)
    inner = below.adjusted(_PAD, 4, -_PAD, -8)
    paint_sheet(page_painter, painter, cell, (_halves(inner),))


def _halves(area: QRectF) -> tuple[QRectF, QRectF]:
    half = (area.width() - 2 * _PAD) / 2
    left = QRectF(area.left(), area.top(), half, area.height())
    return left, QRectF(area.right() - half, area.top(), half, area.height())


def _paint_head(
    page_painter: PagePainter,
    painter: QPainter,
    view: CombatantView,
    area: QRectF,
    *,
    is_blank: bool,
) -> None:
    page_painter.line(painter, area.bottomLeft(), area.bottomRight(), role="line.control")
    page_painter.side(painter, QPointF(area.left() + 18, area.center().y()), view.side)
    number = QRectF(area.right() - 34, area.center().y() - 10, 22, 20)
    page_painter.frame(painter, number, radius=4)
    page_painter.text(painter, number, str(view.number), "small", weight=700, align="center")
    wanted = page_painter.width(view.name, "title", 700) + 12
    x = number.left() - 10
    chips = () if is_blank else view.chips
    for place, chip in enumerate(chips):
        text = chip.words()
        width = page_painter.width(text, "small") + 14
        rest = f"+{len(chips) - place}"
        if x - width < area.left() + 32 + min(wanted, area.width() * 0.45) + 30:
            page_painter.text(
                painter, QRectF(x - 30, area.top(), 30, area.height()), rest, "small", align="right"
            )
            x -= 36
            break
        box = QRectF(x - width, area.center().y() - 9, width, 18)
        page_painter.frame(painter, box, radius=4)
        page_painter.text(painter, box, text, "small", align="center")
        x -= width + 6
    name = QRectF(area.left() + 32, area.top(), x - area.left() - 38, area.height())
    page_painter.fitted(painter, name, view.name, "title", weight=700)
    after = name.left() + wanted
    if after < name.right() - 20:
        beside = QRectF(after, area.top(), name.right() - after, area.height())
        page_painter.text(painter, beside, view.role, "small", role="text.muted")


# ------------------------------------------------------------------ the figure


def _paint_body(
    page_painter: PagePainter, drawing: Drawing, painter: QPainter, cell: BodySheet, area: QRectF
) -> None:
    foot = QRectF(area.left() + _PAD, area.bottom() - _FOOT, area.width() - 2 * _PAD, _FOOT)
    place = QRectF(area.left() + 2, area.top() + 8, area.width() - 4, area.height() - _FOOT - 8)
    if cell.body.parts:
        label = _LABEL if cell.body.levels else _SHORT_LABEL
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
    level = 0 if cell.is_blank else body.level
    for path in drawing.paths.values():
        paint_wound_area(painter, page_painter.theme, to_page.map(path), level)
    if level:
        anchor = drawing.anchors.get("torso") or drawing.view_box.center()
        paint_badge(painter, page_painter.theme, to_page.map(anchor), level, body.letter)
    right = QRectF(left.right(), area.top() + 4, area.right() - left.right() - _PAD, area.height())
    y = right.top()
    said = [("" if cell.is_blank else body.text, ""), (body.armor, "")]
    said += [] if cell.is_blank else [(fact.name, fact.value) for fact in body.facts]
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
    level = 0 if cell.is_blank else part.level
    with painting(painter):
        painter.setPen(pen(page_painter.theme.colour("line.divider"), 0.8))
        painter.drawLine(*place.leader)
    paint_wound_area(
        painter, page_painter.theme, place.path, level, lost=part.is_lost and not cell.is_blank
    )
    if level and not part.is_lost:
        paint_badge(painter, page_painter.theme, place.anchor, level, part.letter)
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
    _paint_track(page_painter, painter, cell, level, track)
    if not cell.is_blank and part.text:
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
