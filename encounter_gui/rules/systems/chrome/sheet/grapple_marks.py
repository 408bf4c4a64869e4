"""The two marks of a grapple: who holds whom, any number of others each. Source: CHR-48.

A mark names its first other as ``by``; with several, all of them as ``keys``. One put on by hand names nobody.
"""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext

GRAPPLING, GRAPPLED = "grappling", "grappled"
MARKS = (GRAPPLING, GRAPPLED)

Side = tuple[CombatantId, str, CombatantId]
"""One side of a grapple: who bears the mark, the mark, and the other one."""

_BACK = {GRAPPLING: GRAPPLED, GRAPPLED: GRAPPLING}


def others(combatant: Combatant, mark: str) -> tuple[CombatantId, ...]:
    """Returns whom a combatant grapples, or by whom it is grappled. Source: CHR-48."""
    known = combatant.condition(mark)
    if known is None:
        return ()
    if known.keys:
        return tuple(map(CombatantId, known.keys))
    return (known.by,) if known.by is not None else ()


def grab_events(
    context: RulesContext, who: CombatantId, target: CombatantId, hindrance: str
) -> tuple[ev.Event, ...]:
    """Returns the two marks of a grapple, beside those of others. Source: CHR-48."""
    return (
        _mark_events(context.combatant(who), GRAPPLING, target, ""),
        _mark_events(context.combatant(target), GRAPPLED, who, hindrance),
    )


def _mark_events(combatant: Combatant, mark: str, other: CombatantId, note: str) -> ev.Event:
    known = combatant.condition(mark) or Condition(key=mark)
    all_others = dict.fromkeys((*others(combatant, mark), other))
    condition = _with_others(known, tuple(all_others))
    return ev.ConditionAdded(
        who=combatant.id, condition=replace(condition, note=note or known.note)
    )


def _with_others(known: Condition, named: tuple[CombatantId, ...]) -> Condition:
    return replace(known, by=named[0], keys=tuple(named) if len(named) > 1 else ())


def part_events(
    context: RulesContext, holder: CombatantId, held: CombatantId
) -> tuple[ev.Event, ...]:
    """Returns the end of one grapple on both sides; grapples with others last. Source: CHR-48."""
    sides = {(holder, GRAPPLING, held), (held, GRAPPLED, holder)}
    return tuple(end_events(context, sides=sides))


def sides_lost(was: Combatant, now: Combatant) -> Iterator[Side]:
    """Yields the other sides of the grapples that a combatant is no part of any more. Source: CHR-48."""
    for mark in MARKS:
        left = others(now, mark)
        for other in others(was, mark):
            if other not in left:
                yield other, _BACK[mark], now.id


def end_events(
    context: RulesContext, *, gone: Collection[CombatantId] = (), sides: Collection[Side] = ()
) -> Iterator[ev.Event]:
    """Yields what ends every grapple of those who are ``gone``, and these ``sides`` of single ones.

    Each mark is changed once, whatever ends together: two who held the same one may fall to one blast. Source: CHR-48.
    """
    if not gone and not sides:
        return
    for who, combatant in context.state.combatants.items():
        for mark in MARKS:
            known = combatant.condition(mark)
            if known is None:
                continue
            named = others(combatant, mark)
            left = tuple(
                other for other in named if other not in gone and (who, mark, other) not in sides
            )
            if who in gone or (named and not left):
                yield ev.ConditionRemoved(who=who, key=mark)
            elif left != named:
                yield ev.ConditionAdded(who=who, condition=_with_others(known, left))
