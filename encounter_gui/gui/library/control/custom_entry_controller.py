"""Gear and conditions of the fight's ruleset: searched, listed under headings, and the campaign's own changed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError, DataError, refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.library_edits import LibraryEdits
from encounter_gui.gui.library.fields.entry_text import (
    CONDITION_KINDS,
    KINDS,
    icon_of,
    kinds_in,
    note_of,
    role_of,
    said,
    short_name,
)
from encounter_gui.gui.library.list.list_lines import CustomEntryLine, HeadingLine, Line
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.custom_entries import CustomItem
from encounter_gui.rules.files.custom_entries import CustomEntry, ExtraKind
from encounter_gui.rules.model.ruleset import ConditionDef, ItemDef, Ruleset

Category = Literal["creatures", "item", "condition"]
"""What the dock shows."""

_MOST_USERS = 3
"""How many who use a thing are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomEntryListing:
    """What is shown: lines, how many were found of how many, and the kinds to narrow them by with those that are on."""

    lines: tuple[Line, ...] = ()
    found: int = 0
    total: int = 0
    kinds: tuple[str, ...] = ()
    wanted: frozenset[str] = frozenset()


class CustomEntryController(QObject):
    """Everything is in the file before it is shown; every change is a step of the library's own history."""

    listed = Signal(object)
    """``CustomEntryListing``: what to show."""
    changed = Signal()
    """Things are other than they were."""
    refused = Signal(str)
    """A sentence: why something cannot be saved."""

    def __init__(
        self,
        library: Callable[[], CreatureRepository],
        ruleset: Callable[[], Ruleset | None],
        edits: LibraryEdits,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes what returns the open library and the ruleset of the fight, how changes are made, and the texts."""
        super().__init__(parent)
        self._library = library
        self._ruleset = ruleset
        self._edits = edits
        self._texts = texts
        self._kind: ExtraKind = "item"
        self._text: dict[ExtraKind, str] = {}
        self._wanted: dict[ExtraKind, frozenset[str]] = {}
        self._closed: frozenset[str] = frozenset()
        self._unsubscribe: Callable[[], None] | None = None

    def open(self, library: CreatureRepository) -> None:
        """Follows a campaign's stock."""
        self.close()
        self._unsubscribe = library.stock.subscribe(self._hear)

    def close(self) -> None:
        """Lets go of the stock."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._unsubscribe = None

    @property
    def is_open(self) -> bool:
        """Whether there is a stock."""
        return self._unsubscribe is not None

    @property
    def kind(self) -> ExtraKind:
        """Whether items or conditions are listed."""
        return self._kind

    @property
    def text(self) -> str:
        """What is searched for."""
        return self._text.get(self._kind, "")

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset of the fight, with the campaign's own things; None: no fight is open."""
        ruleset = self._ruleset() if self.is_open else None
        return self._library().stock.added_to(ruleset) if ruleset is not None else None

    def one(self, key: str) -> CustomItem | None:
        """Returns a thing, or None."""
        return self._library().stock.one(key) if self.is_open else None

    def users(self, item: CustomItem) -> tuple[str, ...]:
        """Returns the names of those who use it."""
        return self._library().users(item) if item.is_own else ()

    # ---- looking

    def show(self, kind: ExtraKind) -> None:
        """Lists items, or conditions."""
        self._kind = kind
        self.list()

    @Slot(str)
    def search(self, text: str) -> None:
        """Searches for something else."""
        self._text[self._kind] = text
        self.list()

    @Slot(str)
    def switch_kind(self, kind: str) -> None:
        """Has things of a kind be shown, or not any more; none of them chosen: all are shown."""
        self._wanted[self._kind] = self._wanted.get(self._kind, frozenset()) ^ {kind}
        self.list()

    @Slot(str, bool)
    def fold(self, group: str, is_open: bool) -> None:  # noqa: FBT001 - a slot
        """Folds a group up, or unfolds it."""
        self._closed = self._closed - {group} if is_open else self._closed | {group}
        self.list()

    def list(self) -> None:
        """Tells what is found now."""
        ruleset = self.ruleset
        if ruleset is None:
            self.listed.emit(CustomEntryListing())
            return
        stock = self._library().stock
        found = stock.find(ruleset.id, self._kind, self.text)
        every = found if not self.text.strip() else stock.find(ruleset.id, self._kind)
        there = {item.entry.kind for item in every}
        wanted = self._wanted.get(self._kind, frozenset()) & there
        shown = tuple(item for item in found if not wanted or item.entry.kind in wanted)
        self.listed.emit(
            CustomEntryListing(
                lines=tuple(self._lines(ruleset, shown)),
                found=len(shown),
                total=len(every),
                kinds=tuple(kind for kind in (*KINDS, *CONDITION_KINDS) if kind in there),
                wanted=wanted,
            )
        )

    def _lines(self, ruleset: Ruleset, found: tuple[CustomItem, ...]) -> Iterator[Line]:
        groups: Mapping[tuple[bool, str], list[CustomItem]] = _grouped(found)
        for (is_own, kind), items in groups.items():
            key = f"{'own' if is_own else ruleset.id}/{kind}"
            is_open = key not in self._closed or bool(self.text.strip())
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
        words = [said(ruleset, item.entry, self._texts)]
        if not item.is_own:
            words.append(self._texts.text_of("gui.library.is_shipped"))
        return CustomEntryLine(
            key=item.key,
            name=item.entry.name,
            icon=icon_of(item.entry),
            role=role_of(item.entry),
            note=note_of(ruleset, item.entry, self._texts),
            words=", ".join(words),
            is_prose=item.kind == "condition",
            is_own=item.is_own,
        )

    def _hear(self) -> None:
        self.list()
        self.changed.emit()

    # ---- changing

    def save(self, key: str, entry: CustomEntry) -> CustomItem | None:
        """Keeps a thing of the campaign's own as edited; None: the ruleset, or the file, would not have it."""
        item = self.one(key)
        if item is None or not item.is_own:
            return None
        stock = self._library().stock
        kept_entry = self._of_its_kind(entry)

        def change() -> tuple[CustomItem, ...]:
            try:
                return (stock.change(key, kept_entry),)
            except AppError as error:
                self.refused.emit(self._trouble(error))
                raise

        kept = self._edits.push_change(stock, "gui.library.did.saved", (item,), change)
        return stock.one(key) if kept else None

    def _of_its_kind(self, entry: CustomEntry) -> CustomEntry:
        """What was a weapon and is armour now keeps no value only weapons have: nobody could see it, or take it off."""
        ruleset = self.ruleset
        if ruleset is None or not isinstance(entry, ItemDef):
            return entry
        fields = {each.key: each for each in ruleset.item_fields}
        others = {key for key, each in fields.items() if entry.kind not in each.on}
        values = {key: value for key, value in entry.values.items() if key not in others}
        return replace(entry, values=values)

    def create(self) -> CustomItem | None:
        """Adds an empty item, or condition."""
        ruleset = self.ruleset
        if ruleset is None:
            return None
        name = self._free_name(self._texts.text_of(f"gui.thing.new.{self._kind}"))
        entry: CustomEntry = ConditionDef(key="", name=name)
        if self._kind == "item":
            wanted = self._wanted.get("item", frozenset())
            kinds = [each for each in kinds_in(ruleset) if not wanted or each in wanted]
            entry = _item(name, kinds[0] if kinds else "gear")
        return self._add(ruleset.id, entry, "gui.library.did.created")

    def duplicate(self, key: str) -> CustomItem | None:
        """Adds a copy under another name; so a shipped thing becomes the campaign's own."""
        item = self.one(key)
        if item is None:
            return None
        name = self._free_name(self._texts.text_of("gui.library.copy_name", name=item.entry.name))
        made: CustomEntry = replace(item.entry, name=name)
        if isinstance(
            made, ConditionDef
        ):  # nobody but a person gives it, and no rule of the book speaks of it
            made = replace(made, by_hand=True, rule="")
        return self._add(item.ruleset, made, "gui.library.did.duplicated")

    @Slot(str)
    def remove(self, key: str) -> None:
        """Removes a thing of the campaign's own; one that somebody uses stays, and that is said."""
        item = self.one(key)
        if item is None:
            return
        if not item.is_own:
            self._edits.tell(refuse("gui.library.shipped", name=item.entry.name))
            return
        users = self.users(item)
        if users:
            listed = ", ".join(users[:_MOST_USERS])
            if len(users) > _MOST_USERS:
                listed = self._texts.text_of(
                    "gui.thing.and_more", names=listed, count=len(users) - _MOST_USERS
                )
            word = f"gui.thing.used.{item.kind}"
            self._edits.refused.emit(self._texts.text_of(word, name=item.entry.name, names=listed))
            return
        stock = self._library().stock
        self._edits.push_change(
            stock, "gui.library.did.removed", (item,), lambda: stock.remove([key]) and ()
        )

    def _add(self, ruleset: str, entry: CustomEntry, did: str) -> CustomItem | None:
        stock = self._library().stock
        made: list[CustomItem] = []

        def add() -> tuple[CustomItem, ...]:
            made.append(stock.add(ruleset, entry))
            return tuple(made)

        self._edits.push_change(stock, did, (), add)
        return made[0] if made else None

    def _trouble(self, error: AppError) -> str:
        """What a ruleset would not have, led by the name of the value it is about."""
        text, ruleset = self._texts.text(error.message), self.ruleset
        if not isinstance(error, DataError) or ruleset is None:
            return text
        key = error.place.pointer.rpartition(".")[2]
        field = next((each for each in ruleset.item_fields if each.key == key), None)
        return f"{short_name(field)}: {text}" if field is not None else text

    def _free_name(self, wanted: str) -> str:
        """Names are taken once: another one is numbered."""
        ruleset = self.ruleset
        found = self._library().stock.find(ruleset.id, self._kind) if ruleset is not None else ()
        taken = {item.entry.name.casefold() for item in found}
        name, number = wanted, 2
        while name.casefold() in taken:
            name, number = f"{wanted} {number}", number + 1
        return name


def _grouped(found: tuple[CustomItem, ...]) -> dict[tuple[bool, str], list[CustomItem]]:
    """The campaign's own before what comes with the ruleset, kinds in their order."""
    places = {kind: place for place, kind in enumerate((*KINDS, *CONDITION_KINDS))}
    keys = sorted(
        {(custom_item.is_own, custom_item.entry.kind) for custom_item in found},
        key=lambda each: (not each[0], places.get(each[1], 0)),
    )
    groups: dict[tuple[bool, str], list[CustomItem]] = {key: [] for key in keys}
    for item in found:
        groups[item.is_own, item.entry.kind].append(item)
    return groups


def _item(name: str, kind: str) -> ItemDef:
    match kind:
        case "weapon" | "armor" | "explosive":
            return ItemDef(key="", name=name, kind=kind)
        case _:
            return ItemDef(key="", name=name, kind="gear")
