"""Everything of one kind that can be prepared with: what comes with rulesets and what the campaign adds, kept apart."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import RulesetId
from encounter_gui.storage.garbage import without_collecting
from encounter_gui.storage.prepared_store import New, Stored, Table
from encounter_gui.storage.search import Indexed, SearchIndex


class Named(Protocol):
    """A value of the library."""

    @property
    def name(self) -> str:
        """Its name, as lists show it."""


T = TypeVar("T", bound=Named)
Listener = Callable[[], None]


class LibraryItem(Struct, Generic[T], frozen=True, kw_only=True):
    """A value of the library. ``row`` is its row in the campaign file; None: it comes with a ruleset, and is read only.

    ``key`` is unique among all items of its repository, e.g. ``own:12`` or ``cwn:street_thug``.
    """

    key: str
    ruleset: RulesetId
    value: T
    row: int | None = None

    @property
    def is_own(self) -> bool:
        """Whether it belongs to the campaign."""
        return self.row is not None

    @property
    def name(self) -> str:
        """The name of the value."""
        return self.value.name


class Repository(Generic[T]):
    """All items of one kind. Changes are in the campaign file before listeners are called.

    Methods that write raise ``SaveError`` when the file does not let them, and ``KeyError`` for items that are not the
    campaign's own; nothing has changed then.
    """

    def __init__(
        self,
        table: Table[T],
        own_key: Callable[[int, T], str],
        indexed: Callable[[LibraryItem[T]], Indexed],
        shipped: Iterable[LibraryItem[T]],
    ) -> None:
        """Takes the repository's parts.

        Args:
            table: where the campaign's own values are stored.
            own_key: returns the key of an own item by its row and value.
            indexed: returns the texts by which an item is found.
            shipped: the items of rulesets.
        """
        self._table = table
        self._own_key = own_key
        self._indexed = indexed
        self._shipped = tuple(shipped)
        self._listeners: list[Listener] = []
        self._filled: SearchIndex | None = None
        self._all: dict[str, LibraryItem[T]] = {}
        self._sorted: tuple[LibraryItem[T], ...] | None = None  # until something changes
        self._fill()

    def close(self) -> None:
        """Frees the search index; the repository must not be used afterwards."""
        self._listeners.clear()
        if self._filled is not None:
            self._filled.close()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls a listener after every change; returns a function that ends this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def reload(self) -> None:
        """Reads the campaign's own items again, after something else has written to the file."""
        self._fill()
        self._notify()

    # ---- reading

    def __len__(self) -> int:
        """The number of items."""
        return len(self._all)

    @property
    def items(self) -> tuple[LibraryItem[T], ...]:
        """All items: the campaign's own first, each part by name."""
        if self._sorted is None:
            by_name = sorted(self._all.values(), key=lambda item: item.name.casefold())
            self._sorted = tuple(sorted(by_name, key=lambda item: not item.is_own))
        return self._sorted

    def one(self, key: str) -> LibraryItem[T] | None:
        """Returns the item with a key; None if there is none."""
        return self._all.get(key)

    def known(self, keys: Iterable[str]) -> tuple[LibraryItem[T], ...]:
        """Returns the items with these keys, as far as they are there."""
        return tuple(item for key in keys if (item := self._all.get(key)) is not None)

    def best(self, text: str, most: int) -> tuple[tuple[LibraryItem[T], ...], int]:
        """Returns at most so many of the items a text finds, and how many there are in all.

        The best come first; one letter finds so much that it is not ranked.
        """
        if len(text.strip()) > 1:
            keys = self._index.find(text, most=most)
            return self.known(keys), len(keys) if len(keys) < most else self._index.count(text)
        keys, total = self._index.newest(text, most)
        return self.known(keys), total

    def search(self, text: str) -> tuple[LibraryItem[T], ...]:
        """Returns the items a text finds, best first; all of them if it is blank."""
        if not text.strip():
            return self.items
        return self.known(self._index.find(text, most=len(self._all)))

    # ---- changing

    def add(self, ruleset: str, values: Iterable[T]) -> tuple[LibraryItem[T], ...]:
        """Adds items of the campaign's own, all or none."""
        return self.take_in(New(ruleset=RulesetId(ruleset), value=value) for value in values)

    def take_in(
        self, new: Iterable[New[T]], replaced: Mapping[str, New[T]] | None = None
    ) -> tuple[LibraryItem[T], ...]:
        """Adds imported items with their sources and replaces own ones by key, all or none; returns the added ones."""
        listed = tuple(
            replace(each, value=self._checked(each.ruleset, each.value, None)) for each in new
        )
        changed = {self._row(self._own(key)): each for key, each in (replaced or {}).items()}
        rows = self._table.add(listed, changed)
        added = tuple(map(self._item, rows, listed))
        self._update((*added, *map(self._item, changed, changed.values())))
        return added

    def change(self, changed: Mapping[str, T]) -> None:
        """Gives own items other values, by key, all or none."""
        items: list[LibraryItem[T]] = []
        for key, value in changed.items():
            item = self._own(key)
            items.append(replace(item, value=self._checked(item.ruleset, value, item)))
        self.restore(items)

    def remove(self, keys: Iterable[str]) -> tuple[LibraryItem[T], ...]:
        """Removes own items and returns them, so that they can be restored."""
        gone = tuple(self._own(key) for key in keys)
        self._table.remove(map(self._row, gone))
        for item in gone:
            del self._all[item.key]
        if self._filled is not None:
            self._filled.drop(item.key for item in gone)
        self._notify()
        return gone

    def restore(self, items: Iterable[LibraryItem[T]]) -> None:
        """Stores own items as they are given, in their rows, whether they were removed or changed."""
        listed = tuple(items)
        self._table.put(
            Stored(row=self._row(item), ruleset=item.ruleset, value=item.value) for item in listed
        )
        self._update(listed)

    def reconcile(self, wanted: Mapping[str, LibraryItem[T] | None]) -> None:
        """Makes own items as they are given by key; None: the item is removed. Undo and redo use it."""
        gone = [key for key, item in wanted.items() if item is None and key in self._all]
        if gone:
            self.remove(gone)
        there = [item for item in wanted.values() if item is not None]
        if there:
            self.restore(there)

    # ---- for subclasses

    def _checked(self, ruleset: str, value: T, before: LibraryItem[T] | None) -> T:  # noqa: ARG002 - for subclasses
        """Returns the value to be stored, or raises an error; ``before`` is the item it replaces, None: it is new."""
        return value

    def _notify(self) -> None:
        self._sorted = None
        for listener in tuple(self._listeners):
            listener()

    # ---- how

    def _fill(self) -> None:
        with without_collecting():
            own = [self._item(each.row, each) for each in self._table.all()]
            self._all = {item.key: item for item in (*own, *self._shipped)}
        self._sorted = None
        if self._filled is not None:
            self._filled.fill(self._indexed(item) for item in self._all.values())

    @property
    def _index(self) -> SearchIndex:
        """The index, made when something is searched for the first time: it takes longer than reading all items."""
        if self._filled is None:
            self._filled = SearchIndex()
            self._filled.fill(self._indexed(item) for item in self._all.values())
        return self._filled

    def _item(self, row: int, kept: New[T] | Stored[T]) -> LibraryItem[T]:
        key = self._own_key(row, kept.value)
        return LibraryItem(key=key, ruleset=kept.ruleset, value=kept.value, row=row)

    def _own(self, key: str) -> LibraryItem[T]:
        item = self._all[key]
        if not item.is_own:
            raise KeyError(key)
        return item

    @staticmethod
    def _row(item: LibraryItem[T]) -> int:
        if item.row is None:
            raise KeyError(item.key)
        return item.row

    def _update(self, items: Iterable[LibraryItem[T]]) -> None:
        listed = tuple(items)
        self._all.update((item.key, item) for item in listed)
        if self._filled is not None:
            self._filled.put(map(self._indexed, listed))
        self._notify()
