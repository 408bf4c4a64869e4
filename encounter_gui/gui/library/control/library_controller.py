"""Joins the campaign's library and its dock: what was found goes out, what is wanted comes in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.library.control.adding_combatants import joining, update_copies
from encounter_gui.gui.library.control.custom_entry_controller import CustomEntryController
from encounter_gui.gui.library.control.library_edits import LibraryEdits
from encounter_gui.gui.library.control.saved_filters import (
    KEY,
    SavedFilter,
    read_filters,
    with_filter,
    written,
)
from encounter_gui.gui.library.list.list_lines import (
    Context,
    CreatureLine,
    Listing,
    copies_in,
    key_of_origin,
    lines_of,
)
from encounter_gui.play.prep.creature_repository import (
    CreatureRepository,
    Facets,
    Filter,
    LibraryItem,
)
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.prep.staging import staging_context
from encounter_gui.rules.model.ruleset import Ruleset

_MOST_NAMES = 3
_RECENT = "library.recent"
"""The setting of the campaign in which the keys of those used last stand, one a line, newest first."""
"""How many who joined are all named in a notice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryServices:
    """What a campaign lends its library: the creatures, all rulesets, and a place for settings.

    ``mistake_in`` says what is wrong with the files of the ruleset with this id; empty: nothing. ``renew`` has a fight
    that has not begun know the campaign's own gear and conditions as they are now.
    """

    library: CreatureRepository
    rulesets: RulesetRepository
    mistake_in: Callable[[str], str]
    setting: Callable[[str], str]
    keep_setting: Callable[[str, str], None]
    renew: Callable[[], None] = lambda: None


class LibraryController(QObject):
    """One campaign's library. Everything is in the file before the dock shows it; every change can be taken back."""

    listed = Signal(object)
    """``Listing``: what to show."""
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

    def __init__(
        self, controller: EncounterController, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Follows the fight on a desk; has no library yet."""
        super().__init__(parent)
        self._controller = controller
        self._texts = texts
        self._services: LibraryServices | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._text = ""
        self._wanted = Filter()
        self._closed: frozenset[str] = frozenset()
        self._found: tuple[LibraryItem, ...] | None = None
        self._made: dict[str, CreatureLine] = {}
        self._copies: Mapping[str, int] = {}
        self._is_shown = False
        self._is_planning = False
        self._joined: EntryId | None = None  # with which somebody joined, while nothing came after
        self.edits = LibraryEdits(lambda: self.library, self.ruleset, texts, self)
        self.edits.noticed.connect(self._notice_edit)
        self.edits.refused.connect(self.refused)
        self.stock = CustomEntryController(
            lambda: self.library, self._fight_ruleset, self.edits, texts, self
        )
        self.stock.changed.connect(self._follow_stock)
        controller.opened.connect(self._follow_encounter)
        controller.context_changed.connect(self._follow_fight)

    @Slot(str, bool)
    def _notice_edit(self, text: str, can_undo: bool) -> None:  # noqa: FBT001 - a slot
        """Whatever was done to the library since somebody joined is what is undone first."""
        self._joined = None
        self.noticed.emit(text, can_undo)

    # ---- which library

    def open(self, services: LibraryServices) -> None:
        """Takes a campaign's library."""
        self.close()
        self._services = services
        for key in reversed(services.setting(_RECENT).splitlines()):
            services.library.used(key)
        self._unsubscribe = services.library.subscribe(self._hear)
        self.stock.open(services.library)
        self.filters_changed.emit(self.filters)
        self._follow_encounter()

    def close(self) -> None:
        """Lets go of the library."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self.stock.close()
        self._unsubscribe = self._services = self._found = None
        self._made.clear()
        self.edits.steps.clear()

    @property
    def is_open(self) -> bool:
        """Whether there is a library."""
        return self._services is not None

    @property
    def _open(self) -> LibraryServices:
        if self._services is None:
            raise LookupError("no library is open")
        return self._services

    @property
    def library(self) -> CreatureRepository:
        """The library.

        Raises:
            LookupError: none is open.
        """
        return self._open.library

    @property
    def found(self) -> tuple[LibraryItem, ...]:
        """What the search has found, best first or by name."""
        if self._found is None:
            self._found = self.library.find(self._text, self._wanted) if self.is_open else ()
        return self._found

    def ruleset(self, ruleset: str) -> Ruleset | None:
        """Returns a ruleset: the one the fight is played by as it is pinned, others as they are in their files.

        The campaign's own gear and conditions are in it as they are now.
        """
        played = self._fight_ruleset()
        known = played if played and played.id == ruleset else self._open.rulesets.one(ruleset)
        return self.library.stock.added_to(known) if known is not None else None

    def _fight_ruleset(self) -> Ruleset | None:
        return self._controller.context.ruleset if self._controller.is_open else None

    @property
    def ruleset_names(self) -> Mapping[str, str]:
        """The names of all rulesets by id, that of the fight included, even if its files cannot be used."""
        own = (self._controller.context.ruleset,) if self._controller.is_open else ()
        return {each.id: each.name for each in (*own, *self._open.rulesets.all())}

    def base_of(self, item: LibraryItem) -> LibraryItem | None:
        """Returns the creature that one is a variant of, or None."""
        base = item.entry.base
        if not base:
            return None
        return self.library.one(base) or self.library.one(f"{item.ruleset}:{base}")

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
            self._warn()

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
            texts=self._texts,
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

    def _base_name(self, item: LibraryItem) -> str:
        base = self.base_of(item) if item.entry.base else None
        return base.entry.name if base is not None else ""

    def _hear(self) -> None:
        self._found = None
        self._made.clear()
        self._list()
        self.changed.emit()

    @Slot()
    def _follow_stock(self) -> None:
        with self._trying():
            self._open.renew()
        self.changed.emit()

    @Slot()
    def _follow_encounter(self) -> None:
        """The creatures of the encounter's own ruleset are the ones that are needed."""
        if self._controller.is_open and self.is_open:
            self._wanted = replace(
                self._wanted, rulesets=frozenset({self._controller.context.ruleset.id})
            )
            self._copies = self._counted()
            self._look_again()
            self.stock.list()
            self._joined = None
            self.noticed.emit("", False)  # noqa: FBT003 - a signal; what was said of another fight is over
            self._warn()

    def _warn(self) -> None:
        """Says why creatures of the fight's own ruleset are missing: its files may be damaged, or not on this computer.

        The fight goes on by the copy of the ruleset in its campaign.
        """
        if not (self.is_open and self._is_shown and self._controller.is_open):
            return
        ruleset = self._controller.context.ruleset
        if self._open.rulesets.one(ruleset.id) is not None:
            return
        reason = self._open.mistake_in(ruleset.id)
        self.refused.emit(
            self._texts.text_of("gui.library.damaged", ruleset=ruleset.name, reason=reason)
        )

    @Slot(object)
    def _follow_fight(self) -> None:
        if self._joined is not None and self._controller.session.log.head != self._joined:
            self._joined = None
            self.noticed.emit("", False)  # noqa: FBT003 - a signal; undoing would be of something else now
        copies = self._counted()
        if copies != self._copies:
            self._copies = copies
            self._list()

    def _counted(self) -> Mapping[str, int]:
        context = self._controller.context
        return copies_in(context.state.combatants.values(), context.ruleset.id)

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
            with self._trying():
                self._remember(keys)
        else:
            self._join(keys, count, ())

    def plan(self, *, is_planning: bool) -> None:
        """Says whether what is added is planned for a fight to come, or joins the one that is on."""
        self._is_planning = is_planning

    def add_typed(self, key: str, totals: Sequence[int]) -> None:
        """Has copies of one join, with the hit points typed for each."""
        self._join((key,), len(totals), totals)

    def _join(self, keys: Sequence[str], count: int, totals: Sequence[int]) -> None:
        items = self._known(keys)
        if not items:
            return
        if not self._controller.is_live:
            self.tell(refuse("gui.library.past"))
            return
        with self._trying():
            command = joining(
                staging_context(self._controller.session, self.library), items, count, totals
            )
            if self._controller.perform(command):
                self._remember(keys)
                self._joined = self._controller.session.log.head
                names = [each.name for each in command.combatants]
                self.noticed.emit(self._joined_words(names), True)  # noqa: FBT003 - a signal
                self.joined.emit()

    def _remember(self, keys: Iterable[str]) -> None:
        """Who was used last is offered first, also when the campaign is opened again."""
        for key in keys:
            self.library.used(key)
        self._open.keep_setting(_RECENT, "\n".join(item.key for item in self.library.recent))

    def _joined_words(self, names: Sequence[str]) -> str:
        if len(names) <= _MOST_NAMES:
            return self._texts.text_of("gui.library.joined", names=", ".join(names))
        return self._texts.text_of(
            "gui.library.joined_many", count=len(names), first=names[0], last=names[-1]
        )

    @Slot()
    def undo(self) -> None:
        """Takes back what was done last from the dock: somebody's joining, or else a change of the library."""
        if self._joined is None:
            self.edits.undo()
            return
        self._controller.undo()

    def copies_of(self, key: str) -> tuple[str, ...]:
        """Returns the names of the copies of a creature in the fight."""
        if not self._controller.is_open:
            return ()
        ruleset = self._controller.context.ruleset.id
        combatants = self._controller.context.state.combatants.values()
        return tuple(
            combatant.name
            for combatant in combatants
            if key_of_origin(combatant.origin, ruleset) == key
        )

    @Slot(str)
    def update_copies(self, key: str) -> None:
        """Gives the copies in the fight the sheet their creature has now; what they have suffered stays."""
        item = self.library.one(key)
        if item is None or not self._controller.is_live:
            return
        context = self._controller.context
        copies = [
            each
            for each in context.state.combatants.values()
            if key_of_origin(each.origin, context.ruleset.id) == key
        ]
        for command in update_copies(context.ruleset, item.entry.creature, copies):
            if not self._controller.perform(command):
                return

    # ---- how

    def _known(self, keys: Iterable[str]) -> tuple[LibraryItem, ...]:
        return tuple(item for key in keys if (item := self.library.one(key)) is not None)

    @contextmanager
    def _trying(self) -> Iterator[None]:
        try:
            yield
        except AppError as error:
            self.tell(error)

    def tell(self, error: AppError) -> None:
        """Says an error in the dock."""
        self.refused.emit(self._texts.text(error.message))
