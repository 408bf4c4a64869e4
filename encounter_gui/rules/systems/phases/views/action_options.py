"""What else somebody may do, whether or not it may now. Source: PHA-22 to PHA-29, PHA-70 to PHA-72."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.commands import Command, Flag
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character, gear

_STANCES: tuple[do.Stance, ...] = ("ducking", "hunkering", "snap_shot")
_FULL: tuple[do.Full, ...] = ("run", "sprint", "recover", "all_out_dodge")

Offers = Iterator[tuple[str, Command]]


def offered(scene: Scene, one: Combatant) -> Offers:
    """Yields what somebody might do besides attacking, as (words, command)."""
    if scene.state.stage == "running" and scene.state.group < 0:
        yield from _declarations(scene, one)
    elif scene.state.stage == "running":
        yield from _late_declarations(scene, one)
    yield from _actions(scene, one)
    yield from _holds(scene, one)
    yield from _care(scene, one)
    word = scene.words.word
    if one.has("unconscious") or one.has("incapacitated"):
        yield word("phases.do.rouse"), do.Rouse(who=one.id)
    if "left" in one.flags:
        yield word("phases.do.return"), Flag(who=(one.id,), flag="left", on=False)
    else:
        yield word("phases.do.leave"), do.Leave(who=one.id)


def _declarations(scene: Scene, one: Combatant) -> Offers:
    """Declaring keeps what was declared of the other kind: actions keep stances, a stance the actions."""
    word = scene.words.word
    plan = character.plan_of(one) or character.Plan()
    stances = tuple(each for each in _STANCES if each in plan.stances)
    for actions in (1, 2, 3):
        key = "phases.do.declare.1" if actions == 1 else "phases.do.declare"
        yield word(key, n=actions), do.Declare(who=one.id, actions=actions, stances=stances)
    for full in _FULL:
        name = word(f"phases.do.{full}")
        yield (
            word("phases.do.declare_full", full=name),
            do.Declare(who=one.id, full=full, stances=stances),
        )
    whole: do.Full = next((each for each in _FULL if each == plan.full), "")
    for stance in _STANCES:
        on = stance not in stances
        changed = (*stances, stance) if on else tuple(each for each in stances if each != stance)
        name = word(f"phases.do.{stance}")
        text = word("phases.do.stance_on" if on else "phases.do.stance_off", stance=name)
        yield text, do.Declare(who=one.id, actions=plan.actions, full=whole, stances=changed)


def _late_declarations(scene: Scene, one: Combatant) -> Offers:
    """By the game master's leave, as long as nothing has been done. Source: PHA-24."""
    stances = tuple(each for each in _STANCES if one.has(each))
    for actions in (2, 3):
        if one.gauges.get(character.ACTIONS, 0) != actions:
            text = scene.words.word("phases.do.late", n=actions)
            yield text, do.Declare(who=one.id, actions=actions, stances=stances, late=True)


def _actions(scene: Scene, one: Combatant) -> Offers:
    word = scene.words.word
    jam = one.condition("jammed")
    for key in jam.note.split() if jam else ():
        item = one.item(key)
        if item is not None:
            yield word("phases.do.clear", weapon=item.name), do.ClearJam(who=one.id, weapon=key)
    yield word("phases.do.reload"), do.Reload(who=one.id)
    for item in one.items:
        drawn = item.kind != "weapon" or gear.weapon_of(item).kind == "unarmed"
        if not drawn and not character.hand_of(one, item.key):
            yield word("phases.do.draw", weapon=item.name), do.Draw(who=one.id, weapon=item.key)
    if one.has("prone"):
        yield word("phases.do.stand"), do.StandUp(who=one.id)
    else:
        yield word("phases.do.prone"), do.Move(who=one.id, gait="prone")
    feet = character.move(scene, one)
    yield word("phases.do.jog", feet=feet), do.Move(who=one.id, gait="jog")
    yield word("phases.do.run"), do.Move(who=one.id, gait="run")
    yield word("phases.do.sprint"), do.Move(who=one.id, gait="sprint")
    yield word("phases.do.recover"), do.Recover(who=one.id)
    if character.is_escalating(scene):
        yield word("phases.do.all_out_dodge"), do.AllOutDodge(who=one.id)
    yield word("phases.do.other"), do.Other(who=one.id)
    yield word("phases.do.wait"), do.Wait(who=one.id)


def _holds(scene: Scene, one: Combatant) -> Offers:
    word = scene.words.word
    if one.has("grabbed") or one.has("clinched"):
        yield word("phases.do.break_free"), do.BreakFree(who=one.id)
    if one.has("grabbing"):
        yield word("phases.do.let_go"), do.LetGo(who=one.id)


def _care(scene: Scene, one: Combatant) -> Offers:
    word = scene.words.word
    if one.has("aiding"):
        yield word("phases.do.stop_aid"), do.StopAid(who=one.id)
    for patient in scene.state.combatants.values():
        if patient.id == one.id:
            continue
        if patient.has("in_shock"):
            yield (
                word("phases.do.first_aid", patient=patient.name),
                do.FirstAid(who=one.id, patient=patient.id),
            )
        if patient.has("clinically_dead"):
            yield (
                word("phases.do.resuscitate", patient=patient.name),
                do.Resuscitate(who=one.id, patient=patient.id),
            )
