"""Copies of library creatures as combatants, gauges full. Source: CWN-01 to CWN-08, CWN-65."""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.by_hand.sheets import SheetRules, Worth
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model import items as carried
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import character, gear

LEADER = "leader"
"""The tag of creatures, and the condition, of those whose fall a side takes to heart. Source: CWN-66."""


def recruit(context: RulesContext, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature. Source: CWN-01, CWN-05, CWN-07."""
    bare = joining.new_combatant(
        context,
        creature,
        name=name,
        number=number,
        sheet=creature.sheet,
        gauges={},
        other_hand=gear.OTHER_HAND,
    )
    leads = (Condition(key=LEADER),) if LEADER in creature.tags else ()
    bare = replace(bare, conditions=leads)
    sheet: dict[str, Value] = {**bare.sheet, "hp": hit_points(context, bare)}
    combatant = replace(bare, sheet=sheet)
    return replace(combatant, gauges=full_gauges(context, combatant))


def full_gauges(context: RulesContext, combatant: Combatant) -> dict[str, int]:
    """Returns the gauges a combatant begins an encounter with. Source: CWN-05, CWN-07, CWN-12, CWN-62."""
    gauges = {
        character.HP: character.most_hp(context, combatant),
        character.SOAK: character.most_soak(context, combatant),
        **carried.full_ammo(combatant.items),
    }
    return {**gauges, character.STRAIN: 0} if character.is_pc(combatant) else gauges


def hit_points(context: RulesContext, combatant: Combatant) -> int:
    """Returns the most hit points: as printed, else the average of the dice. Source: CWN-05, CWN-45d."""
    printed = character.field(context, combatant, "hp")
    if printed:
        return printed
    return mechanics.average_hit_points(*_dice(context, combatant))


def hit_dice(context: RulesContext, creature: CreatureDef) -> str:
    """Returns what its hit points may be rolled with. Source: CWN-05, CWN-45d."""
    levels, sides, plus = _dice(context, recruit(context, creature, name=creature.name, number=1))
    return f"{levels}d{sides}" + (f"{levels * plus:+d}" if plus else "")


def _dice(context: RulesContext, combatant: Combatant) -> tuple[int, int, int]:
    """Returns levels, the sides of the hit die, and what is added to each. Source: CWN-05, CWN-45d."""
    levels = max(character.level(context, combatant), 1)
    if not character.is_pc(combatant):
        return levels, int(str(context.switch("cwn.hdDie")).removeprefix("d")), 0
    plus = character.modifier(context, combatant, "constitution")
    if gear.rank(combatant, "hard_to_kill"):
        plus += context.number(mechanics.HARD_TO_KILL)
    return levels, context.number(mechanics.PC_DIE), plus


def counts_as(context: RulesContext, combatant: Combatant, field: str) -> int | None:
    """Returns what a number comes to that is not printed. Source: CWN-05 to CWN-10, CWN-62."""
    stated = combatant.sheet.get(field)
    worth = _UNPRINTED.get(field)
    if worth is not None:
        return None if carried.number(stated) else worth(context, combatant)
    if stated is not None or character.is_pc(combatant):
        return None
    skills = (each.key for each in context.ruleset.fields if each.group == "skill")
    return character.skill(context, combatant, field) if field in skills else None


def _save(context: RulesContext, combatant: Combatant) -> int:
    """Returns the Save of an NPC; a player character has one of each kind. Source: CWN-09."""
    pc = character.is_pc(combatant)
    return 0 if pc else character.save_target(context, combatant, "physical")


def _armor_class(context: RulesContext, combatant: Combatant, *, melee: bool) -> int:
    return total(character.own_armor_parts(context, combatant, melee=melee))


_UNPRINTED: Mapping[str, Worth] = {
    "ac": partial(_armor_class, melee=False),
    "ac_melee": partial(_armor_class, melee=True),
    character.SOAK: character.most_soak,
    "trauma_target": character.trauma_target,
    "save": _save,
}


SHEET = SheetRules(
    by_formula={character.HP: hit_points},
    most={character.SOAK: character.most_soak},
    counts_as=counts_as,
)
"""What hangs on the numbers of a sheet. Source: CWN-05, CWN-07, CWN-62."""
