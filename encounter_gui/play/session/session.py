"""One encounter being played: commands in, entries kept, subscribers told; undo, redo and looking back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Chosen, Rolled, Typed
from encounter_gui.encounter.codec import plain
from encounter_gui.encounter.entries import Entry, Outcome
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.entry_store import Store
from encounter_gui.play.session.execution import Dice, Execution
from encounter_gui.rules.engine.scene import RulesContext
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.model.commands import Command, Next
from encounter_gui.rules.model.ruleset import Ruleset

_NEXT = str(Next.__struct_config__.tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What is shown was ``old`` and is ``new``; the two may be equal, while the log is not what it was."""

    old: EncounterState
    new: EncounterState


@dataclass(frozen=True, kw_only=True)
class Game:
    """What a fight is played with: the system, its ruleset, the words to speak in, dice and clock.

    ``dice`` is called when the app rolls for the first time. ``now`` returns the moment in UTC, ISO 8601.
    """

    system: System
    ruleset: Ruleset
    texts: MessageCatalog
    dice: Callable[[], Dice]
    now: Callable[[], str]

    @cached_property
    def app_dice(self) -> Dice:
        """The app's dice, the same ones throughout."""
        return self.dice()


class EncounterSession:
    """Plays one encounter. What it has told its subscribers is already kept in the store.

    While an earlier entry is looked at (``viewing``), the fight stands still: only ``view_entry`` and ``move_head`` lead
    on. A command that waits for dice is dropped once another entry, or a move of the head, has changed what it was
    worked out on; or when another one waits.
    """

    def __init__(self, store: Store, encounter: EncounterId, log: Log, game: Game) -> None:
        """Takes the store, the encounter's row in it, its log as loaded, and what to play it with."""
        self.log = log
        self.game = game
        self.viewing: EntryId | None = None
        self._store = store
        self._encounter = encounter
        self._shown = log.state
        self._undone: list[EntryId] = []
        self._waiting: Execution | None = None
        self._subscribers: list[Callable[[Changed], None]] = []

    @property
    def state(self) -> EncounterState:
        """The state at the head, whatever is being looked at."""
        return self.log.state

    @property
    def context(self) -> RulesContext:
        """What is shown: the head, or the entry being looked at."""
        return self._context(self._shown)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.viewing is None and self.log.undo_target is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return self.viewing is None and self._redo_target is not None

    @property
    def can_undo_turn(self) -> bool:
        """Whether the fight has moved on at least once."""
        return self.viewing is None and self._turn_start is not None

    def start(
        self,
        command: Command,
        typed: Mapping[str, Typed | Chosen] | None = None,
        *,
        ask: bool = False,
    ) -> Execution:
        """Begins a command; what it came to is committed as soon as it needs nothing more.

        ``typed`` answers rolls and choices by their keys, each used once. What it does not answer is rolled by the app;
        with ``ask``, the performance pauses there instead. At a choice it always pauses.

        Raises:
            RuleError: the rules refuse it, or an earlier entry is being looked at; nothing has changed.
            RollRefused: a typed answer is impossible; nothing has changed.
            SaveError: the entry cannot be kept; nothing has changed.
        """
        self._live()
        procedure = self.game.system.procedure(self._context(self.state), command)
        execution = Execution(
            procedure,
            {} if typed is None else typed,
            lambda: self.game.app_dice,
            lambda outcome, rolls: self._commit(command, outcome, rolls),
            asks=ask,
        )
        execution.begin()
        if execution.ask is not None:
            self._drop()
            self._waiting = execution
        return execution

    def perform(self, command: Command, typed: Mapping[str, Typed | Chosen] | None = None) -> Entry:
        """Plays a command to its end and returns its entry.

        Raises:
            RuleError: as ``start``; or somebody has to choose, and ``typed`` does not say what.
            RollRefused: a typed answer is impossible; nothing has changed.
            SaveError: the entry cannot be kept; nothing has changed.
        """
        execution = self.start(command, typed)
        if execution.entry is None:
            self._drop()
            raise refuse("play.choice_open")
        return execution.entry

    def undo(self) -> None:
        """Moves the head to before the last entry.

        Raises:
            RuleError: there is none, or an earlier entry is being looked at.
            SaveError: the move cannot be kept; nothing has changed.
        """
        self._live()
        target = self.log.undo_target
        if target is None:
            raise refuse("play.nothing_to_undo")
        self._move(target, undone=[*self._undone, self.log.head])

    def redo(self) -> None:
        """Moves the head to the entry last undone; after anything else, to the newest entry on the head.

        Raises:
            RuleError: there is none, or an earlier entry is being looked at.
            SaveError: the move cannot be kept; nothing has changed.
        """
        self._live()
        target = self._redo_target
        if target is None:
            raise refuse("play.nothing_to_redo")
        self._move(target, undone=self._undone[:-1])

    def undo_turn(self) -> None:
        """Moves the head to before the last time the fight moved on.

        Raises:
            RuleError: it never did, or an earlier entry is being looked at.
            SaveError: the move cannot be kept; nothing has changed.
        """
        self._live()
        target = self._turn_start
        if target is None:
            raise refuse("play.nothing_to_go_back_to")
        left = takewhile(lambda entry: entry.id != target, reversed(self.log.path()))
        self._move(target, undone=[*self._undone, *(entry.id for entry in left)])

    def move_head(self, entry: EntryId) -> None:
        """Moves the head to any entry (``ROOT``: before the first) and plays on from there.

        Raises:
            KeyError: there is no such entry.
            SaveError: the move cannot be kept; nothing has changed.
        """
        self.log.state_at(entry)
        self._move(entry, undone=[])

    def view_entry(self, entry: EntryId | None) -> None:
        """Shows an entry without moving the head; None, or the head itself, shows the fight as it stands.

        Raises:
            KeyError: there is no such entry.
        """
        state = self.state if entry is None else self.log.state_at(entry)
        self._drop()
        self.viewing = None if entry == self.log.head else entry
        self._show(state)

    def take_ruleset(self, ruleset: Ruleset) -> None:
        """Plays on by a ruleset that knows more; for a fight that has not begun. It is the caller's to keep it."""
        self._drop()
        self.game = replace(self.game, ruleset=ruleset)
        self._show(self._shown)

    def subscribe(self, callback: Callable[[Changed], None]) -> Callable[[], None]:
        """Has every change told to ``callback``, in order of subscribing; returns what ends that."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback)

    @property
    def _redo_target(self) -> EntryId | None:
        return self._undone[-1] if self._undone else self.log.redo_target

    @property
    def _turn_start(self) -> EntryId | None:
        key = self.log.head
        while key != ROOT:
            entry = self.log.entry(key)
            if entry.command.get("do") == _NEXT:
                return entry.parent
            key = entry.parent
        return None

    def _context(self, state: EncounterState) -> RulesContext:
        return RulesContext(state=state, ruleset=self.game.ruleset, texts=self.game.texts)

    def _commit(self, command: Command, outcome: Outcome, rolls: tuple[Rolled, ...]) -> Entry:
        draft = Entry(
            id=ROOT,
            parent=self.log.head,
            label=outcome.label,
            command=plain(command),
            rolls=rolls,
            reasons=outcome.reasons,
            events=outcome.events,
            at=self.game.now(),
        )
        entry = self._store.append(self._encounter, draft)
        self.log.append(entry)
        self._undone = []
        self._drop()
        self._show(self.state)
        return entry

    def _move(self, head: EntryId, *, undone: list[EntryId]) -> None:
        self._store.move(self._encounter, head)
        self.log.move(head)
        self._undone = undone
        self._drop()
        self.viewing = None
        self._show(self.state)

    def _show(self, state: EncounterState) -> None:
        changed = Changed(old=self._shown, new=state)
        self._shown = state
        for callback in tuple(self._subscribers):
            callback(changed)

    def _live(self) -> None:
        if self.viewing is not None:
            raise refuse("play.looking_back")

    def _drop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
