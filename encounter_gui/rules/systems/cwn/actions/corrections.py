"""The actions of a round as numbers the game master may correct. Source: CWN-17."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.by_hand.corrections import Correctable, OwnNumbers, reopen
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.sheet import action_budget
from encounter_gui.rules.systems.cwn.sheet.action_budget import Action
from encounter_gui.rules.view import SettableValue

_ACTIONS: tuple[Action, ...] = ("main", "move")


def _numbers(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    if not context.state.slots:
        return
    for action in _ACTIONS:
        left = action_budget.actions_left(combatant, action)
        shown = SettableValue(
            key=action,
            name=context.texts.text_of(f"cwn.numbers.{action}"),
            value=left,
            most=max(1 + combatant.gauges.get(f"bonus_{action}", 0), left),
        )
        write = partial(_set_left, who=combatant.id, action=action)
        yield Correctable(shown=shown, write=write)


def _set_left(resolution: Resolution, to: int, *, who: CombatantId, action: Action) -> None:
    """Sets how many Mains or Moves are left; with none of either the turn is over, with one it goes on."""
    bonus = resolution.combatant(who).gauges.get(f"bonus_{action}", 0)
    resolution.set_gauge(who, action, 1 + bonus - to)
    after = resolution.combatant(who)
    if any(action_budget.actions_left(after, each) for each in _ACTIONS):
        reopen(resolution, who)
    else:
        resolution.apply(*action_budget.turn_end_events(resolution.context.state, after))


NUMBERS = OwnNumbers(numbers=_numbers)
"""Mains and Moves left of this round."""
