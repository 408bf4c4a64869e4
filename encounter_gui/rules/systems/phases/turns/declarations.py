"""What everybody declares at the start of a phase, unseen until it begins. Source: PHA-23, PHA-24, PHA-28, PHA-29."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.actions.movement import check_run
from encounter_gui.rules.systems.phases.combat.defenses import can_step
from encounter_gui.rules.systems.phases.commands import Declare, DeclareAll
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.character import Plan
from encounter_gui.rules.systems.phases.turns import order

UNDECLARED = Plan()
"""What somebody does who declares nothing: one action. Source: PHA-24."""


def is_open(scene: Scene) -> bool:
    """Returns whether the phase has not begun yet, so that everything can be declared. Source: PHA-24."""
    return scene.state.stage == "running" and scene.state.group < 0


def declare(scene: Scene, command: Declare) -> Procedure:
    """Declares for one combatant. Source: PHA-24, PHA-29.

    Raises:
        RuleError: it is out, wants what cannot be, or the phase has begun.
    """
    yield from ()
    one = action_budget.able(scene, command.who)
    plan = read(scene, one, command.actions, command.full, command.stances)
    if is_open(scene):
        return Outcome(
            label=said(scene, one, plan, command.intent),
            events=noted(one, plan, command.intent),
        )
    return _late(scene, one, command, plan)


def declare_all(scene: Scene, command: DeclareAll) -> Procedure:
    """Declares for several at once. Source: PHA-24, PHA-29.

    Raises:
        RuleError: one of them cannot declare this, or the phase has begun.
    """
    yield from ()
    if not command.plans:
        raise refuse("rules.nobody_named")
    if not is_open(scene):
        raise refuse("phases.phase_has_begun", rule="PHA-24")
    events: list[ev.Event] = []
    for each in command.plans:
        one = action_budget.able(scene, each.who)
        plan = read(scene, one, each.actions, each.full, each.stances)
        events += noted(one, plan, each.intent)
    count = len({each.who for each in command.plans})
    return Outcome(label=say("phases.log.declared_all", count=count), events=tuple(events))


def read(scene: Scene, one: Combatant, actions: int, full: str, stances: tuple[str, ...]) -> Plan:
    """Returns the plan that was declared; hunkering down replaces ducking. Source: PHA-23, PHA-28.

    Raises:
        RuleError: not 1 to 3 actions, or a Full Action that cannot be taken.
    """
    if not 1 <= actions <= mechanics.MOST_ACTIONS:
        raise refuse(
            "phases.bad_action_count", rule="PHA-23", who=one.name, most=mechanics.MOST_ACTIONS
        )
    _check_full(scene, one, actions, full)
    wanted = tuple(dict.fromkeys(stances))
    if "hunkering" in wanted:
        wanted = tuple(stance for stance in wanted if stance != "ducking")
    return Plan(actions=1 if full else actions, full=full, stances=wanted)


def _check_full(scene: Scene, one: Combatant, actions: int, full: str) -> None:
    """Nobody declares what it cannot do: a run counts from the start. Source: PHA-31, PHA-48, PHA-64, PHA-71."""
    if one.has("aiding") and (full or actions > 1):
        raise refuse("phases.is_aiding", rule="PHA-71", who=one.name)
    if full in ("run", "sprint"):
        check_run(scene, one)
        if not character.move(scene, one, full):
            raise refuse("phases.cannot_move", rule="PHA-12", who=one.name)
    if full == "all_out_dodge" and not can_step(one):
        raise refuse("phases.cannot_move", rule="PHA-48", who=one.name)


def noted(one: Combatant, plan: Plan, intent: str) -> tuple[ev.Event, ...]:
    """Returns a plan remembered until the phase begins."""
    return (
        ev.MemoSet(who=one.id, key="plan", value=plan.text),
        ev.MemoSet(who=one.id, key="intent", value=intent),
    )


def said(scene: Scene, one: Combatant, plan: Plan, intent: str) -> Message:
    """Returns the log line of a declaration."""
    return say("phases.log.declared", who=one.name, plan=in_words(scene, plan, intent))


def in_words(scene: Scene, plan: Plan, intent: str = "") -> str:
    """Returns a plan in words, e.g. ``2 actions, ducking``."""
    words = scene.words
    if plan.full:
        what = words.word(f"phases.full.{plan.full}")
    elif character.is_escalating(scene):
        what = ""
    else:
        what = words.word(
            "phases.actions.1" if plan.actions == 1 else "phases.actions", n=plan.actions
        )
    stances = [words.word(f"phases.stance.{stance}") for stance in plan.stances]
    found = [each for each in (what, *stances, intent) if each]
    return ", ".join(found) or words.word("phases.dash")


def _late(scene: Scene, one: Combatant, command: Declare, plan: Plan) -> Outcome:
    """A declaration after the phase has begun: a Snap Shot in answer, or by the game master's leave."""
    snaps = set(command.stances) == {"snap_shot"} and not command.full
    answers = snaps and not scene.switch("phases.snapShotBlind")
    if not command.late and not answers:
        raise refuse("phases.phase_has_begun", rule="PHA-24")
    slot = order.slot_of(scene.state, one.id)
    has_acted = any(
        one.gauges.get(gauge) for gauge in (character.USED, character.LOST, character.MOVED)
    )
    if slot is None:
        raise refuse("phases.not_in_phase", rule="PHA-19", who=one.name)
    if has_acted or slot.group < scene.state.group:
        raise refuse("phases.has_acted", rule="PHA-24", who=one.name)
    changed = plan if command.late else _with_snap(one)
    events = (*_taken_back(one, changed), *unfolded(scene, one, changed))
    after = replace(scene, state=fold(scene.state, events))
    return Outcome(
        label=say("phases.log.declared_late", who=one.name, plan=in_words(scene, changed)),
        events=(*events, *order.resorted(after)),
    )


def _with_snap(one: Combatant) -> Plan:
    """What somebody declared, and a Snap Shot."""
    kept = tuple(stance for stance in ("ducking", "hunkering") if one.has(stance))
    return Plan(
        actions=one.gauges.get(character.ACTIONS, 1) or 1,
        full=one.memo_text("full"),
        stances=(*kept, "snap_shot"),
    )


def _taken_back(one: Combatant, plan: Plan) -> tuple[ev.Event, ...]:
    """Returns the end of what was declared before and is not declared now."""
    stances = ("ducking", "hunkering", "snap_shot")
    over = [stance for stance in stances if one.has(stance) and stance not in plan.stances]
    events: list[ev.Event] = [ev.ConditionRemoved(who=one.id, key=key) for key in over]
    if one.memo.get("full") in ("run", "sprint") and plan.full != one.memo["full"]:
        events.append(ev.MemoSet(who=one.id, key="gait", value=""))
    return tuple(events)


def revealed(scene: Scene) -> tuple[ev.Event, ...]:
    """Returns everybody's plans made true at once. Source: PHA-24, PHA-29."""
    events: list[ev.Event] = []
    for one in scene.state.combatants.values():
        if not character.is_out(scene, one):
            events += unfolded(scene, one, character.plan_of(one) or UNDECLARED)
    return tuple(events)


def unfolded(scene: Scene, one: Combatant, plan: Plan) -> tuple[ev.Event, ...]:
    """Returns a plan made true: actions, stances, a Full Action; a stun takes its action. Source: PHA-24, PHA-64."""
    full = "first_aid" if one.has("aiding") else plan.full
    actions = 1 if full else plan.actions
    events: list[ev.Event] = [ev.GaugeSet(who=one.id, gauge=character.ACTIONS, to=actions)]
    if one.memo.get("plan"):
        events.append(ev.MemoSet(who=one.id, key="plan", value=""))
    if full != one.memo_text("full"):
        events.append(ev.MemoSet(who=one.id, key="full", value=full))
    end = Expiry(round=max(scene.state.round, 1))
    events += [
        ev.ConditionAdded(who=one.id, condition=Condition(key=stance, until=end))
        for stance in plan.stances
    ]
    most = mechanics.MOST_ACTIONS if character.is_escalating(scene) and not full else actions
    lost = _lost(one, most)
    events += lost
    return (*events, *(() if lost and full else _begun(scene, one, full, end)))


def _lost(one: Combatant, most: int) -> tuple[ev.Event, ...]:
    known = one.condition("stunned")
    if known is None:
        return ()
    count = min(known.count or 1, most)
    rest = (known.count or 1) - count
    return (
        ev.GaugeSet(who=one.id, gauge=character.LOST, to=count),
        ev.ConditionAdded(who=one.id, condition=replace(known, count=rest))
        if rest
        else ev.ConditionRemoved(who=one.id, key="stunned"),
    )


def _begun(scene: Scene, one: Combatant, full: str, end: Expiry) -> tuple[ev.Event, ...]:
    """Returns what a Full Action does from the moment it is declared. Source: PHA-31, PHA-51, PHA-71."""
    if full in ("run", "sprint") and character.move(scene, one, full):
        return (ev.MemoSet(who=one.id, key="gait", value=full),)
    if full == "all_out_dodge":
        dodging = Condition(key=full, until=end)
        return (
            ev.GaugeSet(who=one.id, gauge=character.USED, to=1),
            ev.ConditionAdded(who=one.id, condition=dodging),
        )
    return ()


def plan_words(scene: Scene, one: Combatant) -> str:
    """Returns what somebody has declared for the coming phase, in words; empty: nothing yet."""
    plan = character.plan_of(one)
    return in_words(scene, plan, one.memo_text("intent")) if plan else ""
