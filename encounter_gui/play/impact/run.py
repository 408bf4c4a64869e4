"""Everything that a change makes, worked out step by step: what people look at first comes first."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

from msgspec import Struct

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.impact.attack import AttackComparer, AttackImpact, Question
from encounter_gui.play.impact.campaign_reading import ComparedEncounter
from encounter_gui.play.impact.examples import (
    ExampleResult,
    ExamplesStoppedError,
    examples_played,
)
from encounter_gui.play.impact.following import Cast, others_than, questions
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place
from encounter_gui.rules.files.tables import Row
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for

if TYPE_CHECKING:  # numpy, which is loaded by what works it out
    from encounter_gui.play.impact.forecasts import ForecastComparer, ForecastImpact


class ForecastStep(Struct, frozen=True, kw_only=True):
    """The forecast of an encounter so far; ``reason`` says, in words, why there is none."""

    name: str = ""
    impact: "ForecastImpact | None" = None
    reason: str = ""


class ExamplesStep(Struct, frozen=True, kw_only=True):
    """What came of the worked examples that have been played so far, of so many."""

    results: tuple[ExampleResult, ...]
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether all have been played."""
        return len(self.results) >= self.total


class NoAttackStep(Struct, frozen=True, kw_only=True):
    """There are no two who can attack each other."""


ImpactStep = AttackImpact | NoAttackStep | ForecastStep | ExamplesStep


class ImpactSources(Struct, frozen=True, kw_only=True, eq=False):
    """What is looked at besides the rules: which encounter is forecast, and the worked examples by file name."""

    encounter: ComparedEncounter | None = None
    examples: Mapping[str, str] = {}


class ImpactWork:
    """Compares drafts with one version of the own rules of a game; what is known of that version is kept.

    Whatever it works out is worked out by one thread at a time.
    """

    def __init__(self, before: DraftView, sources: ImpactSources, texts: MessageCatalog) -> None:
        """Takes what is compared with, what is looked at, and the words. Nothing is worked out yet."""
        self._before = before
        self._sources = sources
        self._texts = texts
        self._rules: Ruleset | None = None
        self._attacks: AttackComparer | None = None
        self._forecasts: ForecastComparer | None = None
        self._told: dict[Place, Question] = {}

    def steps(
        self, after: DraftView, row: Row | None, cast: Cast, is_stopped: Callable[[], bool]
    ) -> Iterator[ImpactStep]:
        """Yields what a draft makes: the attack of a row, the forecast, the examples.

        Where nothing differs, only the attack is worked out.
        """
        ruleset = after.ruleset
        if self._rules is None:
            self._rules = self._before.ruleset
        is_changed = after.layer.data != self._before.layer.data
        attacks = self._attack_steps(ruleset, row, cast)
        yield from (first for first in (next(attacks, None),) if first is not None)
        if not is_changed:
            self._prepare_forecast(is_stopped)
            return
        forecasts = self._forecast_steps(ruleset, is_stopped)
        yield from (first for first in (next(forecasts, None),) if first is not None)
        yield from attacks
        yield from forecasts
        yield from self._example_steps(ruleset, is_stopped)

    def _attack_steps(
        self, ruleset: Ruleset, row: Row | None, cast: Cast
    ) -> Iterator[AttackImpact | NoAttackStep]:
        if self._rules is None:
            return
        if self._attacks is None:
            system = system_for(self._rules.system)
            self._attacks = AttackComparer(system, self._rules, self._texts)
        asked = questions(cast, ruleset, row)
        if not asked:
            yield NoAttackStep()
            return
        place = row.place if row is not None else ()
        known = self._told.get(place) if not any(cast.chosen) else None
        telling = asked if known is None else (known, *asked)
        for found in self._attacks.telling(telling, ruleset, others_than(cast, ruleset, asked[0])):
            if not found.is_same:
                self._told[place] = found.question
            yield found

    def _forecast_steps(
        self, ruleset: Ruleset, is_stopped: Callable[[], bool]
    ) -> Iterator[ForecastStep]:
        encounter, comparer = self._sources.encounter, self._forecast_comparer()
        if encounter is None or comparer is None:
            reason = self._texts.text_of("workshop.impact.no_encounter")
            yield ForecastStep(reason=reason)
            return
        try:
            for impact in comparer.steps(ruleset, is_stopped):
                yield ForecastStep(name=encounter.name, impact=impact)
        except AppError as error:
            yield ForecastStep(name=encounter.name, reason=self._texts.text(error.message))

    def _forecast_comparer(self) -> "ForecastComparer | None":
        encounter = self._sources.encounter
        if self._forecasts is None and encounter is not None and self._rules is not None:
            from encounter_gui.play.impact.forecasts import ForecastComparer

            system = system_for(self._rules.system)
            self._forecasts = ForecastComparer(system, encounter.context, self._rules)
        return self._forecasts

    def _prepare_forecast(self, is_stopped: Callable[[], bool]) -> None:
        """Plays what drafts are compared with, while nothing is changed yet."""
        comparer = self._forecast_comparer()
        if comparer is not None:
            with suppress(AppError):  # a change says why this encounter cannot be forecast
                comparer.prepare(is_stopped)

    def _example_steps(
        self, ruleset: Ruleset, is_stopped: Callable[[], bool]
    ) -> Iterator[ExamplesStep]:
        files = self._sources.examples
        found: tuple[ExampleResult, ...] = ()
        if not files:
            yield ExamplesStep(results=(), total=0)
        for result in examples_played(files, ruleset, self._texts, is_stopped):
            found = (*found, result)
            yield ExamplesStep(results=found, total=len(files))


class ImpactRun:
    """One change; each call of ``advance`` works the next step out, in whatever thread it is called."""

    def __init__(self, work: ImpactWork, after: DraftView, row: Row | None, cast: Cast) -> None:
        """Takes what compares, the draft, the row that is looked at, and who can attack and be attacked."""
        self._is_stopped = Event()
        self._steps = work.steps(after, row, cast, self._is_stopped.is_set)

    def stop(self) -> None:
        """Has the step that is worked out end as soon as it can; nothing more comes of this run."""
        self._is_stopped.set()

    def advance(self) -> ImpactStep | None:
        """Returns the next step; None: there are no more, or the run was stopped."""
        from encounter_gui.rules.engine.battlefield.stopping import StoppedError

        if self._is_stopped.is_set():
            return None
        try:
            return next(self._steps, None)
        except (StoppedError, ExamplesStoppedError):
            return None
