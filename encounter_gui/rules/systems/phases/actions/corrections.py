"""The actions of a phase and the armour at each place, which the game master may correct. Source: PHA-23, PHA-42."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.by_hand.corrections import Correctable, OwnNumbers, reopen
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.view import SettableValue

_MOST_ARMOR = 100
"""The most that armour can be worth at a place."""


def _numbers(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    yield from _actions(context, combatant)
    yield from _armor(context, combatant)


def _armor(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    """Yields the armour at each place, as far as it can be worn there at all. Source: PHA-42."""
    for place in context.ruleset.locations:
        shown = SettableValue(
            key=f"armor.{place.key}",
            name=context.texts.text(say("phases.numbers.armor", place=place.name)),
            value=gear.armor_value(combatant, place.key),
            most=_MOST_ARMOR,
            heading=context.texts.text_of("phases.sheet.armor"),
        )
        write = partial(_set_armor, who=combatant.id, place=place.key)
        yield Correctable(shown=shown, write=write)


def _set_armor(resolution: Resolution, to: int, *, who: CombatantId, place: str) -> None:
    """Sets the armour at one place alone: what is worn there and elsewhere goes on elsewhere as it was.

    Source: PHA-42.
    """
    worn = [each for each in resolution.combatant(who).items if place in gear.covered(each)]
    best = max(worn, key=lambda each: number(each.values.get("value")), default=None)
    for item in worn:
        is_alone = gear.covered(item) == (place,)
        if item is best and is_alone and to:
            continue
        left = " ".join(each for each in gear.covered(item) if each != place)
        bare = replace(item, values={**item.values, "covers": left})
        resolution.record(ev.ItemPut(who=who, item=bare))
    if not to:
        return
    piece = best if best is not None and gear.covered(best) == (place,) else None
    if piece is None:
        name = best.name if best else resolution.context.texts.text_of("phases.sheet.armor")
        piece = Item(key=f"{best.key if best else 'armor'}_{place}", name=name, kind="armor")
    values = {**piece.values, "value": to, "covers": place}
    resolution.record(ev.ItemPut(who=who, item=replace(piece, values=values)))


def _actions(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    limit = character.action_limit(context, combatant)
    if not context.state.slots or not limit:
        return
    shown = SettableValue(
        key="actions",
        name=context.texts.text_of("phases.numbers.actions"),
        value=character.actions_left(context, combatant),
        most=limit,
    )
    yield Correctable(shown=shown, write=partial(_set_left, who=combatant.id))


def _set_left(resolution: Resolution, to: int, *, who: CombatantId) -> None:
    """Sets how many actions are left: those used give way first, then those lost."""
    combatant = resolution.combatant(who)
    spent = character.action_limit(resolution.context, combatant) - to
    lost = min(combatant.gauges.get(character.LOST, 0), spent)
    if lost != combatant.gauges.get(character.LOST, 0):
        resolution.set_gauge(who, character.LOST, lost)
    resolution.set_gauge(who, character.USED, spent - lost)
    if to:
        reopen(resolution, who)


NUMBERS = OwnNumbers(numbers=_numbers)
"""Actions left of this phase, and armour by place."""
