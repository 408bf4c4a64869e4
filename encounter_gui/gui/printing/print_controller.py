"""Ctrl+P: the print window on the open encounter, with what was chosen last time."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.core.errors import AppError
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.dialogs.save_dialog import SaveDialog
from encounter_gui.gui.printing.pages.printer_pen import PagePainter
from encounter_gui.gui.printing.print_options import RosterColumns, read_choices, usual, written
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.window.main_window import UiResources
from encounter_gui.reports.content.composer import Choices, ReportName, compose
from encounter_gui.reports.content.encounter_sheet import plan_drawing
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.content.table_cells import choosable, usual_columns
from encounter_gui.reports.document import Document
from encounter_gui.rules.model.prepared import Handout


class PrintController(QObject):
    """Opens the print window for the open encounter."""

    printed = Signal(str)
    """A sentence: where the pages went."""
    refused = Signal(object)
    """``AppError``: why the summary could not be written."""

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
        self._report_context = report_context

    @Slot()
    def open(self) -> None:
        """Opens the print window."""
        reports = usual(self._controller.context.state.stage)
        self._open(reports, self._report_context())

    @Slot(object)
    def open_handout(self, handout: Handout) -> None:
        """Opens the print window on one handout."""
        report_context = self._report_context()
        plan = structs.replace(report_context.plan, handouts=(handout,))
        self._open(("handouts",), structs.replace(report_context, plan=plan))

    def _open(self, reports: tuple[ReportName, ...], report_context: ReportContext) -> None:
        from encounter_gui.gui.printing.print_window import PrintWindow  # and QtPrintSupport

        @cache
        def ink(is_colour: bool) -> PagePainter:
            return PagePainter(self._themes("light" if is_colour else "print"))

        choices = read_choices(self._settings.get(kept.PRINTING))

        def composed(choices: Choices) -> Document:
            return self._compose(choices, report_context)

        window = PrintWindow(
            composed,
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

    @Slot()
    def ask_export(self) -> None:
        """Asks where the summary is written to, as Markdown or HTML."""
        name = self._controller.context.state.name or self._texts.text_of("report.encounter")
        kinds = {"md": "Markdown", "html": "HTML"}
        title = self._texts.text_of("gui.print.to_file")
        dialog = SaveDialog(title, name.replace("/", "-"), kinds, self._window)
        dialog.fileSelected.connect(self.export_summary)
        dialog.open()

    @Slot(str)
    def export_summary(self, path: str) -> None:
        """Writes the summary, or asks whether it may replace a file that is there."""
        from encounter_gui.gui.dialogs.replacing import write_or_ask

        write_or_ask(Path(path), self._write_summary, self._texts, self._window)

    def _write_summary(self, path: Path, overwrite: bool) -> None:
        """Writes the summary in the format that the ending says; without one that is known, as Markdown."""
        from encounter_gui.play.transfer.atomic_file import save
        from encounter_gui.reports.render.text_formats import TEXTS

        write = TEXTS.get(path.suffix.lower(), TEXTS[".md"])
        document = self._compose(Choices(reports=("summary",)), self._report_context())
        try:
            save(path, write(document).encode(), overwrite=overwrite)
        except AppError as error:
            self.refused.emit(error)
            return
        self._say(str(path))

    @Slot()
    def ask_plan(self) -> None:
        """Asks where the plan is written to, as PNG or SVG."""
        name = self._controller.context.state.name or self._texts.text_of("report.plan")
        kinds = {"png": "PNG", "svg": "SVG"}
        title = self._texts.text_of("gui.print.plan_to_file")
        dialog = SaveDialog(title, name.replace("/", "-"), kinds, self._window)
        dialog.fileSelected.connect(self.export_plan)
        dialog.open()

    @Slot(str)
    def export_plan(self, path: str) -> None:
        """Writes the plan as a picture, or asks whether it may replace a file that is there."""
        from encounter_gui.gui.dialogs.replacing import write_or_ask

        write_or_ask(Path(path), self._write_plan, self._texts, self._window)

    def _write_plan(self, path: Path, overwrite: bool) -> None:
        from encounter_gui.gui.printing.plan_picture import write_plan

        controller = self._controller
        drawing = plan_drawing(controller.system, controller.context, self._report_context())
        try:
            write_plan(PagePainter(self._themes("print")), drawing, path, overwrite=overwrite)
        except AppError as error:
            self.refused.emit(error)
            return
        self._say(str(path))

    def _columns(self) -> RosterColumns:
        system, context = self._controller.system, self._controller.context
        return RosterColumns(
            system=context.ruleset.system,
            known=choosable(system, context),
            usual=usual_columns(system, context),
        )

    def _compose(self, choices: Choices, report_context: ReportContext) -> Document:
        controller = self._controller
        entries = controller.session.log.path(controller.session.viewing)
        return compose(controller.system, controller.context, entries, choices, report_context)

    @Slot(object)
    def _keep(self, choices: object) -> None:
        self._settings.set(kept.PRINTING, written(choices))  # type: ignore[arg-type]  # as the signal says

    @Slot(str)
    def _say(self, target: str) -> None:
        self.printed.emit(self._texts.text_of("gui.print.done", target=target))
