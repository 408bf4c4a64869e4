"""Who may act and what an action still allows. Source: D6P-13 to D6P-18."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.d6pool.harm.wounds import consequences
from encounter_gui.rules.systems.d6pool.sheet import character

ACTION_GAUGES = ("attacks", "spent", "drew")


TURN_GAUGES = ("acted", "moved", "attacks_turn")


def seen(scene: Scene, who: CombatantId) -> Scene:
    """Returns the scene as somebody who acts sees it: with the waiting results of that one's own action only.

    Source: D6P-15.
    """
    own = [event for held in scene.state.held if held.by == who for event in held.events]
    if not own:
        return scene
    return replace(scene, state=fold(scene.state, (*own, *consequences(scene, own))))


def takes_part(one: Combatant, slot: Slot) -> bool:
    """Returns whether somebody has anything to do in a slot: not who is out, or has spent the whole turn before it.

    Source: D6P-16, D6P-48.
    """
    return not character.is_out(one) and not (slot.lane and one.has("busy"))


def is_tied(state: EncounterState) -> bool:
    """Returns whether two or more act at once now, or did so until now and their results still wait.

    Source: D6P-15.
    """
    able = [
        slot
        for slot in state.slots
        if slot.group == state.group and takes_part(state.combatants[slot.who], slot)
    ]
    return len(able) > 1 or bool(state.held)


def actor(scene: Scene, who: CombatantId) -> Combatant:
    """Returns the combatant if it may act now.

    Raises:
        RuleError: the fight is not running, it is not its turn, it is down, or its action or turn is spent.
    """
    one = scene.present(who)
    if who not in scene.state.acting:
        raise refuse("d6pool.not_your_turn", rule="D6P-15", who=one.name)
    if character.is_out(one):
        raise refuse("d6pool.is_out", rule="D6P-43", who=one.name)
    if one.has("awake_weak"):
        raise refuse("d6pool.too_weak", rule="D6P-45", who=one.name)
    if one.has("busy"):
        raise refuse("d6pool.turn_spent", rule="D6P-16", who=one.name)
    if one.gauges.get("spent"):
        raise refuse("d6pool.action_spent", rule="D6P-17", who=one.name)
    return one


def fresh(scene: Scene, who: CombatantId) -> Combatant:
    """Returns somebody who may do what takes a whole turn.

    Raises:
        RuleError: it may not act, or has done something this turn already.
    """
    one = actor(scene, who)
    if one.gauges.get("acted"):
        raise refuse("d6pool.needs_whole_turn", rule="D6P-16", who=one.name)
    return one


def attack_limit(scene: Scene, one: Combatant, mode: str) -> int:
    """Returns how many attacks somebody may make in this action (or, by switch, this turn) with this mode.

    Source: D6P-17, D6P-19, D6P-20, D6P-21.
    """
    base = 2 if mode in ("SA", "FA") else 1
    if base == 1 and one.has("drawn"):
        return 0
    drew = one.has("drawn") if _counts_by_turn(scene) else one.gauges.get("drew")
    return base - 1 if drew else base


def attacks_made(scene: Scene, one: Combatant) -> int:
    """Returns how many attacks count against the limit. Source: D6P-17."""
    return one.gauges.get("attacks_turn" if _counts_by_turn(scene) else "attacks", 0)


def _counts_by_turn(scene: Scene) -> bool:
    return scene.switch("d6pool.attackLimit") == "perTurn"


def used(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of an action that is used up. Source: D6P-17."""
    return (
        ev.GaugeSet(who=one.id, gauge="acted", to=1),
        ev.GaugeSet(who=one.id, gauge="spent", to=1),
        ev.SlotDone(who=one.id, group=scene.state.group),
    )
