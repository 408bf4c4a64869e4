"""What areas of the plan do to an attack: the rules have no modifiers of cover and light, the game master has.

Source: PHA-31.
"""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.field.sight import Sight, between, distance, sight
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.field.ways import end_beside

AREA = "area"
"""The key of the part of a roll that an area is."""


def seen_by(
    context: RulesContext, attacker: CombatantId, target: CombatantId, *, is_melee: bool
) -> Sight | None:
    """Returns what an attacker has before it; with a blow from where it will stand to strike it. Source: PHA-30.

    None: one of them stands nowhere.
    """
    far = distance(context.state, attacker, target) if is_melee else None
    if far is None or far <= mechanics.REACH:
        return sight(context.state, attacker, target)
    here, there = context.combatant(attacker).place, context.combatant(target).place
    if here is None or there is None:
        return None
    return between(context.state, end_beside(context, here, there), there)


def unnumbered(context: RulesContext, seen: Sight | None) -> tuple[str, ...]:
    """Returns what areas before somebody are called that hide but have no number: that is the game master's. PHA-31."""
    crossed = seen.of_kind("cover", "dark", "smoke") if seen is not None else ()
    return tuple(amounts.area_name(context, each) for each in crossed if not each.amount)


def area_parts(
    context: RulesContext, seen: Sight | None, overruled: tuple[str, ...] = ()
) -> tuple[Modifier, ...]:
    """Returns what the areas of a sight do to an attack, under the name of the area. Source: PHA-31."""
    area = amounts.counting_area(seen, overruled)
    return amounts.part_of(context, area, "PHA-31", AREA) if area is not None else ()
