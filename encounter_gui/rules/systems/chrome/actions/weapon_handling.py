"""Keeping weapons working: reloading, jams, what lies on the ground, what is in hand. Source: CHR-29d, CHR-40."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import ammo_gauge, number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat.attack_plan import no_weapon
from encounter_gui.rules.systems.chrome.rules import weapons
from encounter_gui.rules.systems.chrome.rules.at_table import at
from encounter_gui.rules.systems.chrome.rules.fighter import arm_of
from encounter_gui.rules.systems.chrome.sheet import action_budget, gear


def reload(resolution: Resolution, command: do.Reload) -> Message:
    """Reloads a firearm, to the last shot. Source: CHR-29d."""
    combatant = action_budget.require_body(resolution.context, command.who, "reload")
    item = gear.find(combatant, command.weapon)
    most = number(item.values.get("magazine")) if item else 0
    if item is None or not most:
        raise refuse("chrome.needs_no_reload", rule="CHR-29d", who=combatant.name)
    gauge = ammo_gauge(item.key)
    if combatant.gauges.get(gauge, 0) >= most:
        raise refuse("chrome.is_full", rule="CHR-29d", weapon=item.name)
    _at_hand(combatant, item.key, item.name)
    action_budget.pay(resolution, combatant.id, action="reload")
    arm = arm_of(combatant, item.key)
    weapons.reload(*at(resolution, combatant.id), arm, most)
    return say("chrome.log.reloads", who=combatant.name, weapon=item.name, shots=most)


def clear_jam(resolution: Resolution, command: do.ClearJam) -> Message:
    """Clears a jammed weapon. Source: CHR-40."""
    combatant = action_budget.require_body(resolution.context, command.who, "clear_jam")
    jammed = gear.troubled_keys(combatant, gear.JAM)
    key = command.weapon or next(iter(jammed), "")
    item = combatant.item(key)
    if item is None or key not in jammed:
        raise refuse("chrome.not_jammed", rule="CHR-40", who=combatant.name)
    _at_hand(combatant, key, item.name)
    action_budget.pay(resolution, combatant.id, action="clear_jam")
    weapons.clear_jam(*at(resolution, combatant.id), arm_of(combatant, key))
    return say("chrome.log.clears", who=combatant.name, weapon=item.name)


def pick_up(resolution: Resolution, command: do.PickUp) -> Message:
    """Picks up a dropped weapon. Source: CHR-40."""
    combatant = action_budget.require_body(resolution.context, command.who, "pick_up")
    dropped = gear.troubled_keys(combatant, gear.DROPPED)
    key = command.weapon or next(iter(dropped), "")
    item = combatant.item(key)
    if item is None or key not in dropped:
        raise refuse("chrome.not_dropped", rule="CHR-40", who=combatant.name)
    action_budget.pay(resolution, combatant.id, action="pick_up")
    weapons.pick_up(*at(resolution, combatant.id), arm_of(combatant, key))
    return say("chrome.log.picks_up", who=combatant.name, weapon=item.name)


def _at_hand(combatant: Combatant, key: str, name: str) -> None:
    if gear.is_dropped(combatant, key):
        raise refuse("chrome.weapon_dropped", rule="CHR-40", who=combatant.name, weapon=name)


def hold(resolution: Resolution, command: do.Hold) -> Message:
    """Takes another weapon in hand. Source: CHR-28."""
    combatant = action_budget.require_conscious(resolution.context, command.who)
    item = gear.find(combatant, command.weapon) if command.weapon else None
    if item is None:
        raise no_weapon(combatant, command.weapon)
    _at_hand(combatant, item.key, item.name)
    if item.key == gear.other_hand_key(combatant):
        resolution.set_record(combatant.id, gear.OTHER_HAND, combatant.memo_text("held"))
    resolution.set_record(combatant.id, "held", item.key)
    return say("chrome.log.holds", who=combatant.name, weapon=item.name)
