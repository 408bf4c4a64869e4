"""Works out what a change makes, beside the window's thread, and hands each part over as soon as it is known."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.play.impact.affected import EncounterUse, affected
from encounter_gui.play.impact.attack import AttackImpact
from encounter_gui.play.impact.campaign_reading import CampaignReading
from encounter_gui.play.impact.following import Cast
from encounter_gui.play.impact.run import (
    ExamplesStep,
    ForecastStep,
    ImpactRun,
    ImpactSources,
    ImpactWork,
    NoAttackStep,
)
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.files.tables import Row


class ImpactReader(Struct, frozen=True, kw_only=True):
    """Where what is looked at comes from.

    ``reading`` returns the encounters of a game in the open campaign, ``fight`` the fight on the table and ``usual``
    the ids of who attacks whom in it; None and empty: there is none. ``examples`` returns the worked examples of a
    game as texts by file name. ``version`` returns the newest version of the own rules for a game; 0: there is none.
    """

    reading: Callable[[str], CampaignReading]
    examples: Callable[[str], Mapping[str, str]]
    version: Callable[[str], int]
    fight: Callable[[], RulesContext | None]
    usual: Callable[[], tuple[str, str]]


class ImpactController(QObject):
    """Asks for everything that a change makes; only what was asked last is told."""

    began = Signal(bool)
    """Something is being worked out; whether anything differs."""
    cast_changed = Signal(object)
    """A ``Cast``: who can attack and be attacked."""
    attack_changed = Signal(object)
    """An ``AttackImpact``."""
    refused = Signal(str)
    """Why there is no attack to be shown, in words."""
    affected_changed = Signal(object)
    """An ``Affected``."""
    forecast_changed = Signal(object)
    """A ``ForecastStep``."""
    examples_changed = Signal(object)
    """An ``ExamplesStep``."""
    ended = Signal()
    """Everything is worked out."""

    def __init__(
        self, reader: ImpactReader, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes where what is looked at comes from, and the words."""
        super().__init__(parent)
        self._reader = reader
        self._texts = texts
        self._before: DraftView | None = None
        self._after: DraftView | None = None
        self._row: Row | None = None
        self._work: ImpactWork | None = None
        self._cast: Cast | None = None
        self._run: ImpactRun | None = None
        self._uses: list[EncounterUse] = []
        self._unread: Iterator[EncounterUse] = iter(())
        self._is_worked_out = False
        self._reading = QTimer(self, interval=0)
        """Reads what the encounters hold one at a time, in between: there may be many, and long ones."""
        self._reading.timeout.connect(self._read_on)
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)

    @property
    def version(self) -> int:
        """The version that is compared with; 0: the book."""
        return self._reader.version(self._before.base.ruleset.id) if self._before else 0

    def refresh(self) -> None:
        """Has the campaign looked at anew with the next change: somebody has joined, or something was prepared."""
        self._work = None

    def show_change(self, before: DraftView, after: DraftView, row: Row | None) -> None:
        """Works out what a draft makes against a version; ``row`` is what is looked at."""
        is_new = self._before is None or (before.base, before.rules) != (
            self._before.base,
            self._before.rules,
        )
        self._after, self._row = after, row
        try:
            if is_new or self._work is None:
                self._begin_work(before)
        except (
            AppError
        ) as error:  # the campaign's file cannot be read, which is said at its place as well
            self.refused.emit(self._texts.text(error.message))
            return
        self._ask()

    def choose(self, who: str, target: str) -> None:
        """Has another two looked at, by their keys; empty: whoever fits the row."""
        if self._cast is not None and self._after is not None:
            self._cast = self._cast.with_chosen(who, target)
            self._ask()

    def stop(self) -> None:
        """Works nothing more out."""
        self._forget()
        self._reading.stop()

    def _forget(self) -> None:
        self._result.forget()
        if self._run is not None:
            self._run.stop()
        self._run = None

    def _begin_work(self, before: DraftView) -> None:
        game = before.base.ruleset
        chosen = self._cast.chosen if self._cast is not None else ("", "")
        is_other_game = self._before is not None and self._before.base.ruleset.id != game.id
        self._before = before
        reading = self._reader.reading(game.id)
        cast = reading.cast(before.ruleset, self._reader.fight(), self._reader.usual())
        self._cast = cast if is_other_game else cast.with_chosen(*chosen)
        sources = ImpactSources(
            encounter=reading.compared(), examples=self._reader.examples(game.system)
        )
        self._uses, self._unread = [], reading.uses()
        self._work = ImpactWork(before, sources, self._texts)
        self.cast_changed.emit(self._cast)

    def _ask(self) -> None:
        before, after, work, cast = self._before, self._after, self._work, self._cast
        if before is None or after is None or work is None or cast is None:
            return
        self._forget()
        self._is_worked_out = False
        self.began.emit(self._is_changed)
        self._run = ImpactRun(work, after, self._row, cast)
        self._result.ask(self._run.advance)
        self._reading.start()

    @property
    def _is_changed(self) -> bool:
        """Whether anything differs."""
        before, after = self._before, self._after
        return bool(before and after and before.layer.data != after.layer.data)

    @Slot()
    def _read_on(self) -> None:
        """Reads what one more encounter holds; then tells who is affected."""
        found = next(self._unread, None)
        if found is not None:
            self._uses.append(found)
            return
        self._reading.stop()
        before, after, cast = self._before, self._after, self._cast
        if before is not None and after is not None and cast is not None and self._is_changed:
            told = affected(before, after, cast.fighters, self._uses)
            self.affected_changed.emit(told)
        self._end()

    def _end(self) -> None:
        if self._is_worked_out and not self._reading.isActive():
            self.ended.emit()

    @Slot(object)
    def _take(self, step: object) -> None:
        run = self._run
        match step:
            case AttackImpact():
                self.attack_changed.emit(step)
            case NoAttackStep():
                self.refused.emit(self._texts.text_of("gui.impact.nobody"))
            case ForecastStep():
                self.forecast_changed.emit(step)
            case ExamplesStep():
                self.examples_changed.emit(step)
            case AppError():
                self.refused.emit(self._texts.text(step.message))
                run = None
            case _:
                run = None
        if run is not None:
            self._result.ask(run.advance)
        else:
            self._run = None
            self._is_worked_out = True
            self._end()
