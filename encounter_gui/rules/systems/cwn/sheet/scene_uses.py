"""The fight as a scene: what is fresh at its start and over at its end. Source: CWN-07, CWN-13."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
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


def uses(one: Combatant, trait: str) -> int:
    """Returns how often somebody has used a trait in this scene. Source: CWN-13."""
    return one.gauges.get(f"{USED}{trait}", 0)


def used(one: Combatant, trait: str) -> ev.Event:
    """Returns the event of a use. Source: CWN-13."""
    return ev.GaugeChanged(who=one.id, gauge=f"{USED}{trait}", by=1)


def fresh_soak(scene: Scene) -> tuple[ev.Event, ...]:
    """Returns the events that fill everybody's soak pool. Source: CWN-07."""
    return tuple(
        ev.GaugeSet(who=one.id, gauge=character.SOAK, to=most)
        for one in scene.state.combatants.values()
        if one.gauges.get(character.SOAK, 0) != (most := character.most_soak(scene, one))
    )


def finish(scene: Scene) -> Procedure:
    """Ends the fight, and with it the scene. Source: CWN-07, CWN-13."""
    yield from ()
    if scene.state.stage != "running":
        raise refuse("rules.not_running")
    events = [event for one in scene.state.combatants.values() for event in scene_over(scene, one)]
    memos = [
        ev.FightMemoSet(key=key, value="")
        for key in scene.state.memo
        if key.startswith(("morale", "blast", "suppress"))
    ]
    return Outcome(
        label=say("rules.log.finished"),
        events=(*events, *memos, ev.StageSet(to="ended")),
        reasons=(Reason(text=say("cwn.why.soak_refills"), rule="CWN-07"),),
    )


def refresh(scene: Scene, command: Refresh) -> Procedure:
    """The scene is over for some of them, the fight or not. Source: CWN-07, CWN-13."""
    yield from ()
    those = scene.those(command.who or tuple(scene.state.combatants))
    events = [event for one in those for event in scene_over(scene, one)]
    events += _parted(scene, those)
    return Outcome(
        label=say("cwn.log.refreshed", who=", ".join(one.name for one in those)),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.soak_refills"), rule="CWN-07"),),
    )


def _parted(scene: Scene, those: Sequence[Combatant]) -> list[ev.Event]:
    """Returns the events of the others who are in melee with these no more. Source: CWN-18."""
    gone = {one.id for one in those}
    found: list[ev.Event] = []
    for other in scene.state.combatants.values():
        foes = other.memo_text(character.MELEE).split()
        rest = " ".join(foe for foe in foes if foe not in gone)
        if other.id not in gone and len(rest.split()) < len(foes):
            found.append(ev.MemoSet(who=other.id, key=character.MELEE, value=rest))
    return found


def scene_over(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns what the end of a scene does to one combatant. Source: CWN-07, CWN-13, CWN-45t, CWN-45u."""
    events: list[ev.Event] = []
    soak = character.most_soak(scene, one)
    if one.gauges.get(character.SOAK, 0) != soak:
        events.append(ev.GaugeSet(who=one.id, gauge=character.SOAK, to=soak))
    events += [
        ev.GaugeSet(who=one.id, gauge=gauge, to=0)
        for gauge, count in one.gauges.items()
        if gauge.startswith(USED) and count
    ]
    if one.has("boneshaker"):
        events.append(ev.GaugeChanged(who=one.id, gauge=character.STRAIN, by=BONESHAKER_STRAIN))
    if one.has("avalanche") and character.hp_now(one) > character.most_hp(scene, one):
        most = character.most_hp(scene, one)
        events.append(ev.GaugeSet(who=one.id, gauge=character.HP, to=most))
    events += [
        ev.ConditionRemoved(who=one.id, key=known.key)
        for known in character.conditions(scene, one)
        if (known.lasts == "scene" or known.key in OF_THE_FIGHT) and not _waits(one, known.key)
    ]
    if one.memo.get(character.MELEE):
        events.append(ev.MemoSet(who=one.id, key=character.MELEE, value=""))
    return tuple(events)


def _waits(one: Combatant, key: str) -> bool:
    """What an injury leaves to the end of a scene begins with the revival of who still lies there. Source: CWN-64."""
    condition = one.condition(key)
    return condition is not None and bool(condition.note) and character.is_down(one)
