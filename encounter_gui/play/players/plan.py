"""The plan as the players know it: of what stands on it only what is on this list, and nobody who is hidden."""

from collections.abc import Iterator, Mapping

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Area
from encounter_gui.play.players.combatant import Onlooker
from encounter_gui.play.players.view import AreaShown, OwnPlace, PlanShown, RingShown, TokenShown
from encounter_gui.rules.presenters.field.plan import initials, ring_shown
from encounter_gui.rules.view import Row

_DECIMALS = 1


def plan_shown(
    onlooker: Onlooker, names: Mapping[CombatantId, str], rows: Mapping[CombatantId, Row]
) -> PlanShown | None:
    """Returns the plan with everybody of ``names`` who stands on it; None: there is none, or it is not shown.

    Where new arrivals will come in is never shown, nor what areas add to a roll, nor until when they stay.
    """
    plan = onlooker.context.state.plan
    if plan is None or onlooker.table.plan == "nothing":
        return None
    return PlanShown(
        width=plan.width,
        height=plan.height,
        unit=plan.unit,
        areas=tuple(_area(onlooker, each) for each in plan.areas if each.kind != "entry"),
        tokens=tuple(_tokens(onlooker, names, rows)),
    )


def _area(onlooker: Onlooker, area: Area) -> AreaShown:
    return AreaShown(
        shape=area.shape,
        points=area.points,
        radius=area.radius,
        kind=area.kind,
        name=area.name if onlooker.table.plan == "all" else "",
        floor=area.floor,
    )


def _tokens(
    onlooker: Onlooker, names: Mapping[CombatantId, str], rows: Mapping[CombatantId, Row]
) -> Iterator[TokenShown]:
    is_running = onlooker.context.state.stage == "running"
    for who, name in names.items():
        place, row = onlooker.context.combatant(who).place, rows.get(who)
        if place is None or row is None:
            continue
        yield TokenShown(
            key=onlooker.keys.key(who),
            label=initials(name),
            side=onlooker.context.combatant(who).side,
            x=round(place.x, _DECIMALS),
            y=round(place.y, _DECIMALS),
            radius=place.radius,
            floor=place.floor,
            is_now=row.is_now and not row.is_out and is_running,
            is_out=row.is_out,
        )


def own_place(
    onlooker: Onlooker, who: CombatantId, to: Point | None = None, offer: str = ""
) -> OwnPlace | None:
    """Returns where the own combatant stands, with the move its player has proposed.

    None: nowhere, or the plan is not shown.
    """
    context, table = onlooker.context, onlooker.table
    combatant = context.state.combatants.get(who)
    if combatant is None or combatant.place is None or context.state.plan is None:
        return None
    if table.plan == "nothing":
        return None
    rules = onlooker.system.rules().field
    rings = rules.rings(context, combatant) if table.plan == "all" else ()
    shown = (ring_shown(each, rules.unit) for each in rings)
    return OwnPlace(
        x=round(combatant.place.x, _DECIMALS),
        y=round(combatant.place.y, _DECIMALS),
        floor=combatant.place.floor,
        rings=tuple(
            RingShown(text=each.text, radius=each.radius, is_open=each.is_open) for each in shown
        ),
        to=to,
        offer=offer,
    )
