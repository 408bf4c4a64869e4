"""Other actions: drawing, reloading, clearing a jam, standing up, recovering.

Source: PHA-18, PHA-26, PHA-51, PHA-75.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases.combat import attack_conditions
from encounter_gui.rules.systems.phases.combat.defenses import can_step
from encounter_gui.rules.systems.phases.commands import (
    AllOutDodge,
    ClearJam,
    Draw,
    Leave,
    Other,
    Recover,
    Reload,
    StandUp,
)
from encounter_gui.rules.systems.phases.harm.body_places import went_down
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear


def draw(scene: Scene, command: Draw) -> Procedure:
    """A weapon is drawn or picked up; what was in that hand is put away. Source: PHA-26, PHA-64.

    Raises:
        RuleError: no action, no such weapon, in hand already, or no arm to hold it.
    """
    yield from ()
    one = action_budget.regular(scene, command.who)
    item = next((each for each in one.items if each.key == command.weapon), None)
    if item is None or item.kind != "weapon":
        raise refuse("phases.no_such_weapon", who=one.name, weapon=command.weapon)
    weapon = gear.weapon_of(item)
    hand = command.hand or _free_hand(scene, one, weapon)
    if character.hand_of(one, weapon.key) == hand:
        raise refuse("phases.already_in_hand", rule="PHA-26", who=one.name, weapon=weapon.name)
    _check_arms(scene, one, weapon, hand)
    lying = tuple(key for key in one.memo_text("dropped").split() if key != weapon.key)
    return Outcome(
        label=say("phases.log.draws", who=one.name, weapon=weapon.name),
        events=(
            *action_budget.spent(one),
            *_taken(one, weapon, hand),
            ev.MemoSet(who=one.id, key="dropped", value=" ".join(lying)),
        ),
    )


def _free_hand(scene: Scene, one: Combatant, weapon: gear.Weapon) -> str:
    is_right_bad = character.is_useless(scene, one, character.ARMS["right"])
    return "left" if is_right_bad and weapon.hands == 1 else "right"


def _check_arms(scene: Scene, one: Combatant, weapon: gear.Weapon, hand: str) -> None:
    arms = tuple(character.ARMS.values()) if weapon.hands > 1 else (character.ARMS[hand],)
    for arm in arms:
        if character.is_useless(scene, one, arm):
            name = character.place_name(scene, arm)
            raise refuse("phases.arm_useless", rule="PHA-64", who=one.name, arm=name)


def _taken(one: Combatant, weapon: gear.Weapon, hand: str) -> tuple[ev.Event, ...]:
    """Returns a weapon in a hand; a two-handed one leaves the other hand empty, and is put away whole."""
    slot, other = ("held", "off") if hand == "right" else ("off", "held")
    across = one.memo_text(other)
    item = one.item(across) if across else None
    clears = weapon.hands > 1 or across == weapon.key
    clears = clears or (item is not None and gear.weapon_of(item).hands > 1)
    events: list[ev.Event] = [ev.MemoSet(who=one.id, key=slot, value=weapon.key)]
    if across and clears:
        events.append(ev.MemoSet(who=one.id, key=other, value=""))
    return tuple(events)


def in_hand(one: Combatant, key: str) -> gear.Weapon:
    """Returns a weapon in hand; empty: what is in the right one, or else the left.

    Raises:
        RuleError: it is not in hand, or there is none.
    """
    item = gear.find(one, key)
    if item is None:
        raise refuse("phases.no_such_weapon", who=one.name, weapon=key)
    if not character.hand_of(one, item.key):
        raise refuse("phases.not_in_hand", rule="PHA-26", who=one.name, weapon=item.name)
    return gear.weapon_of(item)


def reload(scene: Scene, command: Reload) -> Procedure:
    """A weapon in hand is reloaded. Source: PHA-26, PHA-77.

    Raises:
        RuleError: no action, or it is full or needs no ammunition.
    """
    yield from ()
    one = action_budget.regular(scene, command.who)
    weapon = in_hand(one, command.weapon)
    if not weapon.magazine:
        raise refuse("phases.needs_no_rounds", rule="PHA-77", weapon=weapon.name)
    if one.gauges.get(weapon.ammo, 0) >= weapon.magazine:
        raise refuse("phases.is_full", rule="PHA-77", weapon=weapon.name)
    return Outcome(
        label=say("phases.log.reloads", who=one.name, weapon=weapon.name),
        events=(
            *action_budget.spent(one),
            ev.GaugeSet(who=one.id, gauge=weapon.ammo, to=weapon.magazine),
        ),
    )


def clear_jam(scene: Scene, command: ClearJam) -> Procedure:
    """A jam is cleared. Source: PHA-26, PHA-35.

    Raises:
        RuleError: no action, or nothing is jammed.
    """
    yield from ()
    one = action_budget.regular(scene, command.who)
    known = one.condition("jammed")
    weapon = in_hand(one, command.weapon)
    if known is None or not attack_conditions.is_jammed(one, weapon.key):
        raise refuse("phases.not_jammed", rule="PHA-35", weapon=weapon.name)
    rest = " ".join(key for key in known.note.split() if key != weapon.key)
    after: ev.Event = ev.ConditionRemoved(who=one.id, key="jammed")
    if rest:
        after = ev.ConditionAdded(who=one.id, condition=Condition(key="jammed", note=rest))
    return Outcome(
        label=say("phases.log.clears", who=one.name, weapon=weapon.name),
        events=(*action_budget.spent(one), after),
    )


def stand_up(scene: Scene, command: StandUp) -> Procedure:
    """Somebody stands up. Source: PHA-26, PHA-64.

    Raises:
        RuleError: no action, not prone, or its legs do not carry it.
    """
    yield from ()
    one = action_budget.regular(scene, command.who)
    if not one.has("prone"):
        raise refuse("phases.not_prone", rule="PHA-76", who=one.name)
    if not character.leg_quarters(scene, one):
        raise refuse("phases.legs_fail", rule="PHA-64", who=one.name)
    return Outcome(
        label=say("phases.log.stands", who=one.name),
        events=(*action_budget.spent(one), ev.ConditionRemoved(who=one.id, key="prone")),
    )


def other(scene: Scene, command: Other) -> Procedure:
    """Any other Regular Action. Source: PHA-26.

    Raises:
        RuleError: no action left.
    """
    yield from ()
    one = action_budget.regular(scene, command.who)
    what = command.what.strip() or scene.words.word("phases.something")
    return Outcome(
        label=say("phases.log.other", who=one.name, what=what), events=action_budget.spent(one)
    )


def recover(scene: Scene, command: Recover) -> Procedure:
    """A phase of recovering takes a level of Fatigue, not what lack of sleep brought. Source: PHA-18.

    Raises:
        RuleError: not a whole phase, or nothing it could take.
    """
    yield from ()
    one = action_budget.whole(scene, command.who, "recover")
    own = character.fatigue(one) - one.gauges.get(character.SLEEPLESS, 0)
    if own < 1:
        raise refuse("phases.not_tired", rule="PHA-18", who=one.name)
    amount = min(character.figure(scene, "fatigue", "recover", 1), own)
    return Outcome(
        label=say("phases.log.recovers", who=one.name, left=character.fatigue(one) - amount),
        events=(
            *action_budget.spent_whole(one, "recover"),
            ev.GaugeChanged(who=one.id, gauge=character.FATIGUE, by=-amount),
        ),
    )


def all_out_dodge(scene: Scene, command: AllOutDodge) -> Procedure:
    """The rest of the phase is nothing but dodging. Source: PHA-24, PHA-25, PHA-51.

    Raises:
        RuleError: it was not declared, is not a whole phase, or it cannot step aside.
    """
    yield from ()
    one = action_budget.whole(scene, command.who, "all_out_dodge")
    if not character.is_escalating(scene):
        raise refuse("phases.dodge_undeclared", rule="PHA-51", who=one.name)
    if not can_step(one):
        raise refuse("phases.cannot_move", rule="PHA-48", who=one.name)
    until = Expiry(round=scene.state.round)
    dodging = Condition(key="all_out_dodge", until=until)
    return Outcome(
        label=say("phases.log.all_out_dodge", who=one.name),
        events=(
            *action_budget.spent_whole(one, "all_out_dodge"),
            ev.ConditionAdded(who=one.id, condition=dodging),
        ),
    )


def leave(scene: Scene, command: Leave) -> Procedure:
    """Somebody flees or surrenders: told, not rolled. Source: PHA-75.

    Raises:
        RuleError: it has left already.
    """
    yield from ()
    one = scene.present(command.who)
    if "left" in one.flags:
        raise refuse("phases.has_left", rule="PHA-75", who=one.name)
    return Outcome(
        label=say("phases.log.leaves", who=one.name),
        events=(ev.FlagSet(who=one.id, flag="left", on=True), *went_down(scene, one)),
    )
