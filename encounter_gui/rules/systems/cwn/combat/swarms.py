"""Swarm attacks: joining, and who strikes. Source: CWN-39.

The condition ``swarming`` names the target in its note.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat.attack_plan import swarm_on
from encounter_gui.rules.systems.cwn.commands import Attack, Swarm
from encounter_gui.rules.systems.cwn.sheet import action_budget, character


def join(context: RulesContext, command: Swarm) -> Procedure:
    """Spends a Main on a common attack on one target. Source: CWN-36d, CWN-39."""
    yield from ()
    combatant = action_budget.actor(context, command.who, "main")
    target = context.known_combatant(command.target)
    members = swarm_on(context, target.id)
    _allow(combatant, target, members)
    condition = Condition(key="swarming", note=target.id, until=Expiry(round=context.state.round))
    count = len(members) + 1
    return Outcome(
        label=say("cwn.log.swarms", who=combatant.name, target=target.name, count=count),
        events=(
            ev.ConditionAdded(who=combatant.id, condition=condition),
            *action_budget.paid(context, combatant, "main"),
        ),
        reasons=(Reason(text=say("cwn.why.swarms"), rule="CWN-39"),),
    )


def _allow(combatant: Combatant, target: Combatant, members: tuple[Combatant, ...]) -> None:
    if character.team(combatant) == character.team(target):
        raise refuse("cwn.same_side", rule="CWN-39", who=combatant.name, target=target.name)
    if character.is_dead(target):
        raise refuse("cwn.target_dead", rule="CWN-57", target=target.name)
    if combatant.has("swarming"):
        raise refuse("cwn.swarms_already", rule="CWN-39", who=combatant.name)
    if len(members) >= mechanics.SWARM_MOST:
        raise refuse("cwn.swarm_full", rule="CWN-39", target=target.name, most=mechanics.SWARM_MOST)
    for other in members:
        if character.team(other) != character.team(combatant):
            raise refuse(
                "cwn.swarm_of_others", rule="CWN-39", who=combatant.name, target=target.name
            )


def striker(context: RulesContext, command: Attack) -> Combatant:
    """Returns who strikes for a swarm: a participant who is still up. Source: CWN-39.

    Raises:
        RuleError: it has not joined a swarm on this target, or cannot act.
    """
    combatant = action_budget.conscious(context, command.who)
    swarming = combatant.condition("swarming")
    if swarming is None or swarming.note != command.target:
        target = context.known_combatant(command.target)
        raise refuse("cwn.not_swarming", rule="CWN-39", who=combatant.name, target=target.name)
    return combatant


def over(context: RulesContext, target: CombatantId) -> tuple[ev.Event, ...]:
    """Returns the events of a swarm that has struck. Source: CWN-39."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key="swarming")
        for combatant in swarm_on(context, target)
    )
