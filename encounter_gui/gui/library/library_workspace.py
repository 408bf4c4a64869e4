"""The library in the window: furnished when it is first entered, beside the fight or instead of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QStackedWidget

from encounter_gui.core.errors import AppError
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.view_updates import ViewUpdates
from encounter_gui.gui.library.list.drop_target import DropTarget
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import Heading

if (
    TYPE_CHECKING
):  # all of the library is imported when it is first entered: the window is there before it
    from encounter_gui.gui.library.browse.library_panel import LibraryPanel
    from encounter_gui.gui.library.control.library_controller import (
        LibraryController,
        LibraryServices,
    )
    from encounter_gui.gui.library.control.library_controllers import LibraryControllers
    from encounter_gui.gui.library.edit.creature_editor import CreatureEditor
    from encounter_gui.gui.library.edit.custom_entry_editor import CustomEntryEditor


_PAUSE_MS = 150


class LibraryWorkspace(QObject):
    """Opens and closes the library, and moves the keyboard between it, the editor and the fight."""

    export_requested = Signal(tuple)
    """The keys of creatures to be written to a file."""
    plan_requested = Signal(tuple)
    """The keys of creatures that are to be planned for the encounter, one a copy."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        views: ViewUpdates,
        resources: UiResources,
    ) -> None:
        """Takes the window, the desk with the fight, what the window shows of it, and the look."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._resources = resources
        self._shelves: Callable[[], LibraryServices] | None = None
        self._heading: Heading | None = None
        self._stage = ""
        window.guard(self.may_close)
        self._controllers: LibraryControllers | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._open_current)
        self._panel: LibraryPanel | None = None
        self._editor: CreatureEditor | None = None
        self._things: CustomEntryEditor | None = None
        self._pages: QStackedWidget | None = None
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

    # ---- which campaign

    def open_campaign(self, services: "Callable[[], LibraryServices]") -> None:
        """Takes another campaign's library; it is read when it is first needed."""
        self.close()
        self._shelves = services

    def close(self) -> None:
        """Lets go of the campaign; what was edited and not saved is dropped."""
        if self._editor is not None:
            self._editor.close_entry()
        if self._things is not None:
            self._things.close_entry()
        if self._controllers is not None:
            self._controllers.library.close()
        self._shelves = None

    def may_close(self) -> bool:
        """Returns whether the window may close now; if not, it closes once it is known what becomes of changes."""
        return self.when_free(self._window.close)

    def when_free(self, go: Callable[[], object]) -> bool:
        """Does something at once, or after a question about changes that are not saved; returns whether there was none.

        What is free is left to be done by who asks: only an answer given later does it here.
        """
        at_risk = next((each for each in self._editors if each.is_at_risk), None)
        if at_risk is None:
            return True
        self._show_dock()
        self._show_prep()
        self.panel.show_room(
            "creatures" if at_risk is self._editor else self.library.custom_entries.kind
        )
        at_risk.leave(lambda: self._left_free(at_risk, go))
        return False

    def _left_free(
        self, editor: "CreatureEditor | CustomEntryEditor", go: Callable[[], object]
    ) -> None:
        editor.close_entry()
        if self.when_free(go):
            go()

    @property
    def _editors(self) -> "tuple[CreatureEditor | CustomEntryEditor, ...]":
        return tuple(each for each in (self._editor, self._things) if each is not None)

    @property
    def _current_editor(self) -> "CreatureEditor | CustomEntryEditor":
        return self.editor if self.panel.room == "creatures" else self.things

    @property
    def library(self) -> "LibraryController":
        """The controller of the library; made now if it was not there yet."""
        return self.controllers.library

    @property
    def controllers(self) -> "LibraryControllers":
        """The controllers of the library; made now if they were not there yet."""
        self._furnish()
        assert self._controllers is not None  # noqa: S101 - what furnishing is for
        return self._controllers

    @property
    def panel(self) -> "LibraryPanel":
        """The dock; made now if it was not there yet."""
        self._furnish()
        assert self._panel is not None  # noqa: S101 - what furnishing is for
        return self._panel

    @property
    def editor(self) -> "CreatureEditor":
        """The editor; made now if it was not there yet."""
        self._furnish()
        assert self._editor is not None  # noqa: S101 - what furnishing is for
        return self._editor

    @property
    def things(self) -> "CustomEntryEditor":
        """The editor of gear and conditions; made now if it was not there yet."""
        self._furnish()
        assert self._things is not None  # noqa: S101 - what furnishing is for
        return self._things

    def _furnish(self) -> None:
        if self._panel is not None:
            return
        from encounter_gui.gui.library.browse.library_panel import LibraryPanel
        from encounter_gui.gui.library.control.library_controllers import LibraryControllers
        from encounter_gui.gui.library.edit.creature_editor import CreatureEditor
        from encounter_gui.gui.library.edit.custom_entry_editor import CustomEntryEditor

        icons, texts = self._resources.icons, self._resources.texts
        controllers = self._controllers = LibraryControllers(self._controller, texts, self)
        panel = self._panel = LibraryPanel(controllers, icons, texts)
        editor = self._editor = CreatureEditor(controllers, icons, self._resources.figure, texts)
        self._window.take_library(panel)
        things = self._things = CustomEntryEditor(controllers.library.custom_entries, icons, texts)
        pages = self._pages = QStackedWidget()
        pages.addWidget(editor)
        pages.addWidget(things)
        self._window.take_editor(pages)
        panel.edit_requested.connect(self.edit)
        panel.current_changed.connect(self._show_current)
        panel.export_requested.connect(self.export_requested)
        panel.create_requested.connect(self._create)
        panel.left.connect(self._leave_panel)
        panel.room_changed.connect(self._show_room)
        panel.thing_edit_requested.connect(self.edit_thing)
        panel.thing_changed.connect(self._show_thing)
        panel.carry_requested.connect(self._carry)
        for each in (editor, things):
            each.left.connect(self._leave_editor)
        editor.opened.connect(self._follow_editor)
        editor.opened.connect(self._offer_carrier)
        things.opened.connect(self._follow_things)
        controllers.joining.planned.connect(self.plan_requested)

    def _open_library(self) -> bool:
        """Reads the library if that has not been done; returns whether there is one, or says why not."""
        if not self.library.is_open and self._shelves is not None:
            try:
                self.library.open(self._shelves())
            except AppError as error:
                self._controller.tell(error)
                return False
            self.panel.facets.know_rulesets(self.library.ruleset_names)
        return self.library.is_open

    @Slot()
    def _read_again(self) -> None:
        """A dock that stays open while another campaign is opened shows that one's library."""
        if self._panel is not None and self._panel.isVisible() and not self._open_library():
            self._go_back()

    # ---- opening and closing

    @Slot()
    def _look_up(self) -> None:
        """Opens the library beside whatever is shown, ready for the name of somebody who is to join."""
        if self._open_library():
            self._show_dock()
            self.panel.begin()

    @Slot()
    def _enter(self) -> None:
        """Opens the library; asked for again while it is at work, goes on to prep and then back to the fight."""
        panel = self.panel
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
    def prepare(self, is_wanted: bool) -> None:  # noqa: FBT001 - a slot
        """Shows library, editor and encounter; or the fight again."""
        if is_wanted and self._controller.is_open and self._open_library():
            self._show_dock()
            self._show_prep()
            self.panel.begin()
        else:
            self._close_all()

    def _show_dock(self) -> None:
        self._window.show_library(True)  # noqa: FBT003 - says what it sets
        self._window.rail.mark("library", is_open=True)
        self.library.show(True)  # noqa: FBT003 - a slot

    def _show_prep(self) -> None:
        self.panel  # noqa: B018 - furnishes
        self._window.show_prep(True)  # noqa: FBT003 - says what it sets
        self._window.actions_of["prep"].setChecked(True)
        self.controllers.joining.plan(is_planning=self._stage == "ready")
        self._show_heading()
        self._show_current(self.panel.list.current())

    def _close_all(self) -> None:
        at_risk = next((each for each in self._editors if each.is_at_risk), None)
        if at_risk is None:
            self._go_back()
            return
        self.panel.show_room(
            "creatures" if at_risk is self._editor else self.library.custom_entries.kind
        )
        at_risk.leave(self._close_all)
        self._window.actions_of["prep"].setChecked(self._window.is_prep)

    def _go_back(self) -> None:
        if self._panel is not None:
            self._window.show_library(False)  # noqa: FBT003 - says what it sets
            self._window.rail.mark("library", is_open=False)
            self.library.show(False)  # noqa: FBT003 - a slot
        self._show_fight()

    def _show_fight(self) -> None:
        self._window.show_prep(False)  # noqa: FBT003 - says what it sets
        self._window.actions_of["prep"].setChecked(False)
        if self._controllers is not None:
            self._controllers.joining.plan(is_planning=False)
        self._show_heading()
        self._window.table.setFocus()

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.panel.isAncestorOf(focus)

    # ---- between the parts

    @Slot(str)
    def edit(self, key: str) -> None:
        """Edits a creature: the fight makes room for the editor, and comes back when it is left."""
        editor = self.editor
        self._show_dock()
        self._show_prep()
        if self.panel.room != "creatures":
            self.panel.show_room("creatures")
        editor.open(key)
        if editor.key == key:
            editor.focus_field()

    @Slot(str)
    def _show_current(self, key: str) -> None:
        """While a name is being typed, the editor waits for a pause: the list is what is looked at."""
        self._pause.stop()
        if not self._window.is_prep or not key:
            return
        if self.panel.search.hasFocus() and self.editor.key:
            self._pause.start()
        else:
            self._open_current()

    @Slot()
    def _open_current(self) -> None:
        key = self.panel.list.current()
        if self._window.is_prep and key and not self.editor.foot.is_asking:
            self.editor.open(key)

    @Slot(str)
    def _follow_editor(self, key: str) -> None:
        if key and key != self.panel.list.current() and self.panel.list.rows.place_of(key) >= 0:
            self.panel.list.select([key], key)

    # ---- gear and conditions

    @Slot(str)
    def _show_room(self, room: str) -> None:
        if self._pages is not None:
            self._pages.setCurrentIndex(0 if room == "creatures" else 1)
        if room != "creatures":
            self._show_thing(self.panel.custom_entries.list.current())

    @Slot(str)
    def edit_thing(self, key: str) -> None:
        """Edits an item or a condition."""
        self._show_dock()
        self._show_prep()
        self.things.open(key)
        if self.things.key == key:
            self.things.focus_field()
            self.things.name.selectAll()

    @Slot(str)
    def _show_thing(self, key: str) -> None:
        if self._window.is_prep and key and not self.things.foot.is_asking:
            self.things.open(key)

    @Slot(str)
    def _follow_things(self, key: str) -> None:
        if key and key != self.panel.custom_entries.list.current():
            self.panel.custom_entries.show_made(self.library.custom_entries.one(key))

    @Slot()
    def _offer_carrier(self) -> None:
        draft = self.editor.draft
        played = self._controller.context.ruleset.id if self._controller.is_open else ""
        can_carry = draft.item is not None and draft.item.ruleset == played
        self.panel.custom_entries.show_carrier(draft.value.name if can_carry else "")

    @Slot(str)
    def _carry(self, key: str) -> None:
        """Has the creature in the editor carry an item; it is a step of its draft, to be saved with it."""
        item = self.library.custom_entries.one(key)
        if item is not None and self.editor.draft.is_open:
            self.editor.carry(item.value.key)
            self.library.edits.say_carried(item.value.name, self.editor.draft.value.name)

    @Slot()
    def _create(self) -> None:
        made = (
            self.library.edits.create(self._controller.context.ruleset.id)
            if self._controller.is_open
            else None
        )
        if made is not None:
            self.panel.list.select([made.key], made.key)
            self.edit(made.key)
            self.editor.sheet.identity.name.selectAll()

    @Slot()
    def _leave_panel(self) -> None:
        """Esc: beside a fight the dock closes and nothing has moved; in prep the keyboard goes to the list."""
        if self._window.is_prep:
            self.panel.current_list.setFocus()
        else:
            self._go_back()

    @Slot()
    def _leave_editor(self) -> None:
        """Esc: back to the search in prep; back to the fight where there is one."""
        if self._stage == "running":
            self._current_editor.leave(self._show_fight)
        else:
            self.panel.begin()

    @Slot(tuple)
    def _drop(self, keys: tuple[str, ...]) -> None:
        if self._open_library():
            self.controllers.joining.add(keys, 1)

    # ---- the fight

    @Slot(object)
    def _follow_fight(self, context: RulesContext) -> None:
        """A fight that begins takes the window back."""
        before, self._stage = self._stage, context.state.stage
        if before == "ready" and self._stage == "running" and self._window.is_prep:
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
