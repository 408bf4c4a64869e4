"""The odds panel of the D6-pool system: exact odds of the strike on the bench, in words and bars."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters.words.odds import OddsWords
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.attack_form.form import strike_of
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    band_of,
    blast_in,
    explosive_in,
    throw_plan,
)
from encounter_gui.rules.systems.d6pool.odds.attack import StrikeOdds, hit_chance, strike_odds
from encounter_gui.rules.systems.d6pool.odds.repeated import CHAIN, repeated
from encounter_gui.rules.systems.d6pool.odds.throw import ThrowOdds, throw_odds
from encounter_gui.rules.systems.d6pool.rules.strike import Strike
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from encounter_gui.rules.view import (
    Bars,
    Comparison,
    HeadlineNumber,
    LaterMeasures,
    LaterWithin,
    Measures,
    NotedNumber,
    Odds,
    Option,
    Outcomes,
    Share,
    ShareLook,
    Spread,
    Threshold,
)


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    if isinstance(command, do.Throw):
        return _of_throw(context, command)
    found = strike_of(context, command)
    if found is None:
        return None
    strike, target = found
    chances, words = of_strike(strike, target), OddsWords(context)
    return Odds(
        title=words.text("title"),
        headline_numbers=_figures(words, chances, target),
        charts=(
            *_comparison(context, strike, target),
            _within(context, command),
            _spread(words, chances, target),
        ),
        noted=(NotedNumber(id="dead.1", probability=chances.dead),),
    )


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what a strike is compared by; None for a throw, which has no target. Source: D6P-29 to D6P-35."""
    found = strike_of(context, command)
    if found is None:
        return None
    strike, target = found
    chances = of_strike(strike, target)
    return LaterMeasures(
        hit=chances.hit,
        hurt=chances.wound,
        out=chances.down,
        damage=chances.hit * chances.mean,
        work=lambda: _chances(context, command) if isinstance(command, do.Attack) else (),
    )


def _of_throw(context: RulesContext, command: do.Throw) -> Odds | None:
    """Returns the exact odds of a throw at a point; None where it cannot be made. Source: D6P-38 to D6P-41."""
    try:
        view = rounds.view_of_tie(context, command.who)
        explosive = explosive_in(view.combatant(command.who), command.weapon)
        band = band_of(command.metres, command.band, explosive.ranges, weapon=explosive.name)
        plan = throw_plan(view, command, explosive, band)
    except (RuleError, KeyError):
        return None
    chances, words = throw_odds(plan), OddsWords(context)
    at_point = chances.bands(0, explosive.blast)
    caught, struck = 1.0 - at_point[""], _strike(context, explosive, at_point)
    return Odds(
        title=words.text("throw"),
        headline_numbers=(
            words.number("on_point", "at_point", chances.lands),
            words.number("caught", "caught", caught, note=words.text("who_stands")),
            words.number("hit", "struck", struck, note=words.text("without_dodge")),
        ),
        charts=(
            _blast_ranges(context, at_point),
            _caught_by_distance(words, chances, explosive),
            _deviation(words, chances),
        ),
        remark=words.text("places"),
    )


def _strike(context: RulesContext, explosive: gear.Explosive, bands: Mapping[str, float]) -> float:
    """Returns the chance that a blast hits somebody at these ranges who does not dodge. Source: D6P-40, D6P-41."""
    return sum(
        bands[band] * hit_chance(blast_in(context, explosive, band))
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
            id=band or "outside",
            text=text_of(f"d6pool.band.{band}" if band else "d6pool.odds.outside"),
            probability=chance,
            look=_BAND_LOOKS[band],
        )
        for band, chance in bands.items()
    )
    return Outcomes(id="blast", title=text_of("d6pool.odds.ranges"), shares=tuple(shares))


def _caught_by_distance(words: OddsWords, chances: ThrowOdds, explosive: gear.Explosive) -> Bars:
    """Returns how likely the blast reaches somebody, by how far from the point it stands. Source: D6P-39, D6P-40."""
    shares = (
        Share(
            id=str(metres),
            text=words.text("metres", metres=metres),
            probability=1.0 - chances.bands(metres, explosive.blast)[""],
            look="good",
        )
        for metres in (0, *explosive.blast)
    )
    return Bars(id="caught_at", title=words.text("by_distance"), shares=tuple(shares))


def _deviation(words: OddsWords, chances: ThrowOdds) -> Spread:
    """Returns how far from the point it comes down. Source: D6P-38."""
    return Spread(
        id="off",
        title=words.text("deviation"),
        unit=words.text("metres_unit"),
        lowest=0,
        probabilities=chances.off,
        mean=sum(metres * chance for metres, chance in enumerate(chances.off)),
    )


def of_strike(strike: Strike, target: Combatant) -> StrikeOdds:
    """Returns the exact odds of a strike on somebody as it is now."""
    return strike_odds(strike, left=character.health_now(target), health=character.health(target))


def _within(context: RulesContext, command: Command) -> LaterWithin:
    """Returns how likely the target is down if this goes on. Source: D6P-17, D6P-31, D6P-34, D6P-35."""
    words = OddsWords(context)

    def note() -> str:
        goes_on = repeated(context, command)
        turns = goes_on.turns if goes_on is not None else ()
        return words.text("within.note", turns=" + ".join(map(str, turns)))

    return LaterWithin(
        id="out",
        title=words.text("within", most=CHAIN),
        work=lambda: _chances(context, command),
        note_of=note,
        most=CHAIN,
    )


def _chances(context: RulesContext, command: Command) -> tuple[float, ...]:
    goes_on = repeated(context, command)
    return goes_on.within if goes_on is not None else ()


def _figures(
    words: OddsWords, chances: StrikeOdds, target: Combatant
) -> tuple[HeadlineNumber, ...]:
    to_zero = words.text("to_zero", left=max(character.health_now(target), 0))
    killed = words.text("killed", percent=f"{chances.dead:.1%}")
    down = f"{words.text('down.tip')}\n{killed}"
    return (
        words.number("hit", "hit", chances.hit),
        words.number("wound", "wound", chances.wound),
        words.number("stun", "stun", chances.stun, note=words.text("no_wound")),
        words.number("out.1", "down", chances.down, note=to_zero, tip=down),
    )


def _comparison(context: RulesContext, strike: Strike, target: Combatant) -> tuple[Comparison, ...]:
    limit = action_budget.dodge_limit(context, target)
    if not limit or strike.is_certain:
        return ()
    left = character.dodge_left(target)
    dice = range(limit + 1)
    made = Comparison(
        id="hit_by_dodge",
        title=context.texts.text_of("d6pool.odds.by_dodge"),
        key="dodge",
        look="dice",
        options=tuple(Option(key=str(each), text=str(each)) for each in dice),
        probabilities=tuple(of_strike(replace(strike, dodge=each), target).hit for each in dice),
        chosen=min(strike.dodge, limit),
        note=context.texts.text_of("d6pool.odds.keeps", who=target.name, left=left - strike.dodge),
    )
    return (made,)


def _spread(words: OddsWords, chances: StrikeOdds, target: Combatant) -> Spread:
    left, full = character.health_now(target), character.health(target)
    marks = [
        Threshold(value=0, text=words.text("stunned"), level=2),
        Threshold(value=1, text="", level=0),
    ]
    if left > 0:
        marks.append(Threshold(value=left, text=words.text("zero"), level=4))
    if left + full > 0:
        marks.append(Threshold(value=left + full, text=words.text("dead"), level=6))
    return Spread(
        id="damage_if_hit",
        title=words.text("spread"),
        unit=words.text("wounds"),
        lowest=0,
        probabilities=tuple(chances.wounds.tolist()),
        thresholds=tuple(marks),
        mean=chances.mean,
    )
