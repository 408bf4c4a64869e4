"""What a fight takes over that goes on by other rules."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from msgspec import structs

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.by_hand.taking_rules import followed_item, refilled
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import ItemChange, TakeRules
from encounter_gui.rules.model.own_rules import DRAFT
from encounter_gui.rules.model.ruleset import ConditionDef, CreatureDef, ItemDef, Ruleset

_Entry = TypeVar("_Entry", bound=ItemDef | ConditionDef | CreatureDef)


def rules_name(ruleset: Ruleset, texts: MessageCatalog) -> str:
    """Returns what rules are called in the log: ``My Redlines, version 4``; those of the book by their own name."""
    if not ruleset.own_name:
        return ruleset.name
    if ruleset.own_version == DRAFT:
        return texts.text_of("workshop.draft_of", name=ruleset.own_name)
    return texts.text_of("workshop.version_of", name=ruleset.own_name, version=ruleset.own_version)


def take_command(
    before: Ruleset, ruleset: Ruleset, keep: Callable[[Ruleset], str], texts: MessageCatalog
) -> TakeRules:
    """Returns what has a fight that is played by some rules go on by others; ``keep`` keeps these for it.

    Items, conditions and creatures that they have no more stay in the fight.

    Raises:
        RuleError: they are of another game.
    """
    if before.id != ruleset.id:
        raise refuse("workshop.other_game", name=ruleset.name, game=before.name)
    whole = with_rest(ruleset, before)
    return TakeRules(
        rules=keep(whole),
        name=rules_name(whole, texts),
        items=item_changes(before.items, whole.items),
    )


def is_older(ruleset: Ruleset, other: Ruleset) -> bool:
    """Returns whether others are a later version of the same own rules, or own rules over the same game."""
    return other.own_version > ruleset.own_version and ruleset.own_name in ("", other.own_name)


def item_changes(before: Iterable[ItemDef], after: Iterable[ItemDef]) -> tuple[ItemChange, ...]:
    """Returns the items of the library of which other rules say something else, as they were and as they are."""
    known = {each.key: each for each in after}
    pairs = ((each, known.get(each.key)) for each in before)
    return tuple(
        ItemChange(was=was.copy(), now=now.copy())
        for was, now in pairs
        if now is not None and _is_changed(was, now)
    )


def as_by(system: System, context: RulesContext, ruleset: Ruleset) -> RulesContext:
    """Returns a fight as it would go on by other rules of its game; nothing of it is kept.

    Raises:
        RuleError: the fight is over.
    """
    items = item_changes(context.ruleset.items, ruleset.items)
    before = structs.replace(context, kept_rules=lambda _: ruleset)
    procedure = system.procedure(before, TakeRules(rules="", name="", items=items))
    try:
        next(procedure)
    except StopIteration as done:
        state = fold(context.state, done.value.events)
        return structs.replace(context, ruleset=ruleset, state=state, kept_rules=None)
    procedure.close()  # what then has to be rolled is left out
    return structs.replace(context, ruleset=ruleset, kept_rules=None)


def _is_changed(was: ItemDef, now: ItemDef) -> bool:
    return (was.name, dict(was.values)) != (now.name, dict(now.values))


def with_rest(ruleset: Ruleset, before: Ruleset) -> Ruleset:
    """Returns rules with the items, conditions and creatures of others that they have no more.

    Somebody in the fight may have them, and what is gone from the rules is not gone from the fight.
    """
    return replace(
        ruleset,
        items=_all(ruleset.items, before.items),
        conditions=_all(ruleset.conditions, before.conditions),
        creatures=_all(ruleset.creatures, before.creatures),
    )


def _all(there: tuple[_Entry, ...], before: tuple[_Entry, ...]) -> tuple[_Entry, ...]:
    known = {each.key for each in there}
    return (*there, *(each for each in before if each.key not in known))


def brought_up(combatant: Combatant, changes: Sequence[ItemChange]) -> Combatant:
    """Returns a combatant who comes from a fight by other rules: what is carried follows, but for values of its own.

    Of several changes of a thing that counts which says of it what it is. Rounds that a magazine no longer holds are
    gone, one that was full is full.
    """
    items, gauges = list(combatant.items), dict(combatant.gauges)
    for place, item in enumerate(items):
        change = _fitting(item, [each for each in changes if each.was.sort == item.sort])
        if change is not None:
            items[place] = followed_item(item, change)
            gauges.update(refilled(combatant, item, items[place]))
    return structs.replace(combatant, items=tuple(items), gauges=gauges)


def _fitting(item: Item, changes: Sequence[ItemChange]) -> ItemChange | None:
    """Returns the change of a thing as it is, else the last one, which values of its own are compared with."""
    exact = (each for each in changes if dict(each.was.values) == dict(item.values))
    return next(exact, changes[-1] if changes else None)
