"""How many hit points copies get: a number, what the rules work out, what is rolled or typed for each."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.field_edits import FieldLabel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.ruleset import FieldDef

TotalMode = Literal["number", "average", "rolled", "typed"]
MODES: tuple[TotalMode, ...] = ("number", "average", "rolled", "typed")


class HitPointsRow(QWidget):
    """Segments after the field's name; the number itself is a field of the sheet below."""

    mode_chosen = Signal(str)
    """One of ``MODES``."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, field: FieldDef, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the texts, and the field that holds the number."""
        super().__init__(parent)
        self._texts = texts
        self._group = QButtonGroup(self)
        row = row_layout(self, spacing=0)
        label = FieldLabel(icons, texts.text_of("gui.editor.total", name=field.name), self)
        row.addWidget(label, 1)
        for place, mode in enumerate(MODES):
            button = QToolButton(self)
            button.setText(texts.text_of(f"gui.editor.total.{mode}"))
            button.setAccessibleName(button.text())
            if mode != "rolled":
                button.setToolTip(plain_tip(texts.text_of(f"gui.editor.total.{mode}.tip")))
            button.setCheckable(True)
            ends = {0: "first", len(MODES) - 1: "last"}
            button.setProperty("segment", ends.get(place, "middle"))
            self._group.addButton(button, place)
            row.addWidget(button)
        self.show_dice("")
        self._group.idClicked.connect(lambda place: self.mode_chosen.emit(MODES[place]))

    @property
    def buttons(self) -> tuple[QToolButton, ...]:
        """Returns the segments, in order."""
        return tuple(b for b in self._group.buttons() if isinstance(b, QToolButton))

    def show_mode(self, mode: TotalMode) -> None:
        """Shows another mode."""
        self._group.button(MODES.index(mode)).setChecked(True)

    def show_dice(self, dice: str) -> None:
        """Says with which dice they are rolled; empty: there are none, and that way is not offered."""
        rolled = self._group.button(MODES.index("rolled"))
        rolled.setVisible(bool(dice))
        rolled.setToolTip(plain_tip(self._texts.text_of("gui.editor.total.rolled.tip", dice=dice)))
