"""The save at the end of each turn that ends a condition, where the game master has said so.

Dice that the program can read it rolls, or asks for; of anything else the game master says what came of it.
"""

from collections.abc import Sequence

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Condition, Slot
from encounter_gui.rules.engine.asking import Rolling, choose, request, total
from encounter_gui.rules.engine.conditions.save_rolls import read_roll
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.obligations import SAVE_ENDS, ObligationKind
from encounter_gui.rules.engine.resolution import Resolution

ENDS, LASTS_ON = "rules.option.save_ends", "rules.option.save_lasts_on"
"""The answers of the game master, where the program cannot roll the save itself."""


def owe_saves(resolution: Resolution, slots: Sequence[Slot]) -> None:
    """Makes everybody whose turn has ended owe the saves that may end its conditions."""
    for who in dict.fromkeys(slot.who for slot in slots):
        combatant = resolution.context.state.combatants.get(who)
        for condition in combatant.conditions if combatant else ():
            duration = duration_text(condition)
            if combatant and duration is not None and duration.kind == "save_ends":
                known = resolution.context.ruleset.condition(condition.key)
                name = known.name if known else condition.key
                resolution.owe(
                    SAVE.of(
                        who,
                        reason=say("rules.why.save_ends", who=combatant.name, condition=name),
                        condition=condition.key,
                    ),
                    is_effect=False,
                )


def _condition_of(context: RulesContext, obligation: Obligation) -> Condition | None:
    combatant = context.state.combatants.get(obligation.who) if obligation.who else None
    condition = (
        combatant.condition(str(obligation.values.get("condition", ""))) if combatant else None
    )
    duration = duration_text(condition) if condition else None
    return condition if duration is not None and duration.kind == "save_ends" else None


def _settle(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the save as it was said, or asks what came of it; a passed one ends the condition."""
    context, who = resolution.context, owed[0].who
    condition = _condition_of(context, owed[0])
    duration = duration_text(condition) if condition else None
    if who is None or condition is None or duration is None:
        return say("rules.log.save_void")
    known = context.ruleset.condition(condition.key)
    name, bearer = known.name if known else condition.key, context.combatant(who).name
    roll = read_roll(duration.save)
    if roll is not None:
        label = say("rules.roll.save_ends", condition=name)
        wanted = request(context, "save_ends", who, count=roll.count, sides=roll.sides, label=label)
        shown = yield from total(wanted)
        is_passed = roll.is_passed_by(shown)
        resolution.reason(
            "rules.why.save_rolled", who=bearer, total=shown + roll.bonus, save=roll.text
        )
    else:
        key = "rules.choose.save_ends_by" if duration.save.strip() else "rules.choose.save_ends"
        label = say(key, condition=name, save=duration.save.strip())
        answer = yield from choose(context, "save_ends", who, (ENDS, LASTS_ON), label=label)
        is_passed = answer == ENDS
    resolution.fact("save_ends", who, condition=condition.key, passed=is_passed)
    if is_passed:
        resolution.record(ev.ConditionRemoved(who=who, key=condition.key))
    verdict = "rules.log.save_ends" if is_passed else "rules.log.save_lasts_on"
    return say(verdict, who=bearer, condition=name)


SAVE = ObligationKind(
    kind=SAVE_ENDS,
    rule="",
    settle=_settle,
    priority=80,
    due="now",
    applies=lambda context, obligation: _condition_of(context, obligation) is not None,
)
"""The save that may end a condition, owed at the end of each turn of whoever has it."""
