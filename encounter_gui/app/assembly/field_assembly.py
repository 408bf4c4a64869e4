"""The plan of a fight joined with the window; the panel is made when it is first needed."""

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from encounter_gui.gui.combatants.table import ROWS_KIND
from encounter_gui.gui.control.attack_controller import AttackController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.forecast.forecast_controller import ForecastController
from encounter_gui.gui.keys.regions import Region
from encounter_gui.gui.large.panel_switch import PanelSwitch
from encounter_gui.gui.window.main_window import MainWindow, UiResources

if TYPE_CHECKING:  # imported when it is first opened
    from collections.abc import Callable

    from encounter_gui.gui.command_line.terms.asked import Walk
    from encounter_gui.gui.encounters.plan.planned_tokens import PlannedTokens
    from encounter_gui.gui.field.backdrop.backdrop_controller import BackdropController
    from encounter_gui.gui.field.field_controller import FieldController
    from encounter_gui.gui.field.field_panel import FieldPanel
    from encounter_gui.gui.players.players_controller import PlayersController
    from encounter_gui.play.open_campaign import OpenCampaign

_GIVES_BACK: tuple[Region, ...] = ("declare", "simultaneous")
"""What opens by itself in the place of the plan, which comes back after it."""


class FieldAssembly(QObject):
    """Opens and closes the plan by its action; what the bench is asked for while it is covered is done all the same."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        attack: AttackController,
        resources: UiResources,
        campaign: "Callable[[], OpenCampaign]",
        forecast: ForecastController,
    ) -> None:
        """Takes the window, the controllers of encounter and attack, what the panel is drawn with, and the campaign.

        The forecast waits while somebody is moved.
        """
        super().__init__(window)
        self._forecast = forecast
        self._window, self._controller, self._attack = window, controller, attack
        self._resources, self._campaign = resources, campaign
        self._made_controller: FieldController | None = None
        self.pictures: BackdropController | None = None
        self._planned: PlannedTokens | None = None
        self._players: PlayersController | None = None
        self._save_picture: Callable[[], object] | None = None
        self._has_refused = False
        """Whether the strip says why an attack was refused."""
        self._is_displaced = False
        """Whether something stands in the place of the plan that gives it back."""
        self._switch = PanelSwitch(window.large_panels, window.regions, "field", self._made)
        window.actions_of["field"].triggered.connect(self.toggle)
        window.attack_panel.field_requested.connect(window.actions_of["field"].trigger)
        window.large_panels.changed.connect(self._follow)
        window.uncover_bench = self._switch.close
        window.covers_bench = lambda: self._switch.is_open
        window.enter_cover = self._enter
        window.ask_leaving = self._ask_leaving
        controller.closed.connect(self._switch.close)
        attack.refused.connect(self._show_refusal)

    @property
    def panel(self) -> "FieldPanel":
        """The panel, made at the first call."""
        return self._switch.panel

    @property
    def field(self) -> "FieldController":
        """What shows the plan and does what is done on it, made at the first call."""
        if self._made_controller is None:
            from encounter_gui.gui.field.backdrop.backdrop_controller import BackdropController
            from encounter_gui.gui.field.field_controller import FieldController

            made = FieldController(self._window, self._controller, self._attack, self._resources)
            made.planned, made.save_picture = self._planned, self._save_picture
            made.is_seen = lambda: self._switch.is_open
            pictures = BackdropController(
                self._window, self._controller, self._campaign, self._resources.icons
            )
            made.panel.surface.picture_of = pictures.picture_of
            made.panel.surface.way_changed.connect(self._forecast.put_off)
            made.panel.head.backdrop_requested.connect(pictures.ask)
            made.panel.head.offer_backdrop(is_offered=True)
            self.pictures = pictures
            self._made_controller = made
            self._join_players()
        return self._made_controller

    def show_planned(self, planned: "PlannedTokens") -> None:
        """Takes those who are prepared and have not joined."""
        self._planned = planned
        if self._made_controller is not None:
            self._made_controller.planned = planned

    def show_players(self, players: "PlayersController") -> None:
        """Takes what knows how much of the plan the players see: that is chosen in the head of the plan, too."""
        self._players = players
        self._join_players()

    def _join_players(self) -> None:
        players, made = self._players, self._made_controller
        if players is None or made is None:
            return
        head = made.panel.head
        head.reveal_chosen.connect(lambda step: players.reveal(replace(players.table, plan=step)))
        players.table_changed.connect(lambda table: head.show_reveal(table.plan))
        head.show_reveal(players.table.plan)

    def save_picture_by(self, save: "Callable[[], object]") -> None:
        """Takes what asks where the plan is written to as a picture."""
        self._save_picture = save
        if self._made_controller is not None:
            self._made_controller.save_picture = save

    @Slot()
    def look(self) -> None:
        """Shows the plan again, as somebody else is prepared now."""
        if self._made_controller is not None:
            self._made_controller.look()

    def _made(self) -> "FieldPanel":
        return self.field.panel

    @Slot()
    def toggle(self) -> None:
        """Opens the plan with the keyboard in it; takes the keyboard to an open one, else closes it."""
        if self._window.is_prep:
            self._window.actions_of["prep"].trigger()
        self._window.end_change()
        focus = QApplication.focusWidget()
        if self._switch.is_open and (focus is None or not self.panel.isAncestorOf(focus)):
            self._window.actions_of["field"].setChecked(True)
            self.panel.take_focus()
            return
        self._switch.turn()

    def _ask_leaving(self, walk: "Walk") -> None:
        """Asks on the plan, which is opened for it, who strikes at those who leave melee by a line; then they go."""
        if not self._switch.is_open:
            self._window.large_panels.open(self.panel)
        self.field.ask_leaving(walk)

    def _enter(self) -> bool:
        """Takes the keyboard to the plan, if it is open; returns whether it is."""
        if self._switch.is_open:
            self.panel.take_focus()
        return self._switch.is_open

    def _come_back(self) -> None:
        """Opens the plan again that had to give way; the keyboard goes to it, unless something is being typed."""
        takes_keys = not isinstance(QApplication.focusWidget(), QLineEdit)
        self._window.large_panels.open(self.panel)
        if takes_keys:
            self.panel.take_focus()

    @Slot(object)
    def _follow(self, current: QWidget | None) -> None:
        is_open = self._switch.is_open
        if self._window.actions_of["field"].isChecked() and not is_open:
            self._is_displaced = self._window.regions.region_of(current) in _GIVES_BACK
        elif self._is_displaced and current is None and self._controller.is_open:
            self._is_displaced = False
            self._come_back()
            return
        self._window.actions_of["field"].setChecked(is_open)
        self._window.table.drag_kind = ROWS_KIND if is_open else ""
        if is_open:
            self.field.look()

    @Slot(str)
    def _show_refusal(self, sentence: str) -> None:
        """An attack that is refused says why in the strip as long as the plan is before the bench; the plan stays."""
        if self._has_refused or (sentence and self._switch.is_open):
            self._window.log.prompt.show_error(sentence)
            self._has_refused = bool(sentence)
