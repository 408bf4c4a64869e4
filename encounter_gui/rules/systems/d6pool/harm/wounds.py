"""What wounds and stuns lead to, by dice or by hand. Source: D6P-35, D6P-42 to D6P-46."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm.damage import HarmRules, HitByHand, HitResult, Reduction
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.automation import AutomatedRule
from encounter_gui.rules.model.text_format import MINUS
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet import character


def health_loss(combatant: Combatant, wounds: int) -> ev.GaugeChanged:
    """Returns the event of so many wounds; simultaneous ones add up. Source: D6P-04, D6P-15."""
    return ev.GaugeChanged(who=combatant.id, gauge=character.HEALTH, by=-wounds)


def wound_events(context: RulesContext, combatant: Combatant, wounds: int) -> tuple[ev.Event, ...]:
    """Returns what a hit of so many wounds does: wounds, or with 0 a stun to the end of the turn.

    The dead, and those already stunned, are not stunned (again); it ruins their aim all the same. Source: D6P-35,
    D6P-23.
    """
    if wounds > 0:
        return (health_loss(combatant, wounds),)
    if character.is_dead(combatant):
        return ()
    if combatant.has("stunned"):
        return _without(combatant, "aimed")
    until = Expiry(round=context.state.round)
    return (ev.ConditionAdded(who=combatant.id, condition=Condition(key="stunned", until=until)),)


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
    resolution.apply(*wound_events(context, target, count))
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
    for key, combatant in after.state.combatants.items():
        known = before.state.combatants.get(key)
        if known is not None and known is not combatant:
            yield from _of_combatant(after, known, combatant, is_hit=is_hit)


def _of_combatant(
    context: RulesContext, before: Combatant, after: Combatant, *, is_hit: bool
) -> Iterable[ev.Event]:
    lost = character.health_now(before) - character.health_now(after)
    stunned = after.has("stunned") and not before.has("stunned")
    if lost > 0 or stunned:
        yield from _without(after, "aimed")
    if stunned and context.switch("d6pool.stunHitsDodge") and character.dodge_left(after):
        yield ev.GaugeChanged(who=after.id, gauge=character.DODGE, by=-1)
    if lost > 0:
        yield from _worse(context, before, after, is_hit=is_hit)
    elif lost < 0 and character.is_down(before) and not character.is_down(after):
        yield from _without(after, "bleeding", "awake_weak")
    yield from _timed_events(context, before, after)


def _worse(
    context: RulesContext, before: Combatant, after: Combatant, *, is_hit: bool
) -> Iterable[ev.Event]:
    is_dead, is_down = character.is_dead(after), character.is_down(after)
    if is_hit:
        yield from _without(after, "aided", *(["awake_weak"] if is_down and not is_dead else []))
    if is_dead:
        if not character.is_dead(before):
            yield ev.Resolved(what="dead", who=after.id)
        yield from _without(after, "bleeding", "awake_weak")
    elif is_down:
        if not character.is_down(before):
            yield ev.Resolved(what="down", who=after.id)
        if is_hit and not after.has("bleeding"):
            yield ev.ConditionAdded(who=after.id, condition=_bleeding(context))


def _bleeding(context: RulesContext) -> Condition:
    """Returns a bleeding that begins now, with the turn at whose end the first wound is lost. Source: D6P-43."""
    due = context.state.round + context.number(mechanics.BLEEDING_TURNS)
    return Condition(key="bleeding", count=due)


def _timed_events(context: RulesContext, before: Combatant, after: Combatant) -> Iterable[ev.Event]:
    """Yields a bleeding put on by hand with its clock; one that runs already goes on. Source: D6P-43."""
    bleeding = after.condition("bleeding")
    if bleeding is None or bleeding.count is not None:
        return
    known = before.condition("bleeding")
    count = known.count if known else _bleeding(context).count
    if count is not None:
        yield ev.ConditionAdded(who=after.id, condition=replace(bleeding, count=count))


def bleed(resolution: Resolution, combatant: Combatant, bleeding: Condition) -> None:
    """Takes a wound from a bleeding combatant and sets the clock for the next. Source: D6P-43, D6P-13."""
    due = (bleeding.count or 0) + resolution.context.number(mechanics.BLEEDING_TURNS)
    resolution.record(
        ev.ConditionAdded(who=combatant.id, condition=replace(bleeding, count=due)),
        health_loss(combatant, 1),
        ev.Resolved(what="bleeding", who=combatant.id, values={"wounds": 1}),
        follow_ups=worsening,
    )


def _without(combatant: Combatant, *keys: str) -> tuple[ev.Event, ...]:
    """Returns the ends of conditions, of those of them that a combatant has."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=key) for key in keys if combatant.has(key)
    )
