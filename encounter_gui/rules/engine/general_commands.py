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
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Side, Value
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import names_of

FLAGS = ("hidden", "named", "left")
"""Every mark somebody may get by hand."""


def general(  # noqa: PLR0911 - one case a command
    system: joining.Recruits, scene: Scene, command: do.Command
) -> Procedure:
    """Plays a general command.

    Raises:
        RuleError: somebody it names is not there, or it makes no sense as it is.
    """
    yield from ()
    match command:
        case do.Add():
            return joining.added(system, scene, command)
        case do.Join():
            return joining.joined(scene, command)
        case do.Duplicate():
            return joining.duplicated(system, scene, command)
        case do.SetField():
            return _set_field(scene, command)
        case do.Afflict():
            return _afflict(scene, command)
        case do.Relieve():
            return _relieve(scene, command)
        case do.Rename():
            return _rename(scene, command)
        case do.Remove() | do.ChangeSide() | do.Flag():
            return _marked(scene, command)
        case _:
            return _about_the_fight(scene, command)


def _marked(scene: Scene, command: do.Remove | do.ChangeSide | do.Flag) -> Outcome:
    event: Callable[[Combatant], ev.Event]
    match command:
        case do.Remove():
            word, event = "removed", _removed
        case do.ChangeSide(to=side):
            word, event = f"side_{side}", partial(_sided, side=side)
        case do.Flag(flag=flag, on=on):
            if flag not in FLAGS:
                raise refuse("rules.no_such_flag", flag=flag)
            word, event = (
                f"flag_{flag}_{'on' if on else 'off'}",
                partial(_flagged, flag=flag, on=on),
            )
        case _:
            assert_never(command)
    those = scene.those(command.who)
    events = tuple(event(one) for one in those)
    return Outcome(label=say(f"rules.log.{word}", who=names_of(those)), events=events)


def _removed(one: Combatant) -> ev.Event:
    return ev.CombatantRemoved(who=one.id)


def _sided(one: Combatant, *, side: Side) -> ev.Event:
    return ev.SideChanged(who=one.id, to=side)


def _flagged(one: Combatant, *, flag: str, on: bool) -> ev.Event:
    return ev.FlagSet(who=one.id, flag=flag, on=on)


def _about_the_fight(scene: Scene, command: do.Command) -> Outcome:
    match command:
        case do.Setup():
            return _setup(command)
        case do.Switch():
            return _switch(scene, command)
        case do.Note():
            return _note(scene, command)
        case do.NameSide(side=side, name=name):
            key = "rules.log.side_named" if name.strip() else "rules.log.side_unnamed"
            return Outcome(
                label=say(key, side=scene.words.word(f"rules.sides.{side}"), name=name.strip()),
                events=(ev.SideNamed(side=side, name=name.strip()),),
            )
        case do.Finish():
            return Outcome(label=say("rules.log.finished"), events=(ev.StageSet(to="ended"),))
        case _:
            raise refuse("rules.unknown_command", command=type(command).__name__)


def expiry(scene: Scene, known: ConditionDef, rounds: int | None) -> Expiry | None:
    """Returns when a condition put on now ends: after so many rounds, the ruleset's own, or never by itself."""
    counted = rounds if rounds is not None else known.rounds
    if counted:
        return Expiry(round=max(scene.state.round, 1) + counted - 1)
    if known.lasts == "round":
        return Expiry(round=max(scene.state.round, 1))
    return None


def _setup(command: do.Setup) -> Outcome:
    return Outcome(
        label=say("rules.log.setup", name=command.name),
        events=(
            ev.EncounterNamed(name=command.name),
            ev.RulesetChosen(ruleset=command.ruleset, switches=command.switches),
        ),
    )


def _rename(scene: Scene, command: do.Rename) -> Outcome:
    (one,) = scene.those((command.who,))
    name = command.name.strip()
    if not name:
        raise refuse("rules.empty_name", who=one.name)
    return Outcome(
        label=say("rules.log.renamed", who=one.name, name=name),
        events=(ev.CombatantRenamed(who=one.id, name=name),),
    )


def _afflict(scene: Scene, command: do.Afflict) -> Outcome:
    known = _condition(scene, command.condition)
    if not known.by_hand:
        raise refuse("rules.not_by_hand", condition=known.name)
    if command.rounds is not None and command.rounds < 1:
        raise refuse("rules.rounds_too_few", condition=known.name)
    condition = Condition(
        key=known.key, until=expiry(scene, known, command.rounds), note=command.note
    )
    those = scene.those(command.who)
    return Outcome(
        label=say("rules.log.afflicted", who=names_of(those), condition=known.name),
        events=tuple(ev.ConditionAdded(who=one.id, condition=condition) for one in those),
    )


def _relieve(scene: Scene, command: do.Relieve) -> Outcome:
    known = _condition(scene, command.condition)
    those = [one for one in scene.those(command.who) if one.has(known.key)]
    if not those:
        raise refuse("rules.not_afflicted", condition=known.name)
    return Outcome(
        label=say("rules.log.relieved", who=names_of(those), condition=known.name),
        events=tuple(ev.ConditionRemoved(who=one.id, key=known.key) for one in those),
    )


def _condition(scene: Scene, wanted: str) -> ConditionDef:
    known = scene.ruleset.condition(wanted)
    if known is None:
        folded = wanted.casefold()
        known = next(
            (each for each in scene.ruleset.conditions if each.name.casefold() == folded), None
        )
    if known is None:
        raise refuse("rules.no_such_condition", condition=wanted)
    return known


def _set_field(scene: Scene, command: do.SetField) -> Outcome:
    (one,) = scene.those((command.who,))
    known = next((each for each in scene.ruleset.fields if each.key == command.field), None)
    if known is None:
        raise refuse("rules.no_such_field", field=command.field)
    value = command.to
    if known.kind == "number" and (not isinstance(value, int) or isinstance(value, bool)):
        raise refuse("rules.field_wants_number", field=known.name)
    if known.kind == "flag" and not isinstance(value, bool):
        raise refuse("rules.field_wants_flag", field=known.name)
    if isinstance(value, int) and not _within(value, known.least, known.most):
        raise refuse(
            "rules.field_out_of_range",
            field=known.name,
            least=known.least or 0,
            most=known.most or 0,
        )
    return Outcome(
        label=say("rules.log.field", who=one.name, field=known.name, to=_said(scene, value)),
        events=(ev.SheetSet(who=one.id, field=known.key, to=value),),
    )


def _within(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _said(scene: Scene, value: Value) -> str:
    if isinstance(value, bool):
        return scene.words.word("rules.on" if value else "rules.off")
    return str(value)


def _switch(scene: Scene, command: do.Switch) -> Outcome:
    known = scene.ruleset.switch(command.key)
    if known is None:
        raise refuse("rules.no_such_switch", switch=command.key)
    options = known.options or (True, False)
    if command.to not in options:
        listed = ", ".join(_said(scene, option) for option in options)
        raise refuse("rules.switch_takes", switch=known.name, options=listed)
    return Outcome(
        label=say("rules.log.switch", switch=known.name, to=_said(scene, command.to)),
        events=(ev.SwitchSet(key=known.key, to=command.to),),
    )


def _note(scene: Scene, command: do.Note) -> Outcome:
    label = say("rules.log.note", text=command.text)
    if command.who is not None:
        (one,) = scene.those((command.who,))
        label = say("rules.log.note_on", who=one.name, text=command.text)
    return Outcome(label=label, events=(ev.NoteWritten(text=command.text, who=command.who),))
