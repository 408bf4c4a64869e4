"""Damage, zero Health, unconsciousness and death. Source: CHR-57 to CHR-60."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Rolling, face, request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import bolstering, character, checks, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check

DUE = "presence_due"
"""The record of the round in which a Presence appears."""

DIED = "died"
"""The record of the round in which a combatant died; 0 out of a fight."""

_ENDED = (
    *character.COLD,
    *("ablaze", "frenzy", "surprised", "shocked", "slow_start", "in_cover"),
    *("prone", "exposed", "burning", "panic_due"),
)
"""The conditions that end with death."""


# ---- damage


def hurt(resolution: Resolution, who: CombatantId, damage: int) -> None:
    """Takes damage, after Soak, off Health; what 0 Health means follows by itself. Source: CHR-04, CHR-57, CHR-58."""
    combatant = resolution.combatant(who)
    if damage > 0 and not character.is_dead(combatant):
        taken = min(damage, character.health_now(combatant))
        resolution.change_gauge(who, character.HEALTH, -taken)


def harm(resolution: Resolution, who: CombatantId, *amounts: int) -> None:
    """Does damage that is no attack: panic, a bad rest. Source: CHR-10."""
    hurt(resolution, who, toll(resolution.context, who, *amounts))


def toll(context: RulesContext, who: CombatantId, *amounts: int) -> int:
    """Returns what damage that is no attack amounts to; Soak lowers each only by house rule. Source: CHR-10."""
    if context.switch("chrome.soakOnlyAttacks"):
        return sum(amounts)
    soak = character.soak(context, context.combatant(who))
    least = character.least_damage(context)
    return sum(int(mechanics.damage_through_soak(each, soak, least=least)) for each in amounts)


# ---- the Save at 0 Health


def owes_save(combatant: Combatant) -> bool:
    """Returns whether a combatant is an Operator at 0 Health whose fate is open. Source: CHR-57."""
    return (
        character.is_operator(combatant)
        and character.is_dead(combatant)
        and DIED not in combatant.memo
    )


def save_owed(context: RulesContext, who: CombatantId) -> ev.ObligationAdded:
    """Returns the Save that an Operator owes at 0 Health, with the moment of its fall. Source: CHR-57, CHR-60."""
    reason = say("chrome.because.zero_health")
    moment = {"died": context.state.round, "appears": appears_in(context, who)}
    return ev.ObligationAdded(obligation=owed.obligation(owed.DEATH_SAVE, who, reason, **moment))


def death_save(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Save of an Operator at 0 Health: unconscious with 1 Health, or dead. Source: CHR-57."""
    who = owed.who_of(obligations[0])
    context, combatant = resolution.context, resolution.combatant(who)
    save = str(context.switch("chrome.deathSave"))
    result = yield from checks.roll_check(resolution, plan_check(context, combatant, save), "death")
    checks.apply_result(resolution, result)
    lives = result.is_success
    resolution.fact("death_save", who, roll=result.total, aim=result.plan.target, lives=lives)
    if lives:
        sides = context.number(mechanics.UNCONSCIOUS_SIDES)
        minutes = yield from face(request(context, "unconscious", who, sides=sides))
        pass_out(resolution, who, minutes)
    else:
        die(resolution, who, **_moment(obligations[0]))
    key = "chrome.log.death_save_lives" if lives else "chrome.log.death_save_dies"
    test = character.name_of(context, save)
    return say(
        key, who=combatant.name, test=test, roll=result.total, target=result.plan.target, tail=""
    )


def _moment(obligation: Obligation) -> dict[str, int]:
    """Returns the round in which a combatant fell to 0 Health, and in which a Presence would appear."""
    moment = ((key, obligation.values.get(key)) for key in (DIED, "appears"))
    return {key: value for key, value in moment if isinstance(value, int)}


def pass_out(resolution: Resolution, who: CombatantId, minutes: int) -> None:
    """Leaves a combatant with a little Health, unconscious for so many minutes from now. Source: CHR-57."""
    rounds = minutes * mechanics.ROUNDS_A_MINUTE
    left = resolution.context.number(mechanics.SURVIVING_HEALTH)
    resolution.set_gauge(who, character.HEALTH, left)
    _lie_down(resolution, who, "unconscious", rounds)
    name = resolution.combatant(who).name
    resolution.add_text("chrome.then.unconscious", who=name, minutes=minutes)
    resolution.reason("chrome.why.unconscious", "CHR-57", who=name, minutes=minutes, rounds=rounds)


def faint(resolution: Resolution, who: CombatantId, rounds: int) -> None:
    """Makes a combatant faint for so many rounds. Source: CHR-63."""
    _lie_down(resolution, who, "fainted", rounds)
    resolution.add_text("chrome.then.faints", who=resolution.combatant(who).name, rounds=rounds)


def _lie_down(resolution: Resolution, who: CombatantId, key: str, rounds: int) -> None:
    last = max(resolution.context.state.round, 1) + rounds - 1
    resolution.add_condition(who, Condition(key=key, until=Expiry(round=last)))
    resolution.remove_conditions(who, "frenzy")


# ---- death


def die(
    resolution: Resolution, who: CombatantId, *, died: int | None = None, appears: int | None = None
) -> None:
    """Makes a combatant die, without any Save, in the rounds given as for ``death_events``. Source: CHR-57, CHR-60."""
    context = resolution.context
    combatant = context.combatant(who)
    resolution.apply(*death_events(context, combatant, died=died, appears=appears))


def death_events(
    context: RulesContext,
    combatant: Combatant,
    *,
    died: int | None = None,
    appears: int | None = None,
) -> tuple[ev.Event, ...]:
    """Returns what is true of a combatant as soon as it is dead. Source: CHR-57 to CHR-60.

    ``died`` is the round of its death, ``appears`` the round in which a Presence appears; None: as of now.
    """
    who = combatant.id
    rounds = {DIED: context.state.round if died is None else died}
    if character.is_operator(combatant) and not combatant.has("presence"):
        rounds[DUE] = appears_in(context, who) if appears is None else appears
    alive = character.health_now(combatant) > 0
    return (
        *([ev.GaugeSet(who=who, gauge=character.HEALTH, to=0)] if alive else []),
        *(ev.ConditionRemoved(who=who, key=key) for key in _ENDED if combatant.has(key)),
        ev.Resolved(what="dead", who=who),
        *(ev.MemoSet(who=who, key=key, value=str(count)) for key, count in rounds.items()),
    )


def witnesses(context: RulesContext, dead: Combatant) -> Iterator[ev.Event]:
    """Yields the Panic Checks of the squad that sees an Operator die. Source: CHR-59."""
    if not character.is_operator(dead):
        return
    for other in character.squad(context, dead):
        if other.id != dead.id:
            yield from owed.panic_check_owed(context, other.id, "death", who=dead.name)


def appears_in(context: RulesContext, who: CombatantId) -> int:
    """Returns the round at the end of whose slot a Presence appears. Source: CHR-60."""
    state = context.state
    own = [slot for slot in state.slots if slot.who == who and not slot.lane]
    is_to_come = not own or own[0].group > state.group
    return state.round if is_to_come else state.round + 1


def revival(combatant: Combatant) -> Iterator[ev.Event]:
    """Yields the end of a Presence whose Operator was given Health again. Source: CHR-57."""
    if combatant.has("presence"):
        yield ev.ConditionRemoved(who=combatant.id, key="presence")
    for key in (DUE, DIED):
        if key in combatant.memo:
            yield ev.MemoSet(who=combatant.id, key=key, value="")


def presence_round(combatant: Combatant) -> int | None:
    """Returns the round in which a Presence appears; None if none is to come. Source: CHR-60."""
    text = combatant.memo.get(DUE, "")
    return int(str(text)) if text and character.is_dead(combatant) else None


def appear_without_turns(resolution: Resolution) -> None:
    """Makes every Presence appear that is due out of a fight, once nobody owes anything. Source: CHR-60."""
    state = resolution.context.state
    if state.stage == "running" or due_at(state, "now"):
        return
    for combatant in resolution.context.state.combatants.values():
        if presence_round(combatant) is not None:
            appear(resolution, combatant.id)


def appear(resolution: Resolution, who: CombatantId) -> None:
    """Brings a dead Operator back as a Presence. Source: CHR-60."""
    combatant = resolution.combatant(who)
    resolution.set_record(who, DUE, "")
    resolution.add_condition(who, Condition(key="presence"))
    form = bolstering.form(resolution.context, combatant)
    resolution.fact("presence", who, form=form)
    resolution.add_text("chrome.then.presence", who=combatant.name, form=form)


# ---- the game master's word


def wake(resolution: Resolution, command: do.Wake) -> Rolling[Message]:
    """Wakes an unconscious combatant early. Source: CHR-57."""
    yield from ()
    combatant = resolution.context.known_combatant(command.who)
    if not character.is_cold(combatant):
        raise refuse("chrome.not_unconscious", rule="CHR-57", who=combatant.name)
    ended = (key for key in character.COLD if combatant.has(key))
    resolution.record(*(ev.ConditionRemoved(who=combatant.id, key=key) for key in ended))
    return say("chrome.log.wakes", who=combatant.name, tail="")


def kill(resolution: Resolution, command: do.Kill) -> Rolling[Message]:
    """Makes a combatant die, a Save it owes included. Source: CHR-58, CHR-59."""
    yield from ()
    context = resolution.context
    combatant = context.known_combatant(command.who)
    if character.is_dead(combatant) and not owed.is_owed(context, combatant.id, owed.DEATH_SAVE):
        raise refuse("chrome.dead_already", rule="CHR-57", who=combatant.name)
    die(resolution, combatant.id)
    appear_without_turns(resolution)
    return say("chrome.log.killed", who=combatant.name, tail="")
