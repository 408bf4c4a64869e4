"""Stabilizing, reviving, healing and resting. Source: CWN-58 to CWN-62."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.modifiers import Part, total
from encounter_gui.rules.engine.scene import Scene
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


def stabilize(scene: Scene, command: Stabilize) -> Procedure:
    """A Main, touching: the victim will live. Source: CWN-60, CWN-36j."""
    one, patient = scene.known(command.who), scene.known(command.patient)
    paid = at_work(scene, one)
    difficulty = stabilizing_difficulty(scene, patient, command.tool)
    used = _tool(one, patient, command.tool)
    if one.id == patient.id:
        raise refuse("cwn.at_oneself", rule="CWN-60", who=one.name)
    if scene.state.stage == "running" and one.gauges.get(action_budget.TRIED):
        raise refuse("cwn.tried_this_round", rule="CWN-60", who=one.name)
    parts = healing_parts(scene, one, command.attribute)
    rolled = yield from rolls.check("stabilize", one.id)
    result = rolled + total(parts) + command.gm
    is_stable = bool(mechanics.succeeds(result, difficulty))
    values = {"total": result, "difficulty": difficulty, "success": is_stable}
    return Outcome(
        label=say(
            f"cwn.log.stabilize_{'done' if is_stable else 'failed'}",
            who=one.name,
            patient=patient.name,
            total=result,
            difficulty=difficulty,
        ),
        events=(
            ev.Resolved(what="stabilize", who=one.id, target=patient.id, values=values),
            *paid,
            ev.GaugeSet(who=one.id, gauge=action_budget.TRIED, to=1),
            *used,
            *(falling.saved(patient) if is_stable else ()),
        ),
        reasons=(
            sum_reason(parts, rolled, result),
            Reason(
                text=say(
                    "cwn.why.stabilize",
                    tool=scene.words.word(f"cwn.tool.{command.tool}"),
                    rounds=falling.rounds_since(scene, patient),
                    difficulty=difficulty,
                ),
                rule="CWN-60",
            ),
        ),
    )


def healing_parts(scene: Scene, one: Combatant, attribute: str = "") -> tuple[Part, ...]:
    """Returns what is added to a Heal check. Source: CWN-60."""
    known = attribute if attribute in HEALING else " ".join(HEALING)
    return check_parts(scene, one, "heal", known)


def stabilizing_difficulty(scene: Scene, patient: Combatant, tool: str) -> int:
    """Returns what a stabilizing check must reach. Source: CWN-60.

    Raises:
        RuleError: the patient does not need it, or it is too late.
    """
    if not patient.has("mortally_wounded"):
        raise refuse("cwn.not_dying", rule="CWN-60", patient=patient.name)
    rounds = falling.rounds_since(scene, patient)
    if rounds > falling.death_rounds(scene):
        raise refuse("cwn.too_late", rule="CWN-60", patient=patient.name)
    base = items.number(scene.ruleset.tables.get("stabilize", {}).get(tool))
    return base + rounds


def _tool(one: Combatant, patient: Combatant, tool: str) -> tuple[ev.Event, ...]:
    """Returns what a tool uses up; it is the helper's or the patient's. Source: CWN-60.

    Raises:
        RuleError: neither has it.
    """
    if tool == "none":
        return ()
    for each in (one, patient):
        for item in each.items:
            if item.values.get("trait") != _TRAIT[tool]:
                continue
            gauge = items.ammo_gauge(item.key)
            if gauge not in each.gauges:
                return ()
            if each.gauges[gauge] > 0:
                return (ev.GaugeChanged(who=each.id, gauge=gauge, by=-1),)
    raise refuse(f"cwn.no_{tool}", rule="CWN-60", who=one.name)


def biostabilize(scene: Scene, command: Biostabilize) -> Procedure:
    """An armour tries to stabilize its wearer, once an hour. Source: CWN-45r."""
    one = scene.known(command.who)
    if not gear.rank(one, BIOSTABILIZER):
        raise refuse("cwn.no_biostabilizer", rule="CWN-45r", who=one.name)
    if not one.has("mortally_wounded"):
        raise refuse("cwn.not_dying", rule="CWN-45r", patient=one.name)
    if scene_uses.uses(one, BIOSTABILIZER):
        raise refuse("cwn.biostabilizer_used", rule="CWN-45r", who=one.name)
    rolled = yield from rolls.check("stabilize", one.id)
    result = rolled + mechanics.BIOSTABILIZE_PLUS
    is_stable = bool(mechanics.succeeds(result, mechanics.BIOSTABILIZE))
    values = {"total": result, "difficulty": mechanics.BIOSTABILIZE, "success": is_stable}
    return Outcome(
        label=say(
            f"cwn.log.stabilize_{'done' if is_stable else 'failed'}",
            who=scene.words.word("cwn.biostabilizer"),
            patient=one.name,
            total=result,
            difficulty=mechanics.BIOSTABILIZE,
        ),
        events=(
            ev.Resolved(what="stabilize", who=one.id, target=one.id, values=values),
            scene_uses.used(one, BIOSTABILIZER),
            *(falling.saved(one) if is_stable else ()),
        ),
    )


def revive(scene: Scene, command: Revive) -> Procedure:
    """Ten minutes later the stable and the unconscious come to, at 1 HP. Source: CWN-58, CWN-60."""
    yield from ()
    one = scene.known(command.who)
    _allow_leisure(scene, one)
    if not (one.has("stable") or one.has("unconscious")):
        raise refuse("cwn.not_unconscious", rule="CWN-58", who=one.name)
    gained = max(1 - character.hp_now(one), 0)
    return Outcome(
        label=say("cwn.log.revives", who=one.name),
        events=(
            ev.GaugeChanged(who=one.id, gauge=character.HP, by=gained),
            *falling.up_again(one),
        ),
    )


def _allow_leisure(scene: Scene, one: Combatant) -> None:
    """Lets what takes minutes or hours pass. Source: CWN-58, CWN-62.

    Raises:
        RuleError: the fight is still on, or it is dead.
    """
    if scene.state.stage == "running":
        raise refuse("cwn.not_while_fighting", rule="CWN-62", who=one.name)
    if character.is_dead(one):
        raise refuse("cwn.target_dead", rule="CWN-57", target=one.name)


def first_aid(scene: Scene, command: FirstAid) -> Procedure:
    """Five minutes: 1d6 and Heal hit points for 1 System Strain. Source: CWN-62, CWN-45u."""
    one, patient = scene.known(command.who), scene.known(command.patient)
    _allow_leisure(scene, patient)
    if character.is_down(one):
        raise refuse("cwn.is_down", rule="CWN-57", who=one.name)
    if patient.has("mortally_wounded"):
        raise refuse("cwn.stabilize_first", rule="CWN-62", patient=patient.name)
    if character.hp_now(patient) >= character.most_hp(scene, patient):
        raise refuse("cwn.patient_unhurt", rule="CWN-62", patient=patient.name)
    allow_strain(scene, patient)
    used = _panacea(one, patient) if command.panacea else ()
    die = yield from rolls.one("first_aid", patient.id, 6)
    gained = max(die + character.skill(scene, one, "heal"), 0)
    gained = max(2 * gained, 6) if command.panacea else gained
    return Outcome(
        label=say("cwn.log.aided", who=one.name, patient=patient.name, healed=gained),
        events=(
            ev.Resolved(what="first_aid", who=one.id, target=patient.id, values={"healed": gained}),
            *healed(scene, patient, gained),
            ev.GaugeChanged(who=patient.id, gauge=character.STRAIN, by=1),
            *used,
        ),
        reasons=(Reason(text=say("cwn.why.aided", die=die), rule="CWN-62"),),
    )


def allow_strain(scene: Scene, patient: Combatant) -> None:
    """Lets healing pass that somebody can still bear. Source: CWN-62.

    Raises:
        RuleError: System Strain is at its most.
    """
    if patient.gauges.get(character.STRAIN, 0) >= character.most_strain(scene, patient):
        raise refuse("cwn.too_strained", rule="CWN-62", patient=patient.name)


def healed(scene: Scene, one: Combatant, amount: int) -> tuple[ev.Event, ...]:
    """Returns the events of so many hit points, up to the most; whoever has one is up again. Source: CWN-62."""
    room = max(character.most_hp(scene, one) - character.hp_now(one), 0)
    gained = min(amount, room)
    if gained <= 0:
        return ()
    return (
        ev.GaugeChanged(who=one.id, gauge=character.HP, by=gained),
        *falling.up_again(one),
    )


def _panacea(one: Combatant, patient: Combatant) -> tuple[ev.Event, ...]:
    for each in (one, patient):
        for item in each.items:
            gauge = items.ammo_gauge(item.key)
            if item.values.get("trait") == "panacea" and each.gauges.get(gauge, 1) > 0:
                return (ev.GaugeChanged(who=each.id, gauge=gauge, by=-1),)
    raise refuse("cwn.no_panacea", rule="CWN-45u", who=one.name)


def surgery(scene: Scene, command: Surgery) -> Procedure:
    """One Heal check of a carer ends frailty, or never. Source: CWN-61."""
    one, patient = scene.known(command.who), scene.known(command.patient)
    _allow_leisure(scene, patient)
    if character.is_down(one):
        raise refuse("cwn.is_down", rule="CWN-57", who=one.name)
    frail = patient.condition("frail")
    if frail is None:
        raise refuse("cwn.not_frail", rule="CWN-61", patient=patient.name)
    if frail.count:
        raise refuse("cwn.surgery_tried", rule="CWN-61", patient=patient.name)
    parts = healing_parts(scene, one)
    rolled = yield from rolls.check("surgery", one.id)
    result = rolled + total(parts) + command.gm
    is_done = bool(mechanics.succeeds(result, mechanics.SURGERY))
    values = {"total": result, "difficulty": mechanics.SURGERY, "success": is_done}
    tried = ev.ConditionAdded(who=patient.id, condition=Condition(key="frail", count=1))
    ended = ev.ConditionRemoved(who=patient.id, key="frail")
    return Outcome(
        label=say(
            f"cwn.log.surgery_{'done' if is_done else 'failed'}",
            who=one.name,
            patient=patient.name,
            total=result,
            difficulty=mechanics.SURGERY,
        ),
        events=(
            ev.Resolved(what="surgery", who=one.id, target=patient.id, values=values),
            ended if is_done else tried,
        ),
        reasons=(sum_reason(parts, rolled, result),),
    )


def rest(scene: Scene, command: Rest) -> Procedure:
    """Good nights: hit points by level, 1 Strain less; a week ends frailty. Source: CWN-61, CWN-62."""
    yield from ()
    those = scene.those(command.who)
    if command.nights < 1:
        raise refuse("cwn.no_night", rule="CWN-62")
    for one in those:
        _allow_leisure(scene, one)
        if one.has("mortally_wounded"):
            raise refuse("cwn.stabilize_first", rule="CWN-62", patient=one.name)
    events = [event for one in those for event in _rested(scene, one, command.nights)]
    return Outcome(
        label=say(
            "cwn.log.rested",
            who=", ".join(one.name for one in those),
            nights=command.nights,
        ),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.rested"), rule="CWN-62"),),
    )


def _rested(scene: Scene, one: Combatant, nights: int) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    natural = 0 if one.has("frail") else nights
    if one.has("frail") and nights >= WEEK:
        events.append(ev.ConditionRemoved(who=one.id, key="frail"))
        natural = nights - WEEK
    events += healed(scene, one, natural * max(character.level(scene, one), 1))
    strain = min(one.gauges.get(character.STRAIN, 0), nights)
    if strain:
        events.append(ev.GaugeChanged(who=one.id, gauge=character.STRAIN, by=-strain))
    events += [
        ev.GaugeSet(who=one.id, gauge=gauge, to=0)
        for gauge, count in one.gauges.items()
        if gauge.startswith("doses.") and count
    ]
    return tuple(events)
