"""The library in the window: made when it is first entered, beside the encounter or instead of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from encounter_gui.core.errors import AppError
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.view_updates import ViewUpdates
from encounter_gui.gui.library.control.library_offer import LibraryOffer
from encounter_gui.gui.library.list.drop_target import DropTarget
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import Heading

if (
    TYPE_CHECKING
):  # all of the library is imported when it is first entered: the window is there before it
    from encounter_gui.gui.library.control.library_controller import (
        LibraryController,
        LibraryServices,
    )
    from encounter_gui.gui.library.edit.creature_editor import CreatureEditor
    from encounter_gui.gui.library.edit.custom_entry_editor import CustomEntryEditor
    from encounter_gui.gui.library.library_parts import LibraryParts


class PlanSummary(Struct, frozen=True, kw_only=True):
    """What the library needs to know of an encounter that is prepared.

    ``is_empty``: nobody is in it, and it has not begun. ``examples`` are names of creatures of its game; ``sample``
    is the name of that game's sample fight, empty if there is none.
    """

    is_empty: bool
    examples: tuple[str, ...] = ("",)
    sample: str = ""
    has_parties: bool = False


class LibraryWorkspace(QObject):
    """Opens and closes the library, and moves the keyboard between it, the editor and the fight."""

    export_requested = Signal(tuple)
    """The keys of creatures to be written to a file."""
    party_save_requested = Signal(tuple)
    """The keys of creatures who are to be saved as a party."""
    encounter_requested = Signal(int)
    """An encounter is to be opened."""
    link_requested = Signal(object)
    """What a note links to by this name (``str``) is to be opened."""
    party_requested = Signal()
    """The party is to be chosen."""
    sample_requested = Signal()
    """The sample fight of the game is wanted."""
    plan_requested = Signal(tuple)
    """The keys of creatures that are to be planned for the encounter, one a copy."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        views: ViewUpdates,
        resources: UiResources,
    ) -> None:
        """Takes the window, the controller of the encounter, the views of it, and the texts with the theme."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._resources = resources
        self._shelves: Callable[[], LibraryServices] | None = None
        self._heading: Heading | None = None
        self._stage = ""
        self._plan: PlanSummary | None = None
        window.guard(self.may_close)
        self._parts: LibraryParts | None = None
        self.offer = LibraryOffer(controller, self._library, self)
        self._connect(views)

    def _connect(self, views: ViewUpdates) -> None:
        actions = self._window.actions_of
        actions["add"].triggered.connect(self._look_up)
        actions["library"].triggered.connect(self._enter)
        actions["prep"].triggered.connect(self.prepare)
        views.heading_changed.connect(self._keep_heading)
        self._controller.opened.connect(self._read_again)
        self._controller.context_changed.connect(self._follow_fight)
        DropTarget(self._window.table.viewport(), self).dropped.connect(self._drop)
        line = self._window.status.offer
        self.offer.changed.connect(line.setVisible)
        line.accepted.connect(self.offer.accept)
        line.dismissed.connect(self.offer.withdraw)

    def follow_plan(self, plan: PlanSummary) -> None:
        """Takes what is planned for the open encounter: an empty one shows how people come into it."""
        self._plan = plan
        if self._parts is not None:
            self._show_steps(self._parts)
            self._parts.editor.follow_plan()

    def _show_steps(self, parts: "LibraryParts") -> None:
        if self._plan is not None:
            plan = self._plan
            parts.steps.show_examples(plan.examples, plan.sample, has_party=plan.has_parties)
            parts.show_steps(is_empty=plan.is_empty)

    # ---- which campaign

    def open_campaign(self, services: "Callable[[], LibraryServices]") -> None:
        """Takes another campaign's library; it is read when it is first needed."""
        self.close()
        self._shelves = services

    @property
    def is_free(self) -> bool:
        """Whether nothing in the library is changed and not saved."""
        return self._parts is None or self._parts.at_risk is None

    def read_again(self, services: "Callable[[], LibraryServices]") -> None:
        """Takes the library of the open campaign anew; unsaved changes are dropped."""
        self.open_campaign(services)
        self._read_again()

    def close(self) -> None:
        """Closes the library; unsaved changes are dropped."""
        if self._parts is not None:
            self._parts.close()
        self._shelves = None

    def may_close(self) -> bool:
        """Returns whether the window may close now; if not, it closes once it is known what becomes of changes."""
        return self.when_free(self._window.close)

    def when_free(self, go: Callable[[], object]) -> bool:
        """Does something at once, or after a question about changes that are not saved; returns whether there was none.

        What is free is left to be done by who asks: only an answer given later does it here.
        """
        at_risk = self._parts.at_risk if self._parts is not None else None
        if at_risk is None:
            return True
        self._show_dock()
        self._show_prep()
        self.parts.show_list_of(at_risk)
        at_risk.leave(lambda: self._leave_for(at_risk, go))
        return False

    def _leave_for(
        self, editor: "CreatureEditor | CustomEntryEditor", go: Callable[[], object]
    ) -> None:
        editor.close_entry()
        if self.when_free(go):
            go()

    @property
    def parts(self) -> "LibraryParts":
        """Dock, editors and controllers; made now if they were not there yet."""
        if self._parts is None:
            from encounter_gui.gui.library.library_parts import LibraryParts

            parts = self._parts = LibraryParts(self._window, self._controller, self._resources)
            parts.prep_requested.connect(self._show_all)
            parts.panel.export_requested.connect(self.export_requested)
            used_in = parts.editor.sheet.used_in
            used_in.encounter_requested.connect(self.encounter_requested)
            used_in.party_requested.connect(self.party_requested)
            used_in.creature_requested.connect(self.show_creature)
            parts.editor.notes.links.chosen.connect(self.link_requested)
            parts.panel.party_save_requested.connect(self.party_save_requested)
            parts.panel.left.connect(self._leave_panel)
            parts.controllers.joining.planned.connect(self.plan_requested)
            parts.steps.party_requested.connect(self.party_requested)
            parts.steps.sample_requested.connect(self.sample_requested)
            for editor in (parts.editor, parts.things):
                editor.left.connect(self._leave_editor)
            self._show_steps(parts)
        return self._parts

    @Slot()
    def _show_all(self) -> None:
        self._show_dock()
        self._show_prep()

    def _open_library(self) -> bool:
        """Reads the library if that has not been done; returns whether there is one, or says why not."""
        if not self.parts.library.is_open and self._shelves is not None:
            try:
                self.parts.library.open(self._shelves())
            except AppError as error:
                self._controller.tell(error)
                return False
            self.parts.panel.facets.names.know(self.parts.library.ruleset_names)
        return self.parts.library.is_open

    def _library(self) -> "LibraryController | None":
        """Returns the library, read now if it was not; None: it cannot be, which has been said."""
        return self.parts.library if self._open_library() else None

    @Slot()
    def _read_again(self) -> None:
        """Reads the library of a newly opened campaign if the dock is visible."""
        if self._parts is not None and self._parts.panel.isVisible() and not self._open_library():
            self._go_back()

    # ---- opening and closing

    @Slot()
    def _look_up(self) -> None:
        """Opens the library dock with the keyboard in its search field; what else is shown stays."""
        if self._open_library():
            self._show_dock()
            self.parts.panel.begin()

    @Slot()
    def _enter(self) -> None:
        """Opens the library; asked for again while it is at work, goes on to prep and then back to the fight."""
        panel = self.parts.panel
        if not self._open_library():
            return
        if not panel.isVisible():
            self._show_dock()
            if self._stage == "ready":
                self._show_prep()
            panel.begin()
        elif not self._has_focus():
            panel.begin()
        elif not self._window.is_prep:
            self._show_prep()
        else:
            self._close_all()
        self._window.rail.mark("library", is_open=panel.isVisible())

    @Slot(bool)
    def prepare(self, is_wanted: bool) -> None:
        """Shows library, editor and encounter; or the fight again."""
        if is_wanted and self._controller.is_open and self._open_library():
            self._show_dock()
            self._show_prep()
            self.parts.panel.begin()
        else:
            self._close_all()

    def _show_dock(self) -> None:
        self._window.show_library(True)
        self._window.rail.mark("library", is_open=True)
        self.parts.library.show(True)

    def _show_prep(self) -> None:
        self._window.show_prep(True)
        self._window.actions_of["prep"].setChecked(True)
        self.parts.controllers.joining.plan(is_planning=self._stage == "ready")
        self.parts.follow_prep(is_prep=True)
        self._show_heading()
        self.parts.show_current(self.parts.panel.list.current())

    def _close_all(self) -> None:
        at_risk = self._parts.at_risk if self._parts is not None else None
        if at_risk is None:
            self._go_back()
            return
        self.parts.show_list_of(at_risk)
        at_risk.leave(self._close_all)
        self._window.actions_of["prep"].setChecked(self._window.is_prep)

    def _go_back(self) -> None:
        if self._parts is not None:
            self._window.show_library(False)
            self._window.rail.mark("library", is_open=False)
            self.parts.library.show(False)
        self._show_fight()

    def _show_fight(self) -> None:
        self._window.show_prep(False)
        self._window.actions_of["prep"].setChecked(False)
        if self._parts is not None:
            self._parts.controllers.joining.plan(is_planning=False)
            self._parts.follow_prep(is_prep=False)
        self._show_heading()
        self._window.table.setFocus()

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.parts.panel.isAncestorOf(focus)

    # ---- leaving

    @Slot()
    def _leave_panel(self) -> None:
        """Esc: beside a fight the dock closes and nothing has moved; in prep the keyboard goes to the list."""
        if self._window.is_prep:
            self.parts.panel.current_list.setFocus()
        else:
            self._go_back()

    @Slot()
    def _leave_editor(self) -> None:
        """Esc: back to the search in prep; back to the fight where there is one."""
        if self._stage == "running":
            self.parts.current_editor.leave(self._show_fight)
        else:
            self.parts.panel.begin()

    @Slot(tuple)
    def _drop(self, keys: tuple[str, ...]) -> None:
        if self._open_library():
            self.parts.controllers.joining.add(keys, 1)

    def add(self, key: str, count: int) -> None:
        """Lets so many copies of a creature join, or plans them while the encounter is prepared."""
        if self._open_library():
            self.parts.controllers.joining.add((key,), count)

    def show_creature(self, key: str) -> None:
        """Shows a creature in the library, beside whatever else is shown."""
        if self._open_library():
            self._show_dock()
            self.parts.panel.show_room("creatures")
            self.parts.panel.show_creature(key)

    # ---- the fight

    @Slot(object)
    def _follow_fight(self, context: RulesContext) -> None:
        """A fight that begins takes the window back."""
        before, self._stage = self._stage, context.state.stage
        if before == "ready" and self._stage == "running":
            self.show_fight()

    def show_fight(self) -> None:
        """Leaves prep for the fight; a draft that would be lost asks first, and the strip is seen meanwhile."""
        if self._window.is_prep:
            self._close_all()

    @Slot(object)
    def _keep_heading(self, heading: Heading) -> None:
        self._heading = heading
        if self._window.is_prep:
            self._show_heading()

    def _show_heading(self) -> None:
        if self._heading is None:
            return
        shown = self._heading
        if self._window.is_prep and self._controller.is_open:
            name = self._controller.context.state.name
            word = self._resources.texts.text_of("gui.library.prep")
            shown = structs.replace(shown, state=word, round=name, part="", actors="", side=None)
        self._window.turn_bar.show_heading(shown)
