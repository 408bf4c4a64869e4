"""The actions of a turn as a number the game master may correct. Source: D6P-16, D6P-17."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.by_hand.corrections import Correctable, OwnNumbers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool.turns import action_budget
from encounter_gui.rules.view import SettableValue


def _numbers(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    places = _places(context, combatant.id)
    if not places:
        return
    shown = SettableValue(
        key="actions",
        name=context.texts.text_of("d6pool.numbers.actions"),
        value=sum(not action_budget.is_spent(context, combatant, each) for each in places),
        most=len(places),
    )
    yield Correctable(shown=shown, write=partial(_set_left, who=combatant.id))


def _places(context: RulesContext, who: CombatantId) -> tuple[Slot, ...]:
    """Returns the places of a combatant whose group acts now or later this turn."""
    state = context.state
    return tuple(each for each in state.slots if each.who == who and each.group >= state.group)


def _set_left(resolution: Resolution, to: int, *, who: CombatantId) -> None:
    """Spends the first actions, and gives the last ones back: those are the ones that are left. Source: D6P-16."""
    state = resolution.context.state
    places = _places(resolution.context, who)
    spent = places[: len(places) - to]
    if to:
        resolution.remove_conditions(who, "busy")
    slots = tuple(
        replace(slot, is_done=slot in spent) if slot in places else slot for slot in state.slots
    )
    if slots != state.slots:
        resolution.record(ev.OrderSet(slots=slots))
    now = next((each for each in places if each.group == state.group), None)
    if now is not None:
        is_spent = now in spent
        resolution.set_gauge(who, "spent", int(is_spent))
        if not is_spent:
            for gauge in action_budget.ACTION_GAUGES:
                if resolution.combatant(who).gauges.get(gauge):
                    resolution.set_gauge(who, gauge, 0)


NUMBERS = OwnNumbers(numbers=_numbers)
"""Actions left of this turn."""
