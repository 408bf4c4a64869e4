"""How long conditions last, and which end when."""

from collections.abc import Callable, Mapping, Sequence
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
    EncounterStatus,
    Expiry,
    Slot,
)
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef, TimeUnits

LONGEST = 999
"""More units than this are a slip of the finger."""

_COUNTED: dict[str, DurationKind] = {"round": "round", "phase": "phase", "turn": "turn"}
"""The words of a game for its time that are units of durations; any other counts as a round."""
_SECONDS: dict[DurationKind, int] = {"minute": 60, "hour": 3_600, "day": 86_400}

# ---- the units of a game


def units(time: TimeUnits) -> dict[DurationKind, int]:
    """Returns what a game counts durations in, shortest first, each with how many rounds of the encounter it is.

    A unit the game has no word for is missing: phases where a round has no parts.
    """
    found: dict[DurationKind, int] = {_COUNTED.get(time.round, "round"): 1}
    if time.whole in _COUNTED:
        found[_COUNTED[time.whole]] = max(time.parts, 1)
    for unit, seconds in _SECONDS.items():
        found[unit] = max(seconds // max(time.seconds, 1), 1)
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
    if context.state.stage in _BY_CLOCK:
        counted = counted or (1 if known.lasts == "round" else 0)
        return _by_clock(context, counted) if counted else None
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
        case "turn_start" | "turn_end" if context.state.stage in _BY_CLOCK:
            return _by_clock(context, _counted_turns(duration))
        case "turn_start" | "turn_end":
            return _at_turn(context, duration, bearer, is_turn)
        case "round" | "phase" | "turn" | "minute" | "hour" | "day":
            known = units(context.ruleset.time)
            if duration.kind not in known:
                raise refuse(
                    "rules.no_such_unit",
                    unit=context.texts.text_of(f"rules.unit.{duration.kind}"),
                    game=context.ruleset.name,
                )
            if not 1 <= duration.count <= LONGEST:
                raise refuse("rules.bad_duration", most=LONGEST)
            count = duration.count * known[duration.kind]
            if context.state.stage in _BY_CLOCK:
                return _by_clock(context, count)
            return Expiry(round=_now(context.state) + count - 1)


_BY_CLOCK: tuple[EncounterStatus, ...] = ("ended", "between")
"""Where no rounds are played any more: what lasts ends by the campaign's clock."""


def _by_clock(context: RulesContext, rounds: int) -> Expiry:
    return Expiry(at=context.state.clock + rounds * max(context.ruleset.time.seconds, 1))


def _now(state: EncounterState) -> int:
    return max(state.round, 1)


def _at_turn(
    context: RulesContext, duration: Duration, bearer: CombatantId, is_turn: IsTurn
) -> Expiry:
    state = context.state
    combatant = context.known_combatant(duration.whose or bearer)
    edge: Edge = "start" if duration.kind == "turn_start" else "end"
    _counted_turns(duration)
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


def _counted_turns(duration: Duration) -> int:
    """Returns after how many turns something ends, the one that is on counted as one.

    Raises:
        RuleError: the count makes no sense.
    """
    if not (duration.kind == "turn_start") <= duration.count <= LONGEST:
        raise refuse("rules.bad_duration", most=LONGEST)
    return max(duration.count, 1)


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


End = ev.ConditionRemoved | ev.AreaRemoved
"""The end of a condition, or of an area of the plan."""


def ended_with_round(state: EncounterState, time: TimeUnits) -> tuple[End, ...]:
    """Returns the ends of the conditions and areas that do not outlast the current round, whoever's turn they wait for.

    Before the first round nothing ends by the campaign's clock: no time has passed.
    """
    now = state.clock + state.round * max(time.seconds, 1)
    conditions = tuple(
        ev.ConditionRemoved(who=combatant.id, key=each.key)
        for combatant in state.combatants.values()
        for each in combatant.conditions
        if each.until is not None and _is_over(each.until, state.round, now)
    )
    areas = state.plan.areas if state.plan else ()
    return (
        *conditions,
        *(
            ev.AreaRemoved(key=each.key)
            for each in areas
            if each.until is not None and _is_over(each.until, state.round, now)
        ),
    )


def _is_over(until: Expiry, round_: int, now: int) -> bool:
    return until.round <= round_ if until.at is None else until.at <= now


def ended_at_turns(state: EncounterState, slots: Sequence[Slot], edge: Edge) -> tuple[End, ...]:
    """Returns the ends of the conditions and areas that last to the start or end of these turns in this round."""
    lanes = {slot.who: slot.lane for slot in slots}
    ended: dict[CombatantId, list[ev.ConditionRemoved]] = {who: [] for who in lanes}
    for combatant in state.combatants.values():
        for each in combatant.conditions:
            until = each.until
            if until and until.whose and _ends_at(until, lanes, state, edge):
                ended[until.whose].append(ev.ConditionRemoved(who=combatant.id, key=each.key))
    areas = state.plan.areas if state.plan else ()
    return (
        *(event for events in ended.values() for event in events),
        *(
            ev.AreaRemoved(key=each.key)
            for each in areas
            if _ends_at(each.until, lanes, state, edge)
        ),
    )


def _ends_at(
    until: Expiry | None, lanes: Mapping[CombatantId, int], state: EncounterState, edge: Edge
) -> bool:
    if until is None or until.edge != edge or until.whose is None:
        return False
    lane = lanes.get(until.whose)
    return lane is not None and (until.round, until.lane) <= (state.round, lane)


def rounds_left(context: RulesContext, condition: Condition) -> int | None:
    """Returns how many rounds a condition still lasts, the current one counted; None: nobody knows."""
    until, state = condition.until, context.state
    if until is None:
        return None
    if until.at is None:
        return max(until.round - _now(state) + 1, 0)
    seconds = max(context.ruleset.time.seconds, 1)
    now = state.clock + (max(state.round - 1, 0) * seconds if state.stage == "running" else 0)
    return max(-(-(until.at - now) // seconds), 0)


def last_round(context: RulesContext, until: Expiry) -> int:
    """Returns the round of the fight at whose end something is over; 0: it is so before the first.

    What ends by the campaign's clock ends with the round in which its second comes.
    """
    if until.at is None:
        return until.round
    return max(-(-(until.at - context.state.clock) // max(context.ruleset.time.seconds, 1)), 0)


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
    """Returns whether something ends in a later round, or with the round in which the other ends at a turn.

    What ends by the campaign's clock was said for longer than a fight.
    """
    if one.at is not None or other.at is not None:
        return (one.at or 0) > (other.at or 0)
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
