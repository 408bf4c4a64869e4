"""Running numbers as gauges: their ends and parts as the ruleset says."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.icon_names import GAUGE_ROLES
from encounter_gui.rules.view import GaugeCell


def gauge_cell(
    context: RulesContext,
    combatant: Combatant,
    gauge: str,
    name: str,
    *,
    span: tuple[int, int] = (0, 0),
    role: str = "",
    marks: tuple[tuple[int, str], ...] = (),
) -> GaugeCell:
    """Returns a gauge between its floor and its most, divided into parts where the ruleset has ``ticks``.

    ``span`` are its ends where the ruleset states none. Beyond its most it is drawn full. A ``role`` that is none of
    ``GAUGE_ROLES`` is drawn by how much is left.
    """
    current = combatant.gauges.get(gauge, 0)
    floor = gauges.floor_of(context, combatant, gauge)
    most = gauges.most_of(context, combatant, gauge)
    known = context.ruleset.gauge(gauge)
    first = span[0] if floor is None else floor
    last = max(span[1] if most is None else most, current)
    return GaugeCell(
        name=name,
        current=current,
        low=first,
        high=last,
        role=role if role in GAUGE_ROLES else "",
        marks=marks,
        number=gauge,
        ticks=_ticks(first, last, known.ticks if known else 0),
        is_harm=known is not None and known.is_harm,
    )


def _ticks(low: int, high: int, parts: int) -> tuple[int, ...]:
    """Returns the values at which lines divide a gauge into so many parts; none for a gauge that is drawn whole."""
    return tuple(dict.fromkeys(low + (high - low) * part // parts for part in range(1, parts)))
