"""All conditions of a combatant, in as many lines as they need, and a button that adds one."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.chip_button import ChipButton
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import FlowLayout
from encounter_gui.rules.view import Chip

_PLUS, _WIDEST = 20, 400
"""How wide the button may be as a mere plus, and with its words."""


class ChipRow(QWidget):
    """Shows chips, and behind them what adds one: so it never leaves the sheet below, which would move.

    Widgets are kept from one combatant to the next.
    """

    relieve_requested = Signal(str)
    """A condition's key."""
    edit_requested = Signal(str)
    """The key of a condition whose duration or note is to be changed; empty: one is to be put on."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._buttons: list[ChipButton] = []
        self._flow = FlowLayout(self)
        self._add = QToolButton(self)
        self._add.setObjectName("add_condition")
        self._add.setToolTip(texts.text_of("gui.status.add_condition_help"))
        self._add.setAccessibleName(texts.text_of("gui.action.condition"))
        self._add.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._add.clicked.connect(self._ask_for_one)
        self._flow.addWidget(self._add)
        self._say_add(has_chips=False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def buttons(self) -> tuple[ChipButton, ...]:
        """Returns the chips that are shown."""
        return tuple(each for each in self._buttons if not each.isHidden())

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Shows these."""
        while len(self._buttons) < len(chips):
            button = ChipButton(self._icons, self._texts, self)
            button.relieve_requested.connect(self.relieve_requested)
            button.edit_requested.connect(self.edit_requested)
            QWidget.setTabOrder(self._buttons[-1] if self._buttons else self, button)
            self._buttons.append(button)
            self._flow.removeWidget(self._add)
            self._flow.addWidget(button)
            self._flow.addWidget(self._add)
        for button in self._buttons[len(chips) :]:
            button.hide()
        for button, chip in zip(self._buttons, chips, strict=False):
            button.show_chip(chip)
            button.show()
        self._say_add(has_chips=bool(chips))

    def _say_add(self, *, has_chips: bool) -> None:
        """Says in words what the button adds only where no chip shows it."""
        key = "gui.status.add_more" if has_chips else "gui.status.add_condition"
        self._add.setText(self._texts.text_of(key))
        self._add.setMaximumWidth(_PLUS if has_chips else _WIDEST)

    @Slot()
    def _ask_for_one(self) -> None:
        self.edit_requested.emit("")
