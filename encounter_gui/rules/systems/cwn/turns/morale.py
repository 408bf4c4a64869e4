"""When Morale is due, and what the roll does. Source: CWN-19, CWN-66."""

from collections.abc import Iterable, Sequence
from itertools import product

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.asking import Rolling, request, total
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.commands import Morale, SkipMorale
from encounter_gui.rules.systems.cwn.rules import morale as rules
from encounter_gui.rules.systems.cwn.sheet import character, scene_uses
from encounter_gui.rules.systems.cwn.sheet.records import morale_seen, set_morale_seen

OLYMPUS = "olympus"
_D6 = range(1, 7)


def begin_turn(resolution: Resolution, slots: Sequence[Slot]) -> None:
    """Demands checks of the sides of a group whose turn begins; the players' people never check.

    One that was not made stays owed: a later one goes for both. Source: CWN-19, CWN-66.
    """
    state = resolution.context.state
    for side in dict.fromkeys(state.combatants[slot.who].side for slot in slots):
        seen = morale_seen(state, side)
        points = tuple(point for point in points_of(state, side) if point not in seen)
        if points:
            _demand(resolution, side, points)
            resolution.record(set_morale_seen(side, (*seen, *points)))


def _demand(resolution: Resolution, side: Side, points: Sequence[str]) -> None:
    text_of = resolution.context.texts.text_of
    resolution.reason("cwn.why.morale_due", "CWN-66", why=text_of(f"cwn.morale.{points[0]}"))
    before: list[str] = []
    for owed in owed_checks(resolution.context.state, side):
        known = owed.values.get("points", ())
        before += known if isinstance(known, tuple) else ()
        resolution.record(ev.ObligationSettled(id=owed.id, how="void"))
    resolution.owe(owed_check(resolution.context, side, dict.fromkeys((*before, *points))))


def owed_check(context: RulesContext, side: Side, points: Iterable[str]) -> Obligation:
    """Returns the check a side owes for what it has seen. Source: CWN-66."""
    points = tuple(points)
    reasons = ", ".join(context.texts.text_of(f"cwn.morale.{point}") for point in points)
    reason = say("cwn.why.morale_due", why=reasons)
    return replace(MORALE.of(None, reason=reason, points=points), side=side)


def owed_checks(state: EncounterState, side: Side | str = "") -> tuple[Obligation, ...]:
    """Returns the checks that are due, of one side or of all."""
    return tuple(
        each for each in state.obligations if each.kind == MORALE.kind and side in ("", each.side)
    )


def points_of(state: EncounterState, side: Side) -> tuple[str, ...]:
    """Returns what a side has seen that may break it. Source: CWN-66."""
    members = [
        member
        for member in state.combatants.values()
        if member.side == side and character.kind(member) == "npc"
    ]
    able = sum(not character.is_out(member) and not member.has("broken") for member in members)
    if side == "pc" or not able:
        return ()
    counts = rules.SideCounts(
        size=len(members),
        able=able,
        down=sum(character.is_down(member) for member in members),
        any_dead=any(character.is_dead(member) for member in members),
        leader_down=any(member.has("leader") and character.is_down(member) for member in members),
    )
    return tuple(
        point for point, is_so in zip(rules.POINTS, rules.points(counts), strict=True) if is_so
    )


def may_break(state: EncounterState, side: Side) -> tuple[Combatant, ...]:
    """Returns the members of a side that a check can break. Source: CWN-65, CWN-66."""
    return tuple(
        member
        for member in state.combatants.values()
        if member.side == side
        and character.kind(member) == "npc"
        and not character.is_out(member)
        and not member.has("broken")
    )


def check(resolution: Resolution, command: Morale) -> Rolling[Message]:
    """One roll for all; each holds it against its own Morale. Source: CWN-66, CWN-45u."""
    members = resolution.context.combatants(command.who)
    _require_check(members)
    return (yield from _roll(resolution, members, command.gm))


def _roll(resolution: Resolution, members: Sequence[Combatant], gm: int) -> Rolling[Message]:
    context, sides = resolution.context, {member.side for member in members}
    dice = replace(request(context, "morale", count=2), side=min(sides) if len(sides) == 1 else "")
    first = gm + (yield from total(dice))
    broken = [member for member in members if _breaks(context, member, first)]
    again = [member for member in broken if _may_roll_again(member)]
    second = first
    if again:
        second = gm + (yield from total(dice))
    broken = [
        member for member in broken if member not in again or _breaks(context, member, second)
    ]
    for member in members:
        result = second if member in again else first
        _tell(resolution, member, result, is_broken=member in broken)
    resolution.record(*(scene_uses.use_event(member, OLYMPUS) for member in again))
    for member in broken:
        resolution.add_condition(member.id, Condition(key="broken"))
    for side in dict.fromkeys(member.side for member in members):
        for owed in owed_checks(resolution.context.state, side):
            resolution.record(ev.ObligationSettled(id=owed.id))
    key = "cwn.log.morale_breaks" if broken else "cwn.log.morale_holds"
    return say(key, who=names_of(members), broken=names_of(broken), total=second)


def _may_roll_again(member: Combatant) -> bool:
    """Returns whether Olympus gives a second roll, once in a scene. Source: CWN-45u."""
    return member.has(OLYMPUS) and not scene_uses.uses(member, OLYMPUS)


def _tell(resolution: Resolution, member: Combatant, result: int, *, is_broken: bool) -> None:
    score = character.morale(resolution.context, member)
    resolution.fact("morale", member.id, total=result, morale=score, broken=is_broken)
    resolution.reason("cwn.why.morale", "CWN-66", who=member.name, total=result, morale=score)


def skip(resolution: Resolution, command: SkipMorale) -> Message:
    """The game master spares a side its check. Source: CWN-19."""
    owed = owed_checks(resolution.context.state, command.side)
    if not command.side or not owed or owed[0].side is None:
        raise refuse("cwn.no_morale_due", rule="CWN-19")
    resolution.record(*(ev.ObligationSettled(id=each.id, how="waived") for each in owed))
    side = resolution.context.side_name(owed[0].side)
    return say("cwn.log.morale_skipped", side=side)


def _require_check(members: Sequence[Combatant]) -> None:
    """Lets a check pass, or says why not. Source: CWN-19, CWN-66."""
    for member in members:
        if character.is_pc(member):
            raise refuse("cwn.pcs_never_check", rule="CWN-19", who=member.name)
        if character.kind(member) == "drone":
            raise refuse("cwn.machines_never_check", rule="CWN-65", who=member.name)
        if character.is_out(member):
            raise refuse("cwn.is_down", rule="CWN-57", who=member.name)
        if member.has("broken"):
            raise refuse("cwn.broken_already", rule="CWN-66", who=member.name)


def is_below(context: RulesContext) -> bool:
    """Returns whether a roll below Morale breaks, by house rule, not one above it. Source: CWN-66."""
    return context.switch("cwn.moraleCompare") == "less"


def fearless(context: RulesContext) -> int:
    """Returns the Morale from which on nobody breaks. Source: CWN-66."""
    return context.number(mechanics.FEARLESS)


def _breaks(context: RulesContext, member: Combatant, roll: int) -> bool:
    score = character.morale(context, member)
    return bool(rules.breaks(roll, score, fearless(context), is_below=is_below(context)))


def breaking(context: RulesContext, score: int) -> float:
    """Returns the chance that 2d6 break a combatant of this Morale. Source: CWN-66."""
    below, most = is_below(context), fearless(context)
    totals = [sum(dice) for dice in product(_D6, _D6)]
    broken = [bool(rules.breaks(each, score, most, is_below=below)) for each in totals]
    return sum(broken) / len(broken)


def _settle(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    side = obligations[0].side
    if side is None:
        raise refuse("cwn.no_morale_due", rule="CWN-19")
    return (yield from _roll(resolution, may_break(resolution.context.state, side), 0))


def _applies(context: RulesContext, obligation: Obligation) -> bool:
    side = obligation.side
    return side is not None and bool(may_break(context.state, side))


def _scores(context: RulesContext, obligation: Obligation) -> list[int]:
    """Returns the Morale of those whom a check may break, each once."""
    members = may_break(context.state, obligation.side) if obligation.side else ()
    return sorted({character.morale(context, member) for member in members})


def _chance(context: RulesContext, obligation: Obligation) -> float | None:
    """Returns the chance that everybody holds; None where they have not the same Morale."""
    scores = _scores(context, obligation)
    return 1.0 - breaking(context, scores[0]) if len(scores) == 1 else None


def _sum(context: RulesContext, obligation: Obligation) -> str:
    scores, sign = _scores(context, obligation), "≥" if is_below(context) else "≤"
    return f"2d6 {sign} {' / '.join(map(str, scores))}" if scores else ""


MORALE = ObligationKind(
    kind="morale",
    rule="CWN-66",
    settle=_settle,
    priority=70,
    due="turn_end",
    holds_up=False,
    applies=_applies,
    chance=_chance,
    sum=_sum,
)
"""The Morale check of a side that has suffered, before it acts. Source: CWN-19, CWN-66.

The rules let the turn go on without it; in the window Next rolls it first, or stops where the table rolls.
"""
