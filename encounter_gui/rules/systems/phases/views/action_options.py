"""What else a combatant may do, whether or not it may now. Source: PHA-22 to PHA-29, PHA-70 to PHA-72."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun, Offered
from encounter_gui.rules.presenters.words.offers import leaving, offered
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.harm import healing
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.view import ActionOption

_STANCES: tuple[do.Stance, ...] = ("ducking", "hunkering", "snap_shot")
_FULL: tuple[do.Full, ...] = ("run", "sprint", "recover", "all_out_dodge")

_NIGHT = 8
"""Hours of sleep that are offered."""

Offers = Iterator[Offered]


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
    offer, who = partial(offered, context), combatant.id
    if context.state.stage == "between":
        yield from _between(context, combatant)
    if combatant.has("unconscious") or combatant.has("incapacitated"):
        yield offer("rouse", do.Rouse(who=who))
    for place, name in _severable(context, combatant):
        yield offer("amputate", do.Amputate(who=who, place=place), place=name)
    yield leaving(context, combatant, do.Leave(who=who))


def _between(context: RulesContext, combatant: Combatant) -> Offers:
    """Yields what takes longer than a fight: a night's sleep, surgery. Source: PHA-18, PHA-73."""
    offer, who = partial(offered, context), combatant.id
    yield offer("sleep", do.Sleep(who=(who,), hours=_NIGHT), hours=_NIGHT)
    for patient in context.state.combatants.values():
        for each in context.ruleset.locations:
            level = character.wound(patient, each.key)
            is_bad = mechanics.SERIOUS <= level <= mechanics.CRITICAL
            if is_bad and patient.id != who and not healing.can_heal(patient, each.key):
                command = do.Surgery(who=who, patient=patient.id, place=each.key)
                yield offer("surgery", command, patient=patient.name, place=each.name)


def _severable(context: RulesContext, combatant: Combatant) -> Iterator[tuple[str, str]]:
    """Yields the places that the game master may have taken off, with their names. Source: PHA-65."""
    for each in context.ruleset.locations:
        is_critical = character.wound(combatant, each.key) == mechanics.CRITICAL
        if each.key != character.TORSO and is_critical and not character.is_dead(combatant):
            yield each.key, each.name


def _declarations(context: RulesContext, combatant: Combatant) -> Offers:
    """Declaring keeps what was declared of the other kind: actions keep stances, a stance the actions."""
    offer, who = partial(offered, context), combatant.id
    text_of = context.texts.text_of
    plan = character.declaration_of(combatant) or character.Declaration()
    stances = tuple(each for each in _STANCES if each in plan.stances)
    most = 0 if character.is_escalating(context) else context.number(mechanics.MOST_ACTIONS)
    for actions in range(1, most + 1):
        key = "declare.1" if actions == 1 else "declare"
        yield offer(key, do.Declare(who=who, actions=actions, stances=stances), n=actions)
    for full in _FULL:
        name = text_of(f"phases.do.{full}")
        yield offer("declare_full", do.Declare(who=who, full=full, stances=stances), full=name)
    whole: do.Full = next((each for each in _FULL if each == plan.full), "")
    for stance in _STANCES:
        on = stance not in stances
        changed = (*stances, stance) if on else tuple(each for each in stances if each != stance)
        name = text_of(f"phases.do.{stance}")
        command = do.Declare(who=who, actions=plan.actions, full=whole, stances=changed)
        yield offer("stance_on" if on else "stance_off", command, stance=name)


def _late_declarations(context: RulesContext, combatant: Combatant) -> Offers:
    """By the game master's leave, as long as nothing has been done. Source: PHA-24."""
    stances = tuple(each for each in _STANCES if combatant.has(each))
    for actions in () if character.is_escalating(context) else (2, 3):
        if combatant.gauges.get(character.ACTIONS, 0) != actions:
            command = do.Declare(who=combatant.id, actions=actions, stances=stances, late=True)
            yield offered(context, "late", command, n=actions)


def _actions(context: RulesContext, combatant: Combatant) -> Offers:
    offer, who = partial(offered, context), combatant.id
    jam = combatant.condition("jammed")
    for key in jam.keys if jam else ():
        item = combatant.item(key)
        if item is not None:
            yield offer("clear", do.ClearJam(who=who, weapon=key), weapon=item.name)
    yield offer("reload", do.Reload(who=who))
    for item in combatant.items:
        drawn = item.kind != "weapon" or gear.weapon_of(item).kind == "unarmed"
        if not drawn and not character.hand_of(combatant, item.key):
            yield offer("draw", do.Draw(who=who, weapon=item.key), weapon=item.name)
    if combatant.has("prone"):
        yield offer("stand", do.StandUp(who=who))
    else:
        yield offer("prone", do.Move(who=who, gait="prone"))
    feet = character.move(context, combatant)
    yield offer("jog", do.Move(who=who, gait="jog"), feet=feet)
    yield offer("run", do.Move(who=who, gait="run"))
    yield offer("sprint", do.Move(who=who, gait="sprint"))
    yield offer("recover", do.Recover(who=who))
    if character.is_escalating(context):
        yield offer("all_out_dodge", do.AllOutDodge(who=who))
    yield offer("other", do.Other(who=who))
    yield offer("wait", do.Wait(who=who))


def _holds(context: RulesContext, combatant: Combatant) -> Offers:
    offer, who = partial(offered, context), combatant.id
    if combatant.has("grabbed") or combatant.has("clinched"):
        yield offer("break_free", do.BreakFree(who=who))
    if combatant.has("grabbing"):
        yield offer("let_go", do.LetGo(who=who))


def _care(context: RulesContext, combatant: Combatant) -> Offers:
    offer, who = partial(offered, context), combatant.id
    if combatant.has("aiding"):
        yield offer("stop_aid", do.StopAid(who=who))
    for patient in context.state.combatants.values():
        if patient.id == who:
            continue
        if patient.has("in_shock"):
            yield offer("first_aid", do.FirstAid(who=who, patient=patient.id), patient=patient.name)
        if patient.has("clinically_dead"):
            yield offer(
                "resuscitate", do.Resuscitate(who=who, patient=patient.id), patient=patient.name
            )
