"""A combatant as a body sheet: the figure as on the screen, wound tracks at each place, and the sheet beside it."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from encounter_gui.gui.body.body_layout import PartPlace, fit, lay_out
from encounter_gui.gui.body.body_paint import paint_badge
from encounter_gui.gui.printing.ink import Ink, boxes_height
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.figure import Figure as Drawing
from encounter_gui.gui.theme.wounds import paint_wound_area, paint_wound_cell
from encounter_gui.reports.cells import chip_text, gauge_boxes
from encounter_gui.reports.document import MOST_BOXES, Boxes, Figure
from encounter_gui.rules.view import BodyPart, Fact, Section, Sheet

_HEAD = 34.0
_SHEET = 0.34
_LABEL = QSizeF(136, 56)
_TRACK = 19.0
_FOOT = 62.0
_LINE = 17.0
_PAD = 12.0
_ROW = 20.0


def paint_figure(ink: Ink, drawing: Drawing, painter: QPainter, cell: Figure, area: QRectF) -> None:
    """Paints a body sheet into an area."""
    ink.frame(painter, area, radius=4, width=1.2)
    head = QRectF(area.left(), area.top(), area.width(), _HEAD)
    _paint_head(ink, painter, cell.sheet, head, is_blank=cell.is_blank)
    split = area.right() - max(area.width() * _SHEET, 190.0)
    ink.line(
        painter, QPointF(split, head.bottom()), QPointF(split, area.bottom()), role="line.control"
    )
    left = QRectF(area.left(), head.bottom(), split - area.left(), area.height() - _HEAD)
    _paint_body(ink, drawing, painter, cell, left)
    right = QRectF(split, head.bottom(), area.right() - split, area.height() - _HEAD)
    _paint_sheet(ink, painter, cell, right)


def _paint_head(ink: Ink, painter: QPainter, sheet: Sheet, area: QRectF, *, is_blank: bool) -> None:
    ink.line(painter, area.bottomLeft(), area.bottomRight(), role="line.control")
    ink.side(painter, QPointF(area.left() + 18, area.center().y()), sheet.side)
    number = QRectF(area.right() - 32, area.center().y() - 10, 20, 20)
    ink.frame(painter, number, radius=4)
    ink.text(painter, number, str(sheet.number), "small", weight=700, align="center")
    x = number.left() - 10
    for chip in reversed(() if is_blank else sheet.chips):
        text = chip_text(chip)
        width = ink.width(text, "small") + 14
        if x - width < area.left() + area.width() * 0.45:
            break
        box = QRectF(x - width, area.center().y() - 9, width, 18)
        ink.frame(painter, box, radius=4)
        ink.text(painter, box, text, "small", align="center")
        x -= width + 6
    name = QRectF(area.left() + 32, area.top(), x - area.left() - 38, area.height())
    ink.text(painter, name, sheet.name, "title", weight=700)
    after = name.left() + ink.width(sheet.name, "title", 700) + 10
    if after < name.right() - 20:
        ink.text(
            painter,
            QRectF(after, area.top(), name.right() - after, area.height()),
            sheet.role,
            "small",
            role="text.muted",
        )


# ------------------------------------------------------------------ the figure


def _paint_body(ink: Ink, drawing: Drawing, painter: QPainter, cell: Figure, area: QRectF) -> None:
    foot = QRectF(area.left() + _PAD, area.bottom() - _FOOT, area.width() - 2 * _PAD, _FOOT)
    place = QRectF(area.left(), area.top() + 6, area.width(), area.height() - _FOOT - 6)
    body = cell.body
    if body.parts:
        layout = lay_out(drawing, body.parts, place, _LABEL)
        for part_place, part in zip(layout.places, body.parts, strict=False):
            _paint_part(ink, painter, cell, part_place, part)
    else:
        to_page = fit(drawing, place)
        level = 0 if cell.is_blank else body.level
        for path in drawing.paths.values():
            paint_wound_area(painter, ink.theme, to_page.map(path), level)
        if level:
            anchor = drawing.anchors.get("torso") or drawing.view_box.center()
            paint_badge(painter, ink.theme, to_page.map(anchor), level, body.letter)
    _paint_notes(ink, painter, foot)


def _paint_part(
    ink: Ink, painter: QPainter, cell: Figure, place: PartPlace, part: BodyPart
) -> None:
    level = 0 if cell.is_blank else part.level
    with painting(painter):
        painter.setPen(pen(ink.theme.colour("line.divider"), 0.8))
        painter.drawLine(*place.leader)
    paint_wound_area(painter, ink.theme, place.path, level, lost=part.is_lost and not cell.is_blank)
    if level and not part.is_lost:
        paint_badge(painter, ink.theme, place.anchor, level, part.letter)
    label = place.label
    name = QRectF(label.left(), label.top(), label.width(), _LINE)
    ink.text(painter, name, part.name, "row", weight=700)
    ink.text(painter, name, part.note, "small", role="text.muted", align="right")
    second = QRectF(label.left(), label.top() + _LINE, label.width(), _LINE - 2)
    said = " · ".join(text for text in (part.armor, "" if cell.is_blank else part.text) if text)
    ink.text(painter, second, said, "small", role="text.secondary")
    _paint_track(ink, painter, cell, part, label, level)


def _paint_track(
    ink: Ink, painter: QPainter, cell: Figure, part: BodyPart, label: QRectF, level: int
) -> None:
    """A cell for each wound level, the present one filled, those below it passed; the thresholds stand underneath."""
    levels = [each for each in cell.body.levels if each.level]
    for number, threshold in enumerate(levels):
        box = QRectF(
            label.left() + number * (_TRACK + 3), label.top() + 2 * _LINE, _TRACK, _TRACK - 3
        )
        if threshold.level == level:
            paint_wound_cell(painter, ink.theme, box, level)
        else:
            ink.frame(painter, box, radius=3)
            role = "text.disabled" if threshold.level < level else "text.primary"
            ink.text(painter, box, threshold.text, "small", role=role, align="center")
        below = QRectF(box.left() - 4, box.bottom(), box.width() + 8, 12)
        ink.text(
            painter, below, str(threshold.value or ""), "caption", role="text.muted", align="center"
        )
    if not levels and part.armor:
        return


def _paint_notes(ink: Ink, painter: QPainter, area: QRectF) -> None:
    for number in range(2):
        y = area.top() + 26 + number * 24
        ink.line(painter, QPointF(area.left(), y), QPointF(area.right(), y), role="line.divider")


# ------------------------------------------------------------------ the sheet


def _paint_sheet(ink: Ink, painter: QPainter, cell: Figure, area: QRectF) -> None:
    inner = area.adjusted(_PAD, 6, -_PAD, -6)
    y = inner.top()
    for section in cell.sheet.sections:
        if section.offers:
            continue
        height = _section_height(section, inner.width())
        if y + height > inner.bottom():
            break
        _paint_section(ink, painter, cell, section, QRectF(inner.left(), y, inner.width(), height))
        y += height
    _paint_hits(ink, painter, QRectF(inner.left(), y, inner.width(), inner.bottom() - y))


def _paint_hits(ink: Ink, painter: QPainter, area: QRectF) -> None:
    """What room is left is for writing."""
    lines = int((area.height() - 6) / 22)
    for number in range(lines):
        y = area.bottom() - number * 22
        ink.line(painter, QPointF(area.left(), y), QPointF(area.right(), y), role="line.divider")


def _gauges(section: Section) -> Iterator[tuple[str, Boxes]]:
    if section.slots is not None:
        slots = section.slots
        yield (
            slots.name,
            Boxes(
                total=slots.total, used=slots.total - slots.left, text=f"{slots.left}/{slots.total}"
            ),
        )
    for gauge in section.gauges:
        yield gauge.name, gauge_boxes(gauge)


def _rows(section: Section) -> Sequence[Fact]:
    return (*section.facts, *section.columns)


def _section_height(section: Section, width: float) -> float:
    height = _ROW if section.title else 0.0
    height += sum(_gauge_height(boxes, width) for _, boxes in _gauges(section))
    if section.stats:
        height += 36.0 * -(-len(section.stats) // 7)
    return height + 17.0 * len(_rows(section)) + 5


def _gauge_height(boxes: Boxes, width: float) -> float:
    return 18.0 + (boxes_height(boxes.total, width) + 4 if 0 < boxes.total <= MOST_BOXES else 0.0)


def _paint_section(
    ink: Ink, painter: QPainter, cell: Figure, section: Section, area: QRectF
) -> None:
    y = area.top()
    if section.title:
        row = QRectF(area.left(), y, area.width(), _ROW - 3)
        ink.text(painter, row, section.title, "row", weight=700)
        ink.text(painter, row, section.note, "small", role="text.muted", align="right")
        ink.line(painter, row.bottomLeft(), row.bottomRight())
        y += _ROW
    for name, boxes in _gauges(section):
        used = 0 if cell.is_blank else boxes.used
        row = QRectF(area.left(), y, area.width(), 18)
        ink.text(painter, row, name, "small", role="text.secondary")
        ink.text(
            painter,
            row,
            str(boxes.total) if cell.is_blank else boxes.text,
            "small",
            weight=700,
            align="right",
        )
        if 0 < boxes.total <= MOST_BOXES:
            ink.boxes(painter, QPointF(area.left(), y + 18), boxes.total, used, area.width())
        y += _gauge_height(boxes, area.width())
    if section.stats:
        y = _paint_stats(ink, painter, section.stats, QRectF(area.left(), y, area.width(), 36))
    for fact in _rows(section):
        row = QRectF(area.left(), y, area.width(), 17)
        ink.text(painter, row, fact.name, "small", role="text.secondary")
        value = " · ".join(part for part in (fact.value, fact.note) if part)
        room = QRectF(row.left() + area.width() * 0.35, y, area.width() * 0.65, 17)
        ink.text(painter, room, value, "small", weight=600, align="right")
        ink.line(painter, row.bottomLeft(), row.bottomRight(), role="line.subtle")
        y += 17


def _paint_stats(ink: Ink, painter: QPainter, stats: Sequence[Fact], row: QRectF) -> float:
    y = row.top()
    for start in range(0, len(stats), 7):
        those = stats[start : start + 7]
        width = row.width() / len(those)
        for place, fact in enumerate(those):
            left = row.left() + place * width
            ink.text(
                painter,
                QRectF(left, y, width, 15),
                fact.name,
                "caption",
                role="text.muted",
                align="center",
            )
            ink.text(
                painter,
                QRectF(left, y + 14, width, 18),
                fact.value,
                "row",
                weight=700,
                align="center",
            )
        y += 36
    return y
