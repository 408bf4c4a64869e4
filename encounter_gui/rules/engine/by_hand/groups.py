"""Groups: combatants of one creature and side who stand in the table as one row. The rules see each of them."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import GROUP, Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.text_format import all_names, names_of, stem_of


def name_everybody(resolution: Resolution, before: RulesContext, command: do.Command) -> None:
    """Names in the arithmetic everybody a command is about, where its line in the log only counts them."""
    after = resolution.context.state.combatants
    match command:
        case do.Add() | do.Join():
            named = [each for who, each in after.items() if who not in before.state.combatants]
        case do.Damage(targets=targets):
            named = [before.combatant(each.who) for each in targets]
        case do.SetInitiative():
            named = [before.combatant(each) for each in (command.who, *command.also)]
        case do.OfCombatants(who=who):
            named = [before.combatant(each) for each in dict.fromkeys(who)]
        case _:
            return
    if names_of(named) != all_names(named):
        resolution.reason("rules.why.everybody", count=len(named), names=all_names(named))


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
    groups = {(each.side, each.group) for each in named if each.group}
    if not groups:
        raise refuse("rules.group.none", who=names_of(named))
    members = tuple(
        each for each in context.state.combatants.values() if (each.side, each.group) in groups
    )
    names = ", ".join(dict.fromkeys(each.group for each in members))
    return Outcome(
        label=say("rules.log.ungrouped", who=names_of(members), name=names),
        events=tuple(ev.MemoSet(who=each.id, key=GROUP, value="") for each in members),
    )


def _are_alike(one: Combatant, other: Combatant) -> bool:
    return (one.side, one.origin or stem_of(one.name)) == (
        other.side,
        other.origin or stem_of(other.name),
    )


def _name(context: RulesContext, first: Combatant) -> str:
    creature = context.ruleset.creature(first.origin)
    return creature.name if creature is not None else stem_of(first.name)
