"""Own items and conditions of a file on their way into a campaign, beside those it has."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from msgspec import Struct, field, structs

from encounter_gui.core.errors import AppError, DataError
from encounter_gui.core.ids import RulesetId
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Condition
from encounter_gui.interchange.imported import FoundExtra, OwnEncounter, Skipped
from encounter_gui.rules.files.custom_entries import (
    CustomEntry,
    ExtraKind,
    kind_of,
    made_key,
    with_extras,
)
from encounter_gui.rules.model.prepared import LibraryCreature, Recruit
from encounter_gui.rules.model.ruleset import ItemDef, Ruleset
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
        carried = replace(creature, items=items, held=to.get(creature.held, creature.held))
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
    right: list[FoundExtra] = []
    wrong: list[Skipped] = []
    for each in custom_entries:
        try:
            base = rulesets(each.ruleset)
            if isinstance(each.extra, ItemDef):
                with_extras(base, [each.extra], ())
            else:
                with_extras(base, (), [each.extra])
        except AppError as error:
            place = error.place.pointer if isinstance(error, DataError) else each.ruleset
            reason = say("import.misfit", name=each.extra.name, place=place, ruleset=each.ruleset)
            wrong.append(Skipped(file=each.file, name=each.extra.name, reason=reason))
        else:
            right.append(each)
    return tuple(right), tuple(wrong)


def adopt(table: Table[CustomEntry], custom_entries: Iterable[FoundExtra]) -> Adopted:
    """Keeps what the campaign does not have yet; something else of the same key gets another one here.

    Raises:
        SaveError: the file does not let it.
    """
    there = {
        (stored.ruleset, kind_of(stored.value), stored.value.key): stored.value
        for stored in table.all()
    }
    new: list[New[CustomEntry]] = []
    keys: dict[Place, str] = {}
    for each in custom_entries:
        ruleset, kind = RulesetId(each.ruleset), kind_of(each.extra)
        same = (
            key for (of, what, key), known in there.items() if _is_same((of, what, known), each)
        )
        here = next(same, "")
        if not here:
            taken = [key for of, _, key in there if of == ruleset]
            is_free = each.extra.key not in taken
            here = each.extra.key if is_free else made_key(each.extra.name, taken)
            there[ruleset, kind, here] = replace(each.extra, key=here)
            new.append(New(ruleset=ruleset, value=there[ruleset, kind, here]))
        if here != each.extra.key:
            keys[each.ruleset, kind, each.extra.key] = here
    return Adopted(rows=table.add(new) if new else (), keys=keys)


def _is_same(there: tuple[RulesetId, ExtraKind, CustomEntry], found: FoundExtra) -> bool:
    ruleset, kind, known = there
    same = (ruleset, kind) == (found.ruleset, kind_of(found.extra))
    return same and replace(known, key=found.extra.key) == found.extra


def _with_conditions(recruits: Iterable[Recruit], to: Mapping[str, str]) -> tuple[Recruit, ...]:
    return tuple(
        structs.replace(each, conditions=_renamed_conditions(each.conditions, to))
        for each in recruits
    )


def _renamed_conditions(
    conditions: Iterable[Condition], to: Mapping[str, str]
) -> tuple[Condition, ...]:
    return tuple(structs.replace(each, key=to.get(each.key, each.key)) for each in conditions)
