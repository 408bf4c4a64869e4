"""Below the strip: the next two things that fall due beside what is asked there, and what Next will do."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.engine.time.clock import time_text
from encounter_gui.rules.view.scene.time import RunningRow, TimeView

_ROW = 24
_COUNT = 2
_SIDE, _SHAPE = 14.0, 9.0


class ComingRows(QFrame):
    """Paints up to two rows; without any it takes no room."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._rows: tuple[RunningRow, ...] = ()
        self._next = ""
        self.setProperty("dock", "true")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_view(self, view: TimeView) -> None:
        """Shows what falls due next of what runs now."""
        self._rows = view.rows[:_COUNT]
        self._next = ""
        if self._rows:
            at = time_text(max(self._rows[0].due, view.now), has_seconds=True)
            self._next = self._texts.text_of("gui.time.next_goes", time=at)
        words = "\n".join((*map(self._words, self._rows), self._next))
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.updateGeometry()
        self.update()

    def _words(self, row: RunningRow) -> str:
        parts = (row.names, self._what(row), row.due_text)
        return " ".join(part for part in parts if part)

    def _what(self, row: RunningRow) -> str:
        return f"{row.what}, {row.dice or row.asks_text}" if row.asks != "reminder" else row.what

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, _ROW * len(self._rows) + 2 * bool(self._rows))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, painter = self._icons.theme, QPainter(self)
        for place, row in enumerate(self._rows):
            room = QRectF(1, 1 + place * _ROW, self.width() - 2, _ROW)
            after = self._next if place == 0 else ""
            width = theme.fonts.width(after, "small") + 24
            at = QRectF(room.right() - width, room.top(), width - 12, room.height())
            marks.paint_text(painter, theme, at, after, "small", "text.muted", marks.RIGHT)
            x = room.left() + _SIDE
            shape = QRectF(x, room.center().y() - _SHAPE / 2, _SHAPE, _SHAPE)
            if row.side is not None:
                marks.paint_faction(painter, theme, shape, row.side)
            else:
                self._icons.paint(painter, "clock", shape, theme.colour("text.secondary"))
            x += _SHAPE + 8
            space = max(at.left() - x, 0)
            names = theme.elided(row.names, "body", space / 2, weight=600)
            place_of = QRectF(x, room.top(), space, room.height())
            marks.paint_text(painter, theme, place_of, names, "body", "text.primary", weight=600)
            x += theme.fonts.width(names, "body", weight=600) + (8 if names else 0)
            words = theme.elided(
                f"{self._what(row)} · {row.due_text}", "body", max(at.left() - x, 0)
            )
            place_of = QRectF(x, room.top(), max(at.left() - x, 0), room.height())
            marks.paint_text(painter, theme, place_of, words, "body", "text.secondary")
            if place:
                line = QRectF(room.left(), room.top(), room.width(), 1)
                painter.fillRect(line, theme.colour("line.subtle"))
