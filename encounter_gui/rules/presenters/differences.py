"""In which numbers, wounds and conditions two moments of a fight differ, in words and for every game."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import figure_text, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm.damage import place_name
from encounter_gui.rules.view import Difference


def differences(before: RulesContext, after: RulesContext) -> tuple[Difference, ...]:
    """Returns who is not as they were, in the order of their numbers, each with what differs."""
    was, now = before.state.combatants, after.state.combatants
    found = [
        Difference(who=who, number=one.number, name=one.name, side=one.side, texts=texts)
        for who, one in {**was, **now}.items()
        if (texts := tuple(_texts(before, after, who)))
    ]
    return tuple(sorted(found, key=lambda each: each.number))


def _texts(before: RulesContext, after: RulesContext, who: CombatantId) -> Iterator[str]:
    was, now = before.state.combatants.get(who), after.state.combatants.get(who)
    if was is now:
        return
    if was is None or now is None:
        yield after.texts.text_of("differ.here" if was is None else "differ.gone")
        return
    yield from _gauges(after, was, now)
    yield from _wounds(after, was, now)
    yield from _conditions(after, was, now)


def _gauges(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[str]:
    for key in dict.fromkeys((*was.gauges, *now.gauges)):
        before, after = was.gauges.get(key, 0), now.gauges.get(key, 0)
        if before != after:
            yield context.texts.text(
                say(
                    "differ.number",
                    name=_gauge_name(context, now, key),
                    before=figure_text(before),
                    after=figure_text(after),
                )
            )


def _gauge_name(context: RulesContext, combatant: Combatant, key: str) -> str:
    """Returns what a running number is called: that of an item by the item."""
    known = context.ruleset.gauge(key)
    if known is not None:
        return known.name
    kind, _, thing = key.partition(".")
    item = next((each for each in combatant.items if each.key == thing), None)
    if item is not None:
        return item.name
    return kind.replace("_", " ")


def _wounds(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[str]:
    names = {each.level: each.name for each in context.ruleset.wound_levels}
    none = context.texts.text_of("differ.unhurt")
    for place in dict.fromkeys((*was.locations, *now.locations)):
        before, after = was.locations.get(place), now.locations.get(place)
        old, new = (each.level if each is not None else 0 for each in (before, after))
        if old != new:
            yield context.texts.text(
                say(
                    "differ.wound",
                    place=place_name(context, place),
                    before=names.get(old, none),
                    after=names.get(new, none),
                )
            )
        elif (before.marks if before else ()) != (after.marks if after else ()):
            yield context.texts.text(say("differ.place", place=place_name(context, place)))


def _conditions(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[str]:
    had, has = ({each.key for each in one.conditions} for one in (was, now))
    for combatant, keys, text in (
        (now, has - had, "differ.begins"),
        (was, had - has, "differ.ends"),
    ):
        for each in combatant.conditions:
            if each.key in keys:
                known = context.ruleset.condition(each.key)
                yield context.texts.text(say(text, name=known.name if known else each.key))
