"""The fight's history as a slider: a dot for each entry, a tick for each round, live at the right."""

from bisect import bisect_left
from collections.abc import Iterable
from math import ceil
from typing import Protocol

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSlider, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip


class HistoryMark(Protocol):
    """An entry: its label, and whether a round starts with it."""

    @property
    def text(self) -> str:
        """The label."""
        ...

    @property
    def begins_round(self) -> bool:
        """Whether a round starts with it."""
        ...


_RADIUS = 5.0
_CLOSEST = 3.0


class HistoryBar(QSlider):
    """Shows where in the history the screen stands; moving the handle asks to look there."""

    scrubbed = Signal(int)
    """Look at the entry with this index, from 0 for the first; the last one is where the fight goes on."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._icons = icons
        self._texts = texts
        self._entries: list[HistoryMark] = []
        self._round_starts: list[int] = []
        self._is_live = True
        self.setPageStep(10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(texts.text_of("gui.fight.timeline.history"))
        self.valueChanged.connect(self._scrub)
        self.setEnabled(False)

    def show_history(
        self, kept: int, marks: tuple[HistoryMark, ...], index: int, *, is_live: bool
    ) -> None:
        """Keeps so many of the oldest marks and shows these after them, the handle at ``index``.

        −1: before the first.
        """
        is_same = (kept, (), self.value(), self._is_live) == (
            len(self._entries),
            marks,
            index,
            is_live,
        )
        if is_same:
            return
        self._entries[kept:] = marks
        del self._round_starts[bisect_left(self._round_starts, kept) :]
        self._round_starts += [at for at, mark in enumerate(marks, kept) if mark.begins_round]
        self._is_live = is_live
        with QSignalBlocker(self):
            self.setRange(min(0, index), max(0, len(self._entries) - 1))
            self.setValue(index)
        self.setEnabled(bool(self._entries))
        self.setAccessibleDescription(self.words())
        self.update()

    def words(self) -> str:
        """Returns where the handle stands, in words."""
        if not self._entries:
            return self._texts.text_of("gui.fight.history.none")
        key = "live" if self._is_live else "past"
        message = say(f"gui.fight.history.{key}", at=self.value() + 1, count=len(self._entries))
        return self._texts.text(message)

    @Slot(int)
    def _scrub(self, index: int) -> None:
        self.scrubbed.emit(index)

    # ---- geometry: the handle's centre runs from one radius to the width less a radius

    def _x(self, index: int) -> float:
        start, step = self._scale()
        return start + step * max(0, index)

    def _scale(self) -> tuple[float, float]:
        """Returns where the first mark stands, and how far it is to the next."""
        room = max(1.0, self.width() - 2 * _RADIUS)
        if len(self._entries) < 2:
            return _RADIUS + room, 0.0
        return _RADIUS, room / (len(self._entries) - 1)

    def _index_at(self, x: float) -> int:
        room = max(1.0, self.width() - 2 * _RADIUS)
        share = min(1.0, max(0.0, (x - _RADIUS) / room))
        return round(share * (len(self._entries) - 1))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._index_at(event.position().x()))
        event.accept()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self._index_at(event.position().x()))
        event.accept()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)
        event.accept()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._entries:
            mark = self._entries[self._index_at(event.pos().x())]
            QToolTip.showText(event.globalPos(), plain_tip(mark.text), self)
            return True
        return super().event(event)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, 16)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._icons.theme, QPainter(self)
        middle = round(self.height() / 2)
        left, right, here = self._x(0), self._x(len(self._entries) - 1), self._x(self.value())
        if len(self._entries) < 2:
            left = _RADIUS
        painter.fillRect(QRectF(left, middle - 1, right - left, 2), theme.colour("line.divider"))
        painter.fillRect(
            QRectF(left, middle - 1, here - left, 2), theme.colour("accent.interactive")
        )
        self._paint_entries(painter, middle)
        with painting(painter):
            ink = "text.primary" if self._is_live else "accent.interactive"
            painter.setBrush(theme.colour(ink))
            painter.drawEllipse(QPointF(here, middle), _RADIUS, _RADIUS)
        if self.hasFocus():
            with painting(painter):
                line = painter.pen()
                line.setStyle(Qt.PenStyle.SolidLine)
                line.setColor(theme.colour("accent.focus"))
                line.setWidthF(theme.size("focus_width"))
                painter.setPen(line)
                painter.drawEllipse(QPointF(here, middle), _RADIUS + 2, _RADIUS + 2)

    def _paint_entries(self, painter: QPainter, middle: int) -> None:
        theme = self._icons.theme
        dot, tick = theme.colour("text.muted"), theme.colour("text.secondary")
        count = len(self._entries)
        # In a long fight a dot stands for several entries.
        step = max(1, ceil(count * _CLOSEST * 2 / max(1, self.width())))
        with painting(painter):
            for places, reach, ink in (
                (range(0, count, step), 2, dot),
                (self._round_starts, 5, tick),
            ):
                painter.setBrush(ink)
                painter.drawRects(
                    [QRect(x, middle - reach, 1, 2 * reach) for x in self._columns(places)]
                )

    def _columns(self, places: Iterable[int]) -> list[int]:
        """Returns where the marks at these places stand, each pixel once."""
        start, step = self._scale()
        return sorted({round(start + step * place) for place in places})
