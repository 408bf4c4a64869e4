"""Fire and wounds as they go on from a fight to the campaign's clock, and back. Source: CHR-38, CHR-50, CHR-54."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.sheet import character

BLEEDS, BURNS = character.BLEEDING, "ablaze"

TICK = "tick_due."
"""Before the cause and the place in the keys of a combatant's records: the second at which fire or a wound does its
damage next. A fight only counts rounds: it keeps by this at which second of a round that is."""


def round_length(context: RulesContext) -> int:
    """Returns how many seconds a round lasts. Source: CHR-22."""
    return clock.seconds_of_round(context.ruleset.time)


def damage_of(context: RulesContext, combatant: Combatant, cause: str) -> int:
    """Returns the damage of a fire, or of one bleeding limb, every round. Source: CHR-10, CHR-38, CHR-54."""
    bleeding, ablaze = wounds.tick_damage(context, combatant.id)
    return bleeding if cause == BLEEDS else ablaze


def ticking(context: RulesContext, combatant: Combatant) -> Iterator[tuple[str, str]]:
    """Yields what does damage to a living combatant every round: the cause, and the place. Source: CHR-38, CHR-54."""
    if character.is_dead(combatant):
        return
    bleeding = character.marks(combatant, character.BLEEDING)
    if bleeding and damage_of(context, combatant, BLEEDS) > 0:
        yield from ((BLEEDS, place) for place in bleeding)
    if combatant.has(BURNS) and damage_of(context, combatant, BURNS) > 0:
        yield BURNS, ""


def anybody_ticks(context: RulesContext) -> bool:
    """Returns whether somebody bleeds or burns, so that every round counts."""
    return any(any(ticking(context, each)) for each in context.state.combatants.values())


def keep_ticks(resolution: Resolution) -> None:
    """Keeps, as a fight ends, when fire and wounds do their damage next: not before their next round.

    Whose slot of this round has not come has it still before it. Source: CHR-50.
    """
    context = resolution.context
    for combatant in context.state.combatants.values():
        kept = {tick_key(cause, place): _next(context, combatant, cause, place)
                for cause, place in ticking(context, combatant)}  # fmt: skip
        for key in combatant.memo:
            if key.startswith(TICK) and key not in kept:
                resolution.set_record(combatant.id, key, "")
        for key, due in kept.items():
            resolution.set_record(combatant.id, key, due)


def catch_up(resolution: Resolution) -> None:
    """Does the damage that was due before the first round of a fight and has not been done: no time has passed since.

    Source: CHR-50.
    """
    for combatant in resolution.context.state.combatants.values():
        for cause, place in ticking(resolution.context, combatant):
            due = combatant.memo.get(tick_key(cause, place))
            if isinstance(due, int) and due <= resolution.context.state.clock:
                wounds.tick_by_clock(resolution, combatant.id, cause)


def tick_key(cause: str, place: str) -> str:
    """Returns the record of the second at which a fire or a wound does its damage next."""
    return f"{TICK}{cause}.{place}"


def _next(context: RulesContext, combatant: Combatant, cause: str, place: str) -> int:
    """Returns the second at which a fire or a wound does its damage after the round of a fight that ends now."""
    state, seconds = context.state, round_length(context)
    end = state.clock + state.round * seconds
    known = combatant.memo.get(tick_key(cause, place))
    shift = (known - end - 1) % seconds + 1 if isinstance(known, int) else seconds
    has_ticked = any(
        slot.is_done or slot.group < state.group
        for slot in state.slots
        if slot.who == combatant.id and not slot.lane
    )
    return end + shift - (0 if has_ticked else seconds)
