"""Joins the campaign's library and its dock: what was found goes out, what is wanted comes in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from msgspec import structs
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.desk import Desk
from encounter_gui.gui.library.field_text import FieldChange, read_field_change, trouble_with
from encounter_gui.gui.library.item_text import value_text
from encounter_gui.gui.library.joining import catching_up, filled, joining
from encounter_gui.gui.library.library_changes import LibraryChange
from encounter_gui.gui.library.lines import (
    Context,
    CreatureLine,
    Listing,
    copies_in,
    key_of_origin,
    lines_of,
)
from encounter_gui.gui.library.saved_filters import (
    KEY,
    SavedFilter,
    read_filters,
    with_filter,
    written,
)
from encounter_gui.play.library import Facets, Filter, Library, Shelved, overlaid
from encounter_gui.play.rosters import overlays
from encounter_gui.play.rulesets import Rulesets
from encounter_gui.rules.library import LibraryCreature, Overlay
from encounter_gui.rules.ruleset import CreatureDef, Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelves:
    """What a campaign lends its library: the creatures, all rulesets, and a place for settings."""

    library: Library
    rulesets: Rulesets
    setting: Callable[[str], str]
    keep_setting: Callable[[str, str], None]


class LibraryDesk(QObject):
    """One campaign's library. Everything is in the file before the dock shows it; every change can be taken back."""

    listed = Signal(object)
    """``Listing``: what to show."""
    facets_changed = Signal(object)
    """``Facets``: what was found there is to be narrowed by."""
    filter_changed = Signal(str, object)
    """The text and the ``Filter`` that are set now."""
    filters_changed = Signal(tuple)
    """``tuple[SavedFilter, ...]``: the filters under names."""
    noticed = Signal(str, bool)
    """A sentence about what has happened, and whether it can be taken back."""
    refused = Signal(str)
    """A sentence: what could not be done, and what to do."""
    changed = Signal()
    """Creatures are other than they were."""
    joined = Signal()
    """Creatures have joined the fight."""
    planned = Signal(tuple)
    """The keys of creatures that are to be planned for a fight that has not begun, one a copy."""

    def __init__(self, desk: Desk, words: Catalogue, parent: QObject | None = None) -> None:
        """Follows the fight on a desk; has no library yet."""
        super().__init__(parent)
        self._desk = desk
        self._words = words
        self._shelves: Shelves | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._text = ""
        self._wanted = Filter()
        self._closed: frozenset[str] = frozenset()
        self._found: tuple[Shelved, ...] | None = None
        self._made: dict[str, CreatureLine] = {}
        self._copies: Mapping[str, int] = {}
        self._is_shown = False
        self._is_planning = False
        self.steps = QUndoStack(self)
        desk.opened.connect(self._follow_encounter)
        desk.scene_changed.connect(self._follow_fight)

    # ---- which library

    def open(self, shelves: Shelves) -> None:
        """Takes a campaign's library."""
        self.close()
        self._shelves = shelves
        self._unsubscribe = shelves.library.subscribe(self._hear)
        self.filters_changed.emit(self.filters)
        self._follow_encounter()

    def close(self) -> None:
        """Lets go of the library."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._unsubscribe = self._shelves = self._found = None
        self._made.clear()
        self.steps.clear()

    @property
    def is_open(self) -> bool:
        """Whether there is a library."""
        return self._shelves is not None

    @property
    def _open(self) -> Shelves:
        if self._shelves is None:
            raise LookupError("no library is open")
        return self._shelves

    @property
    def library(self) -> Library:
        """The library.

        Raises:
            LookupError: none is open.
        """
        return self._open.library

    @property
    def found(self) -> tuple[Shelved, ...]:
        """What the search has found, best first or by name."""
        if self._found is None:
            self._found = self.library.find(self._text, self._wanted) if self.is_open else ()
        return self._found

    def ruleset(self, ruleset: str) -> Ruleset | None:
        """Returns a ruleset: the one the fight is played by as it is pinned, others as they are in their files."""
        if self._desk.is_open and self._desk.scene.ruleset.id == ruleset:
            return self._desk.scene.ruleset
        return self._open.rulesets.one(ruleset)

    @property
    def ruleset_names(self) -> Mapping[str, str]:
        """The names of all rulesets by id."""
        return {each.id: each.name for each in self._open.rulesets.all()}

    def base_of(self, one: Shelved) -> Shelved | None:
        """Returns the creature that one is a variant of, or None."""
        base = one.entry.base
        if not base:
            return None
        return self.library.one(base) or self.library.one(f"{one.ruleset}:{base}")

    # ---- looking

    @property
    def text(self) -> str:
        """What is searched for."""
        return self._text

    @property
    def wanted(self) -> Filter:
        """The filter that is set."""
        return self._wanted

    @property
    def facets(self) -> Facets:
        """What the whole library could be narrowed by."""
        return self.library.facets(self.library.creatures)

    @Slot(bool)
    def show(self, is_shown: bool) -> None:  # noqa: FBT001 - a slot
        """Says whether anybody looks: a library that is not shown costs a fight nothing."""
        self._is_shown = is_shown
        if is_shown:
            self._list()

    @Slot(str)
    def search(self, text: str) -> None:
        """Searches for something else."""
        if text != self._text:
            self._text = text
            self._look_again()

    @Slot(object)
    def narrow(self, wanted: Filter) -> None:
        """Sets another filter."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._look_again()

    @Slot(str, bool)
    def fold(self, group: str, is_open: bool) -> None:  # noqa: FBT001 - a slot
        """Folds a group up, or unfolds it."""
        self._closed = self._closed - {group} if is_open else self._closed | {group}
        self._list()

    def _look_again(self) -> None:
        self._found = None
        self._list()
        self.filter_changed.emit(self._text, self._wanted)

    def _list(self) -> None:
        if not (self.is_open and self._is_shown):
            return
        context = Context(
            words=self._words,
            base_name=self._base_name,
            copies=self._copies,
            ruleset_names=self.ruleset_names,
            closed=self._closed if not self._text else frozenset(),
            made=self._made,
        )
        lines = lines_of(self.found, context)
        self.listed.emit(Listing(lines=lines, found=self.found, total=self.library_size))

    @property
    def library_size(self) -> int:
        """How many creatures there are in all."""
        return len(self.library)

    def _base_name(self, one: Shelved) -> str:
        base = self.base_of(one) if one.entry.base else None
        return base.entry.name if base is not None else ""

    def _hear(self) -> None:
        self._found = None
        self._made.clear()
        self._list()
        self.changed.emit()

    @Slot()
    def _follow_encounter(self) -> None:
        """The creatures of the encounter's own ruleset are the ones that are needed."""
        if self._desk.is_open and self.is_open:
            self._wanted = replace(self._wanted, rulesets=frozenset({self._desk.scene.ruleset.id}))
            self._copies = self._counted()
            self._look_again()

    @Slot(object)
    def _follow_fight(self) -> None:
        copies = self._counted()
        if copies != self._copies:
            self._copies = copies
            self._list()

    def _counted(self) -> Mapping[str, int]:
        scene = self._desk.scene
        return copies_in(scene.state.combatants.values(), scene.ruleset.id)

    # ---- filters under names

    @property
    def filters(self) -> tuple[SavedFilter, ...]:
        """The filters under names."""
        return read_filters(self._open.setting(KEY)) if self.is_open else ()

    @Slot(str)
    def keep_filter(self, name: str) -> None:
        """Keeps what is set now under a name."""
        if name.strip():
            kept = SavedFilter(name=name.strip(), text=self._text, wanted=self._wanted)
            self._write_filters(with_filter(self.filters, kept))

    @Slot(str)
    def drop_filter(self, name: str) -> None:
        """Forgets a filter."""
        self._write_filters(tuple(each for each in self.filters if each.name != name))

    @Slot(str)
    def use_filter(self, name: str) -> None:
        """Sets what is kept under a name."""
        for each in self.filters:
            if each.name == name:
                self._text, self._wanted = each.text, each.wanted
                self._look_again()

    def _write_filters(self, filters: tuple[SavedFilter, ...]) -> None:
        with self._trying():
            self._open.keep_setting(KEY, written(filters))
        self.filters_changed.emit(self.filters)

    # ---- joining the fight

    @Slot(tuple, int)
    def add(self, keys: Sequence[str], count: int) -> None:
        """Has so many copies of each join the fight, or be planned for it."""
        if self._is_planning and keys:
            self.planned.emit(tuple(key for key in keys for _ in range(count)))
        else:
            self._join(keys, count, ())

    def plan(self, *, is_planning: bool) -> None:
        """Says whether what is added is planned for a fight to come, or joins the one that is on."""
        self._is_planning = is_planning

    def add_typed(self, key: str, totals: Sequence[int]) -> None:
        """Has copies of one join, with the hit points typed for each."""
        self._join((key,), len(totals), totals)

    def _join(self, keys: Sequence[str], count: int, totals: Sequence[int]) -> None:
        those = self._known(keys)
        if not those or not self._desk.is_live:
            return
        with self._trying():
            command = joining(self._desk.system, self._desk.scene, those, count, totals)
            if self._desk.perform(command):
                for one in those:
                    self.library.used(one.key)
                names = ", ".join(each.name for each in command.combatants)
                self.noticed.emit(self._words.word("gui.library.joined", names=names), False)  # noqa: FBT003 - a signal
                self.joined.emit()

    def copies_of(self, key: str) -> tuple[str, ...]:
        """Returns the names of the copies of a creature in the fight."""
        if not self._desk.is_open:
            return ()
        ruleset = self._desk.scene.ruleset.id
        those = self._desk.scene.state.combatants.values()
        return tuple(one.name for one in those if key_of_origin(one.origin, ruleset) == key)

    @Slot(str)
    def update_copies(self, key: str) -> None:
        """Gives the copies in the fight the sheet their creature has now; what they have suffered stays."""
        one = self.library.one(key)
        if one is None or not self._desk.is_live:
            return
        scene = self._desk.scene
        copies = [
            each
            for each in scene.state.combatants.values()
            if key_of_origin(each.origin, scene.ruleset.id) == key
        ]
        for command in catching_up(scene.ruleset, one.entry.creature, copies):
            if not self._desk.perform(command):
                return

    # ---- changing the library

    def save(self, key: str, entry: LibraryCreature) -> Shelved | None:
        """Keeps a creature as it has been edited; a shipped one becomes a copy of the campaign's own.

        Returns:
            the creature as kept; None if the file did not let it.
        """
        one = self.library.one(key)
        if one is None or not one.is_own:
            ruleset = one.ruleset if one is not None else key.partition(":")[0]
            based = structs.replace(entry, base=entry.base or key) if one is not None else entry
            return self._add(ruleset, [based], "gui.library.did.copied")
        kept = self._did("gui.library.did.saved", (one,), lambda: self._changed({key: entry}))
        return self.library.one(key) if kept else None

    def create(self, ruleset: str) -> Shelved | None:
        """Adds an empty creature for a ruleset."""
        name = self._words.word("gui.library.new_name")
        creature = CreatureDef(key="new", name=name)
        return self._add(ruleset, [LibraryCreature(creature=creature)], "gui.library.did.created")

    def duplicate(self, keys: Sequence[str]) -> tuple[Shelved, ...]:
        """Adds a copy of each."""
        made: list[Shelved] = []
        for one in self._known(keys):
            name = self._words.word("gui.library.copy_name", name=one.entry.name)
            copied = replace(one.entry.creature, name=name)
            entry = structs.replace(
                one.entry, creature=copied, base=one.entry.base or ("" if one.is_own else one.key)
            )
            added = self._add(one.ruleset, [entry], "gui.library.did.duplicated")
            made += [added] if added else []
        return tuple(made)

    def overlays(self, keys: Sequence[str]) -> tuple[Overlay, ...]:
        """Returns the variants that the ruleset of these creatures offers; none if they are of several."""
        rulesets = {one.ruleset for one in self._known(keys)}
        known = self.ruleset(rulesets.pop()) if len(rulesets) == 1 else None
        return tuple(each for each in overlays(known) if each.sheet) if known is not None else ()

    def vary(self, keys: Sequence[str], overlay: str) -> tuple[Shelved, ...]:
        """Adds a variant of each."""
        made: list[Shelved] = []
        for one in self._known(keys):
            known = self.ruleset(one.ruleset)
            wanted = next((e for e in self.overlays([one.key]) if e.key == overlay), None)
            if known is None or wanted is None:
                continue
            whole = filled(known, one.entry.creature, wanted)
            varied = overlaid(structs.replace(one.entry, creature=whole), wanted)
            entry = structs.replace(varied, base=one.key, source=None)
            added = self._add(one.ruleset, [entry], "gui.library.did.varied")
            made += [added] if added else []
        return tuple(made)

    @Slot(tuple)
    def remove(self, keys: Sequence[str]) -> None:
        """Removes creatures of the campaign's own."""
        own = self._own(keys)
        if own:
            self._did(
                "gui.library.did.removed",
                own,
                lambda: self.library.remove([one.key for one in own]) and (),
            )

    def tag(self, keys: Sequence[str], add: Iterable[str], remove: Iterable[str]) -> None:
        """Puts tags on creatures of the campaign's own, and takes others off."""
        own = self._own(keys)
        more, less = tuple(add), tuple(remove)
        if own and (more or less):
            self._did(
                "gui.library.did.tagged",
                own,
                lambda: self._tagged([o.key for o in own], more, less),
            )

    def read_field(self, keys: Sequence[str], text: str) -> FieldChange | None:
        """Returns the change of a field that a text stands for; None if it is none, or they share no ruleset."""
        rulesets = {one.ruleset for one in self._known(keys)}
        known = self.ruleset(rulesets.pop()) if len(rulesets) == 1 else None
        return read_field_change(known, text) if known is not None else None

    def preview_field(self, keys: Sequence[str], change: FieldChange) -> tuple[str, bool]:
        """Returns what a change would do in words, and whether it can be done to all."""
        for one in self._known(keys):
            before = one.entry.creature.sheet.get(change.field.key, change.field.default)
            trouble = trouble_with(change.field, change.applied(before), self._words)
            if trouble:
                return trouble, False
        return self._previewed(self._known(keys), change), True

    def _previewed(self, those: Sequence[Shelved], change: FieldChange) -> str:
        """The field before and after; where it is not the same for all, that it is various."""
        sheets = [one.entry.creature.sheet for one in those]
        before = {sheet.get(change.field.key, change.field.default) for sheet in sheets}
        after = {change.applied(each) for each in before}
        word = self._words.word
        who = (
            those[0].entry.name
            if len(those) == 1
            else word("gui.library.field_many", count=len(those))
        )
        said = [
            value_text(each.pop()) if len(each) == 1 else word("gui.library.field_several")
            for each in (before, after)
        ]
        return word(
            "gui.library.field_preview",
            name=change.field.name,
            before=said[0],
            after=said[1],
            who=who,
        )

    def set_field(self, keys: Sequence[str], change: FieldChange) -> tuple[Shelved, ...]:
        """Sets a field of all of these at once; shipped ones become copies of the campaign's own.

        Returns:
            the creatures as they are kept now.
        """
        those = self._known(keys)
        _, can_be_done = self.preview_field(keys, change)
        if not those or not can_be_done:
            return ()
        own = tuple(one for one in those if one.is_own)
        kept: tuple[Shelved, ...] = ()

        def set_all() -> tuple[Shelved, ...]:
            nonlocal kept
            made = self._copied([one for one in those if not one.is_own], change)
            self.library.change({one.key: _with_field(one.entry, change) for one in own})
            kept = (*(self.library.one(one.key) or one for one in own), *made)
            return kept

        self._did("gui.library.did.set", own, set_all)
        return kept

    # ---- how

    def _copied(self, those: Iterable[Shelved], change: FieldChange) -> tuple[Shelved, ...]:
        return tuple(
            made
            for one in those
            for made in self.library.add(
                one.ruleset, [structs.replace(_with_field(one.entry, change), base=one.key)]
            )
        )

    def _add(self, ruleset: str, entries: list[LibraryCreature], did: str) -> Shelved | None:
        made: tuple[Shelved, ...] = ()

        def add_all() -> tuple[Shelved, ...]:
            nonlocal made
            made = self.library.add(ruleset, entries)
            return made

        self._did(did, (), add_all)
        return made[0] if made else None

    def _changed(self, changed: Mapping[str, LibraryCreature]) -> tuple[Shelved, ...]:
        self.library.change(changed)
        return tuple(one for key in changed if (one := self.library.one(key)) is not None)

    def _tagged(
        self, keys: Sequence[str], add: Sequence[str], remove: Sequence[str]
    ) -> tuple[Shelved, ...]:
        self.library.tag(keys, add=add, remove=remove)
        return self._known(keys)

    def _did(
        self, did: str, before: Sequence[Shelved], act: Callable[[], tuple[Shelved, ...]]
    ) -> bool:
        """Does something, remembers how to take it back, and says so."""
        try:
            after = act()
        except AppError as error:
            self.tell(error)
            return False
        those = tuple(after or before)
        name = those[0].entry.name if those else ""
        key = did if len(those) == 1 else f"{did}_many"
        text = self._words.word(key, name=name, count=len(those))
        self.steps.push(LibraryChange(self.library, text, before, after))
        self.noticed.emit(text, True)  # noqa: FBT003 - a signal
        return True

    @Slot()
    def undo(self) -> None:
        """Takes the last change of the library back."""
        if self.steps.canUndo():
            text = self.steps.undoText()
            with self._trying():
                self.steps.undo()
                self.noticed.emit(self._words.word("gui.library.undone", what=text), False)  # noqa: FBT003 - a signal

    @Slot()
    def redo(self) -> None:
        """Makes a change that was taken back again."""
        if self.steps.canRedo():
            with self._trying():
                self.steps.redo()
                self.noticed.emit(self.steps.undoText(), True)  # noqa: FBT003 - a signal

    def _known(self, keys: Iterable[str]) -> tuple[Shelved, ...]:
        return tuple(one for key in keys if (one := self.library.one(key)) is not None)

    def _own(self, keys: Iterable[str]) -> tuple[Shelved, ...]:
        """Those of the campaign's own; if there is none among them, that is said."""
        those = self._known(keys)
        own = tuple(one for one in those if one.is_own)
        if those and not own:
            self.tell(refuse("gui.library.shipped", name=those[0].entry.name))
        return own

    @contextmanager
    def _trying(self) -> Iterator[None]:
        try:
            yield
        except AppError as error:
            self.tell(error)

    def tell(self, error: AppError) -> None:
        """Says an error in the dock."""
        self.refused.emit(self._words.text(error.message))


def _with_field(entry: LibraryCreature, change: FieldChange) -> LibraryCreature:
    before = entry.creature.sheet.get(change.field.key, change.field.default)
    sheet = {**entry.creature.sheet, change.field.key: change.applied(before)}
    return structs.replace(entry, creature=replace(entry.creature, sheet=sheet))
