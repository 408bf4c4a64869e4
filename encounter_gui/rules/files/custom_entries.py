"""What a game master adds to a ruleset: items and conditions of a campaign's own, beside those of its files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

import msgspec

from encounter_gui.core.errors import DataError
from encounter_gui.core.free_keys import FreeKeys
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.files.ruleset_errors import LARGEST, RulesetError, Source, too_large
from encounter_gui.rules.model.ruleset import (
    CarriedDef,
    ConditionDef,
    CreatureDef,
    ItemDef,
    Ruleset,
)

CustomEntry = ItemDef | ConditionDef
ExtraKind = Literal["item", "condition"]

OWN_KEY = "own_"
"""What the key of every own thing begins with: no file of a ruleset, now or later, and no rule means it by accident."""

_T = TypeVar("_T", bound=ItemDef | ConditionDef)


def kind_of(extra: CustomEntry) -> ExtraKind:
    """Returns whether something is an item or a condition."""
    return "item" if isinstance(extra, ItemDef) else "condition"


def made_key(name: str, taken: Iterable[str]) -> str:
    """Returns a key for something of this name: letters, digits and underscores, unlike all that are taken.

    Example:
        >>> made_key("Rail spike (Mk. 2)", ())
        'own_rail_spike_mk_2'
    """
    return FreeKeys(taken).take(wanted_key(name))


def wanted_key(name: str) -> str:
    """Returns the key something of this name has if nothing else has it."""
    words = "".join(mark if mark.isalnum() else " " for mark in name.casefold()).split()
    return OWN_KEY + ("_".join(words) or "thing")


def with_extras(
    ruleset: Ruleset, items: Iterable[ItemDef], conditions: Iterable[ConditionDef]
) -> Ruleset:
    """Returns a ruleset with more items and conditions, which have to be as right as those of its files.

    Raises:
        RulesetError: a key is there already, a value is unknown, of the wrong kind or out of range; says all of it, by
            pointers such as ``items.own_rail_spike.values.damage``.
    """
    from encounter_gui.rules.files.consistency import (
        inconsistencies,  # not before something is added
    )

    more = (tuple(items), tuple(conditions))
    if not any(more):
        return ruleset
    problems = [
        *_problems("items", more[0], (each.key for each in ruleset.items)),
        *_problems("conditions", more[1], (each.key for each in ruleset.conditions)),
    ]
    if problems:
        raise RulesetError(problems)
    grown = _grown(ruleset, *more)
    problems = list(inconsistencies(grown, _source(ruleset.id)))
    if problems:
        raise RulesetError(problems)
    return grown


def misfits(ruleset: Ruleset, entries: Sequence[CustomEntry]) -> Mapping[int, DataError]:
    """Returns what is first wrong with each of these, by their places, as if each were added alone.

    The ruleset is looked through once, however many there are: each has a key of its own while that is done.
    """
    from encounter_gui.rules.files.consistency import (
        inconsistencies,  # not before something is added
    )

    there = {
        "items": {each.key for each in ruleset.items},
        "conditions": {each.key for each in ruleset.conditions},
    }
    found: dict[int, DataError] = {}
    items: list[ItemDef] = []
    conditions: list[ConditionDef] = []
    for place, each in enumerate(entries):
        kind = f"{kind_of(each)}s"
        for problem in _problems(kind, [each], there[kind]):
            found.setdefault(place, problem)
        if isinstance(each, ItemDef):
            items.append(replace(each, key=f"{_TRIAL}{place}"))
        else:
            conditions.append(replace(each, key=f"{_TRIAL}{place}"))
    for problem in inconsistencies(_grown(ruleset, items, conditions), _source(ruleset.id)):
        kind, _, rest = problem.place.pointer.partition(".")
        key, _, path = rest.partition(".")
        if key.startswith(_TRIAL):
            place = int(key.removeprefix(_TRIAL))
            pointer = f"{kind}.{entries[place].key}.{path}"
            found.setdefault(place, _source("").problem(pointer, problem.message))
    return found


_TRIAL = "?"
"""What the keys of entries begin with while they are tried; no key of a file does."""


def beside(
    ruleset: Ruleset, items: Iterable[ItemDef], conditions: Iterable[ConditionDef]
) -> Ruleset:
    """Returns a ruleset with items and conditions as they are now, not as it was pinned with them.

    They are taken as they are: for showing and trying out, never for a fight.
    """
    more = (tuple(items), tuple(conditions))
    if not any(more):
        return ruleset
    return replace(
        ruleset,
        items=_lay_over(ruleset.items, more[0]),
        conditions=_lay_over(ruleset.conditions, more[1]),
    )


def carried_inline(
    ruleset: Ruleset, creature: CreatureDef, items: Iterable[ItemDef]
) -> CreatureDef:
    """Returns a creature whose items the ruleset does not know are carried whole, as far as they are among these.

    So it can join a fight that began before they were made.
    """
    known = {each.key: each for each in items}
    if not known:
        return creature
    return replace(
        creature,
        items=tuple(_inline(ruleset, each, known.get(each.item)) for each in creature.items),
    )


def _inline(ruleset: Ruleset, carried: CarriedDef, own: ItemDef | None) -> CarriedDef:
    if carried.kind or own is None or ruleset.item(carried.item) is not None:
        return carried
    return replace(
        carried,
        name=carried.name or own.name,
        kind=own.kind,
        values={**own.values, **carried.values},
    )


def _grown(
    ruleset: Ruleset, items: Iterable[ItemDef], conditions: Iterable[ConditionDef]
) -> Ruleset:
    return replace(
        ruleset,
        items=(*ruleset.items, *items),
        conditions=(*ruleset.conditions, *conditions),
    )


def _problems(
    place: str, definitions: Iterable[CustomEntry], there: Iterable[str]
) -> Iterator[DataError]:
    source, taken = _source(""), set(there)
    for each in definitions:
        pointer = f"{place}.{each.key}"
        if each.key in taken:
            yield source.problem(f"{pointer}.key", say("ruleset.key_taken", name=each.key))
        taken.add(each.key)
        for path, message in _shape(each):
            yield source.problem(f"{pointer}.{path}", message)


def _shape(extra: CustomEntry) -> Iterator[tuple[str, Message]]:
    """What a file's reader would say before anything is compared: no name, a number nobody can keep."""
    if not extra.name.strip():
        yield "name", say("ruleset.no_name")
    plain = msgspec.to_builtins(extra, builtin_types=())
    for path in too_large(_listed_keys(plain)):
        yield path, say("ruleset.too_large", most=LARGEST)
    if isinstance(extra, ConditionDef) and extra.rounds < 0:
        yield "rounds", say("ruleset.too_small", least=0, found=extra.rounds)


def _listed_keys(value: object) -> object:
    match value:
        case dict():
            return {key: _listed_keys(each) for key, each in value.items()}
        case tuple() | list():
            return [_listed_keys(each) for each in value]
        case _:
            return value


def _source(ruleset: str) -> Source:
    return Source(id=ruleset, data={}, files={})


def _lay_over(there: tuple[_T, ...], more: tuple[_T, ...]) -> tuple[_T, ...]:
    instead = {each.key for each in more}
    return (*(each for each in there if each.key not in instead), *more)
