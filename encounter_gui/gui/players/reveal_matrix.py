"""What is revealed, as a table of lists: a row for each field, a column for squad, enemies and others."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QWidget

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.play.players.reveal import CHOICES, FIELDS, Audience, Field, Reveal, RevealTable

_COLUMNS: Mapping[str, tuple[Audience, tuple[Side, ...]]] = {
    "squad": ("table", ("pc", "ally")),
    "foes": ("table", ("foe",)),
    "others": ("table", ("neutral",)),
    "own": ("own", ("pc", "ally")),
}
"""The columns: who gets to know what of whom."""


class RevealMatrix(QWidget):
    """Shows what is revealed of sides, and changes it."""

    changed = Signal(object)
    """``RevealTable``: what is revealed from now on."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self._texts = texts
        self._table = RevealTable()
        self.choosers: dict[tuple[str, Field], QComboBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        for place, column in enumerate(_COLUMNS, start=1):
            grid.addWidget(QLabel(texts.text_of(f"players.panel.column.{column}"), self), 0, place)
        for line, what in enumerate(FIELDS, start=1):
            grid.addWidget(QLabel(texts.text_of(f"players.field.{what}"), self), line, 0)
            for place, column in enumerate(_COLUMNS, start=1):
                box = self._chooser(what, column)
                grid.addWidget(box, line, place)
        grid.setColumnStretch(0, 1)

    def _chooser(self, what: Field, column: str) -> QComboBox:
        box = chooser_of(what, self._texts, self)
        text_of = self._texts.text_of
        name = text_of(f"players.field.{what}")
        of = text_of(f"players.panel.column.{column}")
        box.setAccessibleName(text_of("players.panel.cell", field=name, column=of))
        box.activated.connect(partial(self._choose, what, column))
        self.choosers[column, what] = box
        return box

    def show_table(self, table: RevealTable) -> None:
        """Shows what is revealed."""
        self._table = table
        for (column, what), box in self.choosers.items():
            audience, sides = _COLUMNS[column]
            box.setCurrentIndex(box.findData(table.of_side(audience, sides[0], what)))

    def _choose(self, what: Field, column: str, index: int) -> None:
        audience, sides = _COLUMNS[column]
        table = self._table
        for side in sides:
            table = table.with_side(audience, side, what, CHOICES[what][index])
        self.changed.emit(table)


def chooser_of(
    what: Field, texts: MessageCatalog, parent: QWidget, *, as_side: bool = False
) -> QComboBox:
    """Returns a list of what may be revealed of a field; ``as_side`` puts before it that nothing else is said."""
    box = QComboBox(parent)
    if as_side:
        box.addItem(texts.text_of("players.panel.as_side"), None)
    for each in CHOICES[what]:
        named = texts.text_or(f"players.reveal.{what}.{each}", "")
        box.addItem(named or texts.text_of(f"players.reveal.{each}"), each)
    box.setMinimumWidth(94)
    return box


class ExceptionRows(QWidget):
    """What is revealed of one combatant, where that differs from its side."""

    changed = Signal(object)
    """``RevealTable``: what is revealed from now on."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the words; nobody can be chosen yet."""
        super().__init__(parent)
        self._texts = texts
        self._table = RevealTable()
        self._who: tuple[CombatantId, ...] = ()
        self.combatants = QComboBox(self)
        self.combatants.setAccessibleName(texts.text_of("players.panel.one"))
        self.alias = QLineEdit(self)
        self.alias.setMaxLength(60)
        self.alias.setPlaceholderText(texts.text_of("players.panel.alias"))
        self.alias.setAccessibleName(texts.text_of("players.panel.alias"))
        self.choosers = {what: chooser_of(what, texts, self, as_side=True) for what in FIELDS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.combatants, 0, 0, 1, 2)
        grid.addWidget(self.alias, 0, 2, 1, 2)
        for place, (what, box) in enumerate(self.choosers.items()):
            name = texts.text_of(f"players.field.{what}")
            box.setAccessibleName(name)
            grid.addWidget(QLabel(name, self), 1 + place // 2, 2 * (place % 2))
            grid.addWidget(box, 1 + place // 2, 2 * (place % 2) + 1)
            box.activated.connect(partial(self._choose, what))
        self.combatants.activated.connect(self._show_one)
        self.alias.editingFinished.connect(self._name)

    def show_combatants(self, combatants: Sequence[Combatant]) -> None:
        """Offers these to choose from; whoever was chosen stays so while it is there."""
        who = tuple(each.id for each in combatants)
        names = [f"{each.number}  {each.name}" for each in combatants]
        known = [self.combatants.itemText(place) for place in range(self.combatants.count())]
        if who == self._who and names == known:
            return
        chosen, self._who = self.combatants.currentData(), who
        self.combatants.clear()
        for each, name in zip(combatants, names, strict=True):
            self.combatants.addItem(name, str(each.id))
        self.combatants.setCurrentIndex(max(self.combatants.findData(chosen), 0))
        self._show_one()

    def show_table(self, table: RevealTable) -> None:
        """Shows what is revealed."""
        self._table = table
        self._show_one()

    @property
    def _chosen(self) -> CombatantId | None:
        data = self.combatants.currentData(Qt.ItemDataRole.UserRole)
        return CombatantId(data) if data else None

    def _show_one(self, *_: object) -> None:
        who = self._chosen
        self.setEnabled(who is not None)
        if who is None:
            return
        known = self._table.by_combatant.get("table", {}).get(who, {})
        for what, box in self.choosers.items():
            box.setCurrentIndex(max(box.findData(known.get(what)), 0))
        if not self.alias.hasFocus():
            self.alias.setText(self._table.aliases.get(who, ""))

    def _choose(self, what: Field, index: int) -> None:
        who = self._chosen
        if who is not None:
            reveal: Reveal | None = self.choosers[what].itemData(index)
            self.changed.emit(self._table.with_combatant("table", who, what, reveal))

    def _name(self) -> None:
        who = self._chosen
        if who is not None and self.alias.text() != self._table.aliases.get(who, ""):
            self.changed.emit(self._table.with_alias(who, self.alias.text().strip()))
