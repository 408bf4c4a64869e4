"""The creatures a game master searches: those of the rulesets and the campaign's own, side by side but kept apart."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from msgspec import Struct, field, structs
from typing_extensions import override

from encounter_gui.core.ids import RulesetId
from encounter_gui.encounter.values import Side
from encounter_gui.play.prep.custom_entries import CustomEntryRepository, CustomItem, carriers
from encounter_gui.play.prep.repository import LibraryItem, Repository
from encounter_gui.rules.files.custom_entries import kind_of as custom_kind_of
from encounter_gui.rules.model.prepared import CreatureKind, LibraryCreature, Overlay, Recruit
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.storage.prepared_store import PreparedStore
from encounter_gui.storage.search import Indexed

SHIPPED, OWN = "shipped", "own"
MOST_RECENT = 20

CreatureItem = LibraryItem[LibraryCreature]


def origin_of(item: CreatureItem) -> str:
    """Returns where a creature comes from, as a facet: ``shipped``, ``own``, or the reader that imported it."""
    if not item.is_own:
        return SHIPPED
    return item.value.source.adapter if item.value.source else OWN


class Filter(Struct, frozen=True, kw_only=True):
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

    def takes(self, item: CreatureItem) -> bool:
        """Returns whether a creature is wanted."""
        entry = item.value
        low, high = self.threat or (entry.threat, entry.threat)
        return (
            (not self.rulesets or item.ruleset in self.rulesets)
            and self.tags <= set(entry.creature.tags)
            and (not self.roles or entry.role in self.roles)
            and (not self.kinds or entry.kind in self.kinds)
            and (not self.sides or entry.creature.side in self.sides)
            and (not self.origins or origin_of(item) in self.origins)
            and low <= entry.threat <= high
        )


class Facets(Struct, frozen=True, kw_only=True):
    """How many of what was found there are of each, by facet; to be offered as filters."""

    rulesets: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, int] = field(default_factory=dict)
    origins: Mapping[str, int] = field(default_factory=dict)


class CreatureRepository(Repository[LibraryCreature]):
    """All creatures there are to choose from, with the portraits and sources of the campaign's own."""

    def __init__(self, store: PreparedStore, rulesets: Iterable[Ruleset]) -> None:
        """Takes the campaign's prepared store, and the rulesets whose creatures are offered as well."""
        rulesets = tuple(rulesets)
        shipped = (
            _shipped_creatures(ruleset, each) for ruleset in rulesets for each in ruleset.creatures
        )
        super().__init__(store.creatures, lambda row, _: own_key(row), _index_of, shipped)
        self._store = store
        self.custom_entries = CustomEntryRepository(store.custom_entries, rulesets)
        self._recent: list[str] = []

    @override
    def close(self) -> None:
        """Frees the search indexes; the repository must not be used afterwards."""
        super().close()
        self.custom_entries.close()

    def find(self, text: str = "", wanted: Filter | None = None) -> tuple[CreatureItem, ...]:
        """Returns the creatures a text and a filter leave: best first, or without a text all by name."""
        return tuple(item for item in self.search(text) if wanted is None or wanted.takes(item))

    @staticmethod
    def facets(found: Iterable[CreatureItem]) -> Facets:
        """Returns how many of these creatures there are of each kind, tag and so on, most first."""
        listed = tuple(found)
        return Facets(
            rulesets=_counts(item.ruleset for item in listed),
            tags=_counts(tag for item in listed for tag in item.value.creature.tags),
            roles=_counts(item.value.role for item in listed if item.value.role),
            kinds=_counts(item.value.kind for item in listed),
            sides=_counts(item.value.creature.side for item in listed),
            origins=_counts(origin_of(item) for item in listed),
        )

    @property
    def recent(self) -> tuple[CreatureItem, ...]:
        """The creatures that were used last, newest first."""
        return self.known(self._recent)

    def add_recent(self, key: str) -> None:
        """Records that a creature was used."""
        self._recent = [key, *(each for each in self._recent if each != key)][:MOST_RECENT]

    def source(self, key: str) -> str:
        """Returns the raw source of an imported creature; empty for others."""
        item = self.one(key)
        return self._store.source(item.row) if item is not None and item.row is not None else ""

    def portrait(self, entry: LibraryCreature) -> bytes:
        """Returns the picture of a creature as PNG; empty if it has none."""
        return self._store.portrait(entry.portrait) if entry.portrait else b""

    def add_portrait(self, picture: bytes) -> str:
        """Stores a picture (PNG) and returns the name by which a creature refers to it."""
        return self._store.put_portrait(picture)

    def users(self, item: CustomItem) -> tuple[str, ...]:
        """Returns the names of own creatures that carry an item, or of party members who have a condition."""
        key = item.value.key
        if custom_kind_of(item.value) == "item":
            own = (each for each in self.items if each.is_own and each.ruleset == item.ruleset)
            return carriers(key, (each.value.creature for each in own))
        return tuple(
            member.name
            for stored in self._store.parties.all()
            if stored.ruleset == item.ruleset
            for member in stored.value.members
            if member.has(key)
        )


def own_key(row: int) -> str:
    """Returns the key of a creature of the campaign's own, by its row."""
    return f"{OWN}:{row}"


def key_of(recruit: Recruit, ruleset: str) -> str:
    """Returns the key of the creature a roster's line means."""
    return own_key(recruit.own) if recruit.own is not None else f"{ruleset}:{recruit.creature}"


def key_of_origin(origin: str, ruleset: str) -> str:
    """Returns the key of the creature a combatant is a copy of: its own row, or one of the fight's ruleset."""
    return origin if not origin or ":" in origin else f"{ruleset}:{origin}"


def with_tags(entry: LibraryCreature, add: Iterable[str], remove: Iterable[str]) -> LibraryCreature:
    """Returns a creature with tags added and others removed."""
    left = [tag for tag in entry.creature.tags if tag not in set(remove)]
    tags = tuple(dict.fromkeys((*left, *add)))
    return structs.replace(entry, creature=replace(entry.creature, tags=tags))


def with_overlay(entry: LibraryCreature, overlay: Overlay) -> LibraryCreature:
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


def _shipped_creatures(ruleset: Ruleset, creature: CreatureDef) -> CreatureItem:
    danger = creature.sheet.get("danger", 0)
    entry = LibraryCreature(
        creature=creature, kind=kind_of(creature), threat=danger if isinstance(danger, int) else 0
    )
    return LibraryItem(
        key=f"{ruleset.id}:{creature.key}", ruleset=RulesetId(ruleset.id), value=entry
    )


def _index_of(item: CreatureItem) -> Indexed:
    entry, creature = item.value, item.value.creature
    items = " ".join(carried.name or carried.item.replace("_", " ") for carried in creature.items)
    return Indexed(
        key=item.key,
        name=f"{creature.name} {entry.public_name}",
        tags=" ".join(creature.tags),
        role=f"{entry.role} {entry.kind}",
        folder=entry.folder,
        words=f"{creature.note} {items}",
    )


def _counts(values: Iterable[str]) -> Mapping[str, int]:
    return dict(Counter(values).most_common())
