"""Copies of library creatures as combatants. Source: PHA-01 to PHA-04, PHA-77."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules import carried, general
from encounter_gui.rules.ruleset import CreatureDef
from encounter_gui.rules.system import Scene
from encounter_gui.rules.systems.phases import character


def recruit(scene: Scene, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature: unhurt, rested, magazines full.

    Source: PHA-01 to PHA-04, PHA-18, PHA-77.
    """
    items = carried.copies(scene.ruleset, creature)
    held = creature.held or next((item.key for item in items if item.kind == "weapon"), "")
    return Combatant(
        id=general.combatant_id(name, number),
        number=number,
        name=name,
        side=creature.side,
        sheet=dict(creature.sheet),
        items=items,
        gauges={character.FATIGUE: 0, **carried.full_ammo(items)},
        memo={"held": held} if held else {},
        flags=("named",) if creature.is_named else (),
        origin=creature.key,
        note=creature.note,
    )
