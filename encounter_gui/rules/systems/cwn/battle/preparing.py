"""From the state of a CWN fight to what is played out: plans of attacks as the table makes them, exact outcomes."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine import durations
from encounter_gui.rules.engine.battle.battle import is_foe, likeness, takers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.battle.allies import (
    hand_of,
    screens_of,
    swarms_of,
    with_shock,
)
from encounter_gui.rules.systems.cwn.battle.fights import CwnBattle
from encounter_gui.rules.systems.cwn.battle.outcomes import Outcomes
from encounter_gui.rules.systems.cwn.battle.roster import (
    BARE,
    CHECKING,
    CROWDED,
    HAND,
    Epoch,
    Moment,
    Roster,
    Setting,
)
from encounter_gui.rules.systems.cwn.battle.sequence import Sequences
from encounter_gui.rules.systems.cwn.combat import shock, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import Strike, strike_at
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.harm import falling, injuries
from encounter_gui.rules.systems.cwn.odds.attack import save_chance
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, checks, gear
from encounter_gui.rules.systems.cwn.sheet.records import (
    is_free_round,
    melee_of,
    morale_seen,
)
from encounter_gui.rules.systems.cwn.turns import morale, order

_POINTS = ("first_death", "half_down", "leader_down", "defeat")
_APART = ("dazzled", "holding", "screened", "screening", "swarming")
"""Conditions that change no attack but those that are followed by themselves."""
_INJURY_FACES = 12


def prepare(context: RulesContext) -> CwnBattle:
    """Returns the fight from this state on. Source: CWN-13 to CWN-20, CWN-25, CWN-57 to CWN-66."""
    members = takers(context.state)
    clean = _without_melee(context)
    outcomes, sequences = Outcomes(), Sequences(context)
    roster = _roster(context, clean, members)
    epochs = _epochs(clean, members, outcomes, sequences)
    free_acts = None if sequences.free is None else sequences.free[2]
    return CwnBattle(
        sequences=sequences,
        roster=roster,
        setting=_setting(context, members, outcomes, epochs, free_acts),
        screens=screens_of(context, members, sequences),
        swarms=swarms_of(context, members, outcomes),
        left_out=_left_out(context, members, sequences),
    )


def _without_melee(context: RulesContext) -> RulesContext:
    """Returns the state with nobody in melee: who is, is followed in each fight."""
    there = context.state.combatants
    apart = {
        who: replace(each, memo={key: value for key, value in each.memo.items() if key != "melee"})
        for who, each in there.items()
    }
    return replace(context, state=replace(context.state, combatants=apart))


def _left_out(
    context: RulesContext, members: Sequence[Combatant], sequences: Sequences
) -> tuple[str, ...]:
    """Returns the keys of what is not played as the rules have it."""
    conditions = [(each, condition) for each in members for condition in each.conditions]
    leading = {character.team(each) for each in members if order.leads(each)}
    found = {
        "cwn_surprise": bool(context.state.round)
        and sequences.free is None
        and any(condition.key == "surprised" for _, condition in conditions),
        "cwn_turns": not sequences.stands
        and any(condition.until and condition.until.whose for _, condition in conditions),
        "cwn_leads": len(leading) > 1 and not context.state.slots,
        "cwn_second_morale": any(each.has(morale.OLYMPUS) for each in members),
    }
    return tuple(key for key, is_so in found.items() if is_so)


# ---- everybody's numbers


def _roster(context: RulesContext, clean: RulesContext, members: Sequence[Combatant]) -> Roster:
    state = context.state
    hands = [hand_of(clean, each) for each in members]
    weapons = [hand or gear.weapon_of(gear.UNARMED) for hand in hands]
    bare = gear.weapon_of(gear.UNARMED)
    counts = [_shots(each, hand) for each, hand in zip(members, hands, strict=True)]
    is_ready = state.round == 0

    def soak(one: Combatant) -> int:
        return character.most_soak(context, one) if is_ready else character.soak_now(one)

    def ints(values: Iterable[int]) -> npt.NDArray[np.int32]:
        return np.array(list(values), np.int32)

    def bools(values: Iterable[object]) -> npt.NDArray[np.bool_]:
        return np.array([bool(each) for each in values], bool)

    ids = [each.id for each in members]
    return Roster(
        who=tuple(ids),
        is_foe=bools(is_foe(each) for each in members),
        pool=ints(soak(each) + max(character.hp_now(each), 0) for each in members),
        is_in=bools(not character.is_out(each) for each in members),
        is_dead=bools(character.is_dead(each) for each in members),
        has_left=bools("left" in each.flags for each in members),
        can_act=bools(_can_act(state, each) for each in members),
        has_main=bools(_has_main(state, each) for each in members),
        may_defend=bools(character.is_somebody(each) for each in members),
        has_own_main=bools(
            action_budget.has_own_main(each) and not each.has("total_defense") for each in members
        ),
        dazzled=ints(_dazzled(state, each) for each in members),
        dies=bools(
            not character.is_somebody(each) or each.has("frail") or character.kind(each) == "drone"
            for each in members
        ),
        dies_anyway=bools(each.has("frail") or character.kind(each) == "drone" for each in members),
        traumatized=bools(each.has("traumatized") for each in members),
        injury=np.array([_injury(context, each) for each in members]),
        fell=ints(_fell(context, each) for each in members),
        has_hand=bools(hand is not None for hand in hands),
        attacks=ints(weapon.attacks for weapon in weapons),
        ammo=ints(counts),
        magazine=ints(weapon.magazine for weapon in weapons),
        spares=ints(_spares(each, weapon) for each, weapon in zip(members, weapons, strict=True)),
        crowd=ints(
            _in_a_crowd(clean, each, weapon) for each, weapon in zip(members, weapons, strict=True)
        ),
        is_melee=bools_of(
            (weapon.modes[0] == "melee", weapon.modes[0] == "melee", True) for weapon in weapons
        ),
        is_lethal=bools_of(
            (not weapon.is_nonlethal, not weapon.is_nonlethal, not bare.is_nonlethal)
            for weapon in weapons
        ),
        hampers=bools(character.hampers(each) for each in members),
        stops_shock=bools(_stops_shock(each) for each in members),
        shocked=bools(each.gauges.get(action_budget.FIRST_SHOCK) for each in members),
        side=ints(_checking_side(each) for each in members),
        morale=ints(character.morale(context, each) for each in members),
        is_broken=bools(each.has("broken") for each in members),
        is_leader=bools(each.has("leader") for each in members),
        melee=bools_of((other in melee_of(each) for other in ids) for each in members),
    )


def bools_of(rows: Iterable[Iterable[bool]]) -> npt.NDArray[np.bool_]:
    """Returns a table of truths."""
    return np.array([list(row) for row in rows], bool)


def _can_act(state: EncounterState, one: Combatant) -> bool:
    """Returns whether somebody can act who is in; who is caught can, once the free round is over. Source: CWN-14."""
    is_caught = one.has("surprised") and bool(state.round) and not is_free_round(state)
    return not (one.has("helpless") or is_caught)


def _dazzled(state: EncounterState, one: Combatant) -> int:
    """Returns the last round that begins without a Main for somebody, 0: none. Source: CWN-42."""
    dazzled = one.condition("dazzled")
    if dazzled is None:
        return 0
    is_said = durations.duration_text(dazzled) is not None and dazzled.until is not None
    return dazzled.until.round if is_said and dazzled.until else max(state.round, 1) + 1


def _has_main(state: EncounterState, one: Combatant) -> bool:
    """Returns whether somebody has a Main left in the round under way. Source: CWN-17."""
    if not action_budget.actions_left(one, "main"):
        return False
    return not (state.slots and state.group >= 0 and action_budget.is_over(state, one.id))


def _shots(one: Combatant, weapon: gear.Weapon | None) -> int:
    if weapon is None:
        return -1
    if weapon.magazine or weapon.uses:
        return one.gauges.get(weapon.ammo, 0)
    if weapon.modes[0] == "thrown":
        return one.gauges.get(weapon.ammo, 1)
    return -1


def _spares(one: Combatant, weapon: gear.Weapon) -> int:
    """Returns the spare magazines; bows need none, and those of NPCs are not counted. Source: CWN-36l."""
    if weapon.is_bow:
        return -1
    found = next((item for item in one.items if item.values.get("trait") == "magazine"), None)
    if found is not None:
        return max(one.gauges.get(ammo_gauge(found.key), 0), 0)
    return 0 if character.is_pc(one) else -1


def _in_a_crowd(context: RulesContext, one: Combatant, weapon: gear.Weapon) -> int:
    """Returns with what somebody attacks in melee with an armed enemy. Source: CWN-27."""
    cost = _crowd_cost(context, one, weapon)
    return BARE if cost is None else CROWDED if cost else HAND


def _crowd_cost(context: RulesContext, one: Combatant, weapon: gear.Weapon) -> int | None:
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
    is_checking = character.kind(one) == "npc" and one.side in CHECKING
    return CHECKING.index(one.side) if is_checking else -1


def _injury(context: RulesContext, one: Combatant) -> float:
    """Returns the chance to die of the injury of a fall after a Traumatic Hit. Source: CWN-63, CWN-64."""
    lies = ("mortally_wounded", "prone", "traumatized")
    fallen = replace(one, conditions=(*one.conditions, *(Condition(key=key) for key in lies)))
    there = {**context.state.combatants, one.id: fallen}
    after = replace(context, state=replace(context.state, combatants=there))
    plan = checks.save_plan(after, one.id, "physical")
    deadly = [
        injuries.is_deadly(context, injuries.key_at(context, injuries.face_of(fallen, face)))
        for face in range(1, _INJURY_FACES + 1)
    ]
    saved = save_chance(plan.target or 0, total(plan.parts))
    return (1.0 - saved) * sum(deadly) / _INJURY_FACES


def _fell(context: RulesContext, one: Combatant) -> int:
    if not one.has("mortally_wounded"):
        return -1
    return context.state.round - falling.rounds_since(context, one)


# ---- house rules and the state of the fight


def _setting(
    context: RulesContext,
    members: Sequence[Combatant],
    outcomes: Outcomes,
    epochs: tuple[Epoch, ...],
    free_acts: npt.NDArray[np.bool_] | None,
) -> Setting:
    state = context.state
    seen = [[point in morale_seen(state, side) for point in _POINTS] for side in CHECKING]
    begun = {slot.who for slot in state.slots if state.group >= 0 and slot.group <= state.group}
    return Setting(
        first_round=max(state.round, 1),
        death_rounds=falling.death_rounds(context),
        fearless=context.number(mechanics.FEARLESS),
        is_below=morale.is_below(context),
        owed=np.array([bool(morale.owed_checks(state, side)) for side in CHECKING]),
        seen=np.array(seen, bool),
        is_begun=np.array([each.id in begun for each in members], bool),
        outcomes=outcomes,
        epochs=epochs,
        free_acts=free_acts,
    )


# ---- exact outcomes


def _epochs(
    context: RulesContext,
    members: Sequence[Combatant],
    outcomes: Outcomes,
    sequences: Sequences,
) -> tuple[Epoch, ...]:
    """Returns the outcomes from now on, and anew from each moment on at which a condition ends."""
    now = max(context.state.round, 1), 0
    ends = {
        moment
        for each in members
        for condition in each.conditions
        if condition.key not in _APART
        for moment in [sequences.end_of(condition)]
        if moment is not None and moment > now
    }
    return tuple(
        Epoch(
            begins=start,
            rows=_rows(_as_of(context, start, sequences), members, outcomes),
        )
        for start in (now, *sorted(ends))
    )


def _as_of(context: RulesContext, start: Moment, sequences: Sequences) -> RulesContext:
    """Returns the state without the conditions that have ended at a moment."""

    def lasts(condition: Condition) -> bool:
        end = sequences.end_of(condition)
        return end is None or end > start

    there = {
        who: replace(each, conditions=tuple(filter(lasts, each.conditions)))
        for who, each in context.state.combatants.items()
    }
    return replace(context, state=replace(context.state, combatants=there))


def _rows(
    context: RulesContext, members: Sequence[Combatant], outcomes: Outcomes
) -> npt.NDArray[np.int64]:
    size = len(members)
    rows = np.zeros((size, size, 3, 2), np.int64)
    known: dict[tuple[str, str], npt.NDArray[np.int64]] = {}
    there = context.state.combatants
    # Conditions and records may name others, as those of a swarm do: then nobody is like anybody else.
    is_named = any(each.conditions or each.memo.keys() - {gear.HELD} for each in there.values())
    alike = [each.id if is_named else likeness(there[each.id]) for each in members]
    for mine, one in enumerate(members):
        attacker = context.combatant(one.id)
        hand = hand_of(context, attacker)
        cost = _crowd_cost(context, attacker, hand) if hand else None
        for theirs, other in enumerate(members):
            if is_foe(one) == is_foe(other):
                continue
            pair = alike[mine], alike[theirs]
            if pair in known:
                rows[mine, theirs] = known[pair]
                continue
            for stopped in range(2):
                target = with_shock(context.combatant(other.id), stopped=bool(stopped))
                strikes = _strikes(context, attacker, target, hand, cost)
                for variant, strike in enumerate(strikes):
                    rows[mine, theirs, variant, stopped] = outcomes.row(context, strike)
            known[pair] = rows[mine, theirs]
    return rows


def _strikes(
    context: RulesContext,
    attacker: Combatant,
    target: Combatant,
    hand: gear.Weapon | None,
    cost: int | None,
) -> tuple[Strike, Strike, Strike]:
    """Returns the strike with the weapon in hand, the same in a crowd, and with bare hands."""
    bare = _strike(context, attacker, target, gear.UNARMED.key)
    if hand is None:
        return bare, bare, bare
    held = _strike(context, attacker, target, hand.key)
    crowd = Modifier(name="", amount=cost or 0, rule="CWN-27")
    return held, replace(held, hit=(*held.hit, crowd)), bare


def _strike(context: RulesContext, attacker: Combatant, target: Combatant, weapon: str) -> Strike:
    return strike_at(context, Attack(who=attacker.id, target=target.id, weapon=weapon), target)
