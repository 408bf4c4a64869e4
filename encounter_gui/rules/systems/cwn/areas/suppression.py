"""Suppressive fire. Source: CWN-32."""

from collections.abc import Sequence

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine import checks as engine_checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total as sum_of
from encounter_gui.rules.engine.reading.asks import Whole
from encounter_gui.rules.engine.reading.table import TablePlay, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas.victims import (
    keep_open,
    named_in,
    nobody,
    open_area,
    owed_victim,
    rolled_of,
)
from encounter_gui.rules.systems.cwn.combat import attack_requirements, focus_actions
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    damage_dice,
    damage_parts,
    trauma_bonus,
    trauma_of,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.commands import InCone, Suppress
from encounter_gui.rules.systems.cwn.harm.damage import deal, harm_text
from encounter_gui.rules.systems.cwn.rules import areas as rules
from encounter_gui.rules.systems.cwn.rules.areas import AreaPlan
from encounter_gui.rules.systems.cwn.rules.saves import SavePlan
from encounter_gui.rules.systems.cwn.rules.strike import TRAUMATIC, Blow
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, checks, gear


class _Sweep(Struct, frozen=True, kw_only=True):
    """Suppressive fire that was rolled: who shoots with what, the damage roll, and the Trauma Dice."""

    who: CombatantId
    weapon: gear.Weapon
    plans: dict[CombatantId, AreaPlan]
    rolled: int
    traumas: dict[CombatantId, Whole | None]


def swept(state: EncounterState, who: CombatantId) -> tuple[str, int | None] | None:
    """Returns the weapon and the damage roll of a sweep that is not over; None: there is none. Source: CWN-32."""
    owed = open_area(state, "cone", who)
    return None if owed is None else (str(owed.values.get("item", "")), rolled_of(owed))


def rounds_of(context: RulesContext) -> int:
    """Returns how many rounds a sweep takes. Source: CWN-32."""
    return context.number(mechanics.SUPPRESS_ROUNDS)


def suppress(resolution: Resolution, command: Suppress) -> Rolling[Message]:
    """Sweeps a cone: who fails an Evasion save takes half the damage. Source: CWN-32."""
    context = resolution.context
    owed = open_area(context.state, "cone", command.who)
    actor, weapon = _require_sweep(context, command)
    exposed = _exposed_targets(context, actor, command.targets or (), named_in(owed))
    if owed is None:
        needed = rounds_of(context)
        attack_requirements.use_up(resolution, actor.id, weapon, "single", needed, mains=1)
    plans = [checks.save_plan(context, each.target, "evasion", plus=each.gm) for each in exposed]
    results = yield from engine_checks.roll_together(resolution, plans, checks.saves)
    saves = {each.target: result for each, result in zip(exposed, results, strict=True)}
    failed = [who for who, result in saves.items() if not result.is_success]
    by_target = {each.target: each for each in exposed}
    hit = {
        who: plan_cone(context, actor, weapon, context.combatant(who), by_target[who])
        for who in failed
    }
    sweep = yield from _roll(resolution, actor, weapon, hit)
    _keep(resolution, command, sweep, rolled=sweep.rolled if failed else rolled_of(owed))
    texts = [_suffer(resolution, sweep, who, saves[who].rolled) for who in failed]
    for who, result in saves.items():
        if result.is_success:
            resolution.fact("suppress", actor.id, who, save=result.rolled, saved=True)
    resolution.reason("cwn.why.suppress", "CWN-32", rolled=sweep.rolled)
    shown = "; ".join(texts) or nobody(context, owed)
    return say("cwn.log.suppress", who=actor.name, weapon=weapon.name, results=shown)


def _keep(resolution: Resolution, command: Suppress, sweep: _Sweep, *, rolled: int | None) -> None:
    """Notes whether more are to be named, and the damage roll they will meet."""
    state, weapon = resolution.context.state, sweep.weapon
    wanted = None
    if command.more:
        before = named_in(open_area(state, "cone", sweep.who))
        named = (*before, *(each.target for each in command.targets or ()))
        wanted = owed_victim(state, "cone", sweep.who, weapon.key, weapon.name, rolled, named)
    keep_open(resolution, open_area(state, "cone", sweep.who), wanted)


def _require_sweep(context: RulesContext, command: Suppress) -> tuple[Combatant, gear.Weapon]:
    """Returns who sweeps with what; a sweep that goes on costs nothing more. Source: CWN-32."""
    going_on = swept(context.state, command.who)
    if command.towards == command.who:
        who = context.known_combatant(command.who).name
        raise refuse("rules.field.towards_self", who=who)
    if going_on is not None:
        actor = action_budget.require_able(context, command.who)
        return actor, weapon_in(actor, going_on[0])
    actor = action_budget.require_action(context, command.who, "main")
    weapon = weapon_in(actor, command.weapon)
    if not context.switch("cwn.suppress") or not weapon.can_suppress:
        raise refuse("cwn.cannot_suppress", rule="CWN-32", weapon=weapon.name)
    attack_requirements.require_ready(context, actor, weapon, "single")
    left, needed = actor.gauges.get(weapon.ammo, 0), rounds_of(context)
    if left < needed:
        key = "cwn.too_few_rounds" if left else "cwn.empty"
        raise refuse(key, rule="CWN-32", weapon=weapon.name, left=left, needed=needed)
    return actor, weapon


def _exposed_targets(
    context: RulesContext,
    actor: Combatant,
    targets: Sequence[InCone],
    named: Sequence[CombatantId],
) -> tuple[InCone, ...]:
    """Returns those in the cone that live and are not behind hard cover; ``named`` were swept before.

    Source: CWN-32.
    """
    seen = {actor.id, *named}
    for each in targets:
        target = context.known_combatant(each.target)
        if target.id in seen:
            raise refuse("cwn.named_twice", rule="CWN-32", who=target.name)
        seen.add(target.id)
    return tuple(
        each
        for each in targets
        if not each.hard_cover and not character.is_dead(context.combatant(each.target))
    )


def plan_cone(
    context: RulesContext, actor: Combatant, weapon: gear.Weapon, target: Combatant, caught: InCone
) -> AreaPlan:
    """Returns what one target of suppressive fire is rolled with; a known damage roll stays. Source: CWN-32."""
    going_on = swept(context.state, actor.id)
    known = going_on[1] if going_on else None
    plus = sum_of(damage_parts(context, actor, weapon, "single"))
    return AreaPlan(
        damage=damage_dice(context, actor, weapon)
        if known is None
        else DiceSum(count=0, flat=known),
        damage_plus=plus if known is None else 0,
        save=SavePlan(
            character.save_target(context, target, "evasion"),
            checks.save_bonus(context, target) + caught.gm,
        ),
        trauma=None if weapon.is_nonlethal else trauma_of(actor, weapon, target, suited=None),
        trauma_plus=trauma_bonus(context, actor, target),
        trauma_target=character.trauma_target(context, target),
        rating=weapon.rating,
        is_lethal=not weapon.is_nonlethal,
        is_safe=caught.hard_cover,
    )


def _roll(
    resolution: Resolution,
    actor: Combatant,
    weapon: gear.Weapon,
    plans: dict[CombatantId, AreaPlan],
) -> Rolling[_Sweep]:
    """One damage roll for all, unless it is known already; a Trauma Die for each. Source: CWN-32."""
    if not plans:
        return _Sweep(who=actor.id, weapon=weapon, plans={}, rolled=0, traumas={})
    people = {"who": actor.id} | {f"victim {n}": who for n, who in enumerate(plans)}
    play = TablePlay(resolution)
    rolled, traumas = yield from rolled_at_table(play, rules.sweep, tuple(plans.values()), people)
    return _Sweep(
        who=actor.id,
        weapon=weapon,
        plans=plans,
        rolled=int(rolled),
        traumas=dict(zip(plans, traumas, strict=True)),
    )


def _suffer(resolution: Resolution, sweep: _Sweep, who: CombatantId, save: int) -> str:
    """Lets suppressive fire take effect on one target: half, then multiplied. Source: CWN-32.

    Returns what it suffered, in words.
    """
    context = resolution.context
    found = rules.caught_in_cone(sweep.plans[who], sweep.rolled, sweep.traumas[who])
    is_traumatic = bool(found.kind == TRAUMATIC)
    amount = resolution.number_of(who, "damage", int(found.amount))
    done = deal(
        resolution,
        "suppress",
        sweep.who,
        who,
        Blow(found.kind, amount),
        is_lethal=not sweep.weapon.is_nonlethal,
        rolled=sweep.rolled,
        save=save,
        saved=False,
        traumatic=is_traumatic,
    )
    focus_actions.first_kill(resolution, sweep.who, done.fate)
    resolution.add_condition(
        who, Condition(key="suppressed", until=Expiry(round=context.state.round))
    )
    return harm_text(context, amount, done)
