"""The house rules of a fight, one line each; what is switched holds at once and can be undone."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.dialogs.automation_box import AutomationBox
from encounter_gui.gui.dialogs.frame import buttons, rule_label, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.automation import mode_of
from encounter_gui.rules.model.commands import Switch
from encounter_gui.rules.model.ruleset import SwitchDef
from encounter_gui.rules.view import AutomationLine


class SwitchesDialog(QDialog):
    """Shows every switch of the ruleset with its explanation."""

    switched = Signal(object)
    """``Switch`` or ``SetAutomation``: one is to be set otherwise."""
    rule_requested = Signal(str)
    """The link to a rule was pressed: ``rule:CWN-24``."""

    def __init__(
        self,
        context: RulesContext,
        rules: Sequence[AutomationLine],
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the fight as it stands, and the rules that may apply themselves or not."""
        super().__init__(parent)
        self._lines: list[SwitchLine] = []
        column = set_up_dialog(self, texts.text_of("gui.switches.title"))
        column.addWidget(plain_label(texts.text_of("gui.switches.text"), self))
        inner = QWidget()
        lines = QVBoxLayout(inner)
        fight = mode_of(context.state.automation, "")
        self.automation = AutomationBox(fight, rules, texts, inner)
        self.automation.chosen.connect(self.switched)
        self.automation.rule_requested.connect(self.rule_requested)
        for switch in context.ruleset.switches:
            line = SwitchLine(switch, context.state.switches.get(switch.key, switch.default), inner)
            line.switched.connect(self.switched)
            line.rule_requested.connect(self.rule_requested)
            self._lines.append(line)
            lines.addWidget(line)
        add_items(lines, self.automation, STRETCH)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setAccessibleName(texts.text_of("gui.switches.title"))
        column.addWidget(area, 1)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.accept)
        self.effect = plain_label("", self)
        self.effect.setAccessibleName(texts.text_of("gui.switches.effect"))
        self.effect.hide()
        column.addWidget(self.effect)
        column.addLayout(buttons(close))
        self.resize(620, 520)

    @Slot(str)
    def show_effect(self, words: str) -> None:
        """Says what the last switch changes."""
        self.effect.setText(words)
        self.effect.setAccessibleDescription(words)
        self.effect.setVisible(bool(words))


class SwitchLine(QWidget):
    """One switch: a box to tick, or a list where it may be several things."""

    switched = Signal(object)
    rule_requested = Signal(str)

    def __init__(self, switch: SwitchDef, value: Value, parent: QWidget | None = None) -> None:
        """Takes the switch, and how it is set."""
        super().__init__(parent)
        self._switch = switch
        self._options: tuple[Value, ...] = switch.options
        top = row_layout()
        row = column_layout(self, top, margins=(0, 4, 0, 8), spacing=2)
        self.box = QCheckBox(switch.name, self) if not switch.options else None
        self.list = QComboBox(self) if switch.options else None
        if self.box is not None:
            self.box.setChecked(bool(value))
            self.box.setAccessibleName(switch.name)
            self.box.toggled.connect(
                lambda on: self.switched.emit(Switch(key=self._switch.key, to=on))
            )
            top.addWidget(self.box, 1)
        if self.list is not None:
            self.list.addItems([switch.words_of(option) for option in switch.options])
            self.list.setCurrentIndex(max(0, _place(switch.options, value)))
            self.list.setAccessibleName(switch.name)
            self.list.activated.connect(self._pick)
            add_items(top, (plain_label(switch.name, self), 1), self.list)
        note = rule_label(switch.text, switch.rule, self)
        note.setProperty("role", "muted")
        note.linkActivated.connect(self.rule_requested)
        row.addWidget(note)

    @Slot(int)
    def _pick(self, place: int) -> None:
        self.switched.emit(Switch(key=self._switch.key, to=self._options[place]))


def _place(options: tuple[Value, ...], value: Value) -> int:
    return options.index(value) if value in options else -1
