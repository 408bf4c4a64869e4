"""What only a Focus or cyberware can do on its user's turn. Source: CWN-45k, CWN-45m."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn.combat import shock as shocks
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import weapon_in
from encounter_gui.rules.systems.cwn.commands import Reflexes, Whirlwind
from encounter_gui.rules.systems.cwn.harm import first_aid
from encounter_gui.rules.systems.cwn.harm.falling import Harm, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses

REFLEXES, WHIRLWIND = "enhanced_reflexes", "whirlwind"


def reflexes(scene: Scene, command: Reflexes) -> Procedure:
    """A bonus Main, from the second level on a Move too: On Turn, or for Strain at any time. Source: CWN-45m."""
    yield from ()
    one = _quick(scene, command)
    rank = gear.rank(one, REFLEXES)
    events: list[ev.Event] = [
        ev.GaugeChanged(who=one.id, gauge="bonus_main", by=1),
        scene_uses.used(one, REFLEXES),
        ev.GaugeSet(who=one.id, gauge="reflexes_round", to=1),
    ]
    if rank >= 2:
        events += [
            ev.GaugeChanged(who=one.id, gauge="bonus_move", by=1),
            ev.GaugeChanged(who=one.id, gauge=action_budget.REFLEX_MOVE, by=1),
        ]
    if command.instant:
        events.append(ev.GaugeChanged(who=one.id, gauge=character.STRAIN, by=1))
    events += _ready_now(scene, one, rank, is_instant=command.instant)
    return Outcome(
        label=say("cwn.log.reflexes" if rank < 2 else "cwn.log.reflexes_both", who=one.name),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.reflexes"), rule="CWN-45m"),),
    )


def _quick(scene: Scene, command: Reflexes) -> Combatant:
    """Returns who triggers its reflexes, if it may. Source: CWN-45m.

    Raises:
        RuleError: it has none, or they are used up for the round or the scene.
    """
    one = scene.known(command.who)
    rank = gear.rank(one, REFLEXES)
    if not rank or (command.instant and rank < 2):
        raise refuse("cwn.no_reflexes", rule="CWN-45m", who=one.name)
    one = (
        action_budget.conscious(scene, command.who)
        if command.instant
        else action_budget.on_turn(scene, command.who)
    )
    if not scene.state.slots:
        raise refuse("cwn.no_order", rule="CWN-15", who=one.name)
    most = 2 if rank >= 3 else 1
    if scene_uses.uses(one, REFLEXES) >= most or one.gauges.get("reflexes_round"):
        raise refuse("cwn.reflexes_used", rule="CWN-45m", who=one.name)
    if command.instant:
        first_aid.allow_strain(scene, one)
    return one


def _ready_now(
    scene: Scene, one: Combatant, rank: int, *, is_instant: bool
) -> tuple[ev.Event, ...]:
    """Whoever is done goes on; out of turn the bonus may come at any time, and nothing but that. Source: CWN-45m."""
    if action_budget.is_acting(scene.state, one.id):
        return action_budget.reopened(scene, one.id)
    if not is_instant:
        return ()
    actions = ("main", "move") if rank >= 2 else ("main",)
    return tuple(ev.GaugeChanged(who=one.id, gauge=f"instant_{action}", by=1) for action in actions)


def whirlwind(scene: Scene, command: Whirlwind) -> Procedure:
    """Own Shock strikes every foe in melee, once per scene, On Turn. Source: CWN-45k."""
    one = action_budget.on_turn(scene, command.who)
    weapon = weapon_in(one, command.weapon)
    _allow_whirlwind(scene, one, weapon)
    aim = to_hit.Aim(weapon=weapon, mode="melee")
    events: list[ev.Event] = [scene_uses.used(one, WHIRLWIND)]
    now, results = scene, []
    for who in character.in_melee(scene.state, one):
        foe = now.one(who)
        shock = shocks.shock_at(now, one, foe, aim)
        outcome = yield from hurt(now, Harm(target=who, amount=shock.amount))
        stopped = (
            (ev.GaugeSet(who=who, gauge=action_budget.FIRST_SHOCK, to=1),)
            if shock.is_ignored
            else ()
        )
        fact = ev.Resolved(
            what="whirlwind",
            who=one.id,
            target=who,
            values={
                "damage": shock.amount,
                "soaked": outcome.soaked,
                "lost": outcome.lost,
                "fate": outcome.fate,
            },
        )
        done = (fact, *outcome.events, *stopped, *first_kill(now.one(one.id), fact))
        events += done
        now = replace(now, state=fold(now.state, done))
        fate = fate_words(scene, outcome.fate, outcome.injury)
        results.append(
            scene.words.word(
                "cwn.blast.hurt",
                target=foe.name,
                damage=shock.amount,
                lost=outcome.lost,
                fate=fate,
            )
        )
    return Outcome(
        label=say("cwn.log.whirlwind", who=one.name, results="; ".join(results)),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.whirlwind"), rule="CWN-45k"),),
    )


def first_kill(one: Combatant, fact: ev.Event) -> tuple[ev.Event, ...]:
    """The first kill of a round gives a master of whirlwinds one more attack. Source: CWN-45k."""
    if not isinstance(fact, ev.Resolved) or gear.rank(one, WHIRLWIND) < 2:
        return ()
    is_kill = fact.values.get("fate") in ("dead", "mortally_wounded")
    if not is_kill or one.gauges.get("killed"):
        return ()
    return (
        ev.GaugeSet(who=one.id, gauge="killed", to=1),
        ev.GaugeSet(who=one.id, gauge="extra", to=1),
    )


def _allow_whirlwind(scene: Scene, one: Combatant, weapon: gear.Weapon) -> None:
    if not gear.rank(one, WHIRLWIND):
        raise refuse("cwn.no_whirlwind", rule="CWN-45k", who=one.name)
    if scene_uses.uses(one, WHIRLWIND):
        raise refuse("cwn.whirlwind_used", rule="CWN-45k", who=one.name)
    if weapon.reach != "melee" or not gear.is_readied(one, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", who=one.name, weapon=weapon.name)
    if not character.in_melee(scene.state, one):
        raise refuse("cwn.not_engaged", rule="CWN-18", who=one.name)
