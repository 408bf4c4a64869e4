"""The combatants of a recap: how each stands, hit, dealt, took, and whom each took down."""

from msgspec import structs
from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.recap.recap_model import Index, RecapColumnSpec, RecapModel
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.painting.side_bars import paint_side_bar
from encounter_gui.reports.recap.recap import CombatantRecap, Recap
from encounter_gui.rules.view import GaugeCell, SlotsCell, WoundsCell

_ROW, _HEADER, _TWO_LINES = 28, 24, 36
_PADDING = 6.0
_GAUGE = 66.0
_LEAST_REST = 90
_NARROWEST = {
    "name": 96,
    "health": 76,
    "state": 96,
    "hits": 58,
    "count": 28,
    "bar": 62,
    "dealt": 36,
    "taken": 48,
    "rounds": 66,
}
_WOUNDS = 144
"""What columns keep where room is short; a row of wounds stays whole."""
_VCENTER = Qt.AlignmentFlag.AlignVCenter


class RecapTable(QTableView):
    """Scrolls where there are many; its columns are those of the game."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self.rows = RecapModel(texts)
        self.setModel(self.rows)
        self.setItemDelegate(_CellDelegate(icons, self.rows, self))
        self.setAccessibleName(texts.text_of("recap.table"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = self.horizontalHeader()
        head.setMinimumSectionSize(16)
        head.setFixedHeight(_HEADER)
        head.setHighlightSections(False)
        head.setTextElideMode(Qt.TextElideMode.ElideNone)
        head.setSectionsClickable(False)
        icons.recoloured.connect(self.viewport().update)

    def show_recap(self, recap: Recap) -> None:
        """Shows another fight."""
        self.rows.show_recap(recap)
        self._fit()

    @property
    def height_of_all(self) -> int:
        """Returns how high it would be without scrolling."""
        return self.horizontalHeader().height() + _ROW * len(self.rows.rows) + 2

    @property
    def _has_wounds(self) -> bool:
        return any(isinstance(row.gauge, WoundsCell) for row in self.rows.rows)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Gives what is left to the column that wants it; where little is, the widest give of theirs."""
        columns = self.rows.columns
        widths = [each.width for each in columns]
        missing = sum(widths) + _LEAST_REST - self.viewport().width()
        for place, column in enumerate(columns):
            least = _NARROWEST.get(column.kind, widths[place])
            if column.kind == "health" and self._has_wounds:
                least = _WOUNDS
            given = max(0, min(missing, widths[place] - least))
            widths[place] -= given
            missing -= given
        rest = max(self.viewport().width() - sum(widths), 40)
        for place, column in enumerate(columns):
            widths[place] = widths[place] if column.width else rest
            self.setColumnWidth(place, widths[place])
        head = self.horizontalHeader()
        wide = (
            head.fontMetrics().horizontalAdvance(each.title) + 2 * _PADDING > width
            for each, width in zip(columns, widths, strict=True)
        )
        head.setFixedHeight(_TWO_LINES if any(wide) else _HEADER)


class _CellDelegate(QStyledItemDelegate):
    """Paints each cell by the kind of its column."""

    def __init__(self, icons: Icons, model: RecapModel, parent: QObject) -> None:
        super().__init__(parent)
        self._icons = icons
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(40, _ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, column = self._model.rows[index.row()], self._model.columns[index.column()]
        rect = QRectF(option.rect)
        self._paint_ground(painter, option, index, rect)
        room = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        painter.save()
        painter.setClipRect(rect)
        match column.kind:
            case "mark":
                box = centred(rect, 12, 12)
                marks.paint_faction(painter, self._icons.theme, box, row.side, defeated=row.is_out)
            case "health":
                self._paint_health(painter, room, row)
            case "state":
                self._paint_state(painter, room, row)
            case "bar":
                track = centred(room, room.width(), 11)
                paint_side_bar(painter, self._icons.theme, track, row.side, row.share)
            case _:
                self._write(painter, room, row, column)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, rect: QRectF
    ) -> None:
        theme, place = self._icons.theme, index.row()
        ground = "surface.row_alt" if place % 2 else "surface.dock"
        if option.state & QStyle.StateFlag.State_Selected:
            ground = "surface.row_selected"
        painter.fillRect(rect, theme.colour(ground))
        rows = self._model.rows
        is_last = place + 1 < len(rows) and rows[place + 1].side != rows[place].side
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("line.divider" if is_last else "line.subtle"))

    def _paint_health(self, painter: QPainter, room: QRectF, row: CombatantRecap) -> None:
        theme, cell = self._icons.theme, row.gauge
        if isinstance(cell, WoundsCell):
            cells = tuple((level, letter) for _, level, letter in cell.cells)
            self._paint_wounds(painter, room, cells)
            return
        level = None
        if isinstance(cell, GaugeCell):
            level = marks.gauge_level(cell)
        elif isinstance(cell, SlotsCell):
            level = marks.Level(current=cell.left, high=cell.total)
        if level is None:
            self._plain(painter, room, row.gauge_words or "–", role="text.secondary")
            return
        bar = centred(QRectF(room.left(), room.top(), _GAUGE, room.height()), _GAUGE, 10)
        if room.width() > _GAUGE + 44:
            marks.paint_gauge(painter, theme, bar, level)
        marks.paint_gauge_number(painter, theme, room, level)

    def _paint_wounds(
        self, painter: QPainter, room: QRectF, cells: tuple[tuple[int, str], ...]
    ) -> None:
        marks.paint_wound_strip(painter, self._icons.theme, room, [level for level, _ in cells])

    def _paint_state(self, painter: QPainter, room: QRectF, row: CombatantRecap) -> None:
        chips = row.chips
        if chips and not marks.fit_chips(self._icons.theme, chips, room.width())[0]:
            chips = tuple(structs.replace(each, duration="") for each in chips)
        if chips and marks.fit_chips(self._icons.theme, chips, room.width())[0]:
            marks.paint_chips(painter, self._icons.theme, room, chips, self._icons)
        else:
            self._plain(painter, room, row.state, role="text.secondary")

    def _write(
        self, painter: QPainter, room: QRectF, row: CombatantRecap, column: RecapColumnSpec
    ) -> None:
        words = self._model.text_of(row, column)
        is_name = column.kind == "name"
        role = "text.primary" if is_name and not row.is_out else "text.secondary"
        if is_name and row.is_out:
            role = "text.muted"
        if column.kind in ("hits", "rounds") and " " in words:
            self._paint_share(painter, room, words)
            return
        self._plain(
            painter,
            room,
            words,
            role="text.primary" if column.kind == "dealt" else role,
            weight=700 if column.kind == "dealt" else 500 if is_name else 400,
            is_right=column.is_right,
            is_struck=is_name and row.is_out,
        )

    def _paint_share(self, painter: QPainter, room: QRectF, words: str) -> None:
        """Writes ``4 of 5`` with the first number strong, at the right."""
        theme = self._icons.theme
        count, _, rest = words.partition(" ")
        runs = (
            marks.Run(text=count, weight=700),
            marks.Run(text=f" {rest}", role="text.secondary"),
        )
        width = marks.runs_width(theme, runs, "body")
        left = max(room.right() - width, room.left())
        marks.paint_runs(
            painter, theme, QRectF(left, room.top(), width + 1, room.height()), runs, "body"
        )

    def _plain(
        self,
        painter: QPainter,
        room: QRectF,
        words: str,
        *,
        role: str,
        weight: int = 400,
        is_right: bool = False,
        is_struck: bool = False,
    ) -> None:
        theme = self._icons.theme
        font = "row" if weight >= 500 and not is_right else "body"
        words = theme.elided(words, font, room.width() + 1, weight=weight)
        painter.setFont(theme.font(font, weight=weight, struck=is_struck))
        painter.setPen(theme.colour(role))
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, side | _VCENTER, words)
