"""The commands about initiative and the functions that carry them out, the same in every game."""

from typing import assert_never

from encounter_gui.core.messages import Message
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.initiative import putting_off, rolling
from encounter_gui.rules.engine.initiative.rules import InitiativeRules
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import TurnRules
from encounter_gui.rules.model import commands as do

InitiativeCommand = do.RollInitiative | do.SetInitiative | do.Delay | do.HoldTurn | do.ActNow


def carry_out(
    rules: InitiativeRules, turns: TurnRules, resolution: Resolution, command: InitiativeCommand
) -> Rolling[Message]:
    """Carries a command about initiative out."""
    match command:
        case do.RollInitiative():
            return (yield from rolling.roll(rules, resolution, command))
        case do.SetInitiative():
            return rolling.put(rules, resolution, command)
        case do.Delay():
            return (yield from putting_off.delay(rules, turns, resolution, command))
        case do.HoldTurn():
            return (yield from putting_off.hold(rules, turns, resolution, command))
        case do.ActNow():
            return putting_off.act_now(rules, resolution, command)
        case _:
            assert_never(command)
