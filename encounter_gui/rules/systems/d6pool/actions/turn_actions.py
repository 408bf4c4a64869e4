"""What else a turn is spent on: moving, drawing, aiming, reloading, tasks. Source: D6P-12, D6P-16 to D6P-25, D6P-49."""

from collections.abc import Iterable

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.combat.attack_plan import no_weapon
from encounter_gui.rules.systems.d6pool.field import rules as field
from encounter_gui.rules.systems.d6pool.rules import costs
from encounter_gui.rules.systems.d6pool.rules.fighter import with_weapon
from encounter_gui.rules.systems.d6pool.rules.playing import record
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, distances, initiative
from encounter_gui.rules.systems.d6pool.turns.declarations import (
    GAIT_CONDITION,
    gait_events,
)
from encounter_gui.rules.systems.d6pool.turns.distances import MOVED, moved

_POSITIONS = ("prone", "stand")
"""What changes a position and covers no ground."""


def move(resolution: Resolution, command: do.Move) -> Message:
    """Moves a combatant or changes its position; what it costs lasts to the end of the turn. Source: D6P-18.

    A way on the plan is gone to its end, even where it is longer than what is left of the turn's metres.
    """
    context = resolution.view
    combatant = _mobile(context, command)
    end = moving.end_of(context, field.RULES, command)
    _require_gait(combatant, command.gait, goes=end is not None)
    most = 0 if command.gait in _POSITIONS else distances.left(context, combatant, command.gait)
    metres = _metres(context, combatant, command, most, goes=end is not None)
    if distances.is_undeclared(context, combatant, command.gait):
        raise refuse("d6pool.move_undeclared", rule="D6P-18", who=combatant.name)
    events = tuple(_move_events(context, combatant, command.gait, metres))
    if command.gait in GAIT_CONDITION and not events and end is None:
        raise refuse("d6pool.moves_so_already", rule="D6P-18", who=combatant.name)
    resolution.record(*events)
    if command.gait not in _POSITIONS:
        moving.arrive(resolution, field.RULES, combatant.id, end, moved=metres, most=most)
    resolution.reason(f"d6pool.why.move_{command.gait}", "D6P-18")
    key = "move" if metres or command.gait in ("prone", "stand") else "moves"
    told = distance.metres_text(metres)
    label = say(f"d6pool.log.{key}_{command.gait}", who=combatant.name, metres=told)
    return resolution.with_clauses(label)


def _move_events(
    context: RulesContext, combatant: Combatant, gait: str, metres: Metres
) -> Iterable[ev.Event]:
    who = combatant.id
    if metres:
        before = moved(combatant)
        whole = distance.metres_count(before + distance.exactly(metres))
        yield ev.GaugeChanged(who=who, gauge="moved", by=whole - combatant.gauges.get("moved", 0))
        exact = distance.metres_text(before + distance.exactly(metres))
        if exact != whole or combatant.memo.get(MOVED):
            yield ev.MemoSet(who=who, key=MOVED, value="" if exact == whole else str(exact))
    if gait == "stand":
        yield ev.ConditionRemoved(who=who, key="prone")
    yield from gait_events(context, combatant, gait)


def _mobile(context: RulesContext, command: do.Move) -> Combatant:
    """Returns who moves; whoever has woken up at 0 or below may do so only very slowly. Source: D6P-43, D6P-45."""
    combatant = context.active_combatant(command.who)
    if combatant.has("awake_weak") and not character.is_dead(combatant):
        if command.gait != "crawl":
            raise refuse("d6pool.too_weak", rule="D6P-45", who=combatant.name)
    elif character.is_down(combatant):
        raise refuse("d6pool.is_out", rule="D6P-43", who=combatant.name)
    return combatant


def _require_gait(combatant: Combatant, gait: str, *, goes: bool) -> None:
    """Checks whether a combatant can move like that as it is; ``goes``: to somewhere else. Source: D6P-18.

    Raises:
        RuleError: it gets up without lying, walks or runs lying, or drops or gets up to go somewhere.
    """
    if gait == "stand" and not combatant.has("prone"):
        raise refuse("d6pool.not_prone", rule="D6P-18", who=combatant.name)
    if gait in _POSITIONS and goes:
        raise refuse("d6pool.goes_nowhere", rule="D6P-18", who=combatant.name)
    if gait in ("walk", "run") and combatant.has("prone"):
        raise refuse("d6pool.is_prone", rule="D6P-18", who=combatant.name)


def _metres(
    context: RulesContext, combatant: Combatant, command: do.Move, left: Metres, *, goes: bool
) -> Metres:
    """Returns the metres that a movement uses up; of a way on the plan no more than are left. Source: D6P-18.

    Raises:
        RuleError: they are more than are left.
    """
    if command.gait in _POSITIONS:
        return 0
    if goes:
        return min(command.metres, left)
    most, before = distances.most(context, combatant, command.gait), moved(combatant)
    if command.metres < 0 or command.metres > left or before > most:
        told = distance.metres_text(before)
        raise refuse("d6pool.too_far", rule="D6P-18", who=combatant.name, most=most, moved=told)
    return command.metres


def aim(resolution: Resolution, command: do.Aim) -> Message:
    """Spends the turn aiming; more turns of it do not add. Source: D6P-23."""
    combatant = action_budget.require(resolution.view, command.who, "aim")
    resolution.record(ev.ConditionAdded(who=combatant.id, condition=Condition(key="aimed")))
    action_budget.spend(resolution, combatant.id, "aim")
    resolution.reason("d6pool.why.aims", "D6P-23")
    return say("d6pool.log.aims", who=combatant.name)


def reload(resolution: Resolution, command: do.Reload) -> Message:
    """Spends the turn on a new clip, or on some single rounds. Source: D6P-24."""
    context = resolution.view
    combatant = action_budget.require(resolution.view, command.who, "reload")
    weapon = _reloadable(combatant, command.weapon)
    left = combatant.gauges.get(weapon.ammo, 0)
    if left >= weapon.magazine:
        raise refuse("d6pool.is_full", rule="D6P-24", weapon=weapon.name)
    cost = action_budget.COSTS.of(context, "reload")
    body = with_weapon(weapon.key)
    full = record(
        resolution,
        costs.reload,
        combatant.id,
        *(cost, weapon.magazine, weapon.is_single_load),
        body=body,
    )
    resolution.reason("d6pool.why.reloads", "D6P-24")
    names = {"who": combatant.name, "weapon": weapon.name}
    return say("d6pool.log.reloads", **names, left=int(full), most=weapon.magazine)


def _reloadable(combatant: Combatant, key: str) -> gear.Weapon:
    item = gear.find(combatant, key)
    if item is None:
        raise no_weapon(combatant, key)
    weapon = gear.weapon_of(item) if item.kind == "weapon" else None
    if weapon is None or not weapon.magazine:
        raise refuse("d6pool.cannot_reload", rule="D6P-24", weapon=item.name)
    return weapon


def hero(resolution: Resolution, command: do.Hero) -> Message:
    """Doubles all attributes and skills for this turn, before initiative is rolled. Source: D6P-12."""
    context = resolution.view
    combatant = context.active_combatant(command.who)
    if context.state.slots or initiative.INITIATIVE in combatant.memo:
        raise refuse("d6pool.hero_before_initiative", rule="D6P-12", who=combatant.name)
    if combatant.has("heroic"):
        raise refuse("d6pool.is_heroic", rule="D6P-12", who=combatant.name)
    if combatant.gauges.get("hero", 0) < 1:
        raise refuse("d6pool.no_hero_points", rule="D6P-12", who=combatant.name)
    more = character.dodge_pool(context, combatant)
    resolution.record(
        ev.GaugeChanged(who=combatant.id, gauge="hero", by=-1),
        ev.GaugeChanged(who=combatant.id, gauge=character.DODGE, by=more),
    )
    action_budget.add_for_turn(resolution, combatant.id, "heroic")
    resolution.reason("d6pool.why.hero", "D6P-12")
    return say("d6pool.log.hero", who=combatant.name)


def wait(resolution: Resolution, command: do.Wait) -> Message:
    """Spends the rest of an action on nothing. Source: D6P-17."""
    combatant = action_budget.require(resolution.view, command.who, "wait")
    action_budget.spend(resolution, combatant.id, "wait")
    return say("d6pool.log.waits_out", who=combatant.name)


def leave(resolution: Resolution, command: do.Leave) -> Message:
    """Takes a combatant out of the encounter that is not down. Source: D6P-49."""
    combatant = resolution.view.known_combatant(command.who)
    if "left" in combatant.flags:
        raise refuse("d6pool.left_already", rule="D6P-49", who=combatant.name)
    resolution.record(ev.FlagSet(who=combatant.id, flag="left", on=True))
    resolution.reason("d6pool.why.left", "D6P-49")
    return say("d6pool.log.left", who=combatant.name)
