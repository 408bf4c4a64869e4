"""The line over the log in which entries are searched for: words, kind, round, typed dice."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.log.log_model import KINDS, LogFilter
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST


class LogSearch(QWidget):
    """Hidden until it is asked for; Escape empties it and puts it away."""

    changed = Signal(object)
    """``LogFilter``: the entries that are wanted from now on."""
    closed = Signal()
    """It was put away, and all entries are wanted again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts = texts
        self.field = QLineEdit(self)
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(texts.text_of("gui.fight.log.search_hint"))
        self.field.setAccessibleName(texts.text_of("gui.fight.log.search"))
        self.field.setProperty("small", "true")
        self.kind, self.stamp = QComboBox(self), QComboBox(self)
        self.kind.setAccessibleName(texts.text_of("gui.fight.log.kind"))
        self.kind.addItem(texts.text_of("gui.fight.log.kind.all"), "")
        for kind in KINDS:
            self.kind.addItem(texts.text_of(f"gui.fight.log.kind.{kind}"), kind)
        self.stamp.setAccessibleName(texts.text_of("gui.fight.log.round"))
        self.stamp.addItem(texts.text_of("gui.fight.log.round.all"), "")
        self.typed = QToolButton(self)
        self.typed.setIcon(icons.icon("hand"))
        self.typed.setCheckable(True)
        self.typed.setProperty("bordered", "true")
        self.count = QLabel(self)
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.close_button = QToolButton(self)
        self.close_button.setIcon(icons.icon("close"))
        for button, key in ((self.typed, "typed"), (self.close_button, "all")):
            button.setAccessibleName(texts.text_of(f"gui.fight.log.{key}"))
            button.setToolTip(texts.text_of(f"gui.fight.log.{key}"))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = row_layout(self, margins=(8, 3, 8, 0), spacing=6)
        row.addWidget(self.field, 1)
        for widget in (self.kind, self.stamp, self.typed, self.count, self.close_button):
            row.addWidget(widget)
        self.field.textChanged.connect(self._tell)
        self.kind.currentIndexChanged.connect(self._tell)
        self.stamp.currentIndexChanged.connect(self._tell)
        self.typed.toggled.connect(self._tell)
        self.close_button.clicked.connect(self.dismiss)
        self.hide()

    @property
    def wanted(self) -> LogFilter:
        """Returns which entries are wanted."""
        return LogFilter(
            words=self.field.text(),
            kind=str(self.kind.currentData() or ""),
            stamp=str(self.stamp.currentData() or ""),
            is_typed=self.typed.isChecked(),
        )

    def begin(self, stamps: tuple[str, ...]) -> None:
        """Opens it with these rounds to choose from, the keyboard in its field."""
        chosen = self.stamp.currentData()
        while self.stamp.count() > 1:
            self.stamp.removeItem(1)
        for stamp in stamps:
            self.stamp.addItem(stamp, stamp)
        self.stamp.setCurrentIndex(max(0, self.stamp.findData(chosen)))
        self.show()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._tell()

    def show_count(self, shown: int, count: int) -> None:
        """Says how many of how many entries are shown."""
        self.count.setText(self._texts.text_of("gui.fight.log.count", shown=shown, count=count))

    @Slot()
    def dismiss(self) -> None:
        """Empties it and puts it away; the keyboard goes to the log."""
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.field.clear()
        self.kind.setCurrentIndex(0)
        self.stamp.setCurrentIndex(0)
        self.typed.setChecked(False)
        self.hide()
        if had_focus:
            self.closed.emit()

    @Slot()
    def _tell(self) -> None:
        self.changed.emit(self.wanted)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.closed.emit()  # into the entries; the search stays
        else:
            super().keyPressEvent(event)
