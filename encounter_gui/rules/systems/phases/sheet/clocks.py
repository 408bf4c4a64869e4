"""When what somebody suffers leads to something: by the phases of a fight, and by the campaign's clock outside one.

A condition counts the phase at whose start something comes of it. Outside a fight no phases are counted: there the same
thing runs on the clock, to the second, and what the condition counts only says how long it ran when it began to.
"""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Running
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.systems.phases.sheet import character

SHOCK, CLINICAL_DEATH, INCAPACITATED, FIRST_AID = (
    *("shock", "clinical_death", "incapacitated", "first_aid"),
)
AWAKE, ASLEEP, NIGHTS, HEALING, BREATH = "awake", "asleep", "nights", "healing", "breath"
"""The kinds of what runs on the campaign's clock, beside those of conditions."""

COUNTED = {
    "in_shock": SHOCK,
    "clinically_dead": CLINICAL_DEATH,
    "incapacitated": INCAPACITATED,
    "aiding": FIRST_AID,
}
"""Conditions that count a phase, and what runs on the clock for each. Source: PHA-63, PHA-70 to PHA-72."""

SLEEPS = "sleeps"
"""The record of a combatant of which is said how its nights are. Source: PHA-18."""

NIGHTLY, KEPT_AWAKE = "nightly", "awake"
"""That it sleeps every night without being told to, or is kept awake until it sleeps."""


def phase_now(state: EncounterState) -> int:
    """Returns the phase that is on, at least the first; after a fight the one that would follow. Source: PHA-11."""
    return max(state.round, 1) if state.stage == "running" else state.round + 1


def running_of(
    context: RulesContext, combatant: Combatant, key: str
) -> tuple[CombatantId, Running] | None:
    """Returns what runs on the clock for a condition of somebody, and whose it is there; None: nothing.

    First aid runs with the patient, under the helper's id. Source: PHA-71.
    """
    owner, at = combatant, ""
    if key == "aiding":
        known = combatant.condition(key)
        patient = context.state.combatants.get(known.by) if known and known.by else None
        if patient is None:
            return None
        owner, at = patient, combatant.id
    kind = COUNTED[key]
    found = (each for each in owner.running if (each.kind, each.key) == (kind, at))
    running = next(found, None)
    return None if running is None else (owner.id, running)


def phase_at(context: RulesContext, at: int) -> int:
    """Returns the phase at whose start a second of the clock has come; of a moment that is past an earlier one."""
    left = at - clock.now_of(context)
    return phase_now(context.state) - (-left // clock.seconds_of_round(context.ruleset.time))


def phase_of(context: RulesContext, combatant: Combatant, key: str) -> int | None:
    """Returns the phase in which a condition leads to something, counted as if phases went on; None: in none."""
    known = combatant.condition(key)
    if known is None:
        return None
    if context.state.stage != "running":
        found = running_of(context, combatant, key)
        if found is not None:
            return phase_at(context, found[1].due)
    return known.count


def seconds_to(context: RulesContext, phase: int) -> int:
    """Returns how many seconds there are to the start of a phase; 0: it has begun."""
    phases = max(phase - phase_now(context.state), 0)
    return phases * clock.seconds_of_round(context.ruleset.time)


# ---- sleep


def sleeps_at_night(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether somebody sleeps every night: as is said, or by the house rule if nothing is. Source: PHA-18."""
    said = combatant.memo_text(SLEEPS)
    if said:
        return said == NIGHTLY
    is_counted = combatant.gauges.get(character.AWAKE, 0) > 0
    return bool(context.switch("phases.sleepsAtNight")) and not is_counted


def is_asleep(combatant: Combatant) -> bool:
    """Returns whether somebody sleeps now. Source: PHA-18."""
    return any(each.kind == ASLEEP for each in combatant.running)


def awake_hours(context: RulesContext, combatant: Combatant) -> int:
    """Returns the full hours that somebody has been awake on end. Source: PHA-18."""
    before = combatant.gauges.get(character.AWAKE, 0)
    running = next((each for each in combatant.running if each.kind == AWAKE), None)
    if running is None:
        return before
    return before + max(clock.now_of(context) - running.since, 0) // clock.HOUR
