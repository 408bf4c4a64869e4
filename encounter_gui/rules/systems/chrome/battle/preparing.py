"""From the state of a CHROME fight to what is played out: plans of attacks and tests as the table makes them.

Source: CHR-13 to CHR-46, CHR-57 to CHR-63.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine import durations
from encounter_gui.rules.engine.battle.battle import is_foe, takers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.dice_sum import read_sum
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle.arms import arms_of, held_of, weapons_of
from encounter_gui.rules.systems.chrome.battle.fights import ChromeBattle
from encounter_gui.rules.systems.chrome.battle.rolls import COVER, TestMaker, marks_of
from encounter_gui.rules.systems.chrome.battle.roster import (
    COMPLICATIONS,
    HELD_BACK,
    NO_LIMB,
    NOTHING,
    THE_HEAD,
    Bools,
    Ints,
    Numbers,
    Panic,
    Roster,
    Setting,
    Turns,
)
from encounter_gui.rules.systems.chrome.harm import dying, panic, wounds
from encounter_gui.rules.systems.chrome.odds.threats import can_lose_head
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import BURNING
from encounter_gui.rules.systems.chrome.sheet.gear import Weapon
from encounter_gui.rules.systems.chrome.turns import order

_FOREVER = 10_000
_TIMED = (*character.COLD, *character.HELD_BACK)
_PLAYED = (
    *(owed.DEATH_SAVE, owed.PANIC, owed.GUTLESS, owed.FRENZY_ATTACK, owed.DISTORTION),
    owed.COUNTER,  # nobody counter-attacks under the doctrines
)


def prepare(context: RulesContext) -> ChromeBattle:
    """Returns the fight from this state on. Source: CHR-22 to CHR-46, CHR-57 to CHR-63."""
    members = takers(context.state)
    arms = [arms_of(each) for each in members]
    bits = marks_of(context, members)
    tests = TestMaker(context, members, bits)
    return ChromeBattle(
        numbers=Numbers(
            roster=_roster(context, members, arms, bits),
            weapons=weapons_of(context, members, arms, tests),
            turns=_turns(context, members, arms),
            tests=tests.made(),
            setting=_setting(context, members, bits),
        ),
        left_out=_left_out(context, members),
    )


def _left_out(context: RulesContext, members: Sequence[Combatant]) -> tuple[str, ...]:
    """Returns the keys of what is not played as the rules have it."""
    ids = {each.id for each in members}
    conditions = [condition for each in members for condition in each.conditions]
    found = {
        "chrome_burn": any(each.key == BURNING for each in conditions),
        "chrome_owed": any(
            each.due == "now" and each.who in ids and each.kind not in _PLAYED
            for each in context.state.obligations
        ),
        "chrome_timed": any(_ends_otherwise(context, each) for each in conditions),
    }
    return tuple(key for key, is_so in found.items() if is_so)


def _ends_otherwise(context: RulesContext, condition: Condition) -> bool:
    """Returns whether a condition waits for somebody's turn, or a save; or it changes Soak, and stays."""
    said, until = durations.duration_text(condition), condition.until
    if until is None:
        return said is not None and said.kind == "save_ends"
    known = context.ruleset.condition(condition.key)
    soaks = known is not None and any(each.on == "soak" for each in known.effects)
    return soaks or until.whose is not None


# ---- turns


def _turns(
    context: RulesContext, members: Sequence[Combatant], arms: Sequence[Sequence[Weapon]]
) -> Turns:
    state = context.state
    width = max((len(each) for each in arms), default=0) or 1
    under_way = [_is_under_way(context, each) for each in members]
    slots = {slot.who: slot for slot in state.slots if not slot.lane}
    over = [
        bool(state.slots)
        and (each.id not in slots or slots[each.id].group < state.group or slots[each.id].is_done)
        for each in members
    ]
    later = [_in_turn(context, _plain(each)) for each in members]
    first = [
        context if now else _in_turn(context, each)
        for each, now in zip(members, under_way, strict=True)
    ]

    def wholes(views: Sequence[RulesContext]) -> Ints:
        return np.array(
            [
                action_budget.actions_left(view, view.combatant(each.id))
                for view, each in zip(views, members, strict=True)
            ],
            np.intp,
        )

    def counts(views: Sequence[RulesContext]) -> Ints:
        found = np.zeros((len(members), width), np.intp)
        for mine, (view, one, own) in enumerate(zip(views, members, arms, strict=True)):
            by_block = action_budget.goes_by_block(view, one)
            for place, weapon in enumerate(own):
                now = view.combatant(one.id)
                left = action_budget.actions_left(view, now, weapon.key)
                found[mine, place] = left if by_block else weapon.attacks
        return found

    most, first_most = wholes(later), wholes(first)
    made = [
        each.gauges.get(action_budget.ATTACKS, 0) if now else 0
        for each, now in zip(members, under_way, strict=True)
    ]
    return Turns(
        majors=most,
        counts=counts(later),
        whole=most,
        first_majors=first_most,
        first_counts=counts(first),
        first_whole=first_most,
        is_over=np.array(over, bool),
        is_under_way=np.array(under_way, bool),
        made=np.array(made, np.intp),
    )


def _is_under_way(context: RulesContext, one: Combatant) -> bool:
    """Returns whether it is somebody's own turn, not an extra Major Action."""
    state = context.state
    return any(
        slot.who == one.id and slot.group == state.group and not slot.lane and not slot.is_done
        for slot in state.slots
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


def _roster(
    context: RulesContext,
    members: Sequence[Combatant],
    arms: Sequence[Sequence[Weapon]],
    bits: dict[str, int],
) -> Roster:
    state = context.state
    ids = [each.id for each in members]
    places = {slot.who: place for place, slot in enumerate(state.slots)}
    operators = [place for place, each in enumerate(members) if character.is_operator(each)]
    speeds = [character.speed(context, each) for each in members]
    known = [order.speed_roll(each) if _keeps_roll(context, each) else None for each in members]

    def ints(values: Iterable[int]) -> Ints:
        return np.array(list(values), np.intp)

    def bools(values: Iterable[object]) -> Bools:
        return np.array([bool(each) for each in values], bool)

    return Roster(
        who=tuple(ids),
        is_foe=bools(is_foe(each) for each in members),
        is_operator=bools(character.is_operator(each) for each in members),
        health=ints(max(character.health_now(each), 0) for each in members),
        conviction=ints(character.conviction_now(each) for each in members),
        most_conviction=ints(
            max(character.conviction(each), character.conviction_now(each)) for each in members
        ),
        marks=ints(_marks(each, bits) for each in members),
        has_left=bools("left" in each.flags for each in members),
        held=held_of(members, arms),
        cold=ints(_until(each, "unconscious") for each in members),
        faint=ints(_until(each, "fainted") for each in members),
        wakes_scared=bools(
            (known_faint := each.condition("fainted")) is not None
            and "unconscious" in known_faint.keys
            for each in members
        ),
        held_back=ints(_held_back(each) for each in members),
        severed=ints(_limbs(each, character.SEVERED) for each in members),
        bleeding=ints(len(character.marks(each, character.BLEEDING)) for each in members),
        burn=ints(_tick(context, each, "ablaze") for each in members),
        bleed=ints(_tick(context, each, "bleeding") for each in members),
        is_large=bools(each.sheet.get("large") for each in members),
        is_synthetic=bools(each.sheet.get("synthetic") for each in members),
        may_lose_head=bools(can_lose_head(each) for each in members),
        is_surprised=bools(each.has("surprised") for each in members),
        owes_save=bools(dying.owes_save(each) for each in members),
        owes_panic=bools(
            any(due.due == "now" for due in owed.obligations_of(context, each.id, owed.PANIC))
            for each in members
        ),
        unnoticed=np.array(
            [[other in character.unnoticed_by(each) for other in ids] for each in members], bool
        ),
        in_cover=bools(each.has(COVER) for each in members),
        can_move=bools(character.move_band(each) != "none" for each in members),
        by_speed=tuple(sorted(operators, key=lambda place: -speeds[place])),
        speed=ints(speeds),
        acts_first=bools(gear.worn_with_flag(each, "acts_first") for each in members),
        block=ints(roll[0] if roll else -1 for roll in known),
        roll=ints(roll[1] if roll else 0 for roll in known),
        place=ints(places.get(each, len(places)) for each in ids),
        has_extra=bools(_has_extra(context, each) for each in members),
        ends=tuple(
            (condition.until.round, number, bits[condition.key])
            for number, each in enumerate(members)
            for condition in each.conditions
            if condition.until is not None and condition.key in bits
        ),
    )


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


def _marks(one: Combatant, bits: dict[str, int]) -> int:
    found = 0
    for condition in one.conditions:
        if condition.key == "gutless" and condition.count:
            continue
        found |= bits.get(condition.key, 0)
        if condition.key in character.HELD_BACK and not character.lasts_longer(condition):
            found |= HELD_BACK
    return found


def _until(one: Combatant, key: str) -> int:
    condition = one.condition(key)
    if condition is None:
        return 0
    return condition.until.round if condition.until is not None else _FOREVER


def _held_back(one: Combatant) -> int:
    found = (one.condition(key) for key in character.HELD_BACK)
    lasting = [each for each in found if each is not None and character.lasts_longer(each)]
    return max((each.until.round if each.until else _FOREVER for each in lasting), default=0)


def _limbs(one: Combatant, mark: str) -> int:
    marked = character.marks(one, mark)
    return sum(1 << place for place, key in enumerate(character.LIMBS) if key in marked)


def _tick(context: RulesContext, one: Combatant, key: str) -> int:
    return dying.toll(context, one.id, number(context.ruleset.tables["effects"].get(key)))


# ---- house rules and tables


def _setting(context: RulesContext, members: Sequence[Combatant], bits: dict[str, int]) -> Setting:
    state = context.state
    most = context.switch("chrome.maxAttacksPerTurn")
    costs = [
        action_budget.COSTS.of(context, key) != "free" for key in ("pick_up", "reload", "clear_jam")
    ]
    return Setting(
        first_round=max(state.round, 1),
        has_order=bool(state.slots),
        prone=bits.get("prone", 0),
        exposed=bits.get("exposed", 0),
        complications=_complications(context),
        limbs=_places(context),
        costs=(costs[0], costs[1], costs[2]),
        critical_save=bool(context.switch("chrome.enemyCritOnCritFail")),
        severs_always=bool(context.switch("chrome.severOnAnyHit")),
        most_attacks=most if isinstance(most, int) and not isinstance(most, bool) else None,
        extra_majors=context.number(mechanics.EXTRA_MAJORS),
        slow_majors=context.number(mechanics.SLOW_START_MAJORS),
        unconscious_sides=context.number(mechanics.UNCONSCIOUS_SIDES),
        surviving_health=context.number(mechanics.SURVIVING_HEALTH),
        fumbled_save_stress=context.number(mechanics.FUMBLED_SAVE_STRESS),
        rolls_again=bool(context.switch("chrome.rerollInitiativeEachRound")),
        surprise_stuns=context.switch("chrome.surpriseSpan") == "round",
        panic=_panic(context, members, bits),
    )


def _complications(context: RulesContext) -> Ints:
    rows = [context.ruleset.tables[f"complication_{face}"] for face in range(1, 7)]
    return np.array(
        [
            [COMPLICATIONS.get(str(row.get(kind, "")), NOTHING) for row in rows]
            for kind in ("effect", "melee")
        ],
        np.intp,
    )


def _places(context: RulesContext) -> Ints:
    found = []
    for face in range(1, wounds.PLACES + 1):
        place = wounds.place_of(context, face)
        limbs = character.LIMBS
        head = THE_HEAD if place == wounds.HEAD else NO_LIMB
        found.append(limbs.index(place) if place in limbs else head)
    return np.array(found, np.intp)


def _panic(context: RulesContext, members: Sequence[Combatant], bits: dict[str, int]) -> Panic:
    faces = range(1, mechanics.PANIC_SIDES + 1)
    rows: list[Any] = [{}, *(panic.row_of(context, face) for face in faces)]
    dice = [read_sum(row.get("faint")) for row in rows]

    def ints(key: str) -> Ints:
        return np.array([number(row.get(key)) for row in rows], np.intp)

    return Panic(
        crash=np.array([bool(row.get("crash")) for row in rows], bool),
        stress=ints("stress"),
        near_stress=ints("near_stress"),
        marks=np.array([bits.get(str(row.get("condition")), 0) for row in rows], np.intp),
        max_loss=ints("max_loss"),
        damage=np.array(
            [
                [dying.toll(context, each.id, number(row.get("damage"))) for row in rows]
                for each in members
            ],
            np.intp,
        ),
        faint=np.array(
            [(each.count, each.sides, each.flat) if each else (0, 0, 0) for each in dice], np.intp
        ),
        several=number(context.ruleset.tables.get("panic", {}).get("several")),
    )
