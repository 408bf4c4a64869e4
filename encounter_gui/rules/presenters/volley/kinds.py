"""Combatants by kind: those of a group, or of one creature whose names differ in a number or letter alone."""

from collections.abc import Iterable, Mapping, Sequence

from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.model.text_format import crowd_name, stem_of

Kind = tuple[Side, str, str]
"""A side, the name that those of a kind share, and the library creature they are copies of; empty: of none."""


def kind_of(combatant: Combatant) -> Kind:
    """Returns the kind of a combatant."""
    return combatant.side, combatant.group or stem_of(combatant.name), combatant.origin


def by_kind(combatants: Iterable[Combatant]) -> Mapping[Kind, tuple[Combatant, ...]]:
    """Returns combatants by kind, in the order of the first of each."""
    found: dict[Kind, tuple[Combatant, ...]] = {}
    for each in combatants:
        kind = kind_of(each)
        found[kind] = (*found.get(kind, ()), each)
    return found


def name_of_kind(members: Sequence[Combatant]) -> str:
    """Returns what those of a kind are called together; one alone has its own name."""
    if len(members) == 1:
        return members[0].name
    _, name, _ = kind_of(members[0])
    return crowd_name(name, len(members))
