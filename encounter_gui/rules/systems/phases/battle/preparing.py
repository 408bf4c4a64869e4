"""From the state of a fight in phases to what is played out: everybody as numbers, by the functions of the table."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battle.battle import is_foe, takers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.engine.resolution import Resolution, held_events
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.battle.attacks import (
    Hands,
    Outcomes,
    epochs_of,
    hands_of,
    held_keys,
    loads_of,
    rounds_of,
)
from encounter_gui.rules.systems.phases.battle.fights import PhasesBattle
from encounter_gui.rules.systems.phases.battle.roster import (
    ARM,
    BARE,
    COOL,
    DEATH,
    DROP_LEFT,
    DROP_RIGHT,
    FAINT,
    HANDS,
    LEG,
    LEVELS,
    SHOCK,
    STUN,
    Arms,
    Body,
    Bools,
    Ints,
    Setting,
    Start,
)
from encounter_gui.rules.systems.phases.combat import attack_conditions
from encounter_gui.rules.systems.phases.combat.attack_plan import is_single
from encounter_gui.rules.systems.phases.harm import wounds
from encounter_gui.rules.systems.phases.harm.body_places import effect_of, legs_give_way
from encounter_gui.rules.systems.phases.odds.panel import victim_of
from encounter_gui.rules.systems.phases.odds.rolls import pass_chances
from encounter_gui.rules.systems.phases.odds.wound_chain import shock_fails
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.gear import Weapon
from encounter_gui.rules.systems.phases.turns import declarations

_HOLDS = ("grabbed", "grabbing", "clinched")
_OF_A_PHASE = ("actions", "used", "lost", "recoil", "moved")
_MEMOS_OF_A_PHASE = ("full", "singles", "intent", "plan")


def prepare(context: RulesContext) -> PhasesBattle:
    """Returns the fight from this state on. Source: PHA-19, PHA-23 to PHA-35, PHA-60 to PHA-72."""
    first = _begun(context)
    members = takers(first.state)
    hands = [hands_of(each) for each in members]
    state = first.state
    has_begun = state.stage == "running" and state.group >= 0
    held = held_events(state)
    after = replace(first, state=fold(state, held)) if held else None
    later = _of_later(first)
    outcomes = Outcomes()
    epochs = epochs_of((first, later), members, hands, outcomes)
    setting = Setting(
        who=tuple(each.id for each in members),
        is_foe=np.array([is_foe(each) for each in members], bool),
        arms=_arms(first, members, hands),
        start=_start(first, members, hands),
        released=_start(after, takers(after.state), hands) if after else None,
        body=_body(first, members),
        first_phase=max(state.round, 1),
        limit=_of(character.action_limit(first, each) for each in members),
        tasks=_of(_tasks(first, each) for each in members),
        later=context.number(mechanics.MOST_ACTIONS) if character.is_escalating(first) else 1,
        initiative=_of(_initiative(later, later.combatant(each.id)) for each in members),
        is_rolled=np.array([character.INITIATIVE not in each.gauges for each in members], bool),
        snap=_of(
            character.edge_score(first, each)
            - character.edge_score(later, later.combatant(each.id))
            for each in members
        ),
        tie_break=_of(character.tie_break(first, each) for each in members),
        group=_groups(first, members) if has_begun else None,
        reload_is_free=action_budget.COSTS.of(first, "reload") == "free",
        clear_is_free=action_budget.COSTS.of(first, "clear") == "free",
        keeps_recoil=first.switch("phases.recoilSpan") == "round",
        tables=outcomes.tables,
        hits=outcomes.hits,
        epochs=epochs,
    )
    return PhasesBattle(setting=setting, left_out=_left_out(context, members))


def _of(values: Iterable[int]) -> Ints:
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


def _left_out(context: RulesContext, members: Sequence[Combatant]) -> tuple[str, ...]:
    """Returns the keys of what is not played as the rules have it."""
    conditions = [condition for each in members for condition in each.conditions]
    found = {
        "phases_aid": any(each.has("aiding") for each in members),
        "phases_holds": any(each.key in _HOLDS for each in conditions),
        "phases_owed": bool(due_at(context.state, "now")),
        "phases_turns": any(each.until is not None and each.until.whose for each in conditions),
    }
    return tuple(key for key, is_so in found.items() if is_so)


# ---- the order and the budget of the first phase


def _initiative(context: RulesContext, combatant: Combatant) -> int:
    """Returns the initiative of a combatant; as long as it has none, what is added to the dice. Source: PHA-19."""
    known = character.edge_score(context, combatant)
    if character.INITIATIVE in combatant.gauges:
        return known
    return known + int(mechanics.initiative(0, 0, character.tie_break(context, combatant)))


def _tasks(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many attacks somebody has in the first phase: every action that it declared and has left.

    Where nothing is declared it is one. Source: PHA-23, PHA-24.
    """
    full = combatant.memo_text("full")
    if full and not combatant.gauges.get(character.USED):
        return 0
    if character.is_escalating(context):
        return int(not combatant.gauges.get(character.USED))
    return character.action_limit(context, combatant) - combatant.gauges.get(character.USED, 0)


def _groups(context: RulesContext, members: Sequence[Combatant]) -> Ints:
    """Returns everybody's place in a phase that has begun; -1: its turn is over, or it came later. Source: PHA-19."""
    state = context.state
    places = {
        slot.who: slot.group
        for slot in state.slots
        if slot.group >= state.group and not (slot.is_done and slot.group == state.group)
    }
    return _of(places.get(each.id, -1) for each in members)


# ---- everybody


def _arms(context: RulesContext, members: Sequence[Combatant], hands: Sequence[Hands]) -> Arms:
    size = len(members)
    most = max(rounds_of(weapon) for own in hands for weapon in own)
    variant = np.zeros((size, HANDS, most + 1), np.int64)
    needs, drops = np.zeros((size, HANDS, 2), bool), np.zeros((size, HANDS, 2), bool)
    for row, (one, own) in enumerate(zip(members, hands, strict=True)):
        for hand, weapon in enumerate(own):
            used = character.arms_of(one, weapon)
            needs[row, hand] = [arm in used for arm in character.ARMS.values()]
            falls = hand != BARE and weapon.kind != "unarmed"
            drops[row, hand] = [
                falls and character.held_in(one, side) == weapon.key for side in character.ARMS
            ]
            for number, load in enumerate(loads_of(one, weapon)):
                variant[row, hand, load] = number

    def flags(of: Callable[[Combatant, Weapon], bool]) -> Bools:
        return np.array(
            [[of(one, each) for each in own] for one, own in zip(members, hands, strict=True)], bool
        )

    def numbers(of: Callable[[Combatant, Weapon], int]) -> Ints:
        return np.array(
            [[of(one, each) for each in own] for one, own in zip(members, hands, strict=True)],
            np.int64,
        )

    return Arms(
        is_allowed=flags(lambda one, each: not one.has("clinched") or each.skill == "hand_to_hand"),
        is_melee=flags(lambda _, each: each.is_melee),
        can_jam=flags(lambda _, each: each.can_jam and not each.is_melee),
        is_single=flags(lambda _, each: is_single(each, each.modes[0])),
        recoil=numbers(lambda _, each: each.recoil * each.is_firearm),
        rounds=numbers(lambda _, each: rounds_of(each)),
        magazine=numbers(lambda _, each: each.magazine),
        ammo=numbers(lambda one, each: one.gauges.get(each.ammo, 0) if each.uses_ammo else -1),
        needs=needs,
        drops=drops,
        variant=variant,
    )


def _start(context: RulesContext, members: Sequence[Combatant], hands: Sequence[Hands]) -> Start:
    keys = [each.key for each in context.ruleset.locations]

    def flags(of: Callable[[Combatant], bool]) -> Bools:
        return np.array([of(each) for each in members], bool)

    return Start(
        level=np.array([[character.wound(each, key) for key in keys] for each in members]),
        is_out=flags(lambda each: character.is_out(context, each)),
        is_down=flags(character.is_down),
        is_dead=flags(character.is_dead),
        shock_due=_of(_due(each, "in_shock") for each in members),
        death_due=_of(_due(each, "clinically_dead") for each in members),
        has_held=flags(lambda each: each.has("cool_held")),
        is_prone=flags(lambda each: each.has("prone")),
        is_off_balance=flags(lambda each: each.has("off_balance")),
        is_jammed=np.array(
            [
                [attack_conditions.is_jammed(one, each.key) for each in own]
                for one, own in zip(members, hands, strict=True)
            ],
            bool,
        ),
        is_gone=np.array([[not key for key in held_keys(each)] + [False] for each in members]),
        stunned=_of(_stunned(each) for each in members),
        used=_of(each.gauges.get(character.USED, 0) for each in members),
        lost=_of(each.gauges.get(character.LOST, 0) for each in members),
        recoil=_of(each.gauges.get(character.RECOIL, 0) for each in members),
        has_fired=flags(lambda each: bool(character.keys_in(each, "singles"))),
    )


def _due(combatant: Combatant, key: str) -> int:
    known = combatant.condition(key)
    return (known.count or 0) if known else 0


def _stunned(combatant: Combatant) -> int:
    known = combatant.condition("stunned")
    return (known.count or 1) if known else 0


def _body(context: RulesContext, members: Sequence[Combatant]) -> Body:
    keys = [each.key for each in context.ruleset.locations]
    victims = [victim_of(context, each) for each in members]
    levels = range(LEVELS)
    penalty = _of(character.level_penalty(context, level) for level in levels)
    adds = context.switch("phases.woundPenalty") == "sum"
    most = -int(penalty.min()) * (len(keys) if adds else 1)
    skips = bool(context.switch("phases.mookSkipCool"))

    def places(known: Iterable[str]) -> tuple[int, int]:
        right, left = (keys.index(key) if key in keys else -1 for key in known)
        return right, left

    worst = [int(mechanics.shock_level(level)) for level in levels]
    return Body(
        effects=_wounds(context, keys),
        arms=places(character.ARMS.values()),
        legs=places(character.LEGS),
        falls=np.array(
            [[legs_give_way(context, right, left) for left in levels] for right in levels]
        ),
        is_useless=np.array([character.makes_useless(context, level) for level in levels]),
        penalty=penalty,
        adds_penalties=adds,
        interval=_of(wounds.interval(context, level) for level in worst),
        reanimates=character.table_number(context, "care", "resuscitation_phases", 20)
        * bool(context.switch("phases.resuscitation")),
        shock_passes=np.array([1.0 - shock_fails(each)[worst] for each in victims]),
        cool_passes=np.array(
            [
                pass_chances(tuple(each.cool - taken for taken in range(most + 1)), (each.cool_dn,))
                for each in victims
            ]
        ),
        tests_cool=np.array([not (skips and character.is_mook(each)) for each in members], bool),
        drops_in_shock=np.array([each.drops_in_shock for each in victims], bool),
        toughness=_of(max(character.thresholds(context, each), default=0) for each in members),
    )


_MARKS = {"death": DEATH, "faint": FAINT, "stun": STUN, "leg": LEG}


def _wounds(context: RulesContext, keys: Sequence[str]) -> Ints:
    """Returns what each wound does at each place, as ``Body.effects``. Source: PHA-61 to PHA-64."""
    arms = dict(zip(character.ARMS.values(), (DROP_RIGHT, DROP_LEFT), strict=True))
    destroys = context.switch("phases.critCrit") != "critical"
    tests_flesh = bool(context.switch("phases.coolTestOnFlesh"))
    effects = np.zeros((len(keys) * mechanics.CRITICAL, LEVELS), np.int64)
    levels = range(LEVELS)
    for wound, before in np.ndindex(effects.shape):
        place, less = divmod(wound, mechanics.CRITICAL)
        dealt = less + 1
        key, level = keys[place], int(mechanics.stacked_level(before, dealt, destroys))
        found = 0
        if level != before:
            effect = effect_of(context, key, level)
            found = _MARKS.get(effect or "", 0)
            if key in arms:
                found = ARM * character.makes_useless(context, level)
                found |= (ARM | arms[key]) * (effect == "drop")
            if effect == "leg" and not any(legs_give_way(context, level, each) for each in levels):
                found = 0
        found |= SHOCK * bool(mechanics.needs_shock_test(before, level))
        found |= COOL * bool(mechanics.needs_cool_test(dealt, before, level, tests_flesh))
        effects[wound, before] = level | found
    return effects
