"""What is being edited: every change a step that can be taken back, nothing in the file before it is saved."""

from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from msgspec import structs
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from encounter_gui.encounter.values import Value
from encounter_gui.play.prep.creature_repository import LibraryItem
from encounter_gui.play.prep.custom_entries import CustomItem
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import ConditionDef, CreatureDef, ItemDef

_E = TypeVar("_E")
_O = TypeVar("_O")


class RecordDraft(QObject, Generic[_O, _E]):
    """What is edited, and what it was. Typing on in one field is one step."""

    opened = Signal()
    """Something else is edited."""
    changed = Signal()
    """It says something else now, or it is saved."""

    def __init__(self, entry_of: Callable[[_O], _E], parent: QObject | None = None) -> None:
        """Begins with nothing. Takes what returns what something says as the library has it."""
        super().__init__(parent)
        self._entry_of = entry_of
        self._one: _O | None = None
        self._entry: _E | None = None
        self._last = ""
        self.steps = QUndoStack(self)
        self.steps.cleanChanged.connect(self.changed)

    # ---- what it is

    @property
    def one(self) -> _O | None:
        """It as the library has it; None: nothing is edited."""
        return self._one

    @property
    def entry(self) -> _E:
        """It as edited.

        Raises:
            LookupError: nothing is edited.
        """
        if self._entry is None:
            raise LookupError("nothing is edited")
        return self._entry

    @property
    def is_open(self) -> bool:
        """Whether something is edited."""
        return self._one is not None

    @property
    def is_changed(self) -> bool:
        """Whether it says something the library does not."""
        return self._one is not None and self._entry != self._entry_of(self._one)

    # ---- opening and saving

    def open(self, one: _O | None) -> None:
        """Edits something else; None: nothing."""
        self._one = one
        self._entry = self._entry_of(one) if one is not None else None
        self.end_step()
        self.steps.clear()
        self.opened.emit()

    def saved(self, one: _O) -> None:
        """Takes it as the library has kept it; the steps before cannot be taken back here any more."""
        self._one, self._entry = one, self._entry_of(one)
        self.end_step()
        self.steps.clear()
        self.changed.emit()

    # ---- changing

    def set(self, what: str, entry: _E) -> None:
        """Says something else; changes of the same ``what`` one after the other are one step (empty: never)."""
        if entry == self.entry:
            return
        before = self.entry
        is_same = bool(what) and what == self._last and self.steps.canUndo()
        self._last = what
        step = _Step(self._show, before, entry, is_same=is_same)
        self.steps.push(step)

    def end_step(self) -> None:
        """Has the next change be a step of its own."""
        self._last = ""

    @Slot()
    def undo(self) -> None:
        """Takes the last step back."""
        self.end_step()
        self.steps.undo()

    @Slot()
    def redo(self) -> None:
        """Makes the step last taken back again."""
        self.end_step()
        self.steps.redo()

    def _show(self, entry: _E) -> None:
        self._entry = entry
        self.changed.emit()


class Draft(RecordDraft[LibraryItem, LibraryCreature]):
    """A creature being edited."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begins with nothing."""
        super().__init__(lambda item: item.entry, parent)

    @property
    def creature(self) -> CreatureDef:
        """Its sheet and what it carries, as edited."""
        return self.entry.creature

    def set_entry(self, what: str, **changes: object) -> None:
        """Changes what is known of the creature beyond its sheet: kind, role, folder and the like."""
        self.set(what, structs.replace(self.entry, **changes))

    def set_creature(self, what: str, creature: CreatureDef) -> None:
        """Changes the creature itself: name, side, items and the like."""
        self.set(what, structs.replace(self.entry, creature=creature))

    def set_field(self, key: str, value: Value | None) -> None:
        """Sets a field of the sheet; None: it is not on the sheet, and counts as its default.

        A field that a converter guessed is a guess no longer.
        """
        sheet = {each: kept for each, kept in self.creature.sheet.items() if each != key}
        if value is not None:
            sheet[key] = value
        guessed = tuple(each for each in self.entry.guessed if each != key)
        creature = replace(self.creature, sheet=sheet)
        self.set(f"sheet.{key}", structs.replace(self.entry, creature=creature, guessed=guessed))

    def set_guessed(self, guessed: tuple[str, ...]) -> None:
        """Says which fields are still guesses."""
        self.set("", structs.replace(self.entry, guessed=guessed))


class CustomEntryDraft(RecordDraft[CustomItem, CustomEntry]):
    """An item or a condition being edited."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begins with nothing."""
        super().__init__(lambda item: item.entry, parent)

    @property
    def can_change(self) -> bool:
        """Whether it is the campaign's own; what comes with a ruleset is only looked at."""
        return self.one is not None and self.one.is_own

    def set_name(self, name: str) -> None:
        """Calls it otherwise."""
        self.set("name", replace(self.entry, name=name))

    def set_item(self, what: str, item: ItemDef) -> None:
        """Changes the item: its kind, its values."""
        self.set(what, item)

    def set_value(self, key: str, value: Value | None) -> None:
        """Sets a value of the item; None: it has none."""
        if isinstance(self.entry, ItemDef):
            values = {each: kept for each, kept in self.entry.values.items() if each != key}
            if value is not None:
                values[key] = value
            self.set(f"value.{key}", replace(self.entry, values=values))

    def set_condition(self, what: str, condition: ConditionDef) -> None:
        """Changes the condition."""
        self.set(what, condition)


class _Step(QUndoCommand, Generic[_E]):
    """One change, whole before and whole after."""

    def __init__(
        self,
        show: Callable[[_E], None],
        before: _E,
        after: _E,
        *,
        is_same: bool,
    ) -> None:
        super().__init__()
        self._show = show
        self._before = before
        self.after = after
        self.is_same = is_same

    @override
    def id(self) -> int:
        return 1

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not (isinstance(other, _Step) and other.is_same):
            return False
        self.after = other.after
        return True

    @override
    def redo(self) -> None:
        self._show(self.after)

    @override
    def undo(self) -> None:
        self._show(self._before)
