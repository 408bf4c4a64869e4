"""Major injuries of combatants that fall after a Traumatic Hit. Source: CWN-63, CWN-64."""

from collections.abc import Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition, LocationState, Value
from encounter_gui.rules.engine import checks as engine_checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import CheckPlan
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.reading.table import TablePlay, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.rules import injury
from encounter_gui.rules.systems.cwn.sheet import character, checks

TREATED, TOO_LATE = "treated", "too_late"
"""Marks of a place of the body: a street doctor has come to its injuries, or has not come in time. Source: CWN-64."""


def owe_save(
    resolution: Resolution, who: CombatantId, *, fact: str = "", by: CombatantId | None = None
) -> None:
    """Demands the save of a combatant that fell after a Traumatic Hit; nothing for others. Source: CWN-63.

    ``fact`` is the kind of the fact that tells of its fall, empty for a fall by hand; an injury completes it.
    """
    target = resolution.combatant(who)
    if is_owed(target):
        reason = say("cwn.why.injury_save", who=target.name)
        resolution.owe(INJURY_SAVE.of(who, by=by, reason=reason, fact=fact))


def is_owed(target: Combatant) -> bool:
    """Returns whether a combatant that has fallen has to save. Source: CWN-63."""
    return _lies(target) and target.has("traumatized")


def _lies(target: Combatant) -> bool:
    return target.has("mortally_wounded") or target.has("stable")


def _settle(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Physical save, and if it fails the injury. Source: CWN-63."""
    obligation = obligations[0]
    context = resolution.context
    plan = _save_of(context, obligation)
    target = context.combatant(_who(obligation))
    result = yield from engine_checks.roll(resolution, plan, checks.saves)
    checks.record_save(resolution, "injury_save", result, die=result.rolled)
    _after_scene(resolution, obligation)
    params: dict[str, str | int] = {
        "who": target.name,
        "total": result.total,
        "target": plan.target or 0,
    }
    if result.is_success:
        return say("cwn.log.injury_saved", **params)
    resolution.reason("cwn.why.injury_not_saved", "CWN-63", **params)
    key = yield from _roll_injury(resolution, target, str(obligation.values.get("fact", "")))
    text = context.texts.text_of("cwn.fate.dead") if injury.is_deadly(context, key) else ""
    return say("cwn.log.injured", injury=name_of(context, key), fate=text, **params)


def _after_scene(resolution: Resolution, obligation: Obligation) -> None:
    """Ends what the scene has left behind for the save alone: between fights there is no scene. Source: CWN-63."""
    if resolution.context.state.stage == "between":
        resolution.remove_conditions(_who(obligation), "traumatized")


def _roll_injury(resolution: Resolution, target: Combatant, fact: str) -> Rolling[str]:
    """Rolls a major injury and returns its key; it completes the fact of the fall. Source: CWN-64."""
    context, who = resolution.context, target.id
    play = TablePlay(resolution)
    rolled = yield from rolled_at_table(play, injury.major_injury, None, {"who": who})
    rolled = int(rolled)
    face = injury.face_of(target, rolled)
    key = injury.key_at(context, face)
    resolution.fact("major_injury", who, die=rolled, row=face, injury=key)
    resolution.record(*injury_events(context, target, key))
    is_dead = injury.is_deadly(context, key)
    if is_dead:
        resolution.record(*falling.dying_events(resolution.context, who))
    values: dict[str, Value] = {"fate": "dead" if is_dead else "mortally_wounded", "injury": key}
    resolution.record(ev.Resolved(what="fate", target=who, values=values, completes=fact))
    return key


def _who(obligation: Obligation) -> CombatantId:
    if obligation.who is None:
        raise ValueError(f"nobody owes {obligation}")
    return obligation.who


def _save_of(context: RulesContext, obligation: Obligation) -> CheckPlan:
    """Returns the Physical save. Source: CWN-09, CWN-63."""
    return checks.save_plan(context, _who(obligation), "physical", key="injury_save")


def injury_events(context: RulesContext, target: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns what an injury leaves: a mark on the body, a condition. Source: CWN-64."""
    events: list[ev.Event] = []
    row, who = injury.row_of(context, key), target.id
    place, left = str(row.get("place", "")), str(row.get("condition", ""))
    if place:
        before = target.locations.get(place, LocationState())
        level = max(before.level, number(row.get("level")))
        seen = {TREATED, TOO_LATE} if row.get("doctor") else ()
        kept = (mark for mark in before.marks if mark not in seen)
        marks = tuple(dict.fromkeys((*kept, key)))
        events.append(ev.LocationSet(who=who, location=place, level=level, marks=marks))
    if left:
        known = target.condition(left)
        keys = dict.fromkeys((*(known.keys if known else ()), key))
        condition = Condition(key=left, keys=tuple(keys))
        events.append(ev.ConditionAdded(who=who, condition=condition))
    return tuple(events)


def name_of(context: RulesContext, key: str) -> str:
    """Returns what a mark is called: an injury as in the ruleset's table. Source: CWN-64."""
    name = injury.row_of(context, key).get("name")
    return str(name) if name else context.texts.text_or(f"cwn.recap.mark.{key}", key)


def is_in_coma(context: RulesContext, target: Combatant) -> bool:
    """Returns whether an injury keeps somebody from coming to before it is mended. Source: CWN-64."""
    marks = (mark for state in target.locations.values() for mark in state.marks)
    return any(injury.row_of(context, mark).get("coma") for mark in marks)


def in_need_of_doctor(context: RulesContext, target: Combatant) -> dict[str, str]:
    """Returns the injuries for which no street doctor has come yet, each with its place. Source: CWN-64."""
    if character.is_dead(target):
        return {}
    return {
        mark: place
        for place, state in target.locations.items()
        if not set(state.marks) & {TREATED, TOO_LATE}
        for mark in state.marks
        if injury.row_of(context, mark).get("doctor")
    }


def doctor_events(
    context: RulesContext, target: Combatant, key: str, mark: str
) -> tuple[ev.Event, ...]:
    """Returns the events with which a street doctor has come to an injury, or comes too late. Source: CWN-64."""
    place = in_need_of_doctor(context, target).get(key, "")
    if not place:
        return ()
    known = target.locations[place]
    marks = (*known.marks, mark)
    return (ev.LocationSet(who=target.id, location=place, level=known.level, marks=marks),)


def kills_untreated(context: RulesContext, key: str) -> bool:
    """Returns whether an injury kills to which no street doctor comes. Source: CWN-64."""
    return injury.row_of(context, key).get("doctor") == "dies"


def _applies(context: RulesContext, obligation: Obligation) -> bool:
    """Returns whether a save still has an object; whom a Traumatic Hit has felled is not asked again after the scene.

    Source: CWN-63.
    """
    target = context.state.combatants.get(obligation.who) if obligation.who else None
    if target is None:
        return False
    return is_owed(target) or (context.state.stage == "between" and _lies(target))


def _chance(context: RulesContext, obligation: Obligation) -> float:
    """Returns the chance of a successful save."""
    return engine_checks.chance(_save_of(context, obligation), checks.saves)


def _sum(context: RulesContext, obligation: Obligation) -> str:
    plan = _save_of(context, obligation)
    bonus = f" + {plan.bonus}" if plan.bonus else ""
    return f"d20{bonus} ≥ {plan.target or 0}"


INJURY_SAVE = ObligationKind(
    kind="injury_save",
    rule="CWN-63",
    settle=_settle,
    priority=10,
    waive=_after_scene,
    applies=_applies,
    chance=_chance,
    sum=_sum,
)
"""The Physical save of a combatant mortally wounded after a Traumatic Hit. Source: CWN-63."""
