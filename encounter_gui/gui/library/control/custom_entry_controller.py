"""The lists of gear and conditions for the encounter's ruleset, and the changes of the campaign's own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot
from typing_extensions import override

from encounter_gui.core.errors import AppError, DataError, refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.library_history import LibraryHistory
from encounter_gui.gui.library.control.list_controller import ListController
from encounter_gui.gui.library.fields.entry_text import (
    CONDITION_KINDS,
    KINDS,
    icon_of,
    kinds_in,
    note_of,
    role_of,
    short_name,
    spoken_entry,
)
from encounter_gui.gui.library.list.list_lines import CustomEntryLine, HeadingLine, Line, Listing
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.custom_entries import CustomEntryRepository, CustomItem
from encounter_gui.rules.files.custom_entries import CustomEntry, ExtraKind, kind_of
from encounter_gui.rules.model.ruleset import ConditionDef, ItemDef, Ruleset

Category = Literal["creatures", "item", "condition"]
"""What the dock shows."""

_MOST_USERS = 3
"""How many who use an item or condition are named."""


class CustomEntryController(ListController[CustomEntry]):
    """Lists either items or conditions; each of them keeps its own search text and kinds."""

    refused = Signal(str)
    """A sentence: why an entry cannot be saved."""

    def __init__(
        self,
        creatures: Callable[[], CreatureRepository],
        ruleset: Callable[[], Ruleset | None],
        history: LibraryHistory,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes what returns the open creatures and the encounter's ruleset, the history, and the texts."""
        super().__init__(history, texts, parent)
        self._creatures = creatures
        self._ruleset = ruleset
        self.kind: ExtraKind = "item"
        """Whether items or conditions are listed."""
        self._texts_of_kinds: dict[ExtraKind, str] = {}
        self._wanted: dict[ExtraKind, frozenset[str]] = {}

    @property
    def _entries(self) -> CustomEntryRepository:
        return self._creatures().custom_entries

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset of the encounter with the campaign's own entries; None if no encounter is open."""
        ruleset = self._ruleset() if self.is_open else None
        return self._entries.added_to(ruleset) if ruleset is not None else None

    def users(self, item: CustomItem) -> tuple[str, ...]:
        """Returns the names of the creatures and party members that use an own entry."""
        return self._creatures().users(item) if item.is_own else ()

    # ---- the list

    def show(self, kind: ExtraKind) -> None:
        """Lists items, or conditions."""
        self._texts_of_kinds[self.kind] = self._text
        self.kind = kind
        self._text = self._texts_of_kinds.get(kind, "")
        self.list()

    @Slot(str)
    def switch_kind(self, kind: str) -> None:
        """Adds or removes a kind of weapon, gear or condition as a filter; without any, all are shown."""
        self._wanted[self.kind] = self._wanted.get(self.kind, frozenset()) ^ {kind}
        self.list()

    @override
    def _listing(self) -> Listing:
        ruleset = self.ruleset
        if ruleset is None:
            return Listing()
        found = self._entries.find(ruleset.id, self.kind, self.text)
        every = self._entries.find(ruleset.id, self.kind) if self.text.strip() else found
        there = {item.value.kind for item in every}
        wanted = self._wanted.get(self.kind, frozenset()) & there
        shown = tuple(item for item in found if not wanted or item.value.kind in wanted)
        return Listing(
            lines=tuple(self._lines(ruleset, shown)),
            found=len(shown),
            total=len(every),
            kinds=tuple(kind for kind in (*KINDS, *CONDITION_KINDS) if kind in there),
            wanted=wanted,
        )

    def _lines(self, ruleset: Ruleset, found: tuple[CustomItem, ...]) -> Iterator[Line]:
        groups: Mapping[tuple[bool, str], list[CustomItem]] = _group(found)
        for (is_own, kind), items in groups.items():
            key = f"{'own' if is_own else ruleset.id}/{kind}"
            is_open = key not in self.folded
            yield HeadingLine(
                key=key,
                title=self._texts.text_of(f"gui.thing.group.{kind}"),
                count=len(items),
                is_open=is_open,
                icon="" if is_own else "ruleset",
            )
            if is_open:
                yield from (self._line(ruleset, item) for item in items)

    def _line(self, ruleset: Ruleset, item: CustomItem) -> CustomEntryLine:
        words = [spoken_entry(ruleset, item.value, self._texts)]
        if not item.is_own:
            words.append(self._texts.text_of("gui.library.is_shipped"))
        return CustomEntryLine(
            key=item.key,
            name=item.name,
            icon=icon_of(item.value),
            role=role_of(item.value),
            note=note_of(ruleset, item.value, self._texts),
            words=", ".join(words),
            is_prose=kind_of(item.value) == "condition",
            is_own=item.is_own,
        )

    # ---- changing

    def save(self, key: str, entry: CustomEntry) -> CustomItem | None:
        """Saves an own entry as edited and returns it; None if the ruleset or the file refused it."""
        item = self.one(key)
        if item is None or not item.is_own:
            return None
        fitting = self._without_foreign_values(entry)

        def change() -> tuple[CustomItem, ...]:
            try:
                self._entries.change({key: fitting})
            except AppError as error:
                self.refused.emit(self._error_text(error))
                raise
            return self._entries.known([key])

        saved = self.history.push_change(self._entries, "gui.library.did.saved", (item,), change)
        return saved[0] if saved else None

    def _without_foreign_values(self, entry: CustomEntry) -> CustomEntry:
        """Returns the entry without values of another kind of item: they could be neither seen nor removed."""
        ruleset = self.ruleset
        if ruleset is None or not isinstance(entry, ItemDef):
            return entry
        fields = {each.key: each for each in ruleset.item_fields}
        others = {key for key, each in fields.items() if entry.kind not in each.on}
        values = {key: value for key, value in entry.values.items() if key not in others}
        return replace(entry, values=values)

    def create(self) -> CustomItem | None:
        """Adds an empty item or condition and returns it; None if no encounter is open, or it was refused."""
        ruleset = self.ruleset
        if ruleset is None:
            return None
        name = self._free_name(self._texts.text_of(f"gui.thing.new.{self.kind}"))
        entry: CustomEntry = ConditionDef(key="", name=name)
        if self.kind == "item":
            wanted = self._wanted.get("item", frozenset())
            kinds = [each for each in kinds_in(ruleset) if not wanted or each in wanted]
            entry = _item(name, kinds[0] if kinds else "gear")
        return self.history.add(self._entries, "gui.library.did.created", ruleset.id, entry)

    def duplicate(self, key: str) -> CustomItem | None:
        """Adds an own copy under another name and returns it; None if it was refused."""
        item = self.one(key)
        if item is None:
            return None
        name = self._free_name(self._texts.text_of("gui.library.copy_name", name=item.name))
        entry: CustomEntry = replace(item.value, name=name)
        if isinstance(entry, ConditionDef):
            # Only the game master sets the copy, and no rule of the book mentions it.
            entry = replace(entry, by_hand=True, rule="")
        return self.history.add(self._entries, "gui.library.did.duplicated", item.ruleset, entry)

    @Slot(str)
    def remove(self, key: str) -> None:
        """Removes an own entry, unless somebody uses it."""
        item = self.one(key)
        if item is None:
            return
        users = self.users(item)
        if not item.is_own:
            self.history.show_error(refuse("gui.library.shipped", name=item.name))
        elif users:
            self.history.refused.emit(self._users_text(item, users))
        else:
            self.history.remove(self._entries, [item])

    def _users_text(self, item: CustomItem, users: tuple[str, ...]) -> str:
        names = ", ".join(users[:_MOST_USERS])
        if len(users) > _MOST_USERS:
            count = len(users) - _MOST_USERS
            names = self._texts.text_of("gui.thing.and_more", names=names, count=count)
        key = f"gui.thing.used.{kind_of(item.value)}"
        return self._texts.text_of(key, name=item.name, names=names)

    def _error_text(self, error: AppError) -> str:
        """Returns what a ruleset refused, after the name of the value it is about."""
        text, ruleset = self._texts.text(error.message), self.ruleset
        if not isinstance(error, DataError) or ruleset is None:
            return text
        key = error.place.pointer.rpartition(".")[2]
        field = next((each for each in ruleset.item_fields if each.key == key), None)
        return f"{short_name(field)}: {text}" if field is not None else text

    def _free_name(self, wanted: str) -> str:
        """Returns the name, numbered if another entry has it."""
        ruleset = self.ruleset
        found = self._entries.find(ruleset.id, self.kind) if ruleset is not None else ()
        taken = {item.name.casefold() for item in found}
        name, number = wanted, 2
        while name.casefold() in taken:
            name, number = f"{wanted} {number}", number + 1
        return name


def _group(found: tuple[CustomItem, ...]) -> dict[tuple[bool, str], list[CustomItem]]:
    """The campaign's own before what comes with the ruleset, kinds in their order."""
    places = {kind: place for place, kind in enumerate((*KINDS, *CONDITION_KINDS))}
    keys = sorted(
        {(custom_item.is_own, custom_item.value.kind) for custom_item in found},
        key=lambda each: (not each[0], places.get(each[1], 0)),
    )
    groups: dict[tuple[bool, str], list[CustomItem]] = {key: [] for key in keys}
    for item in found:
        groups[item.is_own, item.value.kind].append(item)
    return groups


def _item(name: str, kind: str) -> ItemDef:
    match kind:
        case "weapon" | "armor" | "explosive":
            return ItemDef(key="", name=name, kind=kind)
        case _:
            return ItemDef(key="", name=name, kind="gear")
