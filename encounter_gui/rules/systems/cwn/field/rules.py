"""What the rules take from the plan: range, reach, cover, smoke, and how far a Move goes.

Source: CWN-18, CWN-22, CWN-27, CWN-28, CWN-29, CWN-36e, CWN-36r, CWN-43.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts, geometry, moving
from encounter_gui.rules.engine.field.rules import FieldRules, Ring
from encounter_gui.rules.engine.field.sight import (
    Sight,
    apart,
    between,
    from_point,
    measured,
    sight,
)
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.field import leaving
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear

_COVER = ("cover_partial", "cover_near_total")


def completed(context: RulesContext, command: Command) -> Command:
    """Returns a command with what it does not say taken from the plan."""
    match command:
        case do.Attack():
            return _attack(context, command)
        case do.SnapTogether():
            shots = tuple(_shot(context, each) for each in command.shots)
            return replace(command, shots=shots)
        case do.Run():
            return _run(context, command)
        case do.Execute():
            return _execute(context, command)
        case _:
            return command


# ---- attacks


def _attack(context: RulesContext, command: do.Attack) -> do.Attack:
    """Returns an attack with its distance, its cover, and how far a charge goes. Source: CWN-28, CWN-29, CWN-36e."""
    if command.how == "charge":
        return _charge(context, command)
    seen = sight(context.state, command.who, command.target)
    whole = command if seen is None else _aimed(context, command, seen)
    if not command.also or command.aims:
        return whole
    state, targets = context.state, dict.fromkeys((command.target, *command.also))
    if all(sight(state, command.who, each) is None for each in targets):
        return whole
    aims = tuple(_aim(context, command, whole, each) for each in targets)
    return replace(whole, aims=aims)


def _aim(context: RulesContext, said: do.Attack, whole: do.Attack, target: CombatantId) -> do.Aimed:
    """Returns how one of several targets is aimed at; one whom the plan does not know as it is said. Source: CWN-69."""
    own = whole
    if target != whole.target:
        seen = sight(context.state, said.who, target)
        own = said if seen is None else _aimed(context, replace(said, metres=None), seen)
    return replace(as_aim(own), target=target)


def aims_by_plan(
    context: RulesContext, who: CombatantId, targets: Iterable[CombatantId]
) -> tuple[do.Aimed, ...]:
    """Returns what the plan alone says of attacks on these now; nothing of those whom it does not know."""
    found: list[do.Aimed] = []
    for target in targets:
        seen = sight(context.state, who, target)
        if seen is not None:
            bare = _aimed(context, do.Attack(who=who, target=target), seen)
            found.append(as_aim(bare))
    return tuple(found)


def aimed_again(
    context: RulesContext, command: do.Attack, target: CombatantId, said: Iterable[do.Aimed]
) -> do.Attack:
    """Returns an attack on a target as the plan has it now, where it says something else than it ``said`` before.

    What the game master has decided in its place holds only until somebody moves. Source: CWN-69, acceptance case F8.
    """
    before = next((each for each in said if each.target == target), do.Aimed(target=target))
    seen = sight(context.state, command.who, target)
    if seen is None or (before,) == aims_by_plan(context, command.who, (target,)):
        return command
    kept = tuple(each for each in command.modifiers if each not in before.modifiers)
    again = replace(command, metres=None, modifiers=kept, overruled=(), area="")
    return _aimed(context, again, seen)


def free_attack(
    context: RulesContext, command: do.Attack, actor: Combatant, end: Place | None
) -> do.Attack:
    """Returns the attack on somebody who leaves melee, with what the plan says of where it is made.

    That is where they still stand, if the blow reaches them there, else where their way to ``end`` is nearest to who
    strikes. It changes nothing where one of the two stands nowhere. Source: CWN-18, CWN-29, acceptance case F9.
    """
    plan, here = context.state.plan, actor.place
    there = context.combatant(command.who).place
    if plan is None or here is None or there is None:
        return command
    if end is not None and apart(plan, here, there) > mechanics.NEAR:
        x, y = geometry.nearest_on(there.point, here.point, end.point)
        here = replace(here, x=x, y=y)
    seen = between(context.state, there, here)
    if seen is None:
        return command
    found = _aimed(context, command, seen)
    return found if seen.distance <= mechanics.NEAR else replace(found, metres=command.metres)


def as_aim(command: do.Attack) -> do.Aimed:
    """Returns how an attack is aimed, as one of several targets has it."""
    return do.Aimed(
        target=command.target,
        metres=command.metres,
        modifiers=command.modifiers,
        area=command.area,
    )


def _aimed(context: RulesContext, command: do.Attack, seen: Sight) -> do.Attack:
    """Returns an attack with what somebody has before them who makes it."""
    modifiers = RULES.with_modifiers(context, seen, command.modifiers, command.overruled)
    metres = seen.distance if command.metres is None else command.metres
    area = command.area or amounts.counting(seen, command.overruled)
    return replace(command, metres=metres, modifiers=modifiers, area=area)


def _shot(context: RulesContext, shot: do.Shot) -> do.Shot:
    """Returns one of several Snap Attacks with its distance and cover. Source: CWN-36c."""
    said = do.Attack(
        who=shot.who,
        target=shot.target,
        metres=shot.metres,
        modifiers=shot.modifiers,
        overruled=shot.overruled,
        area=shot.area,
    )
    found = _attack(context, said)
    return replace(shot, metres=found.metres, modifiers=found.modifiers, area=found.area)


def _execute(context: RulesContext, command: do.Execute) -> do.Execute:
    """Returns a prepared attack with its distance. Source: CWN-43."""
    seen = sight(context.state, command.who, command.target)
    if seen is None or command.metres is not None or command.distance:
        return command
    return replace(command, metres=seen.distance)


# ---- charges


def _charge(context: RulesContext, command: do.Attack) -> do.Attack:
    """Returns a charge with how far it goes, and with what is before who makes it at its end. Source: CWN-36e."""
    plan, end = context.state.plan, charge_end(context, command)
    here = context.known_combatant(command.who).place
    if plan is None or end is None or here is None:
        return command
    moved = command.moved
    if moved is None:
        moved = measured(plan.unit, _straight(plan, here, end))
    seen = from_point(context.state, end, context.known_combatant(command.target).id)
    whole = replace(command, moved=moved)
    return whole if seen is None else _aimed(context, whole, seen)


def charge_end(context: RulesContext, command: do.Attack) -> Place | None:
    """Returns where a charge ends on the plan; None: it says no point, and one of the two stands nowhere.

    Who is so near that the way beside the target would be too short goes the least there is, if there is room for it.
    What is thrown is thrown from where the target is in normal range. Source: CWN-36e.

    Raises:
        RuleError: the point is beside the plan.
    """
    plan, actor = context.state.plan, context.known_combatant(command.who)
    target, here = context.known_combatant(command.target), actor.place
    if command.to is not None:
        return moving.goal(
            context, RULES, command.who, to=command.to, towards=None, floor=command.floor
        )
    there = target.place
    if plan is None or here is None or there is None or target.id == actor.id:
        return None
    gap = max(_straight(plan, here, there) - here.radius - there.radius, 0)
    least = context.number(mechanics.CHARGE_LEAST)
    item = gear.find(actor, command.weapon) if command.weapon else gear.ready_weapon(actor)
    weapon = gear.weapon_of(item or gear.UNARMED)
    if (command.mode or weapon.modes[0]) == "thrown" and weapon.ranges:
        way = min(max(gap - weapon.ranges[0], least), 2 * character.move_rate(context, actor))
    elif gap <= mechanics.NEAR:
        return here
    else:
        way = max(gap - mechanics.NEAR / 2, least)
    if way > gap:
        way = gap - mechanics.NEAR / 2
    if way <= 0:
        return here
    x, y = geometry.towards(here.point, there.point, way)
    return replace(here, x=round(x, 3), y=round(y, 3), floor=there.floor)


def _straight(plan: Plan, start: Place, end: Place) -> float:
    """Returns the length of a straight way, whatever the ground. Source: CWN-36e."""
    return geometry.length(start.point, end.point) + abs(end.floor - start.floor) * plan.storey


# ---- moves


def _run(context: RulesContext, command: do.Run) -> do.Run:
    """Returns a Move with the ground it takes. Source: CWN-22."""
    metres = moving.ground_of(context, RULES, command)
    return command if metres is None else replace(command, metres=metres)


def can_double(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a Main can be given up now for a second Move. Source: CWN-36r."""
    is_left = action_budget.actions_left(combatant, "main") > 0
    return is_left and action_budget.is_ready(context.state, combatant, "main")


def _can_move(context: RulesContext, combatant: Combatant) -> bool:
    is_left = action_budget.actions_left(combatant, "move") > 0
    return is_left and action_budget.is_ready(context.state, combatant, "move")


def _is_up(context: RulesContext, combatant: Combatant) -> bool:
    return context.state.stage == "running" and character.can_act(combatant)


def _rings(context: RulesContext, combatant: Combatant) -> tuple[Ring, ...]:
    """Returns how far a Move goes, and with the Main given up for it too. Source: CWN-22, CWN-35, CWN-36r."""
    most, is_up = character.move_rate(context, combatant), _is_up(context, combatant)
    text_of = context.texts.text_of
    moves, doubles = _can_move(context, combatant), can_double(context, combatant)
    if doubles and not moves:
        return (Ring(name=text_of("cwn.field.main"), radius=most, cost=1, is_open=is_up),)
    return (
        Ring(name=text_of("cwn.field.move"), radius=most, is_open=is_up and moves),
        Ring(
            name=text_of("cwn.field.both"),
            radius=2 * most,
            cost=1,
            is_open=is_up and moves and doubles,
        ),
    )


def _move_to(context: RulesContext, combatant: Combatant, to: Place, far: Metres) -> Command | None:
    """Returns the Move that leads to a place, with the Main where that takes one. Source: CWN-22, CWN-36r."""
    if not _is_up(context, combatant):
        return None
    moves, doubles = _can_move(context, combatant), can_double(context, combatant)
    if not moves and not doubles:
        return None
    is_farther = far > character.move_rate(context, combatant)
    main = doubles and (is_farther or not moves)
    return do.Run(who=combatant.id, to=to.point, floor=to.floor, main=main)


def _strikers(context: RulesContext, command: Command) -> tuple[CombatantId, ...]:
    """Returns who strikes at somebody whose Move leaves melee. Source: CWN-18, CWN-36i."""
    if not isinstance(command, do.Run) or not command.leaves or command.free is not None:
        return ()
    actor = context.known_combatant(command.who)
    end = moving.end_of(context, RULES, command)
    if end is None or actor.place is None or not leaving.draws_strikes(actor):
        return ()
    moves = 2 if command.main and action_budget.actions_left(actor, "move") else 1
    most = moves * character.move_rate(context, actor)
    moved = min(moving.ground(context, RULES, actor.place, end), most)
    stop = moving.stop_of(context, RULES, actor.place, end, moved=moved, most=most)
    return leaving.can_strike(context, actor, stop)


def _unstruck(command: Command) -> Command:
    return replace(command, free=()) if isinstance(command, do.Run) else command


RULES = FieldRules(
    unit="m",
    reach=mechanics.NEAR,
    steps={"cover": _COVER, "smoke": (_COVER[1],)},
    completed=completed,
    rings=_rings,
    move_to=_move_to,
    strikers=_strikers,
    unstruck=_unstruck,
)
