"""Strikes in words: the line in the log and the arithmetic behind it. Source: D6P-26, D6P-28 to D6P-35, D6P-41."""

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool.combat.attack_plan import StrikeResult
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.sheet.gear import RangeBand


def attack_label(
    resolution: Resolution,
    attacker: Combatant,
    target: Combatant,
    mode: str,
    result: StrikeResult,
    *,
    waits: bool,
) -> Message:
    """Returns the line in the log of an attack; ``waits``: its effects are held in a tie."""
    texts = resolution.context.texts
    came_to = result_of("d6pool.log.attack", target, result)
    words = {
        "who": attacker.name,
        "verb": texts.text_of(f"d6pool.verb.{mode}"),
        "waits": texts.text_of("d6pool.log.waits") if waits else "",
    }
    return Message(key=came_to.key, params={**came_to.params, **words})


def result_of(prefix: str, target: Combatant, result: StrikeResult) -> Message:
    """Returns what a strike came to, as the text with this prefix."""
    strike = result.strike
    kind = "wounds" if result.wounds else "stunned"
    if not result.does_harm:
        kind = "harmless" if result.is_hit else "missed"
    return say(
        f"{prefix}_{kind}",
        target=target.name,
        total=result.attack or 0,
        dn=strike.dn + result.dodge,
        damage=result.damage,
        resistance=result.resistance,
        wounds=result.wounds,
        left=character.health_now(target) - result.wounds,
        waits="",
    )


def explain(resolution: Resolution, result: StrikeResult, band: RangeBand | None) -> None:
    """Adds the arithmetic of a strike, line by line. Source: D6P-28 to D6P-35, D6P-41."""
    explain_hit(resolution, result, band)
    explain_harm(resolution, result)


def explain_hit(resolution: Resolution, result: StrikeResult, band: RangeBand | None) -> None:
    """Adds how it came to hit, or to miss. Source: D6P-26 to D6P-29, D6P-41."""
    strike = result.strike
    if strike.is_certain:
        resolution.reason("d6pool.why.certain", "D6P-41")
    else:
        explain_pool(resolution, strike.pool, "D6P-28")
        if band:
            explain_band(resolution, band, strike.dn)
        resolution.reason(
            "d6pool.why.hit" if result.is_hit else "d6pool.why.miss",
            "D6P-29",
            total=result.attack or 0,
            base=strike.dn,
            dodge=result.dodge,
            dn=strike.dn + result.dodge,
        )


def explain_pool(resolution: Resolution, pool: Pool, rule: str) -> None:
    """Adds what the dice of a roll are made of."""
    resolution.reason("d6pool.why.pool", rule, parts=pool.text, dice=pool.dice)


def explain_band(resolution: Resolution, band: RangeBand, dn: int) -> None:
    """Adds the difficulty number of a range band. Source: D6P-26."""
    text = resolution.context.texts.text_of(f"d6pool.band.{band}")
    resolution.reason("d6pool.why.band", "D6P-26", band=text, dn=dn)


def explain_resistance(resolution: Resolution, pool: Pool) -> None:
    """Adds what resists damage. Source: D6P-34."""
    resolution.reason("d6pool.why.resistance", "D6P-34", parts=pool.text, dice=pool.dice)


def explain_harm(resolution: Resolution, result: StrikeResult) -> None:
    """Adds what a strike does to its target; nothing where it does no harm. Source: D6P-34, D6P-35."""
    if not result.does_harm:
        return
    explain_resistance(resolution, result.strike.resistance)
    resolution.reason(
        "d6pool.why.wounds" if result.wounds else "d6pool.why.stunned",
        "D6P-35",
        level=result.strike.damage,
        damage=result.damage,
        resistance=result.resistance,
        wounds=result.wounds,
    )
