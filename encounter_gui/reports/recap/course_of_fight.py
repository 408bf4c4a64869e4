"""The course of a fight: what was left of each side after every step, and the steps that turned it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
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


class Moment(Struct, frozen=True, kw_only=True):
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


class Change(Struct, frozen=True, kw_only=True):
    """What a step did to the fight; of results that waited in a tie, what one of them did.

    ``moment`` is when it became true, ``told`` the step that brought it about.
    """

    moment: Moment
    told: Step
    before: EncounterState
    after: EncounterState

    def felled(self, fallen: Mapping[CombatantId, Step]) -> int:
        """Returns how many went out of the fight by it."""
        here, was, now = self.moment.step, self.before.combatants, self.after.combatants
        return sum(
            here.is_of(step.entry.id) and was.get(who) is not now.get(who)
            for who, step in fallen.items()
        )


def _changes(played: Sequence[Moment]) -> Iterator[Change]:
    """Yields what each step did; the step that ends a tie did what those had rolled who were in it."""
    waiting: list[tuple[ev.ResultHeld, Step]] = []
    for moment in played:
        step = moment.step
        state = step.before
        for event in step.entry.events:
            if isinstance(event, ev.ResultHeld):
                waiting.append((event, step))
            elif isinstance(event, ev.CombatantRemoved):
                waiting = [each for each in waiting if each[0].by != event.who]
            elif isinstance(event, ev.HeldReleased):
                for held, told in waiting:
                    after = _as_after(state, step.after, held)
                    yield Change(moment=moment, told=told, before=state, after=after)
                    state = after
                waiting.clear()
        yield Change(moment=moment, told=step, before=state, after=step.after)


def _as_after(state: EncounterState, after: EncounterState, held: ev.ResultHeld) -> EncounterState:
    """Returns a moment with those whom a held result changes as they are once it is released."""
    whom = {getattr(event, "who", None) for event in held.events} & after.combatants.keys()
    changed = {who: after.combatants[who] for who in state.combatants if who in whom}
    return replace(state, combatants={**state.combatants, **changed})


def turning_points(
    context: RulesContext,
    played: Sequence[Moment],
    strength: Strength,
    fallen: Mapping[CombatantId, Step],
) -> tuple[TurningPoint, ...]:
    """Returns what weighs most, in order: what it took from a side, and who went out of the fight.

    What waited in a tie stands where it became true, in the words of the step that rolled it. A correction turns
    nothing: what was played again after it did.
    """
    weighed: list[tuple[float, Change, Side]] = []
    for each in _changes(played):
        if each.told.is_correction or each.before.combatants is each.after.combatants:
            continue
        side, change = _most_changed(strength, each)
        weight = abs(change) + _FALL_WEIGHS * each.felled(fallen)
        if side is not None and weight >= _LEAST_WEIGHT and round(change):
            weighed.append((weight, each, side))
    chosen = sorted(weighed, key=lambda each: -each[0])[:_MOST_POINTS]
    in_order = sorted(chosen, key=lambda each: each[1].moment.at)
    return tuple(
        _point(context, number, change, side, strength)
        for number, (_, change, side) in enumerate(in_order, start=1)
    )


def _most_changed(strength: Strength, change: Change) -> tuple[Side | None, float]:
    changes: list[tuple[float, Side]] = []
    for side in SIDES:
        before, after = strength.of(change.before, side), strength.of(change.after, side)
        if before is not None and after is not None:
            changes.append((after - before, side))
    most, found = max(changes, key=lambda each: abs(each[0]), default=(0.0, None))
    return found, most


def _point(
    context: RulesContext, number: int, change: Change, of: Side, strength: Strength
) -> TurningPoint:
    step, told = change.moment.step, change.told
    actor = told.before.combatants.get(told.actor) if told.actor is not None else None
    stamp = short_moment(context.ruleset.time, max(step.after.round, 1))
    return TurningPoint(
        number=number,
        entry=EntryId(step.entry.id),
        stamp=context.texts.text_of(
            "recap.stamp", unit=_longest_unit(context)[:1].upper(), moment=stamp
        ),
        side=actor.side if actor is not None else of,
        sentence=context.texts.segments(told.entry.label),
        of=of,
        of_name=context.side_name(of),
        before=round(strength.of(change.before, of) or 0),
        after=round(strength.of(change.after, of) or 0),
        at=change.moment.at,
    )
