"""What a combatant of a declared game amounts to: its numbers, its conditions, what it attacks with."""

from collections.abc import Collection, Iterator

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, of_conditions
from encounter_gui.rules.model.games.declared_game import HEALTH, OUT, AttackDef, TurnsDef
from encounter_gui.rules.model.items import find_item, number
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.declared.commands import NO_WEAPON

ATTACKS = "attacks"
"""The running number of the attacks of a turn."""

EFFECTS = ("attack", "defense", "damage", "soak")
"""What a condition may add to: the roll, what it is against, damage, and what stops it."""

Values = tuple[tuple[str, int], ...]
"""The numbers that the names of a formula stand for."""


def turns_of(ruleset: Ruleset) -> TurnsDef:
    """Returns who acts when by a ruleset; without a word on it, in the order of joining."""
    return ruleset.turns or TurnsDef(initiative="0")


def is_down(combatant: Combatant) -> bool:
    """Returns whether a combatant has nothing left of its main gauge."""
    return combatant.gauges.get(HEALTH, 0) <= 0


def is_out(combatant: Combatant) -> bool:
    """Returns whether a combatant is down or has left."""
    return is_down(combatant) or "left" in combatant.flags


def derived_keys(combatant: Combatant) -> tuple[str, ...]:
    """Returns the conditions that follow from a combatant's numbers."""
    return (OUT,) if is_down(combatant) else ()


def is_idle(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a condition keeps somebody from doing anything."""
    return any(combatant.has(each) for each in turns_of(context.ruleset).idle)


def can_act(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant is in the fight and nothing keeps it from acting."""
    return not is_out(combatant) and not is_idle(context, combatant)


def level(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns a number of the sheet."""
    return number(combatant.sheet.get(key, context.ruleset.field_default(key)))


def values(context: RulesContext, combatant: Combatant) -> dict[str, int]:
    """Returns the numbers of a sheet by name, a flag as 0 or 1."""
    fields = (each for each in context.ruleset.fields if each.kind != "text")
    return {each.key: level(context, combatant, each.key) for each in fields}


def attacker_values(context: RulesContext, combatant: Combatant, weapon: Item | None) -> Values:
    """Returns what an attacker's formulas are worked out from: its sheet, and the numbers of its weapon."""
    carried = [weapon] if weapon is not None else []
    own = _item_values(context.ruleset, "weapon", carried)
    return tuple({**values(context, combatant), **own}.items())


def target_values(context: RulesContext, combatant: Combatant) -> Values:
    """Returns what a target's formulas are worked out from: its sheet, and of its armour the best of each number."""
    worn = [each for each in combatant.items if each.kind == "armor"]
    own = _item_values(context.ruleset, "armor", worn)
    return tuple({**values(context, combatant), **own}.items())


def _item_values(ruleset: Ruleset, kind: str, carried: Collection[Item]) -> dict[str, int]:
    keys = (each.key for each in ruleset.item_fields if kind in each.on and each.kind != "text")
    return {key: max((number(each.values.get(key)) for each in carried), default=0) for key in keys}


def effects(context: RulesContext, combatant: Combatant, kind: str) -> tuple[Modifier, ...]:
    """Returns what somebody's conditions do to a kind of roll."""
    return of_conditions(context, (each.key for each in combatant.conditions), (kind,))


def weapons(combatant: Combatant) -> tuple[Item, ...]:
    """Returns the weapons somebody carries."""
    return tuple(each for each in combatant.items if each.kind == "weapon")


def weapon_of(combatant: Combatant, key: str) -> Item | None:
    """Returns the weapon that is named, without a name the one in hand; None: there is none, or none is meant."""
    if key == NO_WEAPON:
        return None
    return find_item(weapons(combatant), key or combatant.memo_text("held"))


def attacks_with(ruleset: Ruleset, weapon: Item | None) -> Iterator[AttackDef]:
    """Yields the attacks that are possible with a weapon, or without one."""
    own = "" if weapon is None else str(weapon.values.get("attack", ""))
    for each in ruleset.attacks:
        if (own or each.key) == each.key and (weapon is not None or not each.needs):
            yield each


def attacks_left(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many attacks a combatant has left in its turn."""
    return max(turns_of(context.ruleset).attacks - combatant.gauges.get(ATTACKS, 0), 0)
