"""Words in small frames: condition chips, action capsules, tags and key caps."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from encounter_gui.gui.theme.canvas import centred, inset, paint_cached, painting, pen
from encounter_gui.gui.theme.icons import ICON_NAMES, Icons
from encounter_gui.gui.theme.painting.counters import Pip
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Chip, ChipKind

_PAD = 7.0
_GAP = 5.0
_CHIP_GAP = 4.0
_CAPSULE_GAP = 3.0
_CAPSULE_HEIGHT = 16.0
_CAPSULE_LOOK: dict[Pip, tuple[int, str]] = {
    "left": (700, "surface.dock"),
    "spent": (400, "text.muted"),
    "kept": (700, "text.primary"),
}
"""The weight and colour of a capsule's word."""


class Capsule(Struct, frozen=True, kw_only=True):
    """One named action: its word, and whether it is still to spend, spent, or kept for a reaction."""

    text: str
    state: Pip = "left"


def has_icon(chip: Chip) -> bool:
    """Returns whether a chip has an icon that this version knows; a ruleset may name another: its words still stand."""
    return chip.icon in ICON_NAMES


def chip_width(theme: Theme, chip: Chip) -> float:
    """Returns the width a chip takes; the icon's place is kept free even before icons are loaded."""
    width = 2 * _PAD + _words(theme, chip.text)
    if has_icon(chip):
        width += theme.icon_size("chip") + _GAP
    if chip.duration:
        width += 2 * _GAP + 1 + theme.fonts.width(chip.duration, "small")
    return float(round(width))


def paint_chip(
    painter: QPainter, theme: Theme, position: QPointF, chip: Chip, icons: Icons | None = None
) -> float:
    """Paints a chip with its top left corner at a position and returns its width."""
    rect = QRectF(position.x(), position.y(), chip_width(theme, chip), theme.size("chip"))
    shown = icons if icons is not None and icons.is_loaded else None
    words = f"{chip.kind}:{chip.text}:{chip.duration}:{chip.icon if shown else has_icon(chip)}"
    key = f"chip:{theme.digest}:{words}"
    paint_cached(painter, key, rect, lambda inner, at: _draw_chip(inner, theme, at, chip, shown))
    return rect.width()


def fit_chips(theme: Theme, chips: Sequence[Chip], width: float) -> tuple[tuple[Chip, ...], int]:
    """Returns the first chips that fit into a width, and how many do not; their order is that of the rules.

    When some do not fit, there is room left for the ``+n`` that ``paint_chips`` shows instead.
    """
    shown: list[Chip] = []
    used = 0.0
    for chip in chips:
        left = len(chips) - len(shown) - 1
        more = chip_width(theme, _more(left)) + _CHIP_GAP if left else 0.0
        taken = chip_width(theme, chip)
        if used + taken + more > width:
            break
        shown.append(chip)
        used += taken + _CHIP_GAP
    return tuple(shown), len(chips) - len(shown)


def paint_chips(
    painter: QPainter, theme: Theme, rect: QRectF, chips: Sequence[Chip], icons: Icons | None = None
) -> None:
    """Paints as many chips as fit from the left of a rectangle, then ``+n`` for the rest."""
    shown, hidden = fit_chips(theme, chips, rect.width())
    row = centred(rect, rect.width(), theme.size("chip"))
    x = row.left()
    for chip in (*shown, _more(hidden)) if hidden else shown:
        x += paint_chip(painter, theme, QPointF(x, row.top()), chip, icons) + _CHIP_GAP


def capsules_width(theme: Theme, capsules: Sequence[Capsule]) -> float:
    """Returns the width of a row of capsules."""
    gaps = _CAPSULE_GAP * max(0, len(capsules) - 1)
    return sum(_capsule_width(theme, capsule) for capsule in capsules) + gaps


def paint_capsules(
    painter: QPainter, theme: Theme, rect: QRectF, capsules: Sequence[Capsule]
) -> None:
    """Paints named actions from the left: filled while they can be taken, struck when spent, framed when kept."""
    x = rect.left()
    for capsule in capsules:
        width = _capsule_width(theme, capsule)
        box = centred(QRectF(x, rect.top(), width, rect.height()), width, _CAPSULE_HEIGHT)
        box.moveLeft(x)
        _paint_capsule(painter, theme, box, capsule)
        x += width + _CAPSULE_GAP


def tag_width(theme: Theme, text: str) -> float:
    """Returns the width of a tag such as ``2nd``."""
    return round(theme.fonts.width(text, "caption", weight=700)) + 8.0


def paint_tag(painter: QPainter, theme: Theme, position: QPointF, text: str) -> float:
    """Paints a small outlined word, 15 high, and returns its width."""
    box = QRectF(position.x(), position.y(), tag_width(theme, text), 15)
    with painting(painter):
        painter.setPen(pen(theme.colour("text.muted")))
        painter.drawRoundedRect(inset(box), 3, 3)
    painter.setFont(theme.font("caption", weight=700))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    return box.width()


def key_cap_width(theme: Theme, text: str) -> float:
    """Returns the width of a key cap; never narrower than it is high."""
    return max(16.0, round(theme.fonts.width(text, "key")) + 8.0)


def paint_key_cap(
    painter: QPainter, theme: Theme, position: QPointF, text: str, *, colour: QColor | None = None
) -> float:
    """Paints a key as a framed word, 16 high, and returns its width; ``colour`` for one on a yellow button."""
    box = QRectF(position.x(), position.y(), key_cap_width(theme, text), 16)
    with painting(painter):
        painter.setPen(pen(colour or theme.colour("line.divider")))
        painter.drawRoundedRect(inset(box), 3, 3)
    painter.setFont(theme.font("key"))
    painter.setPen(colour or theme.colour("text.secondary"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    return box.width()


def _draw_chip(
    painter: QPainter, theme: Theme, rect: QRectF, chip: Chip, icons: Icons | None
) -> None:
    with painting(painter):
        _paint_ground(painter, theme, rect, chip.kind)
    x = rect.left() + _PAD
    if has_icon(chip):
        side = theme.icon_size("chip")
        if icons is not None:
            box = centred(QRectF(x, rect.top(), side, rect.height()), side, side)
            icons.paint(painter, chip.icon, box, _ink(theme, chip.kind))
        x += side + _GAP
    _write(painter, theme, QPointF(x, rect.top()), chip.text, "text.primary", 500)
    if chip.duration:
        _paint_duration(painter, theme, rect, x + _words(theme, chip.text) + _GAP, chip)


def _paint_ground(painter: QPainter, theme: Theme, rect: QRectF, kind: ChipKind) -> None:
    radius = theme.radius("chip")
    if kind == "neutral":
        painter.setBrush(theme.colour("surface.raised"))
        painter.setPen(pen(theme.colour("line.divider")))
        painter.drawRoundedRect(inset(rect), radius, radius)
        return
    painter.setBrush(theme.colour(f"status.{kind}_fill"))
    if theme.framed:
        painter.setPen(pen(theme.colour(f"status.{kind}")))
        painter.drawRoundedRect(inset(rect), radius, radius)
    else:
        painter.drawRoundedRect(rect, radius, radius)


def _paint_duration(painter: QPainter, theme: Theme, rect: QRectF, x: float, chip: Chip) -> None:
    rule = QColor(_ink(theme, chip.kind))
    rule.setAlphaF(0.45)
    painter.fillRect(QRectF(round(x), rect.top() + 1, 1, rect.height() - 2), rule)
    place = QPointF(round(x) + 1 + _GAP, rect.top())
    _write(painter, theme, place, chip.duration, "text.secondary", 0)


def _write(painter: QPainter, theme: Theme, at: QPointF, text: str, role: str, weight: int) -> None:
    painter.setFont(theme.font("small", weight=weight))
    painter.setPen(theme.colour(role))
    width = theme.fonts.width(text, "small", weight=weight) + 2
    painter.drawText(
        QRectF(at.x(), at.y(), width, theme.size("chip")), Qt.AlignmentFlag.AlignVCenter, text
    )


def _paint_capsule(painter: QPainter, theme: Theme, box: QRectF, capsule: Capsule) -> None:
    radius = theme.radius("chip")
    with painting(painter):
        if capsule.state == "left":
            painter.setBrush(theme.colour("text.primary"))
            painter.drawRoundedRect(box, radius, radius)
        else:
            is_kept = capsule.state == "kept"
            painter.setPen(pen(theme.colour("text.primary" if is_kept else "line.control")))
            painter.drawRoundedRect(inset(box), radius, radius)
    weight, role = _CAPSULE_LOOK[capsule.state]
    painter.setFont(theme.font("caption", weight=weight, struck=capsule.state == "spent"))
    painter.setPen(theme.colour(role))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, capsule.text)


def _capsule_width(theme: Theme, capsule: Capsule) -> float:
    # As wide spent as unspent: spending an action must not move its neighbours.
    return round(theme.fonts.width(capsule.text, "caption", weight=700)) + 10.0


def _words(theme: Theme, text: str) -> float:
    return theme.fonts.width(text, "small", weight=500)


def _ink(theme: Theme, kind: ChipKind) -> QColor:
    return theme.colour("text.secondary" if kind == "neutral" else f"status.{kind}")


def _more(count: int) -> Chip:
    return Chip(text=f"+{count}")
