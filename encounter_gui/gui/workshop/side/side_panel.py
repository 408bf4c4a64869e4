"""The left of the workshop: what the rules are called, the search, the tables, and the history."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.gui.workshop.side.tables_list import TablesList
from encounter_gui.gui.workshop.side.versions_list import VersionsList

WIDTH = 252


class Tag(QWidget):
    """A small outlined word: whether a draft or a version is worked on."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons, self._text = icons, ""

    def show_text(self, text: str) -> None:
        """Shows another word."""
        self._text = text
        self.setAccessibleName(text)
        self.setFixedSize(round(marks.tag_width(self._icons.theme, text)) + 1, 16)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        marks.paint_tag(QPainter(self), self._icons.theme, QPointF(0, 0), self._text)


class SearchLine(QLineEdit):
    """A search field with its key in a cap; Esc empties it, Down and Enter go to what was found."""

    moved = Signal()
    """Down or Enter: what was found is wanted."""

    def __init__(
        self, icons: Icons, hint: str, cap: str = "", parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, what can be looked for, and the key that leads here; empty: none."""
        super().__init__(parent)
        self._icons, self._cap = icons, cap
        self.setMaxLength(LONGEST)
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setTextMargins(20, 0, 46 if cap else 0, 0)
        icons.loaded.connect(self.update)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.moved.emit()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, theme = QPainter(self), self._icons.theme
        box = QRectF(9, (self.height() - 14) / 2, 14, 14)
        self._icons.paint(painter, "search", box, theme.colour("text.muted"))
        if self._cap and not self.text():
            left = self.width() - marks.key_cap_width(theme, self._cap) - 8
            marks.paint_key_cap(painter, theme, QPointF(left, (self.height() - 16) / 2), self._cap)


class SidePanel(QFrame):
    """Everything left of the table."""

    renamed = Signal(str)
    """The rules are to be called so."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self.setProperty("dock", "true")
        self.setFixedWidth(WIDTH)
        self.name = QLineEdit(self)
        self.name.setMaxLength(LONGEST)
        self.name.setProperty("flat", "true")
        self.name.setAccessibleName(texts.text_of("gui.workshop.name"))
        self.name.setToolTip(texts.text_of("gui.workshop.name"))
        self.name.editingFinished.connect(self._rename)
        self.state = Tag(icons, self)
        self.extends = plain_label("", self, wraps=False)
        self.extends.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.search = SearchLine(icons, texts.text_of("gui.workshop.search"), "Ctrl F", self)
        self.tables = TablesList(icons, texts, self)
        self.history_title = QLabel(texts.text_of("gui.workshop.history"), self)
        self.history_note = QLabel(texts.text_of("gui.workshop.history_note"), self)
        self.versions = VersionsList(icons, texts, self)
        head = row_layout(None, (self.name, 1), self.state, spacing=6, margins=(3, 4, 12, 0))
        title = row_layout(
            None, self.history_title, STRETCH, self.history_note, margins=(12, 0, 12, 0)
        )
        self.search_place = row_layout(None, self.search, margins=(12, 7, 12, 7))
        below = row_layout(None, self.extends, margins=(12, 0, 12, 10))
        column_layout(
            self,
            head,
            below,
            Separator(icons, self),
            self.search_place,
            Separator(icons, self),
            (self.tables, 1),
            Separator(icons, self),
            title,
            Separator(icons, self),
            self.versions,
            margins=(1, 1, 1, 1),
            spacing=0,
        )
        self._was_name = ""

    def show_name(self, name: str, state: str, extends: str) -> None:
        """Shows what the rules are called, whether a draft is worked on, and which game they extend."""
        self._was_name = name
        if not self.name.hasFocus() or not self.name.isModified():
            self.name.setText(name)
            self.name.setCursorPosition(0)
        self.state.show_text(state)
        self.extends.setText(extends)
        self.extends.setToolTip(extends)

    def _rename(self) -> None:
        name = self.name.text().strip()
        self.name.setModified(False)
        if name and name != self._was_name:
            self.renamed.emit(name)
        elif not name:
            self.name.setText(self._was_name)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        theme = self._icons.theme
        self.name.setFont(theme.font("title"))
        dress_label(self.extends, theme, "body", "text.muted")
        dress_label(self.history_title, theme, "small", "text.secondary", weight=600)
        dress_label(self.history_note, theme, "small", "text.muted")
        for label in (self.history_title, self.history_note):
            label.setFixedHeight(24)
