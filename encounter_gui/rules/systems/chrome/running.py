"""What runs on the campaign's clock in this game: bleeding, fire, a rest, downtime; and the commands that take time.

Source: CHR-28, CHR-38, CHR-54, CHR-69.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Record, Running
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock, passing
from encounter_gui.rules.engine.time.running import RunningKind, TimeRules
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.actions import recovery
from encounter_gui.rules.systems.chrome.harm import renewal, wounds
from encounter_gui.rules.systems.chrome.harm.ticks import (
    BLEEDS,
    BURNS,
    TICK,
    anybody_ticks,
    damage_of,
    round_length,
    tick_key,
    ticking,
)
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check

RESTS, IDLES = "rest", "downtime"
AIMS = "aims"
"""The value of a rest that says what it is for."""


def _first(cause: str) -> Callable[[RulesContext, Combatant, str], int]:
    def first(context: RulesContext, combatant: Combatant, place: str) -> int:
        """Returns the seconds to the next damage: a round, or what a fight that has just ended has kept."""
        known, seconds = combatant.memo.get(tick_key(cause, place)), round_length(context)
        left = known - context.state.clock if isinstance(known, int) else seconds
        return left if -seconds < left <= seconds else seconds

    return first


def _harm(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Does the damage of a round, and keeps to the second of it at which it was due. Source: CHR-38, CHR-54."""
    key = tick_key(running.kind, running.key)
    known = resolution.combatant(who).memo.get(key)
    if isinstance(known, int) and known < running.due:
        again = replace(running, due=known + running.every)
        resolution.record(ev.RunningSet(who=who, running=again))
    resolution.set_record(who, key, "")
    wounds.tick_by_clock(resolution, who, running.kind)


def _by_rounds(
    context: RulesContext, combatant: Combatant, running: Running, left: int
) -> Iterable[ev.Event]:
    """Yields what a fight needs to know of fire and wounds: the second, unless it is the last of one of its rounds."""
    key, start = tick_key(running.kind, running.key), context.state.clock
    is_usual = running.due > start and (running.due - start) % round_length(context) == 0
    yield ev.MemoSet(who=combatant.id, key=key, value="" if is_usual else running.due)


def _falls_at(context: RulesContext, combatant: Combatant) -> int | None:
    """Returns the second at which fire and wounds leave somebody no Health; None: they do not. Source: CHR-57."""
    left, due = character.health_now(combatant), dict[int, int]()
    for place, each in enumerate(combatant.running):
        if each.kind in (BLEEDS, BURNS) and each.every > 0:
            due[place] = each.due
    while due:
        place = min(due, key=lambda each: due[each])
        running = combatant.running[place]
        damage = damage_of(context, combatant, running.kind)
        left -= damage
        if left <= 0 or damage <= 0:
            return due[place] if left <= 0 else None
        due[place] += running.every
    return None


def _dies_at(context: RulesContext, combatant: Combatant, running: Running) -> int | None:
    """Returns the second at which an enemy is dead of it; an Operator makes its Save then. Source: CHR-57, CHR-58."""
    return None if character.is_operator(combatant) else _falls_at(context, combatant)


def _save_at_zero(context: RulesContext, combatant: Combatant, running: Running) -> str:
    """Returns the Save that an Operator makes once no Health is left, with when that is. Source: CHR-57."""
    at = _falls_at(context, combatant) if character.is_operator(combatant) else None
    if at is None:
        return ""
    save = str(context.switch("chrome.deathSave"))
    left = clock.span_text(context, max(at - context.state.clock, 0))
    target = plan_check(context, combatant, save).target
    return context.texts.text_of("chrome.clock.at_zero", target=target, time=left)


def _ticking(kind: str, rule: str, priority: int, *, is_limb: bool) -> RunningKind:
    def ends(context: RulesContext, combatant: Combatant, running: Running) -> tuple[ev.Event, ...]:
        if not is_limb:
            return (ev.ConditionRemoved(who=combatant.id, key=kind),)
        found = combatant.locations.get(running.key)
        marks = tuple(each for each in found.marks if each != character.BLEEDING) if found else ()
        level = found.level if found else 0
        place = running.key
        return (ev.LocationSet(who=combatant.id, location=place, level=level, marks=marks),)

    return RunningKind(
        kind=kind,
        rule=rule,
        asks="damage",
        keys=lambda context, combatant: tuple(
            place for cause, place in ticking(context, combatant) if cause == kind
        ),
        first=_first(kind),
        every=lambda context, combatant, key: round_length(context),
        fall_due=_harm,
        priority=priority,
        joins=_by_rounds,
        dice=_save_at_zero,
        ends=_dies_at,
        is_deadly=True,
        stopped=ends,
    )


BLEEDING = _ticking(BLEEDS, "CHR-54", 10, is_limb=True)
"""A severed limb bleeds every round until first aid. Source: CHR-54."""

ABLAZE = _ticking(BURNS, "CHR-38", 11, is_limb=False)
"""A fire does damage every round until it is put out. Source: CHR-38."""

# ---- rest and downtime


def rest_until(context: RulesContext, aims: tuple[str, ...]) -> Running:
    """Returns a rest for these aims that begins now. Source: CHR-69."""
    now = context.state.clock
    hours = context.number(mechanics.REST_HOURS)
    return Running(kind=RESTS, since=now, due=now + hours * clock.HOUR, values={AIMS: aims})


def _aims(running: Running) -> tuple[str, ...]:
    found: Record | None = running.values.get(AIMS)
    return tuple(each for each in found if each in renewal.AIMS) if isinstance(found, tuple) else ()


def _rested(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Owes the Saves of a rest to who is awake at its end. Source: CHR-69."""
    if character.is_awake(resolution.combatant(who)):
        for aim in _aims(running):
            resolution.owe(owed.obligation(owed.REST_OF[aim], who), is_effect=False)


def _rest_saves(context: RulesContext, combatant: Combatant, running: Running) -> str:
    return ", ".join(renewal.save_text(context, combatant, aim) for aim in _aims(running))


def _not_rested(
    context: RulesContext, combatant: Combatant, running: Running
) -> tuple[ev.Event, ...]:
    """Returns that a rest which was broken off counts for nothing: another one may be begun today. Source: CHR-69."""
    done = character.keys_in(combatant, renewal.RESTED)
    rest = tuple(each for each in done if each not in _aims(running))
    return (ev.MemoSet(who=combatant.id, key=renewal.RESTED, value=rest),)


def _renewed(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Gives back everything at the end of downtime. Source: CHR-54, CHR-63, CHR-69."""
    combatant = resolution.combatant(who)
    if not character.is_dead(combatant):
        renewal.renew(resolution, combatant)
        resolution.add_message(say("chrome.clock.renewed", who=combatant.name))


REST = RunningKind(
    kind=RESTS,
    rule="CHR-69",
    asks="test",
    fall_due=_rested,
    dice=_rest_saves,
    joins=lambda context, combatant, running, left: _not_rested(context, combatant, running),
    stopped=_not_rested,
)
"""A rest: at its end its Saves are owed. A fight breaks it off. Source: CHR-69."""

DOWNTIME = RunningKind(kind=IDLES, rule="CHR-69", asks="healing", fall_due=_renewed, priority=60)
"""Downtime: at its end everything is at its most. Source: CHR-69."""

TIME = TimeRules(kinds=(BLEEDING, ABLAZE, REST, DOWNTIME), moments=(TICK,))
"""Everything that runs on the campaign's clock; who is unconscious wakes as any condition ends. Source: CHR-57."""

# ---- what takes time between fights

SPANS = {"day": "1 day", "week": "1 week", "fortnight": "2 weeks", "month": "4 weeks"}
"""How long downtime may take, where nobody has said it: by the option, as a time is typed."""

_C = TypeVar("_C", bound=Command)


def rest(resolution: Resolution, command: do.Rest) -> Rolling[Message]:
    """Rests: between fights for the hours of a rest, with everybody of the party who may. Source: CHR-69."""
    context = resolution.context
    if context.state.stage != "between":
        if not command.who:
            raise refuse("rules.nobody_named")
        return (yield from recovery.rest(resolution, command))
    who = command.who or _first_to_rest(context, command.aim)
    combatant = recovery.require_rest(context, who, command.aim)
    party = (combatant,) if command.alone else (combatant, *_company(context, combatant))
    resting = [(each, renewal.aims_left(context, each, command.aim)) for each in party]
    for each, aims in resting:
        if aims:
            renewal.note_rest(resolution, each, aims)
            rests = rest_until(context, aims)
            resolution.record(ev.RunningSet(who=each.id, running=rests))
    begun = rest_until(context, ())
    _pass(resolution, begun.due - begun.since)
    return _slept(
        resolution, "chrome.log.party_rests", [each for each, aims in resting if aims], begun.since
    )


def _first_to_rest(context: RulesContext, aim: str) -> CombatantId:
    """Returns the first of the party who may rest for all of its aims; where none may, the first who is awake."""
    party = [
        each
        for each in character.operators(context)
        if each.side == "pc" and character.is_awake(each)
    ]
    if not party:
        raise refuse("rules.nobody_named")
    whole = renewal.aims_of(aim)
    may = (each for each in party if renewal.aims_left(context, each, aim) == whole)
    return next(may, party[0]).id


def _company(context: RulesContext, combatant: Combatant) -> Iterator[Combatant]:
    """Yields who rests with somebody: all others of the party who are alive and awake."""
    return (each for each in character.squad(context, combatant) if each.id != combatant.id)


def _slept(resolution: Resolution, key: str, who: list[Combatant], since: int) -> Message:
    context = resolution.context
    now = context.state.clock
    return say(
        key,
        who=names_of(who),
        time=clock.span_text(context, now - since),
        now=clock.moment_text(context, now),
        tail="",
    )


def _pass(resolution: Resolution, seconds: int) -> None:
    """Lets time pass as a part of a command: its own line in the log says so."""
    passing.pass_to(TIME, resolution, resolution.context.state.clock + seconds)


def downtime(resolution: Resolution, command: do.Downtime) -> Rolling[Message]:
    """Spends downtime: between fights for a time that is said or asked for. Source: CHR-54, CHR-63, CHR-69."""
    context = resolution.context
    combatants = recovery.require_downtime(context, command.who)
    if context.state.stage != "between" and not command.for_:
        for combatant in combatants:
            renewal.renew(resolution, combatant)
        return say("chrome.log.downtime", who=names_of(combatants))
    span = command.for_ or SPANS[(yield from choose(context, "downtime", None, tuple(SPANS)))]
    now = context.state.clock
    due = now + clock.read_span(context, span)
    for combatant in combatants:
        idles = Running(kind=IDLES, since=now, due=due)
        resolution.record(ev.RunningSet(who=combatant.id, running=idles))
    _pass(resolution, due - now)
    return _slept(resolution, "chrome.log.downtime_passes", list(combatants), now)


def in_half_a_round(
    handler: Callable[[Resolution, _C], Rolling[Message] | Message],
) -> Callable[[Resolution, _C], Rolling[Message]]:
    """Returns a handler that takes the time of a Major Action between fights while somebody bleeds or burns.

    As long as nobody does, nobody counts seconds. Source: CHR-22, CHR-28, CHR-54.
    """

    def carried_out(resolution: Resolution, command: _C) -> Rolling[Message]:
        before = resolution.context
        answer = handler(resolution, command)
        label = answer if isinstance(answer, Message) else (yield from answer)
        if before.state.stage == "between" and anybody_ticks(before):
            majors = max(number(before.ruleset.field_default("majors")), 1)
            seconds = max(clock.seconds_of_round(before.ruleset.time) // majors, 1)
            time = clock.span_text(before, seconds)
            resolution.add_text("chrome.clock.takes", time=time)
            _pass(resolution, seconds)
        return label

    return carried_out
