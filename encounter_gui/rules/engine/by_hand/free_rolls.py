"""Dice that no rule asks for: what they come to stands in the log, and changes nothing."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Param, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine.asking import Rolling, ask, requests_of, worth
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.dice_sum import DiceSum, read_dice

_KEY = "free"
_MOST_DICE = 100


def rolled(context: RulesContext, command: do.Roll) -> Rolling[Outcome]:
    """Rolls dice in the notation.

    Raises:
        RuleError: they cannot be read, or are too many.
    """
    dice = _read(command.dice)
    combatant = context.combatants((command.who,))[0] if command.who is not None else None
    answers = yield from ask(*_requests(context, command, dice))
    total = yield from worth(dice, answers)
    params: dict[str, Param] = {"dice": command.dice, "total": total, "text": command.text}
    kind = f"{'rolled_by' if combatant else 'rolled'}{'_for' if command.text else ''}"
    who = combatant.name if combatant else ""
    return Outcome(
        label=say(f"rules.log.{kind}", who=who, **params),
        events=(ev.Resolved(what="roll", who=command.who, values={"total": total}),),
    )


def _read(text: str) -> DiceSum:
    dice = read_dice(text)
    if dice is None or not dice.pools or any(sides < 1 for _, sides, _ in dice.pools):
        raise refuse("rules.no_dice", text=text)
    if sum(count for count, _, _ in dice.pools) > _MOST_DICE:
        raise refuse("rules.too_many_dice", text=text, most=_MOST_DICE)
    return dice


def _requests(context: RulesContext, command: do.Roll, dice: DiceSum) -> Iterator[RollRequest]:
    label = say("rules.roll.free", dice=command.dice)
    for each in requests_of(context, _KEY, command.who, dice):
        yield replace(each, label=label)
