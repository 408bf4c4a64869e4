"""Where new arrivals come in."""

from collections.abc import Iterable

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.moving import onto
from encounter_gui.rules.engine.field.plan_commands import STEP


def entered(
    state: EncounterState, newcomers: Iterable[Combatant], wave: str
) -> tuple[ev.PlaceSet, ...]:
    """Returns where new arrivals stand: in the entry of their wave, else in one without a name; nowhere without one."""
    plan = state.plan
    entries = [each for each in plan.areas if each.kind == "entry"] if plan else []
    named = [each for each in entries if wave and each.name.casefold() == wave.casefold()]
    entry = next(iter(named), None) or next((each for each in entries if not each.name), None)
    arriving = [each for each in newcomers if each.place is None]
    if plan is None or entry is None or not arriving:
        return ()
    points = geometry.around(geometry.middle(entry), len(arriving), STEP[plan.unit])
    places = (Place(x=x, y=y, floor=entry.floor) for x, y in (onto(plan, at) for at in points))
    return tuple(
        ev.PlaceSet(who=each.id, to=place) for each, place in zip(arriving, places, strict=True)
    )
