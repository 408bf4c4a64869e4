"""Moving, climbing, jumping and swimming. Source: PHA-12 to PHA-16, PHA-22, PHA-31."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import accidents
from encounter_gui.rules.systems.phases.commands import Climb, Jump, Move, Swim
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.checks import rolled
from encounter_gui.rules.systems.phases.sheet.course import Course

FLOUNDERING = "floundering"
"""The memo of a swimmer: ``once`` after a critical failure, ``drowning``, ``last`` after the last test."""


def move(scene: Scene, command: Move) -> Procedure:
    """Moves somebody, or sets its gait. Source: PHA-12, PHA-22, PHA-31.

    Raises:
        RuleError: it cannot move now, or not so far.
    """
    yield from ()
    if command.gait in ("still", "prone"):
        return _stays(scene, command)
    one = action_budget.actor(scene, command.who)
    feet = _allowed_feet(scene, one, command)
    events: list[ev.Event] = []
    if command.gait == "jog":
        _check_jog(scene, one)
    else:
        one = action_budget.whole(scene, command.who, command.gait)
        check_run(scene, one)
        events += action_budget.spent_whole(one, command.gait)
    events += [
        ev.GaugeSet(who=one.id, gauge=character.MOVED, to=1),
        ev.MemoSet(who=one.id, key="gait", value=command.gait),
        ev.Resolved(what="move", who=one.id, values={"gait": command.gait, "feet": feet}),
    ]
    word = scene.words.word(f"phases.gait.{command.gait}")
    return Outcome(
        label=say("phases.log.moves", who=one.name, gait=word, feet=feet), events=tuple(events)
    )


def _stays(scene: Scene, command: Move) -> Outcome:
    """Stops, or drops to the ground: neither is an action. Source: PHA-31, PHA-76."""
    one = action_budget.actor(scene, command.who)
    if command.gait == "still":
        return Outcome(
            label=say("phases.log.stands_still", who=one.name),
            events=(ev.MemoSet(who=one.id, key="gait", value=""),),
        )
    if one.has("prone"):
        raise refuse("phases.is_prone", rule="PHA-76", who=one.name)
    return Outcome(
        label=say("phases.log.drops", who=one.name),
        events=(
            ev.ConditionAdded(who=one.id, condition=Condition(key="prone")),
            ev.MemoSet(who=one.id, key="gait", value=""),
        ),
    )


def _allowed_feet(scene: Scene, one: Combatant, command: Move) -> int:
    most = character.move(scene, one, command.gait, command.terrain)
    if not most:
        raise refuse("phases.cannot_move", rule="PHA-12", who=one.name)
    feet = most if command.feet is None else command.feet
    if not 0 <= feet <= most:
        raise refuse("phases.too_far", rule="PHA-12", who=one.name, feet=feet, most=most)
    return feet


def _check_jog(scene: Scene, one: Combatant) -> None:
    full = one.memo_text("full")
    if full:
        name = scene.words.word(f"phases.full.{full}")
        raise refuse("phases.full_no_move", rule="PHA-22", who=one.name, full=name)
    if one.gauges.get(character.MOVED):
        raise refuse("phases.has_moved", rule="PHA-22", who=one.name)


def check_run(scene: Scene, one: Combatant) -> None:
    """Lets somebody run or sprint who is on its feet and has the breath for it. Source: PHA-64, PHA-76.

    Raises:
        RuleError: it is prone, or wounded too badly in the torso.
    """
    if one.has("prone"):
        raise refuse("phases.is_prone", rule="PHA-76", who=one.name)
    least = character.figure(scene, "location_effects", "torso_no_run", mechanics.SERIOUS)
    if character.wound(one, character.TORSO) >= least:
        raise refuse("phases.torso_no_run", rule="PHA-64", who=one.name)


def _mover(scene: Scene, one: Combatant) -> None:
    """Lets somebody use its movement of the phase; outside a fight nothing counts. Source: PHA-14, PHA-22."""
    if one.has("grabbed") or one.has("immobile"):
        raise refuse("phases.cannot_move", rule="PHA-12", who=one.name)
    if scene.state.stage != "running":
        if character.is_down(one):
            raise refuse("phases.is_out", rule="PHA-76", who=one.name)
        return
    action_budget.actor(scene, one.id)
    _check_jog(scene, one)


def climb(scene: Scene, command: Climb) -> Procedure:
    """A phase of climbing: a failure tires, a critical one falls. Source: PHA-14.

    Raises:
        RuleError: it cannot move now.
    """
    one = scene.known(command.who)
    _mover(scene, one)
    course = Course(scene, one.id)
    skills = ("strength", "athletics", "climbing")
    dice, total = yield from rolled(course, "climb", one.id, skills, command.dn, command.gm)
    if scene.state.stage == "running":
        course.now(ev.GaugeSet(who=one.id, gauge=character.MOVED, to=1))
    passed = bool(mechanics.passes(dice, total, command.dn))
    fell = not passed and bool(mechanics.fumbles(dice, total, command.dn))
    feet = climb_speed(scene, one) if passed else 0
    values = {"total": total, "dn": command.dn, "feet": feet, "fell": fell}
    course.now(ev.Resolved(what="climb", who=one.id, values=values))
    if fell:
        course.tell("phases.told.falls")
        yield from accidents.falling(course, one.id, command.height, breakfall=True)
    elif not passed:
        course.now(ev.GaugeChanged(who=one.id, gauge=character.FATIGUE, by=1))
        course.tell("phases.told.tires")
    else:
        course.tell("phases.told.climbs", feet=feet)
    return _outcome("phases.log.climb", course, one, total, command.dn)


def jump(scene: Scene, command: Jump) -> Procedure:
    """A jump of so many feet. Source: PHA-15.

    Raises:
        RuleError: it cannot move, or no distance is named.
    """
    one = scene.known(command.who)
    inches = 12 * command.feet + command.inches
    if inches < 1:
        raise refuse("phases.no_distance", rule="PHA-15")
    if one.has("grabbed") or one.has("immobile") or character.is_out(scene, one):
        raise refuse("phases.cannot_move", rule="PHA-12", who=one.name)
    if scene.state.stage == "running":
        action_budget.actor(scene, one.id)
    course = Course(scene, one.id)
    dn = dn_of_jump(scene, command)
    skills = ("strength", "athletics", "jumping")
    dice, total = yield from rolled(course, "jump", one.id, skills, dn, command.gm)
    passed = bool(mechanics.passes(dice, total, dn))
    reach = inches + max(command.height, 0) // 2 if command.kind == "high" else inches
    course.now(
        ev.Resolved(
            what="jump",
            who=one.id,
            values={"total": total, "dn": dn, "passed": passed, "reach": reach if passed else 0},
        )
    )
    course.tell("phases.told.passed" if passed else "phases.told.failed")
    return _outcome("phases.log.jump", course, one, total, dn)


def dn_of_jump(scene: Scene, command: Jump) -> int:
    """Returns the DN of a jump, in quarter feet begun. Source: PHA-15."""
    quarters = -(-(12 * command.feet + command.inches) // 3)
    start = "standing" if command.standing else "running"
    halved = command.standing and command.kind == "high"
    return int(
        mechanics.jump_dn(
            quarters,
            character.figure(scene, "jump", f"{start}_{command.kind}"),
            1 if halved else 2,
            character.figure(scene, "jump", "dn", 12),
            character.figure(scene, "jump", "step_dn", 2),
        )
    )


def swim(scene: Scene, command: Swim) -> Procedure:
    """A swimming test: a failure tires; a critical one and then any other, and drowning starts. Source: PHA-16.

    Raises:
        RuleError: it is out, or drowns with nothing to hold on to.
    """
    one = scene.known(command.who)
    before = one.memo_text(FLOUNDERING)
    if character.is_out(scene, one):
        raise refuse("phases.is_out", rule="PHA-76", who=one.name)
    if before == "last" or (before == "drowning" and not command.grip):
        raise refuse("phases.is_drowning", rule="PHA-16", who=one.name)
    course = Course(scene, one.id)
    skills = ("strength", "athletics", "swimming")
    dice, total = yield from rolled(course, "swim", one.id, skills, command.dn, command.gm)
    passed = bool(mechanics.passes(dice, total, command.dn))
    critical = not passed and bool(mechanics.fumbles(dice, total, command.dn))
    after = _floundering(before, passed=passed, critical=critical)
    feet = 0 if critical else swim_speed(scene, one)
    values: dict[str, Value] = {
        "total": total,
        "dn": command.dn,
        "passed": passed,
        "feet": feet,
        "state": after,
    }
    course.now(
        ev.Resolved(what="swim", who=one.id, values=values),
        ev.MemoSet(who=one.id, key=FLOUNDERING, value=after),
    )
    if not passed and not critical:
        course.now(ev.GaugeChanged(who=one.id, gauge=character.FATIGUE, by=1))
        course.tell("phases.told.tires")
    course.tell(f"phases.told.swims_{after or ('on' if passed else 'on_tired')}", feet=feet)
    return _outcome("phases.log.swim", course, one, total, command.dn)


def _floundering(before: str, *, passed: bool, critical: bool) -> str:
    if passed:
        return ""
    if before == "drowning":
        return "last"
    if before == "once":
        return "drowning"
    return "once" if critical else ""


def swim_speed(scene: Scene, one: Combatant) -> int:
    """Returns how many feet somebody swims in a phase. Source: PHA-16."""
    return sum(character.level(scene, one, key) for key in ("strength", "stamina", "swimming"))


def climb_speed(scene: Scene, one: Combatant) -> int:
    """Returns how many feet somebody climbs in a phase. Source: PHA-14."""
    return sum(character.level(scene, one, key) for key in ("strength", "athletics", "climbing"))


def breath(scene: Scene, one: Combatant) -> int:
    """Returns for how many rounds somebody who has prepared holds its breath. Source: PHA-16."""
    return sum(character.level(scene, one, key) for key in ("stamina", "swimming", "athletics"))


def _outcome(key: str, course: Course, one: Combatant, total: int, dn: int) -> Outcome:
    return Outcome(
        label=say(key, who=one.name, total=total, dn=dn, result=course.told),
        events=course.events,
        reasons=tuple(course.reasons),
    )
