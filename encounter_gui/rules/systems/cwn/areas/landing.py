"""Where on the plan an explosive lands and goes off, whom it reaches from there, and who is in a cone.

The condition ``in_air`` keeps where it has landed: its keys are the item, then x, y and floor. Source: CWN-32, CWN-41.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts, geometry, moving
from encounter_gui.rules.engine.field.plan_commands import MOST_AREAS, free_key
from encounter_gui.rules.engine.field.sight import between, in_cone, near, sight
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas.victims import IN_AIR, named_in, open_area
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive

DIRECTIONS = 8
"""Ways a grenade may bounce: 1 onward from who throws, then clockwise by eighths of a circle. Source: CWN-41."""

_AN_EIGHTH = 6 / DIRECTIONS
"""In sixths of a circle, as the geometry counts turns."""

_CLOUDS = ("smoke", "gas")

Reached = tuple[tuple[Combatant, Metres], ...]
"""Whom an area reaches, the nearest first, with how far they are."""


def completed(context: RulesContext, command: Command) -> Command:
    """Returns a command with what it does not say taken from the plan."""
    match command:
        case do.Throw():
            return _throw(context, command)
        case do.Blast():
            return _blast(context, command)
        case do.Suppress():
            return _suppress(context, command)
        case _:
            return field.completed(context, command)


RULES = replace(field.RULES, completed=completed)
"""What the rules take from the plan, explosives and suppressive fire included."""


# ---- throwing


def _throw(context: RulesContext, command: do.Throw) -> do.Throw:
    """Returns a throw with how far the point is, and its cover. Source: CWN-28, CWN-29, CWN-41."""
    point, here = point_of(context, command), context.known_combatant(command.who).place
    if point is None or here is None:
        return command
    seen = between(context.state, here, point)
    if seen is None:
        return command
    return replace(
        command,
        metres=seen.distance if command.metres is None else command.metres,
        modifiers=RULES.with_modifiers(context, seen, command.modifiers, command.overruled),
        area=command.area or amounts.counting(seen, command.overruled),
    )


def point_of(context: RulesContext, command: do.Throw) -> Place | None:
    """Returns the point of the plan at which something is thrown; None: it says none, or whom it names stands nowhere.

    Raises:
        RuleError: the point is beside the plan.
    """
    if command.at is not None:
        return moving.require_point(context, command.who, command.at, command.floor)
    if command.towards is None:
        return None
    there = context.known_combatant(command.towards).place
    if there is None or context.state.plan is None:
        return None
    return there


def bounced(
    context: RulesContext, who: CombatantId, point: Place, metres: int, direction: int
) -> Place:
    """Returns where something lands that bounces off a point: it stays on the plan.

    Direction 1 is onward, on the line from who throws through the point, and each further one an eighth of a circle
    clockwise from there. Without such a line onward is to the right. Source: CWN-41.
    """
    plan, here = context.state.plan, context.known_combatant(who).place
    if plan is None or not metres:
        return point
    onward = point.point
    if here is not None and geometry.length(here.point, point.point) > geometry.HAIR:
        onward = 2 * point.x - here.x, 2 * point.y - here.y
    x, y = geometry.from_angle(point.point, onward, (direction - 1) * _AN_EIGHTH, metres)
    x, y = min(max(x, 0), plan.width), min(max(y, 0), plan.height)
    return replace(point, x=round(x, 3), y=round(y, 3))


def in_air_at(item: str, place: Place | None) -> Condition:
    """Returns the condition of who has thrown something, with where it has landed. Source: CWN-41."""
    keys = () if place is None else (f"{place.x:.3f}", f"{place.y:.3f}", str(place.floor))
    return Condition(key=IN_AIR, keys=(item, *keys))


def item_in_air(in_air: Condition) -> str:
    """Returns the key of what is in the air."""
    return next(iter(in_air.keys), "")


def _landed(in_air: Condition | None) -> Place | None:
    if in_air is None or len(in_air.keys) != len(("item", "x", "y", "floor")):
        return None
    _, x, y, floor = in_air.keys
    try:
        return Place(x=float(x), y=float(y), floor=int(floor))
    except ValueError:  # written by hand in a file
        return None


# ---- going off


def centre_of(context: RulesContext, command: do.Blast) -> Place | None:
    """Returns where on the plan something goes off; None: nobody knows.

    Raises:
        RuleError: the point is beside the plan.
    """
    thrower = context.state.combatants.get(command.who) if command.who else None
    if command.at is not None:
        return moving.require_point(context, command.who, command.at, command.floor)
    if thrower is None or context.state.plan is None:
        return None
    return _landed(thrower.condition(IN_AIR))


def reached(
    context: RulesContext, explosive: Explosive, centre: Place, who: CombatantId | None
) -> Reached:
    """Returns whom something reaches that goes off at a place: those alive whom it has not caught yet. Source: CWN-41.

    Of a charge, which strikes in a cone, the place alone says nothing. Source: CWN-42.
    """
    if explosive.effect == "charge":
        return ()
    named = named_in(open_area(context.state, "blast", who, explosive.key))
    found = near(context.state, centre, explosive.radius, but=named)
    return tuple(pair for pair in found if not character.is_dead(pair[0]))


def _blast(context: RulesContext, command: do.Blast) -> do.Blast:
    """Returns a blast with those whom it reaches. Source: CWN-41, CWN-42."""
    if command.targets is not None:
        return command
    centre, explosive = centre_of(context, command), _explosive(context, command)
    if centre is None or explosive is None:
        return command
    found = reached(context, explosive, centre, command.who)
    return replace(command, targets=tuple(do.Caught(target=each.id) for each, _ in found))


def _explosive(context: RulesContext, command: do.Blast) -> Explosive | None:
    """Returns what goes off; None: the rules will say what is wrong with it."""
    thrower = context.state.combatants.get(command.who) if command.who else None
    if thrower is None:
        known = context.ruleset.item(command.weapon)
        item = known.copy() if known is not None else None
    else:
        in_air = thrower.condition(IN_AIR)
        item = thrower.item(item_in_air(in_air) if in_air is not None else command.weapon)
    return gear.explosive_of(item) if item is not None and item.kind == "explosive" else None


def lay_cloud(
    resolution: Resolution, explosive: Explosive, centre: Place, until: Expiry
) -> Area | None:
    """Lays the cloud of a grenade on the plan as an area of smoke; None: there is no room for one. Source: CWN-42."""
    plan = resolution.context.state.plan
    if plan is None or explosive.effect not in _CLOUDS or len(plan.areas) >= MOST_AREAS:
        return None
    area = Area(
        key=free_key(plan),
        shape="circle",
        points=(centre.point,),
        radius=explosive.radius,
        name=explosive.name,
        kind="smoke",
        floor=centre.floor,
        until=until,
    )
    resolution.record(ev.AreaSet(area=area))
    return area


def is_in_cloud(state: EncounterState, who: CombatantId, area: Area) -> bool:
    """Returns whether somebody stands in an area of the plan."""
    place = state.combatants[who].place
    if place is None or place.floor != area.floor:
        return False
    return geometry.contains(area, place.point)


# ---- sweeping


def in_sweep(
    context: RulesContext, who: CombatantId, weapon: gear.Weapon, towards: CombatantId
) -> Reached | None:
    """Returns who is in the cone of suppressive fire towards somebody; None: one of the two stands nowhere.

    It is as long as the weapon's normal range. Source: CWN-32.
    """
    here, there = context.known_combatant(who).place, context.known_combatant(towards).place
    if context.state.plan is None or here is None or there is None or not weapon.ranges:
        return None
    named = named_in(open_area(context.state, "cone", who))
    found = in_cone(context.state, here, there.point, weapon.ranges[0], mechanics.CONE)
    return tuple(
        pair
        for pair in found
        if pair[0].id != who and pair[0].id not in named and not character.is_dead(pair[0])
    )


def is_behind_cover(context: RulesContext, who: CombatantId, target: CombatantId) -> bool:
    """Returns whether hard cover of the plan is between somebody who sweeps and a target. Source: CWN-32."""
    seen = sight(context.state, who, target)
    return seen is not None and bool(seen.of_kind("cover"))


def _suppress(context: RulesContext, command: do.Suppress) -> do.Suppress:
    """Returns suppressive fire with those in its cone. Source: CWN-32."""
    if command.targets is not None or command.towards in (None, command.who):
        return command
    actor = context.known_combatant(command.who)
    item = gear.find(actor, command.weapon) if command.weapon else gear.ready_weapon(actor)
    if item is None:
        return command
    found = in_sweep(context, command.who, gear.weapon_of(item), command.towards)
    if found is None:
        return command
    return replace(command, targets=tuple(_cones(context, command, found)))


def _cones(context: RulesContext, command: do.Suppress, found: Reached) -> Iterator[do.InCone]:
    for each, _ in found:
        hard = is_behind_cover(context, command.who, each.id)
        yield do.InCone(target=each.id, hard_cover=hard)
