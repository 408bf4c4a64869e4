"""Attack actions: how they begin, how they go on after a test, counter-attacks.

Source: PHA-30 to PHA-35, PHA-47 to PHA-52, PHA-78.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import defenses, hits, strike
from encounter_gui.rules.systems.phases.combat.attack_conditions import (
    allow_attack,
    allow_defense,
)
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    AttackPlan,
    plan_attack,
    plan_current,
)
from encounter_gui.rules.systems.phases.combat.attack_stage import (
    AttackStage,
    first_stage,
    has_rounds,
    stage_of,
    values_of,
)
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.field import ways
from encounter_gui.rules.systems.phases.field.rules import whole_attack
from encounter_gui.rules.systems.phases.harm.wounds import owes_test, rolled_from
from encounter_gui.rules.systems.phases.rules.marks import is_jammed
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear

COUNTER_OPTIONS = ("counter", "let_be")
"""What a defender can choose from whose parry wins by 5. Source: PHA-49."""


def attack(resolution: Resolution, command: Attack) -> Rolling[Message]:
    """Plays an attack action: defense, discharges, hits, as far as no test has to be made before. Source: PHA-78.

    Raises:
        RuleError: it cannot be made, or not be defended like this.
    """
    view = resolution.view
    action_budget.require_action(view, command.who)
    view.known_combatant(command.target)
    plan = plan_attack(view, command)
    attacker, target = view.combatant(command.who), view.combatant(command.target)
    way = allow_attack(view, command, plan)
    allow_defense(view, target, plan, command.defense)
    if way is not None:
        resolution.add_text("phases.told.closes_in", feet=metres_text(way.feet))
        ways.go(resolution, attacker, "jog", way.feet, way)
    resolution.record(*action_budget.action_cost(attacker))
    defense = yield from _choose_defense(resolution, command, plan)
    stage = first_stage(view, command, plan, defense, is_free=False)
    yield from _play(resolution, stage)
    return _label(resolution, "phases.log.attack", stage, verb=_verb(view, plan))


def _label(resolution: Resolution, key: str, stage: AttackStage, **params: str) -> Message:
    context = resolution.context
    return say(
        key,
        who=context.combatant(stage.command.who).name,
        target=context.combatant(stage.command.target).name,
        result=resolution.text,
        waits="",
        **params,
    )


def _verb(context: RulesContext, plan: AttackPlan) -> str:
    if plan.technique is not None:
        return context.texts.text_of("phases.verb.technique", technique=plan.technique.name)
    return context.texts.text_of(f"phases.verb.{plan.mode}", weapon=plan.weapon.name)


def _choose_defense(resolution: Resolution, command: Attack, plan: AttackPlan) -> Rolling[str]:
    """Asks the target how it defends itself, unless it has no choice or the command says. Source: PHA-78."""
    view = resolution.view
    attacker, target = view.combatant(command.who), view.combatant(command.target)
    open_to = defenses.options(view, target, plan) or (strike.PASSIVE,)
    if len(open_to) > 1 and command.defense:
        return command.defense
    label = say("phases.choice.defense", who=target.name, attacker=attacker.name)
    return (yield from asking.choose(view, "defense", target.id, open_to, label=label))


# ---- discharge by discharge


def _play(resolution: Resolution, stage: AttackStage) -> Rolling[None]:
    """Plays the discharges from one on, until a test has to be made before the next roll. Source: PHA-34, PHA-78."""
    target = stage.command.target
    for number in range(stage.number, stage.command.shots):
        if number and character.is_dead(resolution.combatant(target)):
            return
        stage = replace(stage, number=number)
        if number and not has_rounds(resolution.view, stage):
            return
        if not number or resolution.view.switch("phases.defensePerShot"):
            stage = yield from strike.defend(resolution, stage)
        result = yield from strike.discharge(resolution, stage)
        _owe_counter(resolution, stage, result.margin)
        by = resolution.actor if resolution.holds else None
        if owes_test(resolution.context, target, by):
            _owe_rest(resolution, stage, result)
            return
        if result.jams:
            return


def _owe_rest(resolution: Resolution, stage: AttackStage, result: strike.StrikeResult) -> None:
    """Makes the rest of the action owed: further hits, then further discharges. Source: PHA-78."""
    if result.hits:
        _owe_stage(resolution, NEXT_HIT, replace(stage, hits=result.hits))
    if not result.jams and stage.number + 1 < stage.command.shots:
        _owe_stage(resolution, NEXT_SHOT, replace(stage, number=stage.number + 1))


def _owe_stage(resolution: Resolution, kind: ObligationKind, stage: AttackStage) -> None:
    context, who = resolution.context, stage.command.who
    reason = say("phases.owed_why.rest", target=context.combatant(stage.command.target).name)
    obligation = kind.of(who, by=resolution.actor, reason=reason, **values_of(stage))
    resolution.owe(obligation, is_effect=False)


def settle_next_hit(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the further hits of a discharge, until one demands a test. Source: PHA-34, PHA-78."""
    stage = stage_of(owed[0].values)
    damage = _weapon(resolution.context, stage).damage
    plan = hits.plan_of_damage(resolution, stage.blow, damage)
    left = yield from hits.land_each(resolution, stage.blow, plan, stage.hits)
    if left:
        _owe_stage(resolution, NEXT_HIT, replace(stage, hits=left))
    return _label(resolution, "phases.log.next_hit", stage)


def settle_next_shot(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Plays the further discharges of an attack action. Source: PHA-34, PHA-78."""
    stage = stage_of(owed[0].values)
    yield from _play(resolution, stage)
    return _label(resolution, "phases.log.next_shot", stage)


def _weapon(context: RulesContext, stage: AttackStage) -> gear.Weapon:
    item = gear.find(context.combatant(stage.command.who), stage.command.weapon)
    return gear.weapon_of(item or gear.UNARMED)


def _has_object(context: RulesContext, obligation: Obligation, stage: AttackStage) -> bool:
    """Returns whether attacker and target are still there, and the target is not dead."""
    combatants = rolled_from(context, obligation).state.combatants
    target = combatants.get(stage.command.target)
    return stage.command.who in combatants and target is not None and not character.is_dead(target)


def _hit_applies(context: RulesContext, obligation: Obligation) -> bool:
    stage = stage_of(obligation.values)
    if not _has_object(context, obligation, stage):
        return False
    return gear.find(context.combatant(stage.command.who), stage.command.weapon) is not None


def _shot_applies(context: RulesContext, obligation: Obligation) -> bool:
    stage = stage_of(obligation.values)
    if not _has_object(context, obligation, stage):
        return False
    # What others of a tie have done to the attacker comes after all of them have acted: it has a picture of its own.
    view = rolled_from(context, obligation)
    attacker = view.combatant(stage.command.who)
    if character.is_out(view, attacker) or is_jammed(attacker, stage.command.weapon):
        return False
    return has_rounds(context, stage)


NEXT_HIT = ObligationKind(
    kind="next_hit",
    is_automatic=False,
    rule="PHA-78",
    priority=25,
    continues=True,
    settle=settle_next_hit,
    applies=_hit_applies,
)
NEXT_SHOT = ObligationKind(
    kind="next_shot",
    is_automatic=False,
    rule="PHA-78",
    priority=30,
    continues=True,
    settle=settle_next_shot,
    applies=_shot_applies,
)


# ---- counter-attacks


def _owe_counter(resolution: Resolution, stage: AttackStage, margin: int) -> None:
    """Makes the decision about a free counter-attack owed after a parry that wins by 5. Source: PHA-49."""
    context = resolution.context
    critical = context.number(mechanics.CRITICAL_MARGIN)
    if stage.is_free or stage.defense != "parry" or not mechanics.counters(margin, critical):
        return
    reason = say("phases.owed_why.counter", target=context.combatant(stage.command.who).name)
    counter = COUNTER.of(
        stage.command.target, by=resolution.actor, reason=reason, target=stage.command.who
    )
    if _counter_applies(context, counter):
        resolution.owe(counter, is_effect=False)


def settle_counter(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Asks whether the defender counters, and plays the counter-attack. It gives no counter of its own.

    Source: PHA-49.
    """
    context = resolution.context
    target, defender = _opponents(context, owed[0])
    if defender is None or target is None:
        raise ValueError(f"{owed[0]} has lost its object")
    names = {"who": defender.name, "target": target.name}
    label = say("phases.choice.counter", **names)
    option = yield from asking.choose(context, "counter", defender.id, COUNTER_OPTIONS, label=label)
    if option != COUNTER_OPTIONS[0]:
        return say("phases.log.no_counter", **names)
    weapon = defenses.guard(defender).key
    command = whole_attack(
        resolution.view, Attack(who=defender.id, target=target.id, weapon=weapon)
    )
    plan = plan_current(resolution.view, command)
    defense = yield from _choose_defense(resolution, command, plan)
    stage = first_stage(resolution.view, command, plan, defense, is_free=True)
    steadied = action_budget.balance_events(resolution.view.combatant(defender.id))
    resolution.record(*steadied)
    yield from _play(resolution, stage)
    return _label(resolution, "phases.log.counter", stage)


def _opponents(
    context: RulesContext, obligation: Obligation
) -> tuple[Combatant | None, Combatant | None]:
    """Returns the target of a counter-attack and the defender that may make it, held effects included."""
    combatants = rolled_from(context, obligation).state.combatants
    target = combatants.get(CombatantId(str(obligation.values["target"])))
    return target, combatants.get(obligation.who) if obligation.who else None


def _counter_applies(context: RulesContext, obligation: Obligation) -> bool:
    target, defender = _opponents(context, obligation)
    if target is None or defender is None or character.is_dead(target):
        return False
    return not character.is_out(rolled_from(context, obligation), defender)


COUNTER = ObligationKind(
    kind="counter",
    is_automatic=False,
    rule="PHA-49",
    priority=35,
    continues=True,
    settle=settle_counter,
    applies=_counter_applies,
)
