"""Who may act now, and what an action uses up. Source: PHA-22 to PHA-27."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character


def able(scene: Scene, who: CombatantId) -> Combatant:
    """Returns somebody who can do anything at all in the running fight.

    Raises:
        RuleError: the fight is not running, or it is down, gone or ambushed.
    """
    one = scene.present(who)
    if character.is_out(scene, one):
        raise refuse("phases.is_out", rule="PHA-76", who=one.name)
    if one.has("ambushed"):
        raise refuse("phases.is_ambushed", rule="PHA-21", who=one.name)
    return one


def actor(scene: Scene, who: CombatantId) -> Combatant:
    """Returns the combatant whose turn it is.

    Raises:
        RuleError: it may not act now.
    """
    one = able(scene, who)
    if who not in scene.state.acting:
        raise refuse("phases.not_your_turn", rule="PHA-19", who=one.name)
    return one


def regular(scene: Scene, who: CombatantId) -> Combatant:
    """Returns somebody who may take a Regular Action now. Source: PHA-23, PHA-24.

    Raises:
        RuleError: it may not act, gives first aid, or has no action left that it declared.
    """
    one = actor(scene, who)
    _is_free(one)
    full = one.memo_text("full")
    if full and not one.gauges.get(character.USED):
        name = scene.words.word(f"phases.full.{full}")
        raise refuse("phases.declared_full", rule="PHA-22", who=one.name, full=name)
    if not character.actions_left(scene, one):
        limit = character.action_limit(scene, one)
        raise refuse("phases.no_action_left", rule="PHA-24", who=one.name, limit=limit)
    return one


def whole(scene: Scene, who: CombatantId, full: str) -> Combatant:
    """Returns somebody who may take a Full Action now: it has done nothing yet, nor moved. Source: PHA-22, PHA-23.

    Raises:
        RuleError: it may not act, declared another Full Action, or has done something in this phase.
    """
    one = actor(scene, who)
    _is_free(one)
    declared = one.memo_text("full")
    if declared and declared != full and not one.gauges.get(character.USED):
        name = scene.words.word(f"phases.full.{declared}")
        raise refuse("phases.declared_full", rule="PHA-22", who=one.name, full=name)
    begun = any(
        one.gauges.get(gauge) for gauge in (character.USED, character.LOST, character.MOVED)
    )
    if begun or not character.actions_left(scene, one):
        raise refuse("phases.needs_whole_phase", rule="PHA-23", who=one.name)
    return one


def _is_free(one: Combatant) -> None:
    if one.has("aiding"):
        raise refuse("phases.is_aiding", rule="PHA-71", who=one.name)


def spent(one: Combatant) -> tuple[ev.Event, ...]:
    """Returns one action used; what weighed on the next one weighs no longer. Source: PHA-23, PHA-35."""
    return (ev.GaugeChanged(who=one.id, gauge=character.USED, by=1), *steadied(one))


def steadied(one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the end of being off balance, if somebody is. Source: PHA-35."""
    over = one.has("off_balance")
    return (ev.ConditionRemoved(who=one.id, key="off_balance"),) if over else ()


def spent_whole(one: Combatant, full: str) -> tuple[ev.Event, ...]:
    """Returns a Full Action used; it takes the place of everything declared. Source: PHA-22, PHA-25."""
    return (
        ev.GaugeSet(who=one.id, gauge=character.ACTIONS, to=1),
        ev.GaugeSet(who=one.id, gauge=character.USED, to=1),
        ev.MemoSet(who=one.id, key="full", value=full),
        *steadied(one),
    )


def defended(scene: Scene, one: Combatant, kind: str, *, before: bool) -> tuple[ev.Event, ...]:
    """Returns what a Specific Defense uses up; ``before``: before one's initiative. Source: PHA-23, PHA-25, PHA-51.

    A Full Action declared, or first aid under way, is given up for it.
    """
    end = Expiry(round=max(scene.state.round, 1))
    events: list[ev.Event] = []
    if one.has("aiding"):
        events.append(ev.ConditionRemoved(who=one.id, key="aiding"))
    if one.memo.get("full") in ("run", "sprint"):
        events.append(ev.MemoSet(who=one.id, key="gait", value=""))
    if kind == "all_out_dodge":
        dodging = Condition(key=kind, until=end)
        events += [ev.ConditionAdded(who=one.id, condition=dodging), *spent_whole(one, kind)]
    else:
        events += spent(one)
        if one.memo.get("full"):
            events.append(ev.MemoSet(who=one.id, key="full", value=""))
    if before:
        events.append(ev.ConditionAdded(who=one.id, condition=Condition(key="aborted", until=end)))
    return tuple(events)


def fresh_phase(
    scene: Scene, one: Combatant, phase: int, *, passed: int = 1
) -> tuple[ev.Event, ...]:
    """Returns what a phase begins with for one combatant: nothing used, nothing declared.

    ``passed`` are the phases since the last one. Source: PHA-24, PHA-33.
    """
    gauges = [character.ACTIONS, character.USED, character.LOST, character.MOVED]
    by_round = scene.switch("phases.recoilSpan") == "round"
    into_round = (phase - 1) % mechanics.PHASES_A_ROUND
    if not by_round or into_round < passed:
        gauges.append(character.RECOIL)
    return (
        *(ev.GaugeSet(who=one.id, gauge=gauge, to=0) for gauge in gauges if one.gauges.get(gauge)),
        *(
            ev.MemoSet(who=one.id, key=key, value="")
            for key in ("full", "singles", "intent", "plan")
            if one.memo.get(key)
        ),
    )
