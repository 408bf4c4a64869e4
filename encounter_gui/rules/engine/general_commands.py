"""The commands that mean the same in every system: joining, leaving, renaming, changes by hand.

A system plays them with ``general`` and adds what its own rules make of the result.
"""

from collections.abc import Callable
from functools import partial
from typing import assert_never

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Side, Value
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.by_hand import free_rolls, groups, labels
from encounter_gui.rules.engine.conditions import afflictions
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.text_format import names_of

LONGEST_NAME = 80
"""Letters of the longest name: it stands in a row of the table and in every sentence of the log."""

FLAGS = ("hidden", "named", "left")
"""Every mark somebody may get by hand."""


def general(  # noqa: PLR0911 - one case a command
    system: joining.Recruits, context: RulesContext, command: do.Command
) -> Procedure:
    """Plays a general command.

    Raises:
        RuleError: somebody it names is not there, or it makes no sense as it is.
    """
    match command:
        case do.Roll():
            return (yield from free_rolls.rolled(context, command))
        case do.Label():
            return labels.labelled(context, command)
        case do.Add():
            return joining.addition_events(system, context, command)
        case do.Join():
            return joining.joined(context, command)
        case do.Duplicate():
            return joining.duplicate_events(system, context, command)
        case do.Relieve():
            return afflictions.relieve(context, command)
        case do.Rename():
            return _rename(context, command)
        case do.Group():
            return groups.grouped(context, command)
        case do.Remove() | do.ChangeSide() | do.Flag():
            return _marked_events(context, command)
        case _:
            return _about_the_fight(context, command)


def _marked_events(context: RulesContext, command: do.Remove | do.ChangeSide | do.Flag) -> Outcome:
    event: Callable[[Combatant], ev.Event]
    match command:
        case do.Remove():
            word, event = "removed", _removal_events
        case do.ChangeSide(to=side):
            word, event = f"side_{side}", partial(_side_events, side=side)
        case do.Flag(flag=flag, on=on):
            if flag not in FLAGS:
                raise refuse("rules.no_such_flag", flag=flag)
            word, event = (
                f"flag_{flag}_{'on' if on else 'off'}",
                partial(_with_flag, flag=flag, on=on),
            )
        case _:
            assert_never(command)
    combatants = context.combatants(command.who)
    events = tuple(event(combatant) for combatant in combatants)
    return Outcome(label=say(f"rules.log.{word}", who=names_of(combatants)), events=events)


def _removal_events(combatant: Combatant) -> ev.Event:
    return ev.CombatantRemoved(who=combatant.id)


def _side_events(combatant: Combatant, *, side: Side) -> ev.Event:
    return ev.SideChanged(who=combatant.id, to=side)


def _with_flag(combatant: Combatant, *, flag: str, on: bool) -> ev.Event:
    return ev.FlagSet(who=combatant.id, flag=flag, on=on)


def _about_the_fight(context: RulesContext, command: do.Command) -> Outcome:
    match command:
        case do.Setup():
            return _setup(command)
        case do.Switch():
            return _switch(context, command)
        case do.Note():
            return _note(context, command)
        case do.NameSide(side=side, name=name):
            key = "rules.log.side_named" if name.strip() else "rules.log.side_unnamed"
            return Outcome(
                label=say(
                    key, side=context.texts.text_of(f"rules.sides.{side}"), name=name.strip()
                ),
                events=(ev.SideNamed(side=side, name=name.strip()),),
            )
        case do.Finish():
            return Outcome(label=say("rules.log.finished"), events=(ev.StageSet(to="ended"),))
        case _:
            raise refuse("rules.unknown_command", command=type(command).__name__)


def _setup(command: do.Setup) -> Outcome:
    return Outcome(
        label=say("rules.log.setup", name=command.name),
        events=(
            ev.EncounterNamed(name=command.name),
            ev.RulesetChosen(ruleset=command.ruleset, switches=command.switches),
            *((ev.StageSet(to="between"),) if command.between else ()),
            *((ev.ClockSet(to=command.clock),) if command.clock else ()),
        ),
    )


def _rename(context: RulesContext, command: do.Rename) -> Outcome:
    (combatant,) = context.combatants((command.who,))
    name = " ".join(command.name.split())
    if not name:
        raise refuse("rules.empty_name", who=combatant.name)
    if len(name) > LONGEST_NAME:
        raise refuse("rules.long_name", most=LONGEST_NAME)
    return Outcome(
        label=say("rules.log.renamed", who=combatant.name, name=name),
        events=(ev.CombatantRenamed(who=combatant.id, name=name),),
    )


def _note_events(context: RulesContext, value: Value) -> str:
    if isinstance(value, bool):
        return context.texts.text_of("rules.on" if value else "rules.off")
    return str(value)


def _switch(context: RulesContext, command: do.Switch) -> Outcome:
    known = context.ruleset.switch(command.key)
    if known is None:
        raise refuse("rules.no_such_switch", switch=command.key)
    options = known.options or (True, False)
    if command.to not in options:
        listed = ", ".join(_note_events(context, option) for option in options)
        raise refuse("rules.switch_takes", switch=known.name, options=listed)
    to = known.words_of(command.to) if known.options else command.to
    return Outcome(
        label=say("rules.log.switch", switch=known.name, to=_note_events(context, to)),
        events=(ev.SwitchSet(key=known.key, to=command.to),),
    )


def _note(context: RulesContext, command: do.Note) -> Outcome:
    label = say("rules.log.note", text=command.text)
    if command.part:  # a line of the program's own: nobody has noted anything
        return Outcome(label=label)
    if command.who is not None:
        (combatant,) = context.combatants((command.who,))
        label = say("rules.log.note_on", who=combatant.name, text=command.text)
    return Outcome(label=label, events=(ev.NoteWritten(text=command.text, who=command.who),))
