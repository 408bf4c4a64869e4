"""Suppressive fire. Source: CWN-32."""

from collections.abc import Sequence

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine import checks as engine_checks
from encounter_gui.rules.engine.asking import Rolling, ask, request, requests_of, worth
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total as sum_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas.victims import (
    keep_open,
    named_in,
    open_area,
    owed_victim,
    rolled_of,
)
from encounter_gui.rules.systems.cwn.combat import attack_requirements
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    damage_dice,
    damage_parts,
    trauma_bonus,
    trauma_of,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.commands import InCone, Suppress
from encounter_gui.rules.systems.cwn.harm.damage import Damage, deal, harm_text
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, checks, gear


class _Sweep(Struct, frozen=True, kw_only=True):
    """Suppressive fire that was rolled: who shoots with what, the damage roll, and the Trauma Dice."""

    who: CombatantId
    weapon: gear.Weapon
    rolled: int
    traumas: dict[CombatantId, int]


def swept(state: EncounterState, who: CombatantId) -> tuple[str, int | None] | None:
    """Returns the weapon and the damage roll of a sweep that is not over; None: there is none. Source: CWN-32."""
    owed = open_area(state, "cone", who)
    return None if owed is None else (str(owed.values.get("item", "")), rolled_of(owed))


def suppress(resolution: Resolution, command: Suppress) -> Rolling[Message]:
    """Sweeps a cone: who fails an Evasion save takes half the damage. Source: CWN-32."""
    context = resolution.context
    owed = open_area(context.state, "cone", command.who)
    actor, weapon = _require_sweep(context, command)
    exposed = _exposed_targets(context, actor, command.targets, named_in(owed))
    if owed is None:
        needed = context.number(mechanics.SUPPRESS_ROUNDS)
        resolution.change_gauge(actor.id, weapon.ammo, -needed)
        action_budget.pay(resolution, actor.id, "main")
    plans = [checks.save_plan(context, each.target, "evasion", plus=each.gm) for each in exposed]
    results = yield from engine_checks.roll_together(resolution, plans, checks.saves)
    saves = {each.target: result for each, result in zip(exposed, results, strict=True)}
    failed = [who for who, result in saves.items() if not result.is_success]
    sweep = yield from _roll(context, actor, weapon, failed, rolled_of(owed))
    _keep(resolution, command, sweep, rolled=sweep.rolled if failed else rolled_of(owed))
    texts = [_suffer(resolution, sweep, who, saves[who].rolled) for who in failed]
    for who, result in saves.items():
        if result.is_success:
            resolution.fact("suppress", actor.id, who, save=result.rolled, saved=True)
    resolution.reason("cwn.why.suppress", "CWN-32", rolled=sweep.rolled)
    shown = "; ".join(texts) or context.texts.text_of("cwn.blast.nobody")
    return say("cwn.log.suppress", who=actor.name, weapon=weapon.name, results=shown)


def _keep(resolution: Resolution, command: Suppress, sweep: _Sweep, *, rolled: int | None) -> None:
    """Notes whether more are to be named, and the damage roll they will meet."""
    state, weapon = resolution.context.state, sweep.weapon
    wanted = None
    if command.more:
        before = named_in(open_area(state, "cone", sweep.who))
        named = (*before, *(each.target for each in command.targets))
        wanted = owed_victim(state, "cone", sweep.who, weapon.key, weapon.name, rolled, named)
    keep_open(resolution, open_area(state, "cone", sweep.who), wanted)


def _require_sweep(context: RulesContext, command: Suppress) -> tuple[Combatant, gear.Weapon]:
    """Returns who sweeps with what; a sweep that goes on costs nothing more. Source: CWN-32."""
    going_on = swept(context.state, command.who)
    if going_on is not None:
        actor = action_budget.require_able(context, command.who)
        return actor, weapon_in(actor, going_on[0])
    actor = action_budget.require_action(context, command.who, "main")
    weapon = weapon_in(actor, command.weapon)
    if not context.switch("cwn.suppress") or not weapon.can_suppress:
        raise refuse("cwn.cannot_suppress", rule="CWN-32", weapon=weapon.name)
    attack_requirements.require_ready(context, actor, weapon, "single")
    left, needed = actor.gauges.get(weapon.ammo, 0), context.number(mechanics.SUPPRESS_ROUNDS)
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


def _roll(
    context: RulesContext,
    actor: Combatant,
    weapon: gear.Weapon,
    failed: Sequence[CombatantId],
    known: int | None,
) -> Rolling[_Sweep]:
    """One damage roll for all, unless it is known already; a Trauma Die for each. Source: CWN-32."""
    if not failed:
        return _Sweep(who=actor.id, weapon=weapon, rolled=0, traumas={})
    dice = damage_dice(context, actor, weapon)
    requests: list[RollRequest] = []
    if known is None:
        requests += requests_of(context, "damage", actor.id, dice)
    damage_count = len(requests)
    traumatic: list[Combatant] = []
    for who in failed:
        target = context.combatant(who)
        trauma = trauma_of(actor, weapon, target, suited=None)
        if trauma is not None and not weapon.is_nonlethal:
            traumatic.append(target)
            requests.append(request(context, "trauma", who, sides=trauma.sides))
    answers = yield from ask(*requests)
    rolled = known
    if rolled is None:
        rolled = yield from worth(dice, answers[:damage_count])
        rolled += sum_of(damage_parts(context, actor, weapon, "single"))
    plus = weapon.trauma.flat if weapon.trauma is not None else 0
    traumas = {
        target.id: answer.total + plus + trauma_bonus(context, actor, target)
        for target, answer in zip(traumatic, answers[damage_count:], strict=True)
    }
    return _Sweep(who=actor.id, weapon=weapon, rolled=rolled, traumas=traumas)


def _suffer(resolution: Resolution, sweep: _Sweep, who: CombatantId, save: int) -> str:
    """Lets suppressive fire take effect on one target: half, then multiplied. Source: CWN-32.

    Returns what it suffered, in words.
    """
    context = resolution.context
    needed = character.trauma_target(context, context.combatant(who))
    trauma = sweep.traumas.get(who)
    is_traumatic = trauma is not None and bool(mechanics.is_traumatic(trauma, 0, needed))
    amount = mechanics.suppressed_damage(sweep.rolled, is_traumatic, sweep.weapon.rating)
    amount = resolution.number_of(who, "damage", int(mechanics.at_least(amount, 0)))
    damage = Damage(
        target=who,
        amount=amount,
        is_lethal=not sweep.weapon.is_nonlethal,
        is_traumatic=is_traumatic,
    )
    facts = {"rolled": sweep.rolled, "save": save, "saved": False, "traumatic": is_traumatic}
    done = deal(resolution, "suppress", sweep.who, damage, **facts)
    resolution.add_condition(
        who, Condition(key="suppressed", until=Expiry(round=context.state.round))
    )
    return harm_text(context, damage.amount, done)
