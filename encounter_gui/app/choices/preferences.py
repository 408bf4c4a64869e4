"""The settings page joined to the program: each choice is kept, and holds at once."""

import json
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui import paths
from encounter_gui.app.choices.theme_choice import ThemeChoice
from encounter_gui.app.services import games_found
from encounter_gui.encounter.values import Side
from encounter_gui.gui.command_line.sources.setting_choices import SettingChoice
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.roller_controller import RollerController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.control.view_updates import ViewUpdates
from encounter_gui.gui.settings.settings_page import SettingsPage
from encounter_gui.gui.settings.settings_view import (
    STARTS,
    TEXT_SIZES,
    ColumnChoice,
    SettingsView,
    largest_text_size,
)
from encounter_gui.gui.toolbar.turn_timer import TIMERS
from encounter_gui.gui.widgets.screen_fit import TITLE_BAR
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.session.rollers import ROLLERS, SIDES, Roller

_ROLLER = "roller_"
_ALWAYS = ("mark", "band", "name")
"""The kinds of column that tell the rows apart: none of them can be hidden."""


class PreferenceParts(Struct, frozen=True, kw_only=True):
    """What preferences act on."""

    theme: ThemeChoice
    rollers: RollerController
    views: ViewUpdates
    game: Callable[[], str]


class Preferences(QObject):
    """Opens the settings page and carries out what is chosen there."""

    text_size_changed = Signal()
    """The window is to be opened anew: Qt scales a window only from its start."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        resources: UiResources,
        settings: Settings,
        parts: PreferenceParts,
    ) -> None:
        """Takes the window, the controller of the encounter, the settings, and what they act on."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._resources = resources
        self._settings = settings
        self._parts = parts
        controller.opened.connect(self._hide_columns)
        window.turn_bar.use_timer(settings.get(kept.TURN_TIMER))
        controller.situation_changed.connect(self._time_turn)

    @Slot()
    def show(self) -> None:
        """Opens the page, or brings the one that is open to the front."""
        page = self._window.findChild(SettingsPage)
        if page is None:
            self._made().show()
        else:
            page.raise_()
            page.activateWindow()

    @property
    def is_shown(self) -> bool:
        """Whether the page is open."""
        page = self._window.findChild(SettingsPage)
        return page is not None and page.isVisible()

    def lead_to_text_size(self) -> None:
        """Puts the keyboard on the text size of the page, where that is open."""
        page = self._window.findChild(SettingsPage)
        if page is not None:
            page.lead_to_text_size()

    def _made(self) -> SettingsPage:
        page = SettingsPage(self.view(), self._resources.icons, self._resources.texts, self._window)
        declare = self._window.actions_of["declare_automatic"]
        page.game_chosen.connect(self._set_game)
        page.start_chosen.connect(self._set_start)
        page.theme_chosen.connect(self._parts.theme.use)
        page.text_size_chosen.connect(self._set_text_size)
        page.roller_chosen.connect(self._set_roller)
        page.declares_chosen.connect(declare.setChecked)
        page.timer_chosen.connect(self._set_timer)
        page.column_chosen.connect(self._show_column)
        return page

    def view(self, games: tuple[tuple[str, str], ...] | None = None) -> SettingsView:
        """Returns how everything is set; ``games`` None: those there are now, read from their files."""
        texts, settings = self._resources.texts, self._settings
        rollers = self._controller.rollers
        is_open = self._controller.is_open
        return SettingsView(
            games=tuple((each.id, each.name) for each in paths.rulesets())
            if games is None
            else games,
            game=self._parts.game(),
            start=settings.get(kept.START),
            languages=tuple(
                (each, texts.text_of(f"gui.settings.language.{each}")) for each in paths.languages()
            ),
            language=paths.languages()[0],
            theme=self._parts.theme.name,
            text_size=settings.get(kept.TEXT_SIZE),
            largest_text=self._largest_text(),
            rollers={side: rollers.of_side(side) for side in SIDES},
            declares=self._window.actions_of["declare_automatic"].isChecked(),
            turn_timer=settings.get(kept.TURN_TIMER),
            columns_of=self._controller.context.ruleset.name if is_open else "",
            columns=self._columns() if is_open else (),
        )

    def _largest_text(self) -> int:
        """Returns the largest text size with which the window still fits its screen, at least the usual one."""
        room, least = self._window.screen().availableSize(), self._window.minimumSize()
        now = self._settings.get(kept.TEXT_SIZE) / 100
        return largest_text_size(
            (room.width() * now, room.height() * now), (least.width(), least.height() + TITLE_BAR)
        )

    def _columns(self) -> tuple[ColumnChoice, ...]:
        hidden = self._hidden().get(self._controller.context.ruleset.id, ())
        columns = self._controller.system.columns(self._controller.context)
        return tuple(
            ColumnChoice(
                key=each.key,
                title=each.title or each.tip,
                tip=each.tip,
                is_shown=each.key not in hidden,
            )
            for each in columns
            if each.kind not in _ALWAYS and each.key != "number"
        )

    # ---- what is chosen

    def choose(self, name: str, value: str) -> None:
        """Sets a setting, by its name on the page; a ``column`` is shown or hidden, whichever it is not."""
        match name:
            case "game":
                self._set_game(value)
            case "start":
                self._set_start(value)
            case "size":
                self._set_text_size(int(value))
            case "timer":
                self._set_timer(value)
            case "column":
                shown = {each.key: each.is_shown for each in self.view().columns}
                self._show_column(value, not shown.get(value, False))
            case _:
                side = next(each for each in SIDES if name == f"{_ROLLER}{each}")
                self._set_roller(side, next(each for each in ROLLERS if each == value))

    def choices(self) -> Iterator[SettingChoice]:
        """Yields the values of the settings, for whoever looks for them by name; themes stand in a menu."""
        shown, words = self.view(games_found()), self._resources.texts.text_of
        for key, name in shown.games:
            yield self._choice("game", key, name, is_set=key == shown.game)
        for start in STARTS:
            text = words(f"gui.settings.start.{start}")
            yield self._choice("start", start, text, is_set=start == shown.start)
        for size in (each for each in TEXT_SIZES if each <= shown.largest_text):
            yield self._choice("size", str(size), f"{size} %", is_set=size == shown.text_size)
        for timer in TIMERS:
            text = words(f"gui.settings.timer.{timer}")
            yield self._choice("timer", timer, text, is_set=timer == shown.turn_timer)
        for side in SIDES:
            for roller in ROLLERS:
                text, now = words(f"gui.settings.roller.{roller}"), shown.rollers.get(side)
                yield self._choice(f"{_ROLLER}{side}", roller, text, is_set=now == roller)
        for column in shown.columns:
            yield SettingChoice(
                name="column",
                value=column.key,
                setting=words("gui.palette.column"),
                text=column.title,
                is_set=column.is_shown,
                is_switch=True,
            )

    def _choice(self, name: str, value: str, text: str, *, is_set: bool) -> SettingChoice:
        setting = self._resources.texts.text_of(f"gui.settings.{name}")
        return SettingChoice(name=name, value=value, setting=setting, text=text, is_set=is_set)

    @Slot(str)
    def _set_game(self, ruleset: str) -> None:
        self._settings.set(kept.GAME, ruleset)

    @Slot(str)
    def _set_start(self, start: str) -> None:
        self._settings.set(kept.START, start)

    @Slot(int)
    def _set_text_size(self, size: int) -> None:
        if size in TEXT_SIZES and size != self._settings.get(kept.TEXT_SIZE):
            self._settings.set(kept.TEXT_SIZE, size)
            self.text_size_changed.emit()

    @Slot(str)
    def _set_timer(self, timer: str) -> None:
        self._settings.set(kept.TURN_TIMER, timer)
        self._window.turn_bar.use_timer(timer)
        self._time_turn()

    @Slot()
    def _time_turn(self) -> None:
        """Lets time pass while the fight that is played is shown as it stands."""
        turn = None
        if self._controller.is_open:
            session = self._controller.session
            state = session.state
            if state.stage == "running" and state.acting:
                turn = session, state.round, state.group, state.acting
        is_running = turn is not None and self._controller.is_live
        self._window.turn_bar.follow_turn(turn, is_running=is_running)

    @Slot(str, str)
    def _set_roller(self, side: Side, roller: Roller) -> None:
        self._parts.rollers.set_side(side, roller)

    @Slot(str, bool)
    def _show_column(self, key: str, is_shown: bool) -> None:  # noqa: FBT001 - a slot
        if not self._controller.is_open:
            return
        ruleset = self._controller.context.ruleset.id
        hidden = self._hidden()
        others = [each for each in hidden.get(ruleset, ()) if each != key]
        kept_hidden = {**hidden, ruleset: others if is_shown else [*others, key]}
        self._settings.set(kept.HIDDEN_COLUMNS, json.dumps(kept_hidden))
        self._hide_columns()

    @Slot()
    def _hide_columns(self) -> None:
        """Shows the table without the columns that are not wanted in this game."""
        hidden = self._hidden().get(self._controller.context.ruleset.id, ())
        self._parts.views.hide_columns(frozenset(hidden))

    def _hidden(self) -> Mapping[str, list[str]]:
        """Returns the hidden columns by ruleset; what was spoilt by hand counts as not there."""
        try:
            read = json.loads(self._settings.get(kept.HIDDEN_COLUMNS) or "{}")
        except ValueError:
            return {}
        if not isinstance(read, dict):
            return {}
        return {
            ruleset: [key for key in keys if isinstance(key, str)]
            for ruleset, keys in read.items()
            if isinstance(keys, list)
        }
