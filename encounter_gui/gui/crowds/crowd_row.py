"""How many of a group are meant, and which: a field and a choice, the same wherever groups are changed by hand."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.crowds.amount_field import AmountField
from encounter_gui.gui.crowds.choice_row import ChoiceRow
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.engine.by_hand.crowds import WHICH, Which

_LONGEST = 4
_AROUND = 26
"""What margins and frame of the field take of its width, in logical pixels."""


class CrowdRow(QObject):
    """Asks how many of the groups among the chosen rows are meant; where there are none, nothing of it is there.

    Its two widgets stand among those of its parent, which lays them out: Tab goes to them by their places.
    """

    count_edited = Signal(str)
    """How many, as typed: a number, or all."""
    which_chosen = Signal(str)
    """Which of them, one of ``WHICH``."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes icons with the theme, the texts, and the widget among whose parts it stands."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.count = AmountField(icons, "", parent)
        self.which = ChoiceRow(icons, texts.text_of("gui.crowd.which"), parent=parent)
        self.which.show_narrow(is_narrow=True)
        self.count.setMaxLength(_LONGEST)
        self.count.setAccessibleName(texts.text_of("gui.crowd.count"))
        self.count.setToolTip(plain_tip(texts.text_of("gui.crowd.count.help")))
        self.count.textEdited.connect(self.count_edited)
        self.which.chosen.connect(self.which_chosen)

    def show_crowds(
        self, sizes: Sequence[int], count: str, which: Which, *, is_wrong: bool
    ) -> None:
        """Shows how many are meant of groups of these sizes, and whether that cannot be."""
        self.count.setVisible(bool(sizes))
        names = tuple((each, self._texts.text_of(f"gui.crowd.which.{each}")) for each in WHICH)
        self.which.show_options(names if sizes else (), which)
        if not sizes:
            return
        size = ", ".join(map(str, sizes))
        self.count.show_unit(self._texts.text_of("gui.crowd.count.of", size=size))
        digits = round(self._icons.theme.fonts.width("0" * _LONGEST, "dice"))
        self.count.setFixedWidth(digits + self.count.unit_width() + _AROUND)
        if self.count.text() != count:
            self.count.setText(count)
        mark_wrong(self.count, is_wrong=is_wrong)

    @property
    def is_asked(self) -> bool:
        """Whether there is a group of which some are meant."""
        return not self.count.isHidden()

    def wanted_width(self) -> int:
        """Returns how wide its widgets are with a gap, in logical pixels; 0: they are not there."""
        return self.count.width() + 8 + self.which.narrow_width() if self.is_asked else 0

    @Slot()
    def take_focus(self) -> None:
        """Puts the keyboard into the number, which is typed over."""
        self.count.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.count.selectAll()


def which_named(which: str) -> Which:
    """Returns which of a group are meant by its name, as signals carry it."""
    return next(each for each in WHICH if each == which)
