"""From the state of a CWN fight to what is played out: every field as the table reads it, everybody's numbers."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Expiry
from encounter_gui.rules.engine.battlefield.battle import takers
from encounter_gui.rules.engine.battlefield.field_battle import FieldBattle
from encounter_gui.rules.engine.battlefield.left_out import left_out
from encounter_gui.rules.engine.battlefield.standing import left_out_moves, unplaced
from encounter_gui.rules.engine.battlefield.start import start_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.fields import condition, derived
from encounter_gui.rules.systems.cwn.battle.attacks import Epochs, Strikes, epochs_of
from encounter_gui.rules.systems.cwn.battle.game import CwnGame, Setting
from encounter_gui.rules.systems.cwn.battle.roster import roster_of, swarms_of
from encounter_gui.rules.systems.cwn.battle.screens import Bonuses
from encounter_gui.rules.systems.cwn.battle.sequence import CHECKING, Sequences
from encounter_gui.rules.systems.cwn.battle.standing import standing
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.injury import plan_of
from encounter_gui.rules.systems.cwn.rules.morale import POINTS
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.records import is_free_round, morale_seen
from encounter_gui.rules.systems.cwn.turns import morale, order, rounds

_OF_SCREENS = ("screens", "faced")
_OWED = "cwn_owed"


def prepare(context: RulesContext, is_stopped: IsStopped) -> FieldBattle:
    """Returns the fight from this state on. Source: CWN-13 to CWN-20, CWN-25, CWN-57 to CWN-66."""
    placed = context.without_words()
    context = unplaced(placed)
    members = takers(context.state)
    defends = np.array([_is_turn_defense(each) for each in members], bool)
    clean = _clean(context)
    alone = [clean.combatant(each.id) for each in members]
    sequences = Sequences(context)
    epochs = epochs_of(clean, alone, sequences)
    start = start_of(
        context,
        Fighter,
        members,
        soak=_soak(context, members),
        total_defense=defends,
        injury=np.zeros(len(members), np.int64),
        # What somebody holds is read without the melee, in which it may be of no use.
        ammo=Fighter.ammo.column(clean, alone),
    )
    stands_in = bool(start.columns["screens"].any())
    if not stands_in:  # nobody begins to
        rest = {name: each for name, each in start.columns.items() if name not in _OF_SCREENS}
        start = replace(start, columns=rest)
    roster = roster_of(clean, alone)
    stands = standing(placed, clean, takers(placed.state), roster.can_act.tolist(), is_stopped)
    start = replace(start, standing=stands)
    setting = _setting(
        context,
        members,
        sequences=sequences,
        epochs=epochs,
        strikes=Strikes(epochs, start.who, stands.situations if stands else (None,)),
        bonuses=Bonuses(clean, alone) if stands_in else None,
    )
    return FieldBattle(
        game=CwnGame(context, start, roster, setting),
        left_out=(
            *left_out(context, Unplayed, members, owed=_OWED, settled=()),
            *left_out_moves(stands),
        ),
        owed=_OWED,
        can_strike_first=not sequences.stands,
    )


def _soak(context: RulesContext, members: Sequence[Combatant]) -> Array:
    """Returns everybody's soak; a fight that has not begun begins with all of it. Source: CWN-07."""
    if context.state.round:
        return Fighter.soak.column(context, members)
    return np.array([character.most_soak(context, each) for each in members])


def _clean(context: RulesContext) -> RulesContext:
    """Returns the state with nobody in melee or in Total Defense for a turn: both are followed in each fight."""
    apart = {}
    for who, each in context.state.combatants.items():
        memo = {key: value for key, value in each.memo.items() if key != "melee"}
        conditions = each.conditions
        if _is_turn_defense(each):
            conditions = tuple(one for one in conditions if one.key != "total_defense")
        apart[who] = replace(each, memo=memo, conditions=conditions)
    return replace(context, state=replace(context.state, combatants=apart))


def _is_turn_defense(one: Combatant) -> bool:
    """Returns whether somebody is in Total Defense until its own next turn. Source: CWN-36g."""
    defense = one.condition("total_defense")
    if defense is None:
        return False
    match defense.until:
        case Expiry(edge="start", whose=whose):
            return whose == one.id
        case _:
            return False


def _is_caught(context: RulesContext, one: Combatant) -> bool:
    """Returns whether somebody was surprised after the fight began."""
    state = context.state
    return bool(state.round) and one.has("surprised") and not rounds.free_round_actors(state)


def _waits_for_a_turn(context: RulesContext, one: Combatant) -> bool:
    """Returns whether a turn ends a condition whose place nobody knows."""
    stands = bool(context.state.slots) and not is_free_round(context.state)
    return not stands and any(each.until and each.until.whose for each in one.conditions)


def _is_contested(context: RulesContext, one: Combatant) -> bool:
    """Returns whether somebody who is always first meets another such one, and they have not rolled yet."""
    first = [each for each in takers(context.state) if order.leads(each)]
    several = len({character.team(each) for each in first}) > 1
    return several and not context.state.slots and order.leads(one)


class Unplayed(Fighter):
    """What of a combatant is not played as the rules have it."""

    caught = derived(_is_caught, left_out="cwn_surprise")
    waiting = derived(_waits_for_a_turn, left_out="cwn_turns")
    contested = derived(_is_contested, left_out="cwn_leads")
    rerolls = condition(morale.OLYMPUS, left_out="cwn_second_morale")
    second = derived(lambda context, one: bool(gear.second_weapon(one)), left_out="other_hand")


def _setting(
    context: RulesContext,
    members: Sequence[Combatant],
    *,
    sequences: Sequences,
    epochs: Epochs,
    strikes: Strikes,
    bonuses: Bonuses | None,
) -> Setting:
    state = context.state
    seen = [[point in morale_seen(state, side) for point in POINTS] for side in CHECKING]
    begun = {slot.who for slot in state.slots if state.group >= 0 and slot.group <= state.group}
    return Setting(
        fearless=morale.fearless(context),
        is_below=morale.is_below(context),
        owed=np.array([bool(morale.owed_checks(state, side)) for side in CHECKING]),
        seen=np.array(seen, bool),
        is_begun=np.array([each.id in begun for each in members], bool),
        sequences=sequences,
        epochs=epochs,
        strikes=strikes,
        injuries=tuple(plan_of(context, each) for each in members),
        bonuses=bonuses,
        swarms=swarms_of(state, members),
        free_acts=sequences.free_acts,
    )
