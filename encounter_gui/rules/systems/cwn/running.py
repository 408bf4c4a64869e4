"""What runs on the campaign's clock in this game, and what of its care takes time.

Source: CWN-45r, CWN-45s, CWN-58 to CWN-64.

The commands of care act at once while there is a fight, or one that has just ended. In the party's time between fights
they take the time of their rules: a night passes for everybody, first aid runs until it is due.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Running
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import Kinds, ObligationKind, kinds_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock, passing
from encounter_gui.rules.engine.time.running import RunningKind, TimeRules, at_due, changes, only_if
from encounter_gui.rules.model.automation import STEP
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics, obligations
from encounter_gui.rules.systems.cwn.harm import falling, injuries
from encounter_gui.rules.systems.cwn.harm import first_aid as care
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, scene_uses

_FIRST_AID, _REST = "first_aid", "rest"


def _interrupted(
    context: RulesContext, combatant: Combatant, running: Running, left: int
) -> Iterable[ev.Event]:
    """Yields the end of what nobody goes on with in a fight."""
    yield ev.RunningEnded(who=combatant.id, running=running.kind, key=running.key)


# ---- dying


def _die(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Lets somebody die who was mortally wounded six rounds ago. Source: CWN-59."""
    resolution.record(*falling.dying_events(resolution.context, who))
    resolution.reason("cwn.why.bleeds_out", "CWN-59")
    resolution.add_text("cwn.log.dies", who=resolution.combatant(who).name)


def _dies_in_fight(
    context: RulesContext, combatant: Combatant, running: Running, left: int
) -> Iterable[ev.Event]:
    """Yields the wound with the round of the fight at whose end it kills. Source: CWN-59."""
    yield falling.wound_of_fight(context, combatant, left)


DYING = RunningKind(
    kind=falling.DYING,
    rule="CWN-59",
    asks="end",
    keys=lambda context, combatant: only_if(combatant.has("mortally_wounded")),
    first=lambda context, combatant, key: falling.seconds_to_live(context, combatant),
    fall_due=_die,
    priority=10,
    joins=_dies_in_fight,
    ends=at_due,
    is_deadly=True,
    stopped=lambda context, combatant, running: falling.stable_events(combatant),
)
"""The rounds of the mortally wounded. Source: CWN-59."""


# ---- injuries that need a doctor


def _doctor_keys(context: RulesContext, combatant: Combatant, *, kills: bool) -> Iterable[str]:
    for key in injuries.in_need_of_doctor(context, combatant):
        if injuries.kills_untreated(context, key) == kills:
            yield key


def _doctor_time(context: RulesContext, combatant: Combatant, key: str) -> int:
    return context.number(mechanics.DOCTOR_MINUTES) * clock.MINUTE


def _comes_too_late(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Plays the hour that was over before a street doctor came. Source: CWN-64."""
    context, patient = resolution.context, resolution.combatant(who)
    name = injuries.name_of(context, running.key)
    too_late = injuries.doctor_events(context, patient, running.key, injuries.TOO_LATE)
    resolution.record(*too_late)
    key = "weakened"
    if injuries.kills_untreated(context, running.key):
        key = "untreated"
        resolution.record(*falling.dying_events(resolution.context, who))
    resolution.reason("cwn.why.no_doctor", "CWN-64", injury=name)
    resolution.add_text(f"cwn.log.{key}", who=patient.name, injury=name)


def _doctor_comes(
    context: RulesContext, combatant: Combatant, running: Running
) -> Iterable[ev.Event]:
    yield from injuries.doctor_events(context, combatant, running.key, injuries.TREATED)


DEADLY_INJURY = RunningKind(
    kind="deadly_injury",
    rule="CWN-64",
    asks="end",
    keys=lambda context, combatant: _doctor_keys(context, combatant, kills=True),
    first=_doctor_time,
    fall_due=_comes_too_late,
    priority=20,
    ends=at_due,
    is_deadly=True,
    stopped=_doctor_comes,
)
"""The hour in which internal damage needs a street doctor. Source: CWN-64."""

INJURY = RunningKind(
    kind="injury",
    rule="CWN-64",
    asks="end",
    keys=lambda context, combatant: _doctor_keys(context, combatant, kills=False),
    first=_doctor_time,
    fall_due=_comes_too_late,
    priority=25,
    stopped=_doctor_comes,
)
"""The hour in which a gut wound needs a street doctor. Source: CWN-64."""


# ---- trying again


def _may_try_again(resolution: Resolution, who: CombatantId, running: Running) -> None:
    resolution.set_gauge(who, action_budget.TRIED, 0)


def _tried_in_fight(
    context: RulesContext, combatant: Combatant, running: Running, left: int
) -> Iterable[ev.Event]:
    """Yields whether somebody has tried in the round that is on: that of a fight which goes on at once."""
    on, seconds = context.state.round, clock.seconds_of_round(context.ruleset.time)
    is_same = on > 0 and left >= (on + 1) * seconds
    yield ev.GaugeSet(who=combatant.id, gauge=action_budget.TRIED, to=int(is_same))


TRIED = RunningKind(
    kind="tried",
    rule="CWN-60",
    asks="end",
    keys=lambda context, combatant: only_if(bool(combatant.gauges.get(action_budget.TRIED))),
    first=lambda context, combatant, key: clock.seconds_of_round(context.ruleset.time),
    fall_due=_may_try_again,
    priority=15,
    joins=_tried_in_fight,
    stopped=lambda context, combatant, running: (
        ev.GaugeSet(who=combatant.id, gauge=action_budget.TRIED, to=0),
    ),
)
"""The round in which a helper has tried to stabilize somebody already. Source: CWN-60."""


# ---- coming to


def _comes_to(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Brings somebody to who has lain there for ten minutes. Source: CWN-58, CWN-60."""
    patient = resolution.combatant(who)
    care.wake(resolution, patient)
    resolution.reason("cwn.why.comes_to", "CWN-58")
    resolution.add_text("cwn.log.revives", who=patient.name)


WAKING = RunningKind(
    kind=care.WAKING,
    rule="CWN-58",
    asks="healing",
    keys=lambda context, combatant: only_if(
        care.is_out_cold(combatant) and not injuries.is_in_coma(context, combatant)
    ),
    first=lambda context, combatant, key: context.number(mechanics.WAKE_MINUTES) * clock.MINUTE,
    fall_due=_comes_to,
    priority=30,
    stopped=lambda context, combatant, running: falling.recovery_events(combatant),
)
"""The ten minutes after which the stable and the unconscious come to. Source: CWN-58, CWN-60."""


def revive(resolution: Resolution, command: do.Revive) -> Message:
    """Ten minutes later somebody comes to; between fights they pass. Source: CWN-58, CWN-60.

    Raises:
        RuleError: the fight is on, or it does not just lie there.
    """
    if resolution.context.state.stage != "between":
        return care.revive(resolution, command)
    patient = care.require_waking(resolution.context, command)
    resolution.record(*changes(TIME, resolution.context))
    running = resolution.combatant(patient.id).running
    due = next((each.due for each in running if each.kind == care.WAKING), None)
    if due is None:
        raise refuse("cwn.in_coma", rule="CWN-64", who=patient.name)
    return _pass_to(resolution, due)


def _pass_to(resolution: Resolution, to: int) -> Message:
    """Lets time pass to a second of the clock: what comes of it is done as in any other step."""
    resolution.moment = STEP
    return passing.pass_to(TIME, resolution, to)


# ---- first aid


def first_aid(resolution: Resolution, command: do.FirstAid) -> Rolling[Message] | Message:
    """Five minutes of first aid; between fights they run, and heal once they are over. Source: CWN-62, CWN-45u.

    Raises:
        RuleError: the fight is on, the patient cannot be healed so, or one of the two is busy with first aid already.
    """
    context = resolution.context
    if context.state.stage != "between":
        return care.first_aid(resolution, command)
    medic, patient = context.known_combatant(command.who), context.known_combatant(command.patient)
    care.require_first_aid(context, medic, patient)
    for busy, running in _treatments(context):
        if patient.id == busy.id:
            raise refuse("cwn.is_treated", rule="CWN-62", patient=patient.name)
        if running.by == medic.id:
            raise refuse("cwn.treats_already", rule="CWN-62", who=medic.name, patient=busy.name)
    resolution.record(*(care.panacea_events(medic, patient) if command.panacea else ()))
    minutes = context.number(mechanics.FIRST_AID_MINUTES)
    now = context.state.clock
    running = Running(
        kind=_FIRST_AID,
        since=now,
        due=now + minutes * clock.MINUTE,
        by=medic.id,
        values={"panacea": True} if command.panacea else {},
    )
    resolution.record(ev.RunningSet(who=patient.id, running=running))
    return say("cwn.log.begins_aid", who=medic.name, patient=patient.name, minutes=minutes)


def _treatments(context: RulesContext) -> Iterable[tuple[Combatant, Running]]:
    for combatant in context.state.combatants.values():
        for running in combatant.running:
            if running.kind == _FIRST_AID:
                yield combatant, running


def _owe_aid(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Demands the die of first aid whose time is over, if it can still heal. Source: CWN-62."""
    owed = replace(AID.of(who, by=running.by), values=running.values)
    if _can_heal(resolution.context, owed):
        resolution.owe(owed, is_effect=False)
    else:
        resolution.add_text("cwn.log.aid_in_vain", who=resolution.combatant(who).name)


def _can_heal(context: RulesContext, owed: Obligation) -> bool:
    known = context.state.combatants
    medic, patient = (known.get(who or CombatantId("")) for who in (owed.by, owed.who))
    if medic is None or patient is None:
        return False
    try:
        care.require_first_aid(context, medic, patient)
    except RuleError:
        return False
    return True


def _treat(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls what first aid has healed. Source: CWN-62, CWN-45u."""
    (one,) = owed
    context = resolution.context
    medic, patient = (context.known_combatant(who or CombatantId("")) for who in (one.by, one.who))
    return (
        yield from care.treat(resolution, medic, patient, panacea=bool(one.values.get("panacea")))
    )


def _aid_text(context: RulesContext, by: CombatantId | None, *, panacea: bool) -> str:
    """Returns the arithmetic of what first aid heals, e.g. ``1d6 + 2``."""
    medic = context.state.combatants.get(by) if by else None
    heal = character.skill(context, medic, "heal") if medic else 0
    healed = f"1d6 {'−' if heal < 0 else '+'} {abs(heal)}" if heal else "1d6"
    if not panacea:
        return healed
    return f"2 × ({healed})" if heal else f"2 × {healed}"


AID = ObligationKind(
    kind=_FIRST_AID,
    rule="CWN-62",
    settle=_treat,
    applies=_can_heal,
    sum=lambda context, owed: _aid_text(context, owed.by, panacea=bool(owed.values.get("panacea"))),
)
"""The die of first aid whose five minutes are over. Source: CWN-62."""

FIRST_AID = RunningKind(
    kind=_FIRST_AID,
    rule="CWN-62",
    asks="healing",
    fall_due=_owe_aid,
    priority=40,
    joins=_interrupted,
    dice=lambda context, combatant, running: _aid_text(
        context, running.by, panacea=bool(running.values.get("panacea"))
    ),
)
"""The five minutes of first aid; a fight interrupts them. Source: CWN-62."""


# ---- nights


def rest(resolution: Resolution, command: do.Rest) -> Message:
    """Good nights; between fights the time to the morning after the last passes, once for all. Source: CWN-61, CWN-62.

    Raises:
        RuleError: nobody is named, the fight is on, somebody is dying, or the nights are too many.
    """
    context = resolution.context
    if context.state.stage != "between":
        return care.rest(resolution, command)
    party = tuple(each.id for each in context.state.combatants.values() if _is_of_party(each))
    patients = care.require_rest(context, replace(command, who=command.who or party))
    now = context.state.clock
    end = _morning_after(context, now)
    last = _nights_later(end, command.nights - 1)
    if last - now > clock.LONGEST:
        raise refuse("rules.clock.too_long", most=clock.LONGEST // clock.DAY)
    for patient in patients:
        # Whoever sleeps has left every scene behind.
        resolution.record(*scene_uses.scene_end(context, patient))
        night = Running(kind=_REST, since=now, due=end, values={"nights": command.nights})
        resolution.record(ev.RunningSet(who=patient.id, running=night))
    resolution.add_text("cwn.log.rested", who=names_of(patients), nights=command.nights)
    return _pass_to(resolution, last)


def _is_of_party(combatant: Combatant) -> bool:
    return character.team(combatant) == "pc" and not character.is_dead(combatant)


def _nights_later(morning: int, nights: int) -> int:
    """Returns the morning so many nights after one in which somebody has slept long enough."""
    if not nights:
        return morning
    return (clock.day_of(morning) + nights - 1) * clock.DAY + clock.MORNING


def _morning_after(context: RulesContext, now: int) -> int:
    """Returns when a night is over that begins now: in the morning, and not before a night's hours.

    So there is one good night a day: who rests in the morning rests to the next one. Source: CWN-62.
    """
    today = now - now % clock.DAY + clock.MORNING
    morning = today if now < today else today + clock.DAY
    return max(morning, now + context.number(mechanics.NIGHT_HOURS) * clock.HOUR)


def _good_night(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Plays the morning after a good night; the last one tells what all have healed. Source: CWN-61, CWN-62."""
    patient = resolution.combatant(who)
    if character.is_dead(patient) or patient.has("mortally_wounded"):
        return
    nights, healed = (int(str(running.values.get(key, 0))) for key in ("nights", "healed"))
    care.rest_nights(resolution, patient, 1)
    healed += character.hp_now(resolution.combatant(who)) - character.hp_now(patient)
    if nights > 1:
        due = _nights_later(running.due, 1)
        left = {"nights": nights - 1, "healed": healed}
        again = replace(running, due=due, values=left)
        resolution.record(ev.RunningSet(who=who, running=again))
        return
    if not any(each.text.key == "cwn.why.rested" for each in resolution.reasons):
        resolution.reason("cwn.why.rested", "CWN-62")
    key = "slept_well" if healed else "slept"
    resolution.add_text(f"cwn.log.{key}", who=patient.name, healed=healed)


REST = RunningKind(
    kind=_REST,
    rule="CWN-62",
    asks="healing",
    fall_due=_good_night,
    joins=_interrupted,
)
"""A night's rest, over in the morning; a fight interrupts it. Source: CWN-61, CWN-62."""


def _has_night(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether somebody has something of a good night that nobody has spoken of. Source: CWN-61, CWN-62."""
    if context.state.stage != "between" or not context.switch("cwn.sleepsAtNight"):
        return False
    is_told = any(each.kind == _REST for each in combatant.running)
    if is_told or not _is_of_party(combatant) or combatant.has("mortally_wounded"):
        return False
    is_hurt = character.hp_now(combatant) < character.most_hp(context, combatant)
    return is_hurt or combatant.has("frail") or combatant.gauges.get(character.STRAIN, 0) > 0


def _to_night_end(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns the seconds to the morning after a night of which nobody has spoken; an hour of sleep less is no matter.

    Source: CWN-62.
    """
    now = context.state.clock
    end = _morning_after(context, now)
    late = end % clock.DAY - clock.MORNING
    return end - now - (late if 0 < late <= clock.HOUR else 0)


def _slept(resolution: Resolution, who: CombatantId, running: Running) -> None:
    """Plays the morning after a night like any other. Source: CWN-61, CWN-62."""
    resolution.record(*scene_uses.scene_end(resolution.context, resolution.combatant(who)))
    _good_night(resolution, who, running)


NIGHT = RunningKind(
    kind="night",
    rule="CWN-62",
    asks="healing",
    keys=lambda context, combatant: only_if(_has_night(context, combatant)),
    first=_to_night_end,
    fall_due=_slept,
    priority=50,
    joins=_interrupted,
)
"""The nights of the players' side, by house rule; a fight interrupts one. Source: CWN-61, CWN-62."""


# ---- drugs


def _forget_doses(resolution: Resolution, who: CombatantId, running: Running) -> None:
    for gauge in care.dosed(resolution.combatant(who)):
        resolution.set_gauge(who, gauge, 0)


DOSES = RunningKind(
    kind="doses",
    rule="CWN-45s",
    asks="end",
    keys=lambda context, combatant: only_if(bool(care.dosed(combatant))),
    first=lambda context, combatant, key: clock.DAY - context.state.clock % clock.DAY,
    fall_due=_forget_doses,
    priority=60,
    stopped=lambda context, combatant, running: tuple(
        ev.GaugeSet(who=combatant.id, gauge=gauge, to=0) for gauge in care.dosed(combatant)
    ),
)
"""The day of which the doses of a drug are counted. Source: CWN-45s."""


TIME = TimeRules(
    kinds=(
        DYING,
        TRIED,
        DEADLY_INJURY,
        INJURY,
        WAKING,
        FIRST_AID,
        REST,
        NIGHT,
        DOSES,
    )
)
"""Everything that runs on the campaign's clock."""

KINDS: Kinds = {**obligations.KINDS, **kinds_of(AID)}
"""Every kind of obligation of the system."""
