"""Ctrl+P: the print window on the open encounter, with what was chosen last time."""

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.printing.pages.printer_pen import PagePainter
from encounter_gui.gui.printing.print_options import RosterColumns, read_choices, usual, written
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.window.main_window import UiResources
from encounter_gui.reports.content.composer import Choices, compose
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.content.table_cells import choosable, usual_columns
from encounter_gui.reports.document import Document


class PrintController(QObject):
    """Opens the print window for the open encounter."""

    printed = Signal(str)
    """A sentence: where the pages went."""

    def __init__(
        self,
        window: QWidget,
        controller: EncounterController,
        settings: Settings,
        resources: UiResources,
        themes: Callable[[str], Theme],
        report_context: Callable[[], ReportContext],
    ) -> None:
        """Takes the window, the controller of the encounter, the texts with the theme, and the report context."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._settings = settings
        self._texts = resources.texts
        self._resources = resources
        self._themes = themes
        self._occasion = report_context

    @Slot()
    def open(self) -> None:
        """Opens the print window."""
        from encounter_gui.gui.printing.print_window import PrintWindow  # and QtPrintSupport

        @cache
        def ink(is_colour: bool) -> PagePainter:  # noqa: FBT001 - one of two looks
            return PagePainter(self._themes("light" if is_colour else "print"))

        choices = read_choices(self._settings.get(kept.PRINTING))
        reports = usual(self._controller.context.state.stage)
        window = PrintWindow(
            self._composed,
            reports,
            choices,
            ink,
            self._resources,
            self._columns(),
            self._window,
        )
        window.chosen.connect(self._keep)
        window.printed.connect(self._say)
        window.open()

    def _columns(self) -> RosterColumns:
        system, context = self._controller.system, self._controller.context
        return RosterColumns(
            system=context.ruleset.system,
            known=choosable(system, context),
            usual=usual_columns(system, context),
        )

    def _composed(self, choices: Choices) -> Document:
        controller = self._controller
        entries = controller.session.log.path(controller.session.viewing)
        return compose(controller.system, controller.context, entries, choices, self._occasion())

    @Slot(object)
    def _keep(self, choices: object) -> None:
        self._settings.set(kept.PRINTING, written(choices))  # type: ignore[arg-type]  # as the signal says

    @Slot(str)
    def _say(self, target: str) -> None:
        self.printed.emit(self._texts.text_of("gui.print.done", target=target))
