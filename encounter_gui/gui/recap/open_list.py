"""What is still open when a fight is over: a list in which each thing is settled, waived or carried over."""

from collections.abc import Sequence
from typing import Any, Literal

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QPushButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import FlowLayout, column_layout
from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.engine.scene.open_things import OpenThing

Decision = Literal["settle", "waive", "carry", "carry_all", "close"]

_KEYS: dict[Qt.Key, Decision] = {
    Qt.Key.Key_S: "settle",
    Qt.Key.Key_W: "waive",
    Qt.Key.Key_C: "carry",
    Qt.Key.Key_A: "carry_all",
    Qt.Key.Key_L: "close",
}
_MOST_ROWS = 4
_ROW = 22


class OpenModel(RowsModel[OpenThing]):
    """What is open, each with the word for what is carried over."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the words; nothing is open yet."""
        super().__init__(parent)
        self._texts = texts

    @override
    def row_data(self, row: OpenThing, role: int) -> Any:
        words = row.text
        if row.is_carried:
            words = self._texts.text_of("recap.open.carried", what=row.text)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(words)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(200, _ROW)
        return None


class OpenList(QWidget):
    """The list with its buttons; S, W and C decide on the row the keyboard is on, A carries all over, L closes."""

    decided = Signal(str, object)
    """A ``Decision``, and the keys of the things it is about; none: all, or the scene."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._texts = texts
        self.shown = OpenModel(texts, self)
        self.head = SectionHead(icons, texts.text_of("recap.open.title"), parent=self)
        self.view = QListView(self)
        self.view.setModel(self.shown)
        self.view.setAccessibleName(texts.text_of("recap.open.title"))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setUniformItemSizes(True)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.installEventFilter(self)
        self.setFocusProxy(self.view)
        column = column_layout(self, self.head, self.view, spacing=2)
        row = FlowLayout(gap=6, line_gap=4)
        self.buttons = {each: self._button(each) for each in _KEYS.values()}
        for button in self.buttons.values():
            row.addWidget(button)
        column.addLayout(row)

    def show_things(self, things: Sequence[OpenThing], *, is_closed: bool) -> None:
        """Shows what is open now; the keyboard stays on the row it was on, or the next one."""
        place = max(self.view.currentIndex().row(), 0)
        self.shown.show(tuple(things))
        is_any = bool(things)
        if is_any:
            self.view.setCurrentIndex(self.shown.index(min(place, len(things) - 1)))
        is_decided = all(each.is_carried for each in things)
        self.view.setVisible(is_any)
        self.view.setFixedHeight(_ROW * min(max(len(things), 1), _MOST_ROWS) + 4)
        note = "closed" if is_closed else "decided" if is_decided else "keys"
        self.head.show_note(self._texts.text_of(f"recap.open.{note}"))
        for each, button in self.buttons.items():
            button.setVisible(not is_closed and (is_any or each == "close"))
        self.buttons["close"].setEnabled(is_decided and not is_closed)
        self.buttons["carry_all"].setEnabled(not is_decided)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the keys of the list from the shortcuts of the window."""
        if not isinstance(event, QKeyEvent) or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            return super().eventFilter(watched, event)
        decision = _KEYS.get(Qt.Key(event.key()))
        if decision is None or not self.buttons[decision].isVisible():
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            self._decide(decision)
            return True
        return super().eventFilter(watched, event)

    def _button(self, decision: Decision) -> QPushButton:
        words = self._texts.text_of(f"recap.open.{decision}")
        button = QPushButton(words, self)
        button.setAccessibleName(words)
        button.setToolTip(plain_tip(self._texts.text_of(f"recap.open.{decision}.tip")))
        button.setProperty("small", "true")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._decide(decision))
        return button

    def _decide(self, decision: Decision) -> None:
        if not self.buttons[decision].isEnabled():
            return
        row = self.view.currentIndex().row()
        is_one = decision in ("settle", "waive", "carry")
        if is_one and not 0 <= row < len(self.shown.rows):
            return
        keys = (self.shown.rows[row].key,) if is_one else ()
        self.decided.emit(decision, keys)
