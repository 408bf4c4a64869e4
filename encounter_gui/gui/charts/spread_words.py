"""What a spread says: its levels, the bars worth drawing, and the whole in words for who cannot see it."""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from encounter_gui.gui.charts.number_text import percent
from encounter_gui.rules.view import Spread, SpreadPart

_SEEN = 0.0005
"""The least chance that is said of a value."""

_LEAST_BEYOND = 0.005
"""The bars go on until less than this lies beyond the last."""

_MOST_VALUE = 60
"""The last bar is at most that of this value, or of the last threshold if that is more."""

_FEW = 12
"""So many values from the first have a bar each, however unlikely they are: they need no end that is open."""

_FINEST = 0.00005
"""A table goes on until less than this lies beyond its last row: its figures have two decimals of a per cent."""

_ROUNDING = 1e-12
"""What sums of chances may be wrong by."""


def level_of(spread: Spread, value: int) -> int | None:
    """Returns the wound level a value causes; None below the first threshold."""
    reached = [edge for edge in spread.thresholds if edge.value <= value]
    return max(reached, key=attrgetter("value")).level if reached else None


def last_bar(spread: Spread) -> int:
    """Returns the value of the last bar, which stands for everything beyond it as well.

    Every threshold that can be met has a bar of its own, so that no bar holds more than one wound level.
    """
    possible = _end(spread, _ROUNDING)
    end = min(_end(spread, _LEAST_BEYOND), _MOST_VALUE)
    few = min(possible, spread.lowest + _FEW)
    return max([end, few, *(edge.value for edge in spread.thresholds if edge.value <= possible)])


def is_open(spread: Spread) -> bool:
    """Returns whether the last bar stands for more than its own value."""
    return _end(spread, _ROUNDING) > last_bar(spread)


def bar_chances(spread: Spread, probabilities: Sequence[float]) -> tuple[float, ...]:
    """Returns the height of each bar for the chances of all values, those of the spread or of one of its parts."""
    return _gathered(probabilities, last_bar(spread) - spread.lowest)


def bar_names(spread: Spread) -> tuple[str, ...]:
    """Returns the value of each bar as it is written: ``19``, and ``20+`` for the last one if it is open."""
    return _names(spread, last_bar(spread))


def table_rows(spread: Spread) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yields the value of each row of a table with its chance and those of its parts; the last holds what is beyond."""
    last = max(last_bar(spread), _end(spread, _FINEST))
    series = (spread.probabilities, *(part.probabilities for part in spread.parts))
    columns = (_gathered(each, last - spread.lowest) for each in series)
    yield from zip(_names(spread, last), zip(*columns, strict=True), strict=True)


def spread_words(spread: Spread) -> str:
    """Returns the spread as one sentence: each bar with its chance, then the chance to reach each threshold."""
    bars = ", ".join(_values(spread, spread.probabilities))
    edges = [
        f"{edge.text}: {percent(_from(spread, edge.value))}"
        for edge in spread.thresholds
        if edge.text
    ]
    return "; ".join((f"{spread.unit}: {bars}", *aside_words(spread), *edges, *part_words(spread)))


def aside_words(spread: Spread) -> tuple[str, ...]:
    """Returns the outcome without a bar and its chance; empty: there is none, or it cannot be."""
    aside = spread.aside
    return (f"{aside.text}: {percent(aside.probability)}",) if aside and aside.probability else ()


def part_words(spread: Spread) -> tuple[str, ...]:
    """Returns what each part of a spread adds: its whole chance, then each bar with its own."""
    return tuple(_part_words(spread, part) for part in spread.parts)


def _part_words(spread: Spread, part: SpreadPart) -> str:
    values = ", ".join(_values(spread, part.probabilities))
    return f"{part.name}: {percent(sum(part.probabilities))} ({values})"


def _values(spread: Spread, probabilities: Sequence[float]) -> list[str]:
    bars = zip(bar_names(spread), bar_chances(spread, probabilities), strict=True)
    return [f"{name}: {percent(chance)}" for name, chance in bars if chance >= _SEEN]


def _from(spread: Spread, value: int) -> float:
    return sum(spread.probabilities[max(0, value - spread.lowest) :])


def _end(spread: Spread, least: float) -> int:
    """Returns the first value beyond which less than ``least`` lies."""
    beyond = 0.0
    for index in range(len(spread.probabilities) - 1, 0, -1):
        beyond += spread.probabilities[index]
        if beyond >= least:
            return spread.lowest + index
    return spread.lowest


def chances_between(spread: Spread, low: int, last: int) -> tuple[float, ...]:
    """Returns the chance of each value from ``low``, at most the spread's own lowest, the last with all beyond it."""
    before = (0.0,) * (spread.lowest - low)
    return (*before, *_gathered(spread.probabilities, last - spread.lowest))


def _gathered(probabilities: Sequence[float], last: int) -> tuple[float, ...]:
    """Returns chances up to a place, the last with everything beyond it."""
    shown = probabilities[: last + 1]
    missing = (0.0,) * (last + 1 - len(shown))
    *before, end = (*shown, *missing)
    return (*before, end + sum(probabilities[last + 1 :]))


def _names(spread: Spread, last: int) -> tuple[str, ...]:
    more = "+" if _end(spread, _ROUNDING) > last else ""
    return (*map(str, range(spread.lowest, last)), f"{last}{more}")
