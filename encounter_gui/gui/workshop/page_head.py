"""The head over a table of the workshop: its name, which entries are shown, and the buttons that make new ones."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip

ALL, OWN, WRONG = range(3)
_PARTS = ((ALL, "all", "first"), (OWN, "own_only", "middle"), (WRONG, "in_error", "last"))


class PageHead(QWidget):
    """One line of controls over a table."""

    shown_changed = Signal(int)
    """Which entries are wanted: ``ALL``, ``OWN`` or ``WRONG``."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self.title = plain_label("", self, wraps=False)
        self.count = plain_label("", self, wraps=False)
        self.count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._group = QButtonGroup(self)
        segments = QWidget(self)
        segments.setAccessibleName(texts.text_of("gui.workshop.show"))
        row = row_layout(segments, spacing=0)
        for place, name, end in _PARTS:
            button = QToolButton(self)
            button.setText(texts.text_of(f"gui.workshop.{name}"))
            button.setAccessibleName(button.text())
            button.setCheckable(True)
            button.setProperty("segment", end)
            self._group.addButton(button, place)
            row.addWidget(button)
        self.segment(ALL).setChecked(True)
        self._group.idClicked.connect(self.shown_changed)
        self.columns = self._button("more_columns", "")
        self.columns.setProperty("flat", "true")
        self.new_like = self._button("new_like", "copy")
        self.new = self._button("new", "plus")
        row_layout(
            self,
            self.title,
            (self.count, 1),
            self.columns,
            segments,
            self.new_like,
            self.new,
            margins=(12, 6, 8, 6),
            spacing=8,
        )

    def _button(self, key: str, icon: str) -> QPushButton:
        button = QPushButton(self._texts.text_of(f"gui.workshop.{key}", count=0), self)
        button.setProperty("small", "true")
        if icon:
            button.setIcon(self._icons.icon(icon))
        button.setToolTip(plain_tip(self._texts.text_of(f"gui.workshop.{key}.tip")))
        self._icons.loaded.connect(button.update)
        return button

    def segment(self, place: int) -> QToolButton:
        """Returns the button of one choice of entries."""
        button = self._group.button(place)
        assert isinstance(button, QToolButton)  # noqa: S101 - we put it there
        return button

    def show_table(self, name: str, count: str, wrong: int, *, can_grow: bool) -> None:
        """Shows which table it is, how many entries it has, how many are wrong, and whether it may get new ones."""
        self.title.setText(name)
        self.count.setText(count)
        button = self.segment(WRONG)
        key = "in_error_count" if wrong else "in_error"
        button.setText(self._texts.text_of(f"gui.workshop.{key}", count=wrong))
        button.setAccessibleName(button.text())
        for each in (self.new_like, self.new):
            each.setVisible(can_grow)

    def show_columns(self, more: int, *, are_all: bool) -> None:
        """Shows how many columns more there are than are shown; ``are_all``: every one is shown."""
        key = "fewer_columns" if are_all else "more_columns"
        self.columns.setText(self._texts.text_of(f"gui.workshop.{key}", count=more))
        self.columns.setAccessibleName(self.columns.text())
        self.columns.setVisible(are_all or more > 0)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        dress_label(self.title, self._icons.theme, "title", "text.primary")
        dress_label(self.count, self._icons.theme, "row", "text.muted", weight=400)
