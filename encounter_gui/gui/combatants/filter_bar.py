"""The line over the table in which combatants are filtered; it stays as long as somebody is left out."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.tool_tips import plain_tip

_LEAVING = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FilterBar(QWidget):
    """Hidden until it is asked for; says what is filtered, and how many are shown. Escape empties and hides it."""

    changed = Signal(str)
    """What is wanted from now on; empty: everybody."""
    left = Signal()
    """The keyboard goes to the table."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._counted = (-1, -1)
        self.field = QLineEdit(self)
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(texts.text_of("gui.filter.hint"))
        self.field.setAccessibleName(texts.text_of("gui.filter.name"))
        self.field.setProperty("small", "true")
        self.count = QLabel(self)
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.close_button = QToolButton(self)
        self.close_button.setIcon(icons.icon("close"))
        self.close_button.setAccessibleName(texts.text_of("gui.filter.all"))
        self.close_button.setToolTip(plain_tip(texts.text_of("gui.filter.all")))
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = row_layout(self, margins=(8, 3, 8, 3), spacing=8)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        row.addWidget(self.close_button)
        self.field.textChanged.connect(self.changed)
        self.close_button.clicked.connect(self.dismiss)
        self.hide()

    @property
    def is_on(self) -> bool:
        """Whether anything is filtered."""
        return bool(self.field.text().strip())

    @Slot()
    def begin(self) -> None:
        """Opens it, the keyboard in its field."""
        self.show()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(int, int)
    def show_count(self, shown: int, count: int) -> None:
        """Says how many of how many combatants are shown."""
        if (shown, count) == self._counted:
            return
        self._counted = (shown, count)
        self.count.setText(self._texts.text_of("gui.filter.count", shown=shown, count=count))
        role = "status.warn" if shown < count else "text.muted"
        colour_label(self.count, self._icons.theme, role)

    @Slot()
    def dismiss(self) -> None:
        """Shows everybody again and puts it away; the keyboard goes to the table."""
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.field.clear()
        self.hide()
        if had_focus:
            self.left.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() in _LEAVING:
            if not self.is_on:
                self.hide()
            self.left.emit()  # into the rows; the filter stays
        else:
            super().keyPressEvent(event)
