"""The roster: creatures are dropped on it, + and − count, Delete takes out, Alt with the arrows moves."""

from PySide6.QtCore import QMimeData, Qt, Signal, Slot
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
from encounter_gui.gui.theme.icons import Icons

CREATURES = "application/x-encounter-gui-creatures"
"""The mime type of creatures that are dragged: their keys in the library, one a line."""

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
        keys = dropped_keys(event.mimeData())
        if keys:
            event.acceptProposedAction()
            self.dropped.emit(keys)
        else:
            event.ignore()

    @staticmethod
    def _weigh(event: QDragMoveEvent) -> None:
        if dropped_keys(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.lines.rowCount() == 0:
            painter, theme = QPainter(self.viewport()), self._icons.theme
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.muted"))
            room = self.viewport().rect().adjusted(16, 12, -16, -12)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(room, flags, self._texts.text_of("gui.encounters.empty"))


def dropped_keys(data: QMimeData) -> tuple[str, ...]:
    """Returns the keys of the creatures that are dragged; none if something else is."""
    if not data.hasFormat(CREATURES):
        return ()
    text = bytes(data.data(CREATURES).data()).decode("utf-8", errors="replace")
    return tuple(line.strip() for line in text.splitlines() if line.strip())
