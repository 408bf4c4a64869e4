"""What else can be done with a turn: hands, magazines, holding, other work. Source: CWN-21 to CWN-24, CWN-36k."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Item
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
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


def spend(scene: Scene, command: Spend) -> Procedure:
    """Uses a Main or Move for what the rules have no numbers for. Source: CWN-21, CWN-22."""
    yield from ()
    one = action_budget.actor(scene, command.who, command.action)
    return Outcome(
        label=say(f"cwn.log.spends_{command.action}", who=one.name, text=command.text or "–"),
        events=action_budget.paid(scene, one, command.action),
    )


def ready(scene: Scene, command: Ready) -> Procedure:
    """Takes an item in hand: a Main, with training an Instant. Source: CWN-36k, CWN-45f, CWN-45h."""
    yield from ()
    item = _item(scene.known(command.who), command.item)
    is_instant = _readies_at_once(scene.known(command.who), item)
    one = (
        action_budget.conscious(scene, command.who)
        if is_instant
        else action_budget.actor(scene, command.who, "main")
    )
    paid = () if is_instant else action_budget.paid(scene, one, "main")
    _allow_in_hand(one, item)
    if item.key in gear.dropped(one):
        raise refuse("cwn.lies_there", rule="CWN-36n", who=one.name, item=item.name)
    return Outcome(
        label=say("cwn.log.readies", who=one.name, item=item.name),
        events=(*taken(one, item), *paid),
    )


def _readies_at_once(one: Combatant, item: Item) -> bool:
    if item.kind != "weapon":
        return False
    weapon = gear.weapon_of(item)
    return bool(gear.rank(one, _INSTANT_READY[weapon.reach]))


def _item(one: Combatant, key: str) -> Item:
    item = one.item(key)
    if item is None:
        raise no_weapon(one, key)
    if item.kind == "armor" or item.values.get("sort") in NOT_HELD:
        raise refuse("cwn.not_for_hands", rule="CWN-36k", item=item.name)
    return item


def _allow_in_hand(one: Combatant, item: Item) -> None:
    """Lets a thing into the hands, or says why not: there are two. Source: CWN-36k, CWN-36n, CWN-64.

    Raises:
        RuleError: it is in hand, or no hand is free for it.
    """
    if item.key in gear.in_hands(one):
        raise refuse("cwn.in_hand", rule="CWN-36k", who=one.name, item=item.name)
    full = sum(gear.hands_for(held) for held in one.items if held.key in gear.in_hands(one))
    hands = 1 if one.has("one_hand") else 2
    if full + gear.hands_for(item) > hands:
        raise refuse("cwn.hands_full", rule="CWN-36k", who=one.name, item=item.name)


def taken(one: Combatant, item: Item) -> tuple[ev.Event, ...]:
    """Returns the events of a thing taken in hand; what was there goes to the other. Source: CWN-36k."""
    return (
        ev.MemoSet(who=one.id, key=gear.OTHER_HAND, value=gear.held(one)),
        ev.MemoSet(who=one.id, key=gear.HELD, value=item.key),
    )


def stow(scene: Scene, command: Stow) -> Procedure:
    """Puts what is in hand away. Source: CWN-36k."""
    yield from ()
    one = action_budget.actor(scene, command.who, "main")
    item = _held(one, command.item)
    return Outcome(
        label=say("cwn.log.stows", who=one.name, item=item.name),
        events=(*falling.let_go(one, item.key), *action_budget.paid(scene, one, "main")),
    )


def drop(scene: Scene, command: Drop) -> Procedure:
    """Lets what is in hand fall, at any time. Source: CWN-36m."""
    yield from ()
    one = action_budget.conscious(scene, command.who)
    item = _held(one, command.item)
    return Outcome(
        label=say("cwn.log.drops", who=one.name, item=item.name),
        events=falling.dropped_one(one, item.key),
    )


def _held(one: Combatant, key: str) -> Item:
    wanted = key or gear.held(one)
    item = one.item(wanted)
    if item is None or wanted not in gear.in_hands(one):
        raise refuse("cwn.nothing_in_hand", rule="CWN-36k", who=one.name)
    return item


def pick_up(scene: Scene, command: PickUp) -> Procedure:
    """Takes something from the ground into a free hand: a Move. Source: CWN-36n, CWN-22."""
    yield from ()
    one = action_budget.actor(scene, command.who, "move")
    item = _item(one, command.item)
    if item.key not in gear.dropped(one):
        raise refuse("cwn.not_dropped", rule="CWN-36n", who=one.name, item=item.name)
    _allow_in_hand(one, item)
    lying = " ".join(key for key in gear.dropped(one) if key != item.key)
    return Outcome(
        label=say("cwn.log.picks_up", who=one.name, item=item.name),
        events=(
            *taken(one, item),
            ev.MemoSet(who=one.id, key=gear.DROPPED, value=lying),
            *action_budget.paid(scene, one, "move"),
        ),
    )


def reload(scene: Scene, command: Reload) -> Procedure:
    """Fills a magazine: a Main; a bow by a Move, or On Turn for the trained. Source: CWN-36l, CWN-45h.

    Whoever carries spare magazines needs one, ready on the belt.
    """
    yield from ()
    weapon = _reloadable(scene.known(command.who), command.weapon)
    one, paid = _reloading(scene, command, weapon)
    if one.gauges.get(weapon.ammo, 0) >= weapon.magazine:
        raise refuse("cwn.is_full", rule="CWN-36l", weapon=weapon.name)
    spare = () if weapon.is_bow else _spare(one)
    return Outcome(
        label=say("cwn.log.reloads", who=one.name, weapon=weapon.name, left=weapon.magazine),
        events=(
            ev.GaugeSet(who=one.id, gauge=weapon.ammo, to=weapon.magazine),
            *spare,
            *paid,
        ),
        reasons=(Reason(text=say("cwn.why.reloads"), rule="CWN-36l"),),
    )


def _reloadable(one: Combatant, key: str) -> gear.Weapon:
    item = gear.find(one, key)
    if item is None:
        raise no_weapon(one, key)
    weapon = gear.weapon_of(item) if item.kind == "weapon" else None
    if weapon is None or not weapon.magazine:
        raise refuse("cwn.cannot_reload", rule="CWN-36l", weapon=item.name)
    if not gear.is_readied(one, weapon):
        raise refuse("cwn.not_readied", rule="CWN-36l", who=one.name, weapon=weapon.name)
    return weapon


def _reloading(
    scene: Scene, command: Reload, weapon: gear.Weapon
) -> tuple[Combatant, tuple[ev.Event, ...]]:
    """Returns who reloads and what it costs. Source: CWN-36l, CWN-45h."""
    one = scene.known(command.who)
    is_quick = weapon.is_bow and character.skill(scene, one, "shoot") >= 1
    if is_quick or gear.rank(one, "deadeye") >= 2:
        return action_budget.on_turn(scene, command.who), ()
    action: action_budget.Action = "move" if weapon.is_bow else "main"
    one = action_budget.actor(scene, command.who, action)
    return one, action_budget.paid(scene, one, action)


def _spare(one: Combatant) -> tuple[ev.Event, ...]:
    for item in one.items:
        if item.values.get("trait") != "magazine":
            continue
        gauge = ammo_gauge(item.key)
        if one.gauges.get(gauge, 0) < 1:
            raise refuse("cwn.no_magazine", rule="CWN-36l", who=one.name)
        return (ev.GaugeChanged(who=one.id, gauge=gauge, by=-1),)
    return ()


def hold(scene: Scene, command: Hold) -> Procedure:
    """Spends the Move; what is left may be triggered at any time later this round. Source: CWN-36q, CWN-38."""
    yield from ()
    one = action_budget.actor(scene, command.who, "move")
    if one.has("holding"):
        raise refuse("cwn.holds_already", rule="CWN-38", who=one.name)
    if not action_budget.left(one, "main"):
        raise refuse("cwn.nothing_to_hold", rule="CWN-38", who=one.name)
    until = Expiry(round=scene.state.round)
    return Outcome(
        label=say("cwn.log.holds", who=one.name),
        events=(
            ev.GaugeChanged(who=one.id, gauge="move", by=1),
            ev.SlotDone(who=one.id, group=scene.state.group),
            ev.ConditionAdded(who=one.id, condition=Condition(key="holding", until=until)),
        ),
        reasons=(Reason(text=say("cwn.why.holds"), rule="CWN-38"),),
    )


def done(scene: Scene, command: Done) -> Procedure:
    """Ends somebody's turn. Source: CWN-17."""
    yield from ()
    one = scene.present(command.who)
    if not action_budget.is_own_turn(scene.state, one.id):
        raise refuse("cwn.not_your_turn", rule="CWN-16", who=one.name)
    return Outcome(
        label=say("cwn.log.done", who=one.name),
        events=(ev.SlotDone(who=one.id, group=scene.state.group),),
    )


def leave(scene: Scene, command: Leave) -> Procedure:
    """Takes somebody out of the fight who is not down. Source: CWN-66."""
    yield from ()
    one = scene.known(command.who)
    if "left" in one.flags:
        raise refuse("cwn.left_already", rule="CWN-66", who=one.name)
    return Outcome(
        label=say("cwn.log.left", who=one.name),
        events=(ev.FlagSet(who=one.id, flag="left", on=True),),
    )
