"""Magazines that are filled outside a fight from what is carried: every weapon to its last round.

What a magazine costs the game says: where it counts spare ones, each weapon that is filled takes one, as a reload in a
fight does.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Refill
from encounter_gui.rules.model.items import MAGAZINE, ammo_gauge, number
from encounter_gui.rules.model.text_format import names_of


def _uncounted(combatant: Combatant, item: Item) -> int:
    return -1


def _nothing_taken(
    context: RulesContext, combatant: Combatant, item: Item, left: int
) -> Iterable[ev.Event]:
    return ()


class SpareRules(Struct, frozen=True, kw_only=True):
    """How a game counts the magazines somebody carries for a weapon; by default it counts none, and there are enough.

    ``left`` returns how many there are (-1: not counted), ``set_left`` the events by which there are so many.
    """

    left: Callable[[Combatant, Item], int] = _uncounted
    set_left: Callable[[RulesContext, Combatant, Item, int], Iterable[ev.Event]] = _nothing_taken


UNCOUNTED = SpareRules()
"""A game that counts rounds in the weapon only."""


def refill(
    spares: SpareRules,
    is_dead: Callable[[Combatant], bool],
    resolution: Resolution,
    command: Refill,
) -> Message:
    """Fills every weapon of combatants from what they carry, in the order in which they carry them.

    Raises:
        RuleError: a fight runs, there is no such combatant, or nothing is to be filled, or nothing is there to fill it.
    """
    context = resolution.context
    if context.state.stage == "running":
        raise refuse("rules.refill.in_fight")
    named = command.who or tuple(context.state.combatants)
    if not named:
        raise refuse("rules.nobody_named")
    wanting = [each for each in context.combatants(named) if not is_dead(each) and _to_fill(each)]
    if not wanting:
        raise refuse("rules.refill.full", who=names_of(context.combatants(named)))
    filled, without = list[str](), list[str]()
    for combatant in wanting:
        for item in _to_fill(combatant):
            said = _filled(spares, resolution, combatant.id, item)
            (filled if said else without).append(said or _named(context, combatant, item))
    if not filled:
        raise refuse("rules.refill.no_spares", weapons=", ".join(without))
    if without:
        filled.append(context.texts.text_of("rules.refill.none_left", weapons=", ".join(without)))
    return say("rules.log.refilled", what="; ".join(filled))


def _to_fill(combatant: Combatant) -> list[Item]:
    """Returns what of somebody's things has a magazine that is not full."""
    return [item for item in combatant.items if _rounds(combatant, item) < _most(item)]


def _most(item: Item) -> int:
    return number(item.values.get(MAGAZINE))


def _rounds(combatant: Combatant, item: Item) -> int:
    return combatant.gauges.get(ammo_gauge(item.key), 0)


def _named(context: RulesContext, combatant: Combatant, item: Item) -> str:
    rounds = {"left": _rounds(combatant, item), "most": _most(item)}
    return context.texts.text_of("rules.refill.of", who=combatant.name, weapon=item.name, **rounds)


def _filled(spares: SpareRules, resolution: Resolution, who: CombatantId, item: Item) -> str:
    """Fills a weapon; returns what is said of it, with what is left. Empty: there is nothing to fill it with."""
    owner = resolution.combatant(who)
    left = spares.left(owner, item)
    if not left:
        return ""
    resolution.record(ev.GaugeSet(who=who, gauge=ammo_gauge(item.key), to=_most(item)))
    if left > 0:
        resolution.record(*spares.set_left(resolution.context, owner, item, left - 1))
    texts = resolution.context.texts
    named = _named(resolution.context, resolution.combatant(who), item)
    if left < 0:
        return named
    return texts.text_of("rules.refill.from_spares", weapon=named, left=left - 1)
