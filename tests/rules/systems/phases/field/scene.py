"""A shooter and a mark on a plan in feet."""

from typing import Any

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.rules import Reading
from encounter_gui.rules.engine.field.sight import distance
from encounter_gui.rules.model.commands import Put, PutArea, SetPlan
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.field.rules import RULES
from tests.rules.systems.phases.playing import Duel, Phased, duel

RANGES = "phases.rangeTable"


def lay_out(table: Phased) -> None:
    """Gives the fight a plan of 900 by 200 feet."""
    table.play(SetPlan(size=(900, 200)))


def put(table: Phased, **places: tuple[float, float]) -> None:
    """Places people by id."""
    for who, at in places.items():
        table.play(Put(who=(CombatantId(who),), at=at))


def apart(
    feet: float, declared: dict[str, Any] | None = None, *, ranges: bool = False, **shooter: Any
) -> Duel:
    """Returns a duel that has begun, shooter and mark so many feet apart."""
    made = duel(declared, **shooter)
    if ranges:
        made.table.switch(RANGES, to=True)
    lay_out(made.table)
    put(made.table, **{made.who: (100.0, 100.0), made.mark: (100.0 + feet, 100.0)})
    return made


def crates(table: Phased, amount: int, x: float, name: str = "Crates", **more: Any) -> str:
    """Puts a wall of an area across the line of a duel; returns its key."""
    known = {each.key for each in table.context.state.plan.areas}  # type: ignore[union-attr]
    table.play(
        PutArea(name=name, at=(x, 50), size=(4, 100), **{"is_": "cover", "amount": amount} | more)
    )
    plan = table.context.state.plan
    assert plan is not None
    return next(each.key for each in plan.areas if each.key not in known)


def place_of(table: Phased, who: CombatantId) -> tuple[float, float] | None:
    """Returns the point somebody stands at."""
    place: Place | None = table.combatant(who).place
    return None if place is None else place.point


def feet_between(table: Phased, one: CombatantId, other: CombatantId) -> float:
    """Returns how far two are apart by the plan's measure."""
    far = distance(table.context.state, one, other)
    assert far is not None
    return far


def without_places(events: tuple[ev.Event, ...]) -> list[ev.Event]:
    """Returns events but for those that only say where somebody stands or goes; those that wait in a tie too."""
    found: list[ev.Event] = []
    for each in events:
        match each:
            case ev.PlaceSet() | ev.MemoSet(key="way"):
                continue
            case ev.ResultHeld():
                own = len(without_places(each.events[: each.own]))
                kept = tuple(without_places(each.events))
                found.append(ev.ResultHeld(by=each.by, events=kept, own=own))
            case _:
                found.append(each)
    return found


def attack(made: Duel, **fields: Any) -> do.Attack:
    """Returns an attack of the shooter on the mark, which defends itself as usual."""
    return do.Attack(who=made.who, target=made.mark, **({"defense": "standard"} | fields))


def reading_of(context: RulesContext, who: CombatantId, mark: CombatantId) -> Reading:
    """Returns what the plan means for an attack with what somebody has in hand."""
    attacker = context.combatant(who)
    return RULES.reading(context, attacker, context.combatant(mark), RULES.weapon(attacker, ""))
