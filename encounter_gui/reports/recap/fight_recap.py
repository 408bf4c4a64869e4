"""Puts the recap of a fight together from its log."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.reports.content.history import Step, began_at, gestures, health_gauge, steps
from encounter_gui.reports.content.strength import SIDES, Strength
from encounter_gui.reports.content.summary import falls
from encounter_gui.reports.recap.course_of_fight import course_of, moments, turning_points
from encounter_gui.reports.recap.dice_strips import dice_luck
from encounter_gui.reports.recap.recap import (
    CombatantRecap,
    Recap,
    RecapColumn,
    SideResult,
    Total,
)
from encounter_gui.reports.recap.standings import (
    as_joined,
    health_column,
    is_dead,
    spent_of,
    standings,
)
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import moment_text
from encounter_gui.rules.facade import System

_FRIENDS: tuple[Side, ...] = ("pc", "ally")
_LONGEST_PAUSE = 30
"""Minutes without an entry after which nobody was at the table: the fight went on another evening."""


def fight_recap(system: System, context: RulesContext, entries: Sequence[Entry]) -> Recap:
    """Returns the recap of the line of play that led to a scene."""
    line = tuple(steps(entries))
    played = moments(context, tuple(gestures(line)))
    fallen = falls(system, context, line)
    form = system.recap_form(context)
    states = [each.step.after for each in played] or [context.state]
    strength = Strength(system, context, [*states, *(each.step.before for each in played[:1])])
    rows = tuple(standings(system, context, line, fallen, form))
    side, result = _result(context, rows)
    column, text_of = health_column(system, context), context.texts.text_of
    has_points = health_gauge(context.ruleset) is not None
    results = _sides(system, context, rows)
    return Recap(
        result=result,
        result_side=side,
        result_words=next((each.words for each in results if each.side == side), ""),
        others=tuple(each for each in results if each.side != side),
        totals=tuple(_totals(context, line, rows)),
        health=column.title if column is not None else "",
        dealt=text_of("recap.column.dealt" if has_points else "recap.column.wounds_dealt"),
        columns=tuple(RecapColumn(title=each.title, tip=each.tip) for each in form.counts),
        rows=rows,
        course=course_of(context, played, strength),
        points=turning_points(context, played, strength, fallen),
        luck=dice_luck(context, line, form),
        spent=tuple(_spent_lines(context, line)),
    )


# ---- who holds the field


def _result(context: RulesContext, rows: Sequence[CombatantRecap]) -> tuple[Side | None, str]:
    """Returns the side that holds the field, if one does, and the sentence."""
    up = Counter(row.side for row in rows if not row.is_out)
    friends = [side for side in _FRIENDS if up[side]]
    text_of = context.texts.text_of
    if friends and not up["foe"]:
        return friends[0], _holds(context, friends[0])
    if up["foe"] and not friends:
        return "foe", _holds(context, "foe")
    if not friends and not up["foe"]:
        return None, text_of("recap.nobody")
    return None, text_of("recap.open")


def _holds(context: RulesContext, side: Side) -> str:
    """Returns that a side holds the field; several are called by a name that ends in s."""
    name = context.side_name(side)
    key = "recap.hold" if name.endswith("s") else "recap.holds"
    return context.texts.text_of(key, side=name)


def _sides(
    system: System, context: RulesContext, rows: Sequence[CombatantRecap]
) -> tuple[SideResult, ...]:
    return tuple(
        SideResult(
            side=side,
            name=context.side_name(side),
            words=_side_words(system, context, [row for row in rows if row.side == side]),
        )
        for side in SIDES
        if any(row.side == side for row in rows)
    )


def _side_words(system: System, context: RulesContext, rows: Sequence[CombatantRecap]) -> str:
    """Returns what became of a side: ``1 of 3 down, nobody dead``; ``all 3 up``."""
    members = [(row, context.combatant(row.who)) for row in rows]
    everybody = [one for row, one in members if row.is_out or is_dead(system, context, one)]
    kinds = Counter(_fate(system, context, each) for each in everybody)
    text_of = context.texts.text_of
    if not everybody:
        return text_of("recap.side.up", all=len(rows))
    first, *others = (fate for fate in ("down", "dead", "fled") if kinds[fate])
    parts = [text_of(f"recap.side.{first}_of", count=kinds[first], all=len(rows))]
    parts += [text_of(f"recap.side.{fate}", count=kinds[fate]) for fate in others]
    if not kinds["dead"] and kinds["down"]:
        parts.append(text_of("recap.side.nobody_dead"))
    return ", ".join(parts)


def _fate(system: System, context: RulesContext, combatant: Combatant) -> str:
    if is_dead(system, context, combatant):
        return "dead"
    return "fled" if "left" in combatant.flags else "down"


# ---- numbers of the whole fight


def _totals(
    context: RulesContext, line: Sequence[Step], rows: Sequence[CombatantRecap]
) -> Iterator[Total]:
    text_of, time = context.texts.text_of, context.ruleset.time
    last = max((step.after.round for step in line if step.after.stage == "running"), default=0)
    name = time.whole if time.parts > 1 and time.whole else time.round
    rounds = time.place_of(last)[0] if last else 0
    words = text_of("recap.total.rounds", unit=name, time=_span(context, last * time.seconds))
    began = began_at(line)
    words = f"{words} · {moment_text(context, began)}" if began else words
    yield Total(number=str(rounds), words=words)
    yield Total(
        number=text_of("recap.minutes", count=_minutes(line)), words=text_of("recap.total.table")
    )
    yield Total(number=str(len(line)), words=text_of("recap.total.entries"))
    attacks = sum(row.attacks for row in rows)
    yield Total(number=str(attacks), words=text_of("recap.total.attacks"))


def _span(context: RulesContext, seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if seconds < 120:
        return context.texts.text_of("recap.seconds", count=seconds)
    if minutes < 120:
        return context.texts.text_of("recap.minutes_seconds", minutes=minutes, seconds=rest)
    return context.texts.text_of("recap.hours", hours=minutes // 60, minutes=minutes % 60)


def _minutes(line: Sequence[Step]) -> int:
    """Returns the minutes from the beginning of the fight to its end; long pauses are left out."""
    fought = [step for step in line if "running" in (step.before.stage, step.after.stage)]
    times = [datetime.fromisoformat(step.entry.at) for step in fought if step.entry.at]
    waits = ((after - before).total_seconds() / 60 for before, after in pairwise(times))
    return round(sum(wait for wait in waits if 0 < wait <= _LONGEST_PAUSE))


def _spent_lines(context: RulesContext, line: Sequence[Step]) -> Iterator[str]:
    """Yields a sentence for each side that used something up: its rounds, then what else by name."""
    spent, joined = spent_of(line), as_joined(line)
    for side in SIDES:
        rounds, things = 0, Counter[str]()
        for who, used in spent.items():
            combatant = context.state.combatants.get(who) or joined.get(who)
            if combatant is None or combatant.side != side:
                continue
            kinds = {each.key: each for each in (*combatant.items, *joined[who].items)}
            for key, count in used.items():
                item = kinds.get(key)
                if item is None or item.kind == "weapon":
                    rounds += count
                else:
                    things[item.name] += count
        parts = [context.texts.text_of("recap.spent.rounds", count=rounds)] if rounds else []
        parts += [f"{count} × {name}" for name, count in things.items() if count]
        if parts:
            name = context.side_name(side)
            yield context.texts.text_of("recap.spent.side", side=name, things=", ".join(parts))
