"""The library a game master searches: the rulesets' own creatures and the campaign's, side by side but kept apart."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from msgspec import structs

from encounter_gui.core.ids import RulesetId
from encounter_gui.encounter.values import Side, Value
from encounter_gui.play.prep.custom_entries import CustomEntryRepository, CustomItem, carriers
from encounter_gui.rules.model.prepared import CreatureKind, LibraryCreature, Overlay, Recruit
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.storage.prepared_store import New, PreparedStore, Stored
from encounter_gui.storage.search import Indexed, SearchIndex

SHIPPED, OWN = "shipped", "own"
MOST_RECENT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryItem:
    """A creature of the library. ``row`` is its row in the campaign; None: it comes with a ruleset, and is read only.

    ``key`` tells it from all others, e.g. ``own:12`` or ``cwn:street_thug``.
    """

    key: str
    ruleset: RulesetId
    entry: LibraryCreature
    row: int | None = None

    @property
    def is_own(self) -> bool:
        """Whether it belongs to the campaign."""
        return self.row is not None

    @property
    def origin(self) -> str:
        """Where it comes from, as a facet: ``shipped``, ``own``, or the reader that brought it."""
        if not self.is_own:
            return SHIPPED
        return self.entry.source.adapter if self.entry.source else OWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What of the library is shown: each set names what is wanted of a facet, an empty one wants everything.

    Of tags all have to be there, of the others one. ``threat`` is least and most, both included.
    """

    rulesets: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    kinds: frozenset[CreatureKind] = frozenset()
    sides: frozenset[Side] = frozenset()
    origins: frozenset[str] = frozenset()
    threat: tuple[int, int] | None = None

    def takes(self, item: LibraryItem) -> bool:
        """Returns whether a creature is wanted."""
        entry = item.entry
        low, high = self.threat or (entry.threat, entry.threat)
        return (
            (not self.rulesets or item.ruleset in self.rulesets)
            and self.tags <= set(entry.creature.tags)
            and (not self.roles or entry.role in self.roles)
            and (not self.kinds or entry.kind in self.kinds)
            and (not self.sides or entry.creature.side in self.sides)
            and (not self.origins or item.origin in self.origins)
            and low <= entry.threat <= high
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """How many of what was found there are of each, by facet; to be offered as filters."""

    rulesets: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, int] = field(default_factory=dict)
    origins: Mapping[str, int] = field(default_factory=dict)


Listener = Callable[[], None]


class CreatureRepository:
    """All creatures there are to choose from. Changes are in the campaign's file before a listener hears of them.

    Methods that write raise ``SaveError`` when the file does not let them; nothing has changed then.
    """

    def __init__(self, store: PreparedStore, rulesets: Iterable[Ruleset]) -> None:
        """Takes where the campaign keeps its own, and the rulesets whose creatures are offered beside them."""
        known = tuple(rulesets)
        self._store = store
        self._listeners: list[Listener] = []
        self._index = SearchIndex()
        self.stock = CustomEntryRepository(store.extras, known)
        shipped = (_shipped(ruleset, each) for ruleset in known for each in ruleset.creatures)
        own = (_own(kept) for kept in store.creatures())
        self._all = {each.key: each for each in (*own, *shipped)}
        self._index.fill(_indexed(each) for each in self._all.values())
        self._recent: list[str] = []
        self._sorted: tuple[LibraryItem, ...] | None = None  # until something changes

    def close(self) -> None:
        """Frees the index; the library is not used any more."""
        self._listeners.clear()
        self._index.close()
        self.stock.close()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Has a listener called after every change; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # ---- looking

    def __len__(self) -> int:
        """How many creatures there are in all."""
        return len(self._all)

    @property
    def creatures(self) -> tuple[LibraryItem, ...]:
        """All of them: the campaign's own first, each part by name."""
        if self._sorted is None:
            by_name = sorted(self._all.values(), key=lambda each: each.entry.name.casefold())
            self._sorted = tuple(sorted(by_name, key=lambda each: not each.is_own))
        return self._sorted

    def one(self, key: str) -> LibraryItem | None:
        """Returns the creature with this key, or None."""
        return self._all.get(key)

    def find(self, text: str = "", wanted: Filter | None = None) -> tuple[LibraryItem, ...]:
        """Returns what a text and a filter leave: best fit first, or without a text all by name."""
        if text.strip():
            found = [self._all[key] for key in self._index.find(text, most=len(self._all))]
        else:
            found = list(self.creatures)
        return tuple(each for each in found if wanted is None or wanted.takes(each))

    def facets(self, found: Iterable[LibraryItem]) -> Facets:
        """Returns how many of these there are of each, most first."""
        listed = tuple(found)
        return Facets(
            rulesets=_counted(each.ruleset for each in listed),
            tags=_counted(tag for each in listed for tag in each.entry.creature.tags),
            roles=_counted(each.entry.role for each in listed if each.entry.role),
            kinds=_counted(each.entry.kind for each in listed),
            sides=_counted(each.entry.creature.side for each in listed),
            origins=_counted(each.origin for each in listed),
        )

    @property
    def recent(self) -> tuple[LibraryItem, ...]:
        """What was used last, newest first."""
        return tuple(self._all[key] for key in self._recent if key in self._all)

    def used(self, key: str) -> None:
        """Remembers that a creature was used."""
        self._recent = [key, *(each for each in self._recent if each != key)][:MOST_RECENT]

    def source(self, key: str) -> str:
        """Returns the raw source of an imported creature; empty for others."""
        item = self._all.get(key)
        return self._store.source(item.row) if item is not None and item.row is not None else ""

    def portrait(self, item: LibraryItem) -> bytes:
        """Returns a creature's picture as PNG; empty if it has none."""
        return self._store.portrait(item.entry.portrait) if item.entry.portrait else b""

    def keep_portrait(self, picture: bytes) -> str:
        """Keeps a picture (PNG) and returns the name by which a creature refers to it."""
        return self._store.put_portrait(picture)

    def users(self, thing: CustomItem) -> tuple[str, ...]:
        """Returns the names of own creatures that carry an item, or of party members who have a condition."""
        if thing.kind == "item":
            own = (item for item in self.creatures if item.is_own and item.ruleset == thing.ruleset)
            return carriers(thing.entry.key, (item.entry.creature for item in own))
        return tuple(
            member.name
            for kept in self._store.parties()
            if kept.ruleset == thing.ruleset
            for member in kept.party.members
            if member.has(thing.entry.key)
        )

    # ---- changing

    def add(self, ruleset: str, entries: Iterable[LibraryCreature]) -> tuple[LibraryItem, ...]:
        """Adds creatures of the campaign's own, all or none."""
        return self.take_in(New(ruleset=RulesetId(ruleset), entry=entry) for entry in entries)

    def take_in(
        self, those: Iterable[New], instead: Mapping[str, New] | None = None
    ) -> tuple[LibraryItem, ...]:
        """Adds creatures with their sources, and puts others in the place of own ones by key: what an import does.

        All or none of them. Returns those that were added.

        Raises:
            KeyError: one that is to be replaced is not the campaign's own.
        """
        listed = tuple(those)
        changed = {
            row: new
            for key, new in (instead or {}).items()
            if (row := self._own(key).row) is not None
        }
        rows = self._store.add(listed, changed)
        made = tuple(map(_shelved, rows, listed))
        self._took((*made, *map(_shelved, changed, changed.values())))
        return made

    def change(self, changed: Mapping[str, LibraryCreature]) -> None:
        """Puts others in the place of the campaign's own creatures, by key, all or none.

        Raises:
            KeyError: one of them is not the campaign's own.
        """
        items = [replace(self._own(key), entry=entry) for key, entry in changed.items()]
        self._store.replace({item.row: item.entry for item in items if item.row is not None})
        self._took(items)

    def put(self, items: Iterable[LibraryItem]) -> None:
        """Has creatures of the campaign's own be as they are here, all or none."""
        self.change({item.key: item.entry for item in items})

    def remove(self, keys: Iterable[str]) -> tuple[LibraryItem, ...]:
        """Removes creatures of the campaign's own and returns them, so that they can be restored."""
        gone = tuple(self._own(key) for key in keys)
        self._store.remove(
            library_item.row for library_item in gone if library_item.row is not None
        )
        for item in gone:
            del self._all[item.key]
        self._index.drop(library_item.key for library_item in gone)
        self._tell()
        return gone

    def restore(self, items: Iterable[LibraryItem]) -> None:
        """Brings back what was removed, in the same rows."""
        listed = tuple(items)
        self._store.restore(
            Stored(row=item.row, ruleset=item.ruleset, entry=item.entry)
            for item in listed
            if item.row is not None
        )
        self._took(listed)

    def duplicate(self, key: str, name: str) -> LibraryItem:
        """Adds a copy of a creature under another name; so a shipped one becomes the campaign's own."""
        item = self._all[key]
        creature = replace(item.entry.creature, name=name)
        (made,) = self.add(item.ruleset, [structs.replace(item.entry, creature=creature)])
        return made

    def tag(
        self, keys: Iterable[str], *, add: Iterable[str] = (), remove: Iterable[str] = ()
    ) -> None:
        """Puts tags on the campaign's own creatures and takes others off, all at once."""
        more, less = tuple(add), set(remove)

        def tagged(entry: LibraryCreature) -> LibraryCreature:
            kept = [tag for tag in entry.creature.tags if tag not in less]
            tags = tuple(dict.fromkeys((*kept, *more)))
            return structs.replace(entry, creature=replace(entry.creature, tags=tags))

        self.change({key: tagged(self._own(key).entry) for key in keys})

    def set_field(self, keys: Iterable[str], sheet_field: str, value: Value) -> None:
        """Sets a field of the sheets of the campaign's own creatures, all at once."""

        def edited(entry: LibraryCreature) -> LibraryCreature:
            sheet = {**entry.creature.sheet, sheet_field: value}
            return structs.replace(entry, creature=replace(entry.creature, sheet=sheet))

        self.change({key: edited(self._own(key).entry) for key in keys})

    # ---- how

    def _own(self, key: str) -> LibraryItem:
        item = self._all[key]
        if not item.is_own:
            raise KeyError(key)
        return item

    def _took(self, items: Iterable[LibraryItem]) -> None:
        listed = tuple(items)
        self._all.update((item.key, item) for item in listed)
        self._index.put(_indexed(item) for item in listed)
        self._tell()

    def _tell(self) -> None:
        self._sorted = None
        for listener in tuple(self._listeners):
            listener()


def own_key(row: int) -> str:
    """Returns the key of a creature of the campaign's own, by its row."""
    return f"{OWN}:{row}"


def key_of(recruit: Recruit, ruleset: str) -> str:
    """Returns the key of the creature a roster's line means."""
    return own_key(recruit.own) if recruit.own is not None else f"{ruleset}:{recruit.creature}"


def overlaid(entry: LibraryCreature, overlay: Overlay) -> LibraryCreature:
    """Returns a variant: what the overlay says is added to the sheet, and its name to the creature's."""
    sheet = dict(entry.creature.sheet)
    for key, amount in overlay.sheet.items():
        before = sheet.get(key, 0)
        sheet[key] = before + amount if isinstance(before, int) else before
    name = f"{entry.creature.name} ({overlay.name})"
    creature = replace(entry.creature, name=name, sheet=sheet)
    return structs.replace(entry, creature=creature, base=entry.creature.key)


def kind_of(creature: CreatureDef) -> CreatureKind:
    """Returns what a creature of a ruleset is, from what its sheet and side say."""
    said = str(creature.sheet.get("kind", ""))
    if said == "drone" or "drone" in creature.tags:
        return "drone"
    if said == "hazard" or "hazard" in creature.tags:
        return "hazard"
    if creature.side == "pc":
        return "pc"
    return "named" if creature.is_named else "npc"


def _shipped(ruleset: Ruleset, creature: CreatureDef) -> LibraryItem:
    danger = creature.sheet.get("danger", 0)
    entry = LibraryCreature(
        creature=creature, kind=kind_of(creature), threat=danger if isinstance(danger, int) else 0
    )
    return LibraryItem(
        key=f"{ruleset.id}:{creature.key}", ruleset=RulesetId(ruleset.id), entry=entry
    )


def _own(kept: Stored) -> LibraryItem:
    return LibraryItem(
        key=f"{OWN}:{kept.row}", ruleset=kept.ruleset, entry=kept.entry, row=kept.row
    )


def _shelved(row: int, new: New) -> LibraryItem:
    return LibraryItem(key=own_key(row), ruleset=new.ruleset, entry=new.entry, row=row)


def _indexed(item: LibraryItem) -> Indexed:
    entry, creature = item.entry, item.entry.creature
    items = " ".join(carried.name or carried.item.replace("_", " ") for carried in creature.items)
    return Indexed(
        key=item.key,
        name=f"{creature.name} {entry.public_name}",
        tags=" ".join(creature.tags),
        role=f"{entry.role} {entry.kind}",
        folder=entry.folder,
        words=f"{creature.note} {items}",
    )


def _counted(values: Iterable[str]) -> Mapping[str, int]:
    return dict(Counter(values).most_common())
