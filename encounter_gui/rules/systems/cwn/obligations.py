"""What the rules of Cities Without Number demand later, by kind; and what old files demand in another form."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Side
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import Kinds, ObligationKind, kinds_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.areas import blasts, landing, victims
from encounter_gui.rules.systems.cwn.combat.attacks import INTERRUPTED, NEXT_ATTACK, SNAP_ATTACK
from encounter_gui.rules.systems.cwn.combat.swarms import SWARM_STRIKE, owed_strike
from encounter_gui.rules.systems.cwn.commands import Blast
from encounter_gui.rules.systems.cwn.harm.injuries import INJURY_SAVE
from encounter_gui.rules.systems.cwn.turns.morale import MORALE, owed_check

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_OLD_MORALE, _OLD_CONE, _OLD_BLAST = "morale.", "suppress.", "blast."
"""Begin the records in which old files keep a check that is due, a sweep, and a blast that is not over."""


def _name_victims(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Refuses: only the game master knows whom a thrown explosive catches. Source: CWN-41."""
    yield from ()
    owed = obligations[0]
    name = resolution.combatant(owed.who).name if owed.who else ""
    raise refuse("cwn.blast_waits", rule="CWN-41", who=name)


def _end_area(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Ends an area: nobody else is in it. Source: CWN-32, CWN-41."""
    owed = obligations[0]
    if owed.values.get("area") == "blast":
        command = Blast(who=owed.who, weapon=str(owed.values.get("item", "")))
        return (yield from blasts.blast(resolution, command))
    return say("cwn.log.area_over", weapon=str(owed.values.get("weapon", "")))


def _fizzle(resolution: Resolution, owed: Obligation) -> None:
    """Ends the flight of a thrown explosive that is waived: it does not go off."""
    if owed.who is not None:
        resolution.remove_conditions(owed.who, victims.IN_AIR)


def _is_in_air(context: RulesContext, owed: Obligation) -> bool:
    thrower = context.state.combatants.get(owed.who) if owed.who else None
    return thrower is not None and thrower.has(victims.IN_AIR)


def _is_open(context: RulesContext, owed: Obligation) -> bool:
    """Returns whether more victims can be named: of a cone only in the turn of the sweep. Source: CWN-32."""
    state, values = context.state, owed.values
    if values.get("area") == "blast":
        return True
    return (values.get("round"), values.get("group")) == (state.round, state.group)


BLAST = ObligationKind(
    kind=victims.BLAST,
    is_automatic=False,
    rule="CWN-41",
    settle=_name_victims,
    priority=victims.PRIORITY,
    due="turn_end",
    waive=_fizzle,
    refusal="cwn.blast_waits",
    applies=_is_in_air,
)
"""A thrown explosive that has not gone off yet. Source: CWN-41."""

NEXT_VICTIM = ObligationKind(
    kind=victims.NEXT_VICTIM,
    is_automatic=False,
    rule="CWN-42",
    settle=_end_area,
    priority=victims.PRIORITY,
    due="turn_end",
    refusal="cwn.blast_goes_on",
    applies=_is_open,
)
"""Further victims of an area of which not everybody is named yet. Source: CWN-32, CWN-42."""

KINDS: Kinds = kinds_of(
    INJURY_SAVE, SNAP_ATTACK, INTERRUPTED, NEXT_ATTACK, BLAST, NEXT_VICTIM, SWARM_STRIKE, MORALE
)
"""Every kind of obligation of the system."""


def legacy_events(context: RulesContext) -> Iterator[ev.Event]:
    """Yields what an old file keeps as conditions and records of the encounter, as obligations.

    A file in which something was owed before is no old one.
    """
    state = context.state
    if state.next_obligation > 1:
        return
    for combatant in state.combatants.values():
        if combatant.conditions:
            for owed in _of_conditions(context, combatant.id):
                yield ev.ObligationAdded(obligation=owed)
    for key in state.memo:
        found = _of_record(context, key)
        if found is not None:
            yield ev.ObligationAdded(obligation=found)
            yield ev.FightMemoSet(key=key, value="")


def _of_conditions(context: RulesContext, who: CombatantId) -> Iterator[Obligation]:
    """Yields what conditions of a combatant demand: to let go off what is in the air, to strike for a swarm."""
    combatant = context.combatant(who)
    in_air, swarming = combatant.condition(victims.IN_AIR), combatant.condition("swarming")
    if in_air is not None:
        key = landing.item_in_air(in_air)
        item = combatant.item(key)
        yield victims.owed_blast(combatant, item.name if item else key)
    target = context.state.combatants.get(swarming.about) if swarming and swarming.about else None
    if target is not None:
        yield owed_strike(who, target)


def _of_record(context: RulesContext, key: str) -> Obligation | None:
    """Returns what a record of the encounter demands; None for records of another kind."""
    state, text = context.state, context.state.memo_text(key)
    if key.startswith(_OLD_MORALE):
        side = next((each for each in _SIDES if key == f"{_OLD_MORALE}{each}"), None)
        return owed_check(context, side, text.split()) if side else None
    if key.startswith(_OLD_CONE):
        weapon, _, rolled = text.partition(" ")
        who = CombatantId(key.removeprefix(_OLD_CONE))
        return victims.owed_victim(
            state, "cone", who, weapon, item_name(context, who, weapon), _number(rolled)
        )
    if key.startswith(_OLD_BLAST):
        owner, _, item = key.removeprefix(_OLD_BLAST).rpartition(".")
        thrower = CombatantId(owner) if owner else None
        name = item_name(context, thrower, item)
        return victims.owed_victim(state, "blast", thrower, item, name, _number(text))
    return None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def item_name(context: RulesContext, who: CombatantId | None, key: str) -> str:
    """Returns what an item is called: the combatant's own, or that of the ruleset."""
    owner = context.state.combatants.get(who) if who else None
    item = owner.item(key) if owner else None
    known = context.ruleset.item(key)
    return item.name if item else known.name if known else key
