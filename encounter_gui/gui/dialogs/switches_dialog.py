"""The house rules of a fight, one line each; what is switched holds at once and can be undone."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
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
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.automation import mode_of
from encounter_gui.rules.model.commands import Switch
from encounter_gui.rules.model.ruleset import SwitchDef
from encounter_gui.rules.model.value_text import value_text
from encounter_gui.rules.view import AutomationLine


class SwitchDefaults(Struct, frozen=True, kw_only=True):
    """How new fights of the campaign begin with each house rule.

    ``known`` returns it by key, with whether the campaign says so itself; empty: that is not known. ``keep`` has new
    fights begin with a house rule set so, and returns whether they do.
    """

    known: Callable[[], Mapping[str, tuple[Value, bool]]]
    keep: Callable[[str, Value], bool]


class SwitchesDialog(QDialog):
    """Shows every switch of the ruleset with its explanation, and how new fights of the campaign begin with it."""

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
        defaults: SwitchDefaults | None = None,
    ) -> None:
        """Takes the fight as it stands, the rules that may apply themselves or not, and what new fights begin with."""
        super().__init__(parent)
        self._defaults = defaults
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
            value = context.state.switches.get(switch.key, switch.default)
            line = SwitchLine(switch, value, texts, inner)
            line.switched.connect(self.switched)
            line.default_requested.connect(self._keep_default)
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
        self._show_defaults()
        self.resize(680, 520)

    @Slot(str, object)
    def _keep_default(self, key: str, value: Value) -> None:
        if self._defaults is not None and self._defaults.keep(key, value):
            self._show_defaults()

    def _show_defaults(self) -> None:
        known = self._defaults.known() if self._defaults is not None else {}
        for line in self._lines:
            line.show_default(known.get(line.key))

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
    default_requested = Signal(str, object)
    """The key of the switch, and what new fights of the campaign are to begin with."""

    def __init__(
        self, switch: SwitchDef, value: Value, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the switch, how it is set, and the words."""
        super().__init__(parent)
        self._switch = switch
        self._value = value
        self._texts = texts
        self._default: tuple[Value, bool] | None = None
        self._options: tuple[Value, ...] = switch.options
        top = row_layout()
        row = column_layout(self, top, margins=(0, 4, 0, 8), spacing=2)
        self.box = QCheckBox(switch.name, self) if not switch.options else None
        self.list = QComboBox(self) if switch.options else None
        if self.box is not None:
            self.box.setChecked(bool(value))
            self.box.setAccessibleName(switch.name)
            self.box.toggled.connect(self._set)
            top.addWidget(self.box, 1)
        if self.list is not None:
            self.list.addItems([switch.words_of(option) for option in switch.options])
            self.list.setCurrentIndex(max(0, _place(switch.options, value)))
            self.list.setAccessibleName(switch.name)
            self.list.activated.connect(self._pick)
            add_items(top, (plain_label(switch.name, self), 1), self.list)
        self.default = plain_label("", self)
        self.default.setProperty("role", "muted")
        self.default.setWordWrap(False)
        self.keep = QPushButton(texts.text_of("gui.switches.as_default"), self)
        self.keep.setProperty("small", "true")
        self.keep.setToolTip(plain_tip(texts.text_of("gui.switches.as_default.tip")))
        self.keep.setAccessibleDescription(switch.name)
        self.keep.setAutoDefault(False)
        self.keep.clicked.connect(self._keep)
        add_items(top, self.default, self.keep)
        top.setSpacing(8)
        self._fit()
        note = rule_label(switch.text, switch.rule, self)
        note.setProperty("role", "muted")
        note.linkActivated.connect(self.rule_requested)
        row.addWidget(note)

    @Slot(int)
    def _pick(self, place: int) -> None:
        self._set(self._options[place])

    def _set(self, value: Value) -> None:
        self._value = value
        self._fit()
        self.switched.emit(Switch(key=self._switch.key, to=value))

    # ---- how new fights begin

    @property
    def key(self) -> str:
        """The key of the switch."""
        return self._switch.key

    def show_default(self, default: tuple[Value, bool] | None) -> None:
        """Shows what new fights begin with, and whether the campaign says so itself; None: that is not known."""
        self._default = default
        self._fit()

    def _fit(self) -> None:
        default, words = self._default, ""
        is_so = default is None or default[0] == self._value
        if default is not None and is_so and default[1]:
            words = self._texts.text_of("gui.switches.is_default")
        elif default is not None and not is_so:
            switch = self._switch
            value = switch.words_of(default[0]) if switch.options else value_text(default[0])
            words = self._texts.text_of("gui.switches.default_is", value=value)
        self.default.setText(words)
        self.default.setVisible(bool(words))
        self.keep.setVisible(not is_so)

    @Slot()
    def _keep(self) -> None:
        field = self.box if self.box is not None else self.list
        if field is not None:
            field.setFocus()  # the button goes
        self.default_requested.emit(self._switch.key, self._value)


def _place(options: tuple[Value, ...], value: Value) -> int:
    return options.index(value) if value in options else -1
