"""Where a creature is used: the encounters and parties of the campaign that hold it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from encounter_gui.play.prep.creature_repository import key_of, key_of_origin
from encounter_gui.storage.campaign import Listed
from encounter_gui.storage.prepared_store import PreparedStore


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatureUse:
    """An encounter or a party that holds a creature; ``encounter`` is None for a party."""

    name: str
    encounter: int | None = None


def creature_uses(
    store: PreparedStore, encounters: Iterable[Listed], key: str
) -> Iterator[CreatureUse]:
    """Yields the encounters with a creature in their roster or waves, then the parties it belongs to.

    An encounter whose party the creature belongs to is among them.

    Raises:
        SaveError: plans or parties cannot be read.
    """
    parties = [
        each
        for each in store.parties.all()
        if any(key_of_origin(one.origin, each.ruleset) == key for one in each.value.members)
    ]
    rows = {each.row for each in parties}
    for listed in encounters:
        plan = store.plan(listed.id)
        recruits = chain(plan.recruits, *(wave.recruits for wave in plan.waves))
        if plan.party in rows or any(key_of(each, listed.ruleset) == key for each in recruits):
            yield CreatureUse(name=listed.name, encounter=listed.id)
    for party in parties:
        yield CreatureUse(name=party.value.name)
