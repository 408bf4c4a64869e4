"""Falls, first aid, waking and healing. Source: D6P-12, D6P-37, D6P-45 to D6P-48."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
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
from encounter_gui.rules.systems.d6pool.harm.wounds import consequences, health_loss, suffered
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.turns import action_budget

AID_ATTEMPTS_OF_A_DOCTOR = 2
"""A doctor with proper equipment may roll once more to stop a bleeding. Source: D6P-46."""


def fall(scene: Scene, command: Fall) -> Procedure:
    """Somebody falls: damage by height against resistance, no dodging. Source: D6P-37."""
    one = scene.known(command.who)
    if command.metres < 1:
        raise refuse("d6pool.no_fall", rule="D6P-37", who=one.name)
    climbing = character.level(scene, one, "climbing")
    level = int(mechanics.fall_level(command.metres, climbing))
    pool = character.resistance(scene, one)
    damage = yield from roll("damage", None, level)
    resisted = (yield from roll("resistance", one.id, pool.dice)) if level else 0
    wounds = int(mechanics.wounds(damage, resisted))
    raw = suffered(scene, one, wounds) if level else ()
    values = {"level": level, "damage": damage, "resistance": resisted, "wounds": wounds}
    result = "wounds" if wounds else "stunned" if level else "harmless"
    return Outcome(
        label=say(
            f"d6pool.log.fell_{result}",
            who=one.name,
            metres=command.metres,
            damage=damage,
            resistance=resisted,
            wounds=wounds,
        ),
        events=(
            ev.Resolved(what="fall", target=one.id, values=values),
            *raw,
            *consequences(scene, raw),
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


def first_aid(scene: Scene, command: FirstAid) -> Procedure:
    """A turn of first aid: stops a bleeding, or else cures 1d6 wounds. Source: D6P-46."""
    in_fight = scene.state.stage == "running"
    one = action_budget.fresh(scene, command.who) if in_fight else _at_leisure(scene, command.who)
    patient = scene.known(command.patient)
    tried = allow_aid(one, patient)
    hero = spend_hero(one, "medicine", wanted=command.hero)
    hero = hero if in_fight else hero[:1]  # no action that the point would go on for
    asked = Task(who=one.id, skill="medicine", dn=0, gm=command.gm, hero=command.hero)
    pool = task_pool(scene, one, asked)
    total = yield from roll("first_aid", one.id, pool.dice)
    works = _works(total, patient, pool.dice)
    cured = yield from roll("cure", one.id, 1 if works and not patient.has("bleeding") else 0)
    aided = Condition(key="aided", count=tried + 1, by=one.id)
    raw = _treated(patient, cured, works=works)
    values = {"total": total, "works": works, "cured": cured, "needed": _needed(patient)}
    return Outcome(
        label=say(
            f"d6pool.log.aid_{_aid_result(patient, works=works)}",
            who=one.name,
            patient=patient.name,
            total=total,
            needed=_needed(patient),
            cured=min(cured, _needed(patient)),
        ),
        events=(
            *hero,
            ev.Resolved(what="first_aid", who=one.id, target=patient.id, values=values),
            ev.ConditionAdded(who=patient.id, condition=aided),
            *took_effect(scene, one.id, raw),
            *(whole_turn(scene, one) if in_fight else ()),
        ),
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-46"),
        ),
    )


def _at_leisure(scene: Scene, who: CombatantId) -> Combatant:
    one = scene.known(who)
    if character.is_down(one):
        raise refuse("d6pool.is_out", rule="D6P-43", who=one.name)
    return one


def allow_aid(one: Combatant, patient: Combatant) -> int:
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
    again = patient.has("bleeding") and bool(one.sheet.get("doctor"))
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


def _cured(one: Combatant, die: int) -> tuple[ev.Event, ...]:
    left = character.health_now(one)
    gained = int(mechanics.healed(left, die, character.health(one))) - left
    return (ev.GaugeChanged(who=one.id, gauge=character.HEALTH, by=gained),) if gained > 0 else ()


def wake(scene: Scene, command: Wake) -> Procedure:
    """Once an hour an unconscious one may wake up, too weak for more than moving slowly. Source: D6P-45."""
    one = scene.known(command.who)
    if "unconscious" not in character.derived(one):
        raise refuse("d6pool.not_unconscious", rule="D6P-45", who=one.name)
    if command.hours < 1:
        raise refuse("d6pool.no_hour_gone", rule="D6P-45", who=one.name)
    pool = Pool(parts=(character.skill_part(scene, one, "pain_resistance"),))
    dn = int(mechanics.waking_dn(command.hours))
    total = yield from roll("wake", one.id, pool.dice)
    is_awake = bool(mechanics.succeeds(total, dn, pool.dice))
    weak = ev.ConditionAdded(who=one.id, condition=Condition(key="awake_weak"))
    values = {"dn": dn, "total": total, "awake": is_awake}
    return Outcome(
        label=say(
            f"d6pool.log.wake_{'up' if is_awake else 'not'}", who=one.name, total=total, dn=dn
        ),
        events=(
            ev.Resolved(what="wake", who=one.id, values=values),
            *((weak,) if is_awake else ()),
        ),
        reasons=(Reason(text=say("d6pool.why.wake", hours=command.hours, dn=dn), rule="D6P-45"),),
    )


def heal(scene: Scene, command: Heal) -> Procedure:
    """A day of rest, or half a day in care. Unattended at 0 or below it can only get worse. Source: D6P-47."""
    one = scene.known(command.who)
    if character.is_dead(one):
        raise refuse("d6pool.patient_dead", rule="D6P-44", patient=one.name)
    if character.health_now(one) >= character.health(one):
        raise refuse("d6pool.patient_unhurt", rule="D6P-47", patient=one.name)
    dice = character.level(scene, one, "strength")
    total = yield from roll("healing", one.id, dice)
    works = _works(total, one, dice)
    hopeless = character.is_down(one) and not command.attended
    changes = works != hopeless and (works or hopeless)
    die = yield from roll("cure", one.id, 1 if changes else 0)
    raw = (
        (health_loss(one, die),)
        if hopeless and not works
        else _cured(one, die)
        if works and not hopeless
        else ()
    )
    result = "better" if works and not hopeless else "worse" if hopeless and not works else "same"
    return Outcome(
        label=say(
            f"d6pool.log.heal_{result}",
            who=one.name,
            total=total,
            needed=_needed(one),
            die=die if result == "worse" else min(die, _needed(one)),
        ),
        events=(
            ev.Resolved(
                what="healing", who=one.id, values={"total": total, "works": works, "die": die}
            ),
            *raw,
            *consequences(scene, raw, is_hit=False),
        ),
        reasons=(
            Reason(text=say("d6pool.why.heal", needed=_needed(one), total=total), rule="D6P-47"),
        ),
    )


def stabilize(scene: Scene, command: Stabilize) -> Procedure:
    """The game master stops a bleeding without a roll. Source: D6P-48."""
    yield from ()
    one = scene.known(command.who)
    if not one.has("bleeding"):
        raise refuse("d6pool.not_bleeding", rule="D6P-48", who=one.name)
    return Outcome(
        label=say("d6pool.log.stabilized", who=one.name),
        events=(ev.ConditionRemoved(who=one.id, key="bleeding"),),
    )


def reward(scene: Scene, command: Reward) -> Procedure:
    """The adventure is over: spent Hero Points return, one more for a success. Source: D6P-12."""
    yield from ()
    events: list[ev.Event] = []
    those = scene.those(command.who)
    for one in those:
        points = items.number(one.sheet.get("hero_points")) + (1 if command.success else 0)
        events += [
            ev.SheetSet(who=one.id, field="hero_points", to=points),
            ev.GaugeSet(who=one.id, gauge="hero", to=points),
        ]
    names = ", ".join(one.name for one in those)
    return Outcome(label=say("d6pool.log.reward", who=names), events=tuple(events))
