"""How somebody is, in words: by what is left of the gauge that damage goes to, or by the worst wound."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.play.players.reveal import Reveal
from encounter_gui.play.players.view import HealthShown
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.context import RulesContext

_WORDS = ("down", "badly_hurt", "hurt", "unhurt")
"""The words from no bar filled to three."""


def health_shown(
    context: RulesContext, combatant: Combatant, reveal: Reveal, *, is_out: bool
) -> HealthShown | None:
    """Returns how a combatant is, as far as it is revealed; None: it is not.

    Unhurt is all of it, hurt more than half, badly hurt the rest. Where damage goes to no gauge with an end, wounds
    decide: none, those of the lower half of the levels, those above.
    """
    if reveal == "nothing":
        return None
    left, most = _left(context, combatant)
    level = 0 if is_out else _level(left, most)
    word = context.texts.text_of(f"players.health.{_WORDS[level]}")
    if reveal == "word":
        return HealthShown(word=word, level=level)
    # In steps of a tenth, so that a bar is no number in disguise.
    share = 10 * round(10 * max(left, 0) / most) if most else 0
    if reveal == "bar":
        return HealthShown(word=word, level=level, share=share)
    text = _text(context, combatant)
    return HealthShown(word=word, level=level, share=100 * max(left, 0) // max(most, 1), text=text)


def _level(left: int, most: int) -> int:
    if left >= most:
        return 3
    return 2 if 2 * left > most else 1


def _main_gauge(context: RulesContext, combatant: Combatant) -> tuple[str, int] | None:
    """Returns the gauge that damage goes to, and its end; None: it has no end, wounds say how somebody is."""
    main = context.ruleset.main_gauge
    most = gauges.most_of(context, combatant, main.key) if main is not None else None
    return None if main is None or most is None else (main.key, most)


def _left(context: RulesContext, combatant: Combatant) -> tuple[int, int]:
    """Returns what is left of a combatant, and of how much."""
    gauge = _main_gauge(context, combatant)
    if gauge is not None:
        return combatant.gauges.get(gauge[0], gauge[1]), gauge[1]
    most = max((each.level for each in context.ruleset.wound_levels), default=1)
    return most - _worst(combatant), most


def _worst(combatant: Combatant) -> int:
    return max((each.level for each in combatant.locations.values()), default=0)


def _text(context: RulesContext, combatant: Combatant) -> str:
    gauge = _main_gauge(context, combatant)
    if gauge is not None:
        left = combatant.gauges.get(gauge[0], gauge[1])
        return context.texts.text_of("players.of", left=left, most=gauge[1])
    worst = _worst(combatant)
    named = (each.name for each in context.ruleset.wound_levels if each.level == worst)
    return next(named, "")


def main_key(context: RulesContext) -> str:
    """Returns the gauge that health is told by; empty: wounds tell it."""
    main = context.ruleset.main_gauge
    return main.key if main is not None and main.most else ""
