"""Moving to an ally to stand in for it. Source: CWN-36f, CWN-40."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.combat.movement import left_melee
from encounter_gui.rules.systems.cwn.combat.total_defense import until_next_turn
from encounter_gui.rules.systems.cwn.commands import EndScreen, Screen
from encounter_gui.rules.systems.cwn.sheet import action_budget, character


def screen(context: RulesContext, command: Screen) -> Procedure:
    """Moves to an ally and stands in for it until the own next turn. Source: CWN-36f, CWN-40."""
    combatant = action_budget.actor(context, command.who, "move")
    ally = context.known_combatant(command.ally)
    allow(context, combatant, ally)
    away = yield from left_melee(context, combatant, leaves=command.leaves)
    paid = action_budget.paid(context, combatant, "move")
    if away.is_stopped:
        return Outcome(
            label=say("cwn.log.run_stopped", who=combatant.name, struck=away.struck),
            events=(*away.events, *paid),
            reasons=away.reasons,
        )
    events = (
        *away.events,
        *paid,
        ev.ConditionAdded(
            who=combatant.id,
            condition=Condition(
                key="screening", note=ally.id, until=until_next_turn(context.state, combatant.id)
            ),
        ),
        ev.ConditionAdded(who=ally.id, condition=Condition(key="screened", by=combatant.id)),
    )
    return Outcome(
        label=say("cwn.log.screens", who=combatant.name, ally=ally.name),
        events=events,
        reasons=(
            *away.reasons,
            Reason(
                text=say("cwn.why.screen", attackers=character.combat_skill(context, combatant)),
                rule="CWN-40",
            ),
        ),
    )


def allow(context: RulesContext, combatant: Combatant, ally: Combatant) -> None:
    """Lets somebody screen an ally, or says why not. Source: CWN-40.

    Raises:
        RuleError: itself or an enemy, one who is down, an NPC where the switch forbids it, or no combat skill.
    """
    names = {"who": combatant.name, "ally": ally.name}
    if ally.id == combatant.id or character.team(ally) != character.team(combatant):
        raise refuse("cwn.screen_whom", rule="CWN-40", **names)
    if character.is_out(ally):
        raise refuse("cwn.is_down", rule="CWN-57", who=ally.name)
    if not character.is_pc(combatant) and not context.switch("cwn.npcScreen"):
        raise refuse("cwn.npc_cannot_screen", rule="CWN-40", who=combatant.name)
    if character.combat_skill(context, combatant) < 1:
        raise refuse("cwn.too_unskilled_to_screen", rule="CWN-40", who=combatant.name)


def end(context: RulesContext, command: EndScreen) -> Procedure:
    """Ends a screen by hand: the two are too far apart. Source: CWN-40."""
    yield from ()
    combatant = context.known_combatant(command.who)
    if not combatant.has("screening"):
        raise refuse("cwn.not_screening", rule="CWN-40", who=combatant.name)
    return Outcome(
        label=say("cwn.log.screen_ends", who=combatant.name),
        events=(ev.ConditionRemoved(who=combatant.id, key="screening"),),
    )
