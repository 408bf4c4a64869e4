"""One slot of the timeline, by how it stands; separators open the next part or round."""

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.theme import marks
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.timeline.slot_model import Index, SlotModel
from encounter_gui.rules.view import TimelineSlot

GAP = 4
NOTCH = 5
_SHAPE = 10.0
_CHECK = 14.0
_PADDING = 7.0
_SHAPE_GAP = 6.0
_SEPARATOR_PADDING = 9.0
_State = QStyle.StateFlag
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class SlotDelegate(QStyledItemDelegate):
    """Paints slots of one size; below them there is room for the notch of those who act now."""

    def __init__(self, icons: Icons, model: SlotModel, parent: QObject | None = None) -> None:
        """Takes icons with the theme, and the slots."""
        super().__init__(parent)
        self._icons = icons
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self._icons.theme
        size = theme.extent("slot")
        slot = self._model.slot_at(index.row())
        width = size.width() if slot.who is not None else self._separator_width(slot)
        return QSize(round(width) + GAP, round(size.height()) + NOTCH)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, slot = self._icons.theme, self._model.slot_at(index.row())
        box = QRectF(option.rect).adjusted(0, 0, -GAP, -NOTCH)
        if slot.who is None:
            self._paint_separator(painter, box, slot)
            return
        is_pointed = bool(option.state & _State.State_MouseOver)
        self._paint_ground(painter, box, slot, is_pointed=is_pointed)
        self._paint_words(painter, box, slot)
        if option.state & _State.State_Selected and slot.look != "now":
            line = QRectF(box.left() + 3, box.bottom() - 2, box.width() - 6, 2)
            painter.fillRect(line, theme.colour("accent.interactive"))
        if option.state & _State.State_HasFocus:
            marks.paint_focus(painter, theme, box, radius=theme.radius("control"))

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
        metrics = theme.metrics("body", weight=weight)
        text = slot.text
        if theme.fonts.width(text, "body", weight=weight) > room.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room.width())
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
        painter.setFont(theme.font("small", weight=700))
        painter.setPen(theme.colour("text.primary"))
        upper = QRectF(room.left(), room.top(), room.width(), half if second else room.height())
        painter.drawText(upper, _LEFT, first)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(QRectF(room.left(), room.top() + half, room.width(), half), _LEFT, second)


def _lines(slot: TimelineSlot) -> tuple[str, str]:
    """A separator in two lines; without a note its last word stands below."""
    if slot.note or " " not in slot.text:
        return slot.text, slot.note
    first, _, last = slot.text.rpartition(" ")
    return (first, last) if not last.isdigit() else (slot.text, "")
