"""One slot of the timeline, by how it stands; separators open the next part or round."""

from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.pictures import Pictures
from encounter_gui.gui.timeline import slot_members
from encounter_gui.gui.timeline.slot_model import Index, SlotModel
from encounter_gui.rules.view import TimelineSlot

GAP = 4
NOTCH = 5
_SHAPE = 10.0
_CHECK = 14.0
_PADDING = 7.0
_SHAPE_GAP = 6.0
_SEPARATOR_PADDING = 9.0
_LONGEST_WORDS = 150.0
_State = QStyle.StateFlag
_SEEN = (_State.State_Selected | _State.State_MouseOver | _State.State_HasFocus).value
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Pointed(Struct, kw_only=True, eq=False):
    """Whom the strip points at, shared with its delegate: the combatant that is selected in the window."""

    selected: CombatantId | None = None


class SlotDelegate(QStyledItemDelegate):
    """Paints slots, those of several people wider; below them there is room for the notch of those who act now."""

    def __init__(
        self, icons: Icons, model: SlotModel, pointed: Pointed, parent: QObject | None = None
    ) -> None:
        """Takes icons with the theme, the slots, and whom the strip points at."""
        super().__init__(parent)
        self._icons = icons
        self._model = model
        self._pointed = pointed
        self.pictures = Pictures()
        self._plain: QSize | None = None

    def forget(self) -> None:
        """Paints and measures all slots anew: colours, fonts or icons are others now."""
        self.pictures.clear()
        self._plain = None

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        slot = self._model.slot_at(index.row())
        if self._plain is None:
            size = self._icons.theme.extent("slot")
            self._plain = QSize(round(size.width()) + GAP, round(size.height()) + NOTCH)
        if not slot.is_separator and not slot.members:
            return self._plain  # nearly all of them, and a fight of a thousand has two thousand
        return QSize(round(self._width(slot)) + GAP, self._plain.height())

    def widths(self) -> dict[int, float]:
        """Returns the widths of those slots that are not as wide as all the others, by place."""
        return {place: self._width(slot) for place, slot in self._model.uneven()}

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        slot = self._model.slot_at(index.row())
        pointed = (self._pointed.selected, self._model.walked) if slot.members else ()
        key = (slot, option.state.value & _SEEN, pointed)
        self.pictures.paint(painter, key, option.rect, partial(self._paint_slot, option, slot))

    def _paint_slot(
        self, option: QStyleOptionViewItem, slot: TimelineSlot, painter: QPainter
    ) -> None:
        theme = self._icons.theme
        painter.fillRect(option.rect, theme.colour("surface.dock"))
        box = QRectF(option.rect).adjusted(0, 0, -GAP, -NOTCH)
        if slot.is_separator:
            self._paint_separator(painter, box, slot)
            return
        is_pointed = bool(option.state & _State.State_MouseOver)
        self._paint_ground(painter, box, slot, is_pointed=is_pointed)
        room = self._paint_members(painter, box, slot) if slot.members else box
        self._paint_words(painter, room, slot)
        # Inside a slot of several, the line stands under the one that is selected.
        is_marked = bool(option.state & _State.State_Selected) and not slot.members
        if is_marked and slot.look != "now":
            line = QRectF(box.left() + 3, box.bottom() - 2, box.width() - 6, 2)
            painter.fillRect(line, theme.colour("accent.interactive"))
        if option.state & _State.State_HasFocus:
            marks.paint_focus(painter, theme, box, radius=theme.radius("control"))

    def members_of(self, place: int, rect: QRectF) -> slot_members.LaidMembers:
        """Returns where the members of a slot stand, given where the slot does."""
        return self._lay_out(rect, self._model.slot_at(place))

    def _lay_out(self, box: QRectF, slot: TimelineSlot) -> slot_members.LaidMembers:
        wanted = (self._pointed.selected, self._model.walked)
        return slot_members.lay_out(self._icons.theme, box, slot, wanted=wanted)

    def _paint_members(self, painter: QPainter, box: QRectF, slot: TimelineSlot) -> QRectF:
        """Paints members and note and returns what is left for the words."""
        laid = self._lay_out(box, slot)
        slot_members.paint_members(
            painter,
            self._icons.theme,
            laid,
            slot,
            selected=self._pointed.selected,
            walked=self._model.walked,
        )
        return QRectF(box.topLeft(), QPointF(laid.left + _PADDING, box.bottom()))

    def _width(self, slot: TimelineSlot) -> float:
        """Returns the width of a separator, or of a slot of several."""
        theme = self._icons.theme
        one = theme.extent("slot").width()
        if slot.is_separator:
            return self._separator_width(slot)
        words = min(theme.fonts.width(slot.text, "body", weight=700) + 1, _LONGEST_WORDS)
        wanted = _PADDING + _SHAPE + _SHAPE_GAP + words + slot_members.width(theme, slot)
        # At least as wide as two slots with the gap between them.
        return max(2 * one + GAP, wanted)

    def _paint_ground(
        self, painter: QPainter, box: QRectF, slot: TimelineSlot, *, is_pointed: bool
    ) -> None:
        theme, radius = self._icons.theme, self._icons.theme.radius("control")
        with painting(painter):
            if slot.look == "now":
                painter.setPen(pen(theme.colour("accent.now_edge")))
                painter.setBrush(theme.colour("accent.now"))
                painter.drawRoundedRect(inset(box), radius, radius)
                self._paint_notch(painter, box)
                return
            if slot.look == "next" or is_pointed:
                painter.setBrush(
                    theme.colour("surface.raised_hover" if is_pointed else "surface.raised")
                )
            if slot.look == "later":
                painter.setPen(pen(theme.colour("line.subtle")))
            painter.drawRoundedRect(inset(box), radius, radius)

    def _paint_notch(self, painter: QPainter, box: QRectF) -> None:
        x, top = round(box.center().x()), box.bottom()
        corners = [QPointF(x - 6, top), QPointF(x + 6, top), QPointF(x, top + NOTCH)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._icons.theme.colour("accent.now_edge"))
        painter.drawPolygon(QPolygonF(corners))

    def _paint_words(self, painter: QPainter, box: QRectF, slot: TimelineSlot) -> None:
        theme = self._icons.theme
        self._paint_sign(painter, box, slot)
        room = box.adjusted(_PADDING + _SHAPE + _SHAPE_GAP, 0, -_PADDING + 2, 0)
        weight = 700 if slot.look == "now" else 500
        text = slot.text
        if theme.fonts.width(text, "body", weight=weight) > room.width():
            text = slot.short or text
        if theme.fonts.width(text, "body", weight=weight) > room.width():
            middle = Qt.TextElideMode.ElideMiddle
            text = theme.elided(text, "body", room.width(), weight=weight, mode=middle)
        painter.setFont(theme.font("body", weight=weight, struck=slot.look == "out"))
        painter.setPen(self._ink(slot))
        painter.drawText(room, _LEFT, text)

    def _paint_sign(self, painter: QPainter, box: QRectF, slot: TimelineSlot) -> None:
        theme = self._icons.theme
        room = QRectF(box.left() + _PADDING, box.top(), _SHAPE, box.height())
        icon = {"done": "check", "out": "skull"}.get(slot.look, "")
        if icon:
            self._icons.paint(
                painter, icon, centred(room, _CHECK, _CHECK), theme.colour("text.muted")
            )
        elif slot.side is not None:
            ink = theme.colour("text.on_now") if slot.look == "now" else None
            marks.paint_faction(
                painter, theme, centred(room, _SHAPE, _SHAPE), slot.side, colour=ink
            )

    def _ink(self, slot: TimelineSlot) -> QColor:
        roles = {
            "now": "text.on_now",
            "done": "text.muted",
            "out": "text.muted",
            "next": "text.primary",
        }
        return self._icons.theme.colour(roles.get(slot.look, "text.primary"))

    def _separator_width(self, slot: TimelineSlot) -> float:
        widths = self._icons.theme.fonts.width
        first, second = _lines(slot)
        words = max(widths(first, "small", weight=700), widths(second, "small"))
        return max(44.0, words + _SEPARATOR_PADDING + 8)

    def _paint_separator(self, painter: QPainter, box: QRectF, slot: TimelineSlot) -> None:
        theme = self._icons.theme
        first, second = _lines(slot)
        painter.fillRect(
            QRectF(box.left() + 1, box.top(), 1.5, box.height()), theme.colour("line.control")
        )
        room = box.adjusted(_SEPARATOR_PADDING, 0, 8, 0)
        half = room.height() / 2
        upper = QRectF(room.left(), room.top(), room.width(), half if second else room.height())
        marks.paint_text(painter, theme, upper, first, "small", "text.primary", weight=700)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(QRectF(room.left(), room.top() + half, room.width(), half), _LEFT, second)


def _lines(slot: TimelineSlot) -> tuple[str, str]:
    """A separator in two lines; without a note its last word stands below."""
    if slot.note or " " not in slot.text:
        return slot.text, slot.note
    first, _, last = slot.text.rpartition(" ")
    return (first, last) if not last.isdecimal() else (slot.text, "")
