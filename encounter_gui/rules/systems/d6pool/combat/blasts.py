"""Throws and explosions at the table. Source: D6P-32, D6P-38 to D6P-41."""

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import values_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool import mechanics, obligations
from encounter_gui.rules.systems.d6pool.combat import attack_plan, strike, strike_text
from encounter_gui.rules.systems.d6pool.combat.strike import dice
from encounter_gui.rules.systems.d6pool.commands import Blast, Caught, Throw
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.systems.d6pool.turns import action_budget


def throw(resolution: Resolution, command: Throw) -> Rolling[Message]:
    """Throws an explosive at a point; a miss scatters. Source: D6P-38, D6P-39."""
    view = resolution.view
    thrower = action_budget.require_action(view, command.who)
    explosive = attack_plan.explosive_in(thrower, command.weapon)
    band = attack_plan.band_of(
        command.metres, command.band, explosive.ranges, weapon=explosive.name
    )
    require_throw(view, thrower, explosive)
    strike.spend_hero(resolution, thrower, explosive.skill, wanted=command.hero)
    pool, dn = attack_plan.throw_pool(view, command, explosive), attack_plan.ladder(view, band)
    pool = replace(pool, modifiers=resolution.parts("throw", pool.modifiers))
    dn = resolution.number("target", dn)
    strike.spend_attack(resolution, thrower, explosive.key, "thrown", limit=1)
    resolution.record(ev.GaugeChanged(who=thrower.id, gauge=explosive.ammo, by=-1))
    if thrower.has("aimed"):
        resolution.record(ev.ConditionRemoved(who=thrower.id, key="aimed"))
    total = yield from dice(resolution, "throw", thrower.id, pool.dice)
    landed = bool(mechanics.succeeds(total, dn, pool.dice))
    metres, direction = (0, 0) if landed else (yield from _scatter(resolution, thrower.id))
    resolution.record(*obligations.forgotten_events(resolution.combatant(thrower.id)))
    owed = obligations.NEXT_VICTIM.of(thrower.id, by=thrower.id, weapon=explosive.key)
    resolution.owe(owed, is_effect=False)
    resolution.fact(
        "throw",
        thrower.id,
        None,
        dn=dn,
        total=total,
        dice=pool.dice,
        landed=landed,
        metres=metres,
        direction=direction,
        **values_of(pool.modifiers),
    )
    strike_text.explain_pool(resolution, pool, "D6P-38")
    strike_text.explain_band(resolution, band, dn)
    where = view.texts.text_of(f"d6pool.direction.{direction}")
    if metres:
        resolution.reason("d6pool.why.scatter", "D6P-39", metres=metres, direction=where)
    return say(
        f"d6pool.log.throw_{'landed' if landed else 'scattered'}",
        who=thrower.name,
        weapon=explosive.name,
        total=total,
        dn=dn,
        metres=metres,
        direction=where,
    )


def require_throw(context: RulesContext, thrower: Combatant, explosive: gear.Explosive) -> None:
    """Checks whether a combatant may throw this now. Source: D6P-17, D6P-21, D6P-38.

    Raises:
        RuleError: not in hand, drawn this turn, none left, or an attack was made already.
    """
    names = {"who": thrower.name, "weapon": explosive.name}
    if gear.held_key(thrower) != explosive.key:
        raise refuse("d6pool.not_in_hand", rule="D6P-21", **names)
    if thrower.has("drawn"):
        raise refuse("d6pool.no_attack_after_draw", rule="D6P-21", **names)
    if thrower.gauges.get(explosive.ammo, 0) < 1:
        raise refuse("d6pool.none_left", rule="D6P-38", **names)
    if action_budget.attacks_made(context, thrower):
        raise refuse("d6pool.no_attack_left", rule="D6P-17", who=thrower.name, limit=1)


def _scatter(resolution: Resolution, who: CombatantId) -> Rolling[tuple[int, int]]:
    """Rolls a die for the metres, then one for the direction. Source: D6P-38, D6P-39."""
    metres = yield from dice(resolution, "scatter_distance", who, 1)
    face = yield from dice(resolution, "scatter_direction", who, 1)
    if resolution.context.switch("d6pool.scatter5Forward") and face in (5, 6):
        face = 11 - face
    return metres, face


def blast(resolution: Resolution, command: Blast) -> Rolling[Message]:
    """Strikes everybody in a blast, each with rolls of its own. Source: D6P-32, D6P-40, D6P-41."""
    view = resolution.view
    explosive = exploding(view, command)
    _require_targets(view, command, explosive)
    effects: list[ev.Event] = []
    for caught in command.targets:
        effects += yield from _strike(resolution, command.who, explosive, caught)
    resolution.apply(*effects)
    if command.who is not None and command.more:
        struck = tuple(each.target for each in command.targets)
        resolution.record(*obligations.struck_events(resolution.context.state, command.who, struck))
    elif command.who is not None:
        resolution.record(*obligations.gone_off(resolution.context.state, command.who))
    results = resolution.text or view.texts.text_of("d6pool.blast.over")
    return say("d6pool.log.blast", weapon=explosive.name, results=results)


def _strike(
    resolution: Resolution, who: CombatantId | None, explosive: gear.Explosive, caught: Caught
) -> Rolling[tuple[ev.Event, ...]]:
    """Rolls against one target of a blast and returns what it does to it."""
    view = resolution.view
    target = view.combatant(caught.target)
    plan = attack_plan.blast_strike(view, explosive, caught)
    if plan is None:
        resolution.add_text("d6pool.blast.outside", target=target.name)
        return ()
    result = yield from strike.roll_strike(resolution, plan, who, target.id, is_one_of_several=True)
    strike.spend_dodge(resolution, target.id, plan.dodge)
    resolution.record(strike.fact_of("blast", who, target.id, result))
    resolution.reason("d6pool.why.target", who=target.name)
    strike_text.explain(resolution, result, None)
    resolution.add_message(strike_text.result_of("d6pool.blast", target, result))
    return strike.harm_events(view, target, result)


def _require_targets(context: RulesContext, command: Blast, explosive: gear.Explosive) -> None:
    """Checks the targets of a blast before a die is rolled. Source: D6P-31, D6P-32, D6P-40.

    Raises:
        RuleError: somebody in it is not there, is named twice, was struck by it before, or cannot dodge with so many
            dice.
    """
    seen: set[CombatantId] = set()
    for caught in command.targets:
        target = context.known_combatant(caught.target)
        if target.id in seen:
            raise refuse("d6pool.caught_twice", rule="D6P-40", who=target.name)
        seen.add(target.id)
        _require_one_strike(context, command.who, target)
        if caught.dodge and context.switch("d6pool.grenadeAlwaysHits"):
            raise refuse("d6pool.no_dodge_in_blast", rule="D6P-41", who=target.name)
        plan = attack_plan.blast_strike(context, explosive, caught)
        if plan is not None and plan.dodge:
            strike.require_dodge(context, target, plan.dodge)


def _require_one_strike(
    context: RulesContext, thrower: CombatantId | None, target: Combatant
) -> None:
    """Lets one explosive strike everybody in its blast once. Source: D6P-40.

    Raises:
        RuleError: it has struck this one already.
    """
    if thrower is not None and target.id in obligations.struck_by(context.state, thrower):
        raise refuse("d6pool.caught_twice", rule="D6P-40", who=target.name)


def exploding(context: RulesContext, command: Blast) -> gear.Explosive:
    """Returns what goes off. Source: D6P-40, D6P-41.

    Raises:
        RuleError: there is no such explosive, or its thrower has none in the air.
    """
    if command.who is not None:
        thrower = context.active_combatant(command.who)
        weapon = obligations.weapon_in_air(context.state, thrower.id)
        if not weapon:
            raise refuse("d6pool.nothing_in_air", rule="D6P-40", who=thrower.name)
        return attack_plan.explosive_in(thrower, weapon)
    if not command.weapon:
        raise refuse("d6pool.choose_explosive", rule="D6P-41")
    item = context.ruleset.item(command.weapon)
    if item is None or item.kind != "explosive":
        raise refuse("d6pool.no_such_explosive", rule="D6P-41", weapon=command.weapon)
    return gear.explosive_of(item.copy())
