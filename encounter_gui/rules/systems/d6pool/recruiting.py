"""Copies of library creatures as combatants, gauges full. Source: D6P-01 to D6P-08, D6P-12."""

from collections.abc import Mapping

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.by_hand.sheets import SheetRules
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import formula
from encounter_gui.rules.model.items import number as number_of
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.d6pool.sheet import character


def recruit(context: RulesContext, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature. Source: D6P-01 to D6P-08, D6P-12."""
    health = health_of(context, creature)
    hero = number_of(creature.sheet.get("hero_points"))
    gauges = {character.HEALTH: health} | ({"hero": hero} if hero else {})
    sheet = {**creature.sheet, "health": health}
    combatant = joining.new_combatant(
        context, creature, name=name, number=number, sheet=sheet, gauges=gauges
    )
    dodge = character.dodge_pool(context, combatant)
    return replace(combatant, gauges={**combatant.gauges, character.DODGE: dodge})


def health_of(context: RulesContext, creature: CreatureDef) -> int:
    """Returns Health: three times Strength unless the sheet says otherwise. Source: D6P-03."""
    return number_of(creature.sheet.get("health")) or _by_formula(context, creature.sheet)


def _by_formula(context: RulesContext, sheet: Mapping[str, Value]) -> int:
    defaults = {each.key: each.default for each in context.ruleset.fields}
    return formula.evaluate(context.ruleset.formulas["health"], {**defaults, **sheet})


def _health(context: RulesContext, combatant: Combatant) -> int:
    return _by_formula(context, combatant.sheet)


SHEET = SheetRules(by_formula={"health": _health}, most={character.DODGE: character.dodge_pool})
"""What hangs on the numbers of a sheet. Source: D6P-03, D6P-04, D6P-12, D6P-31."""
