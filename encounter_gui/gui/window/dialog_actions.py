"""The actions that only show something: dialogs, help, themes.

Dialogs are imported when they are first opened: the window is there before them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.combatants.row_filter import hidden_words
from encounter_gui.gui.control.actions import ActionId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.initiative_controller import InitiativeController
from encounter_gui.gui.dialogs.rule_pages import RULE_ID
from encounter_gui.gui.forecast.forecast_controller import ForecastController
from encounter_gui.gui.forecast.switch_effect import SwitchEffect
from encounter_gui.gui.log.prompt_words import PromptWords
from encounter_gui.gui.window.app_services import AppServices
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.engine.by_hand.crowds import Aimed, ChosenRows, Which, aimed
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters.groups import crowd_words

if TYPE_CHECKING:  # imported when it is first opened
    from encounter_gui.gui.dialogs.condition_picker import NewerConditions
    from encounter_gui.gui.dialogs.dice_panel import DicePanel
    from encounter_gui.gui.dialogs.switches_dialog import SwitchDefaults

_LINK_EVENTS = (QEvent.Type.ToolTipChange, QEvent.Type.MouseButtonRelease)
_Dialog = TypeVar("_Dialog", bound=QDialog)

_THEMES = ("system", "dark", "light", "high_contrast")
_HELP: Mapping[ActionId, str] = {
    "prep_help": "prep",
    "fights_help": "fights",
    "time_help": "time",
    "workshop_help": "workshop",
    "field_help": "field",
    "print_help": "printing",
    "players_help": "players",
    "rulesets_help": "rulesets",
}
"""Which page of the help an action shows."""


class DialogActions(QObject):
    """Opens dialogs and pages of the help; the theme that is chosen goes up by a signal."""

    theme_requested = Signal(str)
    settings_requested = Signal()
    """The settings page is wanted."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        resources: UiResources,
        services: AppServices,
    ) -> None:
        """Takes the window, the controller of the encounter, the texts with the theme, and what the program offers."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._resources = resources
        self._services = services
        self.initiative = InitiativeController(controller, self)
        self.forecast = ForecastController(controller, resources.texts, self)
        self.forecast.changed.connect(window.turn_bar.show_forecast)
        self.switch_effect = SwitchEffect(controller, self.forecast, resources.texts, self)
        self.switch_defaults: SwitchDefaults | None = None
        """How new fights of the open campaign begin; None: that is not known yet."""
        self.newer_conditions: Callable[[], NewerConditions | None] = lambda: None
        """Returns the conditions of newer rules that the fight does not know yet; None: there are none."""
        self._dice: DicePanel | None = None
        self._fill_theme_menu()
        self._link_sentences()

    def handlers(self) -> dict[ActionId, Callable[[], object]]:
        """Returns what the actions do."""
        return {
            "initiative": self._show_initiative,
            "switches": self._show_switches, "name_side": self._ask_side_name, "dice": self._show_dice,
            "settings": self.settings_requested.emit, "about": self._show_about,
            **{action: self._helper(page) for action, page in _HELP.items()},
            "rules_help": self._show_rules_help,
        }  # fmt: skip

    def _link_sentences(self) -> None:
        """Has a click on a sentence that names a rule open it: refusals, and what the command line would do."""
        window = self._window
        self._link(*window.log.prompt.findChildren(PromptWords), window.attack_panel.set_up.message)
        window.damage_made.connect(lambda panel: self._link(*panel.foot.findChildren(QLabel)))
        window.command_made.connect(lambda panel: self._link(panel.legend, panel.said))

    def _link(self, *sentences: QWidget) -> None:
        for each in sentences:
            each.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Opens the rule that the tool tip of a clicked widget names; the pointer over such a one is a hand."""
        if event.type() in _LINK_EVENTS and isinstance(watched, QWidget):
            named = RULE_ID.search(watched.toolTip())
            if event.type() == QEvent.Type.MouseButtonRelease and named:
                QTimer.singleShot(0, self, partial(self.show_rule, named.group()))
            elif named:
                watched.setCursor(Qt.CursorShape.PointingHandCursor)
            else:
                watched.unsetCursor()
        return super().eventFilter(watched, event)

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

    @Slot(QAction)
    def _choose_theme(self, action: QAction) -> None:
        self.theme_requested.emit(action.data())

    @Slot()
    def _ask_side_name(self) -> None:
        from encounter_gui.gui.dialogs.side_dialog import SideDialog

        context = self._controller.context
        side = context.known_combatant(self._controller.selected[0]).side
        name = context.state.side_names.get(side, "")
        dialog = SideDialog(side, name, self._resources.texts, self._window)
        dialog.named.connect(self._controller.perform)
        dialog.open()

    def ask_how_many(
        self,
        title: str,
        chosen: ChosenRows,
        command: Callable[[tuple[CombatantId, ...]], Command],
    ) -> None:
        """Asks how many of the groups among these rows are meant, and performs the command on them.

        ``title`` is what is to be done.
        """
        from encounter_gui.gui.damage.crowd_dialog import CrowdDialog

        controller = self._controller

        def aims(count: str, which: Which) -> Aimed:
            out = {row.who for row in controller.system.rows(controller.context) if row.is_out}
            return aimed(controller.context, chosen, count, which, out)

        def words(aim: Aimed) -> str:
            context = controller.context
            if aim.complaint is not None:
                return context.texts.sentence(aim.complaint)
            hidden = hidden_words(context, controller.hidden, aim.targets)
            return ". ".join(each for each in (crowd_words(context, aim), hidden) if each)

        resources = self._resources
        dialog = CrowdDialog(title, aims, words, resources.icons, resources.texts, self._window)
        dialog.chosen.connect(lambda meant: controller.perform(command(meant)))
        dialog.finished.connect(self._lead_back)
        controller.context_changed.connect(dialog.follow)
        controller.closing.connect(dialog.reject)
        dialog.open()

    def show_conditions(self, who: ChosenRows, edited: str = "") -> None:
        """Opens the choice of conditions for combatants, or the one that is to be ``edited`` by its key.

        Of those who stand for their group it asks how many are meant.
        """
        from encounter_gui.gui.dialogs.condition_picker import ConditionPicker, recent_keys

        controller = self._controller
        recent = recent_keys(controller.session.log.path())
        icons = self._resources.icons
        for earlier in self._window.findChildren(ConditionPicker):
            earlier.leave()
        picker = ConditionPicker(
            controller.system,
            controller.context,
            who,
            icons,
            recent,
            edited,
            parent=self._window,
        )
        picker.hidden = controller.hidden
        picker.show_newer(self.newer_conditions())
        picker.chosen.connect(self._put_on)
        picker.closed.connect(self._lead_back)
        picker.rule_requested.connect(self.show_rule)
        controller.context_changed.connect(picker.follow)
        controller.closing.connect(picker.leave)
        picker.open()

    @Slot(object)
    def _put_on(self, command: Command) -> None:
        self._controller.perform(command)

    @Slot()
    def _lead_back(self) -> None:
        self._window.table.setFocus()

    @Slot()
    def _show_initiative(self) -> None:
        """Shows who has which initiative; the window stays in use beside it."""
        from encounter_gui.gui.initiative.initiative_dialog import InitiativeDialog

        if self._opened(InitiativeDialog) is not None:
            return
        dialog = InitiativeDialog(self._resources.icons, self._resources.texts, self._window)
        self.initiative.rows_changed.connect(dialog.show_rows)
        self.initiative.refused.connect(dialog.show_error)
        self._controller.closed.connect(dialog.reject)
        dialog.rolled.connect(self.initiative.roll)
        dialog.roller_stepped.connect(self.initiative.step_roller)
        self.initiative.tell()
        dialog.show()

    @Slot()
    def _show_switches(self) -> None:
        from encounter_gui.gui.dialogs.switches_dialog import SwitchesDialog

        if self._opened(SwitchesDialog) is not None:
            return
        context = self._controller.context
        rules = self._controller.system.automation(context)
        dialog = SwitchesDialog(
            context, rules, self._resources.texts, self._window, self.switch_defaults
        )
        dialog.switched.connect(self._switch)
        self.switch_effect.told.connect(dialog.show_effect)
        dialog.rule_requested.connect(self.show_rule)
        dialog.open()

    @Slot(object)
    def _switch(self, command: Command) -> None:
        """Sets a house rule, and says what that changes for the attack on the bench and for the fight."""
        self.switch_effect.switch(command, self._window.attack_panel.choices)

    @Slot()
    def _show_dice(self) -> None:
        """Opens the dice at the right with the keyboard in them; from there, leads back to the fight."""
        if self._dice is None:
            from encounter_gui.gui.dialogs.dice_panel import DicePanel

            self._dice = DicePanel(self._resources.icons, self._resources.texts)
            self._dice.left.connect(self._leave_dice)
            self._window.add_side_page("dice", self._dice)
        focus = QApplication.focusWidget()
        if self._dice.isVisible() and focus is not None and self._dice.isAncestorOf(focus):
            self._leave_dice()
        else:
            self._window.show_side(self._dice)
            self._dice.take_focus()

    @Slot()
    def _leave_dice(self) -> None:
        self._window.show_side(None)
        self._window.table.setFocus()

    def _helper(self, page: str) -> Callable[[], None]:
        return lambda: self.show_help(page)

    @Slot()
    def _show_rules_help(self) -> None:
        """Opens the rule that the tip on the screen names, or that of what has the focus; else the game's page."""
        focus = QApplication.focusWidget()
        tip = QToolTip.text() if QToolTip.isVisible() else focus.toolTip() if focus else ""
        named = RULE_ID.search(tip)
        if named:
            self.show_rule(named.group())
        else:
            self.show_help("")

    def show_help(self, page: str, heading: str = "") -> None:
        """Opens the help at a page and at one of its headings; no page: that of the game that is played."""
        from encounter_gui.gui.dialogs.help_dialog import HelpDialog, pages_of

        system = self._controller.context.ruleset.system if self._controller.is_open else ""
        dialog = self._opened(HelpDialog)
        if dialog is None:
            icons, texts = self._resources.icons, self._resources.texts
            dialog = HelpDialog(pages_of(self._pages(), system), icons, texts, self._window)
        dialog.show_page(page or system)
        dialog.show_heading(heading)
        dialog.show()

    def _opened(self, kind: type[_Dialog]) -> _Dialog | None:
        """Returns the dialog of a kind that is open already, brought to the front; None: there is none."""
        for dialog in self._window.findChildren(kind):
            if dialog.isVisible():
                dialog.raise_()
                dialog.activateWindow()
                return dialog
        return None

    def _pages(self) -> dict[str, str]:
        """Returns the pages of the help, those with the rules of each game among them."""
        from encounter_gui.gui.dialogs.rule_pages import page_name, rule_page

        pages = dict(self._services.help())
        for system, rules in self._services.rules().items():
            game = pages.get(system, system).partition("\n")[0].lstrip("# ")
            title = self._resources.texts.text_of("gui.help.rules", game=game)
            pages[page_name(system)] = rule_page(title, rules)
        return pages

    @Slot(str)
    def show_rule(self, rule: str) -> None:
        """Opens the help at a rule, by its id or by the link to it (``rule:CWN-24``); an unknown one: nothing opens."""
        from encounter_gui.gui.dialogs.rule_pages import SCHEME, page_of_rule

        rule = rule.removeprefix(f"{SCHEME}:")
        page = page_of_rule(rule, self._services.rules())
        if page:
            self.show_help(page, rule)

    @Slot()
    def _show_about(self) -> None:
        from encounter_gui.gui.dialogs.about_dialog import AboutDialog

        if self._opened(AboutDialog) is not None:
            return
        icons, texts = self._resources.icons, self._resources.texts
        title = texts.text_of("gui.about.title")
        AboutDialog(title, self._services.about, icons, texts, self._window).open()
