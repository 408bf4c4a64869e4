"""Who is in melee with whom; see ``character`` for how it is kept. Source: CWN-18, CWN-27."""

from collections.abc import Iterable

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.commands import Disengage, Engage
from encounter_gui.rules.systems.cwn.sheet import character


def listed(combatant: Combatant) -> tuple[CombatantId, ...]:
    """Returns everybody somebody is noted to be in melee with, up or not."""
    return tuple(CombatantId(who) for who in combatant.memo_text(character.MELEE).split())


def joined(state: EncounterState, combatant: Combatant, other: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of two who come to blows; friends do not. Source: CWN-18, CWN-27."""
    if character.team(combatant) == character.team(other):
        return ()
    return tuple(
        ev.MemoSet(who=each.id, key=character.MELEE, value=" ".join((*listed(each), foe.id)))
        for each, foe in (
            (state.combatants[combatant.id], other),
            (state.combatants[other.id], combatant),
        )
        if foe.id not in listed(each)
    )


def parted(
    state: EncounterState, who: CombatantId, foes: Iterable[CombatantId]
) -> tuple[ev.Event, ...]:
    """Returns the events of somebody who gets away from these. Source: CWN-18."""
    combatant, gone = state.combatants[who], set(foes)
    events = [_kept(combatant, [foe for foe in listed(combatant) if foe not in gone])]
    events += [
        _kept(other, [foe for foe in listed(other) if foe != who])
        for other in (state.combatants.get(foe) for foe in listed(combatant) if foe in gone)
        if other is not None
    ]
    return tuple(events)


def _kept(combatant: Combatant, foes: Iterable[CombatantId]) -> ev.Event:
    return ev.MemoSet(who=combatant.id, key=character.MELEE, value=" ".join(foes))


def engage(context: RulesContext, command: Engage) -> Procedure:
    """Notes by hand that two are in melee. Source: CWN-18, CWN-27."""
    yield from ()
    combatant, other = context.known_combatant(command.who), context.known_combatant(command.target)
    if character.team(combatant) == character.team(other):
        raise refuse("cwn.same_side", rule="CWN-27", who=combatant.name, target=other.name)
    for each in (combatant, other):
        if character.is_out(each):
            raise refuse("cwn.is_down", rule="CWN-57", who=each.name)
    events = joined(context.state, combatant, other)
    if not events:
        raise refuse("cwn.engaged_already", rule="CWN-27", who=combatant.name, target=other.name)
    return Outcome(
        label=say("cwn.log.engaged", who=combatant.name, target=other.name),
        events=events,
    )


def disengage(context: RulesContext, command: Disengage) -> Procedure:
    """Notes by hand that somebody is out of melee, without a Move and without free attacks. Source: CWN-18."""
    yield from ()
    combatant = context.known_combatant(command.who)
    foes = (
        listed(combatant)
        if command.target is None
        else (context.known_combatant(command.target).id,)
    )
    if not foes or not set(foes) <= set(listed(combatant)):
        raise refuse("cwn.not_engaged", rule="CWN-18", who=combatant.name)
    return Outcome(
        label=say("cwn.log.disengaged", who=combatant.name),
        events=parted(context.state, combatant.id, foes),
    )
