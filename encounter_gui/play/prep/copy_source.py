"""A creature of the library as one of its copies is made from it."""

from collections.abc import Iterable
from dataclasses import replace

from encounter_gui.play.prep.rosters import Die, roll_dice_text
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.files.custom_entries import carried_inline
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CreatureDef, ItemDef, Ruleset


def copy_of_creature(
    system: System,
    context: RulesContext,
    entry: LibraryCreature,
    die: Die,
    total: int | None = None,
    own: Iterable[ItemDef] = (),
) -> CreatureDef:
    """Returns what one copy is made from: how much it can take as typed, rolled with its hit dice, or as it is.

    Of ``own``, the items there are now, it carries those whole that are newer than the fight's ruleset.
    """
    creature = carried_inline(context.ruleset, entry.creature, own)
    dice = system.hit_dice(context, creature) if entry.total == "rolled" and total is None else ""
    if dice:
        total = max(1, roll_dice_text(dice, die))
    field = total_field(context.ruleset)
    if total is None or not field:
        return creature
    return replace(creature, sheet={**creature.sheet, field: total})


def total_field(ruleset: Ruleset) -> str:
    """Returns the sheet field that says how much the main gauge holds; empty if it follows from other numbers."""
    gauge = ruleset.main_gauge
    keys = {each.key for each in ruleset.fields if each.kind == "number"}
    return gauge.most if gauge is not None and gauge.most in keys else ""
