"""What goes wrong with a fumbled attack. Source: CHR-40."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome.combat import strike
from encounter_gui.rules.systems.chrome.combat.attack_plan import AttackPlan, plan_friend
from encounter_gui.rules.systems.chrome.combat.strike import Mishap
from encounter_gui.rules.systems.chrome.rules.weapons import ALLY, EXPOSED, STRAY
from encounter_gui.rules.systems.chrome.sheet import character

_NOBODY = "no"

_Wrong = Rolling[int]
"""What goes wrong, as a part of a procedure; by name, since it is said anew for every attack."""


def mishap_of(
    who: CombatantId, plan: AttackPlan, ally: CombatantId | None, target: CombatantId
) -> Mishap:
    """Returns what the table does about a fumbled attack: an ally in the line is hit in place of what else happens.

    ``ally`` is who stands there; None: the table is asked. Source: CHR-40.
    """

    def mishap(resolution: Resolution, effect: int) -> _Wrong:
        if effect != ALLY:
            return effect
        hit = yield from _ally_in_line(resolution, who, ally, target)
        if hit is None:
            return EXPOSED
        yield from _strike_ally(resolution, who, hit, plan)
        return STRAY

    return mishap


def _ally_in_line(
    resolution: Resolution, who: CombatantId, ally: CombatantId | None, target: CombatantId
) -> Rolling[CombatantId | None]:
    """Returns who of the attacker's own side stands in the line, as told or asked for; None: nobody. Source: CHR-40."""
    combatant = resolution.combatant(who)
    near = [
        other.id
        for other in resolution.context.state.combatants.values()
        if character.team(other) == character.team(combatant)
        and other.id not in (who, target)
        and not character.is_dead(other)
        and "left" not in other.flags
    ]
    if ally in near or not near:
        return ally if ally in near else None
    options = (*near, _NOBODY)
    chosen = yield from choose(resolution.context, "ally", who, options, who=combatant.name)
    return None if chosen == _NOBODY else CombatantId(chosen)


def _strike_ally(
    resolution: Resolution, who: CombatantId, ally: CombatantId, plan: AttackPlan
) -> Rolling[None]:
    """Hits an ally: undoubled damage, Soak, and a Reflex Save. Source: CHR-40."""
    stray = plan_friend(resolution.context, resolution.combatant(ally), plan)
    result = yield from strike.strike(
        resolution, who, ally, stray, what="stray", defence="save", may_counter=False
    )
    key = "chrome.then.stray_hit" if result.is_hit else "chrome.then.stray_missed"
    name = resolution.combatant(ally).name
    resolution.add_text(key, target=name, damage=result.applied)
