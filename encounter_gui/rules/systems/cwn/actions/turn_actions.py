"""What else can be done with a turn: hands, magazines, holding, other work. Source: CWN-21 to CWN-24, CWN-36k."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Item
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.cwn.combat.attack_plan import no_weapon
from encounter_gui.rules.systems.cwn.commands import (
    Done,
    Drop,
    Hold,
    Leave,
    PickUp,
    Ready,
    Reload,
    Spend,
    Stow,
)
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear

NOT_HELD = ("edge", "focus", "cyber", "mod")
"""Things of kind gear that are nothing to take in hand."""

_INSTANT_READY = {"melee": "armsmaster", "thrown": "armsmaster", "ranged": "deadeye"}


def spend(context: RulesContext, command: Spend) -> Procedure:
    """Uses a Main or Move for what the rules have no numbers for. Source: CWN-21, CWN-22."""
    yield from ()
    combatant = action_budget.actor(context, command.who, command.action)
    return Outcome(
        label=say(f"cwn.log.spends_{command.action}", who=combatant.name, text=command.text or "–"),
        events=action_budget.paid(context, combatant, command.action),
    )


def ready(context: RulesContext, command: Ready) -> Procedure:
    """Takes an item in hand: a Main, with training an Instant. Source: CWN-36k, CWN-45f, CWN-45h."""
    yield from ()
    item = _item(context.known_combatant(command.who), command.item)
    is_instant = _readies_at_once(context.known_combatant(command.who), item)
    combatant = (
        action_budget.conscious(context, command.who)
        if is_instant
        else action_budget.actor(context, command.who, "main")
    )
    paid = () if is_instant else action_budget.paid(context, combatant, "main")
    _allow_in_hand(combatant, item)
    if item.key in gear.dropped(combatant):
        raise refuse("cwn.lies_there", rule="CWN-36n", who=combatant.name, item=item.name)
    return Outcome(
        label=say("cwn.log.readies", who=combatant.name, item=item.name),
        events=(*taken(combatant, item), *paid),
    )


def _readies_at_once(combatant: Combatant, item: Item) -> bool:
    if item.kind != "weapon":
        return False
    weapon = gear.weapon_of(item)
    return bool(gear.rank(combatant, _INSTANT_READY[weapon.reach]))


def _item(combatant: Combatant, key: str) -> Item:
    item = combatant.item(key)
    if item is None:
        raise no_weapon(combatant, key)
    if item.kind == "armor" or item.values.get("sort") in NOT_HELD:
        raise refuse("cwn.not_for_hands", rule="CWN-36k", item=item.name)
    return item


def _allow_in_hand(combatant: Combatant, item: Item) -> None:
    """Lets a thing into the hands, or says why not: there are two. Source: CWN-36k, CWN-36n, CWN-64.

    Raises:
        RuleError: it is in hand, or no hand is free for it.
    """
    if item.key in gear.in_hands(combatant):
        raise refuse("cwn.in_hand", rule="CWN-36k", who=combatant.name, item=item.name)
    full = sum(
        gear.hands_for(held) for held in combatant.items if held.key in gear.in_hands(combatant)
    )
    hands = 1 if combatant.has("one_hand") else 2
    if full + gear.hands_for(item) > hands:
        raise refuse("cwn.hands_full", rule="CWN-36k", who=combatant.name, item=item.name)


def taken(combatant: Combatant, item: Item) -> tuple[ev.Event, ...]:
    """Returns the events of a thing taken in hand; what was there goes to the other. Source: CWN-36k."""
    return (
        ev.MemoSet(who=combatant.id, key=gear.OTHER_HAND, value=gear.held(combatant)),
        ev.MemoSet(who=combatant.id, key=gear.HELD, value=item.key),
    )


def stow(context: RulesContext, command: Stow) -> Procedure:
    """Puts what is in hand away. Source: CWN-36k."""
    yield from ()
    combatant = action_budget.actor(context, command.who, "main")
    item = _held(combatant, command.item)
    return Outcome(
        label=say("cwn.log.stows", who=combatant.name, item=item.name),
        events=(
            *falling.let_go(combatant, item.key),
            *action_budget.paid(context, combatant, "main"),
        ),
    )


def drop(context: RulesContext, command: Drop) -> Procedure:
    """Lets what is in hand fall, at any time. Source: CWN-36m."""
    yield from ()
    combatant = action_budget.conscious(context, command.who)
    item = _held(combatant, command.item)
    return Outcome(
        label=say("cwn.log.drops", who=combatant.name, item=item.name),
        events=falling.dropped_one(combatant, item.key),
    )


def _held(combatant: Combatant, key: str) -> Item:
    wanted = key or gear.held(combatant)
    item = combatant.item(wanted)
    if item is None or wanted not in gear.in_hands(combatant):
        raise refuse("cwn.nothing_in_hand", rule="CWN-36k", who=combatant.name)
    return item


def pick_up(context: RulesContext, command: PickUp) -> Procedure:
    """Takes something from the ground into a free hand: a Move. Source: CWN-36n, CWN-22."""
    yield from ()
    combatant = action_budget.actor(context, command.who, "move")
    item = _item(combatant, command.item)
    if item.key not in gear.dropped(combatant):
        raise refuse("cwn.not_dropped", rule="CWN-36n", who=combatant.name, item=item.name)
    _allow_in_hand(combatant, item)
    lying = " ".join(key for key in gear.dropped(combatant) if key != item.key)
    return Outcome(
        label=say("cwn.log.picks_up", who=combatant.name, item=item.name),
        events=(
            *taken(combatant, item),
            ev.MemoSet(who=combatant.id, key=gear.DROPPED, value=lying),
            *action_budget.paid(context, combatant, "move"),
        ),
    )


def reload(context: RulesContext, command: Reload) -> Procedure:
    """Fills a magazine: a Main; a bow by a Move, or On Turn for the trained. Source: CWN-36l, CWN-45h.

    Whoever carries spare magazines needs one, ready on the belt.
    """
    yield from ()
    weapon = _reloadable(context.known_combatant(command.who), command.weapon)
    combatant, paid = _reloading(context, command, weapon)
    if combatant.gauges.get(weapon.ammo, 0) >= weapon.magazine:
        raise refuse("cwn.is_full", rule="CWN-36l", weapon=weapon.name)
    spare = () if weapon.is_bow else _spare(combatant)
    return Outcome(
        label=say("cwn.log.reloads", who=combatant.name, weapon=weapon.name, left=weapon.magazine),
        events=(
            ev.GaugeSet(who=combatant.id, gauge=weapon.ammo, to=weapon.magazine),
            *spare,
            *paid,
        ),
        reasons=(Reason(text=say("cwn.why.reloads"), rule="CWN-36l"),),
    )


def _reloadable(combatant: Combatant, key: str) -> gear.Weapon:
    item = gear.find(combatant, key)
    if item is None:
        raise no_weapon(combatant, key)
    weapon = gear.weapon_of(item) if item.kind == "weapon" else None
    if weapon is None or not weapon.magazine:
        raise refuse("cwn.cannot_reload", rule="CWN-36l", weapon=item.name)
    if not gear.is_readied(combatant, weapon):
        raise refuse("cwn.not_readied", rule="CWN-36l", who=combatant.name, weapon=weapon.name)
    return weapon


def _reloading(
    context: RulesContext, command: Reload, weapon: gear.Weapon
) -> tuple[Combatant, tuple[ev.Event, ...]]:
    """Returns who reloads and what it costs. Source: CWN-36l, CWN-45h."""
    combatant = context.known_combatant(command.who)
    is_quick = weapon.is_bow and character.skill(context, combatant, "shoot") >= 1
    if is_quick or gear.rank(combatant, "deadeye") >= 2:
        return action_budget.on_turn(context, command.who), ()
    action: action_budget.Action = "move" if weapon.is_bow else "main"
    combatant = action_budget.actor(context, command.who, action)
    return combatant, action_budget.paid(context, combatant, action)


def _spare(combatant: Combatant) -> tuple[ev.Event, ...]:
    for item in combatant.items:
        if item.values.get("trait") != "magazine":
            continue
        gauge = ammo_gauge(item.key)
        if combatant.gauges.get(gauge, 0) < 1:
            raise refuse("cwn.no_magazine", rule="CWN-36l", who=combatant.name)
        return (ev.GaugeChanged(who=combatant.id, gauge=gauge, by=-1),)
    return ()


def hold(context: RulesContext, command: Hold) -> Procedure:
    """Spends the Move; what is left may be triggered at any time later this round. Source: CWN-36q, CWN-38."""
    yield from ()
    combatant = action_budget.actor(context, command.who, "move")
    if combatant.has("holding"):
        raise refuse("cwn.holds_already", rule="CWN-38", who=combatant.name)
    if not action_budget.left(combatant, "main"):
        raise refuse("cwn.nothing_to_hold", rule="CWN-38", who=combatant.name)
    until = Expiry(round=context.state.round)
    return Outcome(
        label=say("cwn.log.holds", who=combatant.name),
        events=(
            ev.GaugeChanged(who=combatant.id, gauge="move", by=1),
            ev.SlotDone(who=combatant.id, group=context.state.group),
            ev.ConditionAdded(who=combatant.id, condition=Condition(key="holding", until=until)),
        ),
        reasons=(Reason(text=say("cwn.why.holds"), rule="CWN-38"),),
    )


def done(context: RulesContext, command: Done) -> Procedure:
    """Ends somebody's turn. Source: CWN-17."""
    yield from ()
    combatant = context.active_combatant(command.who)
    if not action_budget.is_own_turn(context.state, combatant.id):
        raise refuse("cwn.not_your_turn", rule="CWN-16", who=combatant.name)
    return Outcome(
        label=say("cwn.log.done", who=combatant.name),
        events=(ev.SlotDone(who=combatant.id, group=context.state.group),),
    )


def leave(context: RulesContext, command: Leave) -> Procedure:
    """Takes somebody out of the fight who is not down. Source: CWN-66."""
    yield from ()
    combatant = context.known_combatant(command.who)
    if "left" in combatant.flags:
        raise refuse("cwn.left_already", rule="CWN-66", who=combatant.name)
    return Outcome(
        label=say("cwn.log.left", who=combatant.name),
        events=(ev.FlagSet(who=combatant.id, flag="left", on=True),),
    )
