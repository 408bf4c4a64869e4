"""Copies of library creatures as combatants, gauges full. Source: CHR-01 to CHR-06, CHR-11."""

from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import items as carried
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.chrome.sheet import character


def recruit(context: RulesContext, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature. Source: CHR-01 to CHR-06, CHR-11."""
    sheet: dict[str, Value] = dict(creature.sheet)
    for key in ("kind", "health"):
        sheet.setdefault(key, context.ruleset.field_default(key))
    gauges = {character.HEALTH: carried.number(sheet["health"])}
    if character.word(sheet["kind"]) == "operator":
        sheet.setdefault(character.CONVICTION, context.ruleset.field_default(character.CONVICTION))
        gauges[character.CONVICTION] = carried.number(sheet[character.CONVICTION])
    return joining.new_combatant(
        context, creature, name=name, number=number, sheet=sheet, gauges=gauges
    )
