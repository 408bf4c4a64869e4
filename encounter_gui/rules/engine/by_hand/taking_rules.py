"""A running fight goes on by other rules of its game: what people carry follows what the rules now say of it."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.items import ammo_gauge, most_ammo


def take_rules(resolution: Resolution, command: do.TakeRules) -> Message:
    """Has a fight go on by other rules.

    What somebody carries has its values copied from the library: those that are still as the old rules said follow the
    new ones, those that are the combatant's own stay. A magazine that was full is full, no other gains a round.
    """
    resolution.record(ev.RulesTaken(rules=command.rules, name=command.name))
    for combatant in resolution.context.state.combatants.values():
        for change in command.items:
            for item in combatant.items:
                if item.sort == change.was.sort:
                    resolution.record(*_followed(combatant, item, change))
    return say("rules.log.rules_taken", name=command.name)


def _followed(combatant: Combatant, item: Item, change: do.ItemChange) -> Iterator[ev.Event]:
    """Yields what becomes of one thing that somebody carries."""
    now = structs.replace(
        item,
        name=change.now.name if item.name == change.was.name else item.name,
        values=dict(_values(item, change)),
    )
    if now == item:
        return
    yield ev.ItemPut(who=combatant.id, item=now)
    gauge = ammo_gauge(item.key)
    left, before, after = combatant.gauges.get(gauge), most_ammo(item), most_ammo(now)
    if left is not None and before != after:
        to = after if left == before else min(left, after)
        if to != left:
            yield ev.GaugeSet(who=combatant.id, gauge=gauge, to=to)


def _values(item: Item, change: do.ItemChange) -> Iterator[tuple[str, Value]]:
    was, now = change.was.values, change.now.values
    for key in dict.fromkeys((*item.values, *now)):
        is_own = key in item.values and item.values.get(key) != was.get(key)
        if is_own:
            yield key, item.values[key]
        elif key in now and (key in item.values or key not in was):
            yield key, now[key]
