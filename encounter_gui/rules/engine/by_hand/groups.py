"""Groups: combatants of one creature and side who stand in the table as one row. The rules see each of them."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.joining import GROUP
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.text_format import names_of


def grouped(context: RulesContext, command: do.Group) -> Outcome:
    """Has combatants stand in one row, or, with all of their groups, each in one of its own.

    Raises:
        RuleError: nobody is named, they are not alike, or there is no group to make or to take apart.
    """
    named = context.combatants(command.who)
    if not command.on:
        return _apart(context, named)
    first = named[0]
    for each in named:
        if not _are_alike(first, each):
            raise refuse("rules.group.one_kind", one=first.name, other=each.name)
    if len(named) == 1:
        named = tuple(each for each in context.state.combatants.values() if _are_alike(first, each))
    if len(named) == 1:
        raise refuse("rules.group.alone", who=first.name)
    name = _name(context, first)
    return Outcome(
        label=say("rules.log.grouped", who=names_of(named), name=name),
        events=tuple(ev.MemoSet(who=each.id, key=GROUP, value=name) for each in named),
    )


def _apart(context: RulesContext, named: tuple[Combatant, ...]) -> Outcome:
    groups = {(each.side, each.memo_text(GROUP)) for each in named if each.memo_text(GROUP)}
    if not groups:
        raise refuse("rules.group.none", who=names_of(named))
    members = tuple(
        each
        for each in context.state.combatants.values()
        if (each.side, each.memo_text(GROUP)) in groups
    )
    names = ", ".join(dict.fromkeys(each.memo_text(GROUP) for each in members))
    return Outcome(
        label=say("rules.log.ungrouped", who=names_of(members), name=names),
        events=tuple(ev.MemoSet(who=each.id, key=GROUP, value="") for each in members),
    )


def _are_alike(one: Combatant, other: Combatant) -> bool:
    return (one.side, one.origin or _stem(one)) == (other.side, other.origin or _stem(other))


def _stem(combatant: Combatant) -> str:
    """Returns a name without the number or letter of one of several."""
    head, _, tail = combatant.name.rpartition(" ")
    return head if head and (tail.isdecimal() or len(tail) == 1) else combatant.name


def _name(context: RulesContext, first: Combatant) -> str:
    creature = context.ruleset.creature(first.origin)
    return creature.name if creature is not None else _stem(first)
