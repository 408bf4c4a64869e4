"""Panic Checks and what they lead to. Source: CHR-59 to CHR-64, CHR-73."""

from collections.abc import Mapping, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.asking import Rolling, choose, face, faces, request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.dice_sum import read_sum
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.sheet import (
    bolstering,
    character,
    checks,
    conviction,
    owed,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check


def can_panic(combatant: Combatant) -> bool:
    """Returns whether a combatant makes Panic Checks: an Operator alive and awake. Source: CHR-57, CHR-73."""
    return character.is_operator(combatant) and character.is_awake(combatant)


def panic_checks(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Panic Checks that are owed, all dice together unless a Presence may soothe. Source: CHR-60, CHR-61."""
    ids = tuple(owed.who_of(each) for each in obligations)
    checked = dict.fromkeys((*owed.ids(resolution, owed.CHECKED), *ids))
    resolution.carried = {**resolution.carried, owed.CHECKED: tuple(checked)}
    combatants = _in_order(resolution, ids)
    for who in ids:
        resolution.record(*owed.ends_of(resolution.context, who, owed.PANIC))
        resolution.remove_conditions(who, owed.MARKS[owed.PANIC])
    if any(_soother(resolution, each) for each in combatants):
        for combatant in combatants:
            yield from _check_with_presence(resolution, combatant.id)
    else:
        yield from _check_at_once(resolution, combatants)
    _spread(resolution)
    names = ", ".join(each.name for each in combatants)
    return say("chrome.log.panic_check", who=names, tail="")


def _in_order(resolution: Resolution, ids: Sequence[CombatantId]) -> tuple[Combatant, ...]:
    """Returns those who can panic at all: the target of the attack first, then by Speed. Source: CHR-73."""
    able = [
        each
        for each in character.operators(resolution.context)
        if each.id in ids and can_panic(each)
    ]
    target = resolution.carried.get(owed.TARGET)
    return tuple(sorted(able, key=lambda each: each.id != target))


def _check_at_once(resolution: Resolution, combatants: Sequence[Combatant]) -> Rolling[None]:
    """Rolls all dice together; what one row does to another's Conviction counts for the other all the same."""
    shown = yield from faces(*(_die(resolution.context, each.id) for each in combatants))
    for combatant, (roll,) in zip(combatants, shown, strict=True):
        yield from _check(resolution, combatant.id, roll)


def _die(context: RulesContext, who: CombatantId) -> RollRequest:
    left = character.conviction_now(context.combatant(who))
    label = say("chrome.roll.panic.ask", conviction=left)
    return request(context, "panic", who, sides=mechanics.PANIC_SIDES, label=label)


def _soother(resolution: Resolution, combatant: Combatant) -> Combatant | None:
    return bolstering.helper(resolution.context, combatant, bolstering.SOOTHE)


def _check_with_presence(resolution: Resolution, who: CombatantId) -> Rolling[None]:
    """Rolls one Panic Check that a Presence may soothe. Source: CHR-60."""
    combatant = resolution.combatant(who)
    if not character.is_awake(combatant):
        return
    presence = _soother(resolution, combatant)
    if presence is not None:
        options = bolstering.NO, bolstering.YES
        answer = yield from choose(
            resolution.context,
            "soothe",
            presence.id,
            options,
            presence=presence.name,
            who=combatant.name,
        )
        if answer == bolstering.YES:
            yield from _soothe(resolution, presence, who)
            return
    roll = yield from face(_die(resolution.context, who))
    yield from _check(resolution, who, roll)


def _soothe(resolution: Resolution, presence: Combatant, who: CombatantId) -> Rolling[None]:
    """Rolls the Intellect of a Presence: no panic, or panic for sure. Source: CHR-60."""
    bolstering.use(resolution, presence.id, bolstering.SOOTHE)
    plan = plan_check(resolution.context, presence, "intellect")
    result = yield from checks.roll_check(resolution, plan, "soothe")
    checks.apply_result(resolution, result)
    resolution.fact("soothe", presence.id, who, soothed=result.is_success)
    if result.is_success:
        name = resolution.combatant(who).name
        resolution.add_text("chrome.then.soothed", who=presence.name, target=name)
        conviction.stress(resolution, who, resolution.context.number(mechanics.SOOTHED_STRESS))
        return
    conviction.stress(resolution, who, resolution.context.number(mechanics.UNSOOTHED_STRESS))
    roll = yield from face(request(resolution.context, "panic", who, sides=mechanics.PANIC_SIDES))
    yield from _panic(resolution, who, roll)


def _check(resolution: Resolution, who: CombatantId, roll: int) -> Rolling[None]:
    """Compares a d20 with Conviction. Source: CHR-61."""
    combatant = resolution.combatant(who)
    if not character.is_awake(combatant):
        return
    left = character.conviction_now(combatant)
    panics = bool(mechanics.panics(roll, left))
    resolution.fact("panic_check", who, roll=roll, conviction=left, panics=panics)
    key = "chrome.why.panics" if panics else "chrome.why.holds"
    resolution.reason(key, "CHR-61", who=combatant.name, roll=roll, conviction=left)
    if panics:
        yield from _panic(resolution, who, roll)
    else:
        resolution.add_text("chrome.then.holds", who=combatant.name, roll=roll)


def _panic(resolution: Resolution, who: CombatantId, roll: int) -> Rolling[None]:
    """Applies the row of the panic table with this number. Source: CHR-63."""
    row = row_of(resolution.context, roll)
    name = str(row.get("name", ""))
    panicked = (*owed.ids(resolution, owed.PANICKED), who)
    resolution.carried = {**resolution.carried, owed.PANICKED: tuple(dict.fromkeys(panicked))}
    resolution.fact("panic", who, row=roll, name=name)
    combatant = resolution.combatant(who)
    resolution.add_text("chrome.then.panics", who=combatant.name, row=roll, name=name)
    if row.get("crash"):
        resolution.set_gauge(who, character.CONVICTION, 0)
    conviction.stress(resolution, who, number(row.get("stress")))
    yield from _unsettle_nearby(resolution, who, number(row.get("near_stress")))
    _apply_lasting(resolution, who, row)
    dying.harm(resolution, who, number(row.get("damage")))
    yield from _faint(resolution, who, row)


def chance_to_hold(combatant: Combatant) -> float:
    """Returns the share of the faces of the d20 that are no panic. Source: CHR-61."""
    left = character.conviction_now(combatant)
    shown = range(1, mechanics.PANIC_SIDES + 1)
    return sum(not mechanics.panics(roll, left) for roll in shown) / mechanics.PANIC_SIDES


def row_of(context: RulesContext, roll: int) -> Mapping[str, Value]:
    """Returns the row of the panic table that a d20 names. Source: CHR-63."""
    return context.ruleset.tables[f"panic_{roll}"]


def _unsettle_nearby(resolution: Resolution, who: CombatantId, stress: int) -> Rolling[None]:
    """Gives Stress to the nearest Operator; who that is, the game master decides. Source: CHR-63."""
    context, combatant = resolution.context, resolution.combatant(who)
    near = [each.id for each in character.squad(context, combatant) if each.id != who]
    if stress and near:
        nearest = yield from choose(context, "nearest", who, near, who=combatant.name)
        conviction.stress(resolution, CombatantId(nearest), stress)


def _apply_lasting(resolution: Resolution, who: CombatantId, row: Mapping[str, Value]) -> None:
    """Applies what stays: a condition, a Distortion to come, less Conviction for good. Source: CHR-63, CHR-64."""
    if row.get("condition"):
        resolution.add_condition(who, Condition(key=str(row["condition"])))
    conviction.distort(resolution, who, number(row.get("distortions")))
    loss = number(row.get("max_loss"))
    if loss:
        most = max(character.conviction(resolution.combatant(who)) - loss, 0)
        resolution.apply(ev.SheetSet(who=who, field=character.CONVICTION, to=most))


def _faint(resolution: Resolution, who: CombatantId, row: Mapping[str, Value]) -> Rolling[None]:
    dice = read_sum(row.get("faint"))
    if dice is None or not character.is_awake(resolution.combatant(who)):
        return
    rounds = dice.flat
    for _ in range(dice.count):
        rounds += yield from face(request(resolution.context, "faint", who, sides=dice.sides))
    dying.faint(resolution, who, rounds)


def _spread(resolution: Resolution) -> None:
    """Frightens those who have seen several of the squad panic in this gesture. Source: CHR-62."""
    context = resolution.context
    several = number(context.ruleset.tables.get("panic", {}).get("several"))
    panicked = owed.ids(resolution, owed.PANICKED)
    for combatant in character.operators(context) if several else ():
        seen = sum(_sees(context, combatant, who) for who in panicked)
        if seen >= several and character.is_awake(combatant) and "left" not in combatant.flags:
            owed.frighten(resolution, combatant.id, "panic")


def _sees(context: RulesContext, combatant: Combatant, who: CombatantId) -> bool:
    other = context.combatant(who)
    return who != combatant.id and character.team(other) == character.team(combatant)
