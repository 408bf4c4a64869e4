"""What blinds and what hides: flashes, gas and smoke. Source: CWN-42."""

from collections.abc import Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Value
from encounter_gui.rules.engine import checks as engine_checks
from encounter_gui.rules.engine.asking import Rolling, request, totals
from encounter_gui.rules.engine.checks import Check, CheckPlan
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.commands import Caught
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, checks, gear

_PROTECTION = {"flash": "flash_protection", "gas": "gas_filter"}


def is_safe(context: RulesContext, caught: Caught, effect: str) -> bool:
    """Returns whether eyes, ears or breath are protected; machines have none. Source: CWN-42."""
    target = context.combatant(caught.target)
    if caught.protected or character.kind(target) == "drone":
        return True
    return bool(gear.rank(target, _PROTECTION[effect]))


def conceal(resolution: Resolution, who: CombatantId | None, caught: Sequence[Caught]) -> None:
    """Hides everybody in a cloud for a round. Source: CWN-42."""
    until = rounds_from_now(resolution.context, who, 1)
    for each in caught:
        resolution.add_condition(each.target, Condition(key="concealed", until=until))


def _until_end(context: RulesContext, rounds: int = 1) -> Expiry:
    return Expiry(round=max(context.state.round, 1) + rounds - 1)


def rounds_from_now(context: RulesContext, who: CombatantId | None, rounds: int) -> Expiry:
    """Returns the same moment so many rounds later: the start of the turn of who throws, or of the side that acts.

    So that it lasts as long for those who have acted in this round as for those who have not. Source: CWN-42.
    """
    state = context.state
    acting = [each for each in state.acting if not character.is_out(context.combatant(each))]
    whose = who if who in acting else next(iter(acting), None)
    if whose is None:
        return _until_end(context, rounds)
    return Expiry(round=state.round + rounds, edge="start", whose=whose)


def flash(
    resolution: Resolution, who: CombatantId | None, caught: Sequence[Caught]
) -> Rolling[tuple[str, ...]]:
    """A failed Physical save costs the next Main and 2 to hit and AC for 1d6 rounds; it does not add up.

    ``who`` throws it, None: nobody. Returns who is blinded for how long, in words. Source: CWN-42.
    """
    context = resolution.context
    seeing = [each for each in caught if can_be_flashed(context, each)]
    plans = [checks.save_plan(context, each.target, "physical", plus=each.gm) for each in seeing]
    results = yield from engine_checks.roll_together(resolution, plans, checks.saves)
    failed = [
        context.combatant(each.target)
        for each, result in zip(seeing, results, strict=True)
        if not _saves(resolution, each.target, result)
    ]
    sides = context.number(mechanics.FLASH_SIDES)
    rounds = yield from totals(
        *(request(context, "flash_rounds", target.id, sides=sides) for target in failed)
    )
    for target, count in zip(failed, rounds, strict=True):
        _dazzle(resolution, who, target, count)
    return tuple(
        context.texts.text_of("cwn.blast.flashed", target=target.name, rounds=count)
        for target, count in zip(failed, rounds, strict=True)
    )


def _saves(resolution: Resolution, who: CombatantId, result: Check[CheckPlan]) -> bool:
    """Records a save against a flash; one that succeeds protects for this round."""
    values: dict[str, Value] = {"save": result.total, "target": result.plan.target or 0}
    values |= {"saved": result.is_success, **checks.save_values(result.plan)}
    resolution.record(ev.Resolved(what="flash", target=who, values=values))
    if result.is_success:
        guard = Condition(key="flash_guard", until=_until_end(resolution.context))
        resolution.add_condition(who, guard)
    return result.is_success


def can_be_flashed(context: RulesContext, caught: Caught) -> bool:
    """Returns whether a flash asks for a save: of open eyes that are up and not dazzled yet. Source: CWN-42."""
    target = context.combatant(caught.target)
    if character.is_down(target) or is_safe(context, caught, "flash"):
        return False
    return not target.has("flash_guard") and not target.has("flashed")


def _dazzle(
    resolution: Resolution, thrower: CombatantId | None, target: Combatant, rounds: int
) -> None:
    """Takes the next Main: this round's if the target still has one, else the next one's; the surprised have none.

    Source: CWN-14, CWN-42.
    """
    context, who = resolution.context, target.id
    until = rounds_from_now(context, thrower, rounds)
    resolution.add_condition(who, Condition(key="flashed", until=until))
    has_main = action_budget.actions_left(target, "main") > 0
    can_use_it = character.can_act(target) and not action_budget.is_over(context.state, who)
    is_to_come = context.state.slots and can_use_it
    if has_main and action_budget.is_holding(context.state, target):
        action_budget.pay(resolution, who, "main")
    elif has_main and is_to_come:
        resolution.change_gauge(who, "main", 1)
    else:
        resolution.add_condition(who, Condition(key="dazzled"))
