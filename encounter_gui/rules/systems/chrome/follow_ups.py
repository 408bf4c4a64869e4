"""What the rules add for changed combatants, whether dice, a command or the game master's hand changed them.

Source: CHR-23, CHR-26, CHR-48, CHR-57 to CHR-60, CHR-63.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.automation import AutomatedRule
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome.combat import frenzy
from encounter_gui.rules.systems.chrome.field.beside import is_beside
from encounter_gui.rules.systems.chrome.harm import dying, nerve
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, grapple_marks, owed
from encounter_gui.rules.systems.chrome.turns import order, rounds

FollowUp = ev.Event | Message

AUTOMATED = (
    AutomatedRule(key="grapples", rule="CHR-48", conditions=frozenset({"grappling", "grappled"})),
    AutomatedRule(
        key="health_limits",
        rule="CHR-04",
        gauges=frozenset({character.HEALTH, character.CONVICTION}),
    ),
)
"""What the game master may apply by hand, each by itself. Source: CHR-04, CHR-05, CHR-48."""


def follow_ups(before: RulesContext, after: RulesContext) -> Iterator[FollowUp]:
    """Yields what follows from the changes between two contexts: events, and clauses for the log line."""
    changed = _changed_combatants(before.state, after.state)
    yield from _grapples(before, after, changed)
    for was, now in changed:
        if was is not None:
            yield from _changes_of(after, was, now)
    yield from _joining(after, changed)
    yield from _owed_in_turns(before, after, [now for _, now in changed])


def _changed_combatants(
    was: EncounterState, now: EncounterState
) -> list[tuple[Combatant | None, Combatant]]:
    """Returns the combatants that changed, each as before and after; None before: it has joined."""
    changed = now.changed_from(was)
    return [(was.combatants.get(who), now.combatants[who]) for who in changed]


def _changes_of(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[FollowUp]:
    yield from _capped_gauges(was, now)
    if was.gauges is not now.gauges or was.memo is not now.memo:
        yield from _life(context, was, now)
    if was.conditions is not now.conditions:
        yield from _waking(context, was, now)
        for kind in owed.MARKS:
            yield from owed.mark_events(context, now, kind)


def _newly(was: Combatant, now: Combatant, state: Callable[[Combatant], bool]) -> bool:
    return state(now) and not state(was)


def _capped_gauges(was: Combatant, now: Combatant) -> Iterator[ev.Event]:
    """Yields Health and Conviction at a maximum that was lowered. Source: CHR-04, CHR-05."""
    if was.sheet is now.sheet:
        return
    for gauge in (character.HEALTH, character.CONVICTION):
        most = number(now.sheet.get(gauge))
        if was.sheet.get(gauge) != now.sheet.get(gauge) and now.gauges.get(gauge, 0) > most:
            yield ev.GaugeSet(who=now.id, gauge=gauge, to=most)


def _life(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[FollowUp]:
    """Yields the end of an enemy at 0 Health, the Save of an Operator, the end of a Presence. Source: CHR-57."""
    if _newly(was, now, character.is_dead) and deaths.DIED not in now.memo:
        yield from dying.fall(context, now)
    if _newly(now, was, character.is_dead):
        yield from dying.revival(now)
    if deaths.DIED in now.memo and deaths.DIED not in was.memo:
        yield say("chrome.then.dies", who=now.name)
        yield from dying.witnesses(context, now)


def _waking(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[ev.Event]:
    """Yields the Panic Check of who wakes; who is still in a faint makes it when that ends as well. Source: CHR-57."""
    if character.is_dead(now):
        return
    before, after = was.condition("fainted"), now.condition("fainted")
    has_come_to = was.has("unconscious") and not now.has("unconscious")
    was_asleep_in_faint = before is not None and "unconscious" in before.keys
    if character.is_awake(now):
        if has_come_to or was_asleep_in_faint:
            yield from owed.panic_check_owed(context, now.id, "waking")
    elif has_come_to and after is not None:
        yield ev.ConditionAdded(who=now.id, condition=replace(after, keys=("unconscious",)))


def _grapples(
    before: RulesContext,
    after: RulesContext,
    changed: Sequence[tuple[Combatant | None, Combatant]],
) -> Iterator[FollowUp]:
    """Yields the ends of grapples: of those who are gone, dead or unconscious, parted, and of single ones.

    Source: CHR-48.
    """
    gone = {
        now.id
        for was, now in changed
        if was is not None and any(_newly(was, now, each) for each in _ENDS_HOLDS)
    }
    if len(after.state.combatants) < len(before.state.combatants):
        gone |= before.state.combatants.keys() - after.state.combatants.keys()
    lost = (
        grapple_marks.sides_lost(was, now)
        for was, now in changed
        if was is not None and was.conditions is not now.conditions
    )
    parted = tuple(_parted(after, changed))
    sides = set(chain.from_iterable(lost))
    for holder, held in parted:
        sides |= {(holder, grapple_marks.GRAPPLING, held), (held, grapple_marks.GRAPPLED, holder)}
        names = {"who": after.combatant(holder).name, "target": after.combatant(held).name}
        yield say("chrome.then.grapple_parted", **names)
    yield from grapple_marks.end_events(after, gone=gone, sides=sides)


def _parted(
    context: RulesContext, changed: Iterable[tuple[Combatant | None, Combatant]]
) -> Iterator[tuple[CombatantId, CombatantId]]:
    """Yields who holds and whom, once one of the two has been moved out of the other's reach. Source: CHR-48."""
    found: set[tuple[CombatantId, CombatantId]] = set()
    for was, now in changed:
        if was is None or was.place == now.place:
            continue
        for mark in grapple_marks.MARKS:
            for other in grapple_marks.others(now, mark):
                known = other in context.state.combatants
                if known and is_beside(context, now.id, other) is False:
                    is_holder = mark == grapple_marks.GRAPPLING
                    found.add((now.id, other) if is_holder else (other, now.id))
    yield from sorted(found)


def _is_dead_for_good(combatant: Combatant) -> bool:
    return character.is_dead(combatant) and deaths.DIED in combatant.memo


def _has_left(combatant: Combatant) -> bool:
    return "left" in combatant.flags


_ENDS_HOLDS = (_is_dead_for_good, character.is_cold, _has_left)
"""What makes a combatant hold nobody and be held by nobody, as it happens. Source: CHR-48, CHR-57."""


def _joining(
    context: RulesContext, changed: Sequence[tuple[Combatant | None, Combatant]]
) -> Iterator[FollowUp]:
    """Yields what follows from joining: nothing of an earlier fight counts; a running fight gets a place for them.

    Source: CHR-26, CHR-63.
    """
    resolution = Resolution(context)
    for was, now in changed:
        if was is None:
            rounds.forget_fight(resolution, now)
        if was is None or ("left" in was.flags) > ("left" in now.flags):
            _join(resolution, now)
    yield from resolution.events


def _join(resolution: Resolution, combatant: Combatant) -> None:
    """Puts a newcomer among the enemies, makes the distrustful owe a Save; out of a fight a Presence appears.

    Source: CHR-26, CHR-60, CHR-63.
    """
    if action_budget.is_running(resolution.context):
        order.join(resolution, combatant)
        resolution.apply(*nerve.distrust(resolution.context, combatant))
    elif dying.presence_round(combatant) is not None:
        dying.appear(resolution, combatant.id)


def _owed_in_turns(
    before: RulesContext, after: RulesContext, combatants: Iterable[Combatant]
) -> Iterator[ev.Event]:
    """Yields the Save of a gutless combatant whose turn it is, and the attack of a frenzied one. Source: CHR-63."""
    tests = ((owed.GUTLESS, nerve.must_find_courage), (owed.FRENZY_ATTACK, frenzy.must_attack))
    for combatant in combatants:
        who = combatant.id
        for kind, must in tests if combatant.conditions else ():
            if must(after, who) and not must(before, who) and not owed.is_owed(after, who, kind):
                yield ev.ObligationAdded(obligation=owed.obligation(kind, who))
