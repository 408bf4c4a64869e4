"""The roster: creatures are dropped on it, + and − count, Delete takes out, Alt with the arrows moves."""

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget
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
    """A ``Line`` is to go up (−1) or down (1)."""
    dropped = Signal(tuple)
    """``tuple[str, ...]``: the keys of creatures dropped on it."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
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
        if line is None:
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
