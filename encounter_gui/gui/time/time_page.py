"""The page in the place of table and bench: the clock, the axis, what runs, and what the marks mean."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.time.ask_line import AskLine
from encounter_gui.gui.time.axis_head import AxisHead
from encounter_gui.gui.time.page_foot import PageFoot
from encounter_gui.gui.time.time_head import STEPS, TimeHead
from encounter_gui.gui.time.time_lines import TimeLine
from encounter_gui.gui.time.time_list import TimeList
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.rules.view.scene.time import TimeView

_ASK_MARGINS = (14, 4, 10, 4)


class TimePage(QFrame):
    """Shows what runs; 1, 2 and 3 let time pass, + types how long, Shift+R sets a reminder."""

    height_changed = Signal()
    """It needs another height than before."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of("gui.time.title"))
        self.head = TimeHead(icons, texts, self)
        self.axis = AxisHead(icons, texts, self)
        self.list = TimeList(icons, texts, self)
        self.foot = PageFoot(icons, texts, self)
        self.ask = AskLine(icons, texts, self, margins=_ASK_MARGINS)
        self.ask.hide()
        self._view: TimeView | None = None
        self._height = 0
        column_layout(
            self,
            self.head,
            self.axis,
            (self.list, 1),
            self.foot,
            self.ask,
            margins=(1, 1, 1, 1),
            spacing=0,
        )
        self.setFocusProxy(self.list)
        self.head.left.connect(self.take_focus)
        self.ask.left.connect(self.end_asking)
        for name, _, cap in STEPS:
            self._add_key(cap, self.head.steps[name].click)
        self._add_key("+", self._type)
        self._add_key("Shift+R", self.head.reminder.click)

    def _add_key(self, key: str, act: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    @Slot()
    def _type(self) -> None:
        self.head.type_more()
        self.head.field.setText("+")

    def show_time(self, view: TimeView, lines: Sequence[TimeLine]) -> None:
        """Shows another time, and what runs now."""
        self._view = view
        self.head.show_view(view)
        self.list.show_lines(lines)
        self.foot.end.setEnabled(bool(lines))
        self._show_axis()
        self._tell_height()

    def _tell_height(self) -> None:
        """Asks for another height where what is in it takes another one."""
        if self.whole_height != self._height:
            self._height = self.whole_height
            self.height_changed.emit()

    def _show_axis(self) -> None:
        """Shows the axis over the rows as wide as they are."""
        if self._view is not None:
            bar = self.list.width() - self.list.viewport().width()
            self.axis.show_view(self._view, bar)

    @property
    def whole_height(self) -> int:
        """How high it is with all that is in it, in logical pixels."""
        parts = (self.head, self.axis, self.foot if self.ask.isHidden() else self.ask)
        return sum(each.sizeHint().height() for each in parts) + self.list.whole_height + 4

    def begin_asking(self, title: str, hints: Sequence[str], action: str) -> None:
        """Asks something in the place of the legend."""
        self.foot.hide()
        self.ask.ask(title, hints, action)
        self._tell_height()

    @Slot()
    def end_asking(self) -> None:
        """Puts the legend back, and the keyboard to the rows."""
        self.ask.hide()
        self.foot.show()
        self._tell_height()
        self.take_focus()

    @Slot()
    def take_focus(self) -> None:
        """Takes the keyboard to the rows."""
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_axis()

    @override
    def sizeHint(self) -> QSize:
        return QSize(1010, self.whole_height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(480, 220)
