"""What comes with a ruleset, to be read: each value with its name, nothing that looks as if it could be changed."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.entry_text import facts_of
from encounter_gui.gui.library.fields.field_edits import FieldLabel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.ruleset import Ruleset

_NAMES = 190


class ReadOnlyFacts(QWidget):
    """Names at the left, values at the right of them."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.shown: tuple[tuple[str, str], ...] = ()
        """What is shown: names and values."""
        self._holder: QWidget | None = None
        column_layout(self)

    def show_thing(self, ruleset: Ruleset, extra: CustomEntry) -> None:
        """Shows another item or condition."""
        facts = tuple(facts_of(ruleset, extra, self._texts))
        if facts == self.shown:
            return
        self.shown = facts
        if self._holder is not None:
            self._holder.setParent(None)
            self._holder.deleteLater()
        holder = self._holder = QWidget(self)
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _NAMES)
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(facts):
            grid.addWidget(FieldLabel(self._icons, name, holder), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._value(name, value, holder), row, 1)
        layout = self.layout()
        if layout is not None:
            layout.addWidget(holder)
        holder.show()

    def _value(self, name: str, value: str, holder: QWidget) -> QLabel:
        label = plain_label(value, holder)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setAccessibleName(f"{name}: {value}")
        label.setFont(self._icons.theme.font("body", weight=500))
        return label
