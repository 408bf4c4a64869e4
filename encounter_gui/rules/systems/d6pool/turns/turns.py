"""Turns and their order: initiative, ties, what a turn begins and ends with. Source: D6P-13 to D6P-16."""

from collections.abc import Generator, Iterable
from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_with_round
from encounter_gui.rules.model import items
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.harm.wounds import consequences, health_loss
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns.action_budget import (
    ACTION_GAUGES,
    TURN_GAUGES,
    takes_part,
)


def step(context: RulesContext) -> Procedure:
    """Moves the fight on by one step: begin, order, next group, next turn. Source: D6P-13, D6P-15, D6P-16."""
    if context.state.stage != "running":
        return _begin(context)
    if not context.state.slots:
        return _order(context)
    return _advance(context)


def _begin(context: RulesContext) -> Procedure:
    if not context.state.combatants:
        raise refuse("d6pool.nobody")
    if context.state.stage == "ended" and context.state.round:
        return Outcome(label=say("d6pool.log.resumed"), events=(ev.StageSet(to="running"),))
    yield from ()
    events = (ev.StageSet(to="running"), *_turn_events(context, 1))
    return Outcome(label=say("d6pool.log.turn", turn=1), events=events)


def _order(context: RulesContext) -> Procedure:
    able = [
        combatant
        for combatant in context.state.combatants.values()
        if not character.is_out(combatant)
    ]
    able = [combatant for combatant in able if not combatant.has("awake_weak")]
    if not able:
        return _next_turn(context, ())
    totals = yield from initiative(context, able)
    slots = in_order(totals)
    facts = [
        ev.Resolved(what="initiative", who=who, values={"total": total})
        for who, total in totals.items()
    ]
    events = (*facts, ev.OrderSet(slots=slots), *to_group(slots, 0))
    return Outcome(
        label=say("d6pool.log.order", order=_order_text(context, slots)),
        events=events,
        reasons=tuple(_initiative_reason(context, who, total) for who, total in totals.items()),
    )


def initiative(
    context: RulesContext, able: Iterable[Combatant]
) -> Generator[Ask, Answer, dict[CombatantId, int]]:
    """Asks for everybody's initiative at once and returns the totals by combatant. Source: D6P-15, D6P-08."""
    able = tuple(able)
    request = tuple(
        RollRequest(
            key="initiative", label=say("d6pool.roll.initiative"), who=combatant.id, count=1
        )
        for combatant in able
    )
    answer = yield request
    rolls = answer if isinstance(answer, tuple) else ()
    return {
        combatant.id: int(
            mechanics.initiative(
                roll.total,
                character.level(context, combatant, "dexterity"),
                items.number(combatant.sheet.get("reflex")),
            )
        )
        for combatant, roll in zip(able, rolls, strict=True)
    }


def in_order(totals: dict[CombatantId, int]) -> tuple[Slot, ...]:
    """Returns the slots of a turn: by total, equal ones together, then the second actions likewise.

    Source: D6P-15, D6P-16.
    """
    slots: list[Slot] = []
    group = -1
    for lane in (0, 1):
        last: int | None = None
        for who, total in sorted(totals.items(), key=lambda each: -each[1]):
            if lane and not mechanics.acts_twice(total):
                continue
            group += total != last
            last = total
            slots.append(Slot(who=who, score=total, group=group, lane=lane))
    return tuple(slots)


def to_group(slots: tuple[Slot, ...], group: int) -> tuple[ev.Event, ...]:
    """Returns the events that give a group the turn, each of its members with a whole action."""
    events: list[ev.Event] = [ev.TurnMoved(group=group)]
    for slot in slots:
        if slot.group == group:
            events += [ev.GaugeSet(who=slot.who, gauge=gauge, to=0) for gauge in ACTION_GAUGES]
            events += [ev.MemoSet(who=slot.who, key=key, value="") for key in ("using", "hero")]
    return tuple(events)


def release(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the events that let the waiting results of a tie take effect together. Source: D6P-15."""
    if not context.state.held:
        return ()
    waiting = tuple(event for held in context.state.held for event in held.events)
    return (ev.HeldReleased(), *waiting, *consequences(context, waiting))


def apply_held(context: RulesContext) -> Procedure:
    """Lets the waiting results take effect now. Source: D6P-15."""
    yield from ()
    if not context.state.held:
        raise refuse("d6pool.nothing_waits", rule="D6P-15")
    return Outcome(
        label=say("d6pool.log.applied", results=len(context.state.held)),
        events=release(context),
        reasons=(Reason(text=say("d6pool.why.tie"), rule="D6P-15"),),
    )


def finish(context: RulesContext) -> Procedure:
    """Ends the fight; what still waits takes effect first. Source: D6P-15."""
    yield from ()
    if context.state.stage != "running":
        raise refuse("rules.not_running")
    events = (*release(context), ev.StageSet(to="ended"))
    return Outcome(label=say("rules.log.finished"), events=events)


def without(context: RulesContext, outcome: Outcome) -> Outcome:
    """Returns what removing somebody comes to: where nobody is left to wait for, results wait no longer.

    Source: D6P-15.
    """
    after = replace(context, state=fold(context.state, outcome.events))
    if not after.state.held or len(after.state.acting) > 1:
        return outcome
    return replace(outcome, events=(*outcome.events, *release(after)))


def _advance(context: RulesContext) -> Procedure:
    yield from ()
    for who in context.state.acting:
        if context.combatant(who).has("in_air"):
            raise refuse("d6pool.blast_waits", rule="D6P-40", who=context.combatant(who).name)
    settled = release(context)
    after = fold(context.state, settled)
    group = next_group(after)
    if group is not None:
        names = ", ".join(
            after.combatants[slot.who].name
            for slot in after.slots
            if slot.group == group and takes_part(after.combatants[slot.who], slot)
        )
        events = (*settled, *to_group(after.slots, group))
        return Outcome(label=say("d6pool.log.acts", who=names), events=events)
    return _next_turn(replace(context, state=after), settled)


def next_group(state: EncounterState) -> int | None:
    """Returns the next group in which somebody has something to do; None: the turn is over. Source: D6P-16."""
    groups = (
        slot.group
        for slot in state.slots
        if slot.group > state.group and takes_part(state.combatants[slot.who], slot)
    )
    return min(groups, default=None)


def _next_turn(context: RulesContext, settled: tuple[ev.Event, ...]) -> Outcome:
    ending = (*ended_with_round(context.state), *_bleeding(context))
    after = replace(context, state=fold(context.state, ending))
    number = context.state.round + 1
    return Outcome(
        label=say("d6pool.log.turn", turn=number),
        events=(*settled, *ending, *_turn_events(after, number)),
    )


def _bleeding(context: RulesContext) -> tuple[ev.Event, ...]:
    """One wound a minute, every twelve turns from the hit. Source: D6P-43, D6P-13."""
    events: list[ev.Event] = []
    for combatant in context.state.combatants.values():
        bleeding = combatant.condition("bleeding")
        if bleeding is None or bleeding.count is None or bleeding.count > context.state.round:
            continue
        due = replace(bleeding, count=bleeding.count + mechanics.TURNS_A_MINUTE)
        lost = health_loss(combatant, 1)
        events += [ev.ConditionAdded(who=combatant.id, condition=due), lost]
        events.append(ev.Resolved(what="bleeding", who=combatant.id, values={"wounds": 1}))
        events += consequences(context, (lost,), is_hit=False)
    return tuple(events)


def _turn_events(context: RulesContext, number: int) -> tuple[ev.Event, ...]:
    """A turn begins: dodge dice renewed, nothing done yet. Source: D6P-13, D6P-31."""
    events: list[ev.Event] = [ev.RoundBegan(number=number)]
    for combatant in context.state.combatants.values():
        events += turn_of(context, combatant)
    return tuple(events)


def turn_of(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns what a turn begins with for one combatant. Source: D6P-31, D6P-14."""
    spent = [
        ev.GaugeSet(who=combatant.id, gauge=gauge, to=0)
        for gauge in (*ACTION_GAUGES, *TURN_GAUGES)
        if combatant.gauges.get(gauge)
    ]
    dodge = character.dodge_pool(context, combatant)
    events: list[ev.Event] = list(spent)
    if combatant.gauges.get(character.DODGE) != dodge:
        events.append(ev.GaugeSet(who=combatant.id, gauge=character.DODGE, to=dodge))
    events += [
        ev.MemoSet(who=combatant.id, key=key, value="")
        for key in ("intent", "using", "hero")
        if key in combatant.memo
    ]
    return tuple(events)


def _order_text(context: RulesContext, slots: tuple[Slot, ...]) -> str:
    return ", ".join(
        f"{context.combatant(slot.who).name} {slot.score}" for slot in slots if not slot.lane
    )


def _initiative_reason(context: RulesContext, who: CombatantId, total: int) -> Reason:
    combatant = context.combatant(who)
    dexterity = character.level(context, combatant, "dexterity")
    reflex = items.number(combatant.sheet.get("reflex"))
    return Reason(
        text=say(
            "d6pool.why.initiative",
            who=combatant.name,
            die=total - dexterity - reflex,
            dexterity=dexterity,
            reflex=reflex,
            total=total,
        ),
        rule="D6P-15",
    )
