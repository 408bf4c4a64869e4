"""Where a creature is used: the encounters and parties of the campaign that hold it, and the notes that link to it."""

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from encounter_gui.play.prep.creature_repository import CreatureItem, key_of, key_of_origin
from encounter_gui.play.prep.note_links import linking_text, links_to
from encounter_gui.storage.campaign import Listed
from encounter_gui.storage.prepared_store import PreparedStore


class CreatureUse(Struct, frozen=True, kw_only=True):
    """An encounter or a party that holds a creature; ``encounter`` is None for a party.

    ``is_link``: it is what is written of an encounter, or of the creature with the key ``creature``, that links to it.
    """

    name: str
    encounter: int | None = None
    creature: str = ""
    is_link: bool = False


def creature_uses(
    store: PreparedStore, encounters: Iterable[Listed], creatures: Iterable[CreatureItem], key: str
) -> Iterator[CreatureUse]:
    """Yields the encounters with a creature in their roster or waves, then the parties it belongs to, then the links.

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
    known = tuple(creatures)
    name = next((each.name for each in known if each.key == key), "")
    links: list[CreatureUse] = []
    for listed in encounters:
        plan = store.plan(listed.id)
        recruits = chain(plan.recruits, *(wave.recruits for wave in plan.waves))
        if plan.party in rows or any(key_of(each, listed.ruleset) == key for each in recruits):
            yield CreatureUse(name=listed.name, encounter=listed.id)
        if links_to(linking_text(plan), name):
            links.append(CreatureUse(name=listed.name, encounter=listed.id, is_link=True))
    for party in parties:
        yield CreatureUse(name=party.value.name)
    yield from links
    for item in known:
        if item.key != key and links_to(item.value.creature.note, name):
            yield CreatureUse(name=item.name, creature=item.key, is_link=True)
