"""Moving, climbing, jumping and swimming. Source: PHA-12 to PHA-16, PHA-22, PHA-31."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Running, Value
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import accidents
from encounter_gui.rules.systems.phases.commands import Climb, HoldBreath, Jump, Move, Swim
from encounter_gui.rules.systems.phases.field import ways
from encounter_gui.rules.systems.phases.sheet import action_budget, character, clocks
from encounter_gui.rules.systems.phases.sheet.checks import roll_skill
from encounter_gui.rules.systems.phases.sheet.test_dice import TestCheck

FLOUNDERING = "floundering"
"""The record of a swimmer: ``once`` after a critical failure, ``drowning``, ``last`` after the last test."""


def move(resolution: Resolution, command: Move) -> Message:
    """Moves a combatant, or sets its gait. Source: PHA-12, PHA-22, PHA-31.

    Raises:
        RuleError: it cannot move now, or not so far.
    """
    if command.gait in ("still", "prone"):
        return _stop(resolution, command)
    context = resolution.context
    combatant = action_budget.require_turn(context, command.who)
    way = ways.way_of(context, command)
    feet, over = _allowed_feet(context, combatant, command, way)
    if command.gait == "jog":
        _check_jog(context, combatant)
    else:
        action_budget.require_whole_phase(context, command.who, command.gait)
        action_budget.check_run(context, combatant)
        resolution.record(*action_budget.phase_cost(combatant, command.gait))
    ways.go(resolution, combatant, command.gait, feet, way)
    if way is None:
        moving.tell_unmoved(resolution, combatant.id)
    if over:
        resolution.add_text("rules.field.beyond", over=metres_text(over), unit=ways.MEASURES.unit)
    gait = context.texts.text_of(f"phases.gait.{command.gait}")
    label = say("phases.log.moves", who=combatant.name, gait=gait, feet=metres_text(feet))
    return resolution.with_clauses(label)


def _stop(resolution: Resolution, command: Move) -> Message:
    """Stops, or drops to the ground: neither is an action. Source: PHA-31, PHA-76."""
    combatant = action_budget.require_turn(resolution.context, command.who)
    if command.to is not None or command.towards is not None:
        raise refuse("phases.goes_nowhere", rule="PHA-12", who=combatant.name)
    if command.gait == "still":
        resolution.record(ev.MemoSet(who=combatant.id, key="gait", value=""))
        return say("phases.log.stands_still", who=combatant.name)
    if combatant.has("prone"):
        raise refuse("phases.is_prone", rule="PHA-76", who=combatant.name)
    resolution.record(ev.ConditionAdded(who=combatant.id, condition=Condition(key="prone")))
    return say("phases.log.drops", who=combatant.name)


def _allowed_feet(
    context: RulesContext, combatant: Combatant, command: Move, way: ways.Way | None
) -> tuple[Metres, Metres]:
    """Returns how far somebody moves, and by how much that is more than it may: the game master has drawn it so."""
    most = character.move(context, combatant, command.gait, command.terrain)
    if not most:
        raise refuse("phases.cannot_move", rule="PHA-12", who=combatant.name)
    feet: Metres = most if command.feet is None else command.feet
    cost = feet
    if way is not None:
        feet = way.feet if command.feet is None else command.feet
        cost = feet - way.feet + way.cost
    is_drawn = way is not None and way.is_whole and feet == way.feet
    if feet < 0 or (cost > most and not is_drawn):
        raise refuse("phases.too_far", rule="PHA-12", who=combatant.name, feet=feet, most=most)
    return feet, max(cost - most, 0)


def _check_jog(context: RulesContext, combatant: Combatant) -> None:
    full = combatant.memo_text("full")
    if full:
        name = context.texts.text_of(f"phases.full.{full}")
        raise refuse("phases.full_no_move", rule="PHA-22", who=combatant.name, full=name)
    if combatant.gauges.get(character.MOVED):
        raise refuse("phases.has_moved", rule="PHA-22", who=combatant.name)


def _mover(context: RulesContext, combatant: Combatant) -> None:
    """Lets a combatant use its movement of the phase; outside a fight nothing counts. Source: PHA-14, PHA-22."""
    if combatant.has("grabbed") or combatant.has("immobile"):
        raise refuse("phases.cannot_move", rule="PHA-12", who=combatant.name)
    if context.state.stage != "running":
        if character.is_down(combatant):
            raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
        return
    action_budget.require_turn(context, combatant.id)
    _check_jog(context, combatant)


def climb(resolution: Resolution, command: Climb) -> Rolling[Message]:
    """Climbs for a phase: a failure tires, a critical failure is a fall. Source: PHA-14.

    Raises:
        RuleError: it cannot move now.
    """
    context = resolution.view
    combatant = context.known_combatant(command.who)
    _mover(context, combatant)
    skills = ("strength", "athletics", "climbing")
    who, dn = combatant.id, command.dn
    check = yield from roll_skill(resolution, "climb", who, skills, dn, command.gm)
    if context.state.stage == "running":
        resolution.record(ev.GaugeSet(who=who, gauge=character.MOVED, to=1))
    fell = check.rank == "critical_failure"
    feet = climb_speed(context, combatant) if check.is_success else 0
    values = {"total": check.total, "dn": dn, "feet": feet, "fell": fell}
    resolution.fact("climb", who, None, **values, **check.plan.part_values)
    if fell:
        resolution.add_text("phases.told.falls")
        yield from accidents.roll_fall(resolution, who, command.height, breakfall=True)
    elif check.is_success:
        resolution.add_text("phases.told.climbs", feet=feet)
    else:
        _tire(resolution, combatant)
    return _label("phases.log.climb", resolution, combatant, check)


def _tire(resolution: Resolution, combatant: Combatant) -> None:
    resolution.record(ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=1))
    resolution.add_text("phases.told.tires")


def _label(key: str, resolution: Resolution, combatant: Combatant, check: TestCheck) -> Message:
    dn = check.plan.target or 0
    return say(key, who=combatant.name, total=check.total, dn=dn, result=resolution.text)


def jump(resolution: Resolution, command: Jump) -> Rolling[Message]:
    """Jumps a number of feet. Source: PHA-15.

    Raises:
        RuleError: it cannot move, or no distance is named.
    """
    context = resolution.view
    combatant = context.known_combatant(command.who)
    inches = 12 * command.feet + command.inches
    if inches < 1:
        raise refuse("phases.no_distance", rule="PHA-15")
    cannot = combatant.has("grabbed") or combatant.has("immobile")
    if cannot or character.is_out(context, combatant):
        raise refuse("phases.cannot_move", rule="PHA-12", who=combatant.name)
    if context.state.stage == "running":
        action_budget.require_turn(context, combatant.id)
    skills, dn = ("strength", "athletics", "jumping"), dn_of_jump(context, command)
    check = yield from roll_skill(resolution, "jump", combatant.id, skills, dn, command.gm)
    reach = inches + max(command.height, 0) // 2 if command.kind == "high" else inches
    values = {"total": check.total, "dn": dn, "passed": check.is_success}
    values |= {"reach": reach if check.is_success else 0, **check.plan.part_values}
    resolution.fact("jump", combatant.id, None, **values)
    resolution.add_text("phases.told.passed" if check.is_success else "phases.told.failed")
    return _label("phases.log.jump", resolution, combatant, check)


def dn_of_jump(context: RulesContext, command: Jump) -> int:
    """Returns the DN of a jump, in quarter feet begun. Source: PHA-15."""
    quarters = -(-(12 * command.feet + command.inches) // 3)
    start = "standing" if command.standing else "running"
    halved = command.standing and command.kind == "high"
    return int(
        mechanics.jump_dn(
            quarters,
            character.table_number(context, "jump", f"{start}_{command.kind}"),
            1 if halved else 2,
            character.table_number(context, "jump", "dn", 12),
            character.table_number(context, "jump", "step_dn", 2),
        )
    )


def swim(resolution: Resolution, command: Swim) -> Rolling[Message]:
    """Makes a swimming test: a failure tires; a critical failure and then any other, and drowning starts.

    Source: PHA-16.

    Raises:
        RuleError: it is out, or drowns with nothing to hold on to.
    """
    context = resolution.view
    combatant = context.known_combatant(command.who)
    before = _require_afloat(context, combatant, command)
    skills, dn = ("strength", "athletics", "swimming"), command.dn
    check = yield from roll_skill(resolution, "swim", combatant.id, skills, dn, command.gm)
    critical = check.rank == "critical_failure"
    after = _floundering(before, passed=check.is_success, critical=critical)
    feet = 0 if critical else swim_speed(context, combatant)
    values: dict[str, Value] = {"total": check.total, "dn": dn, "passed": check.is_success}
    values |= {"feet": feet, "state": after, **check.plan.part_values}
    resolution.fact("swim", combatant.id, None, **values)
    resolution.record(ev.MemoSet(who=combatant.id, key=FLOUNDERING, value=after))
    if check.rank == "failure":
        _tire(resolution, combatant)
    state = after or ("on" if check.is_success else "on_tired")
    resolution.add_text(f"phases.told.swims_{state}", feet=feet)
    return _label("phases.log.swim", resolution, combatant, check)


def _require_afloat(context: RulesContext, combatant: Combatant, command: Swim) -> str:
    """Returns how far a swimmer is on the way to drowning.

    Raises:
        RuleError: it is out, or drowns with nothing to hold on to.
    """
    state = combatant.memo_text(FLOUNDERING)
    if character.is_out(context, combatant):
        raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
    if state == "last" or (state == "drowning" and not command.grip):
        raise refuse("phases.is_drowning", rule="PHA-16", who=combatant.name)
    return state


def _floundering(before: str, *, passed: bool, critical: bool) -> str:
    if passed:
        return ""
    if before == "drowning":
        return "last"
    if before == "once":
        return "drowning"
    return "once" if critical else ""


def swim_speed(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many feet a combatant swims in a phase. Source: PHA-16."""
    return sum(
        character.level(context, combatant, key) for key in ("strength", "stamina", "swimming")
    )


def hold_breath(resolution: Resolution, command: HoldBreath) -> Message:
    """Lets somebody hold its breath for as many rounds as it can; then it drowns. Source: PHA-16.

    Raises:
        RuleError: it is out, drowns already, or cannot hold it for a round.
    """
    context = resolution.context
    combatant = context.known_combatant(command.who)
    if character.is_out(context, combatant):
        raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
    if combatant.memo_text(FLOUNDERING) in ("drowning", "last"):
        raise refuse("phases.is_drowning", rule="PHA-16", who=combatant.name)
    rounds, now = breath(context, combatant), clock.now_of(context)
    if rounds < 1:
        raise refuse("phases.no_breath", rule="PHA-16", who=combatant.name)
    phases = rounds * mechanics.PHASES_A_ROUND
    due = now + phases * clock.seconds_of_round(context.ruleset.time)
    held = Running(kind=clocks.BREATH, since=now, due=due)
    resolution.record(ev.RunningSet(who=combatant.id, running=held))
    time = clock.span_text(context, due - now)
    return say("phases.log.holds_breath", who=combatant.name, rounds=rounds, time=time)


def lose_breath(resolution: Resolution, who: CombatantId) -> None:
    """Lets drowning start where the breath is over; what comes of it the rules leave to the game master.

    Source: PHA-16.
    """
    combatant = resolution.combatant(who)
    if character.is_dead(combatant) or combatant.memo_text(FLOUNDERING) == "last":
        return
    resolution.record(ev.MemoSet(who=who, key=FLOUNDERING, value="drowning"))
    resolution.add_text("phases.told.out_of_breath", who=combatant.name)


def lose_breath_in_fight(resolution: Resolution) -> None:
    """Lets drowning start in a fight for those whose breath is over by now. Source: PHA-11, PHA-16."""
    context = resolution.context
    now = clock.now_of(context)
    for combatant in context.state.combatants.values():
        for each in combatant.running:
            if each.kind == clocks.BREATH and each.due <= now:
                resolution.record(ev.RunningEnded(who=combatant.id, running=each.kind))
                lose_breath(resolution, combatant.id)


def climb_speed(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many feet a combatant climbs in a phase. Source: PHA-14."""
    return sum(
        character.level(context, combatant, key) for key in ("strength", "athletics", "climbing")
    )


def breath(context: RulesContext, combatant: Combatant) -> int:
    """Returns for how many rounds a combatant who has prepared holds its breath. Source: PHA-16."""
    return sum(
        character.level(context, combatant, key) for key in ("stamina", "swimming", "athletics")
    )
