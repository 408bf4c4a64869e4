"""What goes wrong with a fumbled attack. Source: CHR-40."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.asking import Rolling, choose, face, request
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome.combat import strike
from encounter_gui.rules.systems.chrome.combat.attack_plan import AttackPlan, plan_friend
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.sheet import character, gear

_NOBODY = "no"
_SIDES = 6


def complication(
    resolution: Resolution,
    who: CombatantId,
    plan: AttackPlan,
    ally: CombatantId | None,
    target: CombatantId,
) -> Rolling[None]:
    """Rolls what goes wrong with a fumbled attack, and applies it. Source: CHR-40."""
    context = resolution.context
    roll = yield from face(request(context, "complication", who, sides=_SIDES))
    row = context.ruleset.tables[f"complication_{roll}"]
    effect = str(row.get("melee" if plan.weapon.kind == "melee" else "effect", ""))
    if effect == "empty" and not plan.weapon.magazine:
        effect = "exposed"
    if effect == "ally":
        hit = yield from _ally_in_line(resolution, who, ally, target)
        if hit is None:
            effect = "exposed"
        else:
            yield from _strike_ally(resolution, who, hit, plan)
    resolution.fact("complication", who, roll=roll, effect=effect)
    _apply(resolution, who, plan, effect)


def _apply(resolution: Resolution, who: CombatantId, plan: AttackPlan, effect: str) -> None:
    weapon = plan.weapon
    match effect:
        case "jam":
            resolution.set_gauge(who, f"{gear.JAM}.{weapon.key}", 1)
        case "empty":
            resolution.set_gauge(who, weapon.ammo, 0)
        case "drop":
            wounds.drop(resolution, who, weapon.key)
        case "exposed":
            resolution.add_condition(who, Condition(key="exposed"))
    if effect and effect != "ally":
        name = resolution.combatant(who).name
        resolution.add_text(f"chrome.then.complication_{effect}", who=name, weapon=weapon.name)


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
        resolution, who, ally, stray, defence="save", may_counter=False
    )
    strike.record_fact(resolution, "stray", who, ally, result)
    key = "chrome.then.stray_hit" if result.is_hit else "chrome.then.stray_missed"
    name = resolution.combatant(ally).name
    resolution.add_text(key, target=name, damage=result.applied)
