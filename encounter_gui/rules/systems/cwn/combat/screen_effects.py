"""What standing in for an ally does to attacks. Source: CWN-40, CWN-11.

The condition ``screening`` is about the ally; the ally's ``screened`` is only shown.
"""

from collections.abc import Iterator, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling, request, totals
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total as sum_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.records import blocked_by, set_blocked


def screeners(state: EncounterState, target: CombatantId) -> tuple[Combatant, ...]:
    """Returns who stands in for a combatant now. Source: CWN-40."""
    return tuple(
        combatant
        for combatant in state.combatants.values()
        if (screening := combatant.condition("screening"))
        and screening.about == target
        and character.can_act(combatant)
    )


def facing(
    context: RulesContext, attacker: Combatant, target: CombatantId, *, is_shot: bool
) -> tuple[Combatant, ...]:
    """Returns the screeners an attack has to get past: each faces so many attackers, and bodies stop no bullets.

    Source: CWN-40.
    """
    found = []
    for screener in screeners(context.state, target):
        if screener.id == attacker.id or (is_shot and not stops_shots(screener)):
            continue
        faced = blocked_by(screener)
        if attacker.id in faced or len(faced) < character.combat_skill(context, screener):
            found.append(screener)
    return tuple(found)


def stops_shots(screener: Combatant) -> bool:
    """Returns whether bullets are stopped too. Source: CWN-40."""
    return bool(gear.rank(screener, "dermal_armor"))


def challenge(
    resolution: Resolution,
    attacker: Combatant,
    target: Combatant,
    weapon: gear.Weapon,
    *,
    is_shot: bool,
) -> Rolling[CombatantId]:
    """Rolls whether an attack gets past everybody who screens the target, and returns whom it meets.

    Source: CWN-11, CWN-40.
    """
    context = resolution.context
    against = facing(context, attacker, target.id, is_shot=is_shot)
    if not against:
        return target.id
    first, *others = yield from totals(
        request(context, "get_past", attacker.id, count=2),
        *(request(context, "screen", screener.id, count=2) for screener in against),
    )
    mine = first + attacker_bonus(context, attacker, weapon)
    sums = {
        screener.id: rolled + screener_bonus(context, screener)
        for screener, rolled in zip(against, others, strict=True)
    }
    for who, other in sums.items():
        _tell(resolution, attacker, context.combatant(who), mine, other, base=mine - first)
    _note_faced(resolution, against, attacker.id)
    stopped = [who for who, other in sums.items() if not mechanics.gets_past(mine, other)]
    return min(stopped, key=lambda who: sums[who], default=target.id)


def _tell(
    resolution: Resolution,
    attacker: Combatant,
    screener: Combatant,
    mine: int,
    other: int,
    *,
    base: int,
) -> None:
    is_stopped = not mechanics.gets_past(mine, other)
    body = _body(resolution.context, attacker)
    values = {"total": mine, "screen": other, "stopped": is_stopped}
    parts = {"base": base - body, "modifiers.attribute": body}
    resolution.fact("screen", attacker.id, screener.id, **values, **parts)
    resolution.reason(
        "cwn.why.stopped" if is_stopped else "cwn.why.got_past",
        "CWN-40",
        who=attacker.name,
        screener=screener.name,
        total=mine,
        other=other,
    )


def attacker_bonus(context: RulesContext, attacker: Combatant, weapon: gear.Weapon) -> int:
    """Returns what an attacker adds to get past: better attribute and weapon skill. Source: CWN-40."""
    skill = to_hit.best_skill(context, attacker, weapon.skills)[1]
    return skill + _body(context, attacker)


def screener_bonus(context: RulesContext, screener: Combatant) -> int:
    """Returns what a screener adds: better attribute and best combat skill. Source: CWN-40."""
    return character.combat_skill(context, screener) + _body(context, screener)


def _body(context: RulesContext, combatant: Combatant) -> int:
    best = character.best_modifier(context, combatant, ("strength", "dexterity"))[1]
    return best + sum_of(character.effects(context, combatant, "check"))


def _note_faced(
    resolution: Resolution, against: Sequence[Combatant], attacker: CombatantId
) -> None:
    for screener in against:
        faced = blocked_by(screener)
        if attacker not in faced:
            resolution.record(set_blocked(screener.id, (*faced, attacker)))


def follow_ups(state: EncounterState) -> Iterator[ev.Event]:
    """Yields the ends of screens of which nobody is left to screen, or to be screened. Source: CWN-40."""
    covered: set[CombatantId] = set()
    screened: list[CombatantId] = []
    for combatant in state.combatants.values():
        if not combatant.conditions:
            continue
        if combatant.has("screened"):
            screened.append(combatant.id)
        screening = combatant.condition("screening")
        if screening is None:
            continue
        ally = state.combatants.get(screening.about) if screening.about else None
        if ally is not None and _is_possible(combatant, ally):
            covered.add(ally.id)
        else:
            yield ev.ConditionRemoved(who=combatant.id, key="screening")
    for who in screened:
        if who not in covered:
            yield ev.ConditionRemoved(who=who, key="screened")


def _is_possible(screener: Combatant, ally: Combatant) -> bool:
    is_friend = character.team(screener) == character.team(ally)
    return is_friend and not character.is_out(screener) and not character.is_out(ally)
