"""Rules in a file, before they are taken in: what they are, what differs, and for which campaigns."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import set_up_dialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout

Target = Literal["campaign", "all"]
"""For the open campaign alone, as the next version of its own rules; or as a ruleset for all campaigns."""

TARGETS: tuple[Target, ...] = ("campaign", "all")
_SIZE = (640, 500)


class Way(Struct, frozen=True, kw_only=True):
    """What one way of taking rules in would do, in words, and a line for all that differs.

    ``is_there``: there is nothing to do. ``asks``: it would hold in place of what does not come before it. ``trouble``
    says why it cannot be; empty: it can.
    """

    text: str = ""
    lines: tuple[str, ...] = ()
    is_there: bool = False
    asks: bool = False
    trouble: str = ""


class TakeInView(Struct, frozen=True, kw_only=True):
    """Rules in a file: what they say of themselves, and both ways of taking them in."""

    file: str
    title: str
    about: str = ""
    ways: Mapping[Target, Way] = field(default_factory=dict)
    first: Target = "campaign"
    """The way that is chosen at first, if it can be and is not there already."""
    note: str = ""
    """What else is worth knowing, such as a draft that stays as it is; empty: nothing."""


class TakeInDialog(QDialog):
    """Nothing is written before the last button is pressed."""

    wanted = Signal(str)
    """``campaign`` or ``all``; ``accept`` or ``refuse`` tell what came of it."""

    def __init__(
        self, view: TakeInView, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes what is known of the file, icons with the theme, and the words."""
        super().__init__(parent)
        self._view = view
        self._icons = icons
        self._texts = texts
        self.choices = {each: QRadioButton(self) for each in TARGETS}
        self.told: dict[Target, QLabel] = {each: plain_label("", self) for each in TARGETS}
        self.count = plain_label("", self)
        self.lines = QPlainTextEdit(self)
        self.trouble = plain_label("", self)
        self.cancel = QPushButton(texts.text_of("gui.cancel"), self)
        self.take = QPushButton(texts.text_of("gui.take_in.take"), self)
        self._group = QButtonGroup(self)
        self._lay_out()

    def _lay_out(self) -> None:
        texts, view = self._texts, self._view
        column = set_up_dialog(self, texts.text_of("gui.take_in.title", file=view.file))
        title = plain_label(view.title, self)
        title.setFont(self._icons.theme.font("title"))
        column.addWidget(title)
        for text in (view.about, view.note):
            if text:
                column.addWidget(plain_label(text, self))
        for target in TARGETS:
            if target in view.ways:
                column.addLayout(self._way(target))
        self.lines.setReadOnly(True)
        self.lines.setTabChangesFocus(True)
        column.addWidget(self.count)
        column.addWidget(self.lines, 1)
        self.trouble.hide()
        column.addWidget(self.trouble)
        self.cancel.clicked.connect(self.reject)
        self.take.clicked.connect(self._take)
        column.addLayout(row_layout(None, STRETCH, self.cancel, self.take))
        order = sorted(TARGETS, key=lambda each: each != view.first)
        possible = [each for each in order if self._can(each)]
        first = next((each for each in possible if not view.ways[each].is_there), None)
        self._choose(first or next(iter(possible), None))
        self.resize(*_SIZE)

    def _way(self, target: Target) -> QVBoxLayout:
        button, way = self.choices[target], self._view.ways[target]
        button.setText(self._texts.text_of(f"gui.take_in.{target}"))
        button.setAccessibleDescription(way.trouble or way.text)
        button.setEnabled(self._can(target))
        button.toggled.connect(self._show)
        self._group.addButton(button)
        self.told[target].setText(way.trouble or way.text)
        self.told[target].setIndent(24)
        return column_layout(None, button, self.told[target], spacing=2)

    def _can(self, target: Target) -> bool:
        way = self._view.ways.get(target)
        return way is not None and not way.trouble

    def _choose(self, target: Target | None) -> None:
        if target is not None:
            self.choices[target].setChecked(True)
            self.choices[target].setFocus()
        self._show()

    @property
    def target(self) -> Target | None:
        """The way that is chosen; None: there is none."""
        return next((each for each in TARGETS if self.choices[each].isChecked()), None)

    @Slot()
    def _show(self) -> None:
        texts, target = self._texts, self.target
        way = self._view.ways[target] if target is not None else Way()
        self.count.setText(texts.text_of("gui.take_in.differs", count=len(way.lines)))
        self.lines.setPlainText("\n".join(way.lines))
        self.lines.setAccessibleName(self.count.text())
        for each in (self.count, self.lines):
            each.setVisible(target is not None)
        self.take.setEnabled(target is not None and not way.is_there)
        self.take.setText(
            texts.text_of("gui.take_in.take_anyway" if way.asks else "gui.take_in.take")
        )
        (self.cancel if way.asks or not self.take.isEnabled() else self.take).setDefault(True)

    @Slot()
    def _take(self) -> None:
        if self.target is not None:
            self.wanted.emit(self.target)

    def refuse(self, text: str) -> None:
        """Says why nothing was taken in; the other way can still be tried."""
        self.trouble.setText(text)
        colour_label(self.trouble, self._icons.theme, "status.danger")
        self.trouble.show()
