"""Drugs in a fight. Source: CWN-45s to CWN-45u."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Item
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.cwn import rolls
from encounter_gui.rules.systems.cwn.commands import Dose
from encounter_gui.rules.systems.cwn.harm import falling, first_aid
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.checks import at_work

LURCH, LURCH_SIDES = "lurch", 10
AVALANCHE_HP = 10
"""What Avalanche adds to current hit points, past the most if need be. Source: CWN-45u."""

OVER_SCENE = ("boneshaker", "olympus", "psycho", "avalanche")
"""Drugs that are conditions while they last. Source: CWN-45t, CWN-45u."""


def dose(context: RulesContext, command: Dose) -> Procedure:
    """Gives a drug: a Main in a fight. Source: CWN-45s, CWN-45t, CWN-45u."""
    combatant, patient = (
        context.known_combatant(command.who),
        context.known_combatant(command.patient),
    )
    item, used = _carried(combatant, patient, command.drug)
    trait = str(item.values.get("trait", ""))
    _allow(context, combatant, patient, item, trait)
    paid = at_work(context, combatant)
    if trait == LURCH:
        return (yield from _lurch(context, combatant, patient, item, (*paid, used)))
    more: tuple[ev.Event, ...] = ()
    if trait == "avalanche":
        more = (ev.GaugeChanged(who=patient.id, gauge=character.HP, by=AVALANCHE_HP),)
    return Outcome(
        label=say("cwn.log.dosed", who=combatant.name, patient=patient.name, drug=item.name),
        events=(
            *paid,
            used,
            ev.ConditionAdded(who=patient.id, condition=Condition(key=trait)),
            *more,
        ),
    )


def _carried(combatant: Combatant, patient: Combatant, key: str) -> tuple[Item, ev.Event]:
    """Returns the drug and the event of one dose less, of the giver's own or the patient's. Source: CWN-45s.

    Raises:
        RuleError: neither has any.
    """
    for each in (combatant, patient):
        item = each.item(key)
        if item is None or item.values.get("sort") != "drug":
            continue
        gauge = ammo_gauge(key)
        if each.gauges.get(gauge, 0) > 0:
            return item, ev.GaugeChanged(who=each.id, gauge=gauge, by=-1)
    raise refuse("cwn.no_drug", rule="CWN-45s", who=combatant.name, drug=key)


def _allow(
    context: RulesContext, combatant: Combatant, patient: Combatant, item: Item, trait: str
) -> None:
    names = {"patient": patient.name, "drug": item.name}
    if character.is_dead(patient) or character.kind(patient) == "drone":
        raise refuse("cwn.drug_for_whom", rule="CWN-45s", **names)
    if trait == LURCH:
        _allow_lurch(context, combatant, patient, item)
    elif trait not in OVER_SCENE:
        raise refuse("cwn.with_first_aid", rule="CWN-45u", drug=item.name)
    elif character.is_down(patient):
        raise refuse("cwn.is_down", rule="CWN-57", who=patient.name)
    elif patient.has(trait):
        raise refuse("cwn.drugged_already", rule="CWN-45t", **names)


def _allow_lurch(
    context: RulesContext, combatant: Combatant, patient: Combatant, item: Item
) -> None:
    """Each further dose of a day asks for more Heal. Source: CWN-45s, CWN-62."""
    if patient.has("unconscious"):
        raise refuse("cwn.drug_for_whom", rule="CWN-45s", patient=patient.name, drug=item.name)
    doses = patient.gauges.get(f"doses.{LURCH}", 0)
    if character.skill(context, combatant, "heal") < doses:
        raise refuse("cwn.heal_for_dose", rule="CWN-45s", who=combatant.name, heal=doses)
    if not patient.has("mortally_wounded"):
        first_aid.allow_strain(context, patient)


def _lurch(
    context: RulesContext,
    combatant: Combatant,
    patient: Combatant,
    item: Item,
    spent: tuple[ev.Event, ...],
) -> Procedure:
    """Heals 1d10 and the medic's Heal; kills who is mortally wounded and not stable. Source: CWN-45s."""
    if patient.has("mortally_wounded"):
        events, _ = yield from falling.fallen(context, patient.id, "dead")
        return Outcome(
            label=say(
                "cwn.log.lurch_kills", who=combatant.name, patient=patient.name, drug=item.name
            ),
            events=(*spent, *events),
        )
    die = yield from rolls.roll_one(LURCH, patient.id, LURCH_SIDES)
    gained = max(die + character.skill(context, combatant, "heal"), 0)
    return Outcome(
        label=say("cwn.log.aided", who=combatant.name, patient=patient.name, healed=gained),
        events=(
            *spent,
            ev.Resolved(
                what="lurch", who=combatant.id, target=patient.id, values={"healed": gained}
            ),
            *first_aid.healed(context, patient, gained),
            ev.GaugeChanged(who=patient.id, gauge=character.STRAIN, by=1),
            ev.GaugeChanged(who=patient.id, gauge=f"doses.{LURCH}", by=1),
        ),
        reasons=(Reason(text=say("cwn.why.lurch", die=die), rule="CWN-45s"),),
    )
