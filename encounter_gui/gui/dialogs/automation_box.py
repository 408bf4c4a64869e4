"""How far the rules apply themselves, one list for the fight and one for each rule; what is chosen holds at once."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Automation
from encounter_gui.gui.dialogs.frame import rule_label
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.rules.model.commands import SetAutomation
from encounter_gui.rules.view import AutomationLine

MODES: tuple[Automation, ...] = ("book", "assist", "track")
"""The settings in order: the more the game master does, the further down."""


class AutomationBox(QWidget):
    """A list for the fight, and below it one for each rule, which may also be as the fight."""

    chosen = Signal(object)
    """``SetAutomation``: a rule, or the fight, is to be set otherwise."""
    rule_requested = Signal(str)
    """The link to a rule was pressed: ``rule:CWN-24``."""

    def __init__(
        self,
        fight: Automation,
        lines: Sequence[AutomationLine],
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes how the fight is set, and the rules."""
        super().__init__(parent)
        self._texts = texts
        self.lists: dict[str, QComboBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 8)
        grid.setColumnStretch(0, 1)
        note = plain_label(texts.text_of("gui.automation.text"), self)
        grid.addWidget(note, 0, 0, 1, 2)
        name = texts.text_of("gui.automation.fight")
        self._add(grid, AutomationLine(key="", name=name, mode=fight), MODES)
        for line in lines:
            self._add(grid, line, (None, *MODES))

    def _add(
        self, grid: QGridLayout, line: AutomationLine, modes: Sequence[Automation | None]
    ) -> None:
        chooser = QComboBox(self)
        for mode in modes:
            chooser.addItem(self._texts.text_of(f"gui.automation.{mode or 'same'}"), mode)
        chooser.setCurrentIndex(modes.index(line.mode))
        chooser.setAccessibleName(line.name)
        chooser.activated.connect(lambda place: self._choose(line.key, modes[place]))
        self.lists[line.key] = chooser
        row = grid.rowCount()
        label = rule_label(line.name, line.rule, self)
        label.linkActivated.connect(self.rule_requested)
        label.setBuddy(chooser)
        grid.addWidget(label, row, 0)
        grid.addWidget(chooser, row, 1)

    def _choose(self, rule: str, to: Automation | None) -> None:
        self.chosen.emit(SetAutomation(rule=rule, to=to))
