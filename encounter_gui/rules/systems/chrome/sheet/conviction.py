"""Conviction and Stress, and what else wears on an Operator. Source: CHR-05, CHR-17 to CHR-20, CHR-63, CHR-64."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.adjustments import Limits, LimitsOf
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome.sheet import character, owed


def stress(resolution: Resolution, who: CombatantId, amount: int) -> None:
    """Takes Stress off current Conviction, never below 0. Source: CHR-05."""
    combatant = resolution.combatant(who)
    taken = min(amount, character.conviction_now(combatant))
    if not character.is_operator(combatant) or amount <= 0:
        return
    resolution.change_gauge(who, character.CONVICTION, -taken)
    resolution.fact("stress", who, amount=amount)
    resolution.add_text("chrome.then.stress", who=combatant.name, amount=amount)


def burn(resolution: Resolution, who: CombatantId, amount: int) -> None:
    """Takes the Conviction that is burned on a roll. Source: CHR-20."""
    combatant = resolution.combatant(who)
    burned = min(amount, character.conviction_now(combatant))
    if burned > 0:
        resolution.change_gauge(who, character.CONVICTION, -burned)
        resolution.add_text("chrome.then.burned", who=combatant.name, amount=burned)


def regain(resolution: Resolution, who: CombatantId, amount: int) -> int:
    """Gives Conviction back, never above the most, and none to who doubts; returns how much.

    Source: CHR-19, CHR-63.
    """
    combatant = resolution.combatant(who)
    room = character.conviction(combatant) - character.conviction_now(combatant)
    gained = max(min(amount, room), 0)
    if not character.is_operator(combatant) or combatant.has("crushing_doubt"):
        return 0
    resolution.change_gauge(who, character.CONVICTION, gained)
    if gained:
        resolution.add_text("chrome.then.regains", who=combatant.name, amount=gained)
    return gained


def frighten_edgy(resolution: Resolution, who: CombatantId) -> None:
    """Frightens who is on the edge after a failed Prime Save: the roller, or an Operator near. Source: CHR-63."""
    combatant = resolution.combatant(who)
    for other in character.squad(resolution.context, combatant):
        if other.has("on_the_edge"):
            owed.frighten(resolution, other.id, "on_the_edge", who=combatant.name)


def distort(resolution: Resolution, who: CombatantId, count: int = 1) -> None:
    """Makes the game master owe the words of so many more Distortions. Source: CHR-20, CHR-63, CHR-64."""
    if count:
        combatant, key = resolution.combatant(who), owed.MARKS[owed.DISTORTION]
        count += owed.mark_count(combatant, owed.DISTORTION)
        resolution.add_condition(who, Condition(key=key, count=count))
        resolution.add_text("chrome.then.distortion", who=combatant.name)


def limits(context: RulesContext) -> LimitsOf:
    """Returns how far gauges may be changed by hand: an enemy has no Conviction. Source: CHR-05, CHR-11."""
    usual = gauges.limits(context)

    def limits_of(combatant: Combatant, gauge: str) -> Limits:
        if gauge == character.CONVICTION and not character.is_operator(combatant):
            return Limits(least=0, most=0)
        return usual(combatant, gauge)

    return limits_of
