"""Joins the session and the screen: intents go in, finished views come out, refusals become sentences."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError, RuleError, refuse
from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Chosen, Rolled, RollRequest, Typed
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.gui.control.acceptance import Acceptance, Accepted, Refused, refusal
from encounter_gui.gui.control.actions import Situation
from encounter_gui.gui.control.frames.second_frame import SecondFrame
from encounter_gui.play.session.execution import Execution
from encounter_gui.play.session.override_text import read_override
from encounter_gui.play.session.overriding import WAITING, EntryInTheWayError
from encounter_gui.play.session.rollers import ASKED, Roller, Rollers
from encounter_gui.play.session.session import (
    TIME_BUILDS_ON,
    Changed,
    EncounterSession,
    Then,
)
from encounter_gui.play.session.volley import Volley
from encounter_gui.rules.engine.asking import Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_by_itself, mode_of_kind
from encounter_gui.rules.facade import System
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import ChangePreview, ObligationView, VolleyPlan


class BlockedCorrection(Struct, frozen=True, kw_only=True):
    """A later entry that cannot be kept after a correction, and why."""

    entry: EntryId
    message: Message


class _Parked(Struct, frozen=True, kw_only=True):
    """A command that was left for a moment, as it is begun again, and the attacks of many that go on after it.

    ``command`` None: it is the next of those attacks.
    """

    command: Command | None
    ask: bool = True
    volley: Volley | None = None


class _First(Struct):
    """Asks for all rolls that something owed begins with, whoever rolls; for the later ones as always."""

    is_first: bool

    def asks(self, controller: "EncounterController", request: RollRequest) -> bool:
        """Returns whether the table is asked for a roll."""
        return self.is_first or controller.asks(request, otherwise=True)


def _settled_by(command: Command | None) -> tuple[int, ...]:
    """Returns the ids of what a command settles; none: it is another command."""
    return command.ids if isinstance(command, do.Settle) else ()


def _is_so(refused: RuleError | None) -> bool:
    """Returns whether a command is refused as all that it asks for is so already."""
    return refused is not None and refused.is_so


class EncounterController(QObject):
    """One encounter on the table. Widgets know it only by what is connected to its signals and slots.

    Nothing is shown before the session has it in its file.
    """

    opened = Signal()
    """Another encounter is open."""
    closing = Signal()
    """Emitted before the open encounter is closed, so that editors can commit pending input."""
    closed = Signal()
    """No encounter is open any more."""
    context_changed = Signal(object)
    """``RulesContext``: what is to be shown now, be it live or an entry that is looked at."""
    selection_changed = Signal(object)
    """``tuple[CombatantId, ...]``: the selected combatants, those that have left excluded."""
    situation_changed = Signal(object)
    """``Situation``: what can be done now."""
    turn_moved = Signal(tuple)
    """``tuple[CombatantId, ...]``: who acts from now on."""
    asked = Signal(object)
    """``Ask | None``: the rolls or the choice that a command waits for."""
    refused = Signal(str)
    """A sentence: what could not be done, and what to do."""
    rollers_changed = Signal(object)
    """``Rollers``: who rolls for whom."""
    awaited = Signal()
    """The encounter cannot move on: the table has dice to type first."""
    held_up = Signal()
    """A step was wanted and changed nothing: what waits for the table has to be answered, or put off, first."""
    settled = Signal()
    """All of a change has been told, whose turn it is included: what follows both is worked out once, now."""
    corrected = Signal(object)
    """``EntryId``: an entry was played again with another value, and this is what came of it."""
    correction_blocked = Signal(object)
    """``BlockedCorrection``: a later entry stands in the way of a correction, which is not made."""
    time_built_on = Signal(object)
    """``Callable[[], None]``: a fight that is over must not change, as time has passed since; called once it may."""
    performed = Signal(object)
    """``Entry``: a command has been carried out and is kept."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Makes a controller without an encounter."""
        super().__init__(parent)
        self.second_frame = SecondFrame(self)
        """What of a change is shown one frame later; all of it is shown before anything else is done."""
        self._session: EncounterSession | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._execution: Execution | None = None
        self._volley: tuple[Execution, Volley] | None = None
        self._command: Command | None = None
        self._is_asking = False
        self._selected: tuple[CombatantId, ...] = ()
        self.hidden: Mapping[CombatantId, int] = {}
        """Who is left out of the table by its filter, with the number: commands reach them and say so beforehand."""
        self._rollers = ASKED
        self._said_undone: EntryId | None = None
        self._held: tuple[Ask | None, Mapping[int, Typed]] = (None, {})
        self._gathered: list[Changed] | None = None

    # ---- what lies on it

    def open(self, session: EncounterSession) -> None:
        """Opens another encounter."""
        self.close()
        self._session = session
        self._unsubscribe = session.subscribe(self._told)
        self._selected = ()
        self.opened.emit()
        self._tell()
        self.turn_moved.emit(self.context.state.acting)
        self.settled.emit()

    def close(self) -> None:
        """Closes the encounter: a command that waits for dice is left for later, pending input is committed."""
        self._try(self._drop)
        if self._session is not None:
            self.closing.emit()
        self.second_frame.flush()  # what is still to be shown of it can be asked for no longer
        if self._unsubscribe is not None:
            self._unsubscribe()
        if self._session is not None:
            self._session = self._unsubscribe = None
            self.closed.emit()
            self._tell_situation()

    @property
    def session(self) -> EncounterSession:
        """The session of the encounter that is open.

        Raises:
            LookupError: none is.
        """
        if self._session is None:
            raise LookupError("no encounter is open")
        return self._session

    @property
    def is_open(self) -> bool:
        """Whether an encounter is open."""
        return self._session is not None

    @property
    def system(self) -> System:
        """The rule system of the encounter that is open."""
        return self.session.game.system

    @property
    def context(self) -> RulesContext:
        """What is shown."""
        return self.session.context

    @property
    def is_live(self) -> bool:
        """Whether the fight is shown as it stands, rather than an entry of its past."""
        return self._session is not None and self._session.viewing is None

    @property
    def is_between(self) -> bool:
        """Whether what is open is the time between fights, and no fight."""
        return self._session is not None and self.context.state.stage == "between"

    @property
    def selected(self) -> tuple[CombatantId, ...]:
        """The selected combatants, in the order of selecting."""
        return self._selected

    @property
    def waits_for(self) -> Ask | None:
        """What a command waits for; None while none does."""
        return self._execution.ask if self._execution is not None else None

    @property
    def command(self) -> Command | None:
        """The command that waits, or was carried out last; while what it led to is settled, the one that settles it."""
        return self._execution.command if self._execution is not None else self._command

    @property
    def told(self) -> tuple[Message, ...]:
        """The arithmetic of the command that waits, and of what led to it, line by line; none: none waits."""
        return tuple(each.text for each in self._execution.told) if self._execution else ()

    @property
    def rolled(self) -> tuple[Rolled, ...]:
        """The rolls of the command that waits, and of what led to it."""
        return self._execution.rolled if self._execution else ()

    @property
    def is_uncommitted(self) -> bool:
        """Whether what waits is the command that was given, rather than what it led to."""
        return self._execution is not None and self._execution.entry is None

    def provide(self, typed: Mapping[str, Typed], *, instead_of: Collection[str] = ()) -> None:
        """Takes dice that the command will ask for later, in place of those taken before under these keys."""
        if self._execution is not None:
            self._execution.provide(typed, instead_of=instead_of)

    def hold(self, place: int, typed: Typed) -> None:
        """Keeps dice for one of the rolls that are waited for, by its place.

        They count where the answer leaves that roll to the program: one player's dice are there before the others'.
        """
        waits = self.waits_for
        if isinstance(waits, tuple):
            known = self._held[1] if self._held[0] is waits else {}
            self._held = (waits, {**known, place: typed})

    @property
    def is_kept(self) -> bool:
        """Whether the command that waits is there again once it is put off: it is owed, or the next step asks anew."""
        execution = self._execution
        if execution is None:
            return False
        return isinstance(execution.command, do.Settle | do.Next) or execution.is_kept

    @property
    def rollers(self) -> Rollers:
        """Who rolls for whom."""
        return self._rollers

    # ---- intents

    @Slot(object)
    def set_rollers(self, rollers: Rollers) -> None:
        """Changes who rolls for whom, from the next roll on."""
        if rollers != self._rollers:
            self._rollers = rollers
            self.rollers_changed.emit(rollers)

    @Slot(object)
    def select(self, who: Sequence[CombatantId]) -> None:
        """Selects combatants, and only these."""
        chosen = tuple(who)
        if chosen != self._selected:
            self._selected = chosen
            self.selection_changed.emit(chosen)
            self._tell_situation()

    @Slot(object)
    def perform(self, command: Command) -> Acceptance:
        """Carries a command out; it may wait for dice of the table now."""
        return self.start(command)

    def start(
        self,
        command: Command,
        typed: Mapping[str, Typed | Chosen] | None = None,
        *,
        ask: bool = False,
    ) -> Acceptance:
        """Begins a command. It pauses for the rolls of the table that ``typed`` does not answer.

        ``ask`` says whether it pauses as well where it is asked each time who rolls.
        """
        return self._try(lambda: self._begin(command, typed, ask=ask))

    def perform_each(self, commands: Sequence[Command]) -> Acceptance:
        """Carries commands out one after the other, as one step; none of them may wait for dice of the table.

        What is so already is passed over, unless all of it is.
        """
        left = iter(commands)

        def following(context: RulesContext) -> Command | None:
            run = self.system.dry_run(context)
            return next((each for each in left if not _is_so(run.refusal(each))), None)

        def act() -> None:
            first = following(self.session.head_context) or commands[0]
            with self._as_one_change():
                execution = self.session.start(first, then=following)
            self._command, self._is_asking = first, False
            self._follow(execution)

        return self._try(act)

    def go_on_with(self, following: Then) -> Acceptance:
        """Carries out what ``following`` returns of how all stands, and then again, as one step, until it is nothing.

        It pauses for dice of the table, and goes on afterwards.
        """

        def act() -> None:
            first = following(self.session.head_context)
            if first is None:
                return
            with self._as_one_change():
                asks = partial(self.asks, otherwise=True)
                execution = self.session.start(first, ask=asks, then=following)
            self._command, self._is_asking, self._volley = first, True, None
            self._follow(execution)

        return self._try(act)

    def volley(self, plan: VolleyPlan) -> Acceptance:
        """Carries out the attacks of many in one go, as one step, with the program's dice.

        It pauses where dice are the table's own, and where somebody has to decide.
        """

        def act() -> None:
            volley = Volley(self.system, plan)
            heading = volley.heading(self.session.head_context)
            with self._as_one_change():
                execution = self.session.start(
                    heading,
                    ask=partial(self.asks, otherwise=False),
                    then=volley.following,
                    decided=volley.decided,
                )
            self._command, self._is_asking, self._volley = heading, False, (execution, volley)
            self._follow(execution)

        return self._try(act)

    def strike(self, who: CombatantId, place: str, damage: int) -> Acceptance:
        """Does damage, before armor, to a place of a combatant's body."""
        return self._try(lambda: self._strike(who, place, damage))

    @Slot()
    def step(self) -> None:
        """Moves the encounter on, or first settles what is owed.

        While dice are waited for that are not the table's own, the program rolls them; the table's own are never
        rolled like this: ``awaited`` is emitted.
        """
        waited = self.waits_for
        if waited is not None or self._due():
            self.settle_next()
        elif not self._is_held_up():
            self.start(do.Next(), ask=True)
        self.await_table()
        if waited is not None and self.waits_for == waited:
            self.held_up.emit()

    def settle_next(self) -> None:
        """Settles what is waited for, or else what is owed first, as far as the program rolls; nothing: nothing is."""
        waits = self.waits_for
        if isinstance(waits, tuple) and not self._is_by_hand(waits):
            self.answer((None,) * len(waits))
        elif waits is not None or self._due():
            self.roll_what_the_program_owes()
            if self.waits_for is None:
                self._settle_first()

    def _is_held_up(self) -> bool:
        """Says once who of several who act at once has not acted, and what it declared; the next step then passes it.

        Whoever acts alone is seen to have done nothing, and is passed by one step, which the log tells.
        """
        is_tie = len(self.context.state.acting) > 1
        undone = self.system.left_undone(self.context) if is_tie else ""
        entry = self.session.log.head
        is_said = not undone or self._said_undone == entry
        self._said_undone = None if is_said else entry
        if is_said:
            return False
        self.refused.emit(self.session.game.texts.text_of("gui.next_undone", plans=undone))
        return True

    @Slot()
    def await_table(self) -> None:
        """Has the keyboard led to where dice are typed, if the table has some to type now."""
        if self._is_by_hand(self.waits_for):
            self.awaited.emit()

    def _due(self) -> tuple[Obligation, ...]:
        """Returns what is due before the turn ends; what the game master only keeps track of holds nothing up."""
        kinds = self.system.obligation_kinds
        return due_by_itself(kinds, self.context.state, "turn_end")

    def _settle_first(self) -> None:
        """Settles what is due first; where a rule only proposes it, the keyboard goes there instead."""
        kinds, state, due = self.system.obligation_kinds, self.context.state, self._due()
        if not due:
            return
        if mode_of_kind(kinds, state, due[0]) != "book":
            self.awaited.emit()
            self.held_up.emit()
            return
        # By its ids: the strip then knows what is being answered, and does not list it a second time.
        tests = (each.ids for each in self.system.owed(self.context) if due[0].id in each.ids)
        self.start(do.Settle(ids=next(tests, (due[0].id,))), ask=True)

    def roller_of(self, test: ObligationView) -> Roller:
        """Returns who rolls for something owed: the table if it is to type any of its dice, or to decide."""
        state = self.session.state
        found = {self._rollers.of_request(state, each) for each in test.rolls} or {
            self._rollers.of_combatant(state, test.who[0] if test.who else None)
        }
        return next(each for each in ("hand", "ask", "dice") if each in found)

    def is_rolled_by_next(self, test: ObligationView) -> bool:
        """Returns whether Next rolls something owed by itself: it is due, and all its dice are the program's.

        What a rule only proposes it does not roll.
        """
        return (
            test.is_due
            and not test.is_proposed
            and bool(test.rolls)
            and self.roller_of(test) == "dice"
        )

    def roll_what_the_program_owes(self) -> None:
        """Settles all that is due and rolled by the program; what waits for the table waits on."""
        tried: set[tuple[int, ...]] = set()
        while self.is_live:
            asked = _settled_by(self.command) if self.waits_for is not None else ()
            tests = self.system.owed(self.context)
            found = next(
                (
                    each.ids
                    for each in tests
                    if self.is_rolled_by_next(each) and each.ids not in tried and each.ids != asked
                ),
                None,
            )
            if found is None or not self.settle(found, ()):
                return
            tried.add(found)

    @Slot(str, str)
    def reorder(self, who: str, before: str) -> None:
        """Puts somebody before another in the order ("": last), where that is the game master's to say."""
        self._try(lambda: self._reorder(CombatantId(who), CombatantId(before) if before else None))

    @Slot(tuple)
    def answer(self, typed: Sequence[Typed | None]) -> Acceptance:
        """Answers the rolls that are waited for, one for each; None leaves one to the app."""
        return self._try(lambda: self._reply(typed))

    @Slot(str)
    def choose(self, option: str) -> Acceptance:
        """Answers the choice that is waited for."""
        return self._try(lambda: self._reply(Chosen(option=option)))

    def settle(
        self, ids: tuple[int, ...], typed: Sequence[Typed | None], *, resumes: bool = True
    ) -> Acceptance:
        """Settles what is owed, with answers to its first rolls: one for each (None: the program rolls), or none.

        What waited meanwhile waits again afterwards, unless it ``resumes`` not.
        """
        return self._try(lambda: self._settle(ids, typed, resumes=resumes))

    def set_aside(self) -> Acceptance:
        """Leaves the command that waits as owed, even one that was given no answer yet: something else comes first."""
        return self._try(self._set_aside)

    def override(
        self, entry: EntryId, step: str, text: str, without: tuple[EntryId, ...] = ()
    ) -> Acceptance:
        """Gives a step of an entry another value: ``text`` is the value, then the reason in words.

        ``step`` is named as by ``read_override``. ``without`` are later entries that are dropped. A command that waits
        is played again as far as it was told, and goes on. ``corrected`` tells of success, ``correction_blocked`` of a
        later entry that stands in the way.
        """
        blocked: list[BlockedCorrection] = []

        def act() -> None:
            session = self.session
            asked = replace(read_override(session.entry_of(entry), step, text), without=without)
            parked = self._park(())
            ids = _settled_by(parked.command) if parked is not None else ()
            owed = [each for each in session.state.obligations if each.id in ids]
            try:
                with self._as_one_change():
                    head = session.override(asked)
            except EntryInTheWayError as error:
                blocked.append(BlockedCorrection(entry=error.entry, message=error.message))
                raise
            finally:
                self._take_up(self._parked_anew(parked, owed))
            path = session.log.path()
            self.corrected.emit(path[min(session.log.depth(head.id), len(path) - 1)].id)

        result = self._try(act)
        for each in blocked:
            self.correction_blocked.emit(each)
        return result

    def _parked_anew(
        self, parked: "_Parked | None", owed: Sequence[Obligation]
    ) -> "_Parked | None":
        """Returns how what waited is taken up after a correction: what it settles may have other ids now."""
        if parked is None or not owed:
            return parked
        left, ids = list(self.session.state.obligations), list[int]()
        for each in owed:
            same = next((o for o in left if (o.kind, o.who) == (each.kind, each.who)), None)
            if same is not None:
                left.remove(same)
                ids.append(same.id)
        return replace(parked, command=do.Settle(ids=tuple(ids)) if ids else None)

    def place_of_roll(self, place: int) -> tuple[EntryId, int]:
        """Returns the entry of one of the rolls of what is under way, as ``rolled`` has them, and its place in it.

        What the command that waits has rolled stands in no entry of the log yet: ``WAITING`` is returned for it.
        """
        for entry in self._execution.entries if self._execution is not None else ():
            if place < len(entry.rolls):
                return entry.id, place
            place -= len(entry.rolls)
        return WAITING, place

    def waive(self, ids: tuple[int, ...], reason: str) -> Acceptance:
        """Takes what is owed back without rolling it; the log keeps the reason. What waited beside it waits again."""

        def act() -> None:
            again = self._park(ids)
            self._begin(do.Waive(ids=ids, note=reason), None, ask=False)
            self._take_up(again)

        return self._try(act)

    @Slot()
    def put_off(self) -> None:
        """Leaves the command that waits for later; the answers it was given are kept."""
        self._try(self._drop)

    @Slot()
    def undo(self) -> None:
        """Takes the last entry back."""
        self._try_without_waiting(self.session.undo)

    @Slot()
    def redo(self) -> None:
        """Brings the entry last taken back again."""
        self._try_without_waiting(self.session.redo)

    @Slot()
    def undo_turn(self) -> None:
        """Returns to before the fight last moved on."""
        self._try_without_waiting(self.session.undo_turn)

    @Slot(int)
    def view_entry(self, entry: int) -> None:
        """Shows the fight after an entry, without changing it."""
        self._try_without_waiting(lambda: self.session.view_entry(EntryId(entry)))

    @Slot()
    def view_head(self) -> None:
        """Shows the fight as it stands."""
        self._try(lambda: self.session.view_entry(None))

    @Slot(int)
    def move_head(self, entry: int) -> None:
        """Makes an entry the last one that has happened; what came after stays in the tree."""
        self._try_without_waiting(lambda: self.session.move_head(EntryId(entry)))

    @Slot()
    def continue_here(self) -> None:
        """Plays on from the entry that is looked at."""
        viewing = self.session.viewing
        if viewing is not None:
            self.move_head(viewing)

    # ---- questions

    def changes(self, command: Command) -> tuple[ChangePreview, ...]:
        """Returns what a change by hand would do; nothing where it is refused, or not live."""
        if not self.is_live:
            return ()
        try:
            return self.system.changes(self.context, command)
        except AppError:
            return ()

    def tell(self, error: AppError) -> Refused:
        """Says an error in the strip with the id of its rule, and returns it as a sentence."""
        refused = Refused(refusal(error, self.session.game.texts))
        self.refused.emit(refused.sentence)
        return refused

    # ---- inside

    def _begin(
        self,
        command: Command,
        typed: Mapping[str, Typed | Chosen] | None,
        *,
        ask: bool,
        volley: Volley | None = None,
    ) -> None:
        with self._as_one_change():
            asks = partial(self.asks, otherwise=ask)
            then, decided = (volley.following, volley.decided) if volley else (None, {})
            execution = self.session.start(command, typed, ask=asks, then=then, decided=decided)
        self._command, self._is_asking = command, ask
        self._volley = (execution, volley) if volley else None
        self._follow(execution)

    def _settle(
        self, ids: tuple[int, ...], typed: Sequence[Typed | None], *, resumes: bool
    ) -> None:
        again = self._park(ids) if resumes else None
        first = _First(is_first=bool(typed))
        with self._as_one_change():
            execution = self.session.start(
                do.Settle(ids=ids), ask=lambda request: first.asks(self, request)
            )
            first.is_first = False
            self._command, self._is_asking = do.Settle(ids=ids), True
            try:
                if isinstance(execution.ask, tuple) and len(execution.ask) == len(typed):
                    execution.reply(typed)
            finally:
                self._follow(execution)
        if execution.ask is None:
            self._take_up(again)

    def _set_aside(self) -> None:
        if self._execution is not None:
            is_owed = isinstance(self._execution.command, do.Settle | do.Next)
            self.session.suspend(always=not is_owed)
            self._execution = None
            self.asked.emit(None)

    def _park(self, ids: tuple[int, ...]) -> "_Parked | None":
        """Leaves the command that waits, so that something else can be settled; returns how it is taken up again.

        One that was told nothing is begun anew; one that was stays owed, to be resumed. The attacks of many go on
        after it; an attack of theirs that was told nothing is chosen anew, as its target may have fallen.
        """
        execution = self._execution
        if execution is None or (ids and _settled_by(execution.command) == ids):
            return None
        known = self._volley
        volley = known[1] if known is not None and known[0] is execution else None
        parked = _Parked(command=execution.command, ask=self._is_asking, volley=volley)
        if execution.is_kept:
            left = do.Settle(ids=(self.session.state.next_obligation,))
            parked = _Parked(command=left, volley=volley)
        elif volley is not None and not isinstance(execution.command, do.Settle):
            volley.step_back()
            parked = _Parked(command=None, ask=False, volley=volley)
        self._drop()
        return parked

    def _take_up(self, parked: "_Parked | None") -> None:
        """Begins the command again that was left for something else, unless that has lost its object meanwhile."""
        if parked is None or self._execution is not None:
            return
        owed = {each.id for each in self.session.state.obligations}
        command, volley = parked.command, parked.volley
        if not owed.issuperset(_settled_by(command)):
            command = None
        if command is None and volley is not None:
            command = volley.following(self.session.head_context)
        if command is not None:
            self._begin(command, None, ask=parked.ask, volley=volley)

    def asks(self, request: RollRequest, *, otherwise: bool) -> bool:
        """Returns whether the table is asked for a roll; ``otherwise`` decides where it is asked each time."""
        return self._rollers.asks(self.session.state, request, otherwise=otherwise)

    def _is_by_hand(self, ask: Ask | None) -> bool:
        """Returns whether somebody at the table has to answer: to choose, or to type dice of their own."""
        if not isinstance(ask, tuple):
            return ask is not None
        state = self.session.state
        return any(self._rollers.of_request(state, each) == "hand" for each in ask)

    def _reply(self, answer: Sequence[Typed | None] | Chosen) -> None:
        execution = self._execution
        if execution is None:
            return
        if not isinstance(answer, Chosen) and self._held[0] is execution.ask:
            held = self._held[1]
            answer = tuple(
                held.get(place) if each is None else each for place, each in enumerate(answer)
            )
        with self._as_one_change():
            execution.reply(answer)
        self._follow(execution)

    def _strike(self, who: CombatantId, place: str, damage: int) -> None:
        command = self.system.hit_command(self.context, who, place, damage)
        if command is None:
            raise refuse("gui.hit.nowhere", name=self.context.known_combatant(who).name)
        self._begin(command, None, ask=True)

    def _reorder(self, who: CombatantId, before: CombatantId | None) -> None:
        command = self.system.reorder_command(self.context, who, before)
        if command is not None:
            self.start(command)

    def _follow(self, execution: Execution) -> None:
        waits = execution.ask is not None
        self._execution = execution if waits else None
        self.asked.emit(execution.ask)
        if not waits and execution.entry is not None:
            self.performed.emit(execution.entry)

    def _drop(self) -> None:
        """Leaves what waits for later; the answers it was given are kept.

        Raises:
            SaveError: they cannot be kept; it still waits.
        """
        if self._execution is not None:
            self.session.suspend()
            self._execution = None
            self.asked.emit(None)

    def _try_without_waiting(self, act: Callable[[], object]) -> None:
        """Does something after what waits was left for later; not if its answers cannot be kept."""

        def left_first() -> None:
            self._drop()
            act()

        self._try(left_first)

    def _try(self, act: Callable[[], object]) -> Acceptance:
        self.second_frame.flush()  # what acts without a key or a click, too, acts on what is shown
        try:
            act()
        except AppError as error:
            if self._execution is not None and self._execution.ask is None:
                self._drop()
            if error.message.key == TIME_BUILDS_ON:
                self.time_built_on.emit(lambda: self._try(act))
            return self.tell(error)
        return Accepted()

    @contextmanager
    def _as_one_change(self) -> Iterator[None]:
        """Has the entries of one gesture, all of them kept by then, told as one change."""
        gathered: list[Changed] = []
        self._gathered = gathered
        try:
            yield
        finally:
            self._gathered = None
            if gathered:
                self._tell_change(Changed(old=gathered[0].old, new=gathered[-1].new))

    def _told(self, changed: Changed) -> None:
        if self._gathered is None:
            self._tell_change(changed)
        else:
            self._gathered.append(changed)

    def _tell_change(self, changed: Changed) -> None:
        if self._execution is not None and self._execution.ask is None:
            self._execution = None
        self._tell()
        old, new = changed.old, changed.new
        if (old.round, old.group, old.acting) != (new.round, new.group, new.acting) and new.acting:
            self.turn_moved.emit(new.acting)
        self.settled.emit()

    def _tell(self) -> None:
        context = self.context
        here = tuple(who for who in self._selected if who in context.state.combatants)
        if here != self._selected:
            self._selected = here
            self.selection_changed.emit(here)
        self.context_changed.emit(context)
        self._tell_situation()

    def _tell_situation(self) -> None:
        self.situation_changed.emit(self._situation())

    def _situation(self) -> Situation:
        if self._session is None:
            return Situation()
        return Situation(
            is_open=True,
            is_live=self.is_live,
            is_between=self.is_between,
            can_undo=self._session.can_undo,
            can_redo=self._session.can_redo,
            can_undo_turn=self._session.can_undo_turn,
            selected_count=len(self._selected),
        )
