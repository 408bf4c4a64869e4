"""One line of the log: when, who, the sentence with what decides in bold, and the dice at the right."""

from collections.abc import Iterator, Set
from functools import partial

from PySide6.QtCore import QObject, QRect, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.core.ids import EntryId
from encounter_gui.gui.log.log_model import DiceGroup, Index, LogModel, LogRow
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.icons import ICON_NAMES, Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.pictures import Pictures

_PADDING = 11.0
_STAMP, _STAMP_GAP = 32.0, 10.0
_SHAPE = 10.0
_ICON = 13.0
_SHAPE_GAP = 7.0
_DICE_GAP = 6.0
_NOTE_GAP = 2.0
_LEAST_WORDS = 120.0
_State = QStyle.StateFlag
_SEEN = (_State.State_Selected | _State.State_MouseOver | _State.State_HasFocus).value


class LogDelegate(QStyledItemDelegate):
    """Paints rows of one height; what was undone is muted and struck out by its state word."""

    def __init__(
        self,
        icons: Icons,
        model: LogModel,
        undone: str,
        opened: Set[EntryId],
        parent: QObject | None = None,
    ) -> None:
        """Takes icons with the theme, the rows, the word for what was taken back, and the headings that are open."""
        super().__init__(parent)
        self._icons = icons
        self._model = model
        self._undone = undone
        self._opened = opened
        self.pictures = Pictures()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, self.row_height)

    @property
    def row_height(self) -> int:
        """The height of each row, in pixels."""
        theme = self._icons.theme
        return max(round(theme.size("row_log")), round(theme.metrics("body").height()) + 2)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._model.row_at(index.row())
        key = (row, option.state.value & _SEEN)
        self.pictures.paint(painter, key, option.rect, partial(self._paint_row, option, row))

    def _paint_row(self, option: QStyleOptionViewItem, row: LogRow, painter: QPainter) -> None:
        rect = QRectF(option.rect)
        self._paint_ground(painter, option, rect)
        room = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        self._paint_stamp(painter, room, row)
        self._paint_sign(painter, room.adjusted(self._stamp_width(row), 0, 0, 0), row)
        self._paint_count(painter, room, row)
        room = self._words_room(rect, row)
        room.setRight(room.right() - self._paint_dice(painter, room, row))
        self._paint_sentence(painter, room, row)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF) -> None:
        theme = self._icons.theme
        painter.fillRect(rect, theme.colour("surface.dock"))
        if option.state & _State.State_Selected:
            painter.fillRect(rect, theme.colour("surface.row_selected"))
        elif option.state & _State.State_MouseOver:
            painter.fillRect(rect, theme.colour("surface.row_hover"))
        if option.state & _State.State_HasFocus:
            marks.paint_focus(painter, theme, rect, radius=theme.radius("chip"))

    def _paint_stamp(self, painter: QPainter, room: QRectF, row: LogRow) -> None:
        theme = self._icons.theme
        marks.paint_text(painter, theme, room, row.stamp, "key", "text.muted")

    def _stamp_width(self, row: LogRow) -> float:
        """Returns how wide the stamp stands: a time of day takes more than a round."""
        return max(_STAMP, self._icons.theme.fonts.width(row.stamp, "key") + _STAMP_GAP)

    def _paint_sign(self, painter: QPainter, room: QRectF, row: LogRow) -> None:
        theme = self._icons.theme
        place = QRectF(room.left(), room.top(), _SHAPE, room.height())
        if row.side is not None:
            box = centred(place, _SHAPE, _SHAPE)
            marks.paint_faction(painter, theme, box, row.side, hollow=row.is_undone)
        elif row.icon in ICON_NAMES:
            box = centred(place, _ICON, _ICON)
            self._icons.paint(painter, row.icon, box, theme.colour("text.muted"))

    def _paint_count(self, painter: QPainter, room: QRectF, row: LogRow) -> None:
        """Paints at the right how many stand under a heading, and whether they are seen."""
        if not row.count:
            return
        theme = self._icons.theme
        icon = "caret_up" if row.entry in self._opened else "caret_down"
        box = centred(QRectF(room.right() - _ICON, room.top(), _ICON, room.height()), _ICON, _ICON)
        self._icons.paint(painter, icon, box, theme.colour("text.muted"))
        words = room.adjusted(0, 0, -_ICON - _NOTE_GAP, 0)
        marks.paint_text(painter, theme, words, str(row.count), "key", "text.muted", marks.RIGHT)

    def _words_room(self, rect: QRectF, row: LogRow) -> QRectF:
        """Returns the part of a row that sentence and dice share."""
        left = _PADDING + self._stamp_width(row) + _SHAPE + _SHAPE_GAP
        if row.heading is not None:
            left += _SHAPE + _SHAPE_GAP
        count = self._icons.theme.fonts.width(str(row.count), "key") if row.count else 0.0
        right = _ICON + _NOTE_GAP + count + _DICE_GAP if row.count else 0.0
        return rect.adjusted(left, 0, -_PADDING - right, 0)

    def _paint_dice(self, painter: QPainter, room: QRectF, row: LogRow) -> float:
        """Paints as many groups as leave room for the sentence, from the right; returns their width."""
        left = room.right()
        for place, rect in self._groups(room, row):
            self._paint_group(painter, rect, row.dice[place])
            left = rect.left() - _DICE_GAP
        return room.right() - left

    def _groups(self, room: QRectF, row: LogRow) -> Iterator[tuple[int, QRectF]]:
        """Yields the groups of dice that there is room for, the last first: the place of each among all, and where."""
        x = room.right()
        for place in range(len(row.dice) - 1, -1, -1):
            width = self._group_width(row.dice[place])
            if x - width < room.left() + _LEAST_WORDS:
                break
            x -= width
            yield place, QRectF(x, room.top(), width, room.height())
            x -= _DICE_GAP

    def dice_of(self, rect: QRect, row: LogRow) -> Iterator[tuple[int, int, QRectF]]:
        """Yields the dice that are seen of a row: the place of the roll, that of the die in it, and where it stands."""
        for place, around in self._groups(self._words_room(QRectF(rect), row), row):
            group = row.dice[place]
            rects = marks.dice_rects(
                self._icons.theme, around, group.faces, physical=group.is_physical
            )
            yield from ((place, die, where) for die, where in enumerate(rects))

    def _group_width(self, group: DiceGroup) -> float:
        theme = self._icons.theme
        dice = marks.dice_width(theme, group.faces, physical=group.is_physical)
        note = _NOTE_GAP + theme.fonts.width(group.note, "key") if group.note else 0.0
        return dice + note

    def _paint_group(self, painter: QPainter, rect: QRectF, group: DiceGroup) -> None:
        theme = self._icons.theme
        marks.paint_dice(
            painter, theme, rect, group.faces, physical=group.is_physical, icons=self._icons
        )
        if group.note:
            marks.paint_text(painter, theme, rect, group.note, "key", "text.muted", marks.RIGHT)

    def _paint_sentence(self, painter: QPainter, room: QRectF, row: LogRow) -> None:
        runs = self._runs(row)
        theme = self._icons.theme
        if marks.runs_width(theme, runs, "body") <= room.width():
            marks.paint_runs(painter, theme, room, runs, "body")
            return
        dots = marks.Run(text="…", role="text.muted")
        end = theme.fonts.width("…", "body")
        marks.paint_runs(painter, theme, room.adjusted(0, 0, -end, 0), runs, "body")
        marks.paint_runs(
            painter,
            theme,
            QRectF(room.right() - end, room.top(), end, room.height()),
            (dots,),
            "body",
        )

    def _runs(self, row: LogRow) -> tuple[marks.Run, ...]:
        if row.is_undone:
            words = marks.Run(text=f"{self._undone}: ", role="text.muted", weight=600)
            return (words, marks.Run(text=row.text, role="text.muted"))
        return tuple(
            marks.Run(
                text=text,
                role="text.primary" if is_strong else "text.secondary",
                weight=700 if is_strong else 400,
            )
            for text, is_strong in row.segments
        )
