"""What rest and downtime give back, and what of it there has been today. Source: CHR-54, CHR-63, CHR-69."""

from collections.abc import Sequence

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, LocationState
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time.clock import day_of
from encounter_gui.rules.systems.chrome.sheet import character, gear, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check

RESTED, RESTED_ON = "rested", "rested_on"
"""The records of what a combatant has rested for, and on which day of the campaign; none: the first. Source: CHR-69."""

AIMS = {"health": "body", "conviction": "fear"}
_LASTING_ON = ("presence", "distortion_due")
"""The conditions that downtime does not end."""


def aims_of(aim: str) -> tuple[str, ...]:
    """Returns what a rest is for: Health, Conviction, or both."""
    return tuple(AIMS) if aim == "both" else (aim,)


def aims_left(context: RulesContext, combatant: Combatant, aim: str) -> tuple[str, ...]:
    """Returns for which of its aims a combatant may still rest today. Source: CHR-69."""
    done = rested_for(context, combatant)
    return tuple(each for each in aims_of(aim) if each not in done)


def rested_for(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    """Returns what a combatant has rested for today: on the day on which the rest began. Source: CHR-69."""
    day = combatant.memo.get(RESTED_ON, 1)
    is_today = day == day_of(context.state.clock)
    return character.keys_in(combatant, RESTED) if is_today else ()


def note_rest(resolution: Resolution, combatant: Combatant, aims: Sequence[str]) -> None:
    """Keeps that a combatant rests today for these aims. Source: CHR-69."""
    context = resolution.context
    resolution.set_record(combatant.id, RESTED, (*rested_for(context, combatant), *aims))
    resolution.set_record(combatant.id, RESTED_ON, day_of(context.state.clock))


def save_text(context: RulesContext, combatant: Combatant, aim: str) -> str:
    """Returns the Save of a rest as it is rolled: ``d100 < 45``. Source: CHR-14, CHR-69."""
    target = plan_check(context, combatant, AIMS[aim]).target
    return context.texts.text_of("chrome.clock.save", target=target)


# ---- downtime


def renew(resolution: Resolution, combatant: Combatant) -> None:
    """Brings everything to its most, puts limbs back, ends what the mission left. Source: CHR-54, CHR-63, CHR-69."""
    resolution.remove_conditions(
        combatant.id, *(each.key for each in combatant.conditions if each.key not in _LASTING_ON)
    )
    resolution.set_gauge(combatant.id, character.HEALTH, character.health(combatant))
    if character.is_operator(combatant):
        resolution.set_gauge(combatant.id, character.CONVICTION, character.conviction(combatant))
    resolution.set_record(combatant.id, RESTED, ())
    for place, known in combatant.locations.items():
        kept = tuple(mark for mark in known.marks if mark == character.RUINED)
        if kept != known.marks:
            fresh = LocationState(level=known.level, marks=kept)
            resolution.record(
                ev.LocationSet(
                    who=combatant.id, location=place, level=fresh.level, marks=fresh.marks
                )
            )
    resolution.record(*owed.ends_of(resolution.context, combatant.id, owed.PANIC, how="void"))
    for trouble in (gear.JAM, gear.DROPPED):
        for key in gear.troubled_keys(combatant, trouble):
            resolution.set_gauge(combatant.id, f"{trouble}.{key}", 0)
