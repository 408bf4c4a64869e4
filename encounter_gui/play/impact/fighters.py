"""Who can attack and be attacked in the workshop: creatures of the library, the party, and whoever is in the fight."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal

from msgspec import Struct, structs

from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.play.prep.creature_repository import own_key
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import HELD, find_item, full_ammo
from encounter_gui.rules.model.prepared import LibraryCreature, Party
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset
from encounter_gui.storage.prepared_store import Stored

Origin = Literal["fight", "party", "own", "library"]


class Fighter(Struct, frozen=True, kw_only=True):
    """Somebody who can be on either side of an attack.

    ``creature`` is a creature of the library, fresh; else ``combatant`` is somebody as they stand, and ``rules`` those
    by which what they carry was copied.
    """

    key: str
    origin: Origin
    name: str
    side: Side
    creature: CreatureDef | None = None
    combatant: Combatant | None = None
    rules: Ruleset | None = None

    def under(self, ruleset: Ruleset) -> CreatureDef | Combatant | None:
        """Returns who that is by some rules: a creature of the game as they say it; None: they do not have it."""
        if self.origin == "library" and self.creature is not None:
            key = self.creature.key
            return next((each for each in ruleset.creatures if each.key == key), None)
        return self.creature or self.combatant

    @property
    def carried(self) -> frozenset[str]:
        """The keys of the items of the library that it carries."""
        if self.creature is not None:
            return frozenset(each.item for each in self.creature.items)
        items = self.combatant.items if self.combatant is not None else ()
        return frozenset(each.sort for each in items)


def fighters(
    ruleset: Ruleset,
    own: Iterable[Stored[LibraryCreature]],
    parties: Iterable[Stored[Party]],
    fight: RulesContext | None,
) -> tuple[Fighter, ...]:
    """Returns everybody of a game who can be asked about: the fight first, the party, own creatures, the game's."""
    return tuple(_fighters(ruleset, own, parties, fight))


def _fighters(
    ruleset: Ruleset,
    own: Iterable[Stored[LibraryCreature]],
    parties: Iterable[Stored[Party]],
    fight: RulesContext | None,
) -> Iterator[Fighter]:
    if fight is not None and fight.ruleset.id == ruleset.id:
        for each in fight.state.combatants.values():
            yield _somebody("fight", f"fight:{each.id}", each, fight.ruleset)
    for party in parties:
        if party.ruleset == ruleset.id:
            for each in party.value.members:
                yield _somebody("party", f"party:{party.row}:{each.id}", each, ruleset)
    for stored in own:
        if stored.ruleset == ruleset.id:
            yield _creature("own", own_key(stored.row), stored.value.creature)
    for creature in ruleset.creatures:
        yield _creature("library", f"{ruleset.id}:{creature.key}", creature)


def _somebody(origin: Origin, key: str, combatant: Combatant, rules: Ruleset) -> Fighter:
    return Fighter(
        key=key,
        origin=origin,
        name=combatant.name,
        side=combatant.side,
        combatant=combatant,
        rules=rules,
    )


def _creature(origin: Origin, key: str, creature: CreatureDef) -> Fighter:
    return Fighter(
        key=key, origin=origin, name=creature.name, side=creature.side, creature=creature
    )


def with_weapon(
    one: CreatureDef | Combatant, weapon: str, ruleset: Ruleset
) -> CreatureDef | Combatant:
    """Returns somebody with an item of the library in hand, given to them if they carry none."""
    if isinstance(one, CreatureDef):
        has = any(each.item == weapon for each in one.items)
        items = one.items if has else (*one.items, CarriedDef(item=weapon))
        return replace(one, items=items, held=weapon)
    found = find_item(one.items, weapon)
    if found is None:
        one = _given(one, weapon, ruleset)
        found = find_item(one.items, weapon)
    return one if found is None else structs.replace(one, memo={**one.memo, HELD: found.key})


def with_armor(
    one: CreatureDef | Combatant, armor: str, ruleset: Ruleset
) -> CreatureDef | Combatant:
    """Returns somebody who wears an armour of the library, in place of any other unless they have it already."""
    if isinstance(one, CreatureDef):
        if any(each.item == armor for each in one.items):
            return one
        kept = tuple(each for each in one.items if _kind_of(each, ruleset) != "armor")
        return replace(one, items=(*kept, CarriedDef(item=armor)))
    if any(each.sort == armor for each in one.items):
        return one
    rest = tuple(each for each in one.items if each.kind != "armor")
    return _given(structs.replace(one, items=rest), armor, ruleset)


def _kind_of(carried: CarriedDef, ruleset: Ruleset) -> str:
    item = ruleset.item(carried.item)
    return carried.kind or (item.kind if item is not None else "")


def _given(one: Combatant, key: str, ruleset: Ruleset) -> Combatant:
    known = ruleset.item(key)
    if known is None:
        return one
    item = known.copy()
    return structs.replace(
        one, items=(*one.items, item), gauges={**one.gauges, **full_ammo([item])}
    )
