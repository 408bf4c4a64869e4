"""The commands that mean the same in every system: joining, leaving, renaming, changes by hand.

A system plays them with ``general`` and adds what its own rules make of the result.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, assert_never

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Side, Value
from encounter_gui.rules import commands as do
from encounter_gui.rules.ruleset import ConditionDef, CreatureDef
from encounter_gui.rules.system import Procedure, Scene

MOST_AT_ONCE = 100
"""Most combatants added by one command; more is likely a slip of the finger."""

FLAGS = ("hidden", "named", "left")
"""Every mark somebody may get by hand."""

_CHANGE = re.compile(r"\s*(?P<sign>[-+=−–])\s*(?P<amount>\d{1,6})\s*")


class Recruits(Protocol):
    """What the general commands need of a system."""

    def recruit(self, scene: Scene, creature: CreatureDef, *, name: str, number: int) -> Combatant:
        """Returns a new combatant made from a library creature."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChange:
    """A change by hand, read from what was typed: relative, or the value to set."""

    amount: int
    is_absolute: bool = False

    def applied(self, value: int, limits: "Limits") -> int:
        """Returns the value after the change; nothing goes below the least, and adding stops at the most."""
        after = self.amount if self.is_absolute else value + self.amount
        if limits.most is not None and not self.is_absolute and self.amount > 0:
            after = max(value, min(after, limits.most))
        return after if limits.least is None else max(after, limits.least)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The least a gauge can be at all, and the most it can be healed to; None: no limit."""

    least: int | None = None
    most: int | None = None


def read_change(text: str) -> HandChange:
    """Returns the change a text stands for: ``-7`` hurts, ``+3`` heals, ``=5`` sets (``=-2`` below zero).

    Raises:
        RuleError: it is none of these.
    """
    below = re.fullmatch(r"\s*=\s*[-−–]\s*(\d{1,6})\s*", text)
    if below:
        return HandChange(amount=-int(below[1]), is_absolute=True)
    match = _CHANGE.fullmatch(text)
    if match is None:
        raise refuse("rules.change_unreadable", text=text)
    amount = int(match["amount"])
    if match["sign"] == "=":
        return HandChange(amount=amount, is_absolute=True)
    return HandChange(amount=amount if match["sign"] == "+" else -amount)


def general(  # noqa: PLR0911 - one case a command
    system: Recruits, scene: Scene, command: do.Command
) -> Procedure:
    """Plays a general command.

    Raises:
        RuleError: somebody it names is not there, or it makes no sense as it is.
    """
    yield from ()
    match command:
        case do.Add():
            return _add(system, scene, command)
        case do.Join():
            return _join(scene, command)
        case do.Duplicate():
            return _duplicate(system, scene, command)
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
    those = named(scene, command.who)
    events = tuple(event(one) for one in those)
    return Outcome(label=say(f"rules.log.{word}", who=_names(those)), events=events)


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


LimitsOf = Callable[[Combatant, str], Limits]
"""Between what a gauge of somebody may be changed by hand."""


def adjust_events(scene: Scene, command: do.Adjust, limits_of: LimitsOf) -> tuple[ev.Event, ...]:
    """Returns the bare changes of a gauge by hand; what follows from them is the system's to say.

    Raises:
        RuleError: the change cannot be read, or there is no such gauge.
    """
    change = read_change(command.change)
    gauge = _gauge(scene, command.gauge)
    events: list[ev.Event] = []
    for one in named(scene, command.who):
        before = one.gauges.get(gauge, 0)
        after = change.applied(before, limits_of(one, gauge))
        events.append(ev.GaugeChanged(who=one.id, gauge=gauge, by=after - before))
    return tuple(events)


def adjust_label(scene: Scene, command: do.Adjust) -> Message:
    """Returns the log line of a change by hand."""
    names = _names(named(scene, command.who))
    gauge = next(each for each in scene.ruleset.gauges if each.key == _gauge(scene, command.gauge))
    change = read_change(command.change)
    sign = "=" if change.is_absolute else "+" if change.amount >= 0 else "−"
    return say(
        "rules.log.adjusted", who=names, gauge=gauge.name, change=f"{sign}{abs(change.amount)}"
    )


def named(scene: Scene, who: Iterable[CombatantId]) -> tuple[Combatant, ...]:
    """Returns these combatants, each once.

    Raises:
        RuleError: one is not there, or none is named.
    """
    found = []
    for key in dict.fromkeys(who):
        one = scene.state.combatants.get(key)
        if one is None:
            raise refuse("rules.no_such_combatant", who=key)
        found.append(one)
    if not found:
        raise refuse("rules.nobody_named")
    return tuple(found)


def free_name(taken: Iterable[str], wanted: str, *, always_number: bool = False) -> str:
    """Returns a name nobody has: the wanted one, or in a group the wanted one with the least free number.

    A group is several at once, or others numbered so already; who bears the bare name counts as its first.
    """
    names = set(taken)
    group = re.compile(rf"{re.escape(wanted)} \d+")
    is_group = always_number or any(group.fullmatch(name) for name in names)
    if wanted not in names and not is_group:
        return wanted
    number = 2 if wanted in names else 1
    while f"{wanted} {number}" in names:
        number += 1
    return f"{wanted} {number}"


def combatant_id(name: str, number: int) -> CombatantId:
    """Returns the id of a new combatant: readable, and unique by its number."""
    slug = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    return CombatantId(f"{slug or 'combatant'}_{number}")


def expiry(scene: Scene, known: ConditionDef, rounds: int | None) -> Expiry | None:
    """Returns when a condition put on now ends: after so many rounds, the ruleset's own, or never by itself."""
    counted = rounds if rounds is not None else known.rounds
    if counted:
        return Expiry(round=max(scene.state.round, 1) + counted - 1)
    if known.lasts == "round":
        return Expiry(round=max(scene.state.round, 1))
    return None


def _gauge(scene: Scene, wanted: str) -> str:
    main = scene.ruleset.main_gauge
    key = wanted or (main.key if main else "")
    if not any(each.key == key for each in scene.ruleset.gauges):
        raise refuse("rules.no_such_gauge", gauge=key)
    return key


def _setup(command: do.Setup) -> Outcome:
    return Outcome(
        label=say("rules.log.setup", name=command.name),
        events=(
            ev.EncounterNamed(name=command.name),
            ev.RulesetChosen(ruleset=command.ruleset, switches=command.switches),
        ),
    )


def _add(system: Recruits, scene: Scene, command: do.Add) -> Outcome:
    joined = [command.combatant] if command.combatant else _recruited(system, scene, command)
    label = say("rules.log.joined", who=_names(joined))
    return Outcome(label=label, events=_all_join(scene.state, joined))


def _join(scene: Scene, command: do.Join) -> Outcome:
    if not command.combatants:
        raise refuse("rules.nobody_named")
    key = "rules.log.wave" if command.wave else "rules.log.joined"
    label = say(key, who=_names(command.combatants), wave=command.wave)
    return Outcome(label=label, events=_all_join(scene.state, command.combatants))


def _all_join(state: EncounterState, those: Iterable[Combatant]) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    for one in those:
        event = _joins(state, one)
        events.append(event)
        state = evolve(state, event)
    return tuple(events)


def _joins(state: EncounterState, one: Combatant) -> ev.Event:
    """Nobody who joins takes the place of one who has the same id, brought along from another fight, say."""
    key, number = one.id, state.next_number
    while key in state.combatants:
        key = combatant_id(one.name, number)
        number += 1
    return ev.CombatantAdded(combatant=replace(one, id=key, number=state.next_number))


def _recruited(system: Recruits, scene: Scene, command: do.Add) -> list[Combatant]:
    creature = scene.ruleset.creature(command.creature)
    if creature is None:
        raise refuse("rules.no_such_creature", creature=command.creature)
    if not 1 <= command.count <= MOST_AT_ONCE:
        raise refuse("rules.too_many_at_once", count=command.count, most=MOST_AT_ONCE)
    taken = [one.name for one in scene.state.combatants.values()]
    joined: list[Combatant] = []
    for step in range(command.count):
        wanted = command.name or creature.name
        name = free_name(taken, wanted, always_number=command.count > 1)
        taken.append(name)
        number = scene.state.next_number + step
        one = system.recruit(scene, creature, name=name, number=number)
        joined.append(replace(one, side=command.side or one.side))
    return joined


def _duplicate(system: Recruits, scene: Scene, command: do.Duplicate) -> Outcome:
    (one,) = named(scene, (command.who,))
    taken = [each.name for each in scene.state.combatants.values()]
    stem = re.sub(r" \d+$", "", one.name)
    name = free_name(taken, stem)
    number = scene.state.next_number
    twin = CreatureDef(key=one.origin or one.id, name=name, side=one.side, sheet=one.sheet)
    fresh = system.recruit(scene, twin, name=name, number=number)
    whole = replace(
        fresh,
        items=one.items,
        origin=one.origin,
        note=one.note,
        flags=tuple(flag for flag in one.flags if flag == "named"),
        memo={key: text for key, text in one.memo.items() if key in ("held", "role")},
        gauges={**fresh.gauges, **_full_ammo(one)},
    )
    return Outcome(label=say("rules.log.joined", who=name), events=(_joins(scene.state, whole),))


def _full_ammo(one: Combatant) -> dict[str, int]:
    full: dict[str, int] = {}
    for item in one.items:
        most = item.values.get("magazine", item.values.get("count"))
        if isinstance(most, int) and most:
            full[f"ammo.{item.key}"] = most
    return full


def _rename(scene: Scene, command: do.Rename) -> Outcome:
    (one,) = named(scene, (command.who,))
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
    those = named(scene, command.who)
    return Outcome(
        label=say("rules.log.afflicted", who=_names(those), condition=known.name),
        events=tuple(ev.ConditionAdded(who=one.id, condition=condition) for one in those),
    )


def _relieve(scene: Scene, command: do.Relieve) -> Outcome:
    known = _condition(scene, command.condition)
    those = [one for one in named(scene, command.who) if one.has(known.key)]
    if not those:
        raise refuse("rules.not_afflicted", condition=known.name)
    return Outcome(
        label=say("rules.log.relieved", who=_names(those), condition=known.name),
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


def _names(those: Iterable[Combatant]) -> str:
    return ", ".join(one.name for one in those)


def _set_field(scene: Scene, command: do.SetField) -> Outcome:
    (one,) = named(scene, (command.who,))
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
        (one,) = named(scene, (command.who,))
        label = say("rules.log.note_on", who=one.name, text=command.text)
    return Outcome(label=label, events=(ev.NoteWritten(text=command.text, who=command.who),))
