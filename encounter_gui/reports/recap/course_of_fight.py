"""The course of a fight: what was left of each side after every step, and the steps that turned it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.encounter.values import Side
from encounter_gui.reports.content.history import Step
from encounter_gui.reports.content.strength import SIDES, Strength
from encounter_gui.reports.content.time_labels import short_moment
from encounter_gui.reports.recap.recap import Course, CourseLine, CoursePoint, TurningPoint
from encounter_gui.rules.engine.context import RulesContext

_MOST_POINTS = 6
_FALL_WEIGHS = 20.0
"""What it weighs, in points of strength, that somebody goes out of the fight."""
_LEAST_WEIGHT = 5.0
"""Points of strength below which a step has turned nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A step of the fight and when it was, in rounds from 0: a step in the middle of round 3 is at 2.5."""

    step: Step
    at: float


def moments(context: RulesContext, line: Sequence[Step]) -> tuple[Moment, ...]:
    """Returns the steps that were played while the fight ran, those of a round evenly over its width."""
    fought = [step for step in line if "running" in (step.before.stage, step.after.stage)]
    time = context.ruleset.time
    rounds = [time.place_of(step.after.round)[0] for step in fought]
    count, seen = Counter(rounds), Counter[int]()
    placed = []
    for step, number in zip(fought, rounds, strict=True):
        seen[number] += 1
        placed.append(Moment(step=step, at=number - 1 + seen[number] / count[number]))
    return tuple(placed)


def _longest_unit(context: RulesContext) -> str:
    """Returns what is counted, or what it is a part of: a round, a turn."""
    time = context.ruleset.time
    return time.whole if time.parts > 1 and time.whole else time.round


def course_of(context: RulesContext, played: Sequence[Moment], strength: Strength) -> Course:
    """Returns the strength of each side over the rounds; a side that comes later begins later."""
    time = context.ruleset.time
    last = max((time.place_of(each.step.after.round)[0] for each in played), default=0)
    name = _longest_unit(context).capitalize()
    sides = [side for side in SIDES if any(_has(each, side) for each in played)]
    return Course(
        title=context.texts.text_of("recap.course"),
        note=context.texts.text_of("recap.course.note"),
        rounds=tuple(f"{name} {number}" for number in range(1, last + 1)),
        lines=tuple(
            CourseLine(
                name=context.side_name(side),
                side=side,
                points=tuple(_points(played, strength, side)),
            )
            for side in sides
        ),
    )


def _has(moment: Moment, side: Side) -> bool:
    return any(each.side == side for each in moment.step.after.combatants.values())


def _points(played: Sequence[Moment], strength: Strength, side: Side) -> Iterator[CoursePoint]:
    """Yields the beginning, every change, and the end."""
    last: float | None = None
    for place, moment in enumerate(played):
        value = strength.of(moment.step.after, side)
        if value is None:
            continue
        if last is None:
            before = strength.of(moment.step.before, side)
            start = value if before is None else before
            at = 0.0 if before is not None or not place else moment.at
            yield CoursePoint(at=at, value=start, entry=moment.step.entry.id)
            last = start
        if value != last or place == len(played) - 1:
            yield CoursePoint(at=moment.at, value=value, entry=moment.step.entry.id)
        last = value


def turning_points(
    context: RulesContext,
    played: Sequence[Moment],
    strength: Strength,
    fallen: Mapping[CombatantId, Step],
) -> tuple[TurningPoint, ...]:
    """Returns the steps that weigh most, in order: what they took from a side, and who went out of the fight."""
    felled = Counter(step.entry.id for step in fallen.values())
    weighed: list[tuple[float, Moment, Side]] = []
    for moment in played:
        step = moment.step
        if step.before.combatants is step.after.combatants:
            continue
        side, change = _most_changed(strength, step)
        weight = abs(change) + _FALL_WEIGHS * felled[step.entry.id]
        if side is not None and weight >= _LEAST_WEIGHT and round(change):
            weighed.append((weight, moment, side))
    chosen = sorted(weighed, key=lambda each: -each[0])[:_MOST_POINTS]
    in_order = sorted(chosen, key=lambda each: each[1].at)
    return tuple(
        _point(context, number, moment, side, strength)
        for number, (_, moment, side) in enumerate(in_order, start=1)
    )


def _most_changed(strength: Strength, step: Step) -> tuple[Side | None, float]:
    changes: list[tuple[float, Side]] = []
    for side in SIDES:
        before, after = strength.of(step.before, side), strength.of(step.after, side)
        if before is not None and after is not None:
            changes.append((after - before, side))
    change, found = max(changes, key=lambda each: abs(each[0]), default=(0.0, None))
    return found, change


def _point(
    context: RulesContext, number: int, moment: Moment, of: Side, strength: Strength
) -> TurningPoint:
    step = moment.step
    actor = step.before.combatants.get(step.actor) if step.actor is not None else None
    stamp = short_moment(context.ruleset.time, max(step.after.round, 1))
    return TurningPoint(
        number=number,
        entry=EntryId(step.entry.id),
        stamp=context.texts.text_of(
            "recap.stamp", unit=_longest_unit(context)[:1].upper(), moment=stamp
        ),
        side=actor.side if actor is not None else of,
        sentence=context.texts.segments(step.entry.label),
        of=of,
        of_name=context.side_name(of),
        before=round(strength.of(step.before, of) or 0),
        after=round(strength.of(step.after, of) or 0),
        at=moment.at,
    )
