"""The attack of a combatant in a Violent Frenzy: at once, on the closest creature, at no cost. Source: CHR-63."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import closest_first
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome.combat.attack_plan import why_unusable
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear, owed
from encounter_gui.rules.systems.chrome.sheet.gear import RangeBand, Weapon


@read_once
def is_frenzied(combatant: Combatant) -> bool:
    """Returns whether a combatant attacks at once, in its turn or not. Source: CHR-63."""
    return combatant.has("frenzy") and not character.is_out(combatant)


def must_attack(context: RulesContext, who: CombatantId) -> bool:
    """Returns whether turns wait for the attack of a combatant: it is in a frenzy and can attack. Source: CHR-63."""
    combatant = context.state.combatants.get(who)
    return (
        combatant is not None
        and is_frenzied(combatant)
        and action_budget.is_running(context)
        and bool(context.state.slots)
        and bool(usable_weapons(combatant) and targets(context, who))
    )


def usable_weapons(combatant: Combatant) -> tuple[tuple[Weapon, RangeBand], ...]:
    """Returns what a combatant can attack with now, each with the first band at which it can. Source: CHR-36."""
    found: dict[str, tuple[Weapon, RangeBand]] = {}
    for item in combatant.items:
        weapon = gear.weapon_of(item)
        for band in weapon.bands if item.kind == "weapon" else ():
            if not why_unusable(combatant, weapon, band):
                found.setdefault(weapon.key, (weapon, band))
    return tuple(found.values())


def targets(context: RulesContext, who: CombatantId) -> tuple[CombatantId, ...]:
    """Returns whom a combatant in a frenzy may attack: anybody, friend or foe, on the plan the closest first.

    Source: CHR-63.
    """
    found = (
        other.id
        for other in context.state.combatants.values()
        if other.id != who and not character.is_dead(other) and "left" not in other.flags
    )
    return closest_first(context.state, who, found)


def end_frenzy(resolution: Resolution, who: CombatantId) -> None:
    """Ends a frenzy, and with it the attack that was owed. Source: CHR-63."""
    resolution.remove_conditions(who, "frenzy")
    resolution.record(*owed.ends_of(resolution.context, who, owed.FRENZY_ATTACK))


def waive(resolution: Resolution, obligation: Obligation) -> None:
    """Ends the frenzy of a combatant whose attack the game master waives. Source: CHR-63."""
    end_frenzy(resolution, owed.who_of(obligation))


def require_no_frenzy(context: RulesContext) -> None:
    """Requires that nobody in a frenzy has still to attack, in campaigns of older versions as well. Source: CHR-63.

    Raises:
        RuleError: a combatant has, and can.
    """
    for combatant in context.state.combatants.values():
        if combatant.has("frenzy") and must_attack(context, combatant.id):
            raise refuse("chrome.frenzy_waits", rule="CHR-63", who=combatant.name)
