"""Snap Attacks made at the same moment. Source: CWN-36c."""

from msgspec import structs

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.combat.attack_plan import plan_attack, weapon_in
from encounter_gui.rules.systems.cwn.combat.attack_requirements import (
    nameless_reason,
    pay_attack,
    require_attack,
    require_possible,
)
from encounter_gui.rules.systems.cwn.combat.strike import (
    StrikeResult,
    result_label,
    roll_strike,
    take_effect,
)
from encounter_gui.rules.systems.cwn.commands import Attack, Shot, SnapTogether


def snap_together(resolution: Resolution, command: SnapTogether) -> Rolling[Message]:
    """Rolls simultaneous Snap Attacks before any of them takes effect. Source: CWN-36c."""
    attacks = tuple(_as_attack(resolution.context, shot) for shot in command.shots)
    _pay_all(resolution, attacks)
    rolled: list[StrikeResult] = []
    for attack in attacks:
        nameless_reason(resolution, attack)
        rolled.append((yield from roll_strike(resolution, attack, attack.target, "snap")))
    texts = [_effect_text(resolution, result) for result in rolled]
    return say("cwn.log.snaps", results="; ".join(texts))


def _effect_text(resolution: Resolution, result: StrikeResult) -> str:
    """Lets one of the attacks take effect, and returns how it went, in words."""
    done = take_effect(resolution, result)
    context = resolution.context
    text = context.texts.sentence(result_label(context, "cwn.result", result, done))
    return f"{context.combatant(result.who).name}: {text}"


def _as_attack(context: RulesContext, shot: Shot) -> Attack:
    weapon = weapon_in(context.known_combatant(shot.who), shot.weapon).key
    return Attack(**{**structs.asdict(shot), "weapon": weapon}, how="snap")


def _pay_all(resolution: Resolution, attacks: tuple[Attack, ...]) -> None:
    """Lets all attacks pass, each by itself, and pays for them. Source: CWN-36c."""
    if not attacks:
        raise refuse("rules.nobody_named")
    seen: set[CombatantId] = set()
    for attack in attacks:
        attacker = require_attack(resolution.context, attack)
        if attacker.id in seen:
            raise refuse("cwn.named_twice", rule="CWN-36c", who=attacker.name)
        seen.add(attacker.id)
        plan = plan_attack(resolution.context, attack)
        require_possible(resolution.context, attacker, plan, attack)
        pay_attack(resolution, attacker, attack, plan)
