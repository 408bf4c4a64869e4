"""Gear and conditions there are to choose from: those of rulesets and the campaign's own, kept apart."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import RulesetId
from encounter_gui.rules.files.custom_entries import (
    CustomEntry,
    ExtraKind,
    beside,
    kind_of,
    made_key,
    with_extras,
)
from encounter_gui.rules.model.ruleset import ConditionDef, CreatureDef, ItemDef, Ruleset
from encounter_gui.storage.custom_entry_store import (
    CustomEntryStore,
    NewCustomEntry,
    StoredCustomEntry,
)
from encounter_gui.storage.search import Indexed, SearchIndex

Listener = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomItem:
    """An item or a condition. ``row`` is its row in the campaign; None: it comes with a ruleset, and is read only.

    ``key`` tells it from all others, e.g. ``item:own:3`` or ``condition:cwn:prone``; that of ``entry`` is what
    creatures and fights call it.
    """

    key: str
    ruleset: RulesetId
    entry: CustomEntry
    row: int | None = None

    @property
    def is_own(self) -> bool:
        """Whether it belongs to the campaign."""
        return self.row is not None

    @property
    def kind(self) -> ExtraKind:
        """Whether it is an item or a condition."""
        return kind_of(self.entry)


class CustomEntryRepository:
    """All items and conditions. Changes are in the campaign's file before a listener hears of them.

    Methods that write raise ``SaveError`` when the file does not let them, and ``RulesetError`` or ``RuleError`` when
    the ruleset would not have it; nothing has changed then.
    """

    def __init__(self, shelf: CustomEntryStore, rulesets: Iterable[Ruleset]) -> None:
        """Takes where the campaign keeps its own, and the rulesets whose things are offered beside them."""
        self._shelf = shelf
        self._rulesets = {each.id: each for each in rulesets}
        self._listeners: list[Listener] = []
        self._index = SearchIndex()
        self._all: dict[str, CustomItem] = {}
        self._grown: dict[str, tuple[Ruleset, Ruleset]] = {}  # the same one until something changes
        self._fill()

    def close(self) -> None:
        """Frees the index; the stock is not used any more."""
        self._listeners.clear()
        self._index.close()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Has a listener called after every change; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def read_again(self) -> None:
        """Takes what the campaign's file holds now: somebody else has written to it."""
        self._fill()
        self._tell()

    def _fill(self) -> None:
        own = (_own(kept) for kept in self._shelf.all())
        shipped = (
            _shipped(ruleset, each)
            for ruleset in self._rulesets.values()
            for definitions in (ruleset.items, ruleset.conditions)
            for each in definitions
        )
        self._all = {each.key: each for each in (*own, *shipped)}
        self._index.fill(_indexed(each) for each in self._all.values())

    # ---- looking

    def one(self, key: str) -> CustomItem | None:
        """Returns the thing with this key, or None."""
        return self._all.get(key)

    def find(self, ruleset: str, kind: ExtraKind, text: str = "") -> tuple[CustomItem, ...]:
        """Returns the things of a ruleset that a text leaves: the campaign's own first, each part by name."""
        if text.strip():
            keys: Iterable[str] = self._index.find(text, most=len(self._all))
        else:
            keys = self._all
        found = [self._all[key] for key in keys]
        wanted = [item for item in found if item.ruleset == ruleset and item.kind == kind]
        return tuple(sorted(wanted, key=lambda item: (not item.is_own, item.entry.name.casefold())))

    def own(self, ruleset: str) -> tuple[tuple[ItemDef, ...], tuple[ConditionDef, ...]]:
        """Returns the campaign's own items and conditions for a ruleset."""
        definitions = [
            item.entry for item in self._all.values() if item.is_own and item.ruleset == ruleset
        ]
        items = tuple(each for each in definitions if isinstance(each, ItemDef))
        return items, tuple(each for each in definitions if isinstance(each, ConditionDef))

    def added_to(self, ruleset: Ruleset) -> Ruleset:
        """Returns a ruleset with the campaign's own things as they are now; for showing and trying out."""
        base, grown = self._grown.get(ruleset.id, (None, ruleset))
        if base is not ruleset:
            grown = beside(ruleset, *self.own(ruleset.id))
            self._grown[ruleset.id] = (ruleset, grown)
        return grown

    # ---- changing

    def add(self, ruleset: str, entry: CustomEntry) -> CustomItem:
        """Adds a thing of the campaign's own; its key is made from its name."""
        taken = [item.entry.key for item in self._all.values() if item.ruleset == ruleset]
        made = replace(entry, key=made_key(entry.name, taken))
        self._check(ruleset, made, None)
        new = NewCustomEntry(ruleset=RulesetId(ruleset), extra=made)
        (row,) = self._shelf.add([new])
        return self._took(_own(StoredCustomEntry(row=row, ruleset=new.ruleset, extra=made)))

    def change(self, key: str, entry: CustomEntry) -> CustomItem:
        """Puts another in the place of one of the campaign's own. What creatures call it stays the same.

        Raises:
            KeyError: it is not the campaign's own.
        """
        item = self._own(key)
        changed = replace(entry, key=item.entry.key)
        self._check(item.ruleset, changed, item)
        self._shelf.replace({_row(item): changed})
        return self._took(replace(item, entry=changed))

    def put(self, items: Iterable[CustomItem]) -> None:
        """Has things of the campaign's own be as they are here."""
        for item in items:
            self.change(item.key, item.entry)

    def remove(self, keys: Iterable[str]) -> tuple[CustomItem, ...]:
        """Removes things of the campaign's own and returns them, so that they can be restored.

        Raises:
            KeyError: one is not the campaign's own.
        """
        gone = tuple(self._own(key) for key in keys)
        self._shelf.remove(_row(custom_item) for custom_item in gone)
        for item in gone:
            del self._all[item.key]
        self._index.drop(custom_item.key for custom_item in gone)
        self._tell()
        return gone

    def restore(self, items: Iterable[CustomItem]) -> None:
        """Brings back what was removed, in the same rows."""
        listed = tuple(items)
        self._shelf.restore(
            StoredCustomEntry(
                row=_row(custom_item), ruleset=custom_item.ruleset, extra=custom_item.entry
            )
            for custom_item in listed
        )
        for item in listed:
            self._took(item)

    # ---- how

    def _check(self, ruleset: str, entry: CustomEntry, before: CustomItem | None) -> None:
        base = self._rulesets.get(ruleset)
        if base is None:
            raise refuse("prep.no_ruleset", name=entry.name, ruleset=ruleset)
        named = entry.name.strip().casefold()
        for item in self.find(ruleset, kind_of(entry)):
            if item != before and item.entry.name.casefold() == named:
                raise refuse("prep.name_taken", name=item.entry.name)
        if isinstance(entry, ItemDef):
            with_extras(base, [entry], ())
        else:
            with_extras(base, (), [entry])

    def _own(self, key: str) -> CustomItem:
        item = self._all[key]
        if not item.is_own:
            raise KeyError(key)
        return item

    def _took(self, item: CustomItem) -> CustomItem:
        self._all[item.key] = item
        self._index.put([_indexed(item)])
        self._tell()
        return item

    def _tell(self) -> None:
        self._grown.clear()
        for listener in tuple(self._listeners):
            listener()


def carriers(item: str, creatures: Iterable[CreatureDef]) -> tuple[str, ...]:
    """Returns the names of the creatures that carry the library's item of this key, not one of their own."""
    return tuple(
        each.name
        for each in creatures
        if any(carried.item == item and not carried.kind for carried in each.items)
    )


def _row(item: CustomItem) -> int:
    assert item.row is not None  # noqa: S101 - it is the campaign's own
    return item.row


def _own(kept: StoredCustomEntry) -> CustomItem:
    key = f"{kind_of(kept.extra)}:own:{kept.row}"
    return CustomItem(key=key, ruleset=kept.ruleset, entry=kept.extra, row=kept.row)


def _shipped(ruleset: Ruleset, entry: CustomEntry) -> CustomItem:
    key = f"{kind_of(entry)}:{ruleset.id}:{entry.key}"
    return CustomItem(key=key, ruleset=RulesetId(ruleset.id), entry=entry)


def _indexed(item: CustomItem) -> Indexed:
    entry = item.entry
    if isinstance(entry, ItemDef):
        words = " ".join(str(value) for value in entry.values.values() if isinstance(value, str))
    else:
        words = entry.text
    return Indexed(key=item.key, name=entry.name, tags=entry.kind, words=words)
