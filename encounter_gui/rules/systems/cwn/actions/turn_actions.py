"""What else can be done with a turn: hands, magazines, holding, other work. Source: CWN-21 to CWN-24, CWN-36k."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Item
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import HoldTurn
from encounter_gui.rules.model.items import ammo_gauge, received
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.combat.attack_plan import no_weapon
from encounter_gui.rules.systems.cwn.rules import arms
from encounter_gui.rules.systems.cwn.rules.costs import reload as load
from encounter_gui.rules.systems.cwn.rules.fighter import armed
from encounter_gui.rules.systems.cwn.sheet import action_budget, gear, hands
from encounter_gui.rules.systems.cwn.sheet.records import dropped_by, lying_events

NOT_HELD = ("edge", "focus", "cyber", "mod")
"""Sorts of gear that are not taken in hand."""

_INSTANT_READY = {"melee": "armsmaster", "thrown": "armsmaster", "ranged": "deadeye"}


def spend(resolution: Resolution, command: do.Spend) -> Message:
    """Uses a Main or Move for what the rules have no numbers for. Source: CWN-21, CWN-22."""
    actor = action_budget.require_action(resolution.context, command.who, command.action)
    action_budget.pay(resolution, actor.id, command.action)
    return say(f"cwn.log.spends_{command.action}", who=actor.name, text=command.text or "–")


def ready(resolution: Resolution, command: do.Ready) -> Message:
    """Takes an item in hand: a Main, with training an Instant. Source: CWN-36k, CWN-45f, CWN-45h."""
    context = resolution.context
    actor = context.known_combatant(command.who)
    item = _item(actor, command.item)
    cost = "instant" if _is_ready_at_once(actor, item) else ""
    action_budget.require(context, actor.id, "ready", cost=cost)
    _require_free_hands(actor, item)
    if item.key in dropped_by(actor):
        raise refuse("cwn.lies_there", rule="CWN-36n", who=actor.name, item=item.name)
    resolution.record(*hands.take_events(actor, item))
    action_budget.spend(resolution, actor.id, "ready", cost=cost)
    return say("cwn.log.readies", who=actor.name, item=item.name)


def _is_ready_at_once(actor: Combatant, item: Item) -> bool:
    if item.kind != "weapon":
        return False
    return bool(gear.rank(actor, _INSTANT_READY[gear.weapon_of(item).reach]))


def _item(actor: Combatant, key: str) -> Item:
    item = actor.item(key)
    if item is None:
        raise no_weapon(actor, key)
    is_worn = item.kind == "armor" or item.values.get("sort") in NOT_HELD
    if is_worn or item.values.get("integral"):
        raise refuse("cwn.not_for_hands", rule="CWN-36k", item=item.name)
    return item


def _require_free_hands(actor: Combatant, item: Item) -> None:
    """Lets an item into the hands, or says why not: there are two. Source: CWN-36k, CWN-36n, CWN-64."""
    if item.key in gear.in_hands(actor):
        raise refuse("cwn.in_hand", rule="CWN-36k", who=actor.name, item=item.name)
    usable = gear.usable_hands(actor)
    if not usable:
        raise refuse("cwn.no_usable_hand", rule="CWN-64", who=actor.name, weapon=item.name)
    full = sum(gear.hands_for(held) for held in actor.items if held.key in gear.in_hands(actor))
    if full + gear.hands_for(item) > usable:
        raise refuse("cwn.hands_full", rule="CWN-36k", who=actor.name, item=item.name)


def stow(resolution: Resolution, command: do.Stow) -> Message:
    """Puts what is in hand away. Source: CWN-36k."""
    actor = action_budget.require(resolution.context, command.who, "ready")
    item = _item_in_hand(actor, command.item)
    resolution.record(*hands.let_go(actor, item.key))
    action_budget.spend(resolution, actor.id, "ready")
    return say("cwn.log.stows", who=actor.name, item=item.name)


def drop(resolution: Resolution, command: do.Drop) -> Message:
    """Lets what is in hand fall, at any time. Source: CWN-36m."""
    actor = action_budget.require(resolution.context, command.who, "drop")
    item = _item_in_hand(actor, command.item)
    resolution.record(*hands.drop_events(actor, item.key))
    action_budget.spend(resolution, actor.id, "drop")
    return say("cwn.log.drops", who=actor.name, item=item.name)


def _item_in_hand(actor: Combatant, key: str) -> Item:
    wanted = key or gear.held_key(actor)
    item = actor.item(wanted)
    if item is None or wanted not in gear.in_hands(actor):
        raise refuse("cwn.nothing_in_hand", rule="CWN-36k", who=actor.name)
    return item


def pick_up(resolution: Resolution, command: do.PickUp) -> Message:
    """Takes an item from the ground into a free hand: a Move. Source: CWN-36n, CWN-22."""
    actor = action_budget.require(resolution.context, command.who, "pick_up")
    if command.owner not in (None, actor.id):
        return _pick_up_from(resolution, actor, command)
    item = _item(actor, command.item)
    if item.key not in dropped_by(actor):
        raise refuse("cwn.not_dropped", rule="CWN-36n", who=actor.name, item=item.name)
    _require_free_hands(actor, item)
    resolution.record(*hands.take_events(actor, item), *lying_events(actor, item.key))
    action_budget.spend(resolution, actor.id, "pick_up")
    return say("cwn.log.picks_up", who=actor.name, item=item.name)


def _pick_up_from(resolution: Resolution, actor: Combatant, command: do.PickUp) -> Message:
    """Takes what another has let fall: it is the actor's from then on, with the rounds that are in it.

    Source: CWN-36n.
    """
    owner = resolution.context.known_combatant(command.owner or actor.id)
    found = owner.item(command.item)
    if found is None or found.key not in dropped_by(owner):
        name = found.name if found else command.item
        raise refuse("cwn.not_dropped", rule="CWN-36n", who=owner.name, item=name)
    item = received(found, actor.items)
    _require_free_hands(actor, item)
    resolution.record(
        *lying_events(owner, found.key),
        ev.ItemRemoved(who=owner.id, key=found.key),
        ev.ItemPut(who=actor.id, item=item),
    )
    rounds = owner.gauges.get(ammo_gauge(found.key))
    if rounds is not None:
        resolution.record(ev.GaugeSet(who=actor.id, gauge=ammo_gauge(item.key), to=rounds))
    resolution.record(*hands.take_events(resolution.combatant(actor.id), item))
    action_budget.spend(resolution, actor.id, "pick_up")
    return say("cwn.log.picks_up_from", who=actor.name, item=item.name, owner=owner.name)


def reload(resolution: Resolution, command: do.Reload) -> Message:
    """Fills a magazine: a Main; a bow by a Move, or On Turn for the trained. Source: CWN-36l, CWN-45h.

    It takes a spare magazine, ready on the belt; those of NPCs who carry none on their sheet are not counted.
    """
    context = resolution.context
    weapon = _reloadable(context.known_combatant(command.who), command.weapon)
    cost = arms.reload_cost(context, context.known_combatant(command.who), weapon)
    actor = action_budget.require(context, command.who, "reload", cost=cost)
    if actor.gauges.get(weapon.ammo, 0) >= weapon.magazine:
        raise refuse("cwn.is_full", rule="CWN-36l", weapon=weapon.name)
    if not arms.spares(actor, weapon):
        raise refuse("cwn.no_magazine", rule="CWN-36l", who=actor.name)
    body = armed(weapon, weapon.modes[0])
    taken, people = cost or action_budget.COSTS.of(context, "reload"), {"who": actor.id}
    mains, moves = int(taken == "main"), int(taken == "move")
    without_dice(at_table(TablePlay(resolution), body, load, people, mains, moves))
    resolution.reason("cwn.why.reloads", "CWN-36l")
    return say("cwn.log.reloads", who=actor.name, weapon=weapon.name, left=weapon.magazine)


def _reloadable(actor: Combatant, key: str) -> gear.Weapon:
    item = (None if key else gear.ready_weapon(actor)) or gear.find(actor, key)
    if item is None:
        raise no_weapon(actor, key)
    weapon = gear.weapon_of(item)  # a mortar, too, is loaded
    if not weapon.magazine:
        raise refuse("cwn.cannot_reload", rule="CWN-36l", weapon=item.name)
    if not gear.is_readied(actor, weapon):
        raise refuse("cwn.not_readied", rule="CWN-36l", who=actor.name, weapon=weapon.name)
    return weapon


def hold(resolution: Resolution, command: do.Hold) -> Message:
    """Spends the Move; what is left may be triggered at any time later this round. Source: CWN-36q, CWN-38."""
    state = resolution.context.state
    actor = action_budget.require_action(resolution.context, command.who, "move")
    if actor.has("holding"):
        raise refuse("cwn.holds_already", rule="CWN-38", who=actor.name)
    if not action_budget.actions_left(actor, "main"):
        raise refuse("cwn.nothing_to_hold", rule="CWN-38", who=actor.name)
    resolution.change_gauge(actor.id, "move", 1)
    resolution.record(ev.SlotDone(who=actor.id, group=state.group))
    resolution.add_condition(actor.id, Condition(key="holding", until=Expiry(round=state.round)))
    resolution.reason("cwn.why.holds", "CWN-38")
    return say("cwn.log.holds", who=actor.name)


def hold_turn(resolution: Resolution, command: HoldTurn) -> Message:
    """Holds an action by these rules instead of by hand; ``until`` stands in the log. Source: CWN-38."""
    label = hold(resolution, do.Hold(who=command.who))
    until = command.until.strip()
    if not until:
        return label
    return say("cwn.log.holds_until", who=resolution.combatant(command.who).name, until=until)


def end_turn(resolution: Resolution, command: do.Done) -> Message:
    """Ends a combatant's turn. Source: CWN-17."""
    state = resolution.context.state
    actor = resolution.context.active_combatant(command.who)
    if not action_budget.is_own_turn(state, actor.id):
        raise refuse("cwn.not_your_turn", rule="CWN-16", who=actor.name)
    resolution.record(ev.SlotDone(who=actor.id, group=state.group))
    return say("cwn.log.done", who=actor.name)


def leave(resolution: Resolution, command: do.Leave) -> Message:
    """Takes a combatant out of the encounter that is not down. Source: CWN-66."""
    actor = resolution.context.known_combatant(command.who)
    if "left" in actor.flags:
        raise refuse("cwn.left_already", rule="CWN-66", who=actor.name)
    resolution.set_flag(actor.id, "left", on=True)
    return say("cwn.log.left", who=actor.name)
