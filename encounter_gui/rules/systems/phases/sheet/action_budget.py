"""Who may act now, and what an action uses up. Source: PHA-22 to PHA-27."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.action_costs import ActionCosts
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character

COUNTED = frozenset(
    {
        *("snap_shot", "all_out_dodge", "aborted", "ducking", "hunkering"),
        *("jogging", "running", "sprinting"),
    }
)
"""The conditions that only say what somebody has declared and done in a phase. Source: PHA-12, PHA-25, PHA-29."""


def require_able(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that can do anything at all in the running encounter.

    Raises:
        RuleError: the fight is not running, or it is down, gone or ambushed.
    """
    combatant = context.active_combatant(who)
    if character.is_out(context, combatant):
        raise refuse("phases.is_out", rule="PHA-76", who=combatant.name)
    if combatant.has("ambushed"):
        raise refuse("phases.is_ambushed", rule="PHA-21", who=combatant.name)
    return combatant


def require_turn(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns the combatant whose turn it is.

    Raises:
        RuleError: it may not act now.
    """
    combatant = require_able(context, who)
    if who not in context.state.acting:
        raise refuse("phases.not_your_turn", rule="PHA-19", who=combatant.name)
    return combatant


def require_action(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that may take a Regular Action now. Source: PHA-23, PHA-24.

    Raises:
        RuleError: it may not act, gives first aid, or has no action left that it declared.
    """
    combatant = require_turn(context, who)
    _require_free(combatant)
    full = combatant.memo_text("full")
    if full and not combatant.gauges.get(character.USED):
        name = context.texts.text_of(f"phases.full.{full}")
        raise refuse("phases.declared_full", rule="PHA-22", who=combatant.name, full=name)
    if not character.actions_left(context, combatant):
        limit = character.action_limit(context, combatant)
        if character.is_escalating(context):
            raise refuse("phases.no_action_left_now", rule="PHA-24", who=combatant.name)
        raise refuse("phases.no_action_left", rule="PHA-24", who=combatant.name, limit=limit)
    return combatant


def require_whole_phase(context: RulesContext, who: CombatantId, full: str) -> Combatant:
    """Returns a combatant that may take a Full Action now: it has done nothing yet, nor moved. Source: PHA-22, PHA-23.

    Raises:
        RuleError: it may not act, declared another Full Action, or has done something in this phase.
    """
    combatant = require_turn(context, who)
    _require_free(combatant)
    declared = combatant.memo_text("full")
    if declared and declared != full and not combatant.gauges.get(character.USED):
        name = context.texts.text_of(f"phases.full.{declared}")
        raise refuse("phases.declared_full", rule="PHA-22", who=combatant.name, full=name)
    begun = any(
        combatant.gauges.get(gauge) for gauge in (character.USED, character.LOST, character.MOVED)
    )
    if begun or not character.actions_left(context, combatant):
        raise refuse("phases.needs_whole_phase", rule="PHA-23", who=combatant.name)
    return combatant


def check_run(context: RulesContext, combatant: Combatant) -> None:
    """Lets a combatant run or sprint who is on its feet and has the breath for it. Source: PHA-64, PHA-76.

    Raises:
        RuleError: it is prone, or wounded too badly in the torso.
    """
    if combatant.has("prone"):
        raise refuse("phases.is_prone", rule="PHA-76", who=combatant.name)
    least = character.table_number(context, "location_effects", "torso_no_run", mechanics.SERIOUS)
    if character.wound(combatant, character.TORSO) >= least:
        raise refuse("phases.torso_no_run", rule="PHA-64", who=combatant.name)


COSTS = ActionCosts(
    words=("free", "regular", "full"),
    usual={
        "draw": "regular",
        "reload": "regular",
        "clear": "regular",
        "stand": "regular",
        "break_free": "regular",
        "task": "regular",
        "recover": "full",
    },
)
"""What the actions may cost whose cost a ruleset can change. Source: PHA-26."""


def pay(
    context: RulesContext, who: CombatantId, action: str
) -> tuple[Combatant, tuple[ev.Event, ...]]:
    """Returns a combatant that may take an action, and the events of what it costs by the ruleset. Source: PHA-26.

    Raises:
        RuleError: it may not take the action now.
    """
    match COSTS.of(context, action):
        case "free":
            return require_turn(context, who), ()
        case "full":
            combatant = require_whole_phase(context, who, action)
            return combatant, phase_cost(combatant, action)
        case _:
            combatant = require_action(context, who)
            return combatant, action_cost(combatant)


def _require_free(combatant: Combatant) -> None:
    if combatant.has("aiding"):
        raise refuse("phases.is_aiding", rule="PHA-71", who=combatant.name)


def action_cost(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns one action used; what weighed on the next one weighs no longer. Source: PHA-23, PHA-35."""
    return (
        ev.GaugeChanged(who=combatant.id, gauge=character.USED, by=1),
        *balance_events(combatant),
    )


def balance_events(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the end of being off balance, if a combatant is. Source: PHA-35."""
    over = combatant.has("off_balance")
    return (ev.ConditionRemoved(who=combatant.id, key="off_balance"),) if over else ()


def phase_cost(combatant: Combatant, full: str) -> tuple[ev.Event, ...]:
    """Returns a Full Action used; it takes the place of everything declared. Source: PHA-22, PHA-25."""
    return (*_whole_phase(combatant, full), *balance_events(combatant))


def _whole_phase(combatant: Combatant, full: str) -> tuple[ev.Event, ...]:
    return (
        ev.GaugeSet(who=combatant.id, gauge=character.ACTIONS, to=1),
        ev.GaugeSet(who=combatant.id, gauge=character.USED, to=1),
        ev.MemoSet(who=combatant.id, key="full", value=full),
    )


def dodging_events(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns an All-Out Dodge that begins: the one action of the phase, it lasts until its end.

    Being off balance weighs on every roll of it, and ends with it. Source: PHA-35, PHA-51.
    """
    end = Expiry(round=max(context.state.round, 1))
    keys = ("all_out_dodge", *(("off_balance",) if combatant.has("off_balance") else ()))
    return (
        *_whole_phase(combatant, "all_out_dodge"),
        *(
            ev.ConditionAdded(who=combatant.id, condition=Condition(key=key, until=end))
            for key in keys
        ),
    )


def defense_cost(
    context: RulesContext, combatant: Combatant, kind: str, *, before: bool
) -> tuple[ev.Event, ...]:
    """Returns what a Specific Defense uses up; ``before``: before one's initiative. Source: PHA-23, PHA-25, PHA-51.

    A Full Action declared, or first aid under way, is given up for it.
    """
    end = Expiry(round=max(context.state.round, 1))
    events: list[ev.Event] = []
    if combatant.has("aiding"):
        events.append(ev.ConditionRemoved(who=combatant.id, key="aiding"))
    if combatant.memo.get("full") in ("run", "sprint"):
        events.append(ev.MemoSet(who=combatant.id, key="gait", value=""))
    if kind == "all_out_dodge":
        events += dodging_events(context, combatant)
    else:
        events += action_cost(combatant)
        if combatant.memo.get("full"):
            events.append(ev.MemoSet(who=combatant.id, key="full", value=""))
    if before:
        events.append(
            ev.ConditionAdded(who=combatant.id, condition=Condition(key="aborted", until=end))
        )
    return tuple(events)
