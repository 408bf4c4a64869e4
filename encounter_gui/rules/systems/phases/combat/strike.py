"""One discharge of an attack action: defense roll, attack roll, what it does. Source: PHA-30 to PHA-35, PHA-78."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Value
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.modifiers import values_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import defenses, hits, techniques
from encounter_gui.rules.systems.phases.combat.attack_conditions import defense_name
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, is_single
from encounter_gui.rules.systems.phases.combat.attack_stage import (
    AttackStage,
    as_announced,
    plan_of,
)
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear, test_dice
from encounter_gui.rules.systems.phases.sheet.character import Bonus

PASSIVE = "passive"
"""The defense of a target that does not roll any. Source: PHA-32."""


class StrikeResult(Struct, frozen=True, kw_only=True):
    """A discharge that was rolled: by how much it led, whether the weapon jams, hits still to be rolled."""

    margin: int
    jams: bool = False
    hits: int = 0


class _Shot(Struct, frozen=True, kw_only=True):
    """An attack roll: what it was rolled with, its total, the result, and how many rounds or pellets hit."""

    bonus: Bonus
    total: int
    margin: int
    result: str
    count: int


# ---- the defense


def defend(resolution: Resolution, stage: AttackStage) -> Rolling[AttackStage]:
    """Rolls the defense; one action pays for every roll of it against this attack action. Source: PHA-32."""
    dn = plan_of(resolution.view, stage).passive
    if dn is not None:
        dn = resolution.number("target", dn)
        resolution.reason("phases.why.passive", "PHA-32", dn=dn)
        return replace(stage, defense=PASSIVE, against=dn)
    command, context = stage.command, resolution.view
    target = as_announced(stage, context.combatant(command.target))
    defense = defenses.defense(context, target, stage.defense, command.defense_gm)
    if defense.costs_action and not stage.number:
        before = defenses.is_before(context, target)
        cost = action_budget.defense_cost(context, target, stage.defense, before=before)
        resolution.record(*cost)
    parts = resolution.parts("defense", defense.bonus.parts)
    defense = replace(defense, bonus=Bonus(parts=parts))
    dice = yield from test_dice.three(context, "defense", target.id)
    total = resolution.number("defense_total", dice + defense.bonus.amount)
    values: dict[str, Value] = {
        "kind": stage.defense,
        "bonus": defense.bonus.amount,
        "total": total,
        **values_of(defense.bonus.parts),
    }
    resolution.fact("defense", target.id, command.who, **values)
    resolution.reason(
        "phases.why.defense",
        "PHA-32",
        kind=defense_name(context, stage.defense),
        dice=dice,
        parts=defense.bonus.text,
        total=total,
    )
    return replace(stage, against=total)


# ---- the attack roll


def discharge(resolution: Resolution, stage: AttackStage) -> Rolling[StrikeResult]:
    """Rolls one discharge and what it does, as far as nothing has to be tested before. Source: PHA-35, PHA-78."""
    plan = plan_of(resolution.view, stage)
    resolution.record(*_spent_events(resolution, plan, stage))
    shot = yield from _roll(resolution, plan, stage)
    if shot.margin < 0:
        _turn(resolution, stage)
    jams = shot.result == "fumble" and _fumble(resolution, plan, stage)
    left = 0
    if shot.result in ("hit", "graze"):
        left = yield from _hurt(resolution, plan, stage, shot)
    return StrikeResult(margin=shot.margin, jams=jams, hits=left)


def _roll(resolution: Resolution, plan: AttackPlan, stage: AttackStage) -> Rolling[_Shot]:
    context, who = resolution.view, stage.command.who
    bonus = Bonus(parts=resolution.parts("attack", plan.discharges[0].bonus.parts))
    label = say(
        "phases.roll.attack.ask", sum=test_dice.dice_text(bonus.amount), against=stage.against
    )
    dice = yield from test_dice.three(context, "attack", who, label)
    total = resolution.number("attack_total", dice + bonus.amount)
    margin = total - stage.against
    by_margin = bool(context.switch("phases.attackFumbleOnMargin"))
    critical = context.number(mechanics.CRITICAL_MARGIN) if by_margin else 0
    result = result_of(dice, margin, critical)
    if result == "graze" and plan.technique is not None:
        result = "miss"  # a technique does nothing on a tie: PHA-53
    count = 0
    if result == "hit" and plan.technique is None:
        count = yield from _count(resolution, plan, stage, margin)
    resolution.reason("phases.why.attack", "PHA-30", dice=dice, parts=bonus.text, total=total)
    shot = _Shot(bonus=bonus, total=total, margin=margin, result=result, count=count)
    _note(resolution, plan, stage, shot)
    return shot


def result_of(dice: int, margin: int, critical: int) -> str:
    """Returns how an attack went; ``critical`` 0: no margin is a fumble. Source: PHA-08, PHA-35."""
    if mechanics.attack_fumbles(dice, margin, critical > 0, critical):
        return "fumble"
    if mechanics.hits(dice, margin):
        return "hit"
    return "graze" if mechanics.grazes(dice, margin) else "miss"


def _count(
    resolution: Resolution, plan: AttackPlan, stage: AttackStage, margin: int
) -> Rolling[int]:
    """Returns how many rounds or pellets of a discharge hit. Source: PHA-34."""
    most = plan.discharges[0].most
    match plan.hits:
        case "burst":
            context = resolution.context
            return (yield from test_dice.die(context, "burst", stage.command.who, most))
        case "salvo" | "pellets":
            return int(mechanics.hit_count(margin, most))
        case _:
            return 1


def _note(resolution: Resolution, plan: AttackPlan, stage: AttackStage, shot: _Shot) -> None:
    """Adds the fact, the arithmetic and the clause of an attack roll."""
    values: dict[str, Value] = {
        "mode": plan.technique.key if plan.technique else plan.mode,
        "number": stage.number + 1,
        "bonus": shot.bonus.amount,
        "total": shot.total,
        "against": stage.against,
        "defense": stage.defense,
        "dos": shot.margin,
        "result": shot.result,
        "hit": shot.result in ("hit", "graze"),
        "hits": shot.count,
        **values_of(shot.bonus.parts),
    }
    resolution.fact("attack", stage.command.who, stage.command.target, **values)
    sums = {"total": shot.total, "against": stage.against}
    resolution.reason(f"phases.why.{shot.result}", "PHA-35", **sums, dos=abs(shot.margin))
    if shot.count and plan.hits in ("burst", "salvo", "pellets"):
        resolution.reason("phases.why.count", "PHA-34", count=shot.count)
    resolution.add_text(f"phases.told.{shot.result}", **sums)


# ---- what it does


def _hurt(
    resolution: Resolution, plan: AttackPlan, stage: AttackStage, shot: _Shot
) -> Rolling[int]:
    """Returns the hits still to be rolled; a technique does nothing on a tie. Source: PHA-40, PHA-53."""
    if plan.technique is not None:
        if shot.result == "hit":
            attacker = resolution.combatant(stage.command.who)
            target = resolution.combatant(stage.command.target)
            techniques.work(resolution, attacker, target, plan.technique)
        return 0
    if shot.result == "hit":
        return (yield from hits.land(resolution, stage.blow, plan, shot.count, shot.margin))
    yield from hits.graze(resolution, stage.blow, plan)
    return 0


def _turn(resolution: Resolution, stage: AttackStage) -> None:
    """Lets a technique that beats the attack as a defense work on the attacker. Source: PHA-52."""
    technique = gear.technique(resolution.view.ruleset, stage.defense)
    if technique is not None:
        attacker = resolution.combatant(stage.command.who)
        target = resolution.combatant(stage.command.target)
        techniques.work(resolution, target, attacker, technique)


def _fumble(resolution: Resolution, plan: AttackPlan, stage: AttackStage) -> bool:
    """Returns whether the weapon jams; a blow that fumbles puts the attacker off balance. Source: PHA-35."""
    who = stage.command.who
    if plan.is_melee:
        condition = Condition(key="off_balance")
        resolution.record(ev.ConditionAdded(who=who, condition=condition))
        resolution.add_text("phases.told.off_balance")
        return False
    if not plan.weapon.can_jam:
        return False
    known = resolution.view.combatant(who).condition("jammed")
    keys = dict.fromkeys((*(known.keys if known else ()), plan.weapon.key))
    condition = Condition(key="jammed", keys=tuple(keys))
    resolution.record(ev.ConditionAdded(who=who, condition=condition))
    resolution.add_text("phases.told.jams", weapon=plan.weapon.name)
    return True


def _spent_events(
    resolution: Resolution, plan: AttackPlan, stage: AttackStage
) -> tuple[ev.Event, ...]:
    """Returns rounds, recoil and the one attack of a single-shot weapon. Source: PHA-27, PHA-33, PHA-77."""
    attacker, weapon = resolution.view.combatant(stage.command.who), plan.weapon
    if plan.technique is not None:
        return ()
    events: list[ev.Event] = []
    if rounds := plan.discharges[0].rounds:
        events.append(ev.GaugeChanged(who=attacker.id, gauge=weapon.ammo, by=-rounds))
    if weapon.is_firearm and weapon.recoil:
        recoil = ev.GaugeChanged(who=attacker.id, gauge=character.RECOIL, by=weapon.recoil)
        events.append(recoil)
    if is_single(weapon, plan.mode):
        keys = (*character.keys_in(attacker, "singles"), weapon.key)
        events.append(ev.MemoSet(who=attacker.id, key="singles", value=keys))
    return tuple(events)
