"""Moving to an ally to stand in for it. Source: CWN-36f, CWN-40."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn.combat.movement import left_melee
from encounter_gui.rules.systems.cwn.combat.total_defense import until_next_turn
from encounter_gui.rules.systems.cwn.commands import EndScreen, Screen
from encounter_gui.rules.systems.cwn.sheet import action_budget, character


def screen(scene: Scene, command: Screen) -> Procedure:
    """Moves to an ally and stands in for it until the own next turn. Source: CWN-36f, CWN-40."""
    one = action_budget.actor(scene, command.who, "move")
    ally = scene.known(command.ally)
    allow(scene, one, ally)
    away = yield from left_melee(scene, one, leaves=command.leaves)
    paid = action_budget.paid(scene, one, "move")
    if away.is_stopped:
        return Outcome(
            label=say("cwn.log.run_stopped", who=one.name, struck=away.struck),
            events=(*away.events, *paid),
            reasons=away.reasons,
        )
    events = (
        *away.events,
        *paid,
        ev.ConditionAdded(
            who=one.id,
            condition=Condition(
                key="screening", note=ally.id, until=until_next_turn(scene.state, one.id)
            ),
        ),
        ev.ConditionAdded(who=ally.id, condition=Condition(key="screened", by=one.id)),
    )
    return Outcome(
        label=say("cwn.log.screens", who=one.name, ally=ally.name),
        events=events,
        reasons=(
            *away.reasons,
            Reason(
                text=say("cwn.why.screen", attackers=character.combat_skill(scene, one)),
                rule="CWN-40",
            ),
        ),
    )


def allow(scene: Scene, one: Combatant, ally: Combatant) -> None:
    """Lets somebody screen an ally, or says why not. Source: CWN-40.

    Raises:
        RuleError: itself or an enemy, one who is down, an NPC where the switch forbids it, or no combat skill.
    """
    names = {"who": one.name, "ally": ally.name}
    if ally.id == one.id or character.team(ally) != character.team(one):
        raise refuse("cwn.screen_whom", rule="CWN-40", **names)
    if character.is_out(ally):
        raise refuse("cwn.is_down", rule="CWN-57", who=ally.name)
    if not character.is_pc(one) and not scene.switch("cwn.npcScreen"):
        raise refuse("cwn.npc_cannot_screen", rule="CWN-40", who=one.name)
    if character.combat_skill(scene, one) < 1:
        raise refuse("cwn.too_unskilled_to_screen", rule="CWN-40", who=one.name)


def end(scene: Scene, command: EndScreen) -> Procedure:
    """Ends a screen by hand: the two are too far apart. Source: CWN-40."""
    yield from ()
    one = scene.known(command.who)
    if not one.has("screening"):
        raise refuse("cwn.not_screening", rule="CWN-40", who=one.name)
    return Outcome(
        label=say("cwn.log.screen_ends", who=one.name),
        events=(ev.ConditionRemoved(who=one.id, key="screening"),),
    )
