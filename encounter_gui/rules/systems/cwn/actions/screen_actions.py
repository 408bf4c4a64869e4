"""Moving to an ally to stand in for it. Source: CWN-36f, CWN-40."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.field.sight import apart
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat.movement import leave_melee
from encounter_gui.rules.systems.cwn.commands import EndScreen, Screen
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.sheet import action_budget, character


def screen(resolution: Resolution, command: Screen) -> Rolling[Message]:
    """Moves to an ally and stands in for it until the own next turn. Source: CWN-36f, CWN-40."""
    context = resolution.context
    actor = action_budget.require(context, command.who, "screen")
    ally = context.known_combatant(command.ally)
    _require_screen(context, actor, ally)
    end = _end_of(context, actor, ally, command)
    leaves = command.leaves or end is not None
    away = yield from leave_melee(resolution, actor.id, leaves=leaves, end=end)
    action_budget.spend(resolution, actor.id, "screen")
    if away.is_stopped:
        return say("cwn.log.run_stopped", who=actor.name, struck=away.struck)
    if end is not None:
        moving.stand(resolution, actor.id, end)
    until = action_budget.until_next_turn(context.state, actor.id)
    resolution.add_condition(actor.id, Condition(key="screening", about=ally.id, until=until))
    resolution.add_condition(ally.id, Condition(key="screened", by=actor.id))
    skill = character.combat_skill(context, actor)
    resolution.reason("cwn.why.screen", "CWN-40", attackers=skill)
    return resolution.with_clauses(say("cwn.log.screens", who=actor.name, ally=ally.name))


def _end_of(
    context: RulesContext, actor: Combatant, ally: Combatant, command: Screen
) -> Place | None:
    """Returns where who screens then stands on the plan; None: it says no point, and one of the two stands nowhere.

    Who is near enough stays; who is farther goes beside the ally as far as the Move allows. Source: CWN-40.

    Raises:
        RuleError: the Move does not bring it within 3 m of the ally.
    """
    here, there, plan = actor.place, ally.place, context.state.plan
    end = moving.goal(
        context, field.RULES, command.who, to=command.to, towards=None, floor=command.floor
    )
    if plan is None or here is None or there is None:
        return end
    most, reach = character.move_rate(context, actor), mechanics.SCREEN_REACH
    if end is None:
        if apart(plan, here, there) <= reach:
            return here
        taken = moving.others(context, here, there)
        beside = moving.beside(field.RULES, plan, here, there, taken)
        end = moving.along_way(context, field.RULES, here, beside, most)
    far = moving.ground(context, field.RULES, here, end)
    if far > most or apart(plan, end, there) > reach:
        raise refuse(
            "cwn.too_far_to_screen",
            rule="CWN-40",
            who=actor.name,
            ally=ally.name,
            metres=metres_text(apart(plan, here, there)),
            reach=reach,
            most=most,
        )
    return end


def _require_screen(context: RulesContext, actor: Combatant, ally: Combatant) -> None:
    """Lets a combatant screen an ally, or says why not. Source: CWN-40."""
    if ally.id == actor.id or character.team(ally) != character.team(actor):
        raise refuse("cwn.screen_whom", rule="CWN-40", who=actor.name, ally=ally.name)
    if character.is_out(ally):
        raise refuse("cwn.is_down", rule="CWN-57", who=ally.name)
    if not character.is_pc(actor) and not context.switch("cwn.npcScreen"):
        raise refuse("cwn.npc_cannot_screen", rule="CWN-40", who=actor.name)
    if character.combat_skill(context, actor) < 1:
        raise refuse("cwn.too_unskilled_to_screen", rule="CWN-40", who=actor.name)


def end(resolution: Resolution, command: EndScreen) -> Message:
    """Ends a screen by hand: the two are too far apart. Source: CWN-40."""
    actor = resolution.context.known_combatant(command.who)
    if not actor.has("screening"):
        raise refuse("cwn.not_screening", rule="CWN-40", who=actor.name)
    resolution.remove_conditions(actor.id, "screening")
    return say("cwn.log.screen_ends", who=actor.name)
