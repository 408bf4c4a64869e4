"""The weapon in hand, and what it has left. Source: CWN-25 step 1, CWN-36l, CWN-36n."""

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.by_hand.refilling import SpareRules
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.cwn.sheet import character, gear, hands


def weapon_in_hand(one: Combatant) -> gear.Weapon:
    """Returns the weapon in hand as it is used by itself, whether or not it may be used now; else bare hands."""
    return gear.weapon_of(gear.ready_weapon(one) or gear.UNARMED)


def shots(one: Combatant, weapon: gear.Weapon, mode: str = "") -> int:
    """Returns the rounds in a weapon, the uses or the throws it has left; -1: it needs none.

    ``mode`` empty: used as it is by itself.
    """
    if (mode or weapon.modes[0]) == "thrown":
        return one.gauges.get(weapon.ammo, 1)
    if weapon.magazine or weapon.uses:
        return one.gauges.get(weapon.ammo, 0)
    return -1


def shots_events(
    one: Combatant, weapon: gear.Weapon, left: int, mode: str = ""
) -> tuple[ev.Event, ...]:
    """Returns the events by which a weapon has so many left; the last that is thrown leaves the hand.

    Source: CWN-25 step 1, CWN-36l, CWN-36n.
    """
    known = one.gauges.get(weapon.ammo)
    is_thrown = (mode or weapon.modes[0]) == "thrown"
    if is_thrown and known is None:
        return hands.throw_events(one, weapon.key)
    if left > (known or 0):
        return (ev.GaugeSet(who=one.id, gauge=weapon.ammo, to=left),)
    spent = ev.GaugeChanged(who=one.id, gauge=weapon.ammo, by=left - (known or 0))
    return (spent, *(hands.let_go(one, weapon.key) if is_thrown and not left else ()))


def magazine_items(one: Combatant) -> tuple[Item, ...]:
    """Returns the items that count spare magazines; empty: they are not counted, or there are none. Source: CWN-36l."""
    return tuple(item for item in one.items if item.values.get("trait") == "magazine")


def _magazines(one: Combatant, item: Item) -> int:
    return max(one.gauges.get(ammo_gauge(item.key), 0), 0)


def spares(one: Combatant, weapon: gear.Weapon) -> int:
    """Returns the spare magazines; -1: bows need none, and those of NPCs are not counted. Source: CWN-36l."""
    if weapon.is_bow:
        return -1
    found = magazine_items(one)
    if found:
        return sum(_magazines(one, item) for item in found)
    return 0 if character.is_pc(one) else -1


def spares_events(context: RulesContext, one: Combatant, value: int) -> tuple[ev.Event, ...]:
    """Returns the events by which somebody has so many spare magazines; the first there are go first."""
    events: list[ev.Event] = []
    found = magazine_items(one)
    more = int(value) - sum(_magazines(one, item) for item in found)
    for item in found:
        by = more if more > 0 else max(more, -_magazines(one, item))
        if by:
            events.append(ev.GaugeChanged(who=one.id, gauge=ammo_gauge(item.key), by=by))
        more -= by
    return tuple(events)


SPARES = SpareRules(
    left=lambda one, item: spares(one, gear.weapon_of(item)),
    set_left=lambda context, one, item, left: spares_events(context, one, left),
)
"""The spare magazines that weapons are filled from between fights. Source: CWN-36l."""


def reload_cost(context: RulesContext, one: Combatant, weapon: gear.Weapon) -> str:
    """Returns what training or a bow make of the cost of reloading; empty: the usual. Source: CWN-36l, CWN-45h."""
    is_quick = weapon.is_bow and character.skill(context, one, "shoot") >= 1
    if is_quick or gear.rank(one, "deadeye") >= 2:
        return "on_turn"
    return "move" if weapon.is_bow else ""
