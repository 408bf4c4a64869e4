"""Throws and explosions at the table. Source: D6P-32, D6P-38 to D6P-41."""

from collections.abc import Generator

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.scene import Scene
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


def throw(scene: Scene, command: Throw) -> Procedure:
    """Throws an explosive at a point; a miss scatters. Source: D6P-38, D6P-39."""
    one = action_budget.actor(scene, command.who)
    view = action_budget.seen(scene, command.who)
    explosive = explosive_in(one, command.weapon)
    band = band_of(command.metres, command.band, explosive.ranges, weapon=explosive.name)
    allow_throw(scene, one, explosive)
    hero = spend_hero(one, explosive.skill, wanted=command.hero)
    pool, dn = throw_pool(view, command, explosive), ladder(scene, band)
    total = yield from roll("throw", command.who, pool.dice)
    landed = bool(mechanics.succeeds(total, dn, pool.dice))
    metres, direction = (0, 0) if landed else (yield from _scatter(scene, command.who))
    values = {"dn": dn, "total": total, "dice": pool.dice, "landed": landed}
    events = (
        *hero,
        *attack_spent(scene, one, f"{explosive.key} thrown", limit=1),
        ev.GaugeChanged(who=one.id, gauge=explosive.ammo, by=-1),
        *([ev.ConditionRemoved(who=one.id, key="aimed")] if one.has("aimed") else []),
        ev.ConditionAdded(who=one.id, condition=Condition(key="in_air", note=explosive.key)),
        ev.Resolved(
            what="throw", who=one.id, values={**values, "metres": metres, "direction": direction}
        ),
    )
    text = "landed" if landed else "scattered"
    return Outcome(
        label=say(
            f"d6pool.log.throw_{text}",
            who=one.name,
            weapon=explosive.name,
            total=total,
            dn=dn,
            metres=metres,
            direction=scene.words.word(f"d6pool.direction.{direction}"),
        ),
        events=events,
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-38"),
            Reason(
                text=say("d6pool.why.band", band=scene.words.word(f"d6pool.band.{band}"), dn=dn),
                rule="D6P-26",
            ),
            *_scatter_reason(scene, metres, direction),
        ),
    )


def allow_throw(scene: Scene, one: Combatant, explosive: gear.Explosive) -> None:
    """Lets a throw pass, or says why not. Source: D6P-17, D6P-21, D6P-38.

    Raises:
        RuleError: not in hand, drawn this turn, none left, or an attack was made already.
    """
    names = {"who": one.name, "weapon": explosive.name}
    if one.memo_text("held") != explosive.key:
        raise refuse("d6pool.not_in_hand", rule="D6P-21", **names)
    if one.has("drawn"):
        raise refuse("d6pool.no_attack_after_draw", rule="D6P-21", **names)
    if one.gauges.get(explosive.ammo, 0) < 1:
        raise refuse("d6pool.none_left", rule="D6P-38", **names)
    if action_budget.attacks_made(scene, one):
        raise refuse("d6pool.no_attack_left", rule="D6P-17", who=one.name, limit=1)


def _scatter(scene: Scene, who: CombatantId) -> Generator[Ask, Answer, tuple[int, int]]:
    """One die for the metres, one for the direction, asked in this order. Source: D6P-38, D6P-39."""
    metres = yield from roll("scatter_distance", who, 1)
    face = yield from roll("scatter_direction", who, 1)
    if scene.switch("d6pool.scatter5Forward") and face in (5, 6):
        face = 11 - face
    return metres, face


def _scatter_reason(scene: Scene, metres: int, direction: int) -> tuple[Reason, ...]:
    if not metres:
        return ()
    where = scene.words.word(f"d6pool.direction.{direction}")
    return (Reason(text=say("d6pool.why.scatter", metres=metres, direction=where), rule="D6P-39"),)


def blast(scene: Scene, command: Blast) -> Procedure:
    """Strikes everybody in a blast, each with rolls of its own. Source: D6P-32, D6P-40, D6P-41."""
    explosive, thrower = exploding(scene, command)
    view = action_budget.seen(scene, command.who) if command.who else scene
    allow_blast(view, command, explosive)
    raw: list[ev.Event] = []
    facts: list[ev.Event] = []
    reasons: list[Reason] = []
    results: list[str] = []
    for caught in command.targets:
        target = scene.one(caught.target)
        strike = blast_strike(view, explosive, caught)
        if strike is None:
            results.append(_outside(scene, target))
            continue
        struck = yield from strike_at(strike, command.who, caught.target)
        raw += effects_of(view, caught.target, struck)
        facts += [
            *dodged(target, strike.dodge),
            fact_of("blast", command.who, caught.target, struck),
        ]
        reasons += (
            Reason(text=say("d6pool.why.target", who=target.name)),
            *why(scene, struck, None),
        )
        results.append(scene.words.sentence(result_of("d6pool.blast", target, struck)))
    over = () if command.more or thrower is None else _gone_off(thrower)
    results = results or [scene.words.word("d6pool.blast.over")]
    return Outcome(
        label=say("d6pool.log.blast", weapon=explosive.name, results="; ".join(results)),
        events=(*facts, *took_effect(scene, command.who, tuple(raw)), *over),
        reasons=tuple(reasons),
    )


def allow_blast(scene: Scene, command: Blast, explosive: gear.Explosive) -> None:
    """Lets a blast pass, or says why not, before a die is rolled. Source: D6P-31, D6P-32, D6P-40.

    Raises:
        RuleError: somebody in it is not there, is named twice, or cannot dodge with so many dice.
    """
    seen: set[CombatantId] = set()
    for caught in command.targets:
        target = scene.known(caught.target)
        if target.id in seen:
            raise refuse("d6pool.caught_twice", rule="D6P-40", who=target.name)
        seen.add(target.id)
        strike = blast_strike(scene, explosive, caught)
        if strike is not None and strike.dodge:
            allow_dodge(target, strike.dodge)


def exploding(scene: Scene, command: Blast) -> tuple[gear.Explosive, Combatant | None]:
    """Returns what goes off, and who threw it; None: nobody did. Source: D6P-40, D6P-41.

    Raises:
        RuleError: there is no such explosive, or its thrower has none in the air.
    """
    if command.who is None:
        if not command.weapon:
            raise refuse("d6pool.choose_explosive", rule="D6P-41")
        item = scene.ruleset.item(command.weapon)
        if item is None or item.kind != "explosive":
            raise refuse("d6pool.no_such_explosive", rule="D6P-41", weapon=command.weapon)
        return gear.explosive_of(item.copy()), None
    thrower = scene.present(command.who)
    in_air = thrower.condition("in_air")
    if in_air is None:
        raise refuse("d6pool.nothing_in_air", rule="D6P-40", who=thrower.name)
    return explosive_in(thrower, in_air.note), thrower


def _gone_off(thrower: Combatant) -> tuple[ev.Event, ...]:
    return (ev.ConditionRemoved(who=thrower.id, key="in_air"),)


def _outside(scene: Scene, target: Combatant) -> str:
    return scene.words.sentence(say("d6pool.blast.outside", target=target.name))
