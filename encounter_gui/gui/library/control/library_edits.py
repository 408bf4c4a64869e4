"""What is done to the creatures of a library: each deed in the file at once, and to be taken back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from msgspec import structs
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.adding_combatants import filled
from encounter_gui.gui.library.control.repository_command import Repository, RepositoryCommand
from encounter_gui.gui.library.fields.field_text import FieldChange, read_field_change, trouble_with
from encounter_gui.gui.library.fields.item_text import value_text
from encounter_gui.play.prep.creature_repository import CreatureRepository, LibraryItem, overlaid
from encounter_gui.play.prep.custom_entries import CustomItem
from encounter_gui.play.prep.rosters import overlays
from encounter_gui.rules.model.prepared import LibraryCreature, Overlay
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset

_K = TypeVar("_K", LibraryItem, CustomItem)


class LibraryEdits(QObject):
    """Saves, copies, varies, tags and removes creatures; what comes with a ruleset is copied before it is changed."""

    noticed = Signal(str, bool)
    """A sentence about what has happened, and whether it can be taken back."""
    refused = Signal(str)
    """A sentence: what could not be done, and what to do."""

    def __init__(
        self,
        library: Callable[[], CreatureRepository],
        ruleset: Callable[[str], Ruleset | None],
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes what returns the library that is open, what returns a ruleset by its id, and the texts."""
        super().__init__(parent)
        self._library = library
        self._ruleset = ruleset
        self._texts = texts
        self.steps = QUndoStack(self)

    @property
    def library(self) -> CreatureRepository:
        """The library that is open."""
        return self._library()

    # ---- one at a time

    def save(self, key: str, entry: LibraryCreature) -> LibraryItem | None:
        """Keeps a creature as it has been edited; a shipped one becomes a copy of the campaign's own.

        Returns:
            the creature as kept; None if the file did not let it.
        """
        item = self.library.one(key)
        if item is None or not item.is_own:
            ruleset = item.ruleset if item is not None else key.partition(":")[0]
            based = structs.replace(entry, base=entry.base or key) if item is not None else entry
            return self._add(ruleset, [based], "gui.library.did.copied")
        kept = self._push_change(
            "gui.library.did.saved", (item,), lambda: self._changed({key: entry})
        )
        return self.library.one(key) if kept else None

    def create(self, ruleset: str) -> LibraryItem | None:
        """Adds an empty creature for a ruleset."""
        name = self._texts.text_of("gui.library.new_name")
        creature = CreatureDef(key="new", name=name)
        return self._add(ruleset, [LibraryCreature(creature=creature)], "gui.library.did.created")

    def duplicate(self, keys: Sequence[str]) -> tuple[LibraryItem, ...]:
        """Adds a copy of each."""
        made: list[LibraryItem] = []
        for item in self._known(keys):
            name = self._texts.text_of("gui.library.copy_name", name=item.entry.name)
            copied = replace(item.entry.creature, name=name)
            entry = structs.replace(
                item.entry,
                creature=copied,
                base=item.entry.base or ("" if item.is_own else item.key),
            )
            added = self._add(item.ruleset, [entry], "gui.library.did.duplicated")
            made += [added] if added else []
        return tuple(made)

    def overlays(self, keys: Sequence[str]) -> tuple[Overlay, ...]:
        """Returns the variants that the ruleset of these creatures offers; none if they are of several."""
        rulesets = {item.ruleset for item in self._known(keys)}
        known = self._ruleset(rulesets.pop()) if len(rulesets) == 1 else None
        return tuple(each for each in overlays(known) if each.sheet) if known is not None else ()

    def vary(self, keys: Sequence[str], overlay: str) -> tuple[LibraryItem, ...]:
        """Adds a variant of each."""
        made: list[LibraryItem] = []
        for item in self._known(keys):
            known = self._ruleset(item.ruleset)
            wanted = next((e for e in self.overlays([item.key]) if e.key == overlay), None)
            if known is None or wanted is None:
                continue
            whole = filled(known, item.entry.creature, wanted)
            varied = overlaid(structs.replace(item.entry, creature=whole), wanted)
            entry = structs.replace(varied, base=item.key, source=None)
            added = self._add(item.ruleset, [entry], "gui.library.did.varied")
            made += [added] if added else []
        return tuple(made)

    @Slot(tuple)
    def remove(self, keys: Sequence[str]) -> None:
        """Removes creatures of the campaign's own."""
        own = self._own(keys)
        if own:
            self._push_change(
                "gui.library.did.removed",
                own,
                lambda: self.library.remove([item.key for item in own]) and (),
            )

    def tag(self, keys: Sequence[str], add: Iterable[str], remove: Iterable[str]) -> None:
        """Puts tags on creatures of the campaign's own, and takes others off."""
        own = self._own(keys)
        more, less = tuple(add), tuple(remove)
        if own and (more or less):
            self._push_change(
                "gui.library.did.tagged",
                own,
                lambda: self._tagged([o.key for o in own], more, less),
            )

    def read_field(self, keys: Sequence[str], text: str) -> FieldChange | None:
        """Returns the change of a field that a text stands for; None if it is none, or they share no ruleset."""
        rulesets = {item.ruleset for item in self._known(keys)}
        known = self._ruleset(rulesets.pop()) if len(rulesets) == 1 else None
        return read_field_change(known, text) if known is not None else None

    def preview_field(self, keys: Sequence[str], change: FieldChange) -> tuple[str, bool]:
        """Returns what a change would do in words, and whether it can be done to all."""
        for item in self._known(keys):
            before = item.entry.creature.sheet.get(change.field.key, change.field.default)
            trouble = trouble_with(change.field, change.applied(before), self._texts)
            if trouble:
                return trouble, False
        return self._previewed(self._known(keys), change), True

    def _previewed(self, items: Sequence[LibraryItem], change: FieldChange) -> str:
        """The field before and after; where it is not the same for all, that it is various."""
        sheets = [item.entry.creature.sheet for item in items]
        before = {sheet.get(change.field.key, change.field.default) for sheet in sheets}
        after = {change.applied(each) for each in before}
        text_of = self._texts.text_of
        who = (
            items[0].entry.name
            if len(items) == 1
            else text_of("gui.library.field_many", count=len(items))
        )
        said = [
            value_text(each.pop()) if len(each) == 1 else text_of("gui.library.field_several")
            for each in (before, after)
        ]
        return text_of(
            "gui.library.field_preview",
            name=change.field.name,
            before=said[0],
            after=said[1],
            who=who,
        )

    def set_field(self, keys: Sequence[str], change: FieldChange) -> tuple[LibraryItem, ...]:
        """Sets a field of all of these at once; shipped ones become copies of the campaign's own.

        Returns:
            the creatures as they are kept now.
        """
        items = self._known(keys)
        _, can_be_done = self.preview_field(keys, change)
        if not items or not can_be_done:
            return ()
        own = tuple(item for item in items if item.is_own)
        kept: tuple[LibraryItem, ...] = ()

        def set_all() -> tuple[LibraryItem, ...]:
            nonlocal kept
            made = self._copied([item for item in items if not item.is_own], change)
            self.library.change({item.key: _with_field(item.entry, change) for item in own})
            kept = (*(self.library.one(item.key) or item for item in own), *made)
            return kept

        self._push_change("gui.library.did.set", own, set_all)
        return kept

    def say_carried(self, item: str, creature: str) -> None:
        """Says that the creature in the editor has been given an item; undoing that is the editor's."""
        self.noticed.emit(self._texts.text_of("gui.thing.carried", item=item, name=creature), False)  # noqa: FBT003 - a signal

    # ---- how

    def _copied(self, items: Iterable[LibraryItem], change: FieldChange) -> tuple[LibraryItem, ...]:
        return tuple(
            made
            for item in items
            for made in self.library.add(
                item.ruleset, [structs.replace(_with_field(item.entry, change), base=item.key)]
            )
        )

    def _add(self, ruleset: str, entries: list[LibraryCreature], did: str) -> LibraryItem | None:
        made: tuple[LibraryItem, ...] = ()

        def add_all() -> tuple[LibraryItem, ...]:
            nonlocal made
            made = self.library.add(ruleset, entries)
            return made

        self._push_change(did, (), add_all)
        return made[0] if made else None

    def _changed(self, changed: Mapping[str, LibraryCreature]) -> tuple[LibraryItem, ...]:
        self.library.change(changed)
        return tuple(item for key in changed if (item := self.library.one(key)) is not None)

    def _tagged(
        self, keys: Sequence[str], add: Sequence[str], remove: Sequence[str]
    ) -> tuple[LibraryItem, ...]:
        self.library.tag(keys, add=add, remove=remove)
        return self._known(keys)

    def _push_change(
        self, did: str, before: Sequence[LibraryItem], act: Callable[[], tuple[LibraryItem, ...]]
    ) -> bool:
        return self.push_change(self.library, did, before, act)

    def push_change(
        self,
        shelf: Repository[_K],
        did: str,
        before: Sequence[_K],
        act: Callable[[], tuple[_K, ...]],
    ) -> bool:
        """Does something to what is kept, remembers how to take it back, and says so; returns whether it was done."""
        try:
            after = act()
        except AppError as error:
            self.tell(error)
            return False
        those = tuple(after or before)
        name = those[0].entry.name if those else ""
        key = did if len(those) == 1 else f"{did}_many"
        text = self._texts.text_of(key, name=name, count=len(those))
        self.steps.push(RepositoryCommand(shelf, text, before, after))
        self.noticed.emit(text, True)  # noqa: FBT003 - a signal
        return True

    @Slot()
    def undo(self) -> None:
        """Takes the last change of the library back."""
        if self.steps.canUndo():
            text = self.steps.undoText()
            with self._trying():
                self.steps.undo()
                self.noticed.emit(self._texts.text_of("gui.library.undone", what=text), False)  # noqa: FBT003 - a signal

    @Slot()
    def redo(self) -> None:
        """Makes a change that was taken back again."""
        if self.steps.canRedo():
            with self._trying():
                self.steps.redo()
                self.noticed.emit(self.steps.undoText(), True)  # noqa: FBT003 - a signal

    def _known(self, keys: Iterable[str]) -> tuple[LibraryItem, ...]:
        return tuple(item for key in keys if (item := self.library.one(key)) is not None)

    def _own(self, keys: Iterable[str]) -> tuple[LibraryItem, ...]:
        """Those of the campaign's own; if there is none among them, that is said."""
        items = self._known(keys)
        own = tuple(item for item in items if item.is_own)
        if items and not own:
            self.tell(refuse("gui.library.shipped", name=items[0].entry.name))
        return own

    @contextmanager
    def _trying(self) -> Iterator[None]:
        try:
            yield
        except AppError as error:
            self.tell(error)

    def tell(self, error: AppError) -> None:
        """Says an error in the dock."""
        self.refused.emit(self._texts.text(error.message))


def _with_field(entry: LibraryCreature, change: FieldChange) -> LibraryCreature:
    before = entry.creature.sheet.get(change.field.key, change.field.default)
    sheet = {**entry.creature.sheet, change.field.key: change.applied(before)}
    return structs.replace(entry, creature=replace(entry.creature, sheet=sheet))
