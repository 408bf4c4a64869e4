"""A running fight goes on by other rules of its game: what people carry and how much they hold follows them."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.engine.by_hand.sheets import Carrying, most_of_gauge
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.items import ammo_gauge, most_ammo
from encounter_gui.rules.model.ruleset import GaugeDef


def take_rules(resolution: Resolution, command: do.TakeRules, carrying: Carrying) -> Message:
    """Has a fight go on by other rules.

    What somebody carries has its values copied from the library: those that are still as the old rules said follow the
    new ones, those that are the combatant's own stay. A magazine that was full is full, no other gains a round. So it
    is with every running number whose most is another: what was full is full, what is above its most comes down to it,
    and nothing else changes.

    Raises:
        RuleError: the fight is over, or nobody keeps these rules.
    """
    before = resolution.context
    if before.state.stage == "ended":
        raise refuse("rules.over_by_its_rules")
    if before.kept_rules is None:
        raise refuse("play.no_such_rules")
    ruleset = before.kept_rules(command.rules)
    resolution.record(ev.RulesTaken(rules=command.rules, name=command.name))
    for combatant in resolution.context.state.combatants.values():
        for change in command.items:
            for item in combatant.items:
                if item.sort == change.was.sort:
                    resolution.record(*_followed(combatant, item, change))
    after = structs.replace(resolution.context, ruleset=ruleset)
    for who in before.state.combatants:
        resolution.record(*_filled(before, after, who, carrying))
    return say("rules.log.rules_taken", name=command.name)


def _filled(
    before: RulesContext, after: RulesContext, who: CombatantId, carrying: Carrying
) -> Iterator[ev.Event]:
    """Yields what becomes of the running numbers of a combatant whose most is another by other rules."""
    was, now = before.combatant(who), after.combatant(who)
    for gauge in after.ruleset.gauges:
        value = now.gauges.get(gauge.key)
        if value is None or before.ruleset.gauge(gauge.key) is None:
            continue
        most = most_of_gauge(before, was, gauge.key, carrying)
        limit = most_of_gauge(after, now, gauge.key, carrying)
        if most is None or limit is None or most == limit:
            continue
        to = _fitted(gauge, value, most, limit)
        if to != value:
            yield ev.GaugeSet(who=now.id, gauge=gauge.key, to=to)


def _fitted(gauge: GaugeDef, value: int, was: int, now: int) -> int:
    """Returns a running number whose most was one and is another; above its most it stays as far above."""
    if value > was:
        return value
    if gauge.is_harm:
        return min(value, now)
    return now if value == was else min(value, now)


def _followed(combatant: Combatant, item: Item, change: do.ItemChange) -> Iterator[ev.Event]:
    """Yields what becomes of one thing that somebody carries."""
    now = followed_item(item, change)
    if now == item:
        return
    yield ev.ItemPut(who=combatant.id, item=now)
    for gauge, to in refilled(combatant, item, now).items():
        yield ev.GaugeSet(who=combatant.id, gauge=gauge, to=to)


def refilled(combatant: Combatant, was: Item, now: Item) -> dict[str, int]:
    """Returns the rounds in a thing that holds another number of them than it did, by their gauge; none: as before."""
    gauge = ammo_gauge(was.key)
    left, before, after = combatant.gauges.get(gauge), most_ammo(was), most_ammo(now)
    if left is None or before == after:
        return {}
    to = after if left == before else min(left, after)
    return {gauge: to} if to != left else {}


def followed_item(item: Item, change: do.ItemChange) -> Item:
    """Returns a thing as other rules say it, except for what of it is its owner's own."""
    return structs.replace(
        item,
        name=change.now.name if item.name == change.was.name else item.name,
        values=dict(_values(item, change)),
    )


def _values(item: Item, change: do.ItemChange) -> Iterator[tuple[str, Value]]:
    was, now = change.was.values, change.now.values
    for key in dict.fromkeys((*item.values, *now)):
        is_own = key in item.values and item.values.get(key) != was.get(key)
        if is_own:
            yield key, item.values[key]
        elif key in now and (key in item.values or key not in was):
            yield key, now[key]
