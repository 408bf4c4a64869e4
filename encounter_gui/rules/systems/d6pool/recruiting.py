"""Copies of library creatures as combatants, gauges full. Source: D6P-01 to D6P-08, D6P-12."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules import formula, general
from encounter_gui.rules.ruleset import CarriedDef, CreatureDef
from encounter_gui.rules.system import Scene
from encounter_gui.rules.systems.d6pool import character, gear


def recruit(scene: Scene, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature. Source: D6P-01 to D6P-08, D6P-12."""
    sheet: dict[str, Value] = dict(creature.sheet)
    sheet["health"] = health_of(scene, creature)
    items = tuple(_item(scene, carried) for carried in creature.items)
    held = creature.held or next((item.key for item in items if item.kind == "weapon"), "")
    one = Combatant(
        id=general.combatant_id(name, number),
        number=number,
        name=name,
        side=creature.side,
        sheet=sheet,
        items=items,
        gauges={character.HEALTH: gear.number(sheet["health"]), **_full(items)},
        memo={"held": held} if held else {},
        flags=("named",) if creature.is_named else (),
        origin=creature.key,
        note=creature.note,
    )
    hero = gear.number(sheet.get("hero_points"))
    gauges = {**one.gauges, character.DODGE: character.dodge_pool(scene, one)}
    return replace(one, gauges={**gauges, "hero": hero} if hero else gauges)


def health_of(scene: Scene, creature: CreatureDef) -> int:
    """Health is three times Strength unless the sheet says otherwise. Source: D6P-03."""
    own = gear.number(creature.sheet.get("health"))
    if own:
        return own
    levels = {each.key: gear.number(each.default) for each in scene.ruleset.fields}
    levels |= {key: gear.number(value) for key, value in creature.sheet.items()}
    return formula.evaluate(scene.ruleset.formulas["health"], levels)


def _item(scene: Scene, carried: CarriedDef) -> Item:
    known = scene.ruleset.item(carried.item)
    if known is None:
        raise refuse("rules.no_such_item", item=carried.item)
    item = known.copy(**carried.values)
    return replace(item, name=carried.name) if carried.name else item


def _full(items: tuple[Item, ...]) -> dict[str, int]:
    full: dict[str, int] = {}
    for item in items:
        most = gear.number(item.values.get("magazine")) or gear.number(item.values.get("count"))
        if most:
            full[f"ammo.{item.key}"] = most
    return full
