"""Between fights: surgery, healing, sleep. Source: PHA-18, PHA-73."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import standing
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Habit, Heal, Sleep, StayAwake, Surgery
from encounter_gui.rules.systems.phases.harm import first_aid
from encounter_gui.rules.systems.phases.harm.body_places import wound_events
from encounter_gui.rules.systems.phases.harm.wounds import owe_shock_test, owed_number, owner
from encounter_gui.rules.systems.phases.rules.marks import LOST, OPERATED
from encounter_gui.rules.systems.phases.sheet import character, clocks, test_dice
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part

MOST_HOURS = 240
"""More hours are a slip of the finger."""


def _require_peace(context: RulesContext) -> None:
    if context.state.stage == "running":
        raise refuse("phases.between_fights", rule="PHA-73")


def _require_wound(context: RulesContext, combatant: Combatant, place: str) -> int:
    """Returns the level of a wound that can be treated.

    Raises:
        RuleError: there is none, it is beyond treatment, or the patient is dead.
    """
    level = character.wound(combatant, place)
    name = character.place_name(context, place)
    if character.is_dead(combatant):
        raise refuse("phases.patient_dead", rule="PHA-73", patient=combatant.name)
    if not level:
        raise refuse("phases.no_wound_there", rule="PHA-73", patient=combatant.name, place=name)
    if level >= mechanics.DESTROYED:
        raise refuse("phases.beyond_healing", rule="PHA-73", patient=combatant.name, place=name)
    return level


def surgery(resolution: Resolution, command: Surgery) -> Rolling[Message]:
    """Makes surgery on a location, so that it can heal; a fumble makes it worse. Source: PHA-73.

    Raises:
        RuleError: a fight is on, there is nothing to operate on, or the surgeon cannot do it now.
    """
    context = resolution.context
    _require_peace(context)
    surgeon, patient = (
        context.known_combatant(command.who),
        context.known_combatant(command.patient),
    )
    if context.state.stage == "between":
        first_aid.require_helper(context, surgeon.id)
    level = _require_wound(context, patient, command.place)
    if level < mechanics.SERIOUS:
        name = character.place_name(context, command.place)
        raise refuse("phases.needs_no_surgery", rule="PHA-73", patient=patient.name, place=name)
    dn = character.wound_dn(context, level)
    plan = first_aid.medicine_plan(context, "surgery", surgeon, dn, command.gm)
    check = yield from first_aid.roll_medicine(resolution, plan)
    fumbled = check.rank == "critical_failure"
    values = {"total": check.total, "dn": dn, "passed": check.is_success, "fumbled": fumbled}
    resolution.fact("surgery", surgeon.id, patient.id, **values, **plan.part_values)
    if check.is_success:
        resolution.mark_location(patient.id, command.place, OPERATED)
        resolution.add_text("phases.told.operated", patient=patient.name)
    elif fumbled:
        first_aid.worsen_at(resolution, patient.id, command.place)
        worse = character.wound(resolution.combatant(patient.id), command.place)
        owe_shock_test(resolution, patient.id, command.place, worse)
    else:
        resolution.add_text("phases.told.failed")
    result = resolution.text
    return say("phases.log.surgery", who=surgeon.name, patient=patient.name, result=result)


def heal(resolution: Resolution, command: Heal) -> Rolling[Message]:
    """Makes a healing test of a location: STAM untreated, INT/Medicine treated. Source: PHA-73.

    Raises:
        RuleError: a fight is on, nothing to heal, or surgery comes first.
    """
    context = resolution.context
    combatant = require_healing(context, command)
    healer = None if command.healer is None else context.known_combatant(command.healer)
    plan = _healing(context, combatant, command.place, healer, command.gm)
    return (yield from _heal(resolution, combatant, command.place, plan))


def require_healing(context: RulesContext, command: Heal) -> Combatant:
    """Returns somebody whose wound at a place heals by the tests of its intervals. Source: PHA-73.

    Raises:
        RuleError: a fight is on, nothing to heal, or surgery comes first.
    """
    _require_peace(context)
    combatant = context.known_combatant(command.who)
    _require_wound(context, combatant, command.place)
    if not can_heal(combatant, command.place):
        name = character.place_name(context, command.place)
        raise refuse("phases.needs_surgery", rule="PHA-73", patient=combatant.name, place=name)
    return combatant


def can_heal(combatant: Combatant, place: str) -> bool:
    """Returns whether the wound at a place heals: a Serious or Critical one after surgery alone. Source: PHA-73."""
    found = combatant.locations.get(place)
    if found is None or character.is_dead(combatant):
        return False
    is_wound = 0 < found.level < mechanics.DESTROYED
    return is_wound and (found.level < mechanics.SERIOUS or OPERATED in found.marks)


def healing_days(context: RulesContext, combatant: Combatant, place: str) -> int:
    """Returns after how many days the wound at a place has its healing test. Source: PHA-73."""
    level = character.LEVELS[character.wound(combatant, place)]
    return character.table_number(context, "healing_days", level, 1)


def _heal(
    resolution: Resolution, combatant: Combatant, place: str, plan: test_dice.TestPlan
) -> Rolling[Message]:
    """Makes a healing test; a success lowers the wound by a level. Source: PHA-73."""
    context, level = resolution.context, character.wound(combatant, place)
    check = yield from test_dice.roll(resolution, plan)
    days, name = healing_days(context, combatant, place), character.place_name(context, place)
    dn, total = check.plan.target or 0, check.total
    values = {"total": total, "dn": dn, "passed": check.is_success, "days": days}
    resolution.fact("healing", combatant.id, None, **values, **check.plan.part_values)
    test_dice.explain(resolution, check, "phases.why.test")
    if check.is_success:
        resolution.apply(_better(context, combatant, place, level - 1))
    key = "phases.log.heals" if check.is_success else "phases.log.heals_not"
    return say(key, who=combatant.name, place=name, total=total, dn=dn, days=days)


def _healing(
    context: RulesContext, combatant: Combatant, place: str, healer: Combatant | None, gm: int
) -> test_dice.TestPlan:
    """Returns the healing test: of the wounded, or of the healer. Source: PHA-73."""
    dn = character.wound_dn(context, character.wound(combatant, place))
    by_gm = gm_part(context, gm)
    if healer is None:
        own = character.level_part(context, combatant, "stamina", "PHA-73")
        parts = (*own, *character.fatigue_parts(context, combatant), *by_gm)
        return test_dice.plan(context, "healing", combatant.id, dn, parts, "PHA-73")
    skill = character.skill_parts(context, healer, "intelligence", "medicine")
    return test_dice.plan(context, "healing", healer.id, dn, (*skill, *by_gm), "PHA-73")


def healing_plan(
    context: RulesContext, combatant: Combatant, place: str, gm: int = 0
) -> test_dice.TestPlan:
    """Returns the healing test of a place as it would be rolled now: by who looks after it and can, or by itself.

    Source: PHA-73.
    """
    carer = standing.carer_of(context, combatant)
    if carer is not None and character.is_out(context, carer):
        carer = None
    return _healing(context, combatant, place, carer, gm)


# ---- the test that is due by the clock


def owe_healing(resolution: Resolution, who: CombatantId, place: str, gm: int) -> None:
    """Makes the healing test of a place owed at the end of its interval. Source: PHA-73."""
    level = character.wound(resolution.combatant(who), place)
    reason = say(
        "phases.owed_why.healing",
        place=character.place_name(resolution.context, place),
        level=character.level_name(resolution.context, level),
    )
    resolution.owe(HEALING_TEST.of(who, reason=reason, place=place, gm=gm), is_effect=False)


def _settle_healing(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    (one,) = owed
    plan = _owed_plan(resolution.context, one)
    patient, place = resolution.combatant(owner(one)), str(one.values["place"])
    return (yield from _heal(resolution, patient, place, plan))


def _owed_plan(context: RulesContext, owed: Obligation) -> test_dice.TestPlan:
    place, gm = str(owed.values["place"]), owed_number(owed, "gm")
    return healing_plan(context, context.combatant(owner(owed)), place, gm)


HEALING_TEST = ObligationKind(
    kind="healing_test",
    rule="PHA-73",
    priority=30,
    settle=_settle_healing,
    applies=lambda context, owed: (
        owner(owed) in context.state.combatants
        and can_heal(context.combatant(owner(owed)), str(owed.values["place"]))
    ),
    chance=lambda context, owed: test_dice.chance(_owed_plan(context, owed)),
    sum=lambda context, owed: test_dice.sum_text(_owed_plan(context, owed)),
)
"""The healing test at the end of an interval. Source: PHA-73."""


def _better(context: RulesContext, combatant: Combatant, place: str, level: int) -> ev.LocationSet:
    (event, *_) = wound_events(context, combatant, place, level)
    marks = combatant.locations[place].marks
    if isinstance(event, ev.LocationSet):
        marks = event.marks
    if level < mechanics.SERIOUS:
        marks = tuple(mark for mark in marks if mark not in (OPERATED, LOST))
    return ev.LocationSet(who=combatant.id, location=place, level=level, marks=marks)


def sleep(resolution: Resolution, command: Sleep) -> Message:
    """Takes Fatigue away by hours of sleep, what lack of sleep brought too. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or nobody sleeps.
    """
    context = resolution.context
    _require_peace(context)
    hours = slept_hours(command.hours)
    combatants = context.combatants(command.who)
    for combatant in combatants:
        resolution.record(
            *rested_events(context, combatant, hours),
            ev.GaugeSet(who=combatant.id, gauge=character.AWAKE, to=0),
            *habit_events(combatant, command.habit),
        )
    return say("phases.log.slept", who=names_of(combatants), hours=hours)


def rested_events(context: RulesContext, combatant: Combatant, hours: int) -> tuple[ev.Event, ...]:
    """Returns what hours of sleep take off Fatigue, what lack of sleep brought too. Source: PHA-18."""
    off = character.table_number(context, "fatigue", "sleep_hour", 4) * hours
    left = max(character.fatigue(combatant) - off, 0)
    sleepless = min(combatant.gauges.get(character.SLEEPLESS, 0), left)
    return (
        ev.GaugeSet(who=combatant.id, gauge=character.FATIGUE, to=left),
        ev.GaugeSet(who=combatant.id, gauge=character.SLEEPLESS, to=sleepless),
    )


def habit_events(combatant: Combatant, habit: Habit) -> tuple[ev.Event, ...]:
    """Returns how somebody's nights are from now on: as is said, else as before, if it was not kept awake.

    Source: PHA-18.
    """
    kept_awake = combatant.memo_text(clocks.SLEEPS) == clocks.KEPT_AWAKE
    if not habit and not kept_awake:
        return ()
    return (ev.MemoSet(who=combatant.id, key=clocks.SLEEPS, value=habit),)


def stay_awake(resolution: Resolution, command: StayAwake) -> Message:
    """Counts hours without sleep: each beyond a day tires, and only sleep takes that away. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or no time passes.
    """
    context = resolution.context
    _require_peace(context)
    hours = slept_hours(command.hours)
    combatants = context.combatants(command.who)
    free = character.table_number(context, "fatigue", "awake_hours", 24)
    for combatant in combatants:
        before = clocks.awake_hours(context, combatant)
        more = max(before + hours - free, 0) - max(before - free, 0)
        resolution.record(
            ev.GaugeSet(who=combatant.id, gauge=character.AWAKE, to=before + hours),
            ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=more),
            ev.GaugeChanged(who=combatant.id, gauge=character.SLEEPLESS, by=more),
            *awake_events(combatant),
        )
    return say("phases.log.awake", who=names_of(combatants), hours=hours)


def awake_events(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns that somebody is kept awake until it sleeps. Source: PHA-18."""
    return (ev.MemoSet(who=combatant.id, key=clocks.SLEEPS, value=clocks.KEPT_AWAKE),)


def slept_hours(hours: int) -> int:
    """Returns hours of sleep, or awake, as they are said: 1 to 240.

    Raises:
        RuleError: there are none, or too many.
    """
    if not 1 <= hours <= MOST_HOURS:
        raise refuse("phases.bad_hours", rule="PHA-18", most=MOST_HOURS)
    return hours
