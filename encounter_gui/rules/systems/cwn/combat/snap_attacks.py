"""Snap Attacks made at the same moment. Source: CWN-36c."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.combat.attack_plan import plan_attack, weapon_in
from encounter_gui.rules.systems.cwn.combat.attacks import allow, cost, entitled, words_on
from encounter_gui.rules.systems.cwn.combat.strike import (
    StrikeResult,
    fact_of,
    result_of,
    struck_at,
    took_effect,
    why,
)
from encounter_gui.rules.systems.cwn.commands import Attack, Shot, SnapTogether
from encounter_gui.rules.systems.cwn.harm import falling


def snap_together(context: RulesContext, command: SnapTogether) -> Procedure:
    """Rolls simultaneous Snap Attacks before any of them takes effect. Source: CWN-36c."""
    attacks = tuple(_as_attack(context, shot) for shot in command.shots)
    mine = _all_allowed(context, attacks)
    after = _after(context, mine)
    struck: list[StrikeResult] = []
    for attack_ in attacks:
        blow = yield from struck_at(after, attack_, attack_.target, "snap")
        after = _after(after, blow.events)
        struck.append(blow)
    events = [*mine, *(event for blow in struck for event in blow.events)]
    results, reasons = [], []
    for attack_, blow in zip(attacks, struck, strict=True):
        fact, *rest = yield from took_effect(after, blow)
        after = _after(after, (fact, *rest))
        events += [fact, *rest]
        reasons += [*words_on(context, attack_), *why(context, blow)]
        told = fact if isinstance(fact, ev.Resolved) else fact_of(blow, falling.DamageResult())
        found = context.texts.sentence(result_of(context, "cwn.result", blow, told))
        results.append(f"{context.combatant(blow.who).name}: {found}")
    return Outcome(
        label=say("cwn.log.snaps", results="; ".join(results)),
        events=tuple(events),
        reasons=tuple(reasons),
    )


def _as_attack(context: RulesContext, shot: Shot) -> Attack:
    return Attack(
        who=shot.who,
        target=shot.target,
        weapon=weapon_in(context.known_combatant(shot.who), shot.weapon).key,
        mode=shot.mode,
        how="snap",
        metres=shot.metres,
        modifiers=shot.modifiers,
        gm=shot.gm,
        boost=shot.boost,
    )


def _all_allowed(context: RulesContext, attacks: tuple[Attack, ...]) -> tuple[ev.Event, ...]:
    """Lets them all pass, each by itself, and returns what they cost. Source: CWN-36c.

    Raises:
        RuleError: none is named, somebody is named twice, or one of them may not.
    """
    if not attacks:
        raise refuse("rules.nobody_named")
    events: list[ev.Event] = []
    seen: set[CombatantId] = set()
    for attack_ in attacks:
        after = _after(context, tuple(events))
        combatant = entitled(after, attack_)
        if combatant.id in seen:
            raise refuse("cwn.named_twice", rule="CWN-36c", who=combatant.name)
        seen.add(combatant.id)
        plan = plan_attack(after, attack_)
        allow(after, combatant, plan, attack_)
        events += cost(after, combatant, attack_, plan)
    return tuple(events)


def _after(context: RulesContext, events: tuple[ev.Event, ...]) -> RulesContext:
    return replace(context, state=fold(context.state, events))
