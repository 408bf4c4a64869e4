"""Stat Checks and Saves as they are rolled, with the Stress and Conviction they bring. Source: CHR-13 to CHR-20."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.action_costs import tag_of
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import bolstering
from encounter_gui.rules.systems.chrome.rules import nerve
from encounter_gui.rules.systems.chrome.rules.at_table import D100Check, TableSaid, at
from encounter_gui.rules.systems.chrome.rules.rolls import tested, tests
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import (
    OUTCOMES,
    D100Plan,
    as_rolled,
    gm_edge,
    plan_check,
)


def number_of(check: D100Check) -> int:
    """Returns the rank of a check as ``mechanics`` counts them, from 0, Critical Failure."""
    return OUTCOMES.index(check.rank)


def counted_roll(check: D100Check) -> int:
    """Returns what a roll counts as beside others: lowered or raised by a Presence. Source: CHR-21, CHR-26, CHR-60."""
    return max(check.total - check.plan.shift, 0)


def roll_check(resolution: Resolution, plan: D100Plan, key: str) -> Rolling[D100Check]:
    """Rolls one check: Conviction is burned first, a Presence may help. ``apply_result`` applies what it brings.

    Source: CHR-13 to CHR-16, CHR-20, CHR-60.
    """
    (check,) = yield from roll_checks(resolution, (plan,), key)
    return check


def roll_checks(
    resolution: Resolution, plans: Sequence[D100Plan], key: str
) -> Rolling[tuple[D100Check, ...]]:
    """Rolls the checks of several combatants together, as ``roll_check`` does. Source: CHR-13 to CHR-16."""
    prepared = yield from prepare(resolution, plans, key)
    return (yield from roll_prepared(resolution, prepared))


def prepare(
    resolution: Resolution, plans: Sequence[D100Plan], key: str
) -> Rolling[tuple[D100Plan, ...]]:
    """Asks whether a Presence helps, burns Conviction on checks, and returns them as they are rolled then.

    Source: CHR-20, CHR-60.
    """
    shifts = yield from bolstering.bolster(resolution, plans)
    for plan in plans:
        nerve.burn(*at(resolution, plan.who), plan.burn)
    changes = ((plan, shifts.get(plan.who, 0)) for plan in plans)
    return tuple(
        replace(as_rolled(plan, key), target=plan.target + shift, shift=shift)
        for plan, shift in changes
    )


def roll_prepared(
    resolution: Resolution, plans: Sequence[D100Plan]
) -> Rolling[tuple[D100Check, ...]]:
    """Rolls checks for which everything is paid, and records what they showed. Source: CHR-13 to CHR-16."""
    if not plans:
        return ()
    play = TableSaid(resolution)
    for plan, die, rank in (yield from rolled_at_table(play, tests, plans, {})):
        play.shown(plan, die)
        nerve.use_up(play, play.fighter(plan.who), plan, tested(plan, rank))
    return tuple(play.checks)


def help_roll(resolution: Resolution, plan: D100Plan) -> Rolling[D100Plan]:
    """Returns a check as a Presence has changed it: the moment ``help`` of rules. Source: CHR-60."""
    shifts = yield from bolstering.bolster(resolution, (plan,))
    shift = shifts.get(plan.who, 0)
    return replace(plan, target=plan.target + shift, shift=shift)


MOMENTS: Mapping[str, Callable[[Resolution, Any], Rolling[Any]]] = {"help": help_roll}
"""What the table does about the moments of a test."""


def apply_result(
    resolution: Resolution, result: D100Check, *, plain: int | None = None, has_row: bool = True
) -> None:
    """Applies what every check brings: Conviction or Stress, and Panic Checks owed. Source: CHR-17 to CHR-19, CHR-63.

    Args:
        resolution: collects the events.
        result: the check.
        plain: the Stress of a plain failure; None: as usual.
        has_row: whether the general row of a Critical Failure counts (not where a special one replaces it).

    The checks of a Presence bring it nothing: its Conviction is that of the living. Source: CHR-60.
    """
    if character.is_presence(resolution.combatant(result.plan.who)):
        return
    plan = replace(result.plan, has_row=has_row)
    if plain is not None:
        plan = replace(plan, plain_stress=plain)
    nerve.bring(*at(resolution, plan.who), plan, tested(plan, number_of(result)))


def require_burn(context: RulesContext, combatant: Combatant, burn: int) -> None:
    """Requires that a combatant may burn so much Conviction. Source: CHR-20, CHR-60.

    Raises:
        RuleError: the house rules do not have it, there is not so much, or the combatant is dead.
    """
    if not burn:
        return
    if not context.switch("chrome.burn"):
        raise refuse("chrome.no_burn", rule="CHR-20")
    if character.is_dead(combatant):
        raise refuse("chrome.dead_conviction", rule="CHR-60", who=combatant.name)
    left = character.conviction_now(combatant)
    if burn < 0 or burn > left or not character.is_operator(combatant):
        raise refuse(
            "chrome.burn_too_much", rule="CHR-20", who=combatant.name, amount=burn, left=left
        )


def require_roller(context: RulesContext, who: CombatantId, burn: int = 0) -> Combatant:
    """Returns an Operator that is awake, or a Presence: it may make a check now.

    Raises:
        RuleError: it is an enemy, which has nothing to roll; unconscious; or dead and no Presence.
    """
    combatant = context.known_combatant(who)
    if not character.is_operator(combatant):
        raise refuse("chrome.no_stats", rule="CHR-11", who=combatant.name)
    is_gone = character.is_dead(combatant) and not character.is_presence(combatant)
    if character.is_cold(combatant) or is_gone:
        raise refuse("chrome.is_out", rule="CHR-57", who=combatant.name)
    require_burn(context, combatant, burn)
    return combatant


def roll_paid_check(
    resolution: Resolution,
    command: do.Grapple | do.BreakFree | do.FirstAid | do.Hack,
    test: str,
    key: str,
    skill: str = "",
    *,
    roller: CombatantId | None = None,
) -> Rolling[D100Check]:
    """Makes the Stat Check of a Major Action: pays for it in a fight, rolls it, applies what it brings.

    ``roller`` is who rolls where that is not who acts. Source: CHR-28.
    """
    context, who = resolution.context, command.who
    edges = gm_edge(context, command.edge)
    rolling = context.combatant(roller or who)
    plan = plan_check(context, rolling, test, skill=skill, burn=command.burn, edges=edges)
    action = "grapple" if isinstance(command, do.BreakFree) else tag_of(command)
    action_budget.pay(resolution, who, action=action)
    result = yield from roll_check(resolution, plan, key)
    apply_result(resolution, result)
    return result
