"""Swarm attacks: joining, and the blow that is owed then. Source: CWN-39.

The condition ``swarming`` is about the target.
"""

from collections.abc import Iterable, Iterator, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import distance
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import attacks, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import swarm_on
from encounter_gui.rules.systems.cwn.commands import Attack, Swarm
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.rules.arms import weapon_in_hand
from encounter_gui.rules.systems.cwn.sheet import action_budget, character


def join(resolution: Resolution, command: Swarm) -> Message:
    """Spends a Main on a common attack on one target. Source: CWN-36d, CWN-39."""
    context = resolution.context
    actor = action_budget.require_action(context, command.who, "main")
    target = context.known_combatant(command.target)
    members = swarm_on(context, target.id)
    _require_joining(context, actor, target, members)
    until = Expiry(round=context.state.round)
    resolution.add_condition(actor.id, Condition(key="swarming", about=target.id, until=until))
    action_budget.pay(resolution, actor.id, "main")
    resolution.owe(owed_strike(actor.id, target))
    resolution.reason("cwn.why.swarms", "CWN-39")
    return say("cwn.log.swarms", who=actor.name, target=target.name, count=len(members) + 1)


def _require_joining(
    context: RulesContext, actor: Combatant, target: Combatant, members: tuple[Combatant, ...]
) -> None:
    """Lets a combatant join a swarm. Source: CWN-39."""
    names = {"who": actor.name, "target": target.name}
    if character.team(actor) == character.team(target):
        raise refuse("cwn.same_side", rule="CWN-39", **names)
    if character.is_dead(target):
        raise refuse("cwn.target_dead", rule="CWN-57", target=target.name)
    if actor.has("swarming"):
        raise refuse("cwn.swarms_already", rule="CWN-39", who=actor.name)
    most = context.number(mechanics.SWARM_MOST)
    if len(members) >= most:
        raise refuse("cwn.swarm_full", rule="CWN-39", target=target.name, most=most)
    if any(character.team(other) != character.team(actor) for other in members):
        raise refuse("cwn.swarm_of_others", rule="CWN-39", **names)
    weapon = weapon_in_hand(actor)
    to_hit.allow_range(weapon, weapon.modes[0], distance(context.state, actor.id, target.id))


def left_events(state: EncounterState, moved: Sequence[CombatantId]) -> Iterator[ev.Event]:
    """Yields the ends of swarms for those who change sides, and for all whose target does to theirs. Source: CWN-39."""
    for member in state.combatants.values():
        swarming = member.condition("swarming")
        target = state.combatants.get(swarming.about) if swarming and swarming.about else None
        if target is None:
            continue
        if member.id in moved or character.team(member) == character.team(target):
            yield ev.ConditionRemoved(who=member.id, key="swarming")


def owed_strike(who: CombatantId, target: Combatant) -> Obligation:
    """Returns the blow that a member of a swarm owes. Source: CWN-39."""
    reason = say("cwn.why.swarm_strike", target=target.name)
    return SWARM_STRIKE.of(who, by=who, reason=reason, target=target.name)


def owed_strikes(state: EncounterState, members: Iterable[Combatant]) -> tuple[Obligation, ...]:
    """Returns the blows that members of a swarm owe. Source: CWN-39."""
    them = {each.id for each in members}
    return tuple(
        each for each in state.obligations if each.kind == SWARM_STRIKE.kind and each.who in them
    )


def _settle(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Strikes for a swarm with what is in hand. Source: CWN-39."""
    who = obligations[0].who
    swarming = resolution.combatant(who).condition("swarming") if who else None
    if who is None or swarming is None or swarming.about is None:
        raise refuse("rules.not_owed")
    weapon = weapon_in_hand(resolution.combatant(who)).key
    command = Attack(who=who, target=swarming.about, weapon=weapon, how="swarm")
    whole = field.completed(resolution.context, command)
    return (yield from attacks.attack(resolution, whole if isinstance(whole, Attack) else command))


def _scatter(resolution: Resolution, owed: Obligation) -> None:
    """Ends a swarm whose blow is waived."""
    swarming = resolution.combatant(owed.who).condition("swarming") if owed.who else None
    if swarming is not None and swarming.about is not None:
        attacks.end_swarm(resolution, swarming.about)


def _applies(context: RulesContext, obligation: Obligation) -> bool:
    """Returns whether a member could still strike. Source: CWN-39."""
    combatants = context.state.combatants
    member = combatants.get(obligation.who) if obligation.who else None
    swarming = member.condition("swarming") if member else None
    target = combatants.get(swarming.about) if swarming and swarming.about else None
    if member is None or target is None:
        return False
    return not character.is_out(target) and character.can_act(member)


SWARM_STRIKE = ObligationKind(
    kind="swarm_strike",
    is_automatic=False,
    rule="CWN-39",
    settle=_settle,
    priority=60,
    due="own_turn",
    waive=_scatter,
    refusal="cwn.swarm_waits",
    applies=_applies,
)
"""The blow of a swarm, which each member owes until one of them strikes. Source: CWN-39."""
