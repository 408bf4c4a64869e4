"""Where people stand in a CWN fight that is played out, and what they attack with from there.

Source: CWN-22, CWN-25, CWN-27, CWN-28, CWN-29.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.standing import Standing, Stride, standing_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.cwn.battle.roster import hand_of
from encounter_gui.rules.systems.cwn.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.field import rules
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear

_HAND, BARE_HANDS = 0, 1
"""What somebody attacks with, by number."""

_NOBODY = CombatantId("")


def standing(
    context: RulesContext,
    clean: RulesContext,
    members: Sequence[Combatant],
    can_act: Sequence[bool],
    is_stopped: IsStopped,
) -> Standing | None:
    """Returns where everybody stands; None: no two opponents stand on the plan.

    ``clean`` is the state in which nobody is in melee. Its weapons are those that are attacked with.
    """
    hands = {each.id: hand_of(clean, clean.combatant(each.id)) for each in members}

    def situate(
        view: RulesContext, one: Combatant, arm: int, other: Combatant, _pace: int
    ) -> Attack | None:
        return _situation(view, one, hands[one.id] if arm == _HAND else None, other)

    strides = [
        _stride(context, each, hands[each.id], can_move=able)
        for each, able in zip(members, can_act, strict=True)
    ]
    is_in = [not character.is_out(each) for each in members]
    return standing_of(
        context, rules.RULES, members, strides, situate, is_in=is_in, is_stopped=is_stopped
    )


def _stride(
    context: RulesContext, one: Combatant, weapon: gear.Weapon | None, *, can_move: bool
) -> Stride:
    """Returns how somebody moves: up to its Move rate each round, besides its Main. Source: CWN-22."""
    most = character.move_rate(context, one) if can_move else 0
    is_spent = not action_budget.actions_left(one, "move")
    is_over = is_spent or action_budget.is_over(context.state, one.id)
    reach: float = rules.RULES.reach
    wants = farthest = reach
    if weapon is not None and weapon.modes[0] != "melee":
        ranges = weapon.ranges or (most,)
        wants, farthest = max(ranges[0], reach), max(ranges[-1], reach)
    return Stride(
        walk=most,
        walk_now=0 if context.state.slots and is_over else most,
        wants=wants,
        reaches=(farthest, reach),
    )


def _situation(
    view: RulesContext, one: Combatant, weapon: gear.Weapon | None, other: Combatant
) -> Attack | None:
    """Returns what an attack takes from the plan, of whoever makes it; None: it cannot be made."""
    key = weapon.key if weapon else gear.UNARMED.key
    made = rules.completed(view, Attack(who=one.id, target=other.id, weapon=key))
    if not isinstance(made, Attack):
        return None
    try:
        plan = plan_attack(view, made)
    except RuleError:
        return None
    metres = _alike(plan.weapon, plan.mode, made.metres)
    return replace(made, who=_NOBODY, target=_NOBODY, weapon="", metres=metres)


def _alike(weapon: gear.Weapon, mode: str, metres: Metres | None) -> Metres | None:
    """Returns the greatest distance at which an attack is the same. Source: CWN-27, CWN-28."""
    if metres is None:
        return None
    limits = (rules.RULES.reach, *(() if mode == "melee" else weapon.ranges))
    return next((each for each in limits if metres <= each), metres)
