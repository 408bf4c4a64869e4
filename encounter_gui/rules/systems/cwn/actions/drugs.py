"""Drugs in an encounter. Source: CWN-45s to CWN-45u."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Item
from encounter_gui.rules.engine.asking import Rolling, request, total
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import with_ruled_end
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.commands import Dose
from encounter_gui.rules.systems.cwn.harm import falling, first_aid
from encounter_gui.rules.systems.cwn.sheet import character, checks

LURCH = "lurch"

OVER_SCENE = ("boneshaker", "olympus", "psycho", "avalanche")
"""Drugs that are conditions while they last. Source: CWN-45t, CWN-45u."""


def dose(resolution: Resolution, command: Dose) -> Rolling[Message]:
    """Gives a drug: a Main in an encounter. Source: CWN-45s, CWN-45t, CWN-45u."""
    context = resolution.context
    medic, patient = context.known_combatant(command.who), context.known_combatant(command.patient)
    item, used = _carried_item(medic, patient, command.drug)
    trait = str(item.values.get("trait", ""))
    _require_dose(context, medic, patient, item, trait)
    checks.require_work(context, medic)
    checks.pay_work(resolution, medic.id)
    resolution.record(used)
    if trait == LURCH:
        return (yield from _lurch(resolution, medic, patient, item))
    drug = with_ruled_end(context, Condition(key=trait))
    resolution.add_condition(patient.id, drug)
    if trait == "avalanche":
        resolution.change_gauge(patient.id, character.HP, context.number(mechanics.AVALANCHE_HP))
    return say("cwn.log.dosed", who=medic.name, patient=patient.name, drug=item.name)


def _carried_item(medic: Combatant, patient: Combatant, key: str) -> tuple[Item, ev.Event]:
    """Returns the drug and the event of one dose less, of the medic's own or the patient's. Source: CWN-45s."""
    for owner in (medic, patient):
        item, gauge = owner.item(key), ammo_gauge(key)
        if (
            item is not None
            and item.values.get("sort") == "drug"
            and owner.gauges.get(gauge, 0) > 0
        ):
            return item, ev.GaugeChanged(who=owner.id, gauge=gauge, by=-1)
    raise refuse("cwn.no_drug", rule="CWN-45s", who=medic.name, drug=key)


def _require_dose(
    context: RulesContext, medic: Combatant, patient: Combatant, item: Item, trait: str
) -> None:
    names = {"patient": patient.name, "drug": item.name}
    if character.is_dead(patient) or character.kind(patient) == "drone":
        raise refuse("cwn.drug_for_whom", rule="CWN-45s", **names)
    if trait == LURCH:
        _require_lurch(context, medic, patient, item)
    elif trait not in OVER_SCENE:
        raise refuse("cwn.with_first_aid", rule="CWN-45u", drug=item.name)
    elif character.is_down(patient):
        raise refuse("cwn.is_down", rule="CWN-57", who=patient.name)
    elif patient.has(trait):
        raise refuse("cwn.drugged_already", rule="CWN-45t", **names)


def _require_lurch(context: RulesContext, medic: Combatant, patient: Combatant, item: Item) -> None:
    """Lets Lurch pass; each further dose of a day asks for more Heal. Source: CWN-45s, CWN-62."""
    if patient.has("unconscious"):
        raise refuse("cwn.drug_for_whom", rule="CWN-45s", patient=patient.name, drug=item.name)
    doses = patient.gauges.get(f"{first_aid.DOSES}{LURCH}", 0)
    if character.skill(context, medic, "heal") < doses:
        raise refuse("cwn.heal_for_dose", rule="CWN-45s", who=medic.name, heal=doses)
    if not patient.has("mortally_wounded"):
        first_aid.require_strain(context, patient)


def _lurch(
    resolution: Resolution, medic: Combatant, patient: Combatant, item: Item
) -> Rolling[Message]:
    """Heals 1d10 and the medic's Heal; kills who is mortally wounded and not stable. Source: CWN-45s."""
    context, names = resolution.context, {"who": medic.name, "patient": patient.name}
    if patient.has("mortally_wounded"):
        resolution.record(*falling.dying_events(context, patient.id))
        return say("cwn.log.lurch_kills", **names, drug=item.name)
    die = yield from total(
        request(context, LURCH, patient.id, sides=context.number(mechanics.LURCH_SIDES))
    )
    gained = max(die + character.skill(context, medic, "heal"), 0)
    resolution.fact("lurch", medic.id, patient.id, healed=gained)
    first_aid.heal(resolution, patient, gained)
    resolution.change_gauge(patient.id, character.STRAIN, 1)
    resolution.change_gauge(patient.id, f"{first_aid.DOSES}{LURCH}", 1)
    resolution.reason("cwn.why.lurch", "CWN-45s", die=die)
    return say("cwn.log.aided", **names, healed=gained)
