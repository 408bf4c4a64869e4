"""The odds panel: large figures, and exhibits beside them.

Every number has an id that stays as it is when words on the screen change: fights as files and ``odds --json`` name it
by that. The same id means the same in all games. The number of a chart has the id of the chart before its own.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, assert_never

from encounter_gui.rules.view.attack_form import FormChoices, Option
from encounter_gui.rules.view.chip import View

ShareLook = Literal["none", "weak", "good", "strong", "bad"]
"""How a share of the outcomes is drawn: nothing happens, a lesser success (a graze, Shock on a miss), a hit, the best
of hits, a mishap. Each has a fill and a pattern of its own."""


class HeadlineNumber(View, frozen=True, kw_only=True):
    """One of the large odds: a word, a probability from 0 to 1, and a muted note."""

    id: str = ""
    label: str
    probability: float
    note: str = ""
    tip: str = ""


class NotedNumber(View, frozen=True, kw_only=True):
    """A probability from 0 to 1 that only a note, a tip or the remark says, in words."""

    id: str
    probability: float


class Comparison(View, frozen=True, kw_only=True):
    """The same odds for each of a few choices, e.g. hit by dodge dice spent. ``key`` and option keys set a chooser.

    ``look`` ``dice``: the options are 0, 1, 2 … dice spent and are drawn as squares, their text is spoken only.
    """

    id: str = ""
    title: str
    key: str
    options: tuple[Option, ...] = ()
    probabilities: tuple[float, ...] = ()
    chosen: int = 0
    note: str = ""
    look: Literal["words", "dice"] = "words"


class Threshold(View, frozen=True, kw_only=True):
    """A dashed line in the chart, at the lower edge of this value, with its word on top."""

    value: int
    text: str
    level: int = 0


class SpreadPart(View, frozen=True, kw_only=True):
    """One of the distributions a spread is made of, e.g. Shock, hits; its bars stand on those of the parts before."""

    id: str = ""
    name: str
    look: ShareLook
    probabilities: tuple[float, ...]


class Spread(View, frozen=True, kw_only=True):
    """An exact distribution to be drawn: ``probabilities[i]`` is that of ``lowest + i``.

    It is the whole distribution: with the chance of ``aside``, an outcome that has no bar, it sums to 1. How many bars
    are drawn, and what the last of them stands for, is the chart's to say. Bars from a threshold on take the fill and
    pattern of its wound level; with ``parts``, which sum to the whole, each bar is made of theirs instead.
    """

    id: str = ""
    title: str
    unit: str
    lowest: int
    probabilities: tuple[float, ...]
    thresholds: tuple[Threshold, ...] = ()
    mean: float = 0.0
    parts: tuple[SpreadPart, ...] = ()
    aside: "Share | None" = None


class Within(View, frozen=True, kw_only=True):
    """A chance that grows: ``chances[i]`` is that of something within ``i + 1`` tries, e.g. down within k attacks.

    ``note`` says what the chances count from one try to the next, and what they leave out.
    """

    id: str = ""
    title: str
    chances: tuple[float, ...]
    note: str = ""


class Share(View, frozen=True, kw_only=True):
    """One of several outcomes that exclude each other, with its probability from 0 to 1."""

    id: str = ""
    text: str
    probability: float
    look: ShareLook
    note: str = ""


class Outcomes(View, frozen=True, kw_only=True):
    """Everything that can come of a roll, as one bar and its legend; the shares sum to 1."""

    id: str = ""
    title: str
    shares: tuple[Share, ...]


class Bars(View, frozen=True, kw_only=True):
    """A few outcomes as a bar each, e.g. the Health that is left; ``text`` of a share is its row's head."""

    id: str = ""
    title: str
    shares: tuple[Share, ...]


class HeatRow(View, frozen=True, kw_only=True):
    """A location in the heat strip: the chance that it is the one, and the chance of each column given that."""

    key: str
    text: str
    share: float
    chances: tuple[float, ...]


class HeatStrip(View, frozen=True, kw_only=True):
    """What a hit does by location: ``columns`` are wound levels as thresholds (letter as text), level 0: no change."""

    id: str = ""
    title: str
    columns: tuple[Threshold, ...]
    rows: tuple[HeatRow, ...]


class FaceGrid(View, frozen=True, kw_only=True):
    """What each face of a d100 comes to, 00 to 99, tens down and units across; ``legend`` names the looks."""

    id: str = ""
    title: str
    faces: tuple[ShareLook, ...]
    legend: tuple[Share, ...]


OddsChart = Comparison | Spread | Within | Outcomes | Bars | HeatStrip | FaceGrid


class PlaceOdds(View, frozen=True, kw_only=True):
    """A location and the chances, with the attack on the form, that it is hit and that it is wounded anew."""

    key: str
    hit: float
    wound: float


class Odds(View, frozen=True, kw_only=True):
    """Exact odds of what is on the form: up to five figures, and exhibits, shown from the left as room allows.

    ``remark`` is a line about what the odds leave out. ``places`` is laid over the target's body. ``landing`` is the
    chance that the attack lands, where the first figure is another one (that its target is saved, say). ``noted`` are
    the numbers that stand in notes, tips and the remark.
    """

    title: str = ""
    headline_numbers: tuple[HeadlineNumber, ...] = ()
    charts: tuple[OddsChart, ...] = ()
    remark: str = ""
    places: tuple[PlaceOdds, ...] = ()
    landing: float | None = None
    noted: tuple[NotedNumber, ...] = ()

    @property
    def lands(self) -> float | None:
        """The chance that what is attacked is hit; None where nothing is known of it."""
        if self.landing is not None or not self.headline_numbers:
            return self.landing
        return self.headline_numbers[0].probability

    @property
    def by_id(self) -> Mapping[str, float]:
        """Every number of the panel once, by its id: probabilities from 0 to 1, and means in points of the game."""
        numbers: dict[str, float] = {}
        for name, number in named_numbers(self):
            numbers.setdefault(name, number)
        return numbers


def named_numbers(odds: Odds) -> Iterator[tuple[str, float]]:
    """Yields every number of a panel with its id, in the order of the screen.

    A chart that shows one of the large figures again yields it again, with the same id.
    """
    for headline in odds.headline_numbers:
        yield headline.id, headline.probability
    for noted in odds.noted:
        yield noted.id, noted.probability
    for chart in odds.charts:
        for name, number in _numbers_of(chart):
            yield f"{chart.id}.{name}", number
    for place in odds.places:
        yield f"place.{place.key}.hit", place.hit
        yield f"place.{place.key}.wound", place.wound


def _numbers_of(chart: OddsChart) -> Iterator[tuple[str, float]]:
    """Yields the numbers of a chart with what follows the chart's own id in theirs."""
    match chart:
        case Comparison():
            keys = (option.key for option in chart.options)
            yield from zip(keys, chart.probabilities, strict=True)
        case Spread():
            yield from _numbers_of_spread(chart)
        case Within():
            yield from ((str(count), chance) for count, chance in enumerate(chart.chances, 1))
        case Outcomes(shares=shares) | Bars(shares=shares) | FaceGrid(legend=shares):
            yield from ((share.id, share.probability) for share in shares)
        case HeatStrip():
            for row in chart.rows:
                yield row.key, row.share
                for column, chance in zip(chart.columns, row.chances, strict=True):
                    yield f"{row.key}.{column.level}", chance
        case _:
            assert_never(chart)


def _numbers_of_spread(chart: Spread) -> Iterator[tuple[str, float]]:
    yield "mean", chart.mean
    if chart.aside is not None:
        yield chart.aside.id, chart.aside.probability
    for value, chance in enumerate(chart.probabilities, chart.lowest):
        yield str(value), chance
    for part in chart.parts:
        for value, chance in enumerate(part.probabilities, chart.lowest):
            yield f"{part.id}.{value}", chance


class Measures(View, frozen=True, kw_only=True):
    """What attacks are compared by: chances from 0 to 1, and the damage to be expected.

    ``hit``: the target is struck. ``hurt``: it loses something by it, hit points or a wound. ``out``: it is out of the
    fight after it. ``damage``: how much it loses on average, misses counted, in the points of the game. ``within[i]``:
    it is out within ``i + 1`` such attacks, each carrying what the ones before have left. None and empty: not known
    exactly, or not of this kind.
    """

    hit: float
    hurt: float | None = None
    out: float | None = None
    damage: float | None = None
    within: tuple[float, ...] = ()


class Variant(View, frozen=True, kw_only=True):
    """One way to attack, or one place aimed at: the choices that make it, and what it comes to.

    ``measures`` are against the target of the bench, ``against[i]`` is that of the target ``i`` of the comparison;
    None: it cannot be made against that one. ``is_chosen``: it is what the bench is set to.
    """

    choices: FormChoices
    text: str
    note: str = ""
    measures: Measures
    against: tuple[Measures | None, ...] = ()
    is_chosen: bool = False


class WhatIf(View, frozen=True, kw_only=True):
    """One circumstance more or less: the choices that make it so, and what the attack on the bench comes to then."""

    choices: FormChoices
    text: str
    is_on: bool
    measures: Measures


class AttackComparison(View, frozen=True, kw_only=True):
    """What whoever acts could do instead: every way to attack, every aim, every target, and what would change it.

    ``now`` is what the bench is set to; None: what stands there has no odds. ``targets`` are those the variants are
    worked out against, ``target`` that of the bench; ``line`` is how far that one is on the plan and in which range of
    what is in hand, in words; empty: one of the two stands nowhere. ``undecided`` are circumstances that change
    nothing of one attack; what they make of several comes later. ``reason``: why there is nothing to compare; empty:
    there is.
    """

    actor: str = ""
    target: str = ""
    line: str = ""
    targets: tuple[Option, ...] = ()
    ways: tuple[Variant, ...] = ()
    aims: tuple[Variant, ...] = ()
    what_if: tuple[WhatIf, ...] = ()
    undecided: tuple[WhatIf, ...] = ()
    now: Measures | None = None
    reason: str = ""
