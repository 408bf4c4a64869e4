"""Where people stand in a fight in phases that is played out, and what distance and areas do to their attacks.

Source: PHA-12, PHA-22, PHA-30, PHA-31.
"""

from collections.abc import Sequence

import numpy as np

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.standing import RUNS, Standing, Stride, standing_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import distance
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.systems.phases.battle.arms import hands_of, held_keys
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.field import areas, ranges, rules, ways
from encounter_gui.rules.systems.phases.rules.fighter import BARE
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.gear import Weapon


def standing(
    context: RulesContext,
    members: Sequence[Combatant],
    has_turn: Sequence[bool],
    is_stopped: IsStopped,
) -> Standing | None:
    """Returns where everybody stands; None: no two opponents stand on the plan.

    ``has_turn``: whose turn of the phase under way is still to come, or going on.
    """
    hands = {each.id: hands_of(each) for each in members}

    def situate(
        view: RulesContext, one: Combatant, arm: int, other: Combatant, pace: int
    ) -> int | None:
        return None if pace == RUNS else _amount(view, one, hands[one.id][arm], other)

    strides = [
        _stride(context, one, hands[one.id], has_turn=now)
        for one, now in zip(members, has_turn, strict=True)
    ]
    is_in = [not character.is_out(context, each) for each in members]
    return standing_of(
        context, rules.RULES, members, strides, situate, is_in=is_in, is_stopped=is_stopped
    )


def amounts_of(standing: Standing | None) -> Array:
    """Returns what each situation adds to an attack, (S,)."""
    known: tuple[object, ...] = (None,) if standing is None else standing.situations
    return np.array([each if isinstance(each, int) else 0 for each in known], np.int64)


def _stride(
    context: RulesContext, one: Combatant, hands: Sequence[Weapon], *, has_turn: bool
) -> Stride:
    """Returns how somebody moves: a jog beside its actions, or a run in their place. Source: PHA-12, PHA-22."""
    jog, run = (character.move(context, one, gait) for gait in ("jog", "run"))
    left = ways.jog_left(context, one) if has_turn else 0
    there = held_keys(one)
    hand = next((number for number, key in enumerate(there) if key), BARE)
    has_acted = bool(one.gauges.get(character.USED) or one.memo_text("full"))
    return Stride(
        walk=jog,
        run=run,
        walk_now=left,
        run_now=run if left and not has_acted else 0,
        wants=_best(context, hands[hand]),
        reaches=tuple(_farthest(context, each) for each in hands),
        hand=hand,
    )


def _farthest(context: RulesContext, weapon: Weapon) -> float:
    if weapon.is_melee:
        return rules.RULES.reach
    last = max(ranges.limits(context, weapon).values(), default=0)
    plan = context.state.plan
    return last or (plan.width + plan.height if plan is not None else 0)


def _best(context: RulesContext, weapon: Weapon) -> float:
    """Returns the farthest at which nothing would be gained by coming nearer."""
    limits = ranges.limits(context, weapon)
    if not limits:
        return _farthest(context, weapon)
    amounts = {band: ranges.range_part(context, band).amount for band in limits}
    best = max(amounts.values())
    return max(last for band, last in limits.items() if amounts[band] == best)


def _amount(view: RulesContext, one: Combatant, weapon: Weapon, other: Combatant) -> int | None:
    """Returns what range and areas add to an attack; None: it does not get so far. Source: PHA-30, PHA-31."""
    far = distance(view.state, one.id, other.id)
    if far is None:
        return 0
    if weapon.is_melee and far > rules.RULES.reach:
        return None
    try:
        ranges.require_range(
            view, one, other, weapon, Attack(who=one.id, target=other.id, weapon=weapon.key)
        )
    except RuleError:
        return None
    seen = areas.seen_by(view, one.id, other.id, is_melee=weapon.is_melee)
    band = ranges.band_at(view, weapon, far)
    of_range = (ranges.range_part(view, band),) if band else ()
    return total((*areas.area_parts(view, seen), *of_range))
