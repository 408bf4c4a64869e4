"""A ledger beside a game master: what the program has accepted, and whether all of it stands in the log."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from encounter_gui.app.program import Program
from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId, EntryId
from encounter_gui.dice.requests import Faces, Rolled, RollRequest, Typed
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.codec import plain
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.play.session.execution import Execution
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.model.commands import Command, Damage
from tests.helpers.shown import shown_as_owed

MOVES = ("undo", "redo", "undo_turn", "move_head", "override")
"""What moves the head otherwise than by one entry more: only then may an entry leave the line of the fight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedRoll:
    """Dice that somebody typed and the program took."""

    session: EncounterSession
    request: RollRequest
    typed: Typed
    step: str

    def is_in(self, roll: Rolled) -> bool:
        """Whether a roll of an entry is these dice."""
        if (roll.request.key, roll.request.who) != (self.request.key, self.request.who):
            return False
        if isinstance(self.typed, Faces):
            return roll.physical and roll.faces == self.typed.values
        return roll.physical and roll.total == self.typed.value


@dataclass(slots=True)
class Book:
    """What was last seen of one encounter."""

    entries: dict[EntryId, Entry] = field(default_factory=dict)
    line: tuple[EntryId, ...] = ()
    owed: tuple[Obligation, ...] = ()


class Ledger:
    """Notes every face, number and command that the program takes, from whatever widget it comes.

    It listens where all of them pass: at the session and the executions of its commands. ``moved`` says whether the
    head was moved by undo or the like since the last check.
    """

    def __init__(self, program: Program, steps: Sequence[str], patch: pytest.MonkeyPatch) -> None:
        """Takes the window, the steps that are being done, and what takes the listening back."""
        self.program = program
        self.counts: Counter[str] = Counter()
        self._steps = steps
        self._books: dict[tuple[Path, EncounterId], Book] = {}
        self.accepted: list[AcceptedRoll] = []
        self._rolls: list[AcceptedRoll] = []
        self._claimed: set[tuple[int, EntryId, int]] = set()
        self._running: dict[int, tuple[EncounterSession, Execution]] = {}
        self._moved = False
        self._listen(patch)

    def _listen(self, patch: pytest.MonkeyPatch) -> None:
        ledger = self
        start, rolled, play = EncounterSession.start, Execution._rolled, Execution._play
        suspend = EncounterSession.suspend

        @wraps(start)
        def started(
            session: EncounterSession, command: Command, *given: Any, **more: Any
        ) -> Execution:
            before = len(session.log.path())
            ledger._current = session
            execution = start(session, command, *given, **more)
            ledger._note_command(session, command, execution, before)
            return execution

        @wraps(rolled)
        def typed_rolls(execution: Execution, given: Sequence[Typed | None]) -> tuple[Rolled, ...]:
            requests = execution._requests
            found = rolled(execution, given)
            for request, typed in zip(requests, given, strict=True):
                if typed is not None:
                    ledger._note_roll(execution, request, typed)
            return found

        @wraps(play)
        def played(execution: Execution, answer: Any) -> None:
            known = len(ledger._rolls)
            try:
                play(execution, answer)
            except AppError:
                ledger._refused(execution, known)
                raise

        @wraps(suspend)
        def suspended(session: EncounterSession, **more: Any) -> None:
            waiting, head = session._waiting, session.log.head
            asked = waiting is not None and waiting.ask is not None
            left = dict(waiting.left_over) if asked and waiting is not None else {}
            suspend(session, **more)
            if asked and waiting is not None and session.log.head == head:
                ledger._dropped(waiting.command, left)

        patch.setattr(EncounterSession, "start", started)
        patch.setattr(EncounterSession, "suspend", suspended)
        patch.setattr(Execution, "_rolled", typed_rolls)
        patch.setattr(Execution, "_play", played)
        for name in MOVES:
            patch.setattr(EncounterSession, name, self._noticed(getattr(EncounterSession, name)))

    def _noticed(self, move: Any) -> Any:
        @wraps(move)
        def moved(session: EncounterSession, *given: Any, **more: Any) -> Any:
            self._moved = True
            self.counts["moves"] += 1
            return move(session, *given, **more)

        return moved

    # ---- what is heard

    def _note_command(
        self, session: EncounterSession, command: Command, execution: Execution, before: int
    ) -> None:
        self.counts["commands"] += 1
        if execution.entry is not None:
            kept = [each.command for each in session.log.path()[before:]]
            assert plain(command) in kept, f"{command} was taken, and is in no entry"

    def _note_roll(self, execution: Execution, request: RollRequest, typed: Typed) -> None:
        self.counts["faces"] += len(typed.values) if isinstance(typed, Faces) else 1
        roll = AcceptedRoll(session=self._current, request=request, typed=typed, step=self._step)
        self._rolls.append(roll)
        self.accepted.append(roll)

    def _refused(self, execution: Execution, known: int) -> None:
        """Dice of a command that the rules then refused are said to be refused, and are not kept."""
        self.counts["refused after dice"] += len(self._rolls) - known
        del self.accepted[len(self.accepted) - (len(self._rolls) - known) :]
        del self._rolls[known:]

    def _dropped(self, command: Command, left: Mapping[str, Any]) -> None:
        """A command that waited was left for something else, and nothing of it was kept."""
        self.counts["left without an answer"] += 1
        assert not left, f"{left} of {command} were typed, and are lost"
        assert not isinstance(command, Damage), f"{command} was typed, and is lost"

    @property
    def _step(self) -> str:
        return f"{len(self._steps)}: {self._steps[-1] if self._steps else ''}"

    # ---- what is checked

    def check(self) -> None:
        """Compares what is kept with what was accepted; to be called after every step."""
        program = self.program
        if not program.controller.is_open:
            return
        session = program.controller.session
        book = self._books.setdefault(
            (program.campaigns.campaign.path, program.campaigns.encounter), Book()
        )
        line = session.log.path()
        self._check_line(book, line)
        self._check_owed(book, session, line)
        self._check_rolls()
        book.entries |= {each.id: each for each in line}
        book.line = tuple(each.id for each in line)
        book.owed = session.state.obligations
        self._moved = False

    def _check_line(self, book: Book, line: Sequence[Entry]) -> None:
        ids = tuple(each.id for each in line)
        if not self._moved:
            assert ids[: len(book.line)] == book.line, (
                "an entry left the fight, and nobody undid it"
            )
        for each in line:
            known = book.entries.get(each.id)
            assert known is None or known is each or known == each, f"entry {each.id} has changed"

    def _check_owed(self, book: Book, session: EncounterSession, line: Sequence[Entry]) -> None:
        system, context = self.program.controller.system, session._context(session.state)
        owed = {each.id for each in session.state.obligations}
        unshown = owed - shown_as_owed(system, context)
        assert not unshown, f"owed, and not shown: {unshown} of {session.state.obligations}"
        if self._moved:
            return
        settled = set(_settled(line[len(book.line) :]))
        for each in book.owed:
            assert each.id in owed or each.id in settled, f"{each} vanished without an answer"
        self.counts["settled"] += len(settled)

    def _check_rolls(self) -> None:
        waiting = list[AcceptedRoll]()
        for each in self._rolls:
            if not self._is_kept(each):
                assert self._is_waiting(each), (
                    f"{each.request.key} {each.typed} is lost ({each.step})"
                )
                waiting.append(each)
        self._rolls = waiting

    def _is_kept(self, accepted: AcceptedRoll) -> bool:
        log = accepted.session.log
        for entry in reversed(list(log._entries.values())):
            for place, roll in enumerate(entry.rolls):
                key = (id(log), entry.id, place)
                if key not in self._claimed and accepted.is_in(roll):
                    self._claimed.add(key)
                    return True
        return False

    def _is_waiting(self, accepted: AcceptedRoll) -> bool:
        execution = accepted.session._waiting
        return execution is not None and any(map(accepted.is_in, execution._rolls))


def _settled(entries: Sequence[Entry]) -> Iterator[int]:
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ev.ObligationSettled):
                yield event.id
