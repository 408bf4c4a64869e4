"""Which band of range a distance lies in, by the switch for the range table. Source: PHA-31."""

from collections.abc import Mapping

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import distance
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.systems.phases.commands import Attack, Band
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.gear import Weapon

BANDS: tuple[Band, ...] = ("point_blank", "short", "medium", "long", "extreme")
"""The bands, the nearest first."""

_TABLE = "range_feet"


def limits(context: RulesContext, weapon: Weapon) -> Mapping[Band, int]:
    """Returns the last foot of each band of a weapon, the nearest first.

    None at all: distance means nothing to it, as the house rule is off, it is for blows, or the ruleset has no table.
    """
    if weapon.is_melee or not context.switch("phases.rangeTable"):
        return {}
    tables = context.ruleset.tables
    table = tables.get(f"{_TABLE}_{weapon.specialty}") or tables.get(_TABLE) or {}
    return {band: number(table[band]) for band in BANDS if band in table}


def band_at(context: RulesContext, weapon: Weapon, feet: Metres) -> Band:
    """Returns the band a distance lies in, the nearer one at its edge; empty: beyond the last, or it has none."""
    found: dict[Band, int] = dict(limits(context, weapon))
    return next((band for band, last in found.items() if feet <= last), "")


def range_part(context: RulesContext, band: Band) -> Modifier:
    """Returns what a band does to an attack, also where that is nothing."""
    amount = character.table_number(context, "range", band)
    name = context.texts.text_of(f"phases.field.band.{band}")
    return Modifier(name=name, amount=amount, rule="PHA-31", key="range")


def require_range(
    context: RulesContext, attacker: Combatant, target: Combatant, weapon: Weapon, command: Attack
) -> None:
    """Lets a shot or throw pass that gets so far; one that says its band is not measured.

    Raises:
        RuleError: the target stands beyond the last band.
    """
    if command.band:
        return
    last = max(limits(context, weapon).values(), default=0)
    far = distance(context.state, attacker.id, target.id)
    if last and far is not None and far > last:
        raise refuse(
            "phases.out_of_range",
            rule="PHA-31",
            who=attacker.name,
            target=target.name,
            weapon=weapon.name,
            far=metres_text(far),
            most=last,
        )
