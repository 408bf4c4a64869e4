"""The gear and conditions there are to choose from: those of the rulesets and the campaign's own."""

from collections.abc import Iterable
from dataclasses import replace

from typing_extensions import override

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import RulesetId
from encounter_gui.play.prep.repository import LibraryItem, Repository
from encounter_gui.rules.files.custom_entries import (
    CustomEntry,
    ExtraKind,
    beside,
    kind_of,
    made_key,
    with_extras,
)
from encounter_gui.rules.model.ruleset import ConditionDef, CreatureDef, ItemDef, Ruleset
from encounter_gui.storage.prepared_store import Table
from encounter_gui.storage.search import Indexed

OWN = "own"
CustomItem = LibraryItem[CustomEntry]


class CustomEntryRepository(Repository[CustomEntry]):
    """All items and conditions. The key of an item's value is what creatures and fights call it.

    Adding and changing raise ``RulesetError`` or ``RuleError`` as well, when the ruleset does not allow it.
    """

    def __init__(self, table: Table[CustomEntry], rulesets: Iterable[Ruleset]) -> None:
        """Takes where the campaign stores its own, and the rulesets whose items and conditions are offered as well."""
        self._rulesets = {each.id: each for each in rulesets}
        self._extended: dict[
            str, tuple[Ruleset, Ruleset]
        ] = {}  # the same one until something changes
        shipped = (
            _shipped_entries(ruleset, each)
            for ruleset in self._rulesets.values()
            for definitions in (ruleset.items, ruleset.conditions)
            for each in definitions
        )
        super().__init__(
            table, lambda row, value: f"{kind_of(value)}:{OWN}:{row}", _index_of, shipped
        )

    def find(self, ruleset: str, kind: ExtraKind, text: str = "") -> tuple[CustomItem, ...]:
        """Returns the items or conditions of a ruleset that a text finds: own ones first, each part by name."""
        keys = {item.key for item in self.search(text)} if text.strip() else None
        return tuple(
            item
            for item in self.items
            if item.ruleset == ruleset
            and kind_of(item.value) == kind
            and (keys is None or item.key in keys)
        )

    def own(self, ruleset: str) -> tuple[tuple[ItemDef, ...], tuple[ConditionDef, ...]]:
        """Returns the campaign's own items and conditions for a ruleset."""
        own = [item.value for item in self.items if item.is_own and item.ruleset == ruleset]
        items = tuple(each for each in own if isinstance(each, ItemDef))
        return items, tuple(each for each in own if isinstance(each, ConditionDef))

    def carriable(self, ruleset: str) -> tuple[ItemDef, ...]:
        """Returns all items that creatures of the library may carry: those of its ruleset, and the campaign's own.

        A fight that goes by older rules may not know each of them.
        """
        known = self._rulesets.get(ruleset)
        return (*(known.items if known is not None else ()), *self.own(ruleset)[0])

    def added_to(self, ruleset: Ruleset) -> Ruleset:
        """Returns a ruleset with the campaign's own items and conditions as they are now; not for a running fight."""
        base, extended = self._extended.get(ruleset.id, (None, ruleset))
        if base is not ruleset:
            extended = beside(ruleset, *self.own(ruleset.id))
            self._extended[ruleset.id] = (ruleset, extended)
        return extended

    @override
    def _checked(self, ruleset: str, value: CustomEntry, before: CustomItem | None) -> CustomEntry:
        """Returns the entry with its key: made from the name if it is new, else the one it has."""
        if before is None:
            taken = [item.value.key for item in self.items if item.ruleset == ruleset]
            value = replace(value, key=made_key(value.name, taken))
        else:
            value = replace(value, key=before.value.key)
        self._check(ruleset, value, before)
        return value

    def _check(self, ruleset: str, entry: CustomEntry, before: CustomItem | None) -> None:
        base = self._rulesets.get(ruleset)
        if base is None:
            raise refuse("prep.no_ruleset", name=entry.name, ruleset=ruleset)
        named = entry.name.strip().casefold()
        for item in self.find(ruleset, kind_of(entry)):
            if item != before and item.name.casefold() == named:
                raise refuse("prep.name_taken", name=item.name)
        if isinstance(entry, ItemDef):
            with_extras(base, [entry], ())
        else:
            with_extras(base, (), [entry])

    @override
    def _notify(self) -> None:
        self._extended.clear()
        super()._notify()


def carriers(item: str, creatures: Iterable[CreatureDef]) -> tuple[str, ...]:
    """Returns the names of the creatures that carry the library's item of this key, not one of their own."""
    return tuple(
        each.name
        for each in creatures
        if any(carried.item == item and not carried.kind for carried in each.items)
    )


def _shipped_entries(ruleset: Ruleset, entry: CustomEntry) -> CustomItem:
    key = f"{kind_of(entry)}:{ruleset.id}:{entry.key}"
    return LibraryItem(key=key, ruleset=RulesetId(ruleset.id), value=entry)


def _index_of(item: CustomItem) -> Indexed:
    entry = item.value
    if isinstance(entry, ItemDef):
        words = " ".join(str(value) for value in entry.values.values() if isinstance(value, str))
    else:
        words = entry.text
    return Indexed(key=item.key, name=entry.name, tags=entry.kind, words=words)
