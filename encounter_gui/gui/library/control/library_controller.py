"""The list of creatures in the library dock: search, filter, rulesets."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.library.control.custom_entry_controller import CustomEntryController
from encounter_gui.gui.library.control.library_edits import LibraryEdits
from encounter_gui.gui.library.control.library_history import LibraryHistory
from encounter_gui.gui.library.control.list_controller import ListController
from encounter_gui.gui.library.list.list_lines import (
    Context,
    CreatureLine,
    Listing,
    copies_in,
    lines_of,
)
from encounter_gui.play.prep.creature_repository import (
    CreatureItem,
    CreatureRepository,
    Facets,
    Filter,
)
from encounter_gui.play.prep.creature_uses import CreatureUse
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import Ruleset


class LibraryServices(Struct, frozen=True, kw_only=True):
    """What the library gets from its campaign: the creatures, all rulesets, and settings.

    ``mistake_in`` returns what is wrong with the files of the ruleset with this id; "" if nothing is. ``renew`` updates
    an encounter that has not begun to the campaign's present gear and conditions. ``uses`` returns where the creature
    with this key is used.
    """

    creatures: CreatureRepository
    rulesets: RulesetRepository
    mistake_in: Callable[[str], str]
    setting: Callable[[str], str]
    keep_setting: Callable[[str, str], None]
    renew: Callable[[], None] = lambda: None
    uses: Callable[[str], tuple[CreatureUse, ...]] = lambda _: ()


class LibraryController(ListController[LibraryCreature]):
    """The creatures of one campaign and of all rulesets. Nothing is listed while the dock is hidden."""

    library_opened = Signal()
    """Another campaign's library is open."""
    filter_changed = Signal(str, object)
    """The search text and the ``Filter`` that are set now."""

    def __init__(
        self, controller: EncounterController, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes the controller of the open encounter and the texts; no library is open yet."""
        super().__init__(LibraryHistory(texts), texts, parent)
        self.history.setParent(self)
        self._controller = controller
        self._services: LibraryServices | None = None
        self.wanted: Filter = Filter()
        """The filter that is set."""
        self._found: tuple[CreatureItem, ...] | None = None
        self._lines: dict[str, CreatureLine] = {}
        self._copies: Mapping[str, int] = {}
        self._is_shown = False
        self.edits = LibraryEdits(lambda: self.creatures, self.ruleset, self.history, texts, self)
        self.custom_entries = CustomEntryController(
            lambda: self.creatures, self._encounter_ruleset, self.history, texts, self
        )
        self.custom_entries.changed.connect(self._follow_custom_entries)
        controller.opened.connect(self._follow_encounter)
        controller.context_changed.connect(self._follow_context)

    # ---- which library

    def open(self, services: LibraryServices) -> None:
        """Opens a campaign's library."""
        self.close()
        self._services = services
        self.follow(services.creatures)
        self.custom_entries.follow(services.creatures.custom_entries)
        self.library_opened.emit()
        self._follow_encounter()

    def close(self) -> None:
        """Closes the library; its undo history is cleared."""
        self.unfollow()
        self.custom_entries.unfollow()
        self._services = self._found = None
        self._lines.clear()
        self.history.steps.clear()

    @property
    def services(self) -> LibraryServices:
        """What the library gets from its campaign.

        Raises:
            LookupError: no library is open.
        """
        if self._services is None:
            raise LookupError("no library is open")
        return self._services

    @property
    def creatures(self) -> CreatureRepository:
        """The creatures.

        Raises:
            LookupError: no library is open.
        """
        return self.services.creatures

    def ruleset(self, ruleset: str) -> Ruleset | None:
        """Returns a ruleset with the campaign's own gear and conditions; None if there is none with this id.

        The ruleset of the encounter is returned as it is pinned, others as they are in their files.
        """
        played = self._encounter_ruleset()
        known = played if played and played.id == ruleset else self.services.rulesets.one(ruleset)
        return self.creatures.custom_entries.added_to(known) if known is not None else None

    def _encounter_ruleset(self) -> Ruleset | None:
        return self._controller.context.ruleset if self._controller.is_open else None

    @property
    def ruleset_names(self) -> Mapping[str, str]:
        """The names of all rulesets by id, including that of the encounter if its files cannot be used."""
        own = (self._controller.context.ruleset,) if self._controller.is_open else ()
        return {each.id: each.name for each in (*own, *self.services.rulesets.all())}

    def base_of(self, item: CreatureItem) -> CreatureItem | None:
        """Returns the creature that a variant is based on; None if it is no variant, or the base is not there."""
        base = item.value.base
        if not base:
            return None
        return self.one(base) or self.one(f"{item.ruleset}:{base}")

    # ---- the list

    @property
    def found(self) -> tuple[CreatureItem, ...]:
        """The creatures the search text and the filter find, best first or by name."""
        if self._found is None:
            self._found = self.creatures.find(self._text, self.wanted) if self.is_open else ()
        return self._found

    @property
    def facets(self) -> Facets:
        """What the whole library can be filtered by."""
        return self.creatures.facets(self.creatures.items)

    @Slot(bool)
    def show(self, is_shown: bool) -> None:
        """Sets whether the dock is visible."""
        self._is_shown = is_shown
        if is_shown:
            self.list()
            self._warn()

    @Slot(str)
    @override
    def search(self, text: str) -> None:
        self.set_filter(text, self.wanted)

    @Slot(object)
    def narrow(self, wanted: Filter) -> None:
        """Sets another filter."""
        self.set_filter(self._text, wanted)

    def set_filter(self, text: str, wanted: Filter) -> None:
        """Sets search text and filter."""
        if (text, wanted) != (self._text, self.wanted):
            self._text, self.wanted = text, wanted
            self._search_again()

    def _search_again(self) -> None:
        self._found = None
        self.list()
        self.filter_changed.emit(self._text, self.wanted)

    @override
    def list(self) -> None:
        if self.is_open and self._is_shown:
            super().list()

    @override
    def _listing(self) -> Listing:
        context = Context(
            texts=self._texts,
            base_name=self._base_name,
            copies=self._copies,
            ruleset_names=self.ruleset_names,
            closed=self.folded,
            made=self._lines,
        )
        lines = lines_of(self.found, context)
        return Listing(lines=lines, found=len(self.found), total=len(self.creatures))

    def _base_name(self, item: CreatureItem) -> str:
        base = self.base_of(item) if item.value.base else None
        return base.name if base is not None else ""

    @override
    def _on_changed(self) -> None:
        self._found = None
        self._lines.clear()
        super()._on_changed()

    # ---- what it follows

    @Slot()
    def _follow_custom_entries(self) -> None:
        with self.history.reporting():
            self.services.renew()
        self.changed.emit()

    @Slot()
    def _follow_encounter(self) -> None:
        """Filters by the ruleset of the encounter that was opened."""
        if self._controller.is_open and self.is_open:
            ruleset = self._controller.context.ruleset.id
            self.wanted = replace(self.wanted, rulesets=frozenset({ruleset}))
            self._copies = self._count_copies()
            self._search_again()
            self.custom_entries.list()
            self.history.noticed.emit("", False)
            self._warn()

    @Slot(object)
    def _follow_context(self) -> None:
        copies = self._count_copies()
        if copies != self._copies:
            self._copies = copies
            self.list()

    def _count_copies(self) -> Mapping[str, int]:
        context = self._controller.context
        return copies_in(context.state.combatants.values(), context.ruleset.id)

    def _warn(self) -> None:
        """Says why creatures of the encounter's ruleset are missing: its files are damaged, or not on this computer.

        The encounter goes on with the copy of the ruleset in its campaign.
        """
        if not (self.is_open and self._is_shown and self._controller.is_open):
            return
        ruleset = self._controller.context.ruleset
        if self.services.rulesets.one(ruleset.id) is None:
            reason = self.services.mistake_in(ruleset.id)
            self.history.refused.emit(
                self._texts.text_of("gui.library.damaged", ruleset=ruleset.name, reason=reason)
            )
