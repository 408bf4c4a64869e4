"""Odds that take longer than a frame: their place is kept, and they are worked out once the rest is painted.

The odds panel of a game says of a number, of a chart or of what attacks are compared by that it comes later by making
it as one of these. Until then it is of the plain kind without its chances. Who needs everything at once asks for the
whole.
"""

from collections.abc import Callable
from math import nan
from typing import TypeVar

from msgspec.structs import replace

from encounter_gui.rules.view.chip import View
from encounter_gui.rules.view.odds import (
    Bars,
    HeadlineNumber,
    Measures,
    NotedNumber,
    Odds,
    OddsChart,
    Share,
    Within,
)

_V = TypeVar("_V", bound=View)


class LaterNumber(HeadlineNumber, frozen=True, kw_only=True):
    """A large number that comes later: ``work`` returns its probability, which is not a number until then.

    ``words_of`` returns its note and its tip where they come later as well; None: they are known.
    """

    work: Callable[[], float]
    words_of: Callable[[], tuple[str, str]] | None = None
    probability: float = nan

    def worked_out(self) -> HeadlineNumber:
        """Returns the number with its probability, its note and its tip."""
        note, tip = (self.note, self.tip) if self.words_of is None else self.words_of()
        plain = _plain(self, HeadlineNumber)
        return replace(plain, probability=self.work(), note=note, tip=tip)


class LaterWithin(Within, frozen=True, kw_only=True):
    """A chance that grows and comes later: ``work`` returns the chances, ``most`` is how many they are.

    ``note_of`` returns the note where that comes later as well; None: it is known.
    """

    work: Callable[[], tuple[float, ...]]
    note_of: Callable[[], str] | None = None
    most: int
    chances: tuple[float, ...] = ()

    def worked_out(self) -> Within:
        """Returns the chart with its chances and its note."""
        note = self.note if self.note_of is None else self.note_of()
        return replace(_plain(self, Within), chances=self.work(), note=note)


class LaterBars(Bars, frozen=True, kw_only=True):
    """Bars that come later: ``work`` returns the shares, of which ``shares`` has the heads, with chances of 0."""

    work: Callable[[], tuple[Share, ...]]

    def worked_out(self) -> Bars:
        """Returns the chart with its shares."""
        return replace(_plain(self, Bars), shares=self.work())


class LaterNoted(NotedNumber, frozen=True, kw_only=True):
    """A number in words that comes later: ``work`` returns its probability, which is not a number until then."""

    work: Callable[[], float]
    probability: float = nan

    def worked_out(self) -> NotedNumber:
        """Returns the number with its probability."""
        return replace(_plain(self, NotedNumber), probability=self.work())


class LaterMeasures(Measures, frozen=True, kw_only=True):
    """What attacks are compared by, of which ``within`` comes later: ``work`` returns it.

    ``one_of`` returns what one attack comes to where that comes later as well; None: it is known.
    """

    work: Callable[[], tuple[float, ...]]
    one_of: Callable[[], Measures] | None = None
    hit: float = 0.0

    def worked_out(self) -> Measures:
        """Returns the measures with the chances to be out within so many attacks."""
        one = self.at_once() if self.one_of is None else self.one_of()
        return replace(one, within=self.work())

    def at_once(self) -> Measures:
        """Returns what is known of one attack."""
        return _plain(self, Measures)


_LATER = (LaterNumber, LaterWithin, LaterBars, LaterNoted)


def is_whole(odds: Odds) -> bool:
    """Returns whether nothing of these odds is still to come."""
    return not any(
        isinstance(each, _LATER) for each in (*odds.headline_numbers, *odds.charts, *odds.noted)
    )


def whole(odds: Odds) -> Odds:
    """Returns these odds with what comes later worked out now."""
    if is_whole(odds):
        return odds
    numbers = (
        each.worked_out() if isinstance(each, LaterNumber) else each
        for each in odds.headline_numbers
    )
    charts = tuple(map(_whole_chart, odds.charts))
    noted = (each.worked_out() if isinstance(each, LaterNoted) else each for each in odds.noted)
    return replace(odds, headline_numbers=tuple(numbers), charts=charts, noted=tuple(noted))


def landing(odds: Odds) -> float | None:
    """Returns the chance that what is attacked is hit, worked out if it comes later; None: nothing is known of it."""
    first = odds.headline_numbers[0] if odds.headline_numbers else None
    if odds.landing is None and isinstance(first, LaterNumber):
        return first.work()
    return odds.lands


def _whole_chart(chart: OddsChart) -> OddsChart:
    return chart.worked_out() if isinstance(chart, LaterWithin | LaterBars) else chart


def _plain(later: View, kind: type[_V]) -> _V:
    """Returns a view that comes later as one of the plain kind it is made from."""
    return kind(**{name: getattr(later, name) for name in kind.__struct_fields__})
