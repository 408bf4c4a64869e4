"""What everybody declares at the start of a phase, unseen until it begins. Source: PHA-23, PHA-24, PHA-28, PHA-29."""

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.defenses import can_step
from encounter_gui.rules.systems.phases.commands import Declare, DeclareAll
from encounter_gui.rules.systems.phases.rules.costs import lost_to_stuns
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.character import Declaration
from encounter_gui.rules.systems.phases.turns import order

_LAST = "last_plan"
"""The record of what somebody that nobody plays declared for the phase before."""

UNDECLARED = Declaration()
"""The declaration of a combatant that declares nothing: one action. Source: PHA-24."""


def is_open(context: RulesContext) -> bool:
    """Returns whether the phase has not begun yet, so that everything can be declared. Source: PHA-24."""
    return context.state.stage == "running" and context.state.group < 0


def declares(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant can act in the phase that is declared. Source: PHA-21, PHA-24, PHA-76."""
    return not character.is_out(context, combatant) and not combatant.has("ambushed")


def last_of(combatant: Combatant) -> tuple[Declaration, str] | None:
    """Returns what a combatant that nobody plays declared last, with its intent; None: nothing out of the ordinary."""
    match combatant.memo.get(_LAST):
        case {
            "actions": int(actions),
            "full": str(full),
            "stances": tuple(stances),
            "intent": str(intent),
        }:
            return Declaration(actions=actions, full=full, stances=stances), intent
        case _:
            return None


def declare(resolution: Resolution, command: Declare) -> Message:
    """Declares for one combatant. Source: PHA-24, PHA-29.

    Raises:
        RuleError: it is out, wants what cannot be, or the phase has begun.
    """
    context = resolution.context
    combatant = action_budget.require_able(context, command.who)
    declaration = read_declaration(
        context, combatant, command.actions, command.full, command.stances
    )
    if not is_open(context):
        return _declare_late(resolution, combatant, command, declaration)
    resolution.record(*_declaration_events(combatant, declaration, command.intent))
    plan = in_words(context, declaration, command.intent)
    _tell_in_vain(resolution, combatant, declaration)
    return resolution.with_clauses(say("phases.log.declared", who=combatant.name, plan=plan))


def declare_all(resolution: Resolution, command: DeclareAll) -> Message:
    """Declares for several at once. Source: PHA-24, PHA-29.

    Raises:
        RuleError: one of them cannot declare this, or the phase has begun.
    """
    context = resolution.context
    if not command.plans:
        raise refuse("rules.nobody_named")
    if not is_open(context):
        raise refuse("phases.phase_has_begun", rule="PHA-24")
    events: list[ev.Event] = []
    for each in command.plans:
        combatant = action_budget.require_able(context, each.who)
        declaration = read_declaration(context, combatant, each.actions, each.full, each.stances)
        events += _declaration_events(combatant, declaration, each.intent)
        _tell_in_vain(resolution, combatant, declaration)
    resolution.record(*events)
    declared = context.combatants(each.who for each in command.plans)
    return resolution.with_clauses(say("phases.log.declared_names", names=names_of(declared)))


def _tell_in_vain(resolution: Resolution, combatant: Combatant, plan: Declaration) -> None:
    """Says so where a phase of recovering is declared that takes no Fatigue away.

    The rules ask no Fatigue of who declares it; what cannot be done of it is lost. Source: PHA-18, PHA-24.
    """
    if plan.full == "recover" and character.own_fatigue(combatant) < 1:
        resolution.add_text("phases.not_tired", who=combatant.name)
        resolution.reason("phases.why.recover_in_vain", "PHA-18", who=combatant.name)


def read_declaration(
    context: RulesContext, combatant: Combatant, actions: int, full: str, stances: tuple[str, ...]
) -> Declaration:
    """Returns the plan that was declared; hunkering down replaces ducking. Source: PHA-23, PHA-28.

    Raises:
        RuleError: not 1 to 3 actions, or a Full Action that cannot be taken.
    """
    most = context.number(mechanics.MOST_ACTIONS)
    if not 1 <= actions <= most:
        raise refuse(
            "phases.bad_action_count",
            rule="PHA-23",
            who=combatant.name,
            most=most,
        )
    _check_full(context, combatant, actions, full)
    wanted = tuple(dict.fromkeys(stances))
    if "hunkering" in wanted:
        wanted = tuple(stance for stance in wanted if stance != "ducking")
    return Declaration(actions=1 if full else actions, full=full, stances=wanted)


def _check_full(context: RulesContext, combatant: Combatant, actions: int, full: str) -> None:
    """Checks that a Full Action can be taken: a run counts from the start.

    Source: PHA-31, PHA-48, PHA-64, PHA-71.
    """
    if combatant.has("aiding") and (full or actions > 1):
        raise refuse("phases.is_aiding", rule="PHA-71", who=combatant.name)
    if full in ("run", "sprint"):
        action_budget.check_run(context, combatant)
        if not character.move(context, combatant, full):
            raise refuse("phases.cannot_move", rule="PHA-12", who=combatant.name)
    if full == "all_out_dodge" and not can_step(combatant):
        raise refuse("phases.cannot_move", rule="PHA-48", who=combatant.name)


def _declaration_events(
    combatant: Combatant, declaration: Declaration, intent: str
) -> tuple[ev.Event, ...]:
    """Returns a declaration as it is kept until the phase begins."""
    return (
        ev.MemoSet(who=combatant.id, key="plan", value=declaration.record),
        ev.MemoSet(who=combatant.id, key="intent", value=intent),
    )


def in_words(context: RulesContext, plan: Declaration, intent: str = "") -> str:
    """Returns a plan in words, e.g. ``2 actions, ducking``."""
    texts = context.texts
    if plan.full:
        what = texts.text_of(f"phases.full.{plan.full}")
    elif character.is_escalating(context):
        what = ""
    else:
        what = texts.text_of(
            "phases.actions.1" if plan.actions == 1 else "phases.actions", n=plan.actions
        )
    stances = [texts.text_of(f"phases.stance.{stance}") for stance in plan.stances]
    found = [each for each in (what, *stances, intent) if each]
    return ", ".join(found) or texts.text_of("phases.dash")


def _declare_late(
    resolution: Resolution, combatant: Combatant, command: Declare, plan: Declaration
) -> Message:
    """Changes a declaration after the phase has begun: a Snap Shot in answer, or by the game master's leave."""
    context = resolution.context
    _require_late(context, combatant, command)
    changed = plan if command.late else _with_snap(combatant)
    resolution.record(*_withdrawal_events(combatant, changed))
    resolution.record(*reveal_events(context, combatant, changed))
    resolution.record(ev.OrderSet(slots=order.slots_from_now(resolution.context)))
    plan_text = in_words(context, changed)
    return say("phases.log.declared_late", who=combatant.name, plan=plan_text)


def _require_late(context: RulesContext, combatant: Combatant, command: Declare) -> None:
    """Lets a combatant declare late that has done nothing in the phase yet.

    Raises:
        RuleError: it may not, it is not in this phase, or it has acted.
    """
    snaps = set(command.stances) == {"snap_shot"} and not command.full
    answers = snaps and not context.switch("phases.snapShotBlind")
    if not command.late and not answers:
        raise refuse("phases.phase_has_begun", rule="PHA-24")
    slot = order.slot_of(context.state, combatant.id)
    if slot is None:
        raise refuse("phases.not_in_phase", rule="PHA-19", who=combatant.name)
    gauges = (character.USED, character.LOST, character.MOVED)
    has_acted = any(combatant.gauges.get(gauge) for gauge in gauges)
    if has_acted or slot.group < context.state.group:
        raise refuse("phases.has_acted", rule="PHA-24", who=combatant.name)


def _with_snap(combatant: Combatant) -> Declaration:
    """Returns what a combatant has declared, with a Snap Shot."""
    kept = tuple(stance for stance in ("ducking", "hunkering") if combatant.has(stance))
    return Declaration(
        actions=combatant.gauges.get(character.ACTIONS, 1) or 1,
        full=combatant.memo_text("full"),
        stances=(*kept, "snap_shot"),
    )


def _withdrawal_events(combatant: Combatant, plan: Declaration) -> tuple[ev.Event, ...]:
    """Returns the end of what was declared before and is not declared now."""
    stances = ("ducking", "hunkering", "snap_shot")
    over = [stance for stance in stances if combatant.has(stance) and stance not in plan.stances]
    events: list[ev.Event] = [ev.ConditionRemoved(who=combatant.id, key=key) for key in over]
    if combatant.memo.get("full") in ("run", "sprint") and plan.full != combatant.memo["full"]:
        events.append(ev.MemoSet(who=combatant.id, key="gait", value=""))
    return tuple(events)


def reveal(resolution: Resolution) -> None:
    """Makes everybody's declarations true at once. Source: PHA-24, PHA-29."""
    context = resolution.context
    events: list[ev.Event] = []
    for combatant in context.state.combatants.values():
        if not character.is_out(context, combatant):
            declaration = character.declaration_of(combatant) or UNDECLARED
            events += _last_events(combatant, declaration)
            events += reveal_events(context, combatant, declaration)
    resolution.record(*events)


def _last_events(combatant: Combatant, plan: Declaration) -> tuple[ev.Event, ...]:
    """Returns a plan kept for the next phase, which begins with it unless something else is declared."""
    intent = combatant.memo_text("intent")
    is_plain = combatant.side == "pc" or (plan == UNDECLARED and not intent)
    kept: Record = (
        ""
        if is_plain
        else {
            "actions": plan.actions,
            "full": plan.full,
            "stances": plan.stances,
            "intent": intent,
        }
    )
    if combatant.memo.get(_LAST, "") == kept:
        return ()
    return (ev.MemoSet(who=combatant.id, key=_LAST, value=kept),)


def reveal_events(
    context: RulesContext, combatant: Combatant, plan: Declaration
) -> tuple[ev.Event, ...]:
    """Returns a plan made true: actions, stances, a Full Action; a stun takes its action. Source: PHA-24, PHA-64."""
    full = "first_aid" if combatant.has("aiding") else plan.full
    actions = 1 if full else plan.actions
    events: list[ev.Event] = [ev.GaugeSet(who=combatant.id, gauge=character.ACTIONS, to=actions)]
    if combatant.memo.get("plan"):
        events.append(ev.MemoSet(who=combatant.id, key="plan", value=""))
    if full != combatant.memo_text("full"):
        events.append(ev.MemoSet(who=combatant.id, key="full", value=full))
    end = Expiry(round=max(context.state.round, 1))
    events += [
        ev.ConditionAdded(who=combatant.id, condition=Condition(key=stance, until=end))
        for stance in plan.stances
    ]
    escalates = character.is_escalating(context) and not full
    most = context.number(mechanics.MOST_ACTIONS) if escalates else actions
    # Who is ambushed has no action in this phase that a stun could take.
    lost = () if combatant.has("ambushed") else _stun_losses(combatant, most)
    events += lost
    return (*events, *(() if lost and full else _full_action_events(context, combatant, full)))


def _stun_losses(combatant: Combatant, most: int) -> tuple[ev.Event, ...]:
    """Returns the actions of this phase that stuns cost; one for a time costs one in each phase. Source: PHA-64."""
    known = combatant.condition("stunned")
    if known is None:
        return ()
    if duration_text(known) is not None:
        lost = ev.GaugeSet(
            who=combatant.id, gauge=character.LOST, to=min(1 + (known.count or 0), most)
        )
        plain = ev.ConditionAdded(who=combatant.id, condition=replace(known, count=None))
        return (lost, plain) if known.count else (lost,)
    count = int(lost_to_stuns(known.count or 1, most))
    rest = (known.count or 1) - count
    return (
        ev.GaugeSet(who=combatant.id, gauge=character.LOST, to=count),
        ev.ConditionAdded(who=combatant.id, condition=replace(known, count=rest))
        if rest
        else ev.ConditionRemoved(who=combatant.id, key="stunned"),
    )


def _full_action_events(
    context: RulesContext, combatant: Combatant, full: str
) -> tuple[ev.Event, ...]:
    """Returns what a Full Action does from the moment it is declared. Source: PHA-31, PHA-51, PHA-71."""
    if full in ("run", "sprint") and character.move(context, combatant, full):
        return (ev.MemoSet(who=combatant.id, key="gait", value=full),)
    if full == "all_out_dodge":
        return action_budget.dodging_events(context, combatant)
    return ()
