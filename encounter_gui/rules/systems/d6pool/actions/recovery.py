"""Falls, first aid, waking and healing. Source: D6P-12, D6P-37, D6P-45 to D6P-48."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import items
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.actions.turn_actions import task_pool, whole_turn
from encounter_gui.rules.systems.d6pool.combat.strike import roll, spend_hero, took_effect
from encounter_gui.rules.systems.d6pool.commands import (
    Fall,
    FirstAid,
    Heal,
    Reward,
    Stabilize,
    Task,
    Wake,
)
from encounter_gui.rules.systems.d6pool.harm.wounds import consequences, health_loss, wound_events
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.turns import action_budget

AID_ATTEMPTS_OF_A_DOCTOR = 2
"""A doctor with proper equipment may roll once more to stop a bleeding. Source: D6P-46."""


def fall(context: RulesContext, command: Fall) -> Procedure:
    """Somebody falls: damage by height against resistance, no dodging. Source: D6P-37."""
    combatant = context.known_combatant(command.who)
    if command.metres < 1:
        raise refuse("d6pool.no_fall", rule="D6P-37", who=combatant.name)
    climbing = character.level(context, combatant, "climbing")
    level = int(mechanics.fall_level(command.metres, climbing))
    pool = character.resistance(context, combatant)
    damage = yield from roll("damage", None, level)
    resisted = (yield from roll("resistance", combatant.id, pool.dice)) if level else 0
    wounds = int(mechanics.wounds(damage, resisted))
    raw = wound_events(context, combatant, wounds) if level else ()
    values = {"level": level, "damage": damage, "resistance": resisted, "wounds": wounds}
    result = "wounds" if wounds else "stunned" if level else "harmless"
    return Outcome(
        label=say(
            f"d6pool.log.fell_{result}",
            who=combatant.name,
            metres=command.metres,
            damage=damage,
            resistance=resisted,
            wounds=wounds,
        ),
        events=(
            ev.Resolved(what="fall", target=combatant.id, values=values),
            *raw,
            *consequences(context, raw),
        ),
        reasons=(
            Reason(
                text=say(
                    "d6pool.why.fall_far" if command.metres > 10 else "d6pool.why.fall",
                    metres=command.metres,
                    climbing=climbing,
                    level=level,
                ),
                rule="D6P-37",
            ),
            *_resisting(pool, level),
        ),
    )


def _resisting(pool: Pool, level: int) -> tuple[Reason, ...]:
    if not level:
        return ()
    text = say("d6pool.why.resistance", parts=pool.text, dice=pool.dice)
    return (Reason(text=text, rule="D6P-34"),)


def first_aid(context: RulesContext, command: FirstAid) -> Procedure:
    """A turn of first aid: stops a bleeding, or else cures 1d6 wounds. Source: D6P-46."""
    in_fight = context.state.stage == "running"
    combatant = (
        action_budget.require_unspent_turn(context, command.who)
        if in_fight
        else _at_leisure(context, command.who)
    )
    patient = context.known_combatant(command.patient)
    tried = allow_aid(combatant, patient)
    hero = spend_hero(combatant, "medicine", wanted=command.hero)
    hero = hero if in_fight else hero[:1]  # no action that the point would go on for
    asked = Task(who=combatant.id, skill="medicine", dn=0, gm=command.gm, hero=command.hero)
    pool = task_pool(context, combatant, asked)
    total = yield from roll("first_aid", combatant.id, pool.dice)
    works = _works(total, patient, pool.dice)
    cured = yield from roll("cure", combatant.id, 1 if works and not patient.has("bleeding") else 0)
    aided = Condition(key="aided", count=tried + 1, by=combatant.id)
    raw = _treated(patient, cured, works=works)
    values = {"total": total, "works": works, "cured": cured, "needed": _needed(patient)}
    return Outcome(
        label=say(
            f"d6pool.log.aid_{_aid_result(patient, works=works)}",
            who=combatant.name,
            patient=patient.name,
            total=total,
            needed=_needed(patient),
            cured=min(cured, _needed(patient)),
        ),
        events=(
            *hero,
            ev.Resolved(what="first_aid", who=combatant.id, target=patient.id, values=values),
            ev.ConditionAdded(who=patient.id, condition=aided),
            *took_effect(context, combatant.id, raw),
            *(whole_turn(context, combatant) if in_fight else ()),
        ),
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-46"),
        ),
    )


def _at_leisure(context: RulesContext, who: CombatantId) -> Combatant:
    combatant = context.known_combatant(who)
    if character.is_down(combatant):
        raise refuse("d6pool.is_out", rule="D6P-43", who=combatant.name)
    return combatant


def allow_aid(combatant: Combatant, patient: Combatant) -> int:
    """Lets first aid pass and returns how often it was tried on these wounds. Source: D6P-46.

    Raises:
        RuleError: the patient is dead or unhurt, or was tried on already.
    """
    if character.is_dead(patient):
        raise refuse("d6pool.patient_dead", rule="D6P-44", patient=patient.name)
    if character.health_now(patient) >= character.health(patient):
        raise refuse("d6pool.patient_unhurt", rule="D6P-46", patient=patient.name)
    aided = patient.condition("aided")
    tried = (aided.count or 1) if aided else 0
    again = patient.has("bleeding") and bool(combatant.sheet.get("doctor"))
    if tried >= (AID_ATTEMPTS_OF_A_DOCTOR if again else 1):
        raise refuse("d6pool.aid_tried", rule="D6P-46", patient=patient.name)
    return tried


def _works(total: int, patient: Combatant, dice: int) -> bool:
    left, full = character.health_now(patient), character.health(patient)
    return bool(mechanics.aid_works(total, left, full, dice))


def _needed(patient: Combatant) -> int:
    return character.health(patient) - character.health_now(patient)


def _aid_result(patient: Combatant, *, works: bool) -> str:
    if not works:
        return "failed"
    return "stopped" if patient.has("bleeding") else "cured"


def _treated(patient: Combatant, cured: int, *, works: bool) -> tuple[ev.Event, ...]:
    if not works:
        return ()
    if patient.has("bleeding"):
        return (ev.ConditionRemoved(who=patient.id, key="bleeding"),)
    return _cured(patient, cured)


def _cured(combatant: Combatant, die: int) -> tuple[ev.Event, ...]:
    left = character.health_now(combatant)
    gained = int(mechanics.healed(left, die, character.health(combatant))) - left
    return (
        (ev.GaugeChanged(who=combatant.id, gauge=character.HEALTH, by=gained),)
        if gained > 0
        else ()
    )


def wake(context: RulesContext, command: Wake) -> Procedure:
    """Once an hour an unconscious one may wake up, too weak for more than moving slowly. Source: D6P-45."""
    combatant = context.known_combatant(command.who)
    if "unconscious" not in character.derived(combatant):
        raise refuse("d6pool.not_unconscious", rule="D6P-45", who=combatant.name)
    if command.hours < 1:
        raise refuse("d6pool.no_hour_gone", rule="D6P-45", who=combatant.name)
    pool = Pool(parts=(character.skill_part(context, combatant, "pain_resistance"),))
    dn = int(mechanics.waking_dn(command.hours))
    total = yield from roll("wake", combatant.id, pool.dice)
    is_awake = bool(mechanics.succeeds(total, dn, pool.dice))
    weak = ev.ConditionAdded(who=combatant.id, condition=Condition(key="awake_weak"))
    values = {"dn": dn, "total": total, "awake": is_awake}
    return Outcome(
        label=say(
            f"d6pool.log.wake_{'up' if is_awake else 'not'}", who=combatant.name, total=total, dn=dn
        ),
        events=(
            ev.Resolved(what="wake", who=combatant.id, values=values),
            *((weak,) if is_awake else ()),
        ),
        reasons=(Reason(text=say("d6pool.why.wake", hours=command.hours, dn=dn), rule="D6P-45"),),
    )


def heal(context: RulesContext, command: Heal) -> Procedure:
    """A day of rest, or half a day in care. Unattended at 0 or below it can only get worse. Source: D6P-47."""
    combatant = context.known_combatant(command.who)
    if character.is_dead(combatant):
        raise refuse("d6pool.patient_dead", rule="D6P-44", patient=combatant.name)
    if character.health_now(combatant) >= character.health(combatant):
        raise refuse("d6pool.patient_unhurt", rule="D6P-47", patient=combatant.name)
    dice = character.level(context, combatant, "strength")
    total = yield from roll("healing", combatant.id, dice)
    works = _works(total, combatant, dice)
    hopeless = character.is_down(combatant) and not command.attended
    changes = works != hopeless and (works or hopeless)
    die = yield from roll("cure", combatant.id, 1 if changes else 0)
    raw = (
        (health_loss(combatant, die),)
        if hopeless and not works
        else _cured(combatant, die)
        if works and not hopeless
        else ()
    )
    result = "better" if works and not hopeless else "worse" if hopeless and not works else "same"
    return Outcome(
        label=say(
            f"d6pool.log.heal_{result}",
            who=combatant.name,
            total=total,
            needed=_needed(combatant),
            die=die if result == "worse" else min(die, _needed(combatant)),
        ),
        events=(
            ev.Resolved(
                what="healing",
                who=combatant.id,
                values={"total": total, "works": works, "die": die},
            ),
            *raw,
            *consequences(context, raw, is_hit=False),
        ),
        reasons=(
            Reason(
                text=say("d6pool.why.heal", needed=_needed(combatant), total=total), rule="D6P-47"
            ),
        ),
    )


def stabilize(context: RulesContext, command: Stabilize) -> Procedure:
    """The game master stops a bleeding without a roll. Source: D6P-48."""
    yield from ()
    combatant = context.known_combatant(command.who)
    if not combatant.has("bleeding"):
        raise refuse("d6pool.not_bleeding", rule="D6P-48", who=combatant.name)
    return Outcome(
        label=say("d6pool.log.stabilized", who=combatant.name),
        events=(ev.ConditionRemoved(who=combatant.id, key="bleeding"),),
    )


def reward(context: RulesContext, command: Reward) -> Procedure:
    """The adventure is over: spent Hero Points return, one more for a success. Source: D6P-12."""
    yield from ()
    events: list[ev.Event] = []
    combatants = context.combatants(command.who)
    for combatant in combatants:
        points = items.number(combatant.sheet.get("hero_points")) + (1 if command.success else 0)
        events += [
            ev.SheetSet(who=combatant.id, field="hero_points", to=points),
            ev.GaugeSet(who=combatant.id, gauge="hero", to=points),
        ]
    names = ", ".join(other.name for other in combatants)
    return Outcome(label=say("d6pool.log.reward", who=names), events=tuple(events))
