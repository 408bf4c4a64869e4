"""Ways over the plan in feet: how long, what ground they take, into reach, and whether somebody goes straight.

Source: PHA-12, PHA-13, PHA-22, PHA-30, PHA-31.
"""

from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry, moving
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.engine.field.sight import distance, measured
from encounter_gui.rules.engine.resolution import Resolution, view_of_tie
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Move
from encounter_gui.rules.systems.phases.sheet import character

MEASURES = FieldRules(unit="ft", reach=mechanics.REACH, ground={"": 2, "very": 4})
"""How the game measures; a foot of difficult ground takes two of MOVE, of very difficult four. Source: PHA-13."""

WAY = "way"
"""The record of the direction in which somebody has last moved on the plan, and of the gait. Source: PHA-31."""

_THOUSAND = 1000

_STRAIGHT = 0.259
"""The sine of 15 degrees: whoever goes within them of the line to the attacker goes straight. DEFAULT: PHA-31."""


class Way(Struct, frozen=True, kw_only=True):
    """A straight way over the plan: where it ends, how many feet it is long, and how many of MOVE it takes.

    ``is_whole``: it leads to where the command says, and not only a part of the way there.
    """

    end: Place
    feet: Metres
    cost: Metres
    is_whole: bool = True


def as_seen(context: RulesContext, who: CombatantId) -> RulesContext:
    """Returns the context with what somebody has done itself in a tie, and nothing of the others. Source: PHA-19."""
    return view_of_tie(context, who) if context.state.held else context


def way_of(context: RulesContext, command: Move) -> Way | None:
    """Returns the way of a move; None: it leads to no place.

    Raises:
        RuleError: there is no such place, or somebody stands nowhere.
    """
    end = moving.end_of(context, MEASURES, command)
    here = context.known_combatant(command.who).place
    if end is None or here is None:
        return None
    return _cut(context, _way(context, here, end, command.terrain), here, command)


def _cut(context: RulesContext, way: Way, here: Place, command: Move) -> Way:
    """Returns so much of a way as the command says; it ends on its floor only where all of it is gone."""
    if command.feet is None or command.feet >= way.feet:
        return way
    x, y = geometry.towards(here.point, way.end.point, command.feet)
    end = replace(here, x=round(x, 3), y=round(y, 3))
    cut = _way(context, here, end, command.terrain)
    return replace(cut, feet=command.feet, is_whole=False)


def _way(context: RulesContext, here: Place, end: Place, terrain: str = "normal") -> Way:
    plan = moving.require_plan(context)
    height = abs(end.floor - here.floor) * plan.storey
    feet = measured(plan.unit, geometry.length(here.point, end.point) + height)
    ground = moving.ground(context, MEASURES, here, end)
    return Way(end=end, feet=feet, cost=ground if terrain == "normal" else feet)


def is_beside(state: EncounterState, one: CombatantId, other: CombatantId) -> bool | None:
    """Returns whether two are within melee range of each other; None: one of them stands nowhere. Source: PHA-30."""
    return MEASURES.is_beside(state, one, other)


def has_left(before: RulesContext, after: RulesContext, who: CombatantId, by: CombatantId) -> bool:
    """Returns whether two who stood beside each other do so no more. Source: PHA-53, PHA-71."""
    stood = is_beside(before.state, who, by)
    return bool(stood) and is_beside(after.state, who, by) is False


def require_beside(context: RulesContext, helper: Combatant, patient: Combatant) -> None:
    """Lets somebody look after whom it stands beside. Source: PHA-71, PHA-72.

    Raises:
        RuleError: they stand apart.
    """
    far = distance(context.state, helper.id, patient.id)
    if far is not None and far > mechanics.REACH:
        raise refuse(
            "phases.not_beside",
            rule="PHA-71",
            who=helper.name,
            patient=patient.name,
            far=metres_text(far),
            reach=mechanics.REACH,
        )


# ---- into melee range


def jog_left(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many feet somebody can still jog beside its actions of this phase. Source: PHA-12, PHA-22."""
    if combatant.memo_text("full") or combatant.gauges.get(character.MOVED):
        return 0
    return character.move(context, combatant)


def way_in(context: RulesContext, attacker: Combatant, target: Combatant) -> Way | None:
    """Returns the jog by which an attacker comes into melee range; None: it is there, or stands nowhere.

    Source: PHA-22, PHA-30.

    Raises:
        RuleError: it is farther than MOVE still allows in this phase.
    """
    here, there, far = attacker.place, target.place, distance(context.state, attacker.id, target.id)
    if here is None or there is None or far is None or far <= mechanics.REACH:
        return None
    most = jog_left(context, attacker)
    way = _way(context, here, end_beside(context, here, there))
    names: dict[str, str | int] = {
        "who": attacker.name,
        "target": target.name,
        "reach": mechanics.REACH,
    }
    if here.floor != there.floor:
        raise refuse("phases.other_floor", rule="PHA-30", far=metres_text(far), **names)
    if way.cost > most:
        cost = metres_text(way.cost)
        raise refuse(
            "phases.out_of_reach",
            rule="PHA-30",
            far=metres_text(far),
            cost=cost,
            most=most,
            **names,
        )
    return way


def end_beside(context: RulesContext, here: Place, there: Place) -> Place:
    """Returns where somebody stands who goes beside another."""
    plan, taken = moving.require_plan(context), moving.others(context, here, there)
    return moving.beside(MEASURES, plan, here, there, taken)


# ---- moving


def go(
    resolution: Resolution, combatant: Combatant, gait: str, feet: Metres, way: Way | None
) -> None:
    """Has somebody move so far by a gait, to the end of a way if there is one. Source: PHA-12, PHA-22, PHA-31."""
    who = combatant.id
    resolution.record(
        ev.GaugeSet(who=who, gauge=character.MOVED, to=1),
        ev.MemoSet(who=who, key="gait", value=gait),
    )
    resolution.fact("move", who, gait=gait, feet=metres_text(feet))
    record = _direction(combatant, gait, way)
    if record or combatant.memo.get(WAY):
        resolution.record(ev.MemoSet(who=who, key=WAY, value=record))
    if way is not None:
        moving.stand(resolution, who, way.end)


def _direction(combatant: Combatant, gait: str, way: Way | None) -> Record:
    """Returns the direction of a way as a record; an empty one: it has none."""
    if way is None or combatant.place is None:
        return ""
    (x, y), (end_x, end_y) = combatant.place.point, way.end.point
    length = hypot(end_x - x, end_y - y)
    if length < geometry.HAIR:
        return ""
    dx, dy = (round((end_x - x) / length * _THOUSAND), round((end_y - y) / length * _THOUSAND))
    return {"gait": gait, "dx": dx, "dy": dy}


def goes_straight(state: EncounterState, attacker: Combatant, target: Combatant) -> bool:
    """Returns whether a target has last moved straight towards an attacker or away from it. Source: PHA-31.

    Of a run that is declared and not yet made, nobody knows the direction.
    """
    if state.plan is None or attacker.place is None or target.place is None:
        return False
    is_to_come = target.memo_text("full") in ("run", "sprint") and not target.gauges.get(
        character.USED
    )
    match target.memo.get(WAY):
        case {"gait": gait, "dx": int(dx), "dy": int(dy)} if gait == character.gait(target):
            (x, y), (end_x, end_y) = attacker.place.point, target.place.point
            length = hypot(end_x - x, end_y - y)
            across = abs(dx * (end_y - y) - dy * (end_x - x)) / _THOUSAND
            return not is_to_come and across <= _STRAIGHT * length + geometry.HAIR
        case _:
            return False
