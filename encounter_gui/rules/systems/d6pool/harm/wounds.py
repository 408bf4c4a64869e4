"""What wounds and stuns lead to, by dice or by hand. Source: D6P-35, D6P-42 to D6P-46."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm.damage import HarmRules, HitByHand, HitResult, Reduction
from encounter_gui.rules.engine.reading.asks import Play
from encounter_gui.rules.engine.reading.table import events_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time.clock import seconds_of_round
from encounter_gui.rules.model.automation import AutomatedRule
from encounter_gui.rules.model.text_format import MINUS
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.rules import harm
from encounter_gui.rules.systems.d6pool.rules.fighter import STUNNED_AGAIN, Fighter
from encounter_gui.rules.systems.d6pool.rules.playing import apply
from encounter_gui.rules.systems.d6pool.sheet import character

# ---- damage by hand


def _resistance_dice(context: RulesContext, hit: HitByHand) -> tuple[RollRequest, ...]:
    """Returns the dice that resist a hit; none where somebody has none left. Source: D6P-34."""
    combatant = context.combatant(hit.who)
    count = character.resistance(context, combatant).dice
    if not count:
        return ()
    label = say("d6pool.roll.resistance_of", who=combatant.name)
    return (request(context, "resistance", hit.who, count=count, label=label),)


def suffer(resolution: Resolution, hit: HitByHand, rolled: Sequence[Rolled]) -> HitResult:
    """Takes damage that is no attack against resistance: wounds, or a stun. Source: D6P-33, D6P-34, D6P-35.

    The amount is what damage dice came to.
    """
    context, target = resolution.view, resolution.combatant(hit.who)
    pool = character.resistance(context, target)
    hit = replace(hit, amount=resolution.number_of(hit.who, "damage", hit.amount))
    resisted = sum(each.total for each in rolled)
    count = int(mechanics.wounds(hit.amount, resisted))
    count = resolution.number_of(hit.who, "wounds", count)
    before = character.health_now(target)
    values = {"damage": hit.amount, "resistance": resisted, "wounds": count}
    resolution.fact("damage", None, hit.who, **values, raw=hit.amount)
    arithmetic = f"{hit.amount} {MINUS} {resisted} = {count}"
    resolution.reason(
        "d6pool.why.by_hand", "D6P-34", who=target.name, pool=pool.text, sum=arithmetic
    )
    if not count:
        resolution.reason("d6pool.why.by_hand_stunned", "D6P-35", who=target.name)
    apply(resolution, harm.suffer, hit.who, max(count, 0), count <= 0)
    after = resolution.combatant(hit.who)
    lost = before - character.health_now(after)
    key = "wounds" if count else "stunned" if after.has("stunned") else "nothing"
    name = context.texts.text_of("d6pool.damage.resistance")
    stopped = min(resisted, hit.amount)
    return HitResult(
        who=hit.who,
        amount=hit.amount,
        text=context.texts.text_of(f"d6pool.damage.told_{key}", sum=arithmetic),
        steps=(Reduction(name=name, stopped=stopped, text=arithmetic),),
        lost=lost,
        over=count - lost,
    )


HARM = HarmRules(suffer=suffer, dice=_resistance_dice, is_beyond=character.is_dead)
"""How damage by hand is taken; no rule says how half of it is rounded, so it is rounded down as elsewhere."""


# ---- what follows

WAKING = "waking"
"""The record of the hours after which an unconscious combatant has tried to wake up last. Source: D6P-45."""

FELL = "fell"
"""The record of the second of the campaign's clock at which somebody fell unconscious. Source: D6P-45."""

WAKING_RUNS = "waking"
"""The kind of what runs on the clock while somebody is unconscious. Source: D6P-45."""


def waking_tried(combatant: Combatant) -> int:
    """Returns the hours after which a combatant has tried to wake up last; 0: not since it fell. Source: D6P-45."""
    tried = combatant.memo.get(WAKING)
    return tried if isinstance(tried, int) else 0


AUTOMATED = (
    AutomatedRule(key="bleeding", rule="D6P-43", conditions=frozenset({"bleeding", "awake_weak"})),
    AutomatedRule(key="aim", rule="D6P-23", conditions=frozenset({"aimed"})),
)
"""What the game master may apply by hand, each by itself."""


def follow_ups(before: RulesContext, after: RulesContext) -> Iterable[ev.Event]:
    """Yields what follows from a hit, by dice or by hand: bleeding, waking, lost aim, death.

    Source: D6P-23, D6P-43 to D6P-46.
    """
    return _follow_ups(before, after, is_hit=True)


def worsening(before: RulesContext, after: RulesContext) -> Iterable[ev.Event]:
    """Yields what follows from Health lost without a new hit: bleeding itself, a bad night. Source: D6P-43, D6P-47."""
    return _follow_ups(before, after, is_hit=False)


def _follow_ups(before: RulesContext, after: RulesContext, *, is_hit: bool) -> Iterable[ev.Event]:
    for who in after.state.changed_from(before.state):
        known = before.state.combatants.get(who)
        if known is not None:
            yield from _of_combatant(after, known, after.combatant(who), is_hit=is_hit)


def _of_combatant(
    context: RulesContext, before: Combatant, after: Combatant, *, is_hit: bool
) -> Iterable[ev.Event]:
    lost = character.health_now(before) - character.health_now(after)
    is_stunned = after.has("stunned") and not before.has("stunned")
    is_again = after.gauges.get(STUNNED_AGAIN, 0) > before.gauges.get(STUNNED_AGAIN, 0)
    if lost or is_stunned or is_again:
        rule = harm.follow if is_hit else harm.follow_worse
        yield from events_of(context, Fighter, rule, after.id, lost, is_stunned, is_again)
    yield from _timed_events(context, before, after)
    if WAKING in after.memo and not character.is_down(after):
        yield ev.MemoSet(who=after.id, key=WAKING, value="")
    yield from _hours_events(context, before, after)


def _hours_events(context: RulesContext, before: Combatant, after: Combatant) -> Iterable[ev.Event]:
    """Yields the moment of a fall, the end of the turn in which it comes, from which hours count. Source: D6P-45."""
    if _is_unconscious(after):
        if not _is_unconscious(before):
            state = context.state
            rounds = state.round if state.stage == "running" else 0
            fell = state.clock + rounds * seconds_of_round(context.ruleset.time)
            yield ev.MemoSet(who=after.id, key=FELL, value=fell)
        return
    if FELL in after.memo:
        yield ev.MemoSet(who=after.id, key=FELL, value="")
    if any(each.kind == WAKING_RUNS for each in after.running):
        yield ev.RunningEnded(who=after.id, running=WAKING_RUNS)


def _is_unconscious(combatant: Combatant) -> bool:
    return "unconscious" in character.derived_keys(combatant)


def _timed_events(context: RulesContext, before: Combatant, after: Combatant) -> Iterable[ev.Event]:
    """Yields a bleeding put on by hand with its clock; one that runs already goes on. Source: D6P-43."""
    bleeding = after.condition("bleeding")
    if bleeding is None or bleeding.count is not None:
        return
    known = before.condition("bleeding")
    count = known.count if known else harm.bleeding_from(Play(context))
    if count is not None:
        yield ev.ConditionAdded(who=after.id, condition=replace(bleeding, count=count))


def told_of(before: RulesContext, after: RulesContext) -> Iterator[Message]:
    """Yields who has lost or regained Health, has been stunned, or is down or dead now. Source: D6P-15, D6P-35."""
    for who, now in after.state.combatants.items():
        was = before.state.combatants.get(who)
        if was is None or was is now:
            continue
        lost = character.health_now(was) - character.health_now(now)
        if lost < 0:
            yield say("d6pool.tie.better", who=now.name, left=character.health_now(now))
        elif lost and (state := _fell_to(was, now)):
            left = character.health_now(now)
            yield say(f"d6pool.tie.{state}", who=now.name, wounds=lost, left=left)
        elif now.has("stunned") and not was.has("stunned"):
            yield say("d6pool.tie.stunned", who=now.name)


def _fell_to(was: Combatant, now: Combatant) -> str:
    if character.is_dead(now) and not character.is_dead(was):
        return "dead"
    if character.is_down(now) and not character.is_down(was):
        return "down"
    return "wounded"


def bleed(resolution: Resolution, who: CombatantId) -> None:
    """Takes a wound from a combatant that bleeds and whose time is up. Source: D6P-43, D6P-13."""
    events = events_of(resolution.context, Fighter, harm.bleed, who)
    if events:
        resolution.worsen(*events)
