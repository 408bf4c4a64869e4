"""Connects the declare sheet with its controller and the window; the sheet is made when it is first needed."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QLineEdit

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control.declare_controller import DeclareController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import DECLARES, Settings
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.view import DeclareSheet

if TYPE_CHECKING:
    from encounter_gui.gui.declare.declare_panel import DeclarePanel

_ON, _OFF = "on", "off"


class DeclareConnections(QObject):
    """Shows the sheet in the place of bench and log while a phase or turn is declared."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        resources: UiResources,
        settings: Settings,
    ) -> None:
        """Takes the window, the controller of the encounter, what the sheet is drawn with, and the settings."""
        super().__init__(window)
        self._window = window
        self._encounter = controller
        self._resources = resources
        self._settings = settings
        self._made: DeclarePanel | None = None
        self.controller = DeclareController(controller, self)
        self.controller.sheet_changed.connect(self._follow_sheet)
        self.controller.shown_changed.connect(self._follow)
        window.large_panels.dismissed.connect(self._dismiss)
        window.actions_of["declare"].triggered.connect(self._open)
        automatic = window.actions_of["declare_automatic"]
        automatic.setChecked(settings.get(DECLARES) == _ON)
        self.controller.set_automatic(automatic.isChecked())
        automatic.toggled.connect(self._set_automatic)
        controller.refused.connect(self._refuse)
        window.table.selection_changed.connect(self._follow_selection)
        window.log.prompt.left.connect(self._take_keys)

    @property
    def panel(self) -> "DeclarePanel":
        """The sheet, made at the first call."""
        if self._made is None:
            from encounter_gui.gui.declare.declare_panel import DeclarePanel

            panel = self._made = DeclarePanel(self._resources.icons, self._resources.texts)
            self._window.large_panels.add(panel, ("bench", "log"))
            self._window.regions.add("declare", panel)
            panel.list.pressed_option.connect(self.controller.press)
            panel.list.field.written.connect(self.controller.write_intent)
            panel.list.said.connect(self._say)
            panel.list.row_entered.connect(self._enter_row)
            panel.rest_said.connect(self.controller.say_rest)
            self.controller.settling.connect(panel.list.field.hand_on)
        return self._made

    # ---- down

    @Slot(object, dict)
    def _follow_sheet(self, sheet: DeclareSheet | None, rollers: dict[CombatantId, str]) -> None:
        """What is seen is shown at once; what is to be opened can wait until the fight has been shown."""
        show = partial(self._show_sheet, sheet, rollers)
        if self._made is not None and self._window.large_panels.current is self._made:
            show()
        else:
            self._encounter.second_frame.put("declare sheet", show)

    @Slot(bool)
    def _follow(self, is_shown: bool) -> None:
        self._encounter.second_frame.put("declare panel", partial(self._show, is_shown))

    def _show_sheet(self, sheet: DeclareSheet | None, rollers: dict[CombatantId, str]) -> None:
        if self._made is not None or (sheet is not None and sheet.rows):
            self.panel.show_sheet(sheet, rollers)  # type: ignore[arg-type]  # a dict in Qt's signature

    def _show(self, is_shown: bool) -> None:
        panels = self._window.large_panels
        if not is_shown:
            if self._made is not None:
                panels.close(self._made)
                self._tell_row(None)
            return
        if panels.current is self.panel:
            return
        takes_keys = not isinstance(QApplication.focusWidget(), QLineEdit)
        panels.open(self.panel)
        self.panel.list.cover(True)
        row = self.panel.list.current
        if row is None:
            self.panel.list.go_to_next()
            row = self.panel.list.current
        if takes_keys:
            self.panel.list.setFocus()
        self._tell_row(row.who if row is not None else None)

    def _tell_row(self, who: CombatantId | None) -> None:
        self._window.table.mark_declaring(who)

    @Slot(str)
    def _refuse(self, sentence: str) -> None:
        if self._made is not None and self._window.large_panels.current is self._made:
            self._made.refuse(sentence)

    # ---- up

    @Slot()
    def _open(self) -> None:
        self.controller.open()
        self._encounter.second_frame.flush()
        if self._made is not None and self._window.large_panels.current is self._made:
            self._made.list.setFocus()

    @Slot()
    def _take_keys(self) -> None:
        """Has the keyboard once the strip has let it go: what was rolled there has opened the sheet."""
        self._encounter.second_frame.flush()
        if self._made is not None and self._window.large_panels.current is self._made:
            self._made.list.setFocus()

    @Slot(object)
    def _dismiss(self, panel: object) -> None:
        if panel is self._made:
            self.controller.dismiss()

    @Slot(bool)
    def _set_automatic(self, is_automatic: bool) -> None:
        self._settings.set(DECLARES, _ON if is_automatic else _OFF)
        self.controller.set_automatic(is_automatic)

    @Slot(str)
    def _say(self, who: str) -> None:
        if self.controller.say(CombatantId(who)):
            self.panel.list.go_to_next()

    @Slot(str)
    def _enter_row(self, who: str) -> None:
        """The panel of the selected follows the row, and so does the table."""
        self.controller.enter_row(who)
        if self._window.large_panels.current is self._made:
            self._tell_row(CombatantId(who))
            self._window.table.select([CombatantId(who)])

    @Slot(tuple)
    def _follow_selection(self, selected: tuple[CombatantId, ...]) -> None:
        if self._made is not None and self._window.large_panels.current is self._made and selected:
            self._made.list.go_to(selected[0])
