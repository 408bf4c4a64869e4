"""First aid, a night's rest and waking between fights: each takes its time on the campaign's clock, for everybody.

In and after a fight these commands say themselves how much time has passed. Source: D6P-45 to D6P-47.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.engine.time.passing import pass_to
from encounter_gui.rules.engine.time.running import changes
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import running
from encounter_gui.rules.systems.d6pool.actions import recovery


def _is_between(context: RulesContext) -> bool:
    return context.state.stage == "between"


# ---- first aid


def first_aid(resolution: Resolution, command: do.FirstAid) -> Rolling[Message]:
    """Gives first aid; between fights its turn passes on the clock afterwards, as in a fight. Source: D6P-46."""
    label = yield from recovery.first_aid(resolution, command)
    if _is_between(resolution.context):
        turn = clock.seconds_of_round(resolution.context.ruleset.time)
        pass_to(running.TIME, resolution, resolution.context.state.clock + turn)
        label = resolution.with_clauses(label)
    return label


# ---- a day of rest


def heal(resolution: Resolution, command: do.Heal) -> Rolling[Message]:
    """Rests: between fights until the day, or the half day in care, is over, for everybody. Source: D6P-47.

    Whoever has rested along with somebody else does so in the same time.
    """
    context = resolution.context
    if not _is_between(context):
        return (yield from recovery.heal(resolution, command))
    combatant = context.known_combatant(command.who)
    recovery.require_wounded(combatant, "D6P-47")
    if command.attended and running.carer_of(context, combatant) is None:
        raise refuse("d6pool.no_carer", rule="D6P-47", who=combatant.name)
    resolution.record(*changes(running.TIME, context))
    combatant = resolution.combatant(command.who)
    rest = running.healing_of(combatant)
    if rest is None:
        raise refuse("d6pool.not_healing", rule="D6P-47", who=combatant.name)
    now = context.state.clock
    rested = combatant.memo.get(running.RESTED)
    if rest.values.get("last") == now != rested and rest.since != now:
        resolution.set_record(combatant.id, running.RESTED, now)
        return say("d6pool.log.rested_along", who=combatant.name)
    resolution.set_record(combatant.id, running.RESTED, rest.due)
    return _passed(resolution, "d6pool.log.rests", combatant, rest.due)


# ---- waking


def wake(resolution: Resolution, command: do.Wake) -> Rolling[Message]:
    """Lets somebody try to wake up: between fights after that hour of the clock since the fall. Source: D6P-45."""
    context = resolution.context
    if not _is_between(context):
        return (yield from recovery.wake(resolution, command))
    combatant = recovery.require_waking(context, command)
    resolution.record(*changes(running.TIME, context))
    at = running.fell_at(resolution.context, resolution.combatant(combatant.id))
    due = at + command.hours * clock.HOUR
    if due <= context.state.clock:
        return (yield from recovery.wake(resolution, command))
    return _passed(resolution, "d6pool.log.waits", combatant, due)


# ----


def _passed(resolution: Resolution, key: str, combatant: Combatant, due: int) -> Message:
    """Lets time pass to a second for everybody; returns what is said of it."""
    since = resolution.context.state.clock
    pass_to(running.TIME, resolution, due)
    context = resolution.context
    now = context.state.clock
    time = {"time": clock.span_text(context, now - since), "now": clock.moment_text(context, now)}
    return resolution.with_clauses(say(key, who=combatant.name, **time))
