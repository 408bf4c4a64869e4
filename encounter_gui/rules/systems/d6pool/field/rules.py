"""What the rules take from the plan: ranges, reach, cover, dark, how far a move goes, how far from a blast one is.

Source: D6P-18, D6P-26, D6P-28, D6P-30, D6P-38 to D6P-40.
"""

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts, moving
from encounter_gui.rules.engine.field.rules import FieldRules, PointAim, Reading, Ring
from encounter_gui.rules.engine.field.sight import Sight, between, from_point, near, sight
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat import landing
from encounter_gui.rules.systems.d6pool.combat.attack_plan import mode_of
from encounter_gui.rules.systems.d6pool.field.reading import reading, reading_of, seen_for, weapon
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import distances, rounds
from encounter_gui.rules.systems.d6pool.turns.distances import Way

_GAITS = ("walk", "run", "crawl")


def completed(context: RulesContext, command: Command) -> Command:
    """Returns a command with what it does not say taken from the plan, as whoever acts sees it in a tie.

    A command that names no place or nobody is left as it is: it is refused when it is carried out.
    """
    try:
        match command:
            case do.Attack():
                return _attack(rounds.view_of_tie(context, command.who), command)
            case do.Move(gait=gait) if gait in _GAITS:
                return _move(rounds.view_of_tie(context, command.who), command)
            case do.Throw():
                return _throw(rounds.view_of_tie(context, command.who), command)
            case do.Blast():
                view = rounds.view_of_tie(context, command.who) if command.who else context
                return _blast(view, command)
            case _:
                return command
    except RuleError:
        return command


def _attack(context: RulesContext, command: do.Attack) -> do.Attack:
    """Returns an attack with its distance, cover and darkness. Source: D6P-26, D6P-28, D6P-30."""
    seen = sight(context.state, command.who, command.target)
    item = gear.find(context.known_combatant(command.who), command.weapon)
    if seen is None or item is None or item.kind == "explosive":
        return command
    mode = mode_of(gear.weapon_of(item), command.mode)
    seen = seen_for(seen, mode)
    return replace(
        command,
        metres=_metres(command, seen),
        modifiers=RULES.with_modifiers(context, seen, command.modifiers, command.overruled),
        area=command.area or amounts.counting(seen, command.overruled),
    )


def _throw(context: RulesContext, command: do.Throw) -> do.Throw:
    """Returns a throw with how far it is to its point, and the darkness there. Source: D6P-26, D6P-28, D6P-38."""
    seen = throw_sight(context, command)
    if seen is None:
        return command
    return replace(
        command,
        metres=_metres(command, seen),
        modifiers=RULES.with_modifiers(context, seen, command.modifiers, command.overruled),
        area=command.area or amounts.counting(seen, command.overruled),
    )


def throw_sight(context: RulesContext, command: do.Throw) -> Sight | None:
    """Returns what a thrower has before it up to the point it aims at; None: one of them is nowhere on the plan.

    A point is behind no cover. Source: D6P-28, D6P-38.

    Raises:
        RuleError: there is no such point, or nobody like that.
    """
    here, aim = context.known_combatant(command.who).place, landing.aim_of(context, command)
    seen = between(context.state, here, aim) if here is not None and aim is not None else None
    return None if seen is None else seen_for(seen, "at_point")


def point_aim(context: RulesContext, command: Command) -> PointAim | None:
    """Returns what a throw at a point of the plan comes to that hits it. Source: D6P-26, D6P-38, D6P-40."""
    if not isinstance(command, do.Throw) or command.at is None:
        return None
    thrower = context.state.combatants.get(command.who)
    if thrower is None or thrower.place is None or context.state.plan is None:
        return None
    point, seen = landing.aim_of(context, command), throw_sight(context, command)
    item = gear.find(thrower, command.weapon)
    if point is None or seen is None or item is None or item.kind != "explosive":
        return None
    explosive = gear.explosive_of(item)
    found = reading_of(context, RULES, seen, item)
    reached = near(context.state, point, explosive.blast[-1]) if explosive.blast else ()
    return PointAim(
        who=thrower.id,
        point=point,
        apart=seen.distance,
        radius=explosive.blast[-1] if explosive.blast else 0,
        caught=tuple((each.id, far) for each, far in reached if not character.is_dead(each)),
        band=found.band,
        amount=found.amount,
        why_not=found.why_not,
    )


def _metres(command: do.Attack | do.Throw, seen: Sight) -> Metres | None:
    return seen.distance if command.metres is None and not command.band else command.metres


def _blast(context: RulesContext, command: do.Blast) -> do.Blast:
    """Returns a blast with how far from its centre everybody is of whom that is not said. Source: D6P-39, D6P-40."""
    centre = landing.centre_of(context, command)
    if centre is None:
        return command
    return replace(
        command, targets=tuple(_caught(context, centre, each) for each in command.targets)
    )


def _caught(context: RulesContext, centre: Place, caught: do.Caught) -> do.Caught:
    seen = from_point(context.state, centre, caught.target) if caught.metres is None else None
    return caught if seen is None else replace(caught, metres=seen.distance)


# ---- moving


def _move(context: RulesContext, command: do.Move) -> do.Move:
    """Returns a movement with the ground it takes. Source: D6P-18."""
    metres = moving.ground_of(context, RULES, command)
    return command if metres is None else replace(command, metres=metres)


def _rings(context: RulesContext, combatant: Combatant) -> tuple[Ring, ...]:
    """Returns how far somebody still gets by walking, running and crawling. Source: D6P-18."""
    return tuple(
        Ring(
            name=context.texts.text_of(f"d6pool.field.{way.gait}"),
            radius=way.left if way.is_open else way.most,
            cost=_cost(way),
            is_open=way.is_open,
        )
        for way in distances.ways(context, combatant)
    )


def _cost(way: Way) -> int:
    return 0 if way.is_paid else 1


def _move_to(context: RulesContext, combatant: Combatant, to: Place, far: Metres) -> Command | None:
    """Returns the cheapest movement that gets somebody so far, else the one that gets it farthest. Source: D6P-18."""
    if context.state.stage != "running" or combatant.id not in context.state.acting:
        return None
    able = [way for way in distances.ways(context, combatant) if way.is_open]
    enough = [way for way in able if way.left >= far]
    if enough:
        way = min(enough, key=lambda each: (_cost(each), each.left))
    elif able:
        way = max(able, key=lambda each: each.left)
    else:
        return None
    return do.Move(who=combatant.id, gait=way.gait, to=to.point, floor=to.floor)


def is_apart(context: RulesContext, one: CombatantId, other: CombatantId) -> bool:
    """Returns whether two who stand on the plan are not beside each other. Source: D6P-46."""
    return one != other and RULES.is_beside(context.state, one, other) is False


def _reading(
    context: RulesContext, attacker: Combatant, target: Combatant, item: Item | None
) -> Reading:
    return reading(context, RULES, attacker, target, item)


RULES = FieldRules(
    unit="m",
    reach=mechanics.NEAR,
    steps={"cover": ("cover_50", "cover_75"), "dark": ("dark_partial", "dark_total")},
    completed=completed,
    rings=_rings,
    move_to=_move_to,
    weapon=weapon,
    reading=_reading,
    point_aim=point_aim,
)
