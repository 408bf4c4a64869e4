"""What a spread says: its levels, the part worth drawing, and the whole in words for who cannot see it."""

from operator import attrgetter

from encounter_gui.gui.charts.number_text import percent
from encounter_gui.rules.view import Spread, SpreadPart

_SEEN = 0.0005


def level_of(spread: Spread, value: int) -> int | None:
    """Returns the wound level a value causes; None below the first threshold."""
    reached = [edge for edge in spread.thresholds if edge.value <= value]
    return max(reached, key=attrgetter("value")).level if reached else None


def last_seen(spread: Spread) -> int:
    """Returns the last value worth drawing: the last of at least 0.05 %, or the last threshold that can be met."""
    values = [
        spread.lowest + index
        for index, chance in enumerate(spread.probabilities)
        if chance >= _SEEN
    ]
    most = spread.lowest + len(spread.probabilities) - 1
    values += [edge.value for edge in spread.thresholds if edge.value <= most]
    return max(values, default=spread.lowest)


def spread_words(spread: Spread) -> str:
    """Returns the spread as one sentence: each value with its chance, then the chance to reach each threshold."""
    chances = [
        f"{spread.lowest + index}: {percent(chance)}"
        for index, chance in enumerate(spread.probabilities)
        if chance >= _SEEN
    ]
    edges = [
        f"{edge.text}: {percent(_from(spread, edge.value))}"
        for edge in spread.thresholds
        if edge.text
    ]
    return "; ".join((f"{spread.unit}: {', '.join(chances)}", *edges, *part_words(spread)))


def part_words(spread: Spread) -> tuple[str, ...]:
    """Returns what each part of a spread adds: its whole chance, then each value with its own."""
    return tuple(
        f"{part.name}: {percent(sum(part.probabilities))} ({', '.join(_values(spread, part))})"
        for part in spread.parts
    )


def _values(spread: Spread, part: SpreadPart) -> list[str]:
    return [
        f"{spread.lowest + index}: {percent(chance)}"
        for index, chance in enumerate(part.probabilities)
        if chance >= _SEEN
    ]


def _from(spread: Spread, value: int) -> float:
    return sum(spread.probabilities[max(0, value - spread.lowest) :])
