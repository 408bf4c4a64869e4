"""What the actions of the window do: most are one command on the selected; some ask something first.

Dialogs are imported when they are first opened: the window is there before them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QFileDialog, QMenu

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control.actions import ActionId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.gui.window.menus import CONTEXT
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.ruleset_info import ListedRuleset

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_THEMES = ("system", "dark", "light", "high_contrast")
_HELP: Mapping[ActionId, str] = {
    "rules_help": "",
    "prep_help": "prep",
    "fights_help": "fights",
    "print_help": "printing",
    "rulesets_help": "rulesets",
}
"""Which page of the help an action shows; empty: that of the game that is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppServices:
    """What the window cannot know of itself: rulesets there are, texts to read, where files are."""

    rulesets: Callable[[], Sequence[ListedRuleset]]
    about: str
    help: Callable[[], Mapping[str, str]]
    """The pages of the help in Markdown, by name: a rule system's id, ``prep``, ``fights`` …"""
    suffix: str
    folder: Path


class ActionHandlers(QObject):
    """Joins the actions to the desk; what concerns files goes up by signals."""

    open_requested = Signal(str)
    new_requested = Signal(str)
    copy_requested = Signal(str)
    replay_requested = Signal(str)
    encounter_requested = Signal(int)
    encounter_created = Signal(str, str)
    theme_requested = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        resources: UiResources,
        outside: AppServices,
    ) -> None:
        """Takes the window and the desk."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._resources = resources
        self._outside = outside
        self.starts_plan: Callable[[], bool] | None = None
        """Has what is prepared join and begins the fight; returns whether there was anything to begin."""
        self._connect()
        self._fill_side_menu()
        self._fill_theme_menu()

    # ---- joining

    def _connect(self) -> None:
        controller, table = self._controller, self._window.table
        reactions: dict[ActionId, Callable[[], object]] = {
            "new": self._ask_new, "open": self._ask_open, "replay": self._ask_replay,
            "save_copy": self._ask_copy, "new_encounter": self._ask_encounter, "quit": self._window.close,
            "undo": controller.undo, "redo": controller.redo, "next": self._step, "back": controller.undo_turn,
            "switches": self._show_switches, "finish": self._finish,
            "duplicate": self._duplicate, "rename": table.edit_name,
            "remove": self._remove, "damage": self._damage, "hit": self._hit, "heal": self._heal,
            "set_gauge": self._set, "condition": self._condition, "hide": self._hide, "name_side": self._ask_side_name,
            "command": self._command, "notes": self._note, "dice": self._show_dice,
            "settings": self._show_settings, "shortcuts": self._show_shortcuts,
            "about": self._show_about, **{action: self._helper(page) for action, page in _HELP.items()},
        }  # fmt: skip
        for action, reaction in reactions.items():
            self._window.actions_of[action].triggered.connect(reaction)
        self._window.turn_bar.field.clicked.connect(self._window.actions_of["command"].trigger)
        table.change_begun.connect(self._window.begin_change)
        table.rename_requested.connect(self._rename)
        table.menu_requested.connect(self._show_menu)
        table.add_requested.connect(self._window.actions_of["add"].trigger)

    def _fill_side_menu(self) -> None:
        menu = self._window.menus["side"]
        for side in _SIDES:
            action = QAction(self._word(f"gui.action.side_{side}"), menu)
            action.setData(side)
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self._window.actions_of["name_side"])
        menu.triggered.connect(self._change_side)

    def _fill_theme_menu(self) -> None:
        menu = self._window.menus["theme"]
        for name in _THEMES:
            action = self._window.actions_of.by_id[f"theme_{name}"]  # type: ignore[index]  # one of the ids
            action.setData(name)
            menu.addAction(action)
        menu.triggered.connect(self._choose_theme)

    def show_theme(self, name: str) -> None:
        """Ticks the theme that is set."""
        for each in _THEMES:
            self._window.actions_of.by_id[f"theme_{each}"].setChecked(each == name)  # type: ignore[index]  # as above

    def show_encounters(self, names: Sequence[tuple[int, str]], current: int) -> None:
        """Offers the encounters of the campaign."""
        menu = self._fresh("encounters", self._choose_encounter)
        for key, name in names:
            action = menu.addAction(name.replace("&", "&&"))
            action.setData(key)
            action.setCheckable(True)
            action.setChecked(key == current)
        menu.setEnabled(bool(names))

    def show_recent(self, paths: Sequence[str]) -> None:
        """Offers the campaigns opened last."""
        menu = self._fresh("recent", self._choose_recent)
        for path in paths:
            action = menu.addAction(Path(path).name.replace("&", "&&"))
            action.setData(path)
            action.setToolTip(plain_tip(path))
        menu.setToolTipsVisible(True)
        menu.setEnabled(bool(paths))

    def _fresh(self, name: str, chosen: Callable[[QAction], None]) -> QMenu:
        menu = self._window.menus[name]
        if not menu.property("joined"):
            menu.triggered.connect(chosen)
            menu.setProperty("joined", True)  # noqa: FBT003 - Qt takes it by position only
        menu.clear()
        return menu

    @Slot()
    def _step(self) -> None:
        if self.starts_plan is None or not self.starts_plan():
            self._controller.step()

    # ---- commands on the selected

    @property
    def _selected(self) -> tuple[CombatantId, ...]:
        return self._controller.selected

    @Slot()
    def _duplicate(self) -> None:
        self._controller.perform(do.Duplicate(who=self._selected[0]))

    @Slot()
    def _remove(self) -> None:
        self._controller.perform(do.Remove(who=self._selected))

    @Slot()
    def _hide(self) -> None:
        combatants = self._controller.context.state.combatants
        is_hidden = all("hidden" in combatants[who].flags for who in self._selected)
        self._controller.perform(do.Flag(who=self._selected, flag="hidden", on=not is_hidden))

    @Slot()
    def _finish(self) -> None:
        self._controller.perform(do.Finish())

    @Slot(str, str)
    def _rename(self, who: str, name: str) -> None:
        self._controller.perform(do.Rename(who=CombatantId(who), name=name))

    @Slot(QAction)
    def _change_side(self, action: QAction) -> None:
        if self._selected and action.data() in _SIDES:
            self._controller.perform(do.ChangeSide(who=self._selected, to=action.data()))

    # ---- what is typed

    @Slot()
    def _damage(self) -> None:
        self._window.begin_change("-")

    @Slot()
    def _hit(self) -> None:
        """Whoever is selected is hit, even if the panel was to stay on somebody else."""
        self._window.status.follow_again()
        if not self._window.begin_hit():
            name = self._controller.context.known_combatant(self._selected[0]).name
            self._controller.tell(refuse("gui.hit.nowhere", name=name))

    @Slot()
    def _heal(self) -> None:
        self._window.begin_change("+")

    @Slot()
    def _set(self) -> None:
        self._window.begin_change("=")

    @Slot()
    def _condition(self) -> None:
        self._window.command.open("c ")

    @Slot()
    def _command(self) -> None:
        self._window.command.open()

    @Slot()
    def _note(self) -> None:
        self._window.command.open("note ")

    # ---- dialogs

    def _open(self, dialog: QDialog) -> None:
        dialog.open()

    @Slot()
    def _ask_side_name(self) -> None:
        from encounter_gui.gui.dialogs.side_dialog import SideDialog

        context = self._controller.context
        side = context.known_combatant(self._selected[0]).side
        name = context.state.side_names.get(side, "")
        dialog = SideDialog(side, name, self._resources.texts, self._window)
        dialog.named.connect(self._controller.perform)
        self._open(dialog)

    @Slot()
    def _show_switches(self) -> None:
        from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog

        dialog = SwitchesDialog(self._controller.context, self._resources.texts, self._window)
        dialog.switched.connect(self._controller.perform)
        self._open(dialog)

    @Slot()
    def _ask_encounter(self) -> None:
        from encounter_gui.gui.dialogs.encounter_dialog import EncounterDialog

        number = len(self._window.menus["encounters"].actions()) + 1
        proposed = self._resources.texts.text_of("gui.encounter.proposed", number=number)
        rulesets = self._outside.rulesets()
        dialog = EncounterDialog(rulesets, proposed, self._resources.texts, self._window)
        dialog.choose(self._controller.context.ruleset.id)
        dialog.chosen.connect(self.encounter_created)
        self._open(dialog)

    @Slot()
    def _show_dice(self) -> None:
        from encounter_gui.gui.dialogs.dice_dialog import DiceDialog

        dialog = DiceDialog(self._resources.icons, self._resources.texts, self._window)
        dialog.show()

    @Slot()
    def _show_shortcuts(self) -> None:
        from encounter_gui.gui.dialogs.text_dialog import shortcuts_text

        text = shortcuts_text(self._window.actions_of, self._resources.texts)
        self._read("gui.shortcuts.title", text, "dice")

    def _helper(self, page: str) -> Callable[[], None]:
        return lambda: self._show_help(page)

    def _show_help(self, page: str) -> None:
        from encounter_gui.gui.dialogs.help_dialog import HelpDialog, pages_of

        system = self._controller.context.ruleset.system if self._controller.is_open else ""
        pages = pages_of(self._outside.help(), system)
        dialog = HelpDialog(pages, self._resources.icons.theme, self._resources.texts, self._window)
        dialog.show_page(page or system)
        dialog.show()

    @Slot()
    def _show_about(self) -> None:
        self._read("gui.about.title", self._outside.about, "body")

    def _read(self, title: str, text: str, font: str) -> None:
        from encounter_gui.gui.dialogs.text_dialog import TextDialog

        texts = self._resources.texts
        font_of = self._resources.icons.theme.font(font)
        self._open(TextDialog(texts.text_of(title), text, font_of, texts, self._window))

    @Slot()
    def _show_settings(self) -> None:
        corner = self._window.rail.mapToGlobal(QPoint(self._window.rail.width(), 0))
        corner.setY(self._window.mapToGlobal(QPoint(0, self._window.height() - 160)).y())
        self._window.menus["theme"].popup(corner)

    @Slot(str, QPoint)
    def _show_menu(self, who: str, point: QPoint) -> None:
        menu = QMenu(self._window)
        if who:
            self._window.menus.fill(menu, CONTEXT)
        else:
            menu.addAction(self._window.actions_of["add"])
        self._window.popup(menu, point)

    # ---- files

    @Slot()
    def _ask_open(self) -> None:
        self._ask_file("gui.action.open", self.open_requested, is_new=False)

    @Slot()
    def _ask_new(self) -> None:
        self._ask_file("gui.action.new", self.new_requested, is_new=True)

    @Slot()
    def _ask_copy(self) -> None:
        self._ask_file("gui.action.save_copy", self.copy_requested, is_new=True)

    @Slot()
    def _ask_replay(self) -> None:
        self._ask_file("gui.action.replay", self.replay_requested, is_new=False, is_fight=True)

    def _ask_file(
        self, title: str, chosen: SignalInstance, *, is_new: bool, is_fight: bool = False
    ) -> None:
        kind = "gui.file.fights" if is_fight else "gui.file.campaigns"
        words = self._word(title).replace("&", "").rstrip("…")
        kinds = self._resources.texts.text_of(kind, suffix=self._outside.suffix)
        dialog = QFileDialog(self._window, words, str(self._outside.folder), kinds)
        mode = QFileDialog.AcceptMode
        dialog.setAcceptMode(mode.AcceptSave if is_new else mode.AcceptOpen)
        files = QFileDialog.FileMode
        dialog.setFileMode(files.AnyFile if is_new else files.ExistingFile)
        if not is_fight:
            dialog.setDefaultSuffix(self._outside.suffix.removeprefix("."))
        dialog.fileSelected.connect(chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(QAction)
    def _choose_encounter(self, action: QAction) -> None:
        self.encounter_requested.emit(action.data())

    @Slot(QAction)
    def _choose_recent(self, action: QAction) -> None:
        self.open_requested.emit(action.data())

    @Slot(QAction)
    def _choose_theme(self, action: QAction) -> None:
        self.theme_requested.emit(action.data())

    def _word(self, key: str) -> str:
        return self._resources.texts.text_of(key)
