"""Throws and explosions at the table. Source: D6P-32, D6P-38 to D6P-41."""

from collections.abc import Generator

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    band_of,
    blast_strike,
    explosive_in,
    ladder,
    throw_pool,
)
from encounter_gui.rules.systems.d6pool.combat.strike import (
    allow_dodge,
    attack_spent,
    dodged,
    effects_of,
    fact_of,
    result_of,
    roll,
    spend_hero,
    strike_at,
    took_effect,
    why,
)
from encounter_gui.rules.systems.d6pool.commands import Blast, Throw
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.systems.d6pool.turns import action_budget


def throw(context: RulesContext, command: Throw) -> Procedure:
    """Throws an explosive at a point; a miss scatters. Source: D6P-38, D6P-39."""
    combatant = action_budget.actor(context, command.who)
    view = action_budget.seen(context, command.who)
    explosive = explosive_in(combatant, command.weapon)
    band = band_of(command.metres, command.band, explosive.ranges, weapon=explosive.name)
    allow_throw(context, combatant, explosive)
    hero = spend_hero(combatant, explosive.skill, wanted=command.hero)
    pool, dn = throw_pool(view, command, explosive), ladder(context, band)
    total = yield from roll("throw", command.who, pool.dice)
    landed = bool(mechanics.succeeds(total, dn, pool.dice))
    metres, direction = (0, 0) if landed else (yield from _scatter(context, command.who))
    values = {"dn": dn, "total": total, "dice": pool.dice, "landed": landed}
    events = (
        *hero,
        *attack_spent(context, combatant, f"{explosive.key} thrown", limit=1),
        ev.GaugeChanged(who=combatant.id, gauge=explosive.ammo, by=-1),
        *([ev.ConditionRemoved(who=combatant.id, key="aimed")] if combatant.has("aimed") else []),
        ev.ConditionAdded(who=combatant.id, condition=Condition(key="in_air", note=explosive.key)),
        ev.Resolved(
            what="throw",
            who=combatant.id,
            values={**values, "metres": metres, "direction": direction},
        ),
    )
    text = "landed" if landed else "scattered"
    return Outcome(
        label=say(
            f"d6pool.log.throw_{text}",
            who=combatant.name,
            weapon=explosive.name,
            total=total,
            dn=dn,
            metres=metres,
            direction=context.texts.text_of(f"d6pool.direction.{direction}"),
        ),
        events=events,
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-38"),
            Reason(
                text=say(
                    "d6pool.why.band", band=context.texts.text_of(f"d6pool.band.{band}"), dn=dn
                ),
                rule="D6P-26",
            ),
            *_scatter_reason(context, metres, direction),
        ),
    )


def allow_throw(context: RulesContext, combatant: Combatant, explosive: gear.Explosive) -> None:
    """Lets a throw pass, or says why not. Source: D6P-17, D6P-21, D6P-38.

    Raises:
        RuleError: not in hand, drawn this turn, none left, or an attack was made already.
    """
    names = {"who": combatant.name, "weapon": explosive.name}
    if combatant.memo_text("held") != explosive.key:
        raise refuse("d6pool.not_in_hand", rule="D6P-21", **names)
    if combatant.has("drawn"):
        raise refuse("d6pool.no_attack_after_draw", rule="D6P-21", **names)
    if combatant.gauges.get(explosive.ammo, 0) < 1:
        raise refuse("d6pool.none_left", rule="D6P-38", **names)
    if action_budget.attacks_made(context, combatant):
        raise refuse("d6pool.no_attack_left", rule="D6P-17", who=combatant.name, limit=1)


def _scatter(context: RulesContext, who: CombatantId) -> Generator[Ask, Answer, tuple[int, int]]:
    """One die for the metres, one for the direction, asked in this order. Source: D6P-38, D6P-39."""
    metres = yield from roll("scatter_distance", who, 1)
    face = yield from roll("scatter_direction", who, 1)
    if context.switch("d6pool.scatter5Forward") and face in (5, 6):
        face = 11 - face
    return metres, face


def _scatter_reason(context: RulesContext, metres: int, direction: int) -> tuple[Reason, ...]:
    if not metres:
        return ()
    where = context.texts.text_of(f"d6pool.direction.{direction}")
    return (Reason(text=say("d6pool.why.scatter", metres=metres, direction=where), rule="D6P-39"),)


def blast(context: RulesContext, command: Blast) -> Procedure:
    """Strikes everybody in a blast, each with rolls of its own. Source: D6P-32, D6P-40, D6P-41."""
    explosive, thrower = exploding(context, command)
    view = action_budget.seen(context, command.who) if command.who else context
    allow_blast(view, command, explosive)
    raw: list[ev.Event] = []
    facts: list[ev.Event] = []
    reasons: list[Reason] = []
    results: list[str] = []
    for caught in command.targets:
        target = context.combatant(caught.target)
        strike = blast_strike(view, explosive, caught)
        if strike is None:
            results.append(_outside(context, target))
            continue
        result = yield from strike_at(strike, command.who, caught.target)
        raw += effects_of(view, caught.target, result)
        facts += [
            *dodged(target, strike.dodge),
            fact_of("blast", command.who, caught.target, result),
        ]
        reasons += (
            Reason(text=say("d6pool.why.target", who=target.name)),
            *why(context, result, None),
        )
        results.append(context.texts.sentence(result_of("d6pool.blast", target, result)))
    over = () if command.more or thrower is None else _gone_off(thrower)
    results = results or [context.texts.text_of("d6pool.blast.over")]
    return Outcome(
        label=say("d6pool.log.blast", weapon=explosive.name, results="; ".join(results)),
        events=(*facts, *took_effect(context, command.who, tuple(raw)), *over),
        reasons=tuple(reasons),
    )


def allow_blast(context: RulesContext, command: Blast, explosive: gear.Explosive) -> None:
    """Lets a blast pass, or says why not, before a die is rolled. Source: D6P-31, D6P-32, D6P-40.

    Raises:
        RuleError: somebody in it is not there, is named twice, or cannot dodge with so many dice.
    """
    seen: set[CombatantId] = set()
    for caught in command.targets:
        target = context.known_combatant(caught.target)
        if target.id in seen:
            raise refuse("d6pool.caught_twice", rule="D6P-40", who=target.name)
        seen.add(target.id)
        strike = blast_strike(context, explosive, caught)
        if strike is not None and strike.dodge:
            allow_dodge(target, strike.dodge)


def exploding(context: RulesContext, command: Blast) -> tuple[gear.Explosive, Combatant | None]:
    """Returns what goes off, and who threw it; None: nobody did. Source: D6P-40, D6P-41.

    Raises:
        RuleError: there is no such explosive, or its thrower has none in the air.
    """
    if command.who is None:
        if not command.weapon:
            raise refuse("d6pool.choose_explosive", rule="D6P-41")
        item = context.ruleset.item(command.weapon)
        if item is None or item.kind != "explosive":
            raise refuse("d6pool.no_such_explosive", rule="D6P-41", weapon=command.weapon)
        return gear.explosive_of(item.copy()), None
    thrower = context.active_combatant(command.who)
    in_air = thrower.condition("in_air")
    if in_air is None:
        raise refuse("d6pool.nothing_in_air", rule="D6P-40", who=thrower.name)
    return explosive_in(thrower, in_air.note), thrower


def _gone_off(thrower: Combatant) -> tuple[ev.Event, ...]:
    return (ev.ConditionRemoved(who=thrower.id, key="in_air"),)


def _outside(context: RulesContext, target: Combatant) -> str:
    return context.texts.sentence(say("d6pool.blast.outside", target=target.name))
