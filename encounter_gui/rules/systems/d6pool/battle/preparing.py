"""From the state of a fight of D6 pools to what is played out: every field as the table reads it, turns, what is held.

Source: D6P-13 to D6P-18, D6P-31.
"""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import LeftOut, takers
from encounter_gui.rules.engine.battlefield.field_battle import FieldBattle
from encounter_gui.rules.engine.battlefield.standing import left_out_moves, unplaced
from encounter_gui.rules.engine.battlefield.start import held_of, start_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.rows import Columns
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.battle.attacks import Strikes
from encounter_gui.rules.systems.d6pool.battle.game import D6PoolGame, Setting, Turn
from encounter_gui.rules.systems.d6pool.battle.standing import standing
from encounter_gui.rules.systems.d6pool.combat.variants import Spans, Variant, variant
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, declarations, initiative


def prepare(context: RulesContext, is_stopped: IsStopped) -> FieldBattle:
    """Returns the fight from this state on: what has been declared for this turn is true. Source: D6P-18."""
    context = context.without_words()
    if declarations.is_open(context):
        context = with_events(context, declarations.reveal_events(context))
    placed, context = context, unplaced(context)
    members = takers(context.state)
    spans = Spans(context.state)
    acting = np.array([_acts_now(context, each) for each in members], bool)
    strikes = Strikes(context, members, spans)
    stands = standing(placed, takers(placed.state), strikes.arms, is_stopped)
    if stands is not None:
        strikes.follow(stands.situations)
    turns = tuple(_turn(context, members, begin) for begin in spans.begins)
    more: Columns = {}
    if context.state.stage != "running":  # the first turn renews what every turn does
        more["dodge"] = turns[0].dodge
    start = start_of(context, Fighter, members, **more)
    places = _places(context, members) if start.in_round else None
    goes_on = places is not None and bool((places == context.state.group).any())
    held = held_of(context, Fighter, members, wounds.follow_ups)
    start = replace(start, begun=acting, held=held, is_tied=goes_on, standing=stands)
    kept = initiative.kept_totals(context)
    bound = [
        acts and gear.in_use(each) not in (None, (arm.key, arm.mode))
        for acts, each, arm in zip(acting, members, strikes.arms, strict=True)
    ]
    setting = Setting(
        turns=turns,
        places=places,
        total=np.array([kept.get(each.id, -1) for each in members]),
        group=context.state.group,
        bound=np.array(bound, bool),
        reloading=action_budget.COSTS.of(context, "reload"),
        spans=spans,
        strikes=strikes,
    )
    return FieldBattle(
        game=D6PoolGame(context, start, setting),
        left_out=(*_left_out(context, members), *left_out_moves(stands)),
        can_strike_first=not start.in_round,
    )


def _acts_now(context: RulesContext, one: Combatant) -> bool:
    """Returns whether somebody's action is under way."""
    return any(
        slot.who == one.id and not action_budget.is_spent(context, one, slot)
        for slot in context.state.slots_now
    )


def _turn(context: RulesContext, members: Sequence[Combatant], begin: int) -> Turn:
    """Returns what everybody begins a turn with from which on the same conditions hold. Source: D6P-12, D6P-31."""
    then = [variant(each, Variant(round=begin)) for each in members]
    return Turn(
        np.array([initiative.modifier(context, each) for each in then]),
        np.array([character.dodge_pool(context, each) for each in then]),
        np.array([character.is_defenseless(each) for each in then], bool),
    )


def _places(context: RulesContext, members: Sequence[Combatant]) -> Array:
    """Returns where what is left of a turn in progress comes, (n, 2); -1: it is over. Source: D6P-15, D6P-16."""
    places = np.full((len(members), 2), -1)
    state = context.state
    numbers = {each.id: number for number, each in enumerate(members)}
    for slot in state.slots:
        one = state.combatants.get(slot.who)
        if one is not None and one.id in numbers and not action_budget.is_spent(context, one, slot):
            places[numbers[one.id], 1 if slot.lane else 0] = slot.group
    return places


def _left_out(context: RulesContext, members: Sequence[Combatant]) -> tuple[LeftOut, ...]:
    """Returns what is not played: whom a grenade in the air strikes, and what is in the other hand. Source: D6P-40."""
    throwers = tuple(
        each.id for each in members if obligations.weapon_in_air(context.state, each.id)
    )
    second = tuple(each.id for each in members if len(gear.in_hands(each)) > 1)
    found = (LeftOut("d6pool_in_air", throwers), LeftOut("other_hand", second))
    return tuple(each for each in found if each.who)
