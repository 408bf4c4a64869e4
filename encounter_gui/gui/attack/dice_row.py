"""The dice fields of a bench beside its yellow button: a row, or one for each of several targets."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import RollRefused, Typed
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.attack.resolve_button import ResolveButton
from encounter_gui.gui.attack.step_cell import Step, StepCell
from encounter_gui.gui.theme.fonts import cut_at_words
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import DiceField

_WIDEST = 118
_WIDEST_NAME = 84
LINE = 30
"""The height of one row of dice."""
_LINE_GAP = 4


class DiceRow(QWidget):
    """Shows dice fields and Resolve; what is typed stays as long as its field does."""

    complaint_changed = Signal(str)
    """What is wrong with the typed dice; empty: nothing."""
    reading_changed = Signal(str)
    """How typed dice are read that have no room in their field; empty: they say so themselves."""
    typed_ahead = Signal()
    """While an attack is under way, the dice of a step that is still to come were typed, or taken back."""
    step_pressed = Signal()
    """The step that is waited for was clicked at."""
    correction_requested = Signal(int, QWidget)
    """A roll that lies is to be corrected: its place among those of what is under way, and where it stands."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._inputs: dict[str, DiceInput] = {}
        self._spare: list[DiceInput] = []
        self._steps: list[StepCell] = []
        self.resolve = ResolveButton(icons, self)
        self._column = column_layout(self, spacing=_LINE_GAP)
        self._row = self._line()
        self._lines: list[QHBoxLayout] = [self._row]
        self._names: list[QLabel] = []
        self._end_lines()

    def _line(self) -> QHBoxLayout:
        """Returns a further row, below those there are."""
        line = row_layout(spacing=6)
        self._column.addLayout(line)
        return line

    @property
    def inputs(self) -> tuple[DiceInput, ...]:
        """Returns the fields, in order."""
        return tuple(self._inputs.values())

    @property
    def height_wanted(self) -> int:
        """Returns the height of all rows."""
        count = max(1, len(self._names))
        return count * LINE + (count - 1) * _LINE_GAP

    def show_fields(self, fields: Sequence[DiceField]) -> None:
        """Shows these fields, in place; those of several targets in a row for each, with its name before it."""
        rows = list(dict.fromkeys(field.row for field in fields if field.row))
        is_same = [field.key for field in fields] == list(self._inputs)
        if not is_same or rows != [name.accessibleName() for name in self._names]:
            self._rearrange(fields, rows)
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
            self._steps = [
                StepCell(each, self._icons, self, hint=self._hint_of(each)) for each in shown
            ]
            for place, cell in enumerate(self._steps):
                if cell.step.look == "done":
                    cell.pressed.connect(partial(self.correction_requested.emit, place, cell))
                else:
                    cell.pressed.connect(self.step_pressed)
                self._row.insertWidget(place, cell)
        for key, field in self._inputs.items():
            field.setVisible(not steps or key in coming)
        rows = {field.row for field in self._inputs.values() if not field.isHidden()}
        for name in self._names:
            name.setVisible(name.accessibleName() in rows)
        self.resolve.setVisible(not steps)
        self._fit_steps()

    def _hint_of(self, step: Step) -> str:
        return self._texts.text_of("gui.correct.tip") if step.look == "done" else ""

    def _fit_steps(self) -> None:
        """Shows the latest steps that can be read beside the fields; the one that is waited for in any case."""
        inputs = self._inputs.values()
        fields = [each for each in inputs if not each.isHidden() and self._row.indexOf(each) >= 0]
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

    def _rearrange(self, fields: Sequence[DiceField], rows: Sequence[str]) -> None:
        old, self._inputs = self._inputs, {}
        self._name_rows(rows)
        before: QWidget | None = None
        for field in fields:
            made = old.pop(field.key, None) or (self._spare.pop() if self._spare else self._made())
            self._inputs[field.key] = made
            made.setMaximumWidth(_WIDEST)
            self._lines[rows.index(field.row) if field.row else 0].addWidget(made)
            made.setVisible(not self._steps)
            if before is not None:
                QWidget.setTabOrder(before, made)
            before = made
        if before is not None:
            QWidget.setTabOrder(before, self.resolve)
        self._end_lines()
        for gone in old.values():
            gone.hide()
            gone.wipe()
            self._spare.append(gone)

    def _name_rows(self, rows: Sequence[str]) -> None:
        """Makes a line for each of these, with the name before it; what stood in lines before is in none."""
        for gone in self._names:
            gone.hide()
            gone.deleteLater()
        for line in self._lines:
            while line.count():
                line.takeAt(0)
        while len(self._lines) > 1:
            self._column.removeItem(self._lines.pop())
        self._lines += [self._line() for _ in rows[1:]]
        for step in self._steps:
            self._row.addWidget(step)
        self._names = [self._name(row) for row in rows]
        widest = max((name.sizeHint().width() for name in self._names), default=0)
        for line, name in zip(self._lines, self._names, strict=False):
            name.setFixedWidth(min(widest, _WIDEST_NAME))
            line.addWidget(name)

    def _end_lines(self) -> None:
        """Puts the button behind the last line; the others leave its room free, for what stands below each other."""
        for line in self._lines[:-1]:
            line.addSpacing(self.resolve.sizeHint().width())
        self._lines[-1].addWidget(self.resolve)
        self._row.addStretch(0)

    def _name(self, row: str) -> QLabel:
        label = plain_label("", self)
        cut = label.fontMetrics().elidedText(row, Qt.TextElideMode.ElideRight, _WIDEST_NAME - 2)
        shown = cut_at_words(row, cut)
        label.setText(shown)
        label.setToolTip(plain_tip(row))
        label.setAccessibleName(row)
        label.setVisible(not self._steps)
        return label

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
