"""Damage, zero Health, unconsciousness and death. Source: CHR-57 to CHR-60."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.errors import refuse, refuse_as_so
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import TIME_PASSES, due_at
from encounter_gui.rules.engine.reading.table import Answers, at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.checks import bolstering, checks
from encounter_gui.rules.systems.chrome.rules import harm as rules
from encounter_gui.rules.systems.chrome.rules import nerve
from encounter_gui.rules.systems.chrome.rules.at_table import TableSaid, at
from encounter_gui.rules.systems.chrome.rules.deaths import DIED, DUE, FELL_AT
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter
from encounter_gui.rules.systems.chrome.rules.said import WITNESS
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import as_rolled, plan_check

# ---- damage


def harm(resolution: Resolution, who: CombatantId, *amounts: int) -> None:
    """Does damage that is no attack: a bad rest. Source: CHR-10."""
    rules.hurt(*at(resolution, who), toll(resolution.context, who, *amounts))


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


def death_save(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Save of an Operator at 0 Health: unconscious with 1 Health, or dead. Source: CHR-57."""
    who = owed.who_of(obligations[0])
    context, combatant = resolution.context, resolution.combatant(who)
    save = str(context.switch("chrome.deathSave"))
    plan = as_rolled(plan_check(context, combatant, save), "death")
    play = TableSaid(resolution)
    lives = yield from at_table(
        play,
        Fighter,
        rules.death_save,
        {"who": who},
        plan,
        _moment(obligations[0]),
        _second(obligations[0]),
        answers=Answers(moments=checks.MOMENTS),
    )
    key = "chrome.log.death_save_lives" if lives else "chrome.log.death_save_dies"
    test, check = character.name_of(context, save), play.checks[-1]
    return say(
        key, who=combatant.name, test=test, roll=check.total, target=check.plan.target, tail=""
    )


def _moment(obligation: Obligation) -> dict[str, int]:
    """Returns the round in which a combatant fell to 0 Health, and in which a Presence would appear."""
    moment = ((key, obligation.values.get(key)) for key in (DIED, "appears"))
    return {key: value for key, value in moment if isinstance(value, int)}


def _second(obligation: Obligation) -> int | None:
    """Returns the second of the campaign's clock at which a combatant fell; None: in a file of an older version."""
    found = obligation.values.get(FELL_AT)
    return found if isinstance(found, int) else None


# ---- death


def fall(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns what follows from 0 Health, however it has come about. Source: CHR-57, CHR-58."""
    resolution = Resolution(context)
    rules.fall(*at(resolution, combatant.id), where=True)
    return resolution.events


def witnesses(context: RulesContext, dead: Combatant) -> tuple[ev.Event, ...]:
    """Returns the Panic Checks of the squad that sees an Operator die. Source: CHR-59."""
    if not character.is_operator(dead):
        return ()
    resolution = Resolution(context)
    play, body = at(resolution, dead.id)
    play.squad(body, WITNESS, nerve.witness, where=True, itself=False)
    return resolution.events


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
    """Makes every Presence appear that is due out of a fight, once nobody owes anything. Source: CHR-60.

    The rest of a time that passes waits for it.
    """
    state = resolution.context.state
    if state.stage == "running" or any(each.kind != TIME_PASSES for each in due_at(state, "now")):
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
        raise refuse_as_so("chrome.dead_already", rule="CHR-57", who=combatant.name)
    at(resolution, combatant.id)[1].die(where=True)
    appear_without_turns(resolution)
    return say("chrome.log.killed", who=combatant.name, tail="")
