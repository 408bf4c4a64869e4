"""Whose reach a way on the plan leaves. Source: CWN-18."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.sight import apart, measured
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import action_budget, character
from encounter_gui.rules.systems.cwn.sheet.records import melee_of


def left_by(
    context: RulesContext, actor: Combatant, end: Place | None = None
) -> tuple[CombatantId, ...]:
    """Returns the enemies from whom somebody gets away who moves, up or not; those in melee with it come first.

    ``end`` is where the way leads on the plan, None: it is not said, and leads away from all. Who stands on the plan is
    judged from where they stand now: left is a reach that the way goes out of, whether it began in it or only passes
    through; to come within it, or to stay there, leaves nobody. Source: CWN-18.
    """
    state = context.state
    engaged = dict.fromkeys((*melee_of(actor), *character.in_melee(state, actor)))
    plan, start = state.plan, actor.place
    if plan is None or start is None or end is None:
        return tuple(engaged)
    left = [who for who in engaged if _leaves(context, plan, start, end, who)]
    passed = [
        each.id
        for each in state.combatants.values()
        if each.id not in engaged
        and character.team(each) != character.team(actor)
        and character.hampers(each)
        and _passes(plan, start, end, each)
    ]
    return (*left, *passed)


def draws_strikes(actor: Combatant) -> bool:
    """Returns whether getting away draws free attacks: not after a withdrawal, nor by a Move that reflexes gave.

    Source: CWN-18, CWN-36i.
    """
    return not actor.has("withdrawn") and not actor.gauges.get(action_budget.REFLEX_MOVE, 0)


def can_strike(
    context: RulesContext, actor: Combatant, end: Place | None = None
) -> tuple[CombatantId, ...]:
    """Returns which of those a combatant gets away from can strike at it: of whom the plan alone knows the armed.

    Source: CWN-18.
    """
    only_armed = bool(context.switch("cwn.freeAttackArmedOnly"))
    noted = () if only_armed else melee_of(actor)
    return tuple(
        who
        for who in left_by(context, actor, end)
        if _is_enemy(context, actor, who)
        and (who in noted or character.hampers(context.combatant(who)))
    )


def _is_enemy(context: RulesContext, actor: Combatant, who: CombatantId) -> bool:
    other = context.state.combatants.get(who)
    if other is None or character.is_out(actor):
        return False
    return character.team(other) != character.team(actor) and character.can_act(other)


def _leaves(context: RulesContext, plan: Plan, start: Place, end: Place, who: CombatantId) -> bool:
    """Returns whether a way from melee with somebody ends out of their reach; who stands nowhere is left."""
    other = context.state.combatants.get(who)
    if other is None or other.place is None:
        return start.point != end.point or start.floor != end.floor
    return apart(plan, end, other.place) > mechanics.NEAR


def _passes(plan: Plan, start: Place, end: Place, other: Combatant) -> bool:
    """Returns whether a way goes through somebody's reach and out of it again."""
    there = other.place
    if there is None or apart(plan, end, there) <= mechanics.NEAR:
        return False
    if apart(plan, start, there) <= mechanics.NEAR:
        return True
    if not start.floor == end.floor == there.floor:
        return False
    gap = geometry.beside_line(start.point, end.point, there.point) - start.radius - there.radius
    return measured(plan.unit, gap) <= mechanics.NEAR
