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
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat.attack_plan import swarm_on
from encounter_gui.rules.systems.cwn.commands import Attack, Swarm
from encounter_gui.rules.systems.cwn.sheet import action_budget, character


def join(scene: Scene, command: Swarm) -> Procedure:
    """Spends a Main on a common attack on one target. Source: CWN-36d, CWN-39."""
    yield from ()
    one = action_budget.actor(scene, command.who, "main")
    target = scene.known(command.target)
    members = swarm_on(scene, target.id)
    _allow(one, target, members)
    condition = Condition(key="swarming", note=target.id, until=Expiry(round=scene.state.round))
    count = len(members) + 1
    return Outcome(
        label=say("cwn.log.swarms", who=one.name, target=target.name, count=count),
        events=(
            ev.ConditionAdded(who=one.id, condition=condition),
            *action_budget.paid(scene, one, "main"),
        ),
        reasons=(Reason(text=say("cwn.why.swarms"), rule="CWN-39"),),
    )


def _allow(one: Combatant, target: Combatant, members: tuple[Combatant, ...]) -> None:
    if character.team(one) == character.team(target):
        raise refuse("cwn.same_side", rule="CWN-39", who=one.name, target=target.name)
    if character.is_dead(target):
        raise refuse("cwn.target_dead", rule="CWN-57", target=target.name)
    if one.has("swarming"):
        raise refuse("cwn.swarms_already", rule="CWN-39", who=one.name)
    if len(members) >= mechanics.SWARM_MOST:
        raise refuse("cwn.swarm_full", rule="CWN-39", target=target.name, most=mechanics.SWARM_MOST)
    for other in members:
        if character.team(other) != character.team(one):
            raise refuse("cwn.swarm_of_others", rule="CWN-39", who=one.name, target=target.name)


def striker(scene: Scene, command: Attack) -> Combatant:
    """Returns who strikes for a swarm: a participant who is still up. Source: CWN-39.

    Raises:
        RuleError: it has not joined a swarm on this target, or cannot act.
    """
    one = action_budget.conscious(scene, command.who)
    swarming = one.condition("swarming")
    if swarming is None or swarming.note != command.target:
        target = scene.known(command.target)
        raise refuse("cwn.not_swarming", rule="CWN-39", who=one.name, target=target.name)
    return one


def over(scene: Scene, target: CombatantId) -> tuple[ev.Event, ...]:
    """Returns the events of a swarm that has struck. Source: CWN-39."""
    return tuple(ev.ConditionRemoved(who=one.id, key="swarming") for one in swarm_on(scene, target))
