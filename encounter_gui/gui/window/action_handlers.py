"""What the actions of the window do: most are one command on the selected; some ask something first."""

from collections.abc import Callable
from functools import partial
from itertools import islice

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import ROOT, CombatantId, EntryId
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control.actions import ActionId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.dialogs.frame import question_box
from encounter_gui.gui.window.app_services import AppServices
from encounter_gui.gui.window.automation_actions import AutomationActions
from encounter_gui.gui.window.dialog_actions import DialogActions
from encounter_gui.gui.window.file_actions import FileActions
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.gui.window.menus import CONTEXT
from encounter_gui.gui.window.turn_menu import TurnMenu
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.engine.by_hand.crowds import ChosenRows
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.text_format import names_of

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_ROLLS: tuple[tuple[str, Roller | None], ...] = (
    ("as_side", None),
    ("by_hand", "hand"),
    ("by_program", "dice"),
    ("asked", "ask"),
)


Meant = tuple[CombatantId, ...]
"""Whom a command is about."""

_MOST_UNDONE = 20
_TITLE_WIDTH = 560
"""How many titles the list of what can be undone has, and how wide they are."""


class ActionHandlers(QObject):
    """Connects the actions of the window with the encounter; files and dialogs have handlers of their own."""

    roller_chosen = Signal(object)
    """``Roller | None``: who rolls for the selected combatants; None: as for their side."""

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
        self._texts = resources.texts
        self.starts_plan: Callable[[], bool] | None = None
        """Lets planned combatants join and begins the encounter; returns whether there was anything to begin."""
        self.before_next: Callable[[], bool] | None = None
        """Does what has to come before the encounter moves on; returns False where that was refused."""
        self.files = FileActions(window, controller, resources.texts, services)
        self.dialogs = DialogActions(window, controller, resources, services)
        self._connect()
        self._fill_side_menu()
        self._fill_rolls_menu()
        self._fill_undo_list()
        self.automation = AutomationActions(window, controller, resources.texts)
        TurnMenu(window, controller, resources.texts)

    # ---- joining

    def _connect(self) -> None:
        controller, table = self._controller, self._window.table
        handlers: dict[ActionId, Callable[[], object]] = {
            **self.files.handlers(), **self.dialogs.handlers(), "quit": self._window.close,
            "undo": self._undo, "redo": self._redo, "next": self._step, "back": controller.undo_turn,
            "finish": self._finish, "duplicate": self._duplicate, "rename": table.edit_name,
            "edit_value": self._edit_value,
            "remove": self._remove, "damage": self._damage, "hit": self._hit, "heal": self._heal,
            "set_gauge": self._set, "condition": self._condition, "hide": self._hide,
            "group": partial(self._group, on=True), "ungroup": partial(self._group, on=False),
        }  # fmt: skip
        for action, handler in handlers.items():
            self._window.actions_of[action].triggered.connect(handler)
        self._window.turn_bar.field.clicked.connect(self._window.actions_of["command"].trigger)
        self._window.status.condition_edited.connect(self._edit_condition)
        self._window.status.consequences.rule_requested.connect(self.dialogs.show_rule)
        self._window.log.explanation.rule_requested.connect(self.dialogs.show_rule)
        table.change_begun.connect(self._window.begin_change)
        table.rename_requested.connect(self._rename)
        self._window.status.renamed.connect(self._rename)
        table.initiative_requested.connect(self._set_initiative)
        table.menu_requested.connect(self._show_menu)
        table.add_requested.connect(self._window.actions_of["add"].trigger)

    def _fill_side_menu(self) -> None:
        menu = self._window.menus["side"]
        for side in _SIDES:
            action = QAction(self._texts.text_of(f"gui.action.side_{side}"), menu)
            action.setData(side)
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self._window.actions_of["name_side"])
        menu.triggered.connect(self._change_side)

    def _fill_rolls_menu(self) -> None:
        menu = self._window.menus["rolls"]
        for key, roller in _ROLLS:
            action = QAction(self._texts.text_of(f"gui.rolls.{key}"), menu)
            action.setData(roller)
            menu.addAction(action)
        menu.triggered.connect(self._change_roller)

    def _fill_undo_list(self) -> None:
        menu = self._window.menus["undo_list"]
        menu.aboutToShow.connect(self._list_undo)
        self._window.actions_of["undo_list"].triggered.connect(self._open_undo_list)
        menu.triggered.connect(self._undo_to)

    @Slot()
    def _undo(self) -> None:
        if not self._window.undo_target.does("undo"):
            self._controller.undo()

    @Slot()
    def _redo(self) -> None:
        if not self._window.undo_target.does("redo"):
            self._controller.redo()

    @Slot()
    def _open_undo_list(self) -> None:
        bar = self._window.turn_bar
        self._window.menus["undo_list"].popup(
            bar.mapToGlobal(QPoint(bar.next.width(), bar.height()))
        )

    @Slot()
    def _list_undo(self) -> None:
        """Lists what can be undone by its titles, the latest first: choosing one undoes it and all above it."""
        menu = self._window.menus["undo_list"]
        menu.clear()
        if not (self._controller.is_open and self._controller.is_live):
            return
        session = self._controller.session
        path = session.log.path()
        places = (
            place
            for place in range(len(path) - 1, -1, -1)
            # What many did in one go is undone with its heading.
            if not (path[place].gesture and session.log.entry(path[place].gesture).note_part)
        )
        for place in islice(places, _MOST_UNDONE):
            title = session.game.texts.sentence(path[place].label)
            shown = self._window.fontMetrics().elidedText(
                title, Qt.TextElideMode.ElideRight, _TITLE_WIDTH
            )
            action = menu.addAction(shown.replace("&", "&&"))
            action.setData(path[place - 1].id if place else ROOT)

    @Slot(QAction)
    def _undo_to(self, action: QAction) -> None:
        self._controller.move_head(EntryId(action.data()))

    @Slot(QAction)
    def _change_roller(self, action: QAction) -> None:
        self.roller_chosen.emit(action.data())

    @Slot()
    def _step(self) -> None:
        if self.starts_plan is not None and self.starts_plan():
            return
        if self._is_nobody_there:
            self._window.actions_of["add"].trigger()
            self._controller.tell(refuse("gui.start.nobody"))
        elif self.before_next is None or self.before_next():
            self._controller.step()

    @property
    def _is_nobody_there(self) -> bool:
        """Whether the encounter has not begun and has nobody to begin it with."""
        if not self._controller.is_open or not self._controller.is_live:
            return False
        state = self._controller.context.state
        return state.stage == "ready" and not state.combatants

    # ---- commands on the selected

    @property
    def _selected(self) -> tuple[CombatantId, ...]:
        return self._controller.selected

    @Slot()
    def _duplicate(self) -> None:
        self._controller.perform(do.Duplicate(who=self._selected[0]))

    @Slot()
    def _remove(self) -> None:
        """Removes the selected; where the strip has something to waive, Del may have meant that: it asks first."""
        if not self._window.log.prompt.waive.isVisible():
            self._remove_now(self._selected)
            return
        state, who = self._controller.context.state, self._selected
        names = names_of(state.combatants[each] for each in who)
        question = question_box(
            self._window,
            "remove_question",
            self._texts.text_of("gui.remove.question", names=names),
            keep=self._texts.text_of("gui.remove.keep"),
            act=self._texts.text_of("gui.remove.remove"),
            help_text=self._texts.text_of("gui.remove.help"),
        )
        question.accepted.connect(partial(self._remove_now, who))
        question.open()

    def _remove_now(self, who: tuple[CombatantId, ...]) -> None:
        known = self._controller.context.state.combatants if self._controller.is_open else {}
        if self._controller.is_live and all(each in known for each in who):
            title = self._texts.text_of("gui.crowd.remove")
            self._ask_how_many(title, who, lambda meant: do.Remove(who=meant))

    def _ask_how_many(
        self, title: str, rows: tuple[CombatantId, ...], command: Callable[[Meant], do.Command]
    ) -> None:
        """Performs a command on these; where one of them stands for a group, asks first how many of it are meant."""
        crowds = frozenset(who for who in rows if self._window.table.rows.is_crowd(who))
        if crowds:
            self.dialogs.ask_how_many(title, ChosenRows(rows=rows, crowds=crowds), command)
        else:
            self._controller.perform(command(rows))

    @Slot()
    def _hide(self) -> None:
        combatants = self._controller.context.state.combatants
        is_hidden = all("hidden" in combatants[who].flags for who in self._selected)
        title = self._texts.text_of("gui.crowd.show" if is_hidden else "gui.crowd.hide")
        self._ask_how_many(
            title,
            self._selected,
            lambda meant: do.Flag(who=meant, flag="hidden", on=not is_hidden),
        )

    def _group(self, *_checked: bool, on: bool) -> None:
        self._controller.perform(do.Group(who=self._selected, on=on))

    @Slot()
    def _finish(self) -> None:
        self._controller.perform(do.Finish())

    @Slot(str, str)
    def _rename(self, who: str, name: str) -> None:
        self._controller.perform(do.Rename(who=CombatantId(who), name=name))

    @Slot(str, str)
    def _set_initiative(self, who: str, text: str) -> None:
        """Gives a combatant, or its side, what was typed into its initiative."""
        if not text.removeprefix("-").isdecimal():
            self._controller.tell(refuse("gui.initiative.no_number", text=text))
            return
        to = int(text)
        self._ask_how_many(
            self._texts.text_of("gui.crowd.initiative", to=to),
            (CombatantId(who),),
            lambda meant: do.SetInitiative(who=meant[0], to=to, also=meant[1:]),
        )

    @Slot(QAction)
    def _change_side(self, action: QAction) -> None:
        side = next((each for each in _SIDES if each == action.data()), None)
        if self._selected and side is not None:
            name = self._controller.context.side_name(side)
            title = self._texts.text_of("gui.crowd.side", side=name)
            self._ask_how_many(
                title, self._selected, lambda meant: do.ChangeSide(who=meant, to=side)
            )

    # ---- what is typed

    @Slot()
    def _damage(self) -> None:
        self._window.begin_change("-")

    @Slot()
    def _edit_value(self) -> None:
        """Opens the field for a value of the sheet of whoever is selected."""
        self._window.status.follow_again()
        self._window.begin_edit()

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
        crowds = self._window.table.selected_crowds()
        self.dialogs.show_conditions(ChosenRows(rows=self._selected, crowds=crowds))

    @Slot(str, str)
    def _edit_condition(self, who: str, key: str) -> None:
        if self._controller.is_live:
            self.dialogs.show_conditions(ChosenRows(rows=(CombatantId(who),)), key)

    @Slot(str, QPoint)
    def _show_menu(self, who: str, point: QPoint) -> None:
        menu = QMenu(self._window)
        if who:
            self._window.menus.fill(menu, CONTEXT)
        else:
            menu.addAction(self._window.actions_of["add"])
        self._window.popup(menu, point)
