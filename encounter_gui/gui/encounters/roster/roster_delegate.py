"""A line of the roster: shape, name, what is special about it in muted words, and how many at the right."""

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.plan.plan_view import Line
from encounter_gui.gui.encounters.roster.roster_model import Index, RosterModel
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks

_PADDING = 11.0
_SIGN = 11.0
_GAP = 8.0
_COUNT = 34.0
_State = QStyle.StateFlag
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RosterDelegate(QStyledItemDelegate):
    """Paints rows of one height."""

    def __init__(
        self, icons: Icons, model: RosterModel, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes icons with the theme, the lines, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._model = model
        self._texts = texts

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, round(self._icons.theme.size("row_list")))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line, rect = self._model.lines[index.row()], QRectF(option.rect)
        self._paint_ground(painter, option, rect)
        room = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        self._paint_sign(painter, room, line)
        room.adjust(_SIGN + _GAP, 0, 0, 0)
        if line.kind != "wave":
            room.setRight(room.right() - self._paint_count(painter, room, line))
        name = self._name_width(line)
        note = self._note(line)
        if line.kind == "wave":
            self._paint_name(painter, room, line)
            rest = room.adjusted(min(name, room.width() * 0.45) + _GAP, 0, 0, 0)
            self._paint_note(painter, rest, note, _LEFT)
            return
        taken = self._paint_note(painter, room, note, _RIGHT, room.width() - name - _GAP)
        self._paint_name(painter, room.adjusted(0, 0, -taken, 0), line)

    # ---- parts

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF) -> None:
        theme = self._icons.theme
        is_selected = bool(option.state & _State.State_Selected)
        if is_selected:
            painter.fillRect(rect, theme.colour("surface.row_selected"))
        elif option.state & _State.State_MouseOver:
            painter.fillRect(rect, theme.colour("surface.row_hover"))
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("accent.interactive" if is_selected else "line.subtle"))
        if is_selected:
            top = QRectF(rect.left(), rect.top(), rect.width(), 1)
            painter.fillRect(top, theme.colour("accent.interactive"))
        if option.state & _State.State_HasFocus:
            marks.paint_focus(painter, theme, rect, radius=theme.radius("chip"))

    def _paint_sign(self, painter: QPainter, room: QRectF, line: Line) -> None:
        theme = self._icons.theme
        box = centred(QRectF(room.left(), room.top(), _SIGN, room.height()), _SIGN, _SIGN)
        if line.kind == "wave":
            icon = "check" if line.is_done else "waves"
            larger = box.adjusted(-2, -2, 2, 2)
            self._icons.paint(painter, icon, larger, theme.colour("text.secondary"))
        elif line.side is not None:
            marks.paint_faction(painter, theme, box, line.side, hollow=line.is_missing)
        if line.is_different:
            centre = box.center()
            centre.setX(box.left() - 6)
            marks.paint_changed(painter, theme, centre)

    def _paint_count(self, painter: QPainter, room: QRectF, line: Line) -> float:
        theme = self._icons.theme
        painter.setFont(theme.font("row", weight=700))
        painter.setPen(theme.colour("text.primary"))
        width = max(_COUNT, theme.fonts.width(line.count, "row", weight=700) + _GAP)
        painter.drawText(room, _RIGHT, line.count)
        return width

    def _paint_name(self, painter: QPainter, room: QRectF, line: Line) -> None:
        theme = self._icons.theme
        middle = Qt.TextElideMode.ElideMiddle
        name = theme.elided(line.name, "row", room.width(), mode=middle)
        painter.setFont(theme.font("row", italic=line.is_hidden, struck=line.is_missing))
        is_quiet = line.is_missing or line.is_done
        painter.setPen(theme.colour("text.muted" if is_quiet else "text.primary"))
        painter.drawText(room, _LEFT, name)

    def _paint_note(
        self,
        painter: QPainter,
        room: QRectF,
        note: str,
        align: Qt.AlignmentFlag,
        most: float | None = None,
    ) -> float:
        """Returns the width it takes."""
        theme = self._icons.theme
        width = room.width() if most is None else most
        if not note or width < 2 * _GAP:
            return 0.0
        text = theme.elided(note, "small", width)
        marks.paint_text(painter, theme, room, text, "small", "text.muted", align)
        return theme.fonts.width(text, "small") + _GAP

    def _name_width(self, line: Line) -> float:
        return self._icons.theme.fonts.width(line.name, "row") + 1

    def _note(self, line: Line) -> str:
        text_of = self._texts.text_of
        if line.kind == "party":
            return text_of("gui.encounters.party_word")
        parts = [line.note]
        parts += [text_of("gui.encounters.present")] if line.kind == "present" else []
        parts += [text_of("gui.encounters.hidden")] if line.is_hidden else []
        parts += [text_of("gui.encounters.missing")] if line.is_missing else []
        return " · ".join(part for part in parts if part)
