"""Which creatures, prepared encounters and running fights of a campaign use what a draft changes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import EncounterStatus, Side
from encounter_gui.play.impact.fighters import Fighter
from encounter_gui.play.prep.creature_repository import key_of, key_of_origin
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import own_value, places
from encounter_gui.rules.model.prepared import EncounterPlan

_NAMED = ("items", "conditions", "creatures")
"""The sections of which somebody has some entries, and others none; every other one is the rules of everybody."""


class EncounterUse(Struct, frozen=True, kw_only=True):
    """What an encounter holds: keys of creatures with their items, and of items and conditions of whoever is in it."""

    id: EncounterId
    name: str
    stage: EncounterStatus
    creatures: frozenset[str]
    items: frozenset[str]
    conditions: frozenset[str]


def encounter_use(
    name: str,
    encounter: EncounterId,
    plan: EncounterPlan,
    state: EncounterState,
    ruleset: str,
) -> EncounterUse:
    """Returns what an encounter holds: whoever is in it, and whoever is planned."""
    recruits = (*plan.recruits, *(each for wave in plan.waves for each in wave.recruits))
    there = tuple(state.combatants.values())
    return EncounterUse(
        id=encounter,
        name=name,
        stage=state.stage,
        creatures=frozenset(
            (
                *(key_of(each, ruleset) for each in recruits),
                *(key_of_origin(each.origin, ruleset) for each in there if each.origin),
            )
        ),
        items=frozenset(item.sort for each in there for item in each.items),
        conditions=frozenset(found.key for each in there for found in each.conditions),
    )


class AffectedCreature(Struct, frozen=True, kw_only=True):
    """A creature that has something that is changed: what that is by name, and in how many encounters it is."""

    key: str
    name: str
    side: Side
    what: tuple[str, ...]
    encounters: int = 0
    is_party: bool = False


class Affected(Struct, frozen=True, kw_only=True):
    """Everything that uses what is changed; ``total`` creatures are there in all.

    ``is_for_all``: a rule of the game is changed, so that every encounter that is not over is among them.
    ``prepared`` and ``running`` are names of encounters.
    """

    creatures: tuple[AffectedCreature, ...]
    total: int
    prepared: tuple[str, ...]
    running: tuple[str, ...]
    is_for_all: bool = False


def affected(
    before: DraftView,
    after: DraftView,
    everybody: Iterable[Fighter],
    encounters: Iterable[EncounterUse],
) -> Affected:
    """Returns what of a campaign uses what differs between two drafts: the party first, then by name."""
    changed = changed_entries(before, after)
    known = tuple(each for each in everybody if each.origin != "fight")
    uses = tuple(each for each in encounters if each.stage in ("ready", "running"))
    is_for_all = any(section not in _NAMED for section, _ in changed)
    counts = Counter(key for use in uses for key in use.creatures)
    names = {key: _name(before, after, *key) for key in changed}
    creatures = tuple(_creatures(known, names, counts))
    keys = {each.key for each in creatures}
    items = {key for section, key in changed if section == "items"}
    conditions = {key for section, key in changed if section == "conditions"}
    touched = [
        use
        for use in uses
        if is_for_all or use.creatures & keys or use.items & items or use.conditions & conditions
    ]
    return Affected(
        creatures=creatures,
        total=len(known),
        prepared=tuple(each.name for each in touched if each.stage == "ready"),
        running=tuple(each.name for each in touched if each.stage == "running"),
        is_for_all=is_for_all,
    )


def changed_entries(before: DraftView, after: DraftView) -> tuple[tuple[str, str], ...]:
    """Returns the entries of sections that differ between two drafts, in the order in which they were changed."""
    every = dict.fromkeys((*places(after.layer), *places(before.layer)))
    differ = (
        place for place in every if own_value(before.layer, place) != own_value(after.layer, place)
    )
    return tuple(dict.fromkeys((place[0], place[1] if len(place) > 1 else "") for place in differ))


def _creatures(
    everybody: Iterable[Fighter],
    names: Mapping[tuple[str, str], str],
    counts: Mapping[str, int],
) -> Iterator[AffectedCreature]:
    found = []
    for each in everybody:
        own = (
            ("creatures", each.creature.key) if each.creature and each.origin == "library" else None
        )
        what = [
            name
            for (section, key), name in names.items()
            if (section == "items" and key in each.carried) or (section, key) == own
        ]
        if what:
            found.append(
                AffectedCreature(
                    key=each.key,
                    name=each.name,
                    side=each.side,
                    what=tuple(dict.fromkeys(what)),
                    encounters=counts.get(each.key, 0),
                    is_party=each.origin == "party",
                )
            )
    yield from sorted(found, key=lambda each: (not each.is_party, -each.encounters, each.name))


def _name(before: DraftView, after: DraftView, section: str, key: str) -> str:
    for draft in (after, before):
        name = draft.value((section, key, "name"))
        if isinstance(name, str):
            return name
    return key
