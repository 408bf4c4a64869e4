"""Where people stand in a CHROME fight that is played out, and what they attack with from there.

Source: CHR-06, CHR-07, CHR-16, CHR-31, CHR-32, CHR-34.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.standing import Standing, Stride, standing_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome.battle.plans import PlanMaker, band_of
from encounter_gui.rules.systems.chrome.combat.attack_plan import band_of as band_at
from encounter_gui.rules.systems.chrome.commands import Attack
from encounter_gui.rules.systems.chrome.field import rules
from encounter_gui.rules.systems.chrome.rules.fighter import BIT
from encounter_gui.rules.systems.chrome.sheet import character, stride
from encounter_gui.rules.systems.chrome.sheet.gear import BANDS, Weapon

_NOBODY = CombatantId("")


class Terms(Struct, frozen=True, kw_only=True):
    """What each situation comes to, (S,): its band from 1 on, 0: the weapon's own; the target's marks; its modifiers.

    ``sets`` are the modifiers by the numbers of ``modifiers``, none first.
    """

    bands: Array
    marks: Array
    modifiers: Array
    sets: tuple[tuple[str, ...], ...] = ((),)


UNSAID = Terms(bands=np.zeros(1, np.int64), marks=np.zeros(1, np.int64), modifiers=np.zeros(1, int))
"""Where nobody stands on the plan."""


def terms_of(standing: Standing | None) -> Terms:
    """Returns what each situation comes to."""
    if standing is None:
        return UNSAID
    made = [each if isinstance(each, Attack) else None for each in standing.situations]
    sets = tuple(dict.fromkeys(each.modifiers if each else () for each in made))
    return Terms(
        bands=np.array([BANDS.index(each.band) + 1 if each and each.band else 0 for each in made]),
        marks=np.array([BIT["in_cover"] if each and each.cover else 0 for each in made]),
        modifiers=np.array([sets.index(each.modifiers if each else ()) for each in made]),
        sets=sets,
    )


def standing(
    context: RulesContext,
    members: Sequence[Combatant],
    maker: PlanMaker,
    held: Sequence[int],
    is_over: Sequence[bool],
    is_stopped: IsStopped,
) -> Standing | None:
    """Returns where everybody stands; None: no two opponents stand on the plan.

    ``held`` is what each has at hand, by the numbers of its weapons, less than 0: nothing; ``is_over``: whose turn is.
    """
    arms = {one.id: own for one, own in zip(members, maker.arms, strict=True)}

    def situate(
        view: RulesContext, one: Combatant, arm: int, other: Combatant, _pace: int
    ) -> Attack | None:
        own = arms[one.id]
        return _situation(view, one, own[arm], other) if arm < len(own) else None

    strides = [
        _stride(context, one, arms[one.id], max(hand, 0), maker.width, is_over=over)
        for one, hand, over in zip(members, held, is_over, strict=True)
    ]
    is_in = [character.health_now(each) > 0 and "left" not in each.flags for each in members]
    return standing_of(
        context, rules.RULES, members, strides, situate, is_in=is_in, is_stopped=is_stopped
    )


def _stride(
    context: RulesContext,
    one: Combatant,
    arms: Sequence[Weapon],
    hand: int,
    width: int,
    *,
    is_over: bool,
) -> Stride:
    """Returns how somebody moves; an Operator with a Major Action, or with both. Source: CHR-31, CHR-32."""
    once, twice = (character.reach(context, one, actions) for actions in (1, 2))
    is_listed = bool(stride.option_of(context, one))
    now = (once, twice)
    if one.id in context.state.acting:
        left = stride.moves_left(context, one)
        now = (
            stride.room(context, one) if left else 0,
            stride.room(context, one, actions=2) if left > 1 else 0,
        )
    limits = context.ruleset.tables["bands"]
    reaches = [
        max((number(limits.get(band)) for band in each.bands), default=-1) for each in arms
    ] + [-1] * (width - len(arms))
    first = hand if hand < len(arms) else 0
    wants = number(limits.get(band_of(arms[first]))) if arms else rules.RULES.reach
    return Stride(
        walk=once,
        run=0 if is_listed else twice,
        walk_now=0 if is_over else now[0],
        run_now=0 if is_over or is_listed else now[1],
        wants=wants,
        reaches=tuple(map(float, reaches)),
        hand=first,
        is_free=is_listed,
    )


def _situation(
    view: RulesContext, one: Combatant, weapon: Weapon, other: Combatant
) -> Attack | None:
    """Returns what an attack takes from the plan, of whoever makes it; None: it cannot be made."""
    made = rules.completed(view, Attack(who=one.id, target=other.id, weapon=weapon.key))
    if not isinstance(made, Attack):
        return None
    try:
        band = band_at(view, made, weapon)
    except RuleError:
        return None
    if not weapon.works_at(band):
        return None
    return replace(made, who=_NOBODY, target=_NOBODY, weapon="", metres=None, band=band)
