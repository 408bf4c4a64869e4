"""One encounter being played: commands in, entries kept, subscribers told; undo, redo and looking back."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from msgspec import Struct, structs

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.dice.requests import Chosen, Rolled, RollRequest, Typed
from encounter_gui.encounter.codec import plain
from encounter_gui.encounter.entries import Entry, Outcome, Reason
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session import waiting
from encounter_gui.play.session.correction import Trial
from encounter_gui.play.session.entry_store import Store
from encounter_gui.play.session.execution import Asks, Dice, Execution, Told
from encounter_gui.play.session.override_text import told
from encounter_gui.play.session.overriding import (
    GESTURES,
    INSTEAD_OF,
    OVERRIDE,
    WAITING,
    Override,
    Replay,
)
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import (
    due_at,
    interrupted,
    mode_of_kind,
    typed_before,
)
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.automation import is_left
from encounter_gui.rules.model.commands import Command, Next, PassTime, Settle, TakeRules, Waive
from encounter_gui.rules.model.ruleset import Ruleset

TIME_BUILDS_ON = "play.time_builds_on"
"""The key of the refusal to change a fight on which later time of the campaign builds."""

_NEXT, _PASS_TIME = str(Next.__struct_config__.tag), str(PassTime.__struct_config__.tag)


_NOTHING_DECIDED: Mapping[str, str] = MappingProxyType({})

Then = Callable[[RulesContext], Command | None]
"""What is carried out next in the same gesture, in the state that has come of it so far; None: it is over."""


class Changed(Struct, frozen=True, kw_only=True):
    """What is shown was ``old`` and is ``new``; the two may be equal, while the log is not what it was."""

    old: EncounterState
    new: EncounterState


@dataclass(frozen=True, kw_only=True)
class Game:
    """What a fight is played with: the system, its ruleset, the texts to speak in, dice and clock.

    ``dice`` is called when the app rolls for the first time. ``now`` returns the moment in UTC, ISO 8601. ``clock``
    returns the second of the campaign's clock at which a fight that begins now does so. ``pinned`` returns the rules a
    fight has gone on by, by the sha256 of their content. ``require_free`` raises
    ``RuleError`` where later time of the campaign builds on a fight that is over, so that it must not change, and
    ``require_time`` where time passes elsewhere: in the campaign's own time between fights.
    """

    system: System
    ruleset: Ruleset
    texts: MessageCatalog
    dice: Callable[[], Dice]
    now: Callable[[], str]
    clock: Callable[[], int] = lambda: 0
    pinned: Callable[[str], Ruleset] | None = None
    require_free: Callable[[], None] = lambda: None
    require_time: Callable[[], None] = lambda: None

    @cached_property
    def app_dice(self) -> Dice:
        """The app's dice, the same ones throughout."""
        return self.dice()


class EncounterSession:
    """Plays one encounter. What it has told its subscribers is already kept in the store.

    While an earlier entry is viewed (``viewing``), the encounter stands still: only ``view_entry`` and ``move_head``
    lead on. A command becomes an entry as soon as its own rolls are done; what the rules then demand at once is settled
    as entries of the same gesture, and undo takes a gesture back as a whole. A command that waits for its own dice is
    left for later when another one begins: the answers it was given are kept as an obligation to resume it.
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
        self._is_waiting_kept = False
        self._last_context: tuple[EncounterState, RulesContext] | None = None
        self._subscribers: list[Callable[[Changed], None]] = []
        self._rules = {"": game.ruleset}
        self._follow_rules()

    @property
    def state(self) -> EncounterState:
        """The state at the head, whatever is being looked at."""
        return self.log.state

    @property
    def context(self) -> RulesContext:
        """What is shown: the head, or the entry being looked at."""
        return self._context(self._shown)

    @property
    def head_context(self) -> RulesContext:
        """The head, whatever is being looked at."""
        return self._context(self.state)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.viewing is None and self._undo_target is not None

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
        ask: bool | Asks = False,
        settles: bool = True,
        then: Then | None = None,
        decided: Mapping[str, str] = _NOTHING_DECIDED,
    ) -> Execution:
        """Begins a command; it is committed as soon as its own rolls are done, then what it leads to at once.

        ``typed`` answers rolls and choices by their keys, each used once. What it does not answer is rolled by the
        program; with ``ask`` (True, or where it returns True), the execution pauses there instead. At a choice it
        always pauses. What the rules demand because of it is settled in the same gesture, unless ``settles`` is False;
        what was owed before stays owed. A command that still waits for its own dice is left for later, with the answers
        it was given.

        Raises:
            RuleError: the rules refuse it, or an earlier entry is being viewed; nothing has changed.
            RollRefused: a typed answer is impossible; nothing has changed.
            SaveError: the entry cannot be kept; nothing has changed.
        """
        self._live()
        command = self._at_its_time(command)
        if isinstance(command, Settle | Waive) and command.things:
            command = self.game.system.by_ids(self._context(self.state), command)
        if self._waiting is not None and self._waiting.ask is not None:
            self._require_allowed(command)
            self._leave_for(command)
        stage = CommandStage(self, command, settles=settles, then=then)
        known = typed_before(self.game.system, self._context(self.state), command)
        execution = Execution(
            stage,
            {**known, **(typed or {})},
            lambda: self.game.app_dice,
            asks=_asks(ask),
            decided=decided,
        )
        execution.begin()
        self._waiting = execution if execution.ask is not None else None
        return execution

    def _at_its_time(self, command: Command) -> Command:
        """Returns a command that begins a fight with the campaign's clock in it; any other as it is.

        Raises:
            RuleError: it takes up a fight again on which later time builds, lets time pass that passes elsewhere, or
                goes on by rules that are kept nowhere.
        """
        if isinstance(command, TakeRules):
            self._rules_of(command.rules)  # they have to be there before the fight goes on by them
        stage = self.state.stage
        if isinstance(command, PassTime) and stage in ("ready", "ended"):
            self.game.require_time()
        if stage == "ended" and isinstance(command, Next):
            self.game.require_free()
        if not isinstance(command, Next):
            return command
        if stage == "ready" and command.clock is None and (clock := self.game.clock()):
            return structs.replace(command, clock=clock)
        return command

    def _require_free(self) -> None:
        """Raises RuleError where later time of the campaign builds on the fight as it stands."""
        if self.state.stage == "ended":
            self.game.require_free()

    def _leave_for(self, command: Command) -> None:
        """Leaves the command that waits because of another: kept, unless its decisions are waived with it."""
        waiting = self._waiting
        if waiting is None:
            return
        is_waived = (
            isinstance(command, Waive)
            and isinstance(waiting.command, Settle)
            and bool(waiting.command.ids)
            and set(waiting.command.ids) <= set(command.ids)
        )
        if is_waived and not waiting.has_dice:
            self._drop()
        else:
            self.suspend()

    def override(self, override: Override) -> Entry:
        """Gives one step of an entry another value, and plays all since then again with their own dice, as one gesture.

        It is a branch: undo leads back to what was the head. Returns the entry that names what was overridden.

        Raises:
            RuleError: there is no such step; nothing has changed.
            EntryInTheWayError: a later command cannot be kept; nothing has changed.
            RollRefused: the dice cannot show that; nothing has changed.
            SaveError: it cannot be kept; the fight stands where it stood.
        """
        self._live()
        self._require_free()
        self.suspend()
        game, old = self.game, self.log.head
        if override.entry == WAITING:
            override = structs.replace(override, entry=old)
        path = self.log.path()
        replay = Replay(game.system, self._context, self.log, path, lambda: game.app_dice)
        again = replay.of(override)
        entry = self.log.entry(override.entry)
        label = told(entry, override, game.texts, [*map(self.log.entry, override.without)])
        base = self.log.before_gesture(entry.id)
        marks = game.system.old_marks(self._plain_context(self.log.state_at(base)))
        counts = [len(list(same)) for _, same in groupby(again, key=attrgetter("gesture"))]
        data = {"do": OVERRIDE, "entry": entry.id, INSTEAD_OF: old, GESTURES: counts}
        first = self._draft(data, Outcome(label=label, events=marks), (), base)
        drafts = (
            replace(self._draft(plain(each.command), each.outcome, each.rolls), given=each.given)
            for each in again
        )
        entries = self._store.append_gesture(self._encounter, (first, *drafts))
        self.log.move(base)
        for each in entries:
            self.log.append(each)
        self._undone = []
        self._drop()
        self._show(self.state)
        return entries[0]

    def try_override(self, override: Override) -> Trial:
        """Returns the trial of an override: what would come of it, played step by step, without doing it."""
        waiting = self.waiting_entry
        path = [*self.log.path(), *((waiting,) if waiting is not None else ())]
        ids = [each.id for each in path if not each.is_of(OVERRIDE)]
        kept = ids[ids.index(override.entry) + 1 :] if override.entry in ids else ()
        later = sum(each not in override.without for each in kept)
        system = self.game.system
        return Trial(
            lambda dice: Replay(system, self.context_of, self.log, path, dice), override, later
        )

    @property
    def waiting_entry(self) -> Entry | None:
        """What the command that waits was told so far, as an entry that is in no log; None: none waits, or nothing."""
        waiting = self._waiting
        if waiting is None or not waiting.is_kept:
            return None
        told_so_far = waiting.told_so_far
        outcome = self._with_marks(self._interrupt(waiting.command, told_so_far))
        draft = self._draft(plain(waiting.command), outcome, told_so_far.rolls, self.log.head)
        return replace(draft, id=WAITING)

    def entry_of(self, entry: EntryId) -> Entry:
        """Returns an entry of the log, or that of the command that waits.

        Raises:
            RuleError: no command waits that was told anything.
            KeyError: there is no such entry.
        """
        if entry != WAITING:
            return self.log.entry(entry)
        waiting = self.waiting_entry
        if waiting is None:
            raise refuse("play.override_not_here")
        return waiting

    def suspend(self, *, always: bool = False) -> None:
        """Leaves the command that waits for later; the answers it was given are kept. Nothing if none waits.

        ``always``: it stays owed even if it was given no answer yet.

        Raises:
            SaveError: they cannot be kept; the command still waits.
        """
        if self._waiting is not None:
            self._waiting.suspend(always=always)
            self._waiting = None

    def draws(self, count: int) -> tuple[int, ...]:
        """Returns so many numbers from 1 to 840 by the program's dice, to choose one of several at random.

        Whatever their number up to 8, each is as likely as the others.
        """
        request = RollRequest(key="draw", label=say("play.draw"), who=None, count=count, sides=840)
        return self.game.app_dice.answer(request).faces or ()

    @property
    def next_obligation(self) -> int:
        """The id that the next obligation will have."""
        return self._context(self.state).state.next_obligation

    def procedure(
        self, command: Command, told: Callable[[Reason], None] | None = None
    ) -> Procedure:
        """Returns the procedure of a command at the head, not begun; ``told`` takes its arithmetic as it comes."""
        context = structs.replace(self._context(self.state), told=told)
        return self.game.system.procedure(context, command)

    def commit(
        self,
        command: Command,
        outcome: Outcome,
        rolls: tuple[Rolled, ...],
        gesture: EntryId = ROOT,
    ) -> Entry:
        """Commits what a command came to as the next entry; ``gesture`` ROOT: it begins one of its own.

        Raises:
            SaveError: the entry cannot be kept; nothing has changed.
        """
        outcome = self._with_marks(outcome)
        draft = self._draft(plain(command), outcome, rolls, self.log.head, gesture)
        entry = self._store.append(self._encounter, draft)
        self.log.append(entry)
        self._undone = []
        self._show(self.state)
        return entry

    def _draft(
        self,
        command: Mapping[str, Any],
        outcome: Outcome,
        rolls: tuple[Rolled, ...],
        parent: EntryId = ROOT,
        gesture: EntryId = ROOT,
    ) -> Entry:
        return Entry(
            id=ROOT,
            parent=parent,
            gesture=gesture,
            label=outcome.label,
            command=command,
            rolls=rolls,
            reasons=outcome.reasons,
            events=outcome.events,
            at=self.game.now(),
        )

    def keep_interrupted(self, command: Command, told: Told) -> Entry:
        """Commits what a command was told as an obligation to resume it.

        Raises:
            SaveError: it cannot be kept; nothing has changed.
        """
        return self.commit(command, self._interrupt(command, told), told.rolls)

    def keep_waiting(self, command: Command, told: Told | None) -> None:
        """Keeps what a command that waits was told, should the program end without a word; None: it waits no more.

        Raises:
            SaveError: it cannot be kept; the command is over.
        """
        if told is None:
            if self._is_waiting_kept:
                self._store.keep_waiting(self._encounter, "")
            self._is_waiting_kept = False
            return
        outcome = self._with_marks(self._interrupt(command, told))
        draft = self._draft(plain(command), outcome, told.rolls, self.log.head)
        self._store.keep_waiting(self._encounter, waiting.waiting_text(draft, self.log.newest))
        self._is_waiting_kept = True

    def recover(self) -> None:
        """Has owed what a command was told that waited when the program ended without a word; nothing else changes.

        Raises:
            SaveError: it cannot be kept.
        """
        kept = self._store.waiting(self._encounter)
        draft = waiting.read(kept, self.log.head, self.log.newest) if kept else None
        if draft is not None:
            draft = replace(draft, at=self.game.now())
            self.log.append(self._store.append(self._encounter, draft))
            self._show(self.state)

    def _interrupt(self, command: Command, told: Told) -> Outcome:
        context = self._context(self.state)
        return interrupted(self.game.system, context, command, told.answers, told.typed)

    def _with_marks(self, outcome: Outcome) -> Outcome:
        marks = self.game.system.old_marks(self._plain_context(self.state))
        return structs.replace(outcome, events=(*marks, *outcome.events))

    def perform(self, command: Command, typed: Mapping[str, Typed | Chosen] | None = None) -> Entry:
        """Plays a command, and what the rules then demand at once, and returns the entry of the command.

        Raises:
            RuleError: as ``start``; or somebody has to choose, and ``typed`` does not say what.
            RollRefused: a typed answer is impossible; nothing has changed.
            SaveError: the entry cannot be kept; nothing has changed.
        """
        execution = self.start(command, typed)
        if execution.entry is None:
            self._drop()
            raise refuse("play.choice_open")
        self.suspend()
        return execution.entry

    def undo(self) -> None:
        """Moves the head to before the last entry.

        Raises:
            RuleError: there is none, or an earlier entry is being looked at.
            SaveError: the move cannot be kept; nothing has changed.
        """
        self._live()
        self.suspend()
        target = self._undo_target
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
        self.suspend()
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
        self.suspend()
        target = self._turn_start
        if target is None:
            raise refuse("play.nothing_to_go_back_to")
        self._move(target, undone=[*self._undone, *self._gestures_down_to(target)])

    def move_head(self, entry: EntryId) -> None:
        """Moves the head to any entry (``ROOT``: before the first) and plays on from there.

        Raises:
            KeyError: there is no such entry.
            RuleError: later time of the campaign builds on the fight, or there is nothing before the time between
                fights.
            SaveError: the move cannot be kept; nothing has changed.
        """
        self.suspend()
        self.log.state_at(entry)
        if entry == ROOT and self._begins_time:
            raise refuse("play.nothing_to_undo")
        self._move(entry, undone=[])

    def view_entry(self, entry: EntryId | None) -> None:
        """Shows an entry without moving the head; None, or the head itself, shows the fight as it stands.

        Raises:
            KeyError: there is no such entry.
        """
        state = self.state if entry is None else self.log.state_at(entry)
        self.suspend()
        self.viewing = None if entry == self.log.head else entry
        self._show(state)

    def take_ruleset(self, ruleset: Ruleset) -> None:
        """Plays on by a ruleset that knows more; for a fight that has not begun. It is the caller's to keep it."""
        self._drop()
        self._rules[self.state.rules] = ruleset
        self._show(self._shown)

    def subscribe(self, callback: Callable[[Changed], None]) -> Callable[[], None]:
        """Has every change told to ``callback``, in order of subscribing; returns what ends that."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback)

    def _gestures_down_to(self, target: EntryId) -> list[EntryId]:
        """Returns the last entry of each gesture between the head and an entry before it, newest first."""
        found, head = list[EntryId](), self.log.head
        while head != target:
            found.append(head)
            head = self.log.before_gesture(head)
        return found

    @property
    def _redo_target(self) -> EntryId | None:
        return self._undone[-1] if self._undone else self.log.redo_target

    @property
    def _undo_target(self) -> EntryId | None:
        """The entry that undo leads to; None: there is nothing to undo. The time between fights begins with its first.

        Before that it would be a fight that has not begun.
        """
        target = self.log.undo_target
        return None if target == ROOT and self._begins_time else target

    @property
    def _begins_time(self) -> bool:
        """Whether it is the first entry that makes this the time between fights."""
        stages = (self.log.state_at(ROOT).stage, self.log.state.stage)
        return stages == ("ready", "between")

    @property
    def _turn_start(self) -> EntryId | None:
        """The entry before the fight last moved on, or before time last passed between fights; None: it never did."""
        moves = (_NEXT, _PASS_TIME) if self.state.stage == "between" else (_NEXT,)
        found = [each for name in moves if (each := self.log.before_last(name)) is not None]
        return max(found, key=self.log.depth, default=None)

    def _context(self, state: EncounterState) -> RulesContext:
        """Returns what the rules and the views look at: the state, with what an older version kept in another form."""
        known = self._last_context
        if (
            known is None
            or known[0] is not state
            or known[1].ruleset is not self._ruleset_of(state)
        ):
            plain_context = self._plain_context(state)
            marks = self.game.system.old_marks(plain_context)
            known = self._last_context = (state, with_events(plain_context, marks))
        return known[1]

    def context_of(self, state: EncounterState) -> RulesContext:
        """What the rules and the views look at in a state that need not be one that is shown."""
        if state is self._shown:
            return self._context(state)
        plain_context = self._plain_context(state)
        return with_events(plain_context, self.game.system.old_marks(plain_context))

    def _plain_context(self, state: EncounterState) -> RulesContext:
        return RulesContext(
            state=state,
            ruleset=self._ruleset_of(state),
            texts=self.game.texts,
            kept_rules=self.game.pinned,
        )

    def _ruleset_of(self, state: EncounterState) -> Ruleset:
        """Returns the rules a state is played by: those the fight was begun with, or went on by since.

        Raises:
            SaveError: they are not there, or damaged.
        """
        return self._rules_of(state.rules)

    def _rules_of(self, digest: str) -> Ruleset:
        known = self._rules.get(digest)
        if known is None:
            if self.game.pinned is None:
                raise refuse("play.no_such_rules")
            known = self._rules[digest] = self.game.pinned(digest)
        return known

    def _follow_rules(self) -> None:
        """Has the game be played by the rules of the head; the dice stay the same ones."""
        ruleset, game = self._ruleset_of(self.state), self.game
        if ruleset is not game.ruleset:
            self.game = replace(game, ruleset=ruleset, dice=lambda: game.app_dice)

    def _require_allowed(self, command: Command) -> None:
        """Raises RuleError if a command would be refused, so that nothing else is put off for it."""
        context, left = self._context(self.state), self._waiting
        if left is not None and left.is_kept:
            outcome = self._interrupt(left.command, left.told_so_far)
            context = with_events(context, outcome.events)
        procedure = self.game.system.procedure(context, command)
        with suppress(StopIteration):
            next(procedure)
        procedure.close()

    def _move(self, head: EntryId, *, undone: list[EntryId]) -> None:
        self._require_free()
        self._ruleset_of(self.log.state_at(head))
        self._store.move(self._encounter, head)
        self.log.move(head)
        self._undone = undone
        self._drop()
        self.viewing = None
        self._show(self.state)

    def _show(self, state: EncounterState) -> None:
        changed = Changed(old=self._shown, new=state)
        self._shown = state
        self._follow_rules()
        for callback in tuple(self._subscribers):
            callback(changed)

    def _live(self) -> None:
        if self.viewing is not None:
            raise refuse("play.looking_back")

    def _drop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def _asks(ask: bool | Asks) -> Asks:  # noqa: FBT001 - the short way to say all or none
    return (lambda request: ask) if isinstance(ask, bool) else ask  # noqa: ARG005 - an Asks


class CommandStage:
    """One command of a gesture, or one that settles what the gesture has led to."""

    def __init__(
        self,
        session: EncounterSession,
        command: Command,
        *,
        settles: bool = True,
        then: Then | None = None,
    ) -> None:
        """Takes the command that begins the gesture, whether what it leads to is settled in it, and what is next."""
        self.command = command
        self.told: list[Reason] = []
        self.procedure = session.procedure(command, self.told.append)
        self._session = session
        self._gesture = ROOT
        self._settles = settles
        self._then = then
        self._first_new = session.next_obligation

    def commit(self, outcome: Outcome, rolls: tuple[Rolled, ...]) -> Entry:
        """Commits what the command came to."""
        entry = self._session.commit(self.command, outcome, rolls, self._gesture)
        self._gesture = self._gesture or entry.id
        return entry

    def interrupt(self, told: Told) -> Entry:
        """Commits what the command was told so far, to be resumed."""
        return self._session.keep_interrupted(self.command, told)

    def keep(self, told: Told | None) -> None:
        """Keeps what the command was told so far, should the program end now; None: it is over."""
        self._session.keep_waiting(self.command, told)

    def following(self) -> "CommandStage | None":
        """Returns the settling of what the gesture has led to, else what comes after it; None: it is over."""
        settling = self._settling()
        if settling is not None:
            return self._stage(settling, self._first_new)
        command = self._then(self._session.head_context) if self._then else None
        return None if command is None else self._stage(command)

    def _stage(self, command: Command, first_new: int | None = None) -> "CommandStage":
        """Returns the stage of a further command; what is owed from ``first_new`` on (None: from now on) is its own."""
        stage = CommandStage(self._session, command, settles=self._settles, then=self._then)
        stage._gesture = self._gesture
        stage._first_new = stage._first_new if first_new is None else first_new
        return stage

    def _settling(self) -> Settle | None:
        """Returns the settling of what is due now because of it; None: nothing is, or it is left for later."""
        if not self._settles:
            return None
        kinds, state = self._session.game.system.obligation_kinds, self._session.state
        new = [each for each in state.obligations if each.id >= self._first_new]
        if any(map(is_left, new)):  # the rest needs what the game master has not done yet
            return None
        owed = [each for each in due_at(state, "now") if each in new]
        if not owed or mode_of_kind(kinds, state, owed[0]) != "book":
            return None
        return Settle(ids=tuple(each.id for each in owed if each.kind == owed[0].kind))
