"""The lower left of the attack panel: modifiers, their sum, dice, the Resolve button and a message line."""

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.dice_row import LINE, DiceRow
from encounter_gui.gui.attack.fields.chooser_set import ChooserSet
from encounter_gui.gui.attack.fields.pill_box import PillBox
from encounter_gui.gui.attack.sum_line import SumLine
from encounter_gui.gui.theme.ground import Ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.message_line import MessageLine

_GAP = 5
_LINE = 16
_MOST_LINES = 3
_NARROWEST, _WIDEST = 312, 424
_LEAST_HEIGHT = 90


class FormSide(Ground):
    """Places its parts by hand: the message goes below the dice where there is room, else over the sum.

    Where it goes depends on the pills alone, so that nothing moves under typing fingers. It keeps the width that the
    widest of its dice have asked for, so that the odds beside it stay where they are from one actor to the next.
    """

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        self._most = _WIDEST
        self._widest = self._highest = 0
        self.pills = PillBox(icons, texts, self)
        self.sum = SumLine(icons, self)
        self.dice = DiceRow(icons, texts, self)
        self.message = MessageLine(icons, self)
        icons.recoloured.connect(self.place)

    @property
    def choosers(self) -> ChooserSet:
        """Returns the questions that stand among the modifiers."""
        return self.pills.choosers

    def use_width(self, most: int) -> None:
        """Takes the width it should not exceed unless its dice fields cannot be read otherwise."""
        most = max(_NARROWEST, min(_WIDEST, most))
        if most != self._most:
            self._most, self._highest = most, 0
            self.follow(keeps_width=False)

    def follow(self, *, keeps_width: bool) -> None:
        """Takes its parts as they are now, after any of them has changed, and its width from them or from before."""
        self._widest = max(self._widest if keeps_width else 0, self.dice.sizeHint().width())
        self._highest = max(self._highest, self._whole_height())
        self.updateGeometry()
        self.place()

    @property
    def height_wanted(self) -> int:
        """The height in which no modifier of any form so far has to be scrolled to, in logical pixels.

        It keeps that height, so that the log below stays where it is from one actor to the next.
        """
        return self._highest

    def _whole_height(self) -> int:
        pills = self.pills.whole_height_for(self.width())
        return pills + self.dice.height_wanted + 2 * _LINE + 2 * _GAP + 2

    @Slot()
    def place(self) -> None:
        """Places all parts in the size there is."""
        width, height = self.width(), self.height()
        dice = self.dice.height_wanted
        fixed = _LINE + dice + 2 * _GAP
        wanted = self.pills.height_for(width, height - fixed)
        has_line = wanted + fixed + _LINE + 2 <= height
        pills = min(wanted, height - fixed - (_LINE + 2 if has_line else 0))
        self.pills.setGeometry(0, 0, width, max(0, pills))
        top = max(0, pills) + _GAP
        self.sum.setGeometry(0, top, width, _LINE)
        self.dice.setGeometry(0, top + _LINE + _GAP, width, dice)
        below = top + _LINE + _GAP + dice + 2
        room = min(_LINE * _MOST_LINES, height - below) if has_line else _LINE
        self.message.setGeometry(0, below if has_line else top, width, room)
        self.sum.setVisible(has_line or not self.message.text)

    @override
    def sizeHint(self) -> QSize:
        least = self.minimumSizeHint().width()
        rows = self.dice.height_wanted - LINE
        return QSize(max(least, min(self._most, self._widest)), 136 + rows)

    @override
    def minimumSizeHint(self) -> QSize:
        rows = self.dice.height_wanted - LINE
        return QSize(max(_NARROWEST, self.dice.minimumSizeHint().width()), _LEAST_HEIGHT + rows)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.place()
