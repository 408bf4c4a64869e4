"""The chance to be out within so many attacks, where what helps one roll alone helps the first of them.

Source: CHR-16, CHR-20, CHR-36, CHR-54, CHR-57, CHR-63.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from encounter_gui.dice.absorbing import used_up_within
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.odds.attack import CHAIN, StrikeOdds
from encounter_gui.rules.systems.chrome.odds.threats import Threat, threat_of
from encounter_gui.rules.systems.chrome.sheet import checks
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan


def within_of(context: RulesContext, command: Command, threat: Threat) -> tuple[float, ...]:
    """Returns the chances to be out within 1, 2 … such attacks. Source: CHR-20, CHR-36, CHR-57, CHR-63."""
    return out_within(threat.odds, _later(context, command, threat))


def out_within(first: StrikeOdds, later: StrikeOdds) -> tuple[float, ...]:
    """Returns the chances to be out within 1, 2 … attacks, the first with other odds than all later ones."""
    # The last element of a loss is the end, however much Health is left: the chain knows it by what is missing.
    return used_up_within(first.loss.size - 1, CHAIN, first.loss[:-1], later.loss[:-1])


def _later(context: RulesContext, command: Command, threat: Threat) -> StrikeOdds:
    """Returns the odds of the attacks after the first: what helps or hinders one roll is used up by then."""
    spent = (*_used_up(context, threat.test), *_used_up(context, threat.save))
    later = _without_burn(command)
    if not spent and later is command:
        return threat.odds
    after = replace(context, state=fold(context.state, spent))
    found = threat_of(after, later)
    return threat.odds if found is None else found.odds


def _used_up(context: RulesContext, plan: D100Plan | None) -> Iterator[ev.Event]:
    """Yields the end of the conditions that are for one roll, and this is it. Source: CHR-16, CHR-20, CHR-63."""
    if plan is None:
        return
    for condition in context.combatant(plan.who).conditions:
        if checks.is_used_up(condition, plan):
            yield ev.ConditionRemoved(who=plan.who, key=condition.key)


def _without_burn(command: Command) -> Command:
    """Returns a command without the Conviction that is burned on its rolls. Source: CHR-20."""
    match command:
        case do.Attack() if command.burn or command.save_burn:
            return msgspec.structs.replace(command, burn=0, save_burn=0)
        case do.Throw() if command.burn:
            return msgspec.structs.replace(command, burn=0)
        case _:
            return command
