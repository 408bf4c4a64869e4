"""Gear and conditions there are to choose from: those of rulesets and the campaign's own, kept apart."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import RulesetId
from encounter_gui.rules.files.custom_entries import (
    Extra,
    ExtraKind,
    beside,
    kind_of,
    made_key,
    with_extras,
)
from encounter_gui.rules.model.ruleset import ConditionDef, CreatureDef, ItemDef, Ruleset
from encounter_gui.storage.custom_entry_store import ExtraShelf, KeptExtra, NewExtra
from encounter_gui.storage.search import Indexed, SearchIndex

Listener = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stocked:
    """An item or a condition. ``row`` is its row in the campaign; None: it comes with a ruleset, and is read only.

    ``key`` tells it from all others, e.g. ``item:own:3`` or ``condition:cwn:prone``; that of ``entry`` is what
    creatures and fights call it.
    """

    key: str
    ruleset: RulesetId
    entry: Extra
    row: int | None = None

    @property
    def is_own(self) -> bool:
        """Whether it belongs to the campaign."""
        return self.row is not None

    @property
    def kind(self) -> ExtraKind:
        """Whether it is an item or a condition."""
        return kind_of(self.entry)


class Stock:
    """All items and conditions. Changes are in the campaign's file before a listener hears of them.

    Methods that write raise ``SaveError`` when the file does not let them, and ``RulesetError`` or ``RuleError`` when
    the ruleset would not have it; nothing has changed then.
    """

    def __init__(self, shelf: ExtraShelf, rulesets: Iterable[Ruleset]) -> None:
        """Takes where the campaign keeps its own, and the rulesets whose things are offered beside them."""
        self._shelf = shelf
        self._rulesets = {each.id: each for each in rulesets}
        self._listeners: list[Listener] = []
        self._index = SearchIndex()
        self._all: dict[str, Stocked] = {}
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
            for those in (ruleset.items, ruleset.conditions)
            for each in those
        )
        self._all = {each.key: each for each in (*own, *shipped)}
        self._index.fill(_indexed(each) for each in self._all.values())

    # ---- looking

    def one(self, key: str) -> Stocked | None:
        """Returns the thing with this key, or None."""
        return self._all.get(key)

    def find(self, ruleset: str, kind: ExtraKind, text: str = "") -> tuple[Stocked, ...]:
        """Returns the things of a ruleset that a text leaves: the campaign's own first, each part by name."""
        if text.strip():
            keys: Iterable[str] = self._index.find(text, most=len(self._all))
        else:
            keys = self._all
        found = [self._all[key] for key in keys]
        wanted = [one for one in found if one.ruleset == ruleset and one.kind == kind]
        return tuple(sorted(wanted, key=lambda one: (not one.is_own, one.entry.name.casefold())))

    def own(self, ruleset: str) -> tuple[tuple[ItemDef, ...], tuple[ConditionDef, ...]]:
        """Returns the campaign's own items and conditions for a ruleset."""
        those = [one.entry for one in self._all.values() if one.is_own and one.ruleset == ruleset]
        items = tuple(each for each in those if isinstance(each, ItemDef))
        return items, tuple(each for each in those if isinstance(each, ConditionDef))

    def added_to(self, ruleset: Ruleset) -> Ruleset:
        """Returns a ruleset with the campaign's own things as they are now; for showing and trying out."""
        base, grown = self._grown.get(ruleset.id, (None, ruleset))
        if base is not ruleset:
            grown = beside(ruleset, *self.own(ruleset.id))
            self._grown[ruleset.id] = (ruleset, grown)
        return grown

    # ---- changing

    def add(self, ruleset: str, entry: Extra) -> Stocked:
        """Adds a thing of the campaign's own; its key is made from its name."""
        taken = [one.entry.key for one in self._all.values() if one.ruleset == ruleset]
        made = replace(entry, key=made_key(entry.name, taken))
        self._check(ruleset, made, None)
        new = NewExtra(ruleset=RulesetId(ruleset), extra=made)
        (row,) = self._shelf.add([new])
        return self._took(_own(KeptExtra(row=row, ruleset=new.ruleset, extra=made)))

    def change(self, key: str, entry: Extra) -> Stocked:
        """Puts another in the place of one of the campaign's own. What creatures call it stays the same.

        Raises:
            KeyError: it is not the campaign's own.
        """
        one = self._own(key)
        changed = replace(entry, key=one.entry.key)
        self._check(one.ruleset, changed, one)
        self._shelf.replace({_row(one): changed})
        return self._took(replace(one, entry=changed))

    def put(self, those: Iterable[Stocked]) -> None:
        """Has things of the campaign's own be as they are here."""
        for one in those:
            self.change(one.key, one.entry)

    def remove(self, keys: Iterable[str]) -> tuple[Stocked, ...]:
        """Removes things of the campaign's own and returns them, so that they can be restored.

        Raises:
            KeyError: one is not the campaign's own.
        """
        gone = tuple(self._own(key) for key in keys)
        self._shelf.remove(_row(one) for one in gone)
        for one in gone:
            del self._all[one.key]
        self._index.drop(one.key for one in gone)
        self._tell()
        return gone

    def restore(self, those: Iterable[Stocked]) -> None:
        """Brings back what was removed, in the same rows."""
        listed = tuple(those)
        self._shelf.restore(
            KeptExtra(row=_row(one), ruleset=one.ruleset, extra=one.entry) for one in listed
        )
        for one in listed:
            self._took(one)

    # ---- how

    def _check(self, ruleset: str, entry: Extra, before: Stocked | None) -> None:
        base = self._rulesets.get(ruleset)
        if base is None:
            raise refuse("prep.no_ruleset", name=entry.name, ruleset=ruleset)
        named = entry.name.strip().casefold()
        for one in self.find(ruleset, kind_of(entry)):
            if one != before and one.entry.name.casefold() == named:
                raise refuse("prep.name_taken", name=one.entry.name)
        if isinstance(entry, ItemDef):
            with_extras(base, [entry], ())
        else:
            with_extras(base, (), [entry])

    def _own(self, key: str) -> Stocked:
        one = self._all[key]
        if not one.is_own:
            raise KeyError(key)
        return one

    def _took(self, one: Stocked) -> Stocked:
        self._all[one.key] = one
        self._index.put([_indexed(one)])
        self._tell()
        return one

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


def _row(one: Stocked) -> int:
    assert one.row is not None  # noqa: S101 - it is the campaign's own
    return one.row


def _own(kept: KeptExtra) -> Stocked:
    key = f"{kind_of(kept.extra)}:own:{kept.row}"
    return Stocked(key=key, ruleset=kept.ruleset, entry=kept.extra, row=kept.row)


def _shipped(ruleset: Ruleset, entry: Extra) -> Stocked:
    key = f"{kind_of(entry)}:{ruleset.id}:{entry.key}"
    return Stocked(key=key, ruleset=RulesetId(ruleset.id), entry=entry)


def _indexed(one: Stocked) -> Indexed:
    entry = one.entry
    if isinstance(entry, ItemDef):
        words = " ".join(str(value) for value in entry.values.values() if isinstance(value, str))
    else:
        words = entry.text
    return Indexed(key=one.key, name=entry.name, tags=entry.kind, words=words)
