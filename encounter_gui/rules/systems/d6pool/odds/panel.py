"""The odds panel of the D6-pool system: exact odds of the strike on the bench, in words and bars."""

from dataclasses import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.attack_form.form import strike_of
from encounter_gui.rules.systems.d6pool.combat.attack_plan import Strike
from encounter_gui.rules.systems.d6pool.odds.attack import StrikeOdds, strike_odds
from encounter_gui.rules.systems.d6pool.odds.repeated import (
    CHAIN,
    NextAttack,
    attacks_like,
    down_within,
    mark_of,
)
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view import (
    Comparison,
    HeadlineNumber,
    Odds,
    Option,
    Spread,
    Threshold,
    Within,
)

_WORST_BAR = 40
"""The chart shows wounds up to here, or what kills; less than 1e-4 lies beyond."""


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    found = strike_of(context, command)
    if found is None:
        return None
    strike, target = found
    chances = of_strike(strike, target)
    texts = context.texts
    return Odds(
        title=texts.text_of("d6pool.odds.title"),
        headline_numbers=_figures(context, chances, target),
        charts=(
            *_comparison(context, strike, target),
            _within(context, command, strike, target),
            _spread(context, chances, target),
        ),
    )


def of_strike(strike: Strike, target: Combatant) -> StrikeOdds:
    """Returns the exact odds of a strike on somebody as it is now."""
    return strike_odds(
        attack=strike.pool.dice,
        dodge=strike.dodge,
        difficulty=strike.dn,
        damage=strike.damage,
        resistance=strike.resistance.dice,
        left=character.health_now(target),
        health=character.health(target),
        is_certain=strike.is_certain,
    )


def _within(context: RulesContext, command: Command, strike: Strike, target: Combatant) -> Within:
    """Returns how likely the target is down if this goes on. Source: D6P-17, D6P-31, D6P-34, D6P-35."""
    attacks, text_of = attacks_like(context, command, strike, target), context.texts.text_of
    return Within(
        title=text_of("d6pool.odds.within", most=CHAIN),
        chances=down_within(attacks, mark_of(context, target)),
        note=text_of("d6pool.odds.within.note", turns=_turns(attacks)),
    )


def _turns(attacks: tuple[NextAttack, ...]) -> str:
    """Returns how many of the attacks fall in each turn, e.g. ``4 + 4 + 2``."""
    counts = [0]
    for number, attack in enumerate(attacks):
        if attack.begins_turn and number:
            counts.append(0)
        counts[-1] += 1
    return " + ".join(str(count) for count in counts)


def _figures(
    context: RulesContext, chances: StrikeOdds, target: Combatant
) -> tuple[HeadlineNumber, ...]:
    def number(key: str, probability: float, note: str = "", tip: str = "") -> HeadlineNumber:
        label = text_of(f"d6pool.odds.{key}")
        return HeadlineNumber(label=label, probability=probability, note=note, tip=tip)

    text_of = context.texts.text_of
    to_zero = text_of("d6pool.odds.to_zero", left=max(character.health_now(target), 0))
    killed = text_of("d6pool.odds.killed", percent=f"{chances.dead:.1%}")
    return (
        number("hit", chances.hit),
        number("wound", chances.wound),
        number("stun", chances.stun, text_of("d6pool.odds.no_wound")),
        number("down", chances.down, to_zero, killed),
    )


def _comparison(context: RulesContext, strike: Strike, target: Combatant) -> tuple[Comparison, ...]:
    limit = character.dodge_limit(context, target)
    if not limit or strike.is_certain:
        return ()
    left = character.dodge_left(target)
    dice = range(min(limit, context.number(mechanics.DODGE_MOST)) + 1)
    made = Comparison(
        title=context.texts.text_of("d6pool.odds.by_dodge"),
        key="dodge",
        look="dice",
        options=tuple(Option(key=str(each), text=str(each)) for each in dice),
        probabilities=tuple(of_strike(replace(strike, dodge=each), target).hit for each in dice),
        chosen=min(strike.dodge, limit),
        note=context.texts.text_of("d6pool.odds.keeps", who=target.name, left=left - strike.dodge),
    )
    return (made,)


def _spread(context: RulesContext, chances: StrikeOdds, target: Combatant) -> Spread:
    texts = context.texts
    left, full = character.health_now(target), character.health(target)
    marks = [
        Threshold(value=0, text=texts.text_of("d6pool.odds.stunned"), level=2),
        Threshold(value=1, text="", level=0),
    ]
    if left > 0:
        marks.append(Threshold(value=left, text=texts.text_of("d6pool.odds.zero"), level=4))
    if left + full > 0:
        marks.append(Threshold(value=left + full, text=texts.text_of("d6pool.odds.dead"), level=6))
    shown = min(max(left + full + 2, 8), chances.wounds.size, _WORST_BAR)
    return Spread(
        title=texts.text_of("d6pool.odds.spread"),
        unit=texts.text_of("d6pool.odds.wounds"),
        lowest=0,
        probabilities=tuple(float(p) for p in chances.wounds[:shown]),
        thresholds=tuple(marks),
        mean=chances.mean,
    )
