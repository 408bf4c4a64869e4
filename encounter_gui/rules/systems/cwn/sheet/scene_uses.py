"""The fight as a scene: what is fresh at its start and over at its end. Source: CWN-07, CWN-13."""

from collections.abc import Iterator

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.commands import Refresh
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import melee_of, set_melee

USED = "used."
"""Begins the gauges of what works only so often in a scene. Source: CWN-13, CWN-45a, CWN-45k, CWN-45m, CWN-45p."""

RESOURCES = (USED, "doses.", "rested")
"""The running numbers beside those of a round: what a scene has used, doses of a day, nights of rest of the frail."""

OF_THE_FIGHT = (
    "total_defense",
    "holding",
    "charging",
    "screening",
    "screened",
    "swarming",
    "withdrawn",
    "surprised",
    "dazzled",
    "flashed",
    "concealed",
    "suppressed",
    "flash_guard",
)
"""Conditions that make no sense once the encounter is over."""


def uses(actor: Combatant, trait: str) -> int:
    """Returns how often a combatant has used a trait in this scene. Source: CWN-13."""
    return actor.gauges.get(f"{USED}{trait}", 0)


def use_event(actor: Combatant, trait: str) -> ev.Event:
    """Returns the event of a use. Source: CWN-13."""
    return ev.GaugeChanged(who=actor.id, gauge=f"{USED}{trait}", by=1)


def soak_events(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the events that fill everybody's soak pool. Source: CWN-07."""
    return tuple(
        event
        for combatant in context.state.combatants.values()
        for event in _full_soak(context, combatant)
    )


def _full_soak(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    most = character.most_soak(context, combatant)
    if combatant.gauges.get(character.SOAK, 0) == most:
        return ()
    return (ev.GaugeSet(who=combatant.id, gauge=character.SOAK, to=most),)


def end_encounter(resolution: Resolution) -> None:
    """Ends the scene for everybody; what is owed in it stays open. Source: CWN-07, CWN-13."""
    context = resolution.context
    combatants = context.state.combatants.values()
    resolution.record(*(event for each in combatants for event in scene_end(context, each)))
    seen = (key for key in context.state.memo if key.startswith("morale"))
    resolution.record(*(ev.FightMemoSet(key=key, value="") for key in seen))
    resolution.reason("cwn.why.soak_refills", "CWN-07")


def refresh(resolution: Resolution, command: Refresh) -> Message:
    """Ends the scene for some combatants, in an encounter or not. Source: CWN-07, CWN-13."""
    context = resolution.context
    refreshed = context.combatants(command.who or tuple(context.state.combatants))
    resolution.record(*(event for each in refreshed for event in scene_end(context, each)))
    gone = {each.id for each in refreshed}
    for other in context.state.combatants.values():
        foes = melee_of(other)
        rest = tuple(foe for foe in foes if foe not in gone)
        if other.id not in gone and len(rest) < len(foes):
            resolution.record(set_melee(other.id, rest))
    resolution.reason("cwn.why.soak_refills", "CWN-07")
    return say("cwn.log.refreshed", who=names_of(refreshed))


def scene_end(context: RulesContext, combatant: Combatant) -> Iterator[ev.Event]:
    """Yields what the end of a scene does to one combatant. Source: CWN-07, CWN-13, CWN-45t."""
    who = combatant.id
    yield from _full_soak(context, combatant)
    for gauge, count in combatant.gauges.items():
        if gauge.startswith(USED) and count:
            yield ev.GaugeSet(who=who, gauge=gauge, to=0)
    if combatant.has("boneshaker"):
        strain = context.number(mechanics.BONESHAKER_STRAIN)
        yield ev.GaugeChanged(who=who, gauge=character.STRAIN, by=strain)
    for known in character.conditions(context, combatant):
        ends = known.lasts == "scene" or known.key in OF_THE_FIGHT
        condition = combatant.condition(known.key)
        duration = duration_text(condition) if condition else None
        if duration is not None:
            ends = duration.kind == "scene"
        if ends and not _outlasts(context, combatant, known.key):
            yield ev.ConditionRemoved(who=who, key=known.key)
    if melee_of(combatant):
        yield set_melee(who, ())


def _outlasts(context: RulesContext, combatant: Combatant, key: str) -> bool:
    """Returns whether a condition was left by an injury of a combatant that still lies there. Source: CWN-64.

    What an injury leaves to the end of a scene begins with the revival. A Traumatic Hit counts until the save that it
    has led to is made. Source: CWN-63.
    """
    if key == "traumatized":
        owed = context.state.obligations
        return any(each.kind == "injury_save" and each.who == combatant.id for each in owed)
    condition = combatant.condition(key)
    return condition is not None and bool(condition.keys) and character.is_down(combatant)
