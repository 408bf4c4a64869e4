"""The odds panel of the D6-pool system: exact odds of the strike on the bench, in words and bars."""

from dataclasses import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.attack_form.form import strike_of
from encounter_gui.rules.systems.d6pool.combat.attack_plan import Strike
from encounter_gui.rules.systems.d6pool.odds.attack import CHAIN, StrikeOdds, strike_odds
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view import Comparison, Figure, Odds, Option, Spread, Threshold, Within

_WORST_BAR = 40
"""The chart shows wounds up to here, or what kills; less than 1e-4 lies beyond."""


def odds(scene: Scene, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    found = strike_of(scene, command)
    if found is None:
        return None
    strike, target = found
    chances = of_strike(strike, target)
    words = scene.words
    return Odds(
        title=words.word("d6pool.odds.title"),
        figures=_figures(scene, chances, target),
        exhibits=(
            *_comparison(scene, strike, target),
            Within(title=words.word("d6pool.odds.within", most=CHAIN), chances=chances.within),
            _spread(scene, chances, target),
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


def _figures(scene: Scene, chances: StrikeOdds, target: Combatant) -> tuple[Figure, ...]:
    words = scene.words
    left = character.health_now(target)
    return (
        Figure(label=words.word("d6pool.odds.hit"), probability=chances.hit),
        Figure(label=words.word("d6pool.odds.wound"), probability=chances.wound),
        Figure(
            label=words.word("d6pool.odds.stun"),
            probability=chances.stun,
            note=words.word("d6pool.odds.no_wound"),
        ),
        Figure(
            label=words.word("d6pool.odds.down"),
            probability=chances.down,
            note=words.word("d6pool.odds.to_zero", left=max(left, 0)),
            tip=words.word("d6pool.odds.killed", percent=f"{chances.dead:.1%}"),
        ),
    )


def _comparison(scene: Scene, strike: Strike, target: Combatant) -> tuple[Comparison, ...]:
    limit = character.dodge_limit(target)
    if not limit or strike.is_certain:
        return ()
    left = character.dodge_left(target)
    dice = range(min(limit, mechanics.DODGE_MOST) + 1)
    made = Comparison(
        title=scene.words.word("d6pool.odds.by_dodge"),
        key="dodge",
        look="dice",
        options=tuple(Option(key=str(each), text=str(each)) for each in dice),
        probabilities=tuple(of_strike(replace(strike, dodge=each), target).hit for each in dice),
        chosen=min(strike.dodge, limit),
        note=scene.words.word("d6pool.odds.keeps", who=target.name, left=left - strike.dodge),
    )
    return (made,)


def _spread(scene: Scene, chances: StrikeOdds, target: Combatant) -> Spread:
    words = scene.words
    left, full = character.health_now(target), character.health(target)
    marks = [
        Threshold(value=0, text=words.word("d6pool.odds.stunned"), level=2),
        Threshold(value=1, text="", level=0),
    ]
    if left > 0:
        marks.append(Threshold(value=left, text=words.word("d6pool.odds.zero"), level=4))
    if left + full > 0:
        marks.append(Threshold(value=left + full, text=words.word("d6pool.odds.dead"), level=6))
    shown = min(max(left + full + 2, 8), chances.wounds.size, _WORST_BAR)
    return Spread(
        title=words.word("d6pool.odds.spread"),
        unit=words.word("d6pool.odds.wounds"),
        lowest=0,
        probabilities=tuple(float(p) for p in chances.wounds[:shown]),
        thresholds=tuple(marks),
        mean=chances.mean,
    )
