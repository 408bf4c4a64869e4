"""Dock, editors and controllers of the library, made together when the library is first entered."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.library.browse.library_panel import LibraryPanel
from encounter_gui.gui.library.control.custom_entry_controller import Category
from encounter_gui.gui.library.control.library_controllers import LibraryControllers
from encounter_gui.gui.library.edit.creature_editor import CreatureEditor
from encounter_gui.gui.library.edit.custom_entry_editor import CustomEntryEditor
from encounter_gui.gui.library.first_steps import FirstStepsPage
from encounter_gui.gui.window.main_window import MainWindow, UiResources

_PAUSE_MS = 150


class LibraryParts(QObject):
    """Keeps the lists and the editors together: what is current in a list is edited, and the other way round."""

    prep_requested = Signal()
    """The library and its editor are to be shown instead of the encounter."""

    def __init__(
        self, window: MainWindow, controller: EncounterController, resources: UiResources
    ) -> None:
        """Takes the window, the controller of the encounter, and the texts with the theme."""
        super().__init__(window)
        icons, texts = resources.icons, resources.texts
        self._window = window
        self._controller = controller
        self.controllers = LibraryControllers(controller, texts, self)
        self.library = self.controllers.library
        self.panel = LibraryPanel(self.controllers, icons, texts)
        self.editor = CreatureEditor(self.controllers, icons, resources.figure, texts)
        window.take_library(self.panel)
        self.things = CustomEntryEditor(self.library.custom_entries, icons, texts)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.editor)
        self._pages.addWidget(self.things)
        self.steps = FirstStepsPage(icons, texts)
        self._pages.addWidget(self.steps)
        self._is_empty = self._is_looking = False
        window.take_editor(self._pages)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._open_current)
        self._connect()

    def _connect(self) -> None:
        panel = self.panel
        panel.edit_requested.connect(self.edit)
        panel.current_changed.connect(self.show_current)
        panel.create_requested.connect(self._create)
        panel.room_changed.connect(self._show_category)
        panel.thing_edit_requested.connect(self.edit_thing)
        panel.thing_changed.connect(self._show_thing)
        panel.carry_requested.connect(self._carry)
        panel.list.clicked.connect(self._look)
        self.steps.import_requested.connect(self._window.actions_of["import_files"].trigger)
        self.editor.opened.connect(self._follow_editor)
        self.editor.opened.connect(self._offer_carrier)
        self.things.opened.connect(self._follow_things)

    # ---- the editors

    @property
    def current_editor(self) -> CreatureEditor | CustomEntryEditor:
        """The editor of what the dock lists."""
        return self.editor if self.panel.room == "creatures" else self.things

    @property
    def at_risk(self) -> CreatureEditor | CustomEntryEditor | None:
        """An editor with unsaved changes; None if there is none."""
        return next((each for each in (self.editor, self.things) if each.is_at_risk), None)

    def show_list_of(self, editor: CreatureEditor | CustomEntryEditor) -> None:
        """Lists in the dock what an editor edits."""
        kind: Category = self.library.custom_entries.kind
        self.panel.show_room("creatures" if editor is self.editor else kind)

    def close(self) -> None:
        """Closes the library; unsaved changes are dropped."""
        self.editor.close_entry()
        self.things.close_entry()
        self.library.close()

    def follow_prep(self, *, is_prep: bool) -> None:
        """Has the list's buttons add what stands in the editor while that is shown."""
        self.panel.show_edited(self._saved_key if is_prep else None)
        self._is_looking = False
        self._show_page()

    def show_steps(self, *, is_empty: bool) -> None:
        """Says whether nobody is in the encounter: then the steps to a fight stand where the editor is otherwise.

        They make room as soon as somebody looks at a creature.
        """
        if is_empty != self._is_empty:
            self._is_empty, self._is_looking = is_empty, False
            self._show_page()
            self.show_current(self.panel.list.current())

    def _show_page(self) -> None:
        page: QWidget = self.editor if self.panel.room == "creatures" else self.things
        if page is self.editor and self._is_empty and not self._is_looking:
            page = self.steps
        self._pages.setCurrentWidget(page)

    @Slot()
    def _look(self) -> None:
        """Shows the editor although nobody is in the encounter yet: somebody is looked at."""
        if not self._is_looking:
            self._is_looking = True
            self._show_page()
            self.show_current(self.panel.list.current())

    def _saved_key(self) -> str:
        """Returns the creature in the editor, or else the selected one; "" if it cannot be saved as it is."""
        if not self.editor.key or self._pages.currentWidget() is not self.editor:
            return self.panel.list.current()
        if self.editor.draft.is_changed and not self.editor.save():
            return ""
        return self.editor.key

    # ---- creatures

    @Slot(str)
    def edit(self, key: str) -> None:
        """Edits a creature: the encounter makes room for the editor, and comes back when it is left."""
        self.prep_requested.emit()
        self._look()
        if self.panel.room != "creatures":
            self.panel.show_room("creatures")
        self.editor.open(key)
        if self.editor.key == key:
            self.editor.focus_field()

    @Slot(str)
    def show_current(self, key: str) -> None:
        """Edits the current creature of the list; while a name is typed, only after a pause."""
        self._pause.stop()
        if self.panel.list.hasFocus():
            self._look()
        if not self._window.is_prep or not key or self._pages.currentWidget() is self.steps:
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

    @Slot()
    def _create(self) -> None:
        if not self._controller.is_open:
            return
        made = self.library.edits.create(self._controller.context.ruleset.id)
        if made is not None:
            self.panel.list.select([made.key], made.key)
            self.edit(made.key)
            self.editor.sheet.identity.name.selectAll()

    # ---- gear and conditions

    @Slot(str)
    def _show_category(self, category: str) -> None:
        self._show_page()
        if category != "creatures":
            self._show_thing(self.panel.custom_entries.list.current())

    @Slot(str)
    def edit_thing(self, key: str) -> None:
        """Edits an item or a condition."""
        self.prep_requested.emit()
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
        """Gives an item to the creature in the editor: a step of its draft, to be saved with it."""
        item = self.library.custom_entries.one(key)
        if item is not None and self.editor.draft.is_open:
            self.editor.carry(item.value.key)
            self.library.edits.say_carried(item.name, self.editor.draft.value.name)
