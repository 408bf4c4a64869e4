"""The recap in the place of table, bench and log: head, combatants, what turned it, dice luck, what was spent."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.recap.dice_chart import DiceChart
from encounter_gui.gui.recap.open_list import OpenList
from encounter_gui.gui.recap.recap_head import RecapHead
from encounter_gui.gui.recap.recap_table import RecapTable
from encounter_gui.gui.recap.turning_list import TurningList
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.message_label import MessageLabel
from encounter_gui.gui.widgets.message_line import Tone
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.reports.recap.recap import Recap

_LUCK_WIDTH, _LUCK_LEAST = 292, 200
_NARROW = 800
"""Below this width the dice give way to the turning points."""


class RecapPanel(QFrame):
    """Shows a recap; a turning point that is pressed, or whose number is typed, is looked back to."""

    entry_chosen = Signal(int)

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._texts = texts
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of("recap.title"))
        self.head = RecapHead(icons, self)
        self.table = RecapTable(icons, texts, self)
        self.turning = TurningList(icons, texts, self)
        self.dice = DiceChart(icons, texts, self)
        self.spent = MessageLabel(icons, self)
        self.open = OpenList(icons, texts, self)
        self._turning_head = SectionHead(
            icons, texts.text_of("recap.turning"), texts.text_of("recap.turning.note"), self
        )
        self._dice_head = SectionHead(icons, texts.text_of("recap.dice"), parent=self)
        self._lay_out(icons)
        self.waiting = QLabel(texts.text_of("recap.working"), self)
        self.waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.waiting.setAutoFillBackground(True)
        self.waiting.hide()
        self.turning.entry_chosen.connect(self.entry_chosen)

    def show_waiting(self) -> None:
        """Says that another fight is being worked out, over what was shown."""
        self.waiting.raise_()
        self.waiting.show()

    def show_recap(self, recap: Recap) -> None:
        """Shows another fight."""
        self.waiting.hide()
        self.head.show_recap(recap)
        self.table.show_recap(recap)
        self.turning.shown.show(recap.points)
        self.dice.show_luck(recap.luck)
        self._luck.setVisible(recap.luck is not None)
        if recap.luck is not None:
            note = self._texts.text_of("recap.dice.note", die=recap.luck.die)
            self._dice_head.show_note(note)
        self._say(self.spent, "recap.spent", " · ".join(recap.spent), "hint")
        self.table.setMaximumHeight(self.table.height_of_all)

    def _say(self, label: MessageLabel, key: str, what: str, tone: Tone) -> None:
        label.say(self._texts.text_of(key, what=what) if what else "", tone)
        label.setVisible(bool(what))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.waiting.setGeometry(self.rect())
        self._luck.setFixedWidth(_LUCK_LEAST if self.width() < _NARROW else _LUCK_WIDTH)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(480, 300)

    def _lay_out(self, icons: Icons) -> None:
        column = column_layout(self, margins=(1, 1, 1, 8), spacing=0)
        column.addWidget(self.head)
        column.addWidget(Separator(icons, self))
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column.addWidget(self.table, 3)
        foot = row_layout(margins=(12, 8, 12, 0), spacing=16)
        left = column_layout(spacing=2)
        self.turning.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.turning.setMaximumHeight(self.turning.sizeHint().height())
        add_items(left, self._turning_head, self.turning, self.spent, self.open, STRETCH)
        foot.addLayout(left, 1)
        self._luck = QWidget(self)
        self._luck.setFixedWidth(_LUCK_WIDTH)
        column_layout(self._luck, self._dice_head, self.dice, STRETCH, spacing=2)
        foot.addWidget(self._luck)
        column.addLayout(foot)
        column.addStretch(0)
