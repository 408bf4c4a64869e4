"""What else a combatant may do, whether or not it may now. Source: PHA-22 to PHA-29, PHA-70 to PHA-72."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model.commands import Command, Flag
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.view import ActionOption

_STANCES: tuple[do.Stance, ...] = ("ducking", "hunkering", "snap_shot")
_FULL: tuple[do.Full, ...] = ("run", "sprint", "recover", "all_out_dodge")

Offers = Iterator[tuple[str, Command]]


def action_options(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns what a combatant may do besides attacking, with the reasons where it may not now."""
    context = dry_run.context
    return dry_run.options(_offers(context, context.combatant(who)))


def _offers(context: RulesContext, combatant: Combatant) -> Offers:
    """Yields what a combatant might do besides attacking, as (words, command)."""
    if context.state.stage == "running" and context.state.group < 0:
        yield from _declarations(context, combatant)
    elif context.state.stage == "running":
        yield from _late_declarations(context, combatant)
    yield from _actions(context, combatant)
    yield from _holds(context, combatant)
    yield from _care(context, combatant)
    text_of = context.texts.text_of
    if combatant.has("unconscious") or combatant.has("incapacitated"):
        yield text_of("phases.do.rouse"), do.Rouse(who=combatant.id)
    if "left" in combatant.flags:
        yield text_of("phases.do.return"), Flag(who=(combatant.id,), flag="left", on=False)
    else:
        yield text_of("phases.do.leave"), do.Leave(who=combatant.id)


def _declarations(context: RulesContext, combatant: Combatant) -> Offers:
    """Declaring keeps what was declared of the other kind: actions keep stances, a stance the actions."""
    text_of = context.texts.text_of
    plan = character.declaration_of(combatant) or character.Declaration()
    stances = tuple(each for each in _STANCES if each in plan.stances)
    for actions in range(1, context.number(mechanics.MOST_ACTIONS) + 1):
        key = "phases.do.declare.1" if actions == 1 else "phases.do.declare"
        yield (
            text_of(key, n=actions),
            do.Declare(who=combatant.id, actions=actions, stances=stances),
        )
    for full in _FULL:
        name = text_of(f"phases.do.{full}")
        yield (
            text_of("phases.do.declare_full", full=name),
            do.Declare(who=combatant.id, full=full, stances=stances),
        )
    whole: do.Full = next((each for each in _FULL if each == plan.full), "")
    for stance in _STANCES:
        on = stance not in stances
        changed = (*stances, stance) if on else tuple(each for each in stances if each != stance)
        name = text_of(f"phases.do.{stance}")
        text = text_of("phases.do.stance_on" if on else "phases.do.stance_off", stance=name)
        yield text, do.Declare(who=combatant.id, actions=plan.actions, full=whole, stances=changed)


def _late_declarations(context: RulesContext, combatant: Combatant) -> Offers:
    """By the game master's leave, as long as nothing has been done. Source: PHA-24."""
    stances = tuple(each for each in _STANCES if combatant.has(each))
    for actions in (2, 3):
        if combatant.gauges.get(character.ACTIONS, 0) != actions:
            text = context.texts.text_of("phases.do.late", n=actions)
            yield text, do.Declare(who=combatant.id, actions=actions, stances=stances, late=True)


def _actions(context: RulesContext, combatant: Combatant) -> Offers:
    text_of = context.texts.text_of
    jam = combatant.condition("jammed")
    for key in jam.keys if jam else ():
        item = combatant.item(key)
        if item is not None:
            yield (
                text_of("phases.do.clear", weapon=item.name),
                do.ClearJam(who=combatant.id, weapon=key),
            )
    yield text_of("phases.do.reload"), do.Reload(who=combatant.id)
    for item in combatant.items:
        drawn = item.kind != "weapon" or gear.weapon_of(item).kind == "unarmed"
        if not drawn and not character.hand_of(combatant, item.key):
            yield (
                text_of("phases.do.draw", weapon=item.name),
                do.Draw(who=combatant.id, weapon=item.key),
            )
    if combatant.has("prone"):
        yield text_of("phases.do.stand"), do.StandUp(who=combatant.id)
    else:
        yield text_of("phases.do.prone"), do.Move(who=combatant.id, gait="prone")
    feet = character.move(context, combatant)
    yield text_of("phases.do.jog", feet=feet), do.Move(who=combatant.id, gait="jog")
    yield text_of("phases.do.run"), do.Move(who=combatant.id, gait="run")
    yield text_of("phases.do.sprint"), do.Move(who=combatant.id, gait="sprint")
    yield text_of("phases.do.recover"), do.Recover(who=combatant.id)
    if character.is_escalating(context):
        yield text_of("phases.do.all_out_dodge"), do.AllOutDodge(who=combatant.id)
    yield text_of("phases.do.other"), do.Other(who=combatant.id)
    yield text_of("phases.do.wait"), do.Wait(who=combatant.id)


def _holds(context: RulesContext, combatant: Combatant) -> Offers:
    text_of = context.texts.text_of
    if combatant.has("grabbed") or combatant.has("clinched"):
        yield text_of("phases.do.break_free"), do.BreakFree(who=combatant.id)
    if combatant.has("grabbing"):
        yield text_of("phases.do.let_go"), do.LetGo(who=combatant.id)


def _care(context: RulesContext, combatant: Combatant) -> Offers:
    text_of = context.texts.text_of
    if combatant.has("aiding"):
        yield text_of("phases.do.stop_aid"), do.StopAid(who=combatant.id)
    for patient in context.state.combatants.values():
        if patient.id == combatant.id:
            continue
        if patient.has("in_shock"):
            yield (
                text_of("phases.do.first_aid", patient=patient.name),
                do.FirstAid(who=combatant.id, patient=patient.id),
            )
        if patient.has("clinically_dead"):
            yield (
                text_of("phases.do.resuscitate", patient=patient.name),
                do.Resuscitate(who=combatant.id, patient=patient.id),
            )
