"""Own items and conditions of a file on their way into a campaign, beside those it has."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from msgspec import Struct, field, json, structs

from encounter_gui.core.errors import AppError, DataError
from encounter_gui.core.free_keys import FreeKeys
from encounter_gui.core.ids import RulesetId
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Condition
from encounter_gui.interchange.imported import FoundExtra, OwnEncounter, Skipped
from encounter_gui.rules.files.custom_entries import (
    CustomEntry,
    ExtraKind,
    kind_of,
    misfits,
    wanted_key,
)
from encounter_gui.rules.model.prepared import LibraryCreature, Recruit
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.storage.prepared_store import New, Table

Place = tuple[str, ExtraKind, str]
"""A ruleset, item or condition, and a key: what a file calls something."""


class Adopted(Struct, frozen=True, kw_only=True):
    """What was kept: the rows that are new, and the keys of what had to be called otherwise here."""

    rows: tuple[int, ...] = ()
    keys: Mapping[Place, str] = field(default_factory=dict)

    def creature(self, ruleset: str, entry: LibraryCreature) -> LibraryCreature:
        """Returns a creature that carries its items as they are called here."""
        creature = entry.creature
        to = {
            key: here
            for (of, kind, key), here in self.keys.items()
            if (of, kind) == (ruleset, "item")
        }
        if not to:
            return entry
        items = tuple(
            each if each.kind else replace(each, item=to.get(each.item, each.item))
            for each in creature.items
        )
        carried = replace(
            creature,
            items=items,
            held=to.get(creature.held, creature.held),
            off=to.get(creature.off, creature.off),
        )
        return structs.replace(entry, creature=carried)

    def encounter(self, own: OwnEncounter) -> OwnEncounter:
        """Returns an encounter in which everybody has the conditions as they are called here."""
        to = {
            key: here
            for (of, kind, key), here in self.keys.items()
            if (of, kind) == (own.ruleset, "condition")
        }
        if not to:
            return own
        plan = own.plan
        waves = tuple(
            structs.replace(each, recruits=_with_conditions(each.recruits, to))
            for each in plan.waves
        )
        return structs.replace(
            own,
            combatants=tuple(
                structs.replace(combatant, conditions=_renamed_conditions(combatant.conditions, to))
                for combatant in own.combatants
            ),
            plan=structs.replace(plan, recruits=_with_conditions(plan.recruits, to), waves=waves),
        )


def split_fitting(
    custom_entries: Iterable[FoundExtra], rulesets: Callable[[str], Ruleset]
) -> tuple[tuple[FoundExtra, ...], tuple[Skipped, ...]]:
    """Returns what fits its ruleset as well as something of the ruleset's own files would, and what does not."""
    entries = tuple(custom_entries)
    places: dict[str, list[int]] = {}
    for place, each in enumerate(entries):
        places.setdefault(each.ruleset, []).append(place)
    wrong: dict[int, str] = {}
    for ruleset, at in places.items():
        try:
            faults = misfits(rulesets(ruleset), [entries[place].extra for place in at])
        except AppError as error:
            where = error.place.pointer if isinstance(error, DataError) else ruleset
            wrong |= dict.fromkeys(at, where)
        else:
            wrong |= {at[number]: fault.place.pointer for number, fault in faults.items()}
    right = (each for place, each in enumerate(entries) if place not in wrong)
    return tuple(right), tuple(_misfit(entries[place], wrong[place]) for place in sorted(wrong))


def _misfit(each: FoundExtra, place: str) -> Skipped:
    name = each.extra.name
    reason = say("import.misfit", name=name, place=place, ruleset=each.ruleset)
    return Skipped(file=each.file, name=name, reason=reason)


def adopt(table: Table[CustomEntry], custom_entries: Iterable[FoundExtra]) -> Adopted:
    """Keeps what the campaign does not have yet; something else of the same key gets another one here.

    Raises:
        SaveError: the file does not let it.
    """
    there: dict[tuple[str, bytes], str] = {}
    free: dict[str, FreeKeys] = {}
    for stored in table.all():
        there.setdefault((stored.ruleset, _content(stored.value)), stored.value.key)
        free.setdefault(stored.ruleset, FreeKeys()).take(stored.value.key)
    new: list[New[CustomEntry]] = []
    keys: dict[Place, str] = {}
    for each in custom_entries:
        mark, key = (each.ruleset, _content(each.extra)), each.extra.key
        if mark not in there:
            taken = free.setdefault(each.ruleset, FreeKeys())
            there[mark] = taken.take(wanted_key(each.extra.name) if key in taken else key)
            value = replace(each.extra, key=there[mark])
            new.append(New(ruleset=RulesetId(each.ruleset), value=value))
        if there[mark] != key:
            keys[each.ruleset, kind_of(each.extra), key] = there[mark]
    return Adopted(rows=table.add(new) if new else (), keys=keys)


def _content(extra: CustomEntry) -> bytes:
    """Returns what something is apart from its key: two of the same content are the same."""
    plain = json.encode(replace(extra, key=""), order="deterministic")
    return kind_of(extra).encode() + plain


def _with_conditions(recruits: Iterable[Recruit], to: Mapping[str, str]) -> tuple[Recruit, ...]:
    return tuple(
        structs.replace(each, conditions=_renamed_conditions(each.conditions, to))
        for each in recruits
    )


def _renamed_conditions(
    conditions: Iterable[Condition], to: Mapping[str, str]
) -> tuple[Condition, ...]:
    return tuple(structs.replace(each, key=to.get(each.key, each.key)) for each in conditions)
