"""What damage past armour does: wounds, and the Shock and COOL tests they demand. Source: PHA-60 to PHA-66."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, Param, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution, held_events, with_events
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.harm.body_places import wound_events
from encounter_gui.rules.systems.phases.sheet import character, test_dice


class Injury(Struct, frozen=True, kw_only=True):
    """A wound that was dealt: its level, the level of the location before, and the level it has now."""

    dealt: int
    before: int
    level: int

    @property
    def is_worse(self) -> bool:
        """Whether the location has changed. Source: PHA-61."""
        return self.level != self.before


def suffer(
    resolution: Resolution,
    who: CombatantId,
    place: str,
    amount: int,
    striker: CombatantId | None = None,
) -> None:
    """Wounds a location: level, stacking, effects of the location; the tests it demands become owed.

    Source: PHA-60 to PHA-64, PHA-78.
    """
    context, target = resolution.context, resolution.combatant(who)
    if character.is_dead(target):
        return
    dealt = int(mechanics.wound_level(amount, character.thresholds(context, target)))
    if not dealt:
        name = character.place_name(context, place)
        resolution.add_text("phases.told.no_wound", place=name)
        return
    before = character.wound(target, place)
    destroys = context.switch("phases.critCrit") != "critical"
    level = int(mechanics.stacked_level(before, dealt, destroys))
    injury = Injury(dealt=dealt, before=before, level=level)
    values: dict[str, Value] = {
        "place": place,
        "past": amount,
        "dealt": dealt,
        "before": before,
        "level": level,
    }
    name = character.level_name(context, level)
    resolution.fact("wound", striker, who, **values, name=name)
    _explain(resolution, target, place, amount, injury)
    if injury.is_worse:
        resolution.apply(*wound_events(context, target, place, level))
    _owe_tests(resolution, who, place, injury)


def _explain(
    resolution: Resolution, target: Combatant, place: str, amount: int, injury: Injury
) -> None:
    context = resolution.context
    where = character.place_name(context, place)
    dealt, before, level = (
        character.level_name(context, each) for each in (injury.dealt, injury.before, injury.level)
    )
    limits = " / ".join(str(each) for each in character.thresholds(context, target))
    resolution.reason("phases.why.level", "PHA-60", amount=amount, limits=limits, level=dealt)
    if injury.before:
        resolution.reason("phases.why.stacked", "PHA-61", place=where, before=before, level=level)
    if injury.is_worse:
        resolution.add_text("phases.told.wound", place=where, level=level)
    else:
        resolution.add_text("phases.told.ignored", place=where, level=dealt)


def _owe_tests(resolution: Resolution, who: CombatantId, place: str, injury: Injury) -> None:
    """Makes the tests of a wound owed: the Shock Test, then the COOL test. Source: PHA-62, PHA-63.

    They are part of the action that wounds, so in a tie they are rolled with it, before the next hit (PHA-78). What
    they come to is held with the other effects of the action (PHA-19).
    """
    if mechanics.needs_shock_test(injury.before, injury.level):
        owe_shock_test(resolution, who, place, injury.level)
    if needs_cool(resolution.context, resolution.combatant(who), injury):
        reason = _reason(resolution.context, place, injury.level)
        cool_test = COOL_TEST.of(who, by=resolution.actor, reason=reason)
        resolution.owe(cool_test, is_effect=False)


def owes_test(context: RulesContext, who: CombatantId) -> bool:
    """Returns whether a combatant owes a test of a wound: the next hit on it has to wait. Source: PHA-78."""
    kinds = (SHOCK_TEST.kind, COOL_TEST.kind)
    return any(each.who == who and each.kind in kinds for each in context.state.obligations)


def _reason(context: RulesContext, place: str, level: int) -> Message:
    return say(
        "phases.owed_why.wound",
        place=character.place_name(context, place),
        level=character.level_name(context, level),
    )


def rolled_from(context: RulesContext, obligation: Obligation) -> RulesContext:
    """Returns the context that something owed is settled in.

    What belongs to an action is settled with the effects held in a tie, as its wounds are among them. Source: PHA-19.
    """
    if obligation.by is None:
        return context
    return with_events(context, held_events(context.state))


def _subject(context: RulesContext, obligation: Obligation) -> Combatant | None:
    """Returns the combatant that owes a test, as the test will be rolled; None if it is gone."""
    combatants = rolled_from(context, obligation).state.combatants
    return combatants.get(obligation.who) if obligation.who else None


# ---- Shock


def interval(context: RulesContext, level: int) -> int:
    """Returns the phases between Shock Tests with this worst wound. Source: PHA-70."""
    return character.table_number(context, "shock_phases", character.LEVELS[level])


def shock_level(combatant: Combatant) -> int:
    """Returns the wound level that Shock of a combatant goes by. Source: PHA-70."""
    return int(mechanics.shock_level(character.worst_level(combatant)))


def next_test(context: RulesContext, combatant: Combatant, phase: int = 0) -> int:
    """Returns the phase of the next Shock Test, counted from ``phase``; 0: from now. Source: PHA-70."""
    return max(phase or context.state.round, 1) + interval(context, shock_level(combatant))


def owe_shock_test(resolution: Resolution, who: CombatantId, place: str, level: int) -> None:
    """Makes the Shock Test of a wound owed; of a combatant In Shock the clock is moved instead. Source: PHA-62."""
    combatant = resolution.combatant(who)
    if level < mechanics.SLIGHT or _is_beyond_shock(combatant):
        return
    if combatant.has("in_shock"):
        resolution.apply(*sooner_events(resolution.context, combatant))
        return
    reason = _reason(resolution.context, place, level)
    shock_test = SHOCK_TEST.of(who, by=resolution.actor, reason=reason, level=level)
    resolution.owe(shock_test, is_effect=False)


def _is_beyond_shock(combatant: Combatant) -> bool:
    return character.is_dead(combatant) or combatant.has("clinically_dead")


def shock_plan(context: RulesContext, combatant: Combatant, level: int) -> test_dice.TestPlan:
    """Returns the Shock Test of a wound level; wounds do not count against it. Source: PHA-62, PHA-66."""
    parts = (
        *character.level_part(context, combatant, "stamina", "PHA-62"),
        *character.fatigue_parts(context, combatant),
    )
    dn = character.wound_dn(context, level)
    plan = test_dice.plan(context, "shock", combatant.id, dn, parts, "PHA-62")
    name = character.level_name(context, level)
    return replace(plan, label=test_dice.question(plan, level=name))


def shock_test(
    resolution: Resolution, who: CombatantId, level: int
) -> Rolling[test_dice.TestCheck]:
    """Rolls a Shock Test. Source: PHA-62."""
    plan = shock_plan(resolution.context, resolution.combatant(who), level)
    return (yield from rolled_test(resolution, plan))


def rolled_test(resolution: Resolution, plan: test_dice.TestPlan) -> Rolling[test_dice.TestCheck]:
    """Rolls a test that the rules demand, with its fact and its arithmetic. Source: PHA-62, PHA-63."""
    check = yield from test_dice.roll(resolution, plan)
    name = resolution.combatant(plan.who).name if plan.who else ""
    values = {"total": check.total, "dn": plan.target or 0, "passed": check.is_success}
    resolution.fact(plan.key, plan.who, None, **values, **plan.part_values)
    passed = "passed" if check.is_success else "failed"
    test_dice.explain(resolution, check, f"phases.why.{plan.key}_{passed}", who=name)
    return check


def settle_shock_test(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Shock Test of a wound. Source: PHA-62."""
    (obligation,) = owed
    who, level = owner(obligation), owed_number(obligation, "level")
    name = resolution.combatant(who).name
    if resolution.combatant(who).has("in_shock"):
        resolution.apply(*sooner_events(resolution.context, resolution.combatant(who)))
        return say("phases.log.shock_already", who=name)
    check = yield from shock_test(resolution, who, level)
    if not check.is_success:
        resolution.apply(*shock_events(resolution.context, resolution.combatant(who)))
    key = "phases.log.shock_passed" if check.is_success else "phases.log.shock_failed"
    return say(key, who=name, total=check.total, dn=check.plan.target or 0)


def owner(obligation: Obligation) -> CombatantId:
    """Returns the combatant that owes something.

    Raises:
        ValueError: the game master owes it.
    """
    if obligation.who is None:
        raise ValueError(f"nobody owes {obligation}")
    return obligation.who


def owed_number(obligation: Obligation, key: str) -> int:
    """Returns a number that was stored with an obligation; 0 if there is none."""
    value = obligation.values.get(key)
    return value if isinstance(value, int) else 0


def _shock_applies(context: RulesContext, obligation: Obligation) -> bool:
    combatant = _subject(context, obligation)
    return combatant is not None and not _is_beyond_shock(combatant)


def _shock_test(context: RulesContext, obligation: Obligation) -> test_dice.TestPlan | None:
    combatant = _subject(context, obligation)
    if combatant is None:
        return None
    return shock_plan(rolled_from(context, obligation), combatant, owed_number(obligation, "level"))


def _shock_chance(context: RulesContext, obligation: Obligation) -> float | None:
    plan = _shock_test(context, obligation)
    return test_dice.chance(plan) if plan else None


def _shock_sum(context: RulesContext, obligation: Obligation) -> str:
    plan = _shock_test(context, obligation)
    return test_dice.sum_text(plan) if plan else ""


SHOCK_TEST = ObligationKind(
    kind="shock_test",
    rule="PHA-62",
    priority=10,
    continues=True,
    settle=settle_shock_test,
    applies=_shock_applies,
    chance=_shock_chance,
    sum=_shock_sum,
)


def shock_events(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of entering Shock; of a combatant In Shock, the clock moved. Source: PHA-62, PHA-70."""
    if combatant.has("in_shock"):
        return sooner_events(context, combatant)
    condition = Condition(key="in_shock", count=next_test(context, combatant))
    return (ev.ConditionAdded(who=combatant.id, condition=condition),)


def sooner_events(
    context: RulesContext, combatant: Combatant, phase: int = 0
) -> tuple[ev.Event, ...]:
    """Returns the next Shock Test moved to the interval of the worst wound, if that is sooner. Source: PHA-62."""
    known = combatant.condition("in_shock")
    due = next_test(context, combatant, phase)
    if known is None or (known.count is not None and known.count <= due):
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=replace(known, count=due)),)


# ---- COOL


def needs_cool(context: RulesContext, combatant: Combatant, injury: Injury) -> bool:
    """Returns whether a wound demands a COOL test. Source: PHA-63."""
    if not _may_need_cool(combatant):
        return False
    if character.is_mook(combatant) and context.switch("phases.mookSkipCool"):
        return False
    tests_flesh = bool(context.switch("phases.coolTestOnFlesh"))
    return bool(mechanics.needs_cool_test(injury.dealt, injury.before, injury.level, tests_flesh))


def _may_need_cool(combatant: Combatant) -> bool:
    return not character.is_down(combatant) and not combatant.has("cool_held")


def cool_plan(context: RulesContext, combatant: Combatant) -> test_dice.TestPlan:
    """Returns the COOL test, the wound penalty counted against it. Source: PHA-63, PHA-66."""
    parts = (
        *character.skill_parts(context, combatant, "cool", "initiative"),
        *character.wound_parts(context, combatant),
    )
    dn = character.table_number(context, "care", "cool_dn", 16)
    plan = test_dice.plan(context, "cool", combatant.id, dn, parts, "PHA-63")
    return replace(plan, label=test_dice.question(plan))


def settle_cool_test(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls a COOL test; a failure puts its owner out for some minutes. Source: PHA-63."""
    who = owner(owed[0])
    context = resolution.context
    check = yield from rolled_test(resolution, cool_plan(context, resolution.combatant(who)))
    params: dict[str, Param] = {"who": resolution.combatant(who).name, "total": check.total}
    dn = check.plan.target or 0
    if check.is_success:
        resolution.add_condition(who, Condition(key="cool_held"))
        return say("phases.log.cool_passed", dn=dn, **params)
    count = character.table_number(context, "care", "out_dice", 1)
    minutes = yield from test_dice.die(context, "minutes", who, 6, count)
    resolution.apply(incapacitation(context, who, minutes))
    resolution.fact("incapacitated", who, minutes=minutes)
    return say("phases.log.cool_failed", dn=dn, minutes=minutes, **params)


def incapacitation(context: RulesContext, who: CombatantId, minutes: int) -> ev.Event:
    """Returns the condition of being out for at least so many minutes. Source: PHA-63."""
    until = max(context.state.round, 1) + minutes * mechanics.PHASES_A_MINUTE
    return ev.ConditionAdded(who=who, condition=Condition(key="incapacitated", count=until))


def _cool_applies(context: RulesContext, obligation: Obligation) -> bool:
    combatant = _subject(context, obligation)
    return combatant is not None and _may_need_cool(combatant)


def _cool_test(context: RulesContext, obligation: Obligation) -> test_dice.TestPlan | None:
    combatant = _subject(context, obligation)
    return cool_plan(rolled_from(context, obligation), combatant) if combatant else None


def _cool_chance(context: RulesContext, obligation: Obligation) -> float | None:
    plan = _cool_test(context, obligation)
    return test_dice.chance(plan) if plan else None


def _cool_sum(context: RulesContext, obligation: Obligation) -> str:
    plan = _cool_test(context, obligation)
    return test_dice.sum_text(plan) if plan else ""


COOL_TEST = ObligationKind(
    kind="cool_test",
    rule="PHA-63",
    priority=20,
    continues=True,
    settle=settle_cool_test,
    applies=_cool_applies,
    chance=_cool_chance,
    sum=_cool_sum,
)
