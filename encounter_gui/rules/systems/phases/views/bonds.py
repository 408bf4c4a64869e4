"""What holds between people who stand by each other on the plan: first aid, holds, melee.

Source: PHA-30, PHA-53, PHA-71.
"""

from collections.abc import Iterator
from itertools import combinations

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.field.ways import is_beside
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.view import Bond

_FRIENDS = ("pc", "ally")


def bonds(context: RulesContext) -> Iterator[Bond]:
    """Yields the bonds of everybody who stands somewhere."""
    state, text_of = context.state, context.texts.text_of
    placed = [each for each in state.combatants.values() if each.place is not None]
    known: set[frozenset[str]] = set()
    for each in placed:
        patient = character.patient_of(context, each)
        if patient is not None and patient.place is not None:
            known.add(frozenset((each.id, patient.id)))
            text = text_of("phases.field.first_aid")
            yield Bond(kind="aid", text=text, who=(each.id, patient.id))
        for key in ("grabbing", "clinched"):
            hold = each.condition(key)
            other = state.combatants.get(hold.by) if hold is not None and hold.by else None
            if other is None or other.place is None:
                continue
            pair = frozenset((each.id, other.id))
            if pair not in known:
                known.add(pair)
                text = _hold(context, key, each, other)
                yield Bond(kind="engaged", text=text, who=(each.id, other.id))
    fighting = (each for each in placed if not character.is_out(context, each))
    near = (pair for pair in combinations(fighting, 2) if _are_foes(*pair) and _may_touch(*pair))
    for one, other in near:
        is_new = frozenset((one.id, other.id)) not in known
        if is_new and is_beside(state, one.id, other.id):
            text = text_of("rules.field.engaged")
            yield Bond(kind="engaged", text=text, who=(one.id, other.id))


def _hold(context: RulesContext, key: str, holder: Combatant, other: Combatant) -> str:
    if key == "clinched":
        return context.texts.text_of("phases.field.clinch")
    return context.texts.text_of("phases.field.grabs", who=holder.name, other=other.name)


def _are_foes(one: Combatant, other: Combatant) -> bool:
    """Returns whether two are on different sides, none of them a bystander."""
    if "neutral" in (one.side, other.side):
        return False
    return (one.side in _FRIENDS) != (other.side in _FRIENDS)


def _may_touch(one: Combatant, other: Combatant) -> bool:
    """Returns whether two may be beside each other: a quick look before the distance of many is measured."""
    here, there = one.place, other.place
    if here is None or there is None or here.floor != there.floor:
        return False
    far = mechanics.REACH + 1 + here.radius + there.radius
    return abs(here.x - there.x) <= far and abs(here.y - there.y) <= far
