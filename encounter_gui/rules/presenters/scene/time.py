"""The campaign's clock and what runs on it, in words; the same of several people is one row."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Running
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import (
    MORNING,
    day_of,
    is_night,
    moment_text,
    now_of,
    span_text,
    time_text,
)
from encounter_gui.rules.engine.time.passing import Due, due_things, what_runs
from encounter_gui.rules.engine.time.running import CONDITION, TimeRules
from encounter_gui.rules.engine.time.standing import FIGHT, FIGHT_ENDED
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.view.scene.time import RunningRow, TimeView


def time_view(context: RulesContext, rules: TimeRules) -> TimeView:
    """Returns the clock, and what runs on it."""
    now, text_of = now_of(context), context.texts.text_of
    fight = context.state.memo_text(FIGHT)
    return TimeView(
        now=now,
        day=day_of(now),
        time=time_text(now, has_seconds=True),
        moment=moment_text(context, now),
        date=text_of("rules.clock.date", day=day_of(now)),
        fight=fight,
        since_fight=_since_fight(context, now),
        night=text_of("rules.clock.night", time=time_text(MORNING)) if is_night(now) else "",
        rows=tuple(_rows(context, rules, now)),
    )


def _since_fight(context: RulesContext, now: int) -> str:
    fight, ended = context.state.memo_text(FIGHT), context.state.memo.get(FIGHT_ENDED)
    if not fight or not isinstance(ended, int):
        return ""
    time = span_text(context, now - ended)
    return context.texts.text_of("rules.clock.since_fight", time=time, fight=fight)


def _rows(context: RulesContext, rules: TimeRules, now: int) -> Iterable[RunningRow]:
    rows = [_row(context, rules, each, now) for each in due_things(rules, context)]
    same = sorted(range(len(rows)), key=lambda place: _sameness(rows[place], place, rows))
    for _, places in groupby(same, key=lambda place: _sameness(rows[place], place, rows)):
        yield _merged(context, [rows[place] for place in places])


def _sameness(row: RunningRow, place: int, rows: Sequence[RunningRow]) -> int:
    """Returns the place of the first row that says the same of somebody else."""
    return next(
        first
        for first, other in enumerate(rows)
        if first == place or (bool(row.who) and _without_who(row) == _without_who(other))
    )


def _without_who(row: RunningRow) -> tuple[object, ...]:
    return (row.kind, row.key, row.what, row.due, row.every, row.dice, row.ends, row.side)


def _merged(context: RulesContext, rows: Sequence[RunningRow]) -> RunningRow:
    (first, *_) = rows
    if len(rows) == 1:
        return first
    who = tuple(key for row in rows for key in row.who)
    names = names_of([context.combatant(key) for key in who])
    conditions = tuple(each for row in rows for each in row.conditions)
    return replace(first, who=who, names=names, conditions=conditions)


def _row(context: RulesContext, rules: TimeRules, due: Due, now: int) -> RunningRow:
    combatant = context.state.combatants.get(due.who or CombatantId(""))
    when = context.texts.text_of("rules.clock.now")
    if due.at > now:
        when = context.texts.text_of("rules.clock.in", time=span_text(context, due.at - now))
    if due.running is None or combatant is None:
        return _other_row(context, due, combatant, when)
    running, kind = due.running, rules.kind(due.running.kind)
    cause = tuple(kind.stopped(context, combatant, running)) if kind else ()
    row = RunningRow(
        kind=running.kind,
        key=running.key,
        who=(combatant.id,),
        names=combatant.name,
        side=combatant.side,
        what=what_runs(context, running),
        due=running.due,
        due_text=when,
        since=running.since,
        every=running.every,
        asks=kind.asks if kind else "end",
        dice=kind.dice(context, combatant, running) if kind else "",
        asks_text=context.texts.text_of(f"rules.clock.asks.{kind.asks if kind else 'end'}"),
        rule=kind.rule if kind else "",
        can_end=kind is None or kind.keys is None or bool(cause),
        conditions=tuple(
            (each.who, each.key) for each in cause if isinstance(each, ev.ConditionRemoved)
        ),
    )
    ends = kind.ends(context, combatant, running) if kind else None
    if kind is None or ends is None:
        return row
    key = "rules.clock.dead_in" if kind.is_deadly else "rules.clock.over_in"
    text = context.texts.text_of(key, time=span_text(context, ends - now))
    return replace(row, ends=ends, end_text=text, is_deadly=kind.is_deadly)


def _other_row(
    context: RulesContext, due: Due, combatant: Combatant | None, when: str
) -> RunningRow:
    """Returns the row of a condition that ends by the clock, or of a reminder."""
    text_of = context.texts.text_of
    if due.running is not None or combatant is None:
        running = due.running or Running(kind="", since=due.at, due=due.at)
        return RunningRow(
            kind=running.kind,
            key=running.key,
            who=(),
            names="",
            what=running.key,
            due=due.at,
            due_text=when,
            since=running.since,
            asks="reminder",
            asks_text=text_of("rules.clock.asks.reminder"),
        )
    known = context.ruleset.condition(due.ends)
    return RunningRow(
        kind=CONDITION,
        key=due.ends,
        who=(combatant.id,),
        names=combatant.name,
        side=combatant.side,
        what=text_of("rules.clock.condition_ends", what=known.name if known else due.ends),
        due=due.at,
        due_text=when,
        since=min(now_of(context), due.at),
        asks="end",
        asks_text=text_of("rules.clock.asks.end"),
    )
