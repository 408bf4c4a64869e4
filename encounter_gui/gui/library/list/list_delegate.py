"""A line of the library: shape, name, copies in the fight, and what it is a variant of."""

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.library.list.list_lines import CreatureLine, CustomEntryLine, HeadingLine
from encounter_gui.gui.library.list.list_model import Index, LibraryListModel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks

_PADDING, _SHAPE, _GAP = 12.0, 11.0, 9.0
_ICON = 12.0
_THING = 14.0
_LEAST_NOTE = 24.0
_NOTE_SHARE = 0.3
_SHIPPED_SHARE = 0.45
_State = QStyle.StateFlag
_Align = Qt.AlignmentFlag


class LibraryListDelegate(QStyledItemDelegate):
    """Paints headings and creatures, all of one height."""

    def __init__(
        self, icons: Icons, model: LibraryListModel, parent: QObject | None = None
    ) -> None:
        """Takes icons with the theme, and the lines."""
        super().__init__(parent)
        self._icons = icons
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self._icons.theme
        least = round(theme.metrics("row").height()) + 8
        return QSize(160, max(round(theme.size("row_list")), least))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line, rect = self._model.line_at(index.row()), QRectF(option.rect)
        if isinstance(line, HeadingLine):
            self._paint_heading(painter, rect, line)
        elif line is not None:
            self._paint_ground(painter, option, rect)
            if isinstance(line, CustomEntryLine):
                self._paint_thing(painter, rect, line)
            else:
                self._paint_creature(painter, rect, line)
        if option.state & _State.State_HasFocus:
            marks.paint_focus(painter, self._icons.theme, rect)

    def _paint_heading(self, painter: QPainter, rect: QRectF, line: HeadingLine) -> None:
        theme = self._icons.theme
        painter.fillRect(rect, theme.colour("surface.row_alt"))
        painter.fillRect(
            QRectF(rect.left(), rect.top(), rect.width(), 1), theme.colour("line.subtle")
        )
        room = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        caret = "caret_down" if line.is_open else "caret_right"
        box = QRectF(room.left(), room.center().y() - _ICON / 2, _ICON, _ICON)
        self._icons.paint(painter, caret, box, theme.colour("text.muted"))
        count = str(line.count)
        write(painter, theme, room, count, font="small", role="text.muted", align=_Align.AlignRight)
        room.adjust(_ICON + 7, 0, -theme.fonts.width(count, "small") - 8, 0)
        if line.icon:
            box.moveLeft(room.left())
            self._icons.paint(painter, line.icon, box, theme.colour("text.muted"))
            room.adjust(_ICON + 6, 0, 0, 0)
        role = "text.muted" if line.icon else "text.secondary"
        write(painter, theme, room, line.title, font="small", weight=600, role=role)
        taken = theme.fonts.width(line.title, "small", weight=600) + 16
        shipped = self._model.shipped_text
        # Said beside every heading or beside none: in a narrow dock the icon says it.
        note = theme.fonts.width(shipped, "small")
        if line.icon and note < min(room.width() - taken, room.width() * _SHIPPED_SHARE):
            role, side = "text.muted", _Align.AlignRight
            write(painter, theme, room, shipped, font="small", role=role, align=side)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF) -> None:
        theme = self._icons.theme
        if option.state & _State.State_Selected:
            painter.fillRect(rect, theme.colour("surface.row_selected"))
            for y in (rect.top(), rect.bottom() - 1):
                painter.fillRect(
                    QRectF(rect.left(), y, rect.width(), 1), theme.colour("accent.interactive")
                )
        elif option.state & _State.State_MouseOver:
            painter.fillRect(rect, theme.colour("surface.row_hover"))

    def _paint_thing(self, painter: QPainter, rect: QRectF, line: CustomEntryLine) -> None:
        theme = self._icons.theme
        room = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        box = QRectF(room.left(), room.center().y() - _THING / 2, _THING, _THING)
        self._icons.paint(painter, line.icon, box, theme.colour(line.role))
        room.adjust(_THING + _GAP, 0, 0, 0)
        wanted = theme.fonts.width(line.name, "row")
        name = QRectF(room.left(), room.top(), min(wanted + 1, room.width()), room.height())
        note = theme.fonts.width(line.note, "small")
        if not line.is_prose:  # numbers keep their room, names are cut
            name.setWidth(min(name.width(), max(room.width() - note - _GAP, room.width() * 0.4)))
        shown = theme.elided(line.name, "row", name.width(), mode=Qt.TextElideMode.ElideMiddle)
        write(painter, theme, name, shown, font="row", role="text.primary")
        rest = QRectF(name.right() + _GAP, room.top(), 0, room.height())
        rest.setRight(room.right() + 1)
        side = _Align.AlignLeft if line.is_prose else _Align.AlignRight
        if rest.width() > _LEAST_NOTE:
            write(painter, theme, rest, line.note, font="small", role="text.muted", align=side)

    def _paint_creature(self, painter: QPainter, rect: QRectF, line: CreatureLine) -> None:
        theme = self._icons.theme
        room = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        corner = QPointF(room.left(), room.center().y() - _SHAPE / 2)
        shape = QRectF(corner, QSize(int(_SHAPE), int(_SHAPE)).toSizeF())
        marks.paint_faction(painter, theme, shape, line.side)
        room.adjust(_SHAPE + _GAP, 0, 0, 0)
        wanted = theme.fonts.width(line.name, "row") + _GAP
        left = max(room.width() - wanted, room.width() * _NOTE_SHARE)
        width = min(theme.fonts.width(line.note, "small"), left)
        note = QRectF(room.right() - width, room.top(), width + 1, room.height())
        write(
            painter,
            theme,
            note,
            line.note,
            font="small",
            role="text.muted",
            align=_Align.AlignRight,
        )
        room.setRight(note.left() - 8 if line.note else room.right())
        self._paint_name(painter, room, line)

    def _paint_name(self, painter: QPainter, room: QRectF, line: CreatureLine) -> None:
        theme = self._icons.theme
        copies = self._model.copies_text(line.copies) if line.copies else ""
        taken = theme.fonts.width(copies, "small") + 8 if copies else 0.0
        width = theme.fonts.width(line.name, "row")
        name = QRectF(room.left(), room.top(), min(width + 1, room.width() - taken), room.height())
        shown = theme.elided(line.name, "row", name.width(), mode=Qt.TextElideMode.ElideMiddle)
        marks.paint_text(painter, theme, name, shown, "row", "text.primary")
        after = QRectF(name.right() + 8, room.top(), taken, room.height())
        write(painter, theme, after, copies, font="small", role="text.muted")
