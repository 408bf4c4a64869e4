"""Carrying over what is open, and closing a scene once nothing of it is left undecided."""

from typing import TypeVar

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine import obligations
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, with_events
from encounter_gui.rules.engine.scene.open_things import (
    CARRIED,
    OpenRules,
    carried_over,
    end_events,
    named,
    open_things,
    texts_of,
)
from encounter_gui.rules.model.commands import Carry, Close, Command, Settle, Waive

CLOSED = "scene_closed"
"""The record of the encounter that its scene is closed: it does not go on any more."""


def is_closed(state: EncounterState) -> bool:
    """Returns whether the scene of an encounter is closed."""
    return state.stage == "ended" and bool(state.memo.get(CLOSED))


def require_open(state: EncounterState) -> None:
    """Lets a fight that is over go on.

    Raises:
        RuleError: its scene is closed.
    """
    if is_closed(state):
        raise refuse("rules.scene_closed")


def decide(rules: OpenRules, resolution: Resolution, command: Carry | Close) -> Message:
    """Carries open things over, or closes the scene.

    Raises:
        RuleError: the fight is not over, or the scene is not as far.
    """
    if isinstance(command, Carry):
        return carry(rules, resolution, command)
    return close(rules, resolution)


def carry(rules: OpenRules, resolution: Resolution, command: Carry) -> Message:
    """Carries open things over, those named or all; they stay as they are.

    Raises:
        RuleError: the fight is not over, one of them is not open, or nothing is.
    """
    context = resolution.context
    _require_over(context)
    known = open_things(context, rules)
    if not known:
        raise refuse("rules.nothing_open")
    chosen = named(context, rules, command.things) if command.things else known
    keys = dict.fromkeys((*carried_over(context.state), *(each.key for each in chosen)))
    resolution.record(ev.FightMemoSet(key=CARRIED, value=tuple(keys)))
    return say("rules.log.carried", what=texts_of(chosen))


def close(rules: OpenRules, resolution: Resolution) -> Message:
    """Closes the scene: nothing of it is undecided, and it does not go on.

    Raises:
        RuleError: the fight is not over, the scene is closed already, or something is open and not carried over.
    """
    context = resolution.context
    _require_over(context)
    require_open(context.state)
    left = [each for each in open_things(context, rules) if not each.is_carried]
    if left:
        raise refuse("rules.still_open", open=texts_of(left))
    resolution.record(ev.FightMemoSet(key=CLOSED, value=True))
    return say("rules.log.closed")


def _require_over(context: RulesContext) -> None:
    if context.state.stage != "ended":
        raise refuse("rules.not_over")


def forget_carried(resolution: Resolution) -> None:
    """Forgets what was carried over: the fight goes on, and it is owed as before."""
    if CARRIED in resolution.context.state.memo:
        resolution.record(ev.FightMemoSet(key=CARRIED, value=()))


_C = TypeVar("_C", bound=Command)


def by_ids(context: RulesContext, rules: OpenRules, command: _C) -> _C:
    """Returns a command that settles or waives by name what is owed alone as the same by id; any other as it is."""
    if not isinstance(command, Settle | Waive) or not command.things:
        return command
    things = {each.key: each for each in open_things(context, rules)}
    ids = tuple(things[key].owed for key in command.things if key in things)
    if len(ids) < len(command.things) or not all(ids):
        return command
    return replace(command, things=(), ids=ids)


def play_named(
    system: obligations.Owes, rules: OpenRules, context: RulesContext, command: Settle | Waive
) -> Procedure:
    """Settles or waives open things by their names: what is owed as by id, a condition ends, a thing is taken or left.

    Raises:
        RuleError: one of them is not open, or what is owed cannot be settled or waived so.
    """
    things = named(context, rules, command.things)
    ids = tuple(each.owed for each in things if each.owed)
    rest = [each for each in things if not each.owed]
    if ids and rest and isinstance(command, Settle):
        raise refuse("rules.settle_apart")
    outcome = Outcome(label=say("rules.nothing_open"), events=())
    if ids:
        if isinstance(command, Settle):
            outcome = yield from obligations.settle(system, context, Settle(ids=ids))
        else:
            by_id = Waive(ids=ids, note=command.note)
            outcome = yield from obligations.waive(system, context, by_id)
    if not rest:
        return outcome
    after = with_events(context, outcome.events)
    resolution = system.resolution(after)
    for each in rest:
        ends = end_events(after, rules, each, is_settled=isinstance(command, Settle))
        resolution.record(*ends)
    key = "rules.log.open_settled" if isinstance(command, Settle) else "rules.log.open_waived"
    second = resolution.outcome(resolution.with_clauses(say(key, what=texts_of(rest))))
    if not ids:
        return second
    told = context.texts.sentence
    return Outcome(
        label=say("rules.log.more", text=told(outcome.label), tail=f"; {told(second.label)}"),
        events=(*outcome.events, *second.events),
        reasons=(*outcome.reasons, *second.reasons),
    )
