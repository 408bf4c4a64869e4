"""How far somebody gets in a turn, and what of it is left. Source: D6P-18."""

from decimal import Decimal

from msgspec import Struct

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.commands import Gait
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget
from encounter_gui.rules.systems.d6pool.turns.declarations import GAIT_CONDITION, move_cost

MOVED = "moved"
"""The record of the metres moved in this turn where they are not whole; the running number counts a part as one."""

_METRES = {
    "walk": mechanics.WALK_METRES,
    "run": mechanics.RUN_METRES,
    "crawl": mechanics.CRAWL_METRES,
}


class Way(Struct, frozen=True, kw_only=True):
    """A way of getting somewhere in this turn.

    ``most`` are its metres in a turn, ``left`` those that are not used up yet. ``is_paid``: it costs nothing, or what
    it costs has been taken already. ``is_open``: it is possible now.
    """

    gait: Gait
    most: int
    left: Metres
    is_paid: bool
    is_open: bool


def moved(combatant: Combatant) -> Decimal:
    """Returns the metres a combatant has moved in this turn, parts of a metre included. Source: D6P-18."""
    exact = combatant.memo_text(MOVED)
    return distance.exactly(combatant.gauges.get("moved", 0)) if not exact else Decimal(exact)


def most(context: RulesContext, combatant: Combatant, gait: str) -> int:
    """Returns the metres of a way of moving in a turn; whoever runs may walk as far as that. Source: D6P-18."""
    runs = gait == "walk" and combatant.has("running")
    return context.number(_METRES["run" if runs else gait])


def left(context: RulesContext, combatant: Combatant, gait: str) -> Metres:
    """Returns the metres that a way of moving has left in this turn, 0 at the least. Source: D6P-18."""
    rest = max(most(context, combatant, gait) - moved(combatant), Decimal(0))
    return int(rest) if rest == int(rest) else float(rest)


def is_undeclared(context: RulesContext, combatant: Combatant, gait: str) -> bool:
    """Returns whether a way of moving has a cost that comes too late: an action was rolled for without it.

    The cost covers every action of the turn, those before the movement too. Source: D6P-18.
    """
    key = GAIT_CONDITION.get(gait, "")
    is_late = context.state.stage == "running" and action_budget.has_rolled(combatant)
    return is_late and not combatant.has(key) and bool(move_cost(context, gait))


def ways(context: RulesContext, combatant: Combatant) -> tuple[Way, ...]:
    """Returns how somebody can get somewhere in this turn: walking, running, crawling. Source: D6P-18, D6P-45.

    Whoever runs already has no use for walking.
    """
    found: list[Way] = []
    gaits: tuple[Gait, ...] = ("walk", "run", "crawl")
    for gait in gaits:
        if gait == "walk" and combatant.has("running"):
            continue
        rest = left(context, combatant, gait)
        is_paid = combatant.has(GAIT_CONDITION.get(gait, "")) or not move_cost(context, gait)
        found.append(
            Way(
                gait=gait,
                most=most(context, combatant, gait),
                left=rest,
                is_paid=is_paid,
                is_open=rest > 0
                and _is_able(combatant, gait)
                and not is_undeclared(context, combatant, gait),
            )
        )
    return tuple(found)


def _is_able(combatant: Combatant, gait: str) -> bool:
    """Returns whether somebody can move like that now: lying or too weak it only crawls. Source: D6P-18, D6P-45."""
    if character.is_dead(combatant) or "left" in combatant.flags:
        return False
    if combatant.has("awake_weak"):
        return gait == "crawl"
    return not character.is_down(combatant) and (gait == "crawl" or not combatant.has("prone"))
