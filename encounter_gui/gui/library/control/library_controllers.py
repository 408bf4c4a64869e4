"""The controllers of one library, made together."""

from PySide6.QtCore import QObject

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.library.control.joining_controller import JoiningController
from encounter_gui.gui.library.control.library_controller import LibraryController
from encounter_gui.gui.library.control.saved_filters import SavedFilters


class LibraryControllers:
    """The list of creatures with its edits and custom entries, the named filters, and joining the encounter."""

    def __init__(
        self, controller: EncounterController, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes the controller of the open encounter and the texts."""
        self.library = LibraryController(controller, texts, parent)
        self.filters = SavedFilters(self.library)
        self.joining = JoiningController(self.library, controller, texts)
