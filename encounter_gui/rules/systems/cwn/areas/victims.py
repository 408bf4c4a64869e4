"""Areas whose victims are not all named yet: what is in the air, still goes off, or still sweeps.

Source: CWN-32, CWN-41, CWN-42.
"""

from collections.abc import Iterable
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.sheet.records import ids_of

IN_AIR = "in_air"
"""The condition of who has thrown an explosive that has not gone off yet; its key is the item."""

BLAST, NEXT_VICTIM = "blast", "next_victim"
"""Kinds of obligations: whom a thrown explosive catches first, and who else is in a blast or cone."""

PRIORITY = 30
Area = Literal["blast", "cone"]


def owed_blast(thrower: Combatant, name: str) -> Obligation:
    """Returns the obligation to say whom a thrown explosive catches. Source: CWN-41."""
    return Obligation(
        kind=BLAST,
        who=thrower.id,
        by=thrower.id,
        reason=say("cwn.why.in_air", who=thrower.name, weapon=name),
        values={"weapon": name},
        priority=PRIORITY,
        due="turn_end",
    )


def owed_victim(
    state: EncounterState,
    area: Area,
    who: CombatantId | None,
    item: str,
    name: str,
    rolled: int | None,
    named: Iterable[CombatantId] = (),
) -> Obligation:
    """Returns the obligation to say who else is in an area; a cone ends with the turn. Source: CWN-32, CWN-41.

    ``rolled`` is the damage roll, which serves all victims; None while it is not known. ``named`` are those who have
    been in it already: it does nothing to them again.
    """
    values: dict[str, Record] = {"area": area, "item": item, "weapon": name}
    if known := tuple(named):
        values["named"] = known
    if rolled is not None:
        values["rolled"] = rolled
    if area == "cone":
        values |= {"round": state.round, "group": state.group}
    return Obligation(
        kind=NEXT_VICTIM,
        who=who,
        by=who,
        reason=say(f"cwn.why.open_{area}", weapon=name),
        values=values,
        priority=PRIORITY,
        due="turn_end" if area == "blast" else "any_time",
    )


def open_areas(
    state: EncounterState, area: Area, who: CombatantId | None = None
) -> tuple[Obligation, ...]:
    """Returns the areas of which not everybody is named yet; those of one combatant if it is given."""
    return tuple(
        each
        for each in state.obligations
        if each.kind == NEXT_VICTIM
        and each.values.get("area") == area
        and (who is None or each.who == who)
    )


def in_air(state: EncounterState, who: CombatantId) -> tuple[Obligation, ...]:
    """Returns what is owed of an explosive that a combatant has in the air. Source: CWN-41."""
    thrown = (each for each in state.obligations if each.kind == BLAST and each.who == who)
    return (*thrown, *open_areas(state, "blast", who))


def open_area(
    state: EncounterState, area: Area, who: CombatantId | None, item: str = ""
) -> Obligation | None:
    """Returns an area of which not everybody is named yet; ``item`` empty: any of this combatant's."""
    for each in open_areas(state, area):
        if each.who == who and item in ("", each.values.get("item")):
            return each
    return None


def named_in(owed: Obligation | None) -> tuple[CombatantId, ...]:
    """Returns whom an area has caught already. Source: CWN-32, CWN-41."""
    return ids_of(owed.values.get("named")) if owed is not None else ()


def nobody(context: RulesContext, owed: Obligation | None) -> str:
    """Returns the words of an area that harms nobody; where it has caught some already: nobody else."""
    return context.texts.text_of("cwn.blast.nobody_else" if named_in(owed) else "cwn.blast.nobody")


def rolled_of(owed: Obligation | None) -> int | None:
    """Returns the damage roll of an area; None if there is none yet."""
    rolled = owed.values.get("rolled") if owed is not None else None
    return rolled if isinstance(rolled, int) else None


def going_off(state: EncounterState) -> tuple[Obligation, ...]:
    """Returns the mines and charges that still go off: not everybody in them is named. Source: CWN-42."""
    found = []
    for each in open_areas(state, "blast"):
        owner = state.combatants.get(each.who) if each.who else None
        if owner is None or not owner.has(IN_AIR):
            found.append(each)
    return tuple(found)


def keep_open(resolution: Resolution, owed: Obligation | None, wanted: Obligation | None) -> None:
    """Records that an area is open with what is known now (``wanted``), or that it is over (None)."""
    if owed is not None and wanted is not None and owed.values == wanted.values:
        return
    if owed is not None:
        resolution.record(ev.ObligationSettled(id=owed.id))
    if wanted is not None:
        resolution.owe(wanted)
