"""What standing in for an ally does to attacks. Source: CWN-40, CWN-11.

The condition ``screening`` is about the ally; the ally's ``screened`` is only shown.
"""

from collections.abc import Collection, Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import distance
from encounter_gui.rules.engine.modifiers import total as sum_of
from encounter_gui.rules.engine.reading.table import (
    Answers,
    TablePlay,
    at_table,
    rolled_at_table,
    without_dice,
)
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.screens import (
    PastPlan,
    Totals,
    face,
    is_stopped_by,
    name_of_screener,
    past,
)
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.records import blocked_by


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
    base = attacker_bonus(context, attacker, weapon)
    plan = PastPlan(base, tuple(screener_bonus(context, each) for each in against))

    def tell(resolution: Resolution, rolled: Totals) -> Rolling[Totals]:
        yield from ()
        for screener, other in zip(against, rolled.others, strict=True):
            _tell(resolution, attacker, screener, int(rolled.mine), int(other), base=base)
        return rolled

    people = {"who": attacker.id}
    people |= {name_of_screener(place): each.id for place, each in enumerate(against)}
    play, answers = TablePlay(resolution), Answers(moments={"past": tell})
    met = yield from rolled_at_table(play, past, plan, people, answers=answers)
    for each in against:
        pair = {"screener": each.id, "attacker": attacker.id}
        without_dice(at_table(TablePlay(resolution), Fighter, face, pair))
    return target.id if met.stopped_by < 0 else against[int(met.stopped_by)].id


def _tell(
    resolution: Resolution,
    attacker: Combatant,
    screener: Combatant,
    mine: int,
    other: int,
    *,
    base: int,
) -> None:
    is_stopped = bool(is_stopped_by(mine, other))
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


def follow_ups(state: EncounterState, moved: Collection[CombatantId] = ()) -> Iterator[ev.Event]:
    """Yields the ends of screens of which nobody is left to screen, or to be screened.

    Of those who have ``moved`` on the plan, screens end of which the two are now too far apart. Source: CWN-40.
    """
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
        is_near = (
            ally is None
            or not (combatant.id in moved or ally.id in moved)
            or is_near_enough(state, combatant.id, ally.id)
        )
        if ally is not None and is_near and _is_possible(combatant, ally):
            covered.add(ally.id)
        else:
            yield ev.ConditionRemoved(who=combatant.id, key="screening")
    for who in screened:
        if who not in covered:
            yield ev.ConditionRemoved(who=who, key="screened")


def apart_now(state: EncounterState, moved: Collection[CombatantId]) -> Iterator[Message]:
    """Yields the words for screens that end because of those who have moved. Source: CWN-40."""
    for each in state.combatants.values():
        screening = each.condition("screening")
        ally = state.combatants.get(screening.about) if screening and screening.about else None
        if ally is None or not (each.id in moved or ally.id in moved):
            continue
        if not is_near_enough(state, each.id, ally.id):
            reach = mechanics.SCREEN_REACH
            yield say("cwn.log.screen_apart", who=each.name, ally=ally.name, reach=reach)


def is_near_enough(state: EncounterState, screener: CombatantId, ally: CombatantId) -> bool:
    """Returns whether a screener is as near to the ally as a screen takes, or one stands nowhere. Source: CWN-40."""
    apart = distance(state, screener, ally)
    return apart is None or apart <= mechanics.SCREEN_REACH


def _is_possible(screener: Combatant, ally: Combatant) -> bool:
    is_friend = character.team(screener) == character.team(ally)
    return is_friend and not character.is_out(screener) and not character.is_out(ally)
