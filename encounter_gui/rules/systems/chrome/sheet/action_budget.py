"""Who may act now, and what a turn still allows: Major Actions, and an enemy's own list.

Source: CHR-27, CHR-28, CHR-31.
"""

from collections.abc import Mapping

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.sheet import character, gear

MOVE = "move"
USED, OWED, MOVED, MOVES, ATTACKS = "used", "owed", "moved", "moves", "attacks"
MADE = "made"
"""Gauges of a turn: what an enemy has done and has to forgo (below 0: may do more), metres and moves, attacks made."""


def is_running(scene: Scene) -> bool:
    """Returns whether turns are being taken."""
    return scene.state.stage == "running"


def goes_by_block(scene: Scene, one: Combatant) -> bool:
    """Returns whether somebody does what its block lists instead of spending Major Actions. Source: CHR-31."""
    return not character.is_operator(one) and scene.switch("chrome.enemyMajorActions") == "block"


def listed(one: Combatant) -> Mapping[str, int]:
    """Returns what an enemy may do in a turn, and how often each. Source: CHR-11, CHR-31."""
    found = {MOVE: 1} if character.move_band(one) != "none" else {}
    for item in gear.weapons(one):
        found[item.key] = number(item.values.get("attacks")) or 1
    return {**found, **{each.key: each.uses for each in gear.abilities(one)}}


def _forgone(one: Combatant) -> Mapping[str, int]:
    """What counts as Major Actions of an enemy: its move and attacks, not its special abilities. Source: CHR-31.

    Where it has nothing else, its special abilities do.
    """
    special = {each.key for each in gear.abilities(one)}
    options = listed(one)
    return {key: count for key, count in options.items() if key not in special} or options


def has_used_list(one: Combatant) -> bool:
    """Returns whether an enemy has done anything of its block's list this turn. Source: CHR-31."""
    gauges = (USED, *(f"{MADE}.{key}" for key in listed(one)))
    return any(one.gauges.get(gauge, 0) > 0 for gauge in gauges)


def left(scene: Scene, one: Combatant, option: str = "") -> int:
    """Returns how many more Major Actions somebody has; of an enemy, of its list (or of this ``option`` on it).

    Source: CHR-28, CHR-31, CHR-60.
    """
    if not goes_by_block(scene, one):
        return max(one.gauges.get(character.MAJORS, 0), 0)
    owed, used = one.gauges.get(OWED, 0), one.gauges.get(USED, 0)
    options = _forgone(one)
    whole = max(sum(options.values()) - owed - used, 0)
    if not option:
        return whole
    made = one.gauges.get(f"{MADE}.{option}", 0)
    if option not in options:
        return max(listed(one).get(option, 0) - made, 0)
    return max(min(whole, options.get(option, 0) + max(-owed, 0) - made), 0)


def actor(scene: Scene, who: CombatantId) -> Combatant:
    """Returns somebody who may act now.

    Raises:
        RuleError: the fight is not running, it is not its turn, or it cannot act. Source: CHR-23, CHR-27.
    """
    one = scene.present(who)
    if who not in scene.state.acting:
        raise refuse("chrome.not_your_turn", rule="CHR-26", who=one.name)
    if not character.can_act(one):
        raise refuse("chrome.cannot_act", rule="CHR-27", who=one.name)
    return one


def conscious(scene: Scene, who: CombatantId) -> Combatant:
    """Returns somebody alive and awake, in its turn or not.

    Raises:
        RuleError: it is not. Source: CHR-57.
    """
    one = scene.known(who)
    if character.is_out(one):
        raise refuse("chrome.is_out", rule="CHR-57", who=one.name)
    return one


def allow(scene: Scene, who: CombatantId, option: str = "") -> Combatant:
    """Returns somebody who may spend a Major Action now; outside a fight, anybody who is awake. Source: CHR-28, CHR-31.

    Raises:
        RuleError: it may not act, or nothing is left of its turn.
    """
    if not is_running(scene):
        one = scene.known(who)
        if not character.can_act(one):
            raise refuse("chrome.cannot_act", rule="CHR-27", who=one.name)
        return one
    one = actor(scene, who)
    options = listed(one) if option and goes_by_block(scene, one) else ()
    if left(scene, one) < 1 and not any(left(scene, one, each) for each in options):
        raise refuse("chrome.no_action_left", rule="CHR-28", who=one.name)
    if option and left(scene, one, option) < 1:
        raise refuse("chrome.not_on_its_list", rule="CHR-31", who=one.name)
    return one


def bodily(scene: Scene, who: CombatantId) -> Combatant:
    """Returns somebody who may spend a Major Action on something that takes a body. Source: CHR-28, CHR-60.

    Raises:
        RuleError: as ``allow``; or it is a Presence.
    """
    one = allow(scene, who)
    embodied(one)
    return one


def embodied(one: Combatant) -> None:
    """Lets anybody with a body pass. Source: CHR-60.

    Raises:
        RuleError: it is a Presence.
    """
    if character.is_dead(one):
        raise refuse("chrome.presence_cannot", rule="CHR-60", who=one.name)


def pay(course: Course, who: CombatantId, option: str = "") -> None:
    """Spends a Major Action, or what an enemy's block lists instead; outside a fight nothing.

    Source: CHR-28, CHR-31.
    """
    scene = course.scene
    if not is_running(scene):
        return
    if not goes_by_block(scene, scene.one(who)):
        course.gauge(who, character.MAJORS, -1)
        return
    if not option or option in _forgone(course.one(who)):
        course.gauge(who, USED, 1)
    if option:
        course.gauge(who, f"{MADE}.{option}", 1)


def begin_turn(course: Course, who: CombatantId, *, is_extra: bool = False) -> None:
    """Gives somebody the actions of a turn, or the one extra Major Action. Source: CHR-25, CHR-28, CHR-31, CHR-60."""
    one = course.one(who)
    for gauge in one.gauges:
        if gauge in (USED, OWED, MOVED, MOVES, ATTACKS) or gauge.startswith(f"{MADE}."):
            course.set_gauge(who, gauge, 0)
    if is_extra:
        course.set_gauge(who, character.MAJORS, 1)
        return
    if not character.can_act(one):
        course.set_gauge(who, character.MAJORS, 0)
        return
    change = _change(course, one)
    if goes_by_block(course.scene, one):
        course.set_gauge(who, OWED, -change)
        return
    course.set_gauge(who, character.MAJORS, max(_majors(course, one) + change, 0))


def end_turn(course: Course, who: CombatantId) -> None:
    """Takes what is left of somebody's Major Actions."""
    course.set_gauge(who, character.MAJORS, 0)


def _majors(course: Course, one: Combatant) -> int:
    if character.is_presence(one):
        return 1
    usual = number(one.sheet.get("majors", course.scene.ruleset.field_default("majors")))
    usual += gear.extra_majors(one)
    if not one.has("slow_start"):
        return usual
    course.relieve(one.id, "slow_start")
    return min(usual, 1)


def _change(course: Course, one: Combatant) -> int:
    """What a Presence has done to the number of actions, once. Source: CHR-60."""
    change = 0
    for key, sign in (("distracted", -1), ("goaded", 1)):
        known = one.condition(key)
        if known is not None:
            change += sign * (known.count or 1)
            course.relieve(one.id, key)
    return change


def acting(scene: Scene) -> tuple[Combatant, ...]:
    """Returns who may act now, in order of the slots. Source: CHR-26, CHR-27."""
    state = scene.state
    those = [
        state.combatants[slot.who]
        for slot in state.slots
        if slot.group == state.group and not slot.is_done and slot.who in state.combatants
    ]
    return tuple(one for one in those if character.can_act(one))


def usual_actions(scene: Scene, one: Combatant) -> int:
    """Returns how many Major Actions a turn has, or attacks an enemy's block lists. Source: CHR-25, CHR-28, CHR-31."""
    if character.is_presence(one):
        return 1
    if goes_by_block(scene, one):
        return sum(gear.weapon_of(item).attacks for item in gear.weapons(one))
    usual = number(one.sheet.get("majors", scene.ruleset.field_default("majors")))
    usual = max(usual + gear.extra_majors(one), 0)
    return min(usual, 1) if one.has("slow_start") else usual


def actions_now(scene: Scene, one: Combatant) -> int:
    """Returns how many of these are left of the turn that is being taken. Source: CHR-28, CHR-31."""
    if not goes_by_block(scene, one):
        return left(scene, one)
    attacks = sum(left(scene, one, item.key) for item in gear.weapons(one))
    return min(attacks, left(scene, one))


def is_spent(scene: Scene, one: Combatant) -> bool:
    """Returns whether nothing is left of a turn that is being taken. Source: CHR-28, CHR-31."""
    return actions_now(scene, one) < 1 and has_begun(scene, one)


def has_begun(scene: Scene, one: Combatant) -> bool:
    """Returns whether somebody has spent anything of a turn that is being taken. Source: CHR-28, CHR-31."""
    if goes_by_block(scene, one):
        return has_used_list(one)
    return actions_now(scene, one) < usual_actions(scene, one)
