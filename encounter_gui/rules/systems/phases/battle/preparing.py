"""From the state of a fight in phases to what is played out: everybody as numbers, by the functions of the table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import LeftOut, takers
from encounter_gui.rules.engine.battlefield.field_battle import FieldBattle
from encounter_gui.rules.engine.battlefield.left_out import left_out
from encounter_gui.rules.engine.battlefield.plans import Kinds, Numbers
from encounter_gui.rules.engine.battlefield.standing import left_out_moves, unplaced
from encounter_gui.rules.engine.battlefield.start import held_of, start_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, until_stopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases.battle.arms import (
    HANDS,
    Epoch,
    Epochs,
    hands_of,
    held_keys,
    rounds_of,
)
from encounter_gui.rules.systems.phases.battle.game import Arms, First, PhasesGame
from encounter_gui.rules.systems.phases.battle.shots import Armory
from encounter_gui.rules.systems.phases.battle.standing import standing
from encounter_gui.rules.systems.phases.combat.attack_plan import fumbles_by, is_single
from encounter_gui.rules.systems.phases.harm.follow_ups import follow_ups
from encounter_gui.rules.systems.phases.rules.anatomy import anatomy
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.turns import declarations

_OF_A_PHASE = ("actions", "used", "lost", "recoil", "moved")
_MEMOS_OF_A_PHASE = ("full", "singles", "intent", "plan")

OWED = "phases_owed"
"""What is left out where tests are owed now."""


def prepare(context: RulesContext, is_stopped: IsStopped) -> FieldBattle:
    """Returns the fight from this state on. Source: PHA-19, PHA-23 to PHA-35, PHA-60 to PHA-72."""
    context = context.without_words()
    placed = _begun(context)
    first = unplaced(placed)
    members = takers(first.state)
    kinds = Kinds(members)
    kind = kinds.of
    state, later = first.state, _of_later(first)
    epochs = [(starts, Epoch(view, members, kinds.first)) for starts, view in _views(first, later)]
    armory = Armory()
    has_begun = state.stage == "running" and state.group >= 0
    firsts = _first(first, later, members, has_begun=has_begun)
    now = firsts.group == state.group if firsts.group is not None else np.zeros(len(members), bool)
    turns = firsts.group if firsts.group is not None else np.zeros(len(members), np.int64)
    stands = standing(placed, takers(placed.state), (turns >= 0).tolist(), is_stopped)
    goes_on = now & (firsts.tasks > 0) & [not character.is_out(first, each) for each in members]
    start = replace(
        start_of(first, Fighter, members),
        held=held_of(first, Fighter, members, follow_ups),
        is_tied=bool(np.any(goes_on)),
        standing=stands,
    )
    game = PhasesGame(
        first,
        start,
        Epochs(epochs),
        (
            _arms(first, members, kind, epochs[0][1], armory, is_stopped),
            firsts,
            anatomy(first),
            armory,
        ),
        kind=kind,
        toughness=_of(max(character.thresholds(first, each), default=0) for each in members),
        useless=np.array(
            [character.makes_useless(first, level) for level in range(len(character.LEVELS))]
        ),
    )
    return FieldBattle(
        game=game,
        left_out=(*_left_out(context, members), *left_out_moves(stands)),
        owed=OWED,
        can_strike_first=not has_begun,
    )


def _of(values: Iterable[int]) -> Array:
    return np.array(list(values), np.int64)


def _begun(context: RulesContext) -> RulesContext:
    """Returns the state with what is declared made true, if the phase has not begun. Source: PHA-24, PHA-63."""
    if context.state.stage == "running" and not declarations.is_open(context):
        return context
    resolution = Resolution(context)
    if context.state.stage != "running":
        for each in context.state.combatants.values():
            resolution.remove_conditions(each.id, "cool_held")
    declarations.reveal(resolution)
    return resolution.context


def _of_later(context: RulesContext) -> RulesContext:
    """Returns the state as the next phase begins, nobody having declared anything. Source: PHA-24, PHA-33."""
    there = {}
    for who, each in context.state.combatants.items():
        kept = tuple(
            condition
            for condition in each.conditions
            if condition.until is None or condition.until.round > max(context.state.round, 1)
        )
        gauges = {key: value for key, value in each.gauges.items() if key not in _OF_A_PHASE}
        memo = {key: value for key, value in each.memo.items() if key not in _MEMOS_OF_A_PHASE}
        gauges[character.ACTIONS] = 1
        there[who] = replace(each, conditions=kept, gauges=gauges, memo=memo)
    return replace(context, state=replace(context.state, combatants=there))


def _views(first: RulesContext, later: RulesContext) -> Iterator[tuple[int, RulesContext]]:
    """Yields the state in the first phase, in the next, and from each on before which a condition ends."""
    begins = max(first.state.round, 1)
    yield begins, first
    conditions = [each for one in later.state.combatants.values() for each in one.conditions]
    ends = {each.until.round + 1 for each in conditions if each.until is not None}
    ends |= {each.count for each in conditions if each.key == "aiding" and each.count is not None}
    for start in sorted({begins + 1, *(each for each in ends if each > begins)}):
        yield start, _as_of(later, start)


def _as_of(context: RulesContext, start: int) -> RulesContext:
    """Returns the state without the conditions that have ended before a phase, nor first aid that is done by then."""
    there = {
        who: replace(
            each,
            conditions=tuple(
                condition
                for condition in each.conditions
                if (condition.until is None or condition.until.round >= start)
                and not (condition.key == "aiding" and (condition.count or 0) <= start)
            ),
        )
        for who, each in context.state.combatants.items()
    }
    return replace(context, state=replace(context.state, combatants=there))


def _left_out(context: RulesContext, members: Sequence[Combatant]) -> tuple[LeftOut, ...]:
    """Returns what is not played as the rules have it."""
    return left_out(context, Fighter, members, owed=OWED, settled=())


# ---- the order and the budget of the first phase


def _first(
    context: RulesContext, later: RulesContext, members: Sequence[Combatant], *, has_begun: bool
) -> First:
    is_rolled = [character.INITIATIVE not in each.gauges for each in members]
    after = [later.combatant(each.id) for each in members]
    return First(
        tasks=_of(_tasks(context, each) for each in members),
        initiative=_of(
            character.edge_score(later, each)
            + character.tie_break(later, each) * (character.INITIATIVE not in each.gauges)
            for each in after
        ),
        is_rolled=np.array(is_rolled, bool),
        snap=_of(
            character.edge_score(context, each) - character.edge_score(later, other)
            for each, other in zip(members, after, strict=True)
        ),
        tie_break=_of(character.tie_break(context, each) for each in members),
        group=_groups(context, members) if has_begun else None,
        later=character.usual_limit(later),
    )


def _tasks(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many attacks somebody has in the first phase: every action that it declared and has left.

    Where nothing is declared it is one. Source: PHA-23, PHA-24.
    """
    full = combatant.memo_text("full")
    if full and not combatant.gauges.get(character.USED):
        return 0
    if character.is_escalating(context):
        return int(not combatant.gauges.get(character.USED))
    return max(
        character.action_limit(context, combatant) - combatant.gauges.get(character.USED, 0), 0
    )


def _groups(context: RulesContext, members: Sequence[Combatant]) -> Array:
    """Returns everybody's place in a phase that has begun; -1: its turn is over, or it came later. Source: PHA-19."""
    state = context.state
    places = {
        slot.who: slot.group
        for slot in state.slots
        if slot.group >= state.group and not (slot.is_done and slot.group == state.group)
    }
    return _of(places.get(each.id, -1) for each in members)


# ---- everybody


def _arms(
    context: RulesContext,
    members: Sequence[Combatant],
    kind: Array,
    epoch: Epoch,
    armory: Armory,
    is_stopped: IsStopped,
) -> Arms:
    size = len(members)
    hands = [hands_of(each) for each in members]
    whole = np.zeros((size, HANDS), bool)
    landing = np.zeros((size, HANDS, size), np.int64)
    bodies = [epoch.body(number) for number in range(len(epoch.kinds))]
    known: dict[tuple[int, int], Any] = {}
    for who, hand in until_stopped(np.ndindex(size, HANDS), is_stopped):
        mine = int(kind[who])
        if epoch.others[mine] is None:
            continue
        if (mine, hand) not in known:
            plan = epoch.plan(mine, hand, rounds_of(hands[who][hand]))
            shot = plan.shot(None, critical=0)
            landings = []
            for places, thresholds in bodies:
                one = replace(shot.landing, places=places, thresholds=thresholds)
                landings.append(armory.landings(replace(shot, landing=one, attack=(), passive=0)))
            known[mine, hand] = np.array(landings), shot.is_whole
        theirs, whole[who, hand] = known[mine, hand]
        landing[who, hand] = theirs[kind]

    def each(of: Callable[[Combatant, Any], Any], dtype: type = bool) -> Array:
        return np.array(
            [[of(one, arm) for arm in own] for one, own in zip(members, hands, strict=True)], dtype
        )

    return Arms(
        is_there=np.array([[*map(bool, held_keys(one)), True] for one in members]),
        is_allowed=each(lambda one, arm: not one.has("clinched") or arm.skill == "hand_to_hand"),
        is_melee=each(lambda _, arm: arm.is_melee),
        can_jam=each(lambda _, arm: arm.can_jam and not arm.is_melee),
        is_single=each(lambda _, arm: is_single(arm, arm.modes[0])),
        is_firearm=each(lambda _, arm: arm.is_firearm),
        recoil=each(lambda _, arm: arm.recoil * arm.is_firearm, int),
        rounds=each(lambda _, arm: rounds_of(arm), int),
        magazine=each(lambda _, arm: arm.magazine, int),
        needs=each(
            lambda one, arm: [
                side in character.arms_of(one, arm) for side in character.ARMS.values()
            ]
        ),
        roll=_rolls(context, epoch, armory),
        landing=landing,
        is_whole=whole,
    )


def _rolls(context: RulesContext, epoch: Epoch, armory: Armory) -> Numbers:
    """Returns how discharges go, by kind of attacker, hand, rounds loaded, and whether the target rolls nothing."""
    number = partial(_roll_number, epoch, armory, fumbles_by(context))
    most = max(rounds_of(each) for own in epoch.hands for each in own)
    return Numbers((len(epoch.kinds), HANDS, most + 1, 2), number)


def _roll_number(epoch: Epoch, armory: Armory, critical: int, key: tuple[int, ...]) -> int:
    kind, hand, rounds, is_passive = key
    shot = epoch.plan(kind, hand, rounds).shot(None, critical=critical)
    return armory.rolls(shot, is_passive=bool(is_passive))
