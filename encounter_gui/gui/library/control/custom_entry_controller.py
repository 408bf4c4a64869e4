"""Gear and conditions of the fight's ruleset: searched, listed under headings, and the campaign's own changed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError, DataError, refuse
from encounter_gui.core.messages import Catalogue
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
from encounter_gui.gui.library.list.list_lines import HeadingLine, Line, ThingLine
from encounter_gui.play.prep.creature_repository import Library
from encounter_gui.play.prep.custom_entries import Stocked
from encounter_gui.rules.files.custom_entries import Extra, ExtraKind
from encounter_gui.rules.model.ruleset import ConditionDef, ItemDef, Ruleset

Room = Literal["creatures", "item", "condition"]
"""What the dock shows."""

_MOST_USERS = 3
"""How many who use a thing are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StockListing:
    """What is shown: lines, how many were found of how many, and the kinds to narrow them by with those that are on."""

    lines: tuple[Line, ...] = ()
    found: int = 0
    total: int = 0
    kinds: tuple[str, ...] = ()
    wanted: frozenset[str] = frozenset()


class StockDesk(QObject):
    """Everything is in the file before it is shown; every change is a step of the library's own history."""

    listed = Signal(object)
    """``StockListing``: what to show."""
    changed = Signal()
    """Things are other than they were."""
    refused = Signal(str)
    """A sentence: why something cannot be saved."""

    def __init__(
        self,
        library: Callable[[], Library],
        ruleset: Callable[[], Ruleset | None],
        edits: LibraryEdits,
        words: Catalogue,
        parent: QObject | None = None,
    ) -> None:
        """Takes what returns the open library and the ruleset of the fight, how changes are made, and the texts."""
        super().__init__(parent)
        self._library = library
        self._ruleset = ruleset
        self._edits = edits
        self._words = words
        self._kind: ExtraKind = "item"
        self._text: dict[ExtraKind, str] = {}
        self._wanted: dict[ExtraKind, frozenset[str]] = {}
        self._closed: frozenset[str] = frozenset()
        self._unsubscribe: Callable[[], None] | None = None

    def open(self, library: Library) -> None:
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

    def one(self, key: str) -> Stocked | None:
        """Returns a thing, or None."""
        return self._library().stock.one(key) if self.is_open else None

    def users(self, one: Stocked) -> tuple[str, ...]:
        """Returns the names of those who use it."""
        return self._library().users(one) if one.is_own else ()

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
            self.listed.emit(StockListing())
            return
        stock = self._library().stock
        found = stock.find(ruleset.id, self._kind, self.text)
        every = found if not self.text.strip() else stock.find(ruleset.id, self._kind)
        there = {one.entry.kind for one in every}
        wanted = self._wanted.get(self._kind, frozenset()) & there
        shown = tuple(one for one in found if not wanted or one.entry.kind in wanted)
        self.listed.emit(
            StockListing(
                lines=tuple(self._lines(ruleset, shown)),
                found=len(shown),
                total=len(every),
                kinds=tuple(kind for kind in (*KINDS, *CONDITION_KINDS) if kind in there),
                wanted=wanted,
            )
        )

    def _lines(self, ruleset: Ruleset, found: tuple[Stocked, ...]) -> Iterator[Line]:
        groups: Mapping[tuple[bool, str], list[Stocked]] = _grouped(found)
        for (is_own, kind), those in groups.items():
            key = f"{'own' if is_own else ruleset.id}/{kind}"
            is_open = key not in self._closed or bool(self.text.strip())
            yield HeadingLine(
                key=key,
                title=self._words.word(f"gui.thing.group.{kind}"),
                count=len(those),
                is_open=is_open,
                icon="" if is_own else "ruleset",
            )
            if is_open:
                yield from (self._line(ruleset, one) for one in those)

    def _line(self, ruleset: Ruleset, one: Stocked) -> ThingLine:
        words = [said(ruleset, one.entry, self._words)]
        if not one.is_own:
            words.append(self._words.word("gui.library.is_shipped"))
        return ThingLine(
            key=one.key,
            name=one.entry.name,
            icon=icon_of(one.entry),
            role=role_of(one.entry),
            note=note_of(ruleset, one.entry, self._words),
            words=", ".join(words),
            is_prose=one.kind == "condition",
            is_own=one.is_own,
        )

    def _hear(self) -> None:
        self.list()
        self.changed.emit()

    # ---- changing

    def save(self, key: str, entry: Extra) -> Stocked | None:
        """Keeps a thing of the campaign's own as edited; None: the ruleset, or the file, would not have it."""
        one = self.one(key)
        if one is None or not one.is_own:
            return None
        stock = self._library().stock
        kept_entry = self._of_its_kind(entry)

        def change() -> tuple[Stocked, ...]:
            try:
                return (stock.change(key, kept_entry),)
            except AppError as error:
                self.refused.emit(self._trouble(error))
                raise

        kept = self._edits.did(stock, "gui.library.did.saved", (one,), change)
        return stock.one(key) if kept else None

    def _of_its_kind(self, entry: Extra) -> Extra:
        """What was a weapon and is armour now keeps no value only weapons have: nobody could see it, or take it off."""
        ruleset = self.ruleset
        if ruleset is None or not isinstance(entry, ItemDef):
            return entry
        fields = {each.key: each for each in ruleset.item_fields}
        others = {key for key, each in fields.items() if entry.kind not in each.on}
        values = {key: value for key, value in entry.values.items() if key not in others}
        return replace(entry, values=values)

    def create(self) -> Stocked | None:
        """Adds an empty item, or condition."""
        ruleset = self.ruleset
        if ruleset is None:
            return None
        name = self._free_name(self._words.word(f"gui.thing.new.{self._kind}"))
        entry: Extra = ConditionDef(key="", name=name)
        if self._kind == "item":
            wanted = self._wanted.get("item", frozenset())
            kinds = [each for each in kinds_in(ruleset) if not wanted or each in wanted]
            entry = _item(name, kinds[0] if kinds else "gear")
        return self._add(ruleset.id, entry, "gui.library.did.created")

    def duplicate(self, key: str) -> Stocked | None:
        """Adds a copy under another name; so a shipped thing becomes the campaign's own."""
        one = self.one(key)
        if one is None:
            return None
        name = self._free_name(self._words.word("gui.library.copy_name", name=one.entry.name))
        made: Extra = replace(one.entry, name=name)
        if isinstance(
            made, ConditionDef
        ):  # nobody but a person gives it, and no rule of the book speaks of it
            made = replace(made, by_hand=True, rule="")
        return self._add(one.ruleset, made, "gui.library.did.duplicated")

    @Slot(str)
    def remove(self, key: str) -> None:
        """Removes a thing of the campaign's own; one that somebody uses stays, and that is said."""
        one = self.one(key)
        if one is None:
            return
        if not one.is_own:
            self._edits.tell(refuse("gui.library.shipped", name=one.entry.name))
            return
        users = self.users(one)
        if users:
            listed = ", ".join(users[:_MOST_USERS])
            if len(users) > _MOST_USERS:
                listed = self._words.word(
                    "gui.thing.and_more", names=listed, count=len(users) - _MOST_USERS
                )
            word = f"gui.thing.used.{one.kind}"
            self._edits.refused.emit(self._words.word(word, name=one.entry.name, names=listed))
            return
        stock = self._library().stock
        self._edits.did(
            stock, "gui.library.did.removed", (one,), lambda: stock.remove([key]) and ()
        )

    def _add(self, ruleset: str, entry: Extra, did: str) -> Stocked | None:
        stock = self._library().stock
        made: list[Stocked] = []

        def add() -> tuple[Stocked, ...]:
            made.append(stock.add(ruleset, entry))
            return tuple(made)

        self._edits.did(stock, did, (), add)
        return made[0] if made else None

    def _trouble(self, error: AppError) -> str:
        """What a ruleset would not have, led by the name of the value it is about."""
        text, ruleset = self._words.text(error.message), self.ruleset
        if not isinstance(error, DataError) or ruleset is None:
            return text
        key = error.place.pointer.rpartition(".")[2]
        field = next((each for each in ruleset.item_fields if each.key == key), None)
        return f"{short_name(field)}: {text}" if field is not None else text

    def _free_name(self, wanted: str) -> str:
        """Names are taken once: another one is numbered."""
        ruleset = self.ruleset
        found = self._library().stock.find(ruleset.id, self._kind) if ruleset is not None else ()
        taken = {one.entry.name.casefold() for one in found}
        name, number = wanted, 2
        while name.casefold() in taken:
            name, number = f"{wanted} {number}", number + 1
        return name


def _grouped(found: tuple[Stocked, ...]) -> dict[tuple[bool, str], list[Stocked]]:
    """The campaign's own before what comes with the ruleset, kinds in their order."""
    places = {kind: place for place, kind in enumerate((*KINDS, *CONDITION_KINDS))}
    keys = sorted(
        {(one.is_own, one.entry.kind) for one in found},
        key=lambda each: (not each[0], places.get(each[1], 0)),
    )
    groups: dict[tuple[bool, str], list[Stocked]] = {key: [] for key in keys}
    for one in found:
        groups[one.is_own, one.entry.kind].append(one)
    return groups


def _item(name: str, kind: str) -> ItemDef:
    match kind:
        case "weapon" | "armor" | "explosive":
            return ItemDef(key="", name=name, kind=kind)
        case _:
            return ItemDef(key="", name=name, kind="gear")
