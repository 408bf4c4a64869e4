"""What every chart can do: its values are read under the mouse and by keys, and it is copied in three ways."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.reading import copies
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.keys.screen_reader import announce
from encounter_gui.gui.theme.canvas import inset, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LINES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class Mark(Struct, frozen=True):
    """One value of a chart: where it is drawn, in the chart's own pixels, and what it says."""

    place: QRectF
    words: str


class ChartReader(QObject):
    """Reads one chart, which stays as it is: it says which marks it has and what its table is.

    The mouse over a mark says its exact value at once; arrow keys go from mark to mark, up and down to the nearest one.
    The menu (right button, or the key for it) copies picture, drawing (SVG) and table; Ctrl+C copies the table.
    """

    def __init__(
        self,
        chart: QWidget,
        look: tuple[Icons, MessageCatalog],
        marks: Callable[[], Sequence[Mark]],
        table: Callable[[], ChartTable],
    ) -> None:
        """Takes the chart, what it is drawn with, and what it shows at the moment it is asked.

        A chart without marks takes no keyboard: its own parts do.
        """
        super().__init__(chart)
        self._chart = chart
        self._icons, self._texts = look
        self._marks = marks
        self._table = table
        self._at = -1
        self._frame = _MarkFrame(self._icons, chart)
        chart.setMouseTracking(True)
        chart.installEventFilter(self)

    @property
    def table(self) -> ChartTable:
        """What the chart shows, as a table."""
        return self._table()

    @property
    def said(self) -> str:
        """What the mark says that is read at the moment; empty: none is."""
        marks = self._marks()
        return marks[self._at].words if 0 <= self._at < len(marks) else ""

    @property
    def place(self) -> QPointF | None:
        """The middle of the mark that is read at the moment; None: none is."""
        marks = self._marks()
        return marks[self._at].place.center() if 0 <= self._at < len(marks) else None

    def follow(self) -> None:
        """Is told that the chart shows something else: nothing is read until a mark is pointed at again."""
        is_stop = bool(self._marks())
        self._chart.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_stop else Qt.FocusPolicy.NoFocus)
        last = len(self._marks()) - 1
        self._read(min(max(self._at, 0), last) if self._chart.hasFocus() else -1)

    # ---- copying

    @Slot()
    def copy_picture(self) -> None:
        """Copies the chart as it is drawn, twice as fine as the screen."""
        copies.copy_picture(self._bare())

    @Slot()
    def copy_drawing(self) -> None:
        """Copies the chart as SVG, which can be scaled and edited."""
        copies.copy_drawing(self._bare())

    @Slot()
    def copy_table(self) -> None:
        """Copies all values of the chart as CSV."""
        copies.copy_table(self._table())

    def _bare(self) -> QWidget:
        """Returns the chart without the line around the mark that is read."""
        self._frame.hide()
        return self._chart

    def make_menu(self, parent: QWidget) -> QMenu:
        """Returns a new menu with the three ways to copy the chart."""
        menu = QMenu(parent)
        for key, slot in (
            ("picture", self.copy_picture),
            ("drawing", self.copy_drawing),
            ("table", self.copy_table),
        ):
            menu.addAction(self._texts.text_of(f"gui.chart.copy.{key}")).triggered.connect(slot)
        return menu

    # ---- reading

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._say(self._mark_at(event.position()))
        elif isinstance(event, QHelpEvent):
            return self._mark_at(QPointF(event.pos())) >= 0  # it is said already
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._read(-1)
        elif event.type() == QEvent.Type.FocusIn:
            self._read(max(self._at, 0))
        elif isinstance(event, QContextMenuEvent):
            menu = self.make_menu(self._chart)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())
            return True
        elif isinstance(event, QKeyEvent):
            return self._take_key(event)
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        """Does what a key does here; it is no key of the window's then."""
        is_copy = event.matches(QKeySequence.StandardKey.Copy)
        key = Qt.Key(event.key())
        if not is_copy and key not in {**_STEPS, **_LINES, **_ENDS}:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            if is_copy:
                self.copy_table()
            else:
                self._step(key)
        return True

    def _step(self, key: Qt.Key) -> None:
        marks = self._marks()
        if not marks:
            return
        if key in _ENDS:
            self._say(_ENDS[key] % len(marks))
        elif key in _STEPS or self._at < 0:
            self._say(max(0, min(self._at + _STEPS.get(key, 1), len(marks) - 1)))
        else:
            self._say(_nearest(marks, self._at, _LINES[key]))

    def _mark_at(self, place: QPointF) -> int:
        return next((at for at, mark in enumerate(self._marks()) if mark.place.contains(place)), -1)

    def _say(self, at: int) -> None:
        """Reads a mark and says it, where it was not read already."""
        before = self._at
        self._read(at)
        if self._at in (-1, before) or not self._chart.isVisible():
            return
        mark = self._marks()[self._at]
        below = mark.place.bottomLeft().toPoint()
        QToolTip.showText(self._chart.mapToGlobal(below), plain_tip(mark.words), self._chart)
        if self._chart.hasFocus():
            announce(self._chart, mark.words)

    def _read(self, at: int) -> None:
        """Frames a mark; -1: none."""
        marks = self._marks()
        before, self._at = self._at, at if at < len(marks) else -1
        if self._at >= 0:
            self._frame.surround(marks[self._at].place)
            return
        self._frame.hide()
        if before >= 0:
            QToolTip.hideText()


class _MarkFrame(QWidget):
    """A line around the mark that is read."""

    def __init__(self, icons: Icons, chart: QWidget) -> None:
        super().__init__(chart)
        self._icons = icons
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def surround(self, place: QRectF) -> None:
        self.setGeometry(place.adjusted(-1, -1, 1, 1).toAlignedRect())
        self.show()
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(pen(self._icons.theme.colour("accent.focus")))
        painter.drawRect(inset(QRectF(self.rect())))


def _nearest(marks: Sequence[Mark], at: int, by: int) -> int:
    """Returns the mark of the next line above (-1) or below (1) that stands nearest; the same where there is none."""
    here = marks[at].place.center()
    beyond = [
        (by * (mark.place.center().y() - here.y()), abs(mark.place.center().x() - here.x()), index)
        for index, mark in enumerate(marks)
        if by * (mark.place.center().y() - here.y()) > 1
    ]
    return min(beyond)[2] if beyond else at
