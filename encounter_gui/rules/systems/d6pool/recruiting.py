"""Copies of library creatures as combatants, gauges full. Source: D6P-01 to D6P-08, D6P-12."""

from dataclasses import replace

from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import formula
from encounter_gui.rules.model import items as carried
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.d6pool.sheet import character


def recruit(context: RulesContext, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature. Source: D6P-01 to D6P-08, D6P-12."""
    sheet: dict[str, Value] = dict(creature.sheet)
    sheet["health"] = health_of(context, creature)
    items = carried.copies(context.ruleset, creature)
    held = creature.held or next((item.key for item in items if item.kind == "weapon"), "")
    combatant = Combatant(
        id=joining.combatant_id(name, number),
        number=number,
        name=name,
        side=creature.side,
        sheet=sheet,
        items=items,
        gauges={character.HEALTH: carried.number(sheet["health"]), **carried.full_ammo(items)},
        memo={"held": held} if held else {},
        flags=("named",) if creature.is_named else (),
        origin=creature.key,
        note=creature.note,
    )
    hero = carried.number(sheet.get("hero_points"))
    gauges = {**combatant.gauges, character.DODGE: character.dodge_pool(context, combatant)}
    return replace(combatant, gauges={**gauges, "hero": hero} if hero else gauges)


def health_of(context: RulesContext, creature: CreatureDef) -> int:
    """Health is three times Strength unless the sheet says otherwise. Source: D6P-03."""
    own = carried.number(creature.sheet.get("health"))
    if own:
        return own
    levels = {each.key: carried.number(each.default) for each in context.ruleset.fields}
    levels |= {key: carried.number(value) for key, value in creature.sheet.items()}
    return formula.evaluate(context.ruleset.formulas["health"], levels)
