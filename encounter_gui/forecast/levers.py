"""What decides a fight: the change of one thing, played out with the same seeds as the fight itself."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.forecast.forecast import CONFIDENCE_Z, Plan, Tally
from encounter_gui.rules.engine.battlefield.battle import PC_WINS, is_foe
from encounter_gui.rules.engine.context import RulesContext

_MOST_GONE = 5
"""So many of each side are taken away in turn, leaders before the others."""

_ARMOR = "armor"


class Lever(Struct, frozen=True, kw_only=True):
    """One change: somebody is ``gone``, a side is ``unarmored``, or a side acts ``first`` in the first round.

    ``who`` is gone; None: the whole side is meant.
    """

    kind: Literal["gone", "unarmored", "first"]
    side: Literal["pc", "foe"]
    who: CombatantId | None = None


def levers_of(plan: Plan, context: RulesContext) -> Iterator[Lever]:
    """Yields the changes that make sense for this fight; nobody is taken away who is alone or out already."""
    was_out = dict(zip(plan.battle.who, plan.was_out, strict=True))
    members = [context.combatant(who) for who in plan.battle.who]
    for side in ("pc", "foe"):
        mine = [each for each in members if _side(each) == side and not was_out[each.id]]
        ranked = sorted(mine, key=lambda each: not each.has("leader"))
        for each in ranked[:_MOST_GONE] if len(mine) > 1 else ():
            yield Lever(kind="gone", side=_side(each), who=each.id)
        if any(item.kind == _ARMOR for each in mine for item in each.items):
            yield Lever(kind="unarmored", side=_side(mine[0]))
        if plan.battle.can_strike_first and mine:
            yield Lever(kind="first", side=_side(mine[0]))


def _side(combatant: Combatant) -> Literal["pc", "foe"]:
    return "foe" if is_foe(combatant) else "pc"


def moved(context: RulesContext, lever: Lever) -> RulesContext:
    """Returns the state with the change made, as far as it is one of the state."""
    there = {who: _changed(each, lever) for who, each in context.state.combatants.items()}
    return replace(context, state=replace(context.state, combatants=there))


def _changed(combatant: Combatant, lever: Lever) -> Combatant:
    if lever.kind == "gone" and combatant.id == lever.who:
        return replace(combatant, side="neutral")
    takes_side = combatant.side != "neutral"
    if lever.kind == "unarmored" and takes_side and _side(combatant) == lever.side:
        items = tuple(each for each in combatant.items if each.kind != _ARMOR)
        return replace(combatant, items=items)
    return combatant


def is_same(base: Tally, other: Tally) -> bool:
    """Returns whether two win chances may be the same: their difference lies within its interval (95 %)."""
    here, there = (int(each.won[PC_WINS]) / each.fights for each in (base, other))
    spread = sum(p * (1 - p) / each.fights for p, each in ((here, base), (there, other)))
    return bool(abs(here - there) <= CONFIDENCE_Z * spread**0.5)
