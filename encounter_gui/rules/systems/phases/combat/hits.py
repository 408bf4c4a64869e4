"""What a hit does on its way to the skin, as parts of procedures. Source: PHA-34, PHA-38 to PHA-42, PHA-78."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.reading.asks import Rule, Whole
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases.combat.attack_plan import place_number, places_of
from encounter_gui.rules.systems.phases.harm.wounds import DEMANDS
from encounter_gui.rules.systems.phases.rules import harm, strike
from encounter_gui.rules.systems.phases.rules.anatomy import anatomy
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.plans import HitPlan, Place, ShotPlan
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.gear import Damage


class Blow(Struct, frozen=True, kw_only=True):
    """Who is hit, by whom (None: by nobody, a fall), and the location aimed at (empty: none)."""

    target: CombatantId
    striker: CombatantId | None = None
    aim: str = ""


def land(resolution: Resolution, blow: Blow, plan: ShotPlan, volley: strike.Volley) -> Rolling[int]:
    """Rolls the hits of a discharge until one demands a test; returns how many are still to come.

    Source: PHA-34, PHA-38, PHA-40, PHA-78.
    """
    return (yield from _land(resolution, blow, harm.land, plan, volley))


def land_each(resolution: Resolution, blow: Blow, plan: HitPlan, count: int) -> Rolling[int]:
    """Rolls hits one after the other until one demands a test; returns how many are still to come.

    None are to come once the target is dead. Source: PHA-34, PHA-78.
    """
    return (yield from _land(resolution, blow, harm.land_each, plan, count))


def _land(
    resolution: Resolution, blow: Blow, rule: Callable[..., Rule[Whole]], *plan: object
) -> Rolling[int]:
    play, by = TablePlay(resolution), blow.striker
    more = (*plan, anatomy(resolution.context), by)
    people, others = {"target": blow.target}, {"who": by}
    left = yield from at_table(play, Fighter, rule, people, *more, others=others, answers=DEMANDS)
    return int(left)


def plan_of_damage(resolution: Resolution, blow: Blow, damage: Damage) -> HitPlan:
    """Returns what single hits of this damage are rolled with. Source: PHA-13, PHA-34, PHA-79."""
    context, target = resolution.context, resolution.combatant(blow.target)
    places = places_of(context, target)
    return HitPlan(
        places=places,
        thresholds=character.thresholds(context, target),
        damage=damage,
        aim=place_number(places, blow.aim),
    )


def strike_place(resolution: Resolution, who: CombatantId, place: Place, raw: int) -> int:
    """Takes damage from nobody through the armour of a location; returns what got past. Source: PHA-41, PHA-42."""
    plan = plan_of_damage(resolution, Blow(target=who), Damage(dice=0))
    places = tuple(place if each.key == place.key else each for each in plan.places)
    number = place_number(places, place.key)
    play, body = TablePlay(resolution), anatomy(resolution.context)
    more = (replace(plan, places=places), number, raw, body)
    people = {"target": who}
    return int(
        without_dice(at_table(play, Fighter, harm.strike_place, people, *more, answers=DEMANDS))
    )
