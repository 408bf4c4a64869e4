"""What the moments of a fight are called on paper: ``Turn 3``, or ``Round 2, phase 3`` where rounds have phases."""

from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.model.ruleset import TimeUnits


def moment(time: TimeUnits, number: int) -> str:
    """Returns the name of a round, or of a phase of one; ``number`` counts from 1 what the state counts."""
    if time.parts > 1 and time.whole:
        whole, part = time.place_of(number)
        return f"{time.whole.capitalize()} {whole}, {time.round} {part}"
    return f"{time.round.capitalize()} {number}"


def short_moment(time: TimeUnits, number: int) -> str:
    """Returns the same for margins and axes: ``3``, or ``2·3``."""
    if time.parts > 1:
        whole, part = time.place_of(number)
        return f"{whole}·{part}"
    return str(number)


def rounds_from(time: TimeUnits, state: EncounterState, count: int) -> tuple[tuple[str, ...], int]:
    """Returns the names of the round that is played and those after it, and which part of it comes now, from 0."""
    whole, part = time.place_of(state.round)
    name = (time.whole if time.parts > 1 and time.whole else time.round).capitalize()
    return tuple(f"{name} {whole + step}" for step in range(count)), part - 1
