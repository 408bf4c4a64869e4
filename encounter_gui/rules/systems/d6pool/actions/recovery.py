"""Falls, first aid, waking and healing. Source: D6P-12, D6P-37, D6P-45 to D6P-48."""

from collections.abc import Iterable

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine import checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import CheckPlan
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import values_of
from encounter_gui.rules.engine.reading.table import TablePlay
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import items
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.actions.tasks import plan_of, rank, task_pool
from encounter_gui.rules.systems.d6pool.combat.strike import dice, spend_hero
from encounter_gui.rules.systems.d6pool.field import rules as field
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.rules import harm
from encounter_gui.rules.systems.d6pool.rules.playing import record
from encounter_gui.rules.systems.d6pool.rules.strike import tell_pool, tell_resistance
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.turns import action_budget


def fall(resolution: Resolution, command: do.Fall) -> Rolling[Message]:
    """Lets a combatant fall: damage by height against resistance, no dodging. Source: D6P-37."""
    context, metres = resolution.view, int(command.metres)  # the rule counts full metres
    combatant = context.known_combatant(command.who)
    if metres < 1:
        raise refuse("d6pool.no_fall", rule="D6P-37", who=combatant.name)
    climbing = character.level(context, combatant, "climbing")
    far = context.number(mechanics.FAR_FALL_METRES)
    level = int(mechanics.fall_level(metres, climbing, far))
    pool = character.resistance(context, combatant)
    damage = yield from dice(resolution, "damage", None, level)
    resisted = yield from dice(resolution, "resistance", combatant.id, pool.dice if level else 0)
    lost = int(mechanics.wounds(damage, resisted))
    values = {"damage": damage, "resistance": resisted, "wounds": lost}
    resolution.fact("fall", None, combatant.id, level=level, **values, raw=damage)
    if level:
        record(resolution, harm.suffer, combatant.id, lost, not lost)
    key = "d6pool.why.fall_far" if metres > far else "d6pool.why.fall"
    resolution.reason(key, "D6P-37", metres=metres, climbing=climbing, level=level)
    if level:
        tell_resistance(TablePlay(resolution), pool)
    result = "wounds" if lost else "stunned" if level else "harmless"
    return say(f"d6pool.log.fell_{result}", who=combatant.name, metres=metres, **values)


# ---- first aid


def first_aid(resolution: Resolution, command: do.FirstAid) -> Rolling[Message]:
    """Plays a turn of first aid: it stops a bleeding, or else cures 1d6 wounds. Source: D6P-46."""
    in_encounter = resolution.context.state.stage == "running"
    combatant = (
        action_budget.require(resolution.view, command.who, "first_aid")
        if in_encounter
        else require_helper(resolution.view, command.who)
    )
    patient = resolution.view.known_combatant(command.patient)
    if in_encounter and field.is_apart(resolution.view, combatant.id, patient.id):
        raise refuse("d6pool.not_beside", rule="D6P-46", who=combatant.name, patient=patient.name)
    tried = require_aid(resolution.view, combatant, patient)
    bleeds, needed = patient.has("bleeding"), _needed_total(patient)
    spend_hero(resolution, combatant, "medicine", wanted=command.hero)
    pool = task_pool(resolution.view, combatant, command, "medicine")
    if in_encounter:
        action_budget.remember_roll(resolution, combatant.id, "first_aid")
        action_budget.spend(resolution, combatant.id, "first_aid")
    total = yield from dice(resolution, "first_aid", combatant.id, pool.dice)
    works = _works(total, patient, pool.dice)
    cured = yield from dice(resolution, "cure", combatant.id, 1 if works and not bleeds else 0)
    values = {"total": total, "works": works, "cured": cured, "needed": needed}
    values |= values_of(pool.modifiers)
    resolution.fact("first_aid", combatant.id, patient.id, **values)
    aided = Condition(key="aided", count=tried + 1, by=combatant.id)
    resolution.record(ev.ConditionAdded(who=patient.id, condition=aided))
    if works and bleeds:
        resolution.apply(ev.ConditionRemoved(who=patient.id, key="bleeding"))
    elif works:
        resolution.apply(*_cure_events(patient, cured))
    tell_pool(TablePlay(resolution), pool, "D6P-46")
    return say(
        f"d6pool.log.aid_{'failed' if not works else 'stopped' if bleeds else 'cured'}",
        who=combatant.name,
        patient=patient.name,
        total=total,
        needed=needed,
        cured=min(cured, needed),
    )


def require_helper(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns who helps outside a fight. Source: D6P-43, D6P-46.

    Raises:
        RuleError: there is no such combatant, or it is unconscious or dead.
    """
    combatant = context.known_combatant(who)
    if character.is_down(combatant):
        raise refuse("d6pool.is_out", rule="D6P-43", who=combatant.name)
    return combatant


def require_aid(context: RulesContext, combatant: Combatant, patient: Combatant) -> int:
    """Checks whether first aid may be tried; returns how often it was tried on these wounds. Source: D6P-46.

    Raises:
        RuleError: the patient is dead or unhurt, or was tried on already.
    """
    require_wounded(patient, "D6P-46")
    aided = patient.condition("aided")
    tried = (aided.count or 1) if aided else 0
    again = patient.has("bleeding") and bool(combatant.sheet.get("doctor"))
    if tried >= (context.number(mechanics.DOCTOR_ATTEMPTS) if again else 1):
        raise refuse("d6pool.aid_tried", rule="D6P-46", patient=patient.name)
    return tried


def require_wounded(patient: Combatant, rule: str) -> None:
    """Checks whether there is anything to heal. Source: D6P-44, D6P-46, D6P-47.

    Raises:
        RuleError: the patient is dead or unhurt.
    """
    if character.is_dead(patient):
        raise refuse("d6pool.patient_dead", rule="D6P-44", patient=patient.name)
    if character.health_now(patient) >= character.health(patient):
        raise refuse("d6pool.patient_unhurt", rule=rule, patient=patient.name)


def _works(total: int, patient: Combatant, count: int) -> bool:
    left, full = character.health_now(patient), character.health(patient)
    return bool(mechanics.aid_works(total, left, full, count))


def _needed_total(patient: Combatant) -> int:
    return character.health(patient) - character.health_now(patient)


def _cure_events(combatant: Combatant, die: int) -> Iterable[ev.Event]:
    left = character.health_now(combatant)
    gained = int(mechanics.healing_result(left, die, character.health(combatant))) - left
    if gained > 0:
        yield ev.GaugeChanged(who=combatant.id, gauge=character.HEALTH, by=gained)


# ---- afterwards


def wake(resolution: Resolution, command: do.Wake) -> Rolling[Message]:
    """Lets an unconscious combatant try to wake up, once an hour; too weak for more than crawling. Source: D6P-45."""
    context, hours = resolution.view, command.hours
    combatant = require_waking(context, command)
    plan = waking_test(context, combatant, hours)
    dn = plan.target or 0
    check = yield from checks.roll(resolution, plan, rank)
    values = {"dn": dn, "total": check.total, "awake": check.is_success, **plan.part_values}
    resolution.fact("wake", combatant.id, None, **values)
    resolution.set_record(combatant.id, wounds.WAKING, "" if check.is_success else hours)
    if check.is_success:
        weak = Condition(key="awake_weak")
        resolution.record(ev.ConditionAdded(who=combatant.id, condition=weak))
    resolution.reason("d6pool.why.wake", "D6P-45", hours=hours, dn=dn)
    key = f"d6pool.log.wake_{'up' if check.is_success else 'not'}"
    return say(key, who=combatant.name, total=check.total, dn=dn)


def require_waking(context: RulesContext, command: do.Wake) -> Combatant:
    """Returns who may try to wake up after so many hours. Source: D6P-45.

    Raises:
        RuleError: it is not unconscious, no hour has passed, or it has tried after that hour already.
    """
    combatant = context.known_combatant(command.who)
    if "unconscious" not in character.derived_keys(combatant):
        raise refuse("d6pool.not_unconscious", rule="D6P-45", who=combatant.name)
    if command.hours < 1:
        raise refuse("d6pool.no_hour_gone", rule="D6P-45", who=combatant.name)
    tried = wounds.waking_tried(combatant)
    if command.hours <= tried:
        raise refuse("d6pool.hour_not_over", rule="D6P-45", who=combatant.name, hours=tried + 1)
    return combatant


def waking_test(context: RulesContext, combatant: Combatant, hours: int) -> CheckPlan:
    """Returns the test of somebody unconscious after so many hours. Source: D6P-45."""
    pool = Pool(modifiers=(character.skill_part(context, combatant, "pain_resistance"),))
    first, step = context.number(mechanics.WAKING_DN), context.number(mechanics.WAKING_STEP)
    dn = int(mechanics.waking_dn(hours, first, step))
    return plan_of("wake", combatant.id, pool, dn)


def heal(
    resolution: Resolution, command: do.Heal, *, carer: Combatant | None = None
) -> Rolling[Message]:
    """Plays a day of rest, or half a day in care. Unattended at 0 or below it can only get worse. Source: D6P-47.

    ``carer`` is named in the log.
    """
    combatant = resolution.view.known_combatant(command.who)
    require_wounded(combatant, "D6P-47")
    count = character.level(resolution.view, combatant, "strength")
    total = yield from dice(resolution, "healing", combatant.id, count)
    works = _works(total, combatant, count)
    is_hopeless = character.is_down(combatant) and not command.attended
    result = "better" if works else "worse"
    if works == is_hopeless:
        result = "same"
    die = yield from dice(resolution, "cure", combatant.id, 0 if result == "same" else 1)
    values = {"total": total, "works": works, "die": die, "base": count}
    resolution.fact("healing", combatant.id, None, **values)
    if result == "better":
        resolution.worsen(*_cure_events(combatant, die))
    elif result == "worse":
        loss = ev.GaugeChanged(who=combatant.id, gauge=character.HEALTH, by=-die)
        resolution.worsen(loss)
    needed = _needed_total(combatant)
    resolution.reason("d6pool.why.heal", "D6P-47", needed=needed, total=total)
    said = die if result == "worse" else min(die, needed)
    key = f"d6pool.log.heal_{result}{'_in_care' if carer else ''}"
    by = carer.name if carer else ""
    return say(key, who=combatant.name, total=total, needed=needed, die=said, by=by)


def stabilize(resolution: Resolution, command: do.Stabilize) -> Message:
    """Stops a bleeding without a roll, as the game master says. Source: D6P-48."""
    combatant = resolution.view.known_combatant(command.who)
    if not combatant.has("bleeding"):
        raise refuse("d6pool.not_bleeding", rule="D6P-48", who=combatant.name)
    resolution.record(ev.ConditionRemoved(who=combatant.id, key="bleeding"))
    return say("d6pool.log.stabilized", who=combatant.name)


def reward(resolution: Resolution, command: do.Reward) -> Message:
    """Returns spent Hero Points after an adventure, one more for a success. Source: D6P-12."""
    combatants = resolution.context.combatants(command.who)
    for combatant in combatants:
        points = items.number(combatant.sheet.get("hero_points")) + (1 if command.success else 0)
        resolution.record(
            ev.SheetSet(who=combatant.id, field="hero_points", to=points),
            ev.GaugeSet(who=combatant.id, gauge="hero", to=points),
        )
    return say("d6pool.log.reward", who=names_of(combatants))
