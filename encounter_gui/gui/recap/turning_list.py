"""What turned the fight: its turning points in order; pressing one looks back to that entry."""

from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.recap.number_disc import DISC, paint_disc
from encounter_gui.gui.recap.recap_model import Index
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.painting.side_bars import paint_side_fill
from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.reports.recap.recap import TurningPoint
from encounter_gui.rules.model.text_format import with_sign

_ROW = 24
_STAMP = 36.0
_BAR, _CHANGE, _FROM_TO = 60.0, 38.0, 62.0
_BARLESS = 480
"""Below this width the sentence needs the room of the bar; its number stays."""
_VCENTER = Qt.AlignmentFlag.AlignVCenter
_STATE = QStyle.StateFlag


class TurningModel(RowsModel[TurningPoint]):
    """The turning points, each with its sentence for those who cannot see the bar."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the words; there are none yet."""
        super().__init__(parent)
        self._texts = texts

    def words_of(self, point: TurningPoint) -> str:
        """Returns a turning point in words."""
        return self._texts.text_of(
            "recap.turning.words",
            number=point.number,
            stamp=point.stamp,
            sentence="".join(text for text, _ in point.sentence),
            side=point.of_name,
            before=point.before,
            after=point.after,
        )

    @override
    def row_data(self, row: TurningPoint, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.words_of(row))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.words_of(row)
        return None


class TurningList(QListView):
    """Rows of one height; a press, Space or the number of a row chooses its entry."""

    entry_chosen = Signal(int)

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self.shown = TurningModel(texts, self)
        self.setModel(self.shown)
        self.setItemDelegate(_TurningDelegate(icons, self.shown, self))
        self.setAccessibleName(texts.text_of("recap.turning"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        icons.recoloured.connect(self.viewport().update)

    def choose(self, number: int) -> None:
        """Chooses the turning point with a number; nothing if there is none."""
        if 1 <= number <= len(self.shown.rows):
            self.entry_chosen.emit(self.shown.rows[number - 1].entry)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, _ROW * 6 + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, _ROW * 2)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _choose(self, index: Index) -> None:
        self.entry_chosen.emit(self.shown.rows[index.row()].entry)


class _TurningDelegate(QStyledItemDelegate):
    """Number, stamp, shape, sentence, bar from the middle, change, before → after."""

    def __init__(self, icons: Icons, model: TurningModel, parent: QObject) -> None:
        super().__init__(parent)
        self._icons = icons
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, _ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        point, rect, theme = self._model.rows[index.row()], QRectF(option.rect), self._icons.theme
        if option.state & _STATE.State_MouseOver:
            painter.fillRect(rect, theme.colour("surface.row_hover"))
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
        if option.state & _STATE.State_HasFocus:
            marks.paint_focus(painter, theme, rect, radius=theme.radius("chip"))
        middle = rect.center().y()
        paint_disc(painter, theme, QPointF(rect.left() + DISC / 2 + 1, middle), point.number)
        x = rect.left() + DISC + 10
        painter.setFont(theme.font("dice"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(QRectF(x, rect.top(), _STAMP, rect.height()), _VCENTER, point.stamp)
        x += _STAMP
        shape = QRectF(x, middle - 5, 10, 10)
        marks.paint_faction(painter, theme, shape, point.side)
        right = self._paint_numbers(painter, rect, point)
        self._paint_sentence(
            painter, QRectF(x + 18, rect.top(), right - x - 26, rect.height()), point
        )

    def _paint_sentence(self, painter: QPainter, room: QRectF, point: TurningPoint) -> None:
        theme, x = self._icons.theme, room.left()
        for text, is_strong in point.sentence:
            weight = 600 if is_strong else 400
            left = room.right() - x
            if left <= 8:
                break
            shown = theme.elided(text, "body", left, weight=weight)
            painter.setFont(theme.font("body", weight=weight))
            painter.setPen(theme.colour("text.primary"))
            painter.drawText(QRectF(x, room.top(), left, room.height()), _VCENTER, shown)
            x += theme.fonts.width(text, "body", weight=weight)

    def _paint_numbers(self, painter: QPainter, rect: QRectF, point: TurningPoint) -> float:
        """Paints bar, change, and before → after at the right; returns where they begin."""
        theme, right = self._icons.theme, rect.right() - 2
        side = Qt.AlignmentFlag.AlignRight | _VCENTER
        room = QRectF(right - _FROM_TO, rect.top(), _FROM_TO, rect.height())
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.secondary"))
        painter.drawText(room, side, f"{point.before} → {point.after}")
        shape = QRectF(room.left() - 10, rect.center().y() - 4.5, 9, 9)
        marks.paint_faction(painter, theme, shape, point.of)
        change = QRectF(shape.left() - 6 - _CHANGE, rect.top(), _CHANGE, rect.height())
        painter.setFont(theme.font("body", weight=700))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(change, side, with_sign(point.change))
        if rect.width() < _BARLESS:
            return change.left()
        bar = QRectF(change.left() - 4 - _BAR, rect.center().y() - 5, _BAR, 10)
        self._paint_bar(painter, bar, point)
        return bar.left()

    def _paint_bar(self, painter: QPainter, bar: QRectF, point: TurningPoint) -> None:
        """Losses run left of the line, what is won back runs right; the whole half is 50 points."""
        theme, middle = self._icons.theme, round(bar.left() + bar.width() * 0.8)
        is_loss = point.change < 0
        half = middle - bar.left() if is_loss else bar.right() - middle
        length = max(2.0, min(abs(point.change) / 50, 1.0) * half)
        left = middle - length if is_loss else middle
        paint_side_fill(painter, theme, QRectF(left, bar.top(), length, bar.height()), point.of)
        painter.fillRect(
            QRectF(middle - 0.5, bar.top() - 2, 1, bar.height() + 4), theme.colour("line.control")
        )
