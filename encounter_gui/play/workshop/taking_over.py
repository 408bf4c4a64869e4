"""What a fight takes over that goes on by other rules."""

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.model.commands import ItemChange
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


def _is_changed(was: ItemDef, now: ItemDef) -> bool:
    return (was.name, dict(was.values)) != (now.name, dict(now.values))
