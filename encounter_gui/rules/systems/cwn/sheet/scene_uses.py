"""The fight as a scene: what is fresh at its start and over at its end. Source: CWN-07, CWN-13."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.commands import Refresh
from encounter_gui.rules.systems.cwn.sheet import character

USED = "used."
"""Begins the gauges of what works only so often in a scene. Source: CWN-13, CWN-45a, CWN-45k, CWN-45m, CWN-45p."""

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
    "in_air",
)
"""Conditions that make no sense once the fight is over."""

BONESHAKER_STRAIN = 2
"""What Boneshaker costs at the end of the scene. Source: CWN-45t."""


def uses(combatant: Combatant, trait: str) -> int:
    """Returns how often somebody has used a trait in this scene. Source: CWN-13."""
    return combatant.gauges.get(f"{USED}{trait}", 0)


def used(combatant: Combatant, trait: str) -> ev.Event:
    """Returns the event of a use. Source: CWN-13."""
    return ev.GaugeChanged(who=combatant.id, gauge=f"{USED}{trait}", by=1)


def fresh_soak(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the events that fill everybody's soak pool. Source: CWN-07."""
    return tuple(
        ev.GaugeSet(who=combatant.id, gauge=character.SOAK, to=most)
        for combatant in context.state.combatants.values()
        if combatant.gauges.get(character.SOAK, 0)
        != (most := character.most_soak(context, combatant))
    )


def finish(context: RulesContext) -> Procedure:
    """Ends the fight, and with it the scene. Source: CWN-07, CWN-13."""
    yield from ()
    if context.state.stage != "running":
        raise refuse("rules.not_running")
    events = [
        event
        for combatant in context.state.combatants.values()
        for event in scene_over(context, combatant)
    ]
    memos = [
        ev.FightMemoSet(key=key, value="")
        for key in context.state.memo
        if key.startswith(("morale", "blast", "suppress"))
    ]
    return Outcome(
        label=say("rules.log.finished"),
        events=(*events, *memos, ev.StageSet(to="ended")),
        reasons=(Reason(text=say("cwn.why.soak_refills"), rule="CWN-07"),),
    )


def refresh(context: RulesContext, command: Refresh) -> Procedure:
    """The scene is over for some of them, the fight or not. Source: CWN-07, CWN-13."""
    yield from ()
    combatants = context.combatants(command.who or tuple(context.state.combatants))
    events = [event for combatant in combatants for event in scene_over(context, combatant)]
    events += _parted(context, combatants)
    return Outcome(
        label=say("cwn.log.refreshed", who=", ".join(combatant.name for combatant in combatants)),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.soak_refills"), rule="CWN-07"),),
    )


def _parted(context: RulesContext, combatants: Sequence[Combatant]) -> list[ev.Event]:
    """Returns the events of the others who are in melee with these no more. Source: CWN-18."""
    gone = {combatant.id for combatant in combatants}
    found: list[ev.Event] = []
    for other in context.state.combatants.values():
        foes = other.memo_text(character.MELEE).split()
        rest = " ".join(foe for foe in foes if foe not in gone)
        if other.id not in gone and len(rest.split()) < len(foes):
            found.append(ev.MemoSet(who=other.id, key=character.MELEE, value=rest))
    return found


def scene_over(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns what the end of a scene does to one combatant. Source: CWN-07, CWN-13, CWN-45t, CWN-45u."""
    events: list[ev.Event] = []
    soak = character.most_soak(context, combatant)
    if combatant.gauges.get(character.SOAK, 0) != soak:
        events.append(ev.GaugeSet(who=combatant.id, gauge=character.SOAK, to=soak))
    events += [
        ev.GaugeSet(who=combatant.id, gauge=gauge, to=0)
        for gauge, count in combatant.gauges.items()
        if gauge.startswith(USED) and count
    ]
    if combatant.has("boneshaker"):
        events.append(
            ev.GaugeChanged(who=combatant.id, gauge=character.STRAIN, by=BONESHAKER_STRAIN)
        )
    if combatant.has("avalanche") and character.hp_now(combatant) > character.most_hp(
        context, combatant
    ):
        most = character.most_hp(context, combatant)
        events.append(ev.GaugeSet(who=combatant.id, gauge=character.HP, to=most))
    events += [
        ev.ConditionRemoved(who=combatant.id, key=known.key)
        for known in character.conditions(context, combatant)
        if (known.lasts == "scene" or known.key in OF_THE_FIGHT)
        and not _waits(combatant, known.key)
    ]
    if combatant.memo.get(character.MELEE):
        events.append(ev.MemoSet(who=combatant.id, key=character.MELEE, value=""))
    return tuple(events)


def _waits(combatant: Combatant, key: str) -> bool:
    """What an injury leaves to the end of a scene begins with the revival of who still lies there. Source: CWN-64."""
    condition = combatant.condition(key)
    return condition is not None and bool(condition.note) and character.is_down(combatant)
