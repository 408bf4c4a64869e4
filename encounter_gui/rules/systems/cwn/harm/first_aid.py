"""Stabilizing, reviving, healing and resting. Source: CWN-58 to CWN-62."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.model import items
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.commands import (
    Biostabilize,
    FirstAid,
    Rest,
    Revive,
    Stabilize,
    Surgery,
)
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses
from encounter_gui.rules.systems.cwn.sheet.checks import at_work, check_parts, sum_reason

HEALING = ("dexterity", "intelligence")
"""Attributes that go with Heal. Source: CWN-60."""

_TRAIT = {"medkit": "medkit", "patch": "trauma_patch"}
BIOSTABILIZER = "biostabilizer"
WEEK = 7
"""Nights that end frailty. Source: CWN-61."""


def stabilize(context: RulesContext, command: Stabilize) -> Procedure:
    """A Main, touching: the victim will live. Source: CWN-60, CWN-36j."""
    combatant, patient = (
        context.known_combatant(command.who),
        context.known_combatant(command.patient),
    )
    paid = at_work(context, combatant)
    difficulty = stabilizing_difficulty(context, patient, command.tool)
    used = _tool(combatant, patient, command.tool)
    if combatant.id == patient.id:
        raise refuse("cwn.at_oneself", rule="CWN-60", who=combatant.name)
    if context.state.stage == "running" and combatant.gauges.get(action_budget.TRIED):
        raise refuse("cwn.tried_this_round", rule="CWN-60", who=combatant.name)
    modifiers = healing_parts(context, combatant, command.attribute)
    rolled = yield from rolls.check("stabilize", combatant.id)
    result = rolled + total(modifiers) + command.gm
    is_stable = bool(mechanics.succeeds(result, difficulty))
    values = {"total": result, "difficulty": difficulty, "success": is_stable}
    return Outcome(
        label=say(
            f"cwn.log.stabilize_{'done' if is_stable else 'failed'}",
            who=combatant.name,
            patient=patient.name,
            total=result,
            difficulty=difficulty,
        ),
        events=(
            ev.Resolved(what="stabilize", who=combatant.id, target=patient.id, values=values),
            *paid,
            ev.GaugeSet(who=combatant.id, gauge=action_budget.TRIED, to=1),
            *used,
            *(falling.saved(patient) if is_stable else ()),
        ),
        reasons=(
            sum_reason(modifiers, rolled, result),
            Reason(
                text=say(
                    "cwn.why.stabilize",
                    tool=context.texts.text_of(f"cwn.tool.{command.tool}"),
                    rounds=falling.rounds_since(context, patient),
                    difficulty=difficulty,
                ),
                rule="CWN-60",
            ),
        ),
    )


def healing_parts(
    context: RulesContext, combatant: Combatant, attribute: str = ""
) -> tuple[Modifier, ...]:
    """Returns what is added to a Heal check. Source: CWN-60."""
    known = attribute if attribute in HEALING else " ".join(HEALING)
    return check_parts(context, combatant, "heal", known)


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


def _tool(combatant: Combatant, patient: Combatant, tool: str) -> tuple[ev.Event, ...]:
    """Returns what a tool uses up; it is the helper's or the patient's. Source: CWN-60.

    Raises:
        RuleError: neither has it.
    """
    if tool == "none":
        return ()
    for each in (combatant, patient):
        for item in each.items:
            if item.values.get("trait") != _TRAIT[tool]:
                continue
            gauge = items.ammo_gauge(item.key)
            if gauge not in each.gauges:
                return ()
            if each.gauges[gauge] > 0:
                return (ev.GaugeChanged(who=each.id, gauge=gauge, by=-1),)
    raise refuse(f"cwn.no_{tool}", rule="CWN-60", who=combatant.name)


def biostabilize(context: RulesContext, command: Biostabilize) -> Procedure:
    """An armour tries to stabilize its wearer, once an hour. Source: CWN-45r."""
    combatant = context.known_combatant(command.who)
    if not gear.rank(combatant, BIOSTABILIZER):
        raise refuse("cwn.no_biostabilizer", rule="CWN-45r", who=combatant.name)
    if not combatant.has("mortally_wounded"):
        raise refuse("cwn.not_dying", rule="CWN-45r", patient=combatant.name)
    if scene_uses.uses(combatant, BIOSTABILIZER):
        raise refuse("cwn.biostabilizer_used", rule="CWN-45r", who=combatant.name)
    rolled = yield from rolls.check("stabilize", combatant.id)
    result = rolled + mechanics.BIOSTABILIZE_PLUS
    is_stable = bool(mechanics.succeeds(result, mechanics.BIOSTABILIZE))
    values = {"total": result, "difficulty": mechanics.BIOSTABILIZE, "success": is_stable}
    return Outcome(
        label=say(
            f"cwn.log.stabilize_{'done' if is_stable else 'failed'}",
            who=context.texts.text_of("cwn.biostabilizer"),
            patient=combatant.name,
            total=result,
            difficulty=mechanics.BIOSTABILIZE,
        ),
        events=(
            ev.Resolved(what="stabilize", who=combatant.id, target=combatant.id, values=values),
            scene_uses.used(combatant, BIOSTABILIZER),
            *(falling.saved(combatant) if is_stable else ()),
        ),
    )


def revive(context: RulesContext, command: Revive) -> Procedure:
    """Ten minutes later the stable and the unconscious come to, at 1 HP. Source: CWN-58, CWN-60."""
    yield from ()
    combatant = context.known_combatant(command.who)
    _allow_leisure(context, combatant)
    if not (combatant.has("stable") or combatant.has("unconscious")):
        raise refuse("cwn.not_unconscious", rule="CWN-58", who=combatant.name)
    gained = max(1 - character.hp_now(combatant), 0)
    return Outcome(
        label=say("cwn.log.revives", who=combatant.name),
        events=(
            ev.GaugeChanged(who=combatant.id, gauge=character.HP, by=gained),
            *falling.up_again(combatant),
        ),
    )


def _allow_leisure(context: RulesContext, combatant: Combatant) -> None:
    """Lets what takes minutes or hours pass. Source: CWN-58, CWN-62.

    Raises:
        RuleError: the fight is still on, or it is dead.
    """
    if context.state.stage == "running":
        raise refuse("cwn.not_while_fighting", rule="CWN-62", who=combatant.name)
    if character.is_dead(combatant):
        raise refuse("cwn.target_dead", rule="CWN-57", target=combatant.name)


def first_aid(context: RulesContext, command: FirstAid) -> Procedure:
    """Five minutes: 1d6 and Heal hit points for 1 System Strain. Source: CWN-62, CWN-45u."""
    combatant, patient = (
        context.known_combatant(command.who),
        context.known_combatant(command.patient),
    )
    _allow_leisure(context, patient)
    if character.is_down(combatant):
        raise refuse("cwn.is_down", rule="CWN-57", who=combatant.name)
    if patient.has("mortally_wounded"):
        raise refuse("cwn.stabilize_first", rule="CWN-62", patient=patient.name)
    if character.hp_now(patient) >= character.most_hp(context, patient):
        raise refuse("cwn.patient_unhurt", rule="CWN-62", patient=patient.name)
    allow_strain(context, patient)
    used = _panacea(combatant, patient) if command.panacea else ()
    die = yield from rolls.roll_one("first_aid", patient.id, 6)
    gained = max(die + character.skill(context, combatant, "heal"), 0)
    gained = max(2 * gained, 6) if command.panacea else gained
    return Outcome(
        label=say("cwn.log.aided", who=combatant.name, patient=patient.name, healed=gained),
        events=(
            ev.Resolved(
                what="first_aid", who=combatant.id, target=patient.id, values={"healed": gained}
            ),
            *healed(context, patient, gained),
            ev.GaugeChanged(who=patient.id, gauge=character.STRAIN, by=1),
            *used,
        ),
        reasons=(Reason(text=say("cwn.why.aided", die=die), rule="CWN-62"),),
    )


def allow_strain(context: RulesContext, patient: Combatant) -> None:
    """Lets healing pass that somebody can still bear. Source: CWN-62.

    Raises:
        RuleError: System Strain is at its most.
    """
    if patient.gauges.get(character.STRAIN, 0) >= character.most_strain(context, patient):
        raise refuse("cwn.too_strained", rule="CWN-62", patient=patient.name)


def healed(context: RulesContext, combatant: Combatant, amount: int) -> tuple[ev.Event, ...]:
    """Returns the events of so many hit points, up to the most; whoever has one is up again. Source: CWN-62."""
    room = max(character.most_hp(context, combatant) - character.hp_now(combatant), 0)
    gained = min(amount, room)
    if gained <= 0:
        return ()
    return (
        ev.GaugeChanged(who=combatant.id, gauge=character.HP, by=gained),
        *falling.up_again(combatant),
    )


def _panacea(combatant: Combatant, patient: Combatant) -> tuple[ev.Event, ...]:
    for each in (combatant, patient):
        for item in each.items:
            gauge = items.ammo_gauge(item.key)
            if item.values.get("trait") == "panacea" and each.gauges.get(gauge, 1) > 0:
                return (ev.GaugeChanged(who=each.id, gauge=gauge, by=-1),)
    raise refuse("cwn.no_panacea", rule="CWN-45u", who=combatant.name)


def surgery(context: RulesContext, command: Surgery) -> Procedure:
    """One Heal check of a carer ends frailty, or never. Source: CWN-61."""
    combatant, patient = (
        context.known_combatant(command.who),
        context.known_combatant(command.patient),
    )
    _allow_leisure(context, patient)
    if character.is_down(combatant):
        raise refuse("cwn.is_down", rule="CWN-57", who=combatant.name)
    frail = patient.condition("frail")
    if frail is None:
        raise refuse("cwn.not_frail", rule="CWN-61", patient=patient.name)
    if frail.count:
        raise refuse("cwn.surgery_tried", rule="CWN-61", patient=patient.name)
    modifiers = healing_parts(context, combatant)
    rolled = yield from rolls.check("surgery", combatant.id)
    result = rolled + total(modifiers) + command.gm
    is_done = bool(mechanics.succeeds(result, mechanics.SURGERY))
    values = {"total": result, "difficulty": mechanics.SURGERY, "success": is_done}
    tried = ev.ConditionAdded(who=patient.id, condition=Condition(key="frail", count=1))
    ended = ev.ConditionRemoved(who=patient.id, key="frail")
    return Outcome(
        label=say(
            f"cwn.log.surgery_{'done' if is_done else 'failed'}",
            who=combatant.name,
            patient=patient.name,
            total=result,
            difficulty=mechanics.SURGERY,
        ),
        events=(
            ev.Resolved(what="surgery", who=combatant.id, target=patient.id, values=values),
            ended if is_done else tried,
        ),
        reasons=(sum_reason(modifiers, rolled, result),),
    )


def rest(context: RulesContext, command: Rest) -> Procedure:
    """Good nights: hit points by level, 1 Strain less; a week ends frailty. Source: CWN-61, CWN-62."""
    yield from ()
    combatants = context.combatants(command.who)
    if command.nights < 1:
        raise refuse("cwn.no_night", rule="CWN-62")
    for combatant in combatants:
        _allow_leisure(context, combatant)
        if combatant.has("mortally_wounded"):
            raise refuse("cwn.stabilize_first", rule="CWN-62", patient=combatant.name)
    events = [event for other in combatants for event in _rested(context, other, command.nights)]
    return Outcome(
        label=say(
            "cwn.log.rested",
            who=", ".join(other.name for other in combatants),
            nights=command.nights,
        ),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.rested"), rule="CWN-62"),),
    )


def _rested(context: RulesContext, combatant: Combatant, nights: int) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    natural = 0 if combatant.has("frail") else nights
    if combatant.has("frail") and nights >= WEEK:
        events.append(ev.ConditionRemoved(who=combatant.id, key="frail"))
        natural = nights - WEEK
    events += healed(context, combatant, natural * max(character.level(context, combatant), 1))
    strain = min(combatant.gauges.get(character.STRAIN, 0), nights)
    if strain:
        events.append(ev.GaugeChanged(who=combatant.id, gauge=character.STRAIN, by=-strain))
    events += [
        ev.GaugeSet(who=combatant.id, gauge=gauge, to=0)
        for gauge, count in combatant.gauges.items()
        if gauge.startswith("doses.") and count
    ]
    return tuple(events)
