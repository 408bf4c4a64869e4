"""What the rules add when combatants have changed, by dice or by hand alike."""

from collections.abc import Iterator

from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.automation import AutomatedRule
from encounter_gui.rules.systems.cwn.combat import melee, screen_effects, swarms, total_defense
from encounter_gui.rules.systems.cwn.harm import by_hand, first_aid
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.turns import order

AUTOMATED = (
    AutomatedRule(
        key="falling",
        rule="CWN-57",
        conditions=frozenset({*character.DOWN, "prone"}),
        gauges=frozenset({character.HP, character.SOAK}),
    ),
    AutomatedRule(key="screens", rule="CWN-40", conditions=frozenset({"screening", "screened"})),
    AutomatedRule(key="total_defense", rule="CWN-36g", conditions=frozenset({total_defense.KEY})),
)
"""What the game master may apply by hand, each by itself."""


def follow_ups(before: RulesContext, after: RulesContext) -> Iterator[ev.Event | Message]:
    """Yields what follows: falls, recoveries, ends of screens and of melee, places in the order.

    Source: CWN-16, CWN-18, CWN-40, CWN-57.
    """
    old, new = before.state.combatants, after.state.combatants
    if old is new:
        return
    changed = after.state.changed_from(before.state)
    for who in changed:
        known = old.get(who)
        if known is not None and known.conditions is not new[who].conditions:
            yield from by_hand.follow_ups(known, after, who)
            yield from total_defense.follow_ups(known, new[who], after.state)
            yield from _sobered(known, after, new[who])
            yield from _mended(known, new[who])
    walked = [who for who in changed if who in old and old[who].place != new[who].place]
    if walked:
        yield from screen_effects.apart_now(after.state, walked)
    yield from screen_effects.follow_ups(after.state, walked)
    if walked:
        yield from melee.parted_events(after.state, walked)
    moved = [who for who in changed if who in old and old[who].side != new[who].side]
    if moved:
        yield from swarms.left_events(after.state, moved)
    if after.state.slots and (moved or any(who not in old for who in changed)):
        yield from order.place_events(after.state, moved)


def _mended(before: Combatant, now: Combatant) -> Iterator[ev.Event]:
    """Yields the end of the week of rest that somebody frail has begun, once it is frail no more. Source: CWN-61."""
    if before.has("frail") and not now.has("frail") and now.gauges.get(first_aid.NIGHTS):
        yield ev.GaugeSet(who=now.id, gauge=first_aid.NIGHTS, to=0)


def _sobered(before: Combatant, after: RulesContext, now: Combatant) -> Iterator[ev.Event]:
    """Yields the loss of hit points above the maximum once Avalanche is over. Source: CWN-45u."""
    most = character.most_hp(after, now)
    if before.has("avalanche") and not now.has("avalanche") and character.hp_now(now) > most:
        yield ev.GaugeSet(who=now.id, gauge=character.HP, to=most)
