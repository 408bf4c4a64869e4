"""The dice fields of a bench beside its yellow button."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import RollRefused, Typed
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.attack.resolve_button import ResolveButton
from encounter_gui.gui.attack.step_cell import Step, StepCell
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.rules.view import DiceField

_WIDEST = 118


class DiceRow(QWidget):
    """Shows dice fields and Resolve; what is typed stays as long as its field does."""

    complaint_changed = Signal(str)
    """What is wrong with the typed dice; empty: nothing."""
    reading_changed = Signal(str)
    """How typed dice are read that have no room in their field; empty: they say so themselves."""
    typed_ahead = Signal()
    """While an attack is under way, the dice of a step that is still to come were typed, or taken back."""
    step_pressed = Signal()
    """The step that is waited for was clicked."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._inputs: dict[str, DiceInput] = {}
        self._spare: list[DiceInput] = []
        self._steps: list[StepCell] = []
        self.resolve = ResolveButton(icons, self)
        self._row = row_layout(self, spacing=6)
        self._row.addWidget(self.resolve)
        self._row.addStretch(0)

    @property
    def inputs(self) -> tuple[DiceInput, ...]:
        """Returns the fields, in order."""
        return tuple(self._inputs.values())

    def show_fields(self, fields: Sequence[DiceField]) -> None:
        """Shows these fields, in place."""
        if [field.key for field in fields] != list(self._inputs):
            self._rearrange(fields)
        for field in fields:
            self._inputs[field.key].show_field(field)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Returns the steps that are done or waited for, in order; none: nothing is under way."""
        return tuple(each.step for each in self._steps)

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Shows what is under way in the place of the fields; those of steps to come stay, to be typed ahead."""
        shown = [each for each in steps if each.look != "coming"]
        coming = {each.key for each in steps if each.look == "coming"}
        if [each.step for each in self._steps] != shown:
            for gone in self._steps:
                self._row.removeWidget(gone)
                gone.hide()
                gone.deleteLater()
            self._steps = [StepCell(each, self._icons, self) for each in shown]
            for place, cell in enumerate(self._steps):
                cell.pressed.connect(self.step_pressed)
                self._row.insertWidget(place, cell)
        for key, field in self._inputs.items():
            field.setVisible(not steps or key in coming)
        self.resolve.setVisible(not steps)
        self._fit_steps()

    def _fit_steps(self) -> None:
        """Shows the latest steps that can be read beside the fields; the one that is waited for in any case."""
        fields = [each for each in self._inputs.values() if not each.isHidden()]
        gap = self._row.spacing()
        room = self.width() - sum(each.minimumSizeHint().width() + gap for each in fields)
        for cell in reversed(self._steps):
            room -= cell.sizeHint().width() + gap
            cell.setVisible(room >= -gap or cell.step.look == "waits")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_steps()

    def typed(self) -> Mapping[str, Typed]:
        """Returns what is typed into the fields that are seen, as far as it can be the result of their dice."""
        found: dict[str, Typed] = {}
        for key, field in self._inputs.items():
            known = None if field.isHidden() else field.known_answer()
            if known is not None:
                found[key] = known
        return found

    def answers(self) -> Mapping[str, Typed]:
        """Returns what was typed, by request key; blank fields are left out.

        Raises:
            RollRefused: A field holds what its dice cannot show; it has the focus now.
        """
        answers: dict[str, Typed] = {}
        for key, field in self._inputs.items():
            try:
                typed = field.answer()
            except RollRefused:
                field.setFocus()
                field.selectAll()
                raise
            if typed is not None:
                answers[key] = typed
        return answers

    @property
    def drafts(self) -> Mapping[str, str]:
        """What stands in the fields, by their keys; empty ones are left out."""
        return {key: field.text() for key, field in self._inputs.items() if field.text()}

    def show_drafts(self, drafts: Mapping[str, str]) -> None:
        """Puts these texts into the fields, by their keys, in place of whatever stands there."""
        for key, field in self._inputs.items():
            if field.text() != drafts.get(key, ""):
                field.setText(drafts.get(key, ""))

    def wipe(self) -> None:
        """Empties all fields."""
        for field in self.inputs:
            field.wipe()

    def _rearrange(self, fields: Sequence[DiceField]) -> None:
        old, self._inputs = self._inputs, {}
        before: QWidget | None = None
        for index, field in enumerate(fields):
            made = old.pop(field.key, None) or (self._spare.pop() if self._spare else self._made())
            self._inputs[field.key] = made
            made.setMaximumWidth(_WIDEST)
            self._row.insertWidget(len(self._steps) + index, made)
            made.setVisible(not self._steps)
            if before is not None:
                QWidget.setTabOrder(before, made)
            before = made
        if before is not None:
            QWidget.setTabOrder(before, self.resolve)
        for gone in old.values():
            self._row.removeWidget(gone)
            gone.hide()
            gone.wipe()
            self._spare.append(gone)

    def _made(self) -> DiceInput:
        made = DiceInput(self._icons, self._texts, self)
        made.complaint_changed.connect(self._complain)
        made.reading_changed.connect(self.reading_changed)
        made.textEdited.connect(self._tell_typed)
        return made

    @Slot()
    def _tell_typed(self) -> None:
        if self._steps:
            self.typed_ahead.emit()

    @Slot(str)
    def _complain(self, complaint: str) -> None:
        self.complaint_changed.emit(complaint)
