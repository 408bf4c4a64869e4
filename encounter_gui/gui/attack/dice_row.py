"""The dice fields of a bench beside its yellow button."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import RollRefused, Typed
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.attack.resolve_button import ResolveButton
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import DiceField

_WIDEST = 118


class DiceRow(QWidget):
    """Shows dice fields and Resolve; what is typed stays as long as its field does."""

    complaint_changed = Signal(str)
    """What is wrong with the typed dice; empty: nothing."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._inputs: dict[str, DiceInput] = {}
        self._spare: list[DiceInput] = []
        self.resolve = ResolveButton(icons, self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
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
            self._row.insertWidget(index, made)
            made.show()
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
        return made

    @Slot(str)
    def _complain(self, complaint: str) -> None:
        self.complaint_changed.emit(complaint)
