"""What runs on the campaign's clock in this game: bleeding, waking, healing. Source: D6P-43 to D6P-47."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition, Running
from encounter_gui.rules.engine import checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import CheckPlan
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind, kinds_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock, standing
from encounter_gui.rules.engine.time.running import RunningKind, TimeRules, only_if, round_due
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import MINUS, plain
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.actions import recovery
from encounter_gui.rules.systems.d6pool.actions.tasks import plan_of, rank
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.sheet.character import Pool

_C = TypeVar("_C", bound=Command)


def _turns(context: RulesContext, count: int) -> int:
    return count * clock.seconds_of_round(context.ruleset.time)


def _pool_text(count: int, plus: int, needed: int) -> str:
    """Returns the arithmetic of dice that have to reach a number, e.g. ``4d6 − 3 ≥ 9``; empty without a die."""
    if not count:
        return ""
    more = f" {MINUS if plus < 0 else '+'} {abs(plus)}" if plus else ""
    return f"{count}d6{more} ≥ {needed}"


# ---- bleeding


def _first_wound(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns the seconds to the next wound: the turn at whose end it comes is counted in the fight. Source: D6P-43."""
    bleeding = combatant.condition("bleeding")
    due = bleeding.count if bleeding and bleeding.count is not None else None
    if due is None:
        return _every_wound(context, combatant, key)
    return _turns(context, max(due - context.state.round, 0))


def _every_wound(context: RulesContext, combatant: Combatant, key: str) -> int:
    return _turns(context, max(context.number(mechanics.BLEEDING_TURNS), 1))


def _bleed(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Takes a wound from somebody who bleeds. Source: D6P-43."""
    resolution.fact("bleeding", None, who, wounds=1)
    resolution.worsen(ev.GaugeChanged(who=who, gauge=character.HEALTH, by=-1))
    combatant = resolution.combatant(who)
    key = "d6pool.log.bled_to_death" if character.is_dead(combatant) else "d6pool.log.bled"
    health = plain(character.health_now(combatant))
    resolution.retell(f"bled.{who}", say(key, who=combatant.name, health=health))


def _bled_out(context: RulesContext, combatant: Combatant, running: Running) -> int:
    """Returns the second of the wound that kills. Source: D6P-44."""
    left = character.health_now(combatant) + character.health(combatant)
    return running.due + max(left - 1, 0) * running.every


def _bleeds_in_fight(
    context: RulesContext, combatant: Combatant, running: Running, left: int
) -> Iterable[ev.Event]:
    """Yields the bleeding with the turn of the fight at whose end the next wound comes. Source: D6P-43."""
    turn = round_due(context, left)
    bleeding = combatant.condition("bleeding") or Condition(key="bleeding")
    yield ev.ConditionAdded(who=combatant.id, condition=replace(bleeding, count=turn))


BLEEDING = RunningKind(
    kind="bleeding",
    rule="D6P-43",
    asks="damage",
    keys=lambda context, combatant: only_if(combatant.has("bleeding")),
    first=_first_wound,
    every=_every_wound,
    fall_due=_bleed,
    priority=10,
    joins=_bleeds_in_fight,
    ends=_bled_out,
    is_deadly=True,
    stopped=lambda context, combatant, running: (
        ev.ConditionRemoved(who=combatant.id, key="bleeding"),
    ),
)


# ---- waking


def _is_unconscious(context: RulesContext, combatant: Combatant) -> bool:
    return "unconscious" in character.derived_keys(combatant)


def _fell(context: RulesContext, combatant: Combatant, key: str = "") -> int:
    """Returns the second of the clock at which somebody fell unconscious; now, if nobody knows. Source: D6P-45."""
    fell = combatant.memo.get(wounds.FELL)
    return fell if isinstance(fell, int) else context.state.clock


def fell_at(context: RulesContext, combatant: Combatant) -> int:
    """Returns the second from which the hours of somebody unconscious are counted. Source: D6P-45."""
    runs = (each for each in combatant.running if each.kind == wounds.WAKING_RUNS)
    running = next(runs, None)
    fell = running.values.get("fell", running.since) if running else None
    return fell if isinstance(fell, int) else _fell(context, combatant)


def hours_of(running: Running) -> int:
    """Returns how many hours have passed since a fall when a test to wake up is due. Source: D6P-45."""
    fell = running.values.get("fell", running.since)
    return (running.due - (fell if isinstance(fell, int) else running.since)) // clock.HOUR


def _owe_waking(resolution: Resolution, who: CombatantId, running: Running) -> None:
    resolution.owe(WAKING.of(who, hours=hours_of(running)), is_effect=False)


def _waking_command(owed: Obligation) -> do.Wake:
    return do.Wake(who=_who(owed), hours=int(str(owed.values.get("hours", 1))))


def _wake(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Has somebody unconscious try to wake up at the end of an hour. Source: D6P-45."""
    (one,) = owed
    return (yield from recovery.wake(resolution, _waking_command(one)))


def _may_wake(context: RulesContext, owed: Obligation) -> bool:
    return not _is_refused(recovery.require_waking, context, _waking_command(owed))


def _waking_test(context: RulesContext, owed: Obligation) -> CheckPlan:
    command = _waking_command(owed)
    return recovery.waking_test(context, context.combatant(command.who), command.hours)


WAKING = ObligationKind(
    kind="waking",
    rule="D6P-45",
    settle=_wake,
    applies=_may_wake,
    chance=lambda context, owed: checks.chance(_waking_test(context, owed), rank),
    sum=lambda context, owed: _test_text(_waking_test(context, owed)),
)
"""The test of somebody unconscious whether it wakes up, once an hour. Source: D6P-45."""

WAKING_HOURS = RunningKind(
    kind=wounds.WAKING_RUNS,
    rule="D6P-45",
    asks="test",
    keys=lambda context, combatant: only_if(_is_unconscious(context, combatant)),
    first=lambda context, combatant, key: (
        _fell(context, combatant) + clock.HOUR - context.state.clock
    ),
    every=lambda context, combatant, key: clock.HOUR,
    values=lambda context, combatant, key: {"fell": _fell(context, combatant)},
    fall_due=_owe_waking,
    dice=lambda context, combatant, running: _test_text(
        recovery.waking_test(context, combatant, hours_of(running))
    ),
)


# ---- natural healing


def carer_of(context: RulesContext, combatant: Combatant) -> Combatant | None:
    """Returns who gives a combatant medical attention; None: nobody does, or who should is down. Source: D6P-47."""
    carer = standing.carer_of(context, combatant)
    return None if carer is None or character.is_down(carer) else carer


def _is_hurt(combatant: Combatant) -> bool:
    is_alive = not character.is_dead(combatant)
    return is_alive and character.health_now(combatant) < character.health(combatant)


def _healing_keys(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    """Returns by whom somebody is cared for while it heals; enemies are left alone unless somebody does.

    Source: D6P-47.
    """
    if not _is_hurt(combatant):
        return ()
    carer = carer_of(context, combatant)
    if carer is not None:
        return (carer.id,)
    return only_if(combatant.side != "foe")


def _every_healing(context: RulesContext, combatant: Combatant, key: str) -> int:
    return clock.DAY // 2 if key else clock.DAY


def healing_of(combatant: Combatant) -> Running | None:
    """Returns the natural healing of a combatant that runs; None: none does. Source: D6P-47."""
    return next((each for each in combatant.running if each.kind == HEALING_RUNS), None)


def _last_healing(context: RulesContext, combatant: Combatant, key: str = "") -> int:
    """Returns the second at which the day began that runs: the last test, or the wounds."""
    running = healing_of(combatant)
    last = running.values.get("last", running.since) if running else context.state.clock
    return last if isinstance(last, int) else context.state.clock


def _first_healing(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns the seconds to the next test: half a day of care counts from when it began. Source: D6P-47."""
    running, now = healing_of(combatant), context.state.clock
    if running is None:
        return _every_healing(context, combatant, key)
    if not key:
        return _last_healing(context, combatant) + clock.DAY - now
    if running.every == _every_healing(context, combatant, key):  # somebody else goes on
        return running.due - now
    return min(running.due - now, _every_healing(context, combatant, key))


def _owe_healing(resolution: Resolution, who: CombatantId, running: Running) -> None:
    again = healing_of(resolution.combatant(who))
    if again is not None:
        new = replace(again, values={**again.values, "last": running.due})
        resolution.record(ev.RunningSet(who=who, running=new))
    owed = HEALING.of(who, by=running.by, attended=bool(running.key))
    resolution.owe(owed, is_effect=False)


def _healing_command(owed: Obligation) -> do.Heal:
    return do.Heal(who=_who(owed), attended=bool(owed.values.get("attended")))


def _heal(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Plays the day, or the half day in care, that is over. Source: D6P-47."""
    (one,) = owed
    carer = resolution.context.state.combatants.get(one.by) if one.by else None
    return (yield from recovery.heal(resolution, _healing_command(one), carer=carer))


def _healing_test(context: RulesContext, combatant: Combatant) -> CheckPlan:
    """Returns the Strength dice against what is missing of Health. Source: D6P-47."""
    pool = Pool(modifiers=(character.skill_part(context, combatant, "strength"),))
    needed = character.health(combatant) - character.health_now(combatant)
    return plan_of("healing", combatant.id, pool, needed)


def _healing_text(context: RulesContext, combatant: Combatant) -> str:
    count = _healing_test(context, combatant).dice
    return _pool_text(count, character.health_now(combatant), character.health(combatant))


HEALING_RUNS = "healing"
"""The kind of what runs on the clock while wounds heal. Source: D6P-47."""

HEALING = ObligationKind(
    kind="healing",
    rule="D6P-47",
    settle=_heal,
    priority=40,
    applies=lambda context, owed: (
        _who(owed) in context.state.combatants and _is_hurt(context.combatant(_who(owed)))
    ),
    chance=lambda context, owed: checks.chance(
        _healing_test(context, context.combatant(_who(owed))), rank
    ),
    sum=lambda context, owed: _healing_text(context, context.combatant(_who(owed))),
)
"""The test whether wounds heal, once a day or each half day in care. Source: D6P-47."""

HEALING_DAYS = RunningKind(
    kind=HEALING_RUNS,
    rule="D6P-47",
    asks="healing",
    keys=_healing_keys,
    first=_first_healing,
    every=_every_healing,
    values=lambda context, combatant, key: {"last": _last_healing(context, combatant)},
    by=lambda context, combatant, key: CombatantId(key) if key else None,
    fall_due=_owe_healing,
    priority=40,
    dice=lambda context, combatant, running: _healing_text(context, combatant),
)


# ----


def _who(owed: Obligation) -> CombatantId:
    return owed.who or CombatantId("")


def _test_text(plan: CheckPlan) -> str:
    return _pool_text(plan.dice, 0, plan.target or 0)


def _is_refused(
    require: Callable[[RulesContext, _C], object], context: RulesContext, command: _C
) -> bool:
    """Returns whether what is owed has lost its object: the rules would refuse it."""
    try:
        require(context, command)
    except RuleError:
        return True
    return False


OBLIGATIONS = kinds_of(WAKING, HEALING)
"""The tests that fall due on the clock."""

RESTED = "rested"
"""The record of the second to which somebody has rested: who rests with others does so in the same time."""

TIME = TimeRules(
    kinds=(BLEEDING, HEALING_DAYS, WAKING_HOURS), moments=(wounds.FELL, "last", RESTED)
)
"""Everything that runs on the campaign's clock."""
