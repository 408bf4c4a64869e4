"""What the rules add for changed combatants, whether dice, a command or the game master's hand changed them.

Source: CHR-23, CHR-26, CHR-48, CHR-57 to CHR-60, CHR-63.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.automation import AutomatedRule
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome.combat import frenzy
from encounter_gui.rules.systems.chrome.harm import dying, nerve
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, owed
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
    if len(after.state.combatants) < len(before.state.combatants):
        for who in before.state.combatants:
            if who not in after.state.combatants:
                yield from dying.release_grapples(after, who)
    for was, now in changed:
        if was is not None:
            yield from _changed(after, was, now)
    yield from _joining(after, changed)
    yield from _owed_in_turns(before, after, [now for _, now in changed])


def _changed_combatants(
    was: EncounterState, now: EncounterState
) -> list[tuple[Combatant | None, Combatant]]:
    """Returns the combatants that changed, each as before and after; None before: it has joined."""
    if was.combatants is now.combatants:
        return []
    old = was.combatants
    return [
        (old.get(who), each) for who, each in now.combatants.items() if old.get(who) is not each
    ]


def _changed(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[FollowUp]:
    yield from _capped(was, now)
    yield from _life(context, was, now)
    if _newly(was, now, character.is_cold) or ("left" in now.flags) > ("left" in was.flags):
        yield from dying.release_grapples(context, now.id)
    if was.has("unconscious") and not now.has("unconscious") and character.is_awake(now):
        yield from owed.panic_check_owed(context, now.id, "waking")
    yield from _grapples(context, was, now)
    if was.conditions is not now.conditions:
        for kind in owed.MARKS:
            yield from owed.mark_events(context, now, kind)


def _newly(was: Combatant, now: Combatant, state: Callable[[Combatant], bool]) -> bool:
    return state(now) and not state(was)


def _capped(was: Combatant, now: Combatant) -> Iterator[ev.Event]:
    """Yields Health and Conviction at a maximum that was lowered. Source: CHR-04, CHR-05."""
    if was.sheet is now.sheet:
        return
    for gauge in (character.HEALTH, character.CONVICTION):
        most = number(now.sheet.get(gauge))
        if was.sheet.get(gauge) != now.sheet.get(gauge) and now.gauges.get(gauge, 0) > most:
            yield ev.GaugeSet(who=now.id, gauge=gauge, to=most)


def _life(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[FollowUp]:
    """Yields the end of an enemy at 0 Health, the Save of an Operator, the end of a Presence. Source: CHR-57."""
    if _newly(was, now, character.is_dead) and dying.DIED not in now.memo:
        if not character.is_operator(now):
            yield from dying.death_events(context, now)
        elif not owed.is_owed(context, now.id, owed.DEATH_SAVE):
            yield dying.save_owed(context, now.id)
    if _newly(now, was, character.is_dead):
        yield from dying.revival(now)
    if dying.DIED in now.memo and dying.DIED not in was.memo:
        yield say("chrome.then.dies", who=now.name)
        yield from dying.witnesses(context, now)


def _grapples(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[ev.Event]:
    """Yields the end of a grapple for the other one. Source: CHR-48."""
    for mine, theirs in (("grappling", "grappled"), ("grappled", "grappling")):
        known = was.condition(mine)
        if known is None or known.by is None or now.has(mine):
            continue
        other = context.state.combatants.get(known.by)
        back = other.condition(theirs) if other is not None else None
        if back is not None and back.by == now.id:
            yield ev.ConditionRemoved(who=known.by, key=theirs)


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
