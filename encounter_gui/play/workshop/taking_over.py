"""What a fight takes over that goes on by other rules."""

from msgspec.structs import replace

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.evolve import fold
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import ItemChange, TakeRules
from encounter_gui.rules.model.own_rules import DRAFT
from encounter_gui.rules.model.ruleset import ItemDef, Ruleset


def rules_name(ruleset: Ruleset, texts: MessageCatalog) -> str:
    """Returns what rules are called in the log: ``My Redlines, version 4``; those of the book by their own name."""
    if not ruleset.own_name:
        return ruleset.name
    if ruleset.own_version == DRAFT:
        return texts.text_of("workshop.draft_of", name=ruleset.own_name)
    return texts.text_of("workshop.version_of", name=ruleset.own_name, version=ruleset.own_version)


def item_changes(before: Ruleset, after: Ruleset) -> tuple[ItemChange, ...]:
    """Returns the items of the library of which other rules say something else, as they were and as they are."""
    known = {each.key: each for each in after.items}
    pairs = ((each, known.get(each.key)) for each in before.items)
    return tuple(
        ItemChange(was=was.copy(), now=now.copy())
        for was, now in pairs
        if now is not None and _is_changed(was, now)
    )


def as_by(system: System, context: RulesContext, ruleset: Ruleset) -> RulesContext:
    """Returns a fight as it would go on by other rules of its game; nothing of it is kept."""
    items = item_changes(context.ruleset, ruleset)
    taken = replace(context, ruleset=ruleset)
    if not items:
        return taken
    procedure = system.procedure(taken, TakeRules(rules="", name="", items=items))
    try:
        next(procedure)
    except StopIteration as done:
        return replace(taken, state=fold(taken.state, done.value.events))
    procedure.close()  # what then has to be rolled is left out
    return taken


def _is_changed(was: ItemDef, now: ItemDef) -> bool:
    return (was.name, dict(was.values)) != (now.name, dict(now.values))
