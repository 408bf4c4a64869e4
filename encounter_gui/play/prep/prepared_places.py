"""Where those stand who are planned for an encounter and have not joined it yet."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.prep.rosters import roll_count
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.prepared import EncounterPlan, Party, Recruit

Places = Mapping[CombatantId, Place | None]
"""Where people are to stand, by their ids among those expected; None: nowhere."""


def with_places(
    plan: EncounterPlan, party: Party | None, expected: Sequence[Combatant], places: Places
) -> EncounterPlan:
    """Returns a plan in which some of those expected at the start stand elsewhere.

    ``expected`` are they as ``expected_combatants`` returns them: the party's members, then the copies of each line.
    """
    members = len(party.members) if party is not None else 0
    kept = {
        **plan.places,
        **{each.id: at for each in expected[:members] if (at := places.get(each.id)) is not None},
    }
    gone = {each.id for each in expected[:members] if places.get(each.id, _STAYS) is None}
    recruits: list[Recruit] = []
    start = members
    for recruit in plan.recruits:
        copies = expected[start : start + roll_count(recruit.count, lambda sides: sides)]
        start += len(copies)
        recruits.append(_placed(recruit, copies, places))
    return structs.replace(
        plan,
        places={who: at for who, at in kept.items() if who not in gone},
        recruits=tuple(recruits),
    )


_STAYS = Place(x=0, y=0)
"""Stands for a place of which nothing is said."""


def _placed(recruit: Recruit, copies: Sequence[Combatant], places: Places) -> Recruit:
    if not any(each.id in places for each in copies):
        return recruit
    before = dict(enumerate(recruit.places))
    after = [places.get(each.id, before.get(at)) for at, each in enumerate(copies)]
    while after and after[-1] is None:
        after.pop()
    return structs.replace(recruit, places=tuple(after))


def with_expected(context: RulesContext, expected: Sequence[Combatant]) -> RulesContext:
    """Returns a scene in which those expected have joined, each where it is to stand: what a plan shows of it."""
    state = context.state
    for combatant in expected:
        state = evolve(state, ev.CombatantAdded(combatant=combatant))
    return structs.replace(context, state=state)
