"""Stat Checks and Saves as they are rolled, with the Stress and Conviction they bring. Source: CHR-13 to CHR-20."""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.action_costs import tag_of
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import Check, name_of, roll_together
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import values_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import (
    action_budget,
    bolstering,
    character,
    conviction,
    owed,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import (
    BURNING,
    OUTCOMES,
    D100Plan,
    as_rolled,
    gm_edge,
    plan_check,
    rank,
)

ONCE = {
    "stat": ("adrenaline", "favoured", "hindered"),
    "save": ("grit", "favoured", "hindered"),
}
"""The conditions that help or hinder one roll only. Source: CHR-16, CHR-63."""


D100Check = Check[D100Plan]
"""A rolled Stat Check or Save: ``total`` is the roll that counts, ``rank`` how it went."""


def is_used_up(condition: Condition, plan: D100Plan) -> bool:
    """Returns whether a condition is for one roll only, and this is that roll. Source: CHR-16, CHR-20, CHR-63."""
    is_burned = condition.key == BURNING and condition.note in ("", plan.test)
    return is_burned or condition.key in ONCE["save" if plan.is_save else "stat"]


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
    """Burns Conviction on checks, asks whether a Presence helps, and returns them as they are rolled then.

    Source: CHR-20, CHR-60.
    """
    shifts = yield from bolstering.bolster(resolution, plans)
    for plan in plans:
        conviction.burn(resolution, plan.who, plan.burn)
    changes = ((plan, shifts.get(plan.who, 0)) for plan in plans)
    return tuple(
        replace(as_rolled(plan, key), target=plan.target + shift, shift=shift)
        for plan, shift in changes
    )


def roll_prepared(
    resolution: Resolution, plans: Sequence[D100Plan]
) -> Rolling[tuple[D100Check, ...]]:
    """Rolls checks for which everything is paid, and records what they showed. Source: CHR-13 to CHR-16."""
    plans = [_with_given_edges(resolution, plan, is_alone=len(plans) == 1) for plan in plans]
    checks = yield from roll_together(resolution, plans, rank)
    for check in checks:
        _record(resolution, check)
    return checks


def _with_given_edges(resolution: Resolution, plan: D100Plan, *, is_alone: bool) -> D100Plan:
    """Returns a check with the Advantages that the game master has put in the place of its own."""
    whose = "" if is_alone else name_of(resolution.context, plan)
    edges = resolution.parts(f"edge.{plan.who}", plan.edges, whose, of=plan.who)
    return replace(plan, edges=edges)


def _record(resolution: Resolution, result: D100Check) -> None:
    """Records what a roll showed, and removes what helped this roll alone."""
    plan = result.plan
    values: dict[str, Value] = {
        "test": plan.test,
        "aim": plan.target or 0,
        "roll": result.total,
        "outcome": result.rank,
        "edge": plan.edge,
        "burn": plan.burn,
        **values_of(plan.parts),
    }
    resolution.fact("test", plan.who, None, **values)
    _explain(resolution, result)
    for key in (*ONCE["save" if plan.is_save else "stat"], BURNING):
        condition = resolution.combatant(plan.who).condition(key)
        if condition is not None and is_used_up(condition, plan):
            resolution.remove_conditions(plan.who, key)
    if not result.is_success and plan.burn:
        conviction.distort(resolution, plan.who)


def _explain(resolution: Resolution, result: D100Check) -> None:
    plan, context = result.plan, resolution.context
    resolution.reason_of(
        plan.who,
        "chrome.why.test",
        plan.rule,
        who=context.combatant(plan.who).name,
        parts=plan.text,
        shift=_shift_text(context, plan),
        edge=_edge_text(context, plan),
        faces=_faces_text(result),
        outcome=context.texts.text_of(f"chrome.outcome.{result.rank}"),
    )


def apply_result(
    resolution: Resolution, result: D100Check, *, plain: int | None = None, has_row: bool = True
) -> None:
    """Applies what every check brings: Conviction or Stress, and Panic Checks owed. Source: CHR-17 to CHR-19, CHR-63.

    Args:
        resolution: collects the events.
        result: the check.
        plain: the Stress of a plain failure; None: as usual.
        has_row: whether the general row of a Critical Failure counts (not where a special one replaces it).
    """
    plan, context = result.plan, resolution.context
    gain = mechanics.conviction_gain(
        number_of(result),
        is_favoured=plan.is_favoured,
        critical=context.number(mechanics.CRITICAL_GAIN),
        favoured=context.number(mechanics.FAVOURED_GAIN),
    )
    conviction.regain(resolution, plan.who, int(gain))
    if result.is_success:
        return
    if plan.is_save and plan.is_prime:
        conviction.frighten_edgy(resolution, plan.who)
    if result.is_fumble and plan.is_save:
        _fumble_save(resolution, plan, has_row=has_row)
        return
    usual = context.number(mechanics.FAILED_CHECK_STRESS)
    if plan.is_save:
        usual = number(context.switch("chrome.stressOnFailedSave"))
    critical = context.number(mechanics.FUMBLED_CHECK_STRESS)
    plain = usual if plain is None else plain
    amount = mechanics.stress(number_of(result), plain=plain, critical=critical)
    conviction.stress(resolution, plan.who, int(amount))


def _fumble_save(resolution: Resolution, plan: D100Plan, *, has_row: bool) -> None:
    """Applies a Critical Failure of a Save: of the Prime Save to everybody in the squad, once each. Source: CHR-17."""
    roller = resolution.combatant(plan.who)
    ids = [roller.id] if has_row else []
    if plan.is_prime:
        squad = (each.id for each in character.squad(resolution.context, roller))
        ids = list(dict.fromkeys((*squad, roller.id)))
    for who in ids:
        stress = resolution.context.number(mechanics.FUMBLED_SAVE_STRESS)
        conviction.stress(resolution, who, stress)
        owed.frighten(resolution, who, "fumbled_save", who=roller.name)


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
) -> Rolling[D100Check]:
    """Makes the Stat Check of a Major Action: pays for it in a fight, rolls it, applies what it brings.

    Source: CHR-28.
    """
    context, who = resolution.context, command.who
    edges = gm_edge(context, command.edge)
    plan = plan_check(
        context, context.combatant(who), test, skill=skill, burn=command.burn, edges=edges
    )
    action = "grapple" if isinstance(command, do.BreakFree) else tag_of(command)
    action_budget.pay(resolution, who, action=action)
    result = yield from roll_check(resolution, plan, key)
    apply_result(resolution, result)
    return result


def _edge_text(context: RulesContext, plan: D100Plan) -> str:
    if not plan.edges:
        return ""
    key = {1: "advantage", -1: "disadvantage", 0: "cancelled"}[plan.edge]
    names = ", ".join(modifier.name for modifier in plan.edges)
    return context.texts.text_of(f"chrome.edge.{key}", names=names)


def _shift_text(context: RulesContext, plan: D100Plan) -> str:
    if not plan.shift:
        return ""
    return context.texts.text_of("chrome.why.shift", shift=with_sign(plan.shift))


def _faces_text(check: D100Check) -> str:
    if len(check.shown) == 1:
        return f"{check.total:02d}"
    return " / ".join(f"{face:02d}" for face in check.shown) + f" → {check.total:02d}"
