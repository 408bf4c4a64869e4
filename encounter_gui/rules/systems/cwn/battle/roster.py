"""What of a fight does not change while it is played: who can do what, with which weapon. Arrays have shape (n,)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine import durations
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.battle.sequence import CHECKING
from encounter_gui.rules.systems.cwn.combat import screen_effects, shock, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import weapon_in
from encounter_gui.rules.systems.cwn.combat.attack_requirements import require_ready
from encounter_gui.rules.systems.cwn.combat.swarms import SWARM_STRIKE
from encounter_gui.rules.systems.cwn.rules import arms
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.records import is_free_round

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

HAND, CROWDED, BARE, SWARMING = range(4)
"""With what somebody attacks: the weapon in hand, the same with an armed enemy in melee, bare hands, or for a swarm.

Source: CWN-27, CWN-39.
"""


class Swarm(NamedTuple):
    """A swarm that owes its blow: the first of ``members`` who still can strikes at ``target``. Source: CWN-39."""

    members: tuple[int, ...]
    target: int


def swarms_of(state: EncounterState, members: Sequence[Combatant]) -> tuple[Swarm, ...]:
    """Returns the swarms that owe their blow, by the places of those who take a side. Source: CWN-39."""
    place = {each.id: number for number, each in enumerate(members)}
    owing: dict[CombatantId, list[int]] = {}
    for owed in state.obligations:
        one = state.combatants.get(owed.who) if owed.who in place else None
        swarming = one.condition("swarming") if one else None
        if owed.kind == SWARM_STRIKE.kind and one and swarming and swarming.about in place:
            owing.setdefault(swarming.about, []).append(place[one.id])
    return tuple(Swarm(tuple(joined), place[target]) for target, joined in owing.items())


class Roster(Struct, frozen=True, kw_only=True):
    """Everybody as the fight begins.

    ``acts_now``: its turn of the round under way is not over. ``dazzled`` is the last round that begins without a Main,
    0: none. ``may_defend``: is asked about Total Defense at the table. ``keeps_main``: may give up the Main of the
    round under way for it, if it is unspent. ``has_hand``: has a weapon in hand that it may use. ``reload_mains`` and
    ``reload_moves``: a reload costs so many Mains or Moves. ``crowd`` is with what somebody attacks who holds its
    weapon in a melee. ``side`` is the place in ``CHECKING``, -1: never checks Morale. ``screens_most``: so many
    attackers are faced in a round. ``lies``: is down already. ``is_prone``: nobody gets up in a forecast.
    """

    can_act: Bools
    acts_now: Bools
    dazzled: Ints
    may_defend: Bools
    keeps_main: Bools
    has_hand: Bools
    attacks: Ints
    reload_mains: Ints
    reload_moves: Ints
    crowd: Ints
    hampers: Bools
    stops_shock: Bools
    side: Ints
    morale: Ints
    is_leader: Bools
    screens_most: Ints
    stops_shots: Bools
    lies: Bools
    is_prone: Bools


def roster_of(context: RulesContext, members: Sequence[Combatant]) -> Roster:
    """Returns everybody's numbers. In ``context`` nobody is in melee: the weapon is the same once the foe is down."""
    state = context.state
    hands = [hand_of(context, each) for each in members]
    weapons = [hand or gear.weapon_of(gear.UNARMED) for hand in hands]
    armed = list(zip(members, weapons, strict=True))
    return Roster(
        can_act=_bools(_can_act(state, each) for each in members),
        acts_now=_bools(not _is_over(state, each) for each in members),
        dazzled=_ints(_dazzled(state, each) for each in members),
        may_defend=_bools(character.is_somebody(each) for each in members),
        keeps_main=_bools(_keeps_main(context, each) for each in members),
        has_hand=_bools(hand is not None for hand in hands),
        attacks=_ints(weapon.attacks for weapon in weapons),
        reload_mains=_ints(not arms.reload_cost(context, each, weapon) for each, weapon in armed),
        reload_moves=_ints(
            arms.reload_cost(context, each, weapon) == "move" for each, weapon in armed
        ),
        crowd=_ints(_in_a_crowd(context, each, weapon) for each, weapon in armed),
        hampers=_bools(character.hampers(each) for each in members),
        stops_shock=_bools(_stops_shock(each) for each in members),
        side=_ints(_checking_side(each) for each in members),
        morale=_ints(character.morale(context, each) for each in members),
        is_leader=_bools(each.has("leader") for each in members),
        screens_most=_ints(character.combat_skill(context, each) for each in members),
        stops_shots=_bools(screen_effects.stops_shots(each) for each in members),
        lies=_bools(character.is_down(each) for each in members),
        is_prone=_bools(each.has("prone") for each in members),
    )


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), np.int32)


def _bools(values: Iterable[object]) -> Bools:
    return np.array([bool(each) for each in values], bool)


def hand_of(context: RulesContext, one: Combatant) -> gear.Weapon | None:
    """Returns the weapon in hand as it is used by itself; None: the rules refuse it, bare hands are left."""
    try:
        weapon = weapon_in(one, "")
        require_ready(context, one, weapon, weapon.modes[0])
    except RuleError:
        return None
    return weapon


def _can_act(state: EncounterState, one: Combatant) -> bool:
    """Returns whether somebody can act who is in; who is caught can, once the free round is over. Source: CWN-14."""
    is_caught = one.has("surprised") and bool(state.round) and not is_free_round(state)
    return not (one.has("helpless") or is_caught)


def _is_over(state: EncounterState, one: Combatant) -> bool:
    """Returns whether somebody's turn of the round under way is over. Source: CWN-17."""
    return bool(state.slots) and state.group >= 0 and action_budget.is_over(state, one.id)


def _keeps_main(context: RulesContext, one: Combatant) -> bool:
    """Returns whether the Main of the round under way can be given up, if it is unspent. Source: CWN-17, CWN-36g."""
    is_lost = _is_over(context.state, one) and not context.switch("cwn.unspentMainAfterTurn")
    return action_budget.has_own_main(one) and not is_lost


def _dazzled(state: EncounterState, one: Combatant) -> int:
    """Returns the last round that begins without a Main for somebody, 0: none. Source: CWN-42."""
    dazzled = one.condition("dazzled")
    if dazzled is None:
        return 0
    is_said = durations.duration_text(dazzled) is not None and dazzled.until is not None
    return dazzled.until.round if is_said and dazzled.until else max(state.round, 1) + 1


def _in_a_crowd(context: RulesContext, one: Combatant, weapon: gear.Weapon) -> int:
    """Returns with what somebody attacks in melee with an armed enemy. Source: CWN-27."""
    cost = crowd_cost(context, one, weapon)
    return BARE if cost is None else CROWDED if cost else HAND


def crowd_cost(context: RulesContext, one: Combatant, weapon: gear.Weapon) -> int | None:
    """Returns what a weapon loses in melee with an armed enemy; None: it cannot be used there. Source: CWN-27."""
    enemies = (
        each
        for each in context.state.combatants.values()
        if character.team(each) != character.team(one)
    )
    near = next((each for each in enemies if character.hampers(each)), None)
    return to_hit.crowding(context, one, weapon, weapon.modes[0], near)


def _stops_shock(one: Combatant) -> bool:
    gauges = {key: value for key, value in one.gauges.items() if key != action_budget.FIRST_SHOCK}
    return shock.stops_first(replace(one, gauges=gauges))


def _checking_side(one: Combatant) -> int:
    sides: tuple[Side, ...] = CHECKING
    is_checking = character.kind(one) == "npc" and one.side in sides
    return sides.index(one.side) if is_checking else -1
