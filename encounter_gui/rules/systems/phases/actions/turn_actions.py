"""Other actions: drawing, reloading, clearing a jam, standing up, recovering.

Source: PHA-18, PHA-26, PHA-51, PHA-75.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.combat.defenses import can_step
from encounter_gui.rules.systems.phases.rules import costs
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.marks import is_jammed
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear


def draw(resolution: Resolution, command: do.Draw) -> Message:
    """Draws or picks up a weapon; what was in that hand is put away. Source: PHA-26, PHA-64.

    Raises:
        RuleError: no action, no such weapon, in hand already, or no arm to hold it.
    """
    context = resolution.context
    combatant, cost = action_budget.pay(context, command.who, "draw")
    item = next((each for each in combatant.items if each.key == command.weapon), None)
    if item is None or item.kind != "weapon":
        raise refuse("phases.no_such_weapon", who=combatant.name, weapon=command.weapon)
    weapon = gear.weapon_of(item)
    hand = command.hand or _free_hand(context, combatant, weapon)
    if character.hand_of(combatant, weapon.key) == hand:
        raise refuse(
            "phases.already_in_hand", rule="PHA-26", who=combatant.name, weapon=weapon.name
        )
    _require_arms(context, combatant, weapon, hand)
    lying = tuple(key for key in character.keys_in(combatant, "dropped") if key != weapon.key)
    resolution.record(
        *cost,
        *_hand_events(combatant, weapon, hand),
        ev.MemoSet(who=combatant.id, key="dropped", value=lying),
    )
    return say("phases.log.draws", who=combatant.name, weapon=weapon.name)


def _free_hand(context: RulesContext, combatant: Combatant, weapon: gear.Weapon) -> str:
    is_right_bad = character.is_useless(context, combatant, character.ARMS["right"])
    return "left" if is_right_bad and weapon.hands == 1 else "right"


def _require_arms(
    context: RulesContext, combatant: Combatant, weapon: gear.Weapon, hand: str
) -> None:
    arms = tuple(character.ARMS.values()) if weapon.hands > 1 else (character.ARMS[hand],)
    for arm in arms:
        if character.is_useless(context, combatant, arm):
            name = character.place_name(context, arm)
            raise refuse("phases.arm_useless", rule="PHA-64", who=combatant.name, arm=name)


def _hand_events(combatant: Combatant, weapon: gear.Weapon, hand: str) -> tuple[ev.Event, ...]:
    """Returns a weapon taken in hand; the other hand is emptied for or of a two-handed one. Source: PHA-26."""
    slot, other = ("held", "off") if hand == "right" else ("off", "held")
    across = combatant.memo_text(other)
    item = combatant.item(across) if across else None
    clears = weapon.hands > 1 or across == weapon.key
    clears = clears or (item is not None and gear.weapon_of(item).hands > 1)
    events: list[ev.Event] = [ev.MemoSet(who=combatant.id, key=slot, value=weapon.key)]
    if across and clears:
        events.append(ev.MemoSet(who=combatant.id, key=other, value=""))
    return tuple(events)


def in_hand(combatant: Combatant, key: str) -> gear.Weapon:
    """Returns a weapon in hand; empty: what is in the right one, or else the left.

    Raises:
        RuleError: it is not in hand, or there is none.
    """
    item = gear.find(combatant, key)
    if item is None:
        raise refuse("phases.no_such_weapon", who=combatant.name, weapon=key)
    if not character.hand_of(combatant, item.key):
        raise refuse("phases.not_in_hand", rule="PHA-26", who=combatant.name, weapon=item.name)
    return gear.weapon_of(item)


def reload(resolution: Resolution, command: do.Reload) -> Message:
    """Reloads a weapon in hand. Source: PHA-26, PHA-77.

    Raises:
        RuleError: no action, or it is full or needs no ammunition.
    """
    context = resolution.context
    combatant, cost = action_budget.pay(context, command.who, "reload")
    weapon = in_hand(combatant, command.weapon)
    if not weapon.magazine:
        raise refuse("phases.needs_no_rounds", rule="PHA-77", weapon=weapon.name)
    if combatant.gauges.get(weapon.ammo, 0) >= weapon.magazine:
        raise refuse("phases.is_full", rule="PHA-77", weapon=weapon.name)
    resolution.record(*cost)
    who, play = {"who": combatant.id}, TablePlay(resolution)
    without_dice(at_table(play, Fighter, costs.reload, who, weapon.key, weapon.magazine))
    return say("phases.log.reloads", who=combatant.name, weapon=weapon.name)


def clear_jam(resolution: Resolution, command: do.ClearJam) -> Message:
    """Clears a jam. Source: PHA-26, PHA-35.

    Raises:
        RuleError: no action, or nothing is jammed.
    """
    context = resolution.context
    combatant, cost = action_budget.pay(context, command.who, "clear")
    weapon = in_hand(combatant, command.weapon)
    if not is_jammed(combatant, weapon.key):
        raise refuse("phases.not_jammed", rule="PHA-35", weapon=weapon.name)
    resolution.record(*cost)
    who = {"who": combatant.id}
    without_dice(at_table(TablePlay(resolution), Fighter, costs.clear, who, weapon.key))
    return say("phases.log.clears", who=combatant.name, weapon=weapon.name)


def stand_up(resolution: Resolution, command: do.StandUp) -> Message:
    """Lets a combatant stand up. Source: PHA-26, PHA-64.

    Raises:
        RuleError: no action, not prone, or its legs do not carry it.
    """
    context = resolution.context
    combatant, cost = action_budget.pay(context, command.who, "stand")
    if not combatant.has("prone"):
        raise refuse("phases.not_prone", rule="PHA-76", who=combatant.name)
    if not character.leg_quarters(context, combatant):
        raise refuse("phases.legs_fail", rule="PHA-64", who=combatant.name)
    resolution.record(*cost, ev.ConditionRemoved(who=combatant.id, key="prone"))
    return say("phases.log.stands", who=combatant.name)


def other(resolution: Resolution, command: do.Other) -> Message:
    """Spends an action on anything else. Source: PHA-26.

    Raises:
        RuleError: no action left.
    """
    context = resolution.context
    combatant, cost = action_budget.pay(context, command.who, "task")
    what = command.what.strip() or context.texts.text_of("phases.something")
    resolution.record(*cost)
    return say("phases.log.other", who=combatant.name, what=what)


def recover(resolution: Resolution, command: do.Recover) -> Message:
    """Spends a phase on recovering: a level of Fatigue goes, not what lack of sleep brought. Source: PHA-18.

    Raises:
        RuleError: not a whole phase, or nothing it could take.
    """
    context = resolution.context
    combatant, cost = action_budget.pay(context, command.who, "recover")
    own = character.own_fatigue(combatant)
    if own < 1:
        raise refuse("phases.not_tired", rule="PHA-18", who=combatant.name)
    amount = min(character.table_number(context, "fatigue", "recover", 1), own)
    resolution.record(
        *cost,
        ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=-amount),
    )
    return say(
        "phases.log.recovers", who=combatant.name, left=character.fatigue(combatant) - amount
    )


def all_out_dodge(resolution: Resolution, command: do.AllOutDodge) -> Message:
    """Spends the phase on nothing but dodging. Source: PHA-24, PHA-25, PHA-51.

    Raises:
        RuleError: it was not declared, is not a whole phase, or it cannot step aside.
    """
    context = resolution.context
    combatant = action_budget.require_whole_phase(context, command.who, "all_out_dodge")
    if not character.is_escalating(context):
        raise refuse("phases.dodge_undeclared", rule="PHA-51", who=combatant.name)
    if not can_step(combatant):
        raise refuse("phases.cannot_move", rule="PHA-48", who=combatant.name)
    resolution.record(*action_budget.dodging_events(context, combatant))
    return say("phases.log.all_out_dodge", who=combatant.name)


def leave(resolution: Resolution, command: do.Leave) -> Message:
    """Takes a combatant out of the encounter: it flees or surrenders. Source: PHA-75.

    Raises:
        RuleError: it has left already.
    """
    context = resolution.context
    combatant = context.active_combatant(command.who)
    if "left" in combatant.flags:
        raise refuse("phases.has_left", rule="PHA-75", who=combatant.name)
    resolution.record(ev.FlagSet(who=combatant.id, flag="left", on=True))
    return say("phases.log.leaves", who=combatant.name)
