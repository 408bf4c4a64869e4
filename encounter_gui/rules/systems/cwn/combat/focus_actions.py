"""What only a Focus or cyberware can do on its user's turn. Source: CWN-45k, CWN-45m."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.combat import shock as shocks
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import weapon_in
from encounter_gui.rules.systems.cwn.commands import Reflexes, Whirlwind
from encounter_gui.rules.systems.cwn.harm import first_aid
from encounter_gui.rules.systems.cwn.harm.falling import Damage, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses

REFLEXES, WHIRLWIND = "enhanced_reflexes", "whirlwind"


def reflexes(context: RulesContext, command: Reflexes) -> Procedure:
    """A bonus Main, from the second level on a Move too: On Turn, or for Strain at any time. Source: CWN-45m."""
    yield from ()
    combatant = _quick(context, command)
    rank = gear.rank(combatant, REFLEXES)
    events: list[ev.Event] = [
        ev.GaugeChanged(who=combatant.id, gauge="bonus_main", by=1),
        scene_uses.used(combatant, REFLEXES),
        ev.GaugeSet(who=combatant.id, gauge="reflexes_round", to=1),
    ]
    if rank >= 2:
        events += [
            ev.GaugeChanged(who=combatant.id, gauge="bonus_move", by=1),
            ev.GaugeChanged(who=combatant.id, gauge=action_budget.REFLEX_MOVE, by=1),
        ]
    if command.instant:
        events.append(ev.GaugeChanged(who=combatant.id, gauge=character.STRAIN, by=1))
    events += _ready_now(context, combatant, rank, is_instant=command.instant)
    return Outcome(
        label=say("cwn.log.reflexes" if rank < 2 else "cwn.log.reflexes_both", who=combatant.name),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.reflexes"), rule="CWN-45m"),),
    )


def _quick(context: RulesContext, command: Reflexes) -> Combatant:
    """Returns who triggers its reflexes, if it may. Source: CWN-45m.

    Raises:
        RuleError: it has none, or they are used up for the round or the scene.
    """
    combatant = context.known_combatant(command.who)
    rank = gear.rank(combatant, REFLEXES)
    if not rank or (command.instant and rank < 2):
        raise refuse("cwn.no_reflexes", rule="CWN-45m", who=combatant.name)
    combatant = (
        action_budget.conscious(context, command.who)
        if command.instant
        else action_budget.on_turn(context, command.who)
    )
    if not context.state.slots:
        raise refuse("cwn.no_order", rule="CWN-15", who=combatant.name)
    most = 2 if rank >= 3 else 1
    if scene_uses.uses(combatant, REFLEXES) >= most or combatant.gauges.get("reflexes_round"):
        raise refuse("cwn.reflexes_used", rule="CWN-45m", who=combatant.name)
    if command.instant:
        first_aid.allow_strain(context, combatant)
    return combatant


def _ready_now(
    context: RulesContext, combatant: Combatant, rank: int, *, is_instant: bool
) -> tuple[ev.Event, ...]:
    """Whoever is done goes on; out of turn the bonus may come at any time, and nothing but that. Source: CWN-45m."""
    if action_budget.is_acting(context.state, combatant.id):
        return action_budget.reopened(context, combatant.id)
    if not is_instant:
        return ()
    actions = ("main", "move") if rank >= 2 else ("main",)
    return tuple(
        ev.GaugeChanged(who=combatant.id, gauge=f"instant_{action}", by=1) for action in actions
    )


def whirlwind(context: RulesContext, command: Whirlwind) -> Procedure:
    """Own Shock strikes every foe in melee, once per scene, On Turn. Source: CWN-45k."""
    combatant = action_budget.on_turn(context, command.who)
    weapon = weapon_in(combatant, command.weapon)
    _allow_whirlwind(context, combatant, weapon)
    aim = to_hit.Aim(weapon=weapon, mode="melee")
    events: list[ev.Event] = [scene_uses.used(combatant, WHIRLWIND)]
    after, results = context, []
    for who in character.in_melee(context.state, combatant):
        foe = after.combatant(who)
        shock = shocks.shock_at(after, combatant, foe, aim)
        outcome = yield from hurt(after, Damage(target=who, amount=shock.amount))
        stopped = (
            (ev.GaugeSet(who=who, gauge=action_budget.FIRST_SHOCK, to=1),)
            if shock.is_ignored
            else ()
        )
        fact = ev.Resolved(
            what="whirlwind",
            who=combatant.id,
            target=who,
            values={
                "damage": shock.amount,
                "soaked": outcome.soaked,
                "lost": outcome.lost,
                "fate": outcome.fate,
            },
        )
        done = (fact, *outcome.events, *stopped, *first_kill(after.combatant(combatant.id), fact))
        events += done
        after = replace(after, state=fold(after.state, done))
        fate = fate_words(context, outcome.fate, outcome.injury)
        results.append(
            context.texts.text_of(
                "cwn.blast.hurt",
                target=foe.name,
                damage=shock.amount,
                lost=outcome.lost,
                fate=fate,
            )
        )
    return Outcome(
        label=say("cwn.log.whirlwind", who=combatant.name, results="; ".join(results)),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.whirlwind"), rule="CWN-45k"),),
    )


def first_kill(combatant: Combatant, fact: ev.Event) -> tuple[ev.Event, ...]:
    """The first kill of a round gives a master of whirlwinds one more attack. Source: CWN-45k."""
    if not isinstance(fact, ev.Resolved) or gear.rank(combatant, WHIRLWIND) < 2:
        return ()
    is_kill = fact.values.get("fate") in ("dead", "mortally_wounded")
    if not is_kill or combatant.gauges.get("killed"):
        return ()
    return (
        ev.GaugeSet(who=combatant.id, gauge="killed", to=1),
        ev.GaugeSet(who=combatant.id, gauge="extra", to=1),
    )


def _allow_whirlwind(context: RulesContext, combatant: Combatant, weapon: gear.Weapon) -> None:
    if not gear.rank(combatant, WHIRLWIND):
        raise refuse("cwn.no_whirlwind", rule="CWN-45k", who=combatant.name)
    if scene_uses.uses(combatant, WHIRLWIND):
        raise refuse("cwn.whirlwind_used", rule="CWN-45k", who=combatant.name)
    if weapon.reach != "melee" or not gear.is_readied(combatant, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", who=combatant.name, weapon=weapon.name)
    if not character.in_melee(context.state, combatant):
        raise refuse("cwn.not_engaged", rule="CWN-18", who=combatant.name)
