"""Moving, climbing, jumping and swimming. Source: PHA-12 to PHA-16, PHA-22, PHA-31."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import accidents
from encounter_gui.rules.systems.phases.commands import Climb, Jump, Move, Swim
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.checks import rolled
from encounter_gui.rules.systems.phases.sheet.course import Course

FLOUNDERING = "floundering"
"""The memo of a swimmer: ``once`` after a critical failure, ``drowning``, ``last`` after the last test."""


def move(context: RulesContext, command: Move) -> Procedure:
    """Moves somebody, or sets its gait. Source: PHA-12, PHA-22, PHA-31.

    Raises:
        RuleError: it cannot move now, or not so far.
    """
    yield from ()
    if command.gait in ("still", "prone"):
        return _stays(context, command)
    combatant = action_budget.actor(context, command.who)
    feet = _allowed_feet(context, combatant, command)
    events: list[ev.Event] = []
    if command.gait == "jog":
        _check_jog(context, combatant)
    else:
        combatant = action_budget.require_whole_phase(context, command.who, command.gait)
        check_run(context, combatant)
        events += action_budget.spent_whole(combatant, command.gait)
    events += [
        ev.GaugeSet(who=combatant.id, gauge=character.MOVED, to=1),
        ev.MemoSet(who=combatant.id, key="gait", value=command.gait),
        ev.Resolved(what="move", who=combatant.id, values={"gait": command.gait, "feet": feet}),
    ]
    word = context.texts.text_of(f"phases.gait.{command.gait}")
    return Outcome(
        label=say("phases.log.moves", who=combatant.name, gait=word, feet=feet),
        events=tuple(events),
    )


def _stays(context: RulesContext, command: Move) -> Outcome:
    """Stops, or drops to the ground: neither is an action. Source: PHA-31, PHA-76."""
    combatant = action_budget.actor(context, command.who)
    if command.gait == "still":
        return Outcome(
            label=say("phases.log.stands_still", who=combatant.name),
            events=(ev.MemoSet(who=combatant.id, key="gait", value=""),),
        )
    if combatant.has("prone"):
        raise refuse("phases.is_prone", rule="PHA-76", who=combatant.name)
    return Outcome(
        label=say("phases.log.drops", who=combatant.name),
        events=(
            ev.ConditionAdded(who=combatant.id, condition=Condition(key="prone")),
            ev.MemoSet(who=combatant.id, key="gait", value=""),
        ),
    )


def _allowed_feet(context: RulesContext, combatant: Combatant, command: Move) -> int:
    most = character.move(context, combatant, command.gait, command.terrain)
    if not most:
        raise refuse("phases.cannot_move", rule="PHA-12", who=combatant.name)
    feet = most if command.feet is None else command.feet
    if not 0 <= feet <= most:
        raise refuse("phases.too_far", rule="PHA-12", who=combatant.name, feet=feet, most=most)
    return feet


def _check_jog(context: RulesContext, combatant: Combatant) -> None:
    full = combatant.memo_text("full")
    if full:
        name = context.texts.text_of(f"phases.full.{full}")
        raise refuse("phases.full_no_move", rule="PHA-22", who=combatant.name, full=name)
    if combatant.gauges.get(character.MOVED):
        raise refuse("phases.has_moved", rule="PHA-22", who=combatant.name)


def check_run(context: RulesContext, combatant: Combatant) -> None:
    """Lets somebody run or sprint who is on its feet and has the breath for it. Source: PHA-64, PHA-76.

    Raises:
        RuleError: it is prone, or wounded too badly in the torso.
    """
    if combatant.has("prone"):
        raise refuse("phases.is_prone", rule="PHA-76", who=combatant.name)
    least = character.figure(context, "location_effects", "torso_no_run", mechanics.SERIOUS)
    if character.wound(combatant, character.TORSO) >= least:
        raise refuse("phases.torso_no_run", rule="PHA-64", who=combatant.name)


def _mover(context: RulesContext, combatant: Combatant) -> None:
    """Lets somebody use its movement of the phase; outside a fight nothing counts. Source: PHA-14, PHA-22."""
    if combatant.has("grabbed") or combatant.has("immobile"):
        raise refuse("phases.cannot_move", rule="PHA-12", who=combatant.name)
    if context.state.stage != "running":
        if character.is_down(combatant):
            raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
        return
    action_budget.actor(context, combatant.id)
    _check_jog(context, combatant)


def climb(context: RulesContext, command: Climb) -> Procedure:
    """A phase of climbing: a failure tires, a critical one falls. Source: PHA-14.

    Raises:
        RuleError: it cannot move now.
    """
    combatant = context.known_combatant(command.who)
    _mover(context, combatant)
    course = Course(context, combatant.id)
    skills = ("strength", "athletics", "climbing")
    dice, total = yield from rolled(course, "climb", combatant.id, skills, command.dn, command.gm)
    if context.state.stage == "running":
        course.now(ev.GaugeSet(who=combatant.id, gauge=character.MOVED, to=1))
    passed = bool(mechanics.passes(dice, total, command.dn))
    fell = not passed and bool(mechanics.fumbles(dice, total, command.dn))
    feet = climb_speed(context, combatant) if passed else 0
    values = {"total": total, "dn": command.dn, "feet": feet, "fell": fell}
    course.now(ev.Resolved(what="climb", who=combatant.id, values=values))
    if fell:
        course.tell("phases.told.falls")
        yield from accidents.falling(course, combatant.id, command.height, breakfall=True)
    elif not passed:
        course.now(ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=1))
        course.tell("phases.told.tires")
    else:
        course.tell("phases.told.climbs", feet=feet)
    return _outcome("phases.log.climb", course, combatant, total, command.dn)


def jump(context: RulesContext, command: Jump) -> Procedure:
    """A jump of so many feet. Source: PHA-15.

    Raises:
        RuleError: it cannot move, or no distance is named.
    """
    combatant = context.known_combatant(command.who)
    inches = 12 * command.feet + command.inches
    if inches < 1:
        raise refuse("phases.no_distance", rule="PHA-15")
    if (
        combatant.has("grabbed")
        or combatant.has("immobile")
        or character.is_out(context, combatant)
    ):
        raise refuse("phases.cannot_move", rule="PHA-12", who=combatant.name)
    if context.state.stage == "running":
        action_budget.actor(context, combatant.id)
    course = Course(context, combatant.id)
    dn = dn_of_jump(context, command)
    skills = ("strength", "athletics", "jumping")
    dice, total = yield from rolled(course, "jump", combatant.id, skills, dn, command.gm)
    passed = bool(mechanics.passes(dice, total, dn))
    reach = inches + max(command.height, 0) // 2 if command.kind == "high" else inches
    course.now(
        ev.Resolved(
            what="jump",
            who=combatant.id,
            values={"total": total, "dn": dn, "passed": passed, "reach": reach if passed else 0},
        )
    )
    course.tell("phases.told.passed" if passed else "phases.told.failed")
    return _outcome("phases.log.jump", course, combatant, total, dn)


def dn_of_jump(context: RulesContext, command: Jump) -> int:
    """Returns the DN of a jump, in quarter feet begun. Source: PHA-15."""
    quarters = -(-(12 * command.feet + command.inches) // 3)
    start = "standing" if command.standing else "running"
    halved = command.standing and command.kind == "high"
    return int(
        mechanics.jump_dn(
            quarters,
            character.figure(context, "jump", f"{start}_{command.kind}"),
            1 if halved else 2,
            character.figure(context, "jump", "dn", 12),
            character.figure(context, "jump", "step_dn", 2),
        )
    )


def swim(context: RulesContext, command: Swim) -> Procedure:
    """A swimming test: a failure tires; a critical one and then any other, and drowning starts. Source: PHA-16.

    Raises:
        RuleError: it is out, or drowns with nothing to hold on to.
    """
    combatant = context.known_combatant(command.who)
    before = combatant.memo_text(FLOUNDERING)
    if character.is_out(context, combatant):
        raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
    if before == "last" or (before == "drowning" and not command.grip):
        raise refuse("phases.is_drowning", rule="PHA-16", who=combatant.name)
    course = Course(context, combatant.id)
    skills = ("strength", "athletics", "swimming")
    dice, total = yield from rolled(course, "swim", combatant.id, skills, command.dn, command.gm)
    passed = bool(mechanics.passes(dice, total, command.dn))
    critical = not passed and bool(mechanics.fumbles(dice, total, command.dn))
    after = _floundering(before, passed=passed, critical=critical)
    feet = 0 if critical else swim_speed(context, combatant)
    values: dict[str, Value] = {
        "total": total,
        "dn": command.dn,
        "passed": passed,
        "feet": feet,
        "state": after,
    }
    course.now(
        ev.Resolved(what="swim", who=combatant.id, values=values),
        ev.MemoSet(who=combatant.id, key=FLOUNDERING, value=after),
    )
    if not passed and not critical:
        course.now(ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=1))
        course.tell("phases.told.tires")
    course.tell(f"phases.told.swims_{after or ('on' if passed else 'on_tired')}", feet=feet)
    return _outcome("phases.log.swim", course, combatant, total, command.dn)


def _floundering(before: str, *, passed: bool, critical: bool) -> str:
    if passed:
        return ""
    if before == "drowning":
        return "last"
    if before == "once":
        return "drowning"
    return "once" if critical else ""


def swim_speed(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many feet somebody swims in a phase. Source: PHA-16."""
    return sum(
        character.level(context, combatant, key) for key in ("strength", "stamina", "swimming")
    )


def climb_speed(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many feet somebody climbs in a phase. Source: PHA-14."""
    return sum(
        character.level(context, combatant, key) for key in ("strength", "athletics", "climbing")
    )


def breath(context: RulesContext, combatant: Combatant) -> int:
    """Returns for how many rounds somebody who has prepared holds its breath. Source: PHA-16."""
    return sum(
        character.level(context, combatant, key) for key in ("stamina", "swimming", "athletics")
    )


def _outcome(key: str, course: Course, combatant: Combatant, total: int, dn: int) -> Outcome:
    return Outcome(
        label=say(key, who=combatant.name, total=total, dn=dn, result=course.told),
        events=course.events,
        reasons=tuple(course.reasons),
    )
