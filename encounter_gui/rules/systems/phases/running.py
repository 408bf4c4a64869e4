"""What runs on the campaign's clock in this game: Shock, first aid, waking, healing, sleep, being awake.

Source: PHA-16, PHA-18, PHA-35, PHA-63, PHA-64, PHA-70 to PHA-73.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Record, Running
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.engine.time.running import Of, RunningKind, TimeRules, at_due, only_if
from encounter_gui.rules.systems.phases.actions import movement
from encounter_gui.rules.systems.phases.harm import dying, first_aid, healing
from encounter_gui.rules.systems.phases.sheet import character, clocks, test_dice

NIGHT_HOURS = 8
"""How long somebody sleeps who does so every night, where the ruleset does not say. Source: PHA-18."""


def _has(key: str) -> Callable[[RulesContext, Combatant], Iterable[str]]:
    return lambda context, combatant: only_if(combatant.has(key))


def _to_phase(key: str) -> Of[int]:
    """Returns how many seconds there are to the phase that a condition counts."""

    def first(context: RulesContext, combatant: Combatant, at: str) -> int:
        known = combatant.condition(key)
        return clocks.seconds_to(context, known.count or 0) if known else 0

    return first


def _without(key: str) -> Callable[[RulesContext, Combatant, Running], Iterable[ev.Event]]:
    return lambda context, combatant, running: (ev.ConditionRemoved(who=combatant.id, key=key),)


# ---- Shock, clinical death, coming to

SHOCK = RunningKind(
    kind=clocks.SHOCK,
    rule="PHA-70",
    asks="test",
    keys=_has("in_shock"),
    first=_to_phase("in_shock"),
    fall_due=lambda resolution, who, running: dying.owe_clock_shock(resolution, who),
    priority=10,
    dice=lambda context, combatant, running: test_dice.sum_text(
        dying.test_plan(context, combatant)
    ),
    stopped=_without("in_shock"),
)
"""The Shock Tests of somebody In Shock, at the interval of the worst wound. Source: PHA-70."""

CLINICAL_DEATH = RunningKind(
    kind=clocks.CLINICAL_DEATH,
    rule="PHA-72",
    asks="damage",
    keys=_has("clinically_dead"),
    first=_to_phase("clinically_dead"),
    fall_due=lambda resolution, who, running: dying.die(resolution, resolution.combatant(who)),
    priority=5,
    ends=at_due,
    is_deadly=True,
    stopped=lambda context, combatant, running: (
        ev.ConditionRemoved(who=combatant.id, key="clinically_dead"),
        ev.ConditionAdded(who=combatant.id, condition=Condition(key="stabilized")),
    ),
)
"""The minute in which somebody clinically dead may be brought back. Source: PHA-72."""


def _counts(key: str) -> Callable[[RulesContext, Combatant], Iterable[str]]:
    def keys(context: RulesContext, combatant: Combatant) -> Iterable[str]:
        known = combatant.condition(key)
        return only_if(known is not None and known.count is not None)

    return keys


def _out_in_fight(
    context: RulesContext, combatant: Combatant, running: Running, left: int
) -> Iterable[ev.Event]:
    """Yields the phase until which somebody is out at least: in a fight it is the game master who wakes it.

    Source: PHA-63.
    """
    known = combatant.condition("incapacitated")
    phases = -(-left // clock.seconds_of_round(context.ruleset.time))
    if known is not None:
        counted = replace(known, count=1 + phases)
        yield ev.ConditionAdded(who=combatant.id, condition=counted)


COMING_TO = RunningKind(
    kind=clocks.INCAPACITATED,
    rule="PHA-63",
    asks="end",
    keys=_counts("incapacitated"),
    first=_to_phase("incapacitated"),
    fall_due=lambda resolution, who, running: dying.come_to(resolution, who),
    priority=15,
    joins=_out_in_fight,
    ends=at_due,
    stopped=_without("incapacitated"),
)
"""The 1d6 minutes for which a failed COOL test puts somebody out. Source: PHA-63."""


# ---- first aid


def _helpers(context: RulesContext, patient: Combatant) -> Iterable[str]:
    """Returns the ids of those who give somebody first aid. Source: PHA-71."""
    if not patient.has("in_shock"):
        return ()
    return tuple(
        helper.id
        for helper in context.state.combatants.values()
        if (known := helper.condition("aiding")) is not None and known.by == patient.id
    )


def _aid_left(context: RulesContext, patient: Combatant, key: str) -> int:
    helper = context.combatant(CombatantId(key))
    return _to_phase("aiding")(context, helper, "")


def _aid_done(resolution: Resolution, who: CombatantId, running: Running) -> None:
    first_aid.owe_test(resolution, CombatantId(running.key), 0)


def _aid_dice(context: RulesContext, patient: Combatant, running: Running) -> str:
    helper = context.state.combatants.get(CombatantId(running.key))
    if helper is None:
        return ""
    return test_dice.sum_text(first_aid.plan_under_way(context, helper, patient))


def _aid_stopped(
    context: RulesContext, patient: Combatant, running: Running
) -> tuple[ev.Event, ...]:
    return (ev.ConditionRemoved(who=CombatantId(running.key), key="aiding"),)


FIRST_AID = RunningKind(
    kind=clocks.FIRST_AID,
    rule="PHA-71",
    asks="test",
    keys=_helpers,
    first=_aid_left,
    by=lambda context, patient, key: CombatantId(key),
    fall_due=_aid_done,
    priority=8,
    dice=_aid_dice,
    stopped=_aid_stopped,
)
"""The minute of first aid that somebody gets; it ends where who gives it is gone or down. Source: PHA-71."""


# ---- healing


def _wounds(context: RulesContext, combatant: Combatant) -> Iterable[str]:
    """Returns the places that heal. Source: PHA-73."""
    return tuple(place for place in combatant.locations if healing.can_heal(combatant, place))


def _interval(context: RulesContext, combatant: Combatant, key: str) -> int:
    return healing.healing_days(context, combatant, key) * clock.DAY


def _gm(running: Running) -> int:
    value = running.values.get("gm")
    return value if isinstance(value, int) else 0


HEALING = RunningKind(
    kind=clocks.HEALING,
    rule="PHA-73",
    asks="healing",
    keys=_wounds,
    first=_interval,
    fall_due=lambda resolution, who, running: healing.owe_healing(
        resolution, who, running.key, _gm(running)
    ),
    priority=30,
    dice=lambda context, combatant, running: test_dice.sum_text(
        healing.healing_plan(context, combatant, running.key, _gm(running))
    ),
)
"""The healing tests of each wound, at the interval of its level. Source: PHA-73."""


# ---- the next action


def _regain(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Ends what costs the next action: a whole phase has gone by without one. Source: PHA-35, PHA-64."""
    resolution.remove_conditions(who, running.key)
    known = resolution.context.ruleset.condition(running.key)
    name, what = resolution.combatant(who).name, known.name if known else running.key
    resolution.add_message(say("rules.clock.condition_over", who=name, what=what))


NEXT_ACTION = RunningKind(
    kind="next_action",
    rule="PHA-64",
    asks="end",
    keys=lambda context, combatant: character.next_action_keys(combatant),
    first=lambda context, combatant, key: clock.seconds_of_round(context.ruleset.time),
    fall_due=_regain,
    priority=20,
    ends=at_due,
    stopped=lambda context, combatant, running: (
        ev.ConditionRemoved(who=combatant.id, key=running.key),
    ),
)
"""What costs the next action, until a phase has gone by. Source: PHA-35, PHA-64."""


# ---- breath

BREATH = RunningKind(
    kind=clocks.BREATH,
    rule="PHA-16",
    asks="end",
    fall_due=lambda resolution, who, running: movement.lose_breath(resolution, who),
    priority=20,
    ends=at_due,
)
"""The rounds for which somebody under water holds its breath. Source: PHA-16."""


# ---- sleep and Fatigue


def _is_watched(combatant: Combatant) -> bool:
    """Returns whether the hours of somebody are counted: of the players' side, alive. Source: PHA-18."""
    return combatant.side in ("pc", "ally") and not character.is_dead(combatant)


def _is_awake(context: RulesContext, combatant: Combatant) -> Iterable[str]:
    rests = clocks.sleeps_at_night(context, combatant) or clocks.is_asleep(combatant)
    return only_if(_is_watched(combatant) and not rests and not character.is_down(combatant))


def _to_fatigue(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns the seconds to the first hour awake that tires. Source: PHA-18."""
    free = character.table_number(context, "fatigue", "awake_hours", 24)
    awake = combatant.gauges.get(character.AWAKE, 0)
    return max(free + 1 - awake, 1) * clock.HOUR


def _tire(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Brings a level of Fatigue that only sleep takes away. Source: PHA-18."""
    combatant = resolution.combatant(who)
    if not combatant.gauges.get(character.SLEEPLESS):
        resolution.add_message(say("phases.log.sleepless", who=combatant.name))
    resolution.record(
        ev.GaugeChanged(who=who, gauge=character.FATIGUE, by=1),
        ev.GaugeChanged(who=who, gauge=character.SLEEPLESS, by=1),
    )


AWAKE = RunningKind(
    kind=clocks.AWAKE,
    rule="PHA-18",
    asks="damage",
    keys=_is_awake,
    first=_to_fatigue,
    every=lambda context, combatant, key: clock.HOUR,
    fall_due=_tire,
    priority=60,
)
"""The hours beyond a day for which somebody of the players' side is awake. Source: PHA-18."""


def _sleep_an_hour(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Takes off what an hour of sleep does, and wakes who has slept enough. Source: PHA-18."""
    combatant = resolution.combatant(who)
    resolution.record(*healing.rested_events(resolution.context, combatant, 1))
    left = hours_left(running) - 1
    now = next(each for each in combatant.running if each.kind == clocks.ASLEEP)
    if left > 0 and not character.is_dead(combatant):
        values: dict[str, Record] = {**now.values, "hours": left}
        resolution.record(ev.RunningSet(who=who, running=replace(now, values=values)))
        return
    resolution.record(ev.RunningEnded(who=who, running=now.kind, key=now.key))


def hours_left(running: Running) -> int:
    """Returns how many hours somebody sleeps on. Source: PHA-18."""
    value = running.values.get("hours")
    return value if isinstance(value, int) else 0


ASLEEP = RunningKind(
    kind=clocks.ASLEEP,
    rule="PHA-18",
    asks="healing",
    fall_due=_sleep_an_hour,
    priority=55,
    ends=lambda context, combatant, running: running.due + (hours_left(running) - 1) * clock.HOUR,
)
"""The sleep of somebody who has been told to sleep, hour by hour. Source: PHA-18."""


def _to_morning(context: RulesContext, combatant: Combatant, key: str) -> int:
    since_morning = (context.state.clock - clock.MORNING) % clock.DAY
    return clock.DAY - since_morning


def _rest_a_night(resolution: Resolution, who: CombatantId, running: Running) -> None:
    hours = character.table_number(resolution.context, "fatigue", "night_hours", NIGHT_HOURS)
    combatant = resolution.combatant(who)
    resolution.record(*healing.rested_events(resolution.context, combatant, hours))
    resolution.add_message(say("phases.log.slept", who=combatant.name, hours=hours))


NIGHTS = RunningKind(
    kind=clocks.NIGHTS,
    rule="PHA-18",
    asks="healing",
    keys=lambda context, combatant: only_if(
        clocks.sleeps_at_night(context, combatant)
        and _is_watched(combatant)
        and not clocks.is_asleep(combatant)
        and character.fatigue(combatant) > 0
    ),
    first=_to_morning,
    fall_due=_rest_a_night,
    priority=55,
)
"""The nights of somebody who sleeps through each, while there is Fatigue to lose. Source: PHA-18."""


TIME = TimeRules(
    kinds=(
        CLINICAL_DEATH,
        FIRST_AID,
        SHOCK,
        COMING_TO,
        NEXT_ACTION,
        BREATH,
        HEALING,
        ASLEEP,
        NIGHTS,
        AWAKE,
    )
)
"""Everything that runs on the campaign's clock."""
