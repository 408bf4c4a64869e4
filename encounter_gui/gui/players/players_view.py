"""Joins the parts: the players' screens with the encounter, the panel and what arrives with the window."""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.declare_controller import DeclareController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.dice.dice_line import short_refusal
from encounter_gui.gui.players.arrived_row import Arrival, ArrivedRow
from encounter_gui.gui.players.networks import networks
from encounter_gui.gui.players.player_dice import ArrivedDice
from encounter_gui.gui.players.players_controller import PlayersController
from encounter_gui.gui.players.players_panel import PlayersPanel
from encounter_gui.gui.players.players_screen import PlayersScreen
from encounter_gui.gui.players.sharing import Sharing, is_available, seats_of
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.players.view import OwnSheet, PlayersView
from encounter_gui.share.guests import Guest, one_line
from encounter_gui.share.page_files import PageFiles

_INTENT, _MOVE = "intent:", "move:"
"""Before the key of a seat, in the key of what has arrived from it."""


class PlayersMeans(Struct, frozen=True, kw_only=True):
    """What the players' screens are made with: words for codes, the page's files, and themes by name."""

    code_words: tuple[str, ...]
    page: Callable[[], PageFiles]
    theme: Callable[[str], Theme]


class PlayersViewController(QObject):
    """Opens the panel and the second screen, puts the page on the network, and brings to the table what arrives."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        declaring: DeclareController,
        resources: UiResources,
        settings: Settings,
        means: PlayersMeans,
    ) -> None:
        """Takes the window, the controllers, the texts with the theme, and the settings."""
        super().__init__(window)
        self._window, self._controller, self._declaring = window, controller, declaring
        self._resources, self._settings, self._means = resources, settings, means
        self._texts = resources.texts
        self._guests: tuple[Guest, ...] = ()
        self._intents: dict[str, str] = {}
        self._dice: tuple[ArrivedDice, ...] = ()
        self._view: PlayersView | None = None
        self._panel: PlayersPanel | None = None
        self._screen: PlayersScreen | None = None
        self.players = PlayersController(controller, resources.texts, self)
        self.sharing = Sharing(means.code_words, means.page, self)
        self.arrived = ArrivedRow(resources.icons, resources.texts)
        window.take_arrivals(self.arrived)
        self._connect()

    def _connect(self) -> None:
        players, sharing = self.players, self.sharing
        players.view_changed.connect(self._show_view)
        players.own_changed.connect(self._show_own)
        players.blank_changed.connect(self._show_blank)
        players.table_changed.connect(self._show_table)
        players.dice.arrived.connect(self._show_dice)
        players.moves.changed.connect(self._show_arrivals)
        sharing.guests_changed.connect(self._show_guests)
        sharing.dice_sent.connect(self._take_dice)
        sharing.dice_typed.connect(self._show_reading)
        sharing.intent_sent.connect(self._take_intent)
        sharing.move_sent.connect(players.propose_move)
        sharing.running_changed.connect(self._show_sharing)
        self.arrived.accepted.connect(self._accept)
        self.arrived.returned.connect(self._return)
        self._declaring.sheet_changed.connect(self._show_arrivals)
        self._controller.context_changed.connect(self._show_arrivals)
        self._controller.context_changed.connect(self._show_combatants)
        self._window.closing.connect(self.close)
        self._window.actions_of["players"].triggered.connect(self.open_panel)
        self._window.actions_of["players_blank"].triggered.connect(self.toggle_blank)
        self._window.actions_of["take_arrived"].triggered.connect(self.arrived.take)

    @property
    def panel(self) -> PlayersPanel:
        """The panel; made when it is asked for the first time."""
        if self._panel is None:
            self._panel = self._made_panel()
        return self._panel

    @property
    def screen(self) -> PlayersScreen:
        """The second window; made when it is asked for the first time."""
        if self._screen is None:
            self._screen = self._made_screen()
        return self._screen

    def _made_panel(self) -> PlayersPanel:
        panel = PlayersPanel(
            self._resources.icons, self._texts, is_available=is_available(), parent=self._window
        )
        panel.join.start_requested.connect(self._start)
        panel.join.stop_requested.connect(self.sharing.stop)
        panel.join.renew_requested.connect(self._renew)
        panel.guests.pressed.connect(self._press_guest)
        panel.screen_requested.connect(self.show_screen)
        panel.screen_closed.connect(self.hide_screen)
        panel.theme_chosen.connect(self._choose_theme)
        panel.blank_requested.connect(self.players.set_blank)
        panel.table_changed.connect(self.players.reveal)
        panel.show_table(self.players.table)
        panel.choose_screen(self._settings.get(kept.PLAYERS_SCREEN))
        panel.show_theme(self._theme_name)
        panel.blank.setChecked(self.players.is_blank)
        panel.guests.show_guests(self._guests, self.players.name_of)
        return panel

    def _made_screen(self) -> PlayersScreen:
        theme = self._means.theme(self._theme_name)
        screen = PlayersScreen(theme, self._resources.figure, self._texts)
        screen.closed.connect(self._watch)
        screen.blank_requested.connect(self.players.set_blank)
        screen.show_view(self._view)
        return screen

    # ---- what the game master does

    @Slot()
    def open_panel(self) -> None:
        """Opens the panel beside the window."""
        self.panel.join.show_networks(networks())
        self.panel.show_screens()
        self._show_combatants()
        self.panel.show()
        self.panel.activateWindow()

    @Slot()
    def toggle_blank(self) -> None:
        """Makes all screens blank, or shows everything again."""
        self.players.set_blank(not self.players.is_blank)

    @Slot(str)
    def show_screen(self, name: str) -> None:
        """Shows the players' screen on the screen of this name; empty: as a window."""
        self._settings.set(kept.PLAYERS_SCREEN, name)
        self.screen.use_theme(self._means.theme(self._theme_name))
        self.screen.show_on(name)
        if self._panel is not None:
            self._panel.show_theme(self._theme_name)
        self._watch()

    @Slot()
    def hide_screen(self) -> None:
        """Closes the players' screen."""
        if self._screen is not None:
            self._screen.close()

    @Slot(str)
    def _choose_theme(self, name: str) -> None:
        self._settings.set(kept.players_theme(self._settings.get(kept.PLAYERS_SCREEN)), name)
        if self._screen is not None:
            self._screen.use_theme(self._means.theme(name))

    @property
    def _theme_name(self) -> str:
        """The theme on the screen chosen last: a projector may want another than a television."""
        return self._settings.get(kept.players_theme(self._settings.get(kept.PLAYERS_SCREEN)))

    @Slot(str)
    def _start(self, address: str) -> None:
        try:
            self.sharing.start(address)
        except AppError as error:
            self.panel.join.message.setText(self._texts.text(error.message))

    @Slot()
    def _renew(self) -> None:
        self.sharing.renew()
        self._show_sharing()

    @Slot(int, str)
    def _press_guest(self, guest: int, what: str) -> None:
        match what:
            case "let_in":
                self.sharing.let_in(guest)
            case "unseat":
                self.sharing.unseat(guest)
            case _:
                self.sharing.remove(guest)

    @Slot()
    def _watch(self) -> None:
        is_seen = self._screen is not None and self._screen.is_on
        self.players.watch(is_watched=is_seen or self.sharing.is_running)

    @Slot()
    def close(self) -> None:
        """Takes the page off the network and closes the second screen: the program ends."""
        self.sharing.stop()
        screen, self._screen = self._screen, None
        if screen is not None:
            screen.close()
            screen.deleteLater()

    # ---- what is shown

    @Slot(object)
    def _show_view(self, view: PlayersView | None) -> None:
        self._view = view
        if self._screen is not None:
            self._screen.show_view(view)

    @Slot(dict)
    def _show_own(self, own: dict[str, OwnSheet]) -> None:
        self.sharing.show(self._view, own)

    @Slot(bool)
    def _show_blank(self, is_blank: bool) -> None:
        self._window.actions_of["players_blank"].setChecked(is_blank)
        if self._panel is not None:
            self._panel.blank.setChecked(is_blank)

    @Slot(object)
    def _show_table(self) -> None:
        if self._panel is not None:
            self._panel.show_table(self.players.table)

    @Slot()
    def _show_combatants(self) -> None:
        if self._panel is not None and self._controller.is_open:
            combatants = self._controller.session.state.combatants
            self._panel.exceptions.show_combatants(tuple(combatants.values()))

    @Slot()
    def _show_sharing(self) -> None:
        self._watch()
        if self._panel is not None:
            sharing = self.sharing
            code = sharing.code if sharing.is_running else ""
            self._panel.join.show_sharing(sharing.url, sharing.join_url, code)

    @Slot(tuple)
    def _show_guests(self, guests: tuple[Guest, ...]) -> None:
        self._guests = guests
        self.players.seat(seats_of(guests))
        if self._panel is not None:
            self._panel.guests.show_guests(guests, self.players.name_of)

    # ---- what arrives

    @Slot(str, str, str)
    def _take_dice(self, seat: str, key: str, typed: str) -> None:
        who = self.players.combatant_of(seat)
        if who is not None:
            self.players.dice.take(who, key, typed)

    @Slot(int, str, str, str)
    def _show_reading(self, guest: int, seat: str, key: str, typed: str) -> None:
        """Tells a player what the dice are read as that it types."""
        who = self.players.combatant_of(seat)
        reading = self.players.dice.reading(who, key, typed) if who is not None else None
        if reading is None:
            return
        words, refused = reading.words, reading.refused
        if refused is not None and not reading.may_grow:
            words = short_refusal(refused.message, self._texts)
        self.sharing.show_reading(guest, key, typed, words, is_taken=refused is None)

    @Slot(str, str)
    def _take_intent(self, seat: str, text: str) -> None:
        line = one_line(text)
        self._intents.pop(seat, None)
        if line:
            self._intents[seat] = line
        self.players.note_intent(seat, line)
        self._show_arrivals()

    @Slot(tuple)
    def _show_dice(self, dice: tuple[ArrivedDice, ...]) -> None:
        self._dice = dice
        self._show_arrivals()

    @Slot()
    def _show_arrivals(self) -> None:
        combatants = self._controller.session.state.combatants if self._controller.is_open else {}
        arrivals = [
            Arrival(key=each.key, name=combatants[each.who].name, title=each.title, text=each.text)
            for each in self._dice
            if each.who in combatants
        ]
        arrivals += [
            Arrival(
                key=f"{_INTENT}{seat}",
                name=self.players.name_of(seat),
                title="",
                text=text,
                kind="intent",
                can_accept=self._may_declare(seat),
            )
            for seat, text in self._intents.items()
            if self.players.combatant_of(seat) is not None
        ]
        arrivals += [
            Arrival(
                key=f"{_MOVE}{each.who}",
                name=combatants[each.who].name,
                title="",
                text=each.text,
                kind="move",
            )
            for each in self.players.moves.waiting
            if each.who in combatants
        ]
        self.arrived.show_arrivals(arrivals)

    def _may_declare(self, seat: str) -> bool:
        sheet, who = self._declaring.sheet, self.players.combatant_of(seat)
        return sheet is not None and who is not None and sheet.row_of(who) is not None

    @Slot(str)
    def _accept(self, key: str) -> None:
        if key.startswith(_MOVE):
            self.players.moves.take(CombatantId(key.removeprefix(_MOVE)))
            return
        if not key.startswith(_INTENT):
            self.players.dice.accept(key)
            return
        seat = key.removeprefix(_INTENT)
        text, who = self._intents.pop(seat, ""), self.players.combatant_of(seat)
        if who is not None and text:
            self._declaring.write_intent(who, text)
        self._show_arrivals()

    @Slot(str)
    def _return(self, key: str) -> None:
        if key.startswith(_MOVE):
            self.players.moves.propose(CombatantId(key.removeprefix(_MOVE)), None)
        elif key.startswith(_INTENT):
            self._intents.pop(key.removeprefix(_INTENT), None)
            self._show_arrivals()
        else:
            self.players.dice.ask_again(key)
