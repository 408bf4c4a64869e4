"""What a house rule that was switched changes: the odds of the attack on the bench, and how the fight may end."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.forecast.forecast_controller import ForecastController
from encounter_gui.gui.forecast.forecast_run import Forecast, ForecastRun
from encounter_gui.gui.forecast.forecast_words import counted_percent
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command, Switch
from encounter_gui.rules.view import FormChoices, Odds


class SwitchEffect(QObject):
    """Carries switches out, and says before and after; the fights are played beside the window's thread."""

    told = Signal(str)
    """What the last switch changes, in words; the forecast follows the odds a moment later."""

    def __init__(
        self,
        controller: EncounterController,
        forecast: ForecastController,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes the encounter, and the forecast whose orders are followed."""
        super().__init__(parent)
        self._controller = controller
        self._forecast = forecast
        self._texts = texts
        self._odds = ""
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)

    def switch(self, command: Command, choices: FormChoices) -> None:
        """Carries a command out and tells what it changes for the attack that ``choices`` make."""
        controller = self._controller
        before = controller.context
        controller.perform(command)
        after = controller.context
        if not isinstance(command, Switch) or after.state.switches == before.state.switches:
            return
        self._odds = self._odds_words(before, after, choices)
        working = self._texts.text_of("gui.switches.effect.working")
        self.told.emit(f"{self._odds}\n{working}")
        runs = [
            ForecastRun(controller.system, each, self._forecast.orders) for each in (before, after)
        ]
        self._result.ask(lambda: [run.advance() for run in runs])

    def _odds_words(self, before: RulesContext, after: RulesContext, choices: FormChoices) -> str:
        text_of = self._texts.text_of
        old, new = (self._figures(each, choices) for each in (before, after))
        if not old and not new:
            return text_of("gui.switches.effect.no_odds")
        changes = [
            text_of(
                "gui.switches.effect.figure",
                figure=name,
                before=percent(old[name]) if name in old else "–",
                after=percent(new[name]) if name in new else "–",
            )
            for name in dict.fromkeys((*old, *new))
            if old.get(name) != new.get(name)
        ]
        if not changes:
            return text_of("gui.switches.effect.same_odds")
        return text_of("gui.switches.effect.odds", changes=", ".join(changes))

    def _figures(self, context: RulesContext, choices: FormChoices) -> Mapping[str, float]:
        system = self._controller.system
        command = system.attack_form(context, choices).command
        odds: Odds | None = system.odds(context, command) if command is not None else None
        numbers = odds.headline_numbers if odds is not None else ()
        return {each.label: each.probability for each in numbers}

    @Slot(object)
    def _take(self, result: object) -> None:
        if isinstance(result, AppError):
            words = self._texts.text(result.message)
        elif isinstance(result, list) and all(isinstance(each, Forecast) for each in result):
            words = self._forecast_words(*result)
        else:
            return
        self.told.emit(f"{self._odds}\n{words}")

    def _forecast_words(self, before: Forecast, after: Forecast) -> str:
        old, new = before.pc, after.pc
        is_same = old.low <= new.share <= old.high and new.low <= old.share <= new.high
        return self._texts.text_of(
            "gui.switches.effect.same" if is_same else "gui.switches.effect.wins",
            before=counted_percent(old.share, before.fights),
            after=counted_percent(new.share, after.fights),
            half=f"{50 * (new.high - new.low):.0f}",
            fights=after.fights,
        )
