"""Panic Checks and what they lead to. Source: CHR-59 to CHR-64, CHR-73."""

from collections.abc import Mapping, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.asking import Rolling, choose, face, faces, request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import closest_first
from encounter_gui.rules.engine.reading.table import Answers, at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.dice_sum import read_sum
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.checks import bolstering, checks, conviction
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rules.at_table import TableSaid
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter, mark_bits
from encounter_gui.rules.systems.chrome.rules.panic import PanicPlan, PanicRow, panic_check
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check


def can_panic(combatant: Combatant) -> bool:
    """Returns whether a combatant makes Panic Checks: an Operator alive and awake. Source: CHR-57, CHR-73."""
    return character.is_operator(combatant) and character.is_awake(combatant)


def panic_checks(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Panic Checks that are owed, all dice together unless a Presence may soothe. Source: CHR-60, CHR-61."""
    ids = _able(resolution, obligations)
    checked = dict.fromkeys((*owed.ids(resolution, owed.CHECKED), *ids))
    resolution.carried = {**resolution.carried, owed.CHECKED: tuple(checked)}
    combatants = _in_order(resolution, ids)
    for who in ids:
        resolution.remove_conditions(who, owed.MARKS[owed.PANIC])
    if any(_soothers(resolution, each) for each in combatants):
        for combatant in combatants:
            yield from _check_with_presence(resolution, combatant.id)
    else:
        yield from _check_at_once(resolution, combatants)
    _spread(resolution)
    names = names_of(combatants)
    return say("chrome.log.panic_check", who=names, tail="")


def _able(resolution: Resolution, obligations: Sequence[Obligation]) -> tuple[CombatantId, ...]:
    """Returns who makes its Panic Check now; that of the unconscious is owed on. Source: CHR-57, CHR-73.

    Raises:
        RuleError: nobody can.
    """
    found = [owed.who_of(each) for each in obligations]
    able = tuple(each for each in found if can_panic(resolution.combatant(each)))
    if not able:
        who = names_of(resolution.combatant(each) for each in dict.fromkeys(found))
        raise refuse("chrome.cannot_panic", rule="CHR-73", who=who)
    for each in obligations:
        if owed.who_of(each) not in able:
            resolution.record(ev.ObligationAdded(obligation=each))
    return able


def _in_order(resolution: Resolution, ids: Sequence[CombatantId]) -> tuple[Combatant, ...]:
    """Returns these in order: the target of the attack first, then by Speed. Source: CHR-73."""
    able = [each for each in character.operators(resolution.context) if each.id in ids]
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


def _soothers(resolution: Resolution, combatant: Combatant) -> tuple[Combatant, ...]:
    return bolstering.helpers(resolution.context, combatant, bolstering.SOOTHE)


def _check_with_presence(resolution: Resolution, who: CombatantId) -> Rolling[None]:
    """Rolls one Panic Check that a Presence may soothe; each is asked until one does. Source: CHR-60."""
    combatant = resolution.combatant(who)
    if not character.is_awake(combatant):
        return
    for presence in _soothers(resolution, combatant):
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
    yield from _check(resolution, who, roll, is_sure=True)


def _check(
    resolution: Resolution, who: CombatantId, roll: int, *, is_sure: bool = False
) -> Rolling[None]:
    """Compares a d20 with Conviction, and applies the row it names. Source: CHR-61, CHR-63."""
    context, combatant = resolution.context, resolution.combatant(who)
    if not is_sure and not character.is_awake(combatant):
        return
    plan = PanicPlan(
        conviction=character.conviction_now(combatant),
        rows=panic_rows(context, who),
        face=roll,
        is_sure=is_sure,
    )
    play = TableSaid(resolution)
    play.faints = faints(context)

    def nearest(resolution: Resolution, stress: int) -> Rolling[None]:
        yield from _unsettle_nearby(resolution, who, stress)

    answers = Answers(moments={"nearest": nearest})
    yield from at_table(play, Fighter, panic_check, {"who": who}, plan, answers=answers)


def panic_rows(context: RulesContext, who: CombatantId) -> tuple[PanicRow, ...]:
    """Returns the panic table for a combatant, by the faces of the d20. Source: CHR-10, CHR-63."""
    bits = mark_bits(context.ruleset)
    rows = (row_of(context, face) for face in range(1, mechanics.PANIC_SIDES + 1))
    return tuple(
        PanicRow(
            crash=bool(row.get("crash")),
            stress=number(row.get("stress")),
            near_stress=number(row.get("near_stress")),
            marks=bits.get(str(row.get("condition", "")), 0),
            max_loss=number(row.get("max_loss")),
            damage=dying.toll(context, who, number(row.get("damage"))),
            faints=read_sum(row.get("faint")) is not None,
        )
        for row in rows
    )


def faints(context: RulesContext) -> tuple[tuple[int, int, int, int], ...]:
    """Returns the rows of the panic table that let faint: face, dice, sides and rounds besides. Source: CHR-63."""
    found = (
        (face, read_sum(row_of(context, face).get("faint")))
        for face in range(1, mechanics.PANIC_SIDES + 1)
    )
    return tuple((face, dice.count, dice.sides, dice.flat) for face, dice in found if dice)


def chance_to_hold(combatant: Combatant) -> float:
    """Returns the share of the faces of the d20 that are no panic. Source: CHR-61."""
    left = character.conviction_now(combatant)
    shown = range(1, mechanics.PANIC_SIDES + 1)
    return sum(not mechanics.panics(roll, left) for roll in shown) / mechanics.PANIC_SIDES


def row_of(context: RulesContext, roll: int) -> Mapping[str, Value]:
    """Returns the row of the panic table that a d20 names. Source: CHR-63."""
    return context.ruleset.tables[f"panic_{roll}"]


def _unsettle_nearby(resolution: Resolution, who: CombatantId, stress: int) -> Rolling[None]:
    """Gives Stress to the nearest Operator; who that is, the game master decides, on the plan the nearest first.

    Source: CHR-63.
    """
    context, combatant = resolution.context, resolution.combatant(who)
    squad = (each.id for each in character.squad(context, combatant) if each.id != who)
    near = closest_first(context.state, who, squad)
    if stress and near:
        nearest = yield from choose(context, "nearest", who, near, who=combatant.name)
        conviction.stress(resolution, CombatantId(nearest), stress)


def _spread(resolution: Resolution) -> None:
    """Frightens those who have seen several of the squad panic in this gesture. Source: CHR-62."""
    context = resolution.context
    enough = several(context)
    panicked = owed.ids(resolution, owed.PANICKED)
    for combatant in character.operators(context) if enough else ():
        seen = sum(_sees(context, combatant, who) for who in panicked)
        if seen >= enough and character.is_awake(combatant) and "left" not in combatant.flags:
            owed.frighten(resolution, combatant.id, "panic")


def several(context: RulesContext) -> int:
    """Returns how many of a squad have to panic that the others take fright; 0: they never do. Source: CHR-62."""
    return number(context.ruleset.tables.get("panic", {}).get("several"))


def _sees(context: RulesContext, combatant: Combatant, who: CombatantId) -> bool:
    other = context.combatant(who)
    return who != combatant.id and character.team(other) == character.team(combatant)
