"""One discharge of an attack action: defense roll, attack roll, what it does. Source: PHA-30 to PHA-35, PHA-78."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Truth
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases.combat import defenses, hits, techniques
from encounter_gui.rules.systems.phases.combat.attack_conditions import defense_name
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    AttackPlan,
    fumbles_by,
    is_single,
    passive_dn,
    strikes_in_melee,
)
from encounter_gui.rules.systems.phases.combat.attack_stage import (
    AttackStage,
    as_announced,
    plan_of,
)
from encounter_gui.rules.systems.phases.rules import costs
from encounter_gui.rules.systems.phases.rules import strike as rules
from encounter_gui.rules.systems.phases.rules.ends import HERE
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.plans import NOWHERE, ShotPlan
from encounter_gui.rules.systems.phases.sheet import action_budget, gear

PASSIVE = "passive"
"""The defense of a target that does not roll any. Source: PHA-32."""


class StrikeResult(Struct, frozen=True, kw_only=True):
    """A discharge that was rolled: by how much it led, whether the weapon jams, hits still to be rolled."""

    margin: int
    jams: bool = False
    hits: int = 0


# ---- the defense


def defend(resolution: Resolution, stage: AttackStage) -> Rolling[AttackStage]:
    """Rolls the defense; one action pays for every roll of it against this attack action. Source: PHA-32."""
    command, context, play = stage.command, resolution.view, TablePlay(resolution)
    target = as_announced(stage, context.combatant(command.target))
    passive = passive_dn(context, target, is_melee=strikes_in_melee(context, command))
    if passive is not None:
        against = yield from rolled_at_table(play, rules.defense, _met(passive=passive), {})
        return replace(stage, defense=PASSIVE, against=against)
    defense = defenses.defense(context, target, stage.defense, command.defense_gm)
    if defense.costs_action and not stage.number:
        before = defenses.is_before(context, target)
        cost = action_budget.defense_cost(context, target, stage.defense, before=before)
        resolution.record(*cost)
    met = _met(defense.bonus.parts, defends=defense_name(context, stage.defense))
    against = yield from rolled_at_table(play, rules.defense, met, {"target": target.id})
    resolution.fact("defense", target.id, command.who, kind=stage.defense, **play.noted)
    return replace(stage, against=against)


def _met(
    parts: tuple[Modifier, ...] = (), passive: int | None = None, defends: str = ""
) -> ShotPlan:
    """Returns what a defense is rolled with: what it meets is no matter."""
    return ShotPlan(
        attack=(),
        defense=parts,
        passive=passive,
        defends=defends,
        critical=0,
        rule="one",
        most=1,
        landing=NOWHERE,
    )


# ---- the attack roll


def discharge(resolution: Resolution, stage: AttackStage) -> Rolling[StrikeResult]:
    """Rolls one discharge and what it does, as far as nothing has to be tested before. Source: PHA-35, PHA-78."""
    plan, command = plan_of(resolution.view, stage), stage.command
    spent, who = _spent(resolution.view, plan, stage), {"who": command.who}
    yield from at_table(TablePlay(resolution), Fighter, costs.spend, who, spent)
    play = TablePlay(resolution)
    shot = plan.shot(None, critical=fumbles_by(resolution.view))
    volley = yield from rolled_at_table(play, rules.discharge, shot, who, stage.against)
    _record(resolution, plan, stage, play.noted)
    if volley.margin < 0:
        _turn(resolution, stage, -int(volley.margin))
    jams: Truth = False
    left = 0
    if volley.result == rules.FUMBLE:
        jams = yield from at_table(TablePlay(resolution), Fighter, costs.fumble, who, spent, HERE)
    elif plan.technique is None:
        left = yield from hits.land(resolution, stage.blow, shot, volley)
    elif volley.result == rules.HIT:
        attacker = resolution.combatant(command.who)
        target = resolution.combatant(command.target)
        techniques.work(resolution, attacker, target, plan.technique, int(volley.margin))
    return StrikeResult(margin=int(volley.margin), jams=bool(jams), hits=left)


def _record(
    resolution: Resolution, plan: AttackPlan, stage: AttackStage, noted: Mapping[str, Value]
) -> None:
    """Adds the fact of an attack roll."""
    mode = plan.technique.key if plan.technique else plan.mode
    resolution.fact(
        "attack",
        stage.command.who,
        stage.command.target,
        mode=mode,
        number=stage.number + 1,
        defense=stage.defense,
        **noted,
    )


def _turn(resolution: Resolution, stage: AttackStage, lead: int) -> None:
    """Lets a technique that beats the attack as a defense work on the attacker. Source: PHA-52."""
    technique = gear.technique(resolution.view.ruleset, stage.defense)
    if technique is not None:
        attacker = resolution.combatant(stage.command.who)
        target = resolution.combatant(stage.command.target)
        techniques.work(resolution, target, attacker, technique, lead)


def _spent(context: RulesContext, plan: AttackPlan, stage: AttackStage) -> costs.Spent:
    """Returns rounds, recoil and the one attack of a single-shot weapon; a technique uses up nothing."""
    weapon, fires = plan.weapon, plan.technique is None
    return costs.Spent(
        place=weapon.key,
        rounds=plan.discharges[0].rounds * fires,
        recoil=weapon.recoil * weapon.is_firearm * fires,
        is_single=is_single(weapon, plan.mode) and fires,
        is_melee=plan.is_melee,
        can_jam=weapon.can_jam,
        name=weapon.name,
    )
