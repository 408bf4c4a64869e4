"""The Health that is left to a target, as the odds panel of CHROME draws it."""

import numpy as np
import numpy.typing as npt

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome.odds.repeated import LaterRow
from encounter_gui.rules.systems.chrome.odds.threats import Threat
from encounter_gui.rules.view import Bars, LaterBars, Share, ShareLook

_MOST_ROWS = 6
"""The bars are no more than this; the lowest are then one."""


def health_bars(context: RulesContext, threat: Threat, row: LaterRow) -> Bars:
    """Returns the Health left after all the attacks of this kind in a turn."""
    text_of, strike, attacks = context.texts.text_of, threat.strike, threat.attacks
    key = "chrome.odds.health_after" if attacks > 1 else "chrome.odds.health_left"
    title = text_of(key, count=attacks, full=strike.target.health)
    if attacks == 1:
        return Bars(id="health", title=title, shares=_shares(context, threat, threat.odds.loss))
    nothing_known = np.zeros(max(strike.target.health, 0) + 1)
    return LaterBars(
        id="health",
        title=title,
        shares=_shares(context, threat, nothing_known),
        work=lambda: _shares(context, threat, row().health[attacks - 1]),
    )


def _shares(
    context: RulesContext, threat: Threat, chances: npt.NDArray[np.float64]
) -> tuple[Share, ...]:
    """A row for each Health that may be left, from the chances (health + 1,) of what may be lost."""
    text_of, strike = context.texts.text_of, threat.strike
    losses = _possible(threat)
    shown = losses[: _MOST_ROWS - 1]
    rest = float(sum(chances[each] for each in losses[_MOST_ROWS - 1 :]))
    shares = [
        Share(
            id=str(strike.target.health - each),
            text=str(strike.target.health - each),
            probability=float(chances[each]),
            look=_look(each, strike.target.health),
            note=text_of("chrome.odds.fallen") if each == strike.target.health else "",
        )
        for each in shown
    ]
    if len(losses) > len(shown):
        top = strike.target.health - losses[len(shown)]
        text = text_of("chrome.odds.at_most", left=top) if top else "0"
        shares.append(
            Share(id=f"at_most.{top}" if top else "0", text=text, probability=rest, look="bad")
        )
    return tuple(shares)


def _possible(threat: Threat) -> list[int]:
    """Every loss so many attacks can add up to, and the end: rows that stay whatever the chances are."""
    health = threat.strike.target.health
    each = {0, *(blow.damage for blow in threat.odds.hits)}
    sums = {0}
    for _ in range(threat.attacks):
        sums = {min(lost + more, health) for lost in sums for more in each}
    if threat.strike.harm.effects:
        sums.add(health)
    return sorted(sums)


def _look(lost: int, health: int) -> ShareLook:
    if lost >= health:
        return "bad"
    return "good" if 2 * lost <= health else "weak"
