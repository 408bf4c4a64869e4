"""The members of a slot that stands for several: one small shape each, where it is and how it stands."""

from collections.abc import Collection

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Member, TimelineSlot

MOST = 10
"""So many shapes are drawn; more fold into ``+n``."""
_SHAPE = 10.0
_STEP = 15.0
_GAP = 8.0
_RIGHT = 8.0
_PRESSING = {"now": 0, "free": 1, "spent": 2, "out": 3}


class LaidMembers(Struct, frozen=True, kw_only=True):
    """Where the right part of a slot stands: shapes with their hit areas, how many have none, and the note.

    ``left`` is where the room for the words ends.
    """

    shown: tuple[tuple[Member, QRectF], ...]
    more: QRectF
    hidden: int
    note: QRectF
    left: float


def lay_out(
    theme: Theme, box: QRectF, slot: TimelineSlot, *, wanted: Collection[CombatantId | None] = ()
) -> LaidMembers:
    """Returns the places of members, from the right edge of a slot leftward; ``wanted`` ones have one in any case."""
    shown = shown_members(slot.members, wanted)
    hidden = len(slot.members) - len(shown)
    note = _note_width(theme, slot)
    note_box = QRectF(box.right() - _RIGHT - note, box.top(), note, box.height())
    right = note_box.left() - (_GAP if note else 0)
    more = theme.fonts.width(more_text(hidden), "caption") + 2 if hidden else 0.0
    more_box = QRectF(right - more, box.top(), more, box.height())
    first = more_box.left() - len(shown) * _STEP
    places = (
        QRectF(first + at * _STEP, box.top(), _STEP, box.height()) for at in range(len(shown))
    )
    return LaidMembers(
        shown=tuple(zip(shown, places, strict=True)),
        more=more_box,
        hidden=hidden,
        note=note_box,
        left=first - _GAP,
    )


def width(theme: Theme, slot: TimelineSlot) -> float:
    """Returns the room members and note take at the right of a slot, however they stand."""
    return -lay_out(theme, QRectF(), slot).left


def shown_members(
    members: tuple[Member, ...], wanted: Collection[CombatantId | None] = ()
) -> tuple[Member, ...]:
    """Returns the members that get a shape, in their order.

    If there are too many, those that are pointed at (``wanted``) come first, then those who may still act.
    """
    if len(members) <= MOST:
        return members

    def urgency(at: int) -> tuple[bool, int, int]:
        return members[at].who not in wanted, _PRESSING[members[at].state], at

    pressing = sorted(range(len(members)), key=urgency)
    return tuple(members[at] for at in sorted(pressing[:MOST]))


def more_text(hidden: int) -> str:
    """Returns how the members without a shape are counted."""
    return f"+{hidden}"


def paint_members(
    painter: QPainter,
    theme: Theme,
    laid: LaidMembers,
    slot: TimelineSlot,
    *,
    selected: CombatantId | None,
    walked: CombatantId | None,
) -> None:
    """Paints the shapes and the note; ``walked`` is the member that the keyboard is at."""
    is_now = slot.look == "now"
    # Where all who may act may do so at once, nobody needs a mark.
    has_others = any(member.state == "free" for member in slot.members)
    for member, place in laid.shown:
        ink = theme.colour("text.on_now") if is_now else None
        _paint_member(painter, theme, place, member, ink)
        if member.state == "now" and has_others:
            _paint_dot(painter, place, ink or theme.colour("text.primary"))
        line = theme.colour("text.on_now" if is_now else "accent.interactive")
        if member.who == selected:
            under = QRectF(place.left() + 2, place.bottom() - 4, place.width() - 4, 2)
            painter.fillRect(under, line)
        if member.who == walked:
            with painting(painter):
                painter.setPen(pen(line, 1.5))
                frame = centred(place, _STEP, place.height() - 8)
                painter.drawRoundedRect(inset(frame), theme.radius("chip"), theme.radius("chip"))
    role = "text.on_now" if is_now else "text.secondary"
    if laid.hidden:
        _write(painter, theme, laid.more, more_text(laid.hidden), "caption", role)
    if slot.note:
        weight = 700 if is_now else 0
        _write(painter, theme, laid.note, slot.note, "small", role, weight=weight)


def _paint_member(
    painter: QPainter, theme: Theme, place: QRectF, member: Member, ink: QColor | None
) -> None:
    """Paints a shape: filled while it may act, an outline when spent, struck when out."""
    box, state = centred(place, _SHAPE, _SHAPE), member.state
    is_out = state == "out"
    colour = ink or (theme.colour("text.muted") if is_out else None)
    is_hollow = state in ("spent", "out")
    marks.paint_faction(painter, theme, box, member.side, colour=colour, hollow=is_hollow)
    if is_out:
        with painting(painter):
            painter.setPen(pen(colour or theme.colour("text.muted"), 1.2))
            painter.drawLine(QLineF(box.bottomLeft(), box.topRight()))


def _paint_dot(painter: QPainter, place: QRectF, ink: QColor) -> None:
    """Marks who acts this moment, while others of the slot may still come."""
    with painting(painter):
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(place.center().x(), place.top() + 4.5), 1.8, 1.8)


def _write(
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    text: str,
    font: str,
    role: str,
    *,
    weight: int = 0,
) -> None:
    marks.paint_text(painter, theme, rect, text, font, role, marks.RIGHT, weight=weight)


def _note_width(theme: Theme, slot: TimelineSlot) -> float:
    # As wide as when it is bold: becoming NOW must not move its neighbours.
    return theme.fonts.width(slot.note, "small", weight=700) + 1 if slot.note else 0.0
