"""How long conditions last, and which end when."""

from collections.abc import Callable, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Condition, Expiry


def ended_with_round(state: EncounterState) -> tuple[ev.ConditionRemoved, ...]:
    """Returns the ends of the conditions that do not outlast the current round, whoever's turn they wait for."""
    return _removed(state, lambda until: until.round <= state.round)


def ended_at_turns(
    state: EncounterState, whose: Sequence[CombatantId], edge: str
) -> tuple[ev.Event, ...]:
    """Returns the ends of the conditions that last to the start or end of these turns in the current round."""
    ended: dict[CombatantId | None, list[ev.Event]] = {who: [] for who in whose}
    for combatant in state.combatants.values():
        for each in combatant.conditions:
            until = each.until
            if until is None or until.edge != edge or until.round > state.round:
                continue
            if until.whose in ended:
                ended[until.whose].append(ev.ConditionRemoved(who=combatant.id, key=each.key))
    return tuple(event for events in ended.values() for event in events)


def rounds_left(state: EncounterState, condition: Condition) -> int | None:
    """Returns how many rounds a condition still lasts, the current one counted; None: nobody knows."""
    if condition.until is None:
        return None
    return max(condition.until.round - max(state.round, 1) + 1, 0)


def _removed(
    state: EncounterState, ends: Callable[[Expiry], bool]
) -> tuple[ev.ConditionRemoved, ...]:
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=each.key)
        for combatant in state.combatants.values()
        for each in combatant.conditions
        if each.until is not None and ends(each.until)
    )
