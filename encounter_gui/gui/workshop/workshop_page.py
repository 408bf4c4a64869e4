"""The page of the rules workshop: tables at the left, values in the middle, what they change at the right."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.gui.workshop.impact_slot import WIDTH
from encounter_gui.gui.workshop.page_foot import WorkshopFoot
from encounter_gui.gui.workshop.page_head import PageHead
from encounter_gui.gui.workshop.side.side_panel import SearchLine, SidePanel
from encounter_gui.gui.workshop.side.tables_list import TableLine
from encounter_gui.gui.workshop.values.change_line import ChangeLine
from encounter_gui.gui.workshop.values.numbers_table import NumbersTable
from encounter_gui.gui.workshop.values.rules_table import RulesTable

_TABLE, _NUMBERS, _NOTHING = range(3)
_LEAST = 480, 220
_LARGE = QSize(1100, 560)
"""From this size of the page on everything has its place beside the rest, in logical pixels."""

_KEYS: Mapping[str, str] = {
    "Ctrl+F": "find",
    "Ctrl+D": "like",
    "Ctrl+S": "save",
    "F8": "mistake",
    "Alt+Up": "table_before",
    "Alt+Down": "table_after",
    "Shift+F1": "rule",
    "Esc": "leave",
}
"""The keys of the page, and what they are for."""


class WorkshopPage(QWidget):
    """Holds the parts; the controller fills them."""

    asked = Signal(str)
    """What a key of the page is for."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, impact: QWidget, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the words, and what shows the difference that a draft makes."""
        super().__init__(parent)
        self._icons, self._texts, self.impact = icons, texts, impact
        self.setAccessibleName(texts.text_of("gui.workshop.title"))
        # Its own wish follows its parts; while it is not shown it may not push the panels of the fight aside.
        self.setMinimumSize(*_LEAST)
        self.side = SidePanel(icons, texts, self)
        self.head = PageHead(icons, texts, self)
        self.table = RulesTable(icons, texts, self)
        self.all_numbers = NumbersTable(icons, texts, self)
        self.nothing = plain_label("", self)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line = ChangeLine(icons, texts, self)
        self.numbers = NumbersTable(icons, texts, self)
        self.numbers_title = QLabel(texts.text_of("gui.workshop.numbers.title"), self)
        self.numbers_count = plain_label("", self, wraps=False)
        self.numbers_count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.numbers_search = SearchLine(
            icons, texts.text_of("gui.workshop.numbers.search"), parent=self
        )
        self.numbers_search.setFixedWidth(163)
        self.foot = WorkshopFoot(icons, texts, self)
        self.combo = QComboBox(self)
        self.combo.setAccessibleName(texts.text_of("gui.workshop.tables"))
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName(texts.text_of("gui.workshop.title"))
        for key in ("tab.table", "impact"):
            self.tabs.addTab(texts.text_of(f"gui.workshop.{key}"))
        self._is_small: bool | None = None
        self._lay_out()
        self.setFocusProxy(self.table)
        self.combo.activated.connect(self._choose)
        self.tabs.currentChanged.connect(self._show_tab)
        self._fit()

    # ---- laying out

    def _lay_out(self) -> None:
        self._stack = QStackedWidget(self)
        for each in (self.table, self.all_numbers, self.nothing):
            self._stack.addWidget(each)
        self._values = _dock(
            self,
            self.head,
            Separator(self._icons, self),
            (self._stack, 1),
            self.line,
        )
        head = row_layout(
            None,
            self.numbers_title,
            (self.numbers_count, 1),
            self.numbers_search,
            margins=(12, 5, 8, 5),
            spacing=8,
        )
        self._numbers_part = _dock(self, head, Separator(self._icons, self), (self.numbers, 1))
        self._small_bar = QWidget(self)
        self._small_row = row_layout(
            self._small_bar, (self.combo, 1), (self.tabs, 0), margins=(0, 0, 0, 0), spacing=8
        )
        self._middle = QWidget(self)
        column_layout(
            self._middle,
            self._small_bar,
            (self._values, 17),
            (self._numbers_part, 9),
            spacing=4,
        )
        self.impact.setParent(self)
        self._row = row_layout(None, self.side, (self._middle, 1), self.impact, spacing=4)
        column_layout(self, (self._row, 1), self.foot, spacing=4)

    def show_values(self, *, is_numbers: bool, nothing: str = "") -> None:
        """Shows the table, all numbers of the rules instead, or that there is nothing to be seen."""
        self.nothing.setText(nothing)
        place = _NOTHING if nothing else _NUMBERS if is_numbers else _TABLE
        had_focus = self.is_in_values
        self._stack.setCurrentIndex(place)
        self.line.setVisible(not is_numbers)
        wanted = self.all_numbers if is_numbers else self.table
        if self.focusProxy() is not wanted:
            self.setFocusProxy(wanted)
        if had_focus and not nothing:
            wanted.setFocus()

    def show_numbers_of_table(self, *, is_shown: bool) -> None:
        """Shows below the table the numbers that it uses, if there are any."""
        self._has_numbers = is_shown
        self._numbers_part.setVisible(is_shown and self.tabs.currentIndex() == 0)

    def show_tables(self, lines: tuple[TableLine, ...], current: str) -> None:
        """Shows the tables there are, and which of them is current."""
        self.side.tables.show_lines(lines, current)
        names = [f"{each.name}   {each.count}" for each in lines]
        if [self.combo.itemText(place) for place in range(self.combo.count())] != names:
            self.combo.clear()
            self.combo.addItems(names)
        self.combo.setCurrentIndex(
            next((at for at, each in enumerate(lines) if each.key == current), -1)
        )

    @Slot(int)
    def _choose(self, place: int) -> None:
        lines = self.side.tables.lines
        if 0 <= place < len(lines):
            self.side.tables.chosen.emit(lines[place].key)

    @property
    def is_in_values(self) -> bool:
        """Whether the keyboard is in the middle, where values are typed."""
        focus = QApplication.focusWidget()
        return focus is not None and self._stack.isAncestorOf(focus)

    # ---- small windows

    _has_numbers = False

    def _fit(self) -> None:
        is_small = self.width() < _LARGE.width() or self.height() < _LARGE.height()
        if is_small == self._is_small:
            return
        self._is_small = is_small
        self.side.setVisible(not is_small)
        self._small_bar.setVisible(is_small)
        search, row = self.side.search, self._small_row
        if is_small:
            row.insertWidget(1, search, 1)
            self.impact.setMinimumWidth(0)
            self.impact.setMaximumWidth(16777215)
            self._middle.layout().insertWidget(1, self.impact, 26)  # type: ignore[union-attr]
        else:
            self.side.search_place.addWidget(search)
            self.impact.setFixedWidth(WIDTH)
            self._row.addWidget(self.impact)
            self.tabs.setCurrentIndex(0)
        self._show_tab(self.tabs.currentIndex())

    @Slot(int)
    def _show_tab(self, place: int) -> None:
        is_values = place == 0 or not self._is_small
        self._values.setVisible(is_values)
        self._numbers_part.setVisible(is_values and self._has_numbers)
        self.impact.setVisible(not self._is_small or place == 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        theme = self._icons.theme
        dress_label(self.numbers_title, theme, "row", "text.primary", weight=700)
        dress_label(self.numbers_count, theme, "row", "text.muted", weight=400)
        dress_label(self.nothing, theme, "body", "text.muted")

    # ---- keys

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps the keys of the page and all letters from the window: here they are typed over values."""
        is_ours = (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and bool(_use_of(event) or _is_letter(event) or event.key() == Qt.Key.Key_Delete)
        )
        if is_ours:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        use = _use_of(event)
        if use:
            self.commit_typed()
            self.asked.emit(use)
        elif not _is_letter(event) and event.key() != Qt.Key.Key_Delete:
            super().keyPressEvent(event)

    def commit_typed(self) -> None:
        """Takes what is typed in an open field as it is."""
        focus = QApplication.focusWidget()
        for table in (self.table, self.numbers, self.all_numbers):
            if isinstance(focus, QLineEdit) and table.isAncestorOf(focus):
                table.setFocus()


def _use_of(event: QKeyEvent) -> str:
    pressed = QKeySequence(event.keyCombination())
    return next((use for key, use in _KEYS.items() if QKeySequence(key) == pressed), "")


def _is_letter(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    )
    return not held and bool(event.text()) and event.text().isprintable()


def _dock(parent: QWidget, *parts: object) -> QFrame:
    frame = QFrame(parent)
    frame.setProperty("dock", "true")
    column_layout(frame, *parts, margins=(1, 1, 1, 1), spacing=0)  # type: ignore[arg-type]  # what goes in
    return frame
