"""What else a turn is spent on: cover, gear, consumables, and what costs nothing.

Source: CHR-28, CHR-34.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant, Condition, Item
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import ammo_gauge, number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.checks import conviction
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear


def take_cover(resolution: Resolution, command: do.TakeCover) -> Message:
    """Takes cover, which costs nothing, but only goes with a move. Source: CHR-29n, CHR-34."""
    if action_budget.is_running(resolution.context):
        combatant = action_budget.require_actor(resolution.context, command.who)
        if not combatant.gauges.get(action_budget.MOVES):
            raise refuse("chrome.move_first", rule="CHR-29n", who=combatant.name)
        action_budget.require_embodied(combatant)
    else:
        combatant = action_budget.require_conscious(resolution.context, command.who)
    resolution.add_condition(combatant.id, Condition(key="in_cover"))
    return say("chrome.log.takes_cover", who=combatant.name)


def activate(resolution: Resolution, command: do.Activate) -> Message:
    """Spends a Major Action whose effect the game master decides. Source: CHR-28, CHR-29g, CHR-29h."""
    context, action = resolution.context, "activate"
    combatant = action_budget.require_action(context, command.who, action=action)
    action_budget.pay(resolution, combatant.id, action=action)
    return say("chrome.log.activates", who=combatant.name, what=command.text or "–")


def free(resolution: Resolution, command: do.Free) -> Message:
    """Plays what costs nothing. Source: CHR-28, CHR-29m."""
    combatant = resolution.context.known_combatant(command.who)
    if not character.is_presence(combatant):
        action_budget.require_conscious(resolution.context, command.who)
    return say("chrome.log.free", who=combatant.name, what=command.text or "–")


def use_item(resolution: Resolution, command: do.UseItem) -> Message:
    """Uses items: medpacks one an action, others as many of a kind as wanted. Source: CHR-29i, CHR-29j, CHR-68."""
    context = resolution.context
    action = _action_of(context.known_combatant(command.who), command.item)
    combatant = action_budget.require_body(context, command.who, action)
    units = {command.target or command.who: command.count}
    for other in command.others:
        units[other] = units.get(other, 0) + 1
    item = _consumable(
        resolution, combatant, command.item, sum(units.values()), least=min(units.values())
    )
    for who in units:
        deaths.require_alive(context.known_combatant(who))
    action_budget.pay(resolution, combatant.id, action=action)
    resolution.change_gauge(combatant.id, ammo_gauge(item.key), -sum(units.values()))
    healed = sum(
        _apply_units(resolution, combatant, who, item, count) for who, count in units.items()
    )
    return say(
        "chrome.log.uses",
        who=combatant.name,
        target=", ".join(context.combatant(who).name for who in units),
        item=item.name,
        count=sum(units.values()),
        healed=healed,
    )


def _action_of(combatant: Combatant, key: str) -> str:
    """Returns the action that using an item is: a medpack is used one at a time. Source: CHR-29i, CHR-29j."""
    item = combatant.item(key)
    return "medpack" if item is not None and item.values.get("one_at_a_time") else "use_item"


def _apply_units(
    resolution: Resolution, combatant: Combatant, who: CombatantId, item: Item, count: int
) -> int:
    """Applies units of an item to a combatant; returns the Health given back. Source: CHR-68."""
    healed = heal(resolution, who, count * number(item.values.get("heals")))
    calmed = conviction.regain(resolution, who, count * number(item.values.get("calms")))
    resolution.fact("use", combatant.id, who, item=item.key, healed=healed, calmed=calmed)
    return healed


def _consumable(
    resolution: Resolution, combatant: Combatant, key: str, count: int, *, least: int
) -> Item:
    item = next((each for each in gear.consumables(combatant) if each.key == key), None)
    if item is None:
        raise refuse("chrome.no_such_item", rule="CHR-29j", who=combatant.name, item=key)
    left = combatant.gauges.get(ammo_gauge(item.key), 0)
    if least < 0 or not 1 <= count <= left:
        raise refuse(
            "chrome.not_so_many", rule="CHR-29j", who=combatant.name, item=item.name, left=left
        )
    in_bulk = bool(resolution.context.switch("chrome.bulkConsumables"))
    if count > 1 and (item.values.get("one_at_a_time") or not in_bulk):
        raise refuse("chrome.one_at_a_time", rule="CHR-29i", item=item.name)
    return item


def heal(resolution: Resolution, who: CombatantId, amount: int) -> int:
    """Gives Health back, never above full; returns how much. Source: CHR-04, CHR-68."""
    combatant = resolution.combatant(who)
    gained = max(min(amount, character.health(combatant) - character.health_now(combatant)), 0)
    resolution.change_gauge(combatant.id, character.HEALTH, gained)
    return gained


def leave(resolution: Resolution, command: do.Leave) -> Message:
    """Takes a combatant out of the fight without its being down."""
    combatant = resolution.context.known_combatant(command.who)
    if "left" in combatant.flags:
        raise refuse("chrome.has_left", who=combatant.name)
    resolution.set_flag(combatant.id, "left", on=True)
    return say("chrome.log.left", who=combatant.name)
