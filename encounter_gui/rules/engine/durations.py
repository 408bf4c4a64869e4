"""How long conditions last, and which end when."""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import (
    Condition,
    Duration,
    DurationKind,
    Expiry,
    Slot,
)
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef, TimeUnits

LONGEST = 999
"""More units than this are a slip of the finger."""

_COUNTED: dict[str, DurationKind] = {"round": "round", "phase": "phase", "turn": "turn"}
"""The words of a game for its time that are units of durations; any other counts as a round."""
_SECONDS_A_MINUTE = 60

# ---- the units of a game


def units(time: TimeUnits) -> dict[DurationKind, int]:
    """Returns what a game counts durations in, shortest first, each with how many rounds of the encounter it is.

    A unit the game has no word for is missing: phases where a round has no parts.
    """
    found: dict[DurationKind, int] = {_COUNTED.get(time.round, "round"): 1}
    if time.whole in _COUNTED:
        found[_COUNTED[time.whole]] = max(time.parts, 1)
    found["minute"] = max(_SECONDS_A_MINUTE // max(time.seconds, 1), 1)
    return found


def usual_unit(time: TimeUnits) -> DurationKind:
    """Returns the unit a bare number is in: rounds, in a game without them what it counts instead."""
    return "round" if "round" in units(time) else next(iter(units(time)))


def kinds(time: TimeUnits) -> tuple[DurationKind, ...]:
    """Returns the kinds of duration that mean something in a game."""
    return (
        "as_ruled",
        *units(time),
        "turn_start",
        "turn_end",
        "save_ends",
        "scene",
        "permanent",
    )


# ---- from what is said to when it ends

Edge = Literal["start", "end"]

IsTurn = Callable[[Slot], bool]
"""Whether a slot is a turn of its combatant, and not an action beside it."""


def as_ruled(
    context: RulesContext, known: ConditionDef, rounds: int | None = None
) -> Expiry | None:
    """Returns when a condition put on now ends: after so many rounds, the ruleset's own, or never by itself."""
    counted = rounds if rounds is not None else known.rounds
    if counted:
        return Expiry(round=_now(context.state) + counted - 1)
    if known.lasts == "round":
        return Expiry(round=_now(context.state))
    return None


def with_ruled_end(context: RulesContext, condition: Condition) -> Condition:
    """Returns a condition with the end that the ruleset gives it from now on; one that was set or said stays."""
    known = context.ruleset.condition(condition.key)
    if known is None or condition.until is not None or duration_text(condition) is not None:
        return condition
    until = as_ruled(context, known)
    return condition if until is None else replace(condition, until=until)


def expiry(
    context: RulesContext, duration: Duration, bearer: CombatantId, is_turn: IsTurn
) -> Expiry | None:
    """Returns when a condition put on now for a duration ends; None: never by the clock.

    Raises:
        RuleError: the game does not count in this unit, the count makes no sense, or there is no such turn.
    """
    match duration.kind:
        case "as_ruled" | "save_ends" | "scene" | "permanent":
            return None
        case "turn_start" | "turn_end":
            return _at_turn(context, duration, bearer, is_turn)
        case "round" | "phase" | "turn" | "minute":
            known = units(context.ruleset.time)
            if duration.kind not in known:
                raise refuse(
                    "rules.no_such_unit",
                    unit=context.texts.text_of(f"rules.unit.{duration.kind}"),
                    game=context.ruleset.name,
                )
            if not 1 <= duration.count <= LONGEST:
                raise refuse("rules.bad_duration", most=LONGEST)
            return Expiry(round=_now(context.state) + duration.count * known[duration.kind] - 1)


def _now(state: EncounterState) -> int:
    return max(state.round, 1)


def _at_turn(
    context: RulesContext, duration: Duration, bearer: CombatantId, is_turn: IsTurn
) -> Expiry:
    state = context.state
    combatant = context.known_combatant(duration.whose or bearer)
    edge: Edge = "start" if duration.kind == "turn_start" else "end"
    if not (edge == "start") <= duration.count <= LONGEST:
        raise refuse("rules.bad_duration", most=LONGEST)
    if duration.count == 0:
        slot = next((each for each in state.slots if _is_now(state, each, combatant.id)), None)
        if slot is None:
            raise refuse("rules.not_its_turn_now", who=combatant.name)
        return Expiry(round=_now(state), edge="end", whose=combatant.id, lane=slot.lane)
    coming = _coming_turns(state, combatant.id, is_turn)
    if duration.count <= len(coming):
        slot = coming[duration.count - 1]
        return Expiry(round=_now(state), edge=edge, whose=combatant.id, lane=slot.lane)
    later = duration.count - len(coming)
    return Expiry(round=_now(state) + later, edge=edge, whose=combatant.id)


def _is_now(state: EncounterState, slot: Slot, who: CombatantId) -> bool:
    return slot.who == who and slot.group == state.group


def _coming_turns(state: EncounterState, who: CombatantId, is_turn: IsTurn) -> Sequence[Slot]:
    """Returns the turns a combatant has still to begin in this round; before the order is known, one."""
    if not state.slots:
        return (Slot(who=who, score=0, group=0),)
    mine = [
        each
        for each in state.slots
        if each.who == who and (each.group > state.group or state.waits(each)) and is_turn(each)
    ]
    return sorted(mine, key=lambda each: each.group)


# ---- what ends


def ended_with_round(state: EncounterState) -> tuple[ev.ConditionRemoved, ...]:
    """Returns the ends of the conditions that do not outlast the current round, whoever's turn they wait for."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=each.key)
        for combatant in state.combatants.values()
        for each in combatant.conditions
        if each.until is not None and each.until.round <= state.round
    )


def ended_at_turns(
    state: EncounterState, slots: Sequence[Slot], edge: Edge
) -> tuple[ev.ConditionRemoved, ...]:
    """Returns the ends of the conditions that last to the start or end of these turns in the current round."""
    lanes = {slot.who: slot.lane for slot in slots}
    ended: dict[CombatantId, list[ev.ConditionRemoved]] = {who: [] for who in lanes}
    for combatant in state.combatants.values():
        for each in combatant.conditions:
            until = each.until
            if until is None or until.edge != edge or until.whose is None:
                continue
            lane = lanes.get(until.whose)
            if lane is not None and (until.round, until.lane) <= (state.round, lane):
                ended[until.whose].append(ev.ConditionRemoved(who=combatant.id, key=each.key))
    return tuple(event for events in ended.values() for event in events)


def rounds_left(state: EncounterState, condition: Condition) -> int | None:
    """Returns how many rounds a condition still lasts, the current one counted; None: nobody knows."""
    if condition.until is None:
        return None
    return max(condition.until.round - _now(state) + 1, 0)


def duration_text(condition: Condition) -> Duration | None:
    """Returns how long the game master has said that a condition lasts; None: the rules say it."""
    duration = condition.duration
    return None if duration is None or duration.kind == "as_ruled" else duration


def not_shortened(before: Condition | None, condition: Condition) -> Condition:
    """Returns a condition the rules put on, with the end of the one that was there if that was said and is later."""
    if before is None or duration_text(before) is None or condition.duration is not None:
        return condition
    if condition.until and before.until and _is_later(condition.until, before.until):
        return condition
    return replace(condition, until=before.until, duration=before.duration, note=before.note)


def _is_later(one: Expiry, other: Expiry) -> bool:
    """Returns whether something ends in a later round, or with the round in which the other ends at a turn."""
    return (one.round, one.whose is None) > (other.round, other.whose is None)


def with_duration(
    context: RulesContext,
    known: ConditionDef,
    condition: Condition,
    duration: Duration,
    bearer: CombatantId,
    is_turn: IsTurn,
) -> Condition:
    """Returns a condition that lasts from now as long as is said.

    Raises:
        RuleError: this game knows no such duration.
    """
    if duration.kind == "as_ruled":
        return replace(condition, until=as_ruled(context, known), duration=None)
    until = expiry(context, duration, bearer, is_turn)
    if duration.kind in ("turn_start", "turn_end"):
        duration = replace(duration, whose=duration.whose or bearer)
    return replace(condition, until=until, duration=duration)
