"""What only a Focus or cyberware can do on its user's turn. Source: CWN-45k, CWN-45m."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.combat import shock as shocks
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import weapon_in
from encounter_gui.rules.systems.cwn.commands import Reflexes, Whirlwind
from encounter_gui.rules.systems.cwn.harm import first_aid
from encounter_gui.rules.systems.cwn.harm.damage import deal, harm_text
from encounter_gui.rules.systems.cwn.rules.falls import FallResult
from encounter_gui.rules.systems.cwn.rules.strike import HIT, Blow
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses

REFLEXES, WHIRLWIND = "enhanced_reflexes", "whirlwind"


def reflexes(resolution: Resolution, command: Reflexes) -> Message:
    """A bonus Main, from the second level on a Move too: On Turn, or for Strain at any time. Source: CWN-45m."""
    actor = _require_reflexes(resolution.context, command)
    who, rank = actor.id, gear.rank(actor, REFLEXES)
    resolution.change_gauge(who, "bonus_main", 1)
    resolution.record(scene_uses.use_event(actor, REFLEXES))
    resolution.set_gauge(who, "reflexes_round", 1)
    if rank >= 2:
        resolution.change_gauge(who, "bonus_move", 1)
        resolution.change_gauge(who, action_budget.REFLEX_MOVE, 1)
    if command.instant:
        resolution.change_gauge(who, character.STRAIN, 1)
    _be_ready(resolution, who, rank, is_instant=command.instant)
    resolution.reason("cwn.why.reflexes", "CWN-45m")
    return say("cwn.log.reflexes" if rank < 2 else "cwn.log.reflexes_both", who=actor.name)


def _require_reflexes(context: RulesContext, command: Reflexes) -> Combatant:
    """Returns who triggers its reflexes, if it may. Source: CWN-45m."""
    actor = context.known_combatant(command.who)
    rank = gear.rank(actor, REFLEXES)
    if not rank or (command.instant and rank < 2):
        raise refuse("cwn.no_reflexes", rule="CWN-45m", who=actor.name)
    require = action_budget.require_able if command.instant else action_budget.require_turn
    require(context, command.who)
    if not context.state.slots:
        raise refuse("cwn.no_order", rule="CWN-15", who=actor.name)
    most = 2 if rank >= 3 else 1
    if scene_uses.uses(actor, REFLEXES) >= most or actor.gauges.get("reflexes_round"):
        raise refuse("cwn.reflexes_used", rule="CWN-45m", who=actor.name)
    if command.instant:
        first_aid.require_strain(context, actor)
    return actor


def _be_ready(resolution: Resolution, who: CombatantId, rank: int, *, is_instant: bool) -> None:
    """Lets a combatant go on that was done; out of turn it may use the bonus at any time. Source: CWN-45m."""
    if action_budget.is_acting(resolution.context.state, who):
        action_budget.reopen(resolution, who)
    elif is_instant:
        for action in ("main", "move") if rank >= 2 else ("main",):
            resolution.change_gauge(who, f"instant_{action}", 1)


def whirlwind(resolution: Resolution, command: Whirlwind) -> Message:
    """Own Shock strikes every foe in melee, once per scene, On Turn. Source: CWN-45k."""
    context = resolution.context
    actor = action_budget.require_turn(context, command.who)
    weapon = weapon_in(actor, command.weapon)
    _require_whirlwind(context, actor, weapon)
    resolution.record(scene_uses.use_event(actor, WHIRLWIND))
    aim = to_hit.Aim(weapon=weapon, mode="melee")
    results = [
        _shock_one(resolution, actor, foe, aim) for foe in character.in_melee(context.state, actor)
    ]
    resolution.reason("cwn.why.whirlwind", "CWN-45k")
    return say("cwn.log.whirlwind", who=actor.name, results="; ".join(results))


def _shock_one(resolution: Resolution, actor: Combatant, foe: CombatantId, aim: to_hit.Aim) -> str:
    """Does Shock to one of the foes, and returns what it suffered, in words."""
    context = resolution.context
    shock = shocks.shock_at(context, actor, context.combatant(foe), aim)
    done = deal(resolution, "whirlwind", actor.id, foe, Blow(HIT, shock.amount))
    if shock.is_ignored:
        resolution.set_gauge(foe, action_budget.FIRST_SHOCK, 1)
    first_kill(resolution, actor.id, done.fate)
    return harm_text(context, shock.amount, done)


def first_kill(resolution: Resolution, who: CombatantId, fate: FallResult) -> None:
    """Gives a master of whirlwinds one more attack at once for the first kill of a round. Source: CWN-45k."""
    actor = resolution.combatant(who)
    is_kill = fate in ("dead", "mortally_wounded")
    if gear.rank(actor, WHIRLWIND) >= 2 and is_kill and not actor.gauges.get("killed"):
        resolution.set_gauge(who, "killed", 1)
        resolution.set_gauge(who, "extra", 1)


def _require_whirlwind(context: RulesContext, actor: Combatant, weapon: gear.Weapon) -> None:
    if not gear.rank(actor, WHIRLWIND):
        raise refuse("cwn.no_whirlwind", rule="CWN-45k", who=actor.name)
    if scene_uses.uses(actor, WHIRLWIND):
        raise refuse("cwn.whirlwind_used", rule="CWN-45k", who=actor.name)
    if weapon.reach != "melee" or not gear.is_readied(actor, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", who=actor.name, weapon=weapon.name)
    if not character.in_melee(context.state, actor):
        raise refuse("cwn.not_engaged", rule="CWN-18", who=actor.name)
