"""How long a condition lasts, to be chosen: so many of a unit, to a turn of somebody, until a save, for the scene."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Duration, DurationKind
from encounter_gui.gui.widgets.layouts import STRETCH, row_layout
from encounter_gui.gui.widgets.line_edit import NumberField
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import LONGEST, kinds, units

_TURNS = ("turn_start", "turn_end")
_LONGEST_SAVE = 60


class DurationRow(QWidget):
    """Kind, number, whose turn, what to roll: only what the kind needs is shown."""

    changed = Signal()

    def __init__(
        self, context: RulesContext, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the context: its units, and whose turns there are."""
        super().__init__(parent)
        self._units = tuple(units(context.ruleset.time))
        self.kind = QComboBox(self)
        self.count = NumberField(self)
        self.whose = QComboBox(self)
        self.save = QLineEdit(self)
        self._fill(context, texts)
        row_layout(self, self.count, self.kind, self.whose, self.save, STRETCH)
        self.kind.currentIndexChanged.connect(self._fit)
        self.kind.currentIndexChanged.connect(self.changed)
        self.count.valueChanged.connect(self.changed)
        self.whose.currentIndexChanged.connect(self.changed)
        self.save.textChanged.connect(self.changed)
        self._fit()

    def _fill(self, context: RulesContext, texts: MessageCatalog) -> None:
        for kind in kinds(context.ruleset.time):
            self.kind.addItem(texts.text_of(f"gui.condition.kind.{kind}"), kind)
        self.whose.addItem(texts.text_of("gui.condition.bearer"), None)
        for combatant in context.state.combatants.values():
            self.whose.addItem(f"{combatant.number} {combatant.name}", combatant.id)
        self.count.setRange(1, LONGEST)
        self.save.setMaxLength(_LONGEST_SAVE)
        self.save.setPlaceholderText(texts.text_of("gui.condition.save_hint"))
        for widget, name in (
            (self.kind, "kind"),
            (self.count, "count"),
            (self.whose, "whose"),
            (self.save, "save"),
        ):
            words = texts.text_of(f"gui.condition.{name}")
            widget.setAccessibleName(words)
            widget.setToolTip(plain_tip(words))

    @property
    def duration(self) -> Duration:
        """What is chosen."""
        kind: DurationKind = self.kind.currentData()
        if kind in self._units:
            return Duration(kind=kind, count=self.count.value())
        if kind in _TURNS:
            whose = self.whose.currentData()
            return Duration(
                kind=kind,
                count=self.count.value(),
                whose=CombatantId(whose) if whose else None,
            )
        if kind == "save_ends":
            return Duration(kind=kind, save=self.save.text().strip())
        return Duration(kind=kind)

    def show_duration(self, duration: Duration) -> None:
        """Shows a duration, without saying that it has changed."""
        was_blocked = self.blockSignals(True)
        self.kind.setCurrentIndex(max(self.kind.findData(duration.kind), 0))
        self.count.setMinimum(0 if duration.kind == "turn_end" else 1)
        self.count.setValue(duration.count)
        self.whose.setCurrentIndex(max(self._place_of(duration.whose), 0))
        self.save.setText(duration.save)
        self.blockSignals(was_blocked)
        self._fit()

    def _place_of(self, whose: CombatantId | None) -> int:
        places: Sequence[object] = [self.whose.itemData(at) for at in range(self.whose.count())]
        return places.index(whose) if whose in places else 0

    @Slot()
    def _fit(self) -> None:
        kind = self.kind.currentData()
        self.count.setMinimum(0 if kind == "turn_end" else 1)
        self.count.setVisible(kind in self._units or kind in _TURNS)
        self.whose.setVisible(kind in _TURNS)
        self.save.setVisible(kind == "save_ends")
