"""Checks by themselves: a Stat Check or a Save, two against each other, Conviction burned on the next.

Source: CHR-13, CHR-14, CHR-20, CHR-21.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.rules.at_table import D100Check
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.sheet.check_plan import (
    BURNING,
    D100Plan,
    gm_edge,
    plan_check,
    situation,
)


def check(resolution: Resolution, command: do.Check) -> Rolling[Message]:
    """Rolls a Stat Check or a Save. It costs no action: whether it does, the game master decides.

    Source: CHR-13, CHR-14.
    """
    context = resolution.context
    combatant = checks.require_roller(context, command.who, command.burn)
    edges = (*situation(context, command.modifiers), *gm_edge(context, command.edge))
    plan = plan_check(
        context, combatant, command.test, skill=command.skill, burn=command.burn, edges=edges
    )
    result = yield from checks.roll_check(resolution, plan, "test")
    checks.apply_result(resolution, result)
    return say(
        f"chrome.log.test_{result.rank}",
        who=combatant.name,
        test=character.name_of(context, command.test),
        roll=result.total,
        target=result.plan.target,
        tail="",
    )


def oppose(resolution: Resolution, command: do.Oppose) -> Rolling[Message]:
    """Rolls an Opposed Check, again until it is decided; only the last rolls count. Source: CHR-21."""
    context = resolution.context
    plans = _opposed_plans(context, command)
    plans = yield from checks.prepare(resolution, plans, "opposed")
    mine, theirs = yield from checks.roll_prepared(resolution, plans)
    while mechanics.is_drawn(*_sides(mine, theirs)):
        mine, theirs = yield from checks.roll_prepared(resolution, plans)
    winner = _winner(context, mine, theirs)
    checks.apply_result(resolution, mine)
    checks.apply_result(resolution, theirs)
    rolls = {"roll": checks.counted_roll(mine), "other": checks.counted_roll(theirs)}
    resolution.fact("opposed", command.who, command.target, winner=winner, **rolls)
    outcome = {1: "won", -1: "lost", 0: "nobody"}[winner]
    resolution.reason(f"chrome.why.opposed_{outcome}", "CHR-21")
    names = {"who": context.combatant(command.who).name}
    names["target"] = context.combatant(command.target).name
    return say(f"chrome.log.opposed_{outcome}", **names, **rolls, tail="")


def _opposed_plans(context: RulesContext, command: do.Oppose) -> tuple[D100Plan, ...]:
    combatant = checks.require_roller(context, command.who)
    target = checks.require_roller(context, command.target)
    if combatant.id == target.id:
        raise refuse("chrome.against_oneself", rule="CHR-21", who=combatant.name)
    edges = gm_edge(context, command.edge)
    mine = plan_check(context, combatant, command.test, skill=command.skill, edges=edges)
    test = command.target_test or command.test
    edges = gm_edge(context, command.target_edge)
    theirs = plan_check(context, target, test, skill=command.target_skill, edges=edges)
    return mine, theirs


def _winner(context: RulesContext, mine: D100Check, theirs: D100Check) -> int:
    loses = context.switch("chrome.opposedCritFail") == "loses"
    return int(mechanics.opposed(*_sides(mine, theirs), fumble_loses=loses))


def _sides(mine: D100Check, theirs: D100Check) -> tuple[int, int, int, int]:
    mine_counts, theirs_counts = checks.counted_roll(mine), checks.counted_roll(theirs)
    return checks.number_of(mine), mine_counts, checks.number_of(theirs), theirs_counts


def burn(resolution: Resolution, command: do.Burn) -> Message:
    """Sets Conviction aside for the next roll, whatever asks for it: initiative, surprise, the Save at 0 Health.

    Source: CHR-20.
    """
    context, amount = resolution.context, command.amount
    combatant = checks.require_roller(context, command.who, amount)
    if amount < 1:
        left = character.conviction_now(combatant)
        raise refuse(
            "chrome.burn_too_much", rule="CHR-20", who=combatant.name, amount=amount, left=left
        )
    resolution.add_condition(combatant.id, Condition(key=BURNING, count=amount, note=command.on))
    if not command.on:
        return say("chrome.log.burns", who=combatant.name, amount=amount)
    test = character.name_of(context, command.on)
    return say("chrome.log.burns_on", who=combatant.name, amount=amount, test=test)
