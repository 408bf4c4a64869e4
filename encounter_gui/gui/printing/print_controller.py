"""Ctrl+P: the print window on the fight that lies on the desk, with what was chosen last time."""

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.encounter_controller import Desk
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.printing.pages.printer_pen import Ink
from encounter_gui.gui.printing.print_options import RosterColumns, read_choices, usual, written
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.window.main_window import Look
from encounter_gui.reports.content.composer import Choices, composed
from encounter_gui.reports.content.report_context import Occasion
from encounter_gui.reports.content.table_cells import choosable, usual_columns
from encounter_gui.reports.document import Document


class PrintDesk(QObject):
    """Joins the print window to the desk."""

    printed = Signal(str)
    """A sentence: where the pages went."""

    def __init__(
        self,
        window: QWidget,
        desk: Desk,
        settings: Settings,
        look: Look,
        themes: Callable[[str], Theme],
        occasion: Callable[[], Occasion],
    ) -> None:
        """Takes window and desk, how the window looks, what themes are read with, and whose papers they are."""
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._settings = settings
        self._words = look.words
        self._look = look
        self._themes = themes
        self._occasion = occasion

    @Slot()
    def open(self) -> None:
        """Opens the print window."""
        from encounter_gui.gui.printing.print_window import PrintWindow  # and QtPrintSupport

        @cache
        def ink(is_colour: bool) -> Ink:  # noqa: FBT001 - one of two looks
            return Ink(self._themes("light" if is_colour else "print"))

        choices = read_choices(self._settings.get(kept.PRINTING))
        reports = usual(self._desk.scene.state.stage)
        window = PrintWindow(
            self._composed,
            reports,
            choices,
            ink,
            self._look,
            self._columns(),
            self._window,
        )
        window.chosen.connect(self._keep)
        window.printed.connect(self._say)
        window.open()

    def _columns(self) -> RosterColumns:
        system, scene = self._desk.system, self._desk.scene
        return RosterColumns(
            system=scene.ruleset.system,
            known=choosable(system, scene),
            usual=usual_columns(system, scene),
        )

    def _composed(self, choices: Choices) -> Document:
        desk = self._desk
        entries = desk.session.log.path(desk.session.viewing)
        return composed(desk.system, desk.scene, entries, choices, self._occasion())

    @Slot(object)
    def _keep(self, choices: object) -> None:
        self._settings.set(kept.PRINTING, written(choices))  # type: ignore[arg-type]  # as the signal says

    @Slot(str)
    def _say(self, target: str) -> None:
        self.printed.emit(self._words.word("gui.print.done", target=target))
