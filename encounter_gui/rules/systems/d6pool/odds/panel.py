"""The odds panel of the D6-pool system: exact odds of the strike on the bench, in words and bars."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.attack_form.form import strike_of
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    Strike,
    band_of,
    explosive_in,
    ladder,
    throw_pool,
)
from encounter_gui.rules.systems.d6pool.odds.attack import StrikeOdds, hit_chance, strike_odds
from encounter_gui.rules.systems.d6pool.odds.repeated import (
    CHAIN,
    NextAttack,
    attacks_like,
    down_within,
    mark_of,
)
from encounter_gui.rules.systems.d6pool.odds.throw import ThrowOdds, throw_odds
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import rounds
from encounter_gui.rules.view import (
    Bars,
    Comparison,
    HeadlineNumber,
    Measures,
    Odds,
    Option,
    Outcomes,
    Share,
    ShareLook,
    Spread,
    Threshold,
    Within,
)


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    if isinstance(command, do.Throw):
        return _of_throw(context, command)
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


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what a strike is compared by; None for a throw, which has no target. Source: D6P-29 to D6P-35."""
    found = strike_of(context, command)
    if found is None:
        return None
    strike, target = found
    chances = of_strike(strike, target)
    within: tuple[float, ...] = ()
    if isinstance(command, do.Attack):
        attacks = attacks_like(context, command, strike, target)
        within = down_within(attacks, mark_of(context, target))
    return Measures(
        hit=chances.hit,
        hurt=chances.wound,
        out=chances.down,
        damage=chances.hit * chances.mean,
        within=within,
    )


def _of_throw(context: RulesContext, command: do.Throw) -> Odds | None:
    """Returns the exact odds of a throw at a point; None where it cannot be made. Source: D6P-38 to D6P-41."""
    try:
        view = rounds.view_of_tie(context, command.who)
        explosive = explosive_in(view.combatant(command.who), command.weapon)
        band = band_of(command.metres, command.band, explosive.ranges, weapon=explosive.name)
        dice = throw_pool(view, command, explosive).dice
    except (RuleError, KeyError):
        return None
    chances, text_of = throw_odds(dice, ladder(context, band)), context.texts.text_of
    at_point = chances.bands(0, explosive.blast)
    return Odds(
        title=text_of("d6pool.odds.throw"),
        headline_numbers=(
            HeadlineNumber(
                label=text_of("d6pool.odds.at_point"),
                probability=chances.lands,
                tip=text_of("d6pool.odds.at_point.tip"),
            ),
            HeadlineNumber(
                label=text_of("d6pool.odds.caught"),
                probability=1.0 - at_point[""],
                note=text_of("d6pool.odds.who_stands"),
                tip=text_of("d6pool.odds.caught.tip"),
            ),
            HeadlineNumber(
                label=text_of("d6pool.odds.struck"),
                probability=_strike(context, at_point),
                note=text_of("d6pool.odds.without_dodge"),
                tip=text_of("d6pool.odds.struck.tip"),
            ),
        ),
        charts=(
            _blast_ranges(context, at_point),
            _caught_by_distance(context, chances, explosive),
            _deviation(context, chances),
        ),
        remark=text_of("d6pool.odds.places"),
    )


def _strike(context: RulesContext, bands: Mapping[str, float]) -> float:
    """Returns the chance that a blast hits somebody at these ranges who does not dodge. Source: D6P-40, D6P-41."""
    if context.switch("d6pool.grenadeAlwaysHits"):
        return 1.0 - bands[""]
    dice = context.number(mechanics.BLAST_DICE)
    return sum(
        bands[band] * hit_chance(dice, 0, ladder(context, band))
        for band in gear.BANDS
        if band in bands
    )


_BAND_LOOKS: Mapping[str, ShareLook] = MappingProxyType(
    {"short": "strong", "medium": "good", "long": "weak", "extreme": "weak", "": "none"}
)


def _blast_ranges(context: RulesContext, bands: Mapping[str, float]) -> Outcomes:
    """Returns in which range of the blast somebody is who stands at the point. Source: D6P-40."""
    text_of = context.texts.text_of
    shares = (
        Share(
            text=text_of(f"d6pool.band.{band}" if band else "d6pool.odds.outside"),
            probability=chance,
            look=_BAND_LOOKS[band],
        )
        for band, chance in bands.items()
    )
    return Outcomes(title=text_of("d6pool.odds.ranges"), shares=tuple(shares))


def _caught_by_distance(
    context: RulesContext, chances: ThrowOdds, explosive: gear.Explosive
) -> Bars:
    """Returns how likely the blast reaches somebody, by how far from the point it stands. Source: D6P-39, D6P-40."""
    text_of = context.texts.text_of
    shares = (
        Share(
            text=text_of("d6pool.odds.metres", metres=metres),
            probability=1.0 - chances.bands(metres, explosive.blast)[""],
            look="good",
        )
        for metres in (0, *explosive.blast)
    )
    return Bars(title=text_of("d6pool.odds.by_distance"), shares=tuple(shares))


def _deviation(context: RulesContext, chances: ThrowOdds) -> Spread:
    """Returns how far from the point it comes down. Source: D6P-38."""
    text_of = context.texts.text_of
    return Spread(
        title=text_of("d6pool.odds.deviation"),
        unit=text_of("d6pool.odds.metres_unit"),
        lowest=0,
        probabilities=chances.off,
        mean=sum(metres * chance for metres, chance in enumerate(chances.off)),
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
        means = text_of(f"d6pool.odds.{key}.tip")
        tips = "\n".join(each for each in (means, tip) if each)
        return HeadlineNumber(label=label, probability=probability, note=note, tip=tips)

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
    return Spread(
        title=texts.text_of("d6pool.odds.spread"),
        unit=texts.text_of("d6pool.odds.wounds"),
        lowest=0,
        probabilities=tuple(chances.wounds.tolist()),
        thresholds=tuple(marks),
        mean=chances.mean,
    )
