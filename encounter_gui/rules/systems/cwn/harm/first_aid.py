"""Stabilizing, reviving, healing and resting. Source: CWN-58 to CWN-62."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Rolling, request, total
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import with_ruled_end
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import items
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.commands import (
    Biostabilize,
    FirstAid,
    Rest,
    Revive,
    Stabilize,
    Surgery,
)
from encounter_gui.rules.systems.cwn.harm import falling, injuries
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, checks, gear

HEALING = ("dexterity", "intelligence")
"""Attributes that go with Heal. Source: CWN-60."""

_TRAIT = {"medkit": "medkit", "patch": "trauma_patch"}
BIOSTABILIZER = "biostabilizer"
"""The trait of an armour that stabilizes. Source: CWN-45r."""

BIOSTABILIZER_USED = "biostabilizer_used"
"""The condition of a wearer whose armour has tried to stabilize it within the hour. Source: CWN-45r."""

DOSES = "doses."
"""Begins the gauges of the doses of a drug on one day. Source: CWN-45s."""

WAKING = "waking"
"""What runs on the campaign's clock until the stable and the unconscious come to. Source: CWN-58, CWN-60."""

NIGHTS = "rested"
"""The gauge of the good nights that somebody frail has had so far. Source: CWN-61."""


def stabilize(resolution: Resolution, command: Stabilize) -> Rolling[Message]:
    """A Main, touching: the patient will live. Source: CWN-60, CWN-36j."""
    context = resolution.context
    medic, patient = context.known_combatant(command.who), context.known_combatant(command.patient)
    checks.require_work(context, medic)
    difficulty = stabilizing_difficulty(context, patient, command.tool)
    used = _tool_events(medic, patient, command.tool)
    _require_stabilizing(context, medic, patient)
    parts = healing_parts(context, medic, command.attribute)
    plan = checks.skill_plan(
        context,
        medic.id,
        parts,
        difficulty,
        gm=command.gm,
        key="stabilize",
        extra=checks.special_dice(medic, is_special=command.special),
    )
    result, is_stable = yield from checks.roll_check(resolution, plan, "stabilize", patient.id)
    checks.pay_work(resolution, medic.id)
    resolution.set_gauge(medic.id, action_budget.TRIED, 1)
    resolution.record(*used, *(falling.stable_events(patient) if is_stable else ()))
    resolution.reason(
        "cwn.why.stabilize",
        "CWN-60",
        tool=context.texts.text_of(f"cwn.tool.{command.tool}"),
        rounds=falling.rounds_since(context, patient),
        difficulty=difficulty,
    )
    return say(
        f"cwn.log.stabilize_{_word(is_done=is_stable)}",
        who=medic.name,
        patient=patient.name,
        total=result,
        difficulty=difficulty,
    )


def _word(*, is_done: bool) -> str:
    return "done" if is_done else "failed"


def _require_stabilizing(context: RulesContext, medic: Combatant, patient: Combatant) -> None:
    """Lets a combatant stabilize another, once a round, also after the fight: its rounds go on. Source: CWN-60."""
    if medic.id == patient.id:
        raise refuse("cwn.at_oneself", rule="CWN-60", who=medic.name)
    if context.state.stage != "ready" and medic.gauges.get(action_budget.TRIED):
        raise refuse("cwn.tried_this_round", rule="CWN-60", who=medic.name)


def healing_parts(
    context: RulesContext, medic: Combatant, attribute: str = ""
) -> tuple[Modifier, ...]:
    """Returns what is added to a Heal check. Source: CWN-60."""
    known = attribute if attribute in HEALING else " ".join(HEALING)
    return checks.check_parts(context, medic, "heal", known)


def stabilizing_difficulty(context: RulesContext, patient: Combatant, tool: str) -> int:
    """Returns what a stabilizing check must reach. Source: CWN-60.

    Raises:
        RuleError: the patient does not need it, or it is too late.
    """
    if not patient.has("mortally_wounded"):
        raise refuse("cwn.not_dying", rule="CWN-60", patient=patient.name)
    rounds = falling.rounds_since(context, patient)
    if rounds > falling.death_rounds(context):
        raise refuse("cwn.too_late", rule="CWN-60", patient=patient.name)
    base = items.number(context.ruleset.tables.get("stabilize", {}).get(tool))
    return base + rounds


def _tool_events(medic: Combatant, patient: Combatant, tool: str) -> tuple[ev.Event, ...]:
    """Returns what a tool uses up; it is the medic's or the patient's. Source: CWN-60."""
    if tool == "none":
        return ()
    for owner in (medic, patient):
        for item in owner.items:
            if item.values.get("trait") != _TRAIT[tool]:
                continue
            gauge = items.ammo_gauge(item.key)
            if gauge not in owner.gauges:
                return ()
            if owner.gauges[gauge] > 0:
                return (ev.GaugeChanged(who=owner.id, gauge=gauge, by=-1),)
    raise refuse(f"cwn.no_{tool}", rule="CWN-60", who=medic.name)


def biostabilize(resolution: Resolution, command: Biostabilize) -> Rolling[Message]:
    """An armour tries to stabilize its wearer, once an hour. Source: CWN-45r."""
    context = resolution.context
    wearer = context.known_combatant(command.who)
    if not gear.rank(wearer, BIOSTABILIZER):
        raise refuse("cwn.no_biostabilizer", rule="CWN-45r", who=wearer.name)
    if not wearer.has("mortally_wounded"):
        raise refuse("cwn.not_dying", rule="CWN-45r", patient=wearer.name)
    if wearer.has(BIOSTABILIZER_USED):
        raise refuse("cwn.biostabilizer_used", rule="CWN-45r", who=wearer.name)
    difficulty = context.number(mechanics.BIOSTABILIZE)
    rolled = yield from total(request(context, "stabilize", wearer.id, count=2))
    base = context.number(mechanics.BIOSTABILIZE_PLUS)
    result = rolled + base
    is_stable = bool(mechanics.succeeds(result, difficulty))
    values = {"total": result, "difficulty": difficulty, "success": is_stable, "base": base}
    resolution.fact("stabilize", wearer.id, wearer.id, **values)
    used = with_ruled_end(context, Condition(key=BIOSTABILIZER_USED))
    resolution.add_condition(wearer.id, used)
    resolution.record(*(falling.stable_events(wearer) if is_stable else ()))
    return say(
        f"cwn.log.stabilize_{_word(is_done=is_stable)}",
        who=context.texts.text_of("cwn.biostabilizer"),
        patient=wearer.name,
        total=result,
        difficulty=difficulty,
    )


def revive(resolution: Resolution, command: Revive) -> Message:
    """Ten minutes later the stable and the unconscious are up at 1 HP. Source: CWN-58, CWN-60."""
    patient = require_waking(resolution.context, command)
    wake(resolution, patient)
    return say("cwn.log.revives", who=patient.name)


def require_waking(context: RulesContext, command: Revive) -> Combatant:
    """Returns who is to come to, once the fight is over.

    Raises:
        RuleError: the fight is on, or it does not just lie there.
    """
    patient = context.known_combatant(command.who)
    require_leisure(context, patient)
    if not is_out_cold(patient):
        raise refuse("cwn.not_unconscious", rule="CWN-58", who=patient.name)
    return patient


def is_out_cold(patient: Combatant) -> bool:
    """Returns whether somebody lies there who comes to by itself. Source: CWN-58, CWN-60."""
    return patient.has("stable") or patient.has("unconscious")


def wake(resolution: Resolution, patient: Combatant) -> None:
    """Brings the stable and the unconscious to, with 1 HP. Source: CWN-58, CWN-60."""
    gained = max(1 - character.hp_now(patient), 0)
    resolution.record(
        ev.GaugeChanged(who=patient.id, gauge=character.HP, by=gained),
        *falling.recovery_events(patient),
    )


def require_leisure(context: RulesContext, patient: Combatant) -> None:
    """Lets what takes minutes or hours pass. Source: CWN-58, CWN-62."""
    if context.state.stage == "running":
        raise refuse("cwn.not_while_fighting", rule="CWN-62", who=patient.name)
    if character.is_dead(patient):
        raise refuse("cwn.target_dead", rule="CWN-57", target=patient.name)


def _require_up(medic: Combatant) -> None:
    if character.is_down(medic):
        raise refuse("cwn.is_down", rule="CWN-57", who=medic.name)


def first_aid(resolution: Resolution, command: FirstAid) -> Rolling[Message]:
    """Five minutes: 1d6 and Heal hit points for 1 System Strain. Source: CWN-62, CWN-45u."""
    context = resolution.context
    medic, patient = context.known_combatant(command.who), context.known_combatant(command.patient)
    require_first_aid(context, medic, patient)
    resolution.record(*(panacea_events(medic, patient) if command.panacea else ()))
    return (yield from treat(resolution, medic, patient, panacea=command.panacea))


def require_first_aid(context: RulesContext, medic: Combatant, patient: Combatant) -> None:
    """Lets first aid pass. Source: CWN-62.

    Raises:
        RuleError: the fight is on, the medic is down, or the patient is dying, unhurt, or can bear no more.
    """
    require_leisure(context, patient)
    _require_up(medic)
    if patient.has("mortally_wounded"):
        raise refuse("cwn.stabilize_first", rule="CWN-62", patient=patient.name)
    if character.hp_now(patient) >= character.most_hp(context, patient):
        raise refuse("cwn.patient_unhurt", rule="CWN-62", patient=patient.name)
    require_strain(context, patient)


def treat(
    resolution: Resolution, medic: Combatant, patient: Combatant, *, panacea: bool
) -> Rolling[Message]:
    """Heals 1d6 and the medic's Heal for 1 System Strain; with Panacea twice as much. Source: CWN-62, CWN-45u."""
    context = resolution.context
    die = yield from total(request(context, "first_aid", patient.id))
    gained = max(die + character.skill(context, medic, "heal"), 0)
    gained = max(2 * gained, 6) if panacea else gained
    resolution.fact("first_aid", medic.id, patient.id, healed=gained)
    heal(resolution, patient, gained)
    resolution.change_gauge(patient.id, character.STRAIN, 1)
    resolution.reason("cwn.why.aided", "CWN-62", die=die)
    return say("cwn.log.aided", who=medic.name, patient=patient.name, healed=gained)


def require_strain(context: RulesContext, patient: Combatant) -> None:
    """Lets healing pass that the patient can still bear. Source: CWN-62.

    Raises:
        RuleError: System Strain is at its most.
    """
    if patient.gauges.get(character.STRAIN, 0) >= character.most_strain(context, patient):
        raise refuse("cwn.too_strained", rule="CWN-62", patient=patient.name)


def heal(resolution: Resolution, patient: Combatant, amount: int) -> None:
    """Adds hit points, up to the most; a patient that has one is up again. Source: CWN-62."""
    most = character.most_hp(resolution.context, patient)
    gained = min(amount, max(most - character.hp_now(patient), 0))
    if gained > 0:
        resolution.record(
            ev.GaugeChanged(who=patient.id, gauge=character.HP, by=gained),
            *falling.recovery_events(patient),
        )


def panacea_events(medic: Combatant, patient: Combatant) -> tuple[ev.Event, ...]:
    """Returns the event of one dose less, of the medic's or the patient's.

    Raises:
        RuleError: neither has any.
    """
    for owner in (medic, patient):
        for item in owner.items:
            gauge = items.ammo_gauge(item.key)
            if item.values.get("trait") == "panacea" and owner.gauges.get(gauge, 1) > 0:
                return (ev.GaugeChanged(who=owner.id, gauge=gauge, by=-1),)
    raise refuse("cwn.no_panacea", rule="CWN-45u", who=medic.name)


def surgery(resolution: Resolution, command: Surgery) -> Rolling[Message]:
    """One Heal check of a carer ends frailty, or never. Source: CWN-61."""
    context = resolution.context
    medic, patient = context.known_combatant(command.who), context.known_combatant(command.patient)
    require_leisure(context, patient)
    _require_up(medic)
    frail = patient.condition("frail")
    if frail is None:
        raise refuse("cwn.not_frail", rule="CWN-61", patient=patient.name)
    if frail.count:
        raise refuse("cwn.surgery_tried", rule="CWN-61", patient=patient.name)
    difficulty, parts = context.number(mechanics.SURGERY), healing_parts(context, medic)
    plan = checks.skill_plan(
        context,
        medic.id,
        parts,
        difficulty,
        gm=command.gm,
        key="surgery",
        extra=checks.special_dice(medic, is_special=command.special),
    )
    result, is_done = yield from checks.roll_check(resolution, plan, "surgery", patient.id)
    tried = ev.ConditionAdded(who=patient.id, condition=Condition(key="frail", count=1))
    ended = ev.ConditionRemoved(who=patient.id, key="frail")
    resolution.record(ended if is_done else tried)
    return say(
        f"cwn.log.surgery_{_word(is_done=is_done)}",
        who=medic.name,
        patient=patient.name,
        total=result,
        difficulty=difficulty,
    )


def rest(resolution: Resolution, command: Rest) -> Message:
    """Good nights: hit points by level, 1 Strain less; a week ends frailty. Source: CWN-61, CWN-62."""
    patients = require_rest(resolution.context, command)
    for patient in patients:
        rest_nights(resolution, patient, command.nights)
        for gauge in dosed(patient):
            resolution.set_gauge(patient.id, gauge, 0)
    resolution.reason("cwn.why.rested", "CWN-62")
    return say("cwn.log.rested", who=names_of(patients), nights=command.nights)


def require_rest(context: RulesContext, command: Rest) -> Sequence[Combatant]:
    """Returns who is to rest.

    Raises:
        RuleError: nobody is named, the fight is on, or somebody is dying.
    """
    patients = context.combatants(command.who)
    if command.nights < 1:
        raise refuse("cwn.no_night", rule="CWN-62")
    for patient in patients:
        require_leisure(context, patient)
        if patient.has("mortally_wounded"):
            raise refuse("cwn.stabilize_first", rule="CWN-62", patient=patient.name)
    return patients


def rest_nights(resolution: Resolution, patient: Combatant, nights: int) -> None:
    """Plays good nights: the frail do not heal before they have rested for a week. Source: CWN-61, CWN-62.

    Who is in a coma bears less System Strain by it, and does not come to. Source: CWN-64.
    """
    context = resolution.context
    natural = nights
    if patient.has("frail"):
        so_far = patient.gauges.get(NIGHTS, 0)
        natural -= max(context.number(mechanics.FRAIL_NIGHTS) - so_far, 0)
        if natural >= 0:
            resolution.remove_conditions(patient.id, "frail")
        else:
            resolution.set_gauge(patient.id, NIGHTS, so_far + nights)
    if natural > 0 and not injuries.is_in_coma(context, patient):
        patient = resolution.combatant(patient.id)
        heal(resolution, patient, natural * max(character.level(context, patient), 1))
    strain = min(patient.gauges.get(character.STRAIN, 0), nights)
    resolution.change_gauge(patient.id, character.STRAIN, -strain)


def dosed(patient: Combatant) -> tuple[str, ...]:
    """Returns the gauges of the drugs of which somebody has had doses today. Source: CWN-45s."""
    return tuple(
        gauge for gauge, count in patient.gauges.items() if gauge.startswith(DOSES) and count
    )
