"""The label of a body location: wound and name, below them key, armour, how it is hit, and chances or effects."""

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from encounter_gui.gui.body.body_layout import PartPlace
from encounter_gui.gui.body.level_cell import paint_level_cell
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import Run, key_cap_width, paint_key_cap
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import BodyPart

_GAP = 6.0
_SHIELD, _SHIELD_GAP = 12.0, 3.0
_DROP = 10.0
_SECOND, _THIRD, _LINE = 20.0, 37.0, 16.0
_Flag = Qt.AlignmentFlag


class LabelLines(Struct, frozen=True, kw_only=True):
    """What stands in a label besides its name: the key cap, then ``armor`` behind a shield, then ``note``; ``third``.

    ``has_cell``: a wound cell stands before the name. ``has_chances``: note and third line are chances of the bench.
    """

    has_cell: bool
    cap: str = ""
    armor: str = ""
    note: str = ""
    third: str = ""
    has_chances: bool = False


def paint_label(
    painter: QPainter, icons: Icons, place: PartPlace, part: BodyPart, lines: LabelLines
) -> None:
    """Paints a label, aligned to its side of the panel."""
    _paint_name(painter, icons.theme, place, part, has_cell=lines.has_cell)
    _paint_second(painter, icons, place, lines)
    if lines.third:
        box = QRectF(place.label.left(), place.label.top() + _THIRD, place.label.width(), _LINE)
        role = "text.primary" if lines.has_chances else "status.warn"
        third = Run(text=lines.third, role=role)
        _write(painter, icons.theme, box, third, is_right=place.is_right)


def drop_path(box: QRectF) -> QPainterPath:
    """Returns a drop that fills a square."""
    x, y, side = box.center().x(), box.top(), box.height()
    path = QPainterPath(QPointF(x, y))
    path.cubicTo(
        x + side * 0.1,
        y + side * 0.25,
        x + side * 0.38,
        y + side * 0.42,
        x + side * 0.38,
        y + side * 0.64,
    )
    path.cubicTo(x + side * 0.38, y + side * 0.86, x + side * 0.2, y + side, x, y + side)
    path.cubicTo(
        x - side * 0.2, y + side, x - side * 0.38, y + side * 0.86, x - side * 0.38, y + side * 0.64
    )
    path.cubicTo(x - side * 0.38, y + side * 0.42, x - side * 0.1, y + side * 0.25, x, y)
    return path  # fmt: skip


def _paint_name(
    painter: QPainter, theme: Theme, place: PartPlace, part: BodyPart, *, has_cell: bool
) -> None:
    box, size = place.label, theme.extent("wound_cell")
    line = QRectF(box.left(), box.top(), box.width(), size.height())
    if has_cell:
        cell = QRectF(box.topLeft(), size)
        if place.is_right:
            cell.moveRight(box.right())
        paint_level_cell(painter, theme, cell, part.level, part.letter)
        line = _after(line, size.width() + _GAP, is_right=place.is_right)
    if part.is_bleeding:
        x = line.right() - _DROP if place.is_right else line.left()
        drop = QRectF(x, line.center().y() - _DROP / 2, _DROP, _DROP)
        painter.fillPath(drop_path(drop), theme.colour("status.danger"))
        line = _after(line, _DROP + 2, is_right=place.is_right)
    role = "status.danger" if part.is_lost else "text.primary"
    words = part.name
    if theme.fonts.width(words, "body", weight=600) > line.width():
        words = _shortened(words)
    name = Run(text=words, role=role, weight=600)
    _write(painter, theme, line, name, is_right=place.is_right, font="body")


def _shortened(name: str) -> str:
    """Returns ``R arm`` for ``Right arm``; a name of one word as it is."""
    first, space, rest = name.partition(" ")
    return f"{first[0]} {rest}" if space else name


def _paint_second(painter: QPainter, icons: Icons, place: PartPlace, lines: LabelLines) -> None:
    theme, is_right = icons.theme, place.is_right
    line = QRectF(place.label.left(), place.label.top() + _SECOND, place.label.width(), _LINE)
    widths = _widths(theme, lines, line.width())
    x = line.right() - sum(widths) if is_right else line.left()
    cap, armor, note = widths
    if cap:
        paint_key_cap(painter, theme, QPointF(round(x), round(line.top())), lines.cap)
    x += cap
    if lines.armor:
        gap = _GAP if cap else 0.0
        shield = QRectF(round(x + gap), line.top() + 2, _SHIELD, _SHIELD)
        icons.paint(painter, "cover", shield, theme.colour("text.muted"))
        text = QRectF(shield.right() + _SHIELD_GAP, line.top(), armor, _LINE)
        _write(painter, theme, text, Run(text=lines.armor, role="text.secondary"))
    x += armor
    if lines.note:
        gap = _GAP if cap or armor else 0.0
        role = "text.primary" if lines.has_chances else "text.muted"
        text = QRectF(x + gap, line.top(), note - gap + 1, _LINE)
        _write(painter, theme, text, Run(text=lines.note, role=role))


def _widths(theme: Theme, lines: LabelLines, room: float) -> tuple[float, float, float]:
    """The widths of cap, armour and note, their gaps included; what has no room any more gives way, the cap first."""
    cap = key_cap_width(theme, lines.cap) if lines.cap else 0.0
    if cap:
        without = _widths(theme, replace(lines, cap=""), 10 * room)
        cap = cap if cap + _GAP + sum(without) <= room else 0.0
    armor = 0.0
    if lines.armor:
        armor = _SHIELD + _SHIELD_GAP + theme.fonts.width(lines.armor, "small") + 1
        armor += _GAP if cap else 0.0
        armor = min(armor, room - cap)
    note = 0.0
    if lines.note:
        note = theme.fonts.width(lines.note, "small") + 1 + (_GAP if cap or armor else 0.0)
        note = max(0.0, min(note, room - cap - armor))
    return cap, armor, note


def _after(line: QRectF, width: float, *, is_right: bool) -> QRectF:
    """What is left of a line behind something at its outer end."""
    return line.adjusted(0, 0, -width, 0) if is_right else line.adjusted(width, 0, 0, 0)


def _write(
    painter: QPainter,
    theme: Theme,
    line: QRectF,
    run: Run,
    *,
    is_right: bool = False,
    font: str = "small",
) -> None:
    shown = theme.elided(run.text, font, line.width() + 1, weight=run.weight)
    painter.setFont(theme.font(font, weight=run.weight))
    painter.setPen(theme.colour(run.role))
    side = _Flag.AlignRight if is_right else _Flag.AlignLeft
    painter.drawText(line.adjusted(0, 0, 0 if is_right else 2, 0), side | _Flag.AlignVCenter, shown)
