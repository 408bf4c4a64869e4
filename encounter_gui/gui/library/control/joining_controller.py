"""Lets creatures of the library join the open encounter, or be planned for it, and updates their copies."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.library.control.adding_combatants import joining, update_copies
from encounter_gui.gui.library.control.library_controller import LibraryController
from encounter_gui.play.prep.creature_repository import key_of_origin
from encounter_gui.play.prep.staging import staging_context

_MOST_NAMES = 3
"""How many who joined are all named in a notice."""
_RECENT = "library.recent"
"""The setting of the campaign with the keys of the creatures used last, one a line, newest first."""


class JoiningController(QObject):
    """Adds creatures of the library to the open encounter. Its undo comes before that of the library."""

    joined = Signal()
    """Creatures have joined the encounter."""
    planned = Signal(tuple)
    """The keys of creatures that are to be planned for an encounter that has not begun, one a copy."""

    def __init__(
        self, library: LibraryController, controller: EncounterController, texts: MessageCatalog
    ) -> None:
        """Takes the library, the controller of the open encounter, and the texts."""
        super().__init__(library)
        self._library = library
        self._controller = controller
        self._texts = texts
        self._is_planning = False
        self._joined: EntryId | None = (
            None  # the entry of the last joining, while nothing came after
        )
        library.library_opened.connect(self._read_recent)
        library.history.noticed.connect(self._forget_joined)
        controller.context_changed.connect(self._follow_entries)

    def plan(self, *, is_planning: bool) -> None:
        """Sets whether creatures that are added are planned for the encounter, or join it at once."""
        self._is_planning = is_planning

    @Slot(tuple, int)
    def add(self, keys: Sequence[str], count: int) -> None:
        """Lets so many copies of each creature join the encounter, or plans them."""
        if self._is_planning and keys:
            self.planned.emit(tuple(key for key in keys for _ in range(count)))
            with self._library.history.reporting():
                self._add_recent(keys)
        else:
            self._join(keys, count, ())

    def add_typed(self, key: str, totals: Sequence[int]) -> None:
        """Lets copies of a creature join, one with each of these hit points."""
        self._join((key,), len(totals), totals)

    def _join(self, keys: Sequence[str], count: int, totals: Sequence[int]) -> None:
        items = self._library.creatures.known(keys)
        if not items:
            return
        history = self._library.history
        if not self._controller.is_live:
            history.show_error(refuse("gui.library.past"))
            return
        with history.reporting():
            staging = staging_context(self._controller.session, self._library.creatures)
            command = joining(staging, items, count, totals)
            if self._controller.perform(command):
                self._add_recent(keys)
                history.noticed.emit(self._joined_text(command.combatants), True)
                self._joined = self._controller.session.log.head
                self.joined.emit()

    def _joined_text(self, combatants: Sequence[Combatant]) -> str:
        names = [each.name for each in combatants]
        if len(names) <= _MOST_NAMES:
            return self._texts.text_of("gui.library.joined", names=", ".join(names))
        return self._texts.text_of(
            "gui.library.joined_many", count=len(names), first=names[0], last=names[-1]
        )

    @Slot()
    def undo(self) -> None:
        """Undoes the last thing done from the dock: a joining, or else a change of the library."""
        if self._joined is None:
            self._library.history.undo()
        else:
            self._controller.undo()

    # ---- copies in the encounter

    def copies_of(self, key: str) -> tuple[Combatant, ...]:
        """Returns the combatants that are copies of a creature; none if no encounter is open."""
        if not self._controller.is_open:
            return ()
        context = self._controller.context
        return tuple(
            combatant
            for combatant in context.state.combatants.values()
            if key_of_origin(combatant.origin, context.ruleset.id) == key
        )

    @Slot(str)
    def update_copies(self, key: str) -> None:
        """Gives the copies of a creature its present sheet; their damage and conditions stay."""
        item = self._library.creatures.one(key)
        if item is None or not self._controller.is_live:
            return
        ruleset, copies = self._controller.context.ruleset, self.copies_of(key)
        command = update_copies(ruleset, item.value.creature, copies)
        if command is not None:
            self._controller.perform(command)

    # ---- how

    @Slot()
    def _read_recent(self) -> None:
        for key in reversed(self._library.services.setting(_RECENT).splitlines()):
            self._library.creatures.add_recent(key)

    def _add_recent(self, keys: Iterable[str]) -> None:
        """Creatures used last are offered first, also when the campaign is opened again."""
        creatures = self._library.creatures
        for key in keys:
            creatures.add_recent(key)
        recent = "\n".join(item.key for item in creatures.recent)
        self._library.services.keep_setting(_RECENT, recent)

    @Slot()
    def _forget_joined(self) -> None:
        """A change of the library since the joining is what undo takes back first."""
        self._joined = None

    @Slot()
    def _follow_entries(self) -> None:
        """After another entry the notice offers no undo any more: it would take back something else."""
        if self._joined is not None and self._controller.session.log.head != self._joined:
            self._library.history.noticed.emit("", False)
