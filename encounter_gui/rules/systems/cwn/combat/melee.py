"""Who is in melee with whom; see ``character`` for how it is kept. Source: CWN-18, CWN-27."""

from collections.abc import Collection, Iterable, Iterator

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.commands import Disengage, Engage
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.harm import join_melee
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import melee_of, set_melee


def part(resolution: Resolution, who: CombatantId, foes: Iterable[CombatantId]) -> None:
    """Notes that a combatant gets away from these. Source: CWN-18."""
    gone, listed = set(foes), melee_of(resolution.combatant(who))
    if gone.isdisjoint(listed):
        return
    resolution.record(set_melee(who, (foe for foe in listed if foe not in gone)))
    for foe in listed:
        other = resolution.context.state.combatants.get(foe)
        if other is not None and foe in gone:
            resolution.record(set_melee(foe, (each for each in melee_of(other) if each != who)))


def parted_events(state: EncounterState, moved: Collection[CombatantId]) -> Iterator[ev.Event]:
    """Yields the ends of melee for those who stand elsewhere now, with whom they cannot reach. Source: CWN-18."""
    for each in state.combatants.values():
        listed = melee_of(each)
        rest = tuple(
            foe
            for foe in listed
            if not (each.id in moved or foe in moved) or _is_in_reach(state, each.id, foe)
        )
        if len(rest) < len(listed):
            yield set_melee(each.id, rest)


def _is_in_reach(state: EncounterState, one: CombatantId, other: CombatantId) -> bool:
    """Returns whether two can still be in melee: within reach, or one of them stands nowhere."""
    return field.RULES.is_beside(state, one, other) is not False


def engage(resolution: Resolution, command: Engage) -> Message:
    """Notes by hand that two are in melee. Source: CWN-18, CWN-27."""
    context = resolution.context
    actor, other = context.known_combatant(command.who), context.known_combatant(command.target)
    if character.team(actor) == character.team(other):
        raise refuse("cwn.same_side", rule="CWN-27", who=actor.name, target=other.name)
    for each in (actor, other):
        if character.is_out(each):
            raise refuse("cwn.is_down", rule="CWN-57", who=each.name)
    if other.id in melee_of(actor) and actor.id in melee_of(other):
        raise refuse("cwn.engaged_already", rule="CWN-27", who=actor.name, target=other.name)
    people = {"who": actor.id, "other": other.id}
    without_dice(at_table(TablePlay(resolution), Fighter, join_melee, people))
    return say("cwn.log.engaged", who=actor.name, target=other.name)


def disengage(resolution: Resolution, command: Disengage) -> Message:
    """Notes by hand that a combatant is out of melee, without a Move and without free attacks. Source: CWN-18."""
    context = resolution.context
    actor = context.known_combatant(command.who)
    listed = melee_of(actor)
    foes = listed if command.target is None else (context.known_combatant(command.target).id,)
    if not foes or not set(foes) <= set(listed):
        by_place = character.in_melee(context.state, actor)
        if command.target in by_place or (command.target is None and by_place):
            raise refuse("cwn.engaged_by_place", rule="CWN-27", who=actor.name)
        raise refuse("cwn.not_engaged", rule="CWN-18", who=actor.name)
    part(resolution, actor.id, foes)
    return say("cwn.log.disengaged", who=actor.name)
