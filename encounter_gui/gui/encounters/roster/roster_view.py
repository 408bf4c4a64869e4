"""The roster: creatures are dropped on it, + and − count, Delete takes out, Alt with the arrows or the mouse moves."""

from PySide6.QtCore import QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.plan.plan_view import Line
from encounter_gui.gui.encounters.roster.roster_delegate import RosterDelegate
from encounter_gui.gui.encounters.roster.roster_model import RosterModel
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.creature_drag import dragged_keys

_STEPS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class RosterView(QListView):
    """Shows lines; everything that is done to one of them goes up."""

    line_selected = Signal(object)
    """``Line | None``."""
    stepped = Signal(object, int)
    """A ``Line`` is to be so many more, or fewer."""
    removed = Signal(object)
    """A ``Line`` is to go."""
    moved = Signal(object, int)
    """A ``Line`` is to go so many places up (below 0) or down."""
    dropped = Signal(tuple)
    """``tuple[str, ...]``: the keys of creatures dropped on it."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._pressed: QPoint | None = None
        self._gap = -1
        self.lines = RosterModel(texts, self)
        self.setModel(self.lines)
        self.setItemDelegate(RosterDelegate(icons, self.lines, texts, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(True)
        self.setAccessibleName(texts.text_of("gui.encounters.roster"))
        self.selectionModel().currentChanged.connect(self._tell)
        self.lines.dataChanged.connect(self._tell)
        self.lines.rowsRemoved.connect(self._tell)

    @property
    def line(self) -> Line | None:
        """Returns the selected line."""
        row = self.currentIndex().row()
        return self.lines.lines[row] if 0 <= row < len(self.lines.lines) else None

    @Slot()
    def _tell(self) -> None:
        self.line_selected.emit(self.line)

    def select_last(self) -> None:
        """Selects the last recruit: the one that was just added."""
        rows = [at for at, line in enumerate(self.lines.lines) if line.kind == "recruit"]
        if rows:
            self.setCurrentIndex(self.lines.index(rows[-1]))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        line, key = self.line, Qt.Key(event.key())
        has_alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if key == Qt.Key.Key_Escape and self._gap >= 0:
            self._end_drag()
        elif line is None:
            super().keyPressEvent(event)
        elif key in _STEPS and line.kind == "recruit":
            self.stepped.emit(line, _STEPS[key])
        elif key in _MOVES and has_alt and line.kind == "recruit":
            self._move(line, _MOVES[key])
        elif key == Qt.Key.Key_Delete:
            self.removed.emit(line)
        else:
            super().keyPressEvent(event)

    def _move(self, line: Line, by: int) -> None:
        row = self.currentIndex().row() + by
        self.moved.emit(line, by)
        neighbour = self.lines.lines[row] if 0 <= row < len(self.lines.lines) else None
        if neighbour is not None and neighbour.kind == "recruit":
            self.setCurrentIndex(self.lines.index(row))

    # ---- dragging a line to another place

    @property
    def _recruits(self) -> list[int]:
        """The rows among which a line can be dragged."""
        return [at for at, line in enumerate(self.lines.lines) if line.kind == "recruit"]

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        at = event.position().toPoint()
        can_drag = self.indexAt(at).row() in self._recruits
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = at if is_left and can_drag else None

    @override
    def mouseMoveEvent(self, e: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(e)
            return
        at = e.position().toPoint()
        distance = (at - self._pressed).manhattanLength()
        if self._gap >= 0 or distance >= QApplication.startDragDistance():
            middles = (self.visualRect(self.lines.index(row)).center() for row in self._recruits)
            self._gap = sum(middle.y() < at.y() for middle in middles)
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()

    @override
    def mouseReleaseEvent(self, e: QMouseEvent) -> None:
        line, gap, place = self.line, self._gap, self.currentIndex().row()
        self._end_drag()
        super().mouseReleaseEvent(e)
        if line is not None and gap >= 0 and place in self._recruits:
            by = gap - self._recruits.index(place)
            by -= by > 0
            if by:
                self._move(line, by)

    def _end_drag(self) -> None:
        self._pressed, self._gap = None, -1
        self.viewport().unsetCursor()
        self.viewport().update()

    def _paint_gap(self, painter: QPainter) -> None:
        """Paints where the dragged line is put when it is let go."""
        rows = self._recruits
        last = self.visualRect(self.lines.index(rows[-1]))
        top = last.bottom() if self._gap >= len(rows) else self._top_of(rows[self._gap])
        colour = self._icons.theme.colour("accent.interactive")
        with painting(painter):
            painter.fillRect(QRectF(last.left() + 4, top - 1, last.width() - 8, 2), colour)

    def _top_of(self, row: int) -> int:
        return self.visualRect(self.lines.index(row)).top()

    # ---- drops

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._weigh(event)

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._weigh(event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        keys = dragged_keys(event.mimeData())
        if keys:
            event.acceptProposedAction()
            self.dropped.emit(keys)
        else:
            event.ignore()

    @staticmethod
    def _weigh(event: QDragMoveEvent) -> None:
        if dragged_keys(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.lines.rowCount() == 0:
            self._paint_empty(QPainter(self.viewport()))
        elif self._gap >= 0 and self._recruits:
            self._paint_gap(QPainter(self.viewport()))

    def _paint_empty(self, painter: QPainter) -> None:
        """Paints where to drop what."""
        theme, text_of = self._icons.theme, self._texts.text_of
        room = QRectF(self.viewport().rect()).adjusted(11, 10, -11, -10)
        box = QRectF(room.left(), room.top(), room.width(), min(132, room.height()))
        with painting(painter):
            line = pen(theme.colour("line.control"))
            line.setDashPattern([4, 3])
            painter.setPen(line)
            painter.drawRoundedRect(inset(box), theme.radius("dock"), theme.radius("dock"))
        middle, side = box.center(), theme.icon_size("rail")
        sign = QRectF(middle.x() - side / 2, middle.y() - 34, side, side)
        self._icons.paint(painter, "import", sign, theme.colour("text.muted"))
        centre = int(Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap)
        for top, font, role, key in (
            (-4, "row", "text.secondary", "gui.encounters.empty"),
            (16, "small", "text.muted", "gui.encounters.empty.files"),
        ):
            painter.setFont(theme.font(font, weight=400))
            painter.setPen(theme.colour(role))
            at = QRectF(box.left() + 8, middle.y() + top, box.width() - 16, 34)
            painter.drawText(at, centre, text_of(key))
