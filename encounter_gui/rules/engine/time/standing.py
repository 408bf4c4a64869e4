"""The party between fights: a standing list of those who came out of the last ones, as they are now."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.joining import combatant_id
from encounter_gui.rules.engine.resolution import Resolution, no_follow_ups
from encounter_gui.rules.engine.time.clock import moment_text
from encounter_gui.rules.model.commands import Care, TakeOn
from encounter_gui.rules.model.text_format import names_of

CARED_BY = "cared_by"
"""The record of a combatant by whom it is looked after."""

FIGHT, FIGHT_ENDED = "last_fight", "last_fight_ended"
"""The records of the time between fights: what the fight before it was called, and the second at which it was over."""


def carer_of(context: RulesContext, combatant: Combatant) -> Combatant | None:
    """Returns who looks after a combatant; None: nobody does, or nobody who is still there."""
    return context.state.combatants.get(CombatantId(combatant.memo_text(CARED_BY)))


def care(is_dead: Callable[[Combatant], bool], resolution: Resolution, command: Care) -> Message:
    """Has somebody look after the hurt from now on, or nobody any more.

    Raises:
        RuleError: there is no such combatant, somebody is to look after themselves, or one of them is dead.
    """
    context = resolution.context
    patients = context.combatants(command.who)
    if command.by is None:
        for patient in patients:
            resolution.set_record(patient.id, CARED_BY, "")
        return say("rules.log.care_ends", who=names_of(patients))
    carer = context.known_combatant(command.by)
    if carer in patients:
        raise refuse("rules.clock.cares_for_self", who=carer.name)
    dead = tuple(each for each in (carer, *patients) if is_dead(each))
    if dead:
        raise refuse("rules.clock.no_care_of_dead", who=names_of(dead))
    for patient in patients:
        resolution.set_record(patient.id, CARED_BY, carer.id)
    return say("rules.log.cares", who=carer.name, patients=names_of(patients))


def take_on(resolution: Resolution, command: TakeOn) -> Message:
    """Takes those who come out of a fight into the party's time: whoever is there already is as they are now.

    People are told apart by their names, which are theirs alone in a fight. The clock never goes back: a fight that
    was over before a longer one leaves it where that has brought it.

    Raises:
        RuleError: this is a fight and no time between fights, or nobody is named.
    """
    state = resolution.context.state
    if state.stage != "between":
        raise refuse("rules.clock.not_between")
    if not command.combatants:
        raise refuse("rules.nobody_named")
    if command.clock > state.clock:
        resolution.record(ev.ClockSet(to=command.clock))
    if command.fight and command.clock >= state.clock:
        resolution.record(
            ev.FightMemoSet(key=FIGHT, value=command.fight),
            ev.FightMemoSet(key=FIGHT_ENDED, value=command.clock),
        )
    resolution.record(*(ev.RunningSet(running=each) for each in command.running))
    for key, to in command.switches.items():
        if state.switches.get(key) != to:
            resolution.record(ev.SwitchSet(key=key, to=to))
    placed = tuple(_in_place(resolution.context.state, command.combatants))
    ids = {old.id: new.id for old, new in zip(command.combatants, placed, strict=True)}
    for combatant in placed:
        joined = _still_cared_for(state, with_ids(combatant, ids))
        resolution.record(ev.CombatantAdded(combatant=joined), follow_ups=no_follow_ups)
    for owed in command.owed:
        if owed.who is None or owed.who in ids:
            resolution.owe(_owed_here(state, owed, ids), is_effect=False)
    now = resolution.context.state.clock
    return say(
        "rules.log.taken_in" if command.party else "rules.log.taken_on",
        who=names_of(command.combatants),
        fight=command.party or command.fight,
        now=moment_text(resolution.context, now),
    )


def _owed_here(
    state: EncounterState, owed: Obligation, ids: Mapping[CombatantId, CombatantId]
) -> Obligation:
    """Returns what is owed with the ids that those it names have now; who has not come along is nobody."""

    def now(value: Record) -> Record:
        if not isinstance(value, str):
            return value
        who = CombatantId(value)
        return ids.get(who, "" if who in state.combatants else value)

    return replace(
        owed,
        who=ids.get(owed.who) if owed.who else None,
        by=ids.get(owed.by) if owed.by else None,
        values={key: now(value) for key, value in owed.values.items()},
    )


def _in_place(state: EncounterState, combatants: Iterable[Combatant]) -> Iterator[Combatant]:
    """Yields combatants with the id and number of whoever bears the name already, or with free ones."""
    names = {each.name: each for each in state.combatants.values()}
    taken, number = set(state.combatants), state.next_number
    for combatant in combatants:
        known = names.get(combatant.name)
        if known is not None:
            yield replace(combatant, id=known.id, number=known.number, place=None)
            continue
        key, tried = combatant.id, number
        while key in taken:
            key = combatant_id(combatant.name, tried)
            tried += 1
        taken.add(key)
        yield replace(combatant, id=key, number=number, place=None)
        number += 1


def _still_cared_for(state: EncounterState, combatant: Combatant) -> Combatant:
    """Returns a combatant with whoever looked after it before the fight, which knows nothing of that."""
    known = state.combatants.get(combatant.id)
    carer = known.memo_text(CARED_BY) if known is not None else ""
    if not carer or CARED_BY in combatant.memo:
        return combatant
    return replace(combatant, memo={**combatant.memo, CARED_BY: carer})


def with_ids(combatant: Combatant, ids: Mapping[CombatantId, CombatantId]) -> Combatant:
    """Returns a combatant that names the others by the ids that they have now."""

    def now(who: CombatantId | None) -> CombatantId | None:
        return ids.get(who, who) if who is not None else None

    memo = dict(combatant.memo)
    if carer := combatant.memo_text(CARED_BY):
        memo[CARED_BY] = now(CombatantId(carer)) or ""
    return replace(
        combatant,
        memo=memo,
        running=tuple(
            replace(each, by=now(each.by), key=now(CombatantId(each.key)) or "")
            for each in combatant.running
        ),
        conditions=tuple(
            replace(each, by=now(each.by), about=now(each.about)) for each in combatant.conditions
        ),
    )
