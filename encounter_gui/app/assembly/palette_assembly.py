"""What the palette finds: the sources, joined with the parts of the window they lead to. Made after the first paint."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Slot

from encounter_gui.app.choices.preferences import Preferences
from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.finder import Finder
from encounter_gui.gui.command_line.finding.listed_source import ListedSource
from encounter_gui.gui.command_line.finding.source import Wanted
from encounter_gui.gui.command_line.sources.bench_options import BenchOptions
from encounter_gui.gui.command_line.sources.combatants import Combatants
from encounter_gui.gui.command_line.sources.conditions import Conditions
from encounter_gui.gui.command_line.sources.creatures import Creatures
from encounter_gui.gui.command_line.sources.encounter_notes import EncounterNotes
from encounter_gui.gui.command_line.sources.encounters import Encounters
from encounter_gui.gui.command_line.sources.help_sections import HelpSections
from encounter_gui.gui.command_line.sources.log_entries import LogEntries
from encounter_gui.gui.command_line.sources.menu_actions import MenuActions
from encounter_gui.gui.command_line.sources.quick_actions import QuickActions
from encounter_gui.gui.command_line.sources.rules import Rules, Sentences
from encounter_gui.gui.command_line.sources.setting_choices import SettingChoices
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import COMMANDS, PHRASES, Settings
from encounter_gui.gui.library.library_workspace import LibraryWorkspace
from encounter_gui.gui.window.action_handlers import ActionHandlers
from encounter_gui.gui.window.connections import Connections
from encounter_gui.gui.window.main_window import MainWindow
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.note_links import EncounterNote

_MOST_NAMES = 60
"""Creatures looked at for the one that a name means."""

_REST = 50
"""Milliseconds between the indexes that are made ahead, so that the window stays in use."""


class PaletteServices(Struct, frozen=True, kw_only=True):
    """What the palette finds outside the window: creatures, notes, settings, rules of the game played, help."""

    library: Callable[[], CreatureRepository | None]
    notes: Callable[[], Iterable[EncounterNote]]
    open_notes: Callable[[EncounterNote], object]
    preferences: Preferences
    rules: Callable[[], Sentences]
    help: Callable[[], Mapping[str, str]]


class PaletteAssembly(QObject):
    """Makes the sources and gives them to the palette."""

    def __init__(
        self,
        window: MainWindow,
        connections: Connections,
        handlers: ActionHandlers,
        room: LibraryWorkspace,
        services: PaletteServices,
        settings: Settings,
        texts: MessageCatalog,
    ) -> None:
        """Takes the parts that results lead to, what is found outside the window, the settings and the texts."""
        super().__init__(window)
        self._window = window
        self._connections = connections
        self._controller: EncounterController = connections.controller
        self._handlers = handlers
        self._room = room
        self._services = services
        self._settings = settings
        self._texts = texts
        self.log = LogEntries(self._controller, self._show_entry, texts, self)
        window.command.set_history(settings.get(COMMANDS))
        window.command.history_changed.connect(self._remember)
        window.command.help_requested.connect(self._show_grammar)
        connections.commands.own_creature = self._own_creature
        connections.commands.join = self._add
        connections.commands.set_bench = self._set_bench
        connections.commands.bench = self._bench
        connections.commands.hurt = self._hurt
        connections.commands.open_panel = self._open_panel
        connections.commands.own_phrases.update(_phrases(settings.get(PHRASES)))
        connections.commands.keep_phrase = self._keep_phrase
        self._creatures = Creatures(
            self._services.library, self._ruleset, self._add, self._show_creature, texts
        )
        self._lasting = self._made_lasting()
        self._found = self._finder()
        connections.palette.use(self._found)
        warm_ups = (
            *(each.index for each in self._lasting),
            self._creatures.warm_up,
            self._search_once,
        )
        self._cold: Iterator[Callable[[], object]] = iter(warm_ups)
        self._warming = QTimer(self)
        self._warming.timeout.connect(self._warm_up)
        self._warming.start(_REST)

    def _made_lasting(self) -> tuple[ListedSource, ...]:
        """Returns the sources of what stays the same as long as the ruleset does."""
        texts, services, dialogs = self._texts, self._services, self._handlers.dialogs
        return (
            ListedSource("conditions", Conditions(self._controller), made_of=self._played),
            ListedSource(
                "rules", Rules(services.rules, dialogs.show_rule, texts), made_of=self._played
            ),
            ListedSource(
                "help",
                HelpSections(services.help, dialogs.show_help, texts),
                made_of=services.help,
            ),
        )

    @Slot()
    def _warm_up(self) -> None:
        """Makes the next index that is not made yet: the first search then finds it there."""
        warm_up = next(self._cold, None)
        if warm_up is None:
            self._warming.stop()
        else:
            warm_up()

    def _search_once(self) -> None:
        """Looks for something nobody asked for: what the first search needs is there then."""
        self._found.begin()
        self._found.find(Wanted(words=("a",)))

    def _state(self) -> object:
        return self._controller.context.state if self._controller.is_open else None

    def _played(self) -> object:
        return self._controller.context.ruleset if self._controller.is_open else None

    def _finder(self) -> Finder:
        controller, texts, window = self._controller, self._texts, self._window
        attack = self._connections.attack
        menus = window.menus
        return Finder(
            (
                ListedSource(
                    "actions",
                    MenuActions(
                        window.menuBar(),
                        tuple(window.actions_of.by_id.values()),
                        texts,
                        besides=(menus["encounters"],),
                    ),
                ),
                QuickActions(controller, window.status.quick_actions.request),
                ListedSource(
                    "actions",
                    BenchOptions(
                        lambda: attack.form,
                        window.attack_panel.choose,
                        window.attack_panel.resolve,
                        window.attack_panel.take_dice,
                        texts,
                    ),
                ),
                ListedSource(
                    "fight",
                    Combatants(controller, self._select, self._show_sheet),
                    made_of=self._state,
                ),
                self._creatures,
                *self._lasting,
                self.log,
                ListedSource(
                    "actions",
                    SettingChoices(
                        self._services.preferences.choices, self._services.preferences.choose, texts
                    ),
                ),
                ListedSource("encounters", Encounters(menus["encounters"], texts)),
                EncounterNotes(self._services.notes, self._services.open_notes, texts),
            )
        )

    # ---- where lines and results lead

    def _set_bench(self, choices: Mapping[str, str]) -> None:
        who = choices.get("who", "")
        self._window.table.select([CombatantId(who)])
        self._window.attack_panel.choose({"who": who})
        self._window.attack_panel.choose(choices)
        self._window.enter_bench()

    def _bench(self) -> Mapping[str, str]:
        form = self._connections.attack.form
        return {"who": form.actor or "", **{each.key: each.chosen for each in form.fields}}

    def _hurt(self, who: tuple[CombatantId, ...]) -> None:
        """Opens the damage by hand for those whom a blast touches, with its preview."""
        self._window.table.select(list(who))
        self._window.begin_change("-")

    def _open_panel(self, action: str) -> None:
        """Opens a panel that an action opens and closes; one that is open stays."""
        is_open = {
            "forecast": self._window.turn_bar.forecast.isChecked(),
            "workshop": self._window.whole_page.is_shown,
        }.get(action, False)
        if not is_open:
            self._window.actions_of.by_id[action].trigger()  # type: ignore[index]  # one of its ids

    def _keep_phrase(self, name: str, line: str) -> None:
        """Keeps a phrase of the game master's own, also for the next time; an empty line takes it back."""
        phrases = self._connections.commands.own_phrases
        phrases.pop(name, None)
        if line:
            phrases[name] = line
        self._settings.set(PHRASES, tuple(f"{key}\t{value}" for key, value in phrases.items()))

    def _select(self, who: CombatantId) -> None:
        self._window.table.select([who])
        self._window.table.setFocus()

    def _show_sheet(self, who: CombatantId) -> None:
        self._select(who)
        self._window.status.show_tab("sheet")

    def _ruleset(self) -> str:
        return self._controller.context.ruleset.id if self._controller.is_open else ""

    def _add(self, key: str, count: int) -> None:
        self._room.add(key, count)

    def _show_creature(self, key: str) -> None:
        self._room.show_creature(key)

    def _show_entry(self, entry: EntryId) -> None:
        log = self._window.log.log
        log.select_entry(entry)
        log.setFocus()
        log.explained.emit(entry)

    def _show_grammar(self) -> None:
        self._window.command.leave()
        self._handlers.dialogs.show_help("palette")

    def _remember(self, lines: tuple[str, ...]) -> None:
        self._settings.set(COMMANDS, lines)

    def _own_creature(self, name: str) -> tuple[str, str] | None:
        """Returns the campaign's own creature with this name, or the first whose name begins so."""
        library, wanted = self._services.library(), name.casefold()
        if library is None:
            return None
        ruleset = self._ruleset()
        found = [
            each
            for each in library.best(name, _MOST_NAMES)[0]
            if each.is_own and each.ruleset == ruleset and each.name.casefold().startswith(wanted)
        ]
        best = min(found, key=lambda each: len(each.name), default=None)
        return (best.key, best.name) if best is not None else None


def _phrases(kept: Iterable[str]) -> dict[str, str]:
    """Returns phrases of the game master's own as they are kept in the settings."""
    parts = (each.partition("\t") for each in kept)
    return {name: line for name, _, line in parts if line}
