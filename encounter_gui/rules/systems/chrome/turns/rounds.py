"""How a fight moves on: beginning, Speed Checks, slot after slot, round after round.

Source: CHR-22, CHR-25 to CHR-27, CHR-50.
"""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Slot
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_with_round
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome.combat import frenzy
from encounter_gui.rules.systems.chrome.combat.attack_plan import is_stunned
from encounter_gui.rules.systems.chrome.harm import dying, wounds
from encounter_gui.rules.systems.chrome.sheet import (
    action_budget,
    bolstering,
    character,
    checks,
    gear,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check
from encounter_gui.rules.systems.chrome.sheet.checks import CheckResult
from encounter_gui.rules.systems.chrome.turns import order

LAST_ROUND_OF_SURPRISE = 1
"""Who is surprised before the first turn loses this whole round. Source: CHR-23."""


def step(resolution: Resolution, command: ask.Next) -> Rolling[Message]:  # noqa: ARG001 - a handler
    """Moves the fight on by one step: begin, Speed Checks, next turn, next round. Source: CHR-22, CHR-25, CHR-26."""
    state = resolution.context.state
    if state.stage != "running":
        return _begin(resolution)
    if not state.slots:
        return (yield from _first_order(resolution))
    frenzy.require_no_frenzy(resolution.context)
    for combatant in resolution.context.state.combatants.values():
        if frenzy.is_frenzied(combatant):
            frenzy.end_frenzy(resolution, combatant.id)
    return (yield from _advance(resolution))


def _begin(resolution: Resolution) -> Message:
    """Begins the fight; surprise is settled before the Speed Checks. Source: CHR-23, CHR-25."""
    state = resolution.context.state
    if not state.combatants:
        raise refuse("chrome.nobody")
    resolution.record(ev.StageSet(to="running"))
    if state.stage == "ended" and state.round:
        return say("chrome.log.resumed")
    resolution.record(ev.RoundBegan(number=1))
    for combatant in state.combatants.values():
        forget_fight(resolution, combatant)
    return say("chrome.log.begins")


def forget_fight(resolution: Resolution, combatant: Combatant) -> None:
    """Forgets what was true of a combatant in an earlier fight: order, abilities used, courage found."""
    for key in (order.INITIATIVE, bolstering.USED):
        resolution.set_record(combatant.id, key, "")
    gutless = combatant.condition("gutless")
    if gutless is not None and gutless.count:
        resolution.add_condition(combatant.id, Condition(key="gutless"))


def _first_order(resolution: Resolution) -> Rolling[Message]:
    if not any(
        not character.is_out(combatant)
        for combatant in resolution.context.state.combatants.values()
    ):
        raise refuse("chrome.nobody_left")
    extras = yield from _speed_checks(resolution)
    _set_order(resolution, extras)
    _to_next(resolution)
    return say("chrome.log.order", order=_order_text(resolution.context), tail="")


def _set_order(resolution: Resolution, extras: tuple[CombatantId, ...]) -> None:
    resolution.record(ev.OrderSet(slots=order.slots(resolution.context, extras)))


def _speed_checks(resolution: Resolution) -> Rolling[tuple[CombatantId, ...]]:
    """Every Operator without a place makes a Speed Check, all at once; returns whose extra Major Action comes first.

    Source: CHR-17, CHR-18, CHR-23, CHR-25.
    """
    context = resolution.context
    combatants = [
        combatant
        for combatant in context.state.combatants.values()
        if character.is_operator(combatant)
        and _takes_part(combatant)
        and order.rolled(combatant) is None
    ]
    plans = [
        plan_check(context, combatant, "speed", kinds=("initiative",)) for combatant in combatants
    ]
    results = yield from checks.roll_checks(resolution, plans, "speed")
    return tuple(result.plan.who for result in results if _place(resolution, result))


def _takes_part(combatant: Combatant) -> bool:
    """Whether an Operator needs a place in the order: a Presence does, from before the fight or still to appear.

    Source: CHR-25, CHR-60.
    """
    is_ghost = character.is_presence(combatant) or dying.presence_round(combatant) is not None
    return not character.is_out(combatant) or (is_ghost and "left" not in combatant.flags)


def _place(resolution: Resolution, result: CheckResult) -> bool:
    """Gives an Operator a place by the Speed Check; returns whether an extra Major Action comes of it.

    Source: CHR-25.
    """
    who = result.plan.who
    costs = resolution.context.switch("chrome.initiativeStress")
    checks.apply_result(resolution, result, plain=None if costs else 0)
    is_before = (
        result.is_success or gear.flagged(resolution.combatant(who), "acts_first") is not None
    )
    word = "before" if is_before else "after"
    resolution.set_record(who, order.INITIATIVE, f"{word} {result.counted}")
    resolution.fact("initiative", who, roll=result.roll, before=is_before, outcome=result.outcome)
    if result.is_fumble:
        resolution.add_condition(who, Condition(key="slow_start"))
    return result.is_critical and not is_stunned(resolution.context, resolution.combatant(who))


def _advance(resolution: Resolution) -> Rolling[Message]:
    """Ends the acting slot and begins the next in which somebody can act. Source: CHR-26, CHR-27, CHR-50."""
    if resolution.context.state.group >= 0:
        _end_group(resolution, resolution.context.state.group)
    if _to_next(resolution):
        return say("chrome.log.acts", who=_acting(resolution.context), tail="")
    yield from _next_round(resolution)
    return say(
        "chrome.log.round",
        round=resolution.context.state.round,
        who=_acting(resolution.context) or "–",
        tail="",
    )


def _to_next(resolution: Resolution) -> bool:
    """Moves on to the next group in which somebody can act, passing over the others; returns whether there is one."""
    while True:
        state = resolution.context.state
        group = min((slot.group for slot in state.slots if slot.group > state.group), default=None)
        if group is None:
            return False
        resolution.record(ev.TurnMoved(group=group))
        _begin_group(resolution, group)
        if any(
            character.can_act(resolution.combatant(who)) for who in resolution.context.state.acting
        ):
            return True
        _end_group(resolution, group)


def _begin_group(resolution: Resolution, group: int) -> None:
    """Begins a group of slots: gives actions, marks lost turns as being lost. Source: CHR-23, CHR-28, CHR-38."""
    for slot in _of(resolution.context, group):
        if not slot.lane:
            _hold_back(resolution, slot.who)
        action_budget.begin_turn(resolution, slot.who, is_extra=bool(slot.lane))


def _hold_back(resolution: Resolution, who: CombatantId) -> None:
    for key in character.HELD_BACK:
        known = resolution.combatant(who).condition(key)
        if known is not None and known.until is None:
            resolution.record(ev.ConditionAdded(who=who, condition=replace(known, count=1)))


def _end_group(resolution: Resolution, group: int) -> None:
    """Ends a group of slots: lost turns are over, harm ticks, a Presence appears. Source: CHR-50, CHR-60."""
    for slot in _of(resolution.context, group):
        action_budget.end_turn(resolution, slot.who)
        if slot.lane:
            continue
        for key in character.HELD_BACK:
            known = resolution.combatant(slot.who).condition(key)
            if known is not None and known.count == 1:
                resolution.remove_conditions(slot.who, key)
        wounds.tick(resolution, slot.who)
        _appear(resolution, slot.who)


def _appear(resolution: Resolution, who: CombatantId) -> None:
    """Makes a Presence appear at the end of what would have been the next turn. Source: CHR-60."""
    combatant = resolution.combatant(who)
    due = dying.presence_round(combatant)
    if due is not None and due <= resolution.context.state.round:
        dying.appear(resolution, who)


def _of(context: RulesContext, group: int) -> tuple[Slot, ...]:
    return tuple(
        slot
        for slot in context.state.slots
        if slot.group == group and slot.who in context.state.combatants
    )


def _next_round(resolution: Resolution) -> Rolling[None]:
    """A round ends and the next begins, in the same order unless the house rules roll again.

    Source: CHR-22, CHR-25, CHR-57.
    """
    ending = ended_with_round(resolution.context.state)
    for event in ending:
        if isinstance(event, ev.ConditionRemoved) and event.key in character.COLD:
            resolution.add_text("chrome.then.wakes", who=resolution.combatant(event.who).name)
    resolution.record(*ending)
    before = resolution.context.state.slots
    number = resolution.context.state.round + 1
    for combatant in resolution.context.state.combatants.values():
        resolution.set_record(combatant.id, bolstering.USED, "")
        if resolution.context.switch("chrome.rerollInitiativeEachRound") and not character.is_out(
            combatant
        ):
            resolution.set_record(combatant.id, order.INITIATIVE, "")
    extras = yield from _speed_checks(resolution)
    slots = order.slots(resolution.context, extras)
    resolution.record(ev.RoundBegan(number=number), ev.OrderSet(slots=slots or before))
    _to_next(resolution)


def finish(resolution: Resolution, command: ask.Finish) -> Rolling[Message]:  # noqa: ARG001 - a handler
    """Ends the fight, and with it the scene. Source: CHR-63."""
    yield from ()
    context = resolution.context
    if context.state.stage != "running":
        raise refuse("rules.not_running")
    passing = {each.key for each in context.ruleset.conditions if each.lasts == "scene"}
    passing |= {"surprised", "shocked", "exposed", "frenzy", "slow_start", "distracted", "goaded"}
    for combatant in context.state.combatants.values():
        resolution.remove_conditions(
            combatant.id, *(each.key for each in combatant.conditions if each.key in passing)
        )
        resolution.set_record(combatant.id, "unnoticed", "")
        resolution.set_record(combatant.id, bolstering.USED, "")
        resolution.set_gauge(combatant.id, character.MAJORS, 0)
    resolution.record(ev.StageSet(to="ended"))
    return say("rules.log.finished")


def _acting(context: RulesContext) -> str:
    able = (context.combatant(who) for who in context.state.acting)
    return ", ".join(combatant.name for combatant in able if character.can_act(combatant))


def _order_text(context: RulesContext) -> str:
    return ", ".join(
        context.combatant(slot.who).name for slot in context.state.slots if not slot.lane
    )
