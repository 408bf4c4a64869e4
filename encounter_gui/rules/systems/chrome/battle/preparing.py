"""From the state of a CHROME fight to what is played out: fields, turns, the order, the plans that the table makes.

Source: CHR-13 to CHR-46, CHR-57 to CHR-63.
"""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import takers
from encounter_gui.rules.engine.battlefield.field_battle import FieldBattle
from encounter_gui.rules.engine.battlefield.left_out import left_out
from encounter_gui.rules.engine.battlefield.standing import left_out_moves, unplaced
from encounter_gui.rules.engine.battlefield.start import start_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import last_round
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.systems.chrome.battle.game import ChromeGame
from encounter_gui.rules.systems.chrome.battle.plans import PlanMaker
from encounter_gui.rules.systems.chrome.battle.roster import Roster, Setting, Turns
from encounter_gui.rules.systems.chrome.battle.sequence import Speeds
from encounter_gui.rules.systems.chrome.battle.standing import standing, terms_of
from encounter_gui.rules.systems.chrome.harm import panic, wounds
from encounter_gui.rules.systems.chrome.rules.fighter import FOREVER, Fighter, mark_bits
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear, owed
from encounter_gui.rules.systems.chrome.turns import order

_OWED = "chrome_owed"
"""What it leaves out: tests besides panic and Saves at 0 Health, as long as they are due."""

_TIMED = (*character.COLD, *character.HELD_BACK)
_PLAYED = (
    *(owed.DEATH_SAVE, owed.PANIC, owed.GUTLESS, owed.FRENZY_ATTACK, owed.DISTORTION),
    *(owed.CRITICAL_EFFECTS, owed.COUNTER),  # nobody counter-attacks under the doctrines
)


def prepare(context: RulesContext, is_stopped: IsStopped) -> FieldBattle:
    """Returns the fight from this state on. Source: CHR-22 to CHR-46, CHR-57 to CHR-63."""
    placed = context.without_words()
    context = unplaced(placed)
    members = takers(context.state)
    maker = PlanMaker(context, members)
    speeds = _speeds(context, members)
    roster = _roster(context, members, maker, speeds)
    stands = standing(
        placed,
        takers(placed.state),
        maker,
        roster.first_held.tolist(),
        speeds.is_over.tolist(),
        is_stopped,
    )
    if stands is not None:
        maker.follow_ranges(terms_of(stands).sets)
    start = replace(start_of(context, Fighter, members), standing=stands)
    game = ChromeGame(
        context,
        start,
        roster,
        _turns(context, members, maker),
        speeds,
        _setting(context, members, has_unnoticed=bool(start.columns["unnoticed"].any())),
        maker,
    )
    is_foe = start.is_foe[~speeds.is_operator]
    return FieldBattle(
        game=game,
        left_out=(
            *left_out(context, Fighter, members, owed=_OWED, settled=_PLAYED),
            *left_out_moves(stands),
        ),
        owed=_OWED,
        can_strike_first=not context.state.slots and bool(is_foe.all() or not is_foe.any()),
    )


def _bools(values: object) -> Array:
    return np.array([bool(each) for each in values], bool)  # type: ignore[attr-defined]  # of anything


def _ints(values: object) -> Array:
    return np.array([int(each) for each in values], np.int64)  # type: ignore[attr-defined]  # of anything


# ---- turns


def _turns(context: RulesContext, members: Sequence[Combatant], maker: PlanMaker) -> Turns:
    under_way = [_is_under_way(context, each) for each in members]
    later = [_in_turn(context, _plain(each)) for each in members]
    first = [
        context if now else _in_turn(context, each)
        for each, now in zip(members, under_way, strict=True)
    ]
    wholes = [
        _ints(
            action_budget.actions_left(view, view.combatant(each.id))
            for view, each in zip(views, members, strict=True)
        )
        for views in (later, first)
    ]
    lists = [
        [
            _listed(view, view.combatant(each.id), own)
            for view, each, own in zip(views, members, maker.arms, strict=True)
        ]
        for views in (later, first)
    ]
    most = max(len(each) for views in lists for each in views)
    arms = [np.array([each + [-1] * (most - len(each)) for each in views]) for views in lists]
    made = [
        each.gauges.get(action_budget.ATTACKS, 0) if now else 0
        for each, now in zip(members, under_way, strict=True)
    ]
    return Turns(
        majors=wholes[0],
        first_majors=wholes[1],
        arms=arms[0].reshape(len(members), most),
        first_arms=arms[1].reshape(len(members), most),
        whole=wholes[0],
        first_whole=wholes[1],
        is_under_way=np.array(under_way, bool),
        made=_ints(made),
        is_lost=_bools(character.is_held_back(each) for each in members),
    )


def _listed(context: RulesContext, one: Combatant, arms: Sequence[gear.Weapon]) -> list[int]:
    """Returns the attacks that somebody has left on its list, by their weapons. Source: CHR-31."""
    by_block = action_budget.goes_by_block(context, one)
    found = []
    for place, weapon in enumerate(arms):
        left = action_budget.actions_left(context, one, weapon.key) if by_block else weapon.attacks
        found += [place] * left
    return found


def _is_under_way(context: RulesContext, one: Combatant) -> bool:
    """Returns whether it is somebody's own turn, begun in a block of enemies, not an extra Major Action."""
    state = context.state
    return any(
        slot.who == one.id and not (slot.lane or slot.is_done or state.waits(slot))
        for slot in state.slots_now
    )


def _plain(one: Combatant) -> Combatant:
    """Returns a combatant that lives, without what changes one turn only. Source: CHR-23, CHR-25, CHR-38, CHR-60."""
    passing = (*_TIMED, "distracted", "goaded", "slow_start")
    kept = tuple(each for each in one.conditions if each.key not in passing)
    gauges = {**one.gauges, character.HEALTH: max(character.health_now(one), 1)}
    flags = tuple(each for each in one.flags if each != "left")
    return replace(one, conditions=kept, gauges=gauges, flags=flags)


def _in_turn(context: RulesContext, one: Combatant) -> RulesContext:
    """Returns the state as the turn of a combatant begins, an Operator's without a slow start: that is for the fights.

    Source: CHR-25, CHR-28, CHR-31.
    """
    kept = tuple(each for each in one.conditions if each.key not in (*_TIMED, "slow_start"))
    view = _with(context, replace(_plain(one), conditions=kept))
    events = tuple(action_budget.turn_events(view, one.id))
    return replace(view, state=fold(view.state, events))


def _with(context: RulesContext, one: Combatant) -> RulesContext:
    there = {**context.state.combatants, one.id: one}
    return replace(context, state=replace(context.state, combatants=there))


# ---- everybody's numbers


def _speeds(context: RulesContext, members: Sequence[Combatant]) -> Speeds:
    state = context.state
    places = {slot.who: place for place, slot in enumerate(state.slots)}
    slots = {slot.who: slot for slot in state.slots if not slot.lane}
    known = [order.speed_roll(each) if _keeps_roll(context, each) else None for each in members]
    return Speeds(
        is_operator=_bools(character.is_operator(each) for each in members),
        speed=_ints(character.speed(context, each) for each in members),
        acts_first=_bools(gear.worn_with_flag(each, "acts_first") for each in members),
        block=_ints(roll[0] if roll else -1 for roll in known),
        roll=_ints(roll[1] if roll else 0 for roll in known),
        place=_ints(places.get(each.id, len(places)) for each in members),
        has_extra=_bools(_has_extra(context, each) for each in members),
        is_over=_bools(
            state.slots
            and (
                each.id not in slots or slots[each.id].group < state.group or slots[each.id].is_done
            )
            for each in members
        ),
        is_under_way=_bools(_is_under_way(context, each) for each in members),
        is_surprised=_bools(each.has("surprised") for each in members),
        stuns=context.switch("chrome.surpriseSpan") == "round",
        rolls_again=bool(context.switch("chrome.rerollInitiativeEachRound")),
    )


def _roster(
    context: RulesContext, members: Sequence[Combatant], maker: PlanMaker, speeds: Speeds
) -> Roster:
    bits = mark_bits(context.ruleset)
    ticks = np.array([wounds.tick_damage(context, each.id) for each in members]).reshape(-1, 2)
    operators = speeds.is_operator.nonzero()[0]
    return Roster(
        is_operator=speeds.is_operator,
        is_there=_of_arms(maker, lambda weapon: bool(weapon.bands)).astype(bool),
        magazine=_of_arms(maker, lambda weapon: weapon.magazine),
        can_move=_bools(character.move_band(each) != "none" for each in members),
        danger=_danger(maker),
        held_back=_ints(_held_back(context, each) for each in members),
        first_held=_ints(
            _at_hand(each, own) for each, own in zip(members, maker.arms, strict=True)
        ),
        ends=tuple(
            (last_round(context, condition.until), number, bits[condition.key])
            for number, each in enumerate(members)
            for condition in each.conditions
            if condition.until is not None and condition.key in bits
        ),
        lost=sum(bits[key] for key in character.HELD_BACK),
        bleed=ticks[:, 0],
        burn=ticks[:, 1],
        by_speed=operators[np.argsort(-speeds.speed[operators], kind="stable")],
    )


def _of_arms(maker: PlanMaker, read: object) -> Array:
    found = np.zeros((len(maker.arms), maker.width), np.int64)
    for mine, own in enumerate(maker.arms):
        for place, weapon in enumerate(own):
            found[mine, place] = read(weapon)  # type: ignore[operator]  # a function
    return found


def _danger(maker: PlanMaker) -> Array:
    """Returns the most that a shot of each does to each out of cover, (n, n) by who is hit. Source: CHR-34."""
    size = len(maker.arms)
    found = np.zeros((size, size), np.int64)
    for mine, own in enumerate(maker.arms):
        for place, weapon in enumerate(own):
            for theirs in range(size) if weapon.is_ranged and weapon.bands else ():
                hit = maker.harm(int(maker.kind_of[mine, place]), theirs, 0)
                found[theirs, mine] = max(found[theirs, mine], int(hit.past_soak(hit.raw)))
    return found


def _at_hand(one: Combatant, arms: Sequence[gear.Weapon]) -> int:
    """Returns what somebody would attack with without a word; -1: nothing."""
    item = gear.find(one, "")
    keys = [each.key for each in arms]
    return keys.index(item.key) if item is not None and item.key in keys else -1


def _keeps_roll(context: RulesContext, one: Combatant) -> bool:
    """Returns whether a Speed roll counts for this fight. Source: CHR-25."""
    return context.state.stage == "running" or order.is_rolled_ahead(one)


def _has_extra(context: RulesContext, one: Combatant) -> bool:
    """Returns whether an extra Major Action is still to come. Source: CHR-25."""
    state = context.state
    if not state.slots:
        return _keeps_roll(context, one) and one.id in order.kept_extras(context)
    mine = (slot for slot in state.slots if slot.who == one.id and slot.lane == order.EXTRA_LANE)
    return any(
        slot.group > state.group
        or (slot.group == state.group and action_budget.actions_left(context, one) > 0)
        for slot in mine
    )


def _held_back(context: RulesContext, one: Combatant) -> int:
    found = (one.condition(key) for key in character.HELD_BACK)
    lasting = [each for each in found if each is not None and character.lasts_longer(each)]
    ends = (last_round(context, each.until) if each.until else FOREVER for each in lasting)
    return max(ends, default=0)


# ---- house rules


def _setting(
    context: RulesContext, members: Sequence[Combatant], *, has_unnoticed: bool
) -> Setting:
    most = context.switch("chrome.maxAttacksPerTurn")
    costs = [
        action_budget.COSTS.of(context, key) != "free" for key in ("pick_up", "reload", "clear_jam")
    ]
    return Setting(
        costs=(costs[0], costs[1], costs[2]),
        most_attacks=most if isinstance(most, int) and not isinstance(most, bool) else None,
        extra_majors=action_budget.extra_actions(context),
        slow_majors=action_budget.slow_actions(context),
        several=panic.several(context),
        faints=panic.faints(context),
        rows=tuple(panic.panic_rows(context, each.id) for each in members),
        severs=wounds.sever_plan(context),
        has_unnoticed=has_unnoticed,
        pays_moves=context.switch("chrome.enemyMajorActions") != "block",
    )
