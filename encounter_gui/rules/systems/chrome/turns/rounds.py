"""How a fight moves on: beginning, Speed Checks, slot after slot, round after round.

Source: CHR-22, CHR-25 to CHR-27, CHR-50.
"""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_with_round
from encounter_gui.rules.systems.chrome.combat import attacks
from encounter_gui.rules.systems.chrome.combat.attack_plan import is_stunned
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying, wounds
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import (
    action_budget,
    bolstering,
    character,
    checks,
    gear,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_test
from encounter_gui.rules.systems.chrome.sheet.checks import CheckResult
from encounter_gui.rules.systems.chrome.turns import order

LAST_ROUND_OF_SURPRISE = 1
"""Who is surprised before the first turn loses this whole round. Source: CHR-23."""


def step(course: Course) -> Rolling[Message]:
    """Moves the fight on by one step: begin, Speed Checks, next turn, next round. Source: CHR-22, CHR-25, CHR-26."""
    state = course.scene.state
    if state.stage != "running":
        return _begin(course)
    if not state.slots:
        return (yield from _first_order(course))
    _allow_step(course.scene)
    for combatant in course.scene.state.combatants.values():
        if attacks.is_frenzied(combatant):
            course.relieve(combatant.id, "frenzy")
    return (yield from _advance(course))


def _begin(course: Course) -> Message:
    """The fight begins; surprise is settled before the Speed Checks. Source: CHR-23, CHR-25."""
    state = course.scene.state
    if not state.combatants:
        raise refuse("chrome.nobody")
    course.happen(ev.StageSet(to="running"))
    if state.stage == "ended" and state.round:
        return say("chrome.log.resumed")
    course.happen(ev.RoundBegan(number=1))
    for combatant in state.combatants.values():
        require_unspent_turn(course, combatant)
    return say("chrome.log.begins")


def require_unspent_turn(course: Course, combatant: Combatant) -> None:
    """Nothing of an earlier fight counts: who acted when, what was used, who had found the courage."""
    for key in (order.INITIATIVE, bolstering.USED):
        course.remember(combatant.id, key, "")
    gutless = combatant.condition("gutless")
    if gutless is not None and gutless.count:
        course.afflict(combatant.id, "gutless")


def _first_order(course: Course) -> Rolling[Message]:
    if not any(
        not character.is_out(combatant) for combatant in course.scene.state.combatants.values()
    ):
        raise refuse("chrome.nobody_left")
    extras = yield from _speed_checks(course)
    _set_order(course, extras)
    yield from _to_next(course)
    return say("chrome.log.order", order=_order_text(course.scene), tail="")


def _set_order(course: Course, extras: tuple[CombatantId, ...]) -> None:
    course.happen(ev.OrderSet(slots=order.slots(course.scene, extras)))


def _speed_checks(course: Course) -> Rolling[tuple[CombatantId, ...]]:
    """Every Operator without a place makes a Speed Check, all at once; returns whose extra Major Action comes first.

    Source: CHR-17, CHR-18, CHR-23, CHR-25.
    """
    context = course.scene
    combatants = [
        combatant
        for combatant in context.state.combatants.values()
        if character.is_operator(combatant)
        and _takes_part(combatant)
        and order.rolled(combatant) is None
    ]
    plans = [
        plan_test(context, combatant, "speed", kinds=("initiative",)) for combatant in combatants
    ]
    results = yield from checks.roll_tests(course, plans, "speed")
    return tuple(result.plan.who for result in results if _placed(course, result))


def _takes_part(combatant: Combatant) -> bool:
    """Whether an Operator needs a place in the order: a Presence does, from before the fight or still to appear.

    Source: CHR-25, CHR-60.
    """
    is_ghost = character.is_dead(combatant) and (
        combatant.has("presence") or bool(combatant.memo.get(dying.DUE))
    )
    return not character.is_out(combatant) or (is_ghost and "left" not in combatant.flags)


def _placed(course: Course, result: CheckResult) -> bool:
    """Gives an Operator a place by the Speed Check; returns whether an extra Major Action comes of it.

    Source: CHR-25.
    """
    who = result.plan.who
    costs = course.scene.switch("chrome.initiativeStress")
    checks.settle(course, result, plain=None if costs else 0)
    is_before = result.is_success or gear.flagged(course.one(who), "acts_first") is not None
    word = "before" if is_before else "after"
    course.remember(who, order.INITIATIVE, f"{word} {result.counted}")
    course.fact("initiative", who, roll=result.roll, before=is_before, outcome=result.outcome)
    if result.is_fumble:
        course.afflict(who, "slow_start")
    return result.is_critical and not is_stunned(course.scene, course.one(who))


def _allow_step(context: RulesContext) -> None:
    """Nobody moves on while somebody frenzied has still to attack, and can. Source: CHR-63."""
    for combatant in context.state.combatants.values():
        if attacks.is_frenzied(combatant) and attacks.can_rage(context, combatant):
            raise refuse("chrome.frenzy_waits", rule="CHR-63", who=combatant.name)


def _advance(course: Course) -> Rolling[Message]:
    """Ends the acting slot and begins the next in which somebody can act. Source: CHR-26, CHR-27, CHR-50."""
    if course.scene.state.group >= 0:
        yield from _end_group(course, course.scene.state.group)
    if (yield from _to_next(course)):
        return say("chrome.log.acts", who=_acting(course.scene), tail="")
    yield from _next_round(course)
    return say(
        "chrome.log.round",
        round=course.scene.state.round,
        who=_acting(course.scene) or "–",
        tail="",
    )


def _to_next(course: Course) -> Rolling[bool]:
    """Moves on to the next group with somebody in it who can act, passing over the others; False: there is none."""
    while True:
        state = course.scene.state
        group = min((slot.group for slot in state.slots if slot.group > state.group), default=None)
        if group is None:
            return False
        course.happen(ev.TurnMoved(group=group))
        _begin_group(course, group)
        if any(character.can_act(course.one(who)) for who in course.scene.state.acting):
            return True
        yield from _end_group(course, group)


def _begin_group(course: Course, group: int) -> None:
    """A slot begins: actions to spend, and a lost turn counts as being lost now. Source: CHR-23, CHR-28, CHR-38."""
    for slot in _of(course.scene, group):
        if not slot.lane:
            _hold_back(course, slot.who)
        action_budget.begin_turn(course, slot.who, is_extra=bool(slot.lane))


def _hold_back(course: Course, who: CombatantId) -> None:
    for key in character.HELD_BACK:
        known = course.one(who).condition(key)
        if known is not None and known.until is None:
            course.happen(ev.ConditionAdded(who=who, condition=replace(known, count=1)))


def _end_group(course: Course, group: int) -> Rolling[None]:
    """A slot ends, or was passed over: lost turns are over, harm ticks, a Presence appears. Source: CHR-50, CHR-60."""
    for slot in _of(course.scene, group):
        action_budget.end_turn(course, slot.who)
        if slot.lane:
            continue
        for key in character.HELD_BACK:
            known = course.one(slot.who).condition(key)
            if known is not None and known.count == 1:
                course.relieve(slot.who, key)
        yield from wounds.tick(course, slot.who)
        _appear(course, slot.who)


def _appear(course: Course, who: CombatantId) -> None:
    """A Presence appears at the end of what would have been the next turn. Source: CHR-60."""
    combatant = course.one(who)
    due = combatant.memo_text(dying.DUE)
    if not due or int(due) > course.scene.state.round or not character.is_dead(combatant):
        return
    dying.appear(course, who)


def _of(context: RulesContext, group: int) -> tuple[Slot, ...]:
    return tuple(
        slot
        for slot in context.state.slots
        if slot.group == group and slot.who in context.state.combatants
    )


def _next_round(course: Course) -> Rolling[None]:
    """A round ends and the next begins, in the same order unless the house rules roll again.

    Source: CHR-22, CHR-25, CHR-57.
    """
    ending = ended_with_round(course.scene.state)
    for event in ending:
        if isinstance(event, ev.ConditionRemoved) and event.key in character.COLD:
            dying.came_to(course, event.who)
            course.then(say("chrome.then.wakes", who=course.one(event.who).name))
    course.happen(*ending)
    before = course.scene.state.slots
    number = course.scene.state.round + 1
    for combatant in course.scene.state.combatants.values():
        course.remember(combatant.id, bolstering.USED, "")
        if course.scene.switch("chrome.rerollInitiativeEachRound") and not character.is_out(
            combatant
        ):
            course.remember(combatant.id, order.INITIATIVE, "")
    extras = yield from _speed_checks(course)
    slots = order.slots(course.scene, extras)
    course.happen(ev.RoundBegan(number=number), ev.OrderSet(slots=slots or before))
    yield from _to_next(course)


def finish(course: Course) -> Rolling[Message]:
    """Ends the fight, and with it the scene. Source: CHR-63."""
    yield from ()
    context = course.scene
    if context.state.stage != "running":
        raise refuse("rules.not_running")
    passing = {each.key for each in context.ruleset.conditions if each.lasts == "scene"}
    passing |= {"surprised", "shocked", "exposed", "frenzy", "slow_start", "distracted", "goaded"}
    for combatant in context.state.combatants.values():
        course.relieve(
            combatant.id, *(each.key for each in combatant.conditions if each.key in passing)
        )
        course.remember(combatant.id, "unnoticed", "")
        course.remember(combatant.id, bolstering.USED, "")
        course.set_gauge(combatant.id, character.MAJORS, 0)
    course.happen(ev.StageSet(to="ended"))
    return say("rules.log.finished")


def _acting(context: RulesContext) -> str:
    able = (context.combatant(who) for who in context.state.acting)
    return ", ".join(combatant.name for combatant in able if character.can_act(combatant))


def _order_text(context: RulesContext) -> str:
    return ", ".join(
        context.combatant(slot.who).name for slot in context.state.slots if not slot.lane
    )
