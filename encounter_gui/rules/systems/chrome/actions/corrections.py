"""What an enemy's block lists as numbers the game master may correct. Source: CHR-31."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.by_hand.corrections import Correctable, OwnNumbers
from encounter_gui.rules.engine.by_hand.sheets import SheetRules
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.view import SettableValue


def _numbers(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    """Yields what is left of each thing on the list, in the turn of who goes by a block. Source: CHR-31."""
    is_acting = combatant.id in context.state.acting
    if not is_acting or not action_budget.goes_by_block(context, combatant):
        return
    names = {item.key: item.name for item in gear.weapons(combatant)}
    names.update({each.key: each.name for each in gear.abilities(combatant)})
    for option, count in action_budget.listed_actions(combatant).items():
        is_move = option == action_budget.MOVE
        what = context.texts.text_of("chrome.sheet.move") if is_move else names[option]
        left = action_budget.actions_left(context, combatant, option)
        shown = SettableValue(
            key=f"{action_budget.MADE}.{option}",
            name=context.texts.text(say("chrome.numbers.left", what=what)),
            value=left,
            most=max(count, left),
        )
        yield Correctable(shown=shown, write=partial(_set_left, who=combatant.id, option=option))


def _set_left(resolution: Resolution, to: int, *, who: CombatantId, option: str) -> None:
    """Sets how many of an option are left; the whole list gives what that takes. Source: CHR-31."""
    gauge = f"{action_budget.MADE}.{option}"
    before = resolution.combatant(who)
    made = before.gauges.get(gauge, 0)
    used = before.gauges.get(action_budget.USED, 0)
    resolution.set_gauge(who, gauge, max(action_budget.listed_actions(before)[option] - to, 0))
    change = resolution.combatant(who).gauges.get(gauge, 0) - made
    if change and action_budget.counts_for_list(before, option):
        resolution.set_gauge(who, action_budget.USED, max(used + change, 0))


def _without(context: RulesContext, combatant: Combatant) -> frozenset[str]:
    """Major Actions mean nothing for who goes by a block; Conviction is an Operator's. Source: CHR-31, CHR-05."""
    found = set()
    if action_budget.goes_by_block(context, combatant):
        found.add(character.MAJORS)
    if not character.is_operator(combatant):
        found.add(character.CONVICTION)
    return frozenset(found)


def _most_majors(context: RulesContext, combatant: Combatant) -> int:
    return action_budget.usual_actions(context, combatant)


def _follows(context: RulesContext, combatant: Combatant, gauge: str) -> bool:
    """Major Actions are there in one's own turn only; an enemy has no Conviction. Source: CHR-05, CHR-28, CHR-31."""
    if gauge == character.MAJORS:
        is_acting = combatant.id in context.state.acting
        return is_acting and not action_budget.goes_by_block(context, combatant)
    return gauge != character.CONVICTION or character.is_operator(combatant)


def _most_conviction(context: RulesContext, combatant: Combatant) -> int:
    return character.conviction(combatant)


SHEET = SheetRules(
    most={character.MAJORS: _most_majors, character.CONVICTION: _most_conviction}, follows=_follows
)
"""What hangs on the numbers of a sheet. Source: CHR-04, CHR-05, CHR-28."""

NUMBERS = OwnNumbers(numbers=_numbers, without=_without)
"""What is left of an enemy's list."""
